//! Statistics of the moves and states of Five or More, the thesis' table 3 and figure 4, from
//! recorded games.
//!
//! ```sh
//! gambol run five-or-more --agent mc:z=10,allocation=halving --games 64 \
//!     --record-games --out mc.jsonl
//! cargo run --release -p gambol-cli --example five_or_more_flow -- mc.jsonl \
//!     --svg flow.svg --json flow.json
//! ```
//!
//! Table 3 counts the moves by "the increase of score after that move": from the state before the
//! move to the next state in which a move is due. A line that is completed by the stones dropped
//! after a move therefore counts for the move. Only with this definition do the points of the
//! thesis' columns add up to its means; a row of the table gives the number of such moves. A
//! Minimal scores at least as much as five stones and less than six, and so on.
//!
//! Figure 4 counts the states of a game by the number of stones on the board, in steps of five: 1
//! to 5, 6 to 10, and so on. A state is a position before a player's move, including the move after
//! a line. The area under a curve is therefore the number of moves of a game. The full board at the
//! end, without a move, is not counted.
//!
//! A file that is still being written can be read, too. Source: O. A. de Bruin, *Calculating and
//! Predicting the Game Five or More*, 2010, section 3.3.

use std::error::Error;
use std::ops::ControlFlow;
use std::path::PathBuf;

use gambol::five_or_more::{FiveOrMore, Wide};
use gambol::registry::{Registry, split};
use gambol::{Event, Game};
use gambol_arena::plots::{Axis, Corner, curves};
use gambol_arena::{GameText, Lineup, Plan, Reader, Record};
use lexopt::prelude::{Long, Value, ValueExt};
use serde_json::{Value as Json, json};

/// Any error, from any thread.
type Failure = Box<dyn Error + Send + Sync>;

/// Classes of moves by score: nothing, or at least as much as 5, 6, 7, 8 or 9 stones.
const KINDS: [&str; 6] = ["None", "Minimal", "Sixer", "Sevener", "Eighter", "Maximal"];

/// Number of stones in one step of figure 4.
const STEP: usize = 5;

/// Statistics of the games of one agent.
#[derive(Clone, Debug, Default, PartialEq)]
struct Flow {
    games: u64,
    points: i64,
    /// Moves by [`KINDS`].
    moves: [u64; KINDS.len()],
    /// Number of moves that score only by the drop after them.
    by_drop: u64,
    /// States before a move by the number of stones on the board, in steps of [`STEP`]. An empty
    /// board is never such a state.
    states: Vec<u64>,
}

impl Flow {
    /// Adds a game, and returns its last state.
    fn add(&mut self, game: &GameText) -> Result<FiveOrMore<Wide>, Failure> {
        // The wide board fits games of every size.
        let start: FiveOrMore<Wide> = game.start.parse()?;
        let scoring = start.rules().scoring();
        // Scores before and immediately after a move whose drop is not yet complete.
        let mut open: Option<[i64; 2]> = None;
        let mut count = |scores: Option<[i64; 2]>, end: i64| {
            let Some([before, after]) = scores else { return };
            let kind = (5..=9).filter(|&stones| end - before >= scoring.points(stones)).count();
            self.moves[kind] += 1;
            self.by_drop += u64::from(before == after && end > after);
        };
        let end = game.replay(start, |before, event, after| {
            if let Event::Action(_) = event {
                count(open.replace([before.score(), after.score()]), before.score());
                let step = before.stones().count().saturating_sub(1) / STEP;
                self.states.resize(self.states.len().max(step + 1), 0);
                self.states[step] += 1;
            }
        })?;
        count(open, end.score());
        self.games += 1;
        self.points += end.score();
        Ok(end)
    }

    fn all_moves(&self) -> u64 {
        self.moves.iter().sum()
    }

    /// Returns the number of states per game, at the middle of each step.
    fn curve(&self) -> Vec<(f64, f64)> {
        let middle = |step: usize| f64::midpoint((step * STEP + 1) as f64, ((step + 1) * STEP) as f64);
        self.states.iter().enumerate().map(|(step, &states)| (middle(step), each(states, self.games))).collect()
    }

