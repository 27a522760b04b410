//! `gambol analyse`: evaluates every move of a recorded game by search.

use std::path::Path;

use gambol::registry::{Label, Position, Registry, split};
use gambol::search::{Bound, Proven, RootAction};
use gambol::{Budget, Decision, Event, Game, Player, Seed, Turn};
use gambol_arena::{Header, Reader, Record};
use gambol_play::Value;
use serde::Serialize;

use crate::args;
use crate::crew;
use crate::output::{Failure, json, table};
use crate::place::pool;
use crate::progress;
use crate::verify::verify;

/// Evaluation of one move. All values are for the player who moved.
#[derive(Serialize)]
struct Judgement {
    game: u64,
    /// Move number, from 1.
    number: u64,
    player: Player,
    state: String,
    action: String,
    /// Value of the move played; `null` if the search gives none.
    value: Option<f64>,
    best: String,
    /// `null` if the search gives no value, as a policy does.
    best_value: Option<f64>,
    /// Difference between the best move's value and this one's; `null` if unknown.
    loss: Option<f64>,
    /// The proven result that the move gave away: `win` or `draw`.
    #[serde(skip_serializing_if = "Option::is_none")]
    gives_away: Option<&'static str>,
    worst: bool,
    /// The move and the best move, for the text output.
    #[serde(skip)]
    shown: [String; 2],
}

pub(crate) fn analyse(registry: &Registry, args: &args::Analyse) -> Result<String, Failure> {
    let (header, record) = find(registry, &args.file, args.game)?;
    let refuse = |reason: &str| Failure::of(args.file.display(), format_args!("game {}: {reason}", record.index));
    let text = record.game.as_ref().ok_or_else(|| refuse("its actions are not recorded; play with --record-games"))?;
    let start = registry.position(split(header.plan.game()).0, &text.start)?;
    let agent = args.agent.clone().unwrap_or_else(|| start.game().default_agent().to_owned());
    let mut search = crew::agent(&agent, &start, &start.to_string())?;
    let mut moves: Vec<(Position, Label)> = Vec::new();
    text.replay(start, |before, event, _| {
        if let Event::Action(action) = event {
            moves.push((before.clone(), action));
        }
    })?;
    let seed = Seed::new(args.seed);
    let bar = progress::bar(0, moves.len() as u64, "moves, {eta} left");
    let judge = |(number, (state, action)): (u64, &(Position, Label))| -> Result<Judgement, Failure> {
        // A full window for every action, so that each has an exact value.
        let budget = Budget::unlimited().exact_values(usize::MAX);
        let budget = args.ms.map_or(budget.clone(), |ms| budget.millis(ms));
        let decision = search.search(state, &budget, seed.derive(number))?;
        bar.inc(1);
        Ok(Judgement::new(record.index, number, state, *action, &decision))
    };
    let judged = pool(args.jobs)?.install(|| (1..).zip(&moves).map(judge).collect::<Result<Vec<_>, _>>());
    bar.finish_and_clear();
    let mut judged = judged?;
    // The first of equal moves; `None` if no move loses anything.
    let worst = (0..judged.len()).rev().max_by(|&a, &b| judged[a].rank().total_cmp(&judged[b].rank()));
    if let Some(worst) = worst.filter(|&worst| judged[worst].rank() > 0.0) {
        judged[worst].worst = true;
    }
    if args.output.json {
        let lines = judged.iter().map(json).collect::<Result<Vec<_>, _>>()?;
        return Ok(lines.join("\n"));
    }
    Ok(describe(&header, &record, &agent, &judged))
}

/// Returns the game with this number, or the first game of the file.
fn find(registry: &Registry, path: &Path, index: Option<u64>) -> Result<(Header, Record), Failure> {
    let mut reader = Reader::open(path)?.ok_or_else(|| Failure::of(path.display(), "it has no header"))?;
    let header = reader.header().clone();
    while let Some(located) = reader.next().transpose()? {
        let record = located.record;
        if index.is_none_or(|index| index == record.index) {
            verify(registry, &header.plan, &record)
                .map_err(|reason| Failure::of(path.display(), format_args!("game {}: {reason}", record.index)))?;
            return Ok((header, record));
        }
    }
    Err(match index {
        Some(index) => Failure::of(path.display(), format_args!("no game {index} in this file")),
        None => Failure::of(path.display(), "it contains no complete game"),
    })
}

