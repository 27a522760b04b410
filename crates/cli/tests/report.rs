//! The page of `gambol report`: what is on it, and in a browser, that the replay steps.

mod common;
#[path = "common/skip.rs"]
mod skip;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{json, refusal, stdout};
use serde_json::Value;
use tempfile::TempDir;

struct Files {
    folder: TempDir,
    page: PathBuf,
}

impl Files {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let page = folder.path().join("page.html");
        Self { folder, page }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn play(&self, name: &str, args: &[&str]) -> String {
        let out = self.path(name);
        stdout(&[args, &["--out", &out]].concat());
        out
    }

    fn report(&self, args: &[&str]) -> (Value, String) {
        let result = json(&[&["report", "--json", "--out", self.page.to_str().unwrap()], args].concat());
        (result, std::fs::read_to_string(&self.page).unwrap())
    }
}

#[test]
fn a_page_shows_runs_and_matches_and_needs_no_network() {
    let files = Files::new();
    let run = files.play("run.jsonl", &["run", "threes", "--agent", "mc:z=2", "--games", "20", "--record-games"]);
    let plain = files.play("plain.jsonl", &["run", "five-or-more", "--agent", "random", "--games", "20"]);
    let puzzle = ["match", "tenten", "--agents", "mc:z=1", "random", "--games", "20", "--record-games"];
    let puzzle = files.play("puzzle.jsonl", &puzzle);
    let duel = ["match", "pentago-swap", "--agents", "mc:z=1", "random", "--games", "20", "--record-games"];
    let duel = files.play("duel.jsonl", &duel);
    let (result, page) = files.report(&[&run, &plain, &puzzle, &duel]);
    assert_eq!((&result["files"], &result["games"], &result["replays"]), (&4.into(), &80.into(), &9.into()));
    // Means, scores and times of three games, times of the fourth, and Elo. A run and a puzzle: scores and moves; a duel: results and lengths.
    assert_eq!(page.matches("<svg ").count(), 11 + 2 + 1 + 3 + 2);
    for text in ["Score over moves", "Elo with 95 % intervals", "on the same seeds", "Games were not kept", "10 pairs"]
    {
        assert!(page.contains(text), "{text}");
    }
    let addresses = page.matches("://").count();
    assert_eq!(addresses, page.matches("http://www.w3.org/2000/svg").count(), "a name of SVG is no address");
    let summary = json(&["run", "threes", "--agent", "mc:z=2", "--games", "20", "--json"]);
    assert!(page.contains(&format!("<td>{:.2}</td>", summary["mean"].as_f64().unwrap())));

    let (chosen, _) = files.report(&[&run, "--replay", "3", "--replay", "19"]);
    assert_eq!(chosen["replays"], 2);
}

#[test]
fn what_one_game_does_not_say_is_unknown() {
    let files = Files::new();
    let run = files.play("run.jsonl", &["run", "threes", "--agent", "random", "--games", "1"]);
    let duel = files.play("duel.jsonl", &["match", "match5", "--agents", "threat", "threat", "--games", "2"]);
    let puzzle = files.play("puzzle.jsonl", &["match", "tenten", "--agents", "random", "random", "--games", "2"]);
    let (_, page) = files.report(&[&run, &duel, &puzzle]);
    // The run, each agent of the puzzle, the two of them beside each other, and the match.
    assert_eq!(page.matches("<td>unknown</td>").count(), 4);
    assert!(page.contains("95 % interval unknown, 1 pair") && !page.contains("inf"), "{page}");
}

#[test]
fn plots_go_into_files_and_compare_agents_by_name() {
    let files = Files::new();
    let play =
        |name: &str, agent: &str, games: &str| files.play(name, &["run", "tenten", "--agent", agent, "--games", games]);
    let (one, two) = (play("one.jsonl", "random", "20"), play("two.jsonl", "greedy-single", "20"));
    let three = play("three.jsonl", "random", "30");
    let folder = files.path("plots");
    let (result, page) = files.report(&[&one, &two, &three, "--plots", &folder]);
    // Means, scores, times, and a histogram for each file.
    assert_eq!(result["plots"], 6);
    let mut names: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let scores = (1..=3).map(|number| format!("file-{number}-scores-1.svg"));
    let due: Vec<_> = scores.chain(["means", "scores", "times"].map(|name| format!("tenten-{name}.svg"))).collect();
    assert_eq!(names, due);
    for name in names {
        let plot = std::fs::read_to_string(Path::new(&folder).join(&name)).unwrap();
        assert!(page.contains(&plot), "{name} is on the page");
    }
    let boxes = std::fs::read_to_string(Path::new(&folder).join("tenten-scores.svg")).unwrap();
    // The same agent twice: then the file says which.
    for name in ["greedy-single\n", "random (one.jsonl)\n", "random (three.jsonl)\n", "score, logarithmic\n"] {
        assert!(boxes.contains(name), "{name}: {boxes}");
    }
}

