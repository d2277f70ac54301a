//! Nearly every boundary of a changed clip is moved to within one frame of the truth.

use footwork_pipeline::{MIN_CONFIDENCE, align};

use crate::samples;
use crate::variants::{self, Kind};

/// The regular run tests every n-th variant of a sample, starting at a different variant for each sample;
/// `cargo xtask soak` tests all.
const EVERY: usize = 3;

/// Makes variants of the samples, of the given kinds. Counts the boundaries whose new frame, after rounding, is within
/// one frame of the truth. All other boundaries must be flagged.
#[track_caller]
fn check(kinds: &[Kind], least_boundaries: usize) {
    let soak = std::env::var_os("FOOTWORK_SOAK").is_some();
    let every = if soak { 1 } else { EVERY };
    let (mut all, mut near, mut flagged, mut silent) = (0, 0, 0, Vec::new());
    for (number, sample) in samples::all().into_iter().enumerate() {
        let seed = sample.clip.frame_count();
        let recipes = variants::recipes(seed).into_iter().skip(number % every);
        let recipes = recipes
            .step_by(every)
            .filter(|(kind, _)| kinds.contains(kind));
        let variants = recipes.map(|(_, recipe)| variants::make(&sample.clip, recipe));
        for variant in variants {
            let what = format!("{}: {}", sample.name, variant.what);
            let new = sample.old.with_same_joints(&variant.clip).unwrap();
            let found = align(&sample.old, &new).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(found.mirrored, variant.mirrored, "{what}");
            let spans = sample.sidecar.tags();
            let ends = spans.flat_map(|span| [span.range.start(), span.range.stop()]);
            let ends =
                ends.map(|end| (f64::from(end), found.map.new_of_old(f64::from(end)).round()));
            let events = sample.sidecar.events();
            let times = events.map(|(_, time)| (time, found.map.new_of_old(time)));
            for (old, new) in ends.chain(times) {
                let Some(truth) = variant.truth(old) else {
                    continue;
                };
                let is_flagged = found.confidence(old) < MIN_CONFIDENCE;
                all += 1;
                flagged += usize::from(is_flagged);
                if (new - truth).abs() <= 1.0 {
                    near += 1;
                } else if !is_flagged {
                    silent.push(format!(
                        "{what}: frame {old} is at {truth:.2}, not {new:.2}"
                    ));
                }
            }
        }
    }
    println!("{kinds:?}: {near} of {all} boundaries within a frame, {flagged} flagged");
    assert!(
        all * every >= least_boundaries,
        "{all} boundaries are compared"
    );
    assert!(near * 100 >= all * 99, "{near} of {all}");
    assert!(flagged * 20 <= all, "{flagged} of {all} are flagged");
    assert_eq!(silent, [""; 0], "off and not flagged");
}

#[test]
fn boundaries_of_trimmed_clips_are_near_the_truth() {
    check(&[Kind::Trimmed], 500);
}

#[test]
fn boundaries_of_resampled_clips_are_near_the_truth() {
    check(&[Kind::Resampled], 1500);
}

#[test]
fn boundaries_of_evenly_retimed_clips_are_near_the_truth() {
    check(&[Kind::Retimed], 1500);
}

#[test]
fn boundaries_of_unevenly_retimed_clips_are_near_the_truth() {
    check(&[Kind::Bent], 900);
}

#[test]
fn boundaries_of_mirrored_clips_are_near_the_truth() {
    check(&[Kind::Mirrored], 250);
}

#[test]
fn boundaries_of_clips_changed_in_several_ways_are_near_the_truth() {
    check(&[Kind::Combined], 500);
}

#[test]
fn boundaries_of_clips_also_retimed_unevenly_are_near_the_truth() {
    check(&[Kind::BentCombined], 700);
}

#[test]
fn boundaries_of_clips_cut_in_the_middle_are_near_the_truth() {
    check(&[Kind::CutOut], 500);
}
