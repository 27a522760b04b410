//! The `gambol` program, with the standard games.

use std::process::ExitCode;

use gambol::registry::Registry;

fn main() -> ExitCode {
    gambol_cli::main(&Registry::standard())
}
