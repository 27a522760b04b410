//! Games depend only on their seeds: not on threads, shards or being watched.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::common::{Grab, START, altered, builder, lineup, plan, random, records, searcher};
use gambol_arena::{Course, End, Header, Lineup, LiveGame, Plan, PlayError, Record, Shard};
use gambol_core::{Event, EventOf, Game, GameExt, Seed, Turn, Uniform};
use gambol_search::{Budget, Decision, FlatMonteCarlo, PolicyOnly, Search, SearchError, WithBudget};

#[test]
fn threads_do_not_change_the_games() {
    for plan in [plan(1, 30), plan(2, 30), builder(2, 30).record_games(true).opening_plies(3).build().unwrap()] {
        let one = records(&plan, Shard::WHOLE, 1);
        assert_eq!(one, records(&plan, Shard::WHOLE, 4));
        assert_ne!(one, records(&altered(&plan, "seed", 8), Shard::WHOLE, 4));
        assert!(one.iter().enumerate().all(|(index, record)| record.index == index as u64));
    }
}

#[test]
fn shards_are_what_one_process_plays() {
    for plan in [plan(1, 10), plan(2, 10)] {
        let shards = (1..=4).flat_map(|shard| records(&plan, Shard::new(shard, 4).unwrap(), 2));
        assert_eq!(shards.collect::<Vec<_>>(), records(&plan, Shard::WHOLE, 1));
    }
}

#[test]
fn a_game_is_the_same_alone_and_in_a_run() {
    let record = &records(&plan(1, 30), Shard::WHOLE, 2)[11];
    let mut game = LiveGame::new(START, Seed::new(7).derive(11));
    game.play_out(&mut [searcher()], u64::MAX).unwrap();
    assert_eq!((game.state().to_string(), game.moves()), (record.last.clone(), record.moves));
    assert_eq!(Seed::new(7).derive(11).get(), record.seed);
}

#[test]
fn a_watched_game_is_the_same_game() {
    let mut watched = LiveGame::new(START, Seed::new(3));
    let mut replay = START;
    while let Some(step) = watched.step(&mut [searcher()]).unwrap() {
        assert_eq!(step.decision.is_some(), matches!(step.event, Event::Action(_)));
        replay.try_advance(step.event).unwrap();
    }
    let mut unwatched = LiveGame::new(START, Seed::new(3));
    unwatched.play_out(&mut [searcher()], u64::MAX).unwrap();
    assert_eq!(watched.state(), unwatched.state());
    assert_eq!(&replay, unwatched.state(), "the steps are a record of the game");
}

#[test]
fn the_games_of_a_pair_begin_with_the_same_opening() {
    // A die, and what the players take of it.
    let openings = ["moves 6 2", "moves 5 1 2"];
    let plan = builder(2, 6).openings(openings).record_games(true).build().unwrap();
    for record in records(&plan, Shard::WHOLE, 2) {
        let game = record.game.as_ref().unwrap();
        let opening = openings[(record.index / 2 % 2) as usize].strip_prefix("moves ").unwrap().split(' ');
        assert!(
            game.start == START.to_string()
                && game.events.iter().map(String::as_str).zip(opening.clone()).all(|(a, b)| a == b)
        );
        assert_eq!(record.verify(&plan, START), Ok(()), "its actions count for no agent");
        let mut other = record.clone();
        other.game.as_mut().unwrap().events[0] = "4".to_owned();
        assert_eq!(other.verify(&plan, START), Err("its events do not begin with its opening".to_owned()));
    }
    let shards = (1..=3).flat_map(|shard| records(&plan, Shard::new(shard, 3).unwrap(), 1));
    assert_eq!(shards.collect::<Vec<_>>(), records(&plan, Shard::WHOLE, 2));
    let unread =
        plan.lineup(&START).unwrap().try_agent("searcher", || Ok(searcher())).try_agent("random", || Ok(random()));
    assert!(unread.game(0).unwrap_err().to_string().ends_with("the lineup has no reader of openings"));
    for (opening, reason) in
        [("moves 7", "event 1 (7)"), ("moves 6 6", "event 2 (6)"), ("0 9-9 first", "the arena never reads one")]
    {
        let plan = builder(2, 2).openings([opening]).build().unwrap();
        let error = lineup(&plan).game(0).unwrap_err().to_string();
        assert!(error.starts_with("openings: `") && error.contains(reason), "{error}");
    }
}

