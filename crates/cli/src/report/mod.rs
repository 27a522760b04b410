//! `gambol report`: a page with tables, plots and replays.

mod load;
mod page;
mod plots;
mod replay;

use std::io::Write;
use std::path::Path;

use serde_json::json;

use crate::args;
use crate::output::{Failure, json as to_json};
use load::Entry;

pub(crate) fn report(args: &args::Report) -> Result<String, Failure> {
    let entries = args.files.iter().map(|path| Entry::load(path, &args.replay)).collect::<Result<Vec<_>, _>>()?;
    let replays: usize = entries.iter().map(|entry| entry.replays.len()).sum();
    let games: u64 = entries.iter().map(|entry| entry.tally.games()).sum();
    let page = page::page(&entries)?;
    write(&args.out, &page).map_err(|error| Failure::of(args.out.display(), error))?;
    if args.output.json {
        let out = args.out.display().to_string();
        return to_json(&json!({"out": out, "files": entries.len(), "games": games, "replays": replays}));
    }
    Ok(format!("{}: {} files, {games} games, {replays} replays", args.out.display(), entries.len()))
}

/// Writes the page beside its name and renames it, so that nobody ever opens half a page.
fn write(path: &Path, page: &str) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    // Readable as files usually are; temporary files are their owner's alone otherwise.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(page.as_bytes())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
