//! The comparisons with peers: `cargo xtask bench [filter…]` runs them and rewrites `RESULTS.md`.
//!
//! A comparison is one file here, and one line in [`COMPARISONS`]. It checks that all contenders
//! give the same answer, measures them in turn, and returns a section for `RESULTS.md`. With
//! filters only the comparisons whose names contain one of them run; the sections of the others
//! stay as they are.

mod clip;
mod events;
mod expr;
mod figure;
mod flight;
mod library;
mod machine;
mod measure;
mod random;
mod report;
mod slide;
mod studio;
mod tags;

use std::process::ExitCode;
use std::time::Instant;

use report::Section;

/// One comparison of ours with its peers.
struct Comparison {
    name: &'static str,
    run: fn() -> Result<Section, String>,
}

/// The one that needs a browser.
const STUDIO: &str = "studio";

/// All comparisons, in the order of `RESULTS.md`.
const COMPARISONS: &[Comparison] = &[
    Comparison {
        name: tags::NAME,
        run: tags::run,
    },
    Comparison {
        name: "clip",
        run: clip::run,
    },
    Comparison {
        name: "library",
        run: library::run,
    },
    Comparison {
        name: "expr",
        run: expr::run,
    },
    Comparison {
        name: "events",
        run: events::run,
    },
    Comparison {
        name: "flight",
        run: flight::run,
    },
    Comparison {
        name: "slide",
        run: slide::run,
    },
    Comparison {
        name: STUDIO,
        run: studio::run,
    },
];

fn main() -> ExitCode {
    let filters: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |name: &str| filters.is_empty() || filters.iter().any(|f| name.contains(f));
    let chosen: Vec<&Comparison> = COMPARISONS.iter().filter(|c| wanted(c.name)).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = COMPARISONS.iter().map(|c| c.name).collect();
        eprintln!(
            "no comparison is called like that; there are: {}",
            names.join(", ")
        );
        return ExitCode::FAILURE;
    }
    let names: Vec<&str> = COMPARISONS.iter().map(|c| c.name).collect();
    for comparison in chosen {
        if comparison.name == STUDIO && studio::figures().is_none() {
            eprintln!(
                "{STUDIO}: left out, as its page was not measured; its section stays as it is"
            );
            continue;
        }
        let start = Instant::now();
        let written =
            (comparison.run)().and_then(|section| report::write(&names, comparison.name, &section));
        match written {
            Ok(text) => println!("{text}"),
            Err(problem) => {
                eprintln!("{}: {problem}", comparison.name);
                return ExitCode::FAILURE;
            }
        }
        eprintln!(
            "{}: done in {:.0} s",
            comparison.name,
            start.elapsed().as_secs_f64()
        );
    }
    ExitCode::SUCCESS
}
