//! The program at the command line: arguments in; text, JSON and exit codes out.

use crate::common::{json, refusal, stdout};
use serde_json::Value;

const GAMES: [&str; 5] = ["five-or-more", "tenten", "threes", "pentago-swap", "match5"];

#[test]
fn every_game_is_listed_and_has_agents() {
    let listed: Vec<Value> = json(&["games", "--json"]).as_array().expect("an array").clone();
    let names: Vec<&str> = listed.iter().map(|game| game["game"].as_str().unwrap()).collect();
    assert_eq!(names, GAMES);
    for game in GAMES {
        let agents = json(&["agents", game, "--json"]);
        let names: Vec<&str> =
            agents["agents"].as_array().unwrap().iter().map(|agent| agent["agent"].as_str().unwrap()).collect();
        assert!(names.starts_with(&["random", "mc", "mcts"]), "{names:?}");
        assert!(stdout(&["agents", game]).contains("rollouts=100"));
    }
    assert!(stdout(&["games"]).contains("pentago-swap"));
}

#[test]
fn every_game_runs_and_sums_up() {
    for game in GAMES {
        let report = json(&["run", game, "--agent", "random", "--games", "20", "--seed", "3", "--json"]);
        for key in
            ["mean", "se", "median", "min", "max", "zero_games", "moves_per_game", "ms_per_move", "games_per_second"]
        {
            assert!(report[key].is_number(), "{game}: {key} in {report}");
        }
        assert_eq!(report["ci95"].as_array().unwrap().len(), 2);
        assert_eq!((&report["game"], &report["agent"], &report["games"]), (&game.into(), &"random".into(), &20.into()));
        assert!(stdout(&["run", game, "--agent", "random", "--games", "2"]).contains("games a second"));
    }
}

#[test]
fn hints_show_every_action() {
    for game in GAMES {
        let hint = json(&["hint", game, "--agent", "mc:z=2", "--seed", "5", "--json"]);
        let state = hint["state"].as_str().unwrap();
        let position = json(&["inspect", game, "--position", state, "--json"]);
        let listed: Vec<&Value> = hint["actions"].as_array().unwrap().iter().map(|action| &action["action"]).collect();
        assert_eq!(listed, position["actions"].as_array().unwrap().iter().collect::<Vec<_>>(), "{game}");
        assert!(listed.contains(&&hint["action"]));
        assert_eq!(hint["simulations"].as_u64().unwrap(), 2 * listed.len() as u64);
        for key in ["value", "depth", "nodes", "ms"] {
            assert!(hint[key].is_number(), "{game}: {key}");
        }
        assert!(stdout(&["hint", game, "--agent", "random"]).contains("action"));
    }
}

#[test]
fn boards_are_drawn_when_they_are_asked_for() {
    let args = ["hint", "match5", "--position", "rrrr5/bbbb5/9/9/9/9/9/9/9 r", "--agent", "threat"];
    let plain = stdout(&args);
    assert!(plain.starts_with("state"), "nobody reads: {plain}");
    let drawn = stdout(&[&args[..], &["--board"]].concat());
    assert!(
        drawn.starts_with("     a  b  c") && drawn.contains("\n  1  r  r  r  r [.]") && drawn.contains("\nstate"),
        "{drawn}"
    );
    assert!(!drawn.contains('\x1b'), "no colours where there is no terminal");
    let inspected = stdout(&["inspect", "match5", "--position", "rrrr5/bbbb5/9/9/9/9/9/9/9 r", "--board"]);
    assert!(inspected.contains("  2  b  b  b  b  .") && inspected.contains("first (red)"), "{inspected}");
    assert!(refusal(&["hint", "match5", "--board", "--json"], 2).contains("--json"));
}

#[test]
fn chance_outcomes_are_summed_up() {
    let outcomes = |args: &[&str]| stdout(args).lines().skip_while(|line| !line.starts_with("outcomes")).count();
    assert_eq!(outcomes(&["inspect", "threes"]), 1 + 8);
    assert_eq!(outcomes(&["inspect", "threes", "--all"]), 1 + 48);
    // The likely outcomes first: three different pieces are likelier than equal ones.
    let text = stdout(&["inspect", "tenten"]);
    assert!(text.contains("1330; the most likely") && text.contains("0.000875"), "{text}");
}

