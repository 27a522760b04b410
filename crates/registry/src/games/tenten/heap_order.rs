//! Best-first search of a hand in the order of the authors' program (`GreedyBFSTripleAgent`,
//! formerly `AStarAgent`).
//!
//! Their heuristics take few values, so that most states in the queue tie, and the queue decides
//! which one is expanded next. It is Python's `heapq` over pairs of a priority and a node, and
//! every node compares less than every other: of two pairs with equal priorities, the one on the
//! left of the comparison is less. The newer state mostly comes first. The exact order depends on
//! the steps of the heap, which are therefore reproduced here.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use gambol_core::random::below;
use gambol_core::{ActionEvaluator, Game, GameExt, Scratch, Seed, Turn};
use gambol_search::{Budget, Counter, Decision, RootAction, Search, SearchError};
use gambol_tenten::{Heuristics, Piece, Placement, TenTen};

/// Greedy best-first search by a heuristic, with the authors' queue. As in their program, states
/// are merged by their boards when they are taken from the queue, and if the hand cannot be placed
/// completely, the search ends with the last state of the queue. Their program places the hand in
/// the order of the deal, which a state does not keep; here the order is random.
pub(super) struct HeapOrder(pub(super) Heuristics);

impl Search<TenTen> for HeapOrder {
    fn search(&mut self, state: &TenTen, budget: &Budget, seed: Seed) -> Result<Decision<Placement>, SearchError> {
        let turn = state.turn();
        let player = turn.player().ok_or(SearchError::NoPlayersTurn { turn })?;
        let meter = budget.meter();
        let mut work = Work::new(self.0, *state, shuffled(state, seed), meter.counter());
        let end = work.last_of_plan();
        let plan = work.placements(end);

        let actions = state.actions();
        let mut values = vec![0.0; actions.len()];
        self.0.evaluate_actions(state, &actions, &mut values, &mut Scratch::new());
        let mut root: Vec<_> = actions.iter().zip(values).map(|(&a, value)| RootAction::new(a, value)).collect();
        let first = plan.first().and_then(|first| root.iter_mut().find(|root| root.action == *first));
        let first = first.ok_or(SearchError::NoActions { player })?;
        first.value = end.map_or(first.value, |end| end.value);
        let mut decision = Decision::new(player, first.action, first.value);
        decision.stats = meter.stats(work.counter.nodes(), 0, plan.len() as u32);
        decision.root = root.into_iter().map(|root| root.visits(1)).collect();
        decision.pv = plan;
        Ok(decision)
    }
}

/// The pieces of the hand in a random order.
fn shuffled(state: &TenTen, seed: Seed) -> Vec<Piece> {
    let mut hand: Vec<Piece> = state.hand().pieces().collect();
    let mut rng = seed.rng();
    for last in (1..hand.len()).rev() {
        hand.swap(last, below(&mut rng, last as u32 + 1) as usize);
    }
    hand
}

/// A placement in the queue.
#[derive(Clone, Copy, Debug)]
struct Queued {
    placement: Placement,
    value: f64,
    /// Index of the parent node.
    parent: usize,
}

/// A state that was taken from the queue.
struct Node {
    state: TenTen,
    /// The remaining pieces, in the order of their placement.
    hand: Vec<Piece>,
    /// The placement that led to the state.
    from: Option<Queued>,
}

struct Work<'a> {
    heuristics: Heuristics,
    /// The root first.
    nodes: Vec<Node>,
    queue: Heap<Queued>,
    /// The boards that were taken from the queue.
    known: BTreeSet<u128>,
    counter: Counter<'a>,
}

impl<'a> Work<'a> {
    fn new(heuristics: Heuristics, state: TenTen, hand: Vec<Piece>, counter: Counter<'a>) -> Self {
        let nodes = vec![Node { state, hand, from: None }];
        Self { heuristics, nodes, queue: Heap::default(), known: BTreeSet::new(), counter }
    }

    /// Returns the last placement of the first complete hand that is taken from the queue. If there
    /// is none, returns that of the last state in the queue, or of the last one before the budget
    /// ran out.
    fn last_of_plan(&mut self) -> Option<Queued> {
        self.known.insert(self.nodes[0].state.board().filled().bits());
        self.expand(0);
        let mut last = None;
        while let Some(queued) = self.queue.pop() {
            last = Some(queued);
            let Node { state, hand, .. } = &self.nodes[queued.parent];
            let state = state.afterstate(queued.placement);
            if self.known.insert(state.board().filled().bits()) {
                if state.turn() == Turn::Chance || self.counter.is_over() {
                    break;
                }
                let mut hand = hand.clone();
                hand.remove(hand.iter().position(|&piece| piece == queued.placement.piece()).unwrap_or(0));
                self.nodes.push(Node { state, hand, from: Some(queued) });
                self.expand(self.nodes.len() - 1);
            }
        }
        last
    }

