//! The searches by name, and what each can be told.

use super::super::settings::{AUTO, MAX_PLIES, MC, MS, NODES, TIES};
use super::super::spec::Parameter;

pub(super) const EVAL: Parameter = Parameter {
    key: "eval",
    default: "auto",
    about: "evaluator, with NAME:W/W/… other weights; auto is the first that the game lists",
};
pub(super) const WEIGHTS: Parameter = Parameter {
    key: "weights",
    default: "shipped",
    about: "file of weights for eval=network, as gambol train writes it; without commas in its name",
};
pub(super) const POLICY: Parameter =
    Parameter { key: "policy", default: "uniform", about: "rollout policy: uniform, or one that the game lists" };
pub(super) const DEPTH: Parameter = Parameter { key: "depth", default: "auto", about: "depth limit, 1 to 127" };
pub(super) const MB: Parameter = Parameter {
    key: "mb",
    default: AUTO,
    about: "megabytes for the table or the tree, 0 to 65536; auto is the search's default",
};

/// What a search is called, what it does and what it can be told.
pub(super) struct Kind {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) parameters: &'static [Parameter],
}

pub(super) const RANDOM: Kind = Kind { name: "random", about: "plays uniformly random actions", parameters: &[] };
pub(super) const FLAT: Kind = Kind {
    name: "mc",
    about: "flat Monte Carlo: rollouts from every action",
    parameters: &[MC[0], MC[1], MC[2], MC[3], MC[4], MC[5], POLICY, CUT_EVAL, WEIGHTS, MS, NODES],
};
pub(super) const CUT_EVAL: Parameter =
    Parameter { key: "eval", default: "score", about: "evaluator of truncated rollouts, one that the game lists" };
pub(super) const TREE: Kind = Kind {
    name: "mcts",
    about: "Monte Carlo tree search with chance nodes and a solver",
    parameters: &[SIMULATIONS, C, POLICY, CUT_EVAL, WEIGHTS, MAX_PLIES, EXPANSION, SOLVER, TREES, REUSE, MB, MS, NODES],
};
pub(super) const SIMULATIONS: Parameter = Parameter {
    key: "simulations",
    default: "10000",
    about: "simulations a move, 1 to 1000000000; no limit if only ms or nodes is set",
};
pub(super) const EXPANSION: Parameter =
    Parameter { key: "expansion", default: "2", about: "expansion threshold: visits before a leaf is expanded" };
pub(super) const REUSE: Parameter =
    Parameter { key: "reuse", default: "no", about: "keeps the tree from move to move of a game: no or yes" };
pub(super) const C: Parameter = Parameter { key: "c", default: "0.7", about: "UCT exploration constant, 0 to 1000" };
pub(super) const SOLVER: Parameter =
    Parameter { key: "solver", default: "yes", about: "proves wins, draws and losses: yes or no" };
pub(super) const TREES: Parameter =
    Parameter { key: "trees", default: "1", about: "independent trees, one for each thread, 1 to 64" };
pub(super) const GREEDY: Kind = Kind {
    name: "greedy",
    about: "best-first search by an evaluator, of one action or a whole turn",
    parameters: &[SCOPE, EVAL, WEIGHTS, BEAM, TIES],
};
pub(super) const BEAM: Parameter = Parameter {
    key: "beam",
    default: "none",
    about: "scope whole: keeps the best so many states after each action, at least 1",
};
pub(super) const SCOPE: Parameter = Parameter {
    key: "scope",
    default: "turn",
    about: "turn: actions up to chance or the opponent, the first end; whole: the best end; or action",
};
pub(super) const ALPHA_BETA: Kind = Kind {
    name: "alpha-beta",
    about: "alpha-beta with iterative deepening",
    parameters: &[
        DEPTH,
        EVAL,
        WEIGHTS,
        MS,
        NODES,
        MB,
        WIDTH,
        QUIESCENCE,
        REDUCTION,
        LATE_REDUCTION,
        FUTILITY,
        WORKERS,
        DETERMINISTIC,
        SYMMETRIC,
        DRAW,
        KEEP,
        ADVERSARY,
    ],
};
pub(super) const WIDTH: Parameter =
    Parameter { key: "width", default: "all", about: "root actions searched deeper than one ply, the best after one" };
pub(super) const QUIESCENCE: Parameter =
    Parameter { key: "quiescence", default: "0", about: "quiescence extension in plies, 0 to 27" };
pub(super) const REDUCTION: Parameter =
    Parameter { key: "reduction", default: "no", about: "internal iterative reduction: no or yes" };
