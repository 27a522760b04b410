//! Features of boards of 9×9 cells.

use std::sync::LazyLock;

use gambol_core::{Game, GameExt, Scratch};
use gambol_five_or_more::{Bits, FiveOrMore, Phase};
use gambol_learn::{ActionSum, Alphabet, Differences, Features, Windows, WindowsBuilder};

use super::view::{CELLS, COLOURS, Set, View, completed_by, index, is_known};

/// Upper limit, exclusive, of the number of stones; greater numbers count as the maximum.
const COUNTS: usize = 32;
/// Upper limit, exclusive, of the number of stones on random cells; greater numbers count as the
/// maximum.
const FLOATING: usize = 16;
/// Index of the first count of stones of the next colours, after one for each number of empty
/// cells.
const NEXT: usize = CELLS + 1;
const FREE_MOVE: usize = NEXT + COUNTS;
const REMOVED: usize = FREE_MOVE + 2;
const FLOATS: usize = REMOVED + COUNTS;
/// Number of weights that do not belong to windows.
const GLOBALS: usize = FLOATS + FLOATING;

/// Features of Five or More on 9×9 cells with up to seven colours.
///
/// The board is read in windows with interchangeable colours. If places are shown, the stones of
/// the next drop are already on the board, and completed lines are removed: the value of an
/// afterstate is that of the board after the drop, and the same windows serve both rules.
///
/// After a move that scores, another move precedes the drop. Such states are
/// [covered](Features::covers) like those before a drop.
///
/// Other boards have no features: their sum is 0.
#[derive(Clone, Debug)]
pub struct StoneWindows {
    windows: Windows,
    layout: &'static str,
}

impl StoneWindows {
    /// Lines of 5 cells and blocks of 3×2 cells, with tables by place, and lines of 7 cells, with
    /// tables by place and shared tables. They are built once and shared.
    #[must_use]
    pub fn new() -> Self {
        static FEATURES: LazyLock<StoneWindows> = LazyLock::new(|| {
            let windows = |builder: WindowsBuilder| builder.lines(5).blocks(3, 2).lines(7).anywhere().lines(7);
            StoneWindows::with(windows, "five-or-more lines 5, blocks 3x2, lines 7 anywhere, lines 7 v1")
        });
        FEATURES.clone()
    }

    /// A first part of the windows of [`new`](Self::new): those of 7 cells have shared tables only.
    /// They learn faster, and less.
    #[must_use]
    pub fn small() -> Self {
        let windows = |builder: WindowsBuilder| builder.lines(5).blocks(3, 2).lines(7).anywhere();
        Self::with(windows, "five-or-more lines 5, blocks 3x2, lines 7 anywhere v1")
    }

    fn with(add: impl Fn(WindowsBuilder) -> WindowsBuilder, layout: &'static str) -> Self {
        match add(Windows::builder(9, 9, Alphabet::Colours(COLOURS as u8))).build() {
            Ok(windows) => Self { windows, layout },
            Err(error) => unreachable!("these windows fit on the board: {error}"),
        }
    }

    /// Calls `visit` with the active weights that do not belong to windows.
    fn visit_globals(view: &View, mut visit: impl FnMut(usize)) {
        let mut counts = [0; COLOURS + 1];
        for &code in &view.codes {
            counts[usize::from(code) % (COLOURS + 1)] += 1;
        }
        visit(counts[0]);
        for &code in view.next.iter().filter(|&&code| code > 0) {
            visit(NEXT + counts[usize::from(code) % (COLOURS + 1)].min(COUNTS - 1));
        }
        visit(FREE_MOVE + usize::from(view.is_free));
        visit(REMOVED + (view.removed.count_ones() as usize).min(COUNTS - 1));
        visit(FLOATS + usize::from(view.floating).min(FLOATING - 1));
    }

    fn globals(weights: &[f32], view: &View) -> f32 {
        let mut sum = 0.0;
        Self::visit_globals(view, |index| sum += weights[index]);
        sum
    }

    /// Returns the sums of all moves to a cell where a stone of the drop would land, which then
    /// falls on a random cell. The stone is on the board for which `differences` are prepared.
    fn sums_onto(&self, weights: &[f32], view: &View, place: usize, differences: &mut Differences) -> Onto {
        let mut view = *view;
        view.codes[place] = 0;
        view.floating += 1;
        view.is_free = false;
        let globals = Self::globals(weights, &view);
        let mut onto = Onto { place, completing: 0, sums: [0.0; CELLS] };
        for (to, sum) in onto.sums.iter_mut().zip(self.windows.moves_to(of_windows(weights), place, differences)) {
            *to = globals + sum;
        }
        for (code, set) in view.sets().into_iter().enumerate().skip(1) {
            if completed_by(set).has(place) {
                onto.completing |= 1 << code;
            }
        }
        onto
    }
}

