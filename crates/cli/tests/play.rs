//! `gambol play`, driven in a terminal.

mod common;
#[expect(dead_code, reason = "these records are altered in other ways")]
mod forge;
#[path = "common/tmux.rs"]
mod tmux;

use std::process::Command;

use common::{json, refusal, stdout};
use forge::forge;
use gambol::self_taught::{Fivo, Knowledge};
use tmux::wait::eventually;
use tmux::{Pane, RESTORED};

const GAMES: [(&str, &str); 5] = [
    ("five-or-more", "Five or More"),
    ("tenten", "1010!"),
    ("threes", "Threes!"),
    ("pentago-swap", "Pentago-Swap"),
    ("match5", "Match5"),
];

fn start(pane: &Pane, args: &str) {
    pane.line(&format!("clear; {} play {args}", env!("CARGO_BIN_EXE_gambol")));
}

/// Starts the program with a known process id.
fn start_known(pane: &Pane, args: &str) {
    pane.line(&format!("clear; sh -c 'echo $$ > pid; exec {} play {args}'", env!("CARGO_BIN_EXE_gambol")));
}

#[test]
fn every_game_starts_and_leaves_the_terminal_as_it_was() {
    let Some(pane) = Pane::open(80, 24) else { return };
    for (game, title) in GAMES {
        start(&pane, game);
        pane.wait_for(title);
        pane.keys(&["?"]);
        pane.wait_for("undo, redo");
        pane.keys(&["x"]);
        pane.keys(&["q"]);
        pane.assert_restored(0);
    }
}

#[test]
fn games_are_chosen_from_a_list() {
    let Some(pane) = Pane::open(80, 24) else { return };
    for command in ["", "play"] {
        pane.line(&format!("clear; {} {command}", env!("CARGO_BIN_EXE_gambol")));
        pane.wait_for("choose a game");
        pane.wait_for_all(&GAMES.map(|(_, title)| title));
        pane.keys(&["Enter"]);
        pane.wait_for("Pick a stone");
        pane.keys(&["q"]);
        pane.wait_for("choose a game");
        // The last game, against the weakest level.
        pane.keys(&["Up", "Left", "Left", "Enter"]);
        pane.wait_for_all(&["red  easy", "blue  you"]);
        pane.keys(&["C-c"]);
        pane.wait_for("choose a game");
        pane.keys(&["q"]);
        pane.assert_restored(0);
    }
}

#[test]
fn a_game_without_a_seed_is_another_one_each_time() {
    let Some(pane) = Pane::open(80, 24) else { return };
    let seeds = [(); 2].map(|()| {
        start(&pane, "threes");
        let screen = pane.wait_for_all(&["Deck", "seed "]);
        let seed = screen.split("seed ").nth(1).and_then(|rest| rest.split_whitespace().next()).expect("it is shown");
        pane.keys(&["?", "End"]);
        pane.wait_for(&format!("gambol play threes --seed {seed}"));
        pane.keys(&["x", "q"]);
        pane.assert_restored(0);
        seed.to_owned()
    });
    assert_ne!(seeds[0], seeds[1]);
}

#[test]
fn a_game_is_played_by_keys_and_mouse_saved_and_loaded() {
    let Some(pane) = Pane::open(80, 24) else { return };
    // A position with one stone, whose targets are shown.
    start(&pane, "five-or-more --seed 1 --position '4a4/9/9/9/9/9/9/9/9 abc 0 m'");
    let screen = pane.wait_for_all(&["Pick a stone", "▗"]);
    let (y, line) = screen.lines().skip(1).enumerate().find(|(_, line)| line.contains('▗')).expect("a stone");
    let x = line.chars().position(|c| c == '▗').expect("its place") as u16;
    pane.click((x + 1, y as u16));
    pane.wait_for("Choose its target cell");
    pane.wait_until("80 targets", |screen| screen.matches('·').count() == 80);
    pane.keys(&["Down", "Space"]);
    pane.wait_for("Moves 1");
    pane.keys(&["w"]);
    pane.wait_for("Save the game");
    pane.keys(&["Enter"]);
    pane.wait_for("Saved to five-or-more.jsonl");
    pane.keys(&["C-c"]);
    pane.assert_restored(0);

    start(&pane, "five-or-more --load five-or-more.jsonl");
    pane.wait_for("Moves 1");
    pane.keys(&["q"]);
    pane.assert_restored(0);
    // The file is a file of records: a report replays it.
    let file = pane.folder().join("five-or-more.jsonl");
    let page = pane.folder().join("page.html");
    stdout(&["report", file.to_str().unwrap(), "--out", page.to_str().unwrap()]);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("e1-e2"), "the move is in the replay");
}