    fn json(&self, agent: &str) -> Json {
        let kinds = KINDS.iter().zip(self.moves);
        let kinds = kinds.map(|(kind, moves)| json!({"score": kind.to_lowercase(), "moves": moves}));
        let states = self.states.iter().enumerate().map(|(step, &states)| {
            json!({"from": step * STEP + 1, "to": (step + 1) * STEP, "per_game": each(states, self.games)})
        });
        json!({
            "agent": agent,
            "games": self.games,
            "mean": each(self.points as u64, self.games),
            "moves": kinds.collect::<Vec<_>>(),
            "scored_by_drop": self.by_drop,
            "states": states.collect::<Vec<_>>(),
        })
    }
}

fn each(sum: u64, of: u64) -> f64 {
    sum as f64 / of.max(1) as f64
}

/// Formats table 3: counts and percentages, two columns per agent.
fn table(flows: &[(String, Flow)]) -> String {
    let row = |name: &str, cell: &dyn Fn(&Flow) -> String| {
        let cells: Vec<_> = flows.iter().map(|(_, flow)| cell(flow)).collect();
        format!("| {name} | {} |\n", cells.join(" | "))
    };
    let names: Vec<_> = flows.iter().map(|(agent, _)| format!("`{agent}` | %")).collect();
    let mut text = format!("| score | {} |\n|---|{}\n", names.join(" | "), "--:|--:|".repeat(flows.len()));
    for (kind, name) in KINDS.into_iter().enumerate() {
        text += &row(name, &|flow| {
            let count = flow.moves[kind];
            format!("{count} | {:.2}", each(count * 100, flow.all_moves()))
        });
    }
    text += &row("all moves", &|flow| format!("{} |", flow.all_moves()));
    text += &row("moves a game", &|flow| format!("{:.1} |", each(flow.all_moves(), flow.games)));
    text += &row("games", &|flow| format!("{} |", flow.games));
    text += &row("scored by the drop alone", &|flow| format!("{} |", flow.by_drop));
    text += &row("points of a game", &|flow| format!("{:.2} |", flow.points as f64 / flow.games.max(1) as f64));
    text
}

/// Reads the games of a file, and the agent that played them.
fn read(path: &std::path::Path) -> Result<(String, Flow), Failure> {
    let name = path.display();
    let reader = Reader::open(path)?.ok_or_else(|| format!("{name}: it has no header"))?;
    let plan = reader.header().plan.clone();
    if split(plan.game()).0 != "five-or-more" || plan.is_match() {
        return Err(format!("{name}: it is no run of five-or-more").into());
    }
    let mut flow = Flow::default();
    for located in reader {
        let Record { index, game, last, .. } = located?.record;
        let game = game.ok_or_else(|| format!("{name}: its games are not recorded; play with --record-games"))?;
        let end = flow.add(&game).map_err(|error| format!("{name}: game {index}: {error}"))?;
        if end.to_string() != last {
            return Err(format!("{name}: game {index}: its events do not lead to its end").into());
        }
    }
    Ok((plan.agents()[0].clone(), flow))
}

/// Plays a few quick games, for use without a file.
fn quick(agent: &str) -> Result<(String, Flow), Failure> {
    let start = FiveOrMore::<u128>::default();
    let plan = Plan::builder("five-or-more", &start).agent(agent).games(4).record_games(true).build()?;
    let game = Registry::standard().entry::<FiveOrMore<u128>>("five-or-more").ok_or("the registry has this game")?;
    let lineup = Lineup::new(&plan, &start)?.try_agent(agent, || game.make(agent).map_err(Failure::from));
    let mut games = Vec::new();
    lineup.games(0..plan.games(), |record| {
        games.extend(record.game);
        Ok(ControlFlow::Continue(()))
    })?;
    let mut flow = Flow::default();
    games.iter().try_for_each(|game| flow.add(game).map(|_| ()))?;
    Ok((agent.to_owned(), flow))
}

