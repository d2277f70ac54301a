//! Tests that the example of the motion matching guide runs, and that the guide quotes it.

use std::path::Path;

use footwork_base::{FrameRate, Id};
use footwork_library::Library;
use footwork_matching::{
    Filter, PoseId, Rules, Search, Simulation, Sticks, Twins, simulate_watched,
};
use footwork_pipeline::{CharacterError, ClipCharacter};

#[allow(unreachable_pub, reason = "an example has its own root")]
#[path = "../../examples/walk_where_a_stick_points.rs"]
mod example;

#[test]
fn a_character_walks_where_a_stick_points() {
    example::main().unwrap();
}

#[test]
fn the_guide_quotes_the_example() {
    let example = include_str!("../../examples/walk_where_a_stick_points.rs");
    let guide = include_str!("../../../../docs/guides/motion-matching.md");
    assert!(guide.contains(&format!("```rust,no_run\n{example}```\n")));
    assert!(example.lines().count() < 60);
}

#[test]
fn a_query_that_finds_nothing_is_not_reported_as_missing_legs() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let library = Library::open(&samples).unwrap();
    let rate = FrameRate::whole(60).unwrap();
    let error = ClipCharacter::build(&library, [], rate).unwrap_err();
    assert_eq!(error, CharacterError::NoClips);
}

/// The clips of this character have 60 fps, like its index, so frames of the query and poses have the same numbers.
#[test]
fn only_ranges_that_a_query_finds_are_played() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let library = Library::open(&samples).unwrap();
    let found = library.database().query("longer(Gait.Walk, 0.5s)").unwrap();
    let clips = library.clips().ids();
    let clips = clips.filter(|&clip| !found.ranges(clip).is_empty());
    let rate = FrameRate::whole(60).unwrap();
    let character = ClipCharacter::build(&library, clips, rate).unwrap();
    let (poses, index) = (character.poses(), character.poses().index());
    let runway_secs = Rules::default().overrun_secs.into();
    for (landing, whole) in poses
        .landing_spans(&found, runway_secs)
        .zip(poses.spans(&found))
    {
        assert_eq!((landing.clip, landing.twins), (whole.clip, Twins::Both));
        assert_eq!(landing.frames.start(), whole.frames.start());
        assert_eq!(landing.frames.stop() + 13, whole.frames.stop());
    }
    let filter = Filter::new(index, poses.landing_spans(&found, runway_secs));
    let start = index.candidates().find(|&pose| filter.allows(index, pose));
    let is_found = |pose: PoseId| {
        let clip = poses.clips()[pose.clip.index()];
        let ranges = found.ranges(clip).iter();
        ranges
            .into_iter()
            .any(|range| range.start() <= pose.frame && pose.frame < range.stop())
    };
    let simulation = Simulation {
        sticks: Sticks::Mixed,
        secs: 20.0,
        speed_mps: poses
            .usual_speed_mps(|pose| filter.allows(index, pose))
            .unwrap(),
        playback: character.playback_config(),
        ..Simulation::default()
    };
    assert!((0.4..1.5).contains(&simulation.speed_mps));
    let search = Search {
        filter: Some(&filter),
        ..Search::default()
    };
    let mut beyond = 0;
    let figures = simulate_watched(
        index,
        &character,
        character.rig(),
        start.unwrap(),
        &search,
        &simulation,
        |playback| {
            let pose = playback.matcher().state().pose;
            assert!(is_found(pose), "{pose:?}");
            beyond += usize::from(!filter.allows(index, pose));
        },
    )
    .unwrap();
    assert!(beyond > 0, "it plays on to the end of spans");
    assert!(figures.jumps_per_sec < 6.0, "{}", figures.jumps_per_sec);
}
