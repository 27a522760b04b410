//! Chance as an adversary: the adapter, its dealers, and alpha-beta on top.

use std::ops::ControlFlow;

use crate::common::Tree;
use crate::common::random_tree::Kinds;
use gambol_core::{Event, Game, GameExt, Player, Score, Scoring, Seed, Turn};
use gambol_search::{
    Adversarial, AgainstChance, AllOutcomes, AlphaBeta, Budget, Dealer, Decision, SampledOutcomes, Search, SearchError,
    Terminal,
};

fn worst_case() -> AlphaBeta<Score> {
    AlphaBeta::new(Score).terminal(Terminal::Score).table_bytes(1 << 12)
}

fn decide(tree: &Tree, dealer: impl Dealer<Tree>) -> Decision<usize> {
    AgainstChance::new(worst_case(), dealer).search(tree, &Budget::unlimited(), Seed::new(1)).unwrap()
}

/// The value if chance is played against this player.
fn worst(tree: &Tree, victim: Player) -> f64 {
    let values = |tree: &Tree| -> Vec<f64> {
        let events = tree.actions().into_iter().map(Event::Action);
        let events = events.chain(tree.outcomes().into_iter().map(|(outcome, _)| Event::Outcome(outcome)));
        events.map(|event| worst(&tree.after(event), victim)).collect()
    };
    match tree.turn() {
        Turn::Over => tree.score() as f64,
        turn => match turn.player().unwrap_or(victim.opponent()) {
            Player::First => values(tree).into_iter().fold(f64::NEG_INFINITY, f64::max),
            Player::Second => values(tree).into_iter().fold(f64::INFINITY, f64::min),
        },
    }
}

/// A stake from 0 to 3 on the toss of a coin.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Bet {
    stake: Option<i64>,
    won: Option<i64>,
}

impl Game for Bet {
    type Action = i64;
    type Outcome = bool;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        match (self.stake, self.won) {
            (None, _) => Turn::Player(Player::First),
            (_, None) => Turn::Chance,
            _ => Turn::Over,
        }
    }

    fn score(&self) -> i64 {
        self.won.unwrap_or(0)
    }

    fn visit_actions<F: FnMut(i64) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        (0..=3).filter(|_| self.stake.is_none()).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(bool, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        let tossed = self.turn() == Turn::Chance;
        [(true, 0.75), (false, 0.25)].into_iter().filter(|_| tossed).try_for_each(|(heads, p)| visit(heads, p))
    }

    fn play(&mut self, stake: i64) {
        self.stake = Some(stake);
    }

    /// Heads pay twice the stake, tails one point more than it.
    fn resolve(&mut self, heads: bool) {
        self.won = self.stake.map(|stake| if heads { 2 * stake } else { 1 + stake });
    }
}

#[test]
fn adversarial_puzzle_is_a_two_player_game_scored_in_points() {
    assert_eq!((Bet::PLAYERS, Bet::SCORING), (1, Scoring::Points));
    assert_eq!((Adversarial::<Bet>::PLAYERS, Adversarial::<Bet>::SCORING), (2, Scoring::Points));
    let bet = Bet { stake: None, won: None };
    let mut search = AgainstChance::new(AlphaBeta::new(Score), AllOutcomes);
    let decision = search.search(&bet, &Budget::unlimited(), Seed::new(1)).unwrap();
    assert_eq!((decision.action, decision.value), (3, 4.0), "by points, not as a win");
}

#[test]
fn the_adversary_is_against_the_player_at_the_root() {
    // The same coin, for either player.
    let first = decide(&Tree::parse("(1 (? 1:9 1:-9) 1)"), AllOutcomes);
    assert_eq!((first.action, first.value), (1, 1.0));
    let second = decide(&Tree::parse("(2 (? 1:9 1:-9) 1)"), AllOutcomes);
    assert_eq!((second.action, second.value), (1, 1.0));
    let state = Adversarial::new(Tree::parse("(? 1:9 1:-9)"), AllOutcomes);
    assert_eq!((state.adversary(), state.turn()), (Player::Second, Turn::Player(Player::Second)));
    let other = Adversarial::against(Player::Second, Tree::parse("(? 1:9 1:-9)"), AllOutcomes);
    assert_eq!(other.turn(), Turn::Player(Player::First));
    assert_ne!(Adversarial::against(Player::First, other.game().clone(), AllOutcomes), other);
}

