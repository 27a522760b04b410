//! The scripts for the tables of the project's source documents, with stand-ins for the programs.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// Returns the files of the third table's games, for these settings of the search.
fn drawn(search: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let stand_in = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
        path
    };
    let said = folder.path().join("said");
    let output = Command::new("bash")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/tables/five-or-more.sh"))
        .arg("3")
        .env("PROGRAM", stand_in("program", "echo {}"))
        .env("FLOW", stand_in("flow", &format!("printf '%s\\n' \"$@\" > {}", said.display())))
        .env("RECORDS", folder.path().join("records"))
        .env("GAMES", "1")
        .env("SEARCH", search)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = fs::read_to_string(said).unwrap();
    let words: Vec<&str> = said.lines().collect();
    ["--svg", "--json"]
        .map(|option| words[words.iter().position(|word| *word == option).unwrap() + 1].to_owned())
        .into()
}

#[test]
fn another_search_is_drawn_into_a_file_of_its_own() {
    let flow = |suffix| {
        vec![
            format!("docs/results/five-or-more-flow{suffix}.svg"),
            format!("docs/results/data/five-or-more/table-3{suffix}.json"),
        ]
    };
    assert_eq!(drawn("z=100"), flow(""));
    assert_eq!(drawn("z=5"), flow("-z-5"));
}
