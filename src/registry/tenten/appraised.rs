//! The nodes of the paper's alpha-beta: states that remember what the heuristic says of the last
//! placements.
//!
//! Source: *1010! Game Agents*, section III.C.

use alloc::vec;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};
use core::ops::ControlFlow;

use gambol_core::{ActionEvaluator, Game, GameExt, Rng, Scaled, Scoring, Scratch, Seed, Turn, mix};
use gambol_search::{Budget, Decision, Greedy, RootAction, Scope, Search, SearchError, Terminal};
use gambol_tenten::{Deal, Heuristics, Placement, TenTen};

/// How states are appraised, and which placements are tried.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Appraiser {
    /// Adds up what the heuristic says of all placements since the root or the last deal, instead
    /// of taking the last.
    pub(super) is_summing: bool,
    /// Completes each placement to a whole hand by greedy best-first search.
    pub(super) is_completing: bool,
    /// Tries only so many placements, the best one by one; of equals the first.
    pub(super) width: Option<usize>,
}

/// A state of 1010! with its appraisal by [`Heuristics::COMBINED`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Appraised {
    game: TenTen,
    by: Appraiser,
    appraisal: f64,
}

impl Appraised {
    /// A root: its own appraisal is 0.
    pub(super) fn new(game: TenTen, by: Appraiser) -> Self {
        Self { game, by, appraisal: 0.0 }
    }

    /// What the heuristic says of the last placement, or of all; 0 at the root and after a deal.
    pub(super) fn appraisal(&self) -> f64 {
        self.appraisal
    }

    /// The appraisal after the whole hand that greedy best-first search places from here with the
    /// heuristic reversed: what the hand may come to if it is played badly. If no player is to
    /// move, the [`appraisal`](Self::appraisal).
    pub(super) fn reversed_appraisal(&self) -> f64 {
        let mut after = *self;
        let hand = greedy(Scaled(-1.0, Heuristics::COMBINED), &self.game);
        for placement in hand {
            after.step(placement);
        }
        after.appraisal
    }

    fn step(&mut self, placement: Placement) {
        let before = self.game;
        self.game.play(placement);
        let value = Heuristics::COMBINED.evaluate_action(&before, placement, &self.game);
        self.appraisal = if self.by.is_summing { self.appraisal + value } else { value };
    }

    /// The best placements one by one, best first.
    fn best(&self, width: usize) -> Vec<Placement> {
        let placements = self.game.actions();
        let mut values = vec![0.0; placements.len()];
        Heuristics::COMBINED.evaluate_actions(&self.game, &placements, &mut values, &mut Scratch::new());
        let mut best: Vec<(f64, Placement)> = values.into_iter().zip(placements).collect();
        // Stable, so that the first of equals stays first.
        best.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        best.truncate(width);
        best.into_iter().map(|(_, placement)| placement).collect()
    }
}

/// The placements of a whole hand by greedy best-first search; none if no player is to move.
fn greedy(evaluator: impl ActionEvaluator<TenTen>, game: &TenTen) -> Vec<Placement> {
    let mut search = Greedy::new(evaluator).scope(Scope::Turn).terminal(Terminal::Evaluated);
    search.search(game, &Budget::unlimited(), Seed::new(0)).map_or_else(|_| Vec::new(), |decision| decision.pv)
}

impl Game for Appraised {
    type Action = Placement;
    type Outcome = Deal;
    const PLAYERS: usize = TenTen::PLAYERS;
    const SCORING: Scoring = TenTen::SCORING;

    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn score(&self) -> i64 {
        self.game.score()
    }

    fn visit_actions<F: FnMut(Placement) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        self.game.visit_actions(visit)
    }

    fn visit_outcomes<F: FnMut(Deal, f64) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        self.game.visit_outcomes(visit)
    }

    fn play(&mut self, placement: Placement) {
        self.step(placement);
        if self.by.is_completing {
            for placement in greedy(Heuristics::COMBINED, &self.game) {
                self.step(placement);
            }
        }
    }

    fn resolve(&mut self, deal: Deal) {
        self.game.resolve(deal);
        self.appraisal = 0.0;
    }

    fn visit_candidates<F: FnMut(Placement) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        match self.by.width {
            Some(width) => self.best(width).into_iter().try_for_each(visit),
            None => self.visit_actions(visit),
        }
    }

    fn is_selective(&self) -> bool {
        self.by.width.is_some()
    }

    fn random_outcome<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Deal> {
        self.game.random_outcome(rng)
    }

    fn key(&self) -> u64 {
        mix(self.game.key(), self.appraisal.to_bits())
    }
}

impl PartialEq for Appraised {
    fn eq(&self, other: &Self) -> bool {
        self.appraisal.to_bits() == other.appraisal.to_bits() && self.game == other.game
    }
}

impl Eq for Appraised {}

impl Hash for Appraised {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.game.hash(state);
        self.appraisal.to_bits().hash(state);
    }
}

/// A search of 1010! by a search of appraised states. Placements that are not tried have no visits.
pub(super) struct ByPlacements<S> {
    pub(super) search: S,
    pub(super) by: Appraiser,
}

impl<S: Search<Appraised>> Search<TenTen> for ByPlacements<S> {
    fn search(&mut self, state: &TenTen, budget: &Budget, seed: Seed) -> Result<Decision<Placement>, SearchError> {
        let (before, by) = (*state, self.by);
        let budget = budget.translating(move |found: &Decision<Placement>| Some(by.complete(&before, found)));
        let found = self.search.search(&Appraised::new(*state, by), &budget, seed)?;
        Ok(by.complete(state, &found))
    }
}

