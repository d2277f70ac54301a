//! Cases that can be solved by hand.

use footwork_slide::{HalfSpace, Projection, SlideError, project, slide_direction};

use crate::random::unit;

/// The permitted error: a few thousand times the rounding of numbers near 1.
const NEAR: f64 = 1e-12;

fn check(name: &str, wanted: [f64; 3], normals: &[[f64; 3]], expected: [f64; 3], active: &[usize]) {
    let slide = slide_direction(wanted, normals).unwrap();
    for axis in 0..3 {
        let off = (slide.direction[axis] - expected[axis]).abs();
        assert!(off <= NEAR, "{name}: {slide:?} for {expected:?}");
    }
    assert_eq!(slide.active.as_slice(), active, "{name}");
    assert_eq!(slide.is_blocked(), expected == [0.0; 3], "{name}");
}

const X: [f64; 3] = [1.0, 0.0, 0.0];
const UP: [f64; 3] = [0.0, 1.0, 0.0];
const DOWN: [f64; 3] = [0.0, -1.0, 0.0];
const BACK: [f64; 3] = [-1.0, 0.0, 0.0];

#[test]
fn directions_slide_as_solved_by_hand() {
    let half = 0.5_f64.sqrt();
    check(
        "nothing in the way",
        [1.0, 2.0, 3.0],
        &[],
        [1.0, 2.0, 3.0],
        &[],
    );
    check("no movement", [0.0; 3], &[UP, BACK], [0.0; 3], &[]);
    check("away", [1.0, 2.0, 3.0], &[UP], [1.0, 2.0, 3.0], &[]);
    check("along", [1.0, 0.0, 3.0], &[UP], [1.0, 0.0, 3.0], &[]);
    check("a floor", [1.0, -2.0, 3.0], &[UP], [1.0, 0.0, 3.0], &[0]);
    check(
        "straight into a wall",
        [2.0, 0.0, 0.0],
        &[BACK],
        [0.0; 3],
        &[0],
    );
    check(
        "the second of two",
        [1.0, -2.0, 3.0],
        &[X, UP],
        [1.0, 0.0, 3.0],
        &[1],
    );
    check(
        "a wall on a floor",
        [1.0, -2.0, 3.0],
        &[BACK, UP],
        [0.0, 0.0, 3.0],
        &[0, 1],
    );
    check(
        "between floor and ceiling",
        [1.0, -2.0, 3.0],
        &[UP, DOWN],
        [1.0, 0.0, 3.0],
        &[0],
    );
    check(
        "a ramp",
        [1.0, 0.0, 0.0],
        &[[-half, half, 0.0]],
        [0.5, 0.5, 0.0],
        &[0],
    );
    check(
        "a ramp under a ceiling",
        [1.0, 0.0, 0.25],
        &[[-half, half, 0.0], DOWN],
        [0.0, 0.0, 0.25],
        &[0, 1],
    );
    check(
        "a ramp's second wall does not matter",
        [1.0, -1.0, 0.0],
        &[UP, [-half, half, 0.0]],
        [0.0; 3],
        &[1],
    );
}

/// A movement straight into a corner of three faces stops, however flat the corner is, even with normals 5 degrees apart. A
/// movement at an angle slides off.
#[test]
fn three_faces_stop_a_move_into_their_corner() {
    for degrees in [5.0_f64, 60.0, 90.0, 119.0] {
        // The normals lean from straight down so that the angle between two of them is `degrees`.
        let lean = libm::sqrt((2.0 - 2.0 * libm::cos(degrees.to_radians())) / 3.0);
        let normals: Vec<[f64; 3]> = (0..3)
            .map(|i| {
                let (sine, cosine) = libm::sincos(f64::from(i) * 2.0 * std::f64::consts::FRAC_PI_3);
                [lean * sine, -libm::sqrt(1.0 - lean * lean), lean * cosine]
            })
            .collect();
        let slide = slide_direction([0.0, 1.0, 0.0], &normals).unwrap();
        assert!(slide.is_blocked(), "{degrees}: {slide:?}");
        assert_eq!(slide.active.as_slice(), [0, 1, 2], "{degrees}");
        let aside = slide_direction([1.0, 0.1, 0.0], &normals).unwrap();
        assert!(!aside.is_blocked() && aside.direction[0] > 0.0, "{degrees}");
    }
}

