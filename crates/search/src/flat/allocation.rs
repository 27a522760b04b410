//! Allocation of simulations to actions.

use alloc::vec::Vec;

use gambol_core::Player;

use super::tally::Tally;
use super::{Aggregate, Task};
use crate::decision::worth;
use crate::math::{ln, sqrt};

/// Allocation of simulations to the legal actions.
///
/// ```
/// use gambol_core::Seed;
/// use gambol_search::{Allocation, Budget, FlatMonteCarlo, Search};
/// use gambol_threes::Threes;
///
/// let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse()?;
/// let mut search = FlatMonteCarlo::new().rollouts(16).allocation(Allocation::SequentialHalving);
/// let decision = search.search(&state, &Budget::unlimited(), Seed::new(1))?;
/// // Three actions, 48 rollouts: half of them in each of two rounds, the second without the worst.
/// let most = decision.root.iter().map(|action| action.visits).max();
/// assert!(most > Some(16));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Allocation {
    /// Every action gets the same number of simulations (the default).
    #[default]
    Uniform,
    /// Sequential halving: with `n` actions, each of ⌈log₂ n⌉ rounds divides the same number of
    /// simulations among the remaining actions and then drops the worse half. Without a known
    /// number of simulations, the search cycles: one simulation for every action, one for the
    /// better half, one for the better quarter, and so on, then again from the start.
    ///
    /// Sources: Z. Karnin, T. Koren, O. Somekh, *Almost Optimal Exploration in Multi-Armed
    /// Bandits*, ICML 2013; for cycles, D. Sagers, M. Winands, D. Soemers, *Anytime Sequential
    /// Halving in Monte-Carlo Tree Search*, 2024.
    SequentialHalving,
    /// UCB1: each simulation goes to the action with the greatest upper confidence bound
    /// `mean + c·σ·√(ln N / n)`. σ is the standard deviation of the values so far, which makes `c`
    /// independent of the scale of scores.
    ///
    /// Source: P. Auer, N. Cesa-Bianchi, P. Fischer, *Finite-time Analysis of the Multiarmed Bandit
    /// Problem*, Machine Learning 47, 2002.
    Ucb {
        /// Exploration constant: 2 is cautious, 1 trusts early means.
        c: f64,
    },
    /// Optimal computing budget allocation: simulations in proportion to `(σᵢ / δᵢ)²`, where δᵢ is
    /// the difference between an action's mean and the best mean. It maximises the probability of
    /// selecting the best action.
    ///
    /// Source: C.-H. Chen, J. Lin, E. Yücesan, S. Chick, *Simulation Budget Allocation for Further
    /// Enhancing the Efficiency of Ordinal Optimization*, DEDS 10, 2000.
    Ocba,
}

/// Number of simulations to allocate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Total {
    /// This number for each action.
    Each(u64),
    /// This number in total.
    InAll(u64),
    /// As many as the rest of the budget allows.
    Open,
}

/// Allocates batches of tasks. A batch depends only on the tallies so far.
#[derive(Debug)]
pub(super) struct Allocator {
    allocation: Allocation,
    aggregate: Aggregate,
    player: Player,
    /// Simulations that may still be allocated.
    left: u64,
    /// Simulations allocated to each action.
    handed: Vec<u64>,
    /// The remaining actions, best first, and the number of remaining rounds of halving.
    running: Vec<usize>,
    rounds: u32,
    /// Simulations of this round of halving that each remaining action has yet to get.
    due: Vec<u64>,
    batch: u32,
    open: bool,
    /// Initial simulations of each action before OCBA uses their variance.
    basis: u64,
}

/// Maximum simulations of one task: enough to outweigh the cost of scheduling, few enough to occupy
/// all threads.
const TASK: u64 = 16;

/// Maximum simulations of an action in one batch of uniform allocation or of halving. It bounds the
/// work between two checks of a node limit.
const BATCH: u64 = 1024;

/// Maximum simulations that UCB and OCBA allocate at once, so that several threads have work.
const AHEAD: u64 = 64;

