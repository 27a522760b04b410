//! Values of ended games.

use gambol_core::{Game, GameExt, Player, Scoring, Turn};

use crate::decision::Proven;

/// Values of ended games, one setting for all searches.
///
/// The default is [`Terminal::of`] the game, by its [`Game::SCORING`].
///
/// Values of decisions are in the units of this setting. Evaluators must use the same units if a
/// search averages or compares both. Only alpha-beta ranks wins of [`WinLoss`](Self::WinLoss)
/// above, and losses below, every evaluation.
///
/// ```
/// # use core::ops::ControlFlow;
/// # use gambol_core::{Game, NoChance, Player, Turn};
/// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// # struct Offer(Option<i64>);
/// # impl Game for Offer {
/// #     type Action = i64;
/// #     type Outcome = NoChance;
/// #     const PLAYERS: usize = 2;
/// #     fn turn(&self) -> Turn {
/// #         if self.0.is_none() { Turn::Player(Player::First) } else { Turn::Over }
/// #     }
/// #     fn score(&self) -> i64 { self.0.unwrap_or(0) }
/// #     fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(i64) -> ControlFlow<()>,
/// #     {
/// #         [-1, 0, 3, 7].into_iter().filter(|_| self.0.is_none()).try_for_each(visit)
/// #     }
/// #     fn visit_outcomes<F>(&self, _: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(NoChance, f64) -> ControlFlow<()>,
/// #     {
/// #         ControlFlow::Continue(())
/// #     }
/// #     fn play(&mut self, action: i64) { self.0 = Some(action); }
/// #     fn resolve(&mut self, outcome: NoChance) { match outcome {} }
/// # }
/// use gambol_core::{FromFn, Null, Seed};
/// use gambol_search::{Budget, Expectimax, Search, Terminal};
///
/// // The first player ends the game at once, with -1, 0, 3 or 7 points.
/// let (state, budget) = (Offer(None), Budget::unlimited());
/// let mut by_default = Expectimax::new(Null);
/// let decision = by_default.search(&state, &budget, Seed::new(1))?;
/// assert_eq!((decision.action, decision.value), (3, 1.0), "the first win");
///
/// let mut by_points = Expectimax::new(Null).terminal(Terminal::Score);
/// let decision = by_points.search(&state, &budget, Seed::new(1))?;
/// assert_eq!((decision.action, decision.value), (7, 7.0));
///
/// let modest = FromFn(|state: &Offer| -state.score().pow(2) as f64);
/// let mut as_evaluated = Expectimax::new(modest).terminal(Terminal::Evaluated);
/// assert_eq!(as_evaluated.search(&state, &budget, Seed::new(1))?.action, 0);
/// # Ok::<(), gambol_search::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Terminal {
    /// The final score: for puzzles, and for two-player games in which the margin counts. The
    /// default of games with [`Scoring::Points`].
    Score,
    /// A win, draw or loss by the sign of the final score: 1 if the first player has won, −1 if the
    /// second has, 0 for a draw. The default of games with [`Scoring::WinLoss`].
    WinLoss,
    /// The static evaluation of the ended state. With it, no result is [proven](crate::Proven).
    Evaluated,
}

impl Terminal {
    /// Returns the default for a game by its [`SCORING`](Game::SCORING).
    #[must_use]
    pub const fn of<G: Game>() -> Self {
        match G::SCORING {
            Scoring::WinLoss => Self::WinLoss,
            Scoring::Points => Self::Score,
        }
    }

    /// Returns the setting of a search, or the game's default.
    pub(crate) fn for_game<G: Game>(setting: Option<Self>) -> Self {
        setting.unwrap_or(Self::of::<G>())
    }

    /// Returns the value of an ended game for the first player, or `None` if the evaluator
    /// determines it.
    #[inline]
    pub(crate) fn value<G: Game>(self, ended: &G) -> Option<f64> {
        let score = ended.score();
        match self {
            Self::WinLoss => Some(score.signum() as f64),
            Self::Score => Some(score as f64),
            Self::Evaluated => None,
        }
    }

    /// Returns the value of a state for the first player if the game is over; `None` otherwise, or
    /// if the evaluator determines it.
    #[inline]
    pub(crate) fn value_if_over<G: Game>(self, state: &G) -> Option<f64> {
        if state.turn() == Turn::Over { self.value(state) } else { None }
    }

    /// Whether an ended game counts as a win of a player.
    #[inline]
    pub(crate) fn is_won_by<G: Game>(self, player: Player, ended: &G) -> bool {
        self == Self::WinLoss && ended.score().signum() == player.sign()
    }

    /// Returns the greatest possible value of an ended game for either player; infinite if there is
    /// no bound.
    #[inline]
    pub(crate) fn greatest(self) -> f64 {
        match self {
            Self::WinLoss => 1.0,
            Self::Score | Self::Evaluated => f64::INFINITY,
        }
    }

    /// Returns the proven result for an exact value for the first player, reached after this many
    /// plies. The value must depend only on ended games.
    ///
    /// A mean over chance is a win, draw or loss only if all its terms are.
    pub(crate) fn proven<G: Game>(self, value: f64, plies: Option<u32>) -> Option<Proven> {
        match self {
            Self::WinLoss => Some(match value {
                1.0 => Proven::Win { winner: Player::First, plies },
                -1.0 => Proven::Win { winner: Player::Second, plies },
                0.0 if !G::HAS_CHANCE => Proven::Draw,
                _ => Proven::Score(value),
            }),
            Self::Score => Some(Proven::Score(value)),
            Self::Evaluated => None,
        }
    }
}
