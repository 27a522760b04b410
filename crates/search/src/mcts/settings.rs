//! Settings, limits and root of a tree search.

use alloc::vec::Vec;

use gambol_core::{Game, Player, Prior};

use crate::budget::Budget;
use crate::decision::root_of;
use crate::error::{SearchError, check_setting};
use crate::terminal::Terminal;

/// The root of a search.
#[derive(Debug)]
pub(super) struct Root<'a, G: Game> {
    pub(super) state: &'a G,
    pub(super) player: Player,
    pub(super) actions: Vec<G::Action>,
    pub(super) terminal: Terminal,
}

impl<'a, G: Game> Root<'a, G> {
    pub(super) fn new(state: &'a G, budget: &Budget, terminal: Option<Terminal>) -> Result<Self, SearchError> {
        let (player, actions) = root_of(state, budget)?;
        Ok(Self { state, player, actions, terminal: Terminal::for_game::<G>(terminal) })
    }
}

/// Settings of tree growth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings<P, E, R> {
    pub(super) policy: P,
    pub(super) evaluator: E,
    /// Prior of PUCT; `None` for UCT.
    pub(super) prior: Option<R>,
    pub(super) exploration: f64,
    /// Visits before a leaf is expanded.
    pub(super) expansion_threshold: u32,
    pub(super) max_rollout_plies: u64,
    pub(super) solver: bool,
    pub(super) terminal: Option<Terminal>,
    pub(super) exploring: Exploring,
}

/// Exploration with a prior besides the exploration constant.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Exploring {
    /// Value of a child without visits above the mean of its parent, as a fraction of the range of
    /// values.
    pub(super) first_play_urgency: f64,
    /// Share and concentration of the Dirichlet noise at the root.
    pub(super) noise: Option<(f64, f64)>,
    /// Maximum number of considered actions and scale of the noise of Gumbel selection.
    pub(super) gumbel: Option<(u32, f64)>,
}

impl<P, E, R> Settings<P, E, R> {
    /// The settings by reference. Trees are the same code for all priors: one call through a
    /// pointer is nothing beside a prior.
    pub(super) fn borrow<G: Game>(&self) -> Settings<&P, &E, &dyn Prior<G>>
    where
        R: Prior<G>,
    {
        let Self { policy, evaluator, prior, .. } = self;
        Settings {
            policy,
            evaluator,
            prior: prior.as_ref().map(|prior| prior as &dyn Prior<G>),
            exploration: self.exploration,
            expansion_threshold: self.expansion_threshold,
            max_rollout_plies: self.max_rollout_plies,
            solver: self.solver,
            terminal: self.terminal,
            exploring: self.exploring,
        }
    }

    /// Checks the numeric settings.
    pub(super) fn check(&self) -> Result<(), SearchError> {
        let in_range = |factor: f64| factor.is_finite() && factor >= 0.0;
        check_setting("exploration", self.exploration, "finite and at least 0", in_range)?;
        let Exploring { first_play_urgency, noise, gumbel } = self.exploring;
        check_setting("first_play_urgency", first_play_urgency, "finite", f64::is_finite)?;
        let guided = |_| self.prior.is_some();
        if first_play_urgency != 0.0 {
            check_setting("first_play_urgency", first_play_urgency, "set with puct", guided)?;
        }
        if let Some((share, alpha)) = noise {
            check_setting("root_noise: share", share, "set with puct", guided)?;
            check_setting("root_noise: share", share, "from 0 to 1", |share| (0.0..=1.0).contains(&share))?;
            check_setting("root_noise: alpha", alpha, "finite and above 0", |alpha| alpha.is_finite() && alpha > 0.0)?;
        }
        if let Some((considered, noise)) = gumbel {
            check_setting("gumbel: considered", f64::from(considered), "set with puct", guided)?;
            check_setting("gumbel: considered", f64::from(considered), "at least 1", |count| count >= 1.0)?;
            check_setting("gumbel: noise", noise, "finite and at least 0", in_range)?;
        }
        Ok(())
    }
}

/// Limits of one tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeLimits {
    pub(super) simulations: u64,
    /// Expected number of simulations, for Gumbel selection.
    pub(super) planned: u64,
    pub(super) nodes: u64,
    pub(super) depth: usize,
}
