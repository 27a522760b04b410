//! How much of a manager's time a search is given.

use std::time::Duration;

/// What a search is given of a limit. The rest is kept back for the way to the manager and for a busy machine: 20 ms and a
/// twentieth, but no more than half of the limit and no more than half a second.
pub(super) fn less_margin(limit: Duration) -> Duration {
    let margin = Duration::from_millis(20) + limit / 20;
    limit - margin.min(limit / 2).min(Duration::from_millis(500))
}

/// The share of the time left for a game that one move may take if nobody knows how many are to come.
const MOVES_TO_COME: u32 = 20;

/// What a move is given of the time left for so many moves, and of what every move adds to it.
pub(super) fn share(left: Duration, increment: Duration, moves: Option<u32>) -> Duration {
    let moves = moves.unwrap_or(MOVES_TO_COME).clamp(1, MOVES_TO_COME);
    less_margin((left / moves).saturating_add(increment / 2).min(left))
}
