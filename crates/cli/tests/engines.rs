//! Scripted dialogues with the program as an engine.

mod dialogue;

use std::process::Command;

use dialogue::Dialogue;
use gambol::match5::{Match5, Rules};
use gambol::{Cell, Game, GameExt, Seed, Turn};
use proptest::prelude::*;

/// An engine that searches as deep as is asked for, and is quick about it.
const SHALLOW: [&str; 3] = ["gomocup", "--agent", "alpha-beta:depth=2,width=20"];

/// A gomocup engine with an empty board and time enough for its depth on any machine.
fn gomocup(edge: u8) -> Dialogue {
    let mut engine = Dialogue::new(&SHALLOW);
    assert_eq!(engine.ask(&format!("START {edge}")), "OK");
    engine.send("INFO timeout_turn 60000");
    engine
}

/// Sends a board and takes the answer.
fn board(engine: &mut Dialogue, stones: &str) -> String {
    engine.send("BOARD");
    for stone in stones.split_whitespace() {
        engine.send(stone);
    }
    engine.ask("DONE")
}

fn cell(answer: &str) -> Cell {
    let (column, row) = answer.split_once(',').unwrap_or_else(|| panic!("{answer}"));
    Cell::new(column.parse().unwrap(), row.parse().unwrap())
}

mod piskvork {
    use super::*;

    #[test]
    fn it_introduces_itself_and_takes_the_sizes_that_it_plays() {
        let mut engine = Dialogue::new(&["gomocup"]);
        assert!(engine.ask("ABOUT").starts_with("name=\"Gambol\", version=\""));
        for (size, reason) in [
            ("START 4", "ERROR the edge of a board is 5 to 20 cells, not 4"),
            ("START 21", "ERROR the edge of a board is 5 to 20 cells, not 21"),
            ("START", "ERROR the size of a board is a number"),
            ("START 1000", "ERROR the size of a board is a number"),
            ("RECTSTART 10,12", "ERROR boards are square, not 10 by 12"),
            ("RECTSTART 10", "ERROR the size of a board is width,height"),
            ("RESTART", "ERROR there is no board yet"),
            ("SWAP2BOARD", "UNKNOWN command SWAP2BOARD"),
        ] {
            let answer = engine.ask(size);
            assert!(answer.starts_with(reason), "{size}: {answer}");
        }
        for size in ["START 5", "start 20", "RECTSTART 15,15", "RECTSTART 9, 9", "RESTART"] {
            assert_eq!(engine.ask(size), "OK", "{size}");
        }
        assert!(engine.end().is_empty());
    }

    #[test]
    fn it_wins_in_one() {
        for edge in [9, 15, 20] {
            let mut engine = gomocup(edge);
            // In any order, with the turn that the counts say.
            assert_eq!(board(&mut engine, "3,0,1 1,0,1 7,7,2 6,7,2 0,0,1 5,7,2 2,0,1 4,7,2"), "4,0", "{edge}");
            // The game is over now.
            assert_eq!(engine.ask("TURN 8,8"), "ERROR the game is over: we have 5 in a row");
            assert!(engine.end().is_empty());
        }
    }

    #[test]
    fn it_blocks() {
        for edge in [9, 20] {
            let mut engine = gomocup(edge);
            assert_eq!(board(&mut engine, "0,0,2 0,1,2 0,2,2 0,3,2 4,4,1 6,6,1 2,7,1 8,0,1"), "0,4", "{edge}");
            // And so it does in the last column, reached move by move.
            assert_eq!(engine.ask("RESTART"), "OK");
            let last = edge - 1;
            let answers = (0..4).map(|row| engine.ask(&format!("TURN {last},{row}")));
            // Once it stands in the way, the next stone of this column may be refused.
            let blocked = answers.take_while(|answer| !answer.starts_with("ERROR")).map(|answer| cell(&answer));
            assert!(blocked.into_iter().any(|ours| ours.column == last && ours.row <= 4));
        }
    }

