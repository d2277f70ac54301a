//! Checks for known vulnerabilities: in our crates with cargo-deny and the RustSec database, and in the packages of the pages
//! with `npm audit`.
//!
//! Both databases are on the network. If one cannot be reached, or a tool is missing, the step gives the reason and is skipped,
//! in CI too: its result depends on the day, not on the commit.

use serde_json::Value;

use crate::cargo::Cargo;
use crate::outcome::Outcome;
use crate::web;

/// Checks the origin and the advisories of every crate that the workspace depends on, by the rules in `deny.toml`.
pub(crate) fn check(cargo: &Cargo) -> Outcome {
    if !cargo.has("deny") {
        return Outcome::Skip("cargo-deny is not installed".to_owned());
    }
    // cargo-deny reads the manifest of each crate, including those for other systems.
    if let Outcome::Fail(reason) = cargo.run(&["fetch", "--locked", "--quiet"], &[]) {
        return Outcome::Skip(format!("the crates cannot be fetched: {reason}"));
    }
    match cargo.run(&["deny", "--offline", "check", "sources"], &[]) {
        Outcome::Pass => {}
        other => return other,
    }
    if let Outcome::Fail(reason) = cargo.run(&["deny", "fetch", "db"], &[]) {
        return Outcome::Skip(format!("the advisory database cannot be fetched: {reason}"));
    }
    cargo.run(&["deny", "check", "--disable-fetch", "advisories"], &[])
}

/// Checks the npm packages inside the built pages.
pub(crate) fn check_pages(cargo: &Cargo) -> Outcome {
    match web::audit(cargo) {
        Ok(report) => judge(&report),
        Err(lack) => Outcome::Skip(lack),
    }
}

/// Turns a report of `npm audit --json` into an outcome.
fn judge(report: &str) -> Outcome {
    let report: Value = serde_json::from_str(report).unwrap_or_default();
    match report["metadata"]["vulnerabilities"]["total"].as_u64() {
        Some(0) => Outcome::Pass,
        Some(count) => Outcome::Fail(format!(
            "packages in the pages with known vulnerabilities: {count}; `npm audit` lists them"
        )),
        // Without a total, the registry did not answer, and the report gives the reason.
        None => match report["statusCode"].as_u64() {
            Some(status) => Outcome::Skip(format!("npm's database answers with {status}")),
            None => Outcome::Skip("npm's database does not answer".to_owned()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::judge;
    use crate::outcome::Outcome;

    fn check(report: &str, expected: Outcome) {
        assert_eq!(judge(report), expected, "{report}");
    }

    #[test]
    fn only_an_answer_of_the_database_passes_or_fails() {
        let faults = "packages in the pages with known vulnerabilities: 2; `npm audit` lists them";
        check(
            r#"{"metadata": {"vulnerabilities": {"total": 0}}}"#,
            Outcome::Pass,
        );
        check(
            r#"{"metadata": {"vulnerabilities": {"total": 2}}}"#,
            Outcome::Fail(faults.to_owned()),
        );
        let skipped = |reason: &str| Outcome::Skip(format!("npm's database {reason}"));
        check(r#"{"statusCode": 405}"#, skipped("answers with 405"));
        check("", skipped("does not answer"));
    }
}
