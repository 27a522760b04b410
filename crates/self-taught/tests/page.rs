//! The self-learning player compared with its page: the worked examples field by field, and their
//! joint results.

use std::collections::BTreeSet;
use std::convert::Infallible;

use gambol_core::{Cell, Game, Seed, Uniform};
use gambol_match5::{Match5, Rules, ThreatPlayer, Window};
use gambol_self_taught::{FreeMoves, Knowledge, MoveKind, NoLesson, Pattern, Reading, Role, SelfTaught};

const FOUR: &str = "BBBBX 1";
const THREE: &str = "0BBBX0 2";
const CROSSING: &str = "0.../B.../B.../XBB0/0.../0... 3";

fn game(text: &str) -> Match5 {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn cells(names: &str) -> Vec<Cell> {
    names.split(' ').map(|name| name.parse().unwrap()).collect()
}

fn knowing(patterns: &[&str], reading: Reading) -> Knowledge {
    let mut knowledge = Knowledge::new(5, reading);
    for pattern in patterns {
        knowledge.insert(pattern.parse().unwrap());
    }
    knowledge
}

/// The pattern that a player with these patterns learns from a game.
fn learned(patterns: &[&str], reading: Reading, start: &str, moves: &str) -> String {
    let mut knowledge = knowing(patterns, reading);
    let lesson = knowledge.learn(&game(start), &cells(moves)).unwrap_or_else(|error| panic!("{error}"));
    assert!(knowledge.patterns().any(|pattern| *pattern == lesson.learned));
    lesson.learned.to_string()
}

#[test]
fn a_first_loss_teaches_the_row_of_four() {
    for reading in [Reading::BlueAndFocus, Reading::EveryField] {
        assert_eq!(learned(&[], reading, "9/9/9/9/bbbb5/9/9/9/r1r1r1r2 r", "i1 e5"), FOUR);
        // The last blue ball may be any of the five.
        assert_eq!(learned(&[], reading, "9/9/9/9/3bb1bb1/9/9/9/r1r1r1r2 r", "i1 f5"), "BBXBB 1");
    }
}

#[test]
fn a_loss_after_a_forced_move_teaches_the_row_of_three() {
    // BBBB0, which the computer stops as BBBBR, and it loses by BBBBBR.
    for reading in [Reading::BlueAndFocus, Reading::EveryField] {
        assert_eq!(learned(&[FOUR], reading, "9/9/9/9/2bbb4/9/9/9/r1r1r4 r", "i1 f5 g5 b5"), THREE);
    }
    let table =
        knowing(&[FOUR], Reading::default()).move_table(&game("9/9/9/9/2bbb4/9/9/9/r1r1r4 r"), &cells("i1 f5 g5 b5"));
    assert_eq!(table.unwrap(), [MoveKind::Red, MoveKind::Blue, MoveKind::Stopper, MoveKind::Blue]);
}

const CROSSING_GAME: (&str, &str) = ("9/9/2b6/2b6/3bb4/9/9/9/r1r1r3r r", "i1 c5 f5 c6 c7 c2");

#[test]
fn two_crossing_rows_teach_the_pattern_of_the_figure() {
    use MoveKind::{Blue, Red, Stopper};
    let (start, moves) = CROSSING_GAME;
    // The forced moves are those of the page's five boards.
    let table = knowing(&[FOUR, THREE], Reading::default()).move_table(&game(start), &cells(moves)).unwrap();
    assert_eq!(table, [Red, Blue, Stopper, Blue, Stopper, Blue]);
    assert_eq!(learned(&[FOUR, THREE], Reading::BlueAndFocus, start, moves), CROSSING);
}

#[test]
fn the_other_reading_copies_the_empty_ends_too() {
    let (start, moves) = CROSSING_GAME;
    let every = ".0..../.B..../.B..../0XBB00/.0..../.0.... 3";
    assert_eq!(learned(&[FOUR, THREE], Reading::EveryField, start, moves), every);
}

#[test]
fn a_part_of_a_pattern_takes_the_whole_out() {
    // The page's example: a row and a diagonal, of which the computer knows only the row.
    let mut knowledge = knowing(&[FOUR], Reading::default());
    let lesson = knowledge.learn(&game("9/bbb6/1b7/2b6/3b5/9/9/9/r1r1r1rrr r"), &cells("i1 d2 e2 e6"));
    let both: Pattern = "BBBX0/.B.../..B../...B./....0 2".parse().unwrap();
    let lesson = lesson.unwrap();
    assert_eq!((lesson.learned, lesson.erased.len()), (both, 0));
    assert_eq!(knowledge.level(), 2);
    // Later, the diagonal appears alone.
    let lesson = knowledge.learn(&game("9/9/3b5/4b4/5b3/6b2/9/9/r1r1r1r2 r"), &cells("i1 h7")).unwrap();
    let diagonal: Pattern = "B..../.B.../..B../...B./....X 1".parse().unwrap();
    assert_eq!((lesson.learned, lesson.erased), (diagonal, vec![both]));
    assert!(knowledge.patterns().map(ToString::to_string).eq([FOUR.to_string(), diagonal.to_string()]));
}

#[test]
fn an_attack_that_was_too_slow_is_where_the_game_was_lost() {
    // Red makes a three, then extends it to a four, and does not know that blue's diagonal four is
    // faster.
    let mut knowledge = knowing(&[FOUR, THREE], Reading::default());
    let (start, moves) = (game("9/6b2/5b3/4b4/9/9/9/1rr6/9 r"), cells("d8 d5 e8 h1"));
    let table = knowledge.move_table(&start, &moves).unwrap();
    assert_eq!(table, [MoveKind::Red, MoveKind::Blue, MoveKind::Stopper, MoveKind::Blue]);
    let lesson = knowledge.learn(&start, &moves).unwrap();
    assert_eq!((lesson.learned.to_string().as_str(), lesson.turning_point), ("....X/...B./..B../.B.../B.... 1", 2));
}

#[test]
fn an_attack_that_it_would_make_again_is_taken_back_and_not_copied() {
    // It considers three stones in a row with gaps a win.
    let mut knowledge = knowing(&["B0B0X 1"], Reading::EveryField);
    let (start, moves) = (game("9/9/9/9/1bbb5/9/9/9/r7r r"), cells("c9 e5 e9 f5"));
    assert_eq!(knowledge.recognise(&start), None);
    let lesson = knowledge.learn(&start, &moves).unwrap();
    assert_eq!((lesson.learned.to_string().as_str(), lesson.turning_point), ("BBBX0 2", 0));
}

#[test]
fn a_free_move_that_it_would_make_again_is_taken_back() {
    // Two fours at once; red by chance stops the one that it would see first.
    let (start, moves) = (game("9/bbbb5/9/9/bbb6/9/9/9/rr1rr1rr1 r"), cells("i1 d5 e2 e5"));
    let mut knowledge = Knowledge::default();
    let lesson = knowledge.learn(&start, &moves).unwrap();
    assert_eq!((lesson.learned.to_string().as_str(), lesson.turning_point), ("BBBX0 2", 0));
}

#[test]
fn games_without_a_lesson_say_why() {
    let mut knowledge = knowing(&[FOUR], Reading::default());
    let start = game("9/9/9/9/bbbb5/9/9/9/r1r1r1r2 r");
    let before = knowledge.clone();
    assert_eq!(knowledge.learn(&start, &cells("i1 i2")), Err(NoLesson::NotLost));
    assert_eq!(knowledge.learn(&start, &[]), Err(NoLesson::NotLost));
    assert_eq!(knowledge.learn(&start, &cells("i1 e5")), Err(NoLesson::Known), "red did not stop what it knows");
    assert!(matches!(knowledge.learn(&start, &cells("a5 e5")), Err(NoLesson::Illegal { number: 1, .. })));
    // Blue begins, and its only move before the end is the first of the record.
    let late = game("9/9/9/9/bbbb5/9/9/9/r1r1r1rr1 b");
    assert_eq!(knowledge.learn(&late, &cells("e5")), Err(NoLesson::AllForced));
    let four = game("9/9/9/9/bbb6/9/9/9/r1r1r4 r row=4");
    assert_eq!(knowledge.learn(&four, &cells("i1 d5")), Err(NoLesson::OtherRules));
    assert_eq!(knowledge, before);
}

#[test]
fn either_colour_learns() {
    let start = game("9/9/9/9/rrrr5/9/9/9/b1b1b1b2 b");
    let mut knowledge = Knowledge::default();
    assert_eq!(knowledge.learn(&start, &cells("i1 e5")).unwrap().learned.to_string(), FOUR);
    let found = knowledge.recognise(&start).unwrap();
    assert_eq!((found.role(), found.cell().to_string().as_str()), (Role::Defence, "e5"));
}

/// An opponent with some known winning lines and no other plan: it continues the line with most of
/// its stones, the first of several, cell by cell. When none is open any more, it plays a cell
/// where it does not win.
fn single_minded(lines: &[Window]) -> impl Fn(&Match5, Seed) -> Result<Cell, Infallible> + '_ {
    move |state, _| {
        let me = state.side();
        let open = lines.iter().filter(|line| line.cells().all(|cell| state.stone(cell) != Some(me.other())));
        let held = |line: &Window| line.cells().filter(|&cell| state.stone(cell) == Some(me)).count();
        let best = open.rev().max_by_key(|line| held(line));
        if let Some(cell) = best.and_then(|line| line.cells().find(|&cell| state.stone(cell).is_none())) {
            return Ok(cell);
        }
        let free: Vec<Cell> = (0..9)
            .flat_map(|y| (0..9).map(move |x| Cell::new(x, y)))
            .filter(|&cell| state.stone(cell).is_none())
            .collect();
        let harmless = free.iter().find(|&&cell| {
            let mut after = *state;
            after.play(cell);
            after.winner().is_none()
        });
        Ok(*harmless.unwrap_or(&free[0]))
    }
}

