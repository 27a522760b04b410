//! Games are fixed by their seeds: not by threads, and not by how they are watched.

use std::ops::ControlFlow;
use std::str::FromStr;
use std::time::Duration;

use gambol_arena::{Match, Run, Summary, play};
use gambol_core::{Event, Game, Player, Seed, TextError, Turn, Uniform};
use gambol_search::{Agent, Budget, ByPolicy, FlatMonteCarlo, Searcher};

/// Two players in turn take one or two of what a die has put on the table, until 20 have been taken; who takes more wins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Grab {
    table: u8,
    taken: [u8; 2],
    to_move: Player,
}

const START: Grab = Grab { table: 0, taken: [0; 2], to_move: Player::First };

impl Game for Grab {
    type Action = u8;
    type Outcome = u8;
    const PLAYERS: usize = 2;

    fn turn(&self) -> Turn {
        match (self.taken[0] + self.taken[1], self.table) {
            (20.., _) => Turn::Over,
            (_, 0) => Turn::Chance,
            _ => Turn::Player(self.to_move),
        }
    }

    fn score(&self) -> i64 {
        if self.turn() == Turn::Over { (i64::from(self.taken[0]) - i64::from(self.taken[1])).signum() } else { 0 }
    }

    fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        let most = if self.turn().player().is_some() { self.table.min(2) } else { 0 };
        (1..=most).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(u8, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        let faces = if self.turn() == Turn::Chance { 6 } else { 0 };
        (1..=faces).try_for_each(|face| visit(face, 1.0 / 6.0))
    }

    fn play(&mut self, action: u8) {
        self.table -= action;
        self.taken[usize::from(self.to_move == Player::Second)] += action;
        self.to_move = self.to_move.opponent();
    }

    fn resolve(&mut self, face: u8) {
        self.table = face;
    }
}

impl std::fmt::Display for Grab {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}-{} {}", self.table, self.taken[0], self.taken[1], self.to_move)
    }
}

impl FromStr for Grab {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Err(TextError::new("position", text, "the arena never reads one"))
    }
}

fn agent() -> Box<dyn Agent<Grab>> {
    Box::new(Searcher::new(FlatMonteCarlo::new().rollouts(5), Budget::unlimited()))
}

fn run_on(threads: usize, seed: u64) -> Vec<gambol_arena::Record> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let run = Run { games: 30, seed: Seed::new(seed), longest: u64::MAX };
    let games = pool.install(|| play(&run, &START, agent, |_| {})).unwrap();
    games.into_iter().map(|game| game.record).collect()
}

#[test]
fn threads_do_not_change_the_games() {
    let one = run_on(1, 7);
    assert_eq!(one, run_on(4, 7));
    assert_ne!(one, run_on(4, 8));
    assert!(one.iter().enumerate().all(|(index, record)| record.index == index as u64));
}

#[test]
fn a_game_is_the_same_alone_and_in_a_run() {
    let record = &run_on(2, 7)[11];
    let mut game = Match::new(START, Seed::new(7).derive(11));
    game.play_out(&mut [agent()], u64::MAX).unwrap();
    assert_eq!((game.state().to_string(), game.moves()), (record.last.clone(), record.moves));
    assert_eq!(Seed::new(7).derive(11).get(), record.seed);
}

#[test]
fn a_watched_game_is_the_same_game() {
    let mut watched = Match::new(START, Seed::new(3));
    let mut replay = START;
    while let Some(step) = watched.step(&mut [agent()]).unwrap() {
        assert_eq!(step.decision.is_some(), matches!(step.event, Event::Action(_)));
        gambol_core::GameExt::try_advance(&mut replay, step.event).unwrap();
    }
    let mut unwatched = Match::new(START, Seed::new(3));
    unwatched.play_out(&mut [agent()], u64::MAX).unwrap();
    assert_eq!(watched.state(), unwatched.state());
    assert_eq!(&replay, unwatched.state(), "the steps are a record of the game");
}

#[test]
fn each_side_has_its_own_agent() {
    let strong = || Searcher::new(FlatMonteCarlo::new().rollouts(100), Budget::unlimited());
    let mut score = 0;
    for seed in 0..40 {
        let mut agents: [Box<dyn Agent<Grab>>; 2] = [Box::new(ByPolicy(Uniform)), Box::new(strong())];
        let mut game = Match::new(START, Seed::new(seed));
        game.play_out(&mut agents, u64::MAX).unwrap();
        score += game.state().score();
    }
    assert!(score < -5, "the second player searches, the first does not: {score}");
}

#[test]
fn a_run_is_summed_up() {
    let run = Run { games: 40, seed: Seed::new(1), longest: 3 };
    let games = play(&run, &START, agent, |_| {}).unwrap();
    let summary = Summary::of(&games, Duration::from_secs(2));
    assert_eq!((summary.games, summary.zero_games, summary.moves_per_game), (40, 40, 3.0));
    assert_eq!((summary.games_per_second, summary.median, summary.min, summary.max), (20.0, 0.0, 0, 0));
    assert_eq!(Summary::of(&[], Duration::ZERO).score.mean, 0.0);
}