    #[test]
    fn boards_with_any_numbers_of_stones_are_ours_to_move_on() {
        let mut engine = gomocup(15);
        assert_eq!(board(&mut engine, "0,0,1 1,1,1 2,2,1 3,3,1"), "4,4");
        assert_eq!(board(&mut engine, "0,0,2 1,1,2 2,2,2 3,3,2"), "4,4");
        assert_eq!(board(&mut engine, "0,0,2 1,0,2 2,0,2 3,0,2 7,7,2 8,8,2 9,3,1"), "4,0");
        let first = cell(&board(&mut engine, ""));
        assert!(first.column < 15 && first.row < 15);
        assert!(engine.end().is_empty());
    }

    #[test]
    fn it_takes_back() {
        let mut engine = gomocup(9);
        let ours = engine.ask("BEGIN");
        let theirs = if ours == "0,0" { "1,1" } else { "0,0" };
        let second = engine.ask(&format!("TURN {theirs}"));
        assert_eq!(engine.ask(&format!("TAKEBACK {second}")), "OK");
        assert_eq!(engine.ask(&format!("TAKEBACK {theirs}")), "OK");
        assert_eq!(engine.ask(&format!("TAKEBACK {theirs}")), format!("ERROR there is no stone on {theirs}"));
        assert_eq!(engine.ask(&format!("TURN {ours}")), format!("ERROR there is a stone on {ours}"));
        // What it answers depends on the stones alone.
        assert_eq!(engine.ask(&format!("TURN {theirs}")), second);
        assert_eq!(engine.ask("BEGIN"), "ERROR BEGIN is for an empty board, and there are stones");
    }

    #[test]
    fn a_game_is_played_to_its_end() {
        // A board so small that games end in draws, one so large that they do not.
        for (edge, agents) in [(5, ["threat", "alpha-beta:depth=1"]), (12, ["threat", "random"])] {
            let mut engines = agents.map(|agent| Dialogue::new(&["gomocup", "--agent", agent]));
            for engine in &mut engines {
                assert_eq!(engine.ask(&format!("START {edge}")), "OK");
            }
            let mut game = Match5::<gambol::match5::Wide>::new(Rules::new(edge, 5).unwrap()).unwrap();
            let mut command = "BEGIN".to_owned();
            while game.turn() != Turn::Over {
                let answer = engines[usize::from(game.left() % 2 != u16::from(edge) % 2)].ask(&command);
                game.try_play(cell(&answer)).unwrap();
                command = format!("TURN {answer}");
            }
            let loser = &mut engines[usize::from(game.left() % 2 != u16::from(edge) % 2)];
            let last = loser.ask(&command);
            assert!(last.starts_with("ERROR") && last.contains("over"), "{last}");
            for engine in engines {
                assert!(engine.end().is_empty());
            }
        }
    }

    #[test]
    fn limits_of_time_and_memory_are_taken() {
        // No agent's own limit: only the manager's ends these searches.
        let mut engine = Dialogue::new(&["gomocup"]);
        assert_eq!(engine.ask("START 20"), "OK");
        for infos in [
            "timeout_turn 200",
            "timeout_turn 0",
            "timeout_turn 60000;time_left 500",
            "time_left -30",
            "timeout_turn 300;time_left 2147483647;timeout_match 0",
            "timeout_match 2000",
            "max_memory 83886080",
            "max_memory 0",
        ] {
            for info in infos.split(';') {
                engine.send(&format!("INFO {info}"));
            }
            assert_eq!(engine.ask("RESTART"), "OK");
            // RESTART gives back what was said of a game, so what is left is said again.
            for info in infos.split(';').filter(|info| info.starts_with("time_left")) {
                engine.send(&format!("INFO {info}"));
            }
            cell(&engine.ask("BEGIN"));
        }
        engine.send("INFO max_memory 1000");
        assert_eq!(engine.ask("RESTART"), "OK");
        engine.send("BEGIN");
        assert_eq!(engine.line(), "MESSAGE 1000 bytes are less than the program itself may take");
        assert!(engine.line().starts_with("MESSAGE value "));
        cell(&engine.line());
        assert!(engine.end().is_empty());
    }

