//! Tests of forced wins: known positions, and a check of every win found against every legal reply.

use std::cell::Cell;
use std::fmt::Write as _;

use gambol_core::random::below;
use gambol_core::{Game, GameExt, Player, Seed, Tracked};
use gambol_match5::{Bits, ForcedWins, Match5, Patterns, Rules, Threat, Threats, Wide};

/// Thirty positions on 15×15 in which the side to move wins by fours in at least nine plies.
const BY_FOURS: &str = include_str!("../data/forced-wins.txt");

fn game<B: Bits>(text: &str) -> Match5<B> {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Tests that the side to move wins by the moves that the search finds, against every reply. A
/// reply after which a row can be completed loses at once; any other reply is searched again.
/// Returns the number of plies to the slowest end.
fn win_is_sound<B: Bits>(search: ForcedWins, state: &Match5<B>) -> usize {
    let attacker: Player = state.turn().player().unwrap();
    let line = search.find(state).unwrap_or_else(|| panic!("no win in {state}"));
    let mut after = *state;
    after.try_play(line[0]).unwrap();
    if after.is_over() {
        assert_eq!((after.score(), line.len()), (attacker.sign(), 1), "{state}");
        return 1;
    }
    let replies = after.actions().into_iter().map(|reply| {
        let replied = after.afterstate(reply);
        assert!(!replied.is_over(), "{reply} refutes {} in {state}", line[0]);
        // By the rules alone, not by patterns.
        if replied.winning_action().is_some() { 1 } else { win_is_sound(search, &replied) }
    });
    2 + replies.max().unwrap()
}

/// A random game in which most moves are among the best candidates.
fn random_game<B: Bits>(rules: Rules, seed: Seed) -> impl Iterator<Item = Match5<B>> {
    let mut rng = seed.rng();
    let mut tracked = Tracked::new(Match5::<B>::new(rules).unwrap(), &Patterns::default());
    core::iter::from_fn(move || {
        let candidates = tracked.candidates();
        let best = candidates.len().min(1 + below(&mut rng, 8) as usize);
        let action = *candidates.get(below(&mut rng, best.max(1) as u32) as usize)?;
        tracked.play(action);
        tracked.turn().player().map(|_| *tracked.state())
    })
}

#[test]
fn thirty_wins_by_fours_are_found_and_sound() {
    let search = ForcedWins::new(Threats::Fours);
    assert_eq!(BY_FOURS.lines().count(), 30);
    for text in BY_FOURS.lines() {
        let state = game::<Wide>(text);
        let line = search.find(&state).unwrap_or_else(|| panic!("no win in {text}"));
        assert!(line.len() >= 9, "{text}: {}", line.len());
        assert_eq!(win_is_sound(search, &state), line.len(), "{text}");
        assert_eq!(search.find(&state), Some(line), "the same again");
    }
}

#[test]
fn wins_by_threes_and_fours_are_sound() {
    let search = ForcedWins::new(Threats::FoursAndThrees).nodes(2_000);
    // The rest of a win after a reply may take more nodes to find.
    let again = search.nodes(200_000);
    let (mut wins, mut games) = (0, 0);
    while wins < 12 {
        games += 1;
        let slow = |state: &Match5| search.find(state).is_some_and(|line| line.len() >= 5);
        if let Some(state) = random_game::<u128>(Rules::MATCH5, Seed::new(games)).find(slow) {
            assert!(win_is_sound(again, &state) >= 5);
            wins += 1;
        }
    }
}

#[test]
fn moves_that_are_not_selected_where_a_threat_forces_lose_at_once() {
    let mut tested = 0;
    for seed in 0..150 {
        for state in random_game::<u128>(Rules::MATCH5, Seed::new(1_000 + seed)) {
            let tracked = Tracked::new(state, &Patterns::default());
            let (patterns, other) = (tracked.companion(), state.side().other());
            let is_forced = patterns.count(other, Threat::Five) + patterns.count(other, Threat::OpenFour) > 0;
            let wins = ForcedWins::new(Threats::Fours).find(&state).is_some_and(|line| line.len() <= 3);
            if !is_forced || wins {
                continue;
            }
            let selected = tracked.candidates();
            for action in state.actions().into_iter().filter(|action| !selected.contains(action)) {
                let line = ForcedWins::new(Threats::Fours).find(&state.afterstate(action));
                assert!(line.is_some_and(|line| line.len() <= 3), "{action} in {state}");
                tested += 1;
            }
        }
    }
    assert!(tested > 1_000, "{tested}");
}

#[test]
fn no_move_is_better_than_the_candidates_where_these_are_exact() {
    let (mut exact, mut omitted, mut open) = (0, 0, 0);
    let fours = ForcedWins::new(Threats::Fours);
    let wins_soon = |state: &Match5| fours.find(state).is_some_and(|line| line.len() <= 3);
    for (seed, rules) in (0..60).flat_map(|seed| [(seed, Rules::MATCH5), (seed, Rules::new(6, 4).unwrap())]) {
        for state in random_game::<u128>(rules, Seed::new(2_000 + seed)) {
            let tracked = Tracked::new(state, &Patterns::default().width(7));
            let selected = tracked.candidates();
            let left_out = state.actions().into_iter().filter(|action| !selected.contains(action));
            let mut after = left_out.map(|action| state.afterstate(action));
            if !tracked.has_exact_candidates() {
                open += u32::from(after.any(|after| !wins_soon(&after)));
                continue;
            }
            exact += 1;
            if wins_soon(&state) {
                let after = state.afterstate(selected[0]);
                let replies = || after.actions().into_iter().map(|reply| after.afterstate(reply));
                assert!(after.is_over() || replies().all(|replied| replied.winning_action().is_some()), "{state}");
            } else {
                for after in after {
                    assert!(wins_soon(&after), "{state} leaves out the move to {after}");
                    omitted += 1;
                }
            }
        }
    }
    assert!(exact > 300 && omitted > 1_000 && open > 300, "{exact} {omitted} {open}");
}

/// The length of the win found, in plies.
fn plies(threats: Threats, text: &str) -> Option<usize> {
    let state: Match5 = game(text);
    let line = ForcedWins::new(threats).find(&state)?;
    win_is_sound(ForcedWins::new(threats), &state);
    Some(line.len())
}

#[test]
fn known_wins_are_found_and_no_others() {
    use Threats::{Fours, FoursAndThrees};
    // A complete row; an open four; two fours at once.
    assert_eq!(plies(Fours, "rrrr5/9/9/9/9/9/9/9/bbbb5 r"), Some(1));
    assert_eq!(plies(Fours, "9/9/9/9/2rrr4/9/9/9/b3b3b r"), Some(3));
    assert_eq!(plies(Fours, "9/9/9/2brrr3/9/6r2/6r2/6r2/b1bb2b1b r"), Some(3));
    // A four and an open three: the four comes first.
    assert_eq!(plies(Fours, "9/9/9/2brrr3/9/6r2/6r2/9/b2b2b1b r"), Some(5));
    // Two open threes at once.
    assert_eq!(plies(Fours, "9/9/4r4/4r4/9/2rr5/9/9/b2b2b1b r"), None);
    assert_eq!(plies(FoursAndThrees, "9/9/4r4/4r4/9/2rr5/9/9/b2b2b1b r"), Some(5));
    // The other side has a four, which must be blocked, and the block makes no threat.
    assert_eq!(plies(FoursAndThrees, "9/9/4r4/4r4/9/2rr5/9/9/bbbb5 r"), None);
    // No win, or the game is over.
    assert_eq!(plies(FoursAndThrees, "9/9/9/9/4r4/9/9/9/9 b"), None);
    assert_eq!(ForcedWins::new(Fours).find(&game::<u128>("rrrrr4/bbbb5/9/9/9/9/9/9/9 b")), None);
}

#[test]
fn a_limit_of_nodes_ends_the_search() {
    let state = game::<Wide>(BY_FOURS.lines().next().unwrap());
    assert_eq!(ForcedWins::new(Threats::Fours).nodes(5).find(&state), None);
    assert_eq!(ForcedWins::new(Threats::Fours).nodes(0).find(&state), None);
}

#[test]
fn the_search_ends_when_it_must() {
    let state = game::<Wide>("15/15/15/15/9b5/6brbb5/7br6/8b6/5rrrbr5/6r1b6/8r6/15/15/15/15 r");
    let (tracked, search) = (Tracked::new(state, &Patterns::default()), ForcedWins::new(Threats::FoursAndThrees));
    let polls = Cell::new(0);
    let count = |last: u32| {
        polls.set(0);
        let _ = search.find_until(&tracked, &|| {
            polls.set(polls.get() + 1);
            polls.get() == last
        });
        polls.get()
    };
    let all = count(u32::MAX);
    assert!(all > 3, "else nothing is tested: {all}");
    assert_eq!(count(2), 2);
}

/// Generates the thirty positions.
#[test]
#[ignore = "writes the data"]
fn positions() {
    let search = ForcedWins::new(Threats::Fours);
    let mut text = String::new();
    let mut found = 0;
    for seed in 0.. {
        let slow = |state: &Match5<Wide>| search.find(state).is_some_and(|line| line.len() >= 9);
        let Some(state) = random_game::<Wide>(Rules::GOMOKU, Seed::new(seed)).find(slow) else { continue };
        writeln!(text, "{state}").unwrap();
        found += 1;
        if found == 30 {
            break;
        }
    }
    std::fs::write("tests/data/forced-wins.txt", text).unwrap();
}
