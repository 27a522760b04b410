//! Statistics of the gaps between two polls of the clock.

use core::time::Duration;

/// Histogram buckets of gaps: powers of two of microseconds.
const BUCKETS: usize = 24;

/// After this much recorded time, all statistics are halved.
const HALVING_TIME: Duration = Duration::from_secs(16);

/// Accepted rate of late searches: one in this many. A single extraordinary gap must not halve the
/// time of all later searches.
const LATE_ONE_IN: f64 = 200.0;

/// Recent gaps in seconds. Most are short; on a busy machine, some are as long as a time slice of
/// another process.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gaps {
    /// Number and total length of the gaps in each bucket.
    counts: [f64; BUCKETS],
    sums: [f64; BUCKETS],
    total: f64,
}

impl Gaps {
    /// Records a gap and decays the older ones.
    pub(super) fn add(&mut self, gap: Duration) {
        let class = (u128::BITS - gap.as_micros().leading_zeros()) as usize;
        let (class, seconds) = (class.min(BUCKETS - 1), gap.as_secs_f64());
        self.counts[class] += 1.0;
        self.sums[class] += seconds;
        self.total += seconds;
        if self.total > HALVING_TIME.as_secs_f64() {
            self.counts.iter_mut().chain(&mut self.sums).for_each(|number| *number *= 0.5);
            self.total *= 0.5;
        }
    }

    /// The reserve before a time limit with which one search in [`LATE_ONE_IN`] is late, if future
    /// gaps are distributed like the recorded ones.
    ///
    /// A search with the reserve `r` is late if its last gap is longer than `r`. A random moment
    /// lies in the part of a gap beyond `r` with a probability equal to the share of these excesses
    /// in the total time. The reserve is the least `r` whose share is at most 1 / [`LATE_ONE_IN`].
    pub(super) fn reserve(&self) -> Duration {
        let allowed = self.total / LATE_ONE_IN;
        let (mut count, mut sum) = (0.0, 0.0);
        let mut reserve = 0.0;
        for class in (0..BUCKETS).rev().filter(|&class| self.counts[class] > 0.0) {
            let mean = self.sums[class] / self.counts[class];
            // The longer gaps alone already exceed the allowed excess at this reserve.
            if sum - count * mean > allowed {
                break;
            }
            count += self.counts[class];
            sum += self.sums[class];
            reserve = ((sum - allowed) / count).max(0.0);
        }
        Duration::from_secs_f64(reserve)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gaps(seen: &[(u64, u64)]) -> Gaps {
        let mut gaps = Gaps::default();
        for &(count, micros) in seen {
            (0..count).for_each(|_| gaps.add(Duration::from_micros(micros)));
        }
        gaps
    }

    #[test]
    fn short_gaps_need_little_time_and_frequent_long_ones_all_of_theirs() {
        assert_eq!(Gaps::default().reserve(), Duration::ZERO);
        assert!(gaps(&[(10_000, 100)]).reserve() <= Duration::from_micros(100));
        // Half of the time goes to others, four milliseconds at once.
        let shared = gaps(&[(20_000, 50), (250, 4_000)]).reserve();
        assert!((Duration::from_micros(3_800)..=Duration::from_millis(4)).contains(&shared), "{shared:?}");
    }

    #[test]
    fn a_rare_long_gap_costs_less_than_its_length() {
        // One of 100 ms in four seconds of gaps of 4 ms: 20 ms of it may be missing.
        let reserve = gaps(&[(1_000, 4_000), (1, 100_000)]).reserve();
        assert!((Duration::from_millis(70)..Duration::from_millis(90)).contains(&reserve), "{reserve:?}");
    }

    #[test]
    fn gaps_of_long_ago_are_forgotten() {
        let mut gaps = gaps(&[(20, 50_000)]);
        assert!(gaps.reserve() > Duration::from_millis(40));
        (0..1_000_000).for_each(|_| gaps.add(Duration::from_micros(100)));
        assert!(gaps.reserve() < Duration::from_millis(2), "{:?}", gaps.reserve());
    }
}
