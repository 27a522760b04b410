//! Trainings that are stopped and go on.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use gambol_core::Seed;
use gambol_learn::{
    CheckpointError, Features, LearnError, Learner, Network, OnePly, Points, Run, Settings, Staged, Stages,
};
use gambol_threes::{Threes, board};

/// The first row and column, in all symmetries.
#[derive(Clone, Debug)]
struct Edges;

impl Features<Threes> for Edges {
    fn len(&self) -> usize {
        1 << 16
    }

    fn visit<V: FnMut(usize)>(&self, state: &Threes, mut visit: V) {
        for symmetry in 0..8 {
            visit((board::transformed(state.board(), symmetry) & 0xFFFF) as usize);
        }
    }

    fn layout(&self) -> String {
        "edges".to_owned()
    }
}

/// From the first 12 on, and before.
#[derive(Clone, Debug)]
struct Twelve;

impl Stages<Threes> for Twelve {
    fn count(&self) -> usize {
        2
    }

    fn stage(&self, state: &Threes) -> usize {
        usize::from(state.greatest() > 12)
    }

    fn layout(&self) -> String {
        "twelve".to_owned()
    }
}

fn learner() -> Learner<Threes, Edges, Points, Twelve> {
    let settings = Settings {
        late_starts: 0.3,
        turns_per_episode: 40,
        turns_per_round: 500,
        rounds_per_epoch: 3,
        seed: 11,
        ..Settings::default()
    };
    Learner::new(Threes::default(), Edges, Points, settings).with_stages(Twelve)
}

/// Two phases, the second one in stages.
fn train(run: &mut Run<'_>) -> Result<Network<Staged<Edges, Twelve>>, LearnError> {
    let mut learner = learner();
    run.train(&mut learner, 4000, OnePly::new)?;
    let mut learner = learner.into_stages();
    run.train(&mut learner, 4000, OnePly::new)?;
    Ok(learner.network())
}

/// Stops after so many epochs.
fn stopped(epochs: usize, path: &Path, run: Run<'_>) -> LearnError {
    let mut left = epochs;
    let mut run = run.checkpoint(path).on_report(move |_| {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    train(&mut run).unwrap_err()
}

#[test]
fn a_run_that_is_stopped_twice_gives_the_same_bits() {
    let whole = train(&mut Run::new()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    assert_eq!(stopped(2, &path, Run::new()), LearnError::Stopped);
    assert_eq!(stopped(2, &path, Run::new().resume(&path).unwrap()), LearnError::Stopped);
    let resumed = train(&mut Run::new().resume(&path).unwrap()).unwrap();
    assert!(whole.weights() == resumed.weights());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
}

#[test]
fn reports_count_phases_and_turns() {
    let mut reports = Vec::new();
    let mut run = Run::new().scale(0.5).evaluate(3, Seed::new(1)).on_report(|report| {
        reports.push(report.clone());
        ControlFlow::Continue(())
    });
    train(&mut run).unwrap();
    drop(run);
    for phase in [1, 2] {
        let last = reports.iter().rfind(|report| report.phase == phase).unwrap();
        assert!(last.turns >= last.turns_of_phase && last.turns_of_phase == 2000);
        assert_eq!(last.evaluation.map(|evaluation| evaluation.games), Some(3));
    }
    assert!(reports.iter().any(|report| report.mean.is_some()));
}

#[test]
fn a_short_phase_has_a_short_epoch() {
    let mut turns = Vec::new();
    train(&mut Run::new().scale(0.01).on_report(|report| {
        turns.push(report.turns);
        ControlFlow::Continue(())
    }))
    .unwrap();
    // Forty turns in three rounds; each episode has up to forty.
    assert_eq!(turns.len(), 2);
    assert!(turns.iter().all(|&turns| (40..=120).contains(&turns)), "{turns:?}");
}

#[test]
fn files_that_are_no_checkpoint_of_the_run_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let refused = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let error = Run::new().resume(&path).and_then(|run| train(&mut { run })).unwrap_err();
        error.to_string().replace(&*path.to_string_lossy(), "FILE")
    };
    assert_eq!(refused(b"text\n"), "FILE: this is no checkpoint of a run");
    stopped(1, &path, Run::new());
    let good = fs::read(&path).unwrap();
    assert_eq!(refused(&good[..good.len() - 1]), "the checkpoint is damaged or cut short: its checksum does not match");
    let mut changed = good.clone();
    changed[good.len() / 2] ^= 1;
    assert_eq!(refused(&changed), "the checkpoint is damaged or cut short: its checksum does not match");
    let missing = Run::new().resume(&folder.path().join("none")).err().unwrap();
    assert!(matches!(missing, LearnError::File { .. }), "{missing}");
}

#[test]
fn a_checkpoint_of_other_features_is_refused() {
    let bytes = learner().into_stages().checkpoint();
    let error = learner().restore(&bytes).unwrap_err();
    let CheckpointError::Other { what, found, expected } = error else { panic!("{error}") };
    assert_eq!(what, "layout");
    assert_eq!(
        (found.as_str(), expected.as_str()),
        ("edges by twelve; episodes by twelve", "edges; episodes by twelve")
    );
}
