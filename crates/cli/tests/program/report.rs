//! The page of `gambol report`: its contents, and its rendering in a browser.

#[cfg(unix)]
mod chromium;
#[cfg(unix)]
mod screens;

use std::path::{Path, PathBuf};

use crate::common::{json, refusal, stdout};
use crate::forge::{forge, with};
use gambol_arena::{Header, Record};
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

    /// The same, without the titles in the cells of its tables.
    fn plain(&self, args: &[&str]) -> (Value, String) {
        let (result, page) = self.report(args);
        let mut parts = page.split(" data-label=\"");
        let first = parts.next().unwrap().to_owned();
        let page = parts.fold(first, |page, part| page + part.split_once('"').unwrap().1);
        (result, page)
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
    let (result, page) = files.plain(&[&run, &plain, &puzzle, &duel]);
    assert_eq!((&result["files"], &result["games"], &result["replays"]), (&4.into(), &80.into(), &9.into()));
    // Means, scores and times of the puzzle's agents, times of the duel's. A run and a puzzle:
    // scores, games and moves; a duel: results, lengths and games.
    assert_eq!(page.matches("<svg ").count(), 4 + 3 + 2 + 3 + 3);
    for text in ["Score over moves", "mean of the last 5", "on the same seeds", "Games were not recorded", "10 pairs"] {
        assert!(page.contains(text), "{text}");
    }
    // The processes, conditions and times.
    for text in
        ["<code>gambol run threes --agent mc:z=2 --games 20 --record-games --out ", "<dt>Machine</dt>", " UTC</dd>"]
    {
        assert!(page.contains(text), "{text}");
    }
    let addresses = page.matches("://").count();
    assert_eq!(addresses, page.matches("http://www.w3.org/2000/svg").count(), "a name of SVG is no address");
    let summary = json(&["run", "threes", "--agent", "mc:z=2", "--games", "20", "--json"]);
    assert!(page.contains(&format!("<td>{:.2}</td>", summary["mean"].as_f64().unwrap())));

    // The replays have the same colours as the terminal game.
    for colour in [r##""1":"#00afff""##, r##""2":"#ff5f87""##, r##""w":"#eeeeee""##, r##"["xx/xx","#87af5f"]"##] {
        assert!(page.contains(colour), "{colour}");
    }

    let (chosen, _) = files.plain(&[&run, "--replay", "3", "--replay", "19"]);
    assert_eq!(chosen["replays"], 2);
}

#[test]
fn fewer_than_five_games_have_no_interval() {
    let files = Files::new();
    let run = files.play("run.jsonl", &["run", "threes", "--agent", "random", "--games", "1"]);
    let duel = files.play("duel.jsonl", &["match", "match5", "--agents", "threat", "threat", "--games", "2"]);
    let puzzle = files.play("puzzle.jsonl", &["match", "tenten", "--agents", "random", "random", "--games", "2"]);
    let (_, page) = files.plain(&[&run, &duel, &puzzle]);
    // The run, each agent of the puzzle, and the match.
    assert_eq!(page.matches("too few games</td>").count(), 4, "{page}");
    assert!(page.contains("95 % interval: too few games, 1 pair") && !page.contains("inf"), "{page}");
}

