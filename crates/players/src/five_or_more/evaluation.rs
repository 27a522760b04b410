//! An evaluator by the networks, for any rules.

use gambol_core::{Evaluator, Properties, ScoreUse, Scratch};
use gambol_five_or_more::knowledge::WindowSum;
use gambol_five_or_more::{Bits, FiveOrMore, Move, Rules};
use gambol_learn::{Network, WeightsError};

use super::features::StoneWindows;
use super::view::is_known;
use super::{network, read};

/// Evaluation of Five or More on any board: by the shipped [`network`] for the rules of the state
/// or by one of your own, and by [`WindowSum`] for rules without a network.
///
/// ```
/// # #[cfg(feature = "shipped")] {
/// use gambol_core::Evaluator;
/// use gambol_five_or_more::{FiveOrMore, Rules};
/// use gambol_players::five_or_more::{Evaluation, network};
///
/// let start: FiveOrMore = FiveOrMore::new(Rules::THESIS)?;
/// let learned = network(Rules::THESIS).map(|network| network.evaluate(&start));
/// assert_eq!(Some(Evaluation::shipped().evaluate(&start)), learned);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// Replaces the shipped networks.
    own: Option<Network<StoneWindows>>,
    fallback: WindowSum,
}

impl Evaluation {
    /// Creates an evaluation by the shipped networks, or by [`WindowSum`] while they are not
    /// loaded.
    #[must_use]
    pub fn shipped() -> Self {
        Self { own: None, fallback: WindowSum::new() }
    }

    /// Creates an evaluation by the network of a file, for both shown and hidden places.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Network::from_file`].
    pub fn from_file(file: &[u8]) -> Result<Self, WeightsError> {
        Ok(Self { own: Some(read(file)?), fallback: WindowSum::new() })
    }

    /// Returns the network for these rules.
    #[inline]
    fn network(&self, rules: Rules) -> Option<&Network<StoneWindows>> {
        match &self.own {
            Some(own) => is_known(rules).then_some(own),
            None => network(rules),
        }
    }
}

impl<B: Bits + 'static> Evaluator<FiveOrMore<B>> for Evaluation {
    fn evaluate(&self, state: &FiveOrMore<B>) -> f64 {
        match self.network(state.rules()) {
            Some(network) => network.evaluate(state),
            None => self.fallback.evaluate(state),
        }
    }

    fn properties(&self) -> Properties {
        Properties::default().score(ScoreUse::Added)
    }

    fn evaluate_afterstates(&self, state: &FiveOrMore<B>, actions: &[Move], values: &mut [f64], scratch: &mut Scratch) {
        match self.network(state.rules()) {
            Some(network) => network.evaluate_afterstates(state, actions, values, scratch),
            None => self.fallback.evaluate_afterstates(state, actions, values, scratch),
        }
    }

    fn batches_afterstates(&self, state: &FiveOrMore<B>) -> bool {
        match self.network(state.rules()) {
            Some(network) => network.batches_afterstates(state),
            None => self.fallback.batches_afterstates(state),
        }
    }
}
