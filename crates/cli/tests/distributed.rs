//! The script that plays shards with GNU parallel, with a worker killed half-way (skipped without
//! `parallel`), and the comparison of files.
#![cfg(target_os = "linux")]

#[path = "common/skip.rs"]
mod skip;
mod timeless;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use timeless::records;

/// A run whose games take some ten milliseconds each.
const RUN: [&str; 7] =
    ["run", "threes:bonus=none,end=plays-on", "--agent", "mc:z=12", "--games", "60", "--record-games"];

fn script(folder: &Path) -> Command {
    script_with(&[], folder)
}

fn script_with(options: &[&str], folder: &Path) -> Command {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/parallel.sh");
    let mut command = Command::new("bash");
    command.arg(scripts).args(["-n", "6", "-S", "2/:", "-d"]).arg(folder).args(options).arg("--");
    command.env("GAMBOL", env!("CARGO_BIN_EXE_gambol")).env("PAUSE", "0");
    command
}

/// Returns the exit code and the standard error of a script.
fn outcome(script: &mut Command) -> (Option<i32>, String) {
    let output = script.output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Whether `parallel` is GNU parallel and not another program of that name.
fn parallel_is_there() -> bool {
    let version = Command::new("parallel").arg("--version").output();
    let there = version.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).starts_with("GNU parallel"));
    if !there {
        skip::skip("there is no GNU parallel");
    }
    there
}

/// Returns a process of this program that plays a shard in this folder and has written some games.
fn worker(folder: &Path) -> Option<(u32, PathBuf)> {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok()).find_map(|id| {
        let process = Path::new("/proc").join(id.to_string());
        if std::fs::read_link(process.join("cwd")).ok()? != folder {
            return None;
        }
        let arguments = std::fs::read_to_string(process.join("cmdline")).ok()?;
        let mut arguments = arguments.split('\0');
        if arguments.next()? != env!("CARGO_BIN_EXE_gambol") {
            return None;
        }
        let file = arguments.skip_while(|argument| *argument != "--out").nth(1)?;
        let partial = folder.join(format!("{file}.partial"));
        (std::fs::read_to_string(&partial).ok()?.lines().count() > 2).then_some((id, partial))
    })
}

#[test]
fn a_killed_worker_changes_nothing() {
    if !parallel_is_there() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole.jsonl");
    let mut one = Command::new(env!("CARGO_BIN_EXE_gambol"));
    assert!(one.args(RUN).arg("--out").arg(&whole).output().unwrap().status.success());

    let shards = folder.path().canonicalize().unwrap().join("shards");
    let mut campaign = script(&shards).args(RUN).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let started = Instant::now();
    let (file, before) = loop {
        assert!(campaign.try_wait().unwrap().is_none(), "it is over before a worker could be killed");
        assert!(started.elapsed() < Duration::from_secs(60), "no worker plays");
        let Some((id, partial)) = worker(&shards) else { continue };
        let file = partial.with_extension("");
        let killed = Command::new("kill").args(["-9", &id.to_string()]).status().unwrap().success();
        // If that shard was completed just before, the next one is tried.
        match std::fs::read_to_string(&partial) {
            Ok(before) if killed && !file.exists() => break (file, before),
            _ => {}
        }
    };
    let before = &before[..=before.rfind('\n').unwrap()];
    let output = campaign.wait_with_output().unwrap();
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{log}");
    // The times of the games are unchanged, so they were not played again.
    assert!(std::fs::read_to_string(&file).unwrap().starts_with(before), "the shard was continued");
    assert_eq!(records(&shards.join("all.jsonl")), records(&whole));

    // Nothing is left to play. Another command line does not accept these files.
    let again = script(&shards).args(RUN).output().unwrap();
    assert!(again.status.success() && !String::from_utf8_lossy(&again.stderr).contains("attempt"));
    let other = script(&shards).args(RUN).args(["--seed", "2"]).output().unwrap();
    assert!(!other.status.success() && String::from_utf8_lossy(&other.stderr).contains("another command"));
}

#[test]
fn files_of_the_same_games_are_equal_by_the_documented_comparison() {
    let folder = tempfile::tempdir().unwrap();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/distributed.md");
    let page = std::fs::read_to_string(page).unwrap();
    let (_, section) = page.split_once("### Comparing files").expect("the section of the page");
    let script = section.split("```").nth(1).and_then(|block| block.strip_prefix("sh\n")).expect("its command");
    let run = |name: &str, seed: &str, jobs: &str| {
        let mut run = Command::new(env!("CARGO_BIN_EXE_gambol"));
        run.args(["match", "match5", "--agents", "random", "mc:rollouts=2", "--games", "4", "--seed", seed]);
        assert!(
            run.args(["--jobs", jobs, "--out", name]).current_dir(folder.path()).output().unwrap().status.success()
        );
    };
    let compare = || Command::new("bash").args(["-c", script]).current_dir(folder.path()).output().unwrap();
    run("a.jsonl", "1", "1");
    run("b.jsonl", "1", "2");
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert_ne!(read("a.jsonl"), read("b.jsonl"), "the command at least differs");
    let same = compare();
    assert!(
        same.status.success(),
        "{}{}",
        String::from_utf8_lossy(&same.stdout),
        String::from_utf8_lossy(&same.stderr)
    );
    std::fs::remove_file(folder.path().join("b.jsonl")).unwrap();
    run("b.jsonl", "2", "2");
    assert!(!compare().status.success(), "other games");
}

