//! The command `go`: what a search may spend.

use std::time::Duration;

use gambol::{Budget, Player};

use crate::engine::{ORPHANED, clock};

/// What a `go` asks for.
pub(super) struct Go {
    pub(super) terms: Budget,
    /// How long the search may go on after the last line.
    pub(super) patience: Duration,
    /// For a search in the opponent's time: how long it may go on when the move that it expects has
    /// been made.
    pub(super) after_hit: Option<Duration>,
}

/// The clock of a player: what is left, and what every move adds.
#[derive(Clone, Copy, Default)]
struct Clock {
    left: Option<Duration>,
    increment: Duration,
}

impl Go {
    /// Reads what follows `go`. The clock that counts is that of `player`, who is to move.
    pub(super) fn read(text: &str, player: Player) -> Result<Self, String> {
        let mut terms = Budget::unlimited();
        let (mut infinite, mut ponders, mut bounded) = (false, false, false);
        let (mut move_time, mut moves) = (None, None);
        let mut clocks = [Clock::default(); 2];
        let mut words = text.split_whitespace();
        while let Some(key) = words.next() {
            if let Some(said) = match key {
                "infinite" => Some(&mut infinite),
                "ponder" => Some(&mut ponders),
                _ => None,
            } {
                *said = true;
                continue;
            }
            let value = words.next().ok_or_else(|| format!("go: {key} needs a number"))?;
            let number = |least: u64| match value.parse::<u64>() {
                Ok(number) if number >= least => Ok(number),
                _ => Err(format!("go: {key} is a whole number, at least {least}, not {value:?}")),
            };
            // Managers say less than nothing of a player whose time is up.
            let time = || match value.parse::<i64>() {
                Ok(ms) => Ok(Duration::from_millis(ms.max(0).unsigned_abs())),
                Err(_) => Err(format!("go: {key} is a number of milliseconds, not {value:?}")),
            };
            match key {
                "movetime" => move_time = Some(time()?),
                "depth" => {
                    terms = terms.depth(u32::try_from(number(0)?).unwrap_or(u32::MAX));
                    bounded = true;
                }
                "nodes" => {
                    terms = terms.nodes(number(1)?);
                    bounded = true;
                }
                "p1time" | "wtime" => clocks[0].left = Some(time()?),
                "p2time" | "btime" => clocks[1].left = Some(time()?),
                "p1inc" | "winc" => clocks[0].increment = time()?,
                "p2inc" | "binc" => clocks[1].increment = time()?,
                "movestogo" => moves = Some(u32::try_from(number(1)?).unwrap_or(u32::MAX)),
                _ => return Err(format!("go: there is no {key}")),
            }
        }
        let clock = clocks[usize::from(player == Player::Second)];
        let time = match (move_time.map(clock::less_margin), clock.left) {
            (Some(time), None) => Some(time),
            (time, Some(left)) => {
                let share = clock::share(left, clock.increment, moves);
                Some(time.map_or(share, |time| time.min(share)))
            }
            (None, None) => None,
        };
        let endless = || terms.clone().time(Duration::MAX);
        Ok(if ponders {
            // The limits of time are for the time after the hit; a search without any has had its time.
            let after_hit = if infinite || bounded { time.unwrap_or(Duration::MAX) } else { time.unwrap_or_default() };
            Self { terms: endless(), patience: Duration::ZERO, after_hit: Some(after_hit) }
        } else if infinite {
            Self { terms: endless(), patience: Duration::ZERO, after_hit: None }
        } else {
            let terms = match time {
                Some(time) => terms.under(&clock::terms(time)),
                // The agent's own time is for a go that says nothing.
                None if !bounded => terms,
                None => endless(),
            };
            Self { terms, patience: ORPHANED, after_hit: None }
        })
    }
}
