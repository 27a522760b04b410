//! How much of a manager's time a search is given.

use std::time::Duration;

use gambol::Budget;

/// What a search is given of a limit. The rest is kept back for the way to the manager and for a
/// busy machine: 5 ms and a twentieth, but no more than half of the limit and no more than half a
/// second.
pub(super) fn less_margin(limit: Duration) -> Duration {
    let margin = Duration::from_millis(5) + limit / 20;
    limit.saturating_sub(margin.min(limit / 2).min(Duration::from_millis(500)))
}

/// The share of the time left for a game that one move may take if nobody knows how many are to
/// come.
const MOVES_TO_COME: u32 = 20;

/// Less than this is not worth saving: moves without a look ahead lose games sooner than the clock
/// does.
const LEAST_SHARE: Duration = Duration::from_millis(60);

/// What a move is given of the time left for so many moves, and of what every move adds to it.
pub(super) fn share(left: Duration, increment: Duration, moves: Option<u32>) -> Duration {
    let moves = moves.unwrap_or(MOVES_TO_COME).clamp(1, MOVES_TO_COME);
    let share = (left / moves).saturating_add(increment / 2).max(LEAST_SHARE);
    less_margin(share.min(left))
}

/// In less time not even one ply is sure to be searched.
const SHORTEST: Duration = Duration::from_millis(5);

/// What a move that is to be played as fast as possible may take at most: one ply of alpha-beta
/// takes far less.
const AT_ONCE: Duration = Duration::from_millis(250);

/// The terms of a search in so much time; of one ply, if that is next to nothing.
pub(super) fn terms(time: Duration) -> Budget {
    if time < SHORTEST { Budget::unlimited().depth(1).time(AT_ONCE) } else { Budget::unlimited().time(time) }
}