/// Rows of text, with their titles.
type Rows = Vec<(String, String)>;

/// Returns the rows of a hint, and the listed actions with their values.
fn hint_text(args: &[&str]) -> (Rows, Vec<(String, f64)>) {
    let text = stdout(&[&["hint"], args].concat());
    let rows: Rows = text
        .lines()
        .map(|line| line.split_once("  ").map(|(name, rest)| (name.to_owned(), rest.trim().to_owned())).unwrap())
        .collect();
    let listed = rows.iter().skip_while(|(name, _)| !name.starts_with("best of"));
    let listed = listed.map(|(_, row)| {
        let mut words = row.split_whitespace();
        (words.next().unwrap().to_owned(), words.next().unwrap().parse().unwrap_or(f64::INFINITY))
    });
    (rows.clone(), listed.collect())
}

fn named<'a>(rows: &'a [(String, String)], name: &str) -> &'a str {
    rows.iter().find(|(row, _)| row == name).map_or("", |(_, text)| text)
}

#[test]
fn hints_show_the_best_actions_first() {
    // Sequential halving spends its simulations on a few actions; others look better by chance.
    let args = ["five-or-more", "--agent", "mc:z=4,allocation=halving", "--seed", "3"];
    let hint = json(&[&["hint"], &args[..], &["--json"]].concat());
    let (rows, listed) = hint_text(&args);
    assert_eq!((listed.len(), named(&rows, "action")), (10, listed[0].0.as_str()));
    let chosen = |action: &&Value| action["action"] == hint["action"];
    let mut values: Vec<f64> = hint["actions"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|action| !chosen(action))
        .map(|action| action["value"].as_f64().unwrap())
        .collect();
    values.sort_by(|a, b| b.total_cmp(a));
    for ((_, shown), value) in listed[1..].iter().zip(values) {
        assert!((shown - value).abs() < 0.006, "{listed:?}");
    }
    assert!(!named(&rows, "value").contains("player"), "there is one only");
    assert!(!named(&rows, "stats").contains("depth"), "it has none");
    assert!(hint["actions"].as_array().unwrap().iter().any(|action| action["std_error"].is_number()));
}

#[test]
fn hints_say_whose_value_it_is_how_deep_and_what_follows() {
    let args = ["match5", "--position", "rrrr4r/9/9/9/9/9/9/9/bbbb5 b", "--agent", "mc:z=20"];
    let hint = json(&[&["hint"], &args[..], &["--json"]].concat());
    assert_eq!((&hint["value"], &hint["player"]), (&Value::from(1.0), &Value::from("second")), "as in the text");
    let (rows, listed) = hint_text(&args);
    // Twenty equal samples give no standard error.
    assert_eq!(named(&rows, "value"), "1.00 to the player to move");
    let chosen = |action: &&Value| action["action"] == hint["action"];
    assert!(hint["actions"].as_array().unwrap().iter().find(chosen).unwrap()["std_error"].is_null(), "{hint}");
    assert!(listed.is_sorted_by(|a, b| a.1 >= b.1), "{listed:?}");
    let args = ["match5", "--position", "9/9/9/9/2rrr4/9/1b7/7b1/5b3 r", "--agent", "alpha-beta:depth=3"];
    let (rows, _) = hint_text(&args);
    assert!(named(&rows, "stats").contains("depth 3"), "{rows:?}");
    let pv: Vec<&str> = named(&rows, "pv").split(' ').collect();
    assert_eq!((pv.len(), pv[0]), (3, named(&rows, "action")));
}