#[test]
fn a_page_of_a_part_says_so() {
    let files = Files::new();
    let duel = ["match", "pentago-swap", "--agents", "mc:z=1", "random", "--games", "30"];
    let whole = files.play("whole.jsonl", &duel);
    let (result, page) = files.plain(&[&whole]);
    assert_eq!((&result["games"], &result["of"]), (&30.into(), &30.into()));
    assert!(!page.contains("class=\"part\"") && page.contains("<td>30</td>"));

    // Truncated in the last line, so that the last pair is incomplete.
    let text = std::fs::read_to_string(&whole).unwrap();
    let part = files.path("part.jsonl.partial");
    std::fs::write(&part, &text[..text.len() - 9]).unwrap();
    let (result, page) = files.plain(&[&part]);
    assert_eq!((&result["games"], &result["of"]), (&29.into(), &30.into()));
    let said = stdout(&["report", &part, "--out", &files.path("said.html")]);
    assert!(said.contains("1 file, 29 of 30 games"), "{said}");
    let notice = page.split("class=\"part\"").nth(1).unwrap().split("</p>").next().unwrap();
    assert!(notice.contains("<strong>29 of 30 games</strong>") && notice.contains("part.jsonl.partial"), "{notice}");
    assert!(notice.contains("half a pair") && page.contains("<td>29 of 30</td>"), "{notice}");
    // The pairs are those of the first 28 games.
    let pairs = |page: &str| {
        let cell = page.split("<td>").find(|cell| cell.split("</td>").next().unwrap().matches(' ').count() == 4);
        let counts = cell.unwrap().split("</td>").next().unwrap().split(' ');
        counts.map(|count| count.parse::<u64>().unwrap()).sum::<u64>()
    };
    assert_eq!(pairs(&page), 14);
    let shorter: String = text.split_inclusive('\n').take(29).collect();
    std::fs::write(&part, shorter).unwrap();
    let (_, shorter) = files.plain(&[&part]);
    assert!(shorter.contains("<strong>28 of 30 games</strong>") && !shorter.contains("half a pair"));
    let elo = |page: &str| page.split("id=\"duels\"").nth(1).unwrap().split("<td>").skip(8).take(4).collect::<String>();
    assert_eq!(elo(&page), elo(&shorter), "score, Elo, interval and pairs are those of whole pairs");

    let puzzle = ["match", "threes", "--agents", "random", "mc:z=1", "--games", "10", "--max-moves", "5"];
    let shard = files.play("shard.jsonl", &[&puzzle[..], &["--shard", "2/3"]].concat());
    let (result, page) = files.plain(&[&whole, &shard]);
    assert_eq!((&result["games"], &result["of"]), (&34.into(), &40.into()));
    let notice = page.split("class=\"part\"").nth(1).unwrap().split("</p>").next().unwrap();
    assert!(notice.contains("4 of 10 games") && notice.contains("shard 2/3"), "{notice}");
    assert_eq!(page.matches("<td>2 of 5</td>").count(), 2, "of each agent");
}

#[test]
fn games_are_counted_once() {
    let files = Files::new();
    let run = ["run", "threes", "--agent", "random", "--games", "12", "--max-moves", "5"];
    let play = |name: &str, shard: &str| files.play(name, &[&run[..], &["--shard", shard]].concat());
    let [half, other, middle] =
        [("half.jsonl", "1/2"), ("other.jsonl", "2/2"), ("middle.jsonl", "2/3")].map(|(name, shard)| play(name, shard));
    let (result, _) = files.report(&[&half, &half]);
    assert_eq!((&result["files"], &result["games"]), (&1.into(), &6.into()), "a file named twice");
    let (result, _) = files.report(&[&half, &other]);
    assert_eq!((&result["files"], &result["games"]), (&2.into(), &12.into()));
    let message = refusal(&["report", &half, &middle, "--out", &files.path("none.html")], 1);
    assert!(message.contains(&format!("{middle}: games 4 to 5 are also in {half}")), "{message}");
    // What is missing in a part is not skipped.
    let text = std::fs::read_to_string(&half).unwrap();
    let part = files.path("part.jsonl.partial");
    std::fs::write(&part, text.split_inclusive('\n').take(4).collect::<String>()).unwrap();
    let (result, _) = files.report(&[&part, &half]);
    assert_eq!((&result["files"], &result["games"]), (&1.into(), &6.into()), "the longer one stays");
    // Another seed is another run.
    let seed = files.play("seed.jsonl", &[&run[..], &["--seed", "2", "--shard", "1/2"]].concat());
    let (result, _) = files.report(&[&half, &seed]);
    assert_eq!((&result["files"], &result["games"]), (&2.into(), &12.into()));
}