/// An agent that plays at random after a pause, and gives its actions this value for itself.
struct Slow {
    pause: Duration,
    value: f64,
}

impl Search<Grab> for Slow {
    fn search(&mut self, state: &Grab, budget: &Budget, seed: Seed) -> Result<Decision<u8>, SearchError> {
        if let Some(clock) = budget.game_clock() {
            assert!(budget.max_time().is_some_and(|time| time <= clock.left), "the clock limits the time");
        }
        std::thread::sleep(self.pause);
        let mut decision = PolicyOnly(Uniform).search(state, budget, seed)?;
        decision.value = self.value * decision.player.sign() as f64;
        // As many nodes as a search.
        decision.stats.nodes = 2;
        Ok(decision)
    }
}

/// Plays all games of a match of a slow agent against random moves.
fn slow_games(plan: &Plan, pause: Duration, value: f64) -> Vec<Record> {
    let lineup: Lineup<'_, Grab> = plan.lineup(&START).unwrap();
    let lineup = lineup.agent("searcher", move || Slow { pause, value }).try_agent("random", || Ok(random()));
    (0..plan.games()).map(|index| lineup.game(index).unwrap()).collect()
}

#[test]
fn an_agent_that_needs_more_time_than_it_has_loses() {
    let ms = Duration::from_millis;
    let builder = || builder(2, 2).opening_plies(0).record_games(true);
    // Two moves of 40 ms fit into 100 ms, a third does not.
    let plan = builder().tc("0.1".parse().unwrap()).build().unwrap();
    for (index, record) in slow_games(&plan, ms(40), 0.0).into_iter().enumerate() {
        let loss = if index == 0 { -1 } else { 1 };
        assert_eq!((record.end, record.score), (Some(End::Time), loss), "{record:?}");
        let each = record.each.unwrap();
        assert!(each[0].moves <= 2 && each[0].time_us >= 100_000 && each[1].time_us < 100_000, "{record:?}");
        assert_eq!(record.verify(&plan, START), Ok(()), "the last decision is not played");
        let forged = |alter: fn(&mut Record)| {
            let mut other = record.clone();
            alter(&mut other);
            other
        };
        for other in [forged(|record| record.score = -record.score), forged(|record| record.end = None)] {
            assert!(other.verify(&plan, START).is_err(), "{other:?}");
        }
        let mut course = Course::new(&Header::new("1.0", plan.clone(), Shard::WHOLE));
        let drawn = forged(|record| (record.index, record.first, record.score) = (0, Some(0), 0));
        assert!(course.add(&drawn).unwrap_err().ends_with("has an end that does not fit its score or the header"));
    }
    // The increment is added after every move, and the base time after every session.
    for enough in ["0.5+0.2", "1/0.5"] {
        let plan = builder().tc(enough.parse().unwrap()).build().unwrap();
        assert!(slow_games(&plan, ms(60), 0.0).iter().all(|record| record.end.is_none()), "{enough}");
    }
}

