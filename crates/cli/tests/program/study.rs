//! `gambol analyse` and `gambol export`.

use crate::common::{json, refusal, stdout};
use crate::text;
use serde_json::Value;

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

#[test]
fn a_move_that_gives_a_win_away_is_the_worst() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.jsonl");
    // On a small board, random players miss nearly every win.
    let args =
        ["run", "match5:edge=5,row=3", "--agent", "random", "--games", "6", "--record-games", "--out", text(&out)];
    stdout(&args);
    let mut found = 0;
    for game in ["0", "1", "2", "3", "4", "5"] {
        let analyse = ["analyse", text(&out), "--game", game, "--agent", "alpha-beta:depth=3", "--json"];
        let moves = lines(&stdout(&analyse));
        let events =
            lines(&std::fs::read_to_string(&out).unwrap())[1 + game.parse::<usize>().unwrap()]["game"]["events"].take();
        let played: Vec<&Value> = moves.iter().map(|judged| &judged["action"]).collect();
        assert_eq!(played, events.as_array().unwrap().iter().collect::<Vec<_>>());
        let worst: Vec<&Value> = moves.iter().filter(|judged| judged["worst"] == true).collect();
        assert!(worst.len() <= 1, "{worst:?}");
        if let Some(away) = moves.iter().find(|judged| judged["gives_away"] == "win") {
            found += 1;
            assert_eq!(worst, [away], "the first of them");
            // The best move wins: by the search, and by the rules if the win is immediate.
            let position = [
                "hint",
                "match5",
                "--position",
                away["state"].as_str().unwrap(),
                "--agent",
                "alpha-beta:depth=3",
                "--json",
            ];
            assert_eq!(json(&position)["proven"]["result"], "win");
            let shown = stdout(&analyse[..analyse.len() - 1]);
            assert!(shown.contains("gives a win away; better is") && shown.contains("  worst"), "{shown}");
        }
        for judged in &moves {
            if judged["action"] == judged["best"] {
                assert_eq!(judged["loss"], 0.0, "{judged}");
            }
        }
    }
    assert!(found > 0, "else nothing is tested");
}

#[test]
fn moves_of_the_opening_are_not_judged() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.jsonl");
    let games = ["--games", "2", "--max-moves", "3", "--record-games", "--out", text(&out)];
    stdout(&[&["match", "match5", "--agents", "random", "mc:z=1", "--opening-plies", "4"], &games[..]].concat());
    let analyse = ["analyse", text(&out), "--agent", "random"];
    let moves = lines(&stdout(&[&analyse[..], &["--json"]].concat()));
    let numbers: Vec<u64> = moves.iter().filter_map(|judged| judged["number"].as_u64()).collect();
    assert_eq!(numbers, [5, 6, 7]);
    assert!(stdout(&analyse).contains("the judge gives no values"));
}

#[test]
fn a_puzzle_is_judged_by_points() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.jsonl");
    let args = [
        "run",
        "threes",
        "--agent",
        "random",
        "--games",
        "2",
        "--record-games",
        "--max-moves",
        "20",
        "--out",
        text(&out),
    ];
    stdout(&args);
    let analyse = ["analyse", text(&out), "--agent", "expectimax:depth=1"];
    let moves = lines(&stdout(&[&analyse[..], &["--json"]].concat()));
    assert_eq!(moves.len(), 20);
    assert!(moves.iter().all(|judged| judged["loss"].as_f64().is_some_and(|loss| loss >= 0.0)), "{moves:?}");
    assert_eq!(moves.iter().filter(|judged| judged["worst"] == true).count(), 1);
    let one = stdout(&[&analyse[..], &["--jobs", "1"]].concat());
    assert_eq!(one, stdout(&[&analyse[..], &["--jobs", "2"]].concat()));
    assert!(one.contains("\nunit   of the judge's evaluation\n"), "{one}");
    assert!(one.contains("\nworst  move ") && !one.contains("player"), "{one}");
    // An agent without values gives no loss.
    assert!(stdout(&["analyse", text(&out), "--agent", "random"]).contains("  –  "));
}

#[test]
fn what_cannot_be_analysed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.jsonl");
    stdout(&["run", "threes", "--agent", "random", "--games", "2", "--out", text(&out)]);
    for (args, named) in [
        (vec!["analyse", text(&out)], "game 0: its actions are not recorded; play with --record-games"),
        (vec!["analyse", text(&out), "--game", "2"], "no game 2 in this file"),
        (vec!["analyse", "/nowhere.jsonl"], "/nowhere.jsonl"),
    ] {
        let message = refusal(&args, 1);
        assert!(message.contains(named), "{message}");
    }
}

