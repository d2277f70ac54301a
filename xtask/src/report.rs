//! Runs a list of steps to the end, whatever fails, and sums them up in a table.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::cargo::Cargo;
use crate::outcome::Outcome;

/// One line of the step list.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) run: fn(&Cargo) -> Outcome,
}

/// A finished step.
struct Done {
    name: &'static str,
    outcome: Outcome,
    time: Duration,
}

/// Runs all steps in order and exits with 1 if any of them failed.
pub(crate) fn run(title: &str, steps: &[Step], cargo: &Cargo) -> ExitCode {
    let done = run_all(steps, cargo);
    print!("\n{}", table(title, &done));
    if done.iter().any(|d| matches!(d.outcome, Outcome::Fail(_))) {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

fn run_all(steps: &[Step], cargo: &Cargo) -> Vec<Done> {
    steps
        .iter()
        .map(|step| {
            println!("\n== {}", step.name);
            let start = Instant::now();
            let outcome = (step.run)(cargo);
            let time = start.elapsed();
            match outcome.word_and_reason() {
                (_, "") => {}
                (word, reason) => println!("{word}: {reason}"),
            }
            Done {
                name: step.name,
                outcome,
                time,
            }
        })
        .collect()
}

fn table(title: &str, done: &[Done]) -> String {
    let width = done.iter().map(|d| d.name.len()).max().unwrap_or(0).max(4);
    let mut out = format!("{:width$}  result  seconds\n", "step");
    for Done {
        name,
        outcome,
        time,
    } in done
    {
        let (word, reason) = outcome.word_and_reason();
        let line = format!(
            "{name:width$}  {word:6}  {:7.1}  {reason}",
            time.as_secs_f64()
        );
        // Writing to a String does not fail.
        let _ = writeln!(out, "{}", line.trim_end());
    }
    let count = |word: &str| {
        done.iter()
            .filter(|d| d.outcome.word_and_reason().0 == word)
            .count()
    };
    let _ = writeln!(
        out,
        "{title}: {} passed, {} skipped, {} failed",
        count("pass"),
        count("skip"),
        count("FAIL")
    );
    out
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Done, Outcome, Step, run_all, table};
    use crate::cargo::Cargo;

    #[test]
    fn steps_after_a_failure_still_run() {
        let steps = [
            Step {
                name: "first",
                run: |_| Outcome::Fail("broken".to_owned()),
            },
            Step {
                name: "second",
                run: |_| Outcome::Pass,
            },
        ];
        let done = run_all(&steps, &Cargo::new(".".into()));
        let names: Vec<_> = done.iter().map(|d| d.name).collect();
        assert_eq!(names, ["first", "second"]);
        assert_eq!(done[1].outcome, Outcome::Pass);
    }

    #[test]
    fn the_table_shows_each_step_and_the_counts() {
        let done = |name, outcome, millis| Done {
            name,
            outcome,
            time: Duration::from_millis(millis),
        };
        let done = [
            done("format", Outcome::Pass, 1_250),
            done("lints", Outcome::Skip("no clippy".to_owned()), 0),
            done("unit tests", Outcome::Fail("status 101".to_owned()), 62_040),
        ];
        let expected = "\
step        result  seconds
format      pass        1.2
lints       skip        0.0  no clippy
unit tests  FAIL       62.0  status 101
test: 1 passed, 1 skipped, 1 failed
";
        assert_eq!(table("test", &done), expected);
    }
}
