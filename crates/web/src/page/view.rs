//! Views of tables, as JSON for the page.

use std::time::Duration;

use gambol::game::EventOf;
use gambol::registry::{Label, Position};
use gambol::{Decision, Event, Game, GameExt, Turn};
use gambol_play::{
    Colours, Flow, Hint, Message, Motion, Play, Purpose, Scene, SceneCell, Session, Shown, Spot, Topic, Value, Who,
};
use serde::Serialize;

/// Maximum number of actions of a hint.
const SHOWN: usize = 100;

/// An action, or all chance events between two actions.
#[derive(Debug, Serialize)]
pub(crate) struct Step {
    by: &'static str,
    person: bool,
    text: String,
    before: Vec<SceneCell>,
    after: Vec<SceneCell>,
    motion: Motion,
    /// The colour of the piece that was placed.
    colour: Option<String>,
}

#[derive(Debug, Serialize)]
struct MessageView {
    text: String,
    wrong: bool,
    topic: &'static str,
}

#[derive(Debug, Serialize)]
struct WhoView {
    by: &'static str,
    side: usize,
}

#[derive(Debug, Serialize)]
struct SideView {
    name: &'static str,
    colour: String,
}

#[derive(Debug, Serialize)]
struct Speed {
    place: usize,
    count: usize,
}

#[derive(Debug, Serialize)]
struct ActionView {
    action: String,
    value: f64,
    text: String,
    bound: &'static str,
    visits: u64,
    spots: Vec<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct HintView {
    early: bool,
    action: String,
    spots: Vec<String>,
    value: f64,
    text: String,
    depth: u32,
    nodes: u64,
    simulations: u64,
    per_second: Option<f64>,
    pv: Vec<String>,
    actions: Vec<ActionView>,
    total: usize,
}

#[derive(Debug, Serialize)]
struct ThinkingView {
    purpose: &'static str,
    agent: String,
    ms: u64,
    limit: Option<u64>,
    depth: u32,
    nodes: u64,
}

#[derive(Debug, Serialize)]
pub(crate) struct Played {
    text: String,
    side: usize,
    person: bool,
}

/// Everything to draw of a table.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the page asks each by its name")]
pub(crate) struct View {
    game: String,
    base: String,
    title: String,
    rules: String,
    seed: String,
    players: usize,
    swipes: bool,
    list: bool,
    #[serde(flatten)]
    board: Scene,
    prompt: &'static str,
    message: MessageView,
    spots: Vec<String>,
    targets: Vec<String>,
    picked: Vec<String>,
    who: WhoView,
    turn: i8,
    sides: Vec<SideView>,
    best: Option<i64>,
    moves: u64,
    over: bool,
    flow: &'static str,
    speed: Speed,
    limit: u64,
    hint_limit: u64,
    over_chance: bool,
    level: Option<&'static str>,
    agents: Vec<String>,
    people: Vec<bool>,
    hint: Option<HintView>,
    thinking: Option<ThinkingView>,
    history: Vec<Played>,
    can_undo: bool,
    can_redo: bool,
    assisted: bool,
    // Additional data of the table.
    pub(crate) evaluations: Vec<Option<f64>>,
    pub(crate) link: String,
    pub(crate) reset: bool,
    pub(crate) steps: Vec<Step>,
    pub(crate) knows: bool,
}

/// Returns the side to move.
pub(crate) fn side(state: &Position) -> Option<usize> {
    match state.turn() {
        Turn::Player(player) => Some(usize::from(player.sign() < 0)),
        Turn::Chance | Turn::Over => None,
    }
}

/// A board as it is drawn: the state, and the colours of its filled cells.
#[derive(Clone, Debug)]
pub(crate) struct Drawn {
    pub(crate) state: Position,
    pub(crate) colours: Colours,
}

impl Drawn {
    /// Returns the board of a game in play.
    pub(crate) fn of(session: &Session) -> Self {
        Self { state: session.state().clone(), colours: session.colours().clone() }
    }