#[test]
fn decisions_are_those_of_the_game() {
    let tree = Tree::parse("(1 (1 (? 1:(1 8 9) 1:7) 2) 5)");
    let decision = decide(&tree, AllOutcomes);
    assert_eq!((decision.action, decision.value), (0, 7.0));
    assert_eq!(decision.pv, [0, 0], "up to the first turn of chance");
    assert_eq!(decision.root.iter().map(|known| known.action).collect::<Vec<_>>(), [0, 1]);
    for (tree, turn) in [("3", Turn::Over), ("(? 1:1 1:2)", Turn::Chance)] {
        let mut search = AgainstChance::new(worst_case(), AllOutcomes);
        let result = search.search(&Tree::parse(tree), &Budget::unlimited(), Seed::new(1));
        assert_eq!(result, Err(SearchError::NoPlayersTurn { turn }));
    }
}

/// A game with this many equally likely outcomes of the values 0, 1, 2 and so on.
fn many_outcomes(count: u32) -> Tree {
    let outcomes: Vec<String> = (0..count).map(|n| format!("1:{n}")).collect();
    Tree::parse(&format!("(? {})", outcomes.join(" ")))
}

fn dealt(tree: &Tree, dealer: &impl Dealer<Tree>) -> Vec<usize> {
    let mut outcomes = Vec::new();
    let _ = dealer.visit(tree, Player::Second, |outcome| {
        outcomes.push(outcome);
        ControlFlow::Continue(())
    });
    outcomes
}

#[test]
fn samples_are_the_same_for_the_same_state_and_seed() {
    let tree = many_outcomes(60);
    let deal = |draws, seed| dealt(&tree, &SampledOutcomes::new(draws, Seed::new(seed)));
    assert_eq!(deal(10, 1), deal(10, 1));
    assert_ne!(deal(10, 1), deal(10, 2));
    for draws in [0, 1, 10, 50, 1_000] {
        let outcomes = deal(draws, 3);
        assert!((1..=draws.clamp(1, 60) as usize).contains(&outcomes.len()));
        let mut distinct = outcomes.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), outcomes.len(), "each is shown once");
    }
    assert_eq!(deal(1_000, 3).len(), 60, "many draws see all");
    // Likely outcomes are drawn first.
    let skewed = Tree::parse("(? 1:0 1000:1)");
    let first = (0..50).filter(|&seed| dealt(&skewed, &SampledOutcomes::new(1, Seed::new(seed))) == [1]).count();
    assert!(first >= 48, "{first}");
}

/// The result of a visit that breaks at the first event, and the number of visited events.
fn broken_off(dealer: impl Dealer<Tree>) -> (ControlFlow<()>, usize) {
    let mut seen = 0;
    let flow = Adversarial::new(Tree::parse("(? 1:4 1:-2 1:9)"), dealer).visit_candidates(|_| {
        seen += 1;
        ControlFlow::Break(())
    });
    (flow, seen)
}

#[test]
fn visits_can_break_off() {
    let once = (ControlFlow::Break(()), 1);
    assert_eq!(broken_off(AllOutcomes), once);
    assert_eq!(broken_off(SampledOutcomes::new(5, Seed::new(1))), once);
}

#[test]
fn a_kept_table_tells_adversaries_apart() {
    let kinds = Kinds { chance: true, second: true, greatest: 9 };
    let (mut searched, mut differing) = (0, 0);
    for seed in 0..300 {
        let tree = Tree::random_of(Seed::new(seed), 6, kinds);
        if tree.turn().player().is_none() {
            continue;
        }
        let mut search = worst_case().keep_table(true);
        let victims = [Player::First, Player::Second, Player::First];
        let values = victims.map(|victim| {
            let state = Adversarial::against(victim, tree.clone(), AllOutcomes);
            let decision = search.search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
            assert_eq!(decision.value, worst(&tree, victim), "against {victim} in tree {seed}");
            decision.value
        });
        searched += 1;
        differing += u32::from(values[0] != values[1]);
    }
    assert!(differing > 50 && searched > differing, "{differing} of {searched}");
}

#[test]
fn an_outcome_that_was_not_dealt_may_still_happen() {
    let mut state = Adversarial::new(Tree::parse("(? 1:4 1000:-2)"), SampledOutcomes::new(1, Seed::new(1)));
    assert_eq!(state.candidates(), [Event::Outcome(1)]);
    assert_eq!(state.actions(), [Event::Outcome(0), Event::Outcome(1)]);
    assert!(state.check_action(Event::Outcome(2)).is_err());
    assert!(state.check_action(Event::Action(0)).is_err());
    state.try_play(Event::Outcome(0)).unwrap();
    assert_eq!(state.game().score(), 4);
}

#[test]
fn samples_need_no_memory() {
    let tree = many_outcomes(40);
    let dealer = SampledOutcomes::new(32, Seed::new(1));
    let counted = allocation_counter::measure(|| {
        let _ = dealer.visit(&tree, Player::Second, |_| ControlFlow::Continue(()));
    });
    assert_eq!(counted.count_total, 0);
}
