//! Elo ratings of many agents from matches between them.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::elo::{Pentanomial, both_finite, finite};
use crate::statistics::{FEWEST_GAMES, NORMAL_975};

/// The Elo rating of an agent among others.
///
/// ```
/// use gambol_arena::{Anchor, Pentanomial, ratings};
///
/// // Agent 0 and agent 1 played four pairs: agent 0 won both games of two, and one game of each
/// // of the others.
/// let ratings = ratings(2, &[(0, 1, Pentanomial([0, 0, 2, 0, 2]))], Anchor::Mean);
/// assert_eq!((ratings[0].games, ratings[0].points), (8, 6.0));
/// assert!(ratings[0].elo > ratings[1].elo);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Rating {
    /// Number of games of complete pairs.
    pub games: u64,
    /// Points in these games: 1 for a win, ½ for a draw.
    pub points: f64,
    /// Elo relative to the anchor.
    #[serde(serialize_with = "finite")]
    pub elo: f64,
    /// 95 % confidence interval of the Elo; infinite with fewer than [five](FEWEST_GAMES) games.
    #[serde(rename = "elo_ci95", serialize_with = "both_finite")]
    pub ci95: [f64; 2],
}

/// The zero of the Elo scale.
///
/// ```
/// use gambol_arena::{Anchor, Pentanomial, ratings};
///
/// let played = [(0, 1, Pentanomial([0, 0, 2, 0, 2]))];
/// let elo = |anchor| {
///     ratings(2, &played, anchor).iter().map(|rating| rating.elo.round()).collect::<Vec<_>>()
/// };
/// assert_eq!(elo(Anchor::Agent(1))[1], 0.0);
/// assert_eq!(elo(Anchor::Mean)[0], -elo(Anchor::Mean)[1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Anchor {
    /// The mean of the agents that pairings connect is 0.
    Mean,
    /// This agent is 0.
    Agent(usize),
}

/// The number of pairs that are added to every pairing with games: one, of which each side wins one
/// half.
const PRIOR: f64 = 1.0;

/// Returns the Elo ratings of `agents` agents from pairings: the indices of two agents, and the
/// results of their pairs of games for the first. Results of the same two agents are added up.
/// Pairings of an agent with itself and indices out of range are ignored.
///
/// The ratings maximize the likelihood in the model of R. A. Bradley and M. E. Terry (*Rank
/// Analysis of Incomplete Block Designs*, Biometrika 39, 1952), with a draw as half a win and half
/// a loss, and with one drawn pair added to every pairing as a prior, so that an agent that has won
/// every game has a finite Elo. The intervals are those of the sandwich estimator (H. White,
/// *Maximum Likelihood Estimation of Misspecified Models*, Econometrica 50(1), 1982): they take the
/// variance of pairs, whose two games are not independent, from the pairs themselves and the prior.
///
/// Agents that no pairings with games connect have no common scale. Those that are not connected
/// with the anchor get its rating and an infinite interval. With [`Anchor::Mean`], the agents of
/// each connected group are rated relative to their own mean.
///
/// ```
/// use gambol_arena::{Anchor, Pentanomial, ratings};
/// // Agent 0 won both games of three of four pairs against agent 1, and one pair was even.
/// let ratings = ratings(2, &[(0, 1, Pentanomial([0, 0, 1, 0, 3]))], Anchor::Agent(1));
/// assert_eq!((ratings[0].points, ratings[0].games), (7.0, 8));
/// assert!(ratings[0].elo > 150.0 && ratings[1].elo == 0.0);
/// ```
#[must_use]
pub fn ratings(agents: usize, pairings: &[(usize, usize, Pentanomial)], anchor: Anchor) -> Vec<Rating> {
    let pairings = combined(agents, pairings);
    let groups = groups(agents, &pairings);
    let strengths = likeliest(&groups, &pairings);
    let covariance = covariance(&groups, &pairings, &strengths);
    let weights = |of: usize| -> Vec<f64> {
        let size = groups.iter().filter(|group| **group == groups[of]).count();
        let base = |agent: usize| match anchor {
            Anchor::Mean if groups[agent] == groups[of] => 1.0 / size as f64,
            Anchor::Mean => 0.0,
            Anchor::Agent(zero) => f64::from(u8::from(agent == zero)),
        };
        (0..agents).map(|agent| f64::from(u8::from(agent == of)) - base(agent)).collect()
    };
    // From natural log-odds to Elo.
    let scale = 400.0 / std::f64::consts::LN_10;
    let rate = |agent: usize| {
        let weights = weights(agent);
        let elo = scale * weights.iter().zip(&strengths).map(|(weight, strength)| weight * strength).sum::<f64>();
        let has_scale = match anchor {
            Anchor::Mean => true,
            Anchor::Agent(zero) => groups.get(zero) == Some(&groups[agent]),
        };
        // Equal agents differ by rounding errors, of either sign.
        let elo = if elo.abs() < 1e-9 || !has_scale { 0.0 } else { elo };
        let sums =
            covariance.iter().map(|row| row.iter().zip(&weights).map(|(part, weight)| part * weight).sum::<f64>());
        let variance: f64 = sums.zip(&weights).map(|(sum, weight)| sum * weight).sum();
        let mut error = NORMAL_975 * scale * variance.max(0.0).sqrt();
        let (mut games, mut points) = (0, 0.0);
        for (one, two, pairs) in &pairings {
            let gained = points_of(pairs);
            if agent == *one || agent == *two {
                games += 2 * pairs.pairs();
                points += if agent == *one { gained } else { 2.0 * pairs.pairs() as f64 - gained };
            }
        }
        // The anchor is 0 by definition, without any game.
        if (games < FEWEST_GAMES || !has_scale) && anchor != Anchor::Agent(agent) {
            error = f64::INFINITY;
        }
        Rating { games, points, elo, ci95: [elo - error, elo + error] }
    };
    (0..agents).map(rate).collect()
}

