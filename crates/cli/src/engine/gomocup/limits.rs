//! What the manager says about time, memory and rules.

use std::time::Duration;

use gambol::Budget;

use super::player::Boards;
use crate::engine::clock;
use crate::engine::settings::{self, TABLE};

/// What the manager has said, and what follows from it.
#[derive(Debug)]
pub(super) struct Limits {
    /// For one move; nothing means: as fast as possible.
    turn: Duration,
    /// For a whole game, if it is limited.
    game: Option<Duration>,
    /// What is left for this game.
    left: Option<Duration>,
    /// Bytes, if they are limited.
    memory: Option<u64>,
    rule: u32,
    /// What has to be said with the next move.
    complaints: Vec<String>,
}

/// The time for a move if the manager does not say one: what Piskvork starts with.
const USUAL_TURN: Duration = Duration::from_secs(30);

/// "Remaining time is equal to 2147483647 if the time for a whole match is unlimited."
const UNLIMITED: i64 = 2_147_483_647;

/// What the program takes without a table, in bytes, and generously.
const PROGRAM: u64 = 16_000_000;

/// The largest table, in megabytes: more is not filled in the time of a move.
const GREATEST_TABLE: u64 = 256;

/// The bits of a rule: exactly five win, and those that make another game.
const EXACTLY_FIVE: u32 = 1;
const OTHER_GAMES: [(u32, &str); 3] = [(2, "continuous games are"), (4, "renju is"), (8, "caro is")];

impl Default for Limits {
    fn default() -> Self {
        Self { turn: USUAL_TURN, game: None, left: None, memory: None, rule: 0, complaints: Vec::new() }
    }
}

impl Limits {
    /// Takes in the key and the value of an INFO. What is unknown or malformed is ignored, as the
    /// protocol asks for.
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
                    self.complain(format!("{number} bytes are less than the program itself may take"));
                }
            }
            "rule" => {
                self.rule = u32::try_from(number).unwrap_or(0);
                if self.rule & EXACTLY_FIVE != 0 {
                    self.complain("six or more in a row are taken for a win too".to_owned());
                }
            }
            // game_type makes no difference to us; evaluate is for versions to debug; and in folder
            // nothing is kept.
            _ => {}
        }
    }

    fn complain(&mut self, complaint: String) {
        // Once is enough, however often a manager repeats itself.
        if !self.complaints.contains(&complaint) {
            self.complaints.push(complaint);
        }
    }

    /// What the manager ought to know, once.
    pub(super) fn complaints(&mut self) -> Vec<String> {
        std::mem::take(&mut self.complaints)
    }

    /// Refuses to move if the rule is that of another game.
    pub(super) fn refusal(&self) -> Result<(), String> {
        match OTHER_GAMES.iter().find(|&&(bit, _)| self.rule & bit != 0) {
            None => Ok(()),
            Some((_, game)) => Err(format!("rule {}: {game} not played here", self.rule)),
        }
    }

    /// A new game begins.
    pub(super) fn restart(&mut self) {
        self.left = self.game;
    }

    /// A move has taken its time. Managers that limit a game say what is left before every move;
    /// this is for those that do not.
    pub(super) fn spend(&mut self, took: Duration) {
        self.left = self.left.map(|left| left.saturating_sub(took));
    }

    /// The terms of the next move.
    pub(super) fn terms(&self) -> Budget {
        let turn = clock::less_margin(self.turn);
        let time = self.left.map_or(turn, |left| turn.min(clock::share(left, Duration::ZERO, None)));
        clock::terms(time)
    }

    /// The text of the agent, with a table that fits in the memory.
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
