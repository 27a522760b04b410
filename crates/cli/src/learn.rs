//! `gambol learn`: Match5's self-learning player plays a series of games and learns from those it
//! loses.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use gambol::match5::{Bits, Match5, Rules};
use gambol::registry::{Registry, split};
use gambol::search::SearchError;
use gambol::self_taught::{Access, BLOCK, Fivo, FivoErrorKind, Knowledge, SelfTaught, Studies};
use gambol::{Budget, Search, Seed};
use gambol_arena::plots::{self, Axis};
use serde_json::json;
use zeroize::Zeroizing;

use crate::args;
use crate::files::check_files;
use crate::output::{Failure, json as to_json};
use crate::progress;

/// Maximum time between two saves.
const PAUSE: Duration = Duration::from_secs(10);

/// Maximum length of a password in bytes, as in the full-screen game.
const LONGEST_PASSWORD: usize = 16_000;

pub(crate) fn learn(registry: &Registry, args: &args::Learn) -> Result<String, Failure> {
    let start = start(&args.game)?;
    let others = args.with.iter().map(|other| ("--with", other));
    let inputs = args.password_file.iter().map(|file| ("--password-file", file)).chain(others);
    check_files(inputs, [("--out", Some(&args.out)), ("--plot", args.plot.as_ref())])?;
    let others = args.with.iter().map(|other| Fivo::open(other, "")).collect::<Result<Vec<_>, _>>()?;
    // Rejects a bad name before the first game.
    let game = registry
        .entry::<Match5<u128>>("match5")
        .ok_or_else(|| Failure::of(&args.game, "this program has no match5"))?;
    game.make(&args.opponent)?;
    let password = args.password_file.as_deref().map(password).transpose()?.unwrap_or_default();
    let mut file = open(&args.out, &password, Knowledge::new(start.row(), args.reading.into()))?;
    drop(password);
    // Rejects a second process before the first game.
    file.lock()?;
    let mut studies = studies(&file, args, &start)?;
    let mut player = SelfTaught::new(file.knowledge().clone(), studies.free_moves);
    let seed = Seed::new(args.seed);
    let bar = progress::bar(studies.games, args.games, progress::GAMES);
    let mut stored = Instant::now();
    while studies.games < args.games {
        let mut opponent = game.make(&args.opponent)?;
        let trial = player.study(&start, studies.games, seed, |state, seed| -> Result<_, SearchError> {
            Ok(opponent.search(state, &Budget::unlimited(), seed)?.action)
        })?;
        studies.add(trial.score, player.knowledge.level());
        bar.set_position(studies.games);
        if stored.elapsed() >= PAUSE {
            store(&mut file, &player, &studies)?;
            bar.set_message(format!("level {}", player.knowledge.level()));
            stored = Instant::now();
        }
    }
    bar.finish_and_clear();
    if file.studies() != Some(&studies) {
        store(&mut file, &player, &studies)?;
    }
    if let Some(path) = &args.plot {
        let mut series = vec![curve(&file, &studies)];
        series.extend(others.iter().filter_map(|other| Some(curve(other, other.studies()?))));
        let about = "games won out of each hundred, over games";
        let axis = Axis::new("won of a hundred", 0.0..100.0);
        let page = plots::curves(&series, "games", axis, about)?;
        gambol_arena::replace(path, &page)?;
    }
    report(args, &player, &studies)
}

/// Returns the empty board of the game on the command line.
fn start(game: &str) -> Result<Match5, Failure> {
    let (name, settings) = split(game);
    if name != "match5" {
        return Err(Failure::of(game, "only match5 has a self-learning player"));
    }
    let rules = settings.map_or(Ok(Rules::MATCH5), str::parse)?;
    let most = <u128 as Bits>::EDGE;
    Match5::new(rules).map_err(|_| {
        Failure::of(game, format!("the self-learning player supports boards of up to {most} cells an edge"))
    })
}

/// Reads the password from the first line of a file. On the command line, it would be visible to
/// every user of the machine.
fn password(path: &Path) -> Result<Zeroizing<String>, Failure> {
    let refuse = |reason: &str| Failure::of(path.display(), reason);
    let system = |error| Failure::of(path.display(), error);
    // Sufficient capacity, so that growing the vector leaves no copy of the password in freed
    // memory.
    let mut bytes = Zeroizing::new(Vec::with_capacity(2 * LONGEST_PASSWORD));
    File::open(path).map_err(system)?.take(LONGEST_PASSWORD as u64 + 1).read_to_end(&mut bytes).map_err(system)?;
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if line.len() > LONGEST_PASSWORD {
        return Err(refuse(&format!("the password in the first line has more than {LONGEST_PASSWORD} bytes")));
    }
    let line = std::str::from_utf8(line).map_err(|_| refuse("the password in the first line is not UTF-8"))?;
    if line.is_empty() {
        return Err(refuse("no password in the first line"));
    }
    Ok(Zeroizing::new(line.to_owned()))
}

