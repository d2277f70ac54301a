//! `cargo xtask bindings`: writes the header and everything generated from it.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use footwork_bindings::{generate, left_over};

fn main() -> ExitCode {
    match run(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn run(root: &Path) -> Result<(), String> {
    let mut written = 0;
    for file in generate(root)? {
        let path = root.join(&file.path);
        let wrong = |error| format!("{}: {error}", file.path.display());
        if fs::read_to_string(&path).is_ok_and(|found| found == file.text) {
            continue;
        }
        fs::write(&path, &file.text).map_err(wrong)?;
        println!("{}", file.path.display());
        written += 1;
    }
    for path in left_over(root)? {
        let wrong = |error| format!("{}: {error}", path.display());
        fs::remove_file(root.join(&path)).map_err(wrong)?;
        println!("removed {}: nothing generates it", path.display());
        written += 1;
    }
    if written == 0 {
        println!("all generated files are up to date");
    }
    Ok(())
}
