//! `gambol ugi`: a two-player game without chance in UGI, the universal game interface.
//!
//! Source: *Universal Game Interface*, the protocol of the match program cutegames
//! (<https://github.com/kz04px/cutegames/blob/master/ugi.md>), a generalisation of S.
//! Meyer-Kahlen's UCI to any game.

mod go;
mod options;

use std::fmt::Display;
use std::io;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use gambol::game::EventOf;
use gambol::registry::{Label, Position, Registry};
use gambol::search::{Follower, Proven, SearchError, SearchStats};
use gambol::{Decision, Game, GameExt, Player as Side, Search, Seed, Turn};

use self::go::Go;
use self::options::Options;
use super::{Desk, Flow, ORPHANED, Protocol, Voice, converse, hundredths, line_of, rate};
use crate::output::Failure;
use crate::{Streams, args};

pub(crate) fn ugi(registry: &Registry, args: &args::Ugi, streams: Streams) -> Result<String, Failure> {
    let start = registry.start(&args.game)?;
    if start.players() != 2 || start.has_chance() {
        return Err(Failure::of(&args.game, "UGI supports only two-player games without chance"));
    }
    let options = Options {
        agent: start.game().expand(args.agent.as_deref().unwrap_or(start.game().default_agent()))?,
        seed: Seed::new(args.engine.seed),
        ponders: false,
    };
    let agent = options.agent(&start).map_err(Failure)?;
    let session = |voice| Session {
        voice,
        game: args.game.clone(),
        from: start.clone(),
        moves: Vec::new(),
        state: start.clone(),
        start,
        options,
        agent: Some(Player::new(agent)),
        pondering: None,
        decisions: 0,
    };
    converse(session, args.engine.jobs, streams)
}

struct Session {
    voice: Voice,
    game: String,
    start: Position,
    /// Start of the manager's last position; `moves` lead from there to `state`.
    from: Position,
    moves: Vec<EventOf<Position>>,
    state: Position,
    options: Options,
    /// `None` during a search.
    agent: Option<Player>,
    /// The search in the opponent's time, until its ponderhit.
    pondering: Option<Pondering>,
    /// Number of moves searched in this game.
    decisions: u64,
}

/// The agent, and the game as it has observed it.
struct Player {
    search: Box<dyn Search<Position>>,
    follower: Follower<Position>,
}

impl Player {
    fn new(search: Box<dyn Search<Position>>) -> Self {
        Self { search, follower: Follower::new() }
    }
}

/// A search in the opponent's time. `time` is its limit after the hit.
struct Pondering {
    hit: Arc<Hit>,
    time: Duration,
}

/// Set at the ponderhit, to the deadline of the search if it has one.
type Hit = OnceLock<Option<Instant>>;

/// Polling interval of a finished search that waits for its ponderhit.
const PAUSE: Duration = Duration::from_millis(2);

/// Result of a search.
struct Found {
    agent: Player,
    decision: Result<Decision<Label>, String>,
    took: Duration,
}

impl Protocol for Session {
    type Found = Found;
    const FINISHES: bool = true;

    fn is_urgent(line: &str) -> bool {
        matches!(split(line).0, "isready" | "ponderhit" | "stop" | "quit")
    }

    fn answer(&mut self, line: &str, desk: &mut Desk<Found>) -> io::Result<Flow> {
        let (command, rest) = split(line);
        let answered = match command {
            "ugi" => {
                self.introduce()?;
                Ok(())
            }
            "isready" => {
                self.voice.say("readyok")?;
                Ok(())
            }
            "setoption" => self.set_option(rest),
            "uginewgame" => self.begin(),
            "position" => self.place(rest),
            "go" => match self.go(rest, desk) {
                Ok(()) => Ok(()),
                Err(reason) => {
                    // The manager waits for a move, so it gets an answer.
                    self.voice.say(format_args!("info string error: {reason}"))?;
                    self.voice.say("bestmove (none)")?;
                    Ok(())
                }
            },
            "query" => match self.query(rest) {
                Ok(response) => {
                    self.voice.say(format_args!("response {response}"))?;
                    Ok(())
                }
                Err(reason) => Err(reason),
            },
            "ponderhit" => match self.pondering.take() {
                Some(Pondering { hit, time }) => {
                    desk.set_patience(ORPHANED);
                    hit.get_or_init(|| Instant::now().checked_add(time));
                    Ok(())
                }
                None => Err("no search runs in the opponent's time".to_owned()),
            },
            "stop" => {
                desk.stop();
                Ok(())
            }
            "quit" => return Ok(Flow::Leave),
            _ => Err(format!("unknown command {command}")),
        };
        if let Err(reason) = answered {
            self.voice.say(format_args!("info string error: {reason}"))?;
        }
        Ok(Flow::On)
    }

    fn found(&mut self, found: Found) -> io::Result<()> {
        let Found { agent, decision, took } = found;
        self.agent = Some(agent);
        self.pondering = None;
        match decision {
            Ok(decision) => {
                self.voice.say(info(&decision, took))?;
                match decision.pv.get(1).filter(|_| self.options.ponders) {
                    Some(reply) => self.voice.say(format_args!("bestmove {} ponder {reply}", decision.action)),
                    None => self.voice.say(format_args!("bestmove {}", decision.action)),
                }
            }
            Err(reason) => {
                self.voice.say(format_args!("info string error: {reason}"))?;
                self.voice.say("bestmove (none)")
            }
        }
    }
}

