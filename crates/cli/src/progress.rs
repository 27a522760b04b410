//! The progress bar on standard error.

use std::time::{Duration, Instant};

use gambol_arena::Course;
use indicatif::{ProgressBar, ProgressStyle};

/// Progress of a run or a match: games played, the result so far with its interval, games per
/// second, and the time left. Draws nothing without a terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    shown: Option<Instant>,
}

/// Template of the text after a bar of games.
pub(crate) const GAMES: &str = "games, {msg}, {per_sec}, {eta} left";

/// Creates a bar of `to` items, `from` of which are done, followed by the template `behind`.
pub(crate) fn bar(from: u64, to: u64, behind: &str) -> ProgressBar {
    let bar = ProgressBar::new(to).with_position(from);
    let style = ProgressStyle::with_template(&format!("{{prefix}}{{wide_bar}} {{pos}}/{{len}} {behind}"));
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.reset_eta();
    bar.enable_steady_tick(PAUSE);
    bar
}

/// Minimum time between two updates; up to ten thousand short games end each second.
const PAUSE: Duration = Duration::from_millis(200);

impl Progress {
    /// Creates a bar for the games of a course, some of which may already have been played. It
    /// begins with `label`.
    pub(crate) fn new(course: &Course, label: &str) -> Self {
        let before = course.tally().games();
        let rest = course.rest();
        let bar = bar(before, before + (rest.end - rest.start), GAMES).with_prefix(label.to_owned());
        Self { bar, shown: None }
    }

    /// Updates the bar.
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
