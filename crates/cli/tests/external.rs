//! External engines as agents.

#![cfg(unix)]

mod common;
#[path = "common/wait.rs"]
mod wait;

use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use common::{json, refusal, stdout};
use serde_json::Value;
use tempfile::TempDir;
use wait::eventually;

/// Returns the command of this program as an engine.
fn gambol(engine: &str) -> String {
    format!("{} {engine}", env!("CARGO_BIN_EXE_gambol"))
}

/// Writes a script that acts as an engine: it answers each line by its first word.
fn script(folder: &TempDir, name: &str, body: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().expect("a name").to_owned()
}

/// Returns shell code that answers the lines of a manager.
fn answers(cases: &str) -> String {
    format!("while read -r word rest; do case \"$word\" in {cases} esac; done")
}

/// Writes an engine whose input passes through these commands on its first start, and is complete
/// from then on.
fn deaf_at_first(folder: &TempDir, reader: &str) -> String {
    let started = folder.path().join("started");
    let gambol = gambol("ugi match5 --jobs 1 --agent threat");
    let whole = format!("if [ -e {0} ]; then exec {gambol}; fi; touch {0}", started.display());
    script(folder, "engine", &format!("{whole}\n({reader}) | {gambol}"))
}

const UGI: &str = "ugi) echo ugiok;; isready) echo readyok;; go) ";

/// Whether a process is running. A zombie is not.
fn runs(pid: &str) -> bool {
    let output = Command::new("ps").args(["-o", "stat=", "-p", pid]).output().expect("ps starts");
    let state = String::from_utf8(output.stdout).expect("text");
    !state.trim().is_empty() && !state.trim().starts_with('Z')
}

/// An engine that ignores all input once it is asked for a move. It then writes its process id to
/// the file `pid` of the folder, and runs until it is killed, or for two minutes.
struct Deaf {
    folder: TempDir,
    script: String,
}

impl Deaf {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let hang = format!(
            "trap '' TERM INT HUP QUIT; echo $$ > {0}/new; mv {0}/new {0}/pid; exec sleep 120;;",
            folder.path().display()
        );
        let script = script(&folder, "deaf", &answers(&format!("{UGI} {hang}")));
        Self { folder, script }
    }

    /// Returns the ways to start it: directly, by the shell, and by a script that waits for it.
    fn commands(&self) -> [String; 3] {
        let waits = script(&self.folder, "waits", &format!("{}\nexit $?", self.script));
        [self.script.clone(), format!("sh -c {}", self.script), waits]
    }

    /// Returns the id of the process that was asked for a move.
    fn pid(&self) -> String {
        let pid = self.folder.path().join("pid");
        let text = eventually(|| std::fs::read_to_string(&pid).ok()).expect("no engine is asked for a move");
        std::fs::remove_file(pid).unwrap();
        text.trim().to_owned()
    }
}

/// Starts a match of an engine against random moves, without waiting for its end.
fn start_match(engine: &str, more: &[&str]) -> Child {
    // QUIT would write a core dump.
    let words = ["-c", "ulimit -c 0; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_gambol")];
    let args = ["match", "match5", "--agents", engine, "random", "--jobs", "1"];
    let mut command = Command::new("sh");
    command.args(words).args(args).args(more).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn signal(name: &str, pid: u32) {
    assert!(Command::new("kill").args([&format!("-{name}"), &pid.to_string()]).status().unwrap().success());
}

fn end_of(child: &mut Child) -> ExitStatus {
    eventually(|| child.try_wait().unwrap()).expect("the program goes on")
}

/// Returns the signals that end the program, without those that it inherits as ignored, as with
/// `nohup`.
fn ending_signals() -> Vec<(&'static str, i32)> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = mask.map_or(0, |mask| u64::from_str_radix(mask.trim(), 16).unwrap());
    let all = [("TERM", 15), ("INT", 2), ("HUP", 1), ("QUIT", 3)];
    all.into_iter().filter(|(_, number)| ignored & (1 << (number - 1)) == 0).collect()
}

/// Returns the events of the games of a match.
fn events(game: &str, agents: [&str; 2], folder: &Path) -> Vec<Value> {
    let out = folder.join("games.jsonl");
    let args = ["match", game, "--agents", agents[0], agents[1], "--games", "4", "--jobs", "2"];
    stdout(&[&args[..], &["--record-games", "--out", out.to_str().unwrap()]].concat());
    let lines = std::fs::read_to_string(&out).unwrap();
    lines.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap()["game"]["events"].take()).collect()
}

