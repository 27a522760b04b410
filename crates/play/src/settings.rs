//! Settings of the menu.

use std::time::Duration;

use gambol::registry::{Level, Position, split};

/// Time limits of a search in milliseconds; 0 for the agent's own limit.
const LIMITS: [u64; 10] = [0, 50, 100, 300, 1_000, 3_000, 10_000, 30_000, 60_000, 300_000];
/// Pauses between moves of a watched game in milliseconds, the slowest first.
const PAUSES: [u64; 9] = [3_000, 2_000, 1_000, 500, 250, 120, 60, 30, 0];

/// A position in a list of choices, or a time between two of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    list: &'static [u64],
    at: usize,
    ms: u64,
}

impl Choice {
    /// Returns this time limit in the list of time limits.
    pub fn limit(ms: u64) -> Self {
        Self { list: &LIMITS, at: LIMITS.iter().rposition(|&limit| limit <= ms).unwrap_or(0), ms }
    }

    /// Returns the default pause between moves of a watched game.
    pub fn speed() -> Self {
        Self { list: &PAUSES, at: 4, ms: PAUSES[4] }
    }

    /// Moves to the next or previous time of the list, but not beyond the ends.
    pub fn step(&mut self, forth: bool) {
        let is_between = self.ms != self.list[self.at];
        self.at = if forth {
            (self.at + 1).min(self.list.len() - 1)
        } else {
            self.at.saturating_sub(usize::from(!is_between))
        };
        self.ms = self.list[self.at];
    }

    /// Returns the chosen time.
    pub fn time(self) -> Duration {
        Duration::from_millis(self.ms)
    }

    /// Returns the position from 1, and the number of choices.
    pub fn place(self) -> (usize, usize) {
        (self.at + 1, self.list.len())
    }
}

/// Settings of the menu.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Whether each side is a human player.
    pub people: [bool; 2],
    /// The agent of each side, which also gives the hints.
    pub agents: [String; 2],
    /// Time limit of an agent's move.
    pub limit: Choice,
    /// Time limit of a hint.
    pub hint_limit: Choice,
    /// Pause between moves of a watched game.
    pub speed: Choice,
    /// Whether undo may cross chance events.
    pub over_chance: bool,
    /// Whether letters are shown on stones.
    pub letters: bool,
}

impl Settings {
    /// Returns the chosen time limit, if any.
    pub fn time_of(choice: Choice) -> Option<Duration> {
        Some(choice.time()).filter(|time| !time.is_zero())
    }

    /// Returns the index of the agents' common level among the game's levels, if they have one.
    pub fn level(&self, game: &Position) -> Option<usize> {
        let is = |level: &Level, agent: &String| level.name == *agent || level.agent == *agent;
        let played =
            |level: &Level| self.agents.iter().zip(self.people).all(|(agent, person)| person || is(level, agent));
        let all = |level: &Level| self.agents.iter().all(|agent| is(level, agent));
        let levels = &game.game().levels;
        levels.iter().position(all).or_else(|| levels.iter().position(played).filter(|_| self.people != [true; 2]))
    }

    /// Sets both sides' agents to the next or previous level, or to the strongest if they have
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

    /// Returns the next or previous agent of a side, in the game's order.
    pub fn other_agent(&self, game: &Position, side: usize, forth: bool) -> String {
        let names: Vec<String> = game.game().agents.iter().map(|entry| entry.name.clone()).collect();
        let name = split(&self.agents[side]).0;
        let count = names.len().max(1);
        let at = names.iter().position(|known| *known == name).unwrap_or(0);
        let at = if forth { at + 1 } else { at + count - 1 } % count;
        names.get(at).unwrap_or(&self.agents[side]).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_between_two_choices_stay_until_a_step() {
        for (ms, less, more) in [(0, 0, 50), (40, 0, 50), (50, 0, 100), (200, 100, 300), (400_000, 300_000, 300_000)] {
            let stepped = |forth| {
                let mut choice = Choice::limit(ms);
                assert_eq!(choice.time(), Duration::from_millis(ms));
                choice.step(forth);
                choice.time().as_millis()
            };
            assert_eq!((stepped(false), stepped(true)), (less, more), "{ms}");
        }
    }
}
