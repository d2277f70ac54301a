//! `cargo xtask studio`: builds the studio and opens it in a browser. It needs only cargo, and Node if the page was
//! changed.

use std::path::Path;
use std::process::ExitCode;

use crate::cargo::Cargo;
use crate::web::{Lack, STUDIO, Web};

/// The library that opens by default.
const SAMPLES: &str = "samples";

/// The message about what works without the page.
const WITHOUT: &str = "\
The sources of the studio's page were changed, and Node builds the new page. Install it from https://nodejs.org or your
system's packages, and run this command again.

The command line needs no Node and does the same on the same files. Try

  cargo footwork query samples 'then(Phase.Takeoff, Phase.Land, 0.4s)'
  cargo footwork --help
";

/// The message about edits to the sample library.
const IN_GIT: &str = "\
The studio opens samples/ itself: edits change the files of your clone. Ctrl+Z in the page undoes them one by one, and
`git restore samples` undoes all. `cargo xtask studio FOLDER` opens your own clips, in a release build.
";

/// Builds what is missing and opens the studio on `args`: a library, and options for `footwork studio`.
pub(crate) fn run(cargo: &Cargo, args: &[String]) -> ExitCode {
    let web = Web::new(cargo, STUDIO);
    match web.built() {
        Ok(()) => {}
        Err(Lack::Tool(tool)) => {
            eprint!("error: the studio needs {tool}\n\n{WITHOUT}");
            return ExitCode::from(2);
        }
        Err(Lack::Failed(outcome)) => return outcome.exit_code(),
    }
    let (library, options) = match args.split_first() {
        Some((first, rest)) if !first.starts_with('-') => (Some(first), rest),
        _ => (None, args),
    };
    let mut command = vec!["run", "--package", "footwork-cli"];
    let library = match library {
        // The samples are small, so a short build matters more than a fast program. A user's library may have thousands of
        // clips to read and search.
        None => {
            print!("{IN_GIT}");
            // The samples have no FBX file, so the FBX reader's C code is left out.
            command.extend(["--profile", "quick", "--no-default-features"]);
            SAMPLES.to_owned()
        }
        Some(named) => {
            command.push("--release");
            from_here(cargo.root(), named)
        }
    };
    command.extend(["--", "studio", &library]);
    command.extend(options.iter().map(String::as_str));
    let page = web.dist();
    let page = page.to_string_lossy();
    cargo
        .run(&command, &[("FOOTWORK_STUDIO_PAGE", page.as_ref())])
        .exit_code()
}

/// Returns a folder given by the user as a path for a command that runs in the repository's root.
fn from_here(root: &Path, named: &str) -> String {
    let Ok(absolute) = std::path::absolute(named) else {
        return named.to_owned();
    };
    let shown = absolute.strip_prefix(root).unwrap_or(&absolute);
    if shown.as_os_str().is_empty() {
        return ".".to_owned();
    }
    shown.to_string_lossy().into_owned()
}
