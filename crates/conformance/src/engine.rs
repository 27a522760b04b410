//! The run of a kit: walks, the checks of their states, and the shrinking of failures.

use std::rc::Rc;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

use super::guard::guarded;
use super::hashed::Map;
use super::plan::Plan;
use super::scene::{CheckResult, Pool, Scene};
use super::spread::Spread;
use super::table::{CheckEntry, Due, entries};
use super::walk::{Path, PathTree, Paths, picked};
use super::{ChanceCycle, Check, Failure, Report, cycle, equality};
use gambol_core::Game;
use gambol_core::Seed;
use gambol_core::{Event, Turn};
use gambol_core::{EventOf, GameExt};

/// The number of states stored by key, for comparison with later states of the same key.
const REMEMBERED: usize = 1 << 16;
/// The number of comparisons of a state with an earlier one.
const MET_AGAIN: usize = 2_000;
/// The number of chance states from which cycles of chance are searched.
const CHANCE_STATES: usize = 24;

/// Runs a plan.
pub(super) fn run<G: Game>(plan: &Plan<G>) -> Result<Report, Failure> {
    let config = Config { failure_persistence: None, max_shrink_iters: u32::MAX - 1, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let paths = Paths { plies: plan.plies, cut: false };
    let mut run = Run {
        plan,
        entries: entries(plan),
        due: Due::new(plan.states),
        ahead: Vec::new(),
        report: Report::default(),
        remembered: Map::default(),
        met_again: 0,
        spread: Spread::new(),
        chance_states: Vec::new(),
    };
    while run.report.states < plan.states.max(1) as u64 {
        let path = paths.new_tree(&mut runner).map_or_else(|_| Path::first(), |tree| tree.current());
        run.report.walks += 1;
        if let Err(Broken { plies, trial, detail }) = run.walk(&Rc::new(path.clone())) {
            return Err(run.shrink(&mut runner, path.cut(plies), &trial, detail));
        }
    }
    run.ahead.sort_by_key(|ahead| ahead.trial.check());
    for ahead in std::mem::take(&mut run.ahead) {
        run.report.count(ahead.trial.check());
        if let Err(detail) = run.look_ahead(&ahead) {
            return Err(run.shrink(&mut runner, ahead.path.cut(ahead.ply), &ahead.trial, detail));
        }
    }
    run.keys_are_spread()?;
    run.report.chance_cycle = run.chance_cycle();
    Ok(run.report)
}

/// A check that looks ahead, to be run after all others have passed.
struct Ahead<G: Game> {
    path: Rc<Path>,
    ply: usize,
    state: G,
    trial: Trial<G>,
}

/// A failure, and the number of plies of the walk up to it.
struct Broken<G: Game> {
    plies: usize,
    trial: Trial<G>,
    detail: String,
}

impl<G: Game> Broken<G> {
    fn new(plies: usize, trial: Trial<G>, detail: String) -> Self {
        Self { plies, trial, detail }
    }
}

/// A kind of failure, and how to reproduce it on another walk.
enum Trial<G: Game> {
    /// The creation of the start state.
    Start,
    /// The last event of the walk, which panicked when played.
    Step,
    /// A check, in the last state of the walk.
    State(Check),
    /// A part of a check that looks ahead, by its number, in the last state of the walk.
    Part(usize, Check),
    /// The last state of the walk, which has the key of this state but another future.
    SameKey(Box<G>),
}

impl<G: Game> Trial<G> {
    fn check(&self) -> Check {
        match self {
            Self::Start => Check::Start,
            Self::Step => Check::Legal,
            Self::State(check) | Self::Part(_, check) => *check,
            Self::SameKey(_) => Check::EqualFuture,
        }
    }
}

struct Run<'a, G: Game> {
    plan: &'a Plan<G>,
    entries: Vec<CheckEntry<G>>,
    due: Due,
    ahead: Vec<Ahead<G>>,
    report: Report,
    remembered: Map<u64, G>,
    met_again: usize,
    spread: Spread<G>,
    chance_states: Vec<G>,
}

