//! Plays Match5 by threat-space search and alpha-beta, both sides.
//!
//! `cargo run --release --example match5 -- --rules edge=15`
//!
//! With `--agent document`, the page's self-taught player learns from twenty games against its
//! rules for threats.

mod common;

use std::error::Error;
use std::io::IsTerminal;

use common::{Options, Square, draw, watch};
use gambol::game::Tracked;
use gambol::match5::{Bits, Colour, ForcedWins, Match5, PatternValue, Patterns, Rules, ThreatPlayer, Threats, Wide};
use gambol::prelude::*;
use gambol::search::{AlphaBeta, WinFirst, WithCompanion};
use gambol::self_taught::{FreeMoves, Knowledge, Reading, SelfTaught};

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read("match5", Budget::unlimited().depth(5), &Budget::unlimited().depth(2))?;
    let rules: Rules = options.rules.parse()?;
    match Match5::<u128>::new(rules) {
        Ok(start) => play(start, &options),
        Err(_) => play(Match5::<Wide>::new(rules)?, &options),
    }
}

fn play<B: Bits>(start: Match5<B>, options: &Options) -> Result<(), Box<dyn Error>> {
    if options.is_document {
        learn(&start, options.seed);
        return Ok(());
    }
    watch(start, player(), options, board)
}

/// Twenty games of the self-taught player: the final board of each, and what it learned.
fn learn<B: Bits>(start: &Match5<B>, seed: Seed) {
    let knowledge = Knowledge::new(start.rules().row(), Reading::default());
    let mut player = SelfTaught::new(knowledge, FreeMoves::default());
    for game in 0..20 {
        let trial = player.study_policy(start, game, seed, &ThreatPlayer);
        let mut last = *start;
        trial.moves.iter().for_each(|&cell| last.play(cell));
        let result = ["lost", "drawn", "won"][(trial.score + 1) as usize];
        println!("{}", board(&last, std::io::stdout().is_terminal()));
        println!("game {}: {result}, {} patterns known\n", game + 1, player.knowledge.level());
    }
}

/// Plays a forced win if it finds one, else by alpha-beta. Both use the patterns tracked with the
/// state.
fn player<B: Bits>() -> impl Search<Match5<B>> + 'static {
    let solver = ForcedWins::new(Threats::FoursAndThrees);
    let win = move |tracked: &Tracked<Match5<B>, Patterns<B>>, budget: &Budget| {
        let meter = budget.meter();
        solver.find_until(tracked, &|| meter.is_over())
    };
    let search = AlphaBeta::new(PatternValue::new()).quiescence(1).symmetric_plies(0).selective(true);
    WithCompanion::new(Patterns::default(), WinFirst::new(win, search))
}

fn board<B: Bits>(state: &Match5<B>, in_colour: bool) -> String {
    let square = |cell| match state.stone(cell) {
        None => Square::new("·", Some(236)),
        Some(Colour::Red) => Square::new("r", Some(203)),
        Some(Colour::Blue) => Square::new("b", Some(75)),
    };
    let edge = state.edge();
    draw((0..edge).map(|row| (0..edge).map(|column| square(Cell::new(column, row))).collect()), 3, in_colour)
}
