//! `gambol games` and `gambol agents`: what there is.

use gambol::registry::{self, GAMES, Parameter, Playable, Visitor};
use serde_json::{Value, json};

use crate::args::Output;
use crate::output::{Failure, json as to_json, table};

pub(crate) fn games(output: Output) -> Result<String, Failure> {
    if output.json {
        let games: Vec<Value> = GAMES
            .iter()
            .map(|game| json!({"game": game.name, "about": game.about, "settings": game.settings}))
            .collect();
        return to_json(&games);
    }
    let row = |text: [&str; 2]| text.map(str::to_owned).to_vec();
    let rows: Vec<_> = GAMES
        .iter()
        .flat_map(|game| {
            let settings = (!game.settings.is_empty()).then(|| format!("settings: {}", game.settings));
            [Some(row([game.name, game.about])), settings.map(|settings| row(["", &settings]))]
        })
        .flatten()
        .collect();
    Ok(table(&rows))
}

pub(crate) fn agents(game: &str, output: Output) -> Result<String, Failure> {
    registry::start(game, List { output })?
}

struct List {
    output: Output,
}

impl Visitor for List {
    type Output = Result<String, Failure>;

    fn visit<G: Playable>(self, _: G) -> Self::Output {
        let agents = G::agents();
        if self.output.json {
            let parameter = |p: &Parameter| json!({"parameter": p.key, "default": p.default, "about": p.about});
            let agents: Vec<Value> = agents
                .iter()
                .map(|agent| {
                    let parameters: Vec<Value> = agent.parameters.iter().map(parameter).collect();
                    json!({"agent": agent.name, "about": agent.about, "parameters": parameters})
                })
                .collect();
            return to_json(&agents);
        }
        let mut rows = Vec::new();
        for agent in agents {
            rows.push(vec![agent.name.to_owned(), agent.about.to_owned()]);
            for parameter in agent.parameters {
                rows.push(vec![format!("  {}={}", parameter.key, parameter.default), parameter.about.to_owned()]);
            }
        }
        Ok(table(&rows))
    }
}