/// Initial simulations of each action by OCBA, unless they exceed half of the total; the source
/// advises 5 to 20.
const BASIS: u64 = 10;

impl Allocator {
    pub(super) fn new(
        allocation: Allocation,
        aggregate: Aggregate,
        player: Player,
        actions: usize,
        total: Total,
    ) -> Self {
        let left = match total {
            Total::Each(each) => each.saturating_mul(actions as u64),
            Total::InAll(all) => all,
            Total::Open => u64::MAX,
        };
        let rounds = usize::BITS - actions.saturating_sub(1).leading_zeros();
        Self {
            allocation,
            aggregate,
            player,
            left,
            handed: alloc::vec![0; actions],
            running: (0..actions).collect(),
            rounds: rounds.max(1),
            due: Vec::new(),
            batch: 0,
            open: total == Total::Open,
            basis: (left / (2 * actions.max(1) as u64)).clamp(1, BASIS),
        }
    }

    /// Returns the next batch; empty if no simulations are left.
    pub(super) fn next(&mut self, tallies: &[Tally]) -> Vec<Task> {
        let mut tasks = Vec::new();
        if self.left == 0 {
            return tasks;
        }
        // With every allocation, each action is tried once before any is preferred.
        let first = self.batch == 0;
        match self.allocation {
            _ if first && !matches!(self.allocation, Allocation::SequentialHalving) => self.hand_all(1, &mut tasks),
            Allocation::Uniform => self.hand_all(self.slice(), &mut tasks),
            Allocation::SequentialHalving if self.open => self.go_round(tallies, &mut tasks),
            Allocation::SequentialHalving => self.halve(tallies, &mut tasks),
            Allocation::Ucb { c } => self.by_bound(c, tallies, &mut tasks),
            Allocation::Ocba if self.handed.iter().copied().min().unwrap_or(0) < self.basis => {
                self.hand_all(1, &mut tasks);
            }
            Allocation::Ocba => self.by_ratio(tallies, &mut tasks),
        }
        self.batch += 1;
        tasks
    }

    /// Allocates simulations to an action, as many as are left.
    fn hand(&mut self, action: usize, simulations: u64, tasks: &mut Vec<Task>) {
        let simulations = simulations.min(self.left);
        self.left -= simulations;
        let until = self.handed[action] + simulations;
        while self.handed[action] < until {
            let first = self.handed[action];
            let simulations = TASK.min(until - first);
            tasks.push(Task { action, first, simulations });
            self.handed[action] += simulations;
        }
    }

    /// Allocates the same number to every action. If too few simulations are left, they are divided
    /// evenly, and the first actions get the remainder.
    fn hand_all(&mut self, each: u64, tasks: &mut Vec<Task>) {
        let actions = self.handed.len() as u64;
        let each = if self.left / actions < each { self.left / actions } else { each };
        let rest = if each == 0 { self.left } else { 0 };
        for action in 0..self.handed.len() {
            self.hand(action, each + u64::from((action as u64) < rest), tasks);
        }
    }

    /// Returns the maximum simulations of an action in the next batch: as many as it had so far.
    fn slice(&self) -> u64 {
        self.handed.iter().copied().max().unwrap_or(0).clamp(1, BATCH)
    }

    /// Allocates a part of a round of sequential halving with a known number of simulations.
    fn halve(&mut self, tallies: &[Tally], tasks: &mut Vec<Task>) {
        if self.due.iter().all(|&due| due == 0) {
            self.begin_round(tallies);
        }
        let slice = self.slice();
        for index in 0..self.running.len() {
            let simulations = slice.min(self.due[index]);
            self.due[index] -= simulations;
            self.hand(self.running[index], simulations, tasks);
        }
    }

