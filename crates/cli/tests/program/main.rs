//! Tests of the program: its commands, its files and its texts.

use std::path::Path;

mod campaign;
mod commands;
#[path = "../common/mod.rs"]
mod common;
mod completions;
#[path = "../forge/mod.rs"]
mod forge;
mod golden;
mod help;
mod learn;
mod matches;
mod outputs;
mod report;
mod self_play;
mod series;
mod serve;
#[path = "../common/skip.rs"]
mod skip;
mod solve;
mod study;
mod tables;
mod terminals;
#[path = "../timeless/mod.rs"]
mod timeless;
mod train;
mod tune;

fn text(path: &Path) -> &str {
    path.to_str().expect("a name")
}

/// The commands of the program, by its help.
fn commands_of_help() -> Vec<String> {
    let help = common::stdout(&["--help"]);
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // A command's line continues on indented lines below it.
    let names = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<String> = names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect();
    assert!(names.len() >= 21 && names.contains(&"completions".to_owned()), "{names:?}");
    names
}