/// Rank of a proven result for a player: 2 for a win, 1 for a draw, 0 for a loss.
fn standing(proven: Option<Proven>, player: Player) -> Option<u8> {
    match proven? {
        Proven::Win { winner, .. } => Some(if winner == player { 2 } else { 0 }),
        Proven::Draw => Some(1),
        _ => None,
    }
}

impl Judgement {
    fn new(game: u64, number: u64, state: &Position, action: Label, decision: &Decision<Label>) -> Self {
        let player = decision.player;
        let own = |root: &RootAction<Label>| root.action == action;
        let is_best = action == decision.action;
        let played = decision.root.iter().find(|root| own(root) && root.bound == Bound::Exact).copied();
        let best = Value::of_decision(decision);
        let best_value = best.0.map(|best| best.value);
        let (value, proven) = if is_best {
            (best_value, decision.proven)
        } else {
            (played.map(|root| root.estimate(player).value), played.and_then(|root| root.proven))
        };
        let standings = (standing(decision.proven, player), standing(proven, player));
        let gives_away = match standings {
            (Some(2), played) if played != Some(2) => Some("win"),
            (Some(1), Some(0)) => Some("draw"),
            _ => None,
        };
        // Proven and estimated values have different units.
        let is_comparable = standings.0.is_some() == standings.1.is_some();
        let loss = value.zip(best_value).filter(|_| is_comparable).map(|(value, best)| (best - value).max(0.0));
        let shown = match played {
            _ if is_best => best,
            Some(root) => Value::of_action(&root, player),
            None => Value(None),
        };
        Self {
            game,
            number,
            player: match state.turn() {
                Turn::Player(player) => player,
                Turn::Chance | Turn::Over => player,
            },
            state: state.to_string(),
            action: action.to_string(),
            value,
            best: decision.action.to_string(),
            best_value,
            loss,
            gives_away,
            worst: false,
            shown: [shown, best].map(|value| value.to_string()),
        }
    }

    /// Severity of the mistake; higher is worse.
    fn rank(&self) -> f64 {
        match self.gives_away {
            Some("win") => f64::INFINITY,
            Some(_) => f64::MAX,
            None => self.loss.unwrap_or(0.0),
        }
    }
}

fn describe(header: &Header, record: &Record, agent: &str, judged: &[Judgement]) -> String {
    let plan = &header.plan;
    let row = |name: &str, text: String| vec![name.to_owned(), text];
    let players = plan.agents().join(" and ");
    let mut head = vec![
        row("game", format!("{}, game {} of {players}, score {}", plan.game(), record.index, record.score)),
        row("judge", agent.to_owned()),
    ];
    let lost = judged.iter().find(|judgement| judgement.worst).map(|worst| {
        let Judgement { number, action, best, .. } = worst;
        let what = match (worst.gives_away, worst.loss) {
            (Some(result), _) => format!("gives a {result} away"),
            (None, Some(loss)) => format!("is worth {loss:.2} less"),
            (None, None) => "is worse".to_owned(),
        };
        format!("move {number}, {action}: {what} than {best}").replace("away than", "away; better is")
    });
    head.push(row("worst", lost.unwrap_or_else(|| "no move is worse than the best".to_owned())));
    let mover = if plan.players() > 1 { ", for the player who moved" } else { "" };
    head.push(row("unit", format!("of the judge's evaluation{mover}")));
    let titles = ["move", "player", "played", "value", "best", "value", "loss"];
    let titles = titles.iter().filter(|&&title| plan.players() > 1 || title != "player");
    let mut rows = vec![titles.map(|&title| title.to_owned()).collect::<Vec<_>>()];
    for judgement in judged {
        let [value, best] = judgement.shown.clone();
        let loss = match (judgement.gives_away, judgement.loss) {
            (Some(result), _) => format!("a {result}"),
            (None, Some(0.0)) => String::new(),
            (None, loss) => loss.map_or("unknown".to_owned(), |loss| format!("{loss:.2}")),
        };
        let mut cells = vec![judgement.number.to_string()];
        cells.extend((plan.players() > 1).then(|| Turn::Player(judgement.player).to_string()));
        cells.extend([judgement.action.clone(), value, judgement.best.clone(), best, loss]);
        cells.extend(judgement.worst.then(|| "worst".to_owned()));
        rows.push(cells);
    }
    format!("{}\n\n{}", table(&head), table(&rows))
}
