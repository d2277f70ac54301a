//! What moved obstacles do to a body: the one it stands on carries it, others push it.

use glam::DVec3;

use super::config::Speed;
use super::hit::Hit;
use super::slide::{Planes, Rules, slide};
use super::state::MoverState;
use super::surroundings::{Scene, Surroundings};
use crate::bounds::Bounds;

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
    if let Some(ground) = state.ground
        && scene.world.has_moved(ground.obstacle)
        && let Ok(pose) = scene.world.pose(ground.obstacle)
    {
        let motion = DVec3::from_array(pose.to_world(ground.held_at)) - scene.origin;
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
        let motion =
            DVec3::from_array(moved.now.position()) - DVec3::from_array(moved.before.position());
        let Some(hit) = surroundings.pushed_by(scene, &moved, at, motion, &mut planes.met) else {
            continue;
        };
        let push = hit.normal * (motion.dot(hit.normal) * (1.0 - hit.value));
        surroundings.leave_out(Some(moved.obstacle));
        contacts.push(hit);
        at = slide(scene, &ALONG, (surroundings, planes), at, push, contacts).at;
    }
    surroundings.leave_out(None);
    at
}
