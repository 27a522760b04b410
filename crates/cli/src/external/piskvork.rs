//! The protocol of Piskvork, for five in a row, as its manager.

use gambol::Cell;
use gambol::match5::{Match5, Rules, Wide};
use gambol::registry::Position;

use super::process::Process;
use super::{Client, Limits, Place};

pub(super) struct Piskvork {
    /// The cells of the board's edge.
    pub(super) edge: u8,
}

/// The board's edge, if the protocol has this game.
pub(super) fn edge(start: &Position) -> Result<u8, &'static str> {
    let small = start.state::<Match5<u128>>().map(Match5::rules);
    let rules: Option<Rules> = small.or_else(|| start.state::<Match5<Wide>>().map(Match5::rules));
    match rules {
        Some(rules) if rules.row() == Rules::GOMOKU.row() => Ok(rules.edge()),
        Some(_) => Err("Piskvork's protocol is for five in a row"),
        None => Err("Piskvork's protocol is for match5"),
    }
}

impl Client for Piskvork {
    fn new_game(&mut self, process: &mut Process, limits: &Limits) -> Result<(), String> {
        process.say(&format!("START {}", self.edge));
        process.until("OK", limits.timeout, |line| match line {
            "OK" => Some(Ok(())),
            _ if line.starts_with("ERROR") => Some(Err("it refuses the board".to_owned())),
            _ => None,
        })?;
        process.say("INFO timeout_match 0");
        process.say("INFO time_left 2147483647");
        process.say("INFO game_type 1");
        process.say("INFO rule 0");
        Ok(())
    }

    fn ask(&mut self, process: &mut Process, place: &Place, limits: &Limits) -> Result<(String, Option<f64>), String> {
        if let Some(time) = limits.time {
            process.say(&format!("INFO timeout_turn {}", time.as_millis()));
        }
        // The whole board every time, so that it does not matter what the engine remembers.
        process.say("BOARD");
        for line in stones(&place.state.to_string())? {
            process.say(&line);
        }
        process.say("DONE");
        let cell = process.until("move", limits.patience(), |line| {
            let word = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
            match word.as_str() {
                "MESSAGE" | "DEBUG" | "SUGGEST" | "OK" => None,
                _ => Some(cell(line).ok_or_else(|| format!("{line:?} is no move x,y"))),
            }
        })?;
        Ok((cell.to_string(), None))
    }
}

fn cell(text: &str) -> Option<Cell> {
    let (column, row) = text.split_once(',')?;
    Some(Cell::new(column.trim().parse().ok()?, row.trim().parse().ok()?))
}

/// The lines of a board: each stone, 1 for those of the side to move.
fn stones(text: &str) -> Result<Vec<String>, String> {
    let mut fields = text.split(' ');
    let (Some(rows), Some(side)) = (fields.next(), fields.next()) else { return Err(format!("no board in {text}")) };
    let mut lines = Vec::new();
    for (y, row) in rows.split('/').enumerate() {
        let (mut x, mut empty) = (0, 0);
        for letter in row.chars() {
            if let Some(digit) = letter.to_digit(10) {
                empty = 10 * empty + digit;
                continue;
            }
            x += std::mem::take(&mut empty);
            lines.push(format!("{x},{y},{}", if side.starts_with(letter) { 1 } else { 2 }));
            x += 1;
        }
    }
    Ok(lines)
}
