//! What agents do: hints, their own moves, and the time that passes.

use std::time::{Duration, Instant};

use gambol::Decision;

use super::app::{App, BEAT, Flow, Hint, Message, Who};
use super::board::{Board, Spot};
use super::companion::Companion;
use super::settings::Settings;
use super::thinker::{Answer, Purpose, Question};

/// How often a search is asked whether it is done.
const LISTEN: Duration = Duration::from_millis(5);

impl<G: Board> App<G> {
    /// Looks for a hint, or ends the look with what it has.
    pub(crate) fn ask_hint(&mut self) {
        match (self.thinker.purpose(), self.who()) {
            (Some(Purpose::Hint), _) => self.thinker.stop(),
            (_, Who::Person(side)) => {
                let limit = Settings::time_of(self.settings.hint_limit);
                let asked = self.think(side, Purpose::Hint, limit);
                self.message = Message::default();
                self.report(asked);
            }
            (_, Who::Agent(_)) => self.complain("The agent is at it."),
            (_, Who::Nobody) => self.complain("The game is over."),
        }
    }

    /// Lets a side's agent think.
    fn think(&mut self, side: usize, purpose: Purpose, limit: Option<Duration>) -> Result<(), String> {
        let (state, start, events) = (self.state().clone(), self.session.start().clone(), self.session.events());
        let seed = self.session.decision_seed(side);
        let agent = self.settings.agents[side].clone();
        let own = self.companion.agent(&agent);
        self.thinker.ask(Question { state, start, events, seed, purpose, agent, side, limit }, own)
    }

    /// Lets time pass: hears of searches, and lets agents move. Whether there is something new to
    /// see.
    pub(crate) fn tick(&mut self, now: Instant) -> bool {
        let mut news = false;
        while let Some(answer) = self.thinker.answer(Duration::ZERO) {
            self.hear(answer);
            news = true;
        }
        if let Some(side) = self.acting() {
            if let Some(action) = self.ready {
                if now >= self.due {
                    self.play(action, false);
                    news = true;
                }
            } else if self.thinker.purpose() != Some(Purpose::Move) {
                let limit = Settings::time_of(self.settings.limit);
                if let Err(reason) = self.think(side, Purpose::Move, limit) {
                    self.give_up(side, &reason);
                }
                news = true;
            }
        }
        news
    }

    /// Whether agents have both sides, with no person among them.
    pub(crate) fn agents_alone(&self) -> bool {
        self.state().players() > 1 && !self.settings.people.contains(&true)
    }

    /// The side of the agent that is to move now, if one is and nothing holds it.
    fn acting(&self) -> Option<usize> {
        let held = self.dialog.is_some() || (self.flow == Flow::Paused && !self.step);
        match self.who() {
            Who::Agent(side) if !held => Some(side),
            _ => None,
        }
    }

    /// How long nothing can happen but input.
    pub(crate) fn idle(&self, now: Instant) -> Duration {
        if self.thinker.purpose().is_some() {
            return LISTEN;
        }
        match (self.acting(), &self.ready) {
            (None, _) => BEAT,
            (Some(_), None) => Duration::ZERO,
            (Some(_), Some(_)) => self.due.saturating_duration_since(now).min(BEAT),
        }
    }

    /// Waits until the search that runs has ended, and hears of all that it found. For tests.
    #[cfg(test)]
    pub(crate) fn wait(&mut self) {
        while self.wait_for_more() {}
    }

    /// Waits for what the search that runs finds next, and hears of it. `false` if none runs. For
    /// tests.
    #[cfg(test)]
    pub(crate) fn wait_for_more(&mut self) -> bool {
        let answer = self.thinker.answer(Duration::from_secs(60));
        answer.map(|answer| self.hear(answer)).is_some()
    }

    fn hear(&mut self, answer: Answer<G>) {
        match answer {
            Answer::Early(decision) if self.thinker.purpose() == Some(Purpose::Hint) => self.show(decision, true),
            Answer::Early(_) => {}
            Answer::Final(decision) => {
                // The move of the agent whose turn it is; a person is given a hint.
                if matches!(self.who(), Who::Agent(_)) {
                    self.ready = Some(decision.action);
                }
                self.show(decision, false);
            }
            Answer::Failed(reason) => match self.who() {
                Who::Agent(side) => self.give_up(side, &reason),
                _ => self.complain(reason),
            },
        }
    }

    fn show(&mut self, decision: Decision<G::Action>, early: bool) {
        let mut spots = self.state().shown(decision.action);
        if let Some((&last, before)) = spots.split_last() {
            // All that the piece would cover.
            let covered = self.state().ghost(before, last);
            spots.extend(covered.into_iter().map(Spot::Cell));
        }
        self.hint = Some(Hint { decision, spots, early });
    }

    /// The agent cannot move: a person has to.
    fn give_up(&mut self, side: usize, reason: &str) {
        self.settings.people[side] = true;
        self.flow = Flow::Free;
        self.step = false;
        self.complain(format!("{reason}; you play on"));
        self.picks_changed();
    }
}
