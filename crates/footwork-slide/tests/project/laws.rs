//! The laws of the nearest direction, on random cones. Proptest shrinks a failing cone to a small one.

use footwork_slide::slide_direction;
use proptest::prelude::*;

use crate::random::{dot, plus, unit};

fn direction() -> impl Strategy<Value = [f64; 3]> {
    let whole = prop::array::uniform3(-3_i32..4).prop_map(|a| a.map(f64::from));
    let any = prop::array::uniform3(-1.0..1.0_f64);
    let long = |a: &[f64; 3]| dot(*a, *a) > 1e-4;
    prop_oneof![whole, any]
        .prop_filter("a direction", long)
        .prop_map(unit)
}

fn cone() -> impl Strategy<Value = Vec<[f64; 3]>> {
    prop::collection::vec(direction(), 0..9)
}

/// Returns wanted movements with lengths from 1e-6 to 1e6.
fn movement() -> impl Strategy<Value = [f64; 3]> {
    (direction(), -6.0..6.0_f64).prop_map(|(direction, power)| {
        let size = libm::exp10(power);
        direction.map(|x| x * size)
    })
}

fn slide(wanted: [f64; 3], normals: &[[f64; 3]]) -> [f64; 3] {
    slide_direction(wanted, normals).unwrap().direction
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_result_never_goes_back_is_never_faster_and_enters_nothing(m in movement(), normals in cone()) {
        let d = slide(m, &normals);
        let square = dot(m, m);
        prop_assert!((dot(d, m) - dot(d, d)).abs() <= 1e-12 * square);
        prop_assert!(dot(d, m) >= 0.0);
        prop_assert!(dot(d, d) <= square * (1.0 + 1e-14));
        for normal in normals {
            prop_assert!(dot(normal, d) >= -1e-13 * square.sqrt());
        }
    }

    #[test]
    fn sliding_again_changes_nothing(m in movement(), normals in cone()) {
        let d = slide(m, &normals);
        let change = plus(slide(d, &normals), -1.0, d);
        prop_assert!(dot(change, change) <= 1e-18 * dot(m, m));
    }

    #[test]
    fn order_and_repetition_change_nothing(m in movement(), normals in cone(), turn in 0_usize..9) {
        let mut turned = normals.clone();
        turned.rotate_left(turn % normals.len().max(1));
        turned.extend_from_slice(&normals);
        prop_assert_eq!(slide(m, &turned), slide(m, &normals));
    }

    #[test]
    fn twice_the_movement_slides_twice_as_far(m in movement(), normals in cone()) {
        let twice = slide(m.map(|x| 2.0 * x), &normals);
        prop_assert_eq!(twice, slide(m, &normals).map(|x| 2.0 * x));
    }

    /// The remainder, m − d, is the nearest direction of the polar cone. Another normal widens that cone, so it can
    /// only shorten d.
    #[test]
    fn another_normal_never_lengthens_the_result(m in movement(), normals in cone(), more in direction()) {
        let before = slide(m, &normals);
        let mut with = normals;
        with.push(more);
        let after = slide(m, &with);
        let slack = 1e-12 * dot(m, m);
        prop_assert!(dot(after, after) <= dot(before, before) + slack);
    }
}
