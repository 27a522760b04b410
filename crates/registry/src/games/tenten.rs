//! The agents of 1010!.
//!
//! Source: A. Cohen, I. Bezgin, R. Charedim, N. O. Tuito, *1010! Game Agents*, The Hebrew
//! University of Jerusalem.

mod appraised;
mod heap_order;
#[cfg(feature = "networks")]
mod learned;

use alloc::boxed::Box;

use gambol_core::{FromFn, Game, Seed, TextError, Turn};
use gambol_search::{
    Adversarial, AgainstChance, AllOutcomes, AlphaBeta, Budget, ChanceNodes, Decision, Expectimax, Greedy, Limits,
    LocalSearch, PlanOnce, PolicyOnly, SampledOutcomes, Scope, Search, SearchError, Terminal, WithBudget,
};
use gambol_tenten::{Heuristics, Placement, Room, RoomWeights, SmallestFirst, TenTen};

use super::rules;
use crate::agents::parameters::{MS, NODES, limits, numbers, simulations, word};
use crate::agents::spec::{Parameter, Spec};
use crate::entry::{AgentEntry, GameEntry, Made};
use appraised::{Appraised, Appraiser, ByPlacements, Kept, Worth};
use heap_order::HeapOrder;

pub(super) fn entry() -> GameEntry<TenTen> {
    let entry = GameEntry::new(
        "tenten",
        "1010!: place three pieces, fill rows and columns, on 10×10 (one player)",
        |settings| Ok(TenTen::new(rules(settings)?)),
    )
    .encoded()
    .rules(include_str!("rules/tenten.txt"))
    .player("greedy:eval=room")
    .levels(["greedy-single:heuristic=null", "greedy-single", "greedy-triple"])
    .settings(
        "uniform (all pieces equally likely), paper (small pieces more often, as in the app and the paper; \
         the usual one of play), or score=lines|cells,h2=1,h3=1,h4=1,…,v5=1",
    )
    .play_settings("paper")
    .weighted_evaluator(
        "room",
        "places for all pieces, free cells, edges and holes",
        {
            let RoomWeights { small, medium, large, no_place, free, edge, hole } = RoomWeights::TUNED;
            [small, medium, large, no_place, free, edge, hole]
        },
        |[small, medium, large, no_place, free, edge, hole]| {
            Room::with_weights(RoomWeights { small, medium, large, no_place, free, edge, hole })
        },
    )
    .policy("smallest-first", "the smallest piece, at its best place by the combined heuristic", || {
        SmallestFirst(Heuristics::COMBINED)
    })
    .agents([
        AgentEntry::new(
            "greedy-single",
            "the smallest piece first, at its best place by a heuristic (1010! Game Agents)",
            &[HEURISTIC, WEIGHTS],
            |spec| Ok(Box::new(PolicyOnly(SmallestFirst(heuristics(spec)?)))),
        ),
        AgentEntry::new(
            "greedy-triple",
            "best-first search over the whole hand by a heuristic (1010! Game Agents)",
            &[HEURISTIC, WEIGHTS, PLAN, QUEUE_TIES],
            greedy_triple,
        ),
        AgentEntry::new(
            "alpha-beta",
            "alpha-beta with chance as an adversary, by the combined heuristic (1010! Game Agents)",
            &ALPHA_BETA,
            alpha_beta,
        ),
        AgentEntry::new(
            "hand-expectimax",
            "expectimax over whole hands with sampled deals, by the combined heuristic",
            &HAND_EXPECTIMAX,
            hand_expectimax,
        ),
        AgentEntry::new(
            "local-search",
            "hill climbing among the plans of a hand, by a heuristic",
            &LOCAL_SEARCH,
            local_search,
        ),
    ]);
    #[cfg(feature = "networks")]
    let entry = learned::add(entry);
    #[cfg(feature = "weights")]
    let entry = entry.with(gambol_players::tenten::TRAINING);
    entry
}

const HEURISTIC: Parameter = Parameter {
    key: "heuristic",
    default: "combined",
    about: "combined, one-square, empty-large-square, free-space, surface, completeness or null; \
            empty-large-square is added to each single one, as in the paper's figures 3 and 4",
};
const WEIGHTS: Parameter = Parameter {
    key: "weights",
    default: "50/1/1/2.5/0.5",
    about: "weights of one-square, empty-large-square, free-space, surface and completeness, \
            each from -1000000 to 1000000",
};
const PLAN: Parameter = Parameter {
    key: "plan",
    default: "each",
    about: "each: searches before each placement; once: one search per hand, as in the authors' program",
};

