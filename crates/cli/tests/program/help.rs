//! The examples of the help texts.

use std::path::Path;

use crate::commands_of_help;
use crate::common::{program, stdout};

/// Returns the examples of a command's help, each as a line that can be pasted into a shell.
fn examples(command: &str) -> Vec<String> {
    let help = stdout(&[command, "--help"]);
    let mut examples: Vec<String> = Vec::new();
    let mut lines = help.lines().skip_while(|line| !line.starts_with("Example")).skip(1);
    while let Some(mut line) = lines.next().filter(|line| !line.is_empty()) {
        assert!(line.starts_with("  gambol "), "{command}: half an example: {line}");
        let mut example = String::new();
        while let Some(begun) = line.strip_suffix('\\') {
            example += begun;
            line = lines.next().expect("it goes on");
        }
        examples.push(example + line);
    }
    examples
}

/// Splits a line into words, like a shell.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (number, part) in line.split('\'').enumerate() {
        if number % 2 == 1 {
            words.last_mut().expect("a word").push_str(part);
            continue;
        }
        for letter in part.chars() {
            match words.last_mut() {
                Some(word) if letter != ' ' => word.push(letter),
                _ => words.push(String::new()),
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Sets the value of an option.
fn set(words: &mut Vec<String>, option: &str, value: &str) {
    match words.iter().position(|word| word == option) {
        Some(at) => value.clone_into(&mut words[at + 1]),
        None => words.extend([option, value].map(str::to_owned)),
    }
}

/// Returns the words of the example with the smallest possible workload.
fn quick(example: &str) -> Vec<String> {
    let mut words = words(example);
    let command = words[1].clone();
    let settings: &[(&str, &str)] = match command.as_str() {
        "run" | "match" | "tournament" | "sweep" | "export" => &[("--games", "2"), ("--max-moves", "6"), ("--ms", "5")],
        "tune" => &[("--games", "2"), ("--max-moves", "6"), ("--ms", "5"), ("--generations", "1"), ("--check", "2")],
        "analyse" => &[("--ms", "5")],
        "self-play" => &[("--games", "2"), ("--max-moves", "6")],
        "train" => &[("--games", "2"), ("--scale", "0.000001")],
        // A position with an immediate win and a certificate.
        "solve" => &[("--plies", "1"), ("--mb", "32"), ("--position", "4w1/2w3/4w1/5w/1bbbb1/2w3 b")],
        _ => &[],
    };
    // A clock replaces the time of a move.
    let has_clock = words.iter().any(|word| word == "--tc");
    for (option, value) in settings.iter().filter(|(option, _)| !(has_clock && *option == "--ms")) {
        set(&mut words, option, value);
    }
    words.remove(0);
    words
}

fn run(folder: &Path, words: &[String]) -> Result<(), String> {
    let output = program().args(words).current_dir(folder).output().expect("the program starts");
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

#[test]
fn every_example_of_every_help_text_works() {
    let commands = commands_of_help();
    assert!(commands.len() >= 19 && commands.contains(&"sweep".to_owned()), "{commands:?}");
    let mut count = 0;
    for command in commands.iter().filter(|command| *command != "help") {
        let folder = tempfile::tempdir().unwrap();
        // The files of the examples of `analyse`.
        for (game, agent, file) in [("match5", "threat", "games.jsonl"), ("threes", "random", "threes.jsonl")] {
            let line = format!("run {game} --agent {agent} --games 4 --max-moves 6 --record-games --out {file}");
            if command == "analyse" {
                run(folder.path(), &words(&line)).unwrap();
            }
        }
        if command == "self-play" {
            let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../onnx/tests/threes.onnx");
            std::fs::copy(network, folder.path().join("threes.onnx")).unwrap();
        }
        let has_networks = cfg!(feature = "onnx");
        for example in examples(command).into_iter().filter(|example| has_networks || !example.contains("onnx:")) {
            let words = quick(&example);
            let ran = run(folder.path(), &words);
            assert!(ran.is_ok(), "{example}\nas {}: {ran:?}", words.join(" "));
            count += 1;
        }
    }
    assert!(count >= 18, "{count} examples");
}
