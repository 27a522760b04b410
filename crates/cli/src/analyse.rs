//! `gambol analyse`: evaluates every move of a recorded game by search.

use std::path::Path;

use gambol::registry::{Label, Position, Registry, split};
use gambol::{Budget, Event, Player, Search, Seed, Turn};
use gambol_arena::{Header, Reader, Record};
use gambol_play::{Judgement, Mark};
use serde::Serialize;

use crate::args;
use crate::crew;
use crate::output::{Failure, json, table};
use crate::place::pool;
use crate::progress;
use crate::verify::verify;

/// A move and its judgement.
#[derive(Serialize)]
struct Judged {
    game: u64,
    /// Move number, from 1.
    number: u64,
    player: Player,
    state: String,
    action: String,
    #[serde(flatten)]
    judgement: Judgement,
    worst: bool,
}

pub(crate) fn analyse(registry: &Registry, args: &args::Analyse) -> Result<String, Failure> {
    let (header, record) = find(registry, &args.file, args.game)?;
    let refuse = |reason: &str| Failure::of(args.file.display(), format_args!("game {}: {reason}", record.index));
    let text = record.game.as_ref().ok_or_else(|| refuse("its actions are not recorded; play with --record-games"))?;
    let start = registry.position(split(header.plan.game()).0, &text.start)?;
    let agent = args.agent.clone().unwrap_or_else(|| start.game().default_agent().to_owned());
    let mut search = crew::agent(&agent, &start, &start.to_string())?;
    let mut is_opening = header.plan.opening_events(record.index);
    let mut moves: Vec<(u64, Position, Label)> = Vec::new();
    let mut number = 0;
    text.replay(start, |before, event, _| {
        let is_opening = is_opening(&event);
        if let Event::Action(action) = event {
            number += 1;
            if !is_opening {
                moves.push((number, before.clone(), action));
            }
        }
    })?;
    let seed = Seed::new(args.seed);
    let bar = progress::bar(0, moves.len() as u64, "moves, {eta} left");
    let judge = |(number, state, action): &(u64, Position, Label)| -> Result<Judged, Failure> {
        let number = *number;
        // A full window for every action, so that each has an exact value.
        let budget = Budget::unlimited().exact_values(usize::MAX);
        let budget = args.ms.map_or(budget.clone(), |ms| budget.millis(ms));
        let decision = search.search(state, &budget, seed.derive(number))?;
        bar.inc(1);
        Ok(Judged {
            game: record.index,
            number,
            player: decision.player,
            state: state.to_string(),
            action: action.to_string(),
            judgement: Judgement::new(&decision, *action),
            worst: false,
        })
    };
    let judged = pool(args.jobs)?.install(|| moves.iter().map(judge).collect::<Result<Vec<_>, _>>());
    bar.finish_and_clear();
    let mut judged = judged?;
    // The first of equal moves; `None` if no move loses anything.
    let rank = |judged: &[Judged], at: usize| judged[at].judgement.rank();
    let worst = (0..judged.len()).rev().max_by(|&a, &b| rank(&judged, a).total_cmp(&rank(&judged, b)));
    if let Some(worst) = worst.filter(|&worst| rank(&judged, worst) > 0.0) {
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

fn describe(header: &Header, record: &Record, agent: &str, judged: &[Judged]) -> String {
    let plan = &header.plan;
    let row = |name: &str, text: String| vec![name.to_owned(), text];
    let players = plan.agents().join(" and ");
    let mut head = vec![
        row("game", format!("{}, game {} of {players}, score {}", plan.game(), record.index, record.score)),
        row("judge", agent.to_owned()),
    ];
    let lost = judged.iter().find(|judged| judged.worst).map(|worst| {
        let Judged { number, action, judgement, .. } = worst;
        let best = &judgement.best;
        let what = match (judgement.gives_away, judgement.loss) {
            (Some(result), _) => format!("gives a {result} away"),
            (None, Some(loss)) => format!("is worth {loss:.2} less"),
            (None, None) => "is worse".to_owned(),
        };
        format!("move {number}, {action}: {what} than {best}").replace("away than", "away; better is")
    });
    let is_judged =
        judged.iter().any(|judged| judged.judgement.loss.is_some() || judged.judgement.gives_away.is_some());
    let none = if is_judged { "no move is worse than the best" } else { "unknown: the judge gives no values" };
    head.push(row("worst", lost.unwrap_or_else(|| none.to_owned())));
    let mover = if plan.players() > 1 { ", for the player who moved" } else { "" };
    head.push(row("unit", format!("of the judge's evaluation{mover}")));
    let titles = ["move", "player", "played", "value", "best", "value", "loss"];
    let titles = titles.iter().filter(|&&title| plan.players() > 1 || title != "player");
    let mut rows = vec![titles.map(|&title| title.to_owned()).collect::<Vec<_>>()];
    for Judged { number, player, action, judgement, worst, .. } in judged {
        let [value, best] = judgement.shown.map(|value| value.to_string());
        let loss = match (judgement.gives_away, judgement.loss) {
            (Some(result), _) => format!("a {result}"),
            (None, Some(0.0)) => String::new(),
            (None, loss) => loss.map_or("unknown".to_owned(), |loss| format!("{loss:.2}")),
        };
        let mut cells = vec![number.to_string()];
        cells.extend((plan.players() > 1).then(|| Turn::Player(*player).to_string()));
        cells.extend([action.clone(), value, judgement.best.clone(), best, loss]);
        cells.extend(match judgement.mark {
            _ if *worst => Some("worst".to_owned()),
            Some(Mark::Mistake) => Some("mistake".to_owned()),
            _ => None,
        });
        rows.push(cells);
    }
    format!("{}\n\n{}", table(&head), table(&rows))
}