    /// Begins a round of sequential halving: drops the worse half and divides the simulations of
    /// the round among the remaining actions.
    fn begin_round(&mut self, tallies: &[Tally]) {
        if self.batch > 0 {
            self.rank(tallies);
            self.running.truncate(self.running.len().div_ceil(2));
        }
        let (count, is_last) = (self.running.len() as u64, self.rounds == 1);
        let share = self.left / u64::from(self.rounds) / count;
        // The remainder of the divisions goes to the best actions of the last round.
        let extra = if is_last { self.left % count } else { 0 };
        self.due = (0..count).map(|index| (share + u64::from(index < extra)).max(1)).collect();
        self.rounds = self.rounds.saturating_sub(1).max(1);
    }

    /// Allocates one step of cyclic halving: the remaining actions get one simulation each, and the
    /// better half remains. When one is left, the cycle starts again with all actions.
    fn go_round(&mut self, tallies: &[Tally], tasks: &mut Vec<Task>) {
        if self.running.len() <= 1 || self.batch == 0 {
            self.running = (0..self.handed.len()).collect();
        } else {
            self.rank(tallies);
            self.running.truncate(self.running.len().div_ceil(2));
        }
        for index in 0..self.running.len() {
            self.hand(self.running[index], 1, tasks);
        }
        if self.running.len() == 2 {
            self.running.truncate(1);
        }
    }

    /// Sorts the remaining actions, best first, with ties in the order of the actions.
    fn rank(&mut self, tallies: &[Tally]) {
        let value =
            |action: usize| tallies[action].value(self.aggregate).map_or(f64::NEG_INFINITY, |v| worth(self.player, v));
        self.running.sort_by(|&a, &b| value(b).total_cmp(&value(a)).then(a.cmp(&b)));
    }

    /// Allocates simulations to the actions with the greatest bounds. Pending simulations count as
    /// if they did not change the mean.
    fn by_bound(&mut self, c: f64, tallies: &[Tally], tasks: &mut Vec<Task>) {
        let sign = self.player.sign() as f64;
        let means: Vec<f64> = tallies.iter().map(|tally| sign * tally.value(self.aggregate).unwrap_or(0.0)).collect();
        let spread = spread(tallies);
        let all: u64 = self.handed.iter().sum();
        for ahead in 0..AHEAD.min(self.left).min(self.handed.len() as u64) {
            let log = sqrt(ln((all + ahead) as f64));
            let bound = |action: usize| means[action] + c * spread * log / sqrt(self.handed[action].max(1) as f64);
            let mut best = (0, f64::NEG_INFINITY);
            for action in 0..means.len() {
                let bound = bound(action);
                if bound > best.1 {
                    best = (action, bound);
                }
            }
            self.hand(best.0, 1, tasks);
        }
    }

    /// Moves the allocation towards the ratios of OCBA.
    fn by_ratio(&mut self, tallies: &[Tally], tasks: &mut Vec<Task>) {
        self.running = (0..self.handed.len()).collect();
        self.rank(tallies);
        let best = self.running[0];
        let mean = |action: usize| tallies[action].value(Aggregate::Average).unwrap_or(0.0);
        let floor = spread(tallies) * 1e-3 + f64::MIN_POSITIVE;
        let ratio = |action: usize| {
            let distance = (mean(action) - mean(best)).abs().max(floor);
            (tallies[action].variance() + floor * floor) / (distance * distance)
        };
        let mut weights: Vec<f64> = (0..self.handed.len()).map(ratio).collect();
        let others = (0..weights.len()).filter(|&action| action != best);
        let sum: f64 =
            others.map(|action| weights[action] * weights[action] / (tallies[action].variance() + floor * floor)).sum();
        weights[best] = sqrt(sum * (tallies[best].variance() + floor * floor));
        let whole: f64 = weights.iter().sum();
        // Small steps at first, since means of few simulations are unreliable.
        let handed = self.handed.iter().sum::<u64>();
        let ahead = (handed / 16).clamp(1, AHEAD.max(self.handed.len() as u64 / 4)).min(self.left);
        let target = (handed + ahead) as f64;
        // Greatest deficits first.
        let mut deficits: Vec<(usize, f64)> = weights
            .iter()
            .enumerate()
            .map(|(action, weight)| (action, weight / whole * target - self.handed[action] as f64))
            .filter(|&(_, deficit)| deficit > 0.0)
            .collect();
        deficits.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut left = ahead;
        for (action, deficit) in deficits {
            let simulations = (deficit as u64).max(1).min(left);
            self.hand(action, simulations, tasks);
            left -= simulations;
        }
        if left == ahead {
            self.hand(best, 1, tasks);
        }
    }
}