/// Adds up the results of the same two agents, for the one with the lower index. Omits pairings
/// without games.
fn combined(agents: usize, pairings: &[(usize, usize, Pentanomial)]) -> Vec<(usize, usize, Pentanomial)> {
    let mut sums: BTreeMap<(usize, usize), Pentanomial> = BTreeMap::new();
    for &(one, two, mut pairs) in pairings {
        if one == two || one.max(two) >= agents || pairs.pairs() == 0 {
            continue;
        }
        if one > two {
            pairs.0.reverse();
        }
        let sum = sums.entry((one.min(two), one.max(two))).or_default();
        sum.0.iter_mut().zip(pairs.0).for_each(|(sum, count)| *sum += count);
    }
    sums.into_iter().map(|((one, two), pairs)| (one, two, pairs)).collect()
}

/// The first agent of each agent's group. Groups are the agents that pairings connect.
fn groups(agents: usize, pairings: &[(usize, usize, Pentanomial)]) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..agents).collect();
    for &(one, two, _) in pairings {
        let (first, other) = (groups[one].min(groups[two]), groups[one].max(groups[two]));
        groups.iter_mut().filter(|group| **group == other).for_each(|group| *group = first);
    }
    groups
}

/// The points of the first agent of a pairing.
fn points_of(pairs: &Pentanomial) -> f64 {
    pairs.0.iter().zip(0..).map(|(&count, halves)| count as f64 * f64::from(halves) / 2.0).sum()
}

/// The number of pairs of a pairing and their mean score, including the prior.
fn observed(pairs: &Pentanomial) -> (f64, f64) {
    let count = pairs.pairs() as f64 + PRIOR;
    (count, (points_of(pairs) / 2.0 + PRIOR / 2.0) / count)
}

fn expected(strengths: &[f64], one: usize, two: usize) -> f64 {
    1.0 / (1.0 + (strengths[two] - strengths[one]).exp())
}