    #[test]
    fn rules_of_other_games_are_refused_when_a_move_is_due() {
        let mut engine = gomocup(9);
        engine.send("INFO rule 4");
        assert_eq!(engine.ask("BEGIN"), "ERROR rule 4: renju is not played here");
        engine.send("INFO rule 1");
        engine.send("BEGIN");
        assert_eq!(engine.line(), "MESSAGE six or more in a row are taken for a win too");
        assert!(engine.line().starts_with("MESSAGE value "));
        cell(&engine.line());
        engine.send("INFO rule 0");
        engine.send("INFO game_type 1");
        engine.send("INFO folder /nowhere");
        engine.send("INFO evaluate 3,3");
        engine.send("INFO unheard of");
        engine.send("INFO");
        assert_eq!(engine.ask("RESTART"), "OK");
        cell(&engine.ask("BEGIN"));
        assert!(engine.end().is_empty());
    }

    #[test]
    fn boards_that_cannot_be_are_refused_and_forgotten() {
        let mut engine = gomocup(9);
        cell(&engine.ask("TURN 0,0"));
        for (stones, reason) in [
            ("1,1,1 1,1,2", "two stones are on 1,1"),
            ("9,1,1", "9,1 is not on the board, which goes from 0,0 to 8,8"),
            ("1,1,3", "1,1,3: continuous games are not played here"),
            ("1,1,4", "1,1,4: a stone is 1, ours, or 2, the opponent's"),
            ("1,1", "a move is two numbers x,y"),
            ("1", "a stone is x,y,whose"),
            ("nonsense 2,2,1", "a stone is x,y,whose"),
            ("-1,1,1", "a move is two numbers x,y"),
            ("0,0,2 1,0,2 2,0,2 3,0,2 4,0,2", "the game is over: the opponent has 5 in a row"),
            ("0,0,1 1,0,1 2,0,1 3,0,1 4,0,1", "the game is over: we have 5 in a row"),
        ] {
            let answer = board(&mut engine, stones);
            assert!(answer.starts_with("ERROR ") && answer.contains(reason), "{stones}: {answer}");
        }
        assert_eq!(engine.ask("DONE"), "ERROR DONE ends a board, and no BOARD came before");
        // A board that is broken off.
        engine.send("BOARD");
        engine.send("1,1,1");
        engine.send("RESTART");
        assert_eq!(engine.line(), "MESSAGE the board did not end with DONE and is forgotten");
        assert_eq!(engine.line(), "OK");
        cell(&engine.ask("TURN 1,1"));
    }

    #[test]
    fn a_move_is_still_said_when_the_input_ends_and_not_after_end() {
        let mut engine = gomocup(9);
        engine.send("BEGIN");
        let said = engine.end();
        cell(&said[said.len() - 1]);

        let mut engine = Dialogue::new(&["gomocup"]);
        assert_eq!(engine.ask("START 20"), "OK");
        engine.send("INFO timeout_turn 100000000");
        engine.send("BEGIN");
        engine.send("END");
        assert!(engine.end().is_empty());
    }

    #[test]
    fn unknown_agents_are_refused_before_the_first_line() {
        let output =
            Command::new(env!("CARGO_BIN_EXE_gambol")).args(["gomocup", "--agent", "nobody"]).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stderr).contains("no such agent"));
    }
}

mod universal {
    use super::*;

    fn pentago() -> Dialogue {
        Dialogue::new(&["ugi", "pentago-swap", "--agent", "report:depth=2,opening=no,mb=8"])
    }

    const FOUR: &str = "position fen wwww2/6/bb4/6/6/bb4 w";

    #[test]
    fn it_introduces_itself() {
        for (game, options) in
            [("pentago-swap", ["Agent", "Seed", "Hash"]), ("match5:gomoku", ["Agent", "Hash", "width"])]
        {
            let mut engine = Dialogue::new(&["ugi", game]);
            engine.send("ugi");
            let lines = engine.until("ugiok");
            assert!(lines[0].starts_with("id name Gambol ") && lines[0].ends_with(game), "{lines:?}");
            assert!(lines[1].starts_with("id author "), "{lines:?}");
            for option in options {
                let beginning = format!("option name {option} type ");
                assert!(lines.iter().any(|line| line.starts_with(&beginning)), "{option} in {lines:?}");
            }
            assert_eq!(engine.ask("isready"), "readyok");
            engine.send("uginewgame");
            engine.send("quit");
            assert!(engine.end().is_empty());
        }
    }

