//! `gambol self-play`: arrays of games.

use std::fs;
use std::io::Read;
use std::path::Path;

use gambol::registry::Registry;
use gambol_cli::{Refusal, Streams};

/// Seventy games in two files; games are cut, since their ends do not matter here.
const COMMAND: &str = "self-play threes --games 70 --simulations 4 --max-moves 5 --out";

fn run(command: &str, out: &Path) -> Result<String, Refusal> {
    let (front, back) = command.split_once("--out").unwrap_or((command, ""));
    let words = ["gambol"].into_iter().chain(front.split_whitespace()).map(str::to_owned);
    let out = ["--out".to_owned(), out.display().to_string()];
    let words: Vec<String> = words.chain(out).chain(back.split_whitespace().map(str::to_owned)).collect();
    gambol_cli::run(&Registry::standard(), words, Streams::new(&b""[..], Vec::new()))
}

fn files(directory: &Path) -> Vec<Vec<u8>> {
    (0..2).map(|file| fs::read(directory.join(format!("{file:06}.npz"))).unwrap_or_default()).collect()
}

/// The header and the bytes of an array of a file.
fn array(bytes: &[u8], name: &str) -> Result<(String, Vec<u8>), Box<dyn std::error::Error>> {
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes))?;
    let mut array = Vec::new();
    zip.by_name(&format!("{name}.npy"))?.read_to_end(&mut array)?;
    assert_eq!(&array[..8], b"\x93NUMPY\x01\x00");
    let end = 10 + usize::from(u16::from_le_bytes([array[8], array[9]]));
    assert_eq!(end % 64, 0, "{name}");
    Ok((String::from_utf8(array[10..end].to_vec())?.trim_end().to_owned(), array[end..].to_vec()))
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks(4).map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap_or_default())).collect()
}

#[test]
fn arrays_are_those_of_the_games() -> Result<(), Box<dyn std::error::Error>> {
    let directory = tempfile::tempdir()?;
    run(COMMAND, directory.path())?;
    let [first, second] = &files(directory.path())[..] else { return Err("two files".into()) };
    let (header, policies) = array(first, "policies")?;
    assert_eq!(header, "{'descr': '<f4', 'fortran_order': False, 'shape': (320,4,), }");
    for policy in floats(&policies).chunks(4) {
        assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{policy:?}");
    }
    let (header, planes) = array(second, "planes")?;
    assert_eq!(header, "{'descr': '<f4', 'fortran_order': False, 'shape': (30,34,4,4,), }");
    assert_eq!(planes.len(), 30 * 34 * 16 * 4);
    assert!(floats(&planes).contains(&1.0));
    // The points to come shrink by what was gained from a row to the next of one game.
    let (values, games) = (floats(&array(second, "values")?.1), array(second, "games")?.1);
    let game = |row: usize| i64::from_le_bytes(games[8 * row..8 * row + 8].try_into().unwrap_or_default());
    let own: Vec<f32> = (0..30).filter(|&row| game(row) == 64).map(|row| values[row]).collect();
    assert_eq!(own.len(), 5);
    assert!(own.windows(2).all(|pair| pair[0] >= pair[1]) && own[0] > 0.0, "{own:?}");
    assert_eq!(array(second, "scores")?.0, "{'descr': '<i8', 'fortran_order': False, 'shape': (6,), }");
    Ok(())
}

#[test]
fn shards_and_stopped_runs_write_the_same_bytes() -> Result<(), Box<dyn std::error::Error>> {
    let (whole, parts) = (tempfile::tempdir()?, tempfile::tempdir()?);
    run(&format!("{COMMAND} --jobs 1"), whole.path())?;
    run(&format!("{COMMAND} --shard 2/2"), parts.path())?;
    assert!(!parts.path().join("000000.npz").exists());
    let summary = run(&format!("{COMMAND} --json"), parts.path())?;
    assert!(summary.contains(r#""games":64,"positions":320,"kept":6"#), "{summary}");
    assert!(files(whole.path()) == files(parts.path()));
    Ok(())
}

#[test]
fn what_is_wrong_is_named() -> Result<(), Box<dyn std::error::Error>> {
    let directory = tempfile::tempdir()?;
    run(COMMAND, directory.path())?;
    let before = files(directory.path());
    let refused = |command: &str| run(command, directory.path()).unwrap_or_else(|refusal| refusal.message);
    let found = refused(&COMMAND.replace("--simulations 4", "--simulations 5"));
    assert!(found.contains("games of other settings") && found.contains(r#""simulations":5"#), "{found}");
    let found = refused("self-play threes --prior rows --games 1 --out");
    assert!(found.contains("--prior: "), "{found}");
    assert!(files(directory.path()) == before);
    let second = directory.path().join("000001.npz");
    for length in [0, before[1].len() / 2] {
        fs::write(&second, &before[1][..length])?;
        let found = refused(COMMAND);
        assert!(found.contains("000001.npz: ") && found.contains("remove the damaged file"), "{found}");
    }
    fs::remove_file(&second)?;
    run(COMMAND, directory.path())?;
    assert!(files(directory.path()) == before);
    fs::remove_file(directory.path().join("self-play.json"))?;
    let found = refused(&COMMAND.replace("--simulations 4", "--simulations 5"));
    assert!(found.contains("self-play.json: missing, but the directory has arrays"), "{found}");
    let found = run(COMMAND, &second).unwrap_or_else(|refusal| refusal.message);
    assert!(found.contains("000001.npz: it is a file, not a folder"), "{found}");
    Ok(())
}