#[test]
fn self_play_is_the_same_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    for (game, agent, players) in [("match5:edge=5", "mcts:simulations=30", 2), ("threes", "mc:rollouts=2", 1)] {
        let [one, two] = ["1", "2"].map(|jobs| {
            let out = folder.path().join(format!("{jobs}.jsonl"));
            let args = ["export", game, "--agent", agent, "--games", "5", "--max-moves", "9", "--jobs", jobs];
            let summary = json(&[&args[..], &["--json", "--out", text(&out)]].concat());
            let text = std::fs::read_to_string(&out).unwrap();
            assert_eq!(summary["positions"].as_u64().unwrap() + 1, text.lines().count() as u64);
            text
        });
        assert_eq!(one, two);
        let lines = lines(&one);
        assert_eq!((&lines[0]["schema"], &lines[0]["players"]), (&"gambol-self-play".into(), &players.into()));
        let mut games: Vec<u64> = lines[1..].iter().map(|line| line["game"].as_u64().unwrap()).collect();
        assert!(games.is_sorted());
        games.dedup();
        assert_eq!(games, [0, 1, 2, 3, 4]);
        for line in &lines[1..] {
            let name = gambol::registry::split(game).0;
            let state = json(&["inspect", name, "--position", line["state"].as_str().unwrap(), "--json"]);
            assert_eq!(state["turn"], line["mover"], "{line}");
            let actions: Vec<&Value> = line["actions"].as_array().unwrap().iter().map(|one| &one["action"]).collect();
            assert!(actions.contains(&&line["action"]), "{line}");
            assert_eq!(actions.len(), state["actions"].as_array().unwrap().len());
        }
    }
}

#[test]
fn outcomes_are_those_of_the_movers() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.jsonl");
    stdout(&["export", "match5:edge=5,row=3", "--agent", "mc:rollouts=3", "--games", "6", "--out", text(&out)]);
    let lines = lines(&std::fs::read_to_string(&out).unwrap());
    let mut decided = 0;
    for pair in lines[1..].windows(2) {
        if pair[0]["game"] == pair[1]["game"] {
            assert_ne!(pair[0]["mover"], pair[1]["mover"]);
            assert_eq!(pair[0]["outcome"].as_i64().unwrap(), -pair[1]["outcome"].as_i64().unwrap());
            decided += u32::from(pair[0]["outcome"] != 0);
        } else {
            let last = &pair[0];
            let position = [
                "inspect",
                "match5",
                "--position",
                last["state"].as_str().unwrap(),
                "--play",
                last["action"].as_str().unwrap(),
            ];
            let end = json(&[&position[..], &["--json"]].concat());
            let sign = if last["mover"] == "first" { 1 } else { -1 };
            assert_eq!(
                (&end["turn"], end["score"].as_i64().unwrap() * sign),
                (&"over".into(), last["outcome"].as_i64().unwrap())
            );
        }
    }
    assert!(decided > 0);
    // An existing file is kept if the command fails.
    let before = std::fs::read_to_string(&out).unwrap();
    let message = refusal(&["export", "match5", "--agent", "ugi:cmd=/nowhere", "--games", "2", "--out", text(&out)], 1);
    assert!(message.contains("it cannot be started"), "{message}");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), before);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
}

#[test]
fn values_that_were_not_searched_are_null() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.jsonl");
    let (mut searched, mut unsearched) = (0, 0);
    for (agent, has_value) in [("learned", true), ("random", false)] {
        let args = ["export", "five-or-more", "--agent", agent, "--games", "1", "--max-moves", "2"];
        stdout(&[&args[..], &["--out", text(&out)]].concat());
        for decision in &lines(&std::fs::read_to_string(&out).unwrap())[1..] {
            assert_eq!(decision["value"].is_number(), has_value, "{agent}: {}", decision["value"]);
            for action in decision["actions"].as_array().unwrap() {
                let is_searched = action["bound"] != "unsearched";
                assert_eq!(action["value"].is_number(), is_searched, "{action}");
                *if is_searched { &mut searched } else { &mut unsearched } += 1;
            }
        }
    }
    assert!(searched > 0 && unsearched > 0, "{searched} searched, {unsearched} not");
}

#[cfg(unix)]
#[test]
fn an_export_without_room_names_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.jsonl");
    // A limit of four or eight kilobytes simulates a full disk.
    let limited = r#"trap '' XFSZ; ulimit -f 8; exec "$0" "$@""#;
    let mut command = std::process::Command::new("sh");
    command.args(["-c", limited, env!("CARGO_BIN_EXE_gambol")]);
    command.args(["export", "match5", "--agent", "random", "--games", "20", "--out", text(&out)]);
    let output = command.output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains(&format!("{}: ", out.display())), "{said}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
}
