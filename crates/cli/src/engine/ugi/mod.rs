//! `gambol ugi`: a game of two without chance in UGI, the universal game interface.
//!
//! Source: *Universal Game Interface*, which the match program cutegames speaks
//! (<https://github.com/kz04px/cutegames/blob/master/ugi.md>); it is S. Meyer-Kahlen's UCI, made to fit any game.

mod go;
mod options;

use std::any::TypeId;
use std::fmt::Display;
use std::io;
use std::time::{Duration, Instant};

use gambol::core::EventOf;
use gambol::registry::{self, Playable, Visitor};
use gambol::search::{Follower, Proven, SearchError, SearchStats};
use gambol::{Decision, Event, Game, GameExt, NoChance, Player as Side, Search, Seed, Turn};

use self::go::Go;
use self::options::Options;
use super::{Desk, Flow, Protocol, converse, hundredths, line_of, rate, say, settings};
use crate::args;
use crate::output::Failure;

pub(crate) fn ugi(args: &args::Ugi) -> Result<String, Failure> {
    registry::start(&args.game, Start(args))?
}

struct Start<'a>(&'a args::Ugi);

/// The agents that play unless one is named: the first that the game has. Openings by heart are for the manager to choose.
const USUAL_AGENTS: [&str; 3] = ["report:opening=no", "alpha-beta", "mcts"];

impl Visitor for Start<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Playable>(self, start: G) -> Self::Output {
        let Self(args) = self;
        if G::PLAYERS != 2 || TypeId::of::<G::Outcome>() != TypeId::of::<NoChance>() {
            return Err(Failure::of(&args.game, "UGI is for games of two players without chance"));
        }
        let usual = USUAL_AGENTS.into_iter().find(|agent| settings::entry::<G>(agent).is_some()).unwrap_or("random");
        let options = Options {
            agent: args.agent.clone().unwrap_or_else(|| usual.to_owned()),
            seed: Seed::new(args.engine.seed),
        };
        let agent = options.agent().map_err(Failure)?;
        let session = Session {
            game: args.game.clone(),
            from: start.clone(),
            moves: Vec::new(),
            state: start.clone(),
            start,
            options,
            agent: Some(Player::new(agent)),
            decisions: 0,
        };
        converse(session, args.engine.jobs)
    }
}

struct Session<G: Playable> {
    game: String,
    start: G,
    /// Where the manager's last position begins, and the moves from there.
    from: G,
    moves: Vec<EventOf<G>>,
    state: G,
    options: Options,
    /// None while it searches.
    agent: Option<Player<G>>,
    /// How many moves have been searched in this game.
    decisions: u64,
}

/// The agent, and what it knows of the game.
struct Player<G: Game> {
    search: Box<dyn Search<G>>,
    follower: Follower<G>,
}

impl<G: Game> Player<G> {
    fn new(search: Box<dyn Search<G>>) -> Self {
        Self { search, follower: Follower::new() }
    }
}

/// What comes back from a search.
struct Found<G: Playable> {
    agent: Player<G>,
    decision: Result<Decision<G::Action>, String>,
    took: Duration,
}

impl<G: Playable> Protocol for Session<G> {
    type Found = Found<G>;
    const FINISHES: bool = true;

    fn is_urgent(line: &str) -> bool {
        matches!(split(line).0, "isready" | "stop" | "quit")
    }

    fn answer(&mut self, line: &str, desk: &mut Desk<Found<G>>) -> io::Result<Flow> {
        let (command, rest) = split(line);
        let answered = match command {
            "ugi" => {
                self.introduce()?;
                Ok(())
            }
            "isready" => {
                say("readyok")?;
                Ok(())
            }
            "setoption" => self.set_option(rest),
            "uginewgame" => self.begin(),
            "position" => self.place(rest),
            "go" => match self.go(rest, desk) {
                Ok(()) => Ok(()),
                Err(reason) => {
                    // A manager that waits for a move waits no longer.
                    say(format_args!("info string error: {reason}"))?;
                    say("bestmove (none)")?;
                    Ok(())
                }
            },
            "query" => match self.query(rest) {
                Ok(response) => {
                    say(format_args!("response {response}"))?;
                    Ok(())
                }
                Err(reason) => Err(reason),
            },
            "stop" => {
                desk.stop();
                Ok(())
            }
            "quit" => return Ok(Flow::Leave),
            _ => Err(format!("there is no command {command}")),
        };
        if let Err(reason) = answered {
            say(format_args!("info string error: {reason}"))?;
        }
        Ok(Flow::On)
    }

