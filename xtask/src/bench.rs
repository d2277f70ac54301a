//! `cargo xtask bench`: runs the comparisons with other libraries, which are a separate workspace, and rewrites
//! `bench/RESULTS.md`.

use crate::cargo::Cargo;
use crate::outcome::Outcome;
use crate::web::{self, Lack};

/// The one comparison that measures in a browser.
const STUDIO: &str = "studio";

/// Builds and runs the bench binary in release; `extra` goes to it unchanged.
pub(crate) fn run(cargo: &Cargo, extra: &[String]) -> Outcome {
    let mut args = vec!["run", "--release", "--manifest-path", "bench/Cargo.toml"];
    if !extra.is_empty() {
        args.push("--");
        args.extend(extra.iter().map(String::as_str));
    }
    if !wants_studio(extra) {
        return cargo.run(&args, &[]);
    }
    let figures = cargo.root().join("target").join("studio-figures.txt");
    match web::measure(cargo, &figures) {
        Ok(()) => {}
        Err(Lack::Tool(tool)) => {
            println!("{STUDIO}: not measured, as there is no {tool}");
            return cargo.run(&args, &[]);
        }
        Err(Lack::Failed(outcome)) => return outcome,
    }
    let figures = figures.to_string_lossy();
    cargo.run(&args, &[("FOOTWORK_STUDIO_FIGURES", figures.as_ref())])
}

/// Returns whether these arguments make the bench binary run the studio's comparison too.
fn wants_studio(filters: &[String]) -> bool {
    filters.is_empty()
        || filters
            .iter()
            .any(|filter| STUDIO.contains(filter.as_str()))
}

#[cfg(test)]
mod tests {
    use super::wants_studio;

    #[test]
    fn the_browser_runs_only_if_requested() {
        let check = |filters: &[&str], expected| {
            let filters: Vec<String> = filters.iter().map(ToString::to_string).collect();
            assert_eq!(wants_studio(&filters), expected, "{filters:?}");
        };
        check(&[], true);
        check(&["studio"], true);
        check(&["tags", "stud"], true);
        check(&["tags"], false);
        check(&["--help"], false);
    }
}
