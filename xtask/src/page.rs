//! The page: the modules, their glue, the sources, the weights, and a single file with all of them.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::{fs, iter, thread};

use base64ct::{Base64, Encoding};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use wasm_bindgen_cli_support::Bindgen;

use crate::bundle::bundle;
use crate::{Failure, documents, root, target, weights};

const TARGET: &str = "wasm32-unknown-unknown";
/// The crate of the modules.
const CRATE: &str = "gambol-web";
/// The games, each with a separate module for its searches, and its inlining threshold if that is
/// not the default: calls are expensive in a browser, but a module has at most 600 kB.
const GAMES: [(&str, Option<u32>); 5] = [
    ("five-or-more", None),
    ("match5", Some(400)),
    ("pentago-swap", Some(1000)),
    ("tenten", Some(500)),
    ("threes", Some(1000)),
];
/// The most modules that are built at a time.
const GREATEST_BUILDERS: usize = 3;
/// The folder of the page's sources and, beside it, those of sources for checks only.
const SOURCES: &str = "crates/web/page";
/// Extensions of the sources of the page.
const SERVED: [&str; 8] = ["html", "js", "css", "svg", "png", "json", "webmanifest", "txt"];
/// Files with these extensions that are for checks only.
const CHECKS: [&str; 4] = ["package.json", "package-lock.json", "tsconfig.json", "jsconfig.json"];
/// The extensions of WebAssembly that the module uses, since Rust's compiler uses them; all
/// browsers since 2022 support them.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Builds the page into a folder.
#[allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]
pub(crate) fn build(out: &Path) -> Result<(), Failure> {
    ensure_target()?;
    let glue = target().join("web-glue");
    fresh(&glue)?;
    let compiled = compile(&glue)?;

    // Files of an earlier build would be served, too.
    ensure_only_page(out)?;
    fresh(out)?;
    let mut modules = BTreeMap::new();
    for path in weights::listed(&root().join(SOURCES))? {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
        if path.is_file() && SERVED.contains(&end) && !CHECKS.contains(&name.as_str()) {
            fs::copy(&path, out.join(&name))?;
            if end == "js" {
                modules.insert(name, fs::read_to_string(&path)?);
            }
        }
    }
    for name in ["page", "worker"].map(|half| format!("gambol_{half}.js")) {
        let script = fs::read_to_string(glue.join(&name))?;
        fs::write(out.join(&name), &script)?;
        modules.insert(name, script);
    }
    let files = weights::files(&root())?;
    weights::write(&files, out)?;
    let mut packed = Vec::new();
    for name in &compiled {
        let (bytes, path) = (fs::read(glue.join(name))?, out.join(name));
        fs::write(&path, &bytes)?;
        let small = gzip(&bytes)?;
        println!("{}: {} bytes, {} gzipped", path.display(), bytes.len(), small.len());
        packed.push((name.as_str(), small));
    }
    documents::write(out)?;
    write_service_worker(out)?;
    let single = single_file(out, &modules, &packed, &files)?;
    fs::write(out.join("gambol.html"), &single)?;
    println!("{}: {} bytes", out.join("gambol.html").display(), single.len());
    Ok(())
}

/// The service worker, and its lines that this program fills in.
const SERVICE_WORKER: &str = "offline.js";
const VERSION_LINE: &str = "const VERSION = \"\";";
const FILES_LINE: &str = "const FILES = /** @type {string[]} */ ([]);";