#[test]
fn what_cannot_be_reported_is_refused() {
    let files = Files::new();
    let page = files.path("page.html");
    let plain = files.play("plain.jsonl", &["run", "match5", "--agent", "random", "--games", "4"]);
    let kept = files.play("kept.jsonl", &["run", "match5", "--agent", "random", "--games", "4", "--record-games"]);
    let text = std::fs::read_to_string(&kept).unwrap();
    let write = |name: &str, text: &str| {
        std::fs::write(files.path(name), text).unwrap();
        files.path(name)
    };
    let torn = write("torn.jsonl", &text[..text.len() - 9]);
    let empty = write("empty.jsonl", text.lines().next().unwrap());
    // The first game's first event, twice.
    let event = text.split("\"events\":[").nth(1).unwrap().split(',').next().unwrap();
    let forged = write("forged.jsonl", &text.replacen(event, &format!("{event},{event}"), 1));
    let other = write("other.jsonl", &text.replacen("\"score\":", "\"score\":7", 1));
    for (args, named) in [
        (vec![plain.as_str(), "--replay", "1"], "--record-games"),
        (vec![kept.as_str(), "--replay", "4"], "there is no game 4"),
        (vec![torn.as_str()], "its end is missing"),
        (vec![empty.as_str()], "it has no header"),
        (vec![forged.as_str(), "--replay", "0"], "game 0: event 2"),
        (vec![other.as_str(), "--replay", "0"], "do not lead to its end"),
        (vec!["/nowhere.jsonl"], "/nowhere.jsonl"),
    ] {
        let message = refusal(&[&["report", "--out", &page], &args[..]].concat(), 1);
        assert!(message.contains(named), "{args:?}: {message}");
    }
    assert!(!Path::new(&page).exists());
    let message = refusal(&["report", &kept, "--out", &kept], 1);
    assert!(message.contains("the page would take the place of the records"), "{message}");
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), text);
}

/// What a browser makes of a page after this script.
fn browse(page: &Path, script: &str) -> Option<String> {
    let chromium = ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success()))?;
    let text = std::fs::read_to_string(page).unwrap();
    let clicked = page.with_extension("clicked.html");
    std::fs::write(&clicked, text.replace("</body>", &format!("<script>{script}</script></body>"))).unwrap();
    let profile = tempfile::tempdir().unwrap();
    let output = Command::new(chromium)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("file://{}", clicked.display()))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

/// The text of an element by its id.
fn element<'a>(page: &'a str, id: &str) -> &'a str {
    let after = page.split(&format!("id=\"{id}\"")).nth(1).unwrap_or_else(|| panic!("no {id}"));
    after.split_once('>').unwrap().1.split("</").next().unwrap()
}

#[test]
fn in_a_browser_the_plots_are_there_and_the_replay_steps() {
    let files = Files::new();
    for (game, cells) in [("threes", 16), ("five-or-more", 81), ("pentago-swap", 36)] {
        let out = files.path("games.jsonl");
        stdout(&["run", game, "--agent", "random", "--games", "3", "--record-games", "--out", &out]);
        files.report(&[&out, "--replay", "1", "--replay", "2"]);
        let text = std::fs::read_to_string(&out).unwrap();
        let record: Value = serde_json::from_str(text.lines().nth(2).unwrap()).unwrap();
        let events: Vec<&str> =
            record["game"]["events"].as_array().unwrap().iter().map(|event| event.as_str().unwrap()).collect();
        let state = |steps: usize| {
            let mut args = vec!["inspect", game, "--json"];
            args.extend(events[..steps].iter().flat_map(|event| ["--play", event]));
            json(&args)["state"].as_str().unwrap().to_owned()
        };

        let click = "for (let k = 0; k < 12; k++) document.getElementById('next').click();\
                     document.getElementById('back').click();";
        let Some(page) = browse(&files.page, click) else {
            skip::skip("there is no chromium to open the page in");
            return;
        };
        assert_eq!(element(&page, "state"), state(11), "{game}");
        assert_eq!(element(&page, "step"), format!("11 of {}", events.len()));
        assert!(element(&page, "event").ends_with(&events[10].replace('<', "&lt;")));
        let board = page.split("id=\"board\"").nth(1).unwrap().split("</div>").next().unwrap();
        assert_eq!(board.matches("<span").count(), cells, "{game}");
        assert!(board.contains("style=\"background:") && board.contains("class=\"new\""), "{board}");
        assert!(page.matches("<rect").count() > 5, "bars are drawn");

        if game != "threes" {
            continue; // starting a browser takes a while
        }
        let end = browse(&files.page, "document.getElementById('end').click();").unwrap();
        assert_eq!(element(&end, "state"), record["final"].as_str().unwrap());
        assert_eq!(element(&end, "score"), record["score"].to_string());
    }
}

#[test]
fn what_a_file_says_is_text_and_never_part_of_the_page() {
    let files = Files::new();
    let path = files.play("games.jsonl", &["run", "threes", "--agent", "random", "--games", "2"]);
    let text = std::fs::read_to_string(&path).unwrap();
    let (head, games) = text.split_once('\n').unwrap();
    let header: gambol_arena::Header = serde_json::from_str(head).unwrap();
    let agents = vec!["<script>alert('x')</script>\" &".to_owned()];
    let plan = gambol_arena::Plan { agents, ..header.plan };
    let header = serde_json::to_string(&gambol_arena::Header::new(&header.gambol, plan, header.shard)).unwrap();
    std::fs::write(&path, format!("{header}\n{games}")).unwrap();
    let (_, page) = files.report(&[&path]);
    assert!(page.contains("&lt;script&gt;alert") && !page.contains("<script>"), "nothing of it is run");
}
