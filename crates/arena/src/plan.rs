//! What fixes the games of a run or a match, and the first line of a file of records.

use std::hash::Hasher;
use std::ops::Range;

use gambol_core::{Seed, StableHasher};
use serde::{Deserialize, Serialize};

use crate::shard::Shard;
use crate::sprt::Sprt;

/// Everything that fixes the games of a run (one agent) or of a match (two agents).
///
/// A match goes in pairs: games `2p` and `2p + 1`. In a game for two, both begin with the same
/// opening and have the same luck, and the agents swap sides: the first agent begins the first game
/// of a pair. In a puzzle each agent plays one game of the pair, with the same seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The game's name, with its settings.
    pub game: String,
    /// The state from which every game starts, as text. It says all settings of the game.
    pub start: String,
    /// How many players the game has: 1 or 2.
    pub players: usize,
    /// The agents, with their settings: one in a run, two in a match.
    pub agents: Vec<String>,
    /// How many games, over all shards. In a match they go in pairs; half a pair is not played.
    pub games: u64,
    /// The seed of it all.
    pub seed: u64,
    /// Ends games after so many actions of players, the opening not counted; `None` for never.
    pub max_moves: Option<u64>,
    /// How many actions at the start of a game are random, the same in both games of a pair.
    pub opening_plies: u32,
    /// Whether records hold the whole game.
    pub record_games: bool,
    /// The test that may end a match early.
    pub sprt: Option<Sprt>,
}

impl Plan {
    /// How many games belong together: 2 in a match, 1 in a run.
    #[must_use]
    pub fn unit(&self) -> u64 {
        if self.is_match() { 2 } else { 1 }
    }

    /// Whether two agents are compared.
    #[must_use]
    pub fn is_match(&self) -> bool {
        self.agents.len() > 1
    }

    /// Whether two agents play against each other.
    #[must_use]
    pub fn is_duel(&self) -> bool {
        self.is_match() && self.players > 1
    }

    /// The seed of a game. It depends on the seed of the run and the number of the game alone (in a
    /// match, of its pair).
    #[must_use]
    pub fn seed_of(&self, index: u64) -> Seed {
        Seed::new(self.seed).derive(index / self.unit())
    }

    /// Which of the agents moves first in a game of a match; in a puzzle, which one plays it.
    /// `None` in a run.
    #[must_use]
    pub fn first_of(&self, index: u64) -> Option<usize> {
        self.is_match().then_some((index % 2) as usize)
    }

    /// The games of a shard. A pair is never torn.
    #[must_use]
    pub fn range(&self, shard: Shard) -> Range<u64> {
        let pairs = shard.range(self.games / self.unit());
        pairs.start * self.unit()..pairs.end * self.unit()
    }

    /// Whether games can be played by it, as far as that shows without knowing the game.
    ///
    /// # Errors
    ///
    /// Says what is wrong with it.
    pub fn check(&self) -> Result<(), String> {
        if !(1..=2).contains(&self.players) {
            return Err(format!("a game has one or two players, not {}", self.players));
        }
        if !(1..=2).contains(&self.agents.len()) {
            return Err(format!("one agent plays or two, not {}", self.agents.len()));
        }
        if !self.games.is_multiple_of(self.unit()) {
            return Err(format!("the games of a match go in pairs, so {} are not possible", self.games));
        }
        if self.sprt.is_some() && !self.is_duel() {
            return Err("a test needs two agents that play against each other".to_owned());
        }
        Ok(())
    }

    /// A hash of all of it, the same on every machine.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let mut hasher = StableHasher::default();
        // Its JSON is written in the order of the fields, so it is as stable as they are.
        hasher.write(serde_json::to_string(self).unwrap_or_default().as_bytes());
        hasher.finish()
    }
}

/// The first line of a file of records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The version of Gambol that played.
    pub gambol: String,
    /// What fixes the games.
    #[serde(flatten)]
    pub plan: Plan,
    /// The hash of what fixes the games: sixteen hexadecimal digits.
    pub settings: String,
    /// Which share of the games the file holds.
    pub shard: Shard,
}

impl Header {
    /// The header for a shard of a plan, played by this version.
    #[must_use]
    pub fn new(version: &str, plan: Plan, shard: Shard) -> Self {
        Self { gambol: version.to_owned(), settings: format!("{:016x}", plan.hash()), plan, shard }
    }

    /// The first field in which two headers differ other than the shard, with what each says.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<Difference> {
        const FIELDS: [&str; 12] = [
            "gambol",
            "game",
            "start",
            "players",
            "agents",
            "games",
            "seed",
            "max_moves",
            "opening_plies",
            "record_games",
            "sprt",
            "settings",
        ];
        let [ours, theirs] = [self, other].map(|header| serde_json::to_value(header).unwrap_or_default());
        let differs = FIELDS.into_iter().find(|&field| ours[field] != theirs[field])?;
        Some(Difference { field: differs, ours: ours[differs].to_string(), theirs: theirs[differs].to_string() })
    }

    /// Whether the hash is that of the settings.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.settings == format!("{:016x}", self.plan.hash())
    }
}

/// A field in which two headers differ.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("they differ in {field}: {ours} and {theirs}")]
pub struct Difference {
    /// The field's name.
    pub field: &'static str,
    /// What the one says, as JSON.
    pub ours: String,
    /// What the other says, as JSON.
    pub theirs: String,
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn plan(agents: &[&str], games: u64) -> Plan {
        Plan {
            game: "grab".into(),
            start: "0 0-0 first".into(),
            players: 2,
            agents: agents.iter().map(|&agent| agent.to_owned()).collect(),
            games,
            seed: 7,
            max_moves: None,
            opening_plies: 0,
            record_games: false,
            sprt: None,
        }
    }

    #[test]
    fn games_of_a_pair_share_a_seed_and_a_shard() {
        let (run, contest) = (plan(&["a"], 10), plan(&["a", "b"], 10));
        assert_eq!(run.seed_of(3), Seed::new(7).derive(3));
        assert_eq!((contest.seed_of(6), contest.seed_of(7)), (Seed::new(7).derive(3), Seed::new(7).derive(3)));
        assert_eq!(contest.range("1/2".parse().unwrap()), 0..4);
        assert_eq!(contest.range("2/2".parse().unwrap()), 4..10);
        assert_eq!((contest.first_of(6), contest.first_of(7), run.first_of(7)), (Some(0), Some(1), None));
    }

    #[test]
    fn headers_come_back_and_differences_are_named() {
        let header = Header::new("1.0", plan(&["a"], 10), Shard::WHOLE);
        let text = serde_json::to_string(&header).unwrap();
        let read: Header = serde_json::from_str(&text).unwrap();
        assert_eq!(read, header);
        assert!(read.is_sound());
        assert_eq!(header.difference(&read), None);

        let mut other = plan(&["a"], 10);
        other.max_moves = Some(3);
        let other = Header::new("1.0", other, "1/2".parse().unwrap());
        let difference = header.difference(&other).unwrap();
        assert_eq!(difference.to_string(), "they differ in max_moves: null and 3");

        let forged = Header { settings: other.settings, ..header };
        assert!(!forged.is_sound());
    }

    /// Golden value: a change here makes every file of records refuse to be continued.
    #[test]
    fn the_hash_is_pinned() {
        assert_eq!(Header::new("1.0", plan(&["a"], 10), Shard::WHOLE).settings, "a50804febb816b03");
    }
}
