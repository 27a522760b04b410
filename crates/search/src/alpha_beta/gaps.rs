//! How long a search may be kept from looking at the clock.

use core::time::Duration;

/// Gaps between two looks at the clock, by powers of two of microseconds.
const CLASSES: usize = 24;

/// Gaps are forgotten by halves after so much time.
const REMEMBERED: Duration = Duration::from_secs(16);

/// One search in so many may be late, if nothing but the gaps that are remembered is kept back. One
/// extraordinary gap must not take half of the time of all searches that follow.
const LATE: f64 = 200.0;

/// The gaps of late, in seconds: most are short, but where other programs want the processor too, some
/// are as long as the system lets these run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gaps {
    /// How many gaps of each class, and how long they were together.
    counts: [f64; CLASSES],
    sums: [f64; CLASSES],
    total: f64,
}

impl Gaps {
    /// Remembers a gap, and forgets of the old ones.
    pub(super) fn add(&mut self, gap: Duration) {
        let class = (u128::BITS - gap.as_micros().leading_zeros()) as usize;
        let (class, seconds) = (class.min(CLASSES - 1), gap.as_secs_f64());
        self.counts[class] += 1.0;
        self.sums[class] += seconds;
        self.total += seconds;
        if self.total > REMEMBERED.as_secs_f64() {
            self.counts.iter_mut().chain(&mut self.sums).for_each(|number| *number *= 0.5);
            self.total *= 0.5;
        }
    }

    /// The time that is to be kept back of a limit: a search that ends as soon as no more is left is late in one of [`LATE`] cases,
    /// if gaps go on as they were.
    ///
    /// A search that keeps back `r` is late if its last gap is longer. A moment chosen at random lies in the part of gaps beyond
    /// `r` with the probability that their excesses have in all of the time, so `r` is the least time for which the excesses
    /// add up to no more than a share of [`LATE`].
    pub(super) fn reserve(&self) -> Duration {
        let allowed = self.total / LATE;
        let (mut count, mut sum) = (0.0, 0.0);
        let mut reserve = 0.0;
        for class in (0..CLASSES).rev().filter(|&class| self.counts[class] > 0.0) {
            let mean = self.sums[class] / self.counts[class];
            // With what was seen of longer gaps, keeping back as much as these take is not enough.
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
