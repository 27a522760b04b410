//! Trees in steps against one tree after the other: simulations a second without a network and with
//! small ones. Their speeds alone are those of batches of 1, 16 and 256 states.
//!
//! `cargo bench --bench forest`. Elements are simulations, or positions of the network. The ratios
//! that are printed after them are of searches measured in turn, in processor time where the system
//! has it.

mod common;

use core::hint::black_box;
use std::time::{Duration, Instant};

use common::{rounds, settled, spread};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gambol_core::{FromFn, GameExt, Indexed, Observe, Prior, Score, Seed, Uniform};
use gambol_pentago_swap::PentagoSwap;
use gambol_search::{Batched, Budget, Forest, Mcts, Search};
use gambol_threes::Threes;
use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2};

/// Games in a step.
const GAMES: usize = 64;

/// Simulations of each game.
const SIMULATIONS: u64 = 100;

/// Units of a hidden layer of the two networks.
const UNITS: [usize; 2] = [128, 512];

/// Columns that the inner loop of a layer computes together for one row of inputs.
const COLUMNS: usize = 32;

/// A fully connected layer with random weights: one row of outputs for each input. The outputs are
/// padded to a multiple of [`COLUMNS`].
struct Layer {
    inputs: usize,
    outputs: usize,
    weights: Vec<f32>,
}

impl Layer {
    fn random(inputs: usize, outputs: usize, seed: Seed) -> Self {
        let mut rng = seed.rng();
        let outputs = outputs.next_multiple_of(COLUMNS);
        let scale = 2.0 / (inputs as f32).sqrt();
        let mut weight = || (gambol_core::random::unit(&mut rng) as f32 - 0.5) * scale;
        Self { inputs, outputs, weights: (0..inputs * outputs).map(|_| weight()).collect() }
    }

    /// Multiplies rows of inputs by the weights.
    fn apply(&self, inputs: &[f32], outputs: &mut Vec<f32>) {
        let rows = inputs.len() / self.inputs;
        outputs.clear();
        outputs.resize(rows * self.outputs, 0.0);
        if rows < 4 {
            let inputs = inputs.chunks_exact(self.inputs);
            inputs.zip(outputs.chunks_exact_mut(self.outputs)).for_each(|(row, out)| self.apply_to_row(row, out));
        } else {
            let (k, n) = (self.inputs, self.outputs);
            let inputs = ArrayView2::from_shape((rows, k), inputs).expect("whole rows");
            let weights = ArrayView2::from_shape((k, n), &self.weights).expect("a matrix");
            let mut outputs = ArrayViewMut2::from_shape((rows, n), outputs.as_mut_slice()).expect("whole rows");
            general_mat_mul(1.0, &inputs, &weights, 0.0, &mut outputs);
        }
    }

    /// Multiplies one row, which is faster than the general product.
    fn apply_to_row(&self, inputs: &[f32], outputs: &mut [f32]) {
        for (block, out) in outputs.chunks_exact_mut(COLUMNS).enumerate() {
            let mut sums = [0.0_f32; COLUMNS];
            for (&input, weights) in inputs.iter().zip(self.weights.chunks_exact(self.outputs)) {
                for (sum, weight) in sums.iter_mut().zip(&weights[block * COLUMNS..][..COLUMNS]) {
                    *sum += input * weight;
                }
            }
            out.copy_from_slice(&sums);
        }
    }
}

/// A policy and value network with two hidden layers and random weights.
struct Network {
    layers: [Layer; 3],
    actions: usize,
}

/// Buffers of a network.
#[derive(Default)]
struct Buffers {
    planes: Vec<f32>,
    hidden: [Vec<f32>; 2],
    out: Vec<f32>,
    policies: Vec<f32>,
    values: Vec<f32>,
}

impl Network {
    fn new<G: Indexed + Observe>(state: &G, units: usize) -> Self {
        let (inputs, actions) = (state.plane_shape().len(), state.action_count());
        let layer = |inputs, outputs, index| Layer::random(inputs, outputs, Seed::new(index));
        let layers = [layer(inputs, units, 1), layer(units, units, 2), layer(units, actions + 1, 3)];
        Self { layers, actions }
    }

