//! Merges of `footwork.toml`, by lines or else by keys.

use footwork_sidecar::{Settings, merge_settings};

const BASE: &str = "\
# The playground.
name = \"a\" # short
include = [\"a/**\"]

[tags.\"Gait.Run\"] # fast
colour = \"#d55e00\"
key = \"r\"

[tags.Turn]

[queries]
fast = \"{ speed > 3 }\"
";

/// A change that several tests make on one side.
const RENAMED: (&str, &str) = ("name = \"a\"", "name = \"b\"");
const OTHER_KEY: (&str, &str) = ("key = \"r\"", "key = \"x\"");

/// Returns the base with these changes.
fn after(changes: &[(&str, &str)]) -> String {
    let change = |text: String, (from, to): &(&str, &str)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    };
    changes.iter().fold(BASE.to_owned(), change)
}

fn sides(ours: &[(&str, &str)], theirs: &[(&str, &str)]) -> (String, Vec<String>) {
    let merged = merge_settings(BASE, &after(ours), &after(theirs)).unwrap();
    let keys = merged.conflicts.into_iter().map(|conflict| conflict.key);
    (merged.text, keys.collect())
}

#[track_caller]
fn check(ours: &[(&str, &str)], theirs: &[(&str, &str)], conflicts: &[&str], text: &str) {
    let (merged, keys) = sides(ours, theirs);
    assert_eq!(keys, conflicts, "{merged}");
    assert_eq!(merged, text);
    let (swapped, keys) = sides(theirs, ours);
    assert_eq!(keys, conflicts, "swapped: {swapped}");
    if conflicts.is_empty() {
        let table = |text: &str| text.parse::<toml::Table>().unwrap();
        assert_eq!(table(&swapped), table(&merged));
    }
}

#[test]
fn changes_of_different_keys_are_both_kept() {
    let ours = (
        "key = \"r\"\n",
        "key = \"x\"\n# ours\ndescription = \"d\"\n",
    );
    let theirs = ("colour = \"#d55e00\"", "colour = \"#000000\"");
    let more = (
        "[queries]\n",
        "[tags.Jump]\nkey = \"j\"\n\n[queries]\nslow = \"{ speed < 1 }\"\n",
    );
    let (merged, keys) = sides(&[ours], &[theirs, more, RENAMED]);
    assert_eq!(keys, [""; 0]);
    for line in [
        "# The playground.\nname = \"b\" # short\n",
        "[tags.\"Gait.Run\"] # fast\ncolour = \"#000000\"\nkey = \"x\"\n# ours\ndescription = \"d\"\n",
        "[tags.Jump]\nkey = \"j\"\n",
        "fast = \"{ speed > 3 }\"\nslow = \"{ speed < 1 }\"\n",
    ] {
        assert!(merged.contains(line), "{line} is not in {merged}");
    }
    merged.parse::<toml::Table>().unwrap();
}

#[test]
fn a_key_that_one_side_removes_is_gone() {
    let (turn, include) = (("[tags.Turn]\n\n", ""), ("include = [\"a/**\"]\n", ""));
    check(&[turn], &[include], &[], &after(&[turn, include]));
    let gone = "[tags.\"Gait.Run\"] # fast\ncolour = \"#d55e00\"\nkey = \"r\"\n\n";
    let (merged, keys) = sides(&[RENAMED], &[(gone, "")]);
    assert_eq!(keys, [""; 0]);
    assert!(
        !merged.contains("Gait.Run") && merged.contains("name = \"b\" # short"),
        "{merged}"
    );
}

#[test]
fn both_values_of_a_conflicting_key_stand_between_markers() {
    let text = BASE.replace(
        "key = \"r\"\n",
        "<<<<<<< ours\nkey = \"x\"\n=======\nkey = \"y\"\n>>>>>>> theirs\n",
    );
    let [ours, theirs] = ["x", "y"].map(|key| format!("key = \"{key}\"\n"));
    check(
        &[("key = \"r\"\n", &ours)],
        &[("key = \"r\"\n", &theirs)],
        &["tags.\"Gait.Run\".key"],
        &text,
    );
    let text = BASE.replace(
        "fast = \"{ speed > 3 }\"\n",
        "<<<<<<< ours\nfast = \"Gait\"\n=======\n>>>>>>> theirs\n",
    );
    let fast = "fast = \"{ speed > 3 }\"\n";
    check(
        &[(fast, "fast = \"Gait\"\n")],
        &[(fast, "")],
        &["queries.fast"],
        &text,
    );
}

#[test]
fn a_table_removed_by_one_side_and_changed_by_the_other_is_a_conflict() {
    let gone = "[tags.\"Gait.Run\"] # fast\ncolour = \"#d55e00\"\nkey = \"r\"\n\n";
    for change in [
        OTHER_KEY,
        ("key = \"r\"\n", "key = \"r\"\nmirror = \"A\"\n"),
    ] {
        let (merged, keys) = sides(&[(gone, "")], &[change]);
        assert_eq!(keys.len(), 1);
        assert!(
            merged.starts_with("<<<<<<< ours\n") && merged.contains(change.1),
            "{merged}"
        );
        let (merged, keys) = sides(&[change], &[(gone, "")]);
        assert_eq!(keys.len(), 1);
        assert!(
            merged.contains("<<<<<<< ours\n") && merged.contains(change.1),
            "{merged}"
        );
    }
}

#[test]
fn a_text_that_is_not_toml_is_refused() {
    assert!(merge_settings(BASE, "<<<<<<< ours\n", BASE).is_err());
}

#[test]
fn comments_of_both_sides_stay() {
    let ours = ("# The playground.", "# Our playground.");
    let theirs = [("fast = ", "# Theirs.\nfast = "), ("# fast", "# slow")];
    let both = after(&[ours, theirs[0], theirs[1]]);
    check(&[ours], &theirs, &[], &both);
    // The comment is next to a change of the other side, so that the merge by lines fails.
    check(
        &[OTHER_KEY],
        &[("key = \"r\"", "# Theirs.\nkey = \"r\"")],
        &[],
        &BASE.replace("key = \"r\"", "# Theirs.\nkey = \"x\""),
    );
    let theirs = ("# The playground.", "# Their playground.");
    check(&[RENAMED], &[theirs], &[], &after(&[theirs, RENAMED]));
}

#[test]
fn a_comment_that_would_be_lost_is_a_conflict() {
    let (merged, keys) = sides(&[OTHER_KEY], &[("key = \"r\"", "key = \"r\" # theirs")]);
    assert_eq!(keys, ["comments"]);
    assert!(
        merged.contains("=======\nkey = \"r\" # theirs\n>>>>>>> theirs\n"),
        "{merged}"
    );
    assert!(merged.contains("key = \"x\""), "{merged}");
}

#[test]
fn a_renamed_table_stays_where_it_is() {
    let jump = ("[tags.\"Gait.Run\"] # fast", "[tags.Jump] # fast");
    check(&[RENAMED], &[jump], &[], &after(&[jump, RENAMED]));
}

#[test]
fn line_ends_of_the_sides_are_merged() {
    let crlf = |text: &str| text.replace('\n', "\r\n");
    let (ours, theirs) = (after(&[OTHER_KEY]), after(&[RENAMED]));
    let both = after(&[OTHER_KEY, RENAMED]);
    let merged = |base: &str, ours: &str, theirs: &str| {
        let merged = merge_settings(base, ours, theirs).unwrap();
        assert_eq!(merged.conflicts, []);
        merged.text
    };
    assert_eq!(
        merged(&crlf(BASE), &crlf(&ours), &crlf(&theirs)),
        crlf(&both)
    );
    // One side changed all line ends.
    assert_eq!(merged(BASE, &crlf(&ours), &theirs), crlf(&both));
    assert_eq!(merged(&crlf(BASE), &crlf(&ours), &theirs), both);
}

#[test]
fn roles_merge_by_key() {
    let base = "[roles]\nhead = \"skull\"\n";
    let ours =
        "[roles]\nhead = \"skull\"\nleft_foot = \"L_Ankle\"\n\n[roles.\"a/**\"]\nhips = \"Root\"\n";
    let theirs = "[roles]\nhead = \"cranium\"\n\n[roles.\"a/**\"]\nleft_toe = \"L_Ball\"\n\n[roles.\"a/b/**\"]\nhips = \"Hips\"\n";
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
        let merged = merge_settings(base, ours, theirs).unwrap();
        assert!(merged.conflicts.is_empty(), "{}", merged.text);
        let (settings, findings) = Settings::parse(&merged.text).unwrap();
        assert!(findings.is_empty(), "{findings:?}");
        let names = |clip: &str| -> Vec<(&'static str, String)> {
            let names = settings.role_names(clip).into_iter();
            names.map(|(role, joint)| (role.name(), joint)).collect()
        };
        let pair = |role, joint: &str| (role, joint.to_owned());
        let everywhere = [pair("head", "cranium"), pair("left_foot", "L_Ankle")];
        assert_eq!(names("c.bvh"), everywhere);
        let [head, foot] = everywhere;
        let toe = pair("left_toe", "L_Ball");
        let mut below = vec![pair("hips", "Root"), head, foot, toe];
        assert_eq!(names("a/c.bvh"), below);
        // The longer pattern takes precedence, whatever the order.
        below[0] = pair("hips", "Hips");
        assert_eq!(names("a/b/c.bvh"), below);
    }
}
