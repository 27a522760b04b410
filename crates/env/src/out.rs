//! Output of a step: slices of the caller.

use alloc::vec::Vec;

use gambol_core::PlaneShape;

use crate::error::EnvError;

/// Planes of all games, one game after the other, as `f32` values from 0 to 1 or as bytes.
#[derive(Debug, Default)]
pub enum Planes<'a> {
    /// They are not wanted.
    #[default]
    None,
    /// See [`Observe::observe`](gambol_core::Observe::observe).
    Floats(&'a mut [f32]),
    /// See [`Observe::observe_bytes`](gambol_core::Observe::observe_bytes).
    Bytes(&'a mut [u8]),
}

impl<'a> From<&'a mut [f32]> for Planes<'a> {
    fn from(values: &'a mut [f32]) -> Self {
        Self::Floats(values)
    }
}

impl<'a> From<&'a mut [u8]> for Planes<'a> {
    fn from(bytes: &'a mut [u8]) -> Self {
        Self::Bytes(bytes)
    }
}

impl Planes<'_> {
    fn len(&self) -> Option<usize> {
        match self {
            Self::None => None,
            Self::Floats(values) => Some(values.len()),
            Self::Bytes(bytes) => Some(bytes.len()),
        }
    }

    /// Splits off the first `count` values.
    #[cfg(feature = "parallel")]
    fn split(&mut self, count: usize) -> Self {
        match self {
            Self::None => Self::None,
            Self::Floats(values) => Self::Floats(first(values, count)),
            Self::Bytes(bytes) => Self::Bytes(first(bytes, count)),
        }
    }
}

/// The legal actions of all games as lists of indices in one vector (compressed rows): those of
/// game `g` are `indices[offsets[g]..offsets[g + 1]]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ActionLists {
    /// The indices of the legal actions, game after game, each in the order in which the game lists
    /// them.
    pub indices: Vec<u32>,
    /// The beginnings of the lists, and the end of the last one: one more entry than games. From
    /// 2³² indices on, they stay at the greatest number.
    pub offsets: Vec<u32>,
}

impl ActionLists {
    /// Returns the list of a game; empty if there is no such game.
    #[must_use]
    pub fn of(&self, game: usize) -> &[u32] {
        let offset = |number: usize| self.offsets.get(number).map(|&offset| offset as usize);
        match (offset(game), offset(game.wrapping_add(1))) {
            (Some(from), Some(to)) => self.indices.get(from..to).unwrap_or_default(),
            _ => &[],
        }
    }

    pub(crate) fn begin(&mut self) {
        self.indices.clear();
        self.offsets.clear();
        self.offsets.push(0);
    }

    /// Ends the list of a game.
    pub(crate) fn end(&mut self) {
        self.offsets.push(offset(self.indices.len()));
    }

    /// Appends lists that were begun on their own.
    #[cfg(feature = "parallel")]
    pub(crate) fn append(&mut self, other: &Self) {
        let before = offset(self.indices.len());
        self.indices.extend_from_slice(&other.indices);
        self.offsets.extend(other.offsets.iter().skip(1).map(|offset| before.saturating_add(*offset)));
    }
}

fn offset(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// The memory of the caller in which a step writes: one row for each game, the rows of a slice one
/// after the other.
///
/// Rewards, ends and players are always written; the rest if it is set. See [`Rows`](crate::Rows)
/// for memory of this crate.
#[derive(Debug)]
pub struct Out<'a> {
    pub(crate) planes: Planes<'a>,
    pub(crate) finals: Planes<'a>,
    pub(crate) masks: Option<&'a mut [bool]>,
    pub(crate) lists: Option<&'a mut ActionLists>,
    pub(crate) rewards: &'a mut [f32],
    pub(crate) terminated: &'a mut [bool],
    pub(crate) truncated: &'a mut [bool],
    pub(crate) players: &'a mut [u8],
}

impl<'a> Out<'a> {
    /// Creates it from slices with an entry for each game.
    ///
    /// - `rewards`: the points of the step, from the side of the player who moved.
    /// - `terminated`: whether the game is over.
    /// - `truncated`: whether the episode was cut off, by the limit of steps or because chance has
    ///   no end.
    /// - `players`: the observing player, 0 for the first and 1 for the second: who is to move, or
    ///   after the end of an episode, who moved last.
    pub fn new(
        rewards: &'a mut [f32],
        terminated: &'a mut [bool],
        truncated: &'a mut [bool],
        players: &'a mut [u8],
    ) -> Self {
        let (planes, finals) = (Planes::None, Planes::None);
        Self { planes, finals, masks: None, lists: None, rewards, terminated, truncated, players }
    }

