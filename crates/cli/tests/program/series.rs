//! `gambol tournament` and `gambol sweep`.

use std::path::Path;

use crate::common::{gambol, json, refusal, stdout};
use crate::text;
use crate::timeless::records;
use serde_json::Value;

const CUP: [&str; 8] = ["tournament", "match5", "--agents", "random", "mc:z=4", "threat", "--games", "10"];

/// Returns the agents of a tournament, best first.
fn agents(tournament: &Value) -> Vec<String> {
    let agents = tournament["agents"].as_array().expect("agents").iter();
    agents.map(|agent| agent["agent"].as_str().expect("a name").to_owned()).collect()
}

/// Removes the fields that depend on the clock.
fn timeless(mut value: Value) -> Value {
    match &mut value {
        Value::Object(fields) => {
            fields.retain(|key, _| !key.starts_with("ms_per_move"));
            fields.values_mut().for_each(|field| *field = timeless(field.take()));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = timeless(item.take())),
        _ => {}
    }
    value
}

#[test]
fn a_round_robin_ranks_its_agents() {
    let cup = json(&[&CUP[..], &["--json"]].concat());
    assert_eq!(agents(&cup), ["threat", "mc:z=4", "random"]);
    let pairings = cup["pairings"].as_array().unwrap();
    assert_eq!(pairings.len(), 3);
    let alone = json(&["match", "match5", "--agents", "random", "mc:z=4", "--games", "10", "--json"]);
    assert_eq!(pairings[0]["agents"], alone["agents"], "a pairing is a match");
    for key in ["wins", "draws", "losses", "pentanomial", "elo_ci95"] {
        assert_eq!(pairings[0][key], alone[key], "{key}");
    }
    let elo = |agent: usize| cup["agents"][agent]["elo"].as_f64().unwrap();
    assert!((elo(0) + elo(1) + elo(2)).abs() < 1e-6 && elo(0) > elo(1) && elo(1) > elo(2), "{cup}");
    for agent in cup["agents"].as_array().unwrap() {
        let [low, high] = [0, 1].map(|end| agent["elo_ci95"][end].as_f64().unwrap());
        assert!(low < agent["elo"].as_f64().unwrap() && high - low > 50.0, "ten games say little: {agent}");
        assert_eq!(agent["games"], 20);
    }
    let shown = stdout(&CUP);
    assert!(shown.contains("round robin, 10 of each pairing"), "{shown}");
    let row = shown.lines().find(|line| line.starts_with("1  threat")).unwrap();
    assert!(row.contains('–') && row.contains("  20  "), "{shown}");
    // Rank, agent, Elo and its interval, games, points, shares; then points against each.
    let cells: Vec<&str> = row.split("  ").filter(|cell| !cell.is_empty()).map(str::trim).collect();
    let points = |cell: &str| cell.split('-').map(|part| part.parse::<f64>().unwrap()).collect::<Vec<_>>();
    let (second, third) = (points(cells[9]), points(cells[10]));
    assert_eq!([second[0] + second[1], third[0] + third[1]], [10.0, 10.0], "{row}");
    assert_eq!(cells[5], format!("{:.1}", second[0] + third[0]), "{row}");
    assert_eq!(cells[6], format!("{:.1} %", 5.0 * (second[0] + third[0])), "{row}");
    assert!(shown.contains("random against threat"), "{shown}");
}

#[test]
fn a_gauntlet_is_the_first_against_the_others() {
    let cup = json(&[&CUP[..], &["--gauntlet", "--json"]].concat());
    let pairings = cup["pairings"].as_array().unwrap();
    assert!(pairings.len() == 2 && pairings.iter().all(|pairing| pairing["agents"][0] == "random"), "{cup}");
    let anchor = cup["agents"].as_array().unwrap().iter().find(|agent| agent["agent"] == "random").unwrap();
    assert_eq!((&anchor["elo"], &anchor["games"]), (&0.0.into(), &20.into()));
}

#[test]
fn a_tournament_in_a_puzzle_compares_the_same_seeds() {
    let command = ["tournament", "threes", "--agents", "random", "mc:z=2", "greedy", "--games", "6"];
    let cup = json(&[&command[..], &["--json"]].concat());
    let run = json(&["run", "threes", "--agent", "random", "--games", "6", "--json"]);
    let random = cup["agents"].as_array().unwrap().iter().find(|agent| agent["agent"] == "random").unwrap();
    for key in ["mean", "ci95", "median", "max"] {
        assert_eq!(random[key], run[key], "{key}");
    }
    assert!(random["ci95"][0].as_f64().unwrap() > 0.0, "no score is below 0");
    let pair = &cup["pairings"][0];
    let paired = json(&["match", "threes", "--agents", "random", "mc:z=2", "--games", "12", "--json"]);
    assert_eq!((&pair["difference"], &pair["won_drawn_lost"]), (&paired["difference"], &paired["won_drawn_lost"]));
    let shown = stdout(&command);
    assert!(shown.contains("random less mc:z=2") && shown.contains("6 of each agent"), "{shown}");
}