fn main() -> Result<(), Failure> {
    let (mut files, mut svg, mut out, mut small) = (Vec::new(), None, None, false);
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Value(file) => files.push(PathBuf::from(file)),
            Long("svg") => svg = Some(PathBuf::from(arguments.value()?)),
            Long("json") => out = Some(PathBuf::from(arguments.value()?)),
            Long("budget") => match arguments.value()?.string()?.as_str() {
                "small" => small = true,
                "default" => {}
                other => return Err(format!("--budget is small or default, not {other}").into()),
            },
            Long("help") => {
                println!("arguments: FILE... [--svg FILE] [--json FILE], or --budget small to play a few games");
                return Ok(());
            }
            other => return Err(other.unexpected().into()),
        }
    }
    let flows: Vec<_> = match files.as_slice() {
        [] if small => ["random", "simple-bias", "align-score"].into_iter().map(quick).collect::<Result<_, _>>()?,
        [] => return Err("name files of records, played with --record-games; or say --budget small".into()),
        files => files.iter().map(|file| read(file)).collect::<Result<_, _>>()?,
    };
    print!("{}", table(&flows));
    if let Some(path) = svg {
        let series: Vec<_> = flows.iter().map(|(agent, flow)| (agent.clone(), flow.curve())).collect();
        let most = series.iter().flat_map(|(_, points)| points).map(|point| point.1).fold(1.0, f64::max);
        let axis = Axis::new("states a game", 0.0..most * 1.05).legend(Corner::UpperRight);
        let about = "states of a game by the stones on the board, in steps of five";
        std::fs::write(path, curves(&series, "stones on the board", axis, about)?)?;
    }
    if let Some(path) = out {
        let lines: Vec<_> = flows.iter().map(|(agent, flow)| flow.json(agent).to_string()).collect();
        std::fs::write(path, format!("[\n{}\n]\n", lines.join(",\n")))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flow(start: &str, events: &[&str]) -> Flow {
        let mut flow = Flow::default();
        let events = events.iter().map(|&event| event.to_owned()).collect();
        flow.add(&GameText { start: start.to_owned(), events }).unwrap();
        flow
    }

    /// Ten stones, of which a move removes five; then five stones, of which the drop after a move
    /// removes four and the stone that fell.
    #[test]
    fn moves_and_states_are_those_of_the_player() {
        let start = "aaaa5/8a/9/bbbb4c/9/9/9/9/9 bac 0 m";
        let flow = flow(start, &["i2-e1", "i4-i5", "e4", "a1", "b1", "a", "b", "c", "i5-i6"]);
        assert_eq!(flow.moves, [1, 2, 0, 0, 0, 0]);
        // 10, 5 and 3 stones are on the board before the three moves.
        assert_eq!(flow.states, [2, 1]);
        assert_eq!(flow.curve(), [(3.0, 2.0), (8.0, 1.0)]);
        assert_eq!((flow.games, flow.points, flow.by_drop), (1, 20, 1));
        let table = table(&[("mc".to_owned(), flow)]);
        assert!(table.contains("| None | 1 | 33.33 |\n| Minimal | 2 | 66.67 |\n| Sixer | 0 | 0.00 |"), "{table}");
    }

    #[test]
    fn every_length_has_its_name() {
        for (kind, row) in [(1, "aaaa1b3"), (2, "aaaa1ab2"), (3, "aaaa1aab1"), (4, "aaaa1aaab"), (5, "aaaa1aaaa")] {
            let flow = flow(&format!("{row}/9/4a4/9/9/9/9/9/8b abc 0 m"), &["e3-e1"]);
            let mut due = [0; KINDS.len()];
            due[kind] = 1;
            assert_eq!(flow.moves, due, "{row}");
            assert_eq!(flow.points, [0, 10, 12, 18, 28, 42][kind], "{row}");
        }
    }

    #[test]
    fn a_game_that_breaks_the_rules_is_refused() {
        let game = GameText { start: "9/9/9/9/9/9/9/9/8b abc 0 m".to_owned(), events: vec!["a1-a2".to_owned()] };
        let error = Flow::default().add(&game).unwrap_err().to_string();
        assert!(error.starts_with("event 1 (a1-a2): "), "{error}");
    }
}
