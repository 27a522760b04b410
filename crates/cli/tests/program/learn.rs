//! `gambol learn`: resumable, reproducible by seed, and without loss of an existing file.

use std::hash::Hasher;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::{json, program, refusal, stdout};
use gambol::game::StableHasher;

fn learn(out: &Path, games: &str) -> Vec<String> {
    let words = ["learn", "match5", "--opponent", "threat", "--seed", "5", "--games", games, "--out"];
    words.into_iter().map(String::from).chain([out.to_str().unwrap().to_owned()]).collect()
}

fn words(line: &[String]) -> Vec<&str> {
    line.iter().map(String::as_str).collect()
}

#[test]
fn learning_in_parts_is_learning_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let (once, parts) = (folder.path().join("a").join("Ada.fivo"), folder.path().join("b").join("Ada.fivo"));
    for path in [&once, &parts] {
        std::fs::create_dir(path.parent().unwrap()).unwrap();
    }
    stdout(&words(&learn(&once, "250")));
    stdout(&words(&learn(&parts, "70")));
    stdout(&words(&learn(&parts, "250")));
    assert_eq!(std::fs::read(&once).unwrap(), std::fs::read(&parts).unwrap());
    let mut line = learn(&once, "250");
    line.push("--json".into());
    let report = json(&words(&line));
    assert_eq!(report["games"], 250, "nothing is left to be played");
    assert_eq!(report["hundreds"].as_array().unwrap().len(), 3);
    assert!(report["level"].as_u64().unwrap() > 10);
    let hall = std::fs::read_to_string(once.with_file_name("match5_hall_of_fame")).unwrap();
    assert!(hall.ends_with(&format!("\n{}\tAda\n", report["level"])), "{hall}");
}

#[test]
fn what_was_learned_can_be_played_against_and_plotted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Ada.fivo");
    let plot = folder.path().join("plot.svg");
    let mut line = learn(&path, "200");
    line.extend(["--plot".into(), plot.to_str().unwrap().to_owned()]);
    stdout(&words(&line));
    assert!(std::fs::read_to_string(&plot).unwrap().contains("Ada"));
    let agent = format!("self-taught:file={}", path.display());
    for agent in [agent.as_str(), "self-taught:games=50"] {
        let report =
            |jobs| stdout(&["match", "match5", "--agents", agent, "random", "--games", "40", "--jobs", jobs, "--json"]);
        let report: Vec<serde_json::Value> = ["1", "2"].map(|jobs| serde_json::from_str(&report(jobs)).unwrap()).into();
        assert_eq!(report[0]["mean"], report[1]["mean"]);
    }
}

#[test]
fn files_for_the_plot_are_read_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let [path, plot, other] = ["Ada.fivo", "plot.svg", "Bob.fivo"].map(|name| folder.path().join(name));
    std::fs::write(&other, "damaged").unwrap();
    let mut line = learn(&path, "30");
    line.extend(
        [("--plot", &plot), ("--with", &other)]
            .iter()
            .flat_map(|(name, file)| [(*name).to_owned(), file.to_str().unwrap().to_owned()]),
    );
    let refused = refusal(&words(&line), 1);
    assert!(refused.contains("Bob.fivo") && !path.exists(), "{refused}");
}

#[test]
fn files_that_are_damaged_or_of_other_games_are_left_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Ada.fivo");
    stdout(&words(&learn(&path, "30")));
    let whole = std::fs::read(&path).unwrap();
    let mut line = learn(&path, "60");
    line[5] = "6".into();
    assert!(refusal(&words(&line), 1).contains("the seed is 5 there, 6 here"));
    assert_eq!(std::fs::read(&path).unwrap(), whole);
    let damaged = &whole[..whole.len() - 1];
    std::fs::write(&path, damaged).unwrap();
    assert!(refusal(&words(&learn(&path, "60")), 1).contains("cut short"));
    assert_eq!(std::fs::read(&path).unwrap(), damaged);
    assert!(refusal(&words(&learn(&folder.path().join("Ada.txt"), "5")), 1).contains("NAME.fivo"));
    assert!(refusal(&["learn", "threes", "--games", "5", "--out", "x.fivo"], 1).contains("only match5"));
    assert!(
        refusal(&["learn", "match5:gomoku", "--games", "5", "--out", "x.fivo"], 1).contains("up to 11 cells an edge")
    );
}