fn window(first: &str, last: &str) -> Window {
    let ends = [first, last].map(|name| name.parse::<Cell>().unwrap());
    Rules::MATCH5.windows().find(|line| line.first() == ends[0] && line.cells().last() == Some(ends[1])).unwrap()
}

#[test]
fn it_stops_losing_within_as_many_games_as_the_opponent_has_winning_lines() {
    let programmes: [&[(&str, &str)]; 5] = [
        &[("a1", "e1")],
        &[("c3", "g7")],
        &[("b5", "f5"), ("c5", "g5")],
        &[("a1", "e1"), ("i1", "i5"), ("a5", "e9"), ("i5", "e9")],
        &[("b5", "f5"), ("c5", "g5"), ("e2", "e6"), ("e3", "e7"), ("c3", "g7"), ("g3", "c7")],
    ];
    for programme in programmes {
        let lines: Vec<Window> = programme.iter().map(|(first, last)| window(first, last)).collect();
        for reading in [Reading::BlueAndFocus, Reading::EveryField] {
            for free_moves in [FreeMoves::Anywhere, FreeMoves::Beside] {
                for seed in 0..5 {
                    let mut player = SelfTaught::new(Knowledge::new(5, reading), free_moves);
                    let mut lost = 0;
                    for number in 0..200 {
                        let level = player.knowledge.level();
                        let opponent = single_minded(&lines);
                        let Ok(trial) = player.study(&Match5::default(), number, Seed::new(seed), opponent);
                        let lesson = trial.lesson.map(Result::unwrap);
                        let expected = lesson.map_or(level, |lesson| level + 1 - lesson.erased.len());
                        assert_eq!(player.knowledge.level(), expected, "only junk is taken out");
                        let mut end = Match5::<u128>::default();
                        trial.moves.iter().for_each(|&cell| end.play(cell));
                        let by_line = |line: &Window| line.cells().all(|cell| end.stone(cell) == end.winner());
                        // On a full board it may be forced to win unintentionally.
                        lost += usize::from(trial.score < 0 && lines.iter().any(by_line));
                    }
                    assert!((1..=lines.len()).contains(&lost), "{lost} games lost to {programme:?}, {reading:?}");
                }
            }
        }
    }
}

