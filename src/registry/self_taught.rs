//! Match5's self-learning player as an agent.
//!
//! What it learns comes from one game after the other, but the arena plays games side by side, each with a fresh agent. So as an agent it
//! has learned before it plays and learns nothing while it does: from a file, or from a course of games of its own,
//! which is fixed by the settings. All agents of a process with the same settings share one course.

use alloc::boxed::Box;
use alloc::sync::Arc;

use gambol_core::{Cell, Seed, TextError, Uniform};
use gambol_match5::{Bits, FreeMoves, Knowledge, Match5, Reading, Rules, SelfTaught, ThreatPlayer};
use gambol_search::{Agent, ByPolicy, Decision, SearchError};

use super::agents::{Made, word};
use super::spec::{Parameter, Spec};

pub(super) const PARAMETERS: [Parameter; 6] = [FILE, GAMES, OPPONENT, FREE, READING, SEED];
const FILE: Parameter = Parameter {
    key: "file",
    default: "none",
    about: "knowledge from this .fivo file, as `gambol learn` writes; games, opponent, reading and seed are left out then",
};
const GAMES: Parameter =
    Parameter { key: "games", default: "1000", about: "games to learn from before it plays, 0 to 1000000" };
const OPPONENT: Parameter =
    Parameter { key: "opponent", default: "threat", about: "whom it learns from: random or threat" };
const FREE: Parameter = Parameter {
    key: "free",
    default: "anywhere",
    about: "where it moves when it recognises nothing: anywhere or beside",
};
const READING: Parameter =
    Parameter { key: "reading", default: "figure", about: "what of a pattern goes into the next: figure or text" };
const SEED: Parameter = Parameter { key: "seed", default: "1", about: "the seed of the games it learns from" };

/// A course of games to learn from.
#[derive(Clone, Copy, PartialEq)]
struct Course {
    games: u64,
    threat: bool,
    reading: Reading,
    free_moves: FreeMoves,
    seed: u64,
}

impl Course {
    fn take<B: Bits>(self, rules: Rules) -> Knowledge {
        let mut player = SelfTaught::new(Knowledge::new(rules.row(), self.reading), self.free_moves);
        let seed = Seed::new(self.seed);
        if let Ok(start) = Match5::<B>::new(rules) {
            for game in 0..self.games {
                if self.threat {
                    player.study_policy(&start, game, seed, &ThreatPlayer);
                } else {
                    player.study_policy(&start, game, seed, &Uniform);
                }
            }
        }
        player.knowledge
    }

    /// The same, but once in a process.
    #[cfg(feature = "std")]
    fn shared<B: Bits>(self, rules: Rules) -> Arc<Knowledge> {
        use alloc::vec::Vec;
        use std::sync::{Mutex, PoisonError};

        static TAKEN: Mutex<Vec<(Course, Rules, Arc<Knowledge>)>> = Mutex::new(Vec::new());
        // Who comes second waits for the first: to learn the same beside it would not be faster.
        let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((.., knowledge)) = taken.iter().find(|(course, there, _)| *course == self && *there == rules) {
            return Arc::clone(knowledge);
        }
        let knowledge = Arc::new(self.take::<B>(rules));
        taken.push((self, rules, Arc::clone(&knowledge)));
        knowledge
    }

    #[cfg(not(feature = "std"))]
    fn shared<B: Bits>(self, rules: Rules) -> Arc<Knowledge> {
        Arc::new(self.take::<B>(rules))
    }
}

/// The player, which takes its course when it knows the rules.
struct Pupil {
    course: Course,
    player: Option<SelfTaught>,
}

impl<B: Bits> Agent<Match5<B>> for Pupil {
    fn decide(&mut self, state: &Match5<B>, seed: Seed) -> Result<Decision<Cell>, SearchError> {
        let Course { free_moves, .. } = self.course;
        let player = self.player.get_or_insert_with(|| {
            // Both colours begin in turn anyway, so that one course serves for either.
            let rules = state.rules().starting(Rules::MATCH5.starts());
            SelfTaught::new((*self.course.shared::<B>(rules)).clone(), free_moves)
        });
        ByPolicy(&*player).decide(state, seed)
    }
}

pub(super) fn self_taught<B: Bits + 'static>(spec: &Spec) -> Made<Match5<B>> {
    if B::EDGE > <u128 as Bits>::EDGE {
        return Err(spec.error("it learns on boards of up to 11 cells an edge"));
    }
    let course = Course {
        games: spec.get(&GAMES, "a number from 0 to 1000000", |games| (0..=1_000_000).contains(games))?,
        threat: word(spec, &OPPONENT, ["threat", "random"])? == 0,
        reading: [Reading::BlueAndFocus, Reading::EveryField][word(spec, &READING, ["figure", "text"])?],
        free_moves: spec.get(&FREE, "anywhere or beside", |_| true)?,
        seed: spec.get(&SEED, "a number", |_| true)?,
    };
    let player = from_file(spec)?.map(|knowledge| SelfTaught::new(knowledge, course.free_moves));
    Ok(Box::new(Pupil { course, player }))
}

#[cfg(feature = "files")]
fn from_file(spec: &Spec) -> Result<Option<Knowledge>, TextError> {
    let path: Option<alloc::string::String> = spec.optional(&FILE, "the name of a file", |_| true)?;
    let Some(path) = path else { return Ok(None) };
    let file = gambol_match5::Fivo::open(path.as_ref(), "").map_err(|error| spec.error(error))?;
    Ok(Some(file.knowledge().clone()))
}

#[cfg(not(feature = "files"))]
fn from_file(spec: &Spec) -> Result<Option<Knowledge>, TextError> {
    match spec.optional::<alloc::string::String>(&FILE, "left out", |_| true)? {
        None => Ok(None),
        Some(_) => Err(spec.error("this build reads no files")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Playable;
    use super::*;
    use alloc::string::ToString;
    use gambol_core::Seed;
    use gambol_match5::Wide;

    #[test]
    fn it_has_learned_before_it_plays() {
        let state: Match5 = "rrrr5/9/9/9/4b4/3b5/9/9/7b1 b".parse().unwrap();
        for agent in ["self-taught:games=200", "self-taught:games=4000,opponent=random,free=beside,reading=text"] {
            let decision = Match5::agent(agent).unwrap().decide(&state, Seed::new(1)).unwrap();
            assert_eq!(decision.action.to_string(), "e1", "{agent}");
        }
        let moves: alloc::collections::BTreeSet<Cell> = (0..20)
            .map(|seed| Match5::agent("self-taught:games=0").unwrap().decide(&state, Seed::new(seed)).unwrap().action)
            .collect();
        assert!(moves.len() > 10, "it knows nothing");
    }

    #[test]
    fn what_it_cannot_do_is_refused() {
        for agent in ["games=x", "opponent=me", "free=there", "reading=none", "file=/there/is/none.fivo", "z=1"] {
            let text = alloc::format!("self-taught:{agent}");
            assert!(Match5::<u128>::agent(&text).is_err(), "{agent}");
        }
        assert!(Match5::<Wide>::agent("self-taught").is_err());
    }
}
