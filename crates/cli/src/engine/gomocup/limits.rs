//! The manager's limits on time and memory, and its rule.

use std::time::Duration;

use gambol::Budget;
use gambol::search::Clock;

use super::player::Boards;
use crate::engine::settings::{self, TABLE};

/// Limits from the manager's `INFO` lines.
#[derive(Debug)]
pub(super) struct Limits {
    /// For one move; zero means as fast as possible.
    turn: Duration,
    /// For a whole game; `None` if unlimited.
    game: Option<Duration>,
    /// Time left in this game; `None` if unlimited.
    left: Option<Duration>,
    /// Bytes; `None` if unlimited.
    memory: Option<u64>,
    rule: u32,
    /// Messages to send with the next move.
    complaints: Vec<String>,
}

/// Time for a move if the manager sets none; the default of Piskvork.
const USUAL_TURN: Duration = Duration::from_secs(30);

/// "Remaining time is equal to 2147483647 if the time for a whole match is unlimited."
const UNLIMITED: i64 = 2_147_483_647;

/// Generous estimate of the program's memory without a table, in bytes.
const PROGRAM: u64 = 16_000_000;

/// Maximum table size in megabytes. The time of a move does not suffice to fill a larger one.
const GREATEST_TABLE: u64 = 256;

/// Bits of the rule: exactly five win, and those of other games.
const EXACTLY_FIVE: u32 = 1;
const OTHER_GAMES: [(u32, &str); 3] = [(2, "continuous games are"), (4, "renju is"), (8, "caro is")];

impl Default for Limits {
    fn default() -> Self {
        Self { turn: USUAL_TURN, game: None, left: None, memory: None, rule: 0, complaints: Vec::new() }
    }
}

impl Limits {
    /// Applies the key and the value of an `INFO` line. Unknown keys and malformed values are
    /// ignored, as the protocol requires.
    pub(super) fn learn(&mut self, info: &str) {
        let (key, value) = info.split_once(char::is_whitespace).unwrap_or((info, ""));
        let Ok(number) = value.trim().parse::<i64>() else { return };
        let time = Duration::from_millis(number.max(0).unsigned_abs());
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.turn = time,
            "timeout_match" => {
                self.game = (number > 0).then_some(time);
                self.left = self.game;
            }
            "time_left" => self.left = (number != UNLIMITED).then_some(time),
            "max_memory" => {
                self.memory = (number > 0).then_some(number.unsigned_abs());
                if self.memory.is_some_and(|bytes| bytes < PROGRAM) {
                    self.complain(format!("max_memory {number} is less than the program itself may use"));
                }
            }
            "rule" => {
                self.rule = u32::try_from(number).unwrap_or(0);
                if self.rule & EXACTLY_FIVE != 0 {
                    self.complain("six or more in a row also win".to_owned());
                }
            }
            // game_type has no effect, evaluate is for debug versions, and no files are kept in
            // folder.
            _ => {}
        }
    }

    fn complain(&mut self, complaint: String) {
        // Each message is sent once, even if the manager repeats itself.
        if !self.complaints.contains(&complaint) {
            self.complaints.push(complaint);
        }
    }

    /// Takes the messages for the manager.
    pub(super) fn complaints(&mut self) -> Vec<String> {
        std::mem::take(&mut self.complaints)
    }

    /// Returns an error if the rule belongs to another game.
    pub(super) fn refusal(&self) -> Result<(), String> {
        match OTHER_GAMES.iter().find(|&&(bit, _)| self.rule & bit != 0) {
            None => Ok(()),
            Some((_, game)) => Err(format!("rule {}: {game} not supported", self.rule)),
        }
    }

    /// Resets the clock for a new game.
    pub(super) fn restart(&mut self) {
        self.left = self.game;
    }

    /// Subtracts the time of a move. Managers that limit a game send the time left before every
    /// move; this is for those that do not.
    pub(super) fn spend(&mut self, took: Duration) {
        self.left = self.left.map(|left| left.saturating_sub(took));
    }

    /// Returns the budget of the next move.
    pub(super) fn terms(&self) -> Budget {
        let clocks = [Some(Clock::for_move(self.turn)), self.left.map(Clock::new)].into_iter().flatten();
        clocks.min_by_key(Clock::share).map_or_else(Budget::unlimited, |clock| Budget::unlimited().clock(clock))
    }

    /// Returns the text of the agent, with a table that fits in the memory.
    pub(super) fn agent(&self, boards: &Boards, text: &str) -> String {
        let Some(bytes) = self.memory else { return text.to_owned() };
        if !boards.has(text, TABLE) {
            return text.to_owned();
        }
        let room = bytes.saturating_sub(PROGRAM) / 4 * 3 / 1_000_000;
        let asked = settings::get(text, TABLE).and_then(|mb| mb.parse().ok()).unwrap_or(GREATEST_TABLE);
        settings::with(text, TABLE, &room.min(asked).to_string())
    }
}
