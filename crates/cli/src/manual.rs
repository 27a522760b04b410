//! `gambol completions` and `gambol man`: completion scripts for shells, and manual pages.

use std::path::Path;

use clap::builder::StyledStr;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use gambol_arena::replace;

use crate::args::Cli;
use crate::files::create_folder;
use crate::output::Failure;

/// Returns the completion script of a shell, for a program of this name.
pub(crate) fn completions(shell: Shell, program: &str) -> Result<String, Failure> {
    // The scripts contain the name unquoted.
    if !program.chars().all(|letter| letter.is_alphanumeric() || "-_.".contains(letter)) {
        let reason = "a completion script requires a name of letters, digits, `-`, `_` and `.`";
        return Err(Failure::of(format_args!("program `{program}`"), reason));
    }
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command_line(program), program, &mut script);
    text(script)
}

/// Returns the page of the program, or writes the pages of the program and its commands to a
/// folder and returns a message.
pub(crate) fn man(out: Option<&Path>, program: &str) -> Result<String, Failure> {
    let mut command = command_line(program).disable_help_subcommand(true);
    command.build();
    let Some(folder) = out else { return page(&command, program) };
    create_folder(folder)?;
    let mut count = 0;
    for command in std::iter::once(&command).chain(command.get_subcommands()) {
        let file = format!("{}.1", command.get_display_name().unwrap_or(program));
        replace(&folder.join(file), page(command, program)? + "\n")?;
        count += 1;
    }
    Ok(format!("{count} pages in {}", folder.display()))
}

/// Returns the command line of a program of this name, which is also the name in the texts.
fn command_line(program: &str) -> Command {
    let renamed = |text: &StyledStr| text.to_string().replace("gambol ", &format!("{program} "));
    let rename = |mut command: Command| {
        if let Some(text) = command.get_about().map(renamed) {
            command = command.about(text);
        }
        if let Some(text) = command.get_after_help().map(renamed) {
            command = command.after_help(text);
        }
        command.mut_args(|argument| match argument.get_help().map(renamed) {
            Some(text) => argument.help(text),
            None => argument,
        })
    };
    rename(Cli::command()).display_name(program).bin_name(program).mut_subcommands(rename)
}

/// Returns the page of a command, or of the program, in the language of `man`.
fn page(command: &Command, program: &str) -> Result<String, Failure> {
    let source = format!("{program} {}", env!("CARGO_PKG_VERSION"));
    let has_commands = command.has_subcommands();
    let man = Man::new(command.clone()).source(source).manual("Gambol");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if has_commands {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(examples) = command.get_after_help().map(ToString::to_string) {
        let mut section = Roff::new();
        section.control("SH", ["EXAMPLES"]).control("nf", []);
        let lines = examples.lines().filter(|line| !line.starts_with("Example"));
        section.text(lines.map(|line| roman(format!("{line}\n"))).collect::<Vec<_>>());
        section.control("fi", []).to_writer(&mut page)?;
    }
    text(page)
}

/// Returns generated text, without the end of its last line.
fn text(bytes: Vec<u8>) -> Result<String, Failure> {
    Ok(String::from_utf8(bytes)?.trim_end().to_owned())
}
