//! The agents of Threes!.
//!
//! Source: *Recreating the Threes game app*, part 3 (coolcodea, 2014).

use alloc::boxed::Box;

use gambol_core::{Evaluator, Score};
use gambol_search::{Budget, FlatMonteCarlo, WithBudget};
use gambol_threes::{BlankFactor, RowTable, Threes};

use super::entry::{AgentEntry, GameEntry, Made};
use super::rules;
use super::settings::word;
use super::spec::{Parameter, Spec};

pub(super) fn entry() -> GameEntry<Threes> {
    GameEntry::new("threes", "Threes!: swipe and merge numbered tiles on 4×4 (one player)", |settings| {
        Ok(Threes::new(rules(settings)?))
    })
    .rules(include_str!("rules/threes.txt"))
    .player("expectimax:eval=rows,ms=300")
    .levels(["greedy:eval=score", "greedy:eval=rows", "expectimax:eval=rows,depth=3"])
    .settings("app, 2014, blog, or bonus=pick-three|uniform|none,end=at-12288|plays-on")
    .evaluator("rows", "room, merges and order in every row and column, by a table", RowTable::new)
    .evaluator("score", "the points so far", || Score)
    .evaluator("blank", "the points so far times 16, divided by the number of tiles", || BlankFactor)
    .agent(AgentEntry::new(
        "blog-mc",
        "the best of all short sequences, averaged over samples of the cards (the blog's Monte Carlo)",
        &BLOG_MC,
        blog_mc,
    ))
}

const BLOG_MC: [Parameter; 3] = [DEPTH, SAMPLES, FACTOR];
const DEPTH: Parameter = Parameter { key: "depth", default: "3", about: "moves after the first, 0 to 10" };
const SAMPLES: Parameter =
    Parameter { key: "samples", default: "50", about: "samples for each legal move, 1 to 1000000" };
const FACTOR: Parameter =
    Parameter { key: "factor", default: "none", about: "what the score is multiplied by: none, or blank for 16/tiles" };

fn blog_mc(spec: &Spec) -> Made<Threes> {
    match word(spec, &FACTOR, ["none", "blank"])? {
        0 => best_of_sequences(spec, Score),
        _ => best_of_sequences(spec, BlankFactor),
    }
}

/// The post's program: its depth counts the moves after the first (its text says that the first is
/// among them, its code and its "64 different results" for each first move, that it is not); of
/// equal moves it takes the first; and a first move after which there is no other is worth 0 in
/// that sample.
fn best_of_sequences<E: Evaluator<Threes> + 'static>(spec: &Spec, evaluator: E) -> Made<Threes> {
    let depth = spec.get(&DEPTH, "a number from 0 to 10", |depth| (0..=10).contains(depth))?;
    let samples = spec.get(&SAMPLES, "a number from 1 to 1000000", |samples| (1..=1_000_000).contains(samples))?;
    let search = FlatMonteCarlo::new().rollouts(samples).evaluator(evaluator).best_of_sequences(depth).dead_end(0.0);
    Ok(Box::new(WithBudget::new(search, Budget::unlimited())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol_core::Seed;
    use gambol_threes::Swipe;

    fn decide(position: &str, agent: &str, seed: u64) -> (Swipe, f64) {
        let state: Threes = position.parse().unwrap();
        let decision = entry().make(agent).unwrap().search(&state, &Budget::unlimited(), Seed::new(seed)).unwrap();
        (decision.action, decision.value)
    }

    #[test]
    fn a_great_merge_is_not_missed() {
        // A 384 is worth 6,561 points, whether it is made at once or a move later.
        let position = "192,0,0,0/192,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 m";
        for agent in ["blog-mc", "blog-mc:factor=blank", "blog-mc:depth=0,samples=5"] {
            let (swipe, value) = decide(position, agent, 1);
            assert!(value >= 6_561.0, "{agent}: {swipe} {value}");
        }
    }

    #[test]
    fn the_blank_factor_is_in_the_value() {
        // One move, which leaves one tile and brings another: 8 times the score of a 6.
        let position = "3,0,0,0/3,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 m";
        assert_eq!(decide(position, "blog-mc:depth=0,samples=3", 1), (Swipe::Up, 9.0));
        assert_eq!(decide(position, "blog-mc:depth=0,samples=3,factor=blank", 1), (Swipe::Up, 72.0));
    }

    #[test]
    fn the_same_seed_decides_alike() {
        let position = "1,2,3,6/0,3,0,12/24,1,0,2/0,0,3,1 1 3,4,4 m";
        assert_eq!(decide(position, "blog-mc", 3), decide(position, "blog-mc", 3));
        assert_ne!(decide(position, "blog-mc", 3).1, decide(position, "blog-mc", 4).1);
    }

    #[test]
    fn what_is_not_there_is_refused() {
        for agent in ["blog-mc:depth=11", "blog-mc:samples=0", "blog-mc:factor=luck", "blog-mc:z=1"] {
            assert!(entry().make(agent).is_err(), "{agent}");
        }
    }
}