    #[test]
    fn it_wins_in_one_and_says_so_from_its_own_side() {
        let won = |engine: &mut Dialogue, position: &str, after: &str| {
            engine.send(position);
            engine.send("go depth 2");
            let lines = engine.until("bestmove");
            assert!(lines[lines.len() - 2].contains(" score mate 1 pv "), "{lines:?}");
            let action = lines[lines.len() - 1].strip_prefix("bestmove ").unwrap().to_owned();
            engine.send(&format!("{position} moves {action}"));
            assert_eq!(engine.ask("query gameover"), "response true");
            assert_eq!(engine.ask("query p1turn"), "response false");
            assert_eq!(engine.ask("query result"), after);
            assert_eq!(engine.ask("go depth 2"), "info string error: no player is to move: the game is over");
            assert_eq!(engine.line(), "bestmove (none)");
        };
        let mut engine = pentago();
        won(&mut engine, FOUR, "response p1win");
        won(&mut engine, "position fen bbbb2/6/ww4/6/1w4/ww4 b", "response p2win");
        let mut engine = Dialogue::new(&["ugi", "match5", "--agent", "alpha-beta"]);
        won(&mut engine, "position fen rrrr5/9/9/9/9/9/9/9/bbbb5 r", "response p1win");
        won(&mut engine, "position fen rrrr5/9/9/9/9/9/9/9/bbbb4r b", "response p2win");
    }

    #[test]
    fn it_blocks() {
        let mut engine = Dialogue::new(&["ugi", "match5", "--agent", "alpha-beta"]);
        engine.send("position fen rrrr5/9/9/9/4b4/3b5/9/9/7b1 b");
        assert_eq!(engine.ask("go depth 2"), "bestmove e1");
    }

    #[test]
    fn positions_are_asked_about() {
        let mut engine = Dialogue::new(&["ugi", "match5:edge=5"]);
        for (position, p1turn, gameover, result) in [
            ("startpos", "true", "false", "none"),
            ("startpos moves c3", "false", "false", "none"),
            ("startpos moves c3 a1", "true", "false", "none"),
            ("startpos moves a1 a2 b1 b2 c1 c2 d1 d2 e1", "false", "true", "p1win"),
            ("fen rbrbr/rbrbr/brbrb/brbrb/rbrb1 r moves e5", "false", "true", "draw"),
        ] {
            engine.send(&format!("position {position}"));
            assert_eq!(engine.ask("query p1turn"), format!("response {p1turn}"), "{position}");
            assert_eq!(engine.ask("query gameover"), format!("response {gameover}"), "{position}");
            assert_eq!(engine.ask("query result"), format!("response {result}"), "{position}");
        }
    }

    #[test]
    fn what_is_wrong_is_named_and_changes_nothing() {
        let mut engine = pentago();
        engine.send(FOUR);
        for (line, reason) in [
            ("position", "the form is `position startpos|fen FEN [moves MOVE …]`"),
            ("position fen", "the form is"),
            ("position fen 6/6 w", "position: "),
            ("position startpos a1:AB", "the form is"),
            ("position startpos moves z9", "position: move 1: "),
            ("position startpos moves c3:AB c3:AB b2:AB b2", "position: move "),
            ("setoption", "the form is `setoption name NAME value VALUE`"),
            ("setoption name luck value 7", "there is no option luck"),
            ("setoption name Agent value nobody", "no such agent"),
            ("setoption name Hash value -3", "mb is a number from 0 to 65536"),
            ("setoption name Seed value x", "Seed is a number"),
            ("query luck", "there is no query \"luck\""),
            ("GO", "there is no command GO"),
        ] {
            let answer = engine.ask(line);
            assert!(answer.starts_with("info string error: ") && answer.contains(reason), "{line}: {answer}");
        }
        for line in
            ["go depth", "go depth x", "go depth -1", "go nodes 0", "go movetime 1s", "go luck 3", "go p1time 1 wtime"]
        {
            let answer = engine.ask(line);
            assert!(answer.starts_with("info string error: go: "), "{line}: {answer}");
            assert_eq!(engine.line(), "bestmove (none)");
        }
        engine.send("go");
        let said = engine.until("bestmove");
        assert!(said[0].contains("mate 1"), "{said:?}");
    }

