//! `gambol learn`: resumable, the same by seed, and never at the cost of a file that is there.

mod common;

use std::path::Path;

use common::{json, refusal, stdout};

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
    // A new file has it from then on.
    std::fs::write(&secret, "xyzzy\n").unwrap();
    stdout(&words(&with_password("30")));
    let before = std::fs::read(&path).unwrap();
    assert!(refusal(&words(&learn(&path, "60")), 1).contains("--password-file"));
    std::fs::write(&secret, "plugh").unwrap();
    assert!(refusal(&words(&with_password("60")), 1).contains("another password"));
    assert_eq!(std::fs::read(&path).unwrap(), before);
    std::fs::write(&secret, "xyzzy").unwrap();
    stdout(&words(&with_password("60")));
    assert_ne!(std::fs::read(&path).unwrap(), before);
}
