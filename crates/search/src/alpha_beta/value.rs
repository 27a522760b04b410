//! What ends of games are worth, and how wins are told from judgements.

use gambol_core::{Game, Player};

use crate::decision::{Bound, Proven};
use crate::terminal::Terminal;

/// A win in 0 plies; each ply until then takes one off. Up to 2⁵³, whole numbers are exact.
pub(super) const WIN: f64 = 1e15;

/// Values at least as large are wins: no game is longer than the difference.
const LEAST_WIN: f64 = WIN - 1e6;

/// Judgements are clamped to this where wins are values.
const GREATEST_JUDGEMENT: f64 = 9e14;

/// A win that a value stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ForcedWin {
    /// Who wins.
    pub(super) winner: Player,
    /// After how many plies, counted from the state that was searched, if the loser resists as long as possible.
    pub(super) plies: u32,
}

impl ForcedWin {
    /// The win that a value stands for; `None` if it is a judgement, a draw, or not a value of a search by
    /// [`Terminal::WinLoss`].
    pub(super) fn of(value: f64) -> Option<Self> {
        let size = value.abs();
        (LEAST_WIN..=WIN).contains(&size).then_some(Self {
            winner: if value > 0.0 { Player::First } else { Player::Second },
            plies: (WIN - size) as u32,
        })
    }
}

/// What a decision shows of a value to the first player: the value itself, what is proven, and whether its bound holds for it.
///
/// A bound that is a win for the player whom it is a bound for says nothing: it came about because a quicker win was known.
pub(super) fn shown(scale: Scale, value: f64, bound: Bound, solved: bool) -> Option<(f64, Bound, Option<Proven>)> {
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

/// Values of one search, all to the first player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    terminal: Terminal,
}

impl Scale {
    /// The scale of a search; the value of a draw is the first player's.
    pub(super) fn new(terminal: Terminal) -> Self {
        let terminal = match terminal {
            Terminal::WinLoss { draw } => {
                Terminal::WinLoss { draw: draw.clamp(-GREATEST_JUDGEMENT, GREATEST_JUDGEMENT) }
            }
            other => other,
        };
        Self { terminal }
    }

    /// Whether wins are worth more than all else.
    #[inline]
    pub(super) fn has_wins(self) -> bool {
        matches!(self.terminal, Terminal::WinLoss { .. })
    }

    /// The value of an ended game, this many plies below the root; `None` if the evaluator is to be
    /// asked.
    #[inline]
    pub(super) fn end<G: Game>(self, state: &G, ply: usize) -> Option<f64> {
        match self.terminal {
            Terminal::WinLoss { .. } if state.score() != 0 => Some((WIN - ply as f64) * state.score().signum() as f64),
            terminal => terminal.value(state),
        }
    }

    /// A judgement, made comparable.
    #[inline]
    pub(super) fn judged(self, value: f64) -> f64 {
        let greatest = if self.has_wins() { GREATEST_JUDGEMENT } else { f64::MAX };
        value.clamp(-greatest, greatest)
    }

    /// A value as it is kept in the table: wins counted from the state itself and not from the root.
    #[inline]
    pub(super) fn kept(self, value: f64, ply: usize) -> f64 {
        self.shifted(value, ply as f64)
    }

    /// A value from the table, counted from the root again.
    #[inline]
    pub(super) fn recalled(self, value: f64, ply: usize) -> f64 {
        self.shifted(value, -(ply as f64))
    }

    #[inline]
    fn shifted(self, value: f64, plies: f64) -> f64 {
        if !self.has_wins() {
            value
        } else if value >= LEAST_WIN {
            value + plies
        } else if value <= -LEAST_WIN {
            value - plies
        } else {
            value
        }
    }

    /// The best that a player can reach at a state so many plies below the root, and its negative the worst.
    #[inline]
    pub(super) fn best_at(self, ply: usize) -> f64 {
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
            let kept = scale.kept(value, 4);
            assert_eq!(kept.abs(), WIN - 3.0);
            assert_eq!(scale.recalled(kept, 2).abs(), WIN - 5.0);
            assert_eq!(scale.recalled(kept, 4), value);
        }
        assert_eq!(scale.kept(12.5, 4), 12.5);
        let points = Scale::new(Terminal::Score);
        assert_eq!(points.kept(WIN, 4), WIN);
    }

    #[test]
    fn judgements_are_numbers_below_wins() {
        let scale = Scale::new(Terminal::WinLoss { draw: 0.0 });
        for value in [f64::MAX, f64::MIN, 1e300] {
            assert_eq!(ForcedWin::of(scale.judged(value)), None);
            assert!(scale.judged(value).is_finite());
        }
        for draw in [f64::MAX, f64::MIN] {
            let drawn = Scale::new(Terminal::WinLoss { draw });
            assert!(matches!(drawn.terminal, Terminal::WinLoss { draw } if ForcedWin::of(draw).is_none()));
        }
        assert_eq!(ForcedWin::of(f64::NAN), None);
        assert_eq!(ForcedWin::of(f64::INFINITY), None);
    }
}
