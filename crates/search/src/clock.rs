//! Game clocks: the share of the time left that a move may use.

use core::time::Duration;

/// Reading of a game clock at the turn of a player.
///
/// [`Budget::clock`](crate::Budget::clock) turns it into the time limit of a move.
///
/// ```
/// use core::time::Duration;
///
/// use gambol_search::{Budget, Clock};
///
/// let left = Duration::from_secs(60);
/// let clock = Clock { increment: Duration::from_millis(600), ..Clock::new(left) };
/// assert_eq!(clock.share(), Duration::from_millis(3_164));
/// let budget = Budget::unlimited().clock(clock);
/// assert_eq!(budget.max_time(), Some(clock.share()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left for the player to move.
    pub left: Duration,
    /// Time left for the opponent.
    pub opponent: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Number of moves until more time is added; `None` if the time left is for all moves.
    pub moves: Option<u32>,
}

/// Divisor of the time left for a game if the number of remaining moves is unknown or larger.
const MOVES_TO_COME: u32 = 20;

/// The shortest time for a move that the clock allows. Saving more is not worthwhile: moves without
/// lookahead lose games sooner than the clock does.
const LEAST_SHARE: Duration = Duration::from_millis(60);

/// In less time, not even a search of one ply is certain to finish.
pub(crate) const SHORTEST: Duration = Duration::from_millis(5);

/// Time limit of a move that is to be played at once. One ply of alpha-beta takes far less.
pub(crate) const AT_ONCE: Duration = Duration::from_millis(250);

impl Clock {
    /// Creates a clock with this time left for both players and all their moves.
    #[must_use]
    pub const fn new(left: Duration) -> Self {
        Self { left, opponent: left, increment: Duration::ZERO, moves: None }
    }

    /// Creates a clock for a single move.
    #[must_use]
    pub const fn for_move(time: Duration) -> Self {
        Self { moves: Some(1), ..Self::new(time) }
    }

    /// Returns the time for the next move: the time left in equal parts for the moves to come, at
    /// most 20, with half of the increment, at least 60 ms; less a margin for communication and a
    /// busy machine: 4 ms and a twenty-fifth of it, at most a half of it and half a second.
    #[must_use]
    pub fn share(&self) -> Duration {
        let moves = self.moves.unwrap_or(MOVES_TO_COME).clamp(1, MOVES_TO_COME);
        let share = (self.left / moves).saturating_add(self.increment / 2).max(LEAST_SHARE).min(self.left);
        let margin = Duration::from_millis(4) + share / 25;
        share.saturating_sub(margin.min(share / 2).min(Duration::from_millis(500)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_less_than_what_is_left() {
        let ms = Duration::from_millis;
        for (clock, share) in [
            (Clock::for_move(ms(1_000)), ms(956)),
            (Clock::for_move(ms(100)), ms(92)),
            (Clock::for_move(ms(6)), ms(3)),
            (Clock::for_move(ms(60_000)), ms(59_500)),
            (Clock::new(ms(20_000)), ms(956)),
            (Clock { increment: ms(200), ..Clock::new(ms(18_000)) }, ms(956)),
            // At least 60 ms, less the margin.
            (Clock::new(ms(100)), Duration::from_micros(53_600)),
            (Clock::new(ms(50)), ms(44)),
            // Two moves to the next session, and forty.
            (Clock { moves: Some(2), ..Clock::new(ms(2_000)) }, ms(956)),
            (Clock { moves: Some(40), ..Clock::new(ms(20_000)) }, ms(956)),
            (Clock { increment: ms(9_000), moves: Some(1), ..Clock::new(ms(1_000)) }, ms(956)),
            (Clock::new(Duration::ZERO), Duration::ZERO),
        ] {
            assert_eq!(clock.share(), share, "{clock:?}");
        }
        assert_eq!(Clock::for_move(Duration::MAX).share(), Duration::MAX.saturating_sub(ms(500)));
    }
}
