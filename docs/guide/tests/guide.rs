//! The chapters: their code is that of the package, and their links lead somewhere.

use std::fs;
use std::path::{Path, PathBuf};

const REPOSITORY: &str = "https://github.com/gambol-rs/gambol/";

fn guide() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut found: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == extension)).collect();
    found.sort();
    found
}

fn chapters() -> Vec<(PathBuf, String)> {
    files(&guide().join("src"), "md").into_iter().map(|path| (path.clone(), read(&path))).collect()
}

/// The code blocks of a chapter: what follows the first three backticks, and the code.
fn blocks(chapter: &str) -> Vec<(&str, &str)> {
    let parts: Vec<&str> = chapter.split("```").collect();
    assert!(parts.len() % 2 == 1, "a block without an end");
    parts.iter().skip(1).step_by(2).map(|block| block.split_once('\n').unwrap_or((block, ""))).collect()
}

/// Blocks that are not compiled where they stand are parts of the package's files, which are; a
/// line `// …` stands for lines that are not shown.
#[test]
fn code_is_that_of_the_package() {
    let root = guide().join("../..");
    let code = files(&guide().join("code"), "rs");
    let of_the_reader = code.iter().filter(|path| !path.ends_with("chapters.rs"));
    let mut sources: Vec<String> = of_the_reader.map(|path| read(path)).collect();
    for path in ["docs/guide/tests/conformance.rs", "crates/cli/examples/twenty48.rs"] {
        sources.push(read(&root.join(path)));
    }
    let mut shown = String::new();
    for (path, chapter) in chapters() {
        for (kind, code) in blocks(&chapter) {
            assert!(
                ["rust", "rust,ignore", "rust,no_run", "sh", "text", "toml", "html", "python"].contains(&kind),
                "{}: {kind}",
                path.display()
            );
            if kind != "rust,ignore" {
                continue;
            }
            let mut piece = String::new();
            for line in code.lines().chain(["// …"]) {
                if !line.trim_start().starts_with("// …") {
                    piece += line;
                    piece.push('\n');
                    continue;
                }
                let is_known = |text: &str| sources.iter().any(|source| source.contains(text));
                // A blank line in a block may stand for lines between two items.
                for item in piece.split("\n\n") {
                    assert!(is_known(item.trim_matches('\n')), "{}: no file has\n{item}", path.display());
                }
                shown += &piece;
                piece.clear();
            }
        }
    }
    // Nothing is left for the reader to guess; `chapters` belongs to the tests.
    let ours = |line: &&str| !line.starts_with("//!") && !["#[cfg(doctest)]", "mod chapters;"].contains(line);
    for line in sources.iter().flat_map(|source| source.lines()).filter(ours) {
        assert!(shown.contains(line), "no chapter shows: {line}");
    }
}

#[test]
fn every_chapter_is_listed_and_tested() {
    let (summary, library) = (read(&guide().join("src/SUMMARY.md")), read(&guide().join("code/chapters.rs")));
    for (path, _) in chapters() {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if name != "SUMMARY.md" {
            assert!(summary.contains(&format!("({name})")), "{name} is not in the summary");
            assert!(library.contains(&format!("../src/{name}")), "{name} is not tested");
        }
    }
}

/// The anchor that mdBook and forges give a heading.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

fn has_anchor(page: &Path, wanted: &str) -> bool {
    read(page).lines().filter(|line| line.starts_with('#')).any(|line| anchor(line) == wanted)
}

#[test]
fn links_are_not_dead() {
    let mut checked = 0;
    for (path, chapter) in chapters() {
        for link in chapter.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link) {
            let (target, wanted) = link.split_once('#').unwrap_or((link, ""));
            let file = if let Some(inside) = target.strip_prefix(REPOSITORY) {
                let path = inside.strip_prefix("blob/main/").or_else(|| inside.strip_prefix("tree/main/"));
                guide().join("../..").join(path.unwrap_or_else(|| panic!("{}: {link}", path_of(inside))))
            } else if target.starts_with("https://") {
                continue;
            } else if target.is_empty() {
                path.clone()
            } else {
                assert!(!target.contains('/'), "{}: {link} leads out of the book", path.display());
                guide().join("src").join(target)
            };
            assert!(file.exists(), "{}: {link} is dead", path.display());
            assert!(wanted.is_empty() || has_anchor(&file, wanted), "{}: {link} has no such heading", path.display());
            checked += 1;
        }
    }
    assert!(checked > 30, "{checked} links");
}

fn path_of(text: &str) -> String {
    format!("the link to {text}")
}