#[test]
fn every_game_is_in_the_report() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Ada.fivo");
    for (games, counted) in [("3", 3), ("130", 130), ("1050", 950)] {
        let line = learn(&path, games);
        let last = json(&[&words(&line)[..], &["--json"]].concat())["last"].clone();
        let parts = ["won", "drawn", "lost"].map(|part| last[part].as_u64().unwrap());
        assert_eq!((&last["games"], parts.iter().sum::<u64>()), (&counted.into(), counted), "{last}");
        assert!(stdout(&words(&line)).contains(&format!("of the last {counted}: {} won", parts[0])));
    }
}

#[test]
fn a_password_comes_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let (path, secret) = (folder.path().join("Ada.fivo"), folder.path().join("secret"));
    let with_password = |games: &str| {
        let mut line = learn(&path, games);
        line.extend(["--password-file".into(), secret.to_str().unwrap().to_owned()]);
        line
    };
    assert!(refusal(&words(&with_password("30")), 1).contains("secret"), "there is no such file");
    std::fs::write(&secret, "\n").unwrap();
    assert!(refusal(&words(&with_password("30")), 1).contains("no password"));
    // A new file is protected from then on.
    std::fs::write(&secret, "xyzzy\n").unwrap();
    stdout(&words(&with_password("30")));
    let before = std::fs::read(&path).unwrap();
    assert!(!before.windows(5).any(|bytes| bytes == b"xyzzy"));
    assert!(refusal(&words(&learn(&path, "60")), 1).contains("--password-file"));
    std::fs::write(&secret, "plugh").unwrap();
    assert!(refusal(&words(&with_password("60")), 1).contains("another password"));
    assert_eq!(std::fs::read(&path).unwrap(), before);
    std::fs::write(&secret, "xyzzy").unwrap();
    stdout(&words(&with_password("60")));
    assert_ne!(std::fs::read(&path).unwrap(), before);
    // A password over the maximum length, and below an endless file.
    std::fs::write(&secret, "x".repeat(16_001)).unwrap();
    assert!(refusal(&words(&with_password("60")), 1).contains("more than 16000 bytes"));
    #[cfg(unix)]
    {
        std::fs::remove_file(&secret).unwrap();
        std::os::unix::fs::symlink("/dev/zero", &secret).unwrap();
        assert!(refusal(&words(&with_password("60")), 1).contains("more than 16000 bytes"));
    }
}

/// Corrects the checksum at the end, as anyone with write access can.
fn put_right(bytes: &mut Vec<u8>) {
    bytes.truncate(bytes.len() - 8);
    let length = u32::try_from(bytes.len() + 8).unwrap().to_le_bytes();
    bytes[6..10].copy_from_slice(&length);
    let mut hasher = StableHasher::default();
    hasher.write(bytes);
    bytes.extend(hasher.finish().to_le_bytes());
}

#[test]
fn a_file_that_was_altered_without_its_password_is_not_continued_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let (path, secret) = (folder.path().join("Ada.fivo"), folder.path().join("secret"));
    std::fs::write(&secret, "xyzzy").unwrap();
    let mut line = learn(&path, "30");
    line.extend(["--password-file".into(), secret.to_str().unwrap().to_owned()]);
    stdout(&words(&line));
    line[7] = "60".into();
    let whole = std::fs::read(&path).unwrap();
    let refused = |bytes: &[u8], reason: &str| {
        std::fs::write(&path, bytes).unwrap();
        let said = refusal(&words(&line), 1);
        assert!(said.contains(reason), "{said}");
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
    };
    // After `FIVO`, version, length, row, reading and the name of two bytes and three: one byte for
    // the presence of a password, three numbers and 16 bytes of salt; before the checksum, 32 bytes
    // of its code.
    assert_eq!(whole[17], 1);
    let mut stripped = whole.clone();
    stripped.drain(whole.len() - 40..whole.len() - 8);
    stripped[17] = 0;
    stripped.drain(18..46);
    put_right(&mut stripped);
    refused(&stripped, "it has no password, though one was given");
    // Anyone may continue a file without a password, since it never had an owner.
    stdout(&words(&learn(&path, "31")));
    // The first text of the studies, after their flag at 46, is the opponent.
    let mut altered = whole.clone();
    altered[49..55].copy_from_slice(b"THREAT");
    put_right(&mut altered);
    refused(&altered, "it has another password, or was altered");
    std::fs::write(&path, &whole).unwrap();
    stdout(&words(&line));
}

