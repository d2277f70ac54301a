//! `footwork.toml`: units, vocabulary, and the positions of mistakes.

use footwork_library::{Library, OpenError};
use footwork_sidecar::Settings;

use crate::playground::{Playground, findings};

/// Returns the metres per unit of a clip, with `line` as the text of `footwork.toml`.
#[track_caller]
fn check_unit(line: &str, clip: &str, metres: Option<f64>) {
    let (config, findings) = Settings::parse(line).unwrap();
    assert_eq!(findings, []);
    assert_eq!(
        config.length_unit(clip).map(|unit| unit.metres()),
        metres,
        "{line} {clip}"
    );
}

#[test]
fn length_units_are_read_in_every_form() {
    check_unit("", "a.bvh", None);
    for clip in ["a.bvh", "deep/er/a.bvh"] {
        check_unit("length_unit = \"cm\"", clip, Some(0.01));
        check_unit("length_unit = \"cmu\"", clip, Some(0.0254 / 0.45));
        check_unit("length_unit = \"0.5\"", clip, Some(0.5));
        check_unit("length_unit = 0.5", clip, Some(0.5));
        check_unit("length_unit = 2", clip, Some(2.0));
    }
    let table =
        "length_unit = { \"z/**\" = \"mm\", \"*_cm.bvh\" = \"cm\", \"a/**\" = 2, \"**\" = \"m\" }";
    check_unit(table, "z/x_cm.bvh", Some(0.001));
    check_unit(table, "a/x_cm.bvh", Some(0.01));
    check_unit(table, "a/b/c.bvh", Some(2.0));
    check_unit(table, "b.bvh", Some(1.0));
    check_unit("[length_unit]\n\"a/**\" = \"cm\"", "b.bvh", None);
}

#[test]
fn the_unit_scales_the_motion() {
    let playground = Playground::new();
    playground
        .file("footwork.toml", "length_unit = { \"a.bvh\" = 0.5 }")
        .clip("a.bvh");
    let library = playground.open();
    let loaded = library.load(library.find_clip("a").unwrap()).unwrap();
    assert!(loaded.estimated_unit.is_none());
    let skeleton = loaded.clip.skeleton();
    let tallest = skeleton
        .rest_positions()
        .iter()
        .map(|p| p[1])
        .fold(0.0, f64::max);
    assert!((tallest - 0.85).abs() < 1e-6, "{tallest}");
}

#[test]
fn the_vocabulary_is_read() {
    let text = r##"
[tags."Gait.Run"]
colour = "#d55e00"
key = "r"
description = "Both feet leave the ground."
mirror = "Gait.Run"
[tags."Gait.\"very tired\""]
color = "#00fF7f"
[events."Foot.Left"]
mirror = "Foot.Right"
[queries]
fast = "{ speed > 3 }"
"##;
    let (config, findings) = Settings::parse(text).unwrap();
    assert_eq!(findings, []);
    let tags: Vec<_> = config
        .tags
        .iter()
        .map(|(name, style)| (name.as_str(), style.colour))
        .collect();
    let expected = [
        ("Gait.\"very tired\"", Some([0, 255, 127])),
        ("Gait.Run", Some([213, 94, 0])),
    ];
    assert_eq!(tags, expected);
    assert_eq!(config.queries["fast"], "{ speed > 3 }");
    let playground = Playground::new();
    playground.file("footwork.toml", text).clip("a.bvh");
    let library = playground.open();
    // Queries know tags of the vocabulary that no clip uses yet.
    let tags: Vec<_> = library
        .database()
        .tags()
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(tags, ["Gait.\"very tired\"", "Gait.Run"]);
    assert_eq!(library.database().events().count(), 1);
}

#[test]
fn unknown_keys_are_reported() {
    let playground = Playground::new();
    playground.file("footwork.toml", "nmae = \"x\"\n[future]\nkey = 1\n");
    let expected = [
        "footwork.toml:1:1 warning unknown-key",
        "footwork.toml:2:2 warning unknown-key",
    ];
    assert_eq!(findings(&playground.open()), expected);
}

