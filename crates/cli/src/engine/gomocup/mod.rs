//! `gambol gomocup`: five in a row in the protocol of Piskvork, the manager of the Gomocup
//! tournaments.
//!
//! Source: P. Laštovička and M. Petříček, *Gomoku AI protocol*
//! (<https://plastovicka.github.io/protocl2en.htm>).

mod limits;
mod player;

use std::io;
use std::time::{Duration, Instant};

use gambol::match5::{Colour, Rules};
use gambol::registry::Registry;
use gambol::search::{Proven, SearchStats};
use gambol::{Cell, Decision, Player as Side, Seed};

use self::limits::Limits;
use self::player::{Boards, Player, Stone};
use super::{Desk, Flow, ORPHANED, Protocol, Voice, converse, hundredths, line_of, rate};
use crate::output::Failure;
use crate::{Streams, args};

/// Our colour. A board does not include who moved first, which does not matter.
const OURS: Colour = Colour::Red;
const THEIRS: Colour = Colour::Blue;

pub(crate) fn gomocup(registry: &Registry, args: &args::Gomocup, streams: Streams) -> Result<String, Failure> {
    // An error in the agent is reported before the first line.
    let boards = Boards::of(registry).map_err(Failure)?;
    let agent = boards.expand(&args.agent).map_err(Failure)?;
    let session = |voice| Session {
        voice,
        boards,
        agent,
        seed: Seed::new(args.engine.seed),
        decisions: 0,
        rules: None,
        stones: Vec::new(),
        board: None,
        limits: Limits::default(),
        player: None,
    };
    converse(session, args.engine.jobs, streams)
}

struct Session {
    voice: Voice,
    boards: Boards,
    agent: String,
    seed: Seed,
    /// Number of moves searched.
    decisions: u64,
    /// The rules, once a `START` has set them.
    rules: Option<Rules>,
    stones: Vec<Stone>,
    /// Stones of a board that is being read, or its first error.
    board: Option<Result<Vec<Stone>, String>>,
    limits: Limits,
    player: Option<Player>,
}

/// Result of a search.
struct Found {
    /// `None` if the agent could not be created.
    player: Option<Player>,
    decision: Result<Decision<Cell>, String>,
    took: Duration,
}

impl Protocol for Session {
    type Found = Found;
    const FINISHES: bool = false;

    fn is_urgent(line: &str) -> bool {
        // INFO waits its turn, too: it applies to the moves after it.
        split(line).0 == "END"
    }

    fn answer(&mut self, line: &str, desk: &mut Desk<Found>) -> io::Result<Flow> {
        let (command, rest) = split(line);
        if let Some(board) = &mut self.board {
            match command.as_str() {
                "DONE" | "INFO" => {}
                "START" | "RECTSTART" | "RESTART" | "BEGIN" | "TURN" | "BOARD" | "TAKEBACK" | "ABOUT" | "END" => {
                    self.board = None;
                    self.voice.say("MESSAGE the board is discarded: it did not end with DONE")?;
                }
                _ => {
                    if let Ok(stones) = board {
                        match self.rules.map_or(Err(NO_GAME.to_owned()), |rules| stone(line, rules, stones)) {
                            Ok(stone) => stones.push(stone),
                            Err(reason) => *board = Err(reason),
                        }
                    }
                    return Ok(Flow::On);
                }
            }
        }
        let answered = match command.as_str() {
            "START" => self.start(rest).map(|()| Some("OK".to_owned())),
            "RECTSTART" => self.start_rectangle(rest).map(|()| Some("OK".to_owned())),
            "RESTART" => self.restart().map(|()| Some("OK".to_owned())),
            "BEGIN" => self.begin().and_then(|()| self.think(desk)).map(|()| None),
            "TURN" => self.turn(rest).and_then(|()| self.think(desk)).map(|()| None),
            "BOARD" => {
                self.board = Some(Ok(Vec::new()));
                Ok(None)
            }
            "DONE" => self.done().and_then(|()| self.think(desk)).map(|()| None),
            "TAKEBACK" => self.take_back(rest).map(|()| Some("OK".to_owned())),
            "INFO" => {
                self.limits.learn(rest);
                Ok(None)
            }
            "ABOUT" => Ok(Some(about())),
            "END" => return Ok(Flow::Leave),
            _ => Ok(Some(format!("UNKNOWN command {command}"))),
        };
        match answered {
            Ok(None) => {}
            Ok(Some(answer)) => self.voice.say(answer)?,
            Err(reason) => self.voice.say(format_args!("ERROR {reason}"))?,
        }
        Ok(Flow::On)
    }

    fn found(&mut self, found: Found) -> io::Result<()> {
        let Found { player, decision, took } = found;
        self.player = player;
        self.limits.spend(took);
        for complaint in self.limits.complaints() {
            self.voice.say(format_args!("MESSAGE {complaint}"))?;
        }
        match decision {
            Ok(decision) => {
                self.voice.say(message(&decision, took))?;
                self.stones.push((decision.action, OURS));
                self.voice.say(point(decision.action))
            }
            Err(reason) => self.voice.say(format_args!("ERROR {reason}")),
        }
    }
}

const NO_GAME: &str = "no board yet; send START first";

impl Session {
    fn start(&mut self, size: &str) -> Result<(), String> {
        let edge: u8 = size.parse().map_err(|_| format!("expected the size of the board, got {size:?}"))?;
        // A rejected board also ends the previous game.
        self.rules = None;
        self.clear();
        self.rules = Some(Rules::new(edge, Rules::GOMOKU.row()).map_err(|error| error.to_string())?);
        Ok(())
    }