#[test]
fn an_engine_plays_what_the_same_agent_plays_inside() {
    let folder = tempfile::tempdir().unwrap();
    for (game, inside, outside) in [
        (
            "pentago-swap",
            "alpha-beta:depth=1",
            format!("ugi:cmd={},depth=9", gambol("ugi pentago-swap --jobs 1 --agent alpha-beta:depth=1")),
        ),
        (
            "match5:edge=7",
            "alpha-beta:depth=2",
            format!("ugi:cmd={},depth=9", gambol("ugi match5 --jobs 1 --agent alpha-beta:depth=2")),
        ),
        (
            "match5:edge=7",
            "alpha-beta:depth=2",
            format!("piskvork:cmd={},ms=60000", gambol("gomocup --jobs 1 --agent alpha-beta:depth=2")),
        ),
    ] {
        let ours = events(game, [inside, "random"], folder.path());
        let theirs = events(game, [&outside, "random"], folder.path());
        assert_eq!(ours, theirs, "{outside}");
        assert!(ours.iter().all(|game| game.as_array().unwrap().len() > 8), "{ours:?}");
    }
}

#[test]
fn engines_give_hints_and_play_tournaments() {
    let engine = format!("ugi:cmd={},depth=1", gambol("ugi pentago-swap --jobs 1 --agent alpha-beta:depth=1"));
    let position = "wwww2/6/bb4/6/6/bb4 w";
    let hint = json(&["hint", "pentago-swap", "--position", position, "--agent", &engine, "--json"]);
    let after =
        ["inspect", "pentago-swap", "--position", position, "--play", hint["action"].as_str().unwrap(), "--json"];
    assert_eq!(json(&after)["score"], 1, "{hint}");
    let cup = ["tournament", "pentago-swap", "--agents", "random", &engine, "mc:z=1", "--games", "2", "--json"];
    assert_eq!(json(&cup)["agents"][0]["agent"], engine.as_str());
}

#[test]
fn what_an_engine_does_wrong_is_named_with_what_it_said() {
    let folder = tempfile::tempdir().unwrap();
    for (name, body, named) in [
        ("none", answers(&format!("{UGI} echo 'bestmove (none)';;")), "it returned no move; it printed"),
        (
            "illegal",
            answers(&format!("{UGI} echo bestmove z9;;")),
            ": the board goes from a1 to i9; it printed `ugiok`, `readyok`, `bestmove z9`",
        ),
        (
            "dies",
            answers(&format!("{UGI} echo oh no; exit 3;;")),
            "it ended (exit status: 3) before sending bestmove; it printed `ugiok`, `readyok`, `oh no`",
        ),
        ("mute", "exit 0".to_owned(), "it ended (exit status: 0) before sending ugiok; it printed nothing"),
        (
            "hangs",
            answers(&format!("{UGI} exec sleep 600;;")),
            "no bestmove within 400 ms; it printed `ugiok`, `readyok`",
        ),
        ("deaf", "exec sleep 600".to_owned(), "no ugiok within 300 ms; it printed nothing"),
        ("babbles", "while :; do echo la; done".to_owned(), "no ugiok within 300 ms; it printed `la`"),
    ] {
        let engine = format!("ugi:cmd={},ms=100,timeout=300", script(&folder, name, &body));
        let started = Instant::now();
        let message = refusal(&["match", "match5", "--agents", &engine, "random", "--games", "2"], 1);
        assert!(message.contains(named), "{name}: {message}");
        assert!(message.contains(&format!("engine {engine}: ")) && message.contains("game 0"), "{name}: {message}");
        assert!(started.elapsed() < Duration::from_secs(20), "{name} hangs");
    }
    let taken = script(&folder, "taken", &answers(&format!("{UGI} echo bestmove a1;;")));
    let position = "r8/9/9/9/9/9/9/9/9 b";
    let message = refusal(&["hint", "match5", "--position", position, "--agent", &format!("ugi:cmd={taken}")], 1);
    assert!(
        message.contains("it plays a1 in r8/9/9/9/9/9/9/9/9 b: ") && message.contains("`bestmove a1`"),
        "{message}"
    );
    let lost = script(&folder, "lost", &answers("START) echo OK;; DONE) echo 99,99;;"));
    let engine = format!("piskvork:cmd={lost},ms=100");
    let message = refusal(&["match", "match5", "--agents", &engine, "random", "--games", "2"], 1);
    assert!(message.contains("it plays ") && message.contains("`99,99`"), "{message}");
    let refuses = script(&folder, "refuses", &answers("START) echo ERROR size;;"));
    let message = refusal(&["hint", "match5", "--agent", &format!("piskvork:cmd={refuses}")], 1);
    assert!(message.contains("it rejects the board; it printed `ERROR size`"), "{message}");
}