    /// Adds all placements of a node to the queue, piece by piece and column by column; a piece
    /// that is in the hand twice is added twice.
    fn expand(&mut self, index: usize) {
        let Node { state, hand, .. } = &self.nodes[index];
        let mut placements: Vec<Placement> = Vec::new();
        for &piece in hand {
            let before = placements.len();
            let places = state.board().fits(piece).into_iter();
            placements.extend(places.filter_map(|cell| Placement::new(piece, cell)));
            placements[before..].sort_by_key(|placement| placement.cell().column);
        }
        let mut values = vec![0.0; placements.len()];
        self.heuristics.evaluate_actions(state, &placements, &mut values, &mut Scratch::new());
        for (placement, value) in placements.into_iter().zip(values) {
            self.counter.tick();
            self.queue.push(-value, Queued { placement, value, parent: index });
        }
    }

    /// Returns the placements from the root to this one.
    fn placements(&self, last: Option<Queued>) -> Vec<Placement> {
        let mut placements = Vec::new();
        let mut at = last;
        while let Some(Queued { placement, parent, .. }) = at {
            placements.push(placement);
            at = self.nodes[parent].from;
        }
        placements.reverse();
        placements
    }
}

/// Python's `heapq`, step by step, over pairs of a priority and an item. The lowest priority comes
/// first, and an item compares less than any other.
#[derive(Debug)]
struct Heap<T>(Vec<(f64, T)>);

impl<T> Default for Heap<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Heap<T> {
    /// Whether the first pair is less than the second; with equal priorities it is.
    fn is_less(&self, here: usize, there: usize) -> bool {
        self.0[here].0 <= self.0[there].0
    }

    /// `heappush`.
    fn push(&mut self, priority: f64, item: T) {
        self.0.push((priority, item));
        self.rise(self.0.len() - 1);
    }

    /// `heappop`.
    fn pop(&mut self) -> Option<T> {
        if self.0.is_empty() {
            return None;
        }
        let first = self.0.swap_remove(0);
        // `_siftup`: the lesser child moves up until the leaves are reached, and the last pair,
        // which takes its place there, rises again.
        let (mut place, mut child) = (0, 1);
        while child < self.0.len() {
            if child + 1 < self.0.len() && !self.is_less(child, child + 1) {
                child += 1;
            }
            self.0.swap(place, child);
            (place, child) = (child, 2 * child + 1);
        }
        self.rise(place);
        Some(first.1)
    }

