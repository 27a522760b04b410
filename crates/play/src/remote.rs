//! Remote searches: in a web worker, or in another process or machine.

use std::collections::VecDeque;

use gambol::Decision;
use gambol::registry::Label;

use crate::thinker::Answer;
use crate::thinking::Question;

/// A search to be run elsewhere.
#[derive(Clone, Debug)]
pub struct Request {
    /// Id of the search, which its answers must have.
    pub id: u64,
    /// Id of the game. Agents may keep their state between the moves of one game.
    pub game: u64,
    /// The search to run.
    pub question: Question,
}

/// A search that runs elsewhere, or waits to be started there.
pub(crate) struct Remote {
    pub(crate) id: u64,
    /// `None` once it has been taken.
    pub(crate) question: Option<Question>,
    best: Option<Decision<Label>>,
    stopped: bool,
    answers: VecDeque<Answer>,
}

impl Remote {
    pub(crate) fn new(id: u64, question: Question) -> Self {
        Self { id, question: Some(question), best: None, stopped: false, answers: VecDeque::new() }
    }

    /// Adds an answer. After [`stop`](Self::stop), the first decision is the final one.
    pub(crate) fn hear(&mut self, answer: Answer) {
        self.answers.push_back(match answer {
            Answer::Early(decision) if self.stopped => Answer::Final(decision),
            Answer::Early(decision) => {
                self.best = Some(decision.clone());
                Answer::Early(decision)
            }
            last => last,
        });
    }

    /// Ends the search with the best decision so far, or else with the first one to come.
    pub(crate) fn stop(&mut self) {
        self.stopped = true;
        if let Some(best) = self.best.take() {
            self.answers.clear();
            self.answers.push_back(Answer::Final(best));
        }
    }

    pub(crate) fn next(&mut self) -> Option<Answer> {
        self.answers.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::thinker::Thinker;
    use crate::thinking::{Purpose, Thinking};
    use gambol::Seed;
    use gambol::game::Uniform;
    use gambol::registry::{Position, Registry};
    use gambol::search::PolicyOnly;

    fn start() -> Position {
        Registry::standard().start("match5").unwrap()
    }

    fn question(agent: &str) -> Question {
        Question {
            state: start(),
            start: start(),
            events: Vec::new(),
            seed: Seed::new(1),
            purpose: Purpose::Move,
            agent: agent.to_owned(),
            side: 0,
            limit: None,
        }
    }

    fn thinker() -> Thinker {
        Thinker::remote()
    }

    fn decision(cell: &str) -> Decision<Label> {
        Decision::new(gambol::Player::First, cell.parse().unwrap(), 0.5)
    }

    fn next(thinker: &mut Thinker) -> Option<Answer> {
        thinker.answer(Duration::ZERO)
    }

    #[test]
    fn a_search_is_taken_once_and_answered_by_number() {
        let mut thinker = thinker();
        assert!(thinker.take_request().is_none() && thinker.running().is_none());
        thinker.ask(question("mc:rollouts=2"), None).unwrap();
        let request = thinker.take_request().unwrap();
        assert_eq!((thinker.running(), request.question.agent.as_str()), (Some(request.id), "mc:rollouts=2"));
        assert!(thinker.take_request().is_none() && next(&mut thinker).is_none());
        thinker.report(request.id + 1, Answer::Final(decision("a1")));
        assert!(next(&mut thinker).is_none(), "the answer to another question");
        let agent = start().agent(&request.question.agent).unwrap();
        let (found, ended) = Thinking::new(request.question, agent).step(|| false, |_| ()).unwrap();
        assert!(ended);
        thinker.report(request.id, Answer::Early(decision("b2")));
        thinker.report(request.id, Answer::Final(found.clone()));
        assert!(matches!(next(&mut thinker), Some(Answer::Early(early)) if early.action.to_string() == "b2"));
        assert!(matches!(next(&mut thinker), Some(Answer::Final(last)) if last == found));
        assert!(thinker.running().is_none() && next(&mut thinker).is_none());
    }

    #[test]
    fn stopping_takes_the_best_so_far_or_the_first() {
        let mut thinker = thinker();
        thinker.ask(question("mcts"), None).unwrap();
        let id = thinker.take_request().unwrap().id;
        thinker.report(id, Answer::Early(decision("a1")));
        thinker.report(id, Answer::Early(decision("b2")));
        thinker.stop();
        assert!(matches!(next(&mut thinker), Some(Answer::Final(last)) if last.action.to_string() == "b2"));
        assert!(thinker.purpose().is_none());

        thinker.ask(question("mcts"), None).unwrap();
        let later = thinker.take_request().unwrap().id;
        assert!(later != id);
        thinker.stop();
        assert!(next(&mut thinker).is_none() && thinker.running() == Some(later), "there is nothing to take yet");
        thinker.report(later, Answer::Early(decision("c3")));
        assert!(matches!(next(&mut thinker), Some(Answer::Final(last)) if last.action.to_string() == "c3"));

        thinker.ask(question("mcts"), None).unwrap();
        thinker.cancel();
        assert!(thinker.running().is_none() && thinker.take_request().is_none());
    }

    #[test]
    fn an_agent_of_one_s_own_searches_here_and_games_have_numbers() {
        let mut thinker = thinker();
        thinker.ask(question("own"), Some(Box::new(PolicyOnly(Uniform)))).unwrap();
        assert!(thinker.take_request().is_none());
        assert!(matches!(next(&mut thinker), Some(Answer::Final(_))));
        let mut game = || {
            thinker.ask(question("mcts"), None).unwrap();
            let request = thinker.take_request().unwrap();
            thinker.report(request.id, Answer::Failed("over".to_owned()));
            assert!(matches!(next(&mut thinker), Some(Answer::Failed(_))));
            thinker.new_game();
            request.game
        };
        assert!(game() != game());
    }
}
