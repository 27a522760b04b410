//! `gambol serve`: games, positions and searches for programs, as lines of JSON.

use std::io::{BufRead, ErrorKind, Read, Write};

use gambol::game::{Indexed, Observe};
use gambol::registry::{Position, Registry};
use gambol::{Game, GameExt, Player, Seed, Turn};
use rayon::ThreadPool;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Streams;
use crate::args;
use crate::hint::{self, Question};
use crate::inspect::Description;
use crate::lists;
use crate::output::{Failure, json as to_json};
use crate::place::pool;

/// Maximum length of a line in bytes.
const LONGEST: u64 = 1 << 20;

/// The limits of `ms`, as of `gambol hint`.
const MILLIS: std::ops::RangeInclusive<u64> = 1..=3_600_000;

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Ask {
    /// The list of games.
    Games,
    /// A position and the events that are due.
    State,
    /// The best action and the value of every action.
    Search,
    /// Planes, and the indices of the legal actions.
    Observe,
}

/// A question. Each is complete: the program remembers none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    ask: Ask,
    #[serde(default)]
    game: String,
    /// The start of the game if missing.
    position: Option<String>,
    /// Events to play there first.
    #[serde(default)]
    play: Vec<String>,
    /// Seed of the chance events to draw after them, until a player is to move.
    settle: Option<u64>,
    agent: Option<String>,
    seed: Option<u64>,
    ms: Option<u64>,
    view: Option<Player>,
}

/// Answers lines until the end of the input.
pub(crate) fn serve(registry: &Registry, args: &args::Serve, streams: Streams) -> Result<String, Failure> {
    let Streams { mut input, mut output } = streams;
    let pool = pool(args.jobs)?;
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.by_ref().take(LONGEST + 1).read_until(b'\n', &mut line);
        if read.map_err(|error| Failure::of("standard input", error))? == 0 {
            return Ok(String::new());
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let answer = if line.len() as u64 > LONGEST && !line.ends_with(b"\n") {
            input.skip_until(b'\n').map_err(|error| Failure::of("standard input", error))?;
            json!({"error": format!("the line has more than {LONGEST} bytes")})
        } else {
            answer(registry, &pool, &line)
        };
        match writeln!(output, "{}", to_json(&answer)?).and_then(|()| output.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(String::new()),
            written => written.map_err(|error| Failure::of("standard output", error))?,
        }
    }
}

/// Answers a line. The answer has the `id` of the question, if there is one.
fn answer(registry: &Registry, pool: &ThreadPool, line: &[u8]) -> Value {
    let question: Value = match serde_json::from_slice(line) {
        Ok(question) => question,
        Err(error) => return json!({"error": format!("not a line of JSON: {error}")}),
    };
    let Value::Object(mut fields) = question else { return json!({"error": "not an object of JSON"}) };
    let id = fields.remove("id");
    let answer = serde_json::from_value(Value::Object(fields)).map_err(Failure::from);
    let answer = answer.and_then(|request: Request| request.answer(registry, pool));
    let mut answer = answer.unwrap_or_else(|Failure(error)| json!({ "error": error }));
    if let (Some(id), Value::Object(answer)) = (id, &mut answer) {
        answer.insert("id".to_owned(), id);
    }
    answer
}

impl Request {
    fn answer(&self, registry: &Registry, pool: &ThreadPool) -> Result<Value, Failure> {
        Ok(match self.ask {
            Ask::Games => json!({ "games": lists::all_games(registry) }),
            Ask::State => serde_json::to_value(Description::of(&self.position(registry)?))?,
            Ask::Observe => self.observe(&self.position(registry)?)?,
            Ask::Search => {
                let state = self.position(registry)?;
                if let Some(ms) = self.ms.filter(|ms| !MILLIS.contains(ms)) {
                    let [least, most] = [MILLIS.start(), MILLIS.end()];
                    return Err(Failure(format!("ms is {ms}; expected {least} to {most}")));
                }
                let agent = self.agent.clone().unwrap_or_else(|| state.game().default_agent().to_owned());
                let (game, seed) = (&self.game, self.seed.unwrap_or(1));
                let question = Question { game, agent: &agent, seed, ms: self.ms };
                let (answer, _) = pool.install(|| hint::search(&question, &state, state.agent(&agent)?.as_mut()))?;
                serde_json::to_value(answer)?
            }
        })
    }

    fn position(&self, registry: &Registry) -> Result<Position, Failure> {
        let mut state = match &self.position {
            None => registry.start(&self.game)?,
            Some(position) => registry.position(&self.game, position)?,
        };
        for (index, text) in self.play.iter().enumerate() {
            let place = || format!("play {} ({text})", index + 1);
            let event = state.event(text).map_err(|error| Failure::of(place(), error))?;
            state.try_advance(event).map_err(|illegal| Failure::of(place(), illegal.rule()))?;
        }
        if let Some(seed) = self.settle {
            state.settle(&mut Seed::new(seed).rng());
        }
        Ok(state)
    }

    fn observe(&self, state: &Position) -> Result<Value, Failure> {
        if !state.is_encoded() {
            return Err(Failure(format!("{} has no encodings", state.game().name)));
        }
        let view = match (self.view, state.turn()) {
            (Some(view), _) | (None, Turn::Player(view)) => view,
            _ => Player::First,
        };
        let shape = state.plane_shape();
        let (mut planes, mut indices) = (vec![0.0; shape.len()], Vec::new());
        state.observe(view, &mut planes);
        state.legal_indices(&mut indices);
        Ok(json!({
            "state": state.to_string(),
            "view": view,
            "shape": [shape.planes, shape.height, shape.width],
            "planes": planes,
            "action_shape": state.action_shape(),
            "legal": indices,
        }))
    }
}
