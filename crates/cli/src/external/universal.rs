//! The manager's side of UGI, the universal game interface.

use gambol::search::Clock;
use gambol::{Game, Player};

use super::process::Process;
use super::{Client, Limits, MATE, Place};

pub(super) struct Universal {
    /// Text of the state that is sent as `startpos`; if `None`, games begin with `fen` and the text
    /// of their first state.
    pub(super) startpos: Option<String>,
    /// Whether the engine has been ready since the last move.
    pub(super) ready: bool,
}

impl Client for Universal {
    fn new_game(&mut self, process: &mut Process, limits: &Limits) -> Result<(), String> {
        // Sent again before every game: it is harmless, and engines that play one game per session
        // require it.
        process.say("ugi");
        expect(process, "ugiok", limits)?;
        process.say("uginewgame");
        process.say("isready");
        expect(process, "readyok", limits)?;
        self.ready = true;
        Ok(())
    }

    fn ask(&mut self, process: &mut Process, place: &Place, limits: &Limits) -> Result<(String, Option<f64>), String> {
        let start = place.start.to_string();
        let from = match &self.startpos {
            None => format!("fen {start}"),
            Some(origin) if *origin == start => "startpos".to_owned(),
            Some(_) => return Err(format!("start=startpos, but the game begins with {start}; see --opening-plies")),
        };
        let moves = if place.moves.is_empty() { String::new() } else { format!(" moves {}", place.moves.join(" ")) };
        // Output before `readyok` is ignored, such as a second `bestmove`.
        if !std::mem::take(&mut self.ready) {
            process.say("isready");
            expect(process, "readyok", limits)?;
        }
        process.say(&format!("position {from}{moves}"));
        let limits_of_move = [
            Some(time(place, limits)),
            limits.depth.map(|depth| format!(" depth {depth}")),
            limits.nodes.map(|nodes| format!(" nodes {nodes}")),
        ];
        process.say(&["go".to_owned()].into_iter().chain(limits_of_move.into_iter().flatten()).collect::<String>());
        let mut value = None;
        let action = process.until("bestmove", limits.patience(), |line| {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => {
                    value = score(line).or(value);
                    None
                }
                Some("bestmove") => match words.next() {
                    Some(action) if action != "(none)" => Some(Ok(action.to_owned())),
                    _ => Some(Err("it returned no move".to_owned())),
                },
                _ => None,
            }
        })?;
        Ok((action, value))
    }
}

/// Returns the words that give the time for a move: a clock of both players, or the time itself.
fn time(place: &Place, limits: &Limits) -> String {
    let Some(Clock { left, opponent, increment, moves }) = limits.clock else {
        return limits.time.map_or(String::new(), |time| format!(" movetime {}", time.as_millis()));
    };
    let is_second = place.state.turn().player() == Some(Player::Second);
    let [first, second] = if is_second { [opponent, left] } else { [left, opponent] }.map(|time| time.as_millis());
    let increment = increment.as_millis();
    let moves = moves.map_or(String::new(), |moves| format!(" movestogo {moves}"));
    format!(" p1time {first} p2time {second} p1inc {increment} p2inc {increment}{moves}")
}

/// Waits for a line that equals this word.
fn expect(process: &mut Process, word: &str, limits: &Limits) -> Result<(), String> {
    process.until(word, limits.timeout, |line| (line == word).then_some(Ok(())))
}

/// Parses the value in a line `info … score cp N` or `info … score mate N`, in units of the engine.
fn score(line: &str) -> Option<f64> {
    let mut words = line.split_whitespace().skip_while(|&word| word != "score").skip(1);
    let (kind, number): (&str, i32) = (words.next()?, words.next()?.parse().ok()?);
    match kind {
        "cp" => Some(f64::from(number) / 100.0),
        "mate" => Some(if number > 0 { MATE } else { -MATE }),
        _ => None,
    }
}
