//! Features: the active weights of a state.

use std::fmt::Debug;

use gambol_core::{Game, GameExt, Player, Scratch, Turn};

/// The features of a network: the indices of the active weights of a state.
///
/// The output of a network is the sum of its active weights: an n-tuple network, whose features are
/// indices into tables, or any other linear function of binary features.
///
/// A learner adjusts the values of *afterstates*: states in which chance is to move after the
/// player's turn, or in a game without chance the opponent. Searches evaluate them, too; see
/// [`covers`](Self::covers). Values are those of the first player. In a two-player game, the
/// features need the side to move: by separate weights, see [`SideToMove`], or by features of their
/// own.
///
/// ```
#[doc = include_str!("doc/edges.rs")]
///
/// assert_eq!(Edges.sum(&vec![0.5; 1 << 16], &Threes::default()), 4.0);
/// ```
#[allow(clippy::len_without_is_empty)] // A network without weights is useless.
pub trait Features<G: Game>: Clone + Debug + Send + Sync + 'static {
    /// Number of weights.
    fn len(&self) -> usize;

    /// Calls `visit` with the index of each active weight, below [`len`](Self::len). Repeated
    /// indices count repeatedly.
    fn visit<V: FnMut(usize)>(&self, state: &G, visit: V);

    /// Name, parameters and version of the layout, on one line. It is stored in files of weights,
    /// which are rejected for another layout.
    fn layout(&self) -> String;

    /// Whether the features describe this state as in training. By default, this holds if chance is
    /// to move, and in every state of a game without chance.
    ///
    /// If a player is to move and this is `false`, a network looks one ply ahead. Override it if
    /// the features depend only on the board, whoever is to move.
    #[inline]
    fn covers(&self, state: &G) -> bool {
        state.turn() == Turn::Chance || !G::HAS_CHANCE
    }

    /// Whether a learner adjusts the value of this state, which results from an action. By default,
    /// this holds if chance is to move, and in every state of a game without chance. Such a state
    /// must be covered.
    ///
    /// Override it if another action may follow before chance moves, and such states are evaluated
    /// directly.
    #[inline]
    fn learns(&self, state: &G) -> bool {
        state.turn() == Turn::Chance || !G::HAS_CHANCE
    }

    /// Whether networks should call [`sum_afterstates`](Self::sum_afterstates) in this state.
    /// `false` by default. It must be `false` if an action may end the game.
    #[inline]
    fn has_differences(&self, state: &G) -> bool {
        let _ = state;
        false
    }

    /// Writes the sum and gain of the afterstate of `actions[i]` to `sums[i]` for every index
    /// within both slices. The actions are legal in `state`.
    ///
    /// The default plays each action. Override it if an action changes few features: the sum for
    /// the state is then computed once, and differences for each action. The results must equal
    /// those of the default except for rounding, for any contents of `scratch`.
    fn sum_afterstates(
        &self,
        weights: &[f32],
        state: &G,
        actions: &[G::Action],
        sums: &mut [ActionSum],
        scratch: &mut Scratch,
    ) {
        let _ = scratch;
        let score = state.score();
        for (&action, sum) in actions.iter().zip(sums) {
            let after = state.afterstate(action);
            *sum = ActionSum { sum: self.sum(weights, &after), gain: after.score() - score };
        }
    }

    /// Returns the sum of the active weights. The length of `weights` is the number of features.
    #[inline]
    fn sum(&self, weights: &[f32], state: &G) -> f32 {
        let mut sum = 0.0;
        self.visit(state, |index| sum += weights[index]);
        sum
    }
}

/// Sum and gain of an action: see [`Features::sum_afterstates`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ActionSum {
    /// Sum of the active weights of the afterstate.
    pub sum: f32,
    /// Points that the action gains.
    pub gain: i64,
}

/// Division of a game into stages, from early to late, for example by the greatest tile or the
/// score.
pub trait Stages<G>: Clone + Debug + Send + Sync + 'static {
    /// Number of stages, at least 1.
    fn count(&self) -> usize;

    /// Returns the stage of a state, below [`count`](Self::count).
    fn stage(&self, state: &G) -> usize;

    /// Name and parameters, on one line, for [`Features::layout`].
    fn layout(&self) -> String;
}

/// One stage: the whole game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OneStage;

impl<G> Stages<G> for OneStage {
    fn count(&self) -> usize {
        1
    }

    fn stage(&self, _: &G) -> usize {
        0
    }

    fn layout(&self) -> String {
        "one stage".to_owned()
    }
}