/// Returns the weights of the windows.
fn of_windows(weights: &[f32]) -> &[f32] {
    weights.get(GLOBALS..).unwrap_or(&[])
}

impl Default for StoneWindows {
    fn default() -> Self {
        Self::new()
    }
}

/// The sums of moves to one cell, by their origin.
#[derive(Clone, Copy, Debug)]
struct Onto {
    place: usize,
    /// Codes whose stones complete a line there, one bit each.
    completing: u32,
    sums: [f32; CELLS],
}

/// Scratch memory with the prepared differences of a state.
#[derive(Clone, Debug, Default)]
struct Memory {
    differences: Differences,
    onto: Vec<Onto>,
}

impl<B: Bits> Features<FiveOrMore<B>> for StoneWindows {
    fn len(&self) -> usize {
        self.windows.len() + GLOBALS
    }

    fn visit<V: FnMut(usize)>(&self, state: &FiveOrMore<B>, mut visit: V) {
        if is_known(state.rules()) {
            let view = View::new(state);
            Self::visit_globals(&view, &mut visit);
            self.windows.visit(&view.codes, |index| visit(GLOBALS + index));
        }
    }

    fn layout(&self) -> String {
        self.layout.to_owned()
    }

    fn covers(&self, _: &FiveOrMore<B>) -> bool {
        true
    }

    fn learns(&self, _: &FiveOrMore<B>) -> bool {
        true
    }

    /// No move ends the game.
    fn has_differences(&self, state: &FiveOrMore<B>) -> bool {
        state.phase() == Phase::Move && is_known(state.rules())
    }

