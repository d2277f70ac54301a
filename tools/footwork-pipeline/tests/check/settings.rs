//! `exclusive` and `[checks]` of `footwork.toml`: positions of mistakes, and renaming a tag.

use footwork_base::FrameRange;
use footwork_sidecar::Settings;

use crate::desk::Desk;
use crate::folder::{Folder, shown};

/// Checks that a `footwork.toml` is refused. `expected` is the start of the message after `footwork.toml:`, with the
/// position of the mistake.
#[track_caller]
fn check_refused(text: &str, expected: &str) {
    let message = Settings::parse(text).unwrap_err().to_string();
    let place = message.strip_prefix("footwork.toml:").unwrap();
    assert!(place.starts_with(expected), "{message}");
}

#[test]
fn mistakes_are_reported_with_their_positions() {
    check_refused("exclusive = \"Gait\"", "1:13: exclusive must be a list");
    check_refused("exclusive = [\n\"A\",\n3]", "3:1: exclusive must be a list");
    check_refused(
        "exclusive = [[]]",
        "1:14: a list of tags in exclusive is empty",
    );
    check_refused("exclusive = [[\"A\", \"a b\"]]", "1:20: `a b`");
    check_refused("checks = 3", "1:10: checks must be a table");
    check_refused(
        "[checks]\nmin_frames = -1",
        "2:14: min_frames must be a whole",
    );
    check_refused("[checks]\nmax_gap = 1.5", "2:11: max_gap must be a whole");
    check_refused(
        "[checks]\nrequired = [[[\"A\"]]]",
        "2:14: required must be a list",
    );
    check_refused("[checks]\ncovered = {}", "2:11: covered must be a list");
    check_refused("[checks]\nseverity = 1", "2:12: severity must be a table");
    check_refused(
        "[checks.severity]\ngap = \"bad\"",
        "2:7: a severity must be",
    );
}

#[test]
fn checks_follow_a_renamed_tag() {
    let config = "exclusive = [\"Gait\", [ \"Gait.Run\" , \"Loop\" ]] # these\n\n[checks]\n\
                  required = [\"Gait.Walk\", [\"Gaiter\", \"Gait\"]]\ncovered = [\"Gait\"]\n";
    let folder = Folder::new(config);
    folder.clip("a.bvh", 20);
    folder.tags("a.bvh", 20, "tag Gait.Walk 0 19\n");
    let mut library = Desk::open(&folder.path(""));
    let name = |text: &str| text.parse().unwrap();
    library.rename_tag(&name("Gait"), &name("Move")).unwrap();
    let renamed = std::fs::read_to_string(folder.path("footwork.toml")).unwrap();
    let expected = config
        .replace("\"Gait\"", "\"Move\"")
        .replace("\"Gait.", "\"Move.");
    assert_eq!(renamed, expected);
    let opened = Desk::open(&folder.path(""));
    assert_eq!(library.settings(), opened.settings());
    // The checks use the renamed tags.
    let found: Vec<String> = footwork_pipeline::check(&library)
        .iter()
        .map(shown)
        .collect();
    assert_eq!(found, ["error not-covered a.bvh [19, 20) Move"]);
}

#[test]
fn a_finding_disappears_after_an_edit_that_fixes_it() {
    let folder = Folder::new("");
    folder.clip("a.bvh", 20);
    folder.tags("a.bvh", 20, "tag A 0 8\ntag A 5 12\n");
    let mut library = Desk::open(&folder.path(""));
    assert_eq!(footwork_pipeline::check(&library).len(), 1);
    let clip = library.find_clip("a").unwrap();
    let frames = FrameRange::new(4, 6).unwrap();
    library.paint(&"A".parse().unwrap(), clip, frames).unwrap();
    assert_eq!(footwork_pipeline::check(&library), []);
    assert_eq!(footwork_pipeline::check(&Desk::open(&folder.path(""))), []);
}
