//! What moved obstacles do to a body: the one it stands on carries it, others push it.

use glam::DVec3;

use super::config::Speed;
use super::hit::Hit;
use super::slide::{Planes, Rules, slide};
use super::state::MoverState;
use super::surroundings::{Scene, Surroundings};
use crate::bounds::Bounds;
use crate::world::Moved;

/// Nothing but sliding: who is carried or pushed does not walk.
const ALONG: Rules = Rules {
    speed: Speed::Projected,
    least_up: None,
};

/// Where a body is once the obstacles that moved in this step have carried and pushed it.
pub(super) fn carry(
    scene: &Scene<'_>,
    (surroundings, planes): (&mut Surroundings, &mut Planes),
    state: &MoverState,
    contacts: &mut Vec<Hit>,
) -> DVec3 {
    let mut at = DVec3::ZERO;
    let carrier = state.ground.map(|ground| ground.obstacle);
    if let Some(moved) =
        carrier.and_then(|carrier| scene.world.moved_obstacle(carrier, scene.filter))
    {
        let motion = way_with(&moved, scene.origin);
        surroundings.leave_out(carrier);
        at = slide(scene, &ALONG, (surroundings, planes), at, motion, contacts).at;
    }
    let reach = scene.body.half_extents() + DVec3::splat(2.0 * scene.skin);
    let around = Bounds {
        min: scene.origin + at - reach,
        max: scene.origin + at + reach,
    };
    for moved in scene.world.moved_through(around) {
        if Some(moved.obstacle) == carrier {
            continue;
        }
        for part in parts(&moved) {
            let motion = way_with(&part, scene.origin + at);
            let Some(hit) = surroundings.pushed_by(scene, &part, at, motion, &mut planes.met)
            else {
                continue;
            };
            let push = hit.normal * (motion.dot(hit.normal) * (1.0 - hit.value));
            surroundings.leave_out(Some(moved.obstacle));
            contacts.push(hit);
            at = slide(scene, &ALONG, (surroundings, planes), at, push, contacts).at;
        }
    }
    surroundings.leave_out(None);
    // What is told as active is so on the body's own way.
    contacts.iter_mut().for_each(|hit| hit.active = false);
    at
}

/// A motion in parts that turn little: one of an obstacle that does not turn.
fn parts(moved: &Moved) -> impl Iterator<Item = Moved> {
    let cosine = moved.before.half_turn_cosine(&moved.now);
    let count = FEW_TURNS
        .iter()
        .take_while(|least| cosine < **least)
        .count();
    let count = 1_u32 << count;
    let moved = *moved;
    (0..count).map(move |part| {
        if count == 1 {
            return moved;
        }
        let [from, to] = [part, part + 1].map(|at| f64::from(at) / f64::from(count));
        Moved {
            before: moved.before.towards(&moved.now, from),
            now: moved.before.towards(&moved.now, to),
            ..moved
        }
    })
}

/// The cosines of half of 0.05 rad, and of twice that, and so on: a turn by more is taken in two parts, and
/// so on, up to 64.
const FEW_TURNS: [f64; 6] = [
    0.999_687, 0.998_750, 0.995_004, 0.980_067, 0.921_061, 0.696_707,
];

/// How a place moves with an obstacle, straight.
fn way_with(moved: &Moved, place: DVec3) -> DVec3 {
    let held_at = moved.before.to_local(place.to_array());
    DVec3::from_array(moved.now.to_world(held_at)) - place
}
