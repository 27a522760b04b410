//! Changes single parameters in an agent's text.

use gambol::registry::{AgentInfo, is_called, split};

/// Key of the transposition table's size in megabytes.
pub(super) const TABLE: &str = "mb";

fn settings(agent: &str) -> impl Iterator<Item = (&str, &str)> {
    split(agent).1.unwrap_or_default().split(',').filter_map(|setting| setting.split_once('='))
}

/// Returns the description of the agent with this text.
pub(super) fn info<'a>(agents: &'a [AgentInfo], agent: &str) -> Option<&'a AgentInfo> {
    agents.iter().find(|entry| entry.name == split(agent).0)
}

/// Returns the value of a key.
pub(super) fn get<'a>(agent: &'a str, key: &str) -> Option<&'a str> {
    settings(agent).find(|&(said, _)| is_called(key, said)).map(|(_, value)| value)
}

/// Returns the text with another value of a key.
pub(super) fn with(agent: &str, key: &str, value: &str) -> String {
    let kept = settings(agent).filter(|&(said, _)| !is_called(key, said)).chain([(key, value)]);
    let settings: Vec<String> = kept.map(|(key, value)| format!("{key}={value}")).collect();
    format!("{}:{}", split(agent).0, settings.join(","))
}

/// Whether the agent with this text has a parameter.
pub(super) fn has(agents: &[AgentInfo], agent: &str, key: &str) -> bool {
    info(agents, agent).is_some_and(|entry| entry.parameters.iter().any(|parameter| parameter.key == key))
}
