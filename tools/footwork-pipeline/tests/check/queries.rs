//! Rules and saved queries that cannot be answered.

use crate::folder::{Folder, shown};

/// Checks the findings in a library of one clip with the tags Gait.Run and Gait.Walk.
#[track_caller]
fn check(config: &str, expected: &[&str], messages: &[&str]) {
    let folder = Folder::new(config);
    folder.clip("a.bvh", 20);
    folder.tags("a.bvh", 20, "tag Gait.Run 0 5\ntag Gait.Walk 5 20\n");
    let findings = folder.check();
    let found: Vec<String> = findings.iter().map(shown).collect();
    assert_eq!(found, expected, "{findings:#?}");
    for (finding, message) in findings.iter().zip(messages) {
        assert!(finding.message.starts_with(message), "{findings:#?}");
    }
}

#[test]
fn a_rule_that_cannot_be_followed_is_an_error() {
    let error = ["error bad-rule footwork.toml - Auto.Run"];
    let rule = |query: &str| format!("# one line\n[rules]\n\"Auto.Run\" = \"{query}\"\n");
    check(
        &rule("Gait.Run & "),
        &error,
        &["line 3: the rule for Auto.Run: "],
    );
    let misspelt = "line 3: the rule for Auto.Run: unknown name `sped`; did you mean `speed`?";
    check(&rule("{ sped > 1 }"), &error, &[misspelt]);
    let two =
        "line 3: the rule for Auto.Run: unknown tag `Gaitt`; did you mean `Gait`? (and 1 more)";
    check(&rule("Gaitt | Giat"), &error, &[two]);
    check(&rule("Gait.Run & { speed > 1 }"), &[], &[]);
}

#[test]
fn rules_that_wait_for_each_other_are_an_error() {
    check(
        "[rules]\nA = \"B\"\nB = \"A\"\n",
        &["error bad-rule footwork.toml - A"],
        &["these rules depend on each other: A needs B needs A"],
    );
}

#[test]
fn a_saved_query_with_a_mistake_is_an_error() {
    let error = ["error bad-query footwork.toml - -"];
    let tag = "the query @a: unknown tag `Gat`; did you mean `Gait`?";
    check("[queries]\na = \"Gat\"\n", &error, &[tag]);
    check("[queries]\na = \"Gait &\"\n", &error, &["the query @a: "]);
}

/// The tag is known from the vocabulary and the rules before any clip has it.
#[test]
fn a_query_may_name_a_tag_that_no_clip_has() {
    let known =
        "[tags.\"Gait.Run\"]\n[tags.\"Gait.Walk\"]\n[tags.Jump]\n[rules]\nAuto = \"Jump\"\n";
    check(
        &format!("[queries]\na = \"Jump\"\nb = \"Auto\"\n{known}"),
        &[],
        &[],
    );
}