#[test]
fn a_wrong_command_is_refused_at_once_and_keeps_no_folder() {
    // No games are played, so no engine is necessary.
    let folder = tempfile::tempdir().unwrap();
    for (line, code, named) in [
        (&["run", "threes", "--agent", "nobody", "--games", "8"][..], 1, "nobody"),
        (&["run", "threes", "--agent", "random", "--gamez", "8"], 2, "--gamez"),
        (&["match", "threes", "--agents", "random", "mc:z=1", "--games", "7"], 1, "even"),
        (&["run", "threes", "--agent", "random", "--games", "8", "--out", "a.jsonl"], 2, "--out"),
        (&["fly"], 2, "usage"),
    ] {
        let (ended, log) = outcome(script(folder.path()).args(line));
        assert!(ended == Some(code) && log.contains(named) && !log.contains("attempt"), "{line:?}: {log}");
        assert_eq!(folder.path().read_dir().unwrap().count(), 0, "{line:?}");
    }
    for options in [["-a", "abc"], ["-a", "0"], ["-j", "x"], ["-j", "0"], ["-n", "0"]] {
        let (ended, log) = outcome(script_with(&options, folder.path()).args(RUN));
        assert!(ended == Some(2) && log.contains(&format!("{} is a number", options[0])), "{options:?}: {log}");
    }
    let (ended, log) = outcome(script(folder.path()).args(RUN).env("PAUSE", "soon"));
    assert!(ended == Some(2) && log.contains("PAUSE is a number"), "{log}");
}

#[test]
fn files_are_named_from_the_folder_of_the_shards() {
    let (folder, here) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    std::fs::write(here.path().join("openings.txt"), "moves e5\n").unwrap();
    let line = ["match", "match5", "--agents", "random", "random", "--games", "4", "--openings", "openings.txt"];
    let (ended, log) = outcome(script(folder.path()).args(line).current_dir(here.path()));
    assert!(ended == Some(1) && log.contains("openings.txt") && !log.contains("attempt"), "{log}");
    if parallel_is_there() {
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_gambol"), here.path().join("program")).unwrap();
        let run = ["run", "threes", "--agent", "random", "--games", "6"];
        let mut played = script(folder.path());
        let (ended, log) = outcome(played.args(run).env("GAMBOL", "./program").current_dir(here.path()));
        assert_eq!(ended, Some(0), "{log}");
    }
}

#[test]
fn what_no_worker_can_play_fails_and_only_games_keep_the_folder() {
    if !parallel_is_there() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let here = env!("CARGO_BIN_EXE_gambol");
    let broken = script(folder.path()).args(RUN).env("GAMBOL", "/bin/false").env("GAMBOL_HERE", here).output().unwrap();
    let log = String::from_utf8_lossy(&broken.stderr);
    assert_eq!(broken.status.code(), Some(1), "{log}");
    assert!(log.contains("not done after 3 attempts: shards 1 2 3 4 5 6"), "{log}");
    // Another command line may use the folder, unless a shard of the first has begun.
    let other = ["run", "threes", "--agent", "random", "--games", "8"];
    let partial = folder.path().join("shard-3-of-6.jsonl.partial");
    std::fs::write(&partial, "").unwrap();
    let (ended, log) = outcome(script(folder.path()).args(other));
    assert!(ended == Some(1) && log.contains("another command"), "{log}");
    std::fs::remove_file(&partial).unwrap();
    let (ended, log) = outcome(script(folder.path()).args(other));
    assert_eq!(ended, Some(0), "{log}");
}

#[test]
fn a_skipped_test_says_so_where_it_is_seen() {
    // This test binary, in an environment without an engine.
    let mut tests = Command::new(std::env::current_exe().unwrap());
    tests.args(["--exact", "a_killed_worker_changes_nothing", "--test-threads", "2"]).env("PATH", "");
    let (ended, log) = outcome(&mut tests);
    assert_eq!(
        (ended, log.as_str()),
        (Some(0), "skipped: a_killed_worker_changes_nothing: there is no GNU parallel\n")
    );
}
