//! `minnow completions` and `minnow man`: the files for shells and for `man`, made from the command
//! line itself, so that they name every verb and option.

use std::io::{self, Write};

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use super::{CommandLine, Failure, NAME};

/// The sections after the commands on the manual page.
const LAST_SECTIONS: &str = r".SH FILES
.TP
.I $XDG_CONFIG_HOME/minnow
The settings; by default in
.IR ~/.config .
.TP
.I $XDG_DATA_HOME/minnow
The running game and the games that were played; by default in
.IR ~/.local/share .
.TP
.I $XDG_CACHE_HOME/minnow
The end-game tables; by default in
.IR ~/.cache .
.SH EXIT STATUS
0 for success, 1 for a failure, 2 for bad usage or input.
";

/// Prints the completions of a shell.
pub(super) fn completions(output: &mut impl Write, shell: Shell) -> Result<(), Failure> {
    // The generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut visible_command(), NAME, &mut script);
    Ok(output.write_all(&script)?)
}

/// Prints the manual page in roff.
pub(super) fn manual_page(output: &mut impl Write) -> Result<(), Failure> {
    let mut command = visible_command().disable_help_subcommand(true);
    command.build();
    let page = Man::new(command.clone());
    page.render_title(output)?;
    page.render_name_section(output)?;
    page.render_synopsis_section(output)?;
    page.render_description_section(output)?;
    output.write_all(b".PP\n")?;
    write_body(output, |body| page.render_extra_section(body))?;
    page.render_options_section(output)?;
    output.write_all(b".SH COMMANDS\n")?;
    write_verbs(output, &command)?;
    output.write_all(LAST_SECTIONS.as_bytes())?;
    Ok(())
}

/// Writes a subsection for each verb of a command, then for the verbs of that verb.
fn write_verbs(output: &mut impl Write, command: &Command) -> io::Result<()> {
    for verb in command.get_subcommands() {
        let page = Man::new(verb.clone());
        writeln!(output, ".SS {}", verb.get_bin_name().unwrap_or(verb.get_name()))?;
        write_body(output, |body| page.render_synopsis_section(body))?;
        output.write_all(b".PP\n")?;
        write_body(output, |body| page.render_description_section(body))?;
        write_body(output, |body| page.render_options_section(body))?;
        write_verbs(output, verb)?;
    }
    Ok(())
}

/// Writes a section without its heading and without the definitions at its start, which the page
/// has already.
fn write_body(
    output: &mut impl Write,
    render: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut section = Vec::new();
    render(&mut section)?;
    let is_start =
        |line: &&[u8]| [&b".ie "[..], b".el ", b".SH "].iter().any(|start| line.starts_with(start));
    for line in section.split_inclusive(|&byte| byte == b'\n').skip_while(is_start) {
        output.write_all(line)?;
    }
    Ok(())
}

/// The command line without its hidden verbs, which the generators would show.
fn visible_command() -> Command {
    let full = CommandLine::command();
    Command::new(NAME)
        .version(env!("CARGO_PKG_VERSION"))
        .about(full.get_about().cloned().unwrap_or_default())
        .after_help(full.get_after_help().cloned().unwrap_or_default())
        .args(full.get_arguments().cloned())
        .args_conflicts_with_subcommands(true)
        .subcommand_value_name("COMMAND")
        .subcommands(full.get_subcommands().filter(|verb| !verb.is_hide_set()).cloned())
}
