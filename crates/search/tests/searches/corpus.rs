//! Trees with values computed by hand, solved by the reference and by every solving search.

use crate::common::Tree;
use crate::common::sure::{Sure, has_chance};
use gambol_core::{Game, Score, Seed};
use gambol_search::{AlphaBeta, Budget, Expectimax, Mcts, ProofNumber, Search, Terminal};

fn value<G: Game>(mut search: impl Search<G>, state: &G) -> f64 {
    search.search(state, &Budget::unlimited().simulations(300_000).nodes(100_000_000), Seed::new(5)).unwrap().value
}

#[test]
fn the_values_worked_out_by_hand_are_found() {
    let corpus: Vec<(String, f64, Tree)> = crate::common::corpus();
    assert!(corpus.len() > 10);
    for (name, worth, tree) in corpus {
        assert_eq!(tree.value(), worth, "{name}");
        if tree.turn().player().is_none() {
            continue;
        }
        let plain = Expectimax::new(Score).depth(20);
        for search in [plain.clone(), plain.values_within(-60.0, 60.0)] {
            let found = value(search.clone(), &tree);
            assert!((found - worth).abs() < 1e-9, "{name}: {found} by {search:?}");
        }
        let found = value(Mcts::new(), &tree);
        assert!((found - worth).abs() < 1e-9, "{name}: {found} by MCTS");
        if !has_chance(&tree) {
            let state = Sure(tree);
            assert_eq!(value(AlphaBeta::new(Score).terminal(Terminal::Score), &state), worth, "{name}");
            let sign = if worth == 0.0 { 0.0 } else { worth.signum() };
            assert_eq!(value(ProofNumber::new().memory(1 << 16), &state), sign, "{name}");
        }
    }
}
