//! Encodings by name: actions as indices and states as planes.

#[cfg(feature = "env")]
use alloc::boxed::Box;
use alloc::vec::Vec;

use gambol_core::{Game, Indexed, Notation, Observe, PlaneShape, Player};
#[cfg(feature = "env")]
use gambol_core::{Seed, TextError};

use super::label::Label;
use super::position::{Position, action};
#[cfg(feature = "env")]
use super::trees::{Search, Trees};

/// The methods of [`Indexed`] and [`Observe`] for a state of any type that has both.
pub(crate) trait EncodedState {
    fn action_count(&self) -> usize;
    fn action_index(&self, label: Label) -> Option<usize>;
    fn indexed_action(&self, index: usize) -> Option<Label>;
    fn action_mask(&self, mask: &mut [bool]);
    fn legal_indices(&self, indices: &mut Vec<u32>);
    fn action_shape(&self) -> Vec<usize>;
    fn permutation(&self, symmetry: usize) -> Vec<u32>;
    fn plane_shape(&self) -> PlaneShape;
    fn viewer(&self) -> Player;
    fn observe(&self, view: Player, out: &mut [f32]);
    fn observe_bytes(&self, view: Player, out: &mut [u8]);
    #[cfg(feature = "env")]
    fn batch(&self, count: usize, seed: Seed, options: gambol_env::Options) -> Box<dyn gambol_env::VecEnv>;
    #[cfg(feature = "env")]
    fn forest(&self, search: Search, states: &[&Position], seed: Seed) -> Result<Box<dyn Trees>, TextError>;
}

impl<G: Indexed + Observe + Notation> EncodedState for G {
    fn action_count(&self) -> usize {
        Indexed::action_count(self)
    }

    fn action_index(&self, label: Label) -> Option<usize> {
        action(self, label).map(|action| Indexed::action_index(self, action))
    }

    fn indexed_action(&self, index: usize) -> Option<Label> {
        Indexed::indexed_action(self, index).map(|action| Label::of(&action))
    }

    fn action_mask(&self, mask: &mut [bool]) {
        Indexed::action_mask(self, mask);
    }

    fn legal_indices(&self, indices: &mut Vec<u32>) {
        Indexed::legal_indices(self, indices);
    }

    fn action_shape(&self) -> Vec<usize> {
        Indexed::action_shape(self)
    }

    fn permutation(&self, symmetry: usize) -> Vec<u32> {
        Indexed::permutation(self, symmetry)
    }

    fn plane_shape(&self) -> PlaneShape {
        Observe::plane_shape(self)
    }

    fn viewer(&self) -> Player {
        Observe::viewer(self)
    }

    fn observe(&self, view: Player, out: &mut [f32]) {
        Observe::observe(self, view, out);
    }

    fn observe_bytes(&self, view: Player, out: &mut [u8]) {
        Observe::observe_bytes(self, view, out);
    }

    #[cfg(feature = "env")]
    fn batch(&self, count: usize, seed: Seed, options: gambol_env::Options) -> Box<dyn gambol_env::VecEnv> {
        Box::new(gambol_env::Batch::new(self.clone(), count, seed).options(options))
    }

    #[cfg(feature = "env")]
    fn forest(&self, search: Search, states: &[&Position], seed: Seed) -> Result<Box<dyn Trees>, TextError> {
        super::trees::make(self, search, states, seed)
    }
}

/// Access to the encodings of a game that has them.
pub(crate) struct Encoding<G: Game> {
    pub(crate) view: fn(&G) -> &dyn EncodedState,
    #[cfg(feature = "onnx")]
    pub(crate) networks: crate::agents::networks::Networks<G>,
}

impl<G: Indexed + Observe + Notation> Encoding<G> {
    pub(crate) fn new() -> Self {
        Self {
            view: |state| state,
            #[cfg(feature = "onnx")]
            networks: crate::agents::networks::Networks::new(),
        }
    }
}