#[test]
fn games_are_adjudicated_by_values() {
    let plan = |resign: Option<&str>, draw: Option<&str>| {
        let builder = builder(2, 2).opening_plies(0).record_games(true);
        let builder = resign.into_iter().fold(builder, |builder, rule| builder.resign(rule.parse().unwrap()));
        draw.into_iter().fold(builder, |builder, rule| builder.draw(rule.parse().unwrap())).build().unwrap()
    };
    let losing = plan(Some("movecount=2,score=3"), None);
    for (index, mut record) in slow_games(&losing, Duration::ZERO, -3.0).into_iter().enumerate() {
        assert_eq!((record.end, record.score), (Some(End::Resign), if index == 0 { -1 } else { 1 }));
        assert_eq!((record.each.unwrap()[0].moves, record.verify(&losing, START)), (2, Ok(())));
        // A header without the rule does not allow it.
        let mut course = Course::new(&Header::new("1.0", plan(None, None), Shard::WHOLE));
        (record.index, record.first) = (0, Some(0));
        assert!(course.add(&record).is_err());
    }
    let games = |plan: &Plan, value| slow_games(plan, Duration::ZERO, value);
    assert!(games(&losing, -2.9).iter().chain(&games(&losing, 3.0)).all(|record| record.end.is_none()));
    // Random moves have no value, so that nobody agrees.
    let level = plan(Some("score=3,twosided=true"), Some("movecount=2,score=0.5"));
    assert!(games(&level, 0.0).iter().chain(&games(&level, -3.0)).all(|record| record.end.is_none()));
    let searchers = Plan::builder("grab", &START).agents(["searcher", "searcher"]).games(2).opening_plies(0);
    let searchers = searchers.draw("movenumber=3,movecount=2,score=9".parse().unwrap()).build().unwrap();
    for record in records(&searchers, Shard::WHOLE, 1) {
        assert_eq!((record.end, record.score, record.moves), (Some(End::Draw), 0, 6));
    }
}

#[test]
fn a_recorded_game_replays_without_a_generator() {
    let plan = builder(2, 6).record_games(true).build().unwrap();
    for record in records(&plan, Shard::WHOLE, 2) {
        let game = record.game.unwrap();
        assert_eq!(game.start, START.to_string());
        let mut actions = 0;
        let mut steps = Vec::new();
        let end = game.replay(START, |before, event, after| {
            actions += u64::from(matches!(event, Event::Action(_)));
            steps.push((before.clone(), after.clone()));
        });
        let end = end.unwrap();
        assert_eq!((end.to_string(), end.score()), (record.last, record.score));
        assert_eq!((actions, steps.len()), (record.moves + 4, game.events.len()), "the opening is part of the game");
        assert!(steps[0].0 == START && steps.windows(2).all(|pair| pair[0].1 == pair[1].0));

        for (event, reason) in [("x", "event 3 (x): "), ("99", "event 3 (99): ")] {
            let mut forged = game.clone();
            forged.events[2] = event.to_owned();
            let error = forged.replay(START, |_, _, _| {}).unwrap_err().to_string();
            assert!(error.starts_with(reason), "{error}");
        }
    }
}

#[test]
fn pairs_share_their_openings_and_swap_sides() {
    let plan = builder(2, 40).record_games(true).build().unwrap();
    let games = records(&plan, Shard::WHOLE, 2);
    let mut openings = Vec::new();
    for pair in games.chunks(2) {
        let events = |record: &Record| record.game.as_ref().unwrap().events[..5].to_vec();
        assert_eq!(events(&pair[0]), events(&pair[1]));
        assert_eq!((pair[0].first, pair[1].first, pair[0].seed), (Some(0), Some(1), pair[1].seed));
        openings.push(events(&pair[0]));
    }
    openings.sort();
    openings.dedup();
    assert!(openings.len() > 10, "{openings:?}");
}

#[test]
fn an_opening_does_not_end_the_game() {
    // Fourteen actions of one or two usually take twenty; a thousand always do.
    for seed in 0..200 {
        let mut game = LiveGame::new(START, Seed::new(seed));
        game.open(14).unwrap();
        assert!(!game.state().is_over(), "{seed}");
    }
    let mut game = LiveGame::new(START, Seed::new(1));
    let refused = game.open(1_000).unwrap_err();
    assert_eq!(refused.field, "opening_plies");
    assert!(refused.reason.contains("1000 random moves all end the game"), "{refused}");
    assert_eq!(game.state(), &START);
    let mut fresh = LiveGame::new(START, Seed::new(1));
    assert_eq!(game.open(14), fresh.open(14), "chance is unchanged, too");
}