#[test]
fn values_of_hints_are_the_mover_s_in_text_and_in_json() {
    // Black, the second player, wins immediately; so does red, the first.
    let wins =
        [("pentago-swap", "4w1/2w3/4w1/5w/1bbbb1/2w3 b", "second"), ("match5", "rrrr5/9/9/9/9/9/9/9/bbbb5 r", "first")];
    for (game, position, player) in wins {
        for agent in ["prove", "alpha-beta:depth=2", "mc:rollouts=50", "mcts:simulations=2000"] {
            let args = ["hint", game, "--position", position, "--agent", agent];
            let hint = json(&[&args[..], &["--json"]].concat());
            assert_eq!(hint["player"], player, "{agent}");
            assert!(hint["value"].as_f64().unwrap() > 0.9, "{agent}: {hint}");
            let text = stdout(&args);
            let value = text.lines().find(|line| line.starts_with("value")).unwrap();
            assert!(value.ends_with(" to the player to move"), "{agent}: {text}");
            assert!(!value.contains("loss") && !value.contains('-'), "{agent}: {text}");
        }
    }
    let help = stdout(&["hint", "--help"]);
    assert!(help.contains("in JSON too") && !help.contains("first player"), "{help}");
}

#[test]
fn what_was_not_searched_has_no_value_nor_has_a_policy() {
    let args = ["hint", "tenten", "--agent", "hand-expectimax:samples=1,width=1", "--seed", "3"];
    let hint = json(&[&args[..], &["--json"]].concat());
    let (searched, glanced): (Vec<&Value>, Vec<&Value>) =
        hint["actions"].as_array().unwrap().iter().partition(|action| action["bound"] == "exact");
    assert_eq!((searched.len(), hint["value"].is_number()), (1, true), "{hint}");
    assert!(!glanced.is_empty());
    for action in glanced {
        assert_eq!((&action["bound"], &action["text"]), (&Value::from("unsearched"), &Value::from("–")));
        assert!(action["value"].is_null(), "{action}");
    }
    let text = stdout(&args);
    assert_eq!(text.matches("  –  ").count(), 9, "{text}");

    let args = ["hint", "five-or-more", "--agent", "random"];
    let hint = json(&[&args[..], &["--json"]].concat());
    assert_eq!((&hint["value"], &hint["text"]), (&Value::Null, &Value::from("no value")), "{hint}");
    let text = stdout(&args);
    assert!(text.lines().any(|line| line.starts_with("value") && line.ends_with("  no value")), "{text}");
}

#[test]
fn few_rollouts_have_no_standard_error() {
    for (rollouts, is_shown) in [(2, false), (4, false), (5, true), (20, true)] {
        let agent = format!("mc:rollouts={rollouts},allocation=uniform");
        let args = ["hint", "threes", "--agent", &agent, "--seed", "2"];
        let (text, hint) = (stdout(&args), json(&[&args[..], &["--json"]].concat()));
        assert_eq!(text.contains(" ± "), is_shown, "{rollouts}: {text}");
        let errors = hint["actions"].as_array().unwrap().iter().filter(|action| action["std_error"].is_number());
        assert_eq!(errors.count() > 0, is_shown, "{rollouts}: {hint}");
    }
}

#[test]
fn the_default_agent_plays_and_time_limits_hints() {
    for game in ["tenten", "threes"] {
        let default = json(&["agents", game, "--json"])["default"].as_str().unwrap().to_owned();
        let run = json(&["run", game, "--games", "1", "--max-moves", "2", "--ms", "5", "--json"]);
        assert_eq!(run["agent"], default.as_str(), "{game}");
    }
    // Without a limit, this search would not end.
    let limited = json(&["hint", "match5", "--agent", "alpha-beta:depth=100", "--ms", "20", "--json"]);
    assert!((1..100).contains(&limited["depth"].as_u64().unwrap()), "{limited}");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.jsonl");
    let export = ["export", "threes", "--games", "1", "--max-moves", "2", "--ms", "5", "--out", out.to_str().unwrap()];
    assert_eq!(json(&[&export[..], &["--json"]].concat())["agent"], json(&["agents", "threes", "--json"])["default"]);
}

