//! `gambol solve`: verdicts with their lines, certificates, and resumption from a checkpoint.

use crate::common::{gambol, json, refusal, stdout};

/// Won by `w` in three plies.
const WON: &str = "1www2/6/6/6/1bbb2/6 w";

fn solve<'a>(position: &'a str, plies: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["solve", "pentago-swap", "--mb", "32", "--position", position, "--plies", plies], more].concat()
}

#[test]
fn a_win_comes_with_its_line() {
    let report = json(&solve(WON, "7", &["--json"]));
    assert_eq!(report["verdict"], "win");
    let plies = report["plies"].as_u64().unwrap();
    assert_eq!(report["line"].as_array().unwrap().len() as u64, plies);
    for jobs in ["1", "3"] {
        let again = json(&solve(WON, "7", &["--json", "--jobs", jobs]));
        assert_eq!((&again["verdict"], &again["plies"]), (&report["verdict"], &report["plies"]));
    }
    let mut inspect = vec!["inspect", "pentago-swap", "--position", WON, "--json"];
    for action in report["line"].as_array().unwrap() {
        inspect.extend(["--play", action.as_str().unwrap()]);
    }
    let end = json(&inspect);
    assert_eq!((&end["turn"], &end["score"]), (&"over".into(), &1.into()));
    let text = stdout(&solve(WON, "7", &[]));
    assert!(text.starts_with(&format!("win in {plies} plies\n")), "{text}");
    assert!(stdout(&solve("6/6/6/6/6/6 w", "3", &[])).starts_with("unknown: no forced win within 3 plies"));
}

#[test]
fn certificates_and_results_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name| folder.path().join(name).display().to_string();
    let (proof, results) = (path("proof"), path("results"));
    let report = json(&solve(WON, "7", &["--certificate", &proof, "--json"]));
    let file = std::fs::read(&proof).unwrap();
    let start = file.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(2).unwrap().0 + 1;
    assert!(file.starts_with(b"pentago-swap certificate 2\nposition .www"));
    assert_eq!((file.len() - start) as u64, 20 * report["certificate_entries"].as_u64().unwrap());
    // The answer is printed even if the file cannot be written.
    for (more, answer) in [(&[][..], "unknown: no forced win within 1 plies"), (&["--json"], r#""verdict":"unknown""#)]
    {
        let output = gambol(&solve(WON, "1", &[&["--certificate", &proof], more].concat()));
        let [said, refused] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        assert_eq!(output.status.code(), Some(1), "{refused}");
        assert!(refused.contains("only wins of the side to move are written"), "{refused}");
        assert!(said.contains(answer), "{said}");
    }
    let refused = refusal(&solve(WON, "3", &["--checkpoint", &results, "--resume"]), 1);
    assert!(refused.contains("results: "), "{refused}");
    stdout(&solve(WON, "3", &["--checkpoint", &results]));
    let kept = std::fs::read(&results).unwrap();
    let refused = refusal(&solve(WON, "1", &["--checkpoint", &results]), 1);
    assert!(refused.contains("results: a checkpoint already exists; continue it with --resume"), "{refused}");
    assert!(std::fs::read(&results).unwrap() == kept, "it is left as it was");
    let again = gambol(&solve(WON, "3", &["--checkpoint", &results, "--resume"]));
    let said = String::from_utf8(again.stderr).unwrap();
    assert!(again.status.success() && said.contains(&format!("results from {results}")), "{said}");
}

#[test]
fn bad_input_is_refused() {
    let refused = refusal(&["solve", "match5"], 1);
    assert!(refused.contains("no solver for this game"), "{refused}");
    let refused = refusal(&["solve", "pentago-swap", "--mb", "31"], 1);
    assert!(refused.contains("too small"), "{refused}");
    // 2⁶⁴ bytes.
    let refused = refusal(&["solve", "pentago-swap", "--mb", "17592186044416"], 1);
    assert!(refused.contains("18446744073709551615 bytes"), "{refused}");
    refusal(&["solve", "pentago-swap", "--plies", "37"], 2);
    refusal(&["solve", "pentago-swap", "--resume"], 2);
    refusal(&["solve", "pentago-swap", "--position", "6 w"], 1);
}
