//! Files of learners: checkpoints and weights.

use gambol::game::Game;
use gambol::threes::Threes;
use gambol_learn::{Features, Learner, Network, Points, Run, Settings};
use sha2::{Digest, Sha256};

use crate::files::{folder, write};
use crate::{Target, hash};

/// Few weights, so that inputs are short.
#[derive(Clone, Debug)]
struct Few;

/// Number of weights.
const WEIGHTS: usize = 24;

impl Features<Threes> for Few {
    fn len(&self) -> usize {
        WEIGHTS
    }

    fn visit<V: FnMut(usize)>(&self, state: &Threes, mut visit: V) {
        visit((state.score() as usize).wrapping_add(state.board() as usize) % WEIGHTS);
    }

    fn layout(&self) -> String {
        "few".to_owned()
    }
}

/// Appends the SHA-256 that ends files of learners.
fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = Sha256::digest(&bytes);
    bytes.extend_from_slice(&checksum);
    bytes
}

/// Splits a file into its first two lines and the rest.
fn parts(data: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut ends = data.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').map(|(at, _)| at + 1);
    let end = ends.nth(1)?;
    Some(data.split_at(end))
}

/// Removes the checksum at the end.
fn without_checksum(data: &[u8]) -> &[u8] {
    data.split_last_chunk::<32>().map_or(data, |(rest, _)| rest)
}

fn learner() -> Learner<Threes, Few, Points> {
    Learner::new(Threes::default(), Few, Points, Settings::default())
}

pub(crate) const CHECKPOINTS: Target = Target {
    name: "checkpoints",
    about: "checkpoints of trainings",
    is_cheap: false,
    words: &[
        "gambol run 2",
        "gambol run 1 phase 1",
        "gambol checkpoint 1",
        "\"phase\":",
        "\"played\":",
        "\"scale\":",
        "\"layout\":",
        "\"start\":",
        "\"settings\":",
        "\"epochs\":",
        "\"turns\":",
        "\"length\":",
        "\"stored\":[]",
        "\"unfinished\":[]",
        "[[]]",
        "[true,",
        "null",
        "1e39",
        "1e-46",
        "-0.0",
        "18446744073709551615",
        "4294967295",
    ],
    run: |data, _| {
        // Both checksums as a run would have written them, and the right number of weights, except
        // for a few.
        let sealed = match parts(data) {
            Some((head, rest)) if !hash(data).is_multiple_of(8) => {
                let inner = without_checksum(without_checksum(rest));
                let mut inner = inner.to_vec();
                if let Some((head, _)) = parts(&inner) {
                    inner.resize(head.len() + 12 * WEIGHTS, 1);
                }
                with_checksum([head, &with_checksum(inner)].concat())
            }
            _ => data.to_vec(),
        };
        let folder = folder();
        let path = folder.path().join("checkpoint");
        write(&path, &sealed);
        let run = Run::new().resume(&path);
        if let Err(why) = &run {
            assert!(why.to_string().starts_with(&format!("{}: ", path.display())), "{why}");
        }
        let Some((_, rest)) = parts(&sealed) else {
            assert!(run.is_err(), "accepted without a header");
            return false;
        };
        let (mut one, mut two) = (learner(), learner());
        let fresh = one.checkpoint();
        if one.restore(without_checksum(rest)).is_err() {
            assert!(one.checkpoint() == fresh, "refused and changed");
            return false;
        }
        // An accepted file is written, and accepted as the same.
        let bytes = one.checkpoint();
        if let Err(why) = two.restore(&bytes) {
            panic!("accepted, written and refused: {why}");
        }
        assert!(two.checkpoint() == bytes, "another checkpoint");
        run.is_ok()
    },
};

pub(crate) const WEIGHTS_FILES: Target = Target {
    name: "weights",
    about: "files of weights",
    is_cheap: true,
    words: &[
        "gambol weights 1",
        "gambol weights 2",
        "\"game\":\"threes\"",
        "\"rules\":",
        "\"training\":",
        "\"turns\":",
        "\"discount\":",
        "\"layout\":\"few\"",
        "\"weights\":24",
        "\"kind\":\"points\"",
        "\"kind\":{\"output\":{\"ended\":-1.0}}",
        "\"offset\":",
        "\"step\":",
        "null",
        "1e39",
        "3e38",
        "1e-45",
        "1e-46",
        "-1.0",
        "18446744073709551615",
        "\u{7f}\u{7f}\u{7f}\u{7f}\u{7}",
    ],
    run: |data, _| {
        let bytes = match parts(data) {
            // The weights are uncompressed in most inputs, so that mutations reach them.
            Some((head, codes)) if !codes.starts_with(&[0x78]) => with_checksum([head, &stored(codes)].concat()),
            Some(_) if !hash(data).is_multiple_of(8) => with_checksum(without_checksum(data).to_vec()),
            _ => data.to_vec(),
        };
        let Ok((network, about)) = Network::from_file::<Threes>(Few, "threes", &bytes) else { return false };
        assert!(network.weights().iter().all(|weight| weight.is_finite()));
        // An accepted file is written, and read as the same.
        let head = bytes.split(|&byte| byte == b'\n').nth(1).unwrap_or_default();
        let step = serde_json::from_slice::<serde_json::Value>(head).ok().and_then(|head| head["step"].as_f64());
        let Some(step) = step.map(|step| step as f32) else { panic!("accepted without a step") };
        // With more steps, floats cannot represent every number.
        if network.weights().iter().all(|weight| (weight / step).abs() < 4e6) {
            let file = network.to_file::<Threes>(&about, step).unwrap_or_else(|why| panic!("not written: {why}"));
            match Network::from_file::<Threes>(Few, "threes", &file) {
                Ok((again, said)) => {
                    assert!(again.weights() == network.weights() && said == about, "another network");
                    assert!(again.offset() == network.offset() && again.kind() == network.kind(), "another network");
                }
                Err(why) => panic!("accepted, written and refused: {why}"),
            }
        }
        true
    },
};

/// Returns an uncompressed zlib stream of these bytes.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let length = bytes.len().min(0xFFFF) as u16;
    let (mut one, mut two) = (1_u32, 0_u32);
    for &byte in &bytes[..usize::from(length)] {
        one = (one + u32::from(byte)) % 65_521;
        two = (two + one) % 65_521;
    }
    let [adler, lengths] =
        [(two << 16 | one).to_be_bytes(), (u32::from(!length) << 16 | u32::from(length)).to_le_bytes()];
    [&[0x78, 0x01, 0x01], &lengths[..], &bytes[..usize::from(length)], &adler].concat()
}