#[test]
fn games_before_a_failure_are_kept_and_continued() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.jsonl");
    // The first engine's input is cut off after some lines.
    let agent = format!("ugi:cmd={},depth=1,timeout=20000", deaf_at_first(&folder, "sed -u 60q"));
    let args = [
        "match",
        "match5",
        "--agents",
        &agent,
        "random",
        "--games",
        "40",
        "--jobs",
        "1",
        "--out",
        out.to_str().unwrap(),
    ];
    let message = refusal(&args, 1);
    assert!(message.contains("it ended") && message.contains("before sending"), "{message}");
    let kept = std::fs::read_to_string(folder.path().join("games.jsonl.partial")).unwrap();
    assert!((2..40).contains(&kept.lines().count()), "{kept}");
    let result = json(&[&args[..], &["--resume", "--json"]].concat());
    assert_eq!(result["games"], 40);
}

#[test]
fn startpos_is_for_games_that_begin_there() {
    let engine = format!("ugi:cmd={},depth=1,start=startpos", gambol("ugi match5 --jobs 1 --agent threat"));
    let inside = stdout(&["match", "match5", "--agents", "threat", "random", "--games", "2", "--opening-plies", "0"]);
    let outside = stdout(&["match", "match5", "--agents", &engine, "random", "--games", "2", "--opening-plies", "0"]);
    let row = |text: &str, name: &str| text.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert_eq!(row(&inside, "first agent"), row(&outside, "first agent"));
    let message = refusal(&["match", "match5", "--agents", &engine, "random", "--games", "2"], 1);
    assert!(message.contains("the game begins with") && message.contains("--opening-plies"), "{message}");
    let position = "r8/9/9/9/9/9/9/9/9 b";
    let message = refusal(&["hint", "match5", "--position", position, "--agent", &engine], 1);
    assert!(message.contains("the game begins with r8/"), "{message}");
}

#[test]
fn engines_that_do_not_fit_are_refused_before_a_game() {
    for (game, agent, named) in [
        ("match5", "ugi", "missing cmd"),
        ("match5", "ugi:cmd=/nowhere/engine", "it cannot be started"),
        ("match5", "ugi:cmd=x,luck=7", "unknown parameter luck; expected one of cmd, ms, depth, nodes, start, timeout"),
        ("match5", "ugi:cmd=x,ms=0", "ms must be a number of milliseconds, at least 1, not 0"),
        ("match5", "ugi:cmd=x,start=here", "start is fen or startpos, not here"),
        ("threes", "ugi:cmd=x", "UGI supports only two-player games without chance"),
        ("pentago-swap", "piskvork:cmd=x", "the Piskvork protocol supports only match5"),
        ("match5:row=4", "piskvork:cmd=x", "the Piskvork protocol supports only five in a row"),
    ] {
        let message = refusal(&["match", game, "--agents", agent, "random", "--games", "2"], 1);
        assert!(message.contains(named), "{game} {agent}: {message}");
    }
}

#[test]
fn no_engine_is_left_behind_by_a_signal() {
    let deaf = Deaf::new();
    for command in deaf.commands() {
        for (name, number) in ending_signals() {
            let mut child = start_match(&format!("ugi:cmd={command},timeout=600000"), &["--games", "2"]);
            let engine = deaf.pid();
            assert!(runs(&engine), "{command}");
            signal(name, child.id());
            assert_eq!(end_of(&mut child).signal(), Some(number), "{command} {name}");
            eventually(|| (!runs(&engine)).then_some(())).unwrap_or_else(|| panic!("{command} goes on after {name}"));
        }
    }
}

#[test]
fn no_engine_is_left_behind_by_a_timeout() {
    let deaf = Deaf::new();
    for command in deaf.commands() {
        let engine = format!("ugi:cmd={command},ms=100,timeout=2000");
        let message = refusal(&["match", "match5", "--agents", &engine, "random", "--games", "2"], 1);
        assert!(message.contains("no bestmove within 2100 ms"), "{message}");
        let engine = deaf.pid();
        eventually(|| (!runs(&engine)).then_some(())).unwrap_or_else(|| panic!("{command} goes on after a timeout"));
    }
}

