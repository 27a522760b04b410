//! `gambol serve`: lines of JSON in, lines of JSON out.

use std::io::Write;
use std::process::Stdio;

use crate::common::{json, program};
use serde_json::Value;

/// The answers to these lines.
fn served(lines: &[u8]) -> Vec<Value> {
    let mut child = program()
        .args(["serve", "--jobs", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(lines).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

/// Every game, from its start by drawn chance to a searched action and the position after it.
#[test]
fn every_game_is_played_over_lines() {
    let games = served(b"{\"ask\":\"games\"}\n");
    let games: Vec<String> =
        games[0]["games"].as_array().unwrap().iter().map(|game| game["game"].as_str().unwrap().to_owned()).collect();
    assert_eq!(games.len(), 5, "{games:?}");
    for game in &games {
        let ask = |rest: &str| format!("{{\"id\":7,\"game\":\"{game}\",\"settle\":3,{rest}}}\n");
        let search = "\"ask\":\"search\",\"agent\":\"mc:rollouts=2\",\"seed\":5";
        let lines = [ask("\"ask\":\"state\""), ask(search), ask("\"ask\":\"observe\"")].concat();
        let answers = served(lines.as_bytes());
        let [state, hint, planes] = &answers[..] else { panic!("{answers:?}") };
        let actions = state["actions"].as_array().unwrap();
        assert!(!actions.is_empty() && state["turn"] == "first" && state["id"] == 7, "{state}");
        assert_eq!((hint["actions"].as_array().unwrap().len(), &hint["state"]), (actions.len(), &state["state"]));
        assert_eq!(planes["legal"].as_array().unwrap().len(), actions.len());
        let shape: Vec<u64> = planes["shape"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
        assert_eq!(planes["planes"].as_array().unwrap().len() as u64, shape.iter().product::<u64>());
        // The same search as that of `hint`.
        let text = state["state"].as_str().unwrap();
        let same = json(&[
            "hint",
            game,
            "--position",
            text,
            "--agent",
            "mc:rollouts=2",
            "--seed",
            "5",
            "--jobs",
            "1",
            "--json",
        ]);
        assert_eq!((&hint["action"], &hint["actions"]), (&same["action"], &same["actions"]), "{game}");
        let action = &hint["action"];
        let after = served(
            format!("{{\"ask\":\"state\",\"game\":\"{game}\",\"position\":\"{text}\",\"play\":[{action}]}}\n")
                .as_bytes(),
        );
        assert!(after[0]["state"] != state["state"] && after[0].get("error").is_none(), "{}", after[0]);
    }
}

#[test]
fn wrong_lines_get_errors() {
    let long = format!("{{\"ask\":\"{}\"}}", "x".repeat(1 << 20));
    let nested = "[".repeat(100_000);
    let cases: [(&str, &str); 15] = [
        ("nonsense", "not a line of JSON"),
        ("\u{0}", "not a line of JSON"),
        (&nested, "not a line of JSON"),
        ("[1]", "not an object"),
        ("{}", "missing field `ask`"),
        ("{\"ask\":\"dance\"}", "unknown variant `dance`"),
        ("{\"ask\":\"state\",\"gane\":\"threes\"}", "unknown field `gane`"),
        ("{\"ask\":\"state\",\"game\":\"chess\"}", "unknown game"),
        ("{\"ask\":\"state\",\"game\":\"match5\",\"position\":\"9 r\"}", "position"),
        ("{\"ask\":\"state\",\"game\":\"match5\",\"play\":[\"a1\",\"a1\"]}", "play 2 (a1)"),
        ("{\"ask\":\"search\",\"game\":\"match5\",\"agent\":\"nobody\"}", "unknown agent"),
        ("{\"ask\":\"search\",\"game\":\"match5\",\"ms\":0}", "ms is 0"),
        ("{\"ask\":\"search\",\"game\":\"threes\"}", "chance"),
        ("{\"ask\":\"observe\",\"game\":\"match5\",\"view\":\"third\"}", "unknown variant `third`"),
        (&long, "more than 1048576 bytes"),
    ];
    let mut lines: Vec<u8> = b"\n \xff\xfe\n".to_vec();
    for (line, _) in &cases {
        lines.extend(line.as_bytes());
        lines.push(b'\n');
    }
    // The longest line, and after it a last one without an end.
    let longest = "{\"ask\":\"games\",\"id\":\"longest\"}";
    lines.extend(format!("{longest}{}\n", " ".repeat((1 << 20) - longest.len())).bytes());
    lines.extend(b"{\"ask\":\"state\",\"game\":\"match5\",\"id\":\"last\"}");
    let answers = served(&lines);
    assert_eq!(answers.len(), cases.len() + 3);
    assert!(answers[0]["error"].as_str().is_some());
    for ((line, expected), answer) in cases.iter().zip(&answers[1..]) {
        let error = answer["error"].as_str().unwrap_or_else(|| panic!("{line}: {answer}"));
        assert!(error.contains(expected), "{}: {error}", &line[..line.len().min(80)]);
    }
    assert_eq!((&answers[cases.len() + 1]["id"], &answers[cases.len() + 2]["id"]), (&"longest".into(), &"last".into()));
}

#[test]
fn a_hint_is_drawn_as_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hint.svg");
    let position = "4d2b1/9/6b2/1f5a1/9/9/9/9/5b3 gff 0 m";
    let line = ["hint", "five-or-more", "--position", position, "--agent", "simple-bias", "--svg"];
    json(&[&line[..], &[file.to_str().unwrap(), "--json"]].concat());
    let picture = std::fs::read_to_string(&file).unwrap();
    assert_eq!(picture.matches("<circle").count(), 6);
    assert_eq!(picture.matches("class=\"mark\"").count(), 2, "the stone and its target");
    crate::common::refusal(&[&line[..], &[folder.path().to_str().unwrap()]].concat(), 1);
}