    #[test]
    fn every_way_to_search_ends() {
        for (game, agent) in
            [("pentago-swap", "report:opening=no,mb=8"), ("match5", "alpha-beta:mb=8"), ("match5", "mcts:sims=50")]
        {
            let mut engine = Dialogue::new(&["ugi", game, "--agent", agent, "--jobs", "1"]);
            engine.send("position startpos");
            for go in [
                "depth 1",
                "depth 0",
                "nodes 50",
                "movetime 100",
                "movetime 1",
                "p1time 400 p2time 400 p1inc 10 p2inc 10",
                "wtime 300 btime 300 winc 0 binc 0 movestogo 5",
                "p1time -5 p2time 100",
                "nodes 100000 movetime 50",
            ] {
                let answer = engine.ask(&format!("go {go}"));
                assert!(answer.starts_with("bestmove ") && !answer.contains("none"), "{go}: {answer}");
            }
        }
    }

    #[test]
    fn a_search_is_stopped_and_what_waited_is_answered_after_it() {
        let mut engine = Dialogue::new(&["ugi", "match5:gomoku", "--agent", "alpha-beta:mb=8"]);
        engine.send("position startpos moves h8");
        engine.send("go infinite");
        assert_eq!(engine.ask("isready"), "readyok");
        engine.send("query p1turn");
        assert_eq!(engine.ask("isready"), "readyok");
        engine.send("stop");
        let said = engine.until("bestmove");
        assert!(said.iter().all(|line| !line.starts_with("response")), "{said:?}");
        assert_eq!(engine.line(), "response false");
        engine.send("stop");
        assert_eq!(engine.ask("isready"), "readyok");
    }

    #[test]
    fn quitting_and_the_end_of_the_input_end_a_search_with_its_move() {
        for last in [Some("quit"), None] {
            let mut engine = Dialogue::new(&["ugi", "match5:gomoku", "--agent", "alpha-beta:mb=8"]);
            engine.send("go infinite");
            if let Some(last) = last {
                engine.send(last);
            }
            let said = engine.end();
            assert!(said[said.len() - 1].starts_with("bestmove "), "{said:?}");
        }
        // A search that ends by itself is not cut short.
        let mut engine = pentago();
        engine.send("go depth 2");
        assert!(engine.end().iter().any(|line| line.starts_with("info depth 2 ")));
    }

    #[test]
    fn agents_and_seeds_are_set() {
        let mut engine = pentago();
        engine.send("setoption name Agent value random");
        let mut moves = |seed: u64| {
            engine.send(&format!("setoption name Seed value {seed}"));
            engine.send("uginewgame");
            [(); 4].map(|()| engine.ask("go"))
        };
        let first = moves(1);
        assert_eq!(first, moves(1));
        assert_ne!(first, moves(2));
        assert_ne!(first[0], first[1], "every move has a seed of its own");
        engine.send("setoption name Agent value report");
        engine.send("setoption name hash value 12");
        engine.send("setoption name depth value 1");
        engine.send("ugi");
        let lines = engine.until("ugiok");
        assert!(lines.contains(&"option name Agent type string default report:mb=12,depth=1".to_owned()), "{lines:?}");
        assert!(lines.contains(&"option name Hash type spin default 12 min 0 max 65536".to_owned()), "{lines:?}");
    }

    #[test]
    fn games_with_chance_are_refused() {
        for game in ["threes", "tenten", "five-or-more", "chess"] {
            let output = Command::new(env!("CARGO_BIN_EXE_gambol")).args(["ugi", game]).output().unwrap();
            assert_eq!(output.status.code(), Some(1), "{game}");
            assert!(output.stdout.is_empty(), "{game}");
        }
    }
}

/// A line of words that the protocol knows, of numbers, and of anything else.
fn line(words: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        6 => prop::sample::select(words).prop_map(str::to_owned),
        2 => (-3_i32..25, -3_i32..25).prop_map(|(x, y)| format!("{x},{y}")),
        2 => (-3_i32..25, -3_i32..25, 0..5).prop_map(|(x, y, whose)| format!("{x},{y},{whose}")),
        1 => any::<i64>().prop_map(|number| number.to_string()),
        1 => "\\PC{0,12}",
    ];
    let words = prop::collection::vec(word, 0..5).prop_map(|words| words.join(" ").into_bytes());
    let long = (0..200_000_usize).prop_map(|length| vec![b'7'; length]);
    prop_oneof![12 => words, 2 => prop::collection::vec(any::<u8>(), 0..40), 1 => long]
}