/// Separate weights for each side to move in a two-player game: stage 0 if the first player is to
/// move, 1 if the second is.
///
/// ```
/// # use core::ops::ControlFlow;
/// use gambol_core::{Game, NoChance, Player, Turn};
/// use gambol_learn::{Features, Learner, OnePly, Points, Settings, SideToMove, Staged, ValueKind};
///
/// /// Take one to three matches; the last one wins.
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// struct Nim {
///     matches: u8,
///     to_move: Player,
/// }
/// # impl Game for Nim {
/// #     type Action = u8;
/// #     type Outcome = NoChance;
/// #     const PLAYERS: usize = 2;
/// #     fn turn(&self) -> Turn {
/// #         if self.matches == 0 { Turn::Over } else { Turn::Player(self.to_move) }
/// #     }
/// #     fn score(&self) -> i64 { if self.matches == 0 { -self.to_move.sign() } else { 0 } }
/// #     fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(u8) -> ControlFlow<()>,
/// #     {
/// #         (1..=self.matches.min(3)).try_for_each(visit)
/// #     }
/// #     fn visit_outcomes<F>(&self, _: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(NoChance, f64) -> ControlFlow<()>,
/// #     {
/// #         ControlFlow::Continue(())
/// #     }
/// #     fn play(&mut self, taken: u8) {
/// #         *self = Self { matches: self.matches - taken, to_move: self.to_move.opponent() };
/// #     }
/// #     fn resolve(&mut self, outcome: NoChance) { match outcome {} }
/// # }
///
/// #[derive(Clone, Debug)]
/// struct Matches;
///
/// impl Features<Nim> for Matches {
///     fn len(&self) -> usize {
///         22
///     }
///     fn visit<V: FnMut(usize)>(&self, state: &Nim, mut visit: V) {
///         visit(usize::from(state.matches));
///     }
///     fn layout(&self) -> String {
///         "nim matches".to_owned()
///     }
/// }
///
/// let settings = Settings::default()
///     .kind(ValueKind::Tanh)
///     .opening_plies(6)
///     .turns_per_round(200);
/// let start = Nim { matches: 21, to_move: Player::First };
/// let mut learner = Learner::new(start, Staged::new(Matches, SideToMove), Points, settings);
/// for _ in 0..10 {
///     learner.epoch(OnePly::new)?;
/// }
/// // A multiple of four is lost for the player to move.
/// let value = |matches, to_move| {
///     let state = Nim { matches, to_move };
///     ValueKind::Tanh.value(learner.network().output(&state), 0)
/// };
/// assert!(value(8, Player::First) < -0.9 && value(8, Player::Second) > 0.9);
/// assert!(value(6, Player::First) > 0.9 && value(6, Player::Second) < -0.9);
/// # Ok::<(), gambol_learn::LearnError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideToMove;

impl<G: Game> Stages<G> for SideToMove {
    fn count(&self) -> usize {
        2
    }

    #[inline]
    fn stage(&self, state: &G) -> usize {
        usize::from(state.turn() == Turn::Player(Player::Second))
    }

    fn layout(&self) -> String {
        "side to move".to_owned()
    }
}

/// Features with separate weights for each stage of the game.
///
/// Stages are trained by promotion: learn with the plain features first, copy the weights to every
/// stage with [`Learner::into_stages`](crate::Learner::into_stages), and continue.
#[derive(Clone, Debug)]
pub struct Staged<F, S> {
    features: F,
    stages: S,
}

impl<F, S> Staged<F, S> {
    /// Creates features with separate weights for each of these stages.
    pub fn new(features: F, stages: S) -> Self {
        Self { features, stages }
    }
}

impl<G: Game, F: Features<G>, S: Stages<G>> Features<G> for Staged<F, S> {
    fn len(&self) -> usize {
        self.features.len() * self.stages.count()
    }

    #[inline]
    fn visit<V: FnMut(usize)>(&self, state: &G, mut visit: V) {
        let first = self.features.len() * self.stages.stage(state);
        self.features.visit(state, |index| visit(first + index));
    }

    fn layout(&self) -> String {
        format!("{} by {}", self.features.layout(), self.stages.layout())
    }

    #[inline]
    fn covers(&self, state: &G) -> bool {
        self.features.covers(state)
    }

    #[inline]
    fn learns(&self, state: &G) -> bool {
        self.features.learns(state)
    }

    #[inline]
    fn has_differences(&self, state: &G) -> bool {
        self.features.has_differences(state)
    }

