//! Trainings that are stopped and resumed.

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

/// Two stages: before and after the first tile above 12.
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
    let settings =
        Settings::default().late_starts(0.3).turns_per_episode(40).turns_per_round(500).rounds_per_epoch(3).seed(11);
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

/// Stops after this many epochs.
fn stopped(epochs: usize, path: &Path, run: Run<'_>) -> LearnError {
    let mut left = epochs;
    let mut run = run.checkpoint(path).on_report(move |_| {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    train(&mut run).unwrap_err()
}

/// The golden value is of the first version, which trained the shipped weights.
#[test]
fn the_bits_of_a_seed_stay() {
    let network = train(&mut Run::new()).unwrap();
    let mix = |hash: u64, weight: &f32| gambol_core::mix(hash, u64::from(weight.to_bits()));
    assert_eq!(network.weights().iter().fold(0, mix), 7_277_523_590_428_053_252);
}

#[test]
fn a_run_that_is_stopped_twice_gives_the_same_bits() {
    let mut positions = Vec::new();
    let whole = train(&mut Run::new().on_report(|report| {
        positions.push((report.phase, report.turns));
        ControlFlow::Continue(())
    }))
    .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    assert_eq!(stopped(2, &path, Run::new()), LearnError::Stopped);
    assert_eq!(stopped(2, &path, Run::new().resume(&path).unwrap()), LearnError::Stopped);
    let mut run = Run::new().resume(&path).unwrap();
    assert_eq!(run.resumed(), Some(positions[3]));
    let resumed = train(&mut run).unwrap();
    assert_eq!(run.resumed(), None);
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
    let mut before = 0;
    for phase in [1, 2] {
        let last = reports.iter().rfind(|report| report.phase == phase).unwrap();
        assert!(last.turns >= last.turns_of_phase && last.turns_of_phase == 2000);
        assert_eq!(last.evaluation.map(|evaluation| evaluation.games), Some(3));
        assert_eq!(last.total_turns, before + last.turns);
        before = last.total_turns;
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
    assert_eq!(refused(b"text\n"), "FILE: this is not a checkpoint of a run of this version");
    stopped(1, &path, Run::new());
    let good = fs::read(&path).unwrap();
    let damaged = "FILE: the checkpoint is damaged or cut short: the checksum at its end is missing or does not match";
    let cuts = (0..300).chain((300..good.len()).step_by(good.len() / 50)).chain(good.len() - 40..good.len());
    for cut in cuts {
        assert_eq!(refused(&good[..cut]), damaged, "cut at {cut}");
    }
    // The checksum covers the phase and its turns.
    for at in (13..200).chain([good.len() / 2, good.len() - 1]) {
        let mut changed = good.clone();
        changed[at] ^= 1;
        assert_eq!(refused(&changed), damaged, "byte {at}");
    }
    let missing = Run::new().resume(folder.path().join("none")).err().unwrap();
    assert!(matches!(missing, LearnError::File { .. }), "{missing}");
    let of = |path: &Path| Run::new().resume(path).err().unwrap().to_string();
    fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
    assert!(of(&path).ends_with("it has more than 4294967296 bytes"));
    #[cfg(unix)]
    assert_eq!(of(Path::new("/dev/zero")), "/dev/zero: it is a device or a pipe, not a file");
}

#[test]
fn a_checkpoint_of_another_phase_or_scale_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let whole = |run: Run<'_>| train(&mut run.checkpoint(&path)).unwrap();
    whole(Run::new().scale(0.1));
    // Of the second phase: a training with one phase trains nothing.
    let mut run = Run::new().scale(0.1).resume(&path).unwrap();
    let mut learner = learner();
    run.train(&mut learner, 4000, OnePly::new).unwrap();
    assert_eq!(learner.turns(), 0);
    let said = run.finish().unwrap_err().to_string();
    assert!(said.ends_with("it is a checkpoint of phase 2; this training has 1"), "{said}");
    let said = train(&mut Run::new().scale(0.2).resume(&path).unwrap()).unwrap_err().to_string();
    assert!(said.ends_with("phase 2 at scale 0.1; expected phase 2 at scale 0.2"), "{said}");
    let mut run = Run::new().scale(0.1).resume(&path).unwrap();
    train(&mut run).unwrap();
    assert_eq!(run.finish(), Ok(()));
}

#[test]
fn a_run_leaves_the_turns_of_a_round_as_they_were_however_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("no/such/folder");
    let stop = || Run::new().scale(0.01).on_report(|_| ControlFlow::Break(()));
    for (mut run, fails) in
        [(Run::new().scale(0.01), false), (stop(), true), (Run::new().scale(0.01).checkpoint(&nowhere), true)]
    {
        let mut learner = learner();
        let found = run.train(&mut learner, 4000, OnePly::new).err();
        assert_eq!(found.is_some(), fails, "{found:?}");
        assert_eq!(learner.settings().turns_per_round, 500, "after {found:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_checkpoint_is_a_usual_file_behind_a_link_too() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (link, file) = (folder.path().join("link"), folder.path().join("file"));
    let save = || Run::new().scale(0.01).checkpoint(&link).train(&mut learner(), 4000, OnePly::new);
    std::fs::write(&file, "").unwrap();
    let usual = std::fs::metadata(&file).unwrap().permissions().mode();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    save().unwrap();
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    let stored = std::fs::metadata(&file).unwrap();
    assert!(stored.len() > 0);
    assert_eq!(stored.permissions().mode(), usual);
    std::fs::remove_file(&link).unwrap();
    std::fs::create_dir(&link).unwrap();
    assert!(matches!(save(), Err(gambol_learn::LearnError::File { .. })));
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
