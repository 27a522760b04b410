//! Bundles JavaScript modules into one script, for a page that is a single file, since browsers
//! load no modules from disk.
//!
//! Each module becomes a function that returns its exports, called once. This supports the
//! necessary part of JavaScript's grammar: `import` and `export` begin a line, there are no cycles,
//! and exports are functions, classes and constants, or named in braces.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Returns the script of a module and its imports, given the sources by file name.
///
/// # Errors
///
/// Fails on an unsupported statement; the error names the module and the statement.
pub(crate) fn bundle(entry: &str, sources: &BTreeMap<String, String>) -> Result<String, String> {
    let mut script = String::from("\"use strict\";\nconst $modules = {};\n");
    let mut open = Vec::new();
    let mut done = Vec::new();
    add(entry, sources, &mut open, &mut done, &mut script)?;
    Ok(script)
}

fn add(
    name: &str,
    sources: &BTreeMap<String, String>,
    open: &mut Vec<String>,
    done: &mut Vec<String>,
    script: &mut String,
) -> Result<(), String> {
    if done.iter().any(|known| known == name) {
        return Ok(());
    }
    if open.iter().any(|known| known == name) {
        return Err(format!("{name}: modules import each other in a cycle: {}", open.join(", ")));
    }
    let source = sources.get(name).ok_or_else(|| format!("{name}: there is no such module"))?;
    open.push(name.to_owned());
    let module = convert(name, source)?;
    for import in &module.imports {
        add(import, sources, open, done, script)?;
    }
    open.pop();
    done.push(name.to_owned());
    let exports: Vec<String> = module.exports.iter().map(|(name, local)| format!("{name}: {local}")).collect();
    // The entry may await, as modules may at their top level.
    let waits = if open.is_empty() { "async " } else { "" };
    let _ = writeln!(
        script,
        "$modules[{name:?}] = ({waits}() => {{\n{}\nreturn {{ {} }};\n}})();",
        module.body,
        exports.join(", ")
    );
    Ok(())
}

#[derive(Default)]
struct Module {
    body: String,
    imports: Vec<String>,
    /// Names outside and inside.
    exports: Vec<(String, String)>,
}

fn convert(name: &str, source: &str) -> Result<Module, String> {
    let mut module = Module::default();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("import ") || line.starts_with("import{") || line.starts_with("export {") {
            let mut statement = line.to_owned();
            while !is_whole(&statement) {
                let more = lines.next().ok_or_else(|| format!("{name}: `{line}` does not end"))?;
                statement = format!("{statement} {}", more.trim());
            }
            let converted = if line.starts_with("export") {
                export(&mut module, &statement)
            } else {
                import(&mut module, &statement)
            };
            converted.ok_or_else(|| format!("{name}: `{statement}` is not understood"))?;
        } else if let Some(declaration) = line.strip_prefix("export ") {
            let local = declared(declaration).ok_or_else(|| format!("{name}: `{line}` is not understood"))?;
            module.exports.push((local.to_owned(), local.to_owned()));
            module.body += declaration;
            module.body.push('\n');
        } else if !is_comment(line) && (line.contains("import.meta") || line.contains("import(")) {
            return Err(format!("{name}: `{line}` cannot be in a single file"));
        } else {
            module.body += line;
            module.body.push('\n');
        }
    }
    Ok(module)
}

/// Whether a line is a comment, which may name types of modules. Comments after code are not
/// detected.
fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    ["//", "/*", "*"].iter().any(|sign| line.starts_with(sign))
}

/// Whether a statement of imports or exports is complete.
fn is_whole(statement: &str) -> bool {
    let statement = statement.trim_end();
    let braces = statement.matches('{').count() == statement.matches('}').count();
    braces && (statement.ends_with(';') || statement.ends_with('}') || statement.ends_with(['\'', '"']))
}

/// Returns the name that a declaration defines.
fn declared(declaration: &str) -> Option<&str> {
    let rest = declaration.strip_prefix("async ").unwrap_or(declaration);
    let kinds = ["function* ", "function ", "class ", "const ", "let "];
    let rest = kinds.into_iter().find_map(|kind| rest.strip_prefix(kind))?;
    let end =
        rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '$').unwrap_or(rest.len());
    Some(&rest[..end]).filter(|name| !name.is_empty())
}

