//! A search for forced wins in front of another search.

use alloc::vec::Vec;

use gambol_core::{Game, Seed};

use crate::budget::Budget;
use crate::decision::{Decision, Proven, RootAction};
use crate::error::SearchError;
use crate::limits::Limits;
use crate::search::{Search, forward_game};

/// A search for forced wins, with another search where it finds none: threat-space search before
/// alpha-beta in five in a row.
///
/// The first is a closure that returns the moves of a win of the player to move against every
/// reply: those of both sides up to the end of the game, with the longest defence that it knows
/// where there are several replies. Its first move must be legal. It sees the budget, to bound its
/// work by it; by a number of nodes rather than by the clock, so that a decision can be repeated.
/// If the budget has a time limit, the other search gets the time that is left.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::{Null, Seed};
/// use gambol_search::{AlphaBeta, Budget, Proven, Search, WinFirst};
///
/// // Up to three matches are taken at once.
/// let takes_all =
///     |nim: &Nim, _: &Budget| (1..=3).contains(&nim.matches).then(|| vec![nim.matches]);
/// let mut search = WinFirst::new(takes_all, AlphaBeta::new(Null));
/// let nim = |matches| Nim { matches, to_move: Player::Second };
/// let decision = search.search(&nim(3), &Budget::unlimited(), Seed::new(1))?;
/// assert_eq!((decision.action, decision.stats.nodes), (3, 0));
/// assert_eq!(decision.proven, Some(Proven::Win { winner: Player::Second, plies: Some(1) }));
/// assert_eq!(search.search(&nim(5), &Budget::unlimited(), Seed::new(1))?.action, 1);
/// # Ok::<(), gambol_search::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct WinFirst<F, S> {
    find: F,
    search: S,
}

impl<F, S> WinFirst<F, S> {
    /// `find` in front of `search`.
    pub fn new(find: F, search: S) -> Self {
        Self { find, search }
    }
}

impl<G, F, S> Search<G> for WinFirst<F, S>
where
    G: Game,
    F: FnMut(&G, &Budget) -> Option<Vec<G::Action>> + Send,
    S: Search<G>,
{
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        let turn = state.turn();
        let player = turn.player().ok_or(SearchError::NoPlayersTurn { turn })?;
        let meter = budget.meter();
        if let Some(line) = (self.find)(state, budget)
            && let Some(&action) = line.first()
        {
            let proven = Proven::Win { winner: player, plies: Some(line.len() as u32) };
            let mut decision = Decision::new(player, action, player.sign() as f64);
            decision.proven = Some(proven);
            decision.root = alloc::vec![RootAction::new(action, decision.value).proven(proven)];
            decision.stats = meter.stats(0, 0, line.len() as u32);
            decision.pv = line;
            return Ok(decision);
        }
        let rest = budget.less(meter.elapsed());
        let mut decision = self.search.search(state, &rest, seed)?;
        decision.stats.time = meter.elapsed();
        Ok(decision)
    }

    fn limits(&self) -> Limits {
        self.search.limits()
    }

    forward_game!(new_game, observe, game_over => (this: this.search));
}
