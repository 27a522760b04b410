//! Encodings by name: actions as indices and states as planes.

#[cfg(feature = "env")]
use alloc::boxed::Box;
use alloc::vec::Vec;

use gambol_core::{Game, Indexed, Notation, Observe, PlaneShape, Player};
#[cfg(feature = "env")]
use gambol_core::{Seed, TextError};

use super::label::Label;
use super::position::{Live, Position, action};

/// The methods of [`Indexed`] and [`Observe`] of a game that has both.
pub(crate) struct Encoding<G: Game> {
    count: fn(&G) -> usize,
    index: fn(&G, G::Action) -> usize,
    action: fn(&G, usize) -> Option<G::Action>,
    mask: fn(&G, &mut [bool]),
    list: fn(&G, &mut Vec<u32>),
    axes: fn(&G) -> Vec<usize>,
    permutation: fn(&G, usize) -> Vec<u32>,
    shape: fn(&G) -> PlaneShape,
    viewer: fn(&G) -> Player,
    observe: fn(&G, Player, &mut [f32]),
    observe_bytes: fn(&G, Player, &mut [u8]),
    #[cfg(feature = "onnx")]
    pub(crate) networks: crate::agents::networks::Networks<G>,
    #[cfg(feature = "env")]
    batch: fn(&G, usize, Seed, gambol_env::Options) -> Box<dyn gambol_env::VecEnv>,
    #[cfg(feature = "env")]
    trees: super::trees::MakeTrees,
}

impl<G: Indexed + Observe + Notation> Encoding<G> {
    pub(crate) fn new() -> Self {
        Self {
            count: G::action_count,
            index: G::action_index,
            action: G::indexed_action,
            mask: G::action_mask,
            list: G::legal_indices,
            axes: G::action_shape,
            permutation: G::permutation,
            shape: G::plane_shape,
            viewer: G::viewer,
            observe: G::observe,
            observe_bytes: G::observe_bytes,
            #[cfg(feature = "onnx")]
            networks: crate::agents::networks::Networks::new(),
            #[cfg(feature = "env")]
            batch: |state, count, seed, options| {
                Box::new(gambol_env::Batch::new(state.clone(), count, seed).options(options))
            },
            #[cfg(feature = "env")]
            trees: super::trees::make::<G>,
        }
    }
}

/// The encodings of a position of any type. Without them, there are no indices and no planes.
pub(crate) trait Encoded {
    fn is_encoded(&self) -> bool;
    fn action_count(&self) -> usize;
    fn action_index(&self, label: Label) -> usize;
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
    fn batch(&self, count: usize, seed: Seed, options: gambol_env::Options) -> Option<Box<dyn gambol_env::VecEnv>>;
    #[cfg(feature = "env")]
    fn trees(&self) -> Option<super::trees::MakeTrees>;
}

impl<G: Notation> Live<G> {
    fn encoding(&self) -> Option<&Encoding<G>> {
        self.entry.encoding.as_ref()
    }
}

impl<G: Notation> Encoded for Live<G> {
    fn is_encoded(&self) -> bool {
        self.encoding().is_some()
    }

    fn action_count(&self) -> usize {
        self.encoding().map_or(0, |encoding| (encoding.count)(&self.state))
    }

    fn action_index(&self, label: Label) -> usize {
        let index = |encoding: &Encoding<G>| Some((encoding.index)(&self.state, action(&self.state, label)?));
        self.encoding().and_then(index).unwrap_or(usize::MAX)
    }

    fn indexed_action(&self, index: usize) -> Option<Label> {
        (self.encoding()?.action)(&self.state, index).map(|action| Label::of(&action))
    }

    fn action_mask(&self, mask: &mut [bool]) {
        match self.encoding() {
            Some(encoding) => (encoding.mask)(&self.state, mask),
            None => mask.fill(false),
        }
    }

    fn legal_indices(&self, indices: &mut Vec<u32>) {
        if let Some(encoding) = self.encoding() {
            (encoding.list)(&self.state, indices);
        }
    }

    fn action_shape(&self) -> Vec<usize> {
        self.encoding().map_or_else(|| alloc::vec![0], |encoding| (encoding.axes)(&self.state))
    }

    fn permutation(&self, symmetry: usize) -> Vec<u32> {
        self.encoding().map_or_else(Vec::new, |encoding| (encoding.permutation)(&self.state, symmetry))
    }

    fn plane_shape(&self) -> PlaneShape {
        self.encoding().map_or(PlaneShape::new(0, 0, 0), |encoding| (encoding.shape)(&self.state))
    }

    fn viewer(&self) -> Player {
        let by_turn = || self.state.turn().player().unwrap_or(Player::First);
        self.encoding().map_or_else(by_turn, |encoding| (encoding.viewer)(&self.state))
    }

    fn observe(&self, view: Player, out: &mut [f32]) {
        match self.encoding() {
            Some(encoding) => (encoding.observe)(&self.state, view, out),
            None => out.fill(0.0),
        }
    }

    fn observe_bytes(&self, view: Player, out: &mut [u8]) {
        match self.encoding() {
            Some(encoding) => (encoding.observe_bytes)(&self.state, view, out),
            None => out.fill(0),
        }
    }

    #[cfg(feature = "env")]
    fn batch(&self, count: usize, seed: Seed, options: gambol_env::Options) -> Option<Box<dyn gambol_env::VecEnv>> {
        self.encoding().map(|encoding| (encoding.batch)(&self.state, count, seed, options))
    }

    #[cfg(feature = "env")]
    fn trees(&self) -> Option<super::trees::MakeTrees> {
        self.encoding().map(|encoding| encoding.trees)
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
        self.0.is_encoded()
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
        self.0.batch(count, seed, options).ok_or_else(refuse)
    }
}

/// The index of the game's own type: see [`Position::is_encoded`].
impl Indexed for Position {
    fn action_count(&self) -> usize {
        self.0.action_count()
    }

    fn action_index(&self, action: Label) -> usize {
        self.0.action_index(action)
    }

    fn indexed_action(&self, index: usize) -> Option<Label> {
        self.0.indexed_action(index)
    }

    fn action_mask(&self, mask: &mut [bool]) {
        self.0.action_mask(mask);
    }

    fn legal_indices(&self, indices: &mut Vec<u32>) {
        self.0.legal_indices(indices);
    }

    fn action_shape(&self) -> Vec<usize> {
        self.0.action_shape()
    }

    fn permutation(&self, symmetry: usize) -> Vec<u32> {
        self.0.permutation(symmetry)
    }
}

/// The planes of the game's own type: see [`Position::is_encoded`].
impl Observe for Position {
    fn plane_shape(&self) -> PlaneShape {
        self.0.plane_shape()
    }

    fn viewer(&self) -> Player {
        self.0.viewer()
    }

    fn observe(&self, view: Player, out: &mut [f32]) {
        self.0.observe(view, out);
    }

    fn observe_bytes(&self, view: Player, out: &mut [u8]) {
        self.0.observe_bytes(view, out);
    }
}
