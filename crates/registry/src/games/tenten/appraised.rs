//! The nodes of the paper's alpha-beta: states that store the heuristic values of the last
//! placements.
//!
//! Source: *1010! Game Agents*, section III.C.

use alloc::vec;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};
use core::ops::ControlFlow;

use gambol_core::{ActionEvaluator, Game, GameExt, Rng, Scoring, Scratch, Seed, Turn, mix};
use gambol_search::{Budget, Decision, Greedy, Limits, RootAction, Scope, Search, SearchError, Terminal};
use gambol_tenten::{Deal, Heuristics, Placement, TenTen};

/// The appraisal of states and the placements that are tried.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Appraiser {
    /// The heuristic.
    pub(super) weights: Heuristics,
    /// The value of a sequence of placements.
    pub(super) worth: Worth,
    /// Completes each placement to a whole hand by greedy best-first search.
    pub(super) is_completing: bool,
    /// The placements that are tried.
    pub(super) kept: Kept,
}

/// The value of a sequence of placements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Worth {
    /// The heuristic's *surface* and *completeness* summed over all placements since the root, with
    /// its other terms of the last board: the authors' program.
    #[default]
    LastBoard,
    /// The sum of the heuristic over all placements since the root or the last deal.
    Sum,
    /// The heuristic of the last placement.
    Last,
}

/// The placements that are tried in a state; the first of equals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kept {
    #[default]
    All,
    /// The best placements by their single values, this many: the paper's third version.
    Best(usize),
    /// The worst placements of each piece by *surface* and *completeness*, this many per piece: the
    /// authors' program of the third version, which sorts in the wrong order.
    WorstOfPiece(usize),
}

/// A state of 1010! with its appraisal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Appraised {
    game: TenTen,
    by: Appraiser,
    /// The sum so far.
    sum: f64,
    appraisal: f64,
}

impl Appraised {
    /// Creates a root, whose appraisal is 0.
    pub(super) fn new(game: TenTen, by: Appraiser) -> Self {
        Self { game, by, sum: 0.0, appraisal: 0.0 }
    }

    /// Returns the value of the placements so far; 0 at the root.
    pub(super) fn appraisal(&self) -> f64 {
        self.appraisal
    }

    /// Returns the appraisal after greedy best-first search has placed the whole hand, with the
    /// heuristic times `factor`: -1 places the hand badly. If no player is to move, returns the
    /// [`appraisal`](Self::appraisal).
    pub(super) fn appraisal_of_hand(&self, factor: f64) -> f64 {
        let mut after = *self;
        let hand = greedy(self.by.weights.times(factor), &self.game);
        for placement in hand {
            after.step(placement);
        }
        after.appraisal
    }

    fn step(&mut self, placement: Placement) {
        let before = self.game;
        self.game.play(placement);
        let value = |weights: Heuristics| weights.evaluate_action(&before, placement, &self.game);
        let weights = self.by.weights;
        self.appraisal = match self.by.worth {
            Worth::LastBoard => {
                self.sum += value(weights.of_placements());
                self.sum + value(weights.of_boards())
            }
            Worth::Sum => {
                self.sum += value(weights);
                self.sum
            }
            Worth::Last => value(weights),
        };
    }

    /// The placements with their values by a heuristic, in the game's order.
    fn valued(&self, weights: Heuristics) -> Vec<(f64, Placement)> {
        let placements = self.game.actions();
        let mut values = vec![0.0; placements.len()];
        weights.evaluate_actions(&self.game, &placements, &mut values, &mut Scratch::new());
        values.into_iter().zip(placements).collect()
    }

    /// The best placements by their single values, best first.
    fn best(&self, width: usize) -> Vec<Placement> {
        let mut best = self.valued(self.by.weights);
        // Stable, so that equal placements keep their order.
        best.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        best.truncate(width);
        best.into_iter().map(|(_, placement)| placement).collect()
    }