    fn found(&mut self, found: Found<G>) -> io::Result<()> {
        let Found { agent, decision, took } = found;
        self.agent = Some(agent);
        match decision {
            Ok(decision) => {
                say(info(&decision, took))?;
                say(format_args!("bestmove {}", decision.action))
            }
            Err(reason) => {
                say(format_args!("info string error: {reason}"))?;
                say("bestmove (none)")
            }
        }
    }
}

impl<G: Playable> Session<G> {
    fn introduce(&self) -> io::Result<()> {
        say(format_args!("id name Gambol {} {}", env!("CARGO_PKG_VERSION"), self.game))?;
        say(format_args!("id author {}", env!("CARGO_PKG_AUTHORS")))?;
        for line in self.options.lines::<G>() {
            say(line)?;
        }
        say("ugiok")
    }

    fn set_option(&mut self, text: &str) -> Result<(), String> {
        let form = || format!("the form is `setoption name NAME value VALUE`, not {text:?}");
        let (name, value) = text.strip_prefix("name ").and_then(|text| text.split_once(" value ")).ok_or_else(form)?;
        self.options.set::<G>(name.trim(), value.trim())?;
        self.agent = None;
        Ok(())
    }

    fn begin(&mut self) -> Result<(), String> {
        (self.state, self.from) = (self.start.clone(), self.start.clone());
        self.moves.clear();
        self.decisions = 0;
        self.agent = Some(Player::new(self.options.agent()?));
        Ok(())
    }

    /// Reads a position whole, or leaves the old one.
    fn place(&mut self, text: &str) -> Result<(), String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let from = match words[..end] {
            ["startpos"] => self.start.clone(),
            ["fen", ref fields @ ..] if !fields.is_empty() => {
                fields.join(" ").parse().map_err(|error| format!("position: {error}"))?
            }
            _ => return Err(format!("the form is `position startpos|fen FEN [moves MOVE …]`, not {text:?}")),
        };
        let (mut state, mut moves) = (from.clone(), Vec::new());
        for (index, word) in words[end..].iter().skip(1).enumerate() {
            let refuse = |reason: String| format!("position: move {}: {reason}", index + 1);
            let action = word.parse::<G::Action>().map_err(|error| refuse(error.to_string()))?;
            state.try_play(action).map_err(|illegal| refuse(illegal.to_string()))?;
            moves.push(Event::Action(action));
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
            _ => Err(format!("there is no query {text:?}; there are p1turn, gameover and result")),
        }
    }

    fn go(&mut self, text: &str, desk: &mut Desk<Found<G>>) -> Result<(), String> {
        let started = Instant::now();
        let turn = self.state.turn();
        let player = turn.player().ok_or_else(|| SearchError::NoPlayersTurn { turn }.to_string())?;
        let Go { terms, patience } = Go::read(text, player)?;
        let mut agent = match self.agent.take() {
            Some(agent) => agent,
            None => Player::new(self.options.agent()?),
        };
        let (from, moves, state) = (self.from.clone(), self.moves.clone(), self.state.clone());
        let seed = self.options.seed.derive(self.decisions);
        self.decisions += 1;
        let terms = terms.watch(move |so_far: &Decision<G::Action>| {
            // If nobody listens any more, the answer finds out.
            let _ = say(info(so_far, started.elapsed()));
        });
        desk.search(patience, move |stop| {
            agent.follower.catch_up(agent.search.as_mut(), &from, &moves);
            let decision = agent.search.search(&state, &terms.stop(stop), seed).map_err(|error| error.to_string());
            Found { agent, decision, took: started.elapsed() }
        });
        Ok(())
    }
}

/// A command and what follows it.
fn split(line: &str) -> (&str, &str) {
    let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (command, rest.trim())
}

/// What a search has found, as the player who is to move sees it.
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
