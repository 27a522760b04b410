//! Tests of the ratings against slow ones written from the text, of the thesis' figures, and of
//! every policy in positions where its choices matter.

use alloc::format;
use alloc::string::{String, ToString};

use gambol_core::{Cell, Game, Policy, Seed};

use super::pairs::Pairs;
use super::rank::each;
use super::ratings::{Ratings, stone_rating};
use super::star::{Ring, Star};
use super::{AdvancedBias, AtStones, ClearUp, Formula, LegacyBias, SemiTree, Shovel, SimpleBias, Worth};
use crate::{Bits, FiveOrMore, Rules, Wide};
use gambol_board::bits::CellSet;

const DIRECTIONS: [(i16, i16); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];

fn position(text: &str) -> FiveOrMore {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn index(cell: &str) -> usize {
    let cell: Cell = cell.parse().unwrap();
    usize::from(cell.row) * 9 + usize::from(cell.column)
}

/// The codes on one side of a cell, nearest first, up to the edge.
fn side<B: Bits>(state: &FiveOrMore<B>, index: usize, (dx, dy): (i16, i16), sign: i16) -> impl Iterator<Item = u8> {
    let cell = state.shape().cell(index);
    let (width, height) = (i16::from(state.width()), i16::from(state.height()));
    (1..20).map_while(move |k| {
        let (x, y) = (i16::from(cell.column) + sign * k * dx, i16::from(cell.row) + sign * k * dy);
        let inside = (0..width).contains(&x) && (0..height).contains(&y);
        inside.then(|| state.board.code((y * width + x) as usize))
    })
}

fn slow_simple<B: Bits>(state: &FiveOrMore<B>, index: usize, code: u8) -> u32 {
    let count = |d, sign| side(state, index, d, sign).take_while(|&seen| seen == code).count() as u32;
    DIRECTIONS.iter().map(|&d| (count(d, 1) + count(d, -1)).pow(2)).sum()
}

fn slow_advanced<B: Bits>(state: &FiveOrMore<B>, index: usize, code: u8, formula: Formula) -> i32 {
    let mut best = 0;
    for direction in DIRECTIONS {
        let (mut product, mut room, mut distance, mut stones) = (1, 1, 0, 0);
        for sign in [1, -1] {
            let open = || side(state, index, direction, sign).take_while(|&seen| seen == 0 || seen == code);
            let count = open().filter(|&seen| seen == code).count() as i32;
            room += open().count();
            product *= (count + 1) * (count + 1);
            stones += count;
            if count > 0 {
                distance = distance.max(open().take_while(|&seen| seen == 0).count() as i32);
            }
        }
        if room >= 5 && stones > 0 {
            best = best.max(product - if formula == Formula::Old { distance } else { distance * distance });
        }
    }
    best
}

fn ratings_agree<B: Bits>(rules: Rules, games: u64) {
    let mut seen_promising = 0;
    for game in 0..games {
        let mut rng = Seed::new(game).rng();
        let mut state = FiveOrMore::<B>::new(rules).unwrap();
        state.settle(&mut rng);
        // Biased moves make lines, which are rare in random games.
        let policy = LegacyBias::score(1);
        let mut moves = 0;
        while let Some(action) = policy.choose(&state, &mut rng).or_else(|| state.random_action(&mut rng)) {
            moves += 1;
            if moves % 7 == 0 {
                seen_promising += compare(&state);
            }
            state.play(action);
            state.settle(&mut rng);
        }
    }
    assert!(seen_promising > 20, "{seen_promising} places of 9 and more: too few to show anything");
}

fn compare<B: Bits>(state: &FiveOrMore<B>) -> u32 {
    let pairs = Pairs::of(state);
    let (three, promising) = pairs.promising(state);
    assert!((promising & state.board.occupied(state.shape())).is_empty());
    let [old, new] = [Formula::Old, Formula::New].map(|formula| Ratings::above(state, formula, 0));
    let finish = Ratings::above(state, Formula::Old, 9);
    let mut nines = 0;
    for index in 0..state.rules().cells() {
        let star = Star::around(state, &pairs, index);
        let own = state.board.code(index);
        for code in 1..=state.rules.colours {
            let rating = slow_simple(state, index, code);
            assert_eq!(star.rating(code), rating, "simple {index} {code} in {state}");
            assert_eq!(star.colours().any(|seen| seen == code), rating > 0);
            if own == 0 && rating >= 9 {
                nines += 1;
                assert!(promising.has(index), "{index} {code} in {state}");
                assert!(three.has(index) || Ring::around(state, index).has_three_alike(), "{index} {code} in {state}");
            }
            for (ratings, formula) in [(&old, Formula::Old), (&new, Formula::New)] {
                let rating = slow_advanced(state, index, code, formula);
                assert_eq!(ratings.rating(index, code), rating, "{formula:?} {index} {code} in {state}");
                if own == code {
                    assert_eq!(i32::from(stone_rating(state, index, code, formula)), rating);
                }
                if formula == Formula::Old && own == 0 {
                    assert_eq!(finish.rating(index, code), if rating > 9 { rating } else { 0 });
                }
            }
        }
    }
    nines
}

#[test]
fn ratings_are_those_of_the_text() {
    ratings_agree::<u128>(Rules::THESIS, 12);
    ratings_agree::<Wide>(Rules::THESIS, 4);
    ratings_agree::<u128>(Rules::SMALL, 6);
    ratings_agree::<Wide>(Rules::LARGE, 1);
    ratings_agree::<u128>(Rules::new(5, 20, 26, 3).unwrap(), 10);
    ratings_agree::<u128>(Rules::new(20, 6, 3, 3).unwrap(), 4);
}

/// Figure 5, with its stones as they follow from its numbers: blue `a` on d2, d4, d5, red `b` on
/// f6, g7, another on i9.
#[test]
fn figure_5_is_reproduced() {
    let state = position("9/3a5/9/3a5/3a5/5b3/6b2/9/8c abc 0 m");
    let ratings = Ratings::above(&state, Formula::Old, 0);
    let blue = "a1=2 c1=4 d1=16 e1=4 g1=2 h1=1 a2=2 b2=3 c2=4 e2=4 f2=3 g2=2 h2=1 i2=0 b3=3 c3=4 d3=36 e3=4 f3=3 \
                a4=2 b4=3 c4=4 e4=4 f4=3 g4=2 h4=1 e5=4 f5=3 g5=2 h5=1 d6=16 e6=4 d7=15 d8=14 d9=13";
    let red = "e5=0 h8=0 f5=4 g5=4 g6=4 f7=4 g8=4 e7=4 h6=4 f4=3 g4=2 g3=1 f3=2 f2=1 i3=2 c9=2 e9=3 f9=2";
    let other = "h9=4 g9=3 f9=2 e9=1 i8=4 i7=3 i6=2 i5=1 i4=0 h8=0";
    for (code, cells) in [(1, blue), (2, red), (3, other)] {
        for entry in cells.split_whitespace() {
            let (cell, rating) = entry.split_once('=').unwrap();
            assert_eq!(ratings.rating(index(cell), code).to_string(), rating, "{cell} for colour {code}");
        }
    }
}

/// The simple rating of a cell for colour `a`.
fn simple(state: &FiveOrMore, cell: &str) -> u32 {
    Star::around(state, &Pairs::of(state), index(cell)).rating(1)
}

/// Figure 3 and the number in its text: three in a row rate 9, and the fourth place of the second
/// row is the first such place.
#[test]
fn three_in_a_row_rate_nine() {
    let state = position("9/aaa6/9/9/9/9/9/9/9 abc 0 m");
    assert_eq!(simple(&state, "d2"), 9);
    assert_eq!(each(Pairs::of(&state).promising(&state).1).collect::<alloc::vec::Vec<_>>(), [index("d2")]);
    // Two and one on both sides of the place are three in a row too; two pairs and a single stone
    // also make 9.
    assert_eq!(simple(&position("aa1a5/9/9/9/9/9/9/9/9 abc 0 m"), "c1"), 9);
    let state = position("aa7/9/2aa5/2a6/9/9/9/9/9 abc 0 m");
    assert_eq!(simple(&state, "c2"), 4 + 4);
    let state = position("9/aa1b5/1b1a5/2a6/2a6/9/9/9/9 abc 0 m");
    assert_eq!(simple(&state, "c2"), 4 + 1);
    let state = position("9/aa7/2aa5/2a6/9/9/9/9/9 abc 0 m");
    assert_eq!(simple(&state, "c2"), 4 + 4 + 1);
    assert!(Pairs::of(&state).promising(&state).1.has(index("c2")));
}

/// Distance is the farther side's: a choice, see [`Formula`].
#[test]
fn distance_is_to_the_farther_side() {
    let state = position("9/9/9/a2a5/9/9/9/9/9 abc 0 m");
    let [old, new] = [Formula::Old, Formula::New].map(|formula| Ratings::above(&state, formula, 0));
    assert_eq!((old.rating(index("b4"), 1), new.rating(index("b4"), 1)), (16 - 1, 16 - 1));
    let state = position("9/9/9/a3a4/9/9/9/9/9 abc 0 m");
    let [old, new] = [Formula::Old, Formula::New].map(|formula| Ratings::above(&state, formula, 0));
    assert_eq!((old.rating(index("b4"), 1), new.rating(index("b4"), 1)), (16 - 2, 16 - 4));
}

#[track_caller]
fn plays(policy: &impl Policy<FiveOrMore>, text: &str, expected: &str) {
    let state = position(text);
    let action = policy.choose(&state, &mut Seed::new(1).rng());
    assert_eq!(action.map_or_else(|| String::from("-"), |action| action.to_string()), expected, "{text}");
}

#[test]
fn simple_finishes_the_first_line_and_legacy_the_best() {
    // The flaw of section 3.2.2: the line of three is found first and takes a stone from the line
    // of four.
    let robbed = "aaa6/9/9/9/9/4aaaa1/9/9/9 abc 0 m";
    plays(&SimpleBias::finish(3), robbed, "e6-d1");
    plays(&LegacyBias::score(3), robbed, "a1-d6");
    plays(&SimpleBias::finish(5), robbed, "-");
    // A line with an unreachable place does not end the search.
    plays(&SimpleBias::finish(3), "aaa1b4/3b5/9/9/9/aaa6/9/9/6a2 abc 0 m", "a1-d6");
    plays(&SimpleBias::finish(3), "aaa1b4/2bb5/9/9/9/ccc6/9/9/6a2 abc 0 m", "-");
    // Stones of the line itself are not taken, those of another axis are.
    plays(&SimpleBias::finish(3), "aaa6/9/9/9/9/9/9/9/9 abc 0 m", "-");
    plays(&SimpleBias::finish(3), "aaa6/3a5/9/9/9/9/9/9/9 abc 0 m", "d2-d1");
}

#[test]
fn legacy_takes_the_stone_that_matters_least() {
    // The pair comes first, but has room to grow; h8 has no neighbours.
    plays(&LegacyBias::score(3), "3aaa3/9/9/aa7/9/9/9/7a1/9 abc 0 m", "h8-c1");
    // Without it the pair is used; both stones rate 4, so the first one moves.
    plays(&LegacyBias::score(3), "3aaa3/9/9/9/aa7/9/9/9/9 abc 0 m", "a5-c1");
    plays(&LegacyBias::score(4), "3aaa3/9/9/aa7/9/9/9/7a1/9 abc 0 m", "-");
}

#[test]
fn advanced_fills_gaps_and_minds_the_room() {
    let [align, finish] = [AdvancedBias::align(Formula::Old), AdvancedBias::finish(3, Formula::Old)];
    // The gap, though the other end is free too.
    plays(&align, "9/9/9/1aa1a4/9/9/9/9/5a3 abc 0 m", "f9-d4");
    plays(&finish, "9/9/9/1aa1a4/9/9/9/9/5a3 abc 0 m", "f9-d4");
    // Four cells between two stones: a line for neither, but the simple rating ignores room.
    let narrow = "9/9/9/baaa1b3/9/9/9/9/5a3 abc 0 m";
    plays(&finish, narrow, "-");
    plays(&LegacyBias::score(3), narrow, "f9-e4");
    // To finish from 3 needs more than 9: a pair is not enough, a place between two stones is.
    plays(&finish, "9/9/9/3aa4/9/9/9/9/5a3 abc 0 m", "-");
    plays(&finish, "9/9/9/3a1a3/9/9/9/9/5a3 abc 0 m", "f9-e4");
    plays(&align, "9/9/9/3aa4/9/9/9/9/5a3 abc 0 m", "f9-c4");
    // The stone of the line itself is not moved along it.
    plays(&align, "9/9/9/3a5/9/9/9/9/9 abc 0 m", "-");
}

/// Section 4.2: a corner is not closed off by a diagonal of four stones, three places from the
/// corner.
#[test]
fn no_diagonal_of_four_is_built() {
    let state = "3a5/2a6/1a7/9/9/9/9/9/4a4 abc 0 m";
    for formula in [Formula::Old, Formula::New] {
        assert_eq!(Ratings::above(&position(state), formula, 16).rating(index("a4"), 1), 0);
        plays(&AdvancedBias::finish(3, formula), state, "-");
    }
    plays(&LegacyBias::score(3), state, "e9-a4");
}

#[test]
fn clear_up_frees_a_line_for_a_place_of_its_own() {
    // The b inside the line of four goes beside another b.
    let blocked = "9/9/9/1aabaa3/9/9/9/6b2/9 abc 0 m";
    plays(&ClearUp::new(4, Formula::New), blocked, "d4-f7");
    plays(&ClearUp::new(5, Formula::New), blocked, "-");
    // Without another b there is no place that is apt.
    plays(&ClearUp::new(4, Formula::New), "9/9/9/1aabaa3/9/9/9/6c2/9 abc 0 m", "-");
    // One stone less is enough for 3 and not for 4.
    plays(&ClearUp::new(4, Formula::New), "9/9/9/1aaba4/9/9/9/6b2/9 abc 0 m", "-");
    plays(&ClearUp::new(3, Formula::New), "9/9/9/1aaba4/9/9/9/6b2/9 abc 0 m", "d4-f7");
}

#[test]
fn aptness_is_a_rating_less_the_others() {
    let state = position("9/9/9/1aa6/3b5/9/9/9/9 abc 0 m");
    let ratings = Ratings::above(&state, Formula::Old, 0);
    assert_eq!((ratings.rating(index("d4"), 1), ratings.rating(index("d4"), 2)), (9, 4));
    assert_eq!((ratings.aptness(index("d4"), 1), ratings.aptness(index("d4"), 2)), (5, -5));
    assert_eq!(ratings.aptness(index("d4"), 3), -13);
}

#[test]
fn shovel_opens_a_path() {
    // The place a5 for the line of a is behind a wall; one of its stones has to go.
    let walled = "1c7/1b7/1c7/1b7/1c7/ab7/ac7/ab7/ac3a3 abc 0 m";
    let state = position(walled);
    let action = Shovel::new(4, Formula::New).choose(&state, &mut Seed::new(3).rng()).unwrap();
    assert_eq!(action.from.column, 1, "{action}");
    plays(&LegacyBias::score(3), walled, "-");
    plays(&Shovel::new(5, Formula::New), walled, "-");
    // There is no fifth stone to bring.
    plays(&Shovel::new(4, Formula::New), &walled.replace("ac3a3", "ac3c3"), "-");
    // From g2, the a blocks the path of the c again; on the copy, a stone of the line itself
    // reaches the place.
    let again = "4ccaf1/2g1cg3/4ce2f/4c4/7e1/3b5/6d2/9/1g7 gef 0 m";
    plays(&Shovel::new(4, Formula::New), again, "g1-g2");
    // Free places are shovelled for as well: the caller has excluded them.
    let free = "9/9/9/9/9/a8/a8/a8/a4b1ba abc 0 m";
    assert!(Shovel::new(4, Formula::New).choose(&position(free), &mut Seed::new(3).rng()).is_some());
}

#[test]
fn policies_are_asked_at_their_number_of_stones() {
    let three = "aaa6/9/9/9/9/9/9/9/6a2 abc 0 m";
    let simple = SimpleBias::finish(3);
    plays(&AtStones::below(5, simple), three, "g9-d1");
    plays(&AtStones::below(4, simple), three, "-");
    plays(&AtStones::from(4, simple), three, "g9-d1");
    plays(&AtStones::from(5, simple), three, "-");
}

#[test]
fn a_tree_scores_first_and_looks_ahead() {
    let tree = SemiTree::new(2, 3, 4, 4);
    plays(&tree, "aaaa5/9/9/9/9/9/9/9/6a2 abc 0 m", "g9-e1");
    // Four in a line around a stone: after clearing it the Score function can fill the gap, after
    // aligning it cannot.
    plays(&SemiTree::new(1, 4, 4, 4), BLOCKED, "d4-g7");
}

#[test]
fn a_tree_can_want_its_lines_sooner() {
    // The line counts the same whether it is cleared now or a level later. A drop may spoil it, in
    // the tree as in the game.
    let state = position(BLOCKED);
    let clears = |tree: SemiTree| {
        let choices = (0..40).filter_map(|seed| tree.choose(&state, &mut Seed::new(seed).rng()));
        choices.filter(|choice| choice.to_string() == "d4-g7").count()
    };
    let tree = SemiTree::new(2, 4, 4, 4);
    assert_eq!((clears(tree), clears(tree.sooner())), (28, 39));
}

#[test]
fn a_tree_counts_lines_found_or_points() {
    // The Score function never acts, since it needs nine stones in a line. Aligning fills the gap
    // of the `c`; clearing up finishes the line of the `b` for ten points.
    let tree = SemiTree::new(1, 9, 4, 9).random_ties(false);
    plays(&tree.worth(Worth::Found), LINES, "i9-c8");
    plays(&tree.worth(Worth::Points), LINES, "c6-e1");
    // With Score on 4 a line is found after clearing up, and none after aligning.
    let blocked = "9/9/aabaa4/9/cc1c5/9/9/9/a7c ddd 0 m";
    plays(&SemiTree::new(1, 4, 9, 9).random_ties(false), blocked, "i9-c5");
    let cleared = AdvancedBias::align(Formula::New).choose(&position(blocked), &mut Seed::new(1).rng());
    let found = SemiTree::new(1, 4, 4, 9).random_ties(false).choose(&position(blocked), &mut Seed::new(1).rng());
    assert_ne!(found, cleared, "the line counts");
    assert!(found.unwrap().to_string().starts_with("c3-"), "{found:?}");
}

#[test]
fn a_tree_breaks_ties_by_order_or_at_random() {
    // No branch finds a line: the Score function needs nine stones.
    let state = position(LINES);
    let aligned = |tree: SemiTree| {
        let choices = (0..40).filter_map(|seed| tree.choose(&state, &mut Seed::new(seed).rng()));
        choices.filter(|choice| choice.to_string() == "i9-c8").count()
    };
    let tree = SemiTree::new(1, 9, 4, 9);
    assert_eq!(aligned(tree.random_ties(false)), 40);
    assert!((10..=30).contains(&aligned(tree)), "align and clear up are taken alike");
    assert_eq!(tree, tree.random_ties(true), "the default");
}

/// A `b` between four `a`, whose line of four it can finish, and a `c` to align.
const LINES: &str = "bbbb5/9/9/9/9/aabaa4/9/cc1c5/8c ddd 0 m";

/// Four in a line around a stone of another colour, and stones elsewhere to align.
const BLOCKED: &str = "9/9/9/1aabaa3/9/9/a8/6b2/a8 ccc 0 m";

fn plays_legally<B: Bits>(rules: Rules, policy: &impl Policy<FiveOrMore<B>>, seed: u64) -> i64 {
    let play = || {
        let mut rng = Seed::new(seed).rng();
        let mut state = FiveOrMore::<B>::new(rules).unwrap();
        assert_eq!(policy.choose(&state, &mut rng), None, "it is chance's turn");
        state.settle(&mut rng);
        while let Some(action) = policy.choose(&state, &mut rng).or_else(|| state.random_action(&mut rng)) {
            if let Err(error) = state.check_action(action) {
                panic!("{error} in {state}");
            }
            state.play(action);
            state.settle(&mut rng);
        }
        assert_eq!(policy.choose(&state, &mut rng), None, "the game is over");
        state
    };
    let (first, again) = (play(), play());
    assert_eq!(format!("{first}"), format!("{again}"), "the same seed plays the same game");
    first.score()
}

fn all_play_legally<B: Bits>(rules: Rules) -> i64 {
    let new = Formula::New;
    let mut sum = 0;
    for seed in 0..6 {
        sum += plays_legally::<B>(rules, &SimpleBias::finish(3), seed);
        sum += plays_legally::<B>(rules, &AdvancedBias::finish(3, Formula::Old), seed);
        sum += plays_legally::<B>(rules, &LegacyBias::score(1), seed);
        sum += plays_legally::<B>(rules, &ClearUp::new(3, new), seed);
        sum += plays_legally::<B>(rules, &Shovel::new(3, new), seed);
        sum += plays_legally::<B>(rules, &SemiTree::new(2, 3, 4, 4), seed);
    }
    sum
}

#[test]
fn every_policy_plays_legal_moves_on_every_board() {
    let sum = all_play_legally::<u128>(Rules::THESIS);
    assert!(sum > 1000, "{sum}");
    assert!(all_play_legally::<u128>(Rules::SMALL) > 0);
    let _ = all_play_legally::<Wide>(Rules::new(6, 5, 26, 9).unwrap());
    let _ = all_play_legally::<u128>(Rules::THESIS.gnome_later());
}