/// Writes the names of the page's files and their hash, the version of the page, into the service
/// worker. Documents and weights are not part of it.
fn write_service_worker(out: &Path) -> Result<(), Failure> {
    let (mut hash, mut names) = (Sha256::new(), Vec::new());
    let path = out.join(SERVICE_WORKER);
    let source = fs::read_to_string(&path)?;
    for file in weights::listed(out)?.into_iter().filter(|file| file.is_file() && *file != path) {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        hash.update(fs::read(&file)?);
        hash.update(&name);
        names.push(name);
    }
    hash.update(&source);
    let version = weights::hex(&hash.finalize())[..16].to_owned();
    let filled =
        [(VERSION_LINE, format!("const VERSION = {version:?};")), (FILES_LINE, format!("const FILES = {names:?};"))];
    let filled = filled.into_iter().try_fold(source, |source, (line, by)| {
        let is_there = source.matches(line).count() == 1;
        if is_there { Ok(source.replacen(line, &by, 1)) } else { Err(format!("{SERVICE_WORKER}: no line `{line}`")) }
    })?;
    Ok(fs::write(path, filled)?)
}

/// Writes the glue of a module for Node.js, for tests.
pub(crate) fn glue_for_node(module: &Path, dir: &Path) -> Result<(), Failure> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).nodejs(true)?.typescript(false);
    bindgen.generate(dir).map_err(|error| format!("{}: {error:#}", module.display()).into())
}

/// Refuses a folder with anything but an earlier page and the guide below it, since it is cleared.
fn ensure_only_page(out: &Path) -> Result<(), Failure> {
    let has_page = out.join("weights.json").is_file();
    for entry in fs::read_dir(out).into_iter().flatten() {
        let path = entry?.path();
        let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
        let is_part = if path.is_dir() {
            ["docs", "guide", "weights"].map(|name| out.join(name)).contains(&path)
        } else {
            SERVED.contains(&end) || end == "wasm"
        };
        if !has_page || !is_part {
            return Err(format!("{}: it is no part of an earlier page; choose another folder", path.display()).into());
        }
    }
    Ok(())
}

/// Creates or clears a folder.
fn fresh(folder: &Path) -> Result<(), Failure> {
    let refuse = |error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(refuse)?;
    }
    fs::create_dir_all(folder).map_err(refuse)?;
    Ok(())
}

/// Installs the compiler's target if it is missing.
#[allow(clippy::print_stderr, reason = "it is a program")]
fn ensure_target() -> Result<(), Failure> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let found = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output()?;
    if Path::new(String::from_utf8_lossy(&found.stdout).trim()).is_dir() {
        return Ok(());
    }
    eprintln!("adding the target {TARGET}");
    let added = Command::new("rustup").args(["target", "add", TARGET]).status();
    match added {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("rustup target add {TARGET}: {status}").into()),
        Err(error) => Err(format!("the target {TARGET} is missing, and rustup cannot add it: {error}").into()),
    }
}

/// Compiles the modules, with their glue, into a folder; returns their names. All workers share the
/// same glue.
fn compile(folder: &Path) -> Result<Vec<String>, Failure> {
    let page = ("wasm-page", "page".to_owned(), None, folder.to_owned(), "gambol_page");
    let worker =
        |(game, inlined): (&str, _)| ("wasm", format!("worker,{game}"), inlined, folder.join(game), "gambol_worker");
    let modules = Mutex::new(iter::once(page).chain(GAMES.into_iter().map(worker)));
    let next = || modules.lock().ok()?.next();
    // One module uses one core for most of its time. Each builder has a target folder of its own,
    // since Cargo locks it.
    let builders = thread::available_parallelism().map_or(1, usize::from).min(GREATEST_BUILDERS);
    let build = |builder: usize| {
        let target = target().join(format!("web-build-{builder}"));
        iter::from_fn(next).try_for_each(|(profile, features, inlined, folder, name)| {
            module(&target, profile, &features, inlined, &folder, name).map_err(|error| error.to_string())
        })
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..builders).map(|builder| scope.spawn(move || build(builder))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(|_| Err("a builder panicked".into())))
    })?;

    let mut names = vec!["gambol_page_bg.wasm".to_owned()];
    let mut glue: Option<String> = None;
    for (game, _) in GAMES {
        let own = fs::read_to_string(folder.join(game).join("gambol_worker.js"))?;
        if glue.get_or_insert_with(|| own.clone()) != &own {
            return Err(format!("the module of {game} has other glue than those before").into());
        }
        let name = format!("gambol_worker_{game}.wasm");
        fs::rename(folder.join(game).join("gambol_worker_bg.wasm"), folder.join(&name))?;
        names.push(name);
    }
    for file in ["gambol_worker.js", "gambol_worker.d.ts"] {
        fs::rename(folder.join(GAMES[0].0).join(file), folder.join(file))?;
    }
    Ok(names)
}

