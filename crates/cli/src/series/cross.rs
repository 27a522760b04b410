//! Cross tables.

/// Formats a table of agents, best first: the number of each, the columns of `about`, and its
/// result against each of the others.
pub(super) fn cross(
    titles: &[&str],
    order: &[usize],
    about: impl Fn(usize) -> Vec<String>,
    against: impl Fn(usize, usize) -> Option<String>,
) -> Vec<Vec<String>> {
    let ranks = (1..=order.len()).map(|rank| rank.to_string());
    let head = ["#".to_owned()].into_iter().chain(titles.iter().map(|&title| title.to_owned())).chain(ranks.clone());
    let mut rows = vec![head.collect::<Vec<_>>()];
    for (rank, &agent) in ranks.zip(order) {
        let cells = order.iter().map(|&other| match against(agent, other) {
            _ if agent == other => "–".to_owned(),
            cell => cell.unwrap_or_default(),
        });
        rows.push([rank].into_iter().chain(about(agent)).chain(cells).collect());
    }
    rows
}