    /// Computes policies and values of the planes in the buffers.
    fn run(&self, buffers: &mut Buffers) {
        let Buffers { planes, hidden: [first, second], out, policies, values } = buffers;
        let relu = |hidden: &mut [f32]| hidden.iter_mut().for_each(|unit| *unit = unit.max(0.0));
        self.layers[0].apply(planes, first);
        relu(first);
        self.layers[1].apply(first, second);
        relu(second);
        self.layers[2].apply(second, out);
        policies.clear();
        values.clear();
        for row in out.chunks_exact(self.layers[2].outputs) {
            // In place of a softmax, which is not measured.
            policies.extend(row[..self.actions].iter().map(|logit| 1.0 + logit.clamp(-0.9, 9.0)));
            values.push(row[self.actions]);
        }
    }

    /// The network as a prior that is called for one state after the other.
    fn prior<G: Indexed + Observe>(&self) -> impl Prior<G> + '_ {
        FromFn(move |state: &G, actions: &[G::Action], weights: &mut [f32]| {
            thread_local! {
                static BUFFERS: std::cell::RefCell<Buffers> = std::cell::RefCell::default();
            }
            BUFFERS.with_borrow_mut(|buffers| {
                buffers.planes.resize(state.plane_shape().len(), 0.0);
                let player = state.turn().player().expect("a player is to move");
                state.observe(player, &mut buffers.planes);
                self.run(buffers);
                for (weight, &action) in weights.iter_mut().zip(actions) {
                    *weight = buffers.policies[state.action_index(action)];
                }
                Some(state.score() as f64 + player.sign() as f64 * f64::from(buffers.values[0]))
            })
        })
    }
}

/// Equal weights, and the score as the value.
fn bare<G: GameExt>() -> impl Prior<G> {
    FromFn(|state: &G, _: &[G::Action], weights: &mut [f32]| {
        weights.fill(1.0);
        Some(state.score() as f64)
    })
}

fn states<G: GameExt>(start: &G) -> Vec<G> {
    let state = |game: usize| {
        let (mut state, mut rng) = (start.clone(), Seed::new(game as u64).rng());
        for _ in 0..game % 8 {
            let mut next = state.clone();
            next.random_step(&mut rng);
            next.settle(&mut rng);
            if !next.is_over() {
                state = next;
            }
        }
        state
    };
    (0..GAMES).map(state).collect()
}

/// Searches one game after the other.
fn one_by_one<G: GameExt, R: Prior<G>>(search: &mut Mcts<Uniform, Score, R>, states: &[G]) -> u64 {
    let budget = Budget::unlimited().simulations(SIMULATIONS);
    let decide = |state| search.search(state, &budget, Seed::new(1)).expect("a decision").stats.simulations;
    states.iter().map(decide).sum()
}

fn forest<G: GameExt>(states: &[G], leaves: usize) -> Forest<G> {
    let forest = Mcts::new().puct(1.5, Batched).forest(states.iter().cloned(), Seed::new(1)).expect("settings");
    forest.leaves_per_game(leaves)
}

/// Starts new games in the memory of the last ones, as self-play does.
fn restart<G: GameExt>(forest: &mut Forest<G>, states: &[G]) {
    for (game, state) in states.iter().enumerate() {
        forest.set(game, state.clone(), Seed::new(1)).expect("no leaf waits");
    }
}

/// Searches all games without a network, each to its end.
fn bare_run<G: GameExt>(forest: &mut Forest<G>, states: &[G]) -> u64 {
    restart(forest, states);
    forest.run(&bare(), SIMULATIONS).expect("valid");
    (0..forest.len()).map(|game| forest.simulations(game)).sum()
}

/// Searches all games in steps without a network.
fn bare_steps<G: GameExt>(forest: &mut Forest<G>, states: &[G]) -> u64 {
    restart(forest, states);
    let (mut weights, mut values) = (Vec::new(), Vec::new());
    loop {
        let leaves = forest.gather(SIMULATIONS).expect("leaves");
        if leaves.is_empty() {
            break;
        }
        weights.clear();
        weights.resize(leaves.action_count(), 1.0);
        values.clear();
        values.extend(leaves.iter().map(|leaf| Some(leaf.state.score() as f64)));
        forest.learn(&weights, &values).expect("valid");
    }
    (0..forest.len()).map(|game| forest.simulations(game)).sum()
}

