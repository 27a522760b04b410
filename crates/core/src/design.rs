//! Design of the trait [`Game`]: decisions and their cost, the games and searches it was settled
//! against, and its limits. The module has no items.
//!
//! # Decisions, and what they cost
//!
//! If you are choosing between this crate and `minimax`, `board-game` or `mcts`: those describe
//! games of skill for two players, and do that well. This one is for games in which chance moves
//! too, and for puzzles; it asks a little more of the game, for the reasons below.
//!
//! **Chance is not a player, and outcomes are not actions.** [`Game::Outcome`] is a type of its
//! own, with probabilities. A search can therefore not choose an outcome by mistake, a record says
//! who did what, and a game without chance says so in its type: with [`NoChance`], which has no
//! values, the compiler knows that there is nothing to enumerate, and a search that is only right
//! without chance can ask for `Game<Outcome = NoChance>`. The price is a second associated type and
//! two more required methods, two lines in a game without chance.
//!
//! **Chance can be enumerated and sampled.** Expectimax needs the table, a rollout the sample. A
//! game must give the table ([`Game::visit_outcomes`]); the sample follows from it, or is
//! overridden ([`Game::random_outcome`]). An event too large to enumerate is a chain of small
//! events: three stones on seventy cells are three times seventy outcomes instead of 328,440. The
//! price is intermediate states, which a game must be able to represent; where that is slow,
//! [`Game::settle`] samples a whole chain at once.
//!
//! **No generator in a state.** A state is what the players know. Two equal states have the same
//! future, so they can be merged, stored in tables and sent over a wire; a rollout brings its own
//! randomness, and two can share it. The price is a generator argument where something is sampled.
//!
//! **Whose turn it is, is asked; nothing alternates by itself.** [`Game::turn`] names a player,
//! chance, or says that the game is over. A player may move several times running, and no sign ever
//! comes from the parity of a depth. The same answer tells whether there is a legal action, so that
//! no search lists moves twice to learn that a game has ended. The price: a game that must look for
//! a move to know does so when the state comes about, also in lines of play where nobody asks.
//!
//! **The score is a number in every state.** It is the running pay-off of the first player, an
//! integer, so that sums over rollouts do not depend on their order. Puzzles are judged by it,
//! two-player games are zero-sum, and what a step is worth is the difference. The price: games paid
//! in fractions count in smaller units.
//!
//! **Actions are visited, not collected.** [`Game::visit_actions`] calls back for each action until
//! told to stop. There is no list to allocate, no iterator type to name and no lifetime in the
//! trait, and the compiler inlines the search's loop body into the game's bit loops. The price: a
//! search cannot suspend a listing and go on later; one that wants to sort collects first
//! ([`GameExt::actions`], or a buffer of its own).
//!
//! **Play is unchecked, with a checked twin.** [`Game::play`] trusts its caller, since searches
//! play what they were shown. [`GameExt::try_play`] is for everything else, and its error names the
//! rule that is broken. The price: two ways to play, and a conformance check that they agree.
//!
//! **No undo.** A search looks ahead on a clone, [`GameExt::after`]: for states of some tens of
//! bytes nothing is faster, and no token of an undo can be lost, mixed up or used twice. The price:
//! a game with states of kilobytes pays for each clone.
//!
//! **Defaults are correct; overrides are fast.** Random actions, outcomes, keys, symmetries and
//! checks all work from the required methods. Nothing panics for being left out. The conformance
//! kit tests each override against its default.
//!
//! **Generic code, no trait objects.** Methods take closures and generators by type, so [`Game`]
//! cannot be made into an object; inner loops pay nothing for abstraction. Programs that choose a
//! game at run time do it once, at the rim, as the registry of the `gambol` crate does. Evaluators
//! can be trait objects; policies have [`DynPolicy`] for that.
//!
//! **Legal and considered are two questions.** [`Game::visit_actions`] lists what may be played,
//! [`Game::visit_candidates`] what a search looks at: one action for each afterstate, or the few
//! that an adapter selects. Checked play, perft and records go by the first. The price: a second
//! listing in the games that have fewer candidates.
//!
//! # Five games and seven searches
//!
//! The trait was settled against these, and holds for them:
//!
//! | game | players | what is special | how it is said |
//! |---|---|---|---|
//! | Five or More | 1 | three stones drop on free cells, then three colours are drawn | a chain of outcomes: a cell each, then a colour each |
//! | 1010! | 1 | three pieces are placed in any order before the next deal | three turns of the same player, then one outcome of 1,330 |
//! | Threes! | 1 | a deck with memory, a card half shown | what is known is in the state; an outcome is where the card enters and what is shown next |
//! | Pentago-Swap | 2 | a placement joined with a swap; both may win at once | one action of two parts, candidates without equal afterstates; the score says who won, 0 for both |
//! | Match5 | 2 | either side may begin | `Player` is who began, colours belong to the game |
//!
//! Every search asks for [`Game::turn`] and lists actions. Beyond that:
//!
//! | search | what it needs |
//! |---|---|
//! | flat Monte Carlo | `random_action` or a policy, `settle`, `score` |
//! | greedy best-first | `key` to merge states, an evaluator of actions |
//! | alpha-beta | `Outcome = NoChance`, `SCORING`, `score`, `key`, `symmetries` and their transforms, an evaluator |
//! | expectimax | `visit_outcomes` with early exit, `settle` where chance is sampled, `score`, `key`, an evaluator |
//! | sampled two-ply | `settle`, `score`, an evaluator of actions |
//! | tree search (MCTS) | `random_outcome`, `settle`, `random_action` or a policy, `score`, `SCORING` to prove wins; a prior if there is one |
//! | proof-number search | `Outcome = NoChance`, `key`, the sign of the final `score` |
//!
//! # Limits
//!
//! - **Two players at most, with opposite interests.** One `i64` is the pay-off of both. Games for
//!   three, and games in which both can gain, need a score for each player: another trait.
//! - **One player at a time.** Where two choose at once, neither may know the other's choice, and
//!   good play is random. Turns in sequence cannot say that, and no search here looks for mixed
//!   strategies.
//! - **No hidden information.** Everybody knows the whole state; the unknown is chance that has not
//!   happened yet. A card that one player sees can be added by a trait on top, and neither games
//!   nor searches of today would change. A state would hold all cards, and searches that know the
//!   trait would guess those that are hidden:
//!
//! ```
//! use core::hash::Hash;
//! use gambol_core::{Game, Player, Rng};
//!
//! trait Hidden: Game {
//!     /// The knowledge of one player: equal for states that the player cannot tell apart.
//!     type View: Eq + Hash;
//!
//!     fn view(&self, player: Player) -> Self::View;
//!
//!     /// A random state among those with this player's view.
//!     fn determinize<R: Rng + ?Sized>(&self, player: Player, rng: &mut R) -> Self;
//! }
//! ```
//!
//! [`DynPolicy`]: crate::DynPolicy
//! [`Game`]: crate::Game
//! [`Game::Outcome`]: crate::Game::Outcome
//! [`Game::play`]: crate::Game::play
//! [`Game::random_outcome`]: crate::Game::random_outcome
//! [`Game::settle`]: crate::Game::settle
//! [`Game::turn`]: crate::Game::turn
//! [`Game::visit_actions`]: crate::Game::visit_actions
//! [`Game::visit_candidates`]: crate::Game::visit_candidates
//! [`Game::visit_outcomes`]: crate::Game::visit_outcomes
//! [`GameExt::after`]: crate::GameExt::after
//! [`GameExt::actions`]: crate::GameExt::actions
//! [`GameExt::try_play`]: crate::GameExt::try_play
//! [`NoChance`]: crate::NoChance
