//! Design of the [`Game`] trait: decisions and their costs, the games and searches that shaped it,
//! and its limits. The module has no items.
//!
//! # Decisions and their costs
//!
//! The crates `minimax`, `board-game` and `mcts` describe two-player games of skill, and do that
//! well. This crate is also for games with chance and for puzzles. It requires slightly more of a
//! game, for the reasons below.
//!
//! **Chance is not a player, and outcomes are not actions.** [`Game::Outcome`] is a separate type,
//! with probabilities. A search can therefore not choose an outcome by mistake, and a record
//! distinguishes actions from outcomes. A game without chance declares it in its type: [`NoChance`]
//! has no values, so there is nothing to enumerate, and a search that is only correct without
//! chance has the bound `Game<Outcome = NoChance>`. The price is a second associated type and two
//! more required methods, two lines in a game without chance.
//!
//! **Chance can be enumerated and sampled.** Expectimax needs the distribution, a rollout a sample.
//! A game must implement the distribution ([`Game::visit_outcomes`]). Sampling
//! ([`Game::random_outcome`]) is derived from it and can be overridden. An event too large to
//! enumerate is a chain of small events: three stones on seventy cells are three times seventy
//! outcomes instead of 328,440. The price is intermediate states, which a game must be able to
//! represent. If they are slow, [`Game::settle`] samples a whole chain at once.
//!
//! **No generator in a state.** A state contains what the players know. Two equal states have the
//! same future, so they can be merged, stored in tables and transmitted. A rollout has its own
//! random numbers, and two rollouts can share them. The price is a generator argument wherever
//! something is sampled.
//!
//! **Turns are explicit; players do not alternate by default.** [`Game::turn`] returns a player,
//! chance, or the end of the game. A player may move several times in a row, and signs never depend
//! on the parity of a depth. The turn also determines whether there is a legal action, so no search
//! lists moves only to detect the end of a game. The price: a game that must generate moves for it
//! does so when the state is created, even if the turn is not needed.
//!
//! **Every state has a score.** It is the running pay-off of the first player, an integer, so that
//! sums over rollouts do not depend on their order. It is the objective of puzzles; two-player
//! games are zero-sum; the reward of a step is the difference. The price: games with fractional
//! pay-offs count in smaller units.
//!
//! **Actions are visited, not collected.** [`Game::visit_actions`] calls a closure for each action
//! until it breaks. There is no list to allocate, no iterator type to name and no lifetime in the
//! trait, and the compiler inlines the search's loop body into the game's bit loops. The price: a
//! search cannot suspend a listing and resume it later. A search that sorts actions must collect
//! them first ([`GameExt::actions`], or its own buffer).
//!
//! **Play is unchecked, with a checked counterpart.** [`Game::play`] trusts its caller, since
//! searches play only listed actions. [`GameExt::try_play`] is for everything else, and its error
//! names the broken rule. The price: two ways to play, and a conformance check that they agree.
//!
//! **No undo.** A search looks ahead on a clone, [`GameExt::after`]. For states of some tens of
//! bytes, this is the fastest way, and no undo token can be lost, mixed up or used twice. The
//! price: a game with states of kilobytes pays for each clone.
//!
//! **Defaults are correct; overrides are fast.** Random actions, outcomes, keys, symmetries and
//! checks are all derived from the required methods. An omitted override never panics. The
//! conformance kit tests each override against its default.
//!
//! **Generic code, no trait objects.** Methods are generic over closures and generators, so
//! [`Game`] is not dyn-compatible, and abstraction costs nothing in inner loops. Programs that
//! choose a game at run time do it once, at the outermost level, as the registry of the `gambol`
//! crate does. Evaluators can be trait objects; policies have [`DynPolicy`] for that.
//!
//! **Legal actions and candidates are separate.** [`Game::visit_actions`] lists the legal actions,
//! [`Game::visit_candidates`] those that a search considers: one action for each afterstate, or the
//! selection of an adapter. Checked play, perft and records use legal actions. The price: a second
//! listing in games with fewer candidates.
//!
//! # Five games and seven searches
//!
//! The trait was designed with these games and searches:
//!
//! | game | players | special feature | representation |
//! |---|---|---|---|
//! | Five or More | 1 | three stones drop on free cells, then three colours are drawn | a chain of outcomes: three cells, then three colours |
//! | 1010! | 1 | three pieces are placed in any order before the next deal | three turns of the same player, then one outcome of 1,330 |
//! | Threes! | 1 | a deck with memory, a card half shown | the state contains what is known; an outcome is the cell that the card enters and the next preview |
//! | Pentago-Swap | 2 | a placement joined with a swap; both may win at once | one action of two parts, candidates without equal afterstates; the sign of the score is the winner, 0 for both |
//! | Match5 | 2 | either side may begin | `Player` is the order of play; colours belong to the game |
//!
//! Every search calls [`Game::turn`] and lists actions. In addition:
//!
//! | search | requirements |
//! |---|---|
//! | flat Monte Carlo | `random_action` or a policy, `settle`, `score` |
//! | greedy best-first | `key` to merge states, an evaluator of actions |
//! | alpha-beta | `Outcome = NoChance`, `SCORING`, `score`, `key`, `symmetries` and their transforms, an evaluator |
//! | expectimax | `visit_outcomes` with early exit, `settle` for sampled chance, `score`, `key`, an evaluator |
//! | sampled two-ply | `settle`, `score`, an evaluator of actions |
//! | tree search (MCTS) | `random_outcome`, `settle`, `random_action` or a policy, `score`, `SCORING` to prove wins; optionally a prior |
//! | proof-number search | `Outcome = NoChance`, `key`, the sign of the final `score` |
//!
//! # Limits
//!
//! - **Two players at most, with opposite interests.** One `i64` is the pay-off of both. Games with
//!   three players, and games in which both can gain, need a score for each player and thus another
//!   trait.
//! - **One player at a time.** If two players choose simultaneously, neither may know the other's
//!   choice, and good play is random. Sequential turns cannot express that, and no search of Gambol
//!   finds mixed strategies.
//! - **No hidden information.** All players know the whole state; only future chance events are
//!   unknown. Private cards can be added by an additional trait, without changes to existing games
//!   and searches. A state would contain all cards, and searches with the trait would sample the
//!   hidden ones:
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