#[test]
fn a_tournament_is_the_same_on_any_number_of_threads_and_continues() {
    let folder = tempfile::tempdir().unwrap();
    let play = |jobs: &str, name: &str, more: &[&str]| {
        let out = folder.path().join(name);
        let result = json(&[&CUP[..], &["--json", "--jobs", jobs, "--out", text(&out)], more].concat());
        (timeless(result), out)
    };
    let (one, first) = play("1", "one", &[]);
    let (two, second) = play("2", "two", &[]);
    assert_eq!(one, two);
    for name in ["1-2.jsonl", "1-3.jsonl", "2-3.jsonl"] {
        assert_eq!(records(&first.join(name)), records(&second.join(name)), "{name}");
    }
    // Interrupted in the second pairing.
    let whole = std::fs::read_to_string(second.join("1-3.jsonl")).unwrap();
    std::fs::write(second.join("1-3.jsonl.partial"), &whole[..whole.len() / 2]).unwrap();
    std::fs::remove_file(second.join("1-3.jsonl")).unwrap();
    std::fs::remove_file(second.join("2-3.jsonl")).unwrap();
    let message = refusal(&[&CUP[..], &["--out", text(&second)]].concat(), 1);
    assert!(message.contains("continue them with --resume"), "{message}");
    assert_eq!(play("2", "two", &["--resume"]).0, one);
    let message = refusal(&[&CUP[..], &["--seed", "2", "--resume", "--out", text(&second)]].concat(), 1);
    assert!(message.contains("seed is 1 there, 2 here"), "{message}");
    // The files are ordinary files of matches.
    let page = folder.path().join("page.html");
    let files = ["1-2", "1-3", "2-3"].map(|name| text(&first).to_owned() + "/" + name + ".jsonl");
    let [a, b, c] = [&files[0], &files[1], &files[2]];
    assert!(stdout(&["report", a, b, c, "--out", text(&page)]).contains("3 files, 30 games"));
}

#[test]
fn shards_of_a_tournament_are_merged_by_resuming_it() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, cup] = ["whole", "cup"].map(|name| folder.path().join(name));
    let play = |out: &Path, more: &[&str]| json(&[&CUP[..], &["--json", "--out", text(out)], more].concat());
    let expected = timeless(play(&whole, &[]));
    for (shard, games) in [("2/2", 12), ("1/2", 8)] {
        let part = play(&cup, &["--shard", shard]);
        assert_eq!((&part["shard"], &part["agents"][0]["games"]), (&shard.into(), &games.into()));
    }
    // A shard of another tournament does not replace one of this.
    let other = ["--seed", "2", "--shard", "1/2", "--out", text(&cup)];
    assert!(refusal(&[&CUP[..], &other].concat(), 1).contains("continue them with --resume"));
    assert!(refusal(&[&CUP[..], &other, &["--resume"]].concat(), 1).contains("seed is 1 there, 2 here"));
    // Without a shard, the tournament is not complete.
    let (kept, away) = (cup.join("1-2.1-of-2.jsonl"), cup.join("away"));
    std::fs::rename(&kept, &away).unwrap();
    let message = refusal(&[&CUP[..], &["--resume", "--out", text(&cup)]].concat(), 1);
    assert!(message.contains("1-2.jsonl: games 0 to 3 are missing"), "{message}");
    std::fs::rename(&away, &kept).unwrap();
    assert_eq!(timeless(play(&cup, &["--resume"])), expected);
    for name in ["1-2.jsonl", "1-3.jsonl", "2-3.jsonl"] {
        assert_eq!(records(&cup.join(name)), records(&whole.join(name)), "{name}");
    }
    // A report counts the games of the shards beside the merged files once.
    let page = folder.path().join("page.html");
    let files: Vec<String> = ["1-2", "1-3", "2-3"]
        .iter()
        .flat_map(|pair| [".1-of-2", ".2-of-2", ""].map(|shard| format!("{}/{pair}{shard}.jsonl", text(&cup))))
        .collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let output = gambol(&[&["report", "--out", text(&page)], &files[..]].concat());
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("3 files, 30 games"), "{said}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said.lines().count(), 6, "{said}");
    assert!(said.contains(&format!("{}: skipped, its games are also in {}", files[0], files[2])), "{said}");
    let standings = |files: &[&str]| {
        stdout(&[&["report", "--out", text(&page)], files].concat());
        let page = std::fs::read_to_string(&page).unwrap();
        let table = page.split_once("class=\"cross\"").unwrap().1.split_once("</table>").unwrap().0;
        table.to_owned()
    };
    let [merged, shards]: [Vec<&str>; 2] =
        [false, true].map(|is_shard| files.iter().copied().filter(|file| file.contains("-of-") == is_shard).collect());
    let due = standings(&files);
    assert_eq!((standings(&merged), standings(&shards)), (due.clone(), due.clone()));
    // It is the Elo of the tournament itself.
    for agent in expected["agents"].as_array().unwrap() {
        let [name, elo] = [agent["agent"].as_str().unwrap(), &format!("{:+.0}", agent["elo"].as_f64().unwrap())];
        let row = due.split("<tr>").find(|row| row.replace("<wbr>", "").contains(&format!("{name}</th>"))).unwrap();
        assert!(row.contains(&format!("<td>{elo}</td>")), "{name} {elo}: {row}");
    }
    // A sweep has shards, too, and both continue them.
    let sweep =
        ["sweep", "threes", "--agent", "mc:rollouts={n}", "--over", "n=1,2", "--games", "5", "--max-moves", "9"];
    let out = folder.path().join("sweep");
    for shard in ["1/2", "2/2", "2/2"] {
        assert!(stdout(&[&sweep[..], &["--shard", shard, "--out", text(&out), "--resume"]].concat()).contains(shard));
    }
    let shown = stdout(&[&sweep[..], &["--out", text(&out), "--resume"]].concat());
    assert_eq!(
        shown.split_once("ms a move").map(|(head, _)| head),
        stdout(&sweep).split_once("ms a move").map(|(head, _)| head)
    );
    assert!(refusal(&[&sweep[..], &["--shard", "1/2"]].concat(), 2).contains("--out"));
}

