//! The agents of Threes!.
//!
//! Source: *Recreating the Threes game app*, part 3 (coolcodea, 2014).

use alloc::boxed::Box;

use gambol_core::{Evaluator, Score};
#[cfg(feature = "networks")]
use gambol_players::threes::{STRONG_CUTOFF, STRONG_DEPTH};
use gambol_search::{Budget, FlatMonteCarlo, WithBudget};
use gambol_threes::{BlankFactor, RowTable, Threes};

use super::rules;
use crate::agents::parameters::word;
use crate::agents::spec::{Parameter, Spec};
use crate::entry::{AgentEntry, GameEntry, Made};

pub(super) fn entry() -> GameEntry<Threes> {
    let entry = GameEntry::new("threes", "Threes!: swipe and merge numbered tiles on 4×4 (one player)", |settings| {
        Ok(Threes::new(rules(settings)?))
    })
    .encoded()
    .rules(include_str!("rules/threes.txt"))
    .player("expectimax:eval=rows,ms=300")
    .levels(["greedy:eval=score", "greedy:eval=rows", "expectimax:eval=rows,depth=3"])
    .settings("app, 2014, blog, or bonus=pick-three|uniform|none,end=at-12288|plays-on")
    .evaluator("rows", "space, merges and order of every row and column, by a table", RowTable::new)
    .evaluator("score", "the current score", || Score)
    .evaluator("blank", "the current score times 16, divided by the number of tiles", || BlankFactor)
    .agent(AgentEntry::new(
        "blog-mc",
        "the best of all short sequences, averaged over samples of the cards (the blog's Monte Carlo)",
        &BLOG_MC,
        blog_mc,
    ));
    #[cfg(feature = "networks")]
    let entry = entry
        .network(
            "learned future points: tuples of up to five cells",
            gambol_players::threes::loaded,
            gambol_players::threes::Evaluation::from_file,
        )
        .player(&alloc::format!("expectimax:eval=network,depth={STRONG_DEPTH},cutoff={STRONG_CUTOFF}"));
    #[cfg(feature = "weights")]
    let entry = entry.with(gambol_players::threes::TRAINING);
    entry
}

const BLOG_MC: [Parameter; 3] = [DEPTH, SAMPLES, FACTOR];
const DEPTH: Parameter = Parameter { key: "depth", default: "3", about: "moves after the first, 0 to 10" };
const SAMPLES: Parameter = Parameter { key: "samples", default: "50", about: "samples per legal move, 1 to 1000000" };
const FACTOR: Parameter =
    Parameter { key: "factor", default: "none", about: "factor of the score: none, or blank for 16/tiles" };

fn blog_mc(spec: &Spec) -> Made<Threes> {
    match word(spec, &FACTOR, ["none", "blank"])? {
        0 => best_of_sequences(spec, Score),
        _ => best_of_sequences(spec, BlankFactor),
    }
}

/// The post's program. Its depth counts the moves after the first: its text includes the first, but
/// its code and its "64 different results" for each first move do not. Of equal moves it takes the
/// first. A first move without a successor counts 0 in that sample.
fn best_of_sequences<E: Evaluator<Threes> + 'static>(spec: &Spec, evaluator: E) -> Made<Threes> {
    let depth = spec.get(&DEPTH, "a number from 0 to 10", |depth| (0..=10).contains(depth))?;
    let samples = spec.get(&SAMPLES, "a number from 1 to 1000000", |samples| (1..=1_000_000).contains(samples))?;
    let search = FlatMonteCarlo::new().rollouts(samples).evaluator(evaluator).best_of_sequences(depth).dead_end(0.0);
    Ok(Box::new(WithBudget::new(search, Budget::unlimited())))
}