#[test]
fn the_deals_of_1010_are_told_apart_where_games_are_listed() {
    let games = stdout(&["games"]);
    for part in ["uniform (all pieces equally likely)", "paper (small pieces more often, as in the app and the paper"] {
        assert!(games.contains(part), "{part}: {games}");
    }
    // The initial states of all commands stay the same.
    let state = |game: &str| json(&["inspect", game, "--json"])["state"].as_str().unwrap().to_owned();
    assert_eq!(state("tenten"), state("tenten:uniform"));
    assert!(state("tenten:paper").contains("paper") && !state("tenten").contains("paper"));
}

#[test]
fn hints_tell_proven_wins_from_bounds_and_estimates() {
    // An open three wins at either end; a1 and others do not win within the depth.
    let position = "9/9/9/9/2rrr4/9/1b7/7b1/5b3 r";
    for depth in [3, 4] {
        let agent = format!("alpha-beta:depth={depth}");
        let args = ["hint", "match5", "--position", position, "--agent", &agent];
        let hint = json(&[&args[..], &["--json"]].concat());
        assert_eq!((&hint["proven"]["result"], &hint["proven"]["plies"]), (&Value::from("win"), &Value::from(3)));
        assert_eq!((&hint["value"], &hint["text"]), (&Value::from(1.0), &Value::from("win in 3 plies")));
        for action in hint["actions"].as_array().unwrap() {
            let wins = ["b5", "f5"].contains(&action["action"].as_str().unwrap());
            assert!(action["value"].as_f64().unwrap().abs() < 1e6, "{action}");
            assert!(wins || action["proven"].is_null(), "{action}");
            assert!(action["proven"].is_null() || action["text"] == "win in 3 plies", "{action}");
        }
        let text = stdout(&args);
        assert!(text.contains("win in 3 plies to the player to move") && !text.contains("9999"), "{text}");
    }
}

#[test]
fn perft_counts() {
    let counts = |args: &[&str]| -> Vec<u64> {
        let result = json(&[&["perft"], args, &["--json"]].concat());
        result["depths"].as_array().unwrap().iter().map(|line| line["count"].as_u64().unwrap()).collect()
    };
    assert_eq!(counts(&["pentago-swap", "--depth", "2"]), [216, 45_360]);
    assert_eq!(counts(&["match5", "--depth", "2"]), [81, 6_480]);
    assert_eq!(counts(&["match5", "--depth", "2", "--unique", "--symmetric"])[0], 15);
    assert_eq!(counts(&["tenten", "--depth", "1"]), [1_330]);
    assert!(stdout(&["perft", "threes", "--depth", "1"]).contains("count"));
}

