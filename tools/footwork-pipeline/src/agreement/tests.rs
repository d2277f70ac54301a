//! Compares agreement with values computed by hand, and tests which clips are compared and which differences are open.

use super::*;

fn ranges(pairs: &[(u32, u32)]) -> Ranges {
    Ranges::from_pairs(pairs.iter().copied()).unwrap()
}

fn kappa(both: u64, only_ours: u64, only_theirs: u64, neither: u64) -> Option<f64> {
    let counts = FrameCounts {
        both,
        only_ours,
        only_theirs,
        neither,
    };
    counts.kappa()
}

fn check(counts: [u64; 4], expected: f64) {
    let [both, ours, theirs, neither] = counts;
    let kappa = kappa(both, ours, theirs, neither).unwrap();
    assert!((kappa - expected).abs() < 1e-12, "{counts:?}: {kappa}");
}

/// The expected values are computed by hand from the observed and the expected agreement.
#[test]
fn kappa_equals_values_computed_by_hand() {
    // Observed 35/50. Expected 25/50 · 30/50 + 25/50 · 20/50 = 1/2. (0.7 - 0.5) / 0.5.
    check([20, 5, 10, 15], 0.4);
    // Observed 60/100. Expected 0.7 · 0.6 + 0.3 · 0.4 = 0.54. 0.06 / 0.46.
    check([45, 25, 15, 15], 0.06 / 0.46);
    // Observed 60/100 again, but expected 0.5 · 0.3 + 0.5 · 0.7 = 0.5. 0.1 / 0.5.
    check([20, 30, 10, 40], 0.2);
    // Two halves that do not overlap: observed 0, expected 1/2.
    check([0, 10, 10, 0], -1.0);
    // Agreement as frequent as by chance: observed 1/2, expected 1/2.
    check([5, 5, 5, 5], 0.0);
    check([7, 0, 0, 13], 1.0);
}

#[test]
fn kappa_is_undefined_if_both_always_answer_the_same() {
    assert_eq!(kappa(0, 0, 0, 0), None);
    assert_eq!(kappa(9, 0, 0, 0), None);
    assert_eq!(kappa(0, 0, 0, 9), None);
    // One labeller tags every frame and the other none, which is exactly the agreement expected by chance.
    assert_eq!(kappa(0, 9, 0, 0), Some(0.0));
}

#[test]
fn the_share_of_common_frames_is_computed() {
    let counts = counts(&ranges(&[(0, 25)]), &ranges(&[(0, 20), (25, 35)]));
    assert_eq!(
        (counts.both, counts.only_ours, counts.only_theirs),
        (20, 5, 10)
    );
    assert_eq!(counts.common_part(), Some(20.0 / 35.0));
    assert_eq!(FrameCounts::default().common_part(), None);
}

#[test]
fn edges_within_the_tolerance_do_not_count_as_a_difference() {
    let apart = |ours: &[(u32, u32)], theirs: &[(u32, u32)]| {
        let tag: Name = "A".parse().unwrap();
        let (ours, theirs) = (ranges(ours), ranges(theirs));
        let mut found = differences_of(&tag, &ours, &theirs);
        let one = found.remove(0);
        assert!(found.is_empty(), "{found:?}");
        if let Some(apart) = one.edges_apart() {
            assert!(one.is_within(apart) && !one.is_within(apart - 1));
        } else {
            assert!(!one.is_within(u32::MAX));
        }
        one.edges_apart()
    };
    assert_eq!(apart(&[(10, 30)], &[(12, 30)]), Some(2));
    assert_eq!(apart(&[(10, 30)], &[(12, 25)]), Some(5));
    // If half a span is missing, or one labeller has two spans, more than edges differ.
    assert_eq!(apart(&[(10, 30)], &[]), None);
    assert_eq!(apart(&[(10, 30)], &[(10, 19), (21, 30)]), None);
}

