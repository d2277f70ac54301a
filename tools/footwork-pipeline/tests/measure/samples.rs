//! Measures of the sample clips.

use std::path::Path;

use footwork_base::FrameRange;
use footwork_library::Library;
use footwork_pipeline::{
    BlendLimits, MeasuredRange, Measurements, Measurer, blend_space, measure, parse_axes,
};
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

/// Ranges of the library may not fit other motion, even if it is as long.
#[test]
fn a_clip_that_changed_since_is_not_measured() {
    let folder = tempfile::tempdir().unwrap();
    let run = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/deepmimic/run.txt");
    let text = std::fs::read_to_string(run).unwrap();
    for file in ["a.txt", "b.txt"] {
        std::fs::write(folder.path().join(file), &text).unwrap();
    }
    let library = Library::open(folder.path()).unwrap();
    let found = library.database().query("all").unwrap();
    let changed = text.replacen("0.03333", "0.03332", 1);
    assert_ne!(changed, text);
    std::fs::write(folder.path().join("a.txt"), changed).unwrap();
    let measured = measure(&library, &found, &[Measure::Speed]);
    let names = |ranges: &[MeasuredRange]| -> Vec<String> {
        let names = ranges.iter().map(|range| &library.clips()[range.clip].name);
        names.cloned().collect()
    };
    assert_eq!(names(&measured.ranges), ["b.txt"]);
    let [unread] = &measured.unread[..] else {
        panic!("{:?}", measured.unread);
    };
    assert_eq!((unread.file.as_str(), unread.code), ("a.txt", "changed"));
    let axes = parse_axes(&library, "speed").unwrap();
    let space = blend_space(&library, &found, &axes, &BlendLimits::default());
    let [left] = &space.left_out[..] else {
        panic!("{:?}", space.left_out);
    };
    assert_eq!(library.clips()[left.clip].name, "a.txt");
    assert!(left.code == "changed" && left.is_unread());
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
