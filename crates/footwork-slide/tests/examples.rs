//! Runs the example.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

#[path = "../examples/controller.rs"]
mod controller;

#[test]
fn the_controller_walks_jumps_crouches_rides_climbs_and_passes_a_one_way_door() {
    let played = controller::play().unwrap();
    let expected = [
        ("walks over a step", 3.25, 0.13),
        ("crouches and goes below", 5.75, 0.0),
        ("stands up and goes through the door", 7.25, 0.0),
        ("is not let back", 6.4, 0.0),
        ("walks onto the platform", 8.6, 0.1),
        ("rides it up", 8.6, 1.1),
        ("jumps off", 8.66, 1.2),
        ("falls to the ladder", 11.7, 2.16),
        ("climbs it", 12.2, 3.67),
        ("steps off above", 14.2, 3.0),
    ];
    for ((told, x, feet, _), (act, there, high)) in played.iter().zip(expected) {
        assert_eq!(*told, act);
        assert!(
            (x - there).abs() < 0.05 && (feet - high).abs() < 0.05,
            "{act}: {x} {feet}"
        );
    }
    assert_eq!(played.len(), expected.len());
}