#[test]
fn a_sweep_marks_the_best() {
    let command =
        ["sweep", "match5", "--agent", "mc:rollouts={n}", "--over", "n=20,1", "--against", "mc:z=4", "--games", "20"];
    let sweep = json(&[&command[..], &["--json"]].concat());
    let points = sweep["points"].as_array().unwrap();
    let values: Vec<&Value> = points.iter().map(|point| &point["values"]["n"]).collect();
    assert_eq!(values, ["1", "20"], "sorted by value");
    assert_eq!(
        (&points[0]["best"], &points[1]["best"], &points[1]["agent"]),
        (&false.into(), &true.into(), &"mc:rollouts=20".into())
    );
    let alone = json(&["match", "match5", "--agents", "mc:rollouts=20", "mc:z=4", "--games", "20", "--json"]);
    assert_eq!(points[1]["wins"], alone["wins"]);
    let shown = stdout(&command);
    assert!(shown.lines().any(|line| line.starts_with("20") && line.ends_with("best")), "{shown}");
    // A puzzle, over two parameters.
    let command = ["sweep", "threes", "--agent", "mc:rollouts={n},max-plies={d}", "--over", "n=1,2", "--over", "d=3,9"];
    let sweep = json(&[&command[..], &["--games", "4", "--json"]].concat());
    let agents: Vec<&Value> = sweep["points"].as_array().unwrap().iter().map(|point| &point["agent"]).collect();
    let each =
        ["1,max-plies=3", "1,max-plies=9", "2,max-plies=3", "2,max-plies=9"].map(|rest| format!("mc:rollouts={rest}"));
    assert_eq!(agents, each.each_ref().map(String::as_str));
    assert!(stdout(&[&command[..], &["--games", "4"]].concat()).contains("mean"));
}

