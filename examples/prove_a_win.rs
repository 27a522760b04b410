//! Proof-number search: a forced win in Match5, with its principal variation.
//!
//! `cargo run --release --example prove_a_win`

use gambol::match5::Match5;
use gambol::prelude::*;
use gambol::search::{Goal, ProofNumber, Verdict};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Red has a three in the first row and one in the first column, each with room for just five.
    let mut state: Match5 = "1rrr1b3/r8/r8/r8/9/b8/9/9/bbb5b r".parse()?;
    let budget = Budget::unlimited().nodes(10_000_000);
    let proof = ProofNumber::new().prove(&state, Goal::win(Player::First), &budget);
    match proof.result {
        Verdict::Proved => println!("red wins, whatever blue does ({} nodes):", proof.nodes),
        Verdict::Disproved => println!("blue can prevent it ({} nodes):", proof.nodes),
        Verdict::Unknown => println!("not decided within {} nodes", proof.nodes),
    }
    for action in proof.line {
        println!("{} plays {action}", state.side().name());
        state.play(action);
    }
    println!("{}", state.to_string().replace('/', "\n"));
    Ok(())
}
