//! Games played through tables, with searchers in the same process instead of the worker.

use std::sync::{Arc, Mutex};

use gambol::registry::{Position, Registry, split};
use gambol::{Game, GameExt, Seed, Turn};
use gambol_arena::{GameText, Header, Plan, Record, Shard, Share, write_records};
use gambol_self_taught::{Fivo, KnowledgeView, Notebook};
use serde_json::Value;

use super::link::Link;
use super::records::Records;
use super::table::{Command, Options, Table};
use crate::worker::Searcher;

fn options(game: &str, agents: &[&str], people: &[bool]) -> Options {
    let agents = agents.iter().map(ToString::to_string).collect();
    Options { game: game.into(), seed: "7".into(), agents, people: people.to_vec(), ..Options::default() }
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn view(table: &mut Table) -> Value {
    read(&table.view())
}

/// Runs the requested search, if there is one, as the worker does.
fn work(table: &mut Table, searcher: &mut Searcher) -> bool {
    let Some(request) = table.request() else { return false };
    let request = read(&request);
    assert!(request["question"].as_str().unwrap().contains(request["game"].as_str().unwrap()));
    let early = Arc::new(Mutex::new(Vec::new()));
    let shown = Arc::clone(&early);
    let last = searcher.search(request["question"].as_str().unwrap(), move |text| shown.lock().unwrap().push(text));
    for text in early.lock().unwrap().iter() {
        table.answer(text);
        table.tick();
    }
    table.answer(&last);
    table.tick();
    true
}

/// Plays a game to its end, with a human player who picks the first or the last target, and returns
/// the final view.
fn play_out(table: &mut Table) -> Value {
    let mut searcher = Searcher::new();
    table.command(Command::Speed(99));
    for round in 0..100_000 {
        let now = view(table);
        if now["over"] == true {
            return now;
        }
        if now["who"]["by"] == "person" {
            let targets = now["targets"].as_array().unwrap();
            let place = if round % 2 == 0 { 0 } else { targets.len() - 1 };
            assert!(table.choose(targets[place].as_str().unwrap()));
        } else {
            table.tick();
            if !work(table, &mut searcher) {
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
        }
    }
    panic!("the game does not end");
}

#[test]
fn a_score_ranks_among_those_of_the_page_and_once() {
    let open = || Table::open(&options("threes", &["greedy:eval=rows"], &[])).unwrap();
    let best = r#"[{"score":900000,"date":"2026-01-02","seed":"9","moves":3,"assisted":false}]"#;
    let mut table = open();
    table.set_scores(best).unwrap();
    assert_eq!((table.scores().as_str(), view(&mut table)["best"].as_i64()), (best, Some(900_000)));
    let end = play_out(&mut table);
    assert!(end["message"]["text"].as_str().unwrap().ends_with("Number 2 of your ten best."), "{end}");
    assert_eq!(read(&table.scores()).as_array().unwrap().len(), 2);
    // Opened again, the ended game is no score.
    let mut again = Table::of_link(end["link"].as_str().unwrap(), "1").unwrap();
    let text = format!("Game over: {} points.", end["score"]);
    assert_eq!((view(&mut again)["message"]["text"].as_str(), again.scores().as_str()), (Some(text.as_str()), "[]"));
    assert!(open().set_scores("[{}]").is_err());
}

/// Returns the score of a link's game, computed by the library.
fn score_of(link: &str) -> i64 {
    let Link { options, moves } = Link::parse(link).unwrap();
    let mut state = Registry::standard().start(&options.game).unwrap();
    // As in a run: game 0 of the seed, with stream 0 for chance.
    let mut chance = Seed::new(options.seed.parse().unwrap()).derive(0).derive(0).rng();
    // Event by event, as in a session: `settle` may use the stream differently.
    let mut settle = |state: &mut Position| {
        while state.turn() == Turn::Chance {
            let outcome = state.random_outcome(&mut chance).unwrap();
            state.resolve(outcome);
        }
    };
    settle(&mut state);
    for (action, _) in moves {
        let event = state.event(&action).unwrap();
        state.try_advance(event).unwrap();
        settle(&mut state);
    }
    assert!(state.is_over());
    state.score()
}

#[test]
fn every_game_is_played_to_its_end_and_scored_as_by_the_library() {
    for (game, agent) in [
        ("five-or-more:small", "semi-tree:peek=1"),
        ("tenten", "greedy-single"),
        ("threes", "greedy:eval=rows"),
        ("pentago-swap", "alpha-beta:eval=quadrants,depth=1"),
        ("match5", "mc:rollouts=2"),
    ] {
        for people in [&[][..], &[false, false]] {
            let players = Registry::standard().start(game).unwrap().players();
            let mut table = Table::open(&options(game, &[agent], &people[..people.len().min(players)])).unwrap();
            let end = play_out(&mut table);
            assert_eq!(end["score"], score_of(end["link"].as_str().unwrap()), "{game}");
            assert_eq!(end["message"]["topic"], "ended", "{game}");
            let again = view(&mut Table::of_link(end["link"].as_str().unwrap(), "1").unwrap());
            for key in ["position", "score", "history", "people", "agents", "link", "cells", "seed"] {
                assert_eq!(again[key], end[key], "{game} {key}");
            }
        }
    }
}

#[test]
fn a_link_brings_back_the_history_that_can_be_undone() {
    let mut table = Table::open(&options("match5", &["mc:rollouts=2"], &[true, false])).unwrap();
    let mut searcher = Searcher::new();
    while view(&mut table)["moves"].as_u64() < Some(4) {
        if view(&mut table)["who"]["by"] == "person" {
            let target = view(&mut table)["targets"][0].as_str().unwrap().to_owned();
            table.choose(&target);
        } else if !work(&mut table, &mut searcher) {
            table.tick();
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    }
    let link = view(&mut table)["link"].as_str().unwrap().to_owned();
    let mut again = Table::of_link(&link, "1").unwrap();
    for moves in [2, 0] {
        again.command(Command::Undo);
        table.command(Command::Undo);
        assert_eq!(view(&mut again)["moves"], moves, "with the person's move the answer is taken back");
        assert_eq!(view(&mut again)["position"], view(&mut table)["position"]);
    }
    for _ in 0..2 {
        again.command(Command::Redo);
    }
    assert_eq!(view(&mut again)["link"], link);
}

#[test]
fn bad_links_and_options_are_refused_with_reasons() {
    for (link, reason) in [
        ("game=chess", "unknown game"),
        ("game=threes&seed=x", "seed `x`"),
        ("game=threes&agents=nobody", "unknown agent"),
        ("game=threes&people=11", "1 players"),
        ("game=threes&position=nonsense", "position"),
        ("game=match5&moves=e5,e5", "move 2 (e5): e5 is illegal: a red stone is there"),
        ("game=match5&moves=zz", "move 1 (zz): "),
        ("game=five-or-more:colours=99", "colours"),
    ] {
        let error = Table::of_link(link, "1").err().unwrap();
        assert!(error.starts_with("link: ") && error.contains(reason), "{link}: {error}");
    }
    let mut table = Table::open(&options("threes", &[], &[])).unwrap();
    assert!(table.set_agent(0, "mc:rollouts=none").unwrap_err().contains("rollouts"));
    assert!(table.new_game("-1").unwrap_err().contains("seed `-1`"));
    assert!(!table.choose("z99") && view(&mut table)["message"]["wrong"] == true);
    assert!(table.play("Q", true).is_err());
}

#[test]
fn hints_show_values_and_stop_with_what_they_have() {
    let mut table = Table::open(&options("threes", &["expectimax:eval=rows,depth=2"], &[])).unwrap();
    table.command(Command::Hint);
    let running = view(&mut table);
    assert_eq!(running["thinking"]["purpose"], "hint");
    assert!(work(&mut table, &mut Searcher::new()));
    let found = view(&mut table);
    let hint = &found["hint"];
    assert_eq!((&hint["early"], &found["thinking"]), (&Value::Bool(false), &Value::Null));
    assert!(hint["actions"].as_array().unwrap().len() > 1 && hint["actions"][0]["action"] == hint["action"]);
    assert_eq!(found["evaluations"][0], hint["value"]);
    assert!(hint["spots"].as_array().unwrap().contains(&hint["spots"][0]));

    // The search is stopped before its first answer, so the first snapshot is the decision.
    table.set_agent(0, "mcts:simulations=1000000000").unwrap();
    table.command(Command::Hint);
    let request = read(&table.request().unwrap());
    let mut question = read(request["question"].as_str().unwrap());
    question["limit"] = 200.into();
    let early = Arc::new(Mutex::new(Vec::new()));
    let shown = Arc::clone(&early);
    Searcher::new().search(&question.to_string(), move |text| shown.lock().unwrap().push(text));
    let early = early.lock().unwrap().clone();
    table.answer(&early[0]);
    table.tick();
    assert_eq!(view(&mut table)["hint"]["early"], true);
    table.command(Command::Hint);
    table.tick();
    assert!(table.running().is_none(), "the worker is not waited for");
    assert_eq!(view(&mut table)["hint"]["early"], false);
    table.answer("nonsense");
    assert_eq!(view(&mut table)["message"]["wrong"], false, "nobody waits for it");
}

#[test]
fn steps_tell_what_moves() {
    let mut threes = Table::open(&options("threes", &[], &[])).unwrap();
    assert_eq!(view(&mut threes)["reset"], true);
    let target = view(&mut threes)["targets"][0].as_str().unwrap().to_owned();
    threes.choose(&target);
    let steps = view(&mut threes)["steps"].as_array().unwrap().clone();
    assert_eq!((steps[0]["by"].as_str(), steps[1]["by"].as_str(), steps.len()), (Some("first"), Some("chance"), 2));
    assert!(!steps[0]["motion"]["moved"].as_array().unwrap().is_empty() && steps[0]["person"] == true);
    assert_eq!(steps[1]["motion"]["appeared"].as_array().unwrap().len(), 1);
    assert!(view(&mut threes)["steps"].as_array().unwrap().is_empty(), "they are shown once");

    let mut pentago = Table::open(&options("pentago-swap", &[], &[true, true])).unwrap();
    pentago.view();
    pentago.play("c3:AD", true).unwrap();
    let step = &view(&mut pentago)["steps"][0];
    assert_eq!(step["motion"]["appeared"], read(r#"["c3"]"#));
    assert_eq!(step["motion"]["swapped"], read("[0,3]"));

    let mut lines = Table::open(&Options {
        position: Some("aaaa5/8a/9/9/9/9/9/9/9 abc 0 m".into()),
        ..options("five-or-more", &[], &[])
    })
    .unwrap();
    lines.view();
    lines.play("i2-e1", true).unwrap();
    let motion = &view(&mut lines)["steps"][0]["motion"];
    assert_eq!(motion["moved"], read(r#"[{"from":"i2","to":"e1"}]"#));
    assert_eq!(motion["removed"].as_array().unwrap().len(), 5, "{motion}");

    let mut tenten = Table::open(&options("tenten", &[], &[])).unwrap();
    tenten.view();
    assert!(tenten.choose("p0"));
    let ghost = read(&tenten.ghost("a1"));
    assert_eq!(ghost["fits"], true);
    assert!(tenten.choose("a1"));
    assert_eq!(view(&mut tenten)["steps"][0]["motion"]["appeared"], ghost["cells"]);
}

#[test]
fn the_self_taught_player_learns_and_its_knowledge_goes_out_and_in() {
    let mut table = Table::open(&options("match5", &["self-taught"], &[true, false])).unwrap();
    // A human player who completes a row, while the untrained player answers anywhere.
    let row = ["a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2", "a3", "b3", "c3", "d3", "e3"];
    for seed in 0..20 {
        table.new_game(&seed.to_string()).unwrap();
        for _ in 0..200 {
            let now = view(&mut table);
            if now["over"] == true {
                break;
            }
            if now["who"]["by"] == "person" {
                let targets = now["targets"].as_array().unwrap();
                let wanted = row.iter().find(|cell| targets.contains(&Value::from(**cell)));
                let target = wanted.copied().unwrap_or_else(|| targets[0].as_str().unwrap()).to_owned();
                table.choose(&target);
            } else {
                table.tick();
                assert!(table.request().is_none(), "what it knows is here, not in the worker");
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
        }
        if table.pupil().is_some_and(|pupil| pupil.notebook.knowledge().level() > 0) {
            break;
        }
    }
    let notebook = &mut table.pupil().unwrap().notebook;
    let known = read(&crate::messages::json(&KnowledgeView::from(&*notebook)));
    assert!(known["level"].as_u64() > Some(0) && known["changed"] == true, "{known}");
    assert!(known["lesson"]["learned"]["rows"].as_array().is_some_and(|rows| !rows.is_empty()));
    assert!(notebook.encode("a/b").is_err());
    let bytes = notebook.encode("browser").unwrap();
    assert!(!notebook.is_changed());

    let mut other = Table::open(&options("match5", &["self-taught"], &[true, false])).unwrap();
    let pupil = other.pupil().unwrap();
    assert!(pupil.take(Notebook::new(4)).unwrap_err().contains("it is for 4 in a row"));
    pupil.take(Fivo::decode(&bytes, "").unwrap().into()).unwrap();
    assert_eq!(KnowledgeView::from(&pupil.notebook).level, known["level"]);
    assert!(pupil.notebook.erase(0).unwrap() && !pupil.notebook.erase(1000).unwrap());
    assert!(Table::open(&options("threes", &[], &[])).unwrap().pupil().is_none());
}

/// Returns a file of records of one game: its header and its only line.
fn recorded(keep: bool) -> (String, String) {
    let start = Registry::standard().start("match5").unwrap();
    let plan = Plan::builder("match5", &start).players(2).agents(["mc", "random"]).opening_plies(0).games(2);
    let plan = plan.seed(7).record_games(keep).build().unwrap();
    let game = GameText { start: start.to_string(), events: vec!["e5".into(), "d4".into()] };
    let mut record = Record::new(&plan, 1, 0, "x".into());
    (record.first, record.moves, record.game) = (Some(1), 2, keep.then_some(game));
    record.each = Some([Share { moves: 1, time_us: 0 }; 2]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    write_records(&path, &Header::new("0.1.0", plan, Shard::WHOLE), &[record]).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let (header, line) = text.split_once('\n').unwrap();
    (header.to_owned() + "\n", line.to_owned())
}

#[test]
fn records_are_replayed_and_bad_ones_refused_with_reasons() {
    let (header, line) = recorded(true);
    let records = Records::read(&format!("{header}{line}")).unwrap();
    let list = read(&records.list());
    assert_eq!(list["games"][0]["players"], read(r#"["random","mc"]"#));
    assert!(list["games"][0]["seed"].as_str().is_some_and(|seed| line.contains(seed)));
    let frame = read(&records.frame(0, 1).unwrap());
    assert_eq!((&frame["steps"], &frame["event"]["text"]), (&2.into(), &"e5".into()));
    assert_eq!(read(&records.frame(0, 99).unwrap())["step"], 2);
    assert!(read(&records.frame(0, 0).unwrap())["event"].is_null());
    for step in [0, 1, 2] {
        let mut table = Table::of_link(&records.link(0, step).unwrap(), "1").unwrap();
        assert_eq!(view(&mut table)["position"], read(&records.frame(0, step).unwrap())["position"]);
    }

    let refused = |text: &str| Records::read(text).unwrap_err();
    assert!(refused("").contains("it is empty"));
    assert!(refused("nonsense\n").starts_with("line 1: "));
    assert!(refused(&header).contains("no game"));
    assert!(refused(&format!("{header}{{}}\n")).starts_with("line 2: "));
    let edited = refused(&format!("{header}{}", line.replace("d4", "e5")));
    assert!(edited.starts_with("line 2: its hash does not match"), "{edited}");
    assert!(records.frame(1, 0).unwrap_err().contains("no game 1"));
    let (header, line) = recorded(false);
    let bare = Records::read(&format!("{header}{line}")).unwrap();
    assert!(bare.frame(0, 0).unwrap_err().contains("--record-games"));
}

#[test]
fn a_game_is_judged_move_by_move_as_gambol_analyse_does() {
    for (game, agent, judge) in [
        ("threes", "random", "expectimax:eval=rows,depth=1"),
        ("tenten:paper", "random", "expectimax:eval=room,depth=1"),
        ("pentago-swap", "random", "alpha-beta:eval=lines,depth=1,mb=1"),
    ] {
        let players = Registry::standard().start(game).unwrap().players();
        let mut table = Table::open(&options(game, &[agent], &[false, false][..players])).unwrap();
        let end = play_out(&mut table);
        let (records, mut searcher) = (table.record(), Searcher::new());
        let list = read(&records.list());
        assert_eq!((&list["games"][0]["moves"], &list["games"][0]["score"]), (&end["moves"], &end["score"]));
        let steps = read(&records.frame(0, 0).unwrap())["steps"].as_u64().unwrap() as usize;
        let mut number = 0;
        for step in 0..=steps {
            let event = read(&records.frame(0, step).unwrap())["event"].take();
            let Some(asked) = records.question(0, step, judge, None).unwrap() else {
                assert!(event.is_null() || event["by"] == "chance");
                continue;
            };
            number += 1;
            if number > 6 && step + 8 < steps {
                continue;
            }
            let question = read(&asked)["question"].as_str().unwrap().to_owned();
            let judged = read(&records.judge(0, step, &searcher.search(&question, |_| ())).unwrap());
            let before = read(&records.frame(0, step - 1).unwrap())["position"].as_str().unwrap().to_owned();
            let state = Registry::standard().position(split(game).0, &before).unwrap();
            let budget = gambol::Budget::unlimited().exact_values(usize::MAX);
            let decision = state.agent(judge).unwrap().search(&state, &budget, Seed::new(1).derive(number)).unwrap();
            let action = event["text"].as_str().unwrap();
            let expected = gambol_play::Judgement::new(&decision, action.parse().unwrap());
            let expected = serde_json::to_value(expected).unwrap();
            for (key, value) in expected.as_object().unwrap() {
                assert_eq!(&judged[key], value, "{game}, step {step}: {key}");
            }
            assert_eq!((judged["action"].as_str(), event["by"] == "second"), (Some(action), judged["side"] == 1));
            assert!(!judged["spots"].as_array().unwrap().is_empty());
        }
        assert_eq!(Some(number), end["moves"].as_u64());
        assert!(records.judge(0, 0, "{}").unwrap_err().contains("no player"));
        let failed = records.question(0, steps, "nobody", None).unwrap();
        let failed = failed.or_else(|| records.question(0, steps - 1, "nobody", None).unwrap()).unwrap();
        let failed = searcher.search(read(&failed)["question"].as_str().unwrap(), |_| ());
        let step = if records.question(0, steps, judge, None).unwrap().is_some() { steps } else { steps - 1 };
        assert!(records.judge(0, step, &failed).unwrap_err().contains("unknown agent"));
    }
}
