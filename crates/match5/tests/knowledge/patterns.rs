//! Tests of patterns, their candidates and their evaluation, against slow references and known
//! positions.

use gambol_conformance::{Kit, assert_companion, reachable};
use gambol_core::{Cell, Companion, Evaluator, Game, GameExt, Seed, Tracked};
use gambol_match5::{Bits, Colour, Direction, Match5, PatternValue, Patterns, Rules, Shape, Threat, Wide};
use proptest::prelude::*;

fn start<B: Bits>(edge: u8, row: u8) -> Match5<B> {
    Match5::new(Rules::new(edge, row).unwrap()).unwrap()
}

/// Plays random games of every size and length of a row.
fn patterns_follow_games<B: Bits>(edges: core::ops::RangeInclusive<u8>) {
    for edge in edges {
        for row in 3..=6.min(edge) {
            assert_companion(&Patterns::<B>::default(), (0..4).map(|_| start(edge, row)));
        }
    }
}

#[test]
fn patterns_follow_games_in_one_word() {
    patterns_follow_games::<u128>(5..=11);
}

#[test]
fn patterns_follow_games_on_large_boards() {
    patterns_follow_games::<Wide>(12..=20);
}

#[test]
fn tracked_games_conform() {
    for (edge, row) in [(5, 3), (9, 5), (11, 6)] {
        Kit::new(move |_| Tracked::new(start::<u128>(edge, row), &Patterns::default().width(9))).states(300).assert();
    }
    Kit::new(|_| Tracked::new(start::<Wide>(15, 5), &Patterns::default())).states(200).assert();
}

/// The shape that a stone would make on a line, by trying all next stones. `None` is beyond the
/// border.
fn slow_shape(
    line: &mut Vec<Option<Colour>>,
    on_board: std::ops::Range<usize>,
    at: usize,
    own: Colour,
    row: u8,
) -> Shape {
    fn after(
        line: &mut Vec<Option<Colour>>,
        on_board: &std::ops::Range<usize>,
        at: usize,
        own: Colour,
        row: usize,
        seen: &mut std::collections::HashMap<Vec<Option<Colour>>, Shape>,
    ) -> Shape {
        if let Some(&shape) = seen.get(line) {
            return shape;
        }
        let run = |cells: &mut dyn Iterator<Item = usize>| cells.take_while(|&cell| line[cell] == Some(own)).count();
        let before = run(&mut (on_board.start..at).rev());
        let behind = run(&mut (at + 1..on_board.end));
        let shape = if before + behind + 1 >= row {
            Shape::Five
        } else {
            let mut next = Vec::new();
            for cell in on_board.clone() {
                // Cells outside all rows through the stone do not change its shape.
                if line[cell].is_none() && cell.abs_diff(at) < row {
                    line[cell] = Some(own);
                    next.push(after(line, on_board, at, own, row, seen));
                    line[cell] = None;
                }
            }
            let count = |shape| next.iter().filter(|&&made| made == shape).count();
            match next.iter().max() {
                Some(Shape::Five) if count(Shape::Five) > 1 => Shape::OpenFour,
                Some(Shape::Five) => Shape::Four,
                Some(Shape::OpenFour) => Shape::OpenThree,
                _ if count(Shape::Four) > 0 => Shape::Three,
                _ if count(Shape::OpenThree) > 0 => Shape::OpenTwo,
                _ if next.iter().any(|&made| made > Shape::Dead) => Shape::One,
                _ => Shape::Dead,
            }
        };
        seen.insert(line.clone(), shape);
        shape
    }
    line[at] = Some(own);
    let shape = after(line, &on_board, at, own, usize::from(row), &mut std::collections::HashMap::new());
    line[at] = None;
    shape
}

/// The shape at a cell of a position, by the stones of the line.
fn slow_shape_at<B: Bits>(state: &Match5<B>, direction: Direction, cell: Cell, own: Colour) -> Shape {
    let (columns, rows) = direction.step();
    let walk = |step: i16| {
        let column = i16::from(cell.column) + i16::from(columns) * step;
        let row = i16::from(cell.row) + i16::from(rows) * step;
        let inside = |at: i16| (0..i16::from(state.edge())).contains(&at);
        (inside(column) && inside(row)).then(|| Cell::new(column as u8, row as u8))
    };
    // No row through the cell reaches further.
    let reach = i16::from(state.row()) - 1;
    let cells: Vec<Cell> = (-reach..=reach).filter_map(walk).collect();
    let at = cells.iter().position(|&other| other == cell).unwrap();
    let mut line: Vec<Option<Colour>> = cells.iter().map(|&cell| state.stone(cell)).collect();
    let length = line.len();
    slow_shape(&mut line, 0..length, at, own, state.row())
}