#[test]
fn each_side_has_its_own_agent() {
    let strong = || WithBudget::new(FlatMonteCarlo::new().rollouts(100), Budget::unlimited());
    for swapped in [false, true] {
        let mut score = 0;
        for seed in 0..40 {
            let mut agents: [Box<dyn Search<Grab>>; 2] = [random(), Box::new(strong())];
            let mut game = LiveGame::new(START, Seed::new(seed)).swapped(swapped);
            game.play_out(&mut agents, u64::MAX).unwrap();
            score += game.state().score();
        }
        let gain = if swapped { score } else { -score };
        assert!(gain > 5, "the agent that searches should win: {gain}");
    }
}

#[test]
fn a_record_says_what_each_of_two_agents_did() {
    let games = records(&plan(2, 20), Shard::WHOLE, 2);
    for record in &games {
        let each = record.each.unwrap().map(|share| share.moves);
        let first = record.first.unwrap();
        assert_eq!((each[first], each[1 - first]), (record.moves.div_ceil(2), record.moves / 2));
    }
    assert!(games.iter().any(|record| record.moves % 2 == 1), "else it would not matter who is first");
    let opened = builder(2, 2).opening_plies(3).build().unwrap();
    let opened = &records(&opened, Shard::WHOLE, 1)[0];
    let [one, two] = opened.each.unwrap().map(|share| share.moves);
    assert_eq!(
        (one + two, one),
        (opened.moves, opened.moves / 2),
        "after three random moves the second agent is to move"
    );
    let alone = [plan(1, 1), builder(2, 2).players(1).build().unwrap()];
    assert!(alone.iter().all(|plan| records(plan, Shard::WHOLE, 1)[0].each.is_none()));
}

#[test]
fn in_a_puzzle_both_agents_play_the_games_of_a_run() {
    // The plan is that of a puzzle, so that each agent plays alone.
    let plan = builder(2, 20).players(1).build().unwrap();
    let alone = records(&crate::common::plan(1, 10), Shard::WHOLE, 1);
    for (game, alone) in records(&plan, Shard::WHOLE, 2).iter().step_by(2).zip(&alone) {
        assert_eq!((game.seed, &game.last, game.first), (alone.seed, &alone.last, Some(0)));
    }
}

#[test]
fn games_come_in_order_until_the_sink_breaks_off_or_fails() {
    let plan = plan(1, 100);
    let until = |last: u64, end: Result<ControlFlow<()>, PlayError>| {
        let mut seen = Vec::new();
        let sink = |record: Record| {
            seen.push(record.index);
            if record.index == last { end.clone() } else { Ok(ControlFlow::Continue(())) }
        };
        let result = lineup(&plan).games(5..100, sink);
        (seen, result)
    };
    assert_eq!(until(12, Ok(ControlFlow::Break(()))), ((5..=12).collect(), Ok(())));
    let error = PlayError::from(SearchError::NoPlayersTurn { turn: Turn::Over });
    assert_eq!(until(12, Err(error.clone())), ((5..=12).collect(), Err(error)));
}