impl<G: Game> Run<'_, G> {
    /// Tests every state of a walk, and records the states in which to look ahead later.
    fn walk(&mut self, path: &Rc<Path>) -> Result<(), Broken<G>> {
        let plan = self.plan;
        let mut stroll = Stroll::start(plan, path).map_err(|why| Broken::new(0, Trial::Start, why))?;
        self.report.count(Check::Start);
        for ply in 0.. {
            let scene = stroll.scene(plan, false).map_err(|why| Broken::new(ply, Trial::State(Check::Turn), why))?;
            self.report.states += 1;
            self.report.events += scene.width() as u64;
            self.report.chance_nodes += u64::from(scene.turn == Turn::Chance);
            self.report.over += u64::from(scene.turn == Turn::Over);
            let ahead = |trial| Ahead { path: Rc::clone(path), ply, state: scene.state.clone(), trial };
            for (index, entry) in self.entries.iter().enumerate() {
                let check = entry.check;
                let broken = |why| Broken::new(ply, Trial::State(check), why);
                if !guarded(|| Ok((entry.applies)(&scene))).map_err(broken)? || !self.due.is(index, entry.budget) {
                    continue;
                }
                if entry.ahead {
                    self.ahead.push(ahead(Trial::Part(index, check)));
                    continue;
                }
                self.report.count(check);
                guarded(|| (entry.run)(&scene)).map_err(broken)?;
            }
            if !plan.without.contains(&Check::EqualFuture)
                && self.met_again < MET_AGAIN
                && let Some(known) = self.remember(scene.state)
            {
                self.ahead.push(ahead(Trial::SameKey(Box::new(known))));
                self.met_again += 1;
            }
            if plan.spread_keys
                && !plan.without.contains(&Check::SpreadKeys)
                && let Ok(key) = guarded(|| Ok(scene.state.key()))
            {
                self.spread.add(key, scene.state, path, ply);
            }
            if scene.turn == Turn::Chance && self.due.is(self.entries.len(), Some(CHANCE_STATES)) {
                self.chance_states.push(scene.state.clone());
            }
            let next = scene_event(&scene, path, ply);
            let listed = (scene.actions, scene.outcomes);
            let Some(event) = next else { return Ok(()) };
            stroll
                .step(plan, &listed, event)
                .map_err(|why| Broken::new(ply + 1, Trial::Step, self.step_detail(event, &why)))?;
        }
        Ok(())
    }

    /// Returns the earlier state with the key of this one; if there is none, stores this one.
    fn remember(&mut self, state: &G) -> Option<G> {
        let key = guarded(|| Ok(state.key())).ok()?;
        let known = self.remembered.get(&key).cloned();
        if known.is_none() && self.remembered.len() < REMEMBERED {
            self.remembered.insert(key, state.clone());
        }
        known
    }

    /// Checks the keys of all visited states together.
    fn keys_are_spread(&mut self) -> Result<(), Failure> {
        if self.spread.is_empty() {
            return Ok(());
        }
        self.report.count(Check::SpreadKeys);
        match self.spread.crowded(|state| self.plan.show(state)) {
            None => Ok(()),
            Some((met, detail)) => Err(self.failure(&met.path.cut(met.ply), Check::SpreadKeys, detail)),
        }
    }

    /// Finds the first cycle of chance from the visited states, which have passed all checks.
    fn chance_cycle(&self) -> Option<ChanceCycle> {
        let find = |state: &G| guarded(|| Ok(cycle::find(state))).ok().flatten();
        let (state, outcomes, returns) = self.chance_states.iter().find_map(find)?;
        let outcomes = outcomes.into_iter().map(|outcome| self.plan.show_event(Event::Outcome(outcome))).collect();
        Some(ChanceCycle { state: self.plan.show(&state), outcomes, returns })
    }

    fn look_ahead(&self, ahead: &Ahead<G>) -> CheckResult {
        let Ahead { path, ply, state, trial } = ahead;
        let pool = Pool::new();
        let seed = path.seed.derive(*ply as u64);
        guarded(|| self.on_scene(&Scene::new(self.plan, state, &pool, seed, false), trial))
    }

    /// Whether a trial fails in this state.
    fn on_scene(&self, scene: &Scene<'_, G>, trial: &Trial<G>) -> CheckResult {
        let run = |entry: &CheckEntry<G>| if (entry.applies)(scene) { (entry.run)(scene) } else { Ok(()) };
        guarded(|| match trial {
            Trial::SameKey(known) if known.key() == scene.state.key() => {
                equality::same_future(scene, scene.state, known)
            }
            Trial::Start | Trial::Step | Trial::SameKey(_) => Ok(()),
            Trial::Part(index, _) => run(&self.entries[*index]),
            Trial::State(check) => {
                self.entries.iter().filter(|entry| entry.check == *check && !entry.ahead).try_for_each(run)
            }
        })
    }

    fn step_detail(&self, event: EventOf<G>, why: &str) -> String {
        format!("{} is listed, but when played: {why}", self.plan.show_event(event))
    }

    /// Finds a shorter walk with the same failure.
    fn shrink(&self, runner: &mut TestRunner, path: Path, trial: &Trial<G>, detail: String) -> Failure {
        let check = trial.check();
        // Checks that look ahead take long.
        let attempts = if let Trial::Part(..) = trial { 500 } else { 5_000 };
        let first = path.clone();
        let shrunk = runner
            .run_one(PathTree::new(path, attempts), |path| self.attempt(&path, trial).map_err(TestCaseError::fail));
        match shrunk {
            Err(TestError::Fail(why, path)) => self.failure(&path, check, why.message().to_string()),
            // The failure did not recur.
            _ => self.failure(&first, check, detail + " (only once: the game is not deterministic)"),
        }
    }

    /// Runs a trial on this path. Other failures on it do not count.
    fn attempt(&self, path: &Path, trial: &Trial<G>) -> CheckResult {
        let plan = self.plan;
        let started = Stroll::start(plan, path);
        if let Trial::Start = trial {
            return started.map(drop);
        }
        let Ok(mut stroll) = started else { return Ok(()) };
        for ply in 0..path.choices.len() {
            let Ok(scene) = stroll.scene(plan, false) else { return Ok(()) };
            let next = scene_event(&scene, path, ply);
            let listed = (scene.actions, scene.outcomes);
            let Some(event) = next else { break };
            if let Err(why) = stroll.step(self.plan, &listed, event) {
                return match trial {
                    Trial::Step => Err(self.step_detail(event, &why)),
                    _ => Ok(()),
                };
            }
        }
        // A thorough scene includes all events of a normal one. Checks that look ahead have only
        // one kind.
        let thorough = matches!(trial, Trial::State(_));
        let scene = match (stroll.scene(plan, thorough), trial) {
            (Ok(scene), _) => scene,
            (Err(why), Trial::State(Check::Turn)) => return Err(why),
            (Err(_), _) => return Ok(()),
        };
        self.on_scene(&scene, trial)
    }

    /// Creates a failure, replaying the walk to name its events.
    fn failure(&self, path: &Path, check: Check, detail: String) -> Failure {
        let mut walk = Vec::new();
        let mut state = String::from("(it cannot be shown)");
        if let Ok(mut stroll) = Stroll::start(self.plan, path) {
            for ply in 0.. {
                state = guarded(|| Ok(self.plan.show(&stroll.state))).unwrap_or(state);
                let Ok(scene) = stroll.scene(self.plan, false) else { break };
                let next = scene_event(&scene, path, ply);
                let listed = (scene.actions, scene.outcomes);
                let Some(event) = next else { break };
                if stroll.step(self.plan, &listed, event).is_err() {
                    break;
                }
                walk.push(self.plan.show_event(event));
            }
        }
        Failure { check, state, detail, seed: path.seed, walk }
    }
}

