//! Openings of matches, from a file.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use gambol::game::random::below;
use gambol::registry::Position;
use gambol::{GameExt, Seed};
use gambol_arena::GameText;

use crate::args::{Duels, Order};
use crate::output::Failure;

/// Maximum length of a file in bytes.
const LONGEST: u64 = 1 << 26;

/// Stream of the master seed that shuffles openings; no pair of games has it.
const SHUFFLE: u64 = u64::MAX;

impl Duels {
    /// Returns the file of openings with its option, if there is one.
    pub(crate) fn file(&self) -> Option<(&'static str, &PathBuf)> {
        self.openings.as_ref().map(|path| ("--openings", path))
    }

    /// Returns the openings in the order of the pairs, each checked; empty without a file. A puzzle
    /// has no openings.
    pub(crate) fn read(&self, start: &Position, seed: u64) -> Result<Vec<String>, Failure> {
        let option = if self.openings.is_some() { "--openings" } else { "--opening-plies" };
        if start.players() < 2 && (self.openings.is_some() || self.opening_plies.is_some()) {
            return Err(Failure::of(option, "only for two-player games; this game is a puzzle"));
        }
        let Some(path) = &self.openings else { return Ok(Vec::new()) };
        let mut openings = read(path, start)?;
        if self.order == Order::Random {
            let mut rng = Seed::new(seed).derive(SHUFFLE).rng();
            for last in (1..openings.len()).rev() {
                openings.swap(last, below(&mut rng, last as u32 + 1) as usize);
            }
        }
        let Some(first) = self.start.checked_sub(1).filter(|&first| first < openings.len()) else {
            let why = format!("{} is not from 1 to {}, the number of openings", self.start, openings.len());
            return Err(Failure::of("--start", why));
        };
        openings.rotate_left(first);
        Ok(openings)
    }
}

/// Reads the openings of a file in its order.
fn read(path: &Path, start: &Position) -> Result<Vec<String>, Failure> {
    let refuse = |error: std::io::Error| Failure::of(path.display(), error);
    let mut text = String::new();
    File::open(path).map_err(refuse)?.take(LONGEST + 1).read_to_string(&mut text).map_err(refuse)?;
    if text.len() as u64 > LONGEST {
        return Err(Failure::of(path.display(), format_args!("it is longer than {LONGEST} bytes")));
    }
    let lines = (1..).zip(text.lines().map(str::trim));
    let openings = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).map(|(number, line)| {
        opening(line, start).map_err(|why| Failure::of(path.display(), format_args!("line {number}: {why}")))
    });
    let openings = openings.collect::<Result<Vec<_>, _>>()?;
    if openings.is_empty() { Err(Failure::of(path.display(), "it contains no opening")) } else { Ok(openings) }
}

/// Checks an opening, and returns its text with the state in the game's own form.
fn opening(line: &str, start: &Position) -> Result<String, String> {
    let origin = start.to_string();
    let GameText { start: state, events } = GameText::opening(&origin, line);
    let first = if state == origin { start.clone() } else { start.read(&state).map_err(|error| error.to_string())? };
    let text = GameText { start: first.to_string(), events };
    let end = text.replay(first, |_, _, _| ()).map_err(|error| error.to_string())?;
    if end.is_over() {
        return Err(format!("the game is over in {end}"));
    }
    let state = Some(text.start).filter(|state| *state != origin);
    let moves = Some(text.events).filter(|events| state.is_none() || !events.is_empty());
    let moves = moves.map(|events| [vec!["moves".to_owned()], events].concat().join(" "));
    Ok(state.into_iter().chain(moves).collect::<Vec<_>>().join(" "))
}