    /// Plays events, and returns the steps: each action, and all chance events between two actions.
    pub(crate) fn steps(&mut self, events: &[EventOf<Position>], mut person: impl FnMut() -> bool) -> Vec<Step> {
        let is_chance = |event: &EventOf<Position>| matches!(event, Event::Outcome(_));
        let groups = events.chunk_by(|one, next| is_chance(one) && is_chance(next));
        let step = |events: &[EventOf<Position>]| {
            let before = self.clone();
            let mut colour = None;
            for &event in events {
                colour = self.colours.note(&self.state, event);
                self.state.advance(event);
            }
            let texts: Vec<String> = events.iter().map(ToString::to_string).collect();
            let mover = side(&before.state);
            Step {
                by: mover.map_or("chance", |side| ["first", "second"][side]),
                person: mover.is_some() && person(),
                text: texts.join(" "),
                motion: Motion::of(&before.state, events, &self.state),
                before: before.cells(),
                after: self.cells(),
                colour: colour.as_ref().map(ToString::to_string),
            }
        };
        groups.map(step).collect()
    }

    fn cells(&self) -> Vec<SceneCell> {
        SceneCell::all(&Shown::of(&self.state), &self.colours)
    }
}

/// Formats spots as text.
pub(crate) fn texts(spots: &[Spot]) -> Vec<String> {
    spots.iter().map(ToString::to_string).collect()
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Returns nodes per second, or simulations per second if there are any.
fn per_second<A>(decision: &Decision<A>) -> Option<f64> {
    let seconds = decision.stats.time?.as_secs_f64();
    let work = if decision.stats.simulations > 0 { decision.stats.simulations } else { decision.stats.nodes };
    (seconds > 0.0 && work > 0).then(|| work as f64 / seconds)
}

fn hint(board: &Shown<'_>, hint: &Hint) -> HintView {
    let decision = &hint.decision;
    let action = |root: &gambol::search::RootAction<Label>| {
        let estimate = root.estimate(decision.player);
        ActionView {
            action: root.action.to_string(),
            value: estimate.value,
            text: Value::of_action(root, decision.player).to_string(),
            bound: match estimate.bound {
                gambol::search::Bound::AtMost => "at-most",
                gambol::search::Bound::AtLeast => "at-least",
                gambol::search::Bound::Unsearched => "unsearched",
                _ => "exact",
            },
            visits: root.visits,
            spots: texts(&board.covered(root.action.as_str())),
        }
    };
    let estimate = decision.estimate();
    HintView {
        early: hint.early,
        action: decision.action.to_string(),
        spots: texts(&hint.spots),
        value: estimate.value,
        text: Value::of_decision(decision).to_string(),
        depth: decision.stats.depth,
        nodes: decision.stats.nodes,
        simulations: decision.stats.simulations,
        per_second: per_second(decision),
        pv: decision.pv.iter().map(ToString::to_string).collect(),
        actions: decision.top(SHOWN).iter().map(action).collect(),
        total: decision.root.len(),
    }
}

fn message(message: &Message) -> MessageView {
    let topic = match message.topic {
        Topic::Plain => "plain",
        Topic::Ended => "ended",
        Topic::Over => "over",
        Topic::AgentsTurn => "agents-turn",
        Topic::Paused => "paused",
        Topic::Autoplay => "autoplay",
        Topic::ChanceMoved => "chance-moved",
    };
    MessageView { text: message.text.clone(), wrong: message.wrong, topic }
}

/// Returns the actions so far, each with its side.
fn history(play: &Play) -> Vec<Played> {
    let mut state = play.session.start().clone();
    let mut people = play.session.actions().map(|(_, person)| person);
    let mut history = Vec::new();
    for event in play.session.events() {
        if let Event::Action(action) = event {
            let side = side(&state).unwrap_or(0);
            history.push(Played { text: action.to_string(), side, person: people.next().unwrap_or(false) });
        }
        state.advance(event);
    }
    history
}

/// Returns the view of a game in play, without the additional data of the table.
pub(crate) fn view(play: &Play) -> View {
    let (state, shown) = (play.state(), play.board());
    let players = state.players();
    let (by, at) = match play.who() {
        Who::Nobody => ("nobody", 0),
        Who::Person(side) => ("person", side),
        Who::Agent(side) => ("agent", side),
    };
    let thinking = play.thinker.progress().map(|(agent, time, limit)| {
        let (depth, nodes) = play.thinker.deepest().unwrap_or_default();
        let purpose = if play.thinker.purpose() == Some(Purpose::Hint) { "hint" } else { "move" };
        ThinkingView { purpose, agent: agent.to_owned(), ms: millis(time), limit: limit.map(millis), depth, nodes }
    });
    let levels = &state.game().levels;
    let (place, count) = play.settings.speed.place();
    View {
        base: play.game.split(':').next().unwrap_or_default().to_owned(),
        game: play.game.clone(),
        title: shown.title(),
        rules: state.game().rules.clone(),
        seed: play.session.origin().seed.to_string(),
        players,
        swipes: shown.swipes(),
        list: shown.is_list(),
        board: Scene::coloured(state, play.session.colours()),
        prompt: if by == "person" { shown.prompt(&play.picked) } else { "" },
        message: message(&play.message),
        spots: if by == "person" { texts(&shown.spots(&play.picked)) } else { Vec::new() },
        targets: texts(&play.targets),
        picked: texts(&play.picked),
        who: WhoView { by, side: at },
        turn: side(state).map_or(-1, |side| side as i8),
        sides: shown
            .sides()
            .into_iter()
            .take(players)
            .map(|(name, paint)| SideView { name, colour: paint.to_string() })
            .collect(),
        best: play.scores.best(&play.game),
        moves: play.session.moves(),
        over: state.is_over(),
        flow: match play.flow {
            Flow::Free => "free",
            Flow::Auto => "auto",
            Flow::Paused => "paused",
        },
        speed: Speed { place, count },
        limit: millis(play.settings.limit.time()),
        hint_limit: millis(play.settings.hint_limit.time()),
        over_chance: play.settings.over_chance,
        level: play.settings.level(state).and_then(|at| levels.get(at)).map(|level| level.name),
        agents: play.settings.agents[..players.min(2)].to_vec(),
        people: play.settings.people[..players.min(2)].to_vec(),
        hint: play.hint.as_ref().map(|found| hint(&shown, found)),
        thinking,
        history: history(play),
        can_undo: play.session.moves() > 0,
        can_redo: play.session.can_redo(),
        assisted: play.session.is_assisted(),
        evaluations: Vec::new(),
        link: String::new(),
        reset: false,
        steps: Vec::new(),
        knows: false,
    }
}

#[cfg(test)]
mod tests {
    use gambol::Player;
    use gambol::registry::Registry;
    use gambol::search::{RootAction, SearchStats};

    use super::*;

    #[test]
    fn an_action_that_was_not_searched_has_no_value() {
        let [one, other] = ["e5", "a1"].map(|cell| cell.parse::<Label>().unwrap());
        let start = Registry::standard().start("match5").unwrap();
        let mut decision = Decision::new(Player::First, one, 0.25);
        let mut sampled = RootAction::new(one, 0.25).visits(4);
        sampled.std_error = Some(0.1);
        decision.root = vec![RootAction::unsearched(other, 1), sampled];
        let found = Hint { decision, spots: Vec::new(), early: false };
        let view = serde_json::to_value(hint(&Shown::of(&start), &found)).unwrap();
        assert_eq!((&view["text"], &view["actions"][0]["text"]), (&"0.25".into(), &"0.25".into()), "four samples");
        assert_eq!((&view["actions"][1]["text"], &view["actions"][1]["bound"]), (&"–".into(), &"unsearched".into()));
        // A decision by a policy.
        let mut decision = Decision::new(Player::First, one, 0.0);
        decision.stats = SearchStats::new(1, 0, 0);
        let found = Hint { decision, spots: Vec::new(), early: false };
        assert_eq!(serde_json::to_value(hint(&Shown::of(&start), &found)).unwrap()["text"], "–");
    }
}
