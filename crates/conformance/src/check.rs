//! The promises that the kit tests, with their names.

use std::fmt;

/// Declares the checks. A promise is both the documentation and part of the message of a failure.
macro_rules! checks {
    ($($variant:ident $name:literal $promise:literal)*) => {
        /// A promise of a game that the kit tests. Its `Display` form is its name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Check {
            $(
                #[doc = concat!("`", $name, "`: ", $promise, ".")]
                $variant,
            )*
        }

        impl Check {
            /// Every check, in the order in which they run.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Its name: a few words in lower case.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The promise, as a sentence without a full stop.
            #[must_use]
            pub const fn promise(self) -> &'static str {
                match self {
                    $(Self::$variant => $promise,)*
                }
            }
        }
    };
}

checks! {
    Start "start"
        "The same seed gives the same start state, for every seed"
    Turn "turn"
        "A player's turn lists actions and no outcomes, chance's turn outcomes and no actions, an ended state neither"
    Players "players"
        "The game has one or two players, and the second player never moves in a one-player game"
    Listing "listing"
        "Nothing is listed twice, and a second listing has the same items in the same order"
    Break "break"
        "A listing stops when its visitor breaks, and returns a break only then"
    Candidates "candidates"
        "`visit_candidates` visits legal actions, each once and always in the same order, at least one at a player's turn; \
         unless the state is selective, in the order of `visit_actions`, and the first of those that lead to each state"
    Afterstates "afterstates"
        "`visit_afterstates` visits the actions of `visit_candidates` with the states after them"
    Preview "preview"
        "`visit_outcomes_without_preview` visits listed outcomes, after which the states have the same turns, scores and actions, \
         and the same scores after these, with the same probabilities as after all outcomes"
    Probability "probability"
        "Every probability is above 0 and at most 1, and their sum is 1 within 1e-9"
    Legal "legal"
        "Every listed event passes its check, and playing it checked or unchecked gives the same state"
    Illegal "illegal"
        "Actions and outcomes that are not listed are refused, and a refused one leaves the state unchanged"
    WrongTurn "wrong turn"
        "An action is refused unless a player is to move, an outcome unless a chance event is due"
    Text "text"
        "The texts of states, actions and outcomes are one line each and parse to the same values"
    Serde "serde"
        "The JSON of states, actions and outcomes parses to the same values"
    Clone "clone"
        "Playing on a clone does not change the original, and `clone_from` gives an equal state"
    Score "score"
        "A score is from -2^53 to 2^53, and that of a game of wins and losses is 0 until it is over"
    SymmetryIdentity "symmetry identity"
        "Symmetry 0 and numbers out of range are the identity"
    SymmetryInverse "symmetry inverse"
        "Every symmetry has an inverse among the symmetries"
    SymmetryValue "symmetry value"
        "The image of a state has the same turn, score and number of symmetries, and `canonical` is that with the smallest key"
    SymmetryEvents "symmetry events"
        "The images of the listed events are the listed events of the image, with the same probabilities"
    SymmetryPlay "symmetry play"
        "The image of the state after an event is the image of the state after the image of the event"
    EqualHash "equal hash"
        "Equal states have equal hashes, even if reached in different ways"
    EqualKey "equal key"
        "Equal states have equal keys, even if reached in different ways"
    RandomAction "random action"
        "`random_action` returns every legal action (in a selective state, every candidate) with the same probability, nothing else, \
         and nothing at other turns"
    WinningAction "winning action"
        "`winning_action` returns a legal action (in a selective state, a candidate) that wins at once if there is one, and nothing else"
    RandomOutcome "random outcome"
        "`random_outcome` returns every outcome with its probability, nothing else, and nothing at other turns"
    Settle "settle"
        "`settle` ends when no chance event is due, with the distribution of the chain of single outcomes"
    FixedEncoding "fixed encoding"
        "The bound and the indices of actions and the shape of the planes are the same in every state of a game"
    ActionIndex "action index"
        "Every action has an index below the bound that maps back to it, and no index from the bound on has an action"
    ActionMask "action mask"
        "`action_mask` is true at the indices of the legal actions and false elsewhere, in a buffer of any length"
    ActionList "action list"
        "`legal_indices` appends the indices of the legal actions in the order of `visit_actions`"
    ActionShape "action shape"
        "The product of `action_shape` is the bound of the index"
    IndexPermutation "index permutation"
        "`permutation` rearranges the indices of actions, legal or not, like their images, and no others"
    PlaneValues "plane values"
        "`observe` writes all values, finite and from 0 to 1, in a buffer of any length, in a one-player game the same \
         for either player"
    PlaneBytes "plane bytes"
        "`observe_bytes` writes the planes times 255, rounded, in a buffer of any length"
    EqualPlanes "equal planes"
        "Equal states have equal planes, even if reached in different ways"
    DistinctPlanes "distinct planes"
        "States of a game with different keys have different planes for every player"
    EqualFuture "equal future"
        "States with equal keys have the same turn, actions, outcomes, probabilities and changes of the score"
    Perft "perft"
        "The fast path and the checked path count the same number of event sequences"
    SpreadKeys "spread keys"
        "The high 16 bits and the low 32 bits of different keys agree no more often than by chance"
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