    fn start_rectangle(&mut self, size: &str) -> Result<(), String> {
        match size.split_once(',').map(|(width, height)| (width.trim(), height.trim())) {
            Some((width, height)) if width == height => self.start(width),
            Some((width, height)) => Err(format!("boards must be square, not {width} by {height}")),
            None => Err(format!("expected width,height, got {size:?}")),
        }
    }

    fn restart(&mut self) -> Result<(), String> {
        self.rules()?;
        self.clear();
        Ok(())
    }

    fn clear(&mut self) {
        self.stones.clear();
        self.decisions = 0;
        self.limits.restart();
    }

    fn rules(&self) -> Result<Rules, String> {
        self.rules.ok_or_else(|| NO_GAME.to_owned())
    }

    /// Returns the rules of the game, if we play it. Checked before a command changes the board.
    fn playable(&self) -> Result<Rules, String> {
        let rules = self.rules()?;
        self.limits.refusal()?;
        Ok(rules)
    }

    fn begin(&self) -> Result<(), String> {
        self.playable()?;
        if self.stones.is_empty() { Ok(()) } else { Err("BEGIN requires an empty board".to_owned()) }
    }

    fn turn(&mut self, text: &str) -> Result<(), String> {
        let cell = cell(text, self.playable()?)?;
        if self.stones.iter().any(|&(taken, _)| taken == cell) {
            return Err(format!("{} is occupied", point(cell)));
        }
        self.stones.push((cell, THEIRS));
        Ok(())
    }

    fn take_back(&mut self, text: &str) -> Result<(), String> {
        let cell = cell(text, self.rules()?)?;
        let place = self.stones.iter().rposition(|&(taken, _)| taken == cell);
        self.stones.remove(place.ok_or_else(|| format!("no stone on {}", point(cell)))?);
        Ok(())
    }

    fn done(&mut self) -> Result<(), String> {
        let board = self.board.take().ok_or("DONE without BOARD")??;
        self.playable()?;
        self.stones = board;
        Ok(())
    }

    /// Starts the search for the next move.
    fn think(&mut self, desk: &mut Desk<Found>) -> Result<(), String> {
        let started = Instant::now();
        let rules = self.rules()?;
        let agent = self.limits.agent(&self.boards, &self.agent);
        let terms = self.limits.terms();
        let seed = self.seed.derive(self.decisions);
        self.decisions += 1;
        let (boards, player, stones) = (self.boards.clone(), self.player.take(), self.stones.clone());
        desk.search(ORPHANED, move |stop| {
            let player = match player.filter(|player| player.is(rules, &agent)) {
                Some(player) => Ok(player),
                None => Player::new(&boards, rules, agent),
            };
            match player {
                Ok(mut player) => {
                    let decision = player.decide(rules, &stones, &terms.stop(stop), seed);
                    Found { player: Some(player), decision, took: started.elapsed() }
                }
                Err(reason) => Found { player: None, decision: Err(reason), took: started.elapsed() },
            }
        });
        Ok(())
    }
}

fn about() -> String {
    format!(
        "name=\"{}\", version=\"{}\", author=\"{}\", www=\"{}\"",
        "Gambol",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_AUTHORS"),
        env!("CARGO_PKG_REPOSITORY")
    )
}

/// Splits a line into the command, in capitals, and its arguments.
fn split(line: &str) -> (String, &str) {
    let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (command.to_ascii_uppercase(), rest.trim())
}

/// Formats a decision in the words that strong engines use and managers parse. All values are from
/// our side.
fn message(decision: &Decision<Cell>, took: Duration) -> String {
    let SearchStats { depth, nodes, .. } = decision.stats;
    let value = match decision.proven {
        Some(Proven::Win { winner: Side::First, plies: Some(plies) }) => format!("+M{plies}"),
        Some(Proven::Win { plies: Some(plies), .. }) => format!("-M{plies}"),
        _ => hundredths(decision.value).to_string(),
    };
    let (ms, line) = (took.as_millis(), line_of(&decision.pv));
    let rate = rate(nodes, took, Duration::from_millis(1));
    format!("MESSAGE depth {depth}-{depth} ev {value} n {nodes} n/ms {rate} tm {ms} pv {line}")
}

/// Formats a cell as in the protocol: column and row from 0.
fn point(cell: Cell) -> String {
    format!("{},{}", cell.column, cell.row)
}

/// Parses the protocol's name of a cell.
fn cell(text: &str, rules: Rules) -> Result<Cell, String> {
    let number = |text: &str| text.trim().parse::<u8>().ok();
    let (column, row) = text
        .split_once(',')
        .and_then(|(column, row)| Some((number(column)?, number(row)?)))
        .ok_or_else(|| format!("expected a move x,y, got {text:?}"))?;
    let edge = rules.edge();
    if column < edge && row < edge {
        Ok(Cell::new(column, row))
    } else {
        Err(format!("{column},{row} is outside the board, from 0,0 to {0},{0}", edge - 1))
    }
}

/// Parses a line of a board: a cell and the owner of its stone.
fn stone(line: &str, rules: Rules, stones: &[Stone]) -> Result<Stone, String> {
    let (place, whose) = line.rsplit_once(',').ok_or_else(|| format!("expected a stone x,y,owner, got {line:?}"))?;
    let cell = cell(place, rules)?;
    let colour = match whose.trim() {
        "1" => OURS,
        "2" => THEIRS,
        "3" => return Err(format!("{line}: continuous games are not supported")),
        _ => return Err(format!("{line}: expected owner 1 (us) or 2 (the opponent)")),
    };
    if stones.iter().any(|&(taken, _)| taken == cell) {
        return Err(format!("two stones are on {}", point(cell)));
    }
    Ok((cell, colour))
}