    fn sum_afterstates(
        &self,
        weights: &[f32],
        state: &FiveOrMore<B>,
        actions: &[gambol_five_or_more::Move],
        sums: &mut [ActionSum],
        scratch: &mut Scratch,
    ) {
        let score = state.score();
        let alone = |action| {
            let after = state.afterstate(action);
            ActionSum { sum: self.sum(weights, &after), gain: after.score() - score }
        };
        if !is_known(state.rules()) {
            for (&action, sum) in actions.iter().zip(sums) {
                *sum = alone(action);
            }
            return;
        }
        let Memory { differences, onto } = scratch.get();
        let mut view = View::new(state);
        view.is_free = false;
        self.windows.prepare(of_windows(weights), &view.codes, differences);
        let globals = Self::globals(weights, &view);
        let mut completing = view.sets().map(completed_by);
        onto.clear();
        // Moves that may change the removals of the drop are played.
        let (mut alone_from, mut alone_to) = (0, 0);
        if view.removed == 0 {
            onto.extend(view.landings().map(|(place, _)| self.sums_onto(weights, &view, place, differences)));
        } else {
            alone_from = view.removed;
            let mut codes = [0; CELLS];
            state.write_codes(&mut codes);
            let is_removed = |cell: usize| view.removed.has(cell);
            let colours = codes.iter().enumerate().filter(|&(cell, _)| is_removed(cell)).map(|(_, &code)| code);
            let landing = view.landings().filter(|&(place, _)| is_removed(place)).map(|(_, code)| code);
            for code in colours.chain(landing).filter(|&code| code > 0) {
                completing[usize::from(code) % (COLOURS + 1)] = u128::MAX;
            }
            alone_to = view.landings().fold(0, |set, (place, _)| set | 1 << place);
        }
        let (mut from, mut code) = (usize::MAX, 0);
        let mut rest: &[f32] = &[];
        for (&action, sum) in actions.iter().zip(sums) {
            let to = index(action.to);
            if from != index(action.from) {
                from = index(action.from);
                code = usize::from(view.codes.get(from).copied().unwrap_or(0)) % (COLOURS + 1);
                rest = if alone_from.has(from) {
                    &[]
                } else {
                    self.windows.moves_from(of_windows(weights), from, differences)
                };
            }
            let by_differences = match onto.iter().find(|onto| onto.place == to) {
                Some(onto) if onto.completing >> code & 1 == 1 => None,
                Some(onto) => onto.sums.get(from).copied(),
                None if completing[code].has(to) || alone_to.has(to) => None,
                None => rest.get(to).map(|sum| globals + sum),
            };
            *sum = by_differences.map_or_else(|| alone(action), |sum| ActionSum { sum, gain: 0 });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol_core::{Rng, Seed, Turn};
    use gambol_five_or_more::{Preview, Removal, Rules, Scoring, Wide};

    /// Weights with exact sums.
    fn weights(features: &StoneWindows) -> Vec<f32> {
        let mut rng = Seed::new(5).rng();
        (0..Features::<FiveOrMore>::len(features)).map(|_| (rng.next_u32() % 2000) as f32 - 1000.0).collect()
    }

    /// Checks every third move of games by differences and alone. Returns the number of moves that
    /// scored.
    fn check<B: Bits>(rules: Rules) -> u32 {
        let features = StoneWindows::new();
        let weights = weights(&features);
        let mut rng = Seed::new(6).rng();
        let mut scratch = Scratch::new();
        let mut scored = 0;
        for _ in 0..6 {
            let mut state = FiveOrMore::<B>::new(rules).unwrap();
            state.settle(&mut rng);
            while state.turn() != Turn::Over {
                let actions = state.actions();
                let mut sums = vec![ActionSum::default(); actions.len()];
                features.sum_afterstates(&weights, &state, &actions, &mut sums, &mut scratch);
                for (&action, &found) in actions.iter().zip(&sums) {
                    let after = state.afterstate(action);
                    let gain = after.score() - state.score();
                    if gain > 0 || rng.next_u32().is_multiple_of(16) {
                        let expected = ActionSum { sum: features.sum(&weights, &after), gain };
                        assert_eq!(found, expected, "{state} {action}");
                    }
                    scored += u32::from(gain > 0);
                }
                // Scoring moves first, else any.
                let best = sums.iter().enumerate().max_by_key(|(_, sum)| sum.gain);
                let best = best.filter(|(_, sum)| sum.gain > 0).map(|(number, _)| number);
                let number = best.unwrap_or_else(|| rng.next_u32() as usize % actions.len());
                state.play(actions[number]);
                state.settle(&mut rng);
            }
        }
        scored
    }

    #[test]
    fn sums_by_differences_are_those_of_afterstates() {
        let few = Rules::new(9, 9, 3, 3).unwrap();
        for rules in [few, few.with_preview(Preview::Places)] {
            assert!(check::<u128>(rules) > 50);
        }
        let variant = Rules::new(9, 9, 4, 4).unwrap().with_removal(Removal::Each).with_scoring(Scoring::Product);
        check::<Wide>(variant.with_preview(Preview::Places));
        check::<u128>(Rules::THESIS.with_preview(Preview::Places));
    }

    #[test]
    fn other_boards_have_no_features() {
        let features = StoneWindows::new();
        let weights = weights(&features);
        for rules in [Rules::SMALL, Rules::LARGE, Rules::new(9, 9, 8, 3).unwrap()] {
            let mut state = FiveOrMore::<Wide>::new(rules).unwrap();
            state.settle(&mut Seed::new(1).rng());
            let actions = state.actions();
            let mut sums = vec![ActionSum { sum: 1.0, gain: 1 }; actions.len()];
            features.sum_afterstates(&weights, &state, &actions, &mut sums, &mut Scratch::new());
            assert!(sums.iter().all(|&sum| sum == ActionSum::default()));
            assert!(!features.has_differences(&state));
        }
    }

    #[test]
    fn boards_with_renamed_colours_have_the_same_features() {
        let state: FiveOrMore = "1b7/ab1c5/2c1dd3/4e4/9/9/fga6/9/9 abc 0 m".parse().unwrap();
        let features = StoneWindows::new();
        let indices = |state: &FiveOrMore| {
            let mut indices = Vec::new();
            features.visit(state, |index| indices.push(index));
            indices.sort_unstable();
            indices
        };
        assert_eq!(indices(&state).len(), 140 + 112 + 72 + 72 + 1 + 3 + 3);
        assert_eq!(indices(&state), indices(&state.canonical_colours()));
        let names: Vec<_> = "gfedcba".chars().filter_map(gambol_five_or_more::Colour::from_letter).collect();
        assert_eq!(indices(&state), indices(&state.recoloured(&names).unwrap()));
    }
}
