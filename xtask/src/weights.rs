//! The weights files, under names with their hashes.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::Failure;

/// A weights file.
pub(crate) struct File {
    /// Name, as in `gambol_players::files`.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    sha256: String,
}

impl File {
    /// Path in the folder of the page. Different contents have different paths, so that caches
    /// never mix them up.
    fn url(&self) -> String {
        format!("weights/{}-{}.weights", self.name, &self.sha256[..16])
    }
}

/// Returns the weights files of the crate `gambol-players`: `src/GAME/NAME.weights`.
pub(crate) fn files(root: &Path) -> Result<Vec<File>, Failure> {
    let sources = root.join("crates/players/src");
    let mut paths: Vec<PathBuf> = Vec::new();
    for game in listed(&sources)?.into_iter().filter(|path| path.is_dir()) {
        paths.extend(listed(&game)?.into_iter().filter(|path| path.extension().is_some_and(|end| end == "weights")));
    }
    let text = |path: Option<&std::ffi::OsStr>| path.and_then(std::ffi::OsStr::to_str).unwrap_or_default().to_owned();
    let mut files = Vec::new();
    for path in paths {
        let game = text(path.parent().and_then(Path::file_name));
        let stem = text(path.file_stem());
        let name = if game == stem { game } else { format!("{game}-{stem}") }.replace('_', "-");
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let sha256 = hex(&Sha256::digest(&bytes));
        files.push(File { name, bytes, sha256 });
    }
    if files.is_empty() {
        return Err(format!("{}: no files of weights are there", sources.display()).into());
    }
    Ok(files)
}

/// Formats bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
}

/// Returns the files of a folder, sorted.
pub(crate) fn listed(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let refuse = |error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(refuse)?;
    let mut paths =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>().map_err(refuse)?;
    paths.sort();
    Ok(paths)
}

/// Returns the list of the files, in the form that the page reads.
pub(crate) fn list(files: &[File]) -> Value {
    let entry =
        |file: &File| json!({ "name": file.name, "url": file.url(), "bytes": file.bytes.len(), "sha256": file.sha256 });
    files.iter().map(entry).collect()
}

/// Writes the files and their list.
pub(crate) fn write(files: &[File], out: &Path) -> Result<(), Failure> {
    fs::create_dir_all(out.join("weights"))?;
    for file in files {
        fs::write(out.join(file.url()), &file.bytes)?;
    }
    fs::write(out.join("weights.json"), format!("{:#}\n", list(files)))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_the_names_that_the_crate_gives_them() {
        let files = files(&crate::root()).unwrap();
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["five-or-more-hidden", "five-or-more-shown", "tenten", "threes"]);
        let out = tempfile::tempdir().unwrap();
        write(&files, out.path()).unwrap();
        let list: Value = serde_json::from_slice(&fs::read(out.path().join("weights.json")).unwrap()).unwrap();
        for (entry, file) in list.as_array().unwrap().iter().zip(&files) {
            assert_eq!(fs::read(out.path().join(entry["url"].as_str().unwrap())).unwrap(), file.bytes);
            assert!(entry["sha256"].as_str().is_some_and(|hash| hash.len() == 64));
        }
    }
}
