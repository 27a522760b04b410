//! Values of ended games, and the distinction between wins and evaluations.

use gambol_core::{Game, Player};

use super::node::Window;
use crate::decision::{Bound, Proven};
use crate::terminal::Terminal;

/// The value of a win in 0 plies; each ply subtracts 1. Integers are exact up to 2⁵³.
pub(super) const WIN: f64 = 1e15;

/// Upper bound of the plies of a game.
const MAX_PLIES: f64 = 1e6;

/// Minimum value of a win.
const MIN_WIN: f64 = WIN - MAX_PLIES;

/// The value of an unproven win in 0 plies, below every win and above every evaluation. The win is
/// unproven because the loser may have better actions than those searched.
const UNPROVEN: f64 = 9.5e14;

/// Minimum value of an unproven win.
const MIN_UNPROVEN: f64 = UNPROVEN - MAX_PLIES;

/// Bound on the absolute value of evaluations if wins outrank them.
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
    /// Decodes a value. Returns `None` if it is an evaluation, a draw, or not a value of a search
    /// with [`Terminal::WinLoss`].
    pub(super) fn of(value: f64) -> Option<Self> {
        let size = value.abs();
        (MIN_WIN..=WIN).contains(&size).then_some(Self {
            winner: if value > 0.0 { Player::First } else { Player::Second },
            plies: (WIN - size) as u32,
        })
    }
}

/// Converts a value for the first player to the value, bound and proof that a decision reports.
///
/// An upper bound that is a win for the first player, or a lower bound that is a win for the
/// second, is dropped: it only means that a quicker win is known. An unproven win is reported with
/// the greatest absolute evaluation of the search.
pub(super) fn reported(
    scale: Scale,
    seen: Seen,
    value: f64,
    bound: Bound,
    solved: bool,
) -> Option<(f64, Bound, Option<Proven>)> {
    let bounded_above = bound == Bound::AtMost;
    if scale.is_decided(value) && !scale.is_win(value) {
        return Some((seen.greatest.copysign(value), bound, None));
    }
    match ForcedWin::of(value).filter(|_| scale.has_wins()) {
        Some(win) if bound == Bound::Exact || (bounded_above == (win.winner == Player::Second)) => {
            let proven = Proven::Win { winner: win.winner, plies: Some(win.plies) };
            Some((win.winner.sign() as f64, bound, Some(proven)))
        }
        Some(_) => None,
        None => {
            let proven = match scale.terminal {
                Terminal::WinLoss => (value == 0.0).then_some(Proven::Draw),
                Terminal::Score => Some(Proven::Score(value)),
                Terminal::Evaluated => None,
            };
            Some((value, bound, proven.filter(|_| solved && !seen.omissions && bound == Bound::Exact)))
        }
    }
}

/// Features of all states behind the entries of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// Greatest absolute value of an evaluation, at least 1.
    pub(super) greatest: f64,
    /// Whether a solved value may be lower than that of an omitted action.
    pub(super) omissions: bool,
}

impl Default for Seen {
    fn default() -> Self {
        Self { greatest: 1.0, omissions: false }
    }
}

impl Seen {
    /// Combines the features of two sets of states.
    pub(super) fn and(self, other: Self) -> Self {
        Self { greatest: self.greatest.max(other.greatest), omissions: self.omissions || other.omissions }
    }
}

/// The value scale of one search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    terminal: Terminal,
}

impl Scale {
    /// Creates the scale of a search.
    pub(super) fn new(terminal: Terminal) -> Self {
        Self { terminal }
    }

    /// Whether wins outrank all evaluations.
    #[inline]
    pub(super) fn has_wins(self) -> bool {
        self.terminal == Terminal::WinLoss
    }

    /// Whether a value is a forced win of either player.
    #[inline]
    pub(super) fn is_win(self, value: f64) -> bool {
        self.has_wins() && ForcedWin::of(value).is_some()
    }

    /// Whether a value is a forced win of either player, proven or not: no evaluation outranks it.
    #[inline]
    pub(super) fn is_decided(self, value: f64) -> bool {
        self.has_wins() && value.abs() >= MIN_UNPROVEN
    }

