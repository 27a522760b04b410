//! The manager's side of the Piskvork protocol, for five in a row.

use std::thread;
use std::time::{Duration, Instant};

use gambol::Cell;
use gambol::match5::{Match5, Rules, Wide};
use gambol::registry::Position;
use gambol::search::Clock;

use super::process::Process;
use super::{Client, Limits, MATE, Place};

pub(super) struct Piskvork {
    /// Cells along the board's edge.
    edge: u8,
    /// Time for a move, as last sent in this game.
    told: Option<Duration>,
    /// Whether limits were sent since the last move. The engine may reject those that it does not
    /// support.
    informed: bool,
    /// Time of the engine's last move.
    answered: Option<Instant>,
    /// The engine's board as lines of `BOARD`, after its last move.
    board: Vec<String>,
}

/// Pause after a move. Rapfi discards input until it has registered the end of its search, some
/// microseconds after it has printed its move.
const PAUSE: Duration = Duration::from_millis(10);

impl Piskvork {
    pub(super) fn new(edge: u8) -> Self {
        Self { edge, told: None, informed: false, answered: None, board: Vec::new() }
    }

    /// Sends the time for a move, if it has changed. The time left on a clock is also the limit of
    /// the move.
    fn inform(&mut self, process: &mut Process, limits: &Limits) {
        if let Some(Clock { left, increment, .. }) = limits.clock {
            let (left, increment) = (left.as_millis(), increment.as_millis());
            if self.told.is_none() {
                process.say(&format!("INFO timeout_match {left}"));
            }
            if self.told.is_none() && increment > 0 {
                process.say(&format!("INFO time_increment {increment}"));
            }
            process.say(&format!("INFO time_left {left}"));
        }
        if let Some(time) = limits.time.filter(|&time| self.told != Some(time)) {
            process.say(&format!("INFO timeout_turn {}", time.as_millis()));
            (self.told, self.informed) = (Some(time), true);
        }
    }

    /// Waits until the engine reads input again, and drops its output since the move, such as a
    /// second move.
    fn pause(&self, process: &mut Process) {
        if let Some(answered) = self.answered {
            thread::sleep(PAUSE.saturating_sub(answered.elapsed()));
            process.forget();
        }
    }
}

/// An answer to a command.
enum Answer<T> {
    Taken(T),
    /// `ERROR` or `UNKNOWN`, and the rest of the line.
    Refused(String),
}

/// Returns the command of a line, in capitals.
fn command(line: &str) -> String {
    line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase()
}

/// Returns the board's edge if the protocol supports the game.
pub(super) fn edge(start: &Position) -> Result<u8, &'static str> {
    let small = start.state::<Match5<u128>>().map(Match5::rules);
    let rules: Option<Rules> = small.or_else(|| start.state::<Match5<Wide>>().map(Match5::rules));
    match rules {
        Some(rules) if rules.row() == Rules::GOMOKU.row() => Ok(rules.edge()),
        Some(_) => Err("the Piskvork protocol supports only five in a row"),
        None => Err("the Piskvork protocol supports only match5"),
    }
}

impl Client for Piskvork {
    fn new_game(&mut self, process: &mut Process, limits: &Limits) -> Result<(), String> {
        self.pause(process);
        let mut start = || {
            process.say(&format!("START {}", self.edge));
            process.until("OK", limits.timeout, |line| match command(line).as_str() {
                "OK" => Some(Ok(Answer::Taken(()))),
                "ERROR" | "UNKNOWN" => Some(Ok(Answer::Refused(line.to_owned()))),
                _ => None,
            })
        };
        // A second try, in case the engine has read only part of the line.
        if matches!(start()?, Answer::Refused(_)) && matches!(start()?, Answer::Refused(_)) {
            return Err(process.quoting("it rejects the board"));
        }
        process.say("INFO timeout_match 0");
        process.say("INFO time_left 2147483647");
        process.say("INFO game_type 1");
        process.say("INFO rule 0");
        (self.told, self.informed) = (None, true);
        self.board.clear();
        Ok(())
    }

