//! The settings in an agent's text, changed one at a time.

use gambol::registry::{AgentInfo, split};

/// The parameter that says how large the transposition table is, in megabytes.
pub(super) const TABLE: &str = "mb";

fn settings(agent: &str) -> impl Iterator<Item = (&str, &str)> {
    split(agent).1.unwrap_or_default().split(',').filter_map(|setting| setting.split_once('='))
}

/// What is known of the agent that a text names, among these.
pub(super) fn info<'a>(agents: &'a [AgentInfo], agent: &str) -> Option<&'a AgentInfo> {
    agents.iter().find(|entry| entry.name == split(agent).0)
}

/// The value of a key.
pub(super) fn get<'a>(agent: &'a str, key: &str) -> Option<&'a str> {
    settings(agent).find(|&(known, _)| known == key).map(|(_, value)| value)
}

/// The text with another value of a key.
pub(super) fn with(agent: &str, key: &str, value: &str) -> String {
    let kept = settings(agent).filter(|&(known, _)| known != key).chain([(key, value)]);
    let settings: Vec<String> = kept.map(|(key, value)| format!("{key}={value}")).collect();
    format!("{}:{}", split(agent).0, settings.join(","))
}

/// Whether the agent that a text names has a parameter, among these.
pub(super) fn has(agents: &[AgentInfo], agent: &str, key: &str) -> bool {
    info(agents, agent).is_some_and(|entry| entry.parameters.iter().any(|parameter| parameter.key == key))
}
