//! Libraries that are valid by construction, and the same libraries with one mistake added.

use proptest::prelude::*;

use crate::folder::{Folder, shown};

const CONFIG: &str = r#"
exclusive = ["Gait", ["Loop", "Cut"]]
[checks]
min_frames = 3
max_gap = 2
required = ["Source", ["Loop", "Cut"]]
covered = ["Gait"]
[checks.severity]
event-at-edge = "error"
[tags."Gait.Idle"]
[tags."Gait.Walk"]
[tags."Gait.Run"]
[tags.Source]
[tags.Loop]
[tags.Cut]
[tags.Action]
[events.Step]
"#;

/// The frames of a clip, and the lines of its sidecar.
type Tagged = (u32, Vec<String>);

/// A clip whose frames are divided among gaits, with actions and events on allowed frames.
fn clip() -> impl Strategy<Value = Tagged> {
    let gait = (3..12_u32, prop::sample::select(vec!["Idle", "Walk", "Run"]));
    let gaits = prop::collection::vec(gait, 1..6);
    let actions = prop::collection::vec((3..9_u32, 3..9_u32), 0..4);
    let events = prop::collection::vec(0.001..0.999_f64, 0..4);
    (gaits, actions, events, any::<bool>()).prop_map(|(gaits, actions, events, loops)| {
        let mut lines = Vec::new();
        let mut frames = 0;
        for (length, gait) in gaits {
            lines.push(format!("tag Gait.{gait} {frames} {}", frames + length));
            frames += length;
        }
        let mut at = 0;
        for (gap, length) in actions {
            if at + gap + length <= frames {
                lines.push(format!("tag Action {} {}", at + gap, at + gap + length));
                at += gap + length;
            }
        }
        let last = f64::from(frames - 2);
        for place in events.into_iter().filter(|_| frames > 2) {
            lines.push(format!("event Step {}", (place * last).max(0.001)));
        }
        lines.push(format!("tag Source 0 {frames}"));
        lines.push(format!("tag {} 0 1", if loops { "Loop" } else { "Cut" }));
        lines.push(format!(
            "tag {} 1 {frames}",
            if loops { "Loop" } else { "Cut" }
        ));
        (frames, lines)
    })
}

fn folder(clips: &[Tagged]) -> Folder {
    let folder = Folder::new(CONFIG);
    for (number, (frames, lines)) in clips.iter().enumerate() {
        let name = format!("clip_{number}.bvh");
        folder.clip(&name, *frames);
        folder.tags(&name, *frames, &(lines.join("\n") + "\n"));
    }
    folder
}

/// Adds one mistake to the first clip, and returns its code.
fn spoil((frames, lines): &mut Tagged, how: usize) -> &'static str {
    let spoilt = [
        (format!("tag Gait.Rum 0 {frames}"), "exclusive-overlap"),
        ("tag Acton 0 3".to_owned(), "not-in-vocabulary"),
        (format!("tag Source 0 {}", *frames + 1), "span-outside"),
        ("tag Gait 0 2".to_owned(), "span-short"),
        ("event Step 0".to_owned(), "event-at-edge"),
        (format!("event Step {frames}"), "event-outside"),
        ("tag Source 0 1".to_owned(), "span-overlap"),
        ("future".to_owned(), "unknown-line"),
    ];
    let (line, code) = spoilt[how % spoilt.len()].clone();
    lines.push(line);
    code
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 24,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn valid_libraries_have_no_findings(clips in prop::collection::vec(clip(), 1..4)) {
        let found: Vec<String> = folder(&clips).check().iter().map(shown).collect();
        prop_assert!(found.is_empty(), "{clips:?}: {found:#?}");
    }

    #[test]
    fn one_added_mistake_is_found(mut clips in prop::collection::vec(clip(), 1..3), how: usize) {
        let code = spoil(&mut clips[0], how);
        let found = folder(&clips).check();
        let is_it = |found: &footwork_pipeline::CheckFinding| found.code == code;
        prop_assert!(found.iter().any(is_it), "{code}: {found:#?}");
        prop_assert!(found.iter().all(|found| found.clip == "clip_0.bvh"), "{found:#?}");
    }
}