/// The strengths of maximum likelihood, with that of the first agent of each group 0: Newton's
/// method on a concave function.
fn likeliest(groups: &[usize], pairings: &[(usize, usize, Pentanomial)]) -> Vec<f64> {
    let mut strengths = vec![0.0; groups.len()];
    for _ in 0..100 {
        let mut gradient = vec![0.0; groups.len()];
        for (one, two, pairs) in pairings {
            let (count, mean) = observed(pairs);
            let excess = count * (mean - expected(&strengths, *one, *two));
            gradient[*one] += excess;
            gradient[*two] -= excess;
        }
        let step = solve(&information(groups, pairings, &strengths), &gradient);
        // Far from the maximum, a full step may overshoot.
        let longest = step.iter().fold(1.0_f64, |most, part| most.max(part.abs()));
        strengths.iter_mut().zip(&step).for_each(|(strength, part)| *strength += part / longest);
        if step.iter().all(|part| part.abs() < 1e-12) {
            break;
        }
    }
    strengths
}

/// A matrix whose entries for two agents are weights of their pairing: rows and columns sum to 0.
fn laplacian(agents: usize, weights: impl Iterator<Item = (usize, usize, f64)>) -> Vec<Vec<f64>> {
    let mut matrix = vec![vec![0.0; agents]; agents];
    for (one, two, weight) in weights {
        matrix[one][one] += weight;
        matrix[two][two] += weight;
        matrix[one][two] -= weight;
        matrix[two][one] -= weight;
    }
    matrix
}

/// The information matrix, which is regular: in each group, the strength of the first agent is 0.
fn information(groups: &[usize], pairings: &[(usize, usize, Pentanomial)], strengths: &[f64]) -> Vec<Vec<f64>> {
    let weight = |(one, two, pairs): &(usize, usize, Pentanomial)| {
        let chance = expected(strengths, *one, *two);
        (*one, *two, observed(pairs).0 * chance * (1.0 - chance))
    };
    let mut matrix = laplacian(groups.len(), pairings.iter().map(weight));
    for (agent, _) in groups.iter().enumerate().filter(|&(agent, group)| agent == *group) {
        // Right sides sum to 0 in each group, as the other entries of the rows do. So this entry
        // times the strength of the first agent is 0.
        matrix[agent][agent] += matrix[agent][agent].max(1.0);
    }
    matrix
}

/// The covariance of the strengths: that of the gradient between two inverse information matrices.
fn covariance(groups: &[usize], pairings: &[(usize, usize, Pentanomial)], strengths: &[f64]) -> Vec<Vec<f64>> {
    let agents = groups.len();
    let spread = |(one, two, pairs): &(usize, usize, Pentanomial)| {
        let chance = expected(strengths, *one, *two);
        let off = |class: usize, count: f64| count * (class as f64 / 4.0 - chance).powi(2);
        let sum: f64 = pairs.0.iter().enumerate().map(|(class, &count)| off(class, count as f64)).sum();
        (*one, *two, sum + off(0, PRIOR / 2.0) + off(4, PRIOR / 2.0))
    };
    let gradient = laplacian(agents, pairings.iter().map(spread));
    let information = information(groups, pairings, strengths);
    // The matrices are symmetric, so that rows are columns.
    let half: Vec<Vec<f64>> = gradient.iter().map(|row| solve(&information, row)).collect();
    let columns: Vec<Vec<f64>> = (0..agents).map(|column| half.iter().map(|row| row[column]).collect()).collect();
    columns.iter().map(|column| solve(&information, column)).collect()
}