    /// `_siftdown`, which moves a pair up while it is less than its parent.
    fn rise(&mut self, mut place: usize) {
        while place > 0 && self.is_less(place, (place - 1) / 2) {
            self.0.swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};
    use gambol_core::Player;
    use gambol_search::{Greedy, Scope, Terminal};

    const SURFACE: Heuristics = Heuristics { surface: 1.0, empty_large_square: 1.0, ..Heuristics::NULL };

    /// Boards, hands in the order of the deal, and the placements of the authors' program
    /// (`AStarAgent` of commit 630367f, run with *surface* and *empty large square*). No row and
    /// column can be completed together on them, since its look-ahead empties only the row.
    const PLANS: [(&str, &str, &str); 12] = [
        ("xx3xxxx1/x9/9x/9x/8xx/5xxxxx/5xxxxx/2xxxxxxxx/xxxxx2xxx/1xxxx1xxxx", "l2ne,v2,o2", "v2@f9 o2@a7 l2ne@f8"),
        ("1xxxxxxxx1/2xxxxxx2/2xxxx1x2/2xxxx4/2x7/2x7/2xx6/2x1x1xx2/8x1/2xxxxxxx1", "h3,v2,o3", "h3@f9 o3@e5 v2@d5"),
        ("1x4xxx1/6xx2/7x2/10/6x3/6x3/6x3/4x1xxxx/xx4xxxx/6xxx1", "v4,h2,o3", "v4@j1 o3@d1 h2@a10"),
        (
            "5x3x/x1xxxxxx1x/x2xxxxx1x/x2xxxxx2/3xx1xx2/3x2xx2/3x2xx2/xx4xx2/xxxxxxxxx1/10",
            "v3,h3,o1",
            "h3@b1 v3@b2 o1@e1",
        ),
        ("1xxxx3xx/2xxxxx1xx/2x2xx3/8xx/9x/8xx/8x1/1x2xxx1x1/1x2xxx1xx/1xxxxxx1xx", "v2,v4,o1", "v4@a6 o1@a10 v2@j7"),
        (
            "2xxx3x1/2x5x1/8x1/2xx4x1/2xx4x1/1xxx4x1/1xxxxx2x1/2xxxx4/2xxx5/2xxxxx1x1",
            "o2,l2ne,v4",
            "v4@a5 l2ne@a1 o2@a9",
        ),
        (
            "xxxxx3x1/1xx5x1/8x1/2xx4x1/x1xx4x1/xxxx4x1/xxxxxx2x1/x1xxxx4/xxxxx5/xxxxxxx1x1",
            "h2,o2,v4",
            "v4@j4 o2@i8 h2@f9",
        ),
        (
            "1xxxxxxxxx/1x6xx/1x8/1x1xx5/1x1xxxxx1x/3xxxxx1x/3xxxxx1x/1x1x2xx1x/1xxxxxxxxx/1x1xxxxxxx",
            "h2,h2,o3",
            "o3@f2 h2@g10 h2@e8",
        ),
        ("1xxxx3xx/1x6xx/1x8/1x1xx5/1x1xx4x/3xx4x/3xx4x/1x1xx4x/1xxxx3xx/1x1xx1xxxx", "v4,o3,v3", "o3@f1 v4@a2 v3@a8"),
        (
            "2x1xxxxxx/xxx7/xxx2xxx2/xxx1x5/x3x4x/x2xx4x/x2xx4x/x2xx4x/x1xxx3xx/x2xx1xxxx",
            "o1,v3,v4",
            "v4@d2 o1@d1 v3@j2",
        ),
        ("xxxxxx4/xxxxx5/10/10/6x3/6x3/6x3/xxx1xxx3/xxx1xxx3/xxx1xxx3", "l2ne,l2ne,l2ne", "l2ne@i1 l2ne@g1 l2ne@h1"),
        (
            "7xxx/6xxxx/5xxxxx/5x1xxx/5xxxxx/4xxxxxx/4xxxxxx/10/xx8/xx1xxxx3",
            "l2sw,l2sw,l2sw",
            "l2sw@a7 l2sw@c8 l2sw@e8",
        ),
    ];

    fn states() -> impl Iterator<Item = (TenTen, Vec<Piece>, &'static str)> {
        PLANS.into_iter().map(|(board, hand, plan)| {
            let state = alloc::format!("{board} {hand} 0").parse().unwrap();
            (state, hand.split(',').map(|piece| piece.parse().unwrap()).collect(), plan)
        })
    }

    fn text(plan: &[Placement]) -> String {
        plan.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    fn plan(state: TenTen, hand: Vec<Piece>, budget: &Budget) -> Vec<Placement> {
        let meter = budget.meter();
        let mut work = Work::new(SURFACE, state, hand, meter.counter());
        let end = work.last_of_plan();
        work.placements(end)
    }

    #[test]
    fn hands_are_placed_as_by_the_authors_program() {
        for (state, hand, said) in states() {
            assert_eq!(text(&plan(state, hand, &Budget::unlimited())), said, "{state}");
        }
    }

    #[test]
    fn the_order_of_equals_is_not_that_of_greedy() {
        let differing = states().filter(|&(state, _, said)| {
            let mut search = Greedy::new(SURFACE).scope(Scope::Turn).terminal(Terminal::Evaluated);
            text(&search.search(&state, &Budget::unlimited(), Seed::new(1)).unwrap().pv) != said
        });
        assert!(differing.count() > PLANS.len() / 2);
    }

    #[test]
    fn pairs_leave_the_queue_as_they_leave_pythons_heapq() {
        // The pushed priorities, numbered from 0; `None` is a pop. From Python 3.11, with items of
        // a class whose `__lt__` is always true.
        let pushed = [
            0, 9, 1, 0, 9, 1, 0, 9, 1, 0, 9, 0, 1, 0, 9, 9, 1, 9, 1, 0, 9, 9, 2, 0, 2, 1, 2, 9, 1, 0, 9, 9, 0, 9, 1, 1,
            0, 0, 9, 1, 9, 2, 9, 1, 9, 9, 9, 2, 0, 9, 9, 0, 0, 1, 1, 9, 9, 1, 2, 0,
        ];
        let popped = [
            0, 2, 4, 6, 9, 7, 10, 12, 3, 14, 19, 18, 20, 24, 23, 1, 27, 11, 8, 29, 21, 31, 30, 36, 22, 16, 32, 5, 34,
            33, 25, 13, 28, 35, 26, 17, 15,
        ];
        let (mut heap, mut found, mut count) = (Heap::default(), Vec::new(), 0);
        for step in pushed.map(|priority| (priority < 9).then(|| f64::from(priority))) {
            match step {
                Some(priority) => {
                    heap.push(priority, count);
                    count += 1;
                }
                None => found.extend(heap.pop()),
            }
        }
        found.extend(core::iter::from_fn(|| heap.pop()));
        assert_eq!(found, popped);
    }

    #[test]
    fn a_hand_without_a_complete_placement_is_played_as_far_as_it_goes() {
        // A single cell is free, and o3 fits nowhere.
        let state: TenTen = "1xxxxxxxx1/x1xxxxxxx1/xx1xxxxxxx/xxx1xxxxxx/xxxx1xxxxx/xxxxx1xxxx/xxxxxx1xxx/\
                             xxxxxxx1xx/xxxxxxxx1x/1xxxxxxxxx o3,v2 0"
            .parse()
            .unwrap();
        let decision = HeapOrder(SURFACE).search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
        assert_eq!((decision.player, text(&decision.pv)), (Player::First, "v2@j1".into()));
        assert_eq!((decision.root.len(), decision.value), (1, decision.root[0].value));
    }

    #[test]
    fn a_budget_ends_the_search_with_a_placement() {
        for (state, hand, _) in states() {
            let plan = plan(state, hand, &Budget::unlimited().nodes(1));
            assert!(plan.len() == 1 && state.check_action(plan[0]).is_ok());
        }
    }
}
