//! Proofs of players are correct, even if their searches leave out moves.

use gambol::game::random::below;
use gambol::game::{Notation, Null, Tracked};
use gambol::match5::{Bits, ForcedWins, Match5, Patterns, Rules, Threats, Wide};
use gambol::pentago_swap::PentagoSwap;
use gambol::search::{AlphaBeta, Decision, Proven};
use gambol::{Budget, Game, GameExt, NoChance, Player, Search, Seed, Turn};

use super::entry;

/// The number of checked proofs, and of those that were too long to check.
#[derive(Debug, Default)]
struct Checked {
    confirmed: u32,
    unknown: u32,
}

impl Checked {
    /// Checks the proof of a decision, if any, by a search that leaves nothing out.
    fn check<G: Notation + Game<Outcome = NoChance>>(
        &mut self,
        state: &G,
        agent: &str,
        decision: &Decision<G::Action>,
        nodes: u64,
        confirms: impl Fn(&G, Player) -> bool,
    ) {
        let Some(proven) = decision.proven else { return };
        let after = state.afterstate(decision.action);
        let (winner, plies) = match proven {
            Proven::Win { winner, plies } => (Some(winner), plies),
            _ => (None, None),
        };
        if after.turn() == Turn::Over {
            assert_eq!(after.score(), winner.map_or(0, Player::sign), "{agent} in {state}");
        } else if !winner.is_some_and(|winner| confirms(&after, winner)) {
            let depth = plies.map_or(100, |plies| plies.saturating_sub(1)).max(1);
            let budget = Budget::unlimited().depth(depth).nodes(nodes);
            let full = AlphaBeta::new(Null).table_bytes(1 << 22).search(&after, &budget, Seed::new(1)).unwrap();
            match full.proven {
                Some(Proven::Win { winner: truth, .. }) => assert_eq!(Some(truth), winner, "{agent} in {state}"),
                Some(Proven::Draw) => assert_eq!(None, winner, "{agent} in {state}"),
                _ if full.stats.nodes >= nodes => return self.unknown += 1,
                _ => panic!("{agent} proves by {} a {proven:?} that is none: {state}", decision.action),
            }
        }
        self.confirmed += 1;
    }
}

/// Whether the player wins by threats against every reply, by a separate search.
fn wins_by_threats<B: Bits>(state: &Match5<B>, player: Player) -> bool {
    let forced = |state: &Match5<B>| ForcedWins::new(Threats::FoursAndThrees).nodes(20_000).find(state).is_some();
    if state.turn() == Turn::Player(player) {
        return forced(state);
    }
    state.actions().into_iter().all(|reply| {
        let replied = state.afterstate(reply);
        !replied.is_over() && forced(&replied)
    })
}

/// The positions of a game from ply `from` on; most of its moves are among the best candidates.
fn positions<B: Bits>(rules: Rules, seed: u64, from: usize) -> Vec<Match5<B>> {
    let mut rng = Seed::new(seed).rng();
    let mut tracked = Tracked::new(Match5::<B>::new(rules).unwrap(), &Patterns::default());
    let mut states = Vec::new();
    while tracked.turn() != Turn::Over {
        states.push(*tracked.state());
        let candidates = tracked.candidates();
        let best = candidates.len().min(1 + below(&mut rng, 5) as usize) as u32;
        tracked.play(candidates[below(&mut rng, best) as usize]);
    }
    states.split_off(from.min(states.len()))
}

fn check_match5<B: Bits + 'static>(agents: &[&str], rules: Rules, games: u64, from: usize, nodes: u64) -> Checked {
    let mut checked = Checked::default();
    for agent in agents {
        let mut player = entry::<Match5<B>>("match5").make(agent).unwrap();
        for state in (0..games).flat_map(|seed| positions::<B>(rules, seed, from)) {
            player.new_game(&state);
            let decision = player.search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
            checked.check(&state, agent, &decision, nodes, wins_by_threats);
        }
    }
    checked
}

/// The players of Match5, limited by depth instead of time.
const MATCH5: [&str; 4] = [
    "patterns:depth=4",
    "patterns:depth=4,solver=0",
    "patterns:depth=4,solver=0,width=3,selective=no",
    "alpha-beta:eval=threats,depth=4,width=20",
];

#[test]
fn proofs_of_match5_players_hold_against_every_reply() {
    // Few free cells, so that false wins that miss a reply are common and soon refuted.
    let checked = check_match5::<u128>(&MATCH5, Rules::new(6, 4).unwrap(), 40, 8, 2_000_000);
    assert!(checked.confirmed > 300 && checked.unknown == 0, "{checked:?}");
    let checked = check_match5::<u128>(&MATCH5, Rules::MATCH5, 6, 16, 300_000);
    assert!(checked.confirmed > 60 && checked.unknown * 10 < checked.confirmed, "{checked:?}");
    let checked = check_match5::<Wide>(&MATCH5[..3], Rules::GOMOKU, 5, 20, 300_000);
    assert!(checked.confirmed > 20 && checked.unknown * 10 < checked.confirmed, "{checked:?}");
}

#[test]
fn a_reply_outside_the_candidates_is_no_win() {
    // k6 refutes j5; it is not among the twelve best replies.
    let text = "15/15/15/4b5r4/5r4b2r1/6r2r1rb2/5r1r1bbbr2/8rbbb3/7bbbr4/7brr5/6r8/15/15/15/15 b";
    let state: Match5<Wide> = text.parse().unwrap();
    let mut player = entry::<Match5<Wide>>("match5").make("patterns:depth=7,width=12").unwrap();
    let decision = player.search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
    assert_eq!(decision.proven, None, "{}", decision.action);
    assert!(decision.root.iter().all(|root| root.value.abs() < 1e6), "values of evaluations");
    assert_eq!(decision.stats.depth, 7, "no search stops on it");
}

#[test]
fn proofs_of_pentago_swap_players_hold_against_every_reply() {
    let agents =
        ["alpha-beta:eval=fitted,depth=3", "alpha-beta:eval=lines,depth=2", "alpha-beta:eval=quadrants,depth=1"];
    let mut checked = Checked::default();
    for agent in agents {
        let mut player = entry::<PentagoSwap>("pentago-swap").make(agent).unwrap();
        for seed in 0..40 {
            let (mut state, mut rng) = (PentagoSwap::new(), Seed::new(seed).rng());
            for _ in 0..16 + seed % 16 {
                state.random_step(&mut rng);
            }
            if state.turn() == Turn::Over {
                continue;
            }
            player.new_game(&state);
            let decision = player.search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
            checked.check(&state, agent, &decision, 1_000_000, |_, _| false);
        }
    }
    assert!(checked.confirmed > 40 && checked.unknown * 10 < checked.confirmed, "{checked:?}");
}