/// Searches all games in steps with a network.
fn steps<G: Indexed + Observe>(forest: &mut Forest<G>, states: &[G], network: &Network) -> u64 {
    let mut buffers = Buffers::default();
    restart(forest, states);
    loop {
        let leaves = forest.gather(SIMULATIONS).expect("leaves");
        if leaves.is_empty() {
            break;
        }
        leaves.observe(&mut buffers.planes);
        network.run(&mut buffers);
        forest.learn_policies(&buffers.policies, &buffers.values).expect("valid");
    }
    (0..forest.len()).map(|game| forest.simulations(game)).sum()
}

/// Returns the processor time of this thread from Linux, or the time since `start`.
fn time(start: Instant) -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|text| text.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// Measures the simulations a second of two searches in turn.
fn compare(name: &str, mut one: impl FnMut() -> u64, mut other: impl FnMut() -> u64) {
    let speed = |search: &mut dyn FnMut() -> u64| {
        let (clock, mut simulations) = (Instant::now(), 0);
        let start = time(clock);
        let spent = || time(clock).saturating_sub(start);
        while spent() < Duration::from_millis(300) {
            simulations += search();
        }
        simulations as f64 / spent().as_secs_f64()
    };
    let mut speeds: Vec<(f64, f64)> = (0..rounds()).map(|_| (speed(&mut one), speed(&mut other))).collect();
    let ratios = speeds.iter().map(|(one, other)| other / one).collect();
    speeds.sort_by(|a, b| a.0.total_cmp(&b.0));
    let one = speeds[speeds.len() / 2].0;
    speeds.sort_by(|a, b| a.1.total_cmp(&b.1));
    let other = speeds[speeds.len() / 2].1;
    println!("{name}: {:.0} k and {:.0} k a second, {}", one / 1e3, other / 1e3, spread(ratios));
}

fn games(criterion: &mut Criterion) {
    game(criterion, "threes", &settled(Threes::default()));
    game(criterion, "pentago-swap", &PentagoSwap::new());
}

fn game<G: Indexed + Observe>(criterion: &mut Criterion, name: &str, start: &G) {
    let states = states(start);
    let mut group = criterion.benchmark_group(format!("forest, {name}"));
    group.sample_size(10);
    group.throughput(Throughput::Elements(GAMES as u64 * SIMULATIONS));
    let mut plain = Mcts::new().puct(1.5, bare());
    let (mut single, mut eight) = (forest(&states, 1), forest(&states, 8));
    group.bench_function("no network, one by one", |bencher| {
        bencher.iter(|| one_by_one(&mut plain, black_box(&states)));
    });
    group.bench_function("no network, in steps", |bencher| {
        bencher.iter(|| bare_steps(&mut single, black_box(&states)));
    });
    for units in UNITS {
        let network = Network::new(start, units);
        let mut buffers = Buffers::default();
        for batch in [1, 16, 256] {
            group.throughput(Throughput::Elements(batch as u64));
            buffers.planes.resize(batch * start.plane_shape().len(), 0.5);
            group.bench_function(format!("{batch} positions by a network of 2x{units}"), |bencher| {
                bencher.iter(|| network.run(black_box(&mut buffers)));
            });
        }
    }
    group.finish();

    compare(
        &format!("{name}, no network, one by one and in a forest, game by game"),
        || one_by_one(&mut plain, &states),
        || bare_run(&mut single, &states),
    );
    compare(
        &format!("{name}, no network, one by one and in steps"),
        || one_by_one(&mut plain, &states),
        || bare_steps(&mut single, &states),
    );
    for units in UNITS {
        let network = Network::new(start, units);
        let prior = network.prior();
        let mut guided = Mcts::new().puct(1.5, &prior);
        compare(
            &format!("{name}, network of 2x{units}, one by one and in steps"),
            || one_by_one(&mut guided, &states),
            || steps(&mut single, &states, &network),
        );
        compare(
            &format!("{name}, network of 2x{units}, one by one and in steps of 8 leaves"),
            || one_by_one(&mut guided, &states),
            || steps(&mut eight, &states, &network),
        );
    }
}

criterion_group!(benches, games);
criterion_main!(benches);
