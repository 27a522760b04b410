//! What can be chosen in the menu.

use std::time::Duration;

use gambol::registry::{Level, Position, split};

/// Times that a search may take, in milliseconds; 0 for no limit but the agent's own.
const LIMITS: [u64; 10] = [0, 50, 100, 300, 1_000, 3_000, 10_000, 30_000, 60_000, 300_000];
/// Pauses between moves that are watched, in milliseconds, slow ones first.
const PAUSES: [u64; 9] = [3_000, 2_000, 1_000, 500, 250, 120, 60, 30, 0];

/// A place in a list of choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    list: &'static [u64],
    at: usize,
}

impl Choice {
    /// A time limit, in the list next to this one.
    pub fn limit(ms: u64) -> Self {
        Self { list: &LIMITS, at: LIMITS.iter().rposition(|&limit| limit <= ms).unwrap_or(0) }
    }

    /// The usual pause between moves that are watched.
    pub fn speed() -> Self {
        Self { list: &PAUSES, at: 4 }
    }

    /// Steps forth or back, and stays at the ends.
    pub fn step(&mut self, forth: bool) {
        self.at = if forth { (self.at + 1).min(self.list.len() - 1) } else { self.at.saturating_sub(1) };
    }

    /// What is chosen.
    pub fn time(self) -> Duration {
        Duration::from_millis(self.list[self.at])
    }

    /// The place from 1, and how many there are.
    pub fn place(self) -> (usize, usize) {
        (self.at + 1, self.list.len())
    }
}

/// What can be chosen in the menu.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Which sides are people.
    pub people: [bool; 2],
    /// The agent of each side: it moves where nobody else does, and gives the hints.
    pub agents: [String; 2],
    /// The time for a move of an agent.
    pub limit: Choice,
    /// The time for a hint.
    pub hint_limit: Choice,
    /// The pause between moves that are watched.
    pub speed: Choice,
    /// Whether luck can be taken back.
    pub over_chance: bool,
    /// Whether stones show their letters.
    pub letters: bool,
}

impl Settings {
    /// A limit of time, if there is one.
    pub fn time_of(choice: Choice) -> Option<Duration> {
        Some(choice.time()).filter(|time| !time.is_zero())
    }

    /// The level of the agents, if they have one: the number of it among the game's.
    pub fn level(&self, game: &Position) -> Option<usize> {
        let is = |level: &Level, agent: &String| level.name == *agent || level.agent == *agent;
        let played =
            |level: &Level| self.agents.iter().zip(self.people).all(|(agent, person)| person || is(level, agent));
        let all = |level: &Level| self.agents.iter().all(|agent| is(level, agent));
        let levels = &game.game().levels;
        levels.iter().position(all).or_else(|| levels.iter().position(played).filter(|_| self.people != [true; 2]))
    }

    /// Sets the level of both sides' agents to the one above or below; the strongest if they have
    /// none.
    pub fn step_level(&mut self, game: &Position, forth: bool) {
        let levels = &game.game().levels;
        let last = levels.len().saturating_sub(1);
        let to = match self.level(game) {
            Some(level) if forth => (level + 1).min(last),
            Some(level) => level.saturating_sub(1),
            None => last,
        };
        if let Some(level) = levels.get(to) {
            self.agents = [level.name.to_owned(), level.name.to_owned()];
        }
    }

    /// The agent after or before the one of a side, in the order in which the game lists them.
    pub fn other_agent(&self, game: &Position, side: usize, forth: bool) -> String {
        let names: Vec<String> = game.game().agents.iter().map(|entry| entry.name.clone()).collect();
        let name = split(&self.agents[side]).0;
        let count = names.len().max(1);
        let at = names.iter().position(|known| *known == name).unwrap_or(0);
        let at = if forth { at + 1 } else { at + count - 1 } % count;
        names.get(at).unwrap_or(&self.agents[side]).clone()
    }
}