const QUEUE_TIES: Parameter = Parameter {
    key: "ties",
    default: "first",
    about: "tie-breaking of the queue: the longest turn, then the first found (first), or mostly \
            the newest, as in the authors' program (heap)",
};

fn heuristics(spec: &Spec) -> Result<Heuristics, TextError> {
    const NAMES: [&str; 7] =
        ["combined", "one-square", "empty-large-square", "free-space", "surface", "completeness", "null"];
    if spec.said(WEIGHTS.key).is_some() {
        if spec.said(HEURISTIC.key).is_some() {
            return Err(spec.error("heuristic and weights are mutually exclusive"));
        }
        return weights(spec);
    }
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

fn weights(spec: &Spec) -> Result<Heuristics, TextError> {
    Ok(Heuristics::new(numbers(spec, &WEIGHTS, [-1e6, 1e6])?))
}

/// The search with this budget, with plans played according to [`PLAN`].
fn planned<S: Search<TenTen> + 'static>(spec: &Spec, search: S, budget: Budget) -> Made<TenTen> {
    let search = WithBudget::new(search, budget);
    Ok(match word(spec, &PLAN, ["each", "once"])? {
        0 => Box::new(search),
        _ => Box::new(PlanOnce::new(search)),
    })
}

fn greedy_triple(spec: &Spec) -> Made<TenTen> {
    let heuristics = heuristics(spec)?;
    if word(spec, &QUEUE_TIES, ["first", "heap"])? == 1 {
        return planned(spec, HeapOrder(heuristics), Budget::unlimited());
    }
    let search = Greedy::new(heuristics).scope(Scope::Turn).terminal(Terminal::Evaluated);
    planned(spec, search, Budget::unlimited())
}

const LOCAL_SEARCH: [Parameter; 3] = [CLIMBS, MS, PLANS];
const CLIMBS: Parameter = Parameter {
    key: "climbs",
    default: "4",
    about: "climbs, 1 to 1000000: the first starts from the greedy plan, the others from random plans",
};
const PLANS: Parameter = Parameter { key: "simulations", default: "none", about: "plans per search, at least 1" };

fn local_search(spec: &Spec) -> Made<TenTen> {
    let climbs = spec.get(&CLIMBS, "a number from 1 to 1000000", |climbs| (1..=1_000_000).contains(climbs))?;
    let budget = simulations(spec, &PLANS, limits(spec, None)?)?;
    Ok(Box::new(WithBudget::new(LocalSearch::new(Heuristics::COMBINED).climbs(climbs), budget)))
}

const ALPHA_BETA: [Parameter; 9] = [VERSION, DEPTH, VALUE, REPLY, KEEP, WEIGHTS, PLAN, MS, NODES];
const VERSION: Parameter = Parameter {
    key: "version",
    default: "2",
    about: "1: all placements of the hand, all deals; 2: each placement completed greedily, ten deals sampled; \
            3: as 2, but only the best 30 placements",
};
const DEPTH: Parameter = Parameter {
    key: "depth",
    default: "0",
    about: "depth beyond the hand, 0 to 20: deals in version 1, turns of the board and the player in 2 and 3",
};
const VALUE: Parameter = Parameter {
    key: "value",
    default: "paper",
    about: "value of a hand: surface and completeness summed, other terms of the last board (paper), \
            the sum of all terms over its placements (sum), or all terms of the last placement (last)",
};
const REPLY: Parameter = Parameter {
    key: "reply",
    default: "reversed",
    about: "at the final deals of versions 2 and 3, the hand is placed greedily by the reversed heuristic \
            (reversed, the paper) or by the heuristic itself (best, the authors' program)",
};
const KEEP: Parameter = Parameter {
    key: "keep",
    default: "best",
    about: "placements of version 3: the best 30 (best, the paper), or the worst ten of each piece by surface \
            and completeness (worst, the authors' program)",
};

/// The number of sampled deals in the paper, and of the placements that its third version keeps.
const DEALS: u32 = 10;
const WIDTH: usize = 30;
/// The number of placements per piece that the authors' program of the third version keeps.
const OF_PIECE: usize = 10;