/// Returns the names in braces, each with the name after `as`.
fn names(list: &str) -> impl Iterator<Item = (&str, &str)> {
    let items = list.split(',').map(str::trim).filter(|item| !item.is_empty());
    items.map(|item| item.split_once(" as ").map_or((item, item), |(name, local)| (name.trim(), local.trim())))
}

fn export(module: &mut Module, statement: &str) -> Option<()> {
    let list = statement.strip_prefix("export")?.trim().trim_end_matches(';').trim();
    let list = list.strip_prefix('{')?.strip_suffix('}')?;
    module.exports.extend(names(list).map(|(local, name)| (name.to_owned(), local.to_owned())));
    Some(())
}

fn import(module: &mut Module, statement: &str) -> Option<()> {
    let statement = statement.strip_prefix("import")?.trim().trim_end_matches(';').trim();
    let (what, from) = match statement.rsplit_once("from") {
        Some((what, from)) => (what.trim(), from.trim()),
        None => ("", statement),
    };
    let from = from.trim_matches(['\'', '"']).strip_prefix("./")?;
    let place = format!("$modules[{from:?}]");
    if !module.imports.iter().any(|known| known == from) {
        module.imports.push(from.to_owned());
    }
    let mut rest = what;
    while !rest.is_empty() {
        rest = rest.trim_start_matches([',', ' ']);
        if let Some(list) = rest.strip_prefix('{') {
            let (list, after) = list.split_once('}')?;
            let taken: Vec<String> = names(list).map(|(name, local)| format!("{name}: {local}")).collect();
            let _ = writeln!(module.body, "const {{ {} }} = {place};", taken.join(", "));
            rest = after.trim();
            continue;
        }
        let (one, after) = rest.split_once(',').unwrap_or((rest, ""));
        let one = one.trim();
        let _ = match one.strip_prefix("* as ") {
            Some(local) => writeln!(module.body, "const {} = {place};", local.trim()),
            None => writeln!(module.body, "const {one} = {place}.default;"),
        };
        rest = after.trim();
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(files: &[(&str, &str)]) -> BTreeMap<String, String> {
        files.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect()
    }

    #[test]
    fn modules_are_run_once_and_in_order() {
        let files = [
            (
                "main.js",
                "import start, * as all from './a.js';\nimport {\n  b as beta,\n} from './b.js';\nstart(all, beta);",
            ),
            ("a.js", "import { b } from './b.js';\nfunction run() {}\nexport { run as default, b };"),
            ("b.js", "export const b = 1;\nexport async function c() {}\nexport class D {}"),
        ];
        let script = bundle("main.js", &sources(&files)).unwrap();
        let place = |text: &str| script.find(text).unwrap_or_else(|| panic!("{text}: {script}"));
        assert!(place("$modules[\"b.js\"] =") < place("$modules[\"a.js\"] ="));
        assert!(place("$modules[\"a.js\"] =") < place("$modules[\"main.js\"] = (async"));
        for text in [
            "const { b: beta } = $modules[\"b.js\"];",
            "const start = $modules[\"a.js\"].default;",
            "const all = $modules[\"a.js\"];",
            "return { default: run, b: b };",
            "return { b: b, c: c, D: D };",
        ] {
            place(text);
        }
        assert_eq!(script.matches("$modules[\"b.js\"] =").count(), 1);
        assert!(!script.contains("export ") && !script.contains("import "));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        let error = |main: &str| {
            bundle("main.js", &sources(&[("main.js", main), ("a.js", "import './main.js';")])).unwrap_err()
        };
        assert!(error("import { a } from './none.js';").contains("none.js: there is no such module"));
        assert!(error("import './a.js';").contains("cycle"));
        assert!(error("export default 3;").contains("is not understood"));
        assert!(error("import { a } from 'https://x.org/a.js';").contains("is not understood"));
        assert!(error("import { a").contains("does not end"));
        assert!(error("const x = import.meta.url;").contains("single file"));
    }
}