    fn ask(&mut self, process: &mut Process, place: &Place, limits: &Limits) -> Result<(String, Option<f64>), String> {
        let stones = stones(&place.state.to_string())?;
        let turn = turn(&self.board, &stones);
        if turn.is_none() && !self.board.is_empty() {
            // Many engines put the stones of a `BOARD` on top of those that they have.
            self.new_game(process, limits)?;
        }
        self.pause(process);
        self.inform(process, limits);
        let request = turn
            .unwrap_or_else(|| [vec!["BOARD".to_owned()], stones.clone(), vec!["DONE".to_owned()]].concat().join("\n"));
        process.say(&request);
        let informed = std::mem::take(&mut self.informed);
        let (mut complaints, mut value) = (Vec::new(), None);
        let cell = loop {
            match process.until("move", limits.patience(), |line| match command(line).as_str() {
                "MESSAGE" => {
                    value = evaluation(line).or(value);
                    None
                }
                "DEBUG" | "SUGGEST" | "OK" => None,
                // The engine rejects the limits, not the board.
                "ERROR" | "UNKNOWN" if informed => None,
                "ERROR" | "UNKNOWN" => Some(Ok(Answer::Refused(line.to_owned()))),
                _ => Some(cell(line).map(Answer::Taken).ok_or_else(|| format!("{line:?} is not a move x,y"))),
            })? {
                Answer::Taken(cell) => break cell,
                // An engine rejects each line at most once.
                Answer::Refused(complaint)
                    if complaints.contains(&complaint) || complaints.len() == request.lines().count() =>
                {
                    return Err(process.quoting("it rejects the position"));
                }
                Answer::Refused(complaint) => {
                    // A second try, in case the engine has read only part of the request. It may
                    // also reject the rest.
                    if complaints.is_empty() {
                        process.say(&request);
                    }
                    complaints.push(complaint);
                }
            }
        };
        self.answered = Some(Instant::now());
        self.board = stones;
        self.board.push(format!("{},{},1", cell.column, cell.row));
        Ok((cell.to_string(), value))
    }
}

/// Parses the value in a line `MESSAGE … ev N` or `MESSAGE … ev +M5`, in units of the engine.
fn evaluation(line: &str) -> Option<f64> {
    let value = line.split_whitespace().skip_while(|&word| word != "ev").nth(1)?;
    match value.strip_prefix("+M").map(|_| MATE).or(value.strip_prefix("-M").map(|_| -MATE)) {
        None => value.parse().ok().map(|hundredths: i32| f64::from(hundredths) / 100.0),
        mate => mate,
    }
}

/// Returns the command `TURN` if these stones are those of the engine's board and one more of the
/// opponent. Engines keep what they have searched only over this command.
fn turn(board: &[String], stones: &[String]) -> Option<String> {
    let mut new = stones.iter().filter(|stone| !board.contains(stone));
    let (stone, None) = (new.next()?, new.next()) else { return None };
    let cell = stone.strip_suffix(",2").filter(|_| !board.is_empty() && stones.len() == board.len() + 1)?;
    Some(format!("TURN {cell}"))
}

fn cell(text: &str) -> Option<Cell> {
    let (column, row) = text.split_once(',')?;
    Some(Cell::new(column.trim().parse().ok()?, row.trim().parse().ok()?))
}

/// Returns the lines of a board, one for each stone, with 1 for the stones of the side to move. The
/// colours alternate as far as their numbers allow, and the last stone is the opponent's, because
/// Rapfi moves for the side that follows the last stone.
fn stones(text: &str) -> Result<Vec<String>, String> {
    let mut fields = text.split(' ');
    let (Some(rows), Some(side)) = (fields.next(), fields.next()) else { return Err(format!("no board in {text}")) };
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for (y, row) in rows.split('/').enumerate() {
        let (mut x, mut empty) = (0, 0);
        for letter in row.chars() {
            if let Some(digit) = letter.to_digit(10) {
                empty = 10 * empty + digit;
                continue;
            }
            x += std::mem::take(&mut empty);
            if side.starts_with(letter) {
                ours.push(format!("{x},{y},1"));
            } else {
                theirs.push(format!("{x},{y},2"));
            }
            x += 1;
        }
    }
    let mut lines = Vec::new();
    while !ours.is_empty() || !theirs.is_empty() {
        lines.extend(theirs.pop());
        lines.extend(ours.pop());
    }
    lines.reverse();
    Ok(lines)
}
