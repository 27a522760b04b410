//! The promises that the kit tests, each with a name.

use std::fmt;

/// Declares the checks: a promise is its documentation and what a failure prints.
macro_rules! checks {
    ($($variant:ident $name:literal $promise:literal)*) => {
        /// One promise of a game that the kit tests. Its `Display` form is its name.
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

            /// What it promises, as a sentence without a full stop.
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
        "The same seed gives the same start state, whatever the seed"
    Turn "turn"
        "A player's turn lists an action and no outcome, chance's turn an outcome and no action, an over state neither"
    Players "players"
        "One or two players move, and the second never does in a game for one"
    Listing "listing"
        "Nothing is listed twice, and a second listing shows the same in the same order"
    Break "break"
        "A listing stops where its visitor breaks off, says so, and says so only then"
    Candidates "candidates"
        "`visit_candidates` shows legal actions, each once and always in the same order, at least one at a player's turn; \
         unless the state is selective, in the order of `visit_actions`, and the first of those that lead to each state"
    Afterstates "afterstates"
        "`visit_afterstates` shows what `visit_candidates` shows, with the states after it"
    Preview "preview"
        "`visit_outcomes_without_preview` shows listed outcomes, after which the states have the same turns, scores and actions, \
         and the same scores after these, with the same probabilities as after all outcomes"
    Probability "probability"
        "Every probability is above 0 and at most 1, and together they are 1 within 1e-9"
    Legal "legal"
        "Every listed event passes its check, and playing it checked or unchecked gives the same state"
    Illegal "illegal"
        "No action or outcome is accepted that is not listed, and a refused one leaves the state as it was"
    WrongTurn "wrong turn"
        "An action is refused when it is no player's turn, an outcome when it is not chance's"
    Text "text"
        "The texts of states, actions and outcomes are one line each and are read as what was written"
    Serde "serde"
        "States, actions and outcomes are read from JSON as what was written"
    Clone "clone"
        "What is played on a clone leaves no trace in the original"
    Score "score"
        "A game of wins and losses scores 0 until it is over"
    SymmetryIdentity "symmetry identity"
        "Symmetry 0, and every number that is none, changes nothing"
    SymmetryInverse "symmetry inverse"
        "What a symmetry does, one of the symmetries takes back"
    SymmetryValue "symmetry value"
        "The image of a state has its turn, its score and as many symmetries"
    SymmetryEvents "symmetry events"
        "The images of the listed events are the listed events of the image, with the same probabilities"
    SymmetryPlay "symmetry play"
        "The image of the state after an event is the image of the state after the image of the event"
    EqualHash "equal hash"
        "Equal states have equal hashes, however they came about"
    EqualKey "equal key"
        "Equal states have equal keys, however they came about"
    RandomAction "random action"
        "`random_action` gives every legal action with the same probability, in a selective state every candidate, nothing else, \
         and nothing at other turns"
    WinningAction "winning action"
        "`winning_action` gives a legal action, in a selective state a candidate, that wins at once where there is one, and nothing else"
    RandomOutcome "random outcome"
        "`random_outcome` gives every outcome with its probability, nothing else, and nothing at other turns"
    Settle "settle"
        "`settle` ends where chance has nothing to do, with the distribution of the chain of single outcomes"
    FixedEncoding "fixed encoding"
        "The bound and the indices of actions and the shape of the planes are the same in every state of a game"
    ActionIndex "action index"
        "Every action has an index below the bound that leads back to it, and no index from the bound on has an action"
    ActionMask "action mask"
        "`action_mask` is true at the indices of the legal actions and false elsewhere, in a buffer of any length"
    PlaneValues "plane values"
        "`observe` writes finite values from 0 to 1, all of them, in a buffer of any length"
    EqualPlanes "equal planes"
        "Equal states have equal planes, however they came about"
    DistinctPlanes "distinct planes"
        "States of a game with different keys have different planes, whoever looks"
    EqualFuture "equal future"
        "States with equal keys have the same turn, actions, outcomes, probabilities and changes of the score"
    Perft "perft"
        "The count of event sequences is the same by the fast path and by the checked one"
    SpreadKeys "spread keys"
        "The high 16 bits and the low 32 bits of different keys agree no more often than by chance"
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
