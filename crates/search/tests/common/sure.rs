//! Explicit trees without chance, as a game with the outcome type `NoChance`.
#![allow(dead_code)] // each test file uses its own part

use gambol_core::{Game, GameExt, Turn};

use super::{Tree, as_inside};

/// A tree without chance, as a game with the outcome type `NoChance`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sure(pub(crate) Tree);

impl Game for Sure {
    as_inside!(usize);
}

/// Whether a tree has a chance node.
pub(crate) fn has_chance(tree: &Tree) -> bool {
    tree.turn() == Turn::Chance || tree.actions().into_iter().any(|action| has_chance(&tree.afterstate(action)))
}