/// Checks that a `footwork.toml` is rejected with a message that starts with `expected`.
#[track_caller]
fn check_refused(text: &str, expected: &str) {
    let playground = Playground::new();
    playground.file("footwork.toml", text).clip("a.bvh");
    let error = Library::open(playground.root()).unwrap_err();
    assert!(matches!(error, OpenError::Settings { .. }), "{error}");
    let message = error.to_string();
    assert!(message.starts_with(expected), "{message}");
    assert!(
        !message.contains("Raw") && !message.contains('\n'),
        "{message}"
    );
}

#[test]
fn mistakes_are_reported_with_their_positions() {
    check_refused("name = \n", "footwork.toml:1:8: ");
    check_refused("\nname = 1\n", "footwork.toml:2:8: ");
    check_refused("é = 1\n", "footwork.toml:1:1: ");
    check_refused("include = [\"a\", 1]\n", "footwork.toml:1:");
    check_refused("[tags.A]\n[tags.\"a b\"]\n", "footwork.toml:2:7: ");
    check_refused(
        "[tags.\"Gait.Run\"]\ncolour = \"red\"\n",
        "footwork.toml:2:10: ",
    );
    check_refused(
        "[tags.\"Gait.Run\"]\ncolour = \"#ééé\"\n",
        "footwork.toml:2:10: ",
    );
    check_refused(
        "[tags.\"Gait.Run\"]\ncolor = \"#+1+1+1\"\n",
        "footwork.toml:2:9: ",
    );
    check_refused("[tags.\"Gait.Run\"]\nkeys = \"r\"\n", "footwork.toml:2:1: ");
    check_refused(
        "name = \"a\"\nlength_unit = \"yard\"\n",
        "footwork.toml:2:15: ",
    );
    check_refused("[tags.A]\nmirror = \"a b\"\n", "footwork.toml:2:10: `a b`");
    check_refused("mirror = \"*\"\n", "footwork.toml:1:10: expected `true`");
    check_refused("name = \"a\"\nmirror = [1]\n", "footwork.toml:2:10: ");
    check_refused("mirror_joints = { a = 1 }\n", "footwork.toml:1:23: ");
    check_refused("roles = 1\n", "footwork.toml:1:9: ");
    check_refused("[roles]\nhead = 1\n", "footwork.toml:2:8: ");
    check_refused("[roles.\"a/**\"]\nhead = []\n", "footwork.toml:2:8: ");
    check_refused("length_unit = -1\n", "footwork.toml:1:15: ");
    check_refused("length_unit = true\n", "footwork.toml:1:15: ");
    check_refused(
        "[length_unit]\n\"a/**\" = \"m\"\n\"b/**\" = nan\n",
        "footwork.toml:3:10: ",
    );
    check_refused("[length_unit]\n\"a/**\" = []\n", "footwork.toml:2:10: ");
}

#[test]
fn unknown_roles_and_joints_are_reported() {
    let playground = Playground::new();
    playground.clip("a.bvh").clip("b/c.bvh").file(
        "footwork.toml",
        "[roles]\nhips = \"Hips\"\nheed = \"Hips\"\nhead = \"Hip\"\n\n\
         [roles.\"b/**\"]\nspine = \"Hips\"\n\n[roles.\"d/**\"]\nneck = \"Hips\"\n",
    );
    let library = playground.open();
    let findings = library.findings().iter();
    let found: Vec<_> = findings
        .filter(|finding| finding.file == "footwork.toml")
        .map(|finding| (finding.code, finding.message.as_str()))
        .collect();
    let expected = [
        (
            "unknown-role",
            "there is no role `heed`; did you mean `head`?",
        ),
        (
            "unknown-joint",
            "roles.head: none of its clips has a joint \"Hip\"; did you mean \"Hips\"?",
        ),
        ("unknown-joint", "roles.\"d/**\".neck matches no clip"),
    ];
    assert_eq!(found, expected);
    let of = |clip: &str, name: &str| {
        let clip = library.find_clip(clip).unwrap();
        library.clips()[clip].skeleton.has(name)
    };
    assert!(of("a.bvh", "hips") && of("b/c.bvh", "spine"));
    assert!(!of("a.bvh", "spine") && !of("a.bvh", "head"));
}
