//! The bar on standard error.

use std::time::{Duration, Instant};

use gambol_arena::Course;
use indicatif::{ProgressBar, ProgressStyle};

/// Games done, the result so far with its interval, games a second, and the time left. Draws
/// nothing where there is no terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    shown: Option<Instant>,
}

/// What stands behind a bar of games.
pub(crate) const GAMES: &str = "games, {msg}, {per_sec}, {eta} left";

/// A bar of so many things, of which `from` are done; `behind` stands behind their number.
pub(crate) fn bar(from: u64, to: u64, behind: &str) -> ProgressBar {
    let bar = ProgressBar::new(to).with_position(from);
    let style = ProgressStyle::with_template(&format!("{{wide_bar}} {{pos}}/{{len}} {behind}"));
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.reset_eta();
    bar
}

/// Short games come by the ten thousand a second; the bar need not hear of each.
const PAUSE: Duration = Duration::from_millis(200);

impl Progress {
    /// A bar for the games of a course, of which some may have been played before.
    pub(crate) fn new(course: &Course) -> Self {
        let before = course.tally().games();
        let rest = course.rest();
        let bar = bar(before, before + (rest.end - rest.start), GAMES);
        bar.enable_steady_tick(PAUSE);
        Self { bar, shown: None }
    }

    /// Shows how far it has come.
    pub(crate) fn show(&mut self, course: &Course) {
        if self.bar.is_hidden() || self.shown.is_some_and(|shown| shown.elapsed() < PAUSE) {
            return;
        }
        self.shown = Some(Instant::now());
        self.bar.set_position(course.tally().games());
        self.bar.set_message(course.tally().glance());
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