/// Plays this many games, and checks for each loss that the line is closed and new. With the same
/// seed for all games, an opponent with the same moves gets the same free moves in answer, so that
/// only learning makes a difference.
fn never_twice(player: &mut SelfTaught, games: u64, number_of: fn(u64) -> u64) -> (usize, usize) {
    let start = Match5::<u128>::default();
    let (mut lines, mut openings) = (BTreeSet::new(), 0);
    for game in 0..games {
        let before = player.knowledge.level();
        let trial = player.study_policy(&start, number_of(game), Seed::new(3), &ThreatPlayer);
        let Some(lesson) = trial.lesson else { continue };
        let lesson = match lesson {
            Ok(lesson) => lesson,
            // Only two free moves at the start are left; another game has others.
            Err(NoLesson::Opening) => {
                openings += 1;
                continue;
            }
            Err(reason) => panic!("{reason}"),
        };
        assert_eq!(player.knowledge.level(), before + 1 - lesson.erased.len());
        let mut state = start;
        trial.moves[..lesson.turning_point].iter().for_each(|&cell| state.play(cell));
        let found = player.knowledge.recognise(&state).unwrap();
        assert_ne!(found.cell(), trial.moves[lesson.turning_point], "{} in {state}", lesson.learned);
        assert!(lines.insert(trial.moves), "game {game} was lost before");
    }
    (lines.len(), openings)
}

#[test]
fn the_same_line_never_beats_it_twice() {
    for reading in [Reading::BlueAndFocus, Reading::EveryField] {
        for free_moves in [FreeMoves::Anywhere, FreeMoves::Beside] {
            let player = SelfTaught::new(Knowledge::new(5, reading), free_moves);
            for number_of in [|_| 0, |_| 1, |game| game] {
                let lost = never_twice(&mut player.clone(), 150, number_of);
                assert!(lost.0 >= 4, "{lost:?}");
            }
        }
    }
}

#[test]
fn random_moves_teach_it_all_rows_of_four() {
    let mut player = SelfTaught::default();
    for number in 0..4000 {
        player.study_policy(&Match5::<u128>::default(), number, Seed::new(1), &Uniform);
    }
    // The last ball of a five may be any of five; straight and diagonal rows differ.
    let rows = player.knowledge.patterns().filter(|pattern| pattern.level() == 1);
    assert_eq!(rows.count(), 6);
    assert!(player.knowledge.level() > 6, "evolution does not need higher powers");
}

#[test]
fn games_of_study_are_pinned() {
    let mut player = SelfTaught::new(Knowledge::default(), FreeMoves::Beside);
    for number in 0..30 {
        player.study_policy(&Match5::<u128>::default(), number, Seed::new(9), &ThreatPlayer);
    }
    let highest = player.knowledge.patterns().last().unwrap().to_string();
    assert_eq!(
        (player.knowledge.level(), highest.as_str()),
        (23, "..00.0.0/..000000/...000../..BBXB0./.00B.00./0.0..000/.....B.0 13")
    );
}
