//! Names with settings: games, agents, tests, shards; and patterns.

use std::sync::OnceLock;

use gambol::registry::{Label, Position, Registry, Spec};
use gambol::self_taught::{FreeMoves, Pattern};
use gambol_arena::{Shard, Sprt};

use crate::Target;
use crate::positions::{form, forms};

/// The games, and a start of each.
pub(crate) fn games() -> &'static (Registry, Vec<Position>) {
    static GAMES: OnceLock<(Registry, Vec<Position>)> = OnceLock::new();
    GAMES.get_or_init(|| {
        let registry = Registry::standard();
        let start = |name: &str| registry.start(name).unwrap_or_else(|error| panic!("{error}"));
        let mut starts: Vec<Position> = registry.games().iter().map(|game| start(&game.name)).collect();
        starts.push(start("match5:gomoku"));
        starts.push(start("five-or-more:large"));
        (registry, starts)
    })
}

pub(crate) const SETTINGS: Target = Target {
    name: "settings",
    about: "games with settings, shards, tests of matches",
    is_cheap: true,
    words: &[
        "five-or-more:",
        "tenten:",
        "threes:",
        "pentago-swap:",
        "match5:",
        "small",
        "large",
        "app",
        "paper",
        "blog",
        "2014",
        "gomoku",
        "edge=20",
        "row=6",
        "size=20x15",
        "colours=26",
        "drop=9",
        "initial=1",
        "1/1",
        "3/10",
        "18446744073709551615",
        "0,50",
        "0,50,0.05,0.1",
        "nan",
        "inf",
        "1e308",
        "-1e-300",
        "0.05",
    ],
    run: |data, effort| {
        let text = &String::from_utf8_lossy(data);
        // No game has a name with a slash, a comma or a digit.
        if !text.starts_with(|letter: char| letter.is_ascii_lowercase()) {
            return forms!(text, Shard, Sprt);
        }
        let Ok(start) = games().0.start(text) else { return forms!(text, FreeMoves) };
        if effort.is_full(data) {
            let shown = start.to_string();
            let again = games().0.position(&start.game().name, &shown);
            assert!(again.as_ref() == Ok(&start), "{shown} starts {text} and is read as {again:?}");
        }
        true
    },
};

pub(crate) const AGENTS: Target = Target {
    name: "agents",
    about: "agents of all games with their parameters",
    is_cheap: false,
    words: &[
        "random",
        "mc",
        "mcts",
        "greedy",
        "alpha-beta",
        "expectimax",
        "two-ply",
        "prove",
        "strong",
        "easy",
        "medium",
        "hard",
        "self-taught",
        "rollouts=",
        "z=",
        "allocation=halving",
        "crn=yes",
        "aggregate=maximum",
        "ties=random",
        "max-plies=",
        "simulations=",
        "c=",
        "ms=",
        "nodes=",
        "depth=",
        "eval=",
        "policy=",
        "mb=",
        "seed=",
        "width=",
        "adversary=all",
        "adversary=sampled",
        "star=",
        "cutoff=",
        "none",
        "auto",
        "nan",
        "inf",
        "-1",
        "1e308",
        "0",
        "18446744073709551615",
        "4294967295",
        "games=",
        "opponent=random",
        "free=beside",
        "reading=text",
    ],
    run: |data, effort| {
        let text = String::from_utf8_lossy(data);
        let Ok(spec) = text.parse::<Spec>() else { return false };
        assert!(!spec.name().is_empty());
        let mut accepted = false;
        // One game, or all of them if there is time.
        let starts = &games().1;
        let one = crate::hash(data) as usize % starts.len();
        for start in if effort.is_full(data) { &starts[..] } else { &starts[one..=one] } {
            let expanded = match start.game().expand(&text) {
                Ok(expanded) => expanded,
                Err(error) => panic!("{text:?} is of the form and not expanded: {error}"),
            };
            assert!(expanded.parse::<Spec>().is_ok(), "{text:?} stands for {expanded:?}, which is not of the form");
            accepted |= start.agent(&text).is_ok();
            let label: Label = text.parse().unwrap_or_else(|error| match error {});
            assert!(label.as_str().len() <= 46);
        }
        accepted
    },
};

pub(crate) const PATTERNS: Target = Target {
    name: "patterns",
    about: "patterns of the self-learning player, as text and packed",
    is_cheap: true,
    words: &["BBBBX 1", "0BBBX0 2", "XBB0", "...", "RRRR", " 1", " 255", "000000000", "X"],
    run: |data, effort| {
        let text = &String::from_utf8_lossy(data);
        let mut accepted = false;
        if let Some(pattern) = form::<Pattern>(text) {
            accepted = true;
            if effort.is_full(data) {
                assert!(Pattern::from_packed(pattern.packed()) == Ok(pattern), "{text}: packed");
                for (_, image) in pattern.mutations() {
                    assert!(form::<Pattern>(&image.to_string()) == Some(image), "{image} of {text}");
                }
                assert!(pattern.is_subset_of(&pattern), "{text}");
            }
        }
        if data.len() >= 36 {
            let word = |at: usize| u32::from_le_bytes([data[at], data[at + 1], data[at + 2], data[at + 3]]);
            if let Ok(pattern) = Pattern::from_packed(std::array::from_fn(|number| word(4 * number))) {
                accepted = true;
                assert!(form::<Pattern>(&pattern.to_string()) == Some(pattern), "{pattern}");
            }
        }
        accepted
    },
};
