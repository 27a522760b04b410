//! A dense index of actions, for tables, policy networks and data sets.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::game::Game;

/// A dense index of the actions of a game, from 0 to a bound.
///
/// Policy networks, tables, data sets and bindings to other languages identify actions by small
/// integers. The index depends on the variant of a game (the size of its board), never on the
/// position: an action has the same index in every state of one game. The bound is a method of the
/// state instead of a constant because board sizes are part of the state.
///
/// The crate [`gambol-conformance`](https://docs.rs/gambol-conformance) tests these guarantees with
/// `Kit::indexed`.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::Indexed;
///
/// /// Nim of the page of `Game`: taking n matches has the index n - 1.
/// impl Indexed for Nim {
///     fn action_count(&self) -> usize {
///         3
///     }
///     fn action_index(&self, action: u8) -> usize {
///         usize::from(action).wrapping_sub(1)
///     }
///     fn indexed_action(&self, index: usize) -> Option<u8> {
///         if index < 3 { Some(index as u8 + 1) } else { None }
///     }
/// }
///
/// let nim = Nim { matches: 2, to_move: Player::First };
/// let mut mask = [false; 3];
/// nim.action_mask(&mut mask);
/// assert_eq!(mask, [true, true, false]);
/// assert_eq!(nim.indexed_action(2), Some(3)); // Not legal here, but an action of the game.
/// let mut indices = Vec::new();
/// nim.legal_indices(&mut indices);
/// assert_eq!(indices, [0, 1]);
/// ```
pub trait Indexed: Game {
    /// Returns the bound of the index, which is the length of a mask or a policy vector. It is the
    /// same in every state of one game.
    fn action_count(&self) -> usize;

    /// Returns the index of an action. It is below [`action_count`](Self::action_count) for every
    /// action that is legal in some state of this game, and different for different actions.
    ///
    /// Never panics. For an action that no state of this game has, such as one off the board, it
    /// returns an index without an [`indexed_action`](Self::indexed_action).
    fn action_index(&self, action: Self::Action) -> usize;

    /// Returns the action with an index; the inverse of [`action_index`](Self::action_index).
    /// Returns `None` if no action has it, as for every index from the bound on. The action need
    /// not be legal in this state.
    fn indexed_action(&self, index: usize) -> Option<Self::Action>;

    /// Writes the legal actions as a mask: `true` at the index of each legal action, `false`
    /// elsewhere. All `false` if no player is to move.
    ///
    /// A buffer shorter than [`action_count`](Self::action_count) gets a truncated mask; the rest
    /// of a longer one is `false`.
    fn action_mask(&self, mask: &mut [bool]) {
        mask.fill(false);
        let _ = self.visit_actions(|action| {
            if let Some(legal) = mask.get_mut(self.action_index(action)) {
                *legal = true;
            }
            ControlFlow::Continue(())
        });
    }

    /// Appends the index of every legal action, in the order of
    /// [`visit_actions`](Game::visit_actions). Appends nothing if no player is to move.
    ///
    /// A list is the better form in games of many actions: in Five or More on 9×9, some 500 of
    /// 6,561 are legal. Lists of several states fit into one vector, one after the other.
    ///
    /// Indices are below 2³² in every game that lists them: a greater one is written as `u32::MAX`.
    fn legal_indices(&self, indices: &mut Vec<u32>) {
        let _ = self.visit_actions(|action| {
            indices.push(u32::try_from(self.action_index(action)).unwrap_or(u32::MAX));
            ControlFlow::Continue(())
        });
    }

    /// Returns the lengths of the axes of the index, whose product is
    /// [`action_count`](Self::action_count). An index numbers the tuples of an action's parts row
    /// by row, the last part fastest: `[81, 81]` for a move from a cell to a cell of 9×9. By
    /// default, one axis.
    ///
    /// Networks with a head for each part, and environments that take an action part by part, use
    /// it.
    fn action_shape(&self) -> Vec<usize> {
        vec![self.action_count()]
    }

    /// Returns the permutation of indices by a symmetry of this state: entry `i` is the index of
    /// the [image](Game::transform_action) of the action with index `i`. An index without an action
    /// keeps its place.
    ///
    /// A policy of a state's [image](Game::transform) is the policy of the state, rearranged by it:
    /// data sets are augmented with it.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
    /// # use nim::*;
    /// # use gambol_core::Indexed;
    /// # impl Indexed for Nim {
    /// #     fn action_count(&self) -> usize { 3 }
    /// #     fn action_index(&self, action: u8) -> usize { usize::from(action).wrapping_sub(1) }
    /// #     fn indexed_action(&self, index: usize) -> Option<u8> {
    /// #         if index < 3 { Some(index as u8 + 1) } else { None }
    /// #     }
    /// # }
    /// let nim = Nim { matches: 2, to_move: Player::First };
    /// assert_eq!(nim.permutation(0), [0, 1, 2]); // The identity: Nim has no other symmetry.
    /// ```
    fn permutation(&self, symmetry: usize) -> Vec<u32> {
        let count = self.action_count();
        let image = |index: usize| {
            let action = self.indexed_action(index)?;
            Some(self.action_index(self.transform_action(symmetry, action))).filter(|&image| image < count)
        };
        (0..count).map(|index| image(index).unwrap_or(index) as u32).collect()
    }
}
