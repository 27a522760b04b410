//! Match5's self-learning player as an agent.
//!
//! The player learns from one game after the other, but the arena plays games in parallel, each
//! with a fresh agent. As an agent it therefore learns before it plays, and nothing while it plays:
//! from a file, or from a course of training games, which is determined by the settings. All agents
//! of a process with the same settings share one course, and a file is read once.

use alloc::boxed::Box;
use alloc::sync::Arc;

use gambol_core::{Cell, Seed, TextError, Uniform};
use gambol_match5::{Bits, Match5, Rules, ThreatPlayer};
use gambol_search::{Budget, Decision, PolicyOnly, Search, SearchError};
use gambol_self_taught::{FreeMoves, Knowledge, Reading, SelfTaught};

use crate::agents::parameters::word;
use crate::agents::spec::{Parameter, Spec};
use crate::entry::Made;

pub(super) const PARAMETERS: [Parameter; 6] = [FILE, GAMES, OPPONENT, FREE, READING, SEED];
const FILE: Parameter = Parameter {
    key: "file",
    default: "none",
    about: "knowledge file (.fivo) of `gambol learn`, read once; excludes games, opponent, reading and seed",
};
const GAMES: Parameter =
    Parameter { key: "games", default: "1000", about: "training games before it plays, 0 to 1000000" };
const OPPONENT: Parameter =
    Parameter { key: "opponent", default: "threat", about: "opponent of the training games: random or threat" };
const FREE: Parameter = Parameter {
    key: "free",
    default: "anywhere",
    about: "moves without a recognised pattern: anywhere or beside (a stone)",
};
const READING: Parameter = Parameter {
    key: "reading",
    default: "figure",
    about: "part of a recognised pattern that enters the next: figure or text",
};
const SEED: Parameter = Parameter { key: "seed", default: "1", about: "seed of the training games" };

/// A course of training games.
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

    /// Takes the course once per process.
    #[cfg(feature = "std")]
    fn shared<B: Bits>(self, rules: Rules) -> Arc<Knowledge> {
        static TAKEN: Once<(Course, Rules)> = Once::new();
        let Ok(knowledge) = TAKEN.get((self, rules), || Ok::<_, core::convert::Infallible>(self.take::<B>(rules)));
        knowledge
    }

    #[cfg(not(feature = "std"))]
    fn shared<B: Bits>(self, rules: Rules) -> Arc<Knowledge> {
        Arc::new(self.take::<B>(rules))
    }
}

/// Knowledge that all agents of a process share by its source, even if the source changes: all
/// games of a run are played with the same.
#[cfg(feature = "std")]
struct Once<K>(std::sync::Mutex<alloc::vec::Vec<(K, Arc<Knowledge>)>>);

#[cfg(feature = "std")]
impl<K: PartialEq> Once<K> {
    const fn new() -> Self {
        Self(std::sync::Mutex::new(alloc::vec::Vec::new()))
    }

    /// Returns the knowledge kept for this key, or makes it by `make` and keeps it.
    fn get<E>(&self, key: K, make: impl FnOnce() -> Result<Knowledge, E>) -> Result<Arc<Knowledge>, E> {
        // A second caller waits for the first: learning the same in parallel would not be faster.
        let mut kept = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, knowledge)) = kept.iter().find(|(there, _)| *there == key) {
            return Ok(Arc::clone(knowledge));
        }
        let knowledge = Arc::new(make()?);
        kept.push((key, Arc::clone(&knowledge)));
        Ok(knowledge)
    }
}

/// The player, which takes its course at the first search, when the rules are known.
struct Pupil {
    course: Course,
    player: Option<SelfTaught>,
}

impl<B: Bits> Search<Match5<B>> for Pupil {
    fn search(&mut self, state: &Match5<B>, budget: &Budget, seed: Seed) -> Result<Decision<Cell>, SearchError> {
        let Course { free_moves, .. } = self.course;
        let player = self.player.get_or_insert_with(|| {
            // The colours begin in turn anyway, so that one course serves both.
            let rules = state.rules().starting(Rules::MATCH5.starts());
            SelfTaught::new((*self.course.shared::<B>(rules)).clone(), free_moves)
        });
        if player.knowledge.row() != state.rules().row() {
            return Err(SearchError::Unfit { why: "its knowledge is for another number of stones in a row" });
        }
        PolicyOnly(&*player).search(state, budget, seed)
    }
}

pub(super) fn self_taught<B: Bits + 'static>(spec: &Spec) -> Made<Match5<B>> {
    if B::EDGE > <u128 as Bits>::EDGE {
        return Err(spec.error("self-taught plays on boards of at most 11×11 cells"));
    }
    let course = Course {
        games: spec.get(&GAMES, "a number from 0 to 1000000", |games| (0..=1_000_000).contains(games))?,
        threat: word(spec, &OPPONENT, ["threat", "random"])? == 0,
        reading: [Reading::BlueAndFocus, Reading::EveryField][word(spec, &READING, ["figure", "text"])?],
        free_moves: spec.get(&FREE, "anywhere or beside", |_| true)?,
        seed: spec.get(&SEED, "a number", |_| true)?,
    };
    let player = from_file(spec)?.map(|knowledge| SelfTaught::new((*knowledge).clone(), course.free_moves));
    Ok(Box::new(Pupil { course, player }))
}

/// Reads the knowledge of the file, without its password: the checksum detects damage, not forgery.
#[cfg(feature = "files")]
fn from_file(spec: &Spec) -> Result<Option<Arc<Knowledge>>, TextError> {
    static READ: crate::files::Files<Knowledge> = crate::files::Files::new();
    let path: Option<alloc::string::String> = spec.optional(&FILE, "the name of a file", |_| true)?;
    let Some(path) = path else { return Ok(None) };
    let load = || {
        let file = gambol_self_taught::Fivo::open(path.as_ref(), "")?;
        Ok::<_, gambol_self_taught::FivoError>((Arc::new(file.knowledge().clone()), file.bytes().to_vec()))
    };
    READ.get(&path, "", load).map(Some).map_err(|why| spec.error(why))
}

#[cfg(not(feature = "files"))]
fn from_file(spec: &Spec) -> Result<Option<Arc<Knowledge>>, TextError> {
    match spec.optional::<alloc::string::String>(&FILE, "left out", |_| true)? {
        None => Ok(None),
        Some(_) => Err(spec.error("this program was built without the feature files")),
    }
}
