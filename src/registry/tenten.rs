//! The agents of 1010!.
//!
//! Source: A. Cohen, I. Bezgin, R. Charedim, N. O. Tuito, *1010! Game Agents*, The Hebrew
//! University of Jerusalem.

mod appraised;

use alloc::boxed::Box;

use gambol_core::{FromFn, Game, Seed, TextError, Turn};
use gambol_search::{
    Adversarial, AgainstChance, AllOutcomes, AlphaBeta, Budget, Decision, Greedy, PolicyOnly, SampledOutcomes, Scope,
    Search, SearchError, Terminal, WithBudget,
};
use gambol_tenten::{Heuristics, Placement, Room, SmallestFirst, TenTen};

use super::entry::{AgentEntry, GameEntry, Made};
use super::rules;
use super::settings::word;
use super::spec::{Parameter, Spec};
use appraised::{Appraised, Appraiser, ByPlacements};

pub(super) fn entry() -> GameEntry<TenTen> {
    GameEntry::new("tenten", "1010!: place three pieces, fill rows and columns, on 10×10 (one player)", |settings| {
        Ok(TenTen::new(rules(settings)?))
    })
    .rules(include_str!("rules/tenten.txt"))
    .player("greedy:eval=room")
    .levels(["greedy-single:heuristic=null", "greedy-single", "greedy-triple"])
    .settings("paper, app, or score=lines|cells,h2=1,h3=1,h4=1,…,v5=1")
    .evaluator("room", "places for all pieces to come, free cells, edges and holes", || Room)
    .policy("smallest-first", "the smallest piece, where the combined heuristic likes it best", || {
        SmallestFirst(Heuristics::COMBINED)
    })
    .agents([
        AgentEntry::new(
            "greedy-single",
            "the smallest piece first, where a heuristic likes it best (1010! Game Agents)",
            &[HEURISTIC],
            |spec| Ok(Box::new(PolicyOnly(SmallestFirst(heuristics(spec)?)))),
        ),
        AgentEntry::new(
            "greedy-triple",
            "best-first search over the whole hand by a heuristic (1010! Game Agents)",
            &[HEURISTIC],
            greedy_triple,
        ),
        AgentEntry::new(
            "alpha-beta",
            "alpha-beta with chance as an adversary, by the combined heuristic (1010! Game Agents)",
            &ALPHA_BETA,
            alpha_beta,
        ),
    ])
}

const HEURISTIC: Parameter = Parameter {
    key: "heuristic",
    default: "combined",
    about: "combined, one-square, empty-large-square, free-space, surface, completeness or null; \
            each single one has empty-large-square added, as in the paper's figures 3 and 4",
};

fn heuristics(spec: &Spec) -> Result<Heuristics, TextError> {
    const NAMES: [&str; 7] =
        ["combined", "one-square", "empty-large-square", "free-space", "surface", "completeness", "null"];
    let with_room = Heuristics { empty_large_square: 1.0, ..Heuristics::NULL };
    Ok(match word(spec, &HEURISTIC, NAMES)? {
        0 => Heuristics::COMBINED,
        1 => Heuristics { one_square: 1.0, ..with_room },
        2 => with_room,
        3 => Heuristics { free_space: 1.0, ..with_room },
        4 => Heuristics { surface: 1.0, ..with_room },
        5 => Heuristics { completeness: 1.0, ..with_room },
        _ => Heuristics::NULL,
    })
}

fn greedy_triple(spec: &Spec) -> Made<TenTen> {
    Ok(Box::new(WithBudget::new(
        Greedy::new(heuristics(spec)?).scope(Scope::Turn).terminal(Terminal::Evaluated),
        Budget::unlimited(),
    )))
}

const ALPHA_BETA: [Parameter; 3] = [VERSION, DEPTH, VALUE];
const VERSION: Parameter = Parameter {
    key: "version",
    default: "2",
    about: "1: all placements of the hand, all deals; 2: each placement completed greedily, ten deals sampled; \
            3: as 2, but only the best 30 placements",
};
const DEPTH: Parameter = Parameter {
    key: "depth",
    default: "0",
    about: "how far beyond the hand, 0 to 20: deals for version 1, turns of the board and the player for 2 and 3",
};
const VALUE: Parameter = Parameter {
    key: "value",
    default: "sum",
    about: "what a hand is worth: the sum of what the heuristic says of its placements, or what it says of the last",
};

/// The paper's number of sampled deals, and of the placements that its third version keeps.
const DEALS: u32 = 10;
const WIDTH: usize = 30;

/// What a game that is over is worth less than one that goes on. The paper does not say; it is more
/// than any heuristic.
const OVER: f64 = 1e9;

/// The value of a state whose last turn is complete, by what is said of its placements.
fn value(state: &Appraised) -> f64 {
    if state.turn() == Turn::Over { state.appraisal() - OVER } else { state.appraisal() }
}

fn alpha_beta(spec: &Spec) -> Made<TenTen> {
    let version: u8 = spec.get(&VERSION, "1, 2 or 3", |version| (1..=3).contains(version))?;
    let depth = spec.get(&DEPTH, "a number from 0 to 20", |depth| (0..=20).contains(depth))?;
    let by = Appraiser { is_summing: word(spec, &VALUE, ["sum", "last"])? == 0, ..Appraiser::default() };
    if version == 1 {
        let evaluate = |state: &Adversarial<Appraised, AllOutcomes>| value(state.game());
        let search = AgainstChance::new(AlphaBeta::new(FromFn(evaluate)).terminal(Terminal::Evaluated), AllOutcomes);
        let search = ByPlacements { search, by };
        return Ok(Box::new(WithBudget::new(WholeHands { search, deals: depth }, Budget::unlimited())));
    }
    // Where the search ends with a deal, the hand is judged by what comes of it with the heuristic
    // reversed.
    let evaluate = |state: &Adversarial<Appraised, SampledOutcomes>| match state.game().turn() {
        Turn::Player(_) => state.game().reversed_appraisal(),
        _ => value(state.game()),
    };
    let search = AlphaBeta::new(FromFn(evaluate)).terminal(Terminal::Evaluated).depth(depth + 1);
    let search = AgainstChance::new(search, SampledOutcomes::new(DEALS, Seed::new(0)));
    let by = Appraiser { is_completing: true, width: (version == 3).then_some(WIDTH), ..by };
    Ok(Box::new(WithBudget::new(ByPlacements { search, by }, Budget::unlimited())))
}

/// A search whose depth is the rest of the hand, and so many deals with the three placements of
/// each.
struct WholeHands<S> {
    search: S,
    deals: u32,
}

impl<S: Search<TenTen>> Search<TenTen> for WholeHands<S> {
    fn search(&mut self, state: &TenTen, budget: &Budget, seed: Seed) -> Result<Decision<Placement>, SearchError> {
        let plies = state.hand().len() as u32 + 4 * self.deals;
        self.search.search(state, &budget.clone().depth(plies), seed)
    }
}
