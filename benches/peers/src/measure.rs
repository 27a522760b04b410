//! Contenders, asked in turn.

use std::time::Duration;

use cpu_time::ProcessTime;

/// Something to measure: a name, and work that says how much of it was done.
pub(crate) struct Contender<'a> {
    name: &'static str,
    work: Box<dyn FnMut() -> f64 + 'a>,
}

impl<'a> Contender<'a> {
    /// A contender whose `work` returns the number of things it did.
    pub(crate) fn new(name: &'static str, work: impl FnMut() -> f64 + 'a) -> Self {
        Self { name, work: Box::new(work) }
    }
}

/// Whether more or less is better.
#[derive(Clone, Copy)]
pub(crate) enum Unit {
    /// Things done in a second.
    PerSecond(&'static str),
    /// Seconds for the whole work.
    Seconds,
}

/// Asks every contender once a round, after a round that does not count, and prints the median,
/// least and greatest figure of each and how it compares with the first.
pub(crate) fn measure(title: &str, unit: Unit, rounds: usize, contenders: &mut [Contender<'_>]) {
    let mut figures = vec![Vec::new(); contenders.len()];
    for round in 0..=rounds {
        for (contender, figures) in contenders.iter_mut().zip(&mut figures) {
            let start = ProcessTime::now();
            let done = (contender.work)();
            let seconds = start.elapsed().max(Duration::from_nanos(1)).as_secs_f64();
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
    println!("\n{title}\n\n| crate | {name}: median | least | greatest | Gambol is faster by |\n|---|---|---|---|---|");
    let mut ours = None;
    for (contender, mut figures) in contenders.iter().zip(figures) {
        figures.sort_by(f64::total_cmp);
        let (Some(&least), Some(&greatest)) = (figures.first(), figures.last()) else { continue };
        let median = figures[figures.len() / 2];
        let ours = *ours.get_or_insert(median);
        let factor = match unit {
            Unit::PerSecond(_) => ours / median,
            Unit::Seconds => median / ours,
        };
        let [median, least, greatest] = [median, least, greatest].map(|figure| match unit {
            Unit::PerSecond(_) => thousands(figure),
            Unit::Seconds => format!("{figure:.3}"),
        });
        println!("| {} | {median} | {least} | {greatest} | {factor:.2} |", contender.name);
    }
}

/// A number with a comma after each thousand.
fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap_or_default()).collect();
    groups.join(",")
}
