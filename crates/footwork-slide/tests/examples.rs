//! Runs the example.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

#[path = "../examples/controller.rs"]
mod controller;

#[test]
fn the_controller_walks_jumps_crouches_rides_climbs_pushes_and_passes_a_one_way_door() {
    let (played, crate_at) = controller::play().unwrap();
    let expected = [
        ("walks over a step", 3.25, 0.13),
        ("crouches in a low passage", 5.75, 0.0),
        ("stands up and goes through the door", 7.25, 0.0),
        ("cannot walk back", 6.4, 0.0),
        ("walks onto the platform", 8.6, 0.1),
        ("rides it up", 8.6, 1.1),
        ("jumps off", 8.66, 1.2),
        ("falls to the ladder", 11.7, 2.16),
        ("climbs it", 12.2, 3.67),
        ("steps off above", 14.2, 3.0),
        ("pushes a crate", 17.11, 3.0),
        ("walks around it", 17.78, 3.0),
        ("walks over a rock", 20.9, 3.05),
        ("walks up a hill", 22.68, 3.36),
        ("stands on its slope", 22.68, 3.36),
        ("walks to the wall", 27.28, 3.0),
        ("up turns, and it stands on the wall", 27.63, 3.87),
        ("walks up there", 27.89, 6.85),
    ];
    for ((told, x, feet, _), (act, there, high)) in played.iter().zip(expected) {
        assert_eq!(*told, act);
        assert!(
            (x - there).abs() < 0.05 && (feet - high).abs() < 0.05,
            "{act}: {x} {feet}"
        );
    }
    assert_eq!(played.len(), expected.len());
    assert!((crate_at - 19.26).abs() < 0.05, "{crate_at}");
    // A character that stands on the slope of the hill does not move.
    let [.., hill, stood, _, _, _] = played[..] else {
        panic!("{played:?}");
    };
    assert!((hill.1 - stood.1).abs() < 1e-6, "{hill:?} {stood:?}");
}
