//! Matches of two players of backgammon, in pairs of games with equal dice and swapped seats.
//!
//! `backgammon-match ONE OTHER [--pairs N] [--seed S] [--network FILE]`; players: `network`,
//! `pubeval`, `gnubg:PLIES`, `expectimax:DEPTH`, `two-ply:WIDTH,SAMPLES`, `mcts:SIMULATIONS`,
//! `random`.

use std::error::Error;
use std::fs;
use std::time::{Duration, Instant};

use gambol_backgammon::{Backgammon, Contestant, Gnubg, OnePly, Play, Pubeval, Searching, Summary, network, pair};
use gambol_core::{Afterstate, Game, Seed};
use gambol_learn::DenseNetwork;
use gambol_search::{Budget, Expectimax, Mcts, SampledTwoPly};
use rayon::prelude::*;

/// A uniformly random player.
struct Random;

impl Contestant for Random {
    fn choose(&mut self, state: &Backgammon, seed: Seed) -> Result<Play, String> {
        state.random_action(&mut seed.rng()).ok_or_else(|| format!("no player is to move in {state}"))
    }
}

/// A player with the time that it used and the number of its plays.
struct Timed<'a> {
    player: Box<dyn Contestant + 'a>,
    time: Duration,
    plays: u32,
}

impl Contestant for Timed<'_> {
    fn choose(&mut self, state: &Backgammon, seed: Seed) -> Result<Play, String> {
        let began = Instant::now();
        let play = self.player.choose(state, seed);
        self.time += began.elapsed();
        self.plays += 1;
        play
    }
}

fn player<'a>(name: &str, network: &'a DenseNetwork) -> Result<Timed<'a>, String> {
    let (kind, settings) = name.split_once(':').unwrap_or((name, ""));
    let numbers = settings.split(',').filter(|number| !number.is_empty()).map(str::parse);
    let numbers: Vec<u32> = numbers.collect::<Result<_, _>>().map_err(|error| format!("`{name}`: {error}"))?;
    let player: Box<dyn Contestant + 'a> = match (kind, &numbers[..]) {
        ("network", []) => Box::new(OnePly::new(network)),
        ("pubeval", []) => Box::new(Pubeval::new()),
        ("random", []) => Box::new(Random),
        ("gnubg", [plies]) => Box::new(Gnubg::find(*plies)?),
        ("expectimax", [depth]) => {
            Box::new(Searching::new(Expectimax::new(network).depth(*depth), Budget::unlimited()))
        }
        ("two-ply", [width, samples]) => {
            let search = SampledTwoPly::new(Afterstate(network)).width(*width as usize).samples(*samples);
            Box::new(Searching::new(search, Budget::unlimited()))
        }
        ("mcts", [simulations]) => {
            let search = Mcts::new().truncate_rollouts(0, network);
            Box::new(Searching::new(search, Budget::unlimited().simulations(u64::from(*simulations))))
        }
        _ => return Err(format!("unknown player `{name}`")),
    };
    Ok(Timed { player, time: Duration::ZERO, plays: 0 })
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut names, mut pairs, mut seed) = (Vec::new(), 500_u64, 1_u64);
    let mut net = network()?;
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        use lexopt::prelude::*;
        match argument {
            Value(name) => names.push(name.string()?),
            Long("pairs") => pairs = arguments.value()?.parse()?,
            Long("seed") => seed = arguments.value()?.parse()?,
            Long("network") => {
                let file = fs::read(arguments.value()?)?;
                net = DenseNetwork::from_file(&Backgammon::new(), "backgammon", &file)?.0;
            }
            _ => return Err(argument.unexpected().into()),
        }
    }
    let [one, other] = &names[..] else { return Err("expected two players".into()) };
    let seed = Seed::new(seed);
    let workers = rayon::current_num_threads() as u64;
    // Each worker has players of its own; the results are in the order of the pairs.
    let played: Result<Vec<_>, String> = (0..workers)
        .into_par_iter()
        .map(|worker| {
            let (mut one, mut other) = (player(one, &net)?, player(other, &net)?);
            let indices = (worker..pairs).step_by(workers as usize);
            let points: Result<Vec<_>, _> = indices
                .map(|index| pair(&mut one, &mut other, seed.derive(index)).map(|points| (index, points)))
                .collect();
            Ok((points?, [(one.time, one.plays), (other.time, other.plays)]))
        })
        .collect();
    let played = played?;
    let mut points: Vec<_> = played.iter().flat_map(|(points, _)| points.iter().copied()).collect();
    points.sort_unstable_by_key(|(index, _)| *index);
    let points: Vec<_> = points.into_iter().map(|(_, points)| points).collect();
    let ms = |side: usize| {
        let (time, plays) = played
            .iter()
            .map(|(_, used)| used[side])
            .fold((Duration::ZERO, 0), |sum, used| (sum.0 + used.0, sum.1 + used.1));
        1e3 * time.as_secs_f64() / f64::from(plays.max(1))
    };
    println!("{one} against {other}: {}; {:.3} and {:.3} ms a play", Summary::new(&points), ms(0), ms(1));
    Ok(())
}