#[test]
fn what_an_engine_has_started_ends_with_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let helper = format!("sleep 120 & echo $! > {}", pid.display());
    let engine = script(&folder, "engine", &format!("{helper}\nexec {}", gambol("ugi match5 --jobs 1 --agent threat")));
    stdout(&["hint", "match5", "--agent", &format!("ugi:cmd={engine},depth=1")]);
    let helper = std::fs::read_to_string(pid).unwrap();
    eventually(|| (!runs(helper.trim())).then_some(())).expect("what the engine has started goes on");
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_ignored_stays_ignored() {
    let deaf = Deaf::new();
    let engine = format!("ugi:cmd={},ms=100,timeout=2000", deaf.script);
    let gambol = gambol(&format!("match match5 --agents {engine} random --games 2"));
    // The same as `nohup`.
    let mut child =
        Command::new("sh").args(["-c", &format!("trap '' HUP; exec {gambol}")]).stderr(Stdio::null()).spawn().unwrap();
    let engine = deaf.pid();
    signal("HUP", child.id());
    assert_eq!(end_of(&mut child).code(), Some(1), "it waits for the engine, in vain");
    eventually(|| (!runs(&engine)).then_some(())).expect("the engine goes on");
}

#[test]
fn a_match_that_a_signal_ends_is_continued() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.jsonl");
    // The first engine's input stalls after some lines.
    let agent = format!("ugi:cmd={},depth=1,timeout=60000", deaf_at_first(&folder, "sed -u 90q; sleep 120"));
    let more = ["--games", "40", "--out", out.to_str().unwrap()];
    let mut child = start_match(&agent, &more);
    let partial = folder.path().join("games.jsonl.partial");
    let lines = || std::fs::read_to_string(&partial).ok().map(|text| text.lines().count());
    eventually(|| lines().filter(|&lines| lines >= 2)).expect("no game is recorded");
    signal("TERM", child.id());
    assert_eq!(end_of(&mut child).signal(), Some(15));
    let kept = lines().expect("the records are kept");
    assert!((2..40).contains(&kept), "{kept}");
    let args = ["match", "match5", "--agents", &agent, "random", "--jobs", "1"];
    let result = json(&[&args[..], &more, &["--resume", "--json"]].concat());
    assert_eq!(result["games"], 40);
}

#[test]
fn a_second_answer_to_one_question_is_no_move() {
    let folder = tempfile::tempdir().unwrap();
    // Both in one write.
    let twice = |name: &str, engine: &str, moves: &str| {
        let echo = format!("{moves}) printf '%s\\n%s\\n' \"$line\" \"$line\";; *) echo \"$line\";;");
        script(&folder, name, &format!("{engine} | while read -r line; do case $line in {echo} esac; done"))
    };
    for (inside, outside) in [
        (
            "alpha-beta:depth=2",
            format!(
                "ugi:cmd={},depth=9",
                twice("u", &gambol("ugi match5 --jobs 1 --agent alpha-beta:depth=2"), "bestmove*")
            ),
        ),
        (
            "alpha-beta:depth=1",
            format!(
                "piskvork:cmd={},ms=60000",
                twice("p", &gambol("gomocup --jobs 1 --agent alpha-beta:depth=1"), "[0-9]*")
            ),
        ),
    ] {
        let ours = events("match5:edge=7", [inside, "random"], folder.path());
        let theirs = events("match5:edge=7", [&outside, "random"], folder.path());
        assert_eq!(ours, theirs, "{outside}");
    }
}

