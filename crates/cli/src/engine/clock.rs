//! Time management: the share of a manager's time that a search may use.

use std::time::Duration;

use gambol::Budget;

/// Returns a limit less a safety margin for communication and a busy machine: 5 ms and a twentieth
/// of the limit, but no more than half of the limit and no more than half a second.
pub(super) fn less_margin(limit: Duration) -> Duration {
    let margin = Duration::from_millis(5) + limit / 20;
    limit.saturating_sub(margin.min(limit / 2).min(Duration::from_millis(500)))
}

/// Divisor of the time left for a game if the number of remaining moves is unknown or larger.
const MOVES_TO_COME: u32 = 20;

/// The shortest time for a move that the clock allows. Saving more is not worthwhile: moves without
/// lookahead lose games sooner than the clock does.
const LEAST_SHARE: Duration = Duration::from_millis(60);

/// Returns the time for a move, from the time left for `moves` moves and the increment per move.
pub(super) fn share(left: Duration, increment: Duration, moves: Option<u32>) -> Duration {
    let moves = moves.unwrap_or(MOVES_TO_COME).clamp(1, MOVES_TO_COME);
    let share = (left / moves).saturating_add(increment / 2).max(LEAST_SHARE);
    less_margin(share.min(left))
}

/// In less time, not even a search of one ply is certain to finish.
const SHORTEST: Duration = Duration::from_millis(5);

/// Time limit of a move that is to be played at once. One ply of alpha-beta takes far less.
const AT_ONCE: Duration = Duration::from_millis(250);

/// Returns the budget for a time; a depth of one ply for less than [`SHORTEST`].
pub(super) fn terms(time: Duration) -> Budget {
    if time < SHORTEST { Budget::unlimited().depth(1).time(AT_ONCE) } else { Budget::unlimited().time(time) }
}
