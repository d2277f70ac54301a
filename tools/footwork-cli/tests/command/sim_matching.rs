//! `footwork sim matching`: a character that plays the samples, the written files, and mistakes.

use std::fs;

use serde_json::Value;

use crate::run::{Ran, footwork, root, valid, words};

fn sim(options: &str) -> Ran {
    let samples = root().join("samples");
    let samples = samples.to_str().unwrap();
    let call = ["sim", "matching", samples, "--errors", "json"];
    footwork(&[&call, &words(options)[..]].concat())
}

fn figures(options: &str) -> Value {
    let ran = sim(&format!("{options} --format json"));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    valid(&ran.stdout, "sim-matching")
}

#[test]
fn a_stick_leads_a_character_through_the_samples() {
    let options = "--seconds 10 --stick circle --speed 1.2";
    let held = figures(options);
    assert_eq!(held, figures(options), "a second run should be equal");
    // The stick requests a circle at 1.2 m/s.
    let way_m = held["way_m"].as_f64().unwrap();
    assert!((10.0..14.0).contains(&way_m), "{way_m}");
    assert_eq!(held["none_allowed"], 0);
    assert!(held["figures"][0]["count"].as_u64().unwrap() > 100);
    let free = figures(&format!("{options} --no-foot-lock"));
    let skate = |answer: &Value| answer["figures"][0]["p95"].as_f64().unwrap();
    assert!(skate(&held) < skate(&free), "{held} {free}");
    let others = figures("--seconds 10 --stick mixed --seed 1");
    assert_ne!(
        others["figures"],
        figures("--seconds 10 --stick mixed")["figures"]
    );
}

#[test]
fn the_default_speed_is_that_of_the_clips() {
    let usual = figures("--seconds 1");
    let speed_mps = usual["settings"]["speed_mps"].as_f64().unwrap();
    assert!((0.4..1.5).contains(&speed_mps), "{speed_mps}");
    assert_eq!(usual["settings"]["is_usual_speed"], true);
    assert_eq!(
        figures("--seconds 1 --speed 1")["settings"]["is_usual_speed"],
        false
    );
}

#[test]
fn the_turns_stick_measures_response_times() {
    let turns = figures("--seconds 24 --stick turns");
    let half_turn = turns["responses"]["half_turn_secs"].as_f64().unwrap();
    assert!((0.1..=3.0).contains(&half_turn), "{half_turn}");
    assert!(figures("--seconds 1")["responses"].is_null());
}

/// The climber walks until the frame before its first hold.
#[test]
fn a_filter_plays_only_frames_found_by_its_query() {
    let answer = figures("--seconds 2 --filter Gait.Walk");
    assert!(answer["allowed"].as_u64().unwrap() < answer["poses"].as_u64().unwrap());
    let all = figures("--seconds 2");
    assert!(answer["clips"].as_u64().unwrap() < all["clips"].as_u64().unwrap());
}

#[test]
fn the_played_motion_is_written_as_a_clip() {
    let folder = tempfile::tempdir().unwrap();
    let glb = folder.path().join("played.glb");
    let ran = sim(&format!("--seconds 2 -o {}", glb.display()));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let info = footwork(&["info", folder.path().to_str().unwrap(), "--format", "json"]);
    let info: Value = serde_json::from_str(&info.stdout).unwrap();
    assert_eq!(info["clips"][0]["frames"], 120, "{info}");
    let png = folder.path().join("played.png");
    let ran = sim(&format!("--seconds 1 -o {}", png.display()));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    fs::write(&png, "a user's own").unwrap();
    let ran = sim(&format!("--seconds 1 -o {}", png.display()));
    assert!(
        ran.code == 2 && ran.stderr.contains("not-a-picture"),
        "{}",
        ran.stderr
    );
}

#[test]
fn mistakes_have_error_codes() {
    for (options, code) in [
        ("--seconds=-1", "bad-simulation"),
        ("--seconds -1", "bad-simulation"),
        ("--speed -3", "bad-simulation"),
        ("--seconds nan", "bad-simulation"),
        ("--speed 1e9", "bad-simulation"),
        ("--filter Gait.Wlak", "unknown-tag"),
        ("--filter none", "no-character"),
        ("-o played.txt", "unknown-format"),
        ("--seconds 601 -o played.glb", "too-long"),
    ] {
        let ran = sim(options);
        assert_eq!(ran.code, 2, "{options}: {}", ran.stderr);
        assert!(ran.stderr.contains(code), "{options}: {}", ran.stderr);
    }
}