    /// The worst placements of each piece, worst first.
    fn worst_of_pieces(&self, width: usize) -> Vec<Placement> {
        let valued = self.valued(self.by.weights.of_placements());
        let mut worst = Vec::new();
        for piece in self.game.hand().distinct() {
            let mut of_piece: Vec<_> = valued.iter().filter(|(_, placement)| placement.piece() == piece).collect();
            of_piece.sort_by(|(a, _), (b, _)| a.total_cmp(b));
            worst.extend(of_piece.iter().take(width).map(|(_, placement)| *placement));
        }
        worst
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
            for placement in greedy(self.by.weights, &self.game) {
                self.step(placement);
            }
        }
    }

    fn resolve(&mut self, deal: Deal) {
        self.game.resolve(deal);
        if self.by.worth != Worth::LastBoard {
            (self.sum, self.appraisal) = (0.0, 0.0);
        }
    }

    fn visit_candidates<F: FnMut(Placement) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        match self.by.kept {
            Kept::All => self.visit_actions(visit),
            Kept::Best(width) => self.best(width).into_iter().try_for_each(visit),
            Kept::WorstOfPiece(width) => self.worst_of_pieces(width).into_iter().try_for_each(visit),
        }
    }

    fn is_selective(&self) -> bool {
        self.by.kept != Kept::All
    }

    fn random_outcome<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Deal> {
        self.game.random_outcome(rng)
    }

    fn key(&self) -> u64 {
        mix(mix(self.game.key(), self.appraisal.to_bits()), self.sum.to_bits())
    }
}

impl PartialEq for Appraised {
    fn eq(&self, other: &Self) -> bool {
        let bits = |state: &Self| [state.appraisal, state.sum].map(f64::to_bits);
        bits(self) == bits(other) && self.game == other.game
    }
}

impl Eq for Appraised {}

impl Hash for Appraised {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.game.hash(state);
        [self.appraisal, self.sum].map(f64::to_bits).hash(state);
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

    fn limits(&self) -> Limits {
        self.search.limits()
    }
}