    /// Whether a value is a forced loss, proven or not.
    #[inline]
    pub(super) fn is_lost(self, value: f64) -> bool {
        self.has_wins() && value <= -MIN_UNPROVEN
    }

    /// Returns the minimum value, for the player to move, of a state this many plies below the root
    /// whose candidates may omit better actions. An omitted action counts as an unproven loss at
    /// the next ply. Proven losses of the candidates have lower values.
    #[inline]
    pub(super) fn unproven_loss(self, ply: usize) -> f64 {
        if self.has_wins() { ply as f64 + 1.0 - UNPROVEN } else { f64::NEG_INFINITY }
    }

    /// Returns the value for the first player of an ended game this many plies below the root, or
    /// `None` if the evaluator determines it.
    #[inline]
    pub(super) fn end<G: Game>(self, state: &G, ply: usize) -> Option<f64> {
        match self.terminal {
            Terminal::WinLoss if state.score() != 0 => Some((WIN - ply as f64) * state.score().signum() as f64),
            terminal => terminal.value(state),
        }
    }

    /// Returns the value of a win this many plies below the root for the winner; `None` if wins do
    /// not outrank evaluations.
    #[inline]
    pub(super) fn win(self, ply: usize) -> Option<f64> {
        self.has_wins().then_some(WIN - ply as f64)
    }

    /// Clamps an evaluation below the values of wins.
    #[inline]
    pub(super) fn clamped(self, value: f64) -> f64 {
        let greatest = if self.has_wins() { MAX_EVALUATION } else { f64::MAX };
        value.clamp(-greatest, greatest)
    }

    /// Returns the window of all evaluations, which excludes wins and losses, proven or not.
    pub(super) fn evaluations(self) -> Window {
        if self.has_wins() { Window { alpha: -MIN_UNPROVEN, beta: MIN_UNPROVEN } } else { Window::FULL }
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
        } else if value >= MIN_UNPROVEN {
            value + plies
        } else if value <= -MIN_UNPROVEN {
            value - plies
        } else {
            value
        }
    }

    /// Returns the greatest possible value this many plies below the root; its negative is the
    /// least.
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
        let scale = Scale::new(Terminal::WinLoss);
        for value in [WIN - 7.0, 7.0 - WIN] {
            let table_value = scale.table_value(value, 4);
            assert_eq!(table_value.abs(), WIN - 3.0);
            assert_eq!(scale.root_value(table_value, 2).abs(), WIN - 5.0);
            assert_eq!(scale.root_value(table_value, 4), value);
        }
        for value in [UNPROVEN - 7.0, 7.0 - UNPROVEN] {
            assert_eq!(scale.table_value(value, 4).abs(), UNPROVEN - 3.0);
            assert_eq!(scale.root_value(scale.table_value(value, 4), 4), value);
        }
        assert_eq!(scale.table_value(12.5, 4), 12.5);
        let points = Scale::new(Terminal::Score);
        assert_eq!(points.table_value(WIN, 4), WIN);
    }

    #[test]
    fn an_unproven_loss_is_below_evaluations_and_above_losses() {
        let scale = Scale::new(Terminal::WinLoss);
        for ply in [0, 3, 127] {
            let loss = scale.unproven_loss(ply);
            assert!(loss < scale.clamped(f64::MIN) && loss > -MIN_WIN && loss > -scale.best_possible(ply));
            assert!(scale.is_decided(loss) && scale.is_lost(loss) && !scale.is_win(loss));
            assert!(scale.is_decided(-loss) && !scale.is_lost(-loss));
            assert!(loss < scale.unproven_loss(ply + 1), "later is better");
        }
        assert!(!scale.is_decided(scale.clamped(f64::MAX)) && scale.is_decided(WIN - 3.0));
        assert_eq!(Scale::new(Terminal::Score).unproven_loss(3), f64::NEG_INFINITY);
    }

    #[test]
    fn evaluations_are_below_wins() {
        let scale = Scale::new(Terminal::WinLoss);
        for value in [f64::MAX, f64::MIN, 1e300] {
            assert_eq!(ForcedWin::of(scale.clamped(value)), None);
            assert!(scale.clamped(value).is_finite());
        }
        assert_eq!(ForcedWin::of(f64::NAN), None);
        assert_eq!(ForcedWin::of(f64::INFINITY), None);
    }
}
