//! The command `go`: the budget of a search.

use std::time::Duration;

use gambol::search::Clock;
use gambol::{Budget, Player};

use crate::engine::ORPHANED;

/// Parsed arguments of `go`.
pub(super) struct Go {
    pub(super) terms: Budget,
    /// Time limit of the search after the last line.
    pub(super) patience: Duration,
    /// Time limit after a `ponderhit`; `None` unless pondering.
    pub(super) after_hit: Option<Duration>,
}

impl Go {
    /// Parses the arguments of `go`. Only the clock of `player`, the player to move, is used.
    pub(super) fn read(text: &str, player: Player) -> Result<Self, String> {
        let mut terms = Budget::unlimited();
        let (mut infinite, mut ponders, mut bounded) = (false, false, false);
        let (mut move_time, mut moves) = (None, None);
        let (mut left, mut increments) = ([None; 2], [Duration::ZERO; 2]);
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
                "p1time" | "wtime" => left[0] = Some(time()?),
                "p2time" | "btime" => left[1] = Some(time()?),
                "p1inc" | "winc" => increments[0] = time()?,
                "p2inc" | "binc" => increments[1] = time()?,
                "movestogo" => moves = Some(u32::try_from(number(1)?).unwrap_or(u32::MAX)),
                _ => return Err(format!("go: unknown parameter {key}")),
            }
        }
        let own = usize::from(player == Player::Second);
        let game = left[own].map(|time| Clock { increment: increments[own], moves, ..Clock::new(time) });
        let clock = [move_time.map(Clock::for_move), game].into_iter().flatten().min_by_key(Clock::share);
        let endless = || terms.clone().time(Duration::MAX);
        Ok(if ponders {
            // Time limits start at the ponderhit. Without any limit, the search ends there.
            let time = clock.map(|clock| clock.share());
            let after_hit = if infinite || bounded { time.unwrap_or(Duration::MAX) } else { time.unwrap_or_default() };
            Self { terms: endless(), patience: Duration::ZERO, after_hit: Some(after_hit) }
        } else if infinite {
            Self { terms: endless(), patience: Duration::ZERO, after_hit: None }
        } else {
            let terms = match clock {
                Some(clock) => terms.under(&Budget::unlimited().clock(clock)),
                // The agent's own time applies to a go without limits.
                None if !bounded => terms,
                None => endless(),
            };
            Self { terms, patience: ORPHANED, after_hit: None }
        })
    }
}