/// An engine of Piskvork's protocol that takes the first free cell. Like Rapfi, it reads words
/// instead of lines, drops the first one after its move, and complains of the rest. It sends its
/// moves late and in halves, complains of an INFO while it receives a board, and logs the lines
/// that it parses.
fn hard_of_hearing(folder: &TempDir, log: &Path) -> String {
    let body = r#"
lost= reading= stones=
move() {
    x=0 y=0 reading= lost=yes
    while case "$stones" in *" $x,$y "*) true;; *) false;; esac; do
        x=$((x + 1))
        if [ $x = 9 ]; then x=0 y=$((y + 1)); fi
    done
    stones="$stones$x,$y "
    sleep 0.02; echo "DEBUG $x,$y"; printf "$x,"; sleep 0.02; echo "$y"
}
while read -r line; do
    set -- $line
    if [ -n "$lost" ]; then shift; lost=; fi
    if [ $# -gt 0 ]; then case $1 in
        START|BOARD|DONE|INFO|TURN|*,*,*) echo "$*" >> LOG;;
    esac; fi
    case $1 in
        "") ;;
        START) echo "MESSAGE hello"; echo OK;;
        INFO) if [ "$2" = rule ]; then sleep 0.05; echo "UNKNOWN rule"; echo "ERROR Unknown command: 0"; fi;;
        BOARD) reading=yes stones=" ";;
        TURN) stones="$stones$2 "; move;;
        DONE|*,*,*)
            if [ -z "$reading" ]; then
                echo "ERROR Unknown command: $1"
            elif [ "$1" != DONE ]; then
                stones="$stones${1%,*} "
            else
                move
            fi;;
        *) for word in "$@"; do echo "ERROR Unknown command: $word"; done;;
    esac
done"#;
    script(folder, "hard-of-hearing", &body.replace("LOG", log.to_str().unwrap()))
}

#[test]
fn an_engine_that_is_hard_of_hearing_plays_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let engine = format!("piskvork:cmd={},ms=100", hard_of_hearing(&folder, &log));
    let result = json(&["match", "match5", "--agents", &engine, "random", "--games", "4", "--jobs", "1", "--json"]);
    assert_eq!(result["games"], 4);
    let log = std::fs::read_to_string(log).unwrap();
    let said = |line: &str| log.lines().filter(|&said| said == line).count();
    // Once per game, however many moves there are.
    assert_eq!((said("START 9"), said("INFO timeout_turn 100"), said("INFO rule 0")), (4, 4, 4), "{log}");
    assert_eq!(said("BOARD"), 4, "{log}");
    assert!(log.matches("TURN ").count() > 12, "{log}");
    // The colours alternate, and the last stone is the opponent's: Rapfi moves for the side that
    // follows.
    let boards = log.split("BOARD\n").skip(1).map(|board| board.split("DONE").next().unwrap());
    for board in boards.filter(|board| !board.is_empty()) {
        let whose: Vec<&str> = board.lines().map(|stone| &stone[stone.len() - 1..]).collect();
        assert_eq!(whose.last(), Some(&"2"), "{board}");
        assert!(whose.windows(2).all(|pair| pair[0] != pair[1]), "{board}");
    }
}

#[test]
fn half_a_line_is_no_move() {
    let folder = tempfile::tempdir().unwrap();
    for (name, kind, body, due) in [
        ("u", "ugi", answers(&format!("{UGI} printf 'bestmove a1'; exit 0;;")), "bestmove"),
        ("p", "piskvork", answers("START) echo OK;; DONE) printf 1,1; exit 0;;"), "move"),
    ] {
        let engine = format!("{kind}:cmd={}", script(&folder, name, &body));
        let message = refusal(&["hint", "match5", "--agent", &engine], 1);
        assert!(message.contains(&format!("it ended (exit status: 0) before sending {due}")), "{message}");
    }
}

#[test]
fn a_board_that_is_refused_twice_ends_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let once = "if [ -z \"$moved\" ]; then moved=yes; echo 4,4; else echo ERROR no; fi;;";
    let refuses = script(&folder, "refuses", &answers(&format!("START) echo OK;; DONE|TURN) {once}")));
    let engine = format!("piskvork:cmd={refuses}");
    let game = ["match", "match5", "--agents", &engine, "random", "--opening-plies", "0", "--games", "2"];
    let message = refusal(&game, 1);
    assert!(message.contains("it rejects the position; it printed `4,4`, `ERROR no`, `ERROR no`"), "{message}");
}

/// Returns the lines that engines got, from their logs in a folder, without the times.
fn said_to(folder: &Path) -> Vec<String> {
    let mut logs: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    logs.sort();
    let text: String = logs.iter().map(|log| std::fs::read_to_string(log).unwrap()).collect();
    text.lines().filter_map(|line| line.split_once(" > ")).map(|(_, said)| said.to_owned()).collect()
}

