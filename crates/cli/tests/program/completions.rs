//! Completion scripts of shells, and manual pages.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::commands_of_help;
use crate::common::{refusal, stdout};

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// Runs the program under another name.
#[cfg(unix)]
fn renamed(name: &str, args: &[&str]) -> std::process::Output {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join(name);
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_gambol"), &link).unwrap();
    Command::new(link).args(args).current_dir(folder.path()).output().expect("the program starts")
}

/// Returns the names of the files in a folder.
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn every_script_names_every_command() {
    for shell in SHELLS {
        let script = stdout(&["completions", shell]);
        for command in commands_of_help() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
        for option in ["record-games", "opening-plies", "certificate"] {
            assert!(script.contains(option), "{shell}: {option}");
        }
        // Nothing is escaped on its way to standard output.
        assert!(!script.contains("\\u{"), "{shell}");
    }
}

/// Returns the words that bash offers after a line of words.
fn offered_by_bash(script: &Path, line: &[&str]) -> Vec<String> {
    let program = "source \"$0\"; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); \
                   _gambol gambol \"${COMP_WORDS[COMP_CWORD]}\" \"${COMP_WORDS[COMP_CWORD - 1]}\"; \
                   printf '%s\\n' \"${COMPREPLY[@]}\"";
    let output = Command::new("bash").args(["-c", program]).arg(script).args(line).output().expect("bash starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn bash_accepts_its_script_and_completes() {
    if !Command::new("bash").arg("--version").stdout(Stdio::null()).status().is_ok_and(|status| status.success()) {
        crate::skip::skip("there is no bash");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("gambol.bash");
    fs::write(&path, stdout(&["completions", "bash"])).unwrap();
    let checked = Command::new("bash").arg("-n").arg(&path).output().unwrap();
    assert!(checked.status.success() && checked.stderr.is_empty(), "{}", String::from_utf8_lossy(&checked.stderr));
    assert_eq!(offered_by_bash(&path, &["gambol", "to"]), ["tournament"]);
    assert_eq!(offered_by_bash(&path, &["gambol", "run", "threes", "--rec"]), ["--record-games"]);
    assert_eq!(offered_by_bash(&path, &["gambol", "play", "threes", "--level", "h"]), ["hard"]);
}

#[test]
fn every_command_has_a_page() {
    let folder = tempfile::tempdir().unwrap();
    // A folder that does not exist yet.
    let pages = folder.path().join("share/man1");
    let said = stdout(&["man", "--out", pages.to_str().unwrap()]);
    let commands: Vec<String> = commands_of_help().into_iter().filter(|command| command != "help").collect();
    assert_eq!(said.trim_end(), format!("{} pages in {}", commands.len() + 1, pages.display()));
    let mut expected: Vec<String> = commands.iter().map(|command| format!("gambol-{command}.1")).collect();
    expected.push("gambol.1".to_owned());
    expected.sort();
    // No temporary file is left.
    assert_eq!(files(&pages), expected);
    for file in &expected {
        let page = fs::read_to_string(pages.join(file)).unwrap();
        let name = file.trim_end_matches(".1").replace('-', "\\-");
        assert!(page.contains(&format!(".TH {} 1", file.trim_end_matches(".1"))), "{file}: {page}");
        assert!(page.contains(&format!(".SH NAME\n{name} \\- ")), "{file}: {page}");
        assert!(page.contains(".SH SYNOPSIS") && page.contains(".SH OPTIONS"), "{file}");
    }
    let page = fs::read_to_string(pages.join("gambol-run.1")).unwrap();
    assert!(page.contains(".SH EXAMPLES\n.nf\n") && page.contains("  gambol run threes"), "{page}");
    assert!(page.contains("Number of games."), "{page}");
    // Pages are replaced, and other files stay.
    fs::write(pages.join("gambol-run.1"), "old").unwrap();
    fs::write(pages.join("other.1"), "other").unwrap();
    stdout(&["man", "--out", pages.to_str().unwrap()]);
    assert_eq!(fs::read_to_string(pages.join("gambol-run.1")).unwrap(), page);
    assert_eq!(fs::read_to_string(pages.join("other.1")).unwrap(), "other");
    // Without a folder, the page of the program is printed.
    assert_eq!(stdout(&["man"]), fs::read_to_string(pages.join("gambol.1")).unwrap());
}

#[cfg(unix)]
#[test]
fn both_use_the_name_of_the_program() {
    for shell in SHELLS {
        let output = renamed("my-games", &["completions", shell]);
        let script = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && script.contains("my-games"), "{shell}");
        // Help texts have it, too. A label inside the script of zsh keeps ours.
        assert!(!script.contains("gambol "), "{shell}: {script}");
    }
    let output = renamed("my-games", &["man", "--out", "pages"]);
    assert_eq!(String::from_utf8(output.stdout).unwrap().trim_end(), "25 pages in pages");
    let page = String::from_utf8(renamed("my-games", &["man"]).stdout).unwrap();
    assert!(page.contains("my\\-games\\-run(1)") && !page.contains("gambol"), "{page}");
    // A name that a script could not contain.
    let output = renamed("my games", &["completions", "bash"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("program `my games`"));
}

#[test]
fn wrong_arguments_are_refused() {
    let refused = refusal(&["completions", "tcsh"], 2);
    assert!(refused.contains("tcsh") && refused.contains("bash, elvish, fish, powershell, zsh"), "{refused}");
    assert!(refusal(&["completions"], 2).contains("SHELL"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    assert!(refusal(&["man", "--out", file.to_str().unwrap()], 1).contains("file"));
}
