//! Tables of perft counts.

use std::fmt::Display;
use std::str::FromStr;

use gambol_core::{Game, perft};

use crate::environment;

/// A line of a table of perft counts.
struct Line<'a> {
    depth: u32,
    count: u64,
    position: &'a str,
}

impl<'a> Line<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let mut fields = line.splitn(3, ' ');
        let (depth, count) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
        Some(Self { depth, count, position: fields.next()? })
    }
}

/// Asserts that a game has the [perft] counts of a table, both by the fast and by the checked path.
/// Returns the number of counted lines.
///
/// A line of the table is `DEPTH COUNT POSITION`; empty lines and those that begin with `#` are
/// ignored. Lines with counts above `most` are skipped because they take too long, and those above
/// a tenth of it on the checked path. Positions that `G` refuses are skipped, too, so that a type
/// for small boards uses its part of a table. The environment variable `GAMBOL_CONFORMANCE_PERFT`
/// overrides `most`, for long runs.
///
/// # Panics
///
/// Panics with the line if a line has another form or a wrong count. Panics if
/// `GAMBOL_CONFORMANCE_PERFT` is set but not a number.
///
/// ```
/// # use core::ops::ControlFlow;
/// # use gambol_core::{Game, NoChance, Player, Turn};
/// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// # struct Nim(u8);
/// # impl Game for Nim {
/// #     type Action = u8;
/// #     type Outcome = NoChance;
/// #     const PLAYERS: usize = 1;
/// #     fn turn(&self) -> Turn {
/// #         if self.0 == 0 { Turn::Over } else { Turn::Player(Player::First) }
/// #     }
/// #     fn score(&self) -> i64 { 0 }
/// #     fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(u8) -> ControlFlow<()>,
/// #     {
/// #         (1..=self.0.min(3)).try_for_each(visit)
/// #     }
/// #     fn visit_outcomes<F>(&self, _: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(NoChance, f64) -> ControlFlow<()>,
/// #     {
/// #         ControlFlow::Continue(())
/// #     }
/// #     fn play(&mut self, action: u8) { self.0 -= action; }
/// #     fn resolve(&mut self, outcome: NoChance) { match outcome {} }
/// # }
/// # impl std::str::FromStr for Nim {
/// #     type Err = std::num::ParseIntError;
/// #     fn from_str(text: &str) -> Result<Self, Self::Err> { text.parse().map(Self) }
/// # }
/// // One to three matches are taken at a time.
/// let table = "1 3 10\n2 9 10\n2 1 2\n";
/// assert_eq!(gambol_conformance::assert_perft::<Nim>(table, 1_000), 3);
/// ```
#[track_caller]
pub fn assert_perft<G: Game + FromStr<Err: Display>>(table: &str, most: u64) -> usize {
    let most = environment::number("GAMBOL_CONFORMANCE_PERFT").unwrap_or(most);
    let mut counted = 0;
    for text in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let line = Line::read(text).unwrap_or_else(|| panic!("`{text}` is not `DEPTH COUNT POSITION`"));
        let Ok(state) = line.position.parse::<G>() else { continue };
        if line.count <= most {
            assert_eq!(perft::count(&state, line.depth), line.count, "{text}");
            counted += 1;
        }
        if line.count <= most / 10 {
            assert_eq!(perft::count_checked(&state, line.depth), Some(line.count), "checked: {text}");
        }
    }
    counted
}
