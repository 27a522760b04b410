//! The committed inputs with all checks, and some mutations of them, the same in every run.

use std::path::PathBuf;

use gambol::Seed;
use gambol_fuzz::{Campaign, Effort, TARGETS, Target, corpus};

/// Returns the committed inputs of a target.
fn committed(target: &Target) -> Vec<Vec<u8>> {
    corpus::read(corpus::CORPUS.as_ref(), target.name).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn committed_inputs_break_no_promise() {
    for target in TARGETS {
        let mut accepted = 0;
        for (number, data) in (1..).zip(committed(target)) {
            let run = std::panic::catch_unwind(|| (target.run)(&data, Effort::Full));
            accepted += u32::from(run.unwrap_or_else(|_| panic!("{}, line {number}", target.name)));
        }
        assert!(accepted > 0, "{}: nothing is accepted, so it tests nothing", target.name);
    }
}

/// All bytes are read back from their line, and an invalid line is reported.
#[test]
fn inputs_are_read_as_they_were_written() {
    let folder = std::env::temp_dir().join(format!("gambol-corpus-{}", std::process::id()));
    let read = |text: String| {
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("hall.txt"), text).unwrap();
        corpus::read(&folder, "hall").map_err(|error| error.to_string())
    };
    let all: Vec<u8> = (0..=u8::MAX).collect();
    assert_eq!(read(format!("{}\n\n", all.escape_ascii())), Ok(vec![all, Vec::new()]));
    for wrong in ["\\", "\\q", "\\x", "\\x1", "\\xzz"] {
        assert!(read(format!("ok\n{wrong}\n")).unwrap_err().ends_with("hall.txt: line 2: a wrong escape"), "{wrong}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(corpus::read(&folder, "hall").unwrap_err().to_string().contains("hall.txt"));
}

#[test]
fn mutations_break_no_promise() {
    let (cheap, costly) = if cfg!(debug_assertions) { (2_000, 100) } else { (50_000, 500) };
    let (mut shares, mut failed) = (Vec::new(), Vec::new());
    for (targets, inputs) in [(true, cheap), (false, costly)].map(|(is_cheap, inputs)| {
        let chosen = TARGETS.iter().filter(|target| target.is_cheap == is_cheap);
        let seeded = chosen.map(|target| (*target, committed(target)));
        (seeded.collect::<Vec<(Target, Vec<Vec<u8>>)>>(), inputs)
    }) {
        let campaign = Campaign {
            targets: &targets,
            inputs,
            after: 0,
            seed: Seed::new(1),
            effort: Effort::Sampled,
            threads: 2,
            time: None,
        };
        let (totals, failures) = campaign.run(|_| ());
        failed.extend(failures);
        shares.extend(targets.iter().map(|(target, _)| target.name).zip(totals));
    }
    for (name, total) in shares {
        println!("{name}: {} of {} inputs accepted", total.accepted, total.inputs);
        assert!(50 * total.accepted > total.inputs, "{name}: mutations hardly get past the parser");
        assert!(20 * total.accepted < 19 * total.inputs, "{name}: mutations hardly change anything");
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

/// The same seed gives the same inputs on any number of threads.
#[test]
fn campaigns_can_be_repeated() {
    let target = &TARGETS[0];
    let targets = [(*target, committed(target))];
    let counts = [(1, 1), (1, 3), (2, 3)].map(|(seed, threads)| {
        let (effort, time) = (Effort::Sampled, None);
        let campaign =
            Campaign { targets: &targets, inputs: 3_000, after: 0, seed: Seed::new(seed), effort, threads, time };
        campaign.run(|_| ()).0[0].accepted
    });
    assert_eq!(counts[0], counts[1]);
    assert_ne!(counts[0], counts[2], "another seed, other inputs");
}

/// Every target has a program for libFuzzer.
#[test]
fn libfuzzer_has_all_targets() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    for target in TARGETS {
        let program = std::fs::read_to_string(folder.join(format!("fuzz_targets/{}.rs", target.name))).unwrap();
        assert!(program.contains(&format!("fuzz(\"{}\", data)", target.name)), "{program}");
        assert!(manifest.contains(&format!("name = \"{}\"", target.name)), "{}", target.name);
    }
}

/// A target with a violated invariant is reported, with the input.
#[test]
fn failures_are_named() {
    let broken = Target {
        name: "broken",
        about: "refuses the letter x",
        is_cheap: true,
        words: &["x"],
        run: |data, _| {
            assert!(!data.contains(&b'x'), "an x at {:?}", data.iter().position(|&byte| byte == b'x'));
            true
        },
    };
    let targets = [(broken, vec![b"abc".to_vec()])];
    let campaign = Campaign {
        targets: &targets,
        inputs: 1_000,
        after: 0,
        seed: Seed::new(1),
        effort: Effort::Full,
        threads: 1,
        time: None,
    };
    let (_, failures) = campaign.run(|_| ());
    let failure = failures.first().expect("a failure");
    assert!(failure.input.contains(&b'x') && failure.message.contains("an x at"), "{failure:?}");
}
