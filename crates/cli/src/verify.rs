//! Whether records are of a game that there is, and follow from what they keep of it.

use gambol::registry::{self, Playable, Visitor};
use gambol_arena::{Plan, Record};

/// Checks a record against the game that its plan names, and replays what it keeps of the game.
pub(crate) fn verify(plan: &Plan, record: &Record) -> Result<(), String> {
    let name = registry::split(&plan.game).0;
    registry::position(name, &plan.start, Verify { plan, record }).map_err(|error| error.to_string())?
}

struct Verify<'a> {
    plan: &'a Plan,
    record: &'a Record,
}

impl Visitor for Verify<'_> {
    type Output = Result<(), String>;

    fn visit<G: Playable>(self, start: G) -> Self::Output {
        if self.plan.players != G::PLAYERS {
            return Err(format!("the header says {} players, and the game has {}", self.plan.players, G::PLAYERS));
        }
        self.record.verify(self.plan, start)
    }
}
