//! Values of ended games, and the distinction between wins and evaluations.

use gambol_core::{Game, Player};

use crate::decision::{Bound, Proven};
use crate::terminal::Terminal;

/// The value of a win in 0 plies; each ply subtracts 1. Integers are exact up to 2⁵³.
pub(super) const WIN: f64 = 1e15;

/// Least value of a win. No game is longer than the difference to [`WIN`].
const MIN_WIN: f64 = WIN - 1e6;

/// Bound of evaluations in searches that count wins.
const MAX_EVALUATION: f64 = 9e14;

/// A win decoded from a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ForcedWin {
    /// The winner.
    pub(super) winner: Player,
    /// Plies from the root to the win, if the loser resists as long as possible.
    pub(super) plies: u32,
}

impl ForcedWin {
    /// Decodes a value. `None` if it is an evaluation, a draw, or not a value of a search by
    /// [`Terminal::WinLoss`].
    pub(super) fn of(value: f64) -> Option<Self> {
        let size = value.abs();
        (MIN_WIN..=WIN).contains(&size).then_some(Self {
            winner: if value > 0.0 { Player::First } else { Player::Second },
            plies: (WIN - size) as u32,
        })
    }
}

/// The value, bound and proof that a decision reports, from a value for the first player.
///
/// An upper bound that is a win for the first player, or a lower bound that is a win for the
/// second, is dropped: it only says that a quicker win is known.
pub(super) fn reported(scale: Scale, value: f64, bound: Bound, solved: bool) -> Option<(f64, Bound, Option<Proven>)> {
    let bounded_above = bound == Bound::AtMost;
    match ForcedWin::of(value).filter(|_| scale.has_wins()) {
        Some(win) if bound == Bound::Exact || (bounded_above == (win.winner == Player::Second)) => {
            let proven = Proven::Win { winner: win.winner, plies: Some(win.plies) };
            Some((win.winner.sign() as f64, bound, Some(proven)))
        }
        Some(_) => None,
        None => {
            let proven = match scale.terminal {
                Terminal::WinLoss { draw } => (value == draw).then_some(Proven::Draw),
                Terminal::Score => Some(Proven::Score(value)),
                Terminal::Evaluated => None,
            };
            Some((value, bound, proven.filter(|_| solved && bound == Bound::Exact)))
        }
    }
}

/// The value scale of one search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    terminal: Terminal,
}

impl Scale {
    /// The scale of a search. The value of a draw is for the first player.
    pub(super) fn new(terminal: Terminal) -> Self {
        let terminal = match terminal {
            Terminal::WinLoss { draw } => Terminal::WinLoss { draw: draw.clamp(-MAX_EVALUATION, MAX_EVALUATION) },
            other => other,
        };
        Self { terminal }
    }

    /// Whether wins outrank all evaluations.
    #[inline]
    pub(super) fn has_wins(self) -> bool {
        matches!(self.terminal, Terminal::WinLoss { .. })
    }

    /// Whether a value is a forced win of either player.
    #[inline]
    pub(super) fn is_win(self, value: f64) -> bool {
        self.has_wins() && ForcedWin::of(value).is_some()
    }

    /// The value of an ended game this many plies below the root for the first player; `None` if
    /// the evaluator decides it.
    #[inline]
    pub(super) fn end<G: Game>(self, state: &G, ply: usize) -> Option<f64> {
        match self.terminal {
            Terminal::WinLoss { .. } if state.score() != 0 => Some((WIN - ply as f64) * state.score().signum() as f64),
            terminal => terminal.value(state),
        }
    }

    /// Clamps an evaluation below the values of wins.
    #[inline]
    pub(super) fn clamped(self, value: f64) -> f64 {
        let greatest = if self.has_wins() { MAX_EVALUATION } else { f64::MAX };
        value.clamp(-greatest, greatest)
    }

    /// Converts a value for the table: wins count plies from the state, not from the root.
    #[inline]
    pub(super) fn table_value(self, value: f64, ply: usize) -> f64 {
        self.shifted(value, ply as f64)
    }

    /// Converts a value from the table: wins count plies from the root again.
    #[inline]
    pub(super) fn root_value(self, value: f64, ply: usize) -> f64 {
        self.shifted(value, -(ply as f64))
    }

    #[inline]
    fn shifted(self, value: f64, plies: f64) -> f64 {
        if !self.has_wins() {
            value
        } else if value >= MIN_WIN {
            value + plies
        } else if value <= -MIN_WIN {
            value - plies
        } else {
            value
        }
    }

    /// The greatest value possible this many plies below the root; its negative is the least.
    #[inline]
    pub(super) fn best_possible(self, ply: usize) -> f64 {
        if self.has_wins() { WIN - (ply as f64 + 1.0) } else { f64::INFINITY }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_keep_their_distance_through_the_table() {
        let scale = Scale::new(Terminal::WinLoss { draw: 0.0 });
        for value in [WIN - 7.0, 7.0 - WIN] {
            let table_value = scale.table_value(value, 4);
            assert_eq!(table_value.abs(), WIN - 3.0);
            assert_eq!(scale.root_value(table_value, 2).abs(), WIN - 5.0);
            assert_eq!(scale.root_value(table_value, 4), value);
        }
        assert_eq!(scale.table_value(12.5, 4), 12.5);
        let points = Scale::new(Terminal::Score);
        assert_eq!(points.table_value(WIN, 4), WIN);
    }

    #[test]
    fn evaluations_are_below_wins() {
        let scale = Scale::new(Terminal::WinLoss { draw: 0.0 });
        for value in [f64::MAX, f64::MIN, 1e300] {
            assert_eq!(ForcedWin::of(scale.clamped(value)), None);
            assert!(scale.clamped(value).is_finite());
        }
        for draw in [f64::MAX, f64::MIN] {
            let drawn = Scale::new(Terminal::WinLoss { draw });
            assert!(matches!(drawn.terminal, Terminal::WinLoss { draw } if ForcedWin::of(draw).is_none()));
        }
        assert_eq!(ForcedWin::of(f64::NAN), None);
        assert_eq!(ForcedWin::of(f64::INFINITY), None);
    }
}
