//! `gambol games` and `gambol agents`: lists games, agents and their parameters.

use gambol::registry::{Info, Parameter, Registry};
use serde_json::{Value, json};

use crate::args::Output;
use crate::output::{Failure, json as to_json, table};

/// Returns the games as objects of JSON.
pub(crate) fn all_games(registry: &Registry) -> Vec<Value> {
    let games = registry.games();
    games.iter().map(|game| json!({"game": game.name, "about": game.about, "settings": game.settings})).collect()
}

pub(crate) fn games(registry: &Registry, output: Output) -> Result<String, Failure> {
    if output.json {
        return to_json(&all_games(registry));
    }
    let row = |text: [&str; 2]| text.map(str::to_owned).to_vec();
    let rows: Vec<_> = registry
        .games()
        .iter()
        .flat_map(|game| {
            let settings = (!game.settings.is_empty()).then(|| format!("settings: {}", game.settings));
            [Some(row([&game.name, &game.about])), settings.map(|settings| row(["", &settings]))]
        })
        .flatten()
        .collect();
    Ok(table(&rows))
}

pub(crate) fn agents(registry: &Registry, game: &str, output: Output) -> Result<String, Failure> {
    let state = registry.start(game)?;
    let info = state.game();
    let (agents, evaluators, policies) = (&info.agents, &info.evaluators, &info.policies);
    if output.json {
        let parameter = |p: &Parameter| json!({"parameter": p.key, "default": p.default, "about": p.about});
        let agents: Vec<Value> = agents
            .iter()
            .map(|agent| {
                let parameters: Vec<Value> = agent.parameters.iter().map(parameter).collect();
                json!({"agent": agent.name, "about": agent.about, "parameters": parameters})
            })
            .collect();
        let named = |key: &str, infos: &[Info]| -> Vec<Value> {
            infos.iter().map(|info| json!({key: info.name, "about": info.about})).collect()
        };
        return to_json(&json!({
            "default": info.default_agent(),
            "levels": info.levels.iter().map(|level| json!({"level": level.name, "agent": level.agent})).collect::<Vec<_>>(),
            "agents": agents,
            "evaluators": named("evaluator", evaluators),
            "policies": named("policy", policies),
        }));
    }
    let mut rows: Vec<_> = info.levels.iter().map(|level| vec![level.name.to_owned(), level.agent.clone()]).collect();
    if let Some(row) = rows.last_mut() {
        row[1].push_str(" (the default)");
    }
    for agent in agents {
        rows.push(vec![agent.name.clone(), agent.about.clone()]);
        for parameter in &agent.parameters {
            rows.push(vec![format!("  {}={}", parameter.key, parameter.default), parameter.about.to_owned()]);
        }
    }
    for (key, infos) in [("eval", evaluators), ("policy", policies)] {
        rows.extend(infos.iter().map(|info| vec![format!("{key}={}", info.name), info.about.clone()]));
    }
    Ok(table(&rows))
}