    /// Also writes planes to `&mut [f32]` or `&mut [u8]`, of
    /// [`plane_shape().len()`](PlaneShape::len) values a game, for the observing player.
    #[must_use]
    pub fn planes(mut self, planes: impl Into<Planes<'a>>) -> Self {
        self.planes = planes.into();
        self
    }

    /// Also writes the last planes of an episode that ends in a step with
    /// [`Autoreset::SameStep`](crate::Autoreset::SameStep), for the player who moved last. The rows
    /// of other games keep their contents.
    #[must_use]
    pub fn finals(mut self, planes: impl Into<Planes<'a>>) -> Self {
        self.finals = planes.into();
        self
    }

    /// Also writes masks of legal actions, of `action_count` values a game; all `false` when the
    /// game is over.
    #[must_use]
    pub fn masks(mut self, masks: &'a mut [bool]) -> Self {
        self.masks = Some(masks);
        self
    }

    /// Also writes lists of legal actions, whose vectors are overwritten; empty when the game is
    /// over.
    #[must_use]
    pub fn lists(mut self, lists: &'a mut ActionLists) -> Self {
        self.lists = Some(lists);
        self
    }

    /// Checks the lengths of all slices.
    pub(crate) fn check(&self, games: usize, shape: PlaneShape, actions: usize) -> Result<(), EnvError> {
        check("rewards", games, self.rewards.len())?;
        check("terminated", games, self.terminated.len())?;
        check("truncated", games, self.truncated.len())?;
        check("players", games, self.players.len())?;
        // No slice has the greatest length.
        let (planes, masks) = (games.saturating_mul(shape.len()), games.saturating_mul(actions));
        check("planes", planes, self.planes.len().unwrap_or(planes))?;
        check("finals", planes, self.finals.len().unwrap_or(planes))?;
        check("masks", masks, self.masks.as_ref().map_or(masks, |masks| masks.len()))
    }

    /// Splits off the rows of the first `games`, without the lists.
    #[cfg(feature = "parallel")]
    pub(crate) fn split(&mut self, games: usize, planes: usize, actions: usize) -> Self {
        Self {
            planes: self.planes.split(games * planes),
            finals: self.finals.split(games * planes),
            masks: self.masks.as_mut().map(|masks| first(masks, games * actions)),
            lists: None,
            rewards: first(&mut self.rewards, games),
            terminated: first(&mut self.terminated, games),
            truncated: first(&mut self.truncated, games),
            players: first(&mut self.players, games),
        }
    }
}

/// Splits off the first entries of a slice.
#[cfg(feature = "parallel")]
#[expect(clippy::mut_mut, reason = "the slice itself changes")]
fn first<'a, T>(slice: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    slice.split_off_mut(..count).unwrap_or_default()
}

/// Returns an error if a slice has not the expected length.
pub(crate) fn check(what: &'static str, expected: usize, found: usize) -> Result<(), EnvError> {
    if expected == found { Ok(()) } else { Err(EnvError::Length { what, expected, found }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_that_overflow_are_refused() {
        let check = |shape, actions, planes: &mut [f32], masks: &mut [bool]| {
            let (mut rewards, mut players) = ([0.0; 4], [0; 4]);
            let (mut terminated, mut truncated) = ([false; 4], [false; 4]);
            let out = Out::new(&mut rewards, &mut terminated, &mut truncated, &mut players);
            out.planes(planes).masks(masks).check(4, shape, actions)
        };
        // Both products are 0 in the arithmetic of the machine.
        let quarter = usize::MAX / 4 + 1;
        let (large, small) = (PlaneShape::new(quarter, 1, 1), PlaneShape::new(1, 1, 1));
        assert!(matches!(check(large, 1, &mut [], &mut [false; 4]), Err(EnvError::Length { what: "planes", .. })));
        assert!(matches!(check(small, quarter, &mut [0.0; 4], &mut []), Err(EnvError::Length { what: "masks", .. })));
        assert!(check(small, 1, &mut [0.0; 4], &mut [false; 4]).is_ok());
    }
}
