//! Connect four, the common ground without chance.
//!
//! `mcts`, `minimax`, `mocats` and `treant` use Gambol's bitboards, `board-game` its own, which are
//! as fast.

mod board_game;
mod gambol;
#[path = "../../../../crates/search/tests/common/connect_four.rs"]
mod game;
mod minimax;
mod mocats;
mod solve;
mod uct;

use std::hint::black_box;

pub(crate) use solve::solve;

use crate::measure::{Contender, Unit, measure};

/// Number of simulations of a search: the tree outgrows the caches, as in a second of search.
const SIMULATIONS: u32 = 500_000;

/// Depth of alpha-beta in plies.
const DEPTH: u8 = 20;

/// A tree search with a number of simulations.
type TreeSearch = Box<dyn FnMut(u32)>;

/// Table sizes of alpha-beta in MiB.
const TABLES: [usize; 2] = [16, 64];

pub(crate) fn mcts(rounds: usize) {
    let title = format!("Connect four, empty board: tree search, {SIMULATIONS} simulations, one thread");
    let done = f64::from(SIMULATIONS);
    let contenders: [(&str, TreeSearch); 8] = [
        ("gambol", Box::new(gambol::kept_mcts())),
        ("gambol, a new searcher each time", Box::new(gambol::mcts)),
        ("gambol, no solver", Box::new(gambol::mcts_without_solver)),
        ("mocats 0.3", Box::new(mocats::mcts)),
        ("minimax 0.6", Box::new(minimax::mcts)),
        ("board-game 0.8", Box::new(board_game::mcts)),
        ("treant 0.4", Box::new(uct::treant::mcts)),
        ("mcts 0.3", Box::new(uct::mcts::mcts)),
    ];
    let mut contenders = contenders.map(|(name, mut search)| {
        Contender::new(name, move || {
            search(SIMULATIONS);
            tidy_up();
            done
        })
    });
    measure(&title, Unit::PerSecond("simulations"), rounds, &mut contenders);
}

/// Makes the allocator merge the freed blocks. It defers that until a large block is requested,
/// which would otherwise be charged to the next contender.
fn tidy_up() {
    drop(black_box(Vec::<u8>::with_capacity(1 << 16)));
}

pub(crate) fn alpha_beta(rounds: usize) {
    for mib in TABLES {
        let title = format!(
            "Connect four, empty board: alpha-beta to depth {DEPTH}, columns from the middle, one thread, tables of \
             {mib} MiB"
        );
        let contender = |name: String, search: Box<dyn Fn() -> i64>| {
            Contender::new(name.clone(), move || {
                assert_eq!(search(), 0, "{name}: nobody wins within {DEPTH} plies");
                1.0
            })
        };
        let ours = Box::new(move || gambol::alpha_beta(DEPTH, mib << 20));
        let mut contenders = vec![contender("gambol".to_owned(), ours)];
        contenders.extend(minimax::combinations().map(|(name, options)| {
            let theirs = Box::new(move || minimax::alpha_beta(options, DEPTH, mib << 20));
            contender(format!("minimax 0.6: {name}"), theirs)
        }));
        measure(&title, Unit::Seconds, rounds, &mut contenders);
    }
}
