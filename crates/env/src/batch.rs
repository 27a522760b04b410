//! Many games of one type, stepped together.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use gambol_core::{Game, GameRng, Indexed, Observe, Player, Seed, Turn};

use crate::error::EnvError;
use crate::options::{Autoreset, IllegalAction, Options};
use crate::out::{ActionLists, Out, Planes, check};
use crate::rows::Layout;

/// Games from one start state that are stepped together, each with its own episode.
///
/// Chance belongs to the environment: after every action, chance events are drawn until a player is
/// to move or the game is over. Episode `e` of game `g` depends only on the seed, `g` and `e`, so
/// the same actions give the same games in a batch of any size and on any number of threads.
///
/// ```
/// use gambol_core::Seed;
/// use gambol_env::{Batch, Rows};
/// use gambol_threes::Threes;
///
/// let mut games = Batch::new(Threes::default(), 64, Seed::new(7));
/// let mut rows = Rows::with_lists(&games.layout());
/// games.reset(None, None, rows.out())?;
/// for _ in 0..100 {
///     // A policy: the first legal action. Ended games have none, and their next step is a reset.
///     let actions: Vec<i64> =
///         (0..64).map(|game| rows.lists.of(game).first().map_or(0, |&index| index.into())).collect();
///     games.step(&actions, rows.out())?;
/// }
/// assert!(games.state(0).is_some());
/// # Ok::<(), gambol_env::EnvError>(())
/// ```
#[derive(Clone)]
pub struct Batch<G> {
    plan: Plan<G>,
    games: Vec<Episode<G>>,
}

/// The common settings of all games of a batch.
#[derive(Clone)]
struct Plan<G> {
    start: G,
    seed: Seed,
    options: Options,
    /// The lengths of a game's rows.
    planes: usize,
    actions: usize,
}

/// A game with its current episode.
#[derive(Clone)]
struct Episode<G> {
    state: G,
    rng: GameRng,
    /// The number of the next episode.
    next: u64,
    steps: u32,
    stage: Stage,
    /// The player who moved last.
    mover: Player,
}

#[derive(Clone, Copy, PartialEq)]
enum Stage {
    NotBegun,
    Running,
    Ended {
        /// By the rules or an illegal action, after which no action is legal.
        terminated: bool,
    },
}

impl Stage {
    /// Whether no action is legal, whatever the state.
    fn is_over(self) -> bool {
        self == Self::Ended { terminated: true }
    }
}

/// The end of an episode, or its absence.
#[derive(Clone, Copy, Default)]
struct Ends {
    terminated: bool,
    truncated: bool,
}

impl<G> fmt::Debug for Batch<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Plan { seed, options, .. } = &self.plan;
        f.debug_struct("Batch")
            .field("games", &self.games.len())
            .field("seed", seed)
            .field("options", options)
            .finish_non_exhaustive()
    }
}

impl<G: Indexed + Observe> Batch<G> {
    /// Creates a batch of `count` games that start in this state, with default [`Options`].
    /// [`reset`](Self::reset) begins them.
    ///
    /// A start state in which chance is due is settled at the beginning of every episode.
    pub fn new(start: G, count: usize, seed: Seed) -> Self {
        let game = Episode {
            state: start.clone(),
            rng: seed.rng(),
            next: 0,
            steps: 0,
            stage: Stage::NotBegun,
            mover: Player::First,
        };
        let (planes, actions) = (start.plane_shape().len(), start.action_count());
        let plan = Plan { start, seed, options: Options::default(), planes, actions };
        Self { plan, games: alloc::vec![game; count] }
    }

