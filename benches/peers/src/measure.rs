//! Contenders, measured in turn.

use std::time::Duration;

use cpu_time::ProcessTime;

/// A contender: a name, and work that returns the amount of work done.
pub(crate) struct Contender<'a> {
    name: String,
    work: Box<dyn FnMut() -> f64 + 'a>,
    /// Whether `work` returns its own processor time in seconds.
    has_own_clock: bool,
}

impl<'a> Contender<'a> {
    /// Creates a contender whose `work` returns the number of things done.
    pub(crate) fn new(name: impl Into<String>, work: impl FnMut() -> f64 + 'a) -> Self {
        Self { name: name.into(), work: Box::new(work), has_own_clock: false }
    }

    /// Creates a contender whose `work` runs in another process and returns the seconds of
    /// processor time that it takes there.
    pub(crate) fn with_own_clock(name: impl Into<String>, work: impl FnMut() -> f64 + 'a) -> Self {
        Self { has_own_clock: true, ..Self::new(name, work) }
    }
}

/// Unit of a figure, which determines whether more or less is better.
#[derive(Clone, Copy)]
pub(crate) enum Unit {
    /// Number of things per second.
    PerSecond(&'static str),
    /// Seconds for the whole work.
    Seconds,
}

/// Runs every contender once per round, after a warm-up round. Prints the median figure of each,
/// and the median, minimum and maximum of its ratio to the first within a round, in which other
/// load affects both alike.
pub(crate) fn measure(title: &str, unit: Unit, rounds: usize, contenders: &mut [Contender<'_>]) {
    let mut figures = vec![Vec::new(); contenders.len()];
    for round in 0..=rounds {
        for (contender, figures) in contenders.iter_mut().zip(&mut figures) {
            let start = ProcessTime::now();
            let done = (contender.work)();
            let elapsed = start.elapsed().max(Duration::from_nanos(1)).as_secs_f64();
            let seconds = if contender.has_own_clock { done } else { elapsed };
            if round > 0 {
                figures.push(match unit {
                    Unit::PerSecond(_) => done / seconds,
                    Unit::Seconds => seconds,
                });
            }
        }
    }
    let name = match unit {
        Unit::PerSecond(things) => format!("{things} a second"),
        Unit::Seconds => "seconds".to_owned(),
    };
    println!("\n{title}\n\n| crate | {name} | Gambol is faster by | least | greatest |\n|---|---|---|---|---|");
    let ours = figures.first().cloned().unwrap_or_default();
    for (contender, figures) in contenders.iter().zip(figures) {
        let ratios = figures.iter().zip(&ours).map(|(&theirs, &ours)| match unit {
            Unit::PerSecond(_) => ours / theirs,
            Unit::Seconds => theirs / ours,
        });
        let [least, ratio, greatest] = spread(ratios);
        let [_, median, _] = spread(figures.iter().copied());
        let figure = match unit {
            Unit::PerSecond(_) => thousands(median),
            Unit::Seconds => format!("{median:.3}"),
        };
        println!("| {} | {figure} | {ratio:.2} | {least:.2} | {greatest:.2} |", contender.name);
    }
}

/// Returns the minimum, the median and the maximum of some numbers; NaN if there are none.
fn spread(numbers: impl Iterator<Item = f64>) -> [f64; 3] {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    let at = |index: usize| numbers.get(index).copied().unwrap_or(f64::NAN);
    [at(0), at(numbers.len() / 2), at(numbers.len().saturating_sub(1))]
}

/// Formats a number with a comma after each thousand.
fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap_or_default()).collect();
    groups.join(",")
}
