//! Gives every animation of a file a unique name.

use std::collections::{BTreeSet, HashMap};

use crate::finding::Finding;

/// Returns a unique name for every animation. An animation without a name is called `animation_0`, after its
/// index; a second `Walk` becomes `Walk_2` and is reported.
pub(crate) fn unique(given: &[Option<&str>]) -> Vec<(String, Option<Finding>)> {
    let given: Vec<Option<&str>> = given
        .iter()
        .map(|name| name.filter(|name| !name.is_empty()))
        .collect();
    let all: BTreeSet<&str> = given.iter().copied().flatten().collect();
    let mut taken = BTreeSet::new();
    // The last suffix tried for each name.
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut names = Vec::with_capacity(given.len());
    for (index, own) in given.iter().enumerate() {
        let base = own.map_or_else(|| format!("animation_{index}"), str::to_owned);
        let mut name = base.clone();
        let mut finding = None;
        if taken.contains(&name) || (own.is_none() && all.contains(name.as_str())) {
            let count = counts.entry(base.clone()).or_insert(1);
            while taken.contains(&name) || all.contains(name.as_str()) {
                *count += 1;
                name = format!("{base}_{count}");
            }
            finding = Some(Finding {
                code: "same-name",
                position: None,
                message: format!(
                    "another animation is called {base:?}; this one, at place {index}, is \
                     called {name:?}"
                ),
            });
        }
        taken.insert(name.clone());
        names.push((name, finding));
    }
    names
}

/// Returns a name for a new animation in a file: `wanted`, or `wanted` with a number if the file already has that name.
pub fn free_animation_name(taken: &[String], wanted: &str) -> String {
    let given = taken.iter().map(|name| Some(name.as_str()));
    let given: Vec<Option<&str>> = given.chain([Some(wanted)]).collect();
    let last = unique(&given).pop();
    last.map_or_else(|| wanted.to_owned(), |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::unique;

    #[test]
    fn every_animation_gets_a_unique_name() {
        let check = |given: &[Option<&str>], expected: &[&str]| {
            let names = unique(given);
            let found: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(found, expected);
        };
        check(
            &[Some("a"), None, Some("")],
            &["a", "animation_1", "animation_2"],
        );
        check(&[Some("a"), Some("a"), Some("a")], &["a", "a_2", "a_3"]);
        check(&[Some("a"), Some("a"), Some("a_2")], &["a", "a_3", "a_2"]);
        check(
            &[None, Some("animation_0")],
            &["animation_0_2", "animation_0"],
        );
    }
}