#[test]
fn an_agent_that_cannot_be_made_ends_the_run() {
    let (plan, made) = (plan(1, 100), AtomicU64::new(0));
    let error = PlayError::from(SearchError::NoPlayersTurn { turn: Turn::Over });
    let make = || if made.fetch_add(1, Ordering::Relaxed) < 3 { Ok(searcher()) } else { Err(error.clone()) };
    let mut seen = 0;
    let sink = |_| {
        seen += 1;
        Ok(ControlFlow::Continue(()))
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let result = pool.install(|| plan.lineup(&START)?.try_agent("searcher", make).games(0..100, sink));
    assert_eq!((result, seen), (Err(error), 3));
}

#[test]
fn an_agent_that_panics_ends_the_run_at_once() {
    struct Panics;
    impl Search<Grab> for Panics {
        fn search(&mut self, _: &Grab, _: &Budget, _: Seed) -> Result<Decision<<Grab as Game>::Action>, SearchError> {
            panic!("as a bad agent does")
        }
    }
    let made = AtomicU64::new(0);
    let make = || -> Result<Box<dyn Search<Grab>>, PlayError> {
        // The fourth game panics, on any thread. The others then take longer than the panic needs
        // to print its message.
        let before = made.fetch_add(1, Ordering::Relaxed);
        if before > 3 {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        Ok(if before == 3 { Box::new(Panics) } else { searcher() })
    };
    let mut seen = Vec::new();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let sink = |record: Record| {
        seen.push(record.index);
        Ok(ControlFlow::Continue(()))
    };
    let plan = plan(1, 5000);
    let run = || pool.install(|| plan.lineup(&START)?.try_agent("searcher", make).games(0..5000, sink));
    let Err(PlayError::Search(SearchError::Failed { why })) = run() else { panic!("no error") };
    let is_named = why.starts_with("game ") && why.contains(") panicked in the state ");
    assert!(is_named && why.ends_with(" 0-0 first: as a bad agent does"), "{why}");
    assert!(made.into_inner() < 5000, "the other thread went on to the end");
    assert!(seen.len() <= 4 && seen.iter().copied().eq(0..seen.len() as u64), "{seen:?}");
}

/// A game of some throws, in which the points of a die are added up. Its rules may be broken.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Throws {
    left: u8,
    sum: u8,
    fault: Fault,
}

/// A defect of the rules, active from a sum of 17 points on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Fault {
    None,
    /// A panic half-way through a change of the state.
    Panics,
    NoOutcome,
    /// Probabilities that sum to 0.1.
    Unlikely,
    NotANumber,
}

impl Throws {
    fn fault(&self) -> Fault {
        if self.sum >= 17 { self.fault } else { Fault::None }
    }
}

impl Game for Throws {
    type Action = u8;
    type Outcome = u8;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        match self.left {
            0 => Turn::Over,
            left if left % 2 == 0 => Turn::Player(gambol_core::Player::First),
            _ => Turn::Chance,
        }
    }

    fn score(&self) -> i64 {
        i64::from(self.sum)
    }

    fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        (1..=2).filter(|_| self.turn().player().is_some()).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(u8, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        let odds = match self.fault() {
            _ if self.turn() != Turn::Chance => return ControlFlow::Continue(()),
            Fault::NoOutcome => return ControlFlow::Continue(()),
            Fault::Unlikely => 0.1 / 6.0,
            Fault::NotANumber => f64::NAN,
            Fault::None | Fault::Panics => 1.0 / 6.0,
        };
        (1..=6).try_for_each(|face| visit(face, odds))
    }

    fn play(&mut self, action: u8) {
        self.left -= 1;
        assert!(self.fault() != Fault::Panics, "index out of bounds, as in bad rules");
        self.sum += action;
    }

    fn resolve(&mut self, face: u8) {
        self.left -= 1;
        self.sum += face;
    }
}

impl std::fmt::Display for Throws {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} left, {}", self.left, self.sum)
    }
}

/// The scores of the games before the first one that fails, and its error.
fn sums(fault: Fault, games: u64) -> (Vec<i64>, Option<String>) {
    let start = Throws { left: 7, sum: 0, fault };
    let plan = Plan::builder("throws", &start).agent("random").games(games).seed(5).build().unwrap();
    let lineup = plan.lineup(&start).unwrap().agent("random", || PolicyOnly(Uniform));
    let mut scores = Vec::new();
    let result = lineup.games(0..games, |record| {
        scores.push(record.score);
        Ok(ControlFlow::Continue(()))
    });
    (scores, result.err().map(|error| error.to_string()))
}

