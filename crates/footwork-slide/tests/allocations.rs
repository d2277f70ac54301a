//! Checks with a counting allocator that functions documented not to allocate do not.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use footwork_slide::{HalfSpace, Projection, project, slide_direction};

#[test]
fn projecting_allocates_nothing() {
    let around = |i: u32| {
        let (sine, cosine) = libm::sincos(2.4 * f64::from(i));
        [0.8 * sine, 0.6, 0.8 * cosine]
    };
    let normals: Vec<[f64; 3]> = (0..100).map(around).collect();
    let half_space = |&normal: &[f64; 3]| HalfSpace {
        normal,
        offset: 0.1,
    };
    let mut half_spaces: Vec<HalfSpace> = normals.iter().map(half_space).collect();
    // This half-space has no point in common with the rest.
    half_spaces.push(HalfSpace {
        normal: [0.0, -1.0, 0.0],
        offset: 0.1,
    });
    let mut empty = 0;
    let (counts, ()) = footwork_testkit::allocations(|| {
        for count in 0..normals.len() {
            let wanted = [1.0, -1.0, 0.01 * count as f64];
            slide_direction(wanted, &normals[..count]).unwrap();
            project(wanted, &half_spaces[..count]).unwrap();
            let found = project(wanted, &half_spaces[count..]).unwrap();
            empty += usize::from(found == Projection::Empty);
            slide_direction(wanted, &[[0.0; 3]]).unwrap_err();
        }
    });
    assert!(empty > 90, "{empty}");
    assert_eq!(counts.count, 0);
}