    /// Calls the features for the afterstates of each stage with its weights. Usually, all are of
    /// one stage.
    fn sum_afterstates(
        &self,
        weights: &[f32],
        state: &G,
        actions: &[G::Action],
        sums: &mut [ActionSum],
        scratch: &mut Scratch,
    ) {
        let ByStage { stages, chosen, part, scratch } = scratch.get();
        stages.clear();
        stages.extend(actions.iter().map(|&action| self.stages.stage(&state.afterstate(action))));
        let length = self.features.len();
        for stage in 0..self.stages.count() {
            let weights = &weights[length * stage..length * (stage + 1)];
            chosen.clear();
            chosen.extend(actions.iter().zip(&*stages).filter(|&(_, &one)| one == stage).map(|(&action, _)| action));
            if chosen.len() == actions.len() {
                return self.features.sum_afterstates(weights, state, actions, sums, scratch);
            }
            part.clear();
            part.resize(chosen.len(), ActionSum::default());
            self.features.sum_afterstates(weights, state, chosen, part, scratch);
            let of_stage = sums.iter_mut().zip(&*stages).filter(|&(_, &one)| one == stage);
            for ((sum, _), &part) in of_stage.zip(&*part) {
                *sum = part;
            }
        }
    }

    #[inline]
    fn sum(&self, weights: &[f32], state: &G) -> f32 {
        let length = self.features.len();
        let first = length * self.stages.stage(state);
        self.features.sum(&weights[first..first + length], state)
    }
}

/// Buffers for the actions of one stage after the other, and the features' own scratch memory.
struct ByStage<A> {
    stages: Vec<usize>,
    chosen: Vec<A>,
    part: Vec<ActionSum>,
    scratch: Scratch,
}

impl<A> Default for ByStage<A> {
    fn default() -> Self {
        Self { stages: Vec::new(), chosen: Vec::new(), part: Vec::new(), scratch: Scratch::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use gambol_core::Seed;
    use gambol_threes::Threes;

    /// The number of the board, by differences that are counted.
    #[derive(Clone, Debug)]
    struct Counted(Arc<AtomicUsize>);

    impl Features<Threes> for Counted {
        fn len(&self) -> usize {
            1000
        }
        fn visit<V: FnMut(usize)>(&self, state: &Threes, mut visit: V) {
            visit((state.board() % 1000) as usize);
            visit((state.board() / 1000 % 1000) as usize);
        }
        fn layout(&self) -> String {
            "counted".to_owned()
        }
        fn has_differences(&self, state: &Threes) -> bool {
            state.turn() != Turn::Over
        }
        fn sum_afterstates(
            &self,
            weights: &[f32],
            state: &Threes,
            actions: &[<Threes as Game>::Action],
            sums: &mut [ActionSum],
            _: &mut Scratch,
        ) {
            self.0.fetch_add(actions.len(), Ordering::Relaxed);
            let score = state.score();
            for (&action, sum) in actions.iter().zip(sums) {
                let after = state.afterstate(action);
                *sum = ActionSum { sum: self.sum(weights, &after), gain: after.score() - score };
            }
        }
    }

    #[derive(Clone, Debug)]
    struct ByTile;

    impl Stages<Threes> for ByTile {
        fn count(&self) -> usize {
            4
        }
        fn stage(&self, state: &Threes) -> usize {
            (state.score() as usize / 9) % 4
        }
        fn layout(&self) -> String {
            "score".to_owned()
        }
    }

    #[test]
    fn staged_features_have_the_differences_of_their_features() {
        let counted = Arc::new(AtomicUsize::new(0));
        let staged = Staged::new(Counted(Arc::clone(&counted)), ByTile);
        let weights: Vec<f32> = (0..4000_u16).map(|weight| f32::from(weight) * 0.37).collect();
        let (mut scratch, mut mixed, mut all) = (Scratch::new(), 0, 0);
        for game in 0..20 {
            let (mut state, mut rng) = (Threes::default(), Seed::new(game).rng());
            while !state.is_over() {
                state.settle(&mut rng);
                let actions = state.actions();
                assert_eq!(staged.has_differences(&state), state.turn() != Turn::Over);
                let mut sums = vec![ActionSum::default(); actions.len()];
                staged.sum_afterstates(&weights, &state, &actions, &mut sums, &mut scratch);
                let stages: Vec<usize> = actions.iter().map(|&one| ByTile.stage(&state.afterstate(one))).collect();
                mixed += usize::from(stages.iter().any(|&stage| stage != stages[0]));
                all += actions.len();
                for (&action, found) in actions.iter().zip(&sums) {
                    let after = state.afterstate(action);
                    let expected = ActionSum { sum: staged.sum(&weights, &after), gain: after.score() - state.score() };
                    assert_eq!(*found, expected, "{state}: {action}");
                }
                state.random_step(&mut rng);
            }
        }
        assert_eq!(counted.load(Ordering::Relaxed), all, "each action once, by the features' own differences");
        assert!(mixed > 20, "{mixed} states with afterstates of several stages");
    }
}