#[test]
fn counts_that_cannot_be_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Ada.fivo");
    stdout(&words(&learn(&path, "30")));
    let whole = std::fs::read(&path).unwrap();
    // Flags of password and studies at 17 and 18, then texts of 6 and 19 bytes, the free moves, the
    // seed and the games.
    let games = 19 + (2 + 6) + (2 + 19) + 1 + 8;
    assert_eq!(whole[games..games + 8], 30_u64.to_le_bytes());
    for (place, count) in [(games, 101), (games + 8, 200), (games + 9, 31)] {
        let mut forged = whole.clone();
        forged[place] = count;
        put_right(&mut forged);
        std::fs::write(&path, &forged).unwrap();
        let said = refusal(&words(&learn(&path, "30")), 1);
        assert!(said.contains("its content is invalid"), "{count}: {said}");
    }
}

#[test]
fn all_who_learn_in_one_folder_come_into_its_hall_of_fame() {
    let folder = tempfile::tempdir().unwrap();
    let start = |number: usize| {
        let line = learn(&folder.path().join(format!("P{number}.fivo")), "12");
        program().args(line).stdout(std::process::Stdio::null()).spawn().unwrap()
    };
    let players: Vec<_> = (1..=8).map(start).collect();
    for mut player in players {
        assert!(player.wait().unwrap().success());
    }
    let hall = std::fs::read_to_string(folder.path().join("match5_hall_of_fame")).unwrap();
    let mut names: Vec<&str> = hall.lines().skip(1).map(|line| line.split('\t').nth(1).unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8"]);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 9, "no lock is left");
}

/// A child process that is killed on drop.
struct Killed(std::process::Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_second_process_on_one_file_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Ada.fivo");
    let mut first = Killed(program().args(learn(&path, "1000000")).spawn().unwrap());
    let begun = Instant::now();
    while !path.with_extension("fivo.lock").exists() {
        assert!(first.0.try_wait().unwrap().is_none() && begun.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(!path.exists(), "nothing has been stored yet");
    // The file exists a moment before it is locked.
    std::thread::sleep(Duration::from_millis(100));
    // So many games would never end.
    let said = refusal(&words(&learn(&path, "1000000")), 1);
    assert!(said.contains("Ada.fivo: another process is working on it"), "{said}");
    drop(first);
    // The remains of a killed process lock nothing.
    std::fs::write(path.with_extension("fivo.lock"), "").unwrap();
    stdout(&words(&learn(&path, "1")));
    assert!(!path.with_extension("fivo.lock").exists());
}

#[test]
fn records_tell_one_knowledge_from_another() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Ada.fivo");
    let [one, two, all] = ["1", "2", "all"].map(|name| folder.path().join(name).display().to_string());
    let agent = format!("self-taught:file={}", path.display());
    let run = |shard, out| {
        ["run", "match5", "--agent", &agent, "--games", "4", "--shard", shard, "--out", out].map(str::to_owned)
    };
    stdout(&words(&learn(&path, "20")));
    stdout(&words(&run("1/2", &one)));
    stdout(&words(&learn(&path, "40")));
    stdout(&words(&run("2/2", &two)));
    let refused = refusal(&["merge", &one, &two, "--out", &all], 1);
    assert!(refused.contains("files is {\"agent\":\"self-taught:file="), "{refused}");
    assert_eq!(refused.matches("sha256").count(), 2, "{refused}");
    stdout(&words(&run("1/2", &one)));
    stdout(&["merge", &one, &two, "--out", &all]);
}
