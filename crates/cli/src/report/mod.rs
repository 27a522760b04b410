//! `gambol report`: a page with tables, plots and replays.

mod figures;
mod load;
mod page;
mod replay;
mod standings;
mod tables;
mod values;
mod viewer;

use std::cmp::Reverse;

use gambol::registry::Registry;
use gambol_arena::replace;
use gambol_play::escaped;
use gambol_tui::warn;
use serde_json::json;

use crate::args;
use crate::files::check_files;
use crate::output::{Failure, json as to_json};
use figures::Figures;
use load::Entry;
use standings::Standings;

pub(crate) fn report(registry: &Registry, args: &args::Report) -> Result<String, Failure> {
    let inputs = || args.files.iter().map(|file| ("an input", file));
    check_files(inputs(), [("--out", Some(&args.out))])?;
    let values = args.values.as_deref();
    let load = |path| Entry::load(registry, path, &args.replay, values);
    let entries = without_duplicates(args.files.iter().map(|path| load(path)).collect::<Result<_, _>>()?)?;
    let replays: usize = entries.iter().map(|entry| entry.replays.len()).sum();
    let games: u64 = entries.iter().map(|entry| entry.tally.games()).sum();
    let of: u64 = entries.iter().map(Entry::of).fold(0, u64::saturating_add);
    let standings = Standings::of(&entries);
    let figures = Figures::draw(&entries, &standings)?;
    let page = page::page(&entries, &standings, &figures, values)?;
    let plots = args.plots.as_ref().map(|folder| figures.files(folder)).transpose()?;
    let files = plots.iter().flatten().map(|(file, _)| ("a plot", Some(file)));
    check_files(inputs(), [("--out", Some(&args.out))].into_iter().chain(files))?;
    replace(&args.out, &page)?;
    plots.iter().flatten().try_for_each(|(file, svg)| replace(file, svg))?;
    let plots = plots.map(|plots| plots.len());
    if args.output.json {
        let out = args.out.display().to_string();
        return to_json(
            &json!({"out": out, "files": entries.len(), "games": games, "of": of, "replays": replays, "plots": plots}),
        );
    }
    let files = match entries.len() {
        1 => "1 file".to_owned(),
        files => format!("{files} files"),
    };
    let plots = plots.map_or(String::new(), |plots| format!(", {plots} plots as files"));
    let games = if games < of { format!("{games} of {of}") } else { games.to_string() };
    let out = args.out.display().to_string();
    Ok(format!("{}: {files}, {games} games, {replays} replays{plots}", escaped(&out)))
}

/// Removes the files whose games are all in another one, as those of shards beside their merged
/// file.
///
/// # Errors
///
/// Fails if two files have some games in common.
fn without_duplicates(entries: Vec<Entry>) -> Result<Vec<Entry>, Failure> {
    let mut longest_first: Vec<usize> = (0..entries.len()).collect();
    longest_first.sort_by_key(|&number| Reverse(entries[number].tally.games()));
    let mut kept: Vec<usize> = Vec::new();
    for number in longest_first {
        let (path, header, games) = (&entries[number].path, &entries[number].header, entries[number].games());
        let common = kept.iter().map(|&other| &entries[other]).find_map(|other| {
            let theirs = other.games();
            let common = games.start.max(theirs.start)..games.end.min(theirs.end);
            let is_same = !common.is_empty() && header.difference(&other.header).is_none();
            is_same.then(|| (common, other.path.display()))
        });
        match common {
            None => kept.push(number),
            Some((common, other)) if common == games => {
                warn(&format!("{}: skipped, its games are also in {other}", path.display()));
            }
            Some((common, other)) => {
                let reason = format!("games {} to {} are also in {other}", common.start, common.end - 1);
                return Err(Failure::of(path.display(), reason));
            }
        }
    }
    let entries = entries.into_iter().enumerate().filter(|(number, _)| kept.contains(number));
    Ok(entries.map(|(_, entry)| entry).collect())
}