/// The penalty for a finished game. The paper does not give it; it exceeds the values of all
/// heuristics.
const OVER: f64 = 1e9;

/// The value of a state after a complete turn, by the appraisal of its placements.
fn value(state: &Appraised) -> f64 {
    if state.turn() == Turn::Over { state.appraisal() - OVER } else { state.appraisal() }
}

fn alpha_beta(spec: &Spec) -> Made<TenTen> {
    let version: u8 = spec.get(&VERSION, "1, 2 or 3", |version| (1..=3).contains(version))?;
    let depth = spec.get(&DEPTH, "a number from 0 to 20", |depth| (0..=20).contains(depth))?;
    let by = Appraiser { weights: weights(spec)?, worth: worth(spec)?, ..Appraiser::default() };
    let factor = [-1.0, 1.0][word(spec, &REPLY, ["reversed", "best"])?];
    let kept = [Kept::Best(WIDTH), Kept::WorstOfPiece(OF_PIECE)][word(spec, &KEEP, ["best", "worst"])?];
    let budget = limits(spec, None)?;
    if version == 1 {
        let evaluate = |state: &Adversarial<Appraised, AllOutcomes>| value(state.game());
        let search = AgainstChance::new(AlphaBeta::new(FromFn(evaluate)).terminal(Terminal::Evaluated), AllOutcomes);
        let search = ByPlacements { search, by };
        return planned(spec, WholeHands { search, deals: depth }, budget);
    }
    // If the search ends with a deal, the hand is evaluated by the board after placing it.
    let evaluate = move |state: &Adversarial<Appraised, SampledOutcomes>| match state.game().turn() {
        Turn::Player(_) => state.game().appraisal_of_hand(factor),
        _ => value(state.game()),
    };
    let search = AlphaBeta::new(FromFn(evaluate)).terminal(Terminal::Evaluated).depth(depth + 1);
    let search = AgainstChance::new(search, SampledOutcomes::new(DEALS, Seed::new(0)));
    let kept = if version == 3 { kept } else { Kept::All };
    planned(spec, ByPlacements { search, by: Appraiser { is_completing: true, kept, ..by } }, budget)
}

fn worth(spec: &Spec) -> Result<Worth, TextError> {
    Ok([Worth::LastBoard, Worth::Sum, Worth::Last][word(spec, &VALUE, ["paper", "sum", "last"])?])
}

const HAND_EXPECTIMAX: [Parameter; 4] = [SAMPLES, WIDTH_OF_HANDS, MS, NODES];
const SAMPLES: Parameter =
    Parameter { key: "samples", default: "10", about: "sampled deals per chance event, 1 to 1330" };
const WIDTH_OF_HANDS: Parameter = Parameter {
    key: "width",
    default: "10",
    about: "placements per hand, 1 to 300: the best, each greedily completed to a whole hand",
};

fn hand_expectimax(spec: &Spec) -> Made<TenTen> {
    let samples = spec.get(&SAMPLES, "a number from 1 to 1330", |samples| (1..=1330).contains(samples))?;
    let width = spec.get(&WIDTH_OF_HANDS, "a number from 1 to 300", |width| (1..=300).contains(width))?;
    let by = Appraiser { is_completing: true, kept: Kept::Best(width), ..Appraiser::default() };
    let search = Expectimax::new(FromFn(value)).terminal(Terminal::Evaluated).chance(ChanceNodes::Sampled(samples));
    // One deal ahead, with the best reply to it.
    let search = ByPlacements { search: search.depth(2), by };
    Ok(Box::new(WithBudget::new(search, limits(spec, None)?)))
}

/// A search to the depth of the rest of the hand and `deals` deals, with three placements each.
struct WholeHands<S> {
    search: S,
    deals: u32,
}

impl<S: Search<TenTen>> Search<TenTen> for WholeHands<S> {
    fn search(&mut self, state: &TenTen, budget: &Budget, seed: Seed) -> Result<Decision<Placement>, SearchError> {
        let plies = state.hand().len() as u32 + 4 * self.deals;
        self.search.search(state, &budget.clone().depth(plies), seed)
    }

    fn limits(&self) -> Limits {
        self.search.limits().open_ended(false)
    }
}
