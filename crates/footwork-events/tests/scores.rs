//! Scores compared with a plain search for the largest matching.

#![allow(clippy::unwrap_used, reason = "tests")]

use footwork_base::FrameRate;
use footwork_events::{EventLists, ScoreError, Tolerance, score, score_each};
use proptest::prelude::*;

/// Returns the largest number of pairs within the tolerance, found by augmenting paths (Kuhn). The tolerance is rounded
/// as in `mir_eval`.
fn largest_matching(truth: &[f64], found: &[f64], tolerance: f64) -> usize {
    fn place(
        of: usize,
        truth: &[f64],
        found: &[f64],
        tolerance: f64,
        taken: &mut [Option<usize>],
        seen: &mut [bool],
    ) -> bool {
        for (index, at) in found.iter().enumerate() {
            let is_near = at - tolerance <= truth[of] && truth[of] <= at + tolerance;
            if !is_near || std::mem::replace(&mut seen[index], true) {
                continue;
            }
            let is_free =
                taken[index].is_none_or(|other| place(other, truth, found, tolerance, taken, seen));
            if is_free {
                taken[index] = Some(of);
                return true;
            }
        }
        false
    }
    let mut taken = vec![None; found.len()];
    let placed = (0..truth.len()).filter(|of| {
        place(
            *of,
            truth,
            found,
            tolerance,
            &mut taken,
            &mut vec![false; found.len()],
        )
    });
    placed.count()
}

/// Generates sorted frame numbers.
fn frames() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(0u32..120, 0..25).prop_map(|mut frames| {
        frames.sort_unstable();
        frames
    })
}

fn times(frames: &[u32], period: f64) -> Vec<f64> {
    let times = frames.iter().map(|&frame| f64::from(frame) * period);
    times.collect()
}

proptest! {
    #[test]
    fn the_matching_is_maximum(
        truth in frames(),
        found in frames(),
        tolerance in 0u32..8,
        period in prop::sample::select(vec![0.125, 1.0 / 60.0, 1.0 / 30.0, 0.01]),
    ) {
        let tolerance = f64::from(tolerance) * period;
        let (truth, found) = (times(&truth, period), times(&found, period));
        let score = score(&truth, &found, tolerance).unwrap();
        prop_assert_eq!(score.matched, largest_matching(&truth, &found, tolerance));
        prop_assert_eq!(score.matched + score.missed, truth.len());
        prop_assert_eq!(score.matched + score.extra, found.len());
        prop_assert_eq!(score.error.is_some(), score.matched > 0);
        if let Some(error) = score.error {
            let most = tolerance + 1e-12;
            prop_assert!(error.bias_secs.abs() <= error.mean_abs_secs + 1e-12 && error.mean_abs_secs <= most);
            prop_assert!(error.p95_abs_secs <= most);
        }
    }

    /// An event that is n frames off is within a tolerance of n frames, at any rate and far from zero.
    #[test]
    fn a_tolerance_in_frames_counts_whole_frames(
        truth in frames(),
        found in frames(),
        tolerance in 0u32..8,
        rate in prop::sample::select(vec![(60, 1), (30, 1), (100, 1), (24_000, 1001)]),
        start in prop::sample::select(vec![0.0, 1000.0, 1e6 + 1.0 / 3.0]),
    ) {
        let rate = FrameRate::new(rate.0, rate.1).unwrap();
        let at = |frames: &[u32]| -> Vec<f64> {
            frames.iter().map(|&frame| start + f64::from(frame) / rate.as_f64()).collect()
        };
        let within = Tolerance::Frames(f64::from(tolerance), rate);
        let score = score(&at(&truth), &at(&found), within).unwrap();
        let most = largest_matching(&times(&truth, 1.0), &times(&found, 1.0), f64::from(tolerance));
        prop_assert_eq!(score.matched, most);
    }
}

const GOLDEN: [(f64, i32, usize, usize); 6] = [
    (60.0, 1, 548, 549),
    (60.0, 3, 495, 500),
    (30.0, 5, 484, 492),
    (100.0, 1, 453, 454),
    (100.0, 5, 466, 475),
    (24_000.0 / 1001.0, 3, 556, 559),
];

/// The expected counts come from `mir_eval` 0.8.2. Each of 600 frames is compared with another that comes n frames
/// later or earlier. The tolerance is the length of n frames, in seconds.
#[test]
fn seconds_are_rounded_as_mir_eval_does() {
    for (rate, frames, later, earlier) in GOLDEN {
        let at = |frame: i32| f64::from(frame) / rate;
        let matched = |off: i32| -> usize {
            let pairs = (0..600).map(|frame| score(&[at(frame)], &[at(frame + off)], at(frames)));
            pairs.map(|score| score.unwrap().matched).sum()
        };
        assert_eq!(
            (matched(frames), matched(-frames)),
            (later, earlier),
            "{frames} of {rate}"
        );
    }
    assert_eq!(score(&[0.5], &[0.55], 0.05).unwrap().f1, 1.0);
}

#[test]
fn each_list_can_have_its_own_tolerance() {
    let frames = |rate| Tolerance::Frames(1.0, FrameRate::whole(rate).unwrap());
    let (truth, found) = ([1.0], [1.03]);
    let list = |rate| EventLists {
        truth: &truth,
        found: &found,
        tolerance: frames(rate),
    };
    let score = score_each([list(30), list(60)]).unwrap();
    assert_eq!((score.matched, score.missed, score.extra), (1, 1, 1));
}

#[test]
fn shares_and_errors_of_a_worked_example() {
    let score = score(&[1.0, 2.0, 3.0, 4.0], &[1.25, 2.0, 2.75, 9.0, 10.0], 0.25).unwrap();
    assert_eq!((score.matched, score.missed, score.extra), (3, 1, 2));
    assert_eq!((score.precision, score.recall), (0.6, 0.75));
    assert!((score.f1 - 2.0 / 3.0).abs() < 1e-12);
    let error = score.error.unwrap();
    assert!((error.mean_abs_secs - 0.5 / 3.0).abs() < 1e-12);
    assert_eq!((error.bias_secs, error.p95_abs_secs), (0.0, 0.25));
}

#[test]
fn an_empty_list_scores_zero_without_an_error() {
    for (truth, found) in [(vec![], vec![]), (vec![1.0], vec![]), (vec![], vec![1.0])] {
        let score = score(&truth, &found, 1.0).unwrap();
        assert_eq!(
            (score.precision, score.recall, score.f1, score.error),
            (0.0, 0.0, 0.0, None)
        );
    }
}

#[test]
fn unsorted_times_and_bad_tolerances_are_rejected() {
    assert_eq!(
        score(&[1.0, 0.5], &[], 0.1),
        Err(ScoreError::NotSorted {
            is_truth: true,
            index: 1
        })
    );
    assert_eq!(
        score(&[], &[f64::NAN], 0.1),
        Err(ScoreError::NotATime {
            is_truth: false,
            index: 0
        })
    );
    assert_eq!(score(&[], &[], f64::NAN), Err(ScoreError::BadTolerance));
    assert_eq!(score(&[], &[], -0.1), Err(ScoreError::BadTolerance));
    let rate = FrameRate::ONE;
    for frames in [-1.0, -1e-9, f64::NAN] {
        let tolerance = Tolerance::Frames(frames, rate);
        assert_eq!(score(&[], &[], tolerance), Err(ScoreError::BadTolerance));
    }
    assert_eq!(score(&[1.0], &[5.0], f64::INFINITY).unwrap().matched, 1);
}
