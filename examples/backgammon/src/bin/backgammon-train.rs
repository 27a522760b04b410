//! Trains a network for backgammon by self-play, with a log, checkpoints and resumption.
//!
//! `backgammon-train --out FILE [--games N] [--hidden N] [--rate R] [--half N] [--cool N] [--seed
//! S]
//! [--resume]`
//!
//! The learning rate after n games is R / (1 + n / N of `--half`), and a tenth of that in the last
//! games, whose number is `--cool`: small steps at the end average the noise of the dice. Until
//! then, the length of a training changes nothing.

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use gambol_backgammon::{Backgammon, OnePly, Pubeval, Summary, pair};
use gambol_core::Seed;
use gambol_core::files::Replacement;
use gambol_learn::{About, DenseLearner, DenseNetwork, DenseSettings};

/// Pairs of games against pubeval that a line of the log has.
const PAIRS: u64 = 500;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = PathBuf::from("backgammon.network");
    let (mut games, mut hidden, mut seed, mut resume) = (1_900_000_u64, 256_usize, 1_u64, false);
    let (mut rate, mut half) = (0.02_f64, 200_000_f64);
    let mut cool = 250_000;
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        use lexopt::prelude::*;
        match argument {
            Long("out") => out = arguments.value()?.into(),
            Long("games") => games = arguments.value()?.parse()?,
            Long("hidden") => hidden = arguments.value()?.parse()?,
            Long("rate") => rate = arguments.value()?.parse()?,
            Long("half") => half = arguments.value()?.parse()?,
            Long("cool") => cool = arguments.value()?.parse()?,
            Long("seed") => seed = arguments.value()?.parse()?,
            Long("resume") => resume = true,
            _ => return Err(argument.unexpected().into()),
        }
    }
    let start = Backgammon::new();
    let network = DenseNetwork::random(&start, &[-3, -2, -1, 1, 2, 3], hidden, Seed::new(seed)).ok_or("no network")?;
    let settings = DenseSettings::default().seed(seed);
    let mut learner = DenseLearner::new(start, network, settings)?;
    let checkpoint = out.with_extension("checkpoint");
    if resume {
        learner.restore(&fs::read(&checkpoint)?)?;
    }
    while learner.games() < games {
        let began = Instant::now();
        let is_cooling = learner.games() + cool >= games;
        let part = if is_cooling { 0.1 } else { 1.0 };
        learner.settings_mut().learning_rate = (part * rate / (1.0 + learner.games() as f64 / half)) as f32;
        let report = learner.epoch()?;
        let seconds = began.elapsed().as_secs_f64();
        replace(&checkpoint, &learner.checkpoint())?;
        let is_due = report.epoch.is_power_of_two() || report.epoch % 10 == 0 || learner.games() >= games;
        let line = format!(
            "{} games, {:.0} games/s, {:.1} turns a game, mean {:+.3}, loss {:.4}",
            report.total_games,
            report.games as f64 / seconds,
            report.turns as f64 / report.games as f64,
            report.mean,
            report.loss,
        );
        if is_due {
            println!(
                "{line}; against pubeval: {}",
                against_pubeval(learner.network(), Seed::new(seed).derive(1 << 40))?
            );
            if is_cooling && learner.games() < games {
                continue;
            }
            // The command that makes these bytes, or the last one of a run that was resumed with
            // others.
            let (games, cool) = (learner.games(), if is_cooling { cool } else { 0 });
            let command = format!(
                "backgammon-train --games {games} --hidden {hidden} --rate {rate} --half {half} --cool {cool} --seed {seed}"
            );
            let about = About::new("backgammon", "no cube", &command, learner.turns());
            replace(&out, &learner.network().to_file(&about)?)?;
        } else {
            println!("{line}");
        }
    }
    Ok(())
}

fn against_pubeval(network: &DenseNetwork, seed: Seed) -> Result<Summary, String> {
    let (mut one, mut other) = (OnePly::new(network), Pubeval::new());
    let pairs: Result<Vec<_>, _> = (0..PAIRS).map(|index| pair(&mut one, &mut other, seed.derive(index))).collect();
    Ok(Summary::new(&pairs?))
}

/// Replaces a file atomically.
fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = Replacement::new(path)?;
    file.writer().write_all(bytes)?;
    file.commit()
}