/// The event of a path in a state; `None` at the end of the path or of the game.
fn scene_event<G: Game>(scene: &Scene<'_, G>, path: &Path, ply: usize) -> Option<EventOf<G>> {
    let choice = *path.choices.get(ply)?;
    scene.event(picked(scene.width(), choice)?)
}

/// A walk in progress.
struct Stroll<G: Game> {
    state: G,
    pool: Pool<G>,
    seed: Seed,
    ply: u64,
}

impl<G: Game> Stroll<G> {
    fn start(plan: &Plan<G>, path: &Path) -> Result<Self, String> {
        let state = guarded(|| {
            let (state, again) = ((plan.start)(path.seed), (plan.start)(path.seed));
            if state == again {
                return Ok(state);
            }
            Err(format!("seed {} gave {state:?}, and then {again:?}", path.seed))
        })?;
        Ok(Self { state, pool: Pool::new(), seed: path.seed, ply: 0 })
    }

    fn scene<'a>(&'a self, plan: &'a Plan<G>, thorough: bool) -> Result<Scene<'a, G>, String> {
        let seed = self.seed.derive(self.ply);
        guarded(|| Ok(Scene::new(plan, &self.state, &self.pool, seed, thorough)))
    }

    fn step(&mut self, plan: &Plan<G>, listed: &Listed<G>, event: EventOf<G>) -> CheckResult {
        self.pool.meet(plan, &self.state);
        self.pool.add(&listed.0, &listed.1, &mut self.seed.derive(self.ply).rng());
        self.ply += 1;
        guarded(|| {
            self.state.advance(event);
            Ok(())
        })
    }
}

/// The actions and the outcomes that a state lists.
type Listed<G> = (Vec<<G as Game>::Action>, Vec<(<G as Game>::Outcome, f64)>);