impl Position {
    /// Whether the game has encodings: an index of actions and planes. They are those of the game's
    /// own type. Without them, the bound of the index and the shape of the planes are 0.
    ///
    /// All games of Gambol have them, and those of yours whose entry is
    /// [`encoded`](super::GameEntry::encoded).
    ///
    /// ```
    /// use gambol_core::{Indexed, Observe};
    /// use gambol_registry::Registry;
    ///
    /// let state = Registry::standard().start("five-or-more")?;
    /// assert!(state.is_encoded());
    /// assert_eq!((state.action_count(), state.action_shape()), (6_561, vec![81, 81]));
    /// assert_eq!(state.indexed_action(81).unwrap().as_str(), "b1-a1");
    /// assert_eq!(state.plane_shape().planes, 33);
    /// # Ok::<(), gambol_core::TextError>(())
    /// ```
    pub fn is_encoded(&self) -> bool {
        self.0.encoded().is_some()
    }

    /// Makes a batch of `count` games that start here, stepped together as states of the game's own
    /// type: see [`gambol_env`].
    ///
    /// ```
    /// use gambol_core::Seed;
    /// use gambol_env::{Options, Rows};
    /// use gambol_registry::Registry;
    ///
    /// let start = Registry::standard().start("match5")?;
    /// let mut games = start.batch(16, Seed::new(1), Options::default())?;
    /// let mut rows = Rows::with_masks(&games.layout());
    /// games.reset(None, None, rows.out())?;
    /// games.step(&[40; 16], rows.out())?;
    /// assert!(!rows.masks[40] && rows.players[0] == 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the game has no [encodings](Self::is_encoded).
    #[cfg(feature = "env")]
    #[cfg_attr(docsrs, doc(cfg(feature = "env")))]
    pub fn batch(
        &self,
        count: usize,
        seed: Seed,
        options: gambol_env::Options,
    ) -> Result<Box<dyn gambol_env::VecEnv>, TextError> {
        let refuse = || TextError::new("game", &self.game().name, "it has no encodings, which environments need");
        self.0.encoded().map(|state| state.batch(count, seed, options)).ok_or_else(refuse)
    }
}

/// The index of the game's own type: see [`Position::is_encoded`].
impl Indexed for Position {
    fn action_count(&self) -> usize {
        self.0.encoded().map_or(0, EncodedState::action_count)
    }

    fn action_index(&self, action: Label) -> usize {
        self.0.encoded().and_then(|state| state.action_index(action)).unwrap_or(usize::MAX)
    }

    fn indexed_action(&self, index: usize) -> Option<Label> {
        self.0.encoded()?.indexed_action(index)
    }

    fn action_mask(&self, mask: &mut [bool]) {
        match self.0.encoded() {
            Some(state) => state.action_mask(mask),
            None => mask.fill(false),
        }
    }

    fn legal_indices(&self, indices: &mut Vec<u32>) {
        if let Some(state) = self.0.encoded() {
            state.legal_indices(indices);
        }
    }

    fn action_shape(&self) -> Vec<usize> {
        self.0.encoded().map_or_else(|| alloc::vec![0], EncodedState::action_shape)
    }

    fn permutation(&self, symmetry: usize) -> Vec<u32> {
        self.0.encoded().map_or_else(Vec::new, |state| state.permutation(symmetry))
    }
}

/// The planes of the game's own type: see [`Position::is_encoded`].
impl Observe for Position {
    fn plane_shape(&self) -> PlaneShape {
        self.0.encoded().map_or(PlaneShape::new(0, 0, 0), EncodedState::plane_shape)
    }

    fn viewer(&self) -> Player {
        let by_turn = || self.turn().player().unwrap_or(Player::First);
        self.0.encoded().map_or_else(by_turn, EncodedState::viewer)
    }

    fn observe(&self, view: Player, out: &mut [f32]) {
        match self.0.encoded() {
            Some(state) => state.observe(view, out),
            None => out.fill(0.0),
        }
    }

    fn observe_bytes(&self, view: Player, out: &mut [u8]) {
        match self.0.encoded() {
            Some(state) => state.observe_bytes(view, out),
            None => out.fill(0),
        }
    }
}