#[test]
fn a_fan_of_a_thousand_normals_slides_along_the_one_in_the_way() {
    let fan = |count: u32| -> Vec<[f64; 3]> {
        let spoke = |i: u32| {
            let (sine, cosine) = libm::sincos(0.001 * f64::from(i));
            [sine, cosine, 0.0]
        };
        (0..count).map(spoke).collect()
    };
    for count in [64, 65, 1000] {
        check(
            "a fan",
            [0.0, -1.0, 2.0],
            &fan(count)[..1],
            [0.0, 0.0, 2.0],
            &[0],
        );
        let slide = slide_direction([0.0, -1.0, 2.0], &fan(count)).unwrap();
        assert!((slide.direction[2] - 2.0).abs() < NEAR && slide.active.as_slice().contains(&0));
    }
}

#[test]
fn a_direction_keeps_its_result_at_lengths_whose_square_overflows() {
    let wall = unit([-1.0, 0.5, 0.25]);
    let one = slide_direction([1.0, -0.25, 0.5], &[UP, wall]).unwrap();
    for power in [-1000, -700, -400, 400, 700, 1000] {
        let size = libm::ldexp(1.0, power);
        let wanted = [size, -0.25 * size, 0.5 * size];
        let slide = slide_direction(wanted, &[UP, wall]).unwrap();
        assert_eq!(
            slide.direction,
            one.direction.map(|x| x * size),
            "2^{power}"
        );
        assert_eq!(slide.active, one.active);
    }
    let largest = slide_direction([f64::MAX, -f64::MAX, f64::MAX], &[UP]).unwrap();
    assert_eq!(largest.direction, [f64::MAX, 0.0, f64::MAX]);
}

#[test]
fn points_project_as_solved_by_hand() {
    let half_space = |normal, offset| HalfSpace { normal, offset };
    let check = |half_spaces: &[HalfSpace], wanted, expected: Option<[f64; 3]>| {
        let found = match project(wanted, half_spaces).unwrap() {
            Projection::Nearest { point, .. } => Some(point),
            Projection::Empty => None,
        };
        assert_eq!(found, expected, "{half_spaces:?}");
    };
    let floor = half_space(UP, -0.5);
    check(&[floor], [1.0, -2.0, 3.0], Some([1.0, -0.5, 3.0]));
    check(
        &[floor, half_space(UP, 0.25)],
        [1.0, -2.0, 3.0],
        Some([1.0, 0.25, 3.0]),
    );
    check(&[half_space(UP, 0.25)], [0.0; 3], Some([0.0, 0.25, 0.0]));
    let press = |offset| [half_space(UP, 0.25), half_space(DOWN, offset)];
    check(&press(-0.5), [0.0, 2.0, 0.0], Some([0.0, 0.5, 0.0]));
    check(&press(-0.25), [0.0, 2.0, 1.0], Some([0.0, 0.25, 1.0]));
    check(&press(-0.125), [0.0, 2.0, 0.0], None);
    let corner = [
        half_space(X, 1.0),
        half_space(UP, 2.0),
        half_space([0.0, 0.0, 1.0], 3.0),
    ];
    check(&corner, [0.0; 3], Some([1.0, 2.0, 3.0]));
    let shut = half_space(unit([-1.0, -1.0, -1.0]), -3.0);
    check(&[corner[0], corner[1], corner[2], shut], [0.0; 3], None);
}

#[test]
fn errors_name_the_culprit() {
    let wanted = [1.0, 0.0, 0.0];
    for (bad, length) in [
        ([0.0; 3], 0.0),
        ([0.0, 1.01, 0.0], 1.01),
        ([f64::INFINITY, 0.0, 0.0], f64::INFINITY),
    ] {
        let error = slide_direction(wanted, &[UP, bad, bad]).unwrap_err();
        assert_eq!(error, SlideError::Normal { index: 1, length });
    }
    let error = slide_direction(wanted, &[[f64::NAN, 1.0, 0.0]]).unwrap_err();
    assert!(matches!(error, SlideError::Normal { index: 0, length } if length.is_nan()));
    for bad in [f64::NAN, f64::INFINITY] {
        assert_eq!(
            slide_direction([0.0, bad, 0.0], &[UP]),
            Err(SlideError::Wanted)
        );
        let half_space = HalfSpace {
            normal: UP,
            offset: bad,
        };
        assert_eq!(
            project(wanted, &[half_space]),
            Err(SlideError::Offset { index: 0 })
        );
    }
    let text = SlideError::Normal {
        index: 1,
        length: 1.01,
    }
    .to_string();
    assert_eq!(text, "normal 1 has length 1.01, not 1");
}
