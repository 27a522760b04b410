//! The trainings of the shipped networks.

use gambol_five_or_more::{Bits, FiveOrMore, Preview, Rules, Scoring};
use gambol_learn::{About, LearnError, Learner, Network, OnePly, Points, Reward, Run, Settings};

use super::features::BoardFeatures;
use crate::Training;

/// Trains the network for hidden places.
pub(crate) const HIDDEN: Training = Training {
    game: "five-or-more",
    name: "hidden",
    about: "places of the next stones hidden, points of the thesis",
    train: hidden,
};
/// Trains the network for shown places.
pub(crate) const SHOWN: Training = Training {
    game: "five-or-more",
    name: "shown",
    about: "places of the next stones shown, n·(n − 4) points",
    train: shown,
};

/// Difference of two neighbouring weights in a file.
const STEP: f32 = 0.02;

/// Points, and so many more for each empty cell after each action: they are dense, and all are lost
/// with the game.
#[derive(Clone, Copy, Debug)]
struct Room(f32);

impl<B: Bits> Reward<FiveOrMore<B>> for Room {
    fn reward(&self, afterstate: &FiveOrMore<B>, next: &FiveOrMore<B>) -> f32 {
        Points.reward(afterstate, next) + self.0 * afterstate.free_cells().len() as f32
    }
}

/// A training with rules and the settings of the last phases.
#[derive(Clone, Copy, Debug)]
struct Plan {
    rules: Rules,
    name: &'static str,
    room: f32,
    /// Turns, discount and learning rate of each phase. The first one is with few windows.
    phases: &'static [(u64, f32, f32)],
}

/// The last phase evens out what single games have taught.
const PHASES: [(u64, f32, f32); 3] = [(2_000_000, 0.85, 2.0), (8_000_000, 0.85, 2.0), (3_000_000, 0.85, 0.5)];

/// Trains the network for the rules of the thesis.
fn hidden(run: &mut Run<'_>) -> Result<Vec<u8>, LearnError> {
    let plan = Plan { rules: Rules::THESIS, name: "hidden", room: 0.0, phases: &PHASES };
    train(plan, run)
}

/// Trains the network for shown places and n·(n − 4) points.
fn shown(run: &mut Run<'_>) -> Result<Vec<u8>, LearnError> {
    let plan = Plan {
        rules: Rules::THESIS.with_preview(Preview::Places).with_scoring(Scoring::Product),
        name: "shown",
        room: 0.5,
        phases: &PHASES,
    };
    train(plan, run)
}

fn train(plan: Plan, run: &mut Run<'_>) -> Result<Vec<u8>, LearnError> {
    let start = FiveOrMore::<u128>::new(plan.rules).unwrap_or_default();
    let settings = |discount, learning_rate| Settings {
        discount,
        learning_rate,
        turns_per_round: 4000,
        turns_per_episode: 500,
        rounds_per_epoch: 50,
        ..Settings::default()
    };
    let mut phases = plan.phases.iter();
    let (turns, discount, rate) = *phases.next().unwrap_or(&(1, 0.9, 1.0));
    let mut learner = Learner::new(start, BoardFeatures::small(), Room(plan.room), settings(discount, rate));
    run.train(&mut learner, turns, OnePly::new)?;
    let mut learner = learner.widen(BoardFeatures::new())?;
    let (mut last, mut all) = (discount, turns);
    for &(turns, discount, rate) in phases {
        learner.settings_mut().discount = discount;
        learner.settings_mut().learning_rate = rate;
        run.train(&mut learner, turns, OnePly::new)?;
        (last, all) = (discount, all + turns);
    }
    let about = About {
        game: "five-or-more".to_owned(),
        rules: plan.rules.to_string(),
        training: format!("gambol train five-or-more {}", plan.name),
        turns: all,
        discount: last,
    };
    let network: Network<BoardFeatures> = learner.network();
    Ok(network.to_file::<FiveOrMore>(&about, STEP))
}