/// Says it all at once, asks something sensible, and takes what the program has said in the end.
fn babble(args: &[&str], lines: &[Vec<u8>], sensible: &str) -> Vec<String> {
    let mut engine = Dialogue::new(args);
    // What ends the conversation is left out: the sensible question is to be answered.
    let is_last = |line: &[u8]| {
        let word: Vec<u8> = line.trim_ascii().iter().copied().take_while(|byte| !byte.is_ascii_whitespace()).collect();
        word.eq_ignore_ascii_case(b"END") || word == b"quit"
    };
    for line in lines.iter().flat_map(|line| line.split(|&byte| byte == b'\n')).filter(|line| !is_last(line)) {
        engine.send_bytes(line);
        engine.send_bytes(b"\n");
    }
    engine.send(sensible);
    engine.end()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn gomocup_survives_everything(lines in prop::collection::vec(line(&[
        "START", "RECTSTART", "RESTART", "BEGIN", "TURN", "BOARD", "DONE", "TAKEBACK", "INFO", "ABOUT", "MESSAGE", "start 9",
        "START 5", "START 20", "timeout_turn", "timeout_match", "time_left", "max_memory", "rule", "evaluate", "folder",
        "TURN 1,1", "TURN 2,2", "BOARD\n1,1,1\nDONE", "\r", ",", "",
    ]), 0..40)) {
        let said = babble(&["gomocup", "--agent", "threat", "--jobs", "1"], &lines, "ABOUT");
        prop_assert!(said.last().is_some_and(|line| line.starts_with("name=")), "{:?}", said);
        for line in said {
            let known = ["OK", "ERROR ", "UNKNOWN ", "MESSAGE ", "name="].iter().any(|word| line.starts_with(word));
            prop_assert!(known || line.split(',').all(|number| number.parse::<u8>().is_ok_and(|n| n < 20)), "{}", line);
        }
    }

    #[test]
    fn ugi_survives_everything(lines in prop::collection::vec(line(&[
        "ugi", "isready", "uginewgame", "setoption", "name", "value", "Agent", "Hash", "Seed", "position", "startpos", "fen",
        "moves", "a1:AB", "c3:CD", "wwww2/6/bb4/6/6/bb4 w", "go", "go depth 1", "go nodes 9", "infinite", "movetime 1", "p1time",
        "stop", "query p1turn", "query gameover", "query result", "position startpos moves a1:AB", "\r", "",
    ]), 0..40)) {
        let args = ["ugi", "pentago-swap", "--agent", "report:depth=1,opening=no,mb=1", "--jobs", "1"];
        let said = babble(&args, &lines, "query luck");
        let last = "info string error: there is no query \"luck\"; there are p1turn, gameover and result";
        prop_assert_eq!(said.last().map(String::as_str), Some(last));
        for line in said {
            let words = ["id ", "option ", "ugiok", "readyok", "info ", "bestmove ", "response "];
            prop_assert!(words.iter().any(|word| line.starts_with(word)), "{}", line);
        }
    }
}

#[test]
fn random_games_are_followed_on_every_size() {
    // The same game by moves and by boards: the engine agrees with the rules about every cell.
    for edge in [5, 11, 12, 20] {
        let mut engine = Dialogue::new(&["gomocup", "--agent", "random", "--jobs", "1"]);
        assert_eq!(engine.ask(&format!("START {edge}")), "OK");
        let mut game = Match5::<gambol::match5::Wide>::new(Rules::new(edge, 5).unwrap()).unwrap();
        let mut rng = Seed::new(u64::from(edge)).rng();
        while let Some(theirs) = game.random_action(&mut rng) {
            game.play(theirs);
            if game.turn() == Turn::Over {
                break;
            }
            let ours = cell(&engine.ask(&format!("TURN {},{}", theirs.column, theirs.row)));
            game.try_play(ours).unwrap();
        }
        assert!(engine.end().is_empty());
    }
}