#[test]
fn a_game_that_panics_is_an_error_that_names_its_number_seed_and_state() {
    let (whole, error) = sums(Fault::None, 40);
    assert_eq!((whole.len(), error), (40, None));
    let (scores, error) = sums(Fault::Panics, 40);
    let error = error.expect("some game has 17 points before its last action");
    let start = Throws { left: 7, sum: 0, fault: Fault::Panics };
    let plan = Plan::builder("throws", &start).agent("random").games(40).seed(5).build().unwrap();
    let index = scores.len();
    let seed = plan.seed_of(index as u64).get();
    let expected = format!("game {index} (seed {seed}) panicked in the state 2 left, ");
    assert!(error.starts_with(&expected) && error.ends_with(": index out of bounds, as in bad rules"), "{error}");
    // The games before it are those of the correct game, so that a run can continue after them.
    assert!(index > 0 && scores == whole[..index], "{scores:?} {whole:?}");
}

#[test]
fn a_game_whose_chance_cannot_be_drawn_is_an_error() {
    for (fault, why) in [
        (Fault::NoOutcome, "has no outcome"),
        (Fault::Unlikely, "has outcomes whose probabilities sum to 0.1"),
        (Fault::NotANumber, "has an outcome with the probability NaN"),
    ] {
        let (scores, error) = sums(fault, 40);
        let error = error.expect("some game has 17 points before its last throw");
        assert!(error.starts_with("the chance event of Throws { left: ") && error.ends_with(why), "{error}");
        assert!(scores.len() < 40);
    }
}

/// Counts the events of each game that it observes.
#[derive(Default)]
struct Learner {
    events: u64,
    games: Vec<(u64, i64)>,
}

impl Search<Grab> for Learner {
    fn search(&mut self, state: &Grab, budget: &Budget, seed: Seed) -> Result<Decision<u8>, SearchError> {
        PolicyOnly(Uniform).search(state, budget, seed)
    }

    fn new_game(&mut self, start: &Grab) {
        assert_eq!(*start, START);
        self.events = 0;
    }

    fn observe(&mut self, before: &Grab, event: EventOf<Grab>, after: &Grab) {
        assert_eq!(before.after(event), *after);
        self.events += 1;
    }

    fn game_over(&mut self, last: &Grab) {
        self.games.push((self.events, last.score()));
    }
}

#[test]
fn agents_are_told_of_the_whole_game() -> Result<(), SearchError> {
    let mut agents = [Learner::default(), Learner::default()];
    let mut games = Vec::new();
    for seed in 0..3 {
        let mut game = LiveGame::new(START, Seed::new(seed));
        let mut events = 0;
        game.play_while(&mut agents, u64::MAX, |_| {
            events += 1;
            true
        })?;
        assert_eq!(game.step(&mut agents)?, None);
        games.push((events, game.state().score()));
    }
    assert_eq!(agents[0].games, games);
    assert_eq!(agents[1].games, games);
    Ok(())
}

#[test]
fn a_lineup_is_checked_against_its_plan() {
    let plan = plan(2, 4);
    let other = START.after(Event::Outcome(3));
    let error = plan.lineup(&other).unwrap_err();
    assert_eq!((error.field, error.reason.contains("that of the plan is 0 0-0 first")), ("start", true), "{error}");
    let lineup = || plan.lineup(&START).unwrap().agent("searcher", searcher);
    let refused = |lineup: Lineup<'_, Grab>| match lineup.play() {
        Err(PlayError::Plan(error)) => error.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(lineup()), "agents: `random` was not added");
    let twice = lineup().agent("random", random).agent("searcher", random);
    assert_eq!(refused(twice), "agents: `searcher` was added twice");
    let stranger = lineup().agent("random", random).agent("guest", random);
    assert_eq!(refused(stranger), "agents: `guest` is not an agent of the plan: searcher, random");
    let tally = lineup().agent("random", random).play().unwrap();
    assert_eq!(tally.games(), 4);
    let puzzle = altered(&plan, "players", 1);
    assert!(puzzle.lineup(&START).is_ok(), "the type of the state serves both");
}

#[test]
fn a_match_with_a_test_ends_early() {
    let plan = builder(2, 2_000).sprt("0,400".parse().unwrap()).build().unwrap();
    let tally = lineup(&plan).play().unwrap();
    assert!(tally.is_decided() && tally.games() < 2_000, "{} games", tally.games());
}
