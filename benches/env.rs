//! Speeds of environments: steps of a batch with everything that a learner gets.
//!
//! `cargo bench --bench env`. Elements are steps of one game. Drawing actions is left out: a
//! recorded run is played again. Times are processor times where Linux tells them.

use core::hint::black_box;
use core::time::Duration;
use std::time::Instant;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gambol_core::random::below;
use gambol_core::{Indexed, Observe, Seed};
use gambol_env::{ActionLists, Batch, Out, Rows};
use gambol_five_or_more::FiveOrMore;
use gambol_match5::Match5;
use gambol_pentago_swap::PentagoSwap;
use gambol_tenten::TenTen;
use gambol_threes::Threes;

mod common;

/// Steps before the recorded ones, so that games are at different stages.
const BEFORE: usize = 100;

/// The processor time of this thread, or the time since the start.
fn clock(start: Instant) -> Duration {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = spent.and_then(|text| text.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

#[derive(Clone, Copy)]
enum Form {
    Alone,
    PlanesAndMasks,
    PlanesAndLists,
    BytesAndLists,
}

/// The memory of a learner in one of the forms.
struct Memory {
    rows: Rows,
    bytes: Vec<u8>,
    lists: ActionLists,
    form: Form,
}

impl Memory {
    fn out(&mut self) -> Out<'_> {
        let Rows { planes, masks, rewards, terminated, truncated, players, .. } = &mut self.rows;
        let out = Out::new(rewards, terminated, truncated, players);
        match self.form {
            Form::Alone => out,
            Form::PlanesAndMasks => out.planes(&mut planes[..]).masks(masks),
            Form::PlanesAndLists => out.planes(&mut planes[..]).lists(&mut self.lists),
            Form::BytesAndLists => out.planes(&mut self.bytes[..]).lists(&mut self.lists),
        }
    }
}

fn game<G: Indexed + Observe>(criterion: &mut Criterion, name: &str, start: &G) {
    let mut group = criterion.benchmark_group(format!("env/{name}"));
    group.sample_size(10).measurement_time(Duration::from_secs(1)).warm_up_time(Duration::from_millis(300));
    let counts: &[usize] = if common::measures() { &[1, 256, 16_384] } else { &[1, 256] };
    for &count in counts {
        let seed = Seed::new(1);
        let mut games = Batch::new(start.clone(), count, seed);
        let layout = games.layout();
        if count * layout.action_count > 50_000_000 {
            continue;
        }
        // Linux counts processor time in ticks of some milliseconds.
        let steps = (262_144 / count).max(16);
        let mut rows = Rows::with_lists(&layout);
        let mut rng = seed.rng();
        games.reset(None, None, rows.out()).expect("rows of the layout");
        let mut recorded = Vec::new();
        for _ in 0..BEFORE + steps {
            let mut draw = |list: &[u32]| match list.len() {
                0 => 0,
                legal => i64::from(list[below(&mut rng, legal as u32) as usize]),
            };
            let actions: Vec<i64> = (0..count).map(|game| draw(rows.lists.of(game))).collect();
            games.step(&actions, rows.out()).expect("legal actions");
            recorded.push(actions);
        }
        group.throughput(Throughput::Elements((steps * count) as u64));
        let forms = [
            ("nothing", Form::Alone),
            ("planes and masks", Form::PlanesAndMasks),
            ("planes and lists", Form::PlanesAndLists),
            ("bytes and lists", Form::BytesAndLists),
        ];
        for (what, form) in forms {
            let bytes = vec![0; count * layout.planes.len()];
            let mut memory = Memory { rows: Rows::with_masks(&layout), bytes, lists: ActionLists::default(), form };
            group.bench_function(format!("{count} games, {what}"), |bencher| {
                bencher.iter_custom(|iterations| {
                    let start = Instant::now();
                    let mut spent = Duration::ZERO;
                    for _ in 0..iterations {
                        games.reset(Some(seed), None, memory.out()).expect("rows of the layout");
                        let (before, timed) = recorded.split_at(BEFORE);
                        for actions in before {
                            games.step(actions, memory.out()).expect("legal actions");
                        }
                        let from = clock(start);
                        for actions in timed {
                            games.step(black_box(actions), memory.out()).expect("legal actions");
                        }
                        spent += clock(start).saturating_sub(from);
                    }
                    spent
                });
            });
        }
    }
    group.finish();
}

fn all(criterion: &mut Criterion) {
    game(criterion, "threes", &Threes::default());
    game(criterion, "pentago-swap", &PentagoSwap::new());
    game(criterion, "match5", &Match5::<u128>::default());
    game(criterion, "tenten", &TenTen::default());
    for (name, rules) in [("five-or-more small", "small"), ("five-or-more", "thesis")] {
        let start = rules.parse().ok().and_then(|rules| FiveOrMore::<u128>::new(rules).ok()).expect("rules");
        game(criterion, name, &start);
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