impl Session {
    fn introduce(&self) -> io::Result<()> {
        self.voice.say(format_args!("id name Gambol {} {}", env!("CARGO_PKG_VERSION"), self.game))?;
        self.voice.say(format_args!("id author {}", env!("CARGO_PKG_AUTHORS")))?;
        for line in self.options.lines(&self.start) {
            self.voice.say(line)?;
        }
        self.voice.say("ugiok")
    }

    fn set_option(&mut self, text: &str) -> Result<(), String> {
        let form = || format!("expected `setoption name NAME value VALUE`, got {text:?}");
        let (name, value) = text.strip_prefix("name ").and_then(|text| text.split_once(" value ")).ok_or_else(form)?;
        self.options.set(&self.start, name.trim(), value.trim())?;
        self.agent = None;
        Ok(())
    }

    fn begin(&mut self) -> Result<(), String> {
        (self.state, self.from) = (self.start.clone(), self.start.clone());
        self.moves.clear();
        self.decisions = 0;
        self.agent = Some(Player::new(self.options.agent(&self.start)?));
        Ok(())
    }

    /// Parses a position; an error leaves the old one.
    fn place(&mut self, text: &str) -> Result<(), String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let from = match words[..end] {
            ["startpos"] => self.start.clone(),
            ["fen", ref fields @ ..] if !fields.is_empty() => {
                self.start.read(&fields.join(" ")).map_err(|error| format!("position: {error}"))?
            }
            _ => return Err(format!("expected `position startpos|fen FEN [moves MOVE …]`, got {text:?}")),
        };
        let (mut state, mut moves) = (from.clone(), Vec::new());
        for (index, word) in words[end..].iter().skip(1).enumerate() {
            let refuse = |reason: String| format!("position: move {}: {reason}", index + 1);
            let event = state.event(word).map_err(|error| refuse(error.to_string()))?;
            state.try_advance(event).map_err(|illegal| refuse(illegal.to_string()))?;
            moves.push(event);
        }
        (self.from, self.moves, self.state) = (from, moves, state);
        Ok(())
    }

    fn query(&self, text: &str) -> Result<&'static str, String> {
        let over = self.state.turn() == Turn::Over;
        let truth = |truth| if truth { "true" } else { "false" };
        match text {
            "p1turn" => Ok(truth(self.state.turn() == Turn::Player(Side::First))),
            "gameover" => Ok(truth(over)),
            "result" => Ok(match self.state.score() {
                _ if !over => "none",
                score if score > 0 => "p1win",
                score if score < 0 => "p2win",
                _ => "draw",
            }),
            _ => Err(format!("unknown query {text:?}; expected p1turn, gameover or result")),
        }
    }

    fn go(&mut self, text: &str, desk: &mut Desk<Found>) -> Result<(), String> {
        let started = Instant::now();
        let turn = self.state.turn();
        let player = turn.player().ok_or_else(|| SearchError::NoPlayersTurn { turn }.to_string())?;
        let Go { mut terms, patience, after_hit } = Go::read(text, player)?;
        let mut agent = match self.agent.take() {
            Some(agent) => agent,
            None => Player::new(self.options.agent(&self.start)?),
        };
        let (from, mut moves, state) = (self.from.clone(), self.moves.clone(), self.state.clone());
        let hit = after_hit.map(|time| {
            // The agent does not observe the expected move, so that it can continue after another
            // one.
            moves.pop();
            let hit = Arc::<Hit>::default();
            self.pondering = Some(Pondering { hit: Arc::clone(&hit), time });
            hit
        });
        if let Some(hit) = hit.clone() {
            terms = terms.stop_when(move || hit.get().copied().flatten().is_some_and(|end| end <= Instant::now()));
        }
        let seed = self.options.seed.derive(self.decisions);
        self.decisions += 1;
        let voice = self.voice.clone();
        let terms = terms.watch(move |so_far: &Decision<Label>| {
            // A closed stream is detected by the answer.
            let _ = voice.say(info(so_far, started.elapsed()));
        });
        desk.search(patience, move |stop| {
            agent.follower.catch_up(agent.search.as_mut(), &from, &moves);
            let terms = terms.stop(stop.clone());
            let decision = agent.search.search(&state, &terms, seed).map_err(|error| error.to_string());
            while hit.as_ref().is_some_and(|hit| hit.get().is_none()) && !stop.is_raised() {
                thread::sleep(PAUSE);
            }
            Found { agent, decision, took: started.elapsed() }
        });
        Ok(())
    }
}

/// Splits a line into the command and its arguments.
fn split(line: &str) -> (&str, &str) {
    let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (command, rest.trim())
}

/// Formats a decision as an `info` line, from the view of the player to move.
fn info<A: Copy + Display>(decision: &Decision<A>, took: Duration) -> String {
    let score = match decision.proven {
        Some(Proven::Win { winner, plies: Some(plies) }) if winner == decision.player => format!("mate {plies}"),
        Some(Proven::Win { plies: Some(plies), .. }) => format!("mate -{plies}"),
        _ => format!("cp {}", hundredths(decision.player.sign() as f64 * decision.value)),
    };
    let SearchStats { depth, nodes, .. } = decision.stats;
    let (rate, ms, pv) = (rate(nodes, took, Duration::from_secs(1)), took.as_millis(), line_of(&decision.pv));
    format!("info depth {depth} time {ms} nodes {nodes} nps {rate} score {score} pv {pv}")
}