#[test]
fn a_hint_is_searched_for_and_stopped_and_an_agent_plays() {
    let Some(pane) = Pane::open(100, 30) else { return };
    start(&pane, "match5 --side first --agent mcts:ms=3600000 --ms 50");
    pane.wait_for("Place a stone");
    pane.keys(&["h"]);
    pane.wait_for("thinks");
    pane.wait_for("so far");
    pane.keys(&["h"]);
    pane.wait_for("Agent mcts");
    pane.keys(&["Space"]);
    pane.wait_for("2 moves");
    pane.keys(&["a"]);
    pane.wait_for("6 moves");
    pane.keys(&["q"]);
    pane.assert_restored(0);
}

#[test]
fn knowledge_is_played_against_and_looked_at() {
    let Some(pane) = Pane::open(80, 24) else { return };
    let file = pane.folder().join("Ada.fivo");
    let name = file.to_str().unwrap();
    stdout(&["learn", "match5", "--games", "100", "--out", name]);
    let before = std::fs::read(&file).unwrap();
    start(&pane, "match5 --seed 1 --side first --knowledge Ada.fivo");
    pane.wait_for_all(&["blue  self-taught", "Ada", "owner, level"]);
    pane.keys(&["Space"]);
    pane.wait_for("2 moves");
    pane.keys(&["k"]);
    pane.wait_for("Pattern 1 of");
    pane.keys(&["NPage", "Down"]);
    pane.wait_for("Pattern 12 of");
    pane.mouse(64, (40, 10), true);
    pane.wait_for("Pattern 11 of");
    pane.keys(&["m"]);
    pane.wait_for("Mutations of pattern 11");
    pane.keys(&["f"]);
    pane.wait_for("  1  ");
    // Erased knowledge that is not stored is asked for before the end.
    pane.keys(&["k", "m", "x", "q"]);
    pane.wait_for("not stored");
    pane.keys(&["q"]);
    pane.wait_for("would be lost");
    pane.keys(&["y"]);
    pane.assert_restored(0);
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[test]
fn what_was_learned_is_stored_when_it_is_ended_from_outside() {
    for window_closed in [false, true] {
        let Some(pane) = Pane::open(80, 24) else { return };
        let mut file = Fivo::create(pane.folder(), "Ada", "", Knowledge::default()).unwrap();
        file.knowledge_mut().unwrap().insert("RRRR/RRRX 1".parse().unwrap());
        file.store().unwrap();
        let position = "r1r6/9/9/9/9/9/9/9/b1b6 r";
        // With another seed, the answers may occupy the clicked cells.
        start_known(&pane, &format!("match5 --seed 1 --side first --knowledge Ada.fivo --position \"{position}\""));
        pane.wait_for("Place a stone");
        // d1, e1, and b1 between them.
        for (x, said) in [(16, "2 moves"), (20, "4 moves"), (8, "Learned")] {
            pane.click((x, 2));
            pane.wait_for(said);
        }
        let level = || Fivo::open(file.path(), "").unwrap().knowledge().level();
        assert_eq!(level(), 1);
        if window_closed {
            pane.tmux(&["kill-server"]);
            eventually(|| (level() == 2).then_some(())).expect("the knowledge is stored");
        } else {
            let pid = std::fs::read_to_string(pane.folder().join("pid")).unwrap();
            assert!(Command::new("kill").args(["-TERM", pid.trim()]).status().unwrap().success());
            pane.assert_restored(143);
            pane.wait_for("Stored in Ada.fivo");
        }
        assert_eq!(level(), 2);
    }
}

#[test]
fn signals_end_it_and_the_terminal_is_as_it_was() {
    let Some(pane) = Pane::open(80, 24) else { return };
    for (signal, code) in [("TERM", 143), ("INT", 130), ("HUP", 129)] {
        let _ = std::fs::remove_file(pane.folder().join("pid"));
        start_known(&pane, "threes --agent mcts:ms=3600000");
        pane.wait_for("Threes!");
        // Also while a search runs.
        pane.keys(&["h"]);
        pane.wait_for("thinks");
        let pid = std::fs::read_to_string(pane.folder().join("pid")).unwrap();
        assert!(Command::new("kill").args([&format!("-{signal}"), pid.trim()]).status().unwrap().success());
        pane.assert_restored(code);
        pane.line("clear");
    }
}

#[test]
fn it_is_suspended_and_comes_back() {
    let Some(pane) = Pane::open(80, 24) else { return };
    start(&pane, "match5");
    pane.wait_for("Match5");
    pane.keys(&["C-z"]);
    pane.wait_for("Stopped");
    assert_eq!(pane.flags(), RESTORED);
    pane.line("fg");
    pane.wait_for("Place a stone");
    pane.keys(&["q"]);
    pane.assert_restored(0);
}

#[test]
fn a_small_terminal_is_told_so_and_grows() {
    let Some(pane) = Pane::open(80, 24) else { return };
    start(&pane, "tenten");
    pane.wait_for("1010!");
    pane.resize(30, 8);
    pane.wait_for("too small");
    pane.keys(&["1", "Space"]);
    pane.resize(120, 40);
    pane.wait_for("1010!");
    pane.keys(&["q"]);
    pane.assert_restored(0);
}

#[test]
fn what_is_wrong_is_said_in_a_line_before_the_screen_is_touched() {
    for (args, reason) in [
        (&["play", "chess"][..], "unknown game"),
        (&["play", "threes", "--agent", "nobody"], "unknown agent"),
        (&["play", "threes", "--players", "2"], "players"),
        (&["play", "match5", "--load", "/no/where"], "/no/where"),
        (&["play", "chess", "--load", "/no/where"], "/no/where"),
        (&["play", "match5", "--position", "9 r"], "9"),
        (&["play", "threes", "--knowledge", "Ada.fivo"], "no self-learning player in this game"),
        (&["play", "match5:gomoku", "--knowledge", "Ada.fivo"], "on a board of this size"),
        (&["play", "match5", "--knowledge", "/no/where.fivo"], "/no/where.fivo"),
        (&["play", "match5", "--knowledge", "Cargo.toml"], "Cargo.toml"),
        // Valid, except that there is no terminal.
        (&["play", "match5"], "play needs a terminal"),
    ] {
        let message = refusal(args, 1);
        assert!(message.contains(reason), "{args:?}: {message}");
    }
    assert!(refusal(&["play"], 2).contains("missing game"));
    assert!(refusal(&["play", "--seed", "7"], 2).contains("GAME"));
    assert!(refusal(&[], 2).contains("missing command"));
    refusal(&["play", "match5", "--level", "easy", "--agent", "mc"], 2);
    refusal(&["play", "match5", "--players", "3"], 2);

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("runs.jsonl");
    let name = file.to_str().unwrap();
    let run = ["run", "threes", "--agent", "random", "--games", "2", "--out", name, "--json"];
    json(&run);
    assert!(refusal(&["play", "threes", "--load", name], 1).contains("--record-games"));
    std::fs::remove_file(&file).unwrap();
    json(&[&run[..], &["--record-games"]].concat());
    assert!(refusal(&["play", "match5", "--load", name], 1).contains("it is a game of threes"));
    // A valid file gets as far as the terminal.
    assert!(refusal(&["play", "threes", "--load", name], 1).contains("needs a terminal"));
    forge(&file, |_, records| records[0].game.as_mut().unwrap().events.insert(0, "z9=9".to_owned()));
    assert!(refusal(&["play", "threes", "--load", name], 1).contains("event 1 (z9=9)"));
}

#[test]
fn it_ends_with_its_terminal_and_without_a_panic() {
    for (args, title) in [("match5", "Match5"), ("threes --agent mcts:ms=3600000 --players 0", "Threes!")] {
        let Some(pane) = Pane::open(80, 24) else { return };
        // A parent process that outlives the terminal and records the exit code.
        let program = env!("CARGO_BIN_EXE_gambol");
        pane.line(&format!("clear; sh -c 'trap : HUP; {program} play {args}; echo $? > part; mv part code'"));
        pane.wait_for(title);
        pane.tmux(&["kill-server"]);
        let code = pane.folder().join("code");
        let code = eventually(|| std::fs::read_to_string(&code).ok()).expect("it ends");
        // Either the terminal fails first, or the signal arrives first.
        assert!(["1", "129"].contains(&code.trim()), "{code}");
    }
}
