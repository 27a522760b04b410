//! The trainings of the shipped networks.

use gambol_five_or_more::{Bits, FiveOrMore, Preview, Rules, Scoring};
use gambol_learn::{About, LearnError, Learner, Network, OnePly, Points, Reward, Run, Settings, Training};

use super::features::StoneWindows;

/// The trainings of the shipped files: places of the next stones hidden and shown.
pub const TRAININGS: [Training; 2] = [
    Training::new("hidden", "places of the next stones hidden, points of the thesis", hidden),
    Training::new("shown", "places of the next stones shown, n·(n − 4) points", shown),
];

/// Difference of two adjacent weights in a file.
const STEP: f32 = 0.02;

/// Points, plus this much for each empty cell after each action: these rewards are dense, and all
/// future ones are lost with the game. They hardly change the play of one ply; deeper searches,
/// which give a lost game the value 0, learn from them the cost of a crowded board.
#[derive(Clone, Copy, Debug)]
struct Room(f32);

impl<B: Bits> Reward<FiveOrMore<B>> for Room {
    fn reward(&self, afterstate: &FiveOrMore<B>, next: &FiveOrMore<B>) -> f32 {
        Points.reward(afterstate, next) + self.0 * afterstate.free_cells().len() as f32
    }
}

/// A training with its rules.
#[derive(Clone, Copy, Debug)]
struct Plan {
    rules: Rules,
    name: &'static str,
    room: f32,
    discount: f32,
    lambda: f32,
    /// Turns and learning rate of each phase. The first phase uses few windows; the last one
    /// averages out the effects of single games.
    phases: [(u64, f32); 3],
}

/// Trains the network for the rules of the thesis.
fn hidden(run: &mut Run<'_>) -> Result<Vec<u8>, LearnError> {
    let phases = [(2_000_000, 2.0), (30_000_000, 2.0), (8_000_000, 0.5)];
    let plan = Plan { rules: Rules::THESIS, name: "hidden", room: 3.0, discount: 0.9, lambda: 0.7, phases };
    train(plan, run)
}

/// Trains the network for shown places and n·(n − 4) points.
fn shown(run: &mut Run<'_>) -> Result<Vec<u8>, LearnError> {
    let rules = Rules::THESIS.with_preview(Preview::Places).with_scoring(Scoring::Product);
    let phases = [(2_000_000, 2.0), (38_000_000, 2.0), (10_000_000, 0.5)];
    let plan = Plan { rules, name: "shown", room: 1.0, discount: 0.9, lambda: 0.7, phases };
    train(plan, run)
}

fn train(plan: Plan, run: &mut Run<'_>) -> Result<Vec<u8>, LearnError> {
    let start = FiveOrMore::<u128>::new(plan.rules).unwrap_or_default();
    let [(turns, learning_rate), later @ ..] = plan.phases;
    let settings = Settings::default()
        .discount(plan.discount)
        .lambda(plan.lambda)
        .learning_rate(learning_rate)
        .turns_per_round(4000)
        .turns_per_episode(500)
        .rounds_per_epoch(50);
    let mut learner = Learner::new(start, StoneWindows::small(), Room(plan.room), settings);
    run.train(&mut learner, turns, OnePly::new)?;
    let mut learner = learner.widen(StoneWindows::new())?;
    for (turns, learning_rate) in later {
        learner.settings_mut().learning_rate = learning_rate;
        run.train(&mut learner, turns, OnePly::new)?;
    }
    let training = format!("gambol train five-or-more --training {}", plan.name);
    let turns = plan.phases.iter().map(|phase| phase.0).sum();
    let about = About::new("five-or-more", &plan.rules.to_string(), &training, turns).discount(plan.discount);
    let network: Network<StoneWindows> = learner.network();
    Ok(network.to_file::<FiveOrMore>(&about, STEP)?)
}
