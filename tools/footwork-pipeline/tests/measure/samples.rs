//! Measures of the sample clips.

use std::path::Path;

use footwork_base::FrameRange;
use footwork_library::Library;
use footwork_pipeline::{Measurements, Measurer, measure};
use footwork_sidecar::Measure;

fn samples(query: &str, measures: &[Measure]) -> Measurements {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let library = Library::open(&folder).unwrap();
    let found = library.database().query(query).unwrap();
    measure(&library, &found, measures)
}

#[test]
fn measures_of_a_walk_and_a_run_are_in_their_usual_ranges() {
    let measures = [
        Measure::Duty,
        Measure::CycleTime,
        Measure::StepAsymmetry,
        Measure::FootSlide,
    ];
    for (clip, duty, cycle) in [("walk", 0.5..0.8, 0.9..1.4), ("run", 0.15..0.5, 0.5..0.9)] {
        let found = samples(&format!("clip(\"deepmimic/{clip}.txt\")"), &measures);
        let value = |at: usize| found.ranges[0].values[at].as_ref().unwrap().value;
        assert!(duty.contains(&value(0)), "{clip}: duty {}", value(0));
        assert!(cycle.contains(&value(1)), "{clip}: cycle {}", value(1));
        assert!(value(2) < 0.2, "{clip}: asymmetry {}", value(2));
        assert!(value(3) < 0.5, "{clip}: slide {}", value(3));
    }
}

#[test]
fn every_measure_of_the_samples_is_finite_or_has_a_reason() {
    let found = samples("all", Measure::ALL);
    assert_eq!(found.ranges.len(), 22);
    assert!(found.unread.is_empty());
    for range in &found.ranges {
        for (measure, value) in Measure::ALL.iter().zip(&range.values) {
            match value {
                Ok(reading) => assert!(reading.value.is_finite(), "{measure}"),
                Err(reason) => assert!(!reason.is_empty(), "{measure}"),
            }
        }
    }
}

/// A run that loops: a stance across its seam counts in the ranges on both sides of the seam.
#[test]
fn the_duty_of_a_loop_is_the_mean_over_its_parts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let library = Library::open(&folder).unwrap();
    let run = library.find_clip("deepmimic/run.txt").unwrap();
    let loaded = library.load(run).unwrap();
    let round = loaded.clip.round_frames().unwrap();
    let measurer = Measurer::new(&loaded);
    let frames_down = |start: u32, stop: u32, total: u32| {
        let range = FrameRange::new(start, stop).unwrap();
        let duty = measurer.measure(range, &[Measure::Duty])[0].clone();
        duty.unwrap().value * f64::from(total)
    };
    let whole = frames_down(0, round + 1, round);
    for middle in [5, 8, 10] {
        let parts = frames_down(0, middle, middle) + frames_down(middle, round, round - middle);
        assert!((whole - parts).abs() < 1e-9, "{middle}: {whole} {parts}");
    }
}