/// Compiles a module with these features and this inlining threshold in a target folder, and writes
/// it and its glue into a folder.
fn module(
    target: &Path,
    profile: &str,
    features: &str,
    inlined: Option<u32>,
    folder: &Path,
    name: &str,
) -> Result<(), Failure> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // Without building the library as well, which would prevent link-time optimisation across
    // crates.
    let status = Command::new(cargo)
        .args(["rustc", "--package", CRATE, "--lib", "--crate-type", "cdylib", "--target", TARGET])
        .args(["--profile", profile, "--no-default-features", "--features", features, "--"])
        .args(inlined.map(|threshold| format!("-Cllvm-args=-inline-threshold={threshold}")))
        .env("CARGO_TARGET_DIR", target)
        .current_dir(root())
        .status()?;
    if !status.success() {
        return Err(format!("cargo rustc --package {CRATE} --features {features}: {status}").into());
    }
    let built = target.join(TARGET).join(profile).join(CRATE.replace('-', "_")).with_extension("wasm");
    let mut bindgen = Bindgen::new();
    bindgen.input_path(&built).out_name(name).web(true)?.typescript(true).omit_default_module_path(true);
    bindgen.generate(folder).map_err(|error| format!("{}: {error:#}", built.display()))?;
    optimise(&folder.join(format!("{name}_bg.wasm")))
}

/// The minimum version of `wasm-opt`: older ones number the tables of the glue wrongly, so that the
/// page does not start.
const WASM_OPT: u32 = 116;

/// Returns the version of `wasm-opt`, if it is installed.
fn version_of_wasm_opt() -> Option<u32> {
    let said = Command::new("wasm-opt").arg("--version").output().ok()?;
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    said.split_whitespace().find_map(|word| word.parse().ok())
}