#[test]
fn what_does_not_fit_is_refused() {
    for (args, named) in [
        (vec!["tournament", "match5", "--agents", "mc", "mc", "--games", "2"], "duplicate agent `mc`"),
        (vec!["tournament", "match5", "--agents", "mc", "nobody", "--games", "2"], "unknown agent"),
        (
            vec!["tournament", "match5", "--agents", "mc", "random", "--games", "3"],
            "--games: the number of games of a match must be even",
        ),
        (vec!["tournament", "threes", "--agents", "mc", "random", "--games", "3", "--opening-plies", "2"], "puzzle"),
        (vec!["sweep", "threes", "--agent", "mc", "--over", "n=1,2", "--games", "2"], "--agent has no {n}"),
        (vec!["sweep", "threes", "--agent", "mc:z={n}", "--over", "n", "--games", "2"], "NAME=VALUE"),
        (vec!["sweep", "threes", "--agent", "mc:z={n}", "--over", "n=1,,2", "--games", "2"], "NAME=VALUE"),
        (
            vec!["sweep", "threes", "--agent", "mc:z={n},ms={m}", "--over", "n=1,2", "--games", "2"],
            "no --over for a name in braces",
        ),
        (vec!["sweep", "threes", "--agent", "mc:z={n}", "--over", "n=0", "--games", "2"], "rollouts must be a number"),
        (vec!["sweep", "threes", "--agent", "mc:z={n}", "--over", "n=1", "--games", "2", "--against", "mc"], "puzzle"),
        (
            vec!["sweep", "threes", "--agent", "mc:z={n}", "--over", "n=1", "--over", "n=2", "--games", "2"],
            "duplicate parameter n",
        ),
        (vec!["sweep", "threes", "--agent", "mc:z={n}", "--over", "n=2,1,2.0", "--games", "2"], "duplicate value 2"),
        (vec!["sweep", "threes", "--agent", "{n}", "--over", "n=mc,random,mc", "--games", "2"], "duplicate value mc"),
        (
            vec!["match", "pentago-swap", "--agents", "random", "mc", "--games", "2", "--opening-plies", "37"],
            "opening_plies: 100 openings of 37 random moves all end the game",
        ),
    ] {
        let message = refusal(&args, 1);
        assert!(message.contains(named), "{args:?}: {message}");
    }
}

#[test]
fn equal_time_is_recorded_and_replaces_default_limits() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("f.jsonl");
    // By default, MCTS needs far less time for its ten thousand simulations, unless the machine is
    // busy, and alpha-beta far more for a depth of four. With few moves, no proof ends a search
    // early.
    let args = ["match", "match5", "--agents", "mcts", "alpha-beta", "--ms", "100", "--max-moves", "2", "--games", "2"];
    let duel = json(&[&args[..], &["--jobs", "1", "--json", "--out", text(&out)]].concat());
    assert_eq!(duel["ms"], 100);
    for agent in 0..2 {
        // On a busy machine, alpha-beta reserves up to half of its time for interruptions.
        let ms = duel["ms_per_move_each"][agent].as_f64().unwrap();
        assert!(ms >= 50.0, "{duel}");
    }
    let header = std::fs::read_to_string(&out).unwrap();
    assert!(header.lines().next().unwrap().contains("\"ms\":100"), "{header}");
    let other = [&args[..5], &["--ms", "30"], &args[7..], &["--out", text(&out), "--resume"]].concat();
    assert!(refusal(&other, 1).contains("ms is 100 there, 30 here"));
    assert!(stdout(&args).contains("seed 1, 100 ms a move"));
}

#[test]
fn fewer_than_five_games_have_no_interval() {
    for (games, has_interval) in [("2", false), ("4", false), ("5", true)] {
        let sweep = ["sweep", "threes", "--agent", "mc:rollouts={z}", "--over", "z=1,2", "--games", games];
        let cup = ["tournament", "threes", "--agents", "random", "mc:rollouts=1", "--games", games];
        for args in [&sweep[..], &cup] {
            let args = [args, &["--max-moves", "30"]].concat();
            let (text, values) = (stdout(&args), json(&[&args[..], &["--json"]].concat()));
            assert_eq!(text.contains("too few games"), !has_interval, "{text}");
            let first = if args[0] == "sweep" { &values["points"][0] } else { &values["agents"][0] };
            assert_eq!(first["ci95"][0].is_number(), has_interval, "{values}");
        }
    }
}

#[test]
fn without_games_results_are_unknown() {
    let folder = tempfile::tempdir().unwrap();
    let out = |name: &str| folder.path().join(name).display().to_string();
    let cup = ["tournament", "threes", "--agents", "random", "mc:z=1", "--games", "2", "--shard", "1/3"];
    let duels = ["tournament", "match5", "--agents", "random", "mc:z=1", "--games", "2", "--shard", "1/3"];
    let sweep = ["sweep", "threes", "--agent", "mc:z={z}", "--over", "z=1,2", "--games", "2", "--shard", "1/3"];
    for (name, args) in [("cup", &cup[..]), ("duels", &duels), ("sweep", &sweep)] {
        let found = json(&[args, &["--json", "--out", &out(name)]].concat());
        let of = if name == "duels" {
            &found["pairings"][0]
        } else {
            &found[if name == "cup" { "agents" } else { "points" }][1]
        };
        for field in ["mean", "median", "min", "max", "score", "elo"] {
            assert!(of[field].is_null(), "{field}: {found}");
        }
        assert!(of["games"] == 0 && of["best"] != true, "{found}");
        let shown = stdout(&[args, &["--resume", "--out", &out(name)]].concat());
        assert!(shown.contains("unknown") && !shown.contains("NaN") && !shown.contains("best"), "{shown}");
    }
}
