//! Files: records of games, journals of tunings, knowledge, the hall of fame.

use std::fs;
use std::hash::Hasher;
use std::path::Path;
use std::sync::OnceLock;

use gambol::game::StableHasher;
use gambol::match5::Match5;
use gambol::self_taught::{Fivo, HallOfFame};
use gambol_arena::{Course, Header, Journal, Merged, Opened, Reader, Writer};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::names::games;
use crate::{Target, hash};

/// Creates a folder for the files of an input, in memory if the system supports it.
pub(crate) fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.unwrap_or_else(|error| panic!("a folder for files: {error}"))
}

pub(crate) fn write(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

fn hash_of(key: Option<u64>, bytes: &[u8]) -> u64 {
    let mut hasher = StableHasher::default();
    if let Some(key) = key {
        hasher.write_u64(key);
    }
    hasher.write(bytes);
    hasher.finish()
}

pub(crate) const RECORDS: Target = Target {
    name: "records",
    about: "files of records: read, merged, continued, loaded, reported, analysed",
    is_cheap: false,
    words: &[
        "\"index\":",
        "\"seed\":",
        "\"first\":",
        "\"score\":",
        "\"moves\":",
        "\"final\":",
        "\"game\":",
        "\"each\":",
        "\"time_us\":",
        "null",
        "true",
        "false",
        "[]",
        "{}",
        "\"sprt\":\"0,50\"",
        "\"shard\":\"1/2\"",
        "\"games\":",
        "\"players\":",
        "\"agents\":",
        "\"max_moves\":",
        "\"opening_plies\":",
        "18446744073709551615",
        "-9223372036854775808",
        "1e999",
        "\\u0000",
        "\"events\":[",
    ],
    run: |data, _| {
        let folder = folder();
        let path = folder.path().join("games.jsonl");
        // Corrects the hashes, which would reject most inputs before the other checks; some stay
        // wrong.
        let sealed = if hash(data).is_multiple_of(8) { data.to_vec() } else { seal(data) };
        write(&path, &sealed);
        records(folder.path(), &path)
    },
};

/// Returns the lines with the hashes that a writer would have given them.
fn seal(data: &[u8]) -> Vec<u8> {
    let mut lines = data.split_inclusive(|&byte| byte == b'\n');
    let mut sealed = Vec::new();
    let mut key = 0;
    if let Some(first) = lines.next() {
        let text = unsealed(first);
        // The hash of the settings is also in the header.
        match serde_json::from_slice::<Header>(&[text, b"}"].concat()) {
            Ok(header) => {
                let header = Header::new(&header.gambol, header.plan, header.shard);
                key = header.plan.digest();
                let mut text = serde_json::to_vec(&header).unwrap_or_default();
                text.pop();
                append(&mut sealed, 0, &text);
            }
            Err(_) => append(&mut sealed, 0, text),
        }
    }
    for line in lines {
        append(&mut sealed, key, unsealed(line));
        if !line.ends_with(b"\n") {
            sealed.pop();
        }
    }
    sealed
}

/// Returns a line without its hash and its last brace.
fn unsealed(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let hash = b",\"hash\":\"";
    let end = line.windows(hash.len()).rposition(|part| part == hash);
    end.map_or(line.strip_suffix(b"}").unwrap_or(line), |end| &line[..end])
}

fn append(sealed: &mut Vec<u8>, key: u64, text: &[u8]) {
    sealed.extend_from_slice(text);
    sealed.extend_from_slice(format!(",\"hash\":\"{:016x}\"}}\n", hash_of(Some(key), text)).as_bytes());
}

/// Runs everything that reads a file of records. Returns whether it has a valid header and a valid
/// game.
fn records(folder: &Path, path: &Path) -> bool {
    let registry = &games().0;
    let verify = |plan: &gambol_arena::Plan, record: &gambol_arena::Record| {
        let start = registry.start(plan.game()).map_err(|error| error.to_string())?;
        let start = start.read(plan.start()).map_err(|error| error.to_string())?;
        record.verify(plan, start)
    };
    let Ok(Some(mut reader)) = Reader::open(path) else { return false };
    let header = reader.header().clone();
    let mut course = Course::new(&header);
    let mut sound = 0;
    while let Ok(Some(located)) = reader.read_next(&mut course, &verify) {
        assert!(!located.record.last.is_empty() || located.record.game.is_none());
        sound += 1;
    }
    assert!(course.tally().games() == sound, "{sound} games are added as {}", course.tally().games());
    let _ = course.tally().glance();
    // Merging does not change it.
    if let Ok(merged) = Merged::read(&[path.to_owned()], &verify) {
        let out = folder.join("merged.jsonl");
        if let Err(error) = merged.write(&out) {
            panic!("merged and not written: {error}");
        }
        let again = Merged::read(std::slice::from_ref(&out), &verify);
        assert!(again.is_ok(), "merged, written and not merged again: {again:?}");
        assert!(merged.header().shard != header.shard || fs::read(path).ok() == fs::read(&out).ok());
    }
    // As a saved game of a player.
    let _ = gambol_play::load_record(path);
    // As a part of a run, it is continued after its last valid line, or rejected and unchanged.
    let whole = folder.join("resumed.jsonl");
    let part = folder.join("resumed.jsonl.partial");
    let bytes = fs::read(path).unwrap_or_default();
    write(&part, &bytes);
    match Writer::open(&whole, &header, true, &verify) {
        Ok(Opened::Due(writer)) => {
            let kept = fs::read(&part).unwrap_or_default();
            assert!(bytes.starts_with(&kept), "bytes are lost that were sound");
            assert!(writer.course().tally().games() == sound, "continued behind another game");
        }
        Ok(Opened::Whole(_)) => panic!("there was no whole file"),
        Err(_) => assert!(fs::read(&part).ok() == Some(bytes), "refused and changed"),
    }
    if sound > 0 {
        let [file, page] = [path, &folder.join("page.html")].map(|path| path.display().to_string());
        let _ = crate::command(&["report", &file, "--out", &page]);
        let _ = crate::command(&["analyse", &file, "--agent", "random", "--jobs", "1"]);
    }
    sound > 0
}

pub(crate) const JOURNALS: Target = Target {
    name: "journals",
    about: "journals of tunings: continued or refused",
    is_cheap: false,
    words: &[
        "\"version\":",
        "\"game\":",
        "\"parameters\":",
        "\"seed\":1",
        "\"files\":[]",
        "\"generation\":0",
        "\"agent\":",
        "\"value\":",
        "\"mean\":",
        "90.16666666666667",
        "1e-320",
        "1e999",
        "null",
        "{}",
        "[]",
        "\\u0000",
        "18446744073709551615",
    ],
    run: |data, _| {
        let folder = folder();
        let path = folder.path().join("tune.jsonl");
        // Corrected hashes, since wrong ones would be rejected before the other checks. With
        // unchanged hashes, only a part of the journal is accepted, and it is continued to the same
        // end.
        if hash(data).is_multiple_of(4) {
            write(&path, data);
            tuned(&path, data)
        } else {
            journal(&path, data)
        }
    },
};

/// Runs a tuning of a few games with a journal that may exist.
fn tune(path: &Path) -> Result<String, gambol_cli::Refusal> {
    let path = path.display().to_string();
    let agent = ["tune", "threes", "--agent", "mc:rollouts={n}", "--parameters", "n=2,1,1,3", "--whole", "n"];
    let games = ["--games", "3", "--max-moves", "2", "--candidates", "4", "--generations", "2", "--check", "0"];
    crate::command(&[&agent[..], &games, &["--jobs", "1", "--resume", "--out", &path]].concat())
}

/// Continues a journal unchanged. Returns whether it is accepted.
fn tuned(path: &Path, data: &[u8]) -> bool {
    static WHOLE: OnceLock<Vec<u8>> = OnceLock::new();
    let whole = WHOLE.get_or_init(|| {
        let folder = folder();
        let path = folder.path().join("tune.jsonl");
        tune(&path).unwrap_or_else(|why| panic!("{why}"));
        fs::read(&path).unwrap_or_default()
    });
    match tune(path) {
        Ok(_) => assert!(fs::read(path).is_ok_and(|end| end == *whole), "continued to another end"),
        Err(why) => {
            assert!(!why.message.is_empty() && fs::read(path).is_ok_and(|end| end == data), "refused and changed");
            return false;
        }
    }
    true
}

/// Reads a journal with corrected hashes. Returns whether it has a valid entry.
fn journal(path: &Path, data: &[u8]) -> bool {
    let mut lines = data.split_inclusive(|&byte| byte == b'\n');
    let mut settings = json!({});
    let mut sealed = Vec::new();
    let mut key = 0;
    if let Some(first) = lines.next() {
        let text = unsealed(first);
        if let Ok(read @ Value::Object(_)) = serde_json::from_slice::<Value>(&[text, b"}"].concat()) {
            settings = read;
        }
        // In the order in which the settings are written.
        let mut text = serde_json::to_vec(&settings).unwrap_or_default();
        text.pop();
        append(&mut sealed, 0, &text);
        key = hash_of(None, &sealed);
        if !first.ends_with(b"\n") {
            sealed.pop();
        }
    }
    for (number, line) in (0..).zip(lines) {
        append(&mut sealed, key.wrapping_add(number), unsealed(line));
        if !line.ends_with(b"\n") {
            sealed.pop();
        }
    }
    write(path, &sealed);
    let open = || Journal::open::<Value>(path, &settings, true);
    let Ok((mut journal, entries)) = open() else {
        assert!(fs::read(path).is_ok_and(|there| there == sealed), "refused and changed");
        return false;
    };
    let kept = fs::read(path).unwrap_or_default();
    assert!(sealed.starts_with(&kept) || kept.starts_with(&sealed), "bytes are lost that were sound");
    let new = json!({"value": f64::from_bits(hash(data) >> 2)});
    journal.add(&new).unwrap_or_else(|why| panic!("{why}"));
    drop(journal);
    let (_, again) = open().unwrap_or_else(|why| panic!("{why}"));
    assert!(again.split_last() == Some((&new, &entries[..])), "{again:?} of {entries:?} and {new}");
    for entry in &entries {
        let text = entry.to_string();
        assert!(serde_json::from_str::<Value>(&text).is_ok_and(|back| back == *entry), "{text} is read as another");
    }
    !entries.is_empty()
}

pub(crate) const KNOWLEDGE: Target = Target {
    name: "knowledge",
    about: "files of knowledge (.fivo)",
    is_cheap: false,
    words: &["FIVO", "Ada", "threat", "random", "9/9/9/9/9/9/9/9/9 r"],
    run: |data, _| {
        let mut bytes = data.to_vec();
        // Length and checksum as a writer would have written them, except for a few.
        if bytes.len() >= 18 && !hash(data).is_multiple_of(16) {
            let length = (bytes.len() as u32).to_le_bytes();
            bytes[6..10].copy_from_slice(&length);
            let end = bytes.len() - 8;
            let sum = hash_of(None, &bytes[..end]).to_le_bytes();
            bytes[end..].copy_from_slice(&sum);
        }
        let folder = folder();
        let path = folder.path().join("Ada.fivo");
        write(&path, &bytes);
        let Ok(file) = Fivo::open(&path, "") else { return false };
        let knowledge = file.knowledge();
        for position in ["9/9/9/9/rbbbb4/9/9/9/r2rr4 r", "5/5/2r2/2b2/5 r row=3", "11/11/11/11/11/5r5/11/11/11/11/11 b"]
        {
            let state: Match5 = position.parse().unwrap_or_else(|error| panic!("{error}"));
            if let Some(found) = knowledge.recognise(&state) {
                assert!(state.stone(found.cell()).is_none(), "{position}: it answers on a stone");
                assert!(knowledge.pattern(found.entry()).is_some());
            }
        }
        if let Ok(mut copy) = file.copy(folder.path(), "Bob") {
            if let Err(error) = copy.store() {
                panic!("read and not written: {error}");
            }
            let again = Fivo::open(&folder.path().join("Bob.fivo"), "").unwrap_or_else(|error| panic!("{error}"));
            assert!(again.knowledge() == knowledge && again.studies() == file.studies(), "the copy differs");
        }
        true
    },
};

pub(crate) const HALL: Target = Target {
    name: "hall",
    about: "the hall of fame of the self-learning player",
    is_cheap: false,
    words: &["\t", "\n", "1\tAda\n", "4294967295\t", "0\t", "match5 hall of fame, version 1, checksum "],
    run: |data, _| {
        let folder = folder();
        let title = b"match5 hall of fame, version 1, checksum ";
        let bytes = match data.iter().position(|&byte| byte == b'\n') {
            Some(end) if data.starts_with(title) => {
                let list = &data[end + 1..];
                [&title[..], format!("{:016x}\n", hash_of(None, list)).as_bytes(), list].concat()
            }
            _ => data.to_vec(),
        };
        write(&HallOfFame::path(folder.path()), &bytes);
        let Ok(mut hall) = HallOfFame::read(folder.path()) else { return false };
        let place = hall.enter("Zed", 7);
        assert!(place.is_none_or(|place| place <= HallOfFame::SIZE));
        assert!(hall.players().len() <= HallOfFame::SIZE.max(hall.players().len()));
        let _ = HallOfFame::update(folder.path(), |hall| Ok(hall.enter("Zed", 9)));
        true
    },
};
