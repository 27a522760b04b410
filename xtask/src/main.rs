//! `cargo run -p xtask -- web` builds the web page on which the games are played, with the
//! documents; `cargo run -p xtask -- serve` serves it on this machine.
//! `cargo run -p xtask -- graph` draws the dependency graph of the crates into the documents.

mod bundle;
mod documents;
mod graph;
mod page;
mod serve;
mod weights;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lexopt::prelude::{Long, Short, Value, ValueExt};

/// The help text, also printed for invalid arguments.
const USAGE: &str = "\
usage: cargo run -p xtask -- COMMAND

  web [--out DIR]                    builds the site into DIR (default target/web), a folder for any static
                                     host: the page of the games, the guide and the documents, and the one
                                     file gambol.html, the page that needs no server
  serve [--port PORT] [--dir DIR]    serves DIR (default target/web) on http://localhost:PORT
                                     (default 8000; 0 for any free port)
  glue MODULE.wasm DIR               writes the JavaScript glue of a module for Node.js into DIR
  graph [--check]                    draws the dependency graph of the published crates into CONTRIBUTING.md
                                     and the guide; with --check, fails if one of them is not current";

/// Any error that ends the program with a message.
type Failure = Box<dyn Error>;

enum Command {
    Web { out: PathBuf },
    Serve { port: u16, dir: PathBuf },
    Glue { module: PathBuf, dir: PathBuf },
    Graph { check: bool },
    Help,
}

fn parse() -> Result<Command, lexopt::Error> {
    let mut parser = lexopt::Parser::from_env();
    let mut words: Vec<String> = Vec::new();
    let (mut out, mut dir, mut port, mut check) = (None, None, None, false);
    while let Some(argument) = parser.next()? {
        match argument {
            Long("help") | Short('h') => return Ok(Command::Help),
            Long("out") => out = Some(PathBuf::from(parser.value()?)),
            Long("dir") => dir = Some(PathBuf::from(parser.value()?)),
            Long("port") => port = Some(parser.value()?.parse()?),
            Long("check") => check = true,
            Value(word) => words.push(word.string()?),
            _ => return Err(argument.unexpected()),
        }
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match (words.as_slice(), out, dir, port) {
        (["graph"], None, None, None) => Ok(Command::Graph { check }),
        _ if check => Err(USAGE.into()),
        (["web"], out, None, None) => Ok(Command::Web { out: out.unwrap_or_else(|| target().join("web")) }),
        (["serve"], None, dir, port) => {
            Ok(Command::Serve { port: port.unwrap_or(8000), dir: dir.unwrap_or_else(|| target().join("web")) })
        }
        (["glue", module, dir], None, None, None) => Ok(Command::Glue { module: module.into(), dir: dir.into() }),
        _ => Err(USAGE.into()),
    }
}

/// Returns the root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_owned).unwrap_or_default()
}

/// Returns Cargo's target folder.
fn target() -> PathBuf {
    let own = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    own.map_or_else(|| root().join("target"), |own| root().join(own))
}

#[allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]
fn main() -> ExitCode {
    let done = match parse() {
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
        Ok(Command::Help) => {
            println!("{USAGE}");
            Ok(())
        }
        Ok(Command::Web { out }) => page::build(&out),
        Ok(Command::Serve { port, dir }) => serve::serve(&dir, port),
        Ok(Command::Graph { check }) => graph::draw(check),
        Ok(Command::Glue { module, dir }) => page::glue_for_node(&module, &dir),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
