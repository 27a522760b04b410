//! Forests by name: trees of many positions, advanced in steps.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Debug;

use gambol_core::{Event, EventOf, Illegal, Indexed, Notation, Observe, Score, Seed, TextError, Uniform};
use gambol_search::{Batched, Decision, Forest, ForestError, Mcts};

use super::label::Label;
use super::position::{Position, event_of};
use super::typed::labelled;

/// A [`Forest`] of positions of any one game, whose trees are those of the game's own type: for
/// bindings, which choose the game at run time. Made by [`Position::forest`].
///
/// Leaves are rows of planes and of masks; games are numbered from 0.
pub trait Trees: Debug + Send + Sync {
    /// As [`Forest::leaves_per_game`].
    #[must_use]
    fn leaves_per_game(self: Box<Self>, leaves: usize) -> Box<dyn Trees>;

    /// As [`Forest::parallel`].
    #[must_use]
    fn parallel(self: Box<Self>, on: bool) -> Box<dyn Trees>;

    /// As [`Forest::len`].
    fn len(&self) -> usize;

    /// As [`Forest::is_empty`].
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the text of the state of a game, if there is such a game.
    fn text(&self, game: usize) -> Option<String>;

    /// As [`Forest::simulations`].
    fn simulations(&self, game: usize) -> u64;

    /// As [`Forest::gather`]. Returns the number of leaves that wait.
    ///
    /// # Errors
    ///
    /// As for `gather`.
    fn gather(&mut self, limit: u64) -> Result<usize, ForestError>;

    /// Writes the planes of the leaves that wait for their players to move, and masks of their
    /// actions, a row for each leaf. Rows that do not fit are left out.
    fn write_leaves(&self, planes: &mut [f32], masks: &mut [bool]);

    /// As [`Forest::learn_policies`].
    ///
    /// # Errors
    ///
    /// As for `learn_policies`.
    fn learn_policies(&mut self, policies: &[f32], values: &[f32]) -> Result<(), ForestError>;

    /// As [`Forest::decision`].
    ///
    /// # Errors
    ///
    /// As for `decision`.
    fn decision(&mut self, game: usize) -> Result<Decision<Label>, ForestError>;

    /// Writes [`Forest::policy`] by the index of actions.
    ///
    /// # Errors
    ///
    /// As for `policy`.
    fn write_policy(&mut self, game: usize, policy: &mut [f32]) -> Result<(), ForestError>;

    /// As [`Forest::advance`].
    ///
    /// # Errors
    ///
    /// As for `advance`.
    fn advance(&mut self, game: usize, event: EventOf<Position>) -> Result<(), ForestError>;

    /// As [`Forest::settle`], with the generator of a seed.
    ///
    /// # Errors
    ///
    /// As for `settle`.
    fn settle(&mut self, game: usize, seed: Seed) -> Result<(), ForestError>;

    /// As [`Forest::set`].
    ///
    /// # Errors
    ///
    /// As for `set`, and for a position of another game or size.
    fn set(&mut self, game: usize, state: &Position, seed: Seed) -> Result<(), ForestError>;
}

/// Settings of a forest of positions.
pub(crate) type Search = Mcts<Uniform, Score, Batched>;

/// Whether the rows of two states have the same lengths and axes.
fn fits<G: Indexed + Observe>(one: &G, other: &G) -> bool {
    (one.plane_shape(), one.action_count()) == (other.plane_shape(), other.action_count())
}

/// Makes a forest of the states of positions of the type and size of `like`.
pub(crate) fn make<G: Indexed + Observe + Notation>(
    like: &G,
    search: Search,
    states: &[&Position],
    seed: Seed,
) -> Result<Box<dyn Trees>, TextError> {
    let typed = |position: &&Position| {
        let refuse = || TextError::new("position", &position.to_string(), "it is of another game or size");
        position.state::<G>().filter(|state| fits(*state, like)).cloned().ok_or_else(refuse)
    };
    let states = states.iter().map(typed).collect::<Result<Vec<G>, _>>()?;
    let forest = search.forest(states, seed);
    let forest = forest.map_err(|error| TextError::new("forest", "settings", error.to_string()))?;
    Ok(Box::new(forest))
}

impl<G: Indexed + Observe + Notation> Trees for Forest<G> {
    fn leaves_per_game(self: Box<Self>, leaves: usize) -> Box<dyn Trees> {
        Box::new((*self).leaves_per_game(leaves))
    }

    fn parallel(self: Box<Self>, on: bool) -> Box<dyn Trees> {
        Box::new((*self).parallel(on))
    }

