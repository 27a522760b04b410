//! GNU Backgammon as a player, through the text mode of its program.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use gambol_core::{GameExt, Seed};

use crate::duel::Contestant;
use crate::play::Play;
use crate::state::Backgammon;

/// Settings of a game between people without the cube, in which dice and boards are set by hand.
const SETUP: &str = "\
set automatic game off
set automatic roll off
set automatic move off
set automatic bearoff off
set confirm new off
set confirm default yes
set display off
set player 0 human
set player 1 human
set jacoby off
set cube use off
set rng manual
set evaluation chequer evaluation cubeful off
set evaluation chequer evaluation noise 0.0
new session
1 3
set turn 1
";

/// GNU Backgammon at a number of plies, without noise: the process `gnubg -t -q`.
///
/// 0 plies is its network alone, 2 plies its world-class setting. It is asked by Position ID for
/// each play on its own, so that it knows the position and the roll, and nothing of the game.
#[derive(Debug)]
pub struct Gnubg {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Gnubg {
    /// Starts `gnubg` from the search path, or from Debian's folder of games.
    ///
    /// # Errors
    ///
    /// Returns the reason why it cannot be started.
    pub fn find(plies: u32) -> Result<Self, String> {
        Self::start("gnubg", plies).or_else(|_| Self::start("/usr/games/gnubg", plies))
    }

    /// Starts the program at this path.
    ///
    /// # Errors
    ///
    /// Returns the reason why it cannot be started.
    pub fn start(program: &str, plies: u32) -> Result<Self, String> {
        let mut process = Command::new(program)
            .args(["-t", "-q"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{program}: {error}"))?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(format!("{program}: it has no standard input or output"));
        };
        let mut gnubg = Self { process, input, output: BufReader::new(output) };
        gnubg.send(&format!("{SETUP}set evaluation chequer evaluation plies {plies}\n"))?;
        Ok(gnubg)
    }

    fn send(&mut self, commands: &str) -> Result<(), String> {
        let sent = self.input.write_all(commands.as_bytes()).and_then(|()| self.input.flush());
        sent.map_err(|error| format!("gnubg: {error}"))
    }

    /// Returns the best play by the program, in its notation.
    fn hint(&mut self, state: &Backgammon) -> Result<String, String> {
        let Some(roll) = state.roll() else { return Err(format!("no dice in {state}")) };
        let (id, high, low) = (state.position_id(), roll.high(), roll.low());
        self.send(&format!("set board {id}\nset dice {high} {low}\nhint 1\n"))?;
        let mut line = String::new();
        loop {
            line.clear();
            let read = self.output.read_line(&mut line).map_err(|error| format!("gnubg: {error}"))?;
            if read == 0 {
                return Err(format!("gnubg ended while it was asked for {state}"));
            }
            // `    1. Cubeless 0-ply   8/5 6/5                      Eq.: +0.159`
            if let Some((hint, _)) = line.split_once("Eq.:") {
                let (_, play) =
                    hint.split_once("-ply").ok_or_else(|| format!("gnubg: no play in `{}`", line.trim()))?;
                return Ok(play.trim().to_owned());
            }
        }
    }
}

impl Contestant for Gnubg {
    fn choose(&mut self, state: &Backgammon, _: Seed) -> Result<Play, String> {
        if let [only] = state.actions()[..] {
            return Ok(only);
        }
        let text = self.hint(state)?;
        let play = text.parse().map_err(|error| format!("gnubg: {error}"))?;
        state.find_play(play).ok_or_else(|| format!("gnubg plays {text} in {state}, which is not legal"))
    }
}

impl Drop for Gnubg {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
