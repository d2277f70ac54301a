//! One move displaces a body by at most the sum of the wanted move, the largest missing skin and the motion of
//! obstacles. A body gets deeper into an obstacle only if obstacles push it there.

use footwork_slide::{Filter, Mover, MoverState, Outcome, Pose, Shape};

use crate::cases;
use crate::gaps::{gap, least};
use crate::scenes::{Bodies, Kind, Scene};

/// The permitted rounding error, in metres: shapes are f32.
const ROUNDING_M: f64 = 1e-6;

/// The share of the skin by which a hull may lack more of its skin than growing its bounds shows.
const HULL_SHARE: f64 = 0.5;

/// The depth in metres at which a door that overlaps a body stops.
const STOPS_M: f64 = 0.05;

/// The largest lean of a surface from the axes, in radians. A body that leaves a gap along a leaning side gets deeper
/// by at most this share of its way.
const LEAN: f64 = 1e-2;

pub(crate) fn length(a: [f64; 3]) -> f64 {
    (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]).sqrt()
}

fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// Plays a scene and checks the law for every move.
fn check(kind: Kind, case: u64, bodies: Bodies) {
    let Scene {
        mut world,
        shape,
        start,
        config,
        moves,
        movers,
    } = Scene::random(kind, case, bodies);
    let mut mover = Mover::new(shape).unwrap();
    let mut state = MoverState::at(start);
    let skin = f64::from(config.skin_m);
    let mut has_stopped = false;
    for (step, wanted) in moves.into_iter().enumerate() {
        let known = gap(&world, &shape, state.position, skin);
        let missing = skin - known;
        // The depth of a box along a slanted normal is larger than shrinking the box shows.
        let missing = match shape {
            Shape::Capsule { .. } | Shape::Sphere { .. } => missing,
            // The sides of a hull grow by less than its bounds.
            Shape::Hull(_) if missing <= skin => missing + HULL_SHARE * skin,
            _ if missing > skin => skin + (missing - skin) * 3.0_f64.sqrt(),
            _ => missing,
        };
        world.begin_step();
        let mut pushed = 0.0;
        for moving in &movers {
            if has_stopped || step >= moving.steps {
                continue;
            }
            let from = moving.from.position();
            let steps = (step + 1) as f64;
            let at = [0, 1, 2].map(|axis| from[axis] + moving.a_step[axis] * steps);
            let pose = Pose::new(at, moving.from.rotation()).unwrap();
            world.move_to(moving.obstacle, pose).unwrap();
            pushed += length(moving.a_step);
        }
        let before = gap(&world, &shape, state.position, 0.0);
        // Shrinking a body no longer measures its depth once an obstacle has passed its middle.
        if before <= least(&shape) || known - pushed <= least(&shape) {
            return;
        }
        let wanted = wanted.map(|part| part as f32);
        let filter = Filter::default();
        let moved = mover.move_by(&world, &state, wanted, &filter, &config);
        let moved = moved.unwrap();
        let [x, y, z] = [0, 1, 2].map(|axis| moved.state.position[axis] - state.position[axis]);
        let told = || {
            format!(
                "{kind:?} {case}, step {step}: {shape:?} wants {wanted:?}, lacks {missing}, is pushed by {pushed} and \
                 moves by {:?} from {state:?}; {before} m off before, {moved:?}",
                [x, y, z]
            )
        };
        let wanted = length(wanted.map(f64::from));
        // A snap to the ground also covers the soft part of the skin.
        let besides = if y > 0.0 {
            f64::from(config.step_height_m)
        } else if config.snap_m > 0.0 {
            f64::from(config.snap_m) + skin
        } else {
            0.0
        };
        let higher = larger(y.abs() - besides, 0.0);
        let allowed = wanted + missing + pushed + ROUNDING_M;
        assert!(
            length([x, higher, z]) <= allowed,
            "the move leads too far: {}",
            told()
        );
        let after = gap(&world, &shape, moved.state.position, 0.0);
        // A pushing obstacle may push the body deeper by the obstacle's own motion. Along a leaning side, shrinking a
        // box shows too small a depth, and the error varies a little from place to place.
        let rounding = ROUNDING_M - 1e-3 * before;
        let leaning = if before < 0.0 {
            // Along a slanted side, such bodies are shrunk by more than along an axis.
            let is_slanted = matches!(shape, Shape::Hull(_) | Shape::TurnedBox { .. });
            let lean = if is_slanted { 1.0 } else { LEAN };
            lean * length([x, y, z])
        } else {
            0.0
        };
        let deepest = if pushed > 0.0 {
            larger(larger(-known, 0.0) + pushed, -before)
        } else {
            -before
        };
        assert!(
            -after <= deepest + rounding + leaning,
            "the body gets deeper: {}",
            told()
        );
        if after < -1e-3 {
            assert!(
                moved.crushed,
                "the body is not reported as crushed: {}",
                told()
            );
        }
        if length([x, y, z]) < 1e-6 * wanted {
            assert_eq!(moved.outcome, Outcome::Blocked, "{}", told());
        }
        has_stopped |= after < -STOPS_M;
        state = moved.state;
    }
}

fn check_all(kind: Kind) {
    for case in 0..cases(400) {
        check(kind, case, Bodies::Plain);
    }
}

/// Turned boxes, cylinders and hulls obey the same law.
#[test]
fn no_turned_box_cylinder_or_hull_is_thrown() {
    let kinds = [
        Kind::Corridor,
        Kind::Passage,
        Kind::Pillar,
        Kind::Wedge,
        Kind::Lift,
        Kind::Doors,
        Kind::Boxes,
        Kind::Person,
    ];
    for kind in kinds {
        for case in 0..cases(400) / 10 {
            check(kind, case, Bodies::Other);
        }
    }
}

#[test]
fn no_body_is_thrown_in_a_corridor() {
    check_all(Kind::Corridor);
}

#[test]
fn no_body_is_thrown_in_a_low_passage() {
    check_all(Kind::Passage);
}

#[test]
fn no_body_is_thrown_between_a_pillar_and_a_wall() {
    check_all(Kind::Pillar);
}

#[test]
fn no_body_is_thrown_in_a_wedge() {
    check_all(Kind::Wedge);
}

#[test]
fn no_body_is_thrown_on_a_lift_below_a_ceiling() {
    check_all(Kind::Lift);
}

#[test]
fn no_body_is_thrown_by_closing_doors() {
    check_all(Kind::Doors);
}

#[test]
fn no_body_is_thrown_between_two_boxes() {
    check_all(Kind::Boxes);
}

/// If one body runs into another, it is a moving obstacle for the other body. The other body moves by at most the sum
/// of both displacements.
#[test]
fn no_body_is_thrown_when_people_run_into_it() {
    check_all(Kind::Person);
}

/// A box snaps down close to a leaning box, a box between stopped doors leaves along one door, and a door passes the
/// axis of a capsule.
#[test]
fn no_body_is_thrown_in_scenes_that_once_failed() {
    check(Kind::Boxes, 3767, Bodies::Plain);
    check(Kind::Doors, 8644, Bodies::Plain);
    check(Kind::Doors, 12846, Bodies::Plain);
    check(Kind::Doors, 1182, Bodies::Other);
}
