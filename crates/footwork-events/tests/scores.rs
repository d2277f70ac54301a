//! Scores against a plain search for the largest matching.

#![allow(clippy::unwrap_used, reason = "tests")]

use footwork_events::{ScoreError, score};
use proptest::prelude::*;

/// The most pairs within the tolerance, by trying to free one after the other (Kuhn).
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
            if (at - truth[of]).abs() > tolerance || std::mem::replace(&mut seen[index], true) {
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

fn times() -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec((0u32..60).prop_map(|t| f64::from(t) * 0.125), 0..25).prop_map(
        |mut times| {
            times.sort_by(f64::total_cmp);
            times
        },
    )
}

proptest! {
    #[test]
    fn as_many_are_matched_as_can_be(truth in times(), found in times(), tolerance in 0u32..8) {
        let tolerance = f64::from(tolerance) * 0.125;
        let score = score(&truth, &found, tolerance).unwrap();
        prop_assert_eq!(score.matched, largest_matching(&truth, &found, tolerance));
        prop_assert_eq!(score.matched + score.missed, truth.len());
        prop_assert_eq!(score.matched + score.extra, found.len());
        prop_assert_eq!(score.error.is_some(), score.matched > 0);
        if let Some(error) = score.error {
            prop_assert!(error.bias.abs() <= error.mean_abs && error.mean_abs <= tolerance);
            prop_assert!(error.p95_abs <= tolerance);
        }
    }
}

#[test]
fn shares_and_errors_of_a_worked_example() {
    let score = score(&[1.0, 2.0, 3.0, 4.0], &[1.25, 2.0, 2.75, 9.0, 10.0], 0.25).unwrap();
    assert_eq!((score.matched, score.missed, score.extra), (3, 1, 2));
    assert_eq!((score.precision, score.recall), (0.6, 0.75));
    assert!((score.f1 - 2.0 / 3.0).abs() < 1e-12);
    let error = score.error.unwrap();
    assert!((error.mean_abs - 0.5 / 3.0).abs() < 1e-12);
    assert_eq!((error.bias, error.p95_abs), (0.0, 0.25));
}

#[test]
fn nothing_against_nothing_scores_nothing() {
    for (truth, found) in [(vec![], vec![]), (vec![1.0], vec![]), (vec![], vec![1.0])] {
        let score = score(&truth, &found, 1.0).unwrap();
        assert_eq!(
            (score.precision, score.recall, score.f1, score.error),
            (0.0, 0.0, 0.0, None)
        );
    }
}

#[test]
fn what_cannot_be_scored_is_refused() {
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
    assert_eq!(score(&[1.0], &[5.0], f64::INFINITY).unwrap().matched, 1);
}
