//! The training of the shipped network.

use std::sync::Arc;

use gambol_core::{Evaluator, GameExt, Properties, ScoreUse};
use gambol_learn::{About, LearnError, Learner, Network, Reward, Run, Settings, Training, ValueKind};
use gambol_search::{Budget, PlanOnce, Terminal, TurnSearch, WithBudget};
use gambol_tenten::TenTen;

use super::features::{BoardWindows, hand_made};

/// The training of the shipped file.
pub const TRAINING: Training = Training::new(
    "windows",
    "windows of 3x4 cells and lines, by whole hands with exact risk; about fifty minutes on one core",
    |run| {
        let network = train(run)?;
        let turns = PHASES.iter().map(|phase| phase.0).sum();
        let about = About::new("tenten", "uniform", "gambol train tenten", turns).discount(DISCOUNT);
        Ok(network.to_file::<TenTen>(&about, STEP)?)
    },
);

/// Turns and learning rate of each phase. The second averages out the effects of single hands.
const PHASES: [(u64, f32); 2] = [(16_000_000, 0.4), (4_000_000, 0.1)];
/// Unit of the weights in the file: a part of the logarithm of a risk.
const STEP: f32 = 1.0 / 4_096.0;
/// Output for a board of which nothing is known: a risk of 0.14.
const OFFSET: f32 = 2.0;
/// Discount of a risk per hand.
const DISCOUNT: f32 = 0.95;
/// Weight of crowding relative to death.
const CROWDING: f64 = 1.0;
/// Value of a lost game. The player never gives up a game that can continue, whatever its value.
const LOST: f32 = -1.0;

/// The risk of a board between two hands, as a negative reward: the square root of its [death
/// probability](gambol_tenten::Board::death_probability), plus that of its
/// [crowding](gambol_tenten::Board::crowding_and_death); for the player, plus ten times the death
/// probability itself.
///
/// A strong player meets a deal that may be lost in one of thirty hands or fewer, and dies once in
/// millions. Square roots make small risks count, and crowding is visible long before: the network
/// learns from nearly every hand. But square roots underrate a great risk compared with several
/// small ones, which the player must distinguish.
///
/// As an evaluator, it is the reward of [`TurnSearch`]: exact, but too slow for every state of a
/// hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Risk {
    /// Weight of the death probability in addition to its root.
    death: f64,
}

impl Risk {
    /// The reward that the network learns.
    pub const LEARNED: Self = Self { death: 0.0 };

    /// The reward by which the [`player`](super::player) compares the ends of a hand.
    pub const PLAYED: Self = Self { death: 10.0 };
}

impl Evaluator<TenTen> for Risk {
    fn evaluate(&self, state: &TenTen) -> f64 {
        let (crowding, death) = state.board().crowding_and_death(state.rules());
        -(self.death * death + death.sqrt() + CROWDING * crowding.sqrt())
    }

    fn properties(&self) -> Properties {
        Properties::default().score(ScoreUse::Ignored)
    }
}

impl Reward<TenTen> for Risk {
    fn reward(&self, afterstate: &TenTen, next: &TenTen) -> f32 {
        let risk = self.evaluate(afterstate) as f32;
        if next.is_over() { risk + LOST } else { risk }
    }
}

/// Trains the network, starting from a hand-made sum.
///
/// The player of self-play compares the eight best ends of each hand by their exact risk plus the
/// output of the network.
///
/// # Errors
///
/// Returns the errors of [`Run::train`].
pub fn train(run: &mut Run<'_>) -> Result<Network<BoardWindows>, LearnError> {
    let settings = Settings::default()
        .discount(DISCOUNT)
        .kind(ValueKind::Risk { ended: LOST })
        .offset(OFFSET)
        .turns_per_episode(100)
        .turns_per_round(1_000)
        .rounds_per_epoch(100)
        .seed(1);
    let mut learner = Learner::new(TenTen::default(), BoardWindows, Risk::LEARNED, settings);
    learner.set_weights(&hand_made())?;
    let actor = |network: Arc<Network<BoardWindows>>| {
        let search = TurnSearch::new(network).beam(10).ends(8).reward(Risk::LEARNED).terminal(Terminal::Evaluated);
        WithBudget::new(PlanOnce::new(search), Budget::unlimited())
    };
    for (turns, learning_rate) in PHASES {
        learner.settings_mut().learning_rate = learning_rate;
        run.train(&mut learner, turns, actor)?;
    }
    Ok(learner.network())
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol_core::{Game, Seed};
    use gambol_search::Search;

    #[test]
    fn a_risk_is_that_of_the_board_and_of_the_end() {
        // Only the deal of three single cells fits.
        let rows = ["x1x1x1x1x1", "1x1x1x1x1x"].repeat(5).join("/");
        let crowded: TenTen = format!("{rows} - 0").parse().unwrap();
        let over: TenTen = format!("{rows} h2 0").parse().unwrap();
        let risk = -2.0 * (1.0_f64 - 1.0 / 6_859.0).sqrt();
        assert!((Risk::LEARNED.evaluate(&crowded) - risk).abs() < 1e-12);
        assert_eq!(Risk::LEARNED.reward(&crowded, &crowded), risk as f32);
        assert_eq!(Risk::LEARNED.reward(&crowded, &over), risk as f32 + LOST);
        let (played, death) = (Risk::PLAYED.evaluate(&crowded), 1.0 - 1.0 / 6_859.0);
        assert!((played - (risk - 10.0 * death)).abs() < 1e-12);
        assert_eq!(Risk::PLAYED.evaluate(&TenTen::default()), 0.0);
    }

    #[test]
    fn the_player_that_training_begins_with_survives_for_a_while() {
        let kind = ValueKind::Risk { ended: LOST };
        let network = Network::new::<TenTen>(BoardWindows, hand_made(), OFFSET, kind).unwrap();
        let mut search = TurnSearch::new(network).beam(4).ends(4).reward(Risk::LEARNED).terminal(Terminal::Evaluated);
        let (mut state, mut rng) = (TenTen::default(), Seed::new(1).rng());
        for hand in 0..30 {
            state.settle(&mut rng);
            assert!(!state.is_over(), "hand {hand}: {state}");
            for action in search.search(&state, &Budget::unlimited(), Seed::new(1)).unwrap().pv {
                state.play(action);
            }
        }
    }
}