    /// Returns the batch with other options.
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.plan.options = options;
        self
    }

    /// Returns the number of games and the sizes of their rows.
    pub fn layout(&self) -> Layout {
        Layout {
            games: self.games.len(),
            players: G::PLAYERS,
            planes: self.plan.start.plane_shape(),
            action_count: self.plan.actions,
            action_shape: self.plan.start.action_shape(),
        }
    }

    /// Returns the state of a game, if there is such a game.
    pub fn state(&self, game: usize) -> Option<&G> {
        self.games.get(game).map(|game| &game.state)
    }

    /// Begins the next episode of all games, or of those that `which` selects. A new seed starts at
    /// episode 0; with the old one, episodes count on.
    ///
    /// The rows of the begun games have their first planes and legal actions, reward 0 and no end.
    /// The other rows keep their contents. Lists are written for all games.
    ///
    /// # Errors
    ///
    /// Fails if a slice has the wrong length.
    pub fn reset(&mut self, seed: Option<Seed>, which: Option<&[bool]>, mut out: Out<'_>) -> Result<(), EnvError> {
        let Self { plan, games } = self;
        out.check(games.len(), plan.start.plane_shape(), plan.actions)?;
        check("which", games.len(), which.map_or(games.len(), <[bool]>::len))?;
        if let Some(seed) = seed {
            plan.seed = seed;
            for game in games.iter_mut() {
                game.next = 0;
            }
        }
        if let Some(lists) = &mut out.lists {
            lists.begin();
        }
        for (number, game) in games.iter_mut().enumerate() {
            if which.is_none_or(|which| which[number]) {
                plan.begin(game, number);
                plan.write(game, number, 0.0, Ends::default(), &mut out);
            } else if let Some(lists) = &mut out.lists {
                plan.list(game, lists);
            }
        }
        Ok(())
    }

    /// Plays an action in every game, given by its index, and writes the results.
    ///
    /// The reward is the change of the score, including that of the chance events that follow, from
    /// the side of the player who moved. A game whose reset is due ignores its action.
    ///
    /// # Errors
    ///
    /// Fails if a slice has the wrong length, if a game has not begun or must be reset, and for an
    /// illegal action unless [options](IllegalAction) let the game end. All actions are checked
    /// before one is played: a refused step changes no game and writes nothing.
    pub fn step(&mut self, actions: &[i64], mut out: Out<'_>) -> Result<(), EnvError> {
        let Self { plan, games } = self;
        check("actions", games.len(), actions.len())?;
        out.check(games.len(), plan.start.plane_shape(), plan.actions)?;
        plan.check(games, actions)?;
        if let Some(lists) = &mut out.lists {
            lists.begin();
        }
        #[cfg(feature = "parallel")]
        if plan.options.parallel {
            let least = games.len().div_ceil(rayon::current_num_threads()).max(LEAST);
            let lists = out.lists.take();
            plan.step_halves(games, 0, actions, out, lists, least);
            return Ok(());
        }
        plan.step_all(games, 0, actions, out);
        Ok(())
    }
}

/// The fewest games that a thread takes.
#[cfg(feature = "parallel")]
const LEAST: usize = 32;

impl<G: Indexed + Observe> Plan<G> {
    /// Checks the action of every game.
    fn check(&self, games: &[Episode<G>], actions: &[i64]) -> Result<(), EnvError> {
        let check = |(game, (episode, &action)): (usize, (&Episode<G>, &i64))| match episode.stage {
            Stage::NotBegun => Err(EnvError::NotBegun { game }),
            Stage::Ended { .. } if self.options.autoreset == Autoreset::Disabled => Err(EnvError::Ended { game }),
            Stage::Running if self.options.illegal == IllegalAction::Refuse => {
                self.check_one(&episode.state, action).map_err(|reason| EnvError::Illegal { game, action, reason })
            }
            _ => Ok(()),
        };
        #[cfg(feature = "parallel")]
        if self.options.parallel {
            use rayon::prelude::*;
            let pairs = games.par_iter().zip(actions).enumerate().with_min_len(LEAST);
            return pairs.map(check).find_first(Result::is_err).unwrap_or(Ok(()));
        }
        games.iter().zip(actions).enumerate().try_for_each(check)
    }

    /// Checks an action where a player is to move; elsewhere, the step only ends the game.
    fn check_one(&self, state: &G, action: i64) -> Result<(), String> {
        if !matches!(state.turn(), Turn::Player(_)) {
            return Ok(());
        }
        let Some(action) = indexed(state, action) else {
            return Err(format!("no action has this index; the bound is {}", self.actions));
        };
        state.check_action(action).map_err(|error| error.to_string())
    }

    /// Steps the games in halves, on several threads.
    #[cfg(feature = "parallel")]
    fn step_halves(
        &self,
        games: &mut [Episode<G>],
        number: usize,
        actions: &[i64],
        mut out: Out<'_>,
        lists: Option<&mut ActionLists>,
        least: usize,
    ) {
        if games.len() <= least {
            let out = Out { lists, ..out };
            return self.step_all(games, number, actions, out);
        }
        let half = games.len() / 2;
        let (first, second) = games.split_at_mut(half);
        let (first_actions, second_actions) = actions.split_at(half);
        let first_out = out.split(half, self.planes, self.actions);
        let mut more = lists.is_some().then(ActionLists::default);
        if let Some(more) = &mut more {
            more.begin();
        }
        let mut lists = lists;
        rayon::join(
            || self.step_halves(first, number, first_actions, first_out, lists.as_deref_mut(), least),
            || self.step_halves(second, number + half, second_actions, out, more.as_mut(), least),
        );
        if let (Some(lists), Some(more)) = (lists, more) {
            lists.append(&more);
        }
    }