/// Opens the file, or creates a new one for the player of this name.
fn open(path: &Path, password: &str, nothing: Knowledge) -> Result<Fivo, Failure> {
    match Fivo::open(path, password) {
        Ok(file) if file.access() == Access::Owner => Ok(file),
        Ok(_) if password.is_empty() => {
            Err(Failure::of(path.display(), "it is protected by a password; give it with --password-file"))
        }
        Ok(_) => Err(Failure::of(path.display(), "it has another password, or was altered without its password")),
        Err(error) if error.kind() == FivoErrorKind::Missing => {
            let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".fivo"));
            let name =
                name.ok_or_else(|| Failure::of(path.display(), "the name of a knowledge file must be NAME.fivo"))?;
            Ok(Fivo::create(path.parent().unwrap_or(Path::new("")), name, password, nothing)?)
        }
        Err(error) => Err(error.into()),
    }
}

/// Returns the progress stored in the file. Fails unless it belongs to the games of this command
/// line.
fn studies(file: &Fivo, args: &args::Learn, start: &Match5) -> Result<Studies, Failure> {
    let due = Studies {
        opponent: args.opponent.clone(),
        start: start.to_string(),
        free_moves: args.free,
        seed: args.seed,
        games: 0,
        blocks: Vec::new(),
    };
    let refuse = |what: &str, there: &dyn std::fmt::Display, here: &dyn std::fmt::Display| {
        Err(Failure::of(args.out.display(), format!("it belongs to other games: {what} is {there} there, {here} here")))
    };
    let Some(there) = file.studies() else {
        if file.access() == Access::New {
            return Ok(due);
        }
        return Err(Failure::of(args.out.display(), "its knowledge does not come from games against an agent"));
    };
    if there.opponent != due.opponent {
        return refuse("the opponent", &there.opponent, &due.opponent);
    }
    if there.start != due.start {
        return refuse("the start", &there.start, &due.start);
    }
    if there.free_moves != due.free_moves {
        return refuse("the free move", &there.free_moves, &due.free_moves);
    }
    if there.seed != due.seed {
        return refuse("the seed", &there.seed, &due.seed);
    }
    if file.knowledge().reading() != args.reading.into() {
        return Err(Failure::of(args.out.display(), "it belongs to other games: the reading differs"));
    }
    Ok(there.clone())
}

fn store(file: &mut Fivo, player: &SelfTaught, studies: &Studies) -> Result<(), Failure> {
    if player.knowledge.is_empty() {
        // A file without patterns is invalid, and there is nothing to lose yet.
        return Ok(());
    }
    file.knowledge_mut()?.clone_from(&player.knowledge);
    file.set_studies(Some(studies.clone()))?;
    file.store()?;
    Ok(())
}

/// Returns the games won in each complete block of a hundred, at the block's middle.
fn curve(file: &Fivo, studies: &Studies) -> (String, Vec<(f64, f64)>) {
    let whole = (studies.games / BLOCK) as usize;
    let points = studies.blocks.iter().take(whole).enumerate();
    let points = points.map(|(number, block)| ((number as f64 + 0.5) * BLOCK as f64, f64::from(block.won)));
    (file.name().to_owned(), points.collect())
}

fn report(args: &args::Learn, player: &SelfTaught, studies: &Studies) -> Result<String, Failure> {
    // The last ten blocks of a hundred, including an incomplete one.
    let before = studies.blocks.len().saturating_sub(10);
    let last = &studies.blocks[before..];
    let sum =
        |part: fn(&gambol::self_taught::Block) -> u8| last.iter().map(|block| u64::from(part(block))).sum::<u64>();
    let (won, drawn, games) = (sum(|block| block.won), sum(|block| block.drawn), studies.games - before as u64 * BLOCK);
    let level = player.knowledge.level();
    if args.output.json {
        return to_json(&json!({
            "out": args.out.display().to_string(),
            "games": studies.games,
            "level": level,
            "last": {"games": games, "won": won, "drawn": drawn, "lost": games - won - drawn},
            "hundreds": studies.blocks.iter().map(|b| [u32::from(b.won), u32::from(b.drawn), b.level]).collect::<Vec<_>>(),
        }));
    }
    let lost = games - won - drawn;
    let total = studies.games;
    Ok(format!(
        "{}: level {level} after {total} games; of the last {games}: {won} won, {drawn} drawn, {lost} lost",
        args.out.display()
    ))
}
