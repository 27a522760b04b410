//! Games whose keys number their states instead of hashing them.

use crate::common::as_inside;
use crate::connect_four::ConnectFour;
use gambol_core::{Evaluator, Game, GameExt, Properties, ScoreUse, Seed, mix};
use gambol_search::{AlphaBeta, Budget, Decision, Expectimax, Search, Terminal};

/// Connect four with a perfect key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Numbered(ConnectFour);

impl Game for Numbered {
    as_inside!(u8);

    fn key(&self) -> u64 {
        self.0.number()
    }
}

/// A number from -50 to 50, different for most states.
struct Noise;

impl Evaluator<Numbered> for Noise {
    fn evaluate(&self, state: &Numbered) -> f64 {
        (mix(state.key(), 7) % 101) as f64 - 50.0
    }

    fn properties(&self) -> Properties {
        Properties::default().score(ScoreUse::Ignored)
    }
}

/// Positions after some random moves.
fn openings(count: u64) -> impl Iterator<Item = Numbered> {
    (0..count).filter_map(|number| {
        let mut state = Numbered(ConnectFour::new());
        let mut rng = Seed::new(number).rng();
        for _ in 0..2 + number % 10 {
            state.random_step(&mut rng);
        }
        (!state.is_over()).then_some(state)
    })
}

fn decide(mut search: impl Search<Numbered>, state: &Numbered) -> Decision<u8> {
    search.search(state, &Budget::unlimited(), Seed::new(1)).unwrap()
}

#[test]
fn alpha_beta_tells_numbered_states_apart() {
    for state in openings(20) {
        let search = |bytes| AlphaBeta::new(Noise).depth(7).table_bytes(bytes);
        let plain = decide(search(0), &state);
        for bytes in [1 << 16, 1 << 20] {
            let found = decide(search(bytes), &state);
            assert_eq!((found.value, found.action), (plain.value, plain.action), "{bytes} bytes: {state:?}");
        }
    }
}

#[test]
fn expectimax_tells_numbered_states_apart() {
    for state in openings(20) {
        for terminal in [Terminal::Score, Terminal::Evaluated] {
            let search = |bytes| Expectimax::new(Noise).depth(5).terminal(terminal).table_bytes(bytes);
            let plain = decide(search(0), &state);
            for bytes in [1 << 16, 1 << 20] {
                let found = decide(search(bytes), &state);
                assert_eq!((found.value, found.action), (plain.value, plain.action), "{bytes} bytes: {state:?}");
            }
        }
    }
}
