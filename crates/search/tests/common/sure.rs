//! Explicit trees without chance, as a game whose type says so.
#![allow(dead_code)] // each test file uses its own part

use gambol_core::{Game, GameExt, Turn};

use super::{Tree, as_inside};

/// A tree without chance, as a game that says so.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sure(pub(crate) Tree);

impl Game for Sure {
    as_inside!(usize);
}

/// Whether chance moves anywhere in a tree.
pub(crate) fn has_chance(tree: &Tree) -> bool {
    tree.turn() == Turn::Chance || tree.actions().into_iter().any(|action| has_chance(&tree.afterstate(action)))
}
