//! Searches that know no chance, in games that have it: chance is an adversary.

use alloc::boxed::Box;
use core::ops::{ControlFlow, Range};

use gambol_core::{Evaluator, Game, GameExt, Notation, Player, Seed, Turn};
use gambol_search::{Adversarial, AgainstChance, AllOutcomes, Dealer, SampledOutcomes};

use super::parameters::word;
use super::parameters::{ADVERSARY, EVAL};
use super::searches::{Deterministic, alpha_beta, deepening, evaluator, prove};

/// For any game, whose chance is an adversary.
pub(crate) fn against_chance<G: Notation>() -> Deterministic<G> {
    Deterministic::new(
        |entry, spec| {
            let outcomes = match word(spec, &ADVERSARY, ["none", "all", "sampled"])? {
                0 if G::has_chance() => {
                    return Err(spec.error(
                        "this game has chance: try expectimax, or alpha-beta:adversary=sampled, which makes an \
                         opponent of it",
                    ));
                }
                2 => Outcomes::Sampled(SampledOutcomes::new(10, Seed::new(0))),
                _ => Outcomes::All,
            };
            let search = alpha_beta::<G, _>(spec, OfGame(evaluator(entry, spec, &EVAL)?))?;
            Ok(Box::new(deepening(spec, AgainstChance::new(search, outcomes), 4)?))
        },
        |spec| Ok(Box::new(AgainstChance::new(prove(spec)?, AllOutcomes))),
    )
}

/// Which outcomes an adversary chooses from.
#[derive(Clone)]
enum Outcomes {
    All,
    Sampled(SampledOutcomes),
}

impl<G: Game> Dealer<G> for Outcomes {
    fn visit<F>(&self, state: &G, adversary: Player, visit: F) -> ControlFlow<()>
    where
        F: FnMut(G::Outcome) -> ControlFlow<()>,
    {
        match self {
            Self::All => AllOutcomes.visit(state, adversary, visit),
            Self::Sampled(sampled) => sampled.visit(state, adversary, visit),
        }
    }

    fn is_symmetric(&self) -> bool {
        matches!(self, Self::All)
    }

    fn is_selective(&self) -> bool {
        matches!(self, Self::Sampled(_))
    }
}

/// An evaluator of a game for the game in which chance is an adversary.
struct OfGame<E>(E);

impl<G: Game, D: Dealer<G>, E: Evaluator<G>> Evaluator<Adversarial<G, D>> for OfGame<E> {
    fn evaluate(&self, state: &Adversarial<G, D>) -> f64 {
        self.0.evaluate(state.game())
    }

    fn is_cheap(&self) -> bool {
        self.0.is_cheap()
    }

    fn best_successor(&self, state: &Adversarial<G, D>, window: Range<f64>) -> Option<f64> {
        match state.game().turn() {
            Turn::Player(_) => self.0.best_successor(state.game(), window),
            // What the adversary chooses from is no evaluator's matter.
            Turn::Chance | Turn::Over => None,
        }
    }

    fn minimax(&self, state: &Adversarial<G, D>, plies: u32, window: Range<f64>) -> Option<f64> {
        // After one ply it may be the adversary's turn.
        if plies > 1 && G::has_chance() { None } else { self.0.minimax(state.game(), plies, window) }
    }

    fn is_quiet(&self, state: &Adversarial<G, D>) -> bool {
        self.0.is_quiet(state.game())
    }
}