#[test]
fn matches_that_no_agent_connects_have_tables_of_their_own() {
    let files = Files::new();
    let play = |name: &str, one: &str, two: &str| {
        files.play(name, &["match", "match5:edge=7", "--agents", one, two, "--games", "6"])
    };
    let ours = play("ours.jsonl", "threat", "mc:rollouts=5");
    let theirs = play("theirs.jsonl", "mc:rollouts=1", "random");
    let (_, page) = files.report(&[&ours, &theirs]);
    assert!(!page.contains("class=\"cross\""), "each has two agents only");
    let third = play("third.jsonl", "random", "mc:rollouts=2");
    let (_, page) = files.report(&[&ours, &theirs, &third]);
    let table = page.split_once("class=\"cross\"").unwrap().1.split_once("</table>").unwrap().0;
    assert!(!table.contains("threat") && table.contains("random"), "{table}");
    assert_eq!(page.matches("class=\"cross\"").count(), 1);
    assert!(page.contains("Elo is relative to random."));
    let fourth = play("fourth.jsonl", "mc:rollouts=5", "mc:rollouts=3");
    let (_, page) = files.report(&[&ours, &theirs, &third, &fourth]);
    assert_eq!(page.matches("class=\"cross\"").count(), 2);
    let link = play("link.jsonl", "mc:rollouts=3", "random");
    let (_, page) = files.report(&[&ours, &theirs, &third, &fourth, &link]);
    assert_eq!(page.matches("class=\"cross\"").count(), 1);
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
    // Means, scores, times, and for each file a histogram and the games in their order.
    assert_eq!(result["plots"], 9);
    let mut names: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let scores = (1..=3).flat_map(|number| ["over-games", "scores-1"].map(|what| format!("file-{number}-{what}.svg")));
    let due: Vec<_> = scores.chain(["means", "scores", "times"].map(|name| format!("tenten-{name}.svg"))).collect();
    assert_eq!(names, due);
    for name in names {
        let plot = std::fs::read_to_string(Path::new(&folder).join(&name)).unwrap();
        assert!(page.contains(&plot), "{name} is on the page");
    }
    let boxes = std::fs::read_to_string(Path::new(&folder).join("tenten-scores.svg")).unwrap();
    // If an agent occurs twice, its file is added to the name.
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
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let headless = write("headless.jsonl", lines[0].trim_end());
    let empty = write("empty.jsonl", &[lines[0], &lines[1][..99]].concat());
    let damaged = write("damaged.jsonl", &text.replacen("\"score\":", "\"score\":7", 1));
    let holed = write("holed.jsonl", &[lines[0], lines[1], lines[3], lines[4]].concat());
    let twice = write("twice.jsonl", &[lines[0], lines[1], lines[1], lines[2], lines[3], lines[4]].concat());
    let reverse = write("reverse.jsonl", &[lines[0], lines[4], lines[3], lines[2], lines[1]].concat());
    let forged = |name: &str, alter: fn(&mut Header, &mut Vec<Record>)| {
        let path = write(name, &text);
        forge(Path::new(&path), alter);
        path
    };
    let event = forged("event.jsonl", |_, records| {
        let events = &mut records[0].game.as_mut().unwrap().events;
        events.insert(0, events[0].clone());
    });
    let score = forged("score.jsonl", |_, records| records[0].score += 1_000_000);
    let players = forged("players.jsonl", |header, _| {
        *header = with(header, "players", 1);
    });
    let none = forged("none.jsonl", |header, _| {
        *header = with(header, "players", 0);
    });
    let unknown = forged("unknown.jsonl", |header, _| {
        *header = with(header, "game", "chess");
    });
    for (args, named) in [
        (vec![plain.as_str(), "--replay", "1"], "--record-games"),
        (vec![kept.as_str(), "--replay", "4"], "no game 4 in this file"),
        (vec![headless.as_str()], "it has no header"),
        (vec![empty.as_str()], "it contains no complete game"),
        (vec![damaged.as_str()], "damaged.jsonl: line 2: its hash does not match"),
        (vec![holed.as_str()], "holed.jsonl: line 3: it is the record of game 2 instead of game 1"),
        (vec![twice.as_str()], "twice.jsonl: line 3: it is the record of game 0 instead of game 1"),
        (vec![reverse.as_str()], "reverse.jsonl: line 2: it is the record of game 3 instead of game 0"),
        (vec![event.as_str()], "event.jsonl: line 2: game 0: event 2"),
        (vec![score.as_str()], "score.jsonl: line 2: game 0: its events lead to"),
        (vec![players.as_str()], "the header has 1 players, the game 2"),
        (vec![none.as_str()], "none.jsonl: line 1: players: the number of players must be 1 or 2 (got 0)"),
        (vec![unknown.as_str(), "--replay", "1"], "game 1: `chess` is unknown here"),
        (vec!["/nowhere.jsonl"], "/nowhere.jsonl"),
    ] {
        let message = refusal(&[&["report", "--out", &page], &args[..]].concat(), 1);
        assert!(message.contains(named), "{args:?}: {message}");
    }
    assert!(!Path::new(&page).exists());
    // Forged files are not merged or continued either.
    for forged in [&event, &score] {
        let message = refusal(&["merge", forged, "--out", &page], 1);
        assert!(message.contains("line 2: game 0: "), "{message}");
        let run = ["run", "match5", "--agent", "random", "--games", "4", "--record-games", "--resume", "--out", forged];
        let message = refusal(&run, 1);
        assert!(message.contains("line 2: game 0: "), "{message}");
    }
    // The message has the given name, not a temporary one.
    let nowhere = format!("{page}.d/page.html");
    let message = refusal(&["report", &kept, "--out", &nowhere], 1);
    assert!(message.contains(&format!("{nowhere}: ")) && !message.contains(" at path "), "{message}");
    let message = refusal(&["report", &kept, "--out", &kept], 1);
    assert!(message.contains("--out is the same file as an input"), "{message}");
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), text);
}

