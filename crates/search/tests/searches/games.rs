//! Notifications of searches about whole games.

use std::sync::mpsc::{Sender, channel};

use crate::connect_four::ConnectFour;
use crate::twenty48::Twenty48;
use gambol_core::{Event, EventOf, FromFn, Game, GameExt, Score, Seed, Uniform};
use gambol_search::{
    Adversarial, AgainstChance, AllOutcomes, AlphaBeta, Budget, Decision, Expectimax, Follower, PolicyFirst, Search,
    SearchError, WithBudget,
};

/// A search that sends a word for each notification.
struct Listener(Sender<String>);

impl Search<ConnectFour> for Listener {
    fn search(&mut self, state: &ConnectFour, budget: &Budget, seed: Seed) -> Result<Decision<u8>, SearchError> {
        AlphaBeta::new(Score).search(state, budget, seed)
    }

    fn new_game(&mut self, start: &ConnectFour) {
        self.0.send(if *start == ConnectFour::new() { "new" } else { "new elsewhere" }.to_owned()).unwrap();
    }

    fn observe(&mut self, before: &ConnectFour, event: EventOf<ConnectFour>, after: &ConnectFour) {
        assert_eq!(before.after(event), *after);
        let Event::Action(column) = event;
        self.0.send((column + 1).to_string()).unwrap();
    }

    fn game_over(&mut self, last: &ConnectFour) {
        assert!(last.is_over());
        self.0.send("over".to_owned()).unwrap();
    }
}

fn events(columns: &str) -> Vec<EventOf<ConnectFour>> {
    columns.bytes().map(|column| Event::Action(column - b'1')).collect()
}

#[test]
fn a_follower_tells_each_event_once_and_begins_anew_if_the_past_has_changed() {
    let (sender, heard) = channel();
    let mut search = Listener(sender);
    let mut follower = Follower::new();
    let mut tell = |start: &str, columns: &str| {
        follower.catch_up(&mut search, &ConnectFour::after(start), &events(columns));
        heard.try_iter().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(tell("", ""), "new");
    assert_eq!(tell("", "12"), "1 2");
    assert_eq!(tell("", "121"), "1");
    assert_eq!(tell("", "121"), "");
    assert_eq!(tell("", "13"), "new 1 3", "moves were taken back");
    assert_eq!(tell("", "1313131"), "1 3 1 3 1 over");
    assert_eq!(tell("", "1313131"), "", "the end is told once");
    assert_eq!(tell("4", "4"), "new elsewhere 4");
}

/// The notifications that a search gets of one short game through a wrapper.
fn through(wrap: impl FnOnce(Listener) -> Box<dyn Search<ConnectFour>>) -> String {
    let (sender, heard) = channel();
    let mut search = wrap(Listener(sender));
    Follower::new().catch_up(&mut search, &ConnectFour::new(), &events("1212121"));
    heard.try_iter().collect::<Vec<_>>().join(" ")
}

#[test]
fn wrappers_pass_on_what_they_are_told() {
    let expected = "new 1 2 1 2 1 2 1 over";
    assert_eq!(through(|listener| Box::new(listener)), expected);
    assert_eq!(through(|listener| Box::new(Box::new(listener))), expected);
    assert_eq!(through(|listener| Box::new(WithBudget::new(listener, Budget::unlimited()))), expected);
    assert_eq!(through(|listener| Box::new(PolicyFirst::new(Uniform, listener))), expected);
    assert_eq!(through(|listener| Box::new(AgainstChance::new(Unwrap(listener), AllOutcomes))), expected);
}

/// A search of the adversarial game that forwards notifications of the game itself.
struct Unwrap(Listener);

type Hostile = Adversarial<ConnectFour, AllOutcomes>;

impl Search<Hostile> for Unwrap {
    fn search(&mut self, _: &Hostile, _: &Budget, _: Seed) -> Result<Decision<EventOf<ConnectFour>>, SearchError> {
        Err(SearchError::Unfit { why: "it only listens" })
    }

    fn new_game(&mut self, start: &Hostile) {
        self.0.new_game(start.game());
    }

    fn observe(&mut self, before: &Hostile, event: EventOf<Hostile>, after: &Hostile) {
        assert_eq!(before.after(event), *after);
        let Event::Action(event) = event;
        self.0.observe(before.game(), event, after.game());
    }

    fn game_over(&mut self, last: &Hostile) {
        self.0.game_over(last.game());
    }
}

/// The nodes and the values of searches of the same state: twice, and again after a new game.
fn three_times<G: Game>(mut search: impl Search<G>, state: &G) -> [(u64, f64); 3] {
    let mut once = || {
        let decision = search.search(state, &Budget::unlimited(), Seed::new(1)).unwrap();
        (decision.stats.nodes, decision.value)
    };
    let (first, second) = (once(), once());
    search.new_game(state);
    let third = search.search(state, &Budget::unlimited(), Seed::new(1)).unwrap();
    [first, second, (third.stats.nodes, third.value)]
}

#[test]
fn tables_are_kept_on_request_until_a_new_game() {
    let state = ConnectFour::after("4453");
    let lead = FromFn(|state: &ConnectFour| (state.number() % 7) as f64);
    let search = AlphaBeta::new(lead).depth(9);
    let [first, second, third] = three_times(search.clone(), &state);
    assert_eq!((first, second), (third, third), "nothing is kept unless it is asked for");
    let [first, second, again] = three_times(search.keep_table(true), &state);
    assert_eq!((first, first.1), (third, second.1));
    assert!(second.0 < first.0 / 4, "{} of {} nodes", second.0, first.0);
    assert_eq!(again, third, "a new game forgets");
    let mut board = Twenty48::new();
    board.settle(&mut Seed::new(3).rng());
    let [first, second, third] = three_times(Expectimax::new(Score).depth(3), &board);
    assert_eq!((first, second), (third, third), "expectimax keeps no entries");
}

#[test]
fn what_one_player_found_is_not_the_others() {
    // Each has an evaluator of its own.
    let [one, two] = [1.0, 2.0].map(|sign| FromFn(move |state: &ConnectFour| sign * (state.number() % 7) as f64));
    let search = || AlphaBeta::with_evaluators(one, two).depth(6);
    let (first, second) = (ConnectFour::after("44"), ConnectFour::after("443"));
    let mut keeping = search().keep_table(true);
    for state in [&first, &second, &first] {
        let kept = keeping.search(state, &Budget::unlimited(), Seed::new(1)).unwrap();
        let fresh = search().search(state, &Budget::unlimited(), Seed::new(1)).unwrap();
        assert_eq!((kept.stats.nodes, kept.value, kept.action), (fresh.stats.nodes, fresh.value, fresh.action));
    }
}