impl Appraiser {
    /// A decision about the placements that are tried as one about all; its line is the first whole
    /// hand if hands are completed.
    fn complete(self, state: &TenTen, found: &Decision<Placement>) -> Decision<Placement> {
        let mut decision = found.clone();
        let root = state.actions().into_iter().map(|action| {
            let searched = found.root.iter().find(|searched| searched.action == action).copied();
            searched.unwrap_or_else(|| RootAction::unsearched(action, state.afterstate(action).score()))
        });
        decision.root = root.collect();
        if self.is_completing {
            decision.pv.truncate(1);
            decision.pv.extend(greedy(Heuristics::COMBINED, &state.afterstate(found.action)));
        }
        decision
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::sync::Arc;
    use gambol_conformance::Kit;
    use gambol_core::FromFn;
    use gambol_search::AlphaBeta;
    use std::sync::Mutex;

    const LAST: Appraiser = Appraiser { is_summing: false, is_completing: false, width: None };
    const SUM: Appraiser = Appraiser { is_summing: true, ..LAST };

    fn state() -> TenTen {
        "xxxxxxx3/xxxxxxx3/xxxxxxx3/10/10/10/10/10/10/10 h3,o3,v2 21".parse().unwrap()
    }

    /// What the heuristic says of placements one after the other.
    fn said(placements: &[Placement]) -> Vec<f64> {
        let mut game = state();
        let say = |&placement: &Placement| {
            let before = game;
            game.play(placement);
            Heuristics::COMBINED.evaluate_action(&before, placement, &game)
        };
        placements.iter().map(say).collect()
    }

    fn deal() -> Deal {
        TenTen::default().random_outcome(&mut Seed::new(1).rng()).unwrap()
    }

    #[test]
    fn appraised_states_are_states_of_a_game() {
        let wide = Appraiser { is_completing: true, width: Some(4), ..SUM };
        for by in [LAST, SUM, wide] {
            let start = move |seed: Seed| {
                let mut state = TenTen::default();
                state.settle(&mut seed.rng());
                Appraised::new(state, by)
            };
            Kit::new(start).states(10).plies(4).assert();
        }
    }

    #[test]
    fn placements_are_appraised_alone_or_in_all() {
        let placements = ["v2@a4", "o3@h1", "h3@h10"].map(|text| text.parse().unwrap());
        let said = said(&placements);
        let appraisals = |by| {
            let mut state = Appraised::new(state(), by);
            placements.map(|placement| {
                state.play(placement);
                state.appraisal()
            })
        };
        assert_eq!(appraisals(LAST), [said[0], said[1], said[2]]);
        assert_eq!(appraisals(SUM), [said[0], said[0] + said[1], said[0] + said[1] + said[2]]);
    }

    #[test]
    fn a_deal_begins_anew_and_the_appraisal_tells_states_apart() {
        for by in [SUM, Appraiser { is_completing: true, ..LAST }] {
            let mut played = Appraised::new(state(), by);
            while played.turn() != Turn::Chance {
                played.play(played.game.actions()[0]);
            }
            assert_ne!(played.appraisal(), 0.0);
            let fresh = Appraised::new(played.game, by);
            assert!(played != fresh && played.key() != fresh.key());
            let [played, fresh] = [played, fresh].map(|mut state| {
                state.resolve(deal());
                (state, state.key(), state.appraisal().to_bits())
            });
            assert_eq!(played, fresh);
        }
    }

    #[test]
    fn hands_are_completed_greedily() {
        let first: Placement = "o3@h1".parse().unwrap();
        let mut placements = vec![first];
        placements.extend(greedy(Heuristics::COMBINED, &state().afterstate(first)));
        let mut whole = Appraised::new(state(), Appraiser { is_completing: true, ..SUM });
        whole.play(first);
        assert_eq!((placements.len(), whole.turn()), (3, Turn::Chance));
        assert_eq!(whole.appraisal(), said(&placements).into_iter().fold(0.0, |sum, said| sum + said));
        // As bad as the worst placement after the worst.
        let reversed = Appraised::new(state(), LAST).reversed_appraisal();
        let worst = greedy(Scaled(-1.0, Heuristics::COMBINED), &state());
        assert_eq!((worst.len(), Some(&reversed)), (3, said(&worst).last()));
        assert!(reversed < whole.appraisal());
        assert_eq!(whole.reversed_appraisal(), whole.appraisal(), "a deal is due");
    }

    #[test]
    fn only_the_best_placements_are_tried_and_all_are_reported() {
        let by = Appraiser { width: Some(5), ..LAST };
        let wide = Appraised::new(state(), by);
        let tried = wide.candidates();
        let mut values: Vec<f64> = state().actions().iter().map(|&placement| said(&[placement])[0]).collect();
        values.sort_by(|a, b| b.total_cmp(a));
        assert!(wide.is_selective() && wide.actions() == state().actions());
        assert_eq!(tried.iter().map(|&placement| said(&[placement])[0]).collect::<Vec<_>>(), values[..5]);

        let told = Arc::new(Mutex::new(Vec::new()));
        let teller = told.clone();
        let budget = Budget::unlimited().watch(move |so_far: &Decision<Placement>| {
            teller.lock().unwrap().push((so_far.action, so_far.root.len()));
        });
        let judge = FromFn(|state: &gambol_search::Adversarial<Appraised>| state.game().appraisal());
        let search = AlphaBeta::new(judge).depth(1);
        let search = gambol_search::AgainstChance::new(search, gambol_search::AllOutcomes);
        let decision = ByPlacements { search, by }.search(&state(), &budget, Seed::new(1)).unwrap();
        assert_eq!((decision.action, decision.value, decision.root.len()), (tried[0], values[0], values.len()));
        assert_eq!(told.lock().unwrap().last(), Some(&(tried[0], values.len())));
        assert!(decision.root.iter().all(|root| (root.visits > 0) == tried.contains(&root.action)));
    }
}