#[test]
fn engines_get_the_clock_in_the_words_of_their_protocol() {
    let folder = tempfile::tempdir().unwrap();
    let play = |agent: &str, name: &str, tc: &str| {
        let logs = folder.path().join(name);
        let args = ["match", "match5:gomoku", "--agents", agent, "random", "--games", "2", "--max-moves", "6"];
        json(&[&args[..], &["--jobs", "1", "--tc", tc, "--log", logs.to_str().unwrap(), "--json"]].concat());
        said_to(&logs)
    };
    let ugi = play(&format!("ugi:cmd={}", gambol("ugi match5:gomoku --agent threat")), "ugi", "40/60+0.5");
    let go: Vec<Vec<&str>> =
        ugi.iter().filter(|line| line.starts_with("go ")).map(|line| line.split(' ').collect()).collect();
    assert_eq!(go.len(), 6, "{ugi:?}");
    let number = |text: &str| text.parse::<u64>().unwrap();
    for (index, words) in go.iter().enumerate() {
        let [_, "p1time", first, "p2time", second, "p1inc", "500", "p2inc", "500", "movestogo", moves] = words[..]
        else {
            panic!("{words:?}");
        };
        assert_eq!(number(moves), [40, 39, 38][index % 3]);
        // The engine moves first in the first game; every move adds half a second and takes less.
        let [own, other] = if index < 3 { [first, second] } else { [second, first] }.map(number);
        let bonus = 500 * (index as u64 % 3);
        assert!(own <= 60_000 + bonus && own + 20_000 > 60_000, "{words:?}");
        assert!(other <= 60_000 + 500 * 3 && other > 50_000, "{words:?}");
    }
    let stones = play(&format!("piskvork:cmd={}", gambol("gomocup --agent threat")), "piskvork", "60+0.5");
    let infos: Vec<&str> = stones.iter().filter_map(|line| line.strip_prefix("INFO ")).collect();
    let count = |key: &str| infos.iter().filter(|info| info.starts_with(key)).count();
    assert_eq!((count("timeout_match 60000"), count("time_increment 500")), (2, 2), "{infos:?}");
    assert_eq!((count("time_left 60000"), count("timeout_turn 60000")), (2, 2), "{infos:?}");
    assert!(count("time_left 60") + count("time_left 61") >= 4, "the increment is added: {infos:?}");
}

#[test]
fn an_engine_that_uses_up_its_time_loses_and_its_log_shows_it() {
    let folder = tempfile::tempdir().unwrap();
    let slow = script(&folder, "slow", &answers(&format!("{UGI} echo thinking >&2; sleep 0.6; echo bestmove a1;;")));
    let (logs, out) = (folder.path().join("logs"), folder.path().join("f.jsonl"));
    let engine = format!("ugi:cmd={slow}");
    let args = ["match", "match5", "--agents", &engine, "threat", "--games", "2", "--opening-plies", "0"];
    let files = ["--tc", "0.5", "--jobs", "1", "--log", logs.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let duel = json(&[&args[..], &files, &["--json"]].concat());
    assert_eq!((&duel["losses"], &duel["ends"]["time"]), (&2.into(), &serde_json::json!([2, 0])), "{duel}");
    let shown = stdout(&[&args[..], &files, &["--resume"]].concat());
    assert!(shown.contains("lost on time: 2 by the first agent, 0 by the second"), "{shown}");
    let log = std::fs::read_to_string(logs.join("1-slow-1.log")).unwrap();
    for part in
        [" # ", " # game from 9/9", " > uginewgame", " > go p1time 500 p2time 500", " ! thinking", " < bestmove a1"]
    {
        assert!(log.contains(part), "{part:?} in {log}");
    }
    let times: Vec<f64> = log.lines().map(|line| line.split(' ').next().unwrap().parse().unwrap()).collect();
    assert!(times.is_sorted() && times.last().is_some_and(|&end| end >= 1.1), "{log}");
}

#[test]
fn the_score_of_an_engine_adjudicates() {
    let folder = tempfile::tempdir().unwrap();
    let lost = script(&folder, "lost", &answers(&format!("{UGI} echo info depth 3 score cp -250; echo bestmove e5;;")));
    let engine = format!("ugi:cmd={lost}");
    let args =
        ["match", "match5", "--agents", &engine, "random", "--games", "2", "--opening-plies", "0", "--max-moves", "1"];
    let resign = |score: &str| json(&[&args[..], &["--resign", score, "--json"]].concat());
    assert_eq!(resign("score=2.5")["ends"]["resign"], serde_json::json!([1, 0]));
    assert_eq!(resign("score=2.51")["ends"], Value::Null);
}
