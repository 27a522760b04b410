//! The files of a command: each has a path of its own, and is checked before any work.

use std::fs;
use std::path::Path;

use crate::common::{refusal, stdout};

/// Won by `w` in three plies.
const WON: &str = "1www2/6/6/6/1bbb2/6 w";

/// Command lines in which one file is written twice, or is an input too. FOLDER is their folder.
const LOSSES: [(&str, &str); 16] = [
    ("train five-or-more --scale 0.000001 --games 0 --out FOLDER/w --checkpoint FOLDER/w", "--out"),
    ("train five-or-more --scale 0.000001 --games 0 --out FOLDER/w --log FOLDER/w", "--out"),
    ("train five-or-more --scale 0.000001 --games 0 --out FOLDER/w --plot FOLDER/./w", "--out"),
    ("train five-or-more --scale 0.000001 --games 0 --out FOLDER/w --log FOLDER/w.checkpoint", "--checkpoint"),
    ("train five-or-more --scale 0.000001 --games 0 --out FOLDER/w --log FOLDER/l --plot FOLDER/l", "--log"),
    ("learn match5 --opponent random --games 1 --out FOLDER/k.fivo --plot FOLDER/k.fivo", "--out"),
    ("learn match5 --opponent random --games 1 --out FOLDER/k.fivo --plot FOLDER/input --with FOLDER/input", "--with"),
    ("learn match5 --games 1 --out FOLDER/k.fivo --plot FOLDER/input --password-file FOLDER/input", "--password-file"),
    (
        "tune threes --agent two-ply:width={b} --parameters b=2,1,1,3 --games 1 --generations 1 \
      --out FOLDER/t --plot FOLDER/t",
        "--out",
    ),
    (
        "tune match5 --agent mc:z={b} --parameters b=2,1,1,3 --games 2 --generations 1 --openings FOLDER/input \
      --plot FOLDER/input",
        "--openings",
    ),
    ("match match5 --agents random mc:z=1 --games 2 --openings FOLDER/input --out FOLDER/input", "--openings"),
    ("solve pentago-swap --mb 32 --plies 3 --certificate FOLDER/c --book FOLDER/c", "--certificate"),
    ("solve pentago-swap --mb 32 --plies 3 --certificate FOLDER/c --checkpoint FOLDER/c", "--checkpoint"),
    ("merge FOLDER/input --out FOLDER/input", "an input"),
    ("report FOLDER/input --out FOLDER/input", "an input"),
    ("report FOLDER/file-1-scores-1.svg --out FOLDER/page --plots FOLDER", "an input"),
];

/// Names and contents of the files in a folder.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        entries.map(|path| (path.display().to_string(), fs::read(&path).unwrap_or_default())).collect();
    files.sort();
    files
}

#[test]
fn each_file_has_a_path_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().display().to_string();
    fs::write(folder.path().join("input"), "moves f6\n").unwrap();
    stdout(&["run", "threes", "--agent", "random", "--games", "5", "--out", &format!("{name}/run")]);
    fs::rename(folder.path().join("run"), folder.path().join("file-1-scores-1.svg")).unwrap();
    let before = contents(folder.path());
    for (line, other) in LOSSES {
        let line = line.replace("FOLDER", &name);
        let said = refusal(&line.split_whitespace().collect::<Vec<_>>(), 1);
        assert!(said.contains("the same file as ") && said.contains(other), "{line}: {said}");
        assert!(contents(folder.path()) == before, "{line} changed a file");
    }
}

#[test]
fn outputs_are_checked_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("no/such/folder/file").display().to_string();
    let out = folder.path().join("k.fivo").display().to_string();
    let solve = ["solve", "pentago-swap", "--mb", "32", "--position", WON, "--plies", "7"];
    let tune = ["tune", "threes", "--agent", "two-ply:width={b}", "--parameters", "b=2,1,1,3", "--games", "1"];
    let learn = ["learn", "match5", "--opponent", "random", "--games", "1", "--out", &out];
    let train = ["train", "threes", "--out", &nowhere];
    for line in [
        &train[..],
        &[&solve[..], &["--certificate", &nowhere]].concat(),
        &[&solve[..], &["--book", &nowhere]].concat(),
        &[&solve[..], &["--checkpoint", &nowhere]].concat(),
        &[&tune[..], &["--generations", "1", "--plot", &nowhere]].concat(),
        &[&learn[..], &["--plot", &nowhere]].concat(),
        &["hint", "threes", "--position", "none", "--svg", &nowhere],
    ] {
        let said = refusal(line, 1);
        assert!(said.contains(&format!("{nowhere}: No such file or directory")), "{line:?}: {said}");
        assert!(contents(folder.path()).is_empty(), "{line:?} worked before the check");
    }
}