pub(super) const LATE_REDUCTION: Parameter =
    Parameter { key: "late-reduction", default: "no", about: "late move reductions: no or yes" };
pub(super) const FUTILITY: Parameter = Parameter {
    key: "futility",
    default: "none",
    about: "margin of reverse futility pruning a ply in units of the evaluator, at least 0",
};
pub(super) const DETERMINISTIC: Parameter = Parameter {
    key: "deterministic",
    default: "yes",
    about: "whether several workers decide the same in every run: yes or no, which is faster",
};
pub(super) const SYMMETRIC: Parameter = Parameter {
    key: "symmetric",
    default: AUTO,
    about: "takes symmetric states for one down to this ply; 0 for evaluators that are not symmetric; \
            auto: 3, or all from a symmetric state",
};
pub(super) const DRAW: Parameter =
    Parameter { key: "draw", default: "0", about: "value of a draw to the player to move, -1000000 to 1000000" };
pub(super) const KEEP: Parameter =
    Parameter { key: "keep", default: "no", about: "keeps the table from move to move of a game: no or yes" };
pub(super) const WORKERS: Parameter =
    Parameter { key: "workers", default: "1", about: "workers that share the search, 1 to 64" };
pub(super) const ADVERSARY: Parameter = Parameter {
    key: "adversary",
    default: "none",
    about: "makes an opponent of chance, with all outcomes or ten sampled ones: none, all or sampled",
};
pub(super) const EXPECTIMAX: Kind = Kind {
    name: "expectimax",
    about: "expectimax with iterative deepening",
    parameters: &[
        DEPTH,
        EVAL,
        WEIGHTS,
        MS,
        NODES,
        CUTOFF,
        SAMPLES_OF_CHANCE,
        HORIZON,
        STAR,
        LOW,
        HIGH,
        THREADS,
        KEEP,
        MERGED,
        MB,
    ],
};
pub(super) const HORIZON: Parameter = Parameter {
    key: "horizon",
    default: "afterstate",
    about: "evaluates right after the last action (afterstate), or after the chance that follows (turn)",
};
pub(super) const MERGED: Parameter = Parameter {
    key: "symmetric",
    default: "no",
    about: "takes symmetric states for one, for evaluators that are symmetric: no or yes",
};
pub(super) const STAR: Parameter = Parameter {
    key: "star",
    default: "0",
    about: "Star1 or Star2 pruning at chance nodes, with all values between low and high: 0, 1 or 2",
};
pub(super) const LOW: Parameter = Parameter { key: "low", default: "-1", about: "least value that there is, for star" };
pub(super) const HIGH: Parameter =
    Parameter { key: "high", default: "1", about: "greatest value that there is, for star" };
pub(super) const THREADS: Parameter =
    Parameter { key: "parallel", default: "no", about: "searches the root actions side by side: no or yes" };
pub(super) const CUTOFF: Parameter = Parameter {
    key: "cutoff",
    default: "0",
    about: "probability cut-off: evaluates statically below this reach probability, 0 to 1",
};
pub(super) const SAMPLES_OF_CHANCE: Parameter = Parameter {
    key: "samples",
    default: "all",
    about: "samples of each chance event in place of all outcomes, at least 1",
};
pub(super) const TWO_PLY: Kind = Kind {
    name: "two-ply",
    about: "the best actions by an evaluator, with sampled chance and the best reply",
    parameters: &[EVAL, WEIGHTS, ACTIONS, SAMPLES, MS, LIMIT],
};
pub(super) const ACTIONS: Parameter =
    Parameter { key: "width", default: "16", about: "actions that are sampled, at least 1" };
pub(super) const SAMPLES: Parameter =
    Parameter { key: "samples", default: "8", about: "samples of each action in the first round, at least 1" };
pub(super) const LIMIT: Parameter =
    Parameter { key: "simulations", default: "none", about: "simulations a move, at least 1" };
pub(super) const PROVE: Kind = Kind {
    name: "prove",
    about: "proof-number search: proves who wins, without an evaluation",
    parameters: &[MS, NODE_LIMIT, MB, PROVERS],
};
pub(super) const NODE_LIMIT: Parameter =
    Parameter { key: "nodes", default: "1000000", about: "node limit a move, at least 1; none if only ms is set" };
pub(super) const PROVERS: Parameter = Parameter {
    key: "workers",
    default: "1",
    about: "workers over one table, 1 to 64; with several, what a limit suffices for depends on their speed",
};

pub(super) const KINDS: [&Kind; 8] = [&RANDOM, &FLAT, &TREE, &GREEDY, &ALPHA_BETA, &EXPECTIMAX, &TWO_PLY, &PROVE];