/// Solves a system by elimination. Its matrix is diagonally dominant and regular, so that no pivot
/// is 0.
fn solve(matrix: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let size = right.len();
    let mut rows: Vec<Vec<f64>> =
        matrix.iter().zip(right).map(|(row, &right)| row.iter().copied().chain([right]).collect()).collect();
    for column in 0..size {
        let leader = rows[column].clone();
        for (number, row) in rows.iter_mut().enumerate() {
            let factor = if number == column { 0.0 } else { row[column] / leader[column] };
            row.iter_mut().zip(&leader).for_each(|(entry, lead)| *entry -= factor * lead);
        }
    }
    (0..size).map(|row| rows[row][size] / rows[row][row]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo::{elo_of, score_of};

    #[test]
    fn two_agents_have_the_elo_of_their_score_with_a_drawn_pair() {
        let pairs = Pentanomial([0, 1, 2, 3, 4]);
        let [one, two] = ratings(2, &[(0, 1, pairs)], Anchor::Mean)[..] else { panic!() };
        assert_eq!((one.points, two.points, one.games), (15.0, 5.0, 20));
        assert!((one.elo - two.elo - elo_of(16.0 / 22.0)).abs() < 1e-6, "{one:?} {two:?}");
        assert!((one.elo + two.elo).abs() < 1e-9, "the mean is 0");
        assert!(one.ci95[0] < one.elo && two.ci95[0] < two.elo);
    }

    #[test]
    fn a_cycle_is_even_and_a_chain_adds_up() {
        let beats = Pentanomial([0, 0, 0, 0, 50]);
        let cycle = ratings(3, &[(0, 1, beats), (1, 2, beats), (2, 0, beats)], Anchor::Mean);
        assert!(cycle.iter().all(|rating| rating.elo.abs() < 1e-6), "{cycle:?}");
        // Agents 0 and 2 never meet; the distance of each from agent 1 follows from its score.
        let better = Pentanomial([0, 0, 500, 0, 500]);
        let chain = ratings(3, &[(0, 1, better), (1, 2, better)], Anchor::Agent(1));
        assert!((chain[0].elo + chain[2].elo).abs() < 1e-6 && chain[1].elo == 0.0);
        assert!((chain[0].elo - elo_of(750.5 / 1001.0)).abs() < 1e-6, "{chain:?}");
        assert_eq!(chain[1].ci95, [0.0, 0.0], "the anchor is 0");
        assert!((chain[0].ci95[1] - chain[0].elo) < 20.0);
    }

    #[test]
    fn the_middle_of_a_chain_is_0_without_a_sign() {
        for pairs in 1..50 {
            let better = Pentanomial([0, 0, 1, 0, pairs]);
            let chain = ratings(3, &[(0, 1, better), (1, 2, better)], Anchor::Mean);
            assert_eq!(format!("{:+}", chain[1].elo), "+0", "{pairs}");
        }
    }

    #[test]
    fn who_wins_everything_has_a_finite_elo_and_a_wide_interval() {
        let all = ratings(2, &[(0, 1, Pentanomial([0, 0, 0, 0, 10]))], Anchor::Agent(1))[0];
        assert!((all.elo - elo_of(21.0 / 22.0)).abs() < 1e-6, "{all:?}");
        assert!(all.ci95[1] - all.ci95[0] > 400.0 && all.ci95[0] > 0.0, "{all:?}");
        let even = ratings(2, &[(0, 1, Pentanomial([0, 0, 3, 0, 0]))], Anchor::Agent(1))[0];
        assert!(even.elo.abs() < 1e-9 && even.ci95[1] > 100.0 && even.ci95[1].is_finite(), "{even:?}");
    }

    #[test]
    fn fewer_than_five_games_have_no_interval() {
        for (pairs, has_interval) in [(0, false), (1, false), (2, false), (3, true), (10, true)] {
            let played = [(0, 1, Pentanomial([0, 0, 0, 0, pairs]))];
            let [one, anchor] = ratings(2, &played, Anchor::Agent(1))[..] else { panic!() };
            assert_eq!(one.ci95.map(f64::is_finite), [has_interval; 2], "{pairs} pairs: {one:?}");
            assert_eq!(anchor.ci95, [0.0, 0.0]);
            let json = serde_json::to_string(&one).unwrap();
            assert_eq!(json.contains(r#""elo_ci95":[null,null]"#), !has_interval, "{json}");
        }
    }

    #[test]
    fn the_order_of_pairings_does_not_matter_and_nonsense_is_left_out() {
        let (a, b) = (Pentanomial([3, 1, 4, 1, 5]), Pentanomial([9, 2, 6, 5, 3]));
        let forth = ratings(3, &[(0, 1, a), (1, 2, b)], Anchor::Mean);
        let back = ratings(3, &[(1, 2, b), (0, 1, a), (2, 2, a), (0, 7, a)], Anchor::Mean);
        for (one, other) in forth.iter().zip(&back) {
            assert!((one.elo - other.elo).abs() < 1e-9 && (one.ci95[0] - other.ci95[0]).abs() < 1e-9);
        }
        assert!(ratings(0, &[], Anchor::Mean).is_empty());
        assert_eq!(ratings(1, &[], Anchor::Mean)[0].elo, 0.0);
        assert_eq!(ratings(3, &[(0, 1, a)], Anchor::Agent(0))[2].elo, 0.0, "nothing is known of it");
    }

    #[test]
    fn agents_that_no_games_connect_have_no_common_scale() {
        let (p, none) = (Pentanomial([0, 0, 2, 0, 8]), Pentanomial::default());
        let known = ratings(2, &[(0, 1, p)], Anchor::Agent(1));
        for played in [vec![(0, 1, p)], vec![(0, 1, p), (1, 2, none)]] {
            let anchored = ratings(3, &played, Anchor::Agent(1));
            assert_eq!((anchored[2].elo, anchored[2].ci95), (0.0, [f64::NEG_INFINITY, f64::INFINITY]));
            assert_eq!(anchored[0], known[0]);
            let centred = ratings(3, &played, Anchor::Mean);
            assert_eq!((centred[2].elo, centred[2].ci95), (0.0, [f64::NEG_INFINITY, f64::INFINITY]));
            assert_eq!(centred[..2], ratings(2, &[(0, 1, p)], Anchor::Mean), "a mean of its own");
        }
        // A match beside a round robin, whose last pivots are only rounding errors.
        let round = [(2, 3, p), (2, 4, Pentanomial([1, 2, 3, 2, 2])), (3, 4, Pentanomial([3, 0, 5, 2, 0]))];
        let both = ratings(5, &[&[(0, 1, p)], &round[..]].concat(), Anchor::Mean);
        let alone = ratings(3, &round.map(|(one, two, pairs)| (one - 2, two - 2, pairs)), Anchor::Mean);
        for (rating, alone) in both.iter().zip(ratings(2, &[(0, 1, p)], Anchor::Mean).iter().chain(&alone)) {
            assert!((rating.elo - alone.elo).abs() < 1e-6 && (rating.ci95[1] - alone.ci95[1]).abs() < 1e-6);
        }
        let anchored = ratings(5, &[&[(0, 1, p)], &round[..]].concat(), Anchor::Agent(0));
        assert!(anchored[2..].iter().all(|one| one.elo == 0.0 && one.ci95[1] == f64::INFINITY), "{anchored:?}");
    }

    #[test]
    fn a_pairing_in_parts_has_one_prior() {
        let whole = ratings(2, &[(0, 1, Pentanomial([1, 0, 3, 2, 7]))], Anchor::Agent(1));
        // The second part is from the view of agent 1.
        let parts = [(0, 1, Pentanomial([1, 0, 1, 0, 3])), (1, 0, Pentanomial([4, 2, 2, 0, 0]))];
        assert_eq!(ratings(2, &parts, Anchor::Agent(1)), whole);
    }

    /// Simulated tournaments of agents of known strength.
    #[test]
    fn intervals_hold_what_they_promise() {
        use gambol_core::Seed;
        use gambol_core::random::unit;
        let truth = [0.0, 100.0, 250.0];
        let (mut held, mut all) = (0, 0);
        for number in 0..300 {
            let mut rng = Seed::new(1).derive(number).rng();
            let mut pairings = Vec::new();
            for (one, two) in [(0, 1), (0, 2), (1, 2)] {
                let mut pairs = Pentanomial::default();
                for _ in 0..15 {
                    let mut result = || if unit(&mut rng) < score_of(truth[one] - truth[two]) { 1 } else { -1 };
                    pairs.add([result(), result()]);
                }
                pairings.push((one, two, pairs));
            }
            for (rating, truth) in ratings(3, &pairings, Anchor::Agent(0)).iter().zip(truth).skip(1) {
                held += u64::from((rating.ci95[0]..=rating.ci95[1]).contains(&truth));
                all += 1;
            }
        }
        assert!((0.92..=0.995).contains(&(held as f64 / all as f64)), "{held} of {all}");
    }
}
