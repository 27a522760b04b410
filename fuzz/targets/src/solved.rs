//! Files of Pentago-Swap's solver: certificates and books.

use std::sync::{Mutex, PoisonError};

use gambol::pentago_swap::PentagoSwap;
use gambol::{GameExt, Turn};
use gambol_core::Game;
use gambol_pentago_solver::{Book, Solver};

use crate::Target;

#[allow(dead_code)]
#[path = "../../../crates/pentago-solver/examples/check_certificate.rs"]
mod checker;

const WORDS: &[&str] = &[
    "pentago-swap certificate 2",
    "pentago-swap book 1",
    "position ",
    " w",
    " b",
    "plies 3",
    "plies 7",
    "plies 36",
    "search 1",
    "search 3",
    "entries 0",
    "entries 1",
    "entries 31",
    "....................................",
    ".ww......................bb.........",
    "\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}",
];

/// Parses the position of the second line, in the form of [`PentagoSwap`], and the plies and the
/// plies of search of the third.
fn head(data: &[u8]) -> Option<(PentagoSwap, u32, u32)> {
    let mut lines = data.split(|&byte| byte == b'\n').skip(1).map(|line| std::str::from_utf8(line).ok());
    let (position, counts) = (lines.next()??, lines.next()??);
    let (cells, side) = position.strip_prefix("position ")?.split_once(' ')?;
    if cells.len() != 36 || !cells.is_ascii() {
        return None;
    }
    let rows: Vec<&str> = (0..6).map(|row| &cells[6 * row..6 * row + 6]).collect();
    let mut board = rows.join("/");
    for empty in (1..=6).rev() {
        board = board.replace(&".".repeat(empty), &empty.to_string());
    }
    let position = format!("{board} {side}").parse().ok()?;
    let ["plies", plies, "search", search, ..] = *counts.split(' ').collect::<Vec<_>>() else { return None };
    Some((position, plies.parse().ok()?, search.parse().ok()?))
}

pub(crate) const BOOKS: Target = Target {
    name: "books",
    about: "books of Pentago-Swap's solver",
    is_cheap: true,
    words: WORDS,
    run: |data, _| {
        let Some(book) = Book::read(data) else { return false };
        let Some((root, ..)) = head(data) else { return !book.is_empty() };
        // The root, and the positions two plies after it.
        let mut states = vec![root];
        if let Turn::Player(_) = root.turn() {
            let after = root.actions().into_iter().step_by(7).map(|action| root.afterstate(action));
            states.extend(after.filter_map(|state| Some(state.afterstate(*state.actions().first()?))));
        }
        for state in states {
            if let Some((action, plies)) = book.get(&state) {
                assert!(state.check_action(action).is_ok(), "{state}: it answers {action}");
                assert!(plies <= 36, "{state}: within {plies} plies");
            }
        }
        !book.is_empty()
    },
};

/// A solver for all inputs, with the results of earlier ones in its table.
static SOLVER: Mutex<Option<Solver>> = Mutex::new(None);

pub(crate) const CERTIFICATES: Target = Target {
    name: "certificates",
    about: "certificates of Pentago-Swap's solver: what the checker accepts is won",
    is_cheap: false,
    words: WORDS,
    run: |data, _| {
        let head = head(data);
        // The checker searches by itself, to the depth in the file.
        if head.is_some_and(|(_, plies, search)| search > 3 || plies > 7 && search > 1) {
            return false;
        }
        if checker::check(data, |_, _| ()).is_err() {
            return false;
        }
        let Some((position, plies, _)) = head else { panic!("accepted without a position and plies") };
        let Turn::Player(winner) = position.turn() else { panic!("accepted: a game that is over") };
        let mut solver = SOLVER.lock().unwrap_or_else(PoisonError::into_inner);
        let solver = solver.get_or_insert_with(|| Solver::new(32 << 20).unwrap_or_else(|why| panic!("{why}")));
        // Deeper searches would take long, and no committed input needs them.
        let won = solver.wins_within(&position, winner, plies.min(11));
        assert!(won.is_ok_and(|won| won), "{position}: accepted, and not won within {plies} plies");
        true
    },
};
