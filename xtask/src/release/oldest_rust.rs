//! Checks that no linked crate needs a newer Rust than our manifests promise. Clippy's lint `incompatible_msrv` checks our own
//! use of std, and the CI job `oldest` compiles with that Rust.

use crate::cargo::Cargo;
use crate::metadata;
use crate::outcome::Outcome;

/// Compares the `rust-version` of every crate linked on any system with ours.
pub(super) fn check(cargo: &Cargo) -> Outcome {
    match findings(cargo) {
        Ok(findings) if findings.is_empty() => Outcome::Pass,
        Ok(findings) => {
            for finding in &findings {
                println!("{finding}");
            }
            Outcome::Fail(format!("crates that need a newer Rust: {}", findings.len()))
        }
        Err(outcome) => outcome,
    }
}

fn findings(cargo: &Cargo) -> Result<Vec<String>, Outcome> {
    let own = metadata::own(cargo)?;
    let own: Vec<_> = own.iter().filter(|package| package.published).collect();
    let promised = own
        .iter()
        .map(|package| package.oldest_rust.as_deref().and_then(number));
    let Some(promised) = promised.min().flatten() else {
        return Err(Outcome::Fail("a crate has no `rust-version`".to_owned()));
    };
    let names: Vec<&str> = own.iter().map(|package| package.name.as_str()).collect();
    let linked = metadata::linked(cargo, &names)?;
    println!("oldest Rust: {promised:?}, crates {}", linked.len());
    let of = |package: &metadata::Package| {
        let needed = package.oldest_rust.as_deref()?;
        let fits = number(needed).is_some_and(|number| number <= promised);
        let metadata::Package { name, version, .. } = package;
        (!fits).then(|| format!("{name} {version} needs Rust {needed}"))
    };
    Ok(linked.iter().filter_map(of).collect())
}

/// Parses `1.90` or `1.90.0` for comparison. `None` if it is not a version.
fn number(version: &str) -> Option<[u32; 3]> {
    let mut numbers = [0; 3];
    let mut parts = version.split('.');
    for number in &mut numbers {
        match parts.next() {
            Some(part) => *number = part.parse().ok()?,
            None => break,
        }
    }
    parts.next().is_none().then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn versions_are_compared_by_their_numbers() {
        assert_eq!(number("1.90"), number("1.90.0"));
        assert!(number("1.9") < number("1.90") && number("1.90.1") < number("1.91"));
        assert_eq!(number("nightly"), None);
        assert_eq!(number("1.2.3.4"), None);
    }
}
