//! The command `go`: the budget of a search.

use std::time::Duration;

use gambol::{Budget, Player};

use crate::engine::{ORPHANED, clock};

/// Parsed arguments of `go`.
pub(super) struct Go {
    pub(super) terms: Budget,
    /// Time limit of the search after the last line.
    pub(super) patience: Duration,
    /// Time limit after a `ponderhit`; `None` unless pondering.
    pub(super) after_hit: Option<Duration>,
}

/// Clock of a player: time left and increment per move.
#[derive(Clone, Copy, Default)]
struct Clock {
    left: Option<Duration>,
    increment: Duration,
}

impl Go {
    /// Parses the arguments of `go`. Only the clock of `player`, the player to move, is used.
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
                _ => Err(format!("go: expected a whole number of at least {least} for {key}, got {value:?}")),
            };
            // Managers send a negative time for a player whose time is up.
            let time = || match value.parse::<i64>() {
                Ok(ms) => Ok(Duration::from_millis(ms.max(0).unsigned_abs())),
                Err(_) => Err(format!("go: expected milliseconds for {key}, got {value:?}")),
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
                _ => return Err(format!("go: unknown parameter {key}")),
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
            // Time limits start at the ponderhit. Without any limit, the search ends there.
            let after_hit = if infinite || bounded { time.unwrap_or(Duration::MAX) } else { time.unwrap_or_default() };
            Self { terms: endless(), patience: Duration::ZERO, after_hit: Some(after_hit) }
        } else if infinite {
            Self { terms: endless(), patience: Duration::ZERO, after_hit: None }
        } else {
            let terms = match time {
                Some(time) => terms.under(&clock::terms(time)),
                // The agent's own time applies to a go without limits.
                None if !bounded => terms,
                None => endless(),
            };
            Self { terms, patience: ORPHANED, after_hit: None }
        })
    }
}
