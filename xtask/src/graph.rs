//! The dependency graph of the published crates, in CONTRIBUTING.md and in the guide.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::{Failure, root};

/// The files with a graph, and its form: forges draw Mermaid, mdBook does not.
const FILES: [(&str, Form); 2] = [("CONTRIBUTING.md", Form::Mermaid), ("docs/guide/src/introduction.md", Form::Text)];
/// The line before a graph, and the line after it.
const BEGIN: &str = "<!-- begin: cargo run -p xtask -- graph -->";
const END: &str = "<!-- end -->";

/// The dependencies of each crate.
type Graph = BTreeMap<String, BTreeSet<String>>;

#[derive(Clone, Copy)]
enum Form {
    Mermaid,
    Text,
}

/// Draws the graph into the files, or with `check`, fails if one of them is not current.
pub(crate) fn draw(check: bool) -> Result<(), Failure> {
    let graph = reduced(&published(&metadata()?)?);
    for (file, form) in FILES {
        let path = root().join(file);
        let old = fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?;
        let new = replaced(&old, &figure(&graph, form)).map_err(|error| format!("{file}: {error}"))?;
        if new == old {
            continue;
        }
        if check {
            return Err(
                format!("{file}: the graph of the crates is not current; run `cargo run -p xtask -- graph`").into()
            );
        }
        write(&path, &new).map_err(|error| format!("{file}: {error}"))?;
    }
    Ok(())
}

/// Writes a file under another name and renames it.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let beside = path.with_extension("new");
    fs::write(&beside, text)?;
    fs::rename(&beside, path)
}

/// Returns Cargo's description of the workspace.
fn metadata() -> Result<Value, Failure> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--no-deps"])
        .current_dir(root())
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", output.status).into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Returns the published crates of the workspace and their dependencies on each other, without
/// those of tests and build scripts.
fn published(metadata: &Value) -> Result<Graph, Failure> {
    let packages = metadata["packages"].as_array().ok_or("cargo metadata: no packages")?;
    // An empty list of registries means that a package is not published.
    let packages = packages.iter().filter(|package| package["publish"].as_array().is_none_or(|list| !list.is_empty()));
    let mut graph = Graph::new();
    for package in packages {
        let dependencies = package["dependencies"].as_array().into_iter().flatten();
        let normal = dependencies.filter(|dependency| dependency["kind"].is_null());
        graph.insert(text(&package["name"]), normal.map(|dependency| text(&dependency["name"])).collect());
    }
    let names: BTreeSet<String> = graph.keys().cloned().collect();
    for dependencies in graph.values_mut() {
        dependencies.retain(|name| names.contains(name));
    }
    Ok(graph)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Removes the dependencies that are also dependencies of another dependency. A graph of Cargo has
/// no cycles.
fn reduced(graph: &Graph) -> Graph {
    let is_indirect = |dependencies: &BTreeSet<String>, name: &String| {
        dependencies.iter().any(|between| between != name && reaches(graph, between, name))
    };
    let reduce = |(name, dependencies): (&String, &BTreeSet<String>)| {
        let kept = dependencies.iter().filter(|dependency| !is_indirect(dependencies, dependency));
        (name.clone(), kept.cloned().collect())
    };
    graph.iter().map(reduce).collect()
}

/// Whether a crate depends on another, directly or not.
fn reaches(graph: &Graph, from: &str, to: &str) -> bool {
    let dependencies = graph.get(from).into_iter().flatten();
    dependencies.into_iter().any(|next| next == to || reaches(graph, next, to))
}

/// Returns the length of the longest chain of dependencies of a crate.
fn height(graph: &Graph, name: &str) -> usize {
    graph.get(name).into_iter().flatten().map(|next| 1 + height(graph, next)).max().unwrap_or(0)
}

/// Returns a block of code with the graph.
fn figure(graph: &Graph, form: Form) -> String {
    let short = |name: &str| name.strip_prefix("gambol-").unwrap_or(name).to_owned();
    let names = |names: &BTreeSet<String>| names.iter().map(|name| short(name)).collect::<Vec<_>>();
    // Crates with the same dependencies are on one line, those that depend on most come first.
    let mut rows: BTreeMap<(usize, Vec<String>), Vec<String>> = BTreeMap::new();
    for (name, dependencies) in graph.iter().filter(|(_, dependencies)| !dependencies.is_empty()) {
        rows.entry((height(graph, name), names(dependencies))).or_default().push(short(name));
    }
    let rows: Vec<(String, String)> = match form {
        Form::Text => rows.into_iter().map(|((_, to), from)| (from.join(", "), to.join(", "))).collect(),
        Form::Mermaid => rows.into_iter().map(|((_, to), from)| (from.join(" & "), to.join(" & "))).collect(),
    };
    let mut block = match form {
        Form::Text => "```text\n".to_owned(),
        Form::Mermaid => "```mermaid\nflowchart TD\n".to_owned(),
    };
    for (from, to) in rows.iter().rev() {
        let _ = match form {
            Form::Text => writeln!(block, "{from} → {to}"),
            Form::Mermaid => writeln!(block, "  {from} --> {to}"),
        };
    }
    block + "```"
}

/// Returns a page with another graph between its marks.
fn replaced(page: &str, figure: &str) -> Result<String, String> {
    let parts = page.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = parts.ok_or_else(|| format!("no lines `{BEGIN}` and `{END}`"))?;
    Ok(format!("{before}{BEGIN}\n\n{figure}\n\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_files_are_current() {
        draw(true).unwrap();
    }

    fn example() -> Graph {
        let normal = |name: &str| json!({"name": name, "kind": null});
        let package =
            |name: &str, dependencies: Vec<Value>| json!({"name": name, "publish": null, "dependencies": dependencies});
        let of_a_test = json!({"name": "gambol-cli", "kind": "dev"});
        let of_a_build = json!({"name": "gambol-arena", "kind": "build"});
        let benches = json!({"name": "gambol-benches", "publish": [], "dependencies": [normal("gambol")]});
        let packages = json!({"packages": [
            package("gambol", vec![normal("gambol-core"), normal("gambol-arena"), normal("gambol-benches")]),
            package("gambol-arena", vec![normal("gambol-core"), normal("serde"), of_a_test]),
            package("gambol-cli", vec![normal("gambol"), normal("gambol-core"), normal("gambol-arena")]),
            package("gambol-core", vec![]),
            package("gambol-threes", vec![normal("gambol-core"), of_a_build]),
            benches,
        ]});
        reduced(&published(&packages).unwrap())
    }

    #[test]
    fn arrows_that_follow_from_others_are_left_out() {
        let text = "```text\ncli → gambol\ngambol → arena\narena, threes → core\n```";
        assert_eq!(figure(&example(), Form::Text), text);
        let mermaid = "```mermaid\nflowchart TD\n  cli --> gambol\n  gambol --> arena\n  arena & threes --> core\n```";
        assert_eq!(figure(&example(), Form::Mermaid), mermaid);
    }

    #[test]
    fn only_the_text_between_the_marks_is_replaced() {
        let page = format!("# A\n\n{BEGIN}\n\nold\n\n{END}\n\nb\n");
        let new = replaced(&page, "new").unwrap();
        assert_eq!(new, page.replace("old", "new"));
        assert_eq!(replaced(&new, "new").unwrap(), new);
        for page in ["", BEGIN, END] {
            assert!(replaced(page, "new").unwrap_err().contains("no lines"));
        }
    }
}
