//! The comparisons with peers: `cargo xtask bench [filter…]` runs them and rewrites `RESULTS.md`.
//!
//! A comparison is one file here and one line in [`COMPARISONS`]. It checks that all contenders return the same answer,
//! measures them in turn, and returns a section for `RESULTS.md`. With filters, only the comparisons whose names contain a
//! filter run; the other sections do not change.

mod clip;
mod door;
mod events;
mod expr;
mod figure;
mod flight;
mod football;
mod library;
mod machine;
mod matching;
mod measure;
mod playing;
mod poses;
mod random;
mod report;
mod slide;
mod studio;
mod tags;

use std::process::ExitCode;
use std::time::Instant;

use report::{Outcome, Section};

/// The comparison that needs a browser.
const STUDIO: &str = "studio";

type Comparison = (&'static str, fn() -> Outcome<Section>);

/// All comparisons, in the order of `RESULTS.md`.
const COMPARISONS: [Comparison; 13] = [
    (tags::NAME, tags::run),
    ("clip", clip::run),
    ("library", library::run),
    ("expr", expr::run),
    ("events", events::run),
    ("flight", flight::run),
    ("slide", slide::run),
    ("matching", matching::run),
    ("playing", playing::run),
    ("poses", poses::run),
    ("football", football::run),
    ("door", door::run),
    (STUDIO, studio::run),
];

fn main() -> ExitCode {
    let filters: Vec<String> = std::env::args().skip(1).collect();
    if filters == [tags::kept_pages::ARGUMENT] {
        return match tags::kept_pages::print() {
            Ok(()) => ExitCode::SUCCESS,
            Err(problem) => {
                eprintln!("{problem}");
                ExitCode::FAILURE
            }
        };
    }
    let wanted = |name: &str| filters.is_empty() || filters.iter().any(|f| name.contains(f));
    let names = COMPARISONS.map(|(name, _)| name);
    if !names.iter().any(|name| wanted(name)) {
        let names = names.join(", ");
        eprintln!("no comparison has such a name; the names are: {names}");
        return ExitCode::FAILURE;
    }
    for (name, run) in COMPARISONS.into_iter().filter(|(name, _)| wanted(name)) {
        if name == STUDIO && studio::figures().is_none() {
            eprintln!("{name}: left out, as its page was not measured; its section stays as it is");
            continue;
        }
        let start = Instant::now();
        match run().and_then(|section| report::write(&names, name, &section)) {
            Ok(text) => println!("{text}"),
            Err(problem) => {
                eprintln!("{name}: {problem}");
                return ExitCode::FAILURE;
            }
        }
        eprintln!("{name}: done in {:.0} s", start.elapsed().as_secs_f64());
    }
    ExitCode::SUCCESS
}