    /// Steps games that begin with this number.
    fn step_all(&self, games: &mut [Episode<G>], number: usize, actions: &[i64], mut out: Out<'_>) {
        for (row, (game, &action)) in games.iter_mut().zip(actions).enumerate() {
            if let Stage::Ended { .. } = game.stage {
                self.begin(game, number + row);
                self.write(game, row, 0.0, Ends::default(), &mut out);
                continue;
            }
            let (reward, ends) = self.play(game, action);
            if ends.terminated || ends.truncated {
                if self.options.autoreset == Autoreset::SameStep {
                    observe(&game.state, game.mover, &mut out.finals, row, self.planes);
                    self.begin(game, number + row);
                } else {
                    game.stage = Stage::Ended { terminated: ends.terminated };
                }
            }
            self.write(game, row, reward, ends, &mut out);
        }
    }

    /// Begins the next episode of a game.
    fn begin(&self, game: &mut Episode<G>, number: usize) {
        game.rng = self.seed.derive(number as u64).derive(game.next).rng();
        game.next += 1;
        game.state.clone_from(&self.start);
        game.state.settle(&mut game.rng);
        (game.steps, game.stage, game.mover) = (0, Stage::Running, Player::First);
    }

    /// Plays an action and the chance events that follow. Returns the reward and the end.
    fn play(&self, game: &mut Episode<G>, action: i64) -> (f32, Ends) {
        let Turn::Player(mover) = game.state.turn() else { return (0.0, ends(&game.state)) };
        game.mover = mover;
        game.steps = game.steps.saturating_add(1);
        let action = indexed(&game.state, action);
        let action = match self.options.illegal {
            // Checked before.
            IllegalAction::Refuse => action,
            IllegalAction::End { .. } => action.filter(|&action| game.state.check_action(action).is_ok()),
        };
        let Some(action) = action else {
            let reward = if let IllegalAction::End { reward } = self.options.illegal { reward } else { 0.0 };
            return (reward, Ends { terminated: true, truncated: false });
        };
        let before = game.state.score();
        game.state.play(action);
        game.state.settle(&mut game.rng);
        let gain = (game.state.score() - before) * mover.sign();
        let mut ends = ends(&game.state);
        ends.truncated |= !ends.terminated && self.options.max_steps.is_some_and(|most| game.steps >= most);
        (gain as f32, ends)
    }

    /// Writes the row of a game.
    #[inline]
    fn write(&self, game: &Episode<G>, row: usize, reward: f32, ends: Ends, out: &mut Out<'_>) {
        let view = match game.state.turn() {
            Turn::Player(player) if game.stage == Stage::Running => player,
            _ => game.mover,
        };
        out.rewards[row] = reward;
        out.terminated[row] = ends.terminated;
        out.truncated[row] = ends.truncated;
        out.players[row] = u8::from(view == Player::Second);
        observe(&game.state, view, &mut out.planes, row, self.planes);
        if let Some(masks) = &mut out.masks {
            let mask = &mut masks[row * self.actions..(row + 1) * self.actions];
            if game.stage.is_over() { mask.fill(false) } else { game.state.action_mask(mask) }
        }
        if let Some(lists) = &mut out.lists {
            self.list(game, lists);
        }
    }

    /// Appends the legal actions of a game.
    #[inline]
    #[expect(clippy::unused_self, reason = "beside `write`")]
    fn list(&self, game: &Episode<G>, lists: &mut ActionLists) {
        if !game.stage.is_over() {
            game.state.legal_indices(&mut lists.indices);
        }
        lists.end();
    }
}

/// The action with an index.
#[inline]
fn indexed<G: Indexed>(state: &G, action: i64) -> Option<G::Action> {
    state.indexed_action(usize::try_from(action).ok()?)
}

/// The end of a settled state. Chance that is still due has no end.
#[inline]
fn ends<G: Game>(state: &G) -> Ends {
    let turn = state.turn();
    Ends { terminated: turn == Turn::Over, truncated: turn == Turn::Chance }
}

#[inline]
fn observe<G: Observe>(state: &G, view: Player, planes: &mut Planes<'_>, row: usize, len: usize) {
    match planes {
        Planes::None => {}
        Planes::Floats(values) => state.observe(view, &mut values[row * len..(row + 1) * len]),
        Planes::Bytes(bytes) => state.observe_bytes(view, &mut bytes[row * len..(row + 1) * len]),
    }
}
