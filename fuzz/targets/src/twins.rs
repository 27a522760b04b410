//! Random play of the fast rules compared with the slow rules in the tests of each game's crate.

use gambol::five_or_more::{self, FiveOrMore, Move};
use gambol::game::{Event, Notation};
use gambol::match5::{self, Match5};
use gambol::pentago_swap::PentagoSwap;
use gambol::tenten::{Rules, TenTen};
use gambol::threes::{Phase, Threes};
use gambol::{Game, GameExt, Seed, Turn};

use crate::{Target, hash};

#[allow(dead_code, unused_imports)]
#[path = "../../../crates/five-or-more/tests/rules/reference.rs"]
mod slow_five_or_more;
#[allow(dead_code, unused_imports)]
#[path = "../../../crates/match5/tests/rules/reference.rs"]
mod slow_match5;
#[allow(dead_code, unused_imports)]
#[path = "../../../crates/pentago-swap/tests/rules/reference.rs"]
mod slow_pentago_swap;
#[allow(dead_code, unused_imports)]
#[path = "../../../crates/tenten/tests/rules/reference.rs"]
mod slow_tenten;
#[allow(dead_code, unused_imports)]
#[path = "../../../crates/threes/tests/rules/reference.rs"]
mod slow_threes;

pub(crate) const PLAY: Target = Target {
    name: "play",
    about: "random play of the fast rules beside the slow ones, from any position",
    is_cheap: false,
    words: &["five-or-more", "tenten", "threes", "pentago-swap", "match5"],
    run: |data, _| {
        let text = String::from_utf8_lossy(data);
        let Some((game, position)) = text.split_once('\n') else { return false };
        let seed = Seed::new(hash(data));
        match game {
            "five-or-more" => with(position, |state: FiveOrMore<five_or_more::Wide>| five_or_more(state, seed)),
            "tenten" => with(position, |state: TenTen| tenten(state, seed)),
            "threes" => with(position, |state: Threes| threes(state, seed)),
            "pentago-swap" => with(position, |state: PentagoSwap| pentago_swap(state, seed)),
            "match5" => with(position, |state: Match5<match5::Wide>| match5(state, seed)),
            _ => false,
        }
    },
};

/// Plays from a position, if the text is one.
fn with<G: Notation>(text: &str, play: impl FnOnce(G)) -> bool {
    text.parse().map(play).is_ok()
}

/// Number of events that are played on boards with many actions.
const PLIES: usize = 12;

fn five_or_more<B: five_or_more::Bits>(mut fast: FiveOrMore<B>, seed: Seed) {
    let mut rng = seed.rng();
    // The slow rules need the history of a drop: play starts at its beginning or after it.
    while matches!(fast.phase(), five_or_more::Phase::Drop { down } if down > 0) {
        fast.random_step(&mut rng);
    }
    let mut slow = slow_five_or_more::Slow::of(&fast);
    slow.assert_same(&fast);
    for _ in 0..PLIES {
        let Some(event) = fast.random_step(&mut rng) else { break };
        match event {
            Event::Action(Move { from, to }) => slow.play(slow_five_or_more::spot(from), slow_five_or_more::spot(to)),
            Event::Outcome(outcome) => slow.resolve(outcome),
        }
        slow.assert_same(&fast);
    }
}

fn tenten(mut fast: TenTen, seed: Seed) {
    let mut rng = seed.rng();
    let mut slow = slow_tenten::Slow::new(fast.rules());
    for row in 0..10 {
        for column in 0..10 {
            let cell = gambol::Cell::new(column, row);
            slow.filled[usize::from(row)][usize::from(column)] = fast.board().filled().contains(cell);
        }
    }
    slow.hand = fast.hand().pieces().map(|piece| slow_tenten::named(piece.name())).collect();
    slow.score = fast.score() as u64;
    let rules = if *fast.rules() == Rules::UNIFORM { String::new() } else { format!(" {}", fast.rules()) };
    for _ in 0..PLIES {
        assert_eq!(fast.to_string(), slow.text() + &rules);
        let listed = fast.actions().into_iter().map(slow_tenten::plain).collect();
        assert_eq!(slow.actions(), listed, "{fast}");
        match fast.random_step(&mut rng) {
            // Scores are limited where texts end.
            _ if slow.score > 1_000_000_000_000_000 - 1_000 => break,
            None => break,
            Some(Event::Action(action)) => slow.play(slow_tenten::plain(action)),
            Some(Event::Outcome(deal)) => {
                slow.hand = deal.pieces().map(|piece| slow_tenten::named(piece.name())).to_vec();
            }
        }
    }
}

fn threes(mut fast: Threes, seed: Seed) {
    let mut rng = seed.rng();
    // The slow rules start before a move.
    while fast.phase() != Phase::Move {
        if fast.random_step(&mut rng).is_none() {
            return;
        }
    }
    slow_threes::play_both(fast, slow_threes::Slow::of(&fast), seed);
}

fn pentago_swap(mut fast: PentagoSwap, seed: Seed) {
    let mut rng = seed.rng();
    let mut slow = slow_pentago_swap::Slow::read(&fast.to_string());
    loop {
        assert_eq!(fast.to_string(), slow.write());
        assert_eq!((fast.is_over(), fast.score()), (slow.over(), slow.score()), "{fast}");
        let moves: Vec<String> = fast.actions().iter().map(ToString::to_string).collect();
        assert_eq!(moves, slow.moves(), "{fast}");
        let Some(action) = fast.random_action(&mut rng) else { break };
        fast.play(action);
        slow.play(&action.to_string());
    }
}

fn match5<B: match5::Bits>(mut fast: Match5<B>, seed: Seed) {
    let mut rng = seed.rng();
    let rules = fast.rules();
    let (edge, row) = (usize::from(rules.edge()), usize::from(rules.row()));
    let mut slow = slow_match5::Slow::new(edge, row, rules.starts().letter());
    for colour in [match5::Colour::Red, match5::Colour::Blue] {
        for cell in fast.stones(colour) {
            slow.board[usize::from(cell.row)][usize::from(cell.column)] = colour.letter();
            // Only their number counts.
            slow.moves.push((usize::from(cell.column), usize::from(cell.row)));
        }
    }
    for _ in 0..PLIES {
        assert_eq!(fast.to_string(), slow.text());
        assert_eq!((fast.turn() == Turn::Over, fast.score()), (slow.actions().is_empty(), slow.score()), "{fast}");
        let actions: Vec<String> = fast.actions().iter().map(ToString::to_string).collect();
        assert_eq!(actions, slow.actions(), "{fast}");
        let Some(action) = fast.random_action(&mut rng) else { break };
        fast.play(action);
        slow.play(&action.to_string());
    }
}