/// Seven clips of 100 frames each; three of them are compared.
#[test]
fn a_clip_is_compared_if_both_labelled_it() {
    let [ours, theirs] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let bvh = format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 0 0\nCHANNELS 1 Zposition\nEnd Site\n{{\nOFFSET 0 1 0\n}}\n}}\n\
         MOTION\nFrames: 100\nFrame Time: 0.01\n{}",
        "0\n".repeat(100)
    );
    let write = |folder: &tempfile::TempDir, clip: &str, lines: &str| {
        let text = format!("footwork-tags 1\n{lines}");
        std::fs::write(folder.path().join(format!("{clip}.bvh.tags")), text).unwrap();
    };
    for clip in [
        "apart", "done", "neither", "ours", "rules", "same", "theirs",
    ] {
        std::fs::write(ours.path().join(format!("{clip}.bvh")), &bvh).unwrap();
    }
    write(&ours, "apart", "tag A 10 30\n");
    write(&theirs, "apart", "tag A 20 50\n");
    write(&ours, "same", "tag A 0 10\n");
    write(&theirs, "same", "tag A 0 10\n");
    // One labeller declares that there is nothing to tag, and the other tags five frames.
    write(&ours, "done", "state done\n");
    write(&theirs, "done", "tag A 0 5\n");
    write(&ours, "ours", "tag A 0 100\n");
    write(&theirs, "theirs", "tag A 0 100\n");
    // Spans of rules do not count as a labeller's work.
    write(&ours, "rules", "tag A 0 100 rule\n");
    let library = Library::open(ours.path()).unwrap();
    let second = SecondLabels::new(ours.path(), theirs.path()).unwrap();
    let found = agreement(&library, &second);
    // Of 300 frames, both labellers tagged 10 + 10, only ours 10, and only theirs 20 + 5.
    let expected = FrameCounts {
        both: 20,
        only_ours: 10,
        only_theirs: 25,
        neither: 245,
    };
    assert_eq!(found.tags[0].counts, expected);
    assert_eq!(found.tags[0].clips_apart, 2);
    // Observed 265/300; expected 30/300 · 45/300 + 270/300 · 255/300 = 0.78.
    let kappa = found.tags[0].counts.kappa().unwrap();
    assert!(
        (kappa - (265.0 / 300.0 - 0.78) / 0.22).abs() < 1e-12,
        "{kappa}"
    );
    let left = found.left_out.iter();
    let left = left.map(|(clip, why)| (library.clips()[*clip].base_name(), why.clone()));
    let expected = [
        ("neither.bvh", NotCompared::Neither),
        ("ours.bvh", NotCompared::NotTheirs),
        ("rules.bvh", NotCompared::Neither),
        ("theirs.bvh", NotCompared::NotOurs),
    ];
    assert_eq!(left.collect::<Vec<_>>(), expected);
}

/// A decision to keep a difference counts only while both sides still tag exactly the recorded frames.
#[test]
fn a_kept_difference_stays_settled_until_a_side_changes() {
    let [ours, theirs] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let bvh = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 1 Zposition\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n\
               MOTION\nFrames: 30\nFrame Time: 0.01\n";
    let bvh = format!("{bvh}{}", "0\n".repeat(30));
    std::fs::write(ours.path().join("a.bvh"), bvh).unwrap();
    let write = |folder: &tempfile::TempDir, lines: &str| {
        let text = format!("footwork-tags 1\n{lines}");
        std::fs::write(folder.path().join("a.bvh.tags"), text).unwrap();
    };
    let kept = "kept A ours 0 20 theirs 0 10\nkept B ours none theirs 3 9\n";
    for (of_ours, of_theirs, expected) in [
        ("tag A 0 20\n", "tag A 0 10\ntag B 3 9\n", [true, true]),
        ("tag A 0 20\n", "tag A 0 11\ntag B 3 9\n", [false, true]),
        ("tag A 1 20\n", "tag A 0 10\ntag B 3 8\n", [false, false]),
        // With the sides swapped, the decision does not apply: the recorded frames are now on the other side.
        ("tag A 0 10\ntag B 3 9\n", "tag A 0 20\n", [false, false]),
    ] {
        write(&ours, &format!("{of_ours}{kept}"));
        write(&theirs, of_theirs);
        let library = Library::open(ours.path()).unwrap();
        let second = SecondLabels::new(ours.path(), theirs.path()).unwrap();
        let found = agreement(&library, &second);
        let found = found.clips[0].differences.iter();
        let found: Vec<bool> = found.map(|one| one.is_kept).collect();
        assert_eq!(found, expected, "{of_ours}{of_theirs}");
    }
}

#[test]
fn ranges_that_touch_are_one_difference() {
    let tag: Name = "A".parse().unwrap();
    let ours = ranges(&[(0, 10), (20, 30), (40, 50), (60, 70)]);
    let theirs = ranges(&[(0, 10), (25, 40), (60, 64), (66, 70), (80, 81)]);
    let found = differences_of(&tag, &ours, &theirs);
    let found: Vec<String> = found
        .iter()
        .map(|one| format!("{} {} {}", one.range, one.ours, one.theirs))
        .collect();
    let expected = [
        "[20, 50) {[20, 30), [40, 50)} {[25, 40)}",
        "[60, 70) {[60, 70)} {[60, 64), [66, 70)}",
        "[80, 81) {} {[80, 81)}",
    ];
    assert_eq!(found, expected);
    assert_eq!(differences_of(&tag, &ours, &ours), []);
}