    fn len(&self) -> usize {
        self.len()
    }

    fn text(&self, game: usize) -> Option<String> {
        self.state(game).map(ToString::to_string)
    }

    fn simulations(&self, game: usize) -> u64 {
        self.simulations(game)
    }

    fn gather(&mut self, limit: u64) -> Result<usize, ForestError> {
        self.gather(limit).map(|leaves| leaves.len())
    }

    fn write_leaves(&self, planes: &mut [f32], masks: &mut [bool]) {
        let (mut planes, mut masks) = (planes, masks);
        for leaf in self.leaves().iter() {
            let (shape, count) = (leaf.state.plane_shape().len(), leaf.state.action_count());
            let (Some((own_planes, planes_left)), Some((mask, masks_left))) =
                (planes.split_at_mut_checked(shape), masks.split_at_mut_checked(count))
            else {
                return;
            };
            if let Some(player) = leaf.state.turn().player() {
                leaf.state.observe(player, own_planes);
            }
            mask.fill(false);
            for &action in leaf.actions {
                if let Some(legal) = mask.get_mut(leaf.state.action_index(action)) {
                    *legal = true;
                }
            }
            (planes, masks) = (planes_left, masks_left);
        }
    }

    fn learn_policies(&mut self, policies: &[f32], values: &[f32]) -> Result<(), ForestError> {
        self.learn_policies(policies, values)
    }

    fn decision(&mut self, game: usize) -> Result<Decision<Label>, ForestError> {
        self.decision(game).map(|decision| labelled(&decision))
    }

    fn write_policy(&mut self, game: usize, policy: &mut [f32]) -> Result<(), ForestError> {
        policy.fill(0.0);
        let shares = self.policy(game)?;
        if let Some(state) = self.state(game) {
            for (action, share) in shares {
                if let Some(entry) = policy.get_mut(state.action_index(action)) {
                    *entry = share as f32;
                }
            }
        }
        Ok(())
    }

    fn advance(&mut self, game: usize, event: EventOf<Position>) -> Result<(), ForestError> {
        let Some(state) = self.state(game) else { return Err(ForestError::Game { game, games: self.len() }) };
        let (Event::Action(label) | Event::Outcome(label)) = event;
        let unknown = || ForestError::Illegal { game, error: Illegal::new(label.to_string(), "unknown label") };
        self.advance(game, event_of(state, event).ok_or_else(unknown)?)
    }

    fn settle(&mut self, game: usize, seed: Seed) -> Result<(), ForestError> {
        self.settle(game, &mut seed.rng())
    }

    fn set(&mut self, game: usize, state: &Position, seed: Seed) -> Result<(), ForestError> {
        let error = || Illegal::new(format!("the position {state}"), "it is of another game or size");
        let fitting = |state: &&G| self.state(game).is_none_or(|old| fits(old, *state));
        let typed = state.state::<G>().filter(fitting).cloned();
        let typed = typed.ok_or_else(|| ForestError::Illegal { game, error: error() })?;
        self.set(game, typed, seed)
    }
}

impl Position {
    /// Makes a forest: a tree for each of these positions, whose leaves are evaluated together. All
    /// are of this position's game and size. [`Trees::leaves_per_game`] and [`Trees::parallel`] are
    /// its settings.
    ///
    /// ```
    /// use gambol_core::Seed;
    /// use gambol_registry::Registry;
    /// use gambol_search::{Batched, Mcts};
    ///
    /// let start = Registry::standard().start("match5")?;
    /// let search = Mcts::new().puct(1.5, Batched);
    /// let mut trees = start.forest(search, &[&start, &start], Seed::new(1))?.leaves_per_game(4);
    /// loop {
    ///     let leaves = trees.gather(20)?;
    ///     if leaves == 0 {
    ///         break;
    ///     }
    ///     // A network without an opinion.
    ///     trees.learn_policies(&vec![1.0; leaves * 81], &vec![0.0; leaves])?;
    /// }
    /// assert_eq!((trees.simulations(1), trees.decision(1)?.root.len()), (20, 81));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the game has no [encodings](Self::is_encoded), for a position of another game or
    /// size, and for a setting out of range.
    pub fn forest(
        &self,
        search: Mcts<Uniform, Score, Batched>,
        states: &[&Self],
        seed: Seed,
    ) -> Result<Box<dyn Trees>, TextError> {
        let refuse = || TextError::new("game", &self.game().name, "it has no encodings, which forests need");
        self.0.encoded().ok_or_else(refuse)?.forest(search, states, seed)
    }
}