impl Appraiser {
    /// Extends a decision about the tried placements to all placements. If hands are completed, its
    /// principal variation is the first whole hand.
    fn complete(self, state: &TenTen, found: &Decision<Placement>) -> Decision<Placement> {
        let mut decision = found.clone();
        let root = state.actions().into_iter().map(|action| {
            let searched = found.root.iter().find(|searched| searched.action == action).copied();
            searched.unwrap_or_else(|| RootAction::unsearched(action, state.afterstate(action).score()))
        });
        decision.root = root.collect();
        if self.is_completing {
            decision.pv.truncate(1);
            decision.pv.extend(greedy(self.weights, &state.afterstate(found.action)));
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
    use gambol_tenten::{Piece, Rules, Scoring};
    use std::sync::Mutex;

    const LAST: Appraiser =
        Appraiser { weights: Heuristics::COMBINED, worth: Worth::Last, is_completing: false, kept: Kept::All };
    const SUM: Appraiser = Appraiser { worth: Worth::Sum, ..LAST };
    const LAST_BOARD: Appraiser = Appraiser { worth: Worth::LastBoard, ..LAST };

    fn state() -> TenTen {
        "xxxxxxx3/xxxxxxx3/xxxxxxx3/10/10/10/10/10/10/10 h3,o3,v2 21".parse().unwrap()
    }

    /// The heuristic values of placements played one after the other.
    fn said(placements: &[Placement]) -> Vec<f64> {
        said_by(Heuristics::COMBINED, placements)
    }

    fn said_by(heuristics: Heuristics, placements: &[Placement]) -> Vec<f64> {
        let mut game = state();
        let say = |&placement: &Placement| {
            let before = game;
            game.play(placement);
            heuristics.evaluate_action(&before, placement, &game)
        };
        placements.iter().map(say).collect()
    }

    fn deal() -> Deal {
        TenTen::default().random_outcome(&mut Seed::new(1).rng()).unwrap()
    }

    #[test]
    fn appraised_states_are_states_of_a_game() {
        let wide = Appraiser { is_completing: true, kept: Kept::Best(4), ..SUM };
        let worst = Appraiser { is_completing: true, kept: Kept::WorstOfPiece(2), ..LAST_BOARD };
        // Four pieces can be dealt, which gives 20 deals instead of 1,330.
        let mut weights = [0; Piece::COUNT];
        for piece in [Piece::H3, Piece::V2, Piece::O3, Piece::L2Nw] {
            weights[piece.index()] = 1;
        }
        let rules = Rules::new(weights, Scoring::Lines).unwrap();
        for by in [LAST, SUM, LAST_BOARD, wide, worst] {
            let start = move |seed: Seed| {
                let mut state = TenTen::new(rules);
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
        let of_boards = said_by(Heuristics::COMBINED.of_boards(), &placements);
        let of_placements = said_by(Heuristics::COMBINED.of_placements(), &placements);
        let [a, b, c] = [of_placements[0], of_placements[0] + of_placements[1], of_placements.iter().sum()];
        assert_eq!(appraisals(LAST_BOARD), [a + of_boards[0], b + of_boards[1], c + of_boards[2]]);
    }

    #[test]
    fn the_authors_value_adds_up_over_deals() {
        let mut played = Appraised::new(state(), Appraiser { is_completing: true, ..LAST_BOARD });
        played.play(played.game.actions()[0]);
        let before = played.appraisal();
        played.resolve(deal());
        assert_eq!(played.appraisal(), before);
        let hand = greedy(Heuristics::COMBINED, &played.game);
        let (mut game, mut sum) = (played.game, played.sum);
        for &placement in &hand {
            let before = game;
            game.play(placement);
            sum += Heuristics::COMBINED.of_placements().evaluate_action(&before, placement, &game);
        }
        let board = Heuristics::COMBINED.of_boards().evaluate_action(&played.game, hand[0], &game);
        assert_eq!(played.appraisal_of_hand(1.0), sum + board);
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
        let reversed = Appraised::new(state(), LAST).appraisal_of_hand(-1.0);
        let worst = greedy(Heuristics::COMBINED.times(-1.0), &state());
        assert_eq!((worst.len(), Some(&reversed)), (3, said(&worst).last()));
        assert!(reversed < whole.appraisal());
        assert_eq!(whole.appraisal_of_hand(-1.0), whole.appraisal(), "a deal is due");
    }

    #[test]
    fn only_the_best_placements_are_tried_and_all_are_reported() {
        let by = Appraiser { kept: Kept::Best(5), ..LAST };
        let wide = Appraised::new(state(), by);
        let tried = wide.candidates();
        let mut values: Vec<f64> = state().actions().iter().map(|&placement| said(&[placement])[0]).collect();
        values.sort_by(|a, b| b.total_cmp(a));
        assert!(wide.is_selective() && wide.actions() == state().actions());
        assert_eq!(tried.iter().map(|&placement| said(&[placement])[0]).collect::<Vec<_>>(), values[..5]);
        let worst = Appraised::new(state(), Appraiser { kept: Kept::WorstOfPiece(2), ..LAST }).candidates();
        let value = |placement: Placement| said_by(Heuristics::COMBINED.of_placements(), &[placement])[0];
        assert_eq!(worst.len(), 6, "of three pieces");
        for of_piece in worst.chunks(2) {
            assert!(of_piece[0].piece() == of_piece[1].piece() && value(of_piece[0]) <= value(of_piece[1]));
            let others = state().actions().into_iter().filter(|other| other.piece() == of_piece[0].piece());
            assert_eq!(
                others.filter(|&other| value(other) < value(of_piece[1])).count().min(2),
                usize::from(value(of_piece[0]) < value(of_piece[1]))
            );
        }

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
