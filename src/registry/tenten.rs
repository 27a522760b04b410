//! The agents of 1010!.
//!
//! Source: A. Cohen, I. Bezgin, R. Charedim, N. O. Tuito, *1010! Game Agents*, The Hebrew University of Jerusalem.

use alloc::boxed::Box;
use alloc::vec::Vec;

use gambol_core::TextError;
use gambol_search::{Budget, ByPolicy, Greedy, Scope, Searcher};
use gambol_tenten::{Heuristics, SmallestFirst, TenTen};

use super::Playable;
use super::agents::{self, AgentEntry, Made, word};
use super::spec::{Parameter, Spec};

impl Playable for TenTen {
    fn agents() -> Vec<AgentEntry<Self>> {
        let mut agents = agents::common();
        agents.extend([
            AgentEntry {
                name: "greedy-single",
                about: "the smallest piece first, where a heuristic likes it best (1010! Game Agents)",
                parameters: &[HEURISTIC],
                make: |spec| Ok(Box::new(ByPolicy(SmallestFirst(heuristics(spec)?)))),
            },
            AgentEntry {
                name: "greedy-triple",
                about: "best-first search over the whole hand by a heuristic (1010! Game Agents)",
                parameters: &[HEURISTIC],
                make: greedy_triple,
            },
        ]);
        agents
    }
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
    Ok(match word(spec, "heuristic", NAMES)? {
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
    Ok(Box::new(Searcher::new(Greedy::new(heuristics(spec)?).scope(Scope::Turn), Budget::unlimited())))
}