fn shapes_are_slow_shapes<B: Bits>(state: &Match5<B>) -> Result<(), TestCaseError> {
    let patterns = Patterns::<B>::default().at(state);
    let mut counts = [[0; Threat::ALL.len()]; 2];
    for cell in (0..state.edge()).flat_map(|row| (0..state.edge()).map(move |column| Cell::new(column, row))) {
        for own in [Colour::Red, Colour::Blue] {
            let free = state.stone(cell).is_none();
            let slow = |direction| if free { slow_shape_at(state, direction, cell, own) } else { Shape::Dead };
            prop_assert_eq!(patterns.shapes(own, cell), Direction::ALL.map(slow), "{} {:?} {}", cell, own, state);
            counts[own as usize][patterns.threat(own, cell) as usize] += u16::from(free);
        }
    }
    for own in [Colour::Red, Colour::Blue] {
        for threat in Threat::ALL {
            prop_assert_eq!(patterns.count(own, threat), counts[own as usize][threat as usize]);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn shapes_are_what_further_stones_make(state in reachable(|seed: Seed| start::<u128>(9, 3 + (seed.get() % 4) as u8), 60)) {
        shapes_are_slow_shapes(&state)?;
    }

    #[test]
    fn a_fresh_board_of_any_size_has_the_same_patterns_in_both_types(state in reachable(|seed: Seed| start::<u128>(5 + (seed.get() % 7) as u8, 5), 60)) {
        let wide: Match5<Wide> = state.to_string().parse().unwrap();
        let (small, large) = (Patterns::default().at(&state), Patterns::default().at(&wide));
        for cell in (0..state.edge()).flat_map(|row| (0..state.edge()).map(move |column| Cell::new(column, row))) {
            for own in [Colour::Red, Colour::Blue] {
                prop_assert_eq!(small.shapes(own, cell), large.shapes(own, cell));
            }
        }
    }

    /// An easily seen win is a win against every reply, in as many plies.
    #[test]
    fn winning_plies_are_proofs(state in reachable(|_| start::<u128>(7, 4), 30)) {
        let tracked = Tracked::new(state, &Patterns::default());
        if let (Some(plies), Some(player)) = (PatternValue::new().winning_plies(&tracked), state.turn().player()) {
            let wins = |state: &Match5| state.turn().player().is_some() && state.winning_action().is_some();
            let forces = |cell| {
                let after = state.afterstate(cell);
                !wins(&after) && after.actions().iter().all(|&reply| wins(&after.afterstate(reply)))
            };
            match plies {
                1 => prop_assert!(wins(&state), "{} {:?}", state, player),
                3 => prop_assert!(!wins(&state) && state.actions().into_iter().any(forces), "{}", state),
                _ => prop_assert!(false, "{plies} plies"),
            }
        }
    }

    /// The value does not depend on the orientation of the board or on the colours.
    #[test]
    fn values_are_symmetric(state in reachable(|_| start::<u128>(9, 5), 60)) {
        let value = |state: Match5| PatternValue::new().evaluate(&Tracked::new(state, &Patterns::default()));
        for symmetry in 1..8 {
            prop_assert_eq!(value(state), value(state.transform(symmetry)));
        }
    }
}

fn tracked(text: &str) -> Tracked<Match5, Patterns> {
    Tracked::new(text.parse().unwrap_or_else(|error| panic!("{error}")), &Patterns::default())
}

fn candidates(text: &str) -> Vec<String> {
    tracked(text).candidates().iter().map(ToString::to_string).collect()
}

#[test]
fn what_forces_leaves_no_other_candidate() {
    // A win, though the opponent has a four as well.
    assert_eq!(candidates("rrrr5/9/9/9/9/9/9/9/bbbb5 r"), ["e1"]);
    // One block, and both blocks of two.
    assert_eq!(candidates("rrrr5/9/9/9/4b4/3b5/9/9/7b1 b"), ["e1"]);
    assert_eq!(candidates("9/1rrrr4/9/9/4b4/3b5/9/9/7b1 b"), ["a2", "f2"]);
    // An open four of the side to move.
    assert_eq!(candidates("9/9/9/9/2rrr4/9/4b4/4b4/8b r").len(), 1);
    // Against an open three, the fours of the other side are candidates, too.
    let mut cells = candidates("9/9/9/9/2rrr4/9/5r3/9/bbb5b b");
    cells.sort();
    assert_eq!(cells, ["a5", "b5", "d9", "e9", "f5", "g5"]);
}

#[test]
fn the_first_stone_goes_to_the_middle_and_the_second_beside_it() {
    assert_eq!(candidates("9/9/9/9/9/9/9/9/9 r"), ["e5"]);
    let second = Tracked::new("9/9/9/9/4r4/9/9/9/9 b".parse().unwrap(), &Patterns::<u128>::default().width(64));
    assert_eq!(second.candidates().len(), 24, "all within two");
    assert!(candidates("rrrrr4/bbbb5/9/9/9/9/9/9/9 b").is_empty(), "the game is over");
}

#[test]
fn threats_are_named_by_what_a_stone_makes() {
    let text = "9/2r6/2r6/9/9/rr7/9/4bb3/b5b1b r";
    let tracked = tracked(text);
    let threat = |colour, cell: &str| tracked.companion().threat(colour, cell.parse().unwrap());
    assert_eq!(threat(Colour::Red, "c6"), Threat::ThreeAndTwo);
    assert_eq!(threat(Colour::Red, "c4"), Threat::OpenThree);
    assert_eq!(threat(Colour::Red, "c2"), Threat::None, "a stone is there");
    assert_eq!(threat(Colour::Red, "z9"), Threat::None, "beyond the board");
}

#[test]
fn a_candidate_limit_is_kept() {
    let state: Match5 = "9/9/9/3rb4/4r4/9/9/9/9 b".parse().unwrap();
    for width in [1, 5, 30] {
        let tracked = Tracked::new(state, &Patterns::default().width(width));
        assert_eq!(tracked.candidates().len(), width);
    }
}