/// Returns the standard deviation of the values, with equal weights for all actions, so that it
/// does not shrink as one of them is preferred. Returns 1 if all values are equal.
fn spread(tallies: &[Tally]) -> f64 {
    let tried = || tallies.iter().filter(|tally| tally.simulations() > 0);
    let count = tried().count().max(1) as f64;
    let mean = |tally: &Tally| tally.value(Aggregate::Average).unwrap_or(0.0);
    let centre = tried().map(mean).sum::<f64>() / count;
    let variance =
        tried().map(|tally| tally.variance() + (mean(tally) - centre) * (mean(tally) - centre)).sum::<f64>() / count;
    if variance > 0.0 { sqrt(variance) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    /// Allocates all simulations; simulation `k` of action `i` has the value `value(i, k)`.
    fn all(
        allocation: Allocation,
        actions: usize,
        total: Total,
        most: u64,
        value: impl Fn(usize, u64) -> f64,
    ) -> Vec<u64> {
        let mut allocator = Allocator::new(allocation, Aggregate::Average, Player::First, actions, total);
        let mut tallies = vec![Tally::new(Player::First); actions];
        loop {
            let tasks = allocator.next(&tallies);
            if tasks.is_empty() || tallies.iter().map(Tally::simulations).sum::<u64>() >= most {
                return tallies.iter().map(Tally::simulations).collect();
            }
            for task in tasks {
                assert_eq!(task.first, tallies[task.action].simulations(), "tasks of an action follow each other");
                for number in task.first..task.first + task.simulations {
                    tallies[task.action].add(value(task.action, number), 1);
                }
            }
        }
    }

    fn noisy(action: usize, number: u64) -> f64 {
        action as f64 + if number.is_multiple_of(2) { 3.0 } else { -3.0 }
    }

    #[test]
    fn every_allocation_hands_out_exactly_what_there_is() {
        for allocation in
            [Allocation::Uniform, Allocation::SequentialHalving, Allocation::Ucb { c: 1.0 }, Allocation::Ocba]
        {
            for actions in [1, 2, 3, 7, 50] {
                for total in [1, 6, 49, 50, 51, 1000, 5000] {
                    let counts = all(allocation, actions, Total::InAll(total), u64::MAX, noisy);
                    assert_eq!(counts.iter().sum::<u64>(), total, "{allocation:?} {actions} {counts:?}");
                }
            }
        }
    }

    #[test]
    fn uniform_is_even() {
        assert_eq!(all(Allocation::Uniform, 3, Total::Each(70), u64::MAX, noisy), [70, 70, 70]);
        assert_eq!(all(Allocation::Uniform, 4, Total::InAll(11), u64::MAX, noisy), [3, 3, 3, 2]);
    }

    #[test]
    fn the_clever_ones_prefer_the_better_actions() {
        for allocation in [Allocation::SequentialHalving, Allocation::Ucb { c: 1.0 }, Allocation::Ocba] {
            for total in [Total::InAll(4000), Total::Open] {
                let counts = all(allocation, 16, total, 4000, noisy);
                assert!(counts[15] > 3 * counts[0], "{allocation:?}: {counts:?}");
                assert!(counts[15] + counts[14] > 1000, "{allocation:?}: {counts:?}");
                assert!(counts.iter().all(|&count| count > 0), "{allocation:?}: {counts:?}");
            }
        }
    }

    #[test]
    fn halving_halves() {
        let counts = all(Allocation::SequentialHalving, 8, Total::InAll(2400), u64::MAX, noisy);
        assert_eq!(counts, [100, 100, 100, 100, 300, 300, 700, 700]);
    }
}