#[test]
fn what_is_refused_is_named_in_one_line() {
    for (args, named) in [
        (vec!["run", "chess", "--agent", "random", "--games", "1"], "chess"),
        (vec!["agents", "five"], "five-or-more"),
        (vec!["run", "threes", "--agent", "minimax", "--games", "1"], "minimax"),
        (vec!["run", "threes", "--agent", "mc:z=0", "--games", "1"], "rollouts must be a number"),
        (vec!["run", "threes", "--agent", "mc:depth=3", "--games", "1"], "unknown parameter depth"),
        (vec!["run", "threes", "--agent", "random:z=1", "--games", "1"], "takes no parameters"),
        (vec!["run", "five-or-more:size=4x4", "--agent", "random", "--games", "1"], "4"),
        (vec!["run", "threes", "--agent", "random", "--games", "1", "--out", "/nowhere/x.jsonl"], "/nowhere/x.jsonl"),
        (vec!["run", "threes", "--agent", "random", "--games", "1", "--out", "/"], "it is a folder"),
        (vec!["match", "threes", "--agents", "random", "mc", "--games", "3"], "even"),
        (vec!["match", "threes", "--agents", "random", "mc", "--games", "2", "--opening-plies", "2"], "puzzle"),
        (vec!["match", "threes", "--agents", "random", "mc", "--games", "2", "--sprt", "0,5"], "puzzle"),
        (vec!["match", "match5", "--agents", "random", "nobody", "--games", "2"], "nobody"),
        (
            vec!["match", "match5", "--agents", "mc", "mc", "--games", "4", "--sprt", "0,5", "--shard", "1/2"],
            "omit --sprt or --shard",
        ),
        (vec!["merge", "/nowhere/x.jsonl", "--out", "y.jsonl"], "/nowhere/x.jsonl"),
        (vec!["inspect", "match5", "--position", "9/9 r"], "9 columns and 2 rows"),
        (vec!["inspect", "match5", "--position", "line\nbreak"], "line\\nbreak"),
        (vec!["inspect", "match5", "--play", "e5", "--play", "e5"], "--play 2 (e5)"),
        (vec!["inspect", "match5", "--play", "e0"], "rows count from 1"),
        (vec!["hint", "pentago-swap", "--position", "6/6/6/6/6/6 x"], "x"),
    ] {
        let message = refusal(&args, 1);
        assert!(message.contains(named), "{args:?}: {message}");
    }
    for (args, message) in [
        (&["hint", "thres"][..], "gambol: game `thres`: unknown game; did you mean threes?"),
        (&["hint", "threes", "--agent", "mctss"], "gambol: agent `mctss`: unknown agent; did you mean mcts?"),
        (&["hint", "threes", "--agent", "x"], "gambol: agent `x`: unknown agent; expected one of random, "),
        // The faulty input is named once.
        (&["hint", "five-or-more:huge"], "gambol: game `five-or-more:huge`: "),
        (&["hint", "match5", "--position", "xx"], "gambol: position `xx`: "),
        (&["hint", "five-or-more", "--position", "xx"], "gambol: position `xx`: "),
        (&["hint", "threes", "--position", "xx"], "gambol: position `xx`: "),
        (&["hint", "tenten", "--position", "xx"], "gambol: position `xx`: "),
        (&["hint", "pentago-swap", "--position", "xx"], "gambol: position `xx`: "),
    ] {
        let said = refusal(args, 1);
        let rest = said.strip_prefix(message).unwrap_or_else(|| panic!("{args:?}: {said}"));
        assert!(!rest.contains("`xx`") && !rest.contains("`huge`"), "{said}");
    }
}

#[test]
fn wrong_usage_is_named_in_one_line() {
    for (args, named) in [
        (vec![], "command"),
        (vec!["fly"], "fly"),
        (vec!["run"], "<GAME>"),
        (vec!["run", "threes", "--agent", "random", "--games", "none"], "none"),
        (vec!["run", "threes", "--agent", "random", "--games", "0"], "0"),
        (
            vec!["run", "threes", "--agent", "random", "--games", "1", "--shard", "3/2"],
            "I from 1 to N; see gambol --help",
        ),
        (vec!["run", "threes", "--agent", "random", "--games", "1", "--resume"], "--out"),
        (vec!["run", "threes", "--agent", "random", "--games", "1", "--record-games"], "--out"),
        (vec!["match", "match5", "--agents", "random", "--games", "2"], "--agents"),
        (vec!["match", "match5", "--agents", "mc", "mc", "--games", "2", "--sprt", "5,0"], "ELO0 < ELO1"),
        (vec!["games", "--jsn"], "unexpected argument '--jsn' found; a similar argument exists: '--json'"),
        // The tip to pass it as a value is left out.
        (vec!["inspect", "threes", "--seed", "1"], "unexpected argument '--seed' found; see gambol --help"),
        (vec!["perft", "threes", "--depth", "1", "--symmetric"], "--unique"),
    ] {
        let message = refusal(&args, 2);
        assert!(message.contains(named), "{args:?}: {message}");
    }
}

#[test]
fn help_is_no_mistake() {
    for args in [&["--help"][..], &["run", "--help"], &["--version"]] {
        assert!(stdout(args).contains("gambol"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn tables_without_room_are_refused_before_anything_is_searched() {
    let gambol = env!("CARGO_BIN_EXE_gambol");
    for (game, agent) in
        [("pentago-swap", "report:mb=65536,depth=1,opening=no"), ("match5", "alpha-beta:mb=65536,depth=1")]
    {
        // Eight of the machine's sixty-four gigabytes.
        let limited = format!("ulimit -v 8000000; exec '{gambol}' hint {game} --agent {agent}");
        let output = std::process::Command::new("sh").args(["-c", &limited]).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains("cannot allocate a table of 65536 megabytes"), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}