#[test]
fn a_game_that_the_program_does_not_know_has_tables_and_plots() {
    let files = Files::new();
    let run = files.play("run.jsonl", &["run", "threes", "--agent", "random", "--games", "5"]);
    let duel = files.play("duel.jsonl", &["match", "match5", "--agents", "mc:z=2", "random", "--games", "4"]);
    let (known, page) = files.report(&[&run, &duel]);
    for path in [&run, &duel] {
        forge(Path::new(path), |header, _| *header = with(header, "game", "chess:blitz"));
    }
    let (result, unknown) = files.report(&[&run, &duel]);
    assert_eq!((&result["games"], &result["replays"]), (&known["games"], &0.into()));
    assert_eq!(unknown.matches("<svg").count(), page.matches("<svg").count(), "the times of both in one plot");
    assert!(unknown.contains(">chess:<wbr>blitz</td>") && unknown.contains("does not know this game"), "{unknown}");
    assert!(!unknown.contains("id=\"replay\""));
}

#[test]
fn what_a_file_says_is_text_and_never_part_of_the_page() {
    let files = Files::new();
    let path = files.play("games.jsonl", &["run", "threes", "--agent", "random", "--games", "2"]);
    forge(Path::new(&path), |header, _| {
        *header = with(header, "agents", vec!["<script>alert('x')</script>\" &"]);
    });
    let (_, page) = files.report(&[&path]);
    assert!(page.contains("&lt;script&gt;alert") && !page.contains("<script>"), "nothing of it is run");
}

#[test]
fn a_replay_of_tenten_draws_pieces_and_cells_in_their_colours() {
    let files = Files::new();
    let games = files.play("games.jsonl", &["run", "tenten", "--agent", "random", "--games", "1", "--record-games"]);
    let (_, page) = files.report(&[&games, "--replay", "0"]);
    let data = page.split_once("type=\"application/json\">").unwrap().1.split_once("</script>").unwrap().0;
    let data: Value = serde_json::from_str(data).unwrap();
    let frames = data[0]["frames"].as_array().unwrap();
    let placed = frames.iter().position(|frame| frame["player"] == true).unwrap();
    let hand: Vec<&Value> = frames[placed - 1]["hand"].as_array().unwrap().iter().map(|piece| &piece[1]).collect();
    let rest: Vec<&Value> = frames[placed]["hand"].as_array().unwrap().iter().map(|piece| &piece[1]).collect();
    assert_eq!((hand.len(), rest.len()), (3, 2));
    let cells = frames[placed]["cells"].as_array().unwrap();
    let colour = &cells[0][1];
    assert!(cells.iter().all(|cell| cell[1] == *colour) && colour.as_str().unwrap().starts_with('#'), "{cells:?}");
    let count = |colours: &[&Value]| colours.iter().filter(|&&other| other == colour).count();
    assert_eq!(count(&hand), count(&rest) + 1, "the piece that was placed: {hand:?}, {rest:?}");
}