/// Reduces the size of the module by `wasm-opt`, if a suitable version is installed.
#[allow(clippy::print_stderr, reason = "it is a program")]
fn optimise(wasm: &Path) -> Result<(), Failure> {
    match version_of_wasm_opt() {
        None => {
            eprintln!("wasm-opt is not there (package binaryen): the module is somewhat larger");
            return Ok(());
        }
        Some(version) if version < WASM_OPT => {
            eprintln!("wasm-opt is of version {version}, before {WASM_OPT}: the module stays as the compiler made it");
            return Ok(());
        }
        Some(_) => {}
    }
    let smaller = wasm.with_extension("opt");
    let tool = Command::new("wasm-opt")
        .arg("-O3")
        .args(FEATURES)
        .arg(wasm)
        .arg("-o")
        .arg(&smaller)
        .stderr(Stdio::inherit())
        .status();
    match tool {
        Ok(status) if status.success() => fs::rename(&smaller, wasm)?,
        Ok(status) => eprintln!("wasm-opt: {status}; the module stays as the compiler made it"),
        Err(error) => eprintln!("wasm-opt: {error}; the module stays as the compiler made it"),
    }
    Ok(())
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// Returns the page as a single file that contains styles, scripts, module and weights.
fn single_file(
    out: &Path,
    modules: &BTreeMap<String, String>,
    packed: &[(&str, Vec<u8>)],
    files: &[weights::File],
) -> Result<String, Failure> {
    let page = fs::read_to_string(out.join("index.html"))?;
    let data = |id: &str, kind: &str, text: &str| format!("<script type=\"{kind}\" id=\"{id}\">{text}</script>\n");
    let mut blobs = String::new();
    for (name, packed) in packed {
        blobs += &data(name, "text/plain", &Base64::encode_string(packed));
    }
    blobs += &data("gambol-worker", "text/plain", &harmless(&bundle("worker.js", modules)?));
    blobs += &data("gambol-weights", "application/json", &weights::list(files).to_string());
    for file in files {
        blobs += &data(&format!("gambol-weights-{}", file.name), "text/plain", &Base64::encode_string(&file.bytes));
    }
    let mut single = String::new();
    let (mut scripts, mut policies) = (Vec::new(), 0);
    for line in page.lines() {
        let attribute =
            |name: &str| line.split_once(&format!("{name}=\"")).and_then(|(_, rest)| rest.split('"').next());
        if line.contains("<link") && attribute("rel") == Some("stylesheet") {
            let name = local(attribute("href"), line)?;
            let style = fs::read_to_string(out.join(name)).map_err(|error| format!("{name}: {error}"))?;
            single.extend(["<style>\n", style.as_str(), "</style>\n"]);
        } else if line.contains("<script") && attribute("type") == Some("module") {
            let name = local(attribute("src"), line)?;
            let script = format!("\n{}", harmless(&bundle(name, modules)?));
            single.extend([blobs.as_str(), "<script type=\"module\">", script.as_str(), "</script>\n"]);
            scripts.push(script);
        } else if line.contains("Content-Security-Policy") {
            single.extend([POLICY_PLACE, "\n"]);
            policies += 1;
        } else if line.contains("<link") && attribute("rel") == Some("icon") {
            let icon = fs::read(out.join(local(attribute("href"), line)?))?;
            let icon = Base64::encode_string(&icon);
            single.extend(["  <link rel=\"icon\" href=\"data:image/svg+xml;base64,", icon.as_str(), "\">\n"]);
        } else if line.contains("<link") || line.contains("og:image") {
            // The single file has no files beside it.
        } else {
            single += line;
            single.push('\n');
        }
    }
    let ([script], 1) = (scripts.as_slice(), policies) else {
        let entries = scripts.len();
        return Err(format!(
            "index.html: {entries} lines with <script type=\"module\" src=\"…\"> and {policies} with a \
             Content-Security-Policy, not one of each"
        )
        .into());
    };
    Ok(single.replacen(POLICY_PLACE, &policy(script), 1))
}

/// The placeholder of the policy, which depends on the script after it.
const POLICY_PLACE: &str = "<!-- policy -->";

/// The policy of the single file: nothing is loaded, and only its own script and worker run.
fn policy(script: &str) -> String {
    let hash = Base64::encode_string(&Sha256::digest(script));
    format!(
        "  <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; form-action \
         'none'; img-src data:; style-src 'unsafe-inline'; worker-src blob:; script-src 'sha256-{hash}' \
         'wasm-unsafe-eval'\">"
    )
}

/// Returns the name of a file beside the page.
fn local<'a>(name: Option<&'a str>, line: &str) -> Result<&'a str, Failure> {
    name.map(|name| name.trim_start_matches("./"))
        .ok_or_else(|| format!("index.html: `{}` names no file", line.trim()).into())
}

/// Escapes a script so that it does not end its element.
fn harmless(script: &str) -> String {
    script.replace("</script", "<\\/script").replace("<!--", "<\\!--")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_page_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        assert!(ensure_only_page(folder).is_ok() && ensure_only_page(&folder.join("none")).is_ok());
        fs::write(folder.join("index.html"), "").unwrap();
        assert!(ensure_only_page(folder).is_err(), "it may be anyone's");
        fs::write(folder.join("weights.json"), "[]").unwrap();
        fs::create_dir(folder.join("guide")).unwrap();
        assert!(ensure_only_page(folder).is_ok());
        fs::create_dir(folder.join(".git")).unwrap();
        assert!(ensure_only_page(folder).unwrap_err().to_string().contains(".git"));
    }
}
