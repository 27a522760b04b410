//! Tree reuse between searches.

use alloc::vec::Vec;

use gambol_core::{Evaluator, Event, Game, GameExt, Policy, Prior, Score, Seed, Uniform};

use crate::budget::Budget;
use crate::decision::Decision;
use crate::error::SearchError;
use crate::search::{Limits, Search};

use super::arena::{Memory, ROOT};
use super::settings::Root;
use super::tree::Tree;
use super::{Mcts, decide};

/// Maximum number of states that are compared with the new root in the old trees: about a
/// millisecond.
const LOOKED_AT: u32 = 10_000;

/// Successive depth limits of the search for the new root, in plies.
const DEPTHS: [u32; 3] = [2, 4, 10];

/// [`Mcts`] with tree reuse: if the tree of the last call contains the new root, its subtree is
/// kept and extended. Created by [`Mcts::reusing`].
///
/// Decisions therefore depend on earlier calls. A sequence of calls is reproducible as a whole, but
/// a single call is not. A [new game](Search::new_game) clears the tree. Visits include the
/// simulations of earlier calls; search statistics do not.
///
/// A tree is not reused for a decision of the other player if that player values draws differently.
///
/// Trees take half of the memory limit, since a subtree is copied when it is kept.
///
/// ```
/// use gambol_core::{Game, Seed};
/// use gambol_pentago_swap::PentagoSwap;
/// use gambol_search::{Budget, Mcts, Search};
///
/// let (mut state, budget) = (PentagoSwap::new(), Budget::unlimited());
/// let mut search = Mcts::new().simulations(50).reusing();
/// search.new_game(&state);
/// let decision = search.search(&state, &budget, Seed::new(1))?;
/// state.play(decision.action);
/// search.search(&state, &budget, Seed::new(2))?; // goes on in the tree below that action
/// # Ok::<(), gambol_search::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ReusingMcts<G: Game, P = Uniform, E = Score, R = Uniform> {
    search: Mcts<P, E, R>,
    kept: Option<Kept<G>>,
}

/// Trees, root and decision of the last search.
#[derive(Clone, Debug)]
struct Kept<G: Game> {
    root: G,
    action: G::Action,
    trees: Vec<Tree<G>>,
}

impl<G: Game, P, E, R> ReusingMcts<G, P, E, R> {
    pub(super) fn new(search: Mcts<P, E, R>) -> Self {
        Self { search, kept: None }
    }
}

impl<G: Game, P: Policy<G>, E: Evaluator<G>, R: Prior<G>> Search<G> for ReusingMcts<G, P, E, R> {
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        let new_root = Root::new(state, budget, self.search.settings.terminal)?;
        let meter = budget.meter();
        let kept = self.kept.take().filter(|_| self.search.settings.exploring.gumbel.is_none());
        let looked_at = LOOKED_AT / self.search.trees;
        let mut old = kept.into_iter().flat_map(|Kept { root, action, trees }| {
            trees.into_iter().map(move |tree| {
                let place = find(&tree, &root, action, state, looked_at);
                (tree, place)
            })
        });
        let mut trees: Vec<Tree<G>> = Vec::new();
        for number in 0..u64::from(self.search.trees) {
            let seed = seed.derive(number);
            let reused = old.next().and_then(|(mut tree, place)| tree.restart(&new_root, place?, seed).then_some(tree));
            trees.extend(reused.or_else(|| self.search.seedling(&new_root, true, Memory::default(), seed)));
        }
        self.search.grow(&new_root, &mut trees, budget, &meter)?;
        let decision = decide::decide(&new_root, &trees, &meter);
        self.kept = Some(Kept { root: state.clone(), action: decision.action, trees });
        Ok(decision)
    }

    fn limits(&self) -> Limits {
        Search::<G>::limits(&self.search)
    }

    fn new_game(&mut self, _: &G) {
        self.kept = None;
    }
}

/// Returns the node of a state in a tree. The subtree of the last decision is searched first.
fn find<G: Game>(tree: &Tree<G>, root: &G, action: G::Action, state: &G, mut left: u32) -> Option<u32> {
    if root == state {
        return Some(ROOT);
    }
    let played = tree.arena.children(ROOT).find(|(_, child)| child.event == Event::Action(action));
    if let Some((index, _)) = played {
        let after = root.afterstate(action);
        if after == *state {
            return Some(index);
        }
        if let Some(found) = find_below(tree, &after, index, state, &mut left) {
            return Some(found);
        }
    }
    find_below(tree, root, ROOT, state, &mut left)
}

fn find_below<G: Game>(tree: &Tree<G>, root: &G, at: u32, state: &G, left: &mut u32) -> Option<u32> {
    DEPTHS.into_iter().find_map(|depth| search(tree, root, at, state, depth, left))
}

/// Depth-first search to a limited depth, which bounds the use of the stack.
fn search<G: Game>(tree: &Tree<G>, from: &G, at: u32, state: &G, depth: u32, left: &mut u32) -> Option<u32> {
    for (index, child) in tree.arena.children(at).filter(|(_, child)| child.visits() > 0) {
        *left = left.checked_sub(1)?;
        let after = from.after(child.event);
        if after == *state {
            return Some(index);
        }
        if depth > 1
            && let Some(found) = search(tree, &after, index, state, depth - 1, left)
        {
            return Some(found);
        }
    }
    None
}
