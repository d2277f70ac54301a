//! Moved obstacles act on a body: the obstacle below carries it, others push it.
//!
//! An obstacle carries the point at which the body touches it, not the middle of the body. An upright body does not
//! tilt with the obstacle below. If the obstacle carried the body's middle, high above the contact, the body would
//! drift. For example, a capsule on a see-saw of 10° would drift by 0.43 m in ten seconds.

use glam::{DVec3, Vec3};

use super::scene::{Rules, Scene};
use super::slide::Slider;
use super::state::MoverState;
use super::touch::held;
use crate::vector::larger;
use crate::world::ObstacleMotion;

/// The effect of moved obstacles on a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carried {
    /// The body's place.
    pub(super) at: DVec3,
    /// The total motion, in metres, of the obstacles that carried or pushed the body or came into its skin, measured at
    /// the body's place.
    pub(super) moved: f64,
}

impl Slider<'_, '_> {
    /// Returns the body's place after the obstacles that moved in this step have carried and pushed it. A carrying or
    /// pushing obstacle does not stop the body meanwhile.
    pub(super) fn carry(&mut self, state: &MoverState) -> Carried {
        let scene = self.scene;
        let (mut at, mut moved) = (DVec3::ZERO, 0.0);
        let support = state.footing.support();
        let support = support.filter(|_| state.footing.is_supported());
        let carrier = support.map(|support| support.obstacle);
        let motion = carrier.and_then(|id| scene.world.motion(id, scene.filter));
        if let (Some(support), Some(motion)) = (support, motion) {
            let normal = Vec3::from_array(support.normal).as_dvec3();
            let held = held(&scene.body, scene.frame.vector_to_local(normal));
            let displacement = displacement_at(&motion, scene, at + held);
            self.surroundings.leave_out(carrier);
            moved += farthest(&motion, scene, displacement);
            at = self.slide(&Rules::ALONG, at, displacement).at;
        }
        let around = scene.swept(at, DVec3::ZERO, 2.0 * scene.skin);
        let around = scene.frame.bounds_to_world(&around);
        self.surroundings.motions_through(scene, &around);
        for place in 0.. {
            let Some(motion) = self.surroundings.motion(place) else {
                break;
            };
            if Some(motion.obstacle) == carrier {
                continue;
            }
            for part in parts(&motion) {
                let displacement = displacement_at(&part, scene, at);
                let met = &mut self.planes.met;
                let whole = Scene {
                    hard: scene.skin,
                    ..scene.clone()
                };
                let mut pushed = |scene: &Scene<'_>| {
                    (self.surroundings).pushed_by(scene, &part, at, displacement, met)
                };
                if pushed(&whole).is_none() {
                    continue;
                }
                moved += farthest(&part, scene, displacement);
                let Some(hit) = pushed(scene) else {
                    continue;
                };
                let push = hit.normal * (displacement.dot(hit.normal) * (1.0 - hit.value));
                self.surroundings.leave_out(Some(motion.obstacle));
                self.contacts.push(hit);
                at = self.slide(&Rules::ALONG, at, push).at;
            }
        }
        self.surroundings.leave_out(None);
        // Only contacts of the body's own move are active.
        (self.contacts.iter_mut()).for_each(|hit| hit.active = false);
        Carried { at, moved }
    }
}

/// Splits a motion into parts that turn by at most a twentieth of a radian. An obstacle that does not turn has a single
/// part.
fn parts(motion: &ObstacleMotion) -> impl Iterator<Item = ObstacleMotion> {
    let cosine = motion.before.half_turn_cosine(&motion.now);
    let doublings = (HALF_TURN_COSINES.iter())
        .take_while(|limit| cosine < **limit)
        .count();
    let count = 1_u32 << doublings;
    let motion = *motion;
    (0..count).map(move |part| {
        if count == 1 {
            return motion;
        }
        let [from, to] = [part, part + 1].map(|at| f64::from(at) / f64::from(count));
        ObstacleMotion {
            before: motion.before.towards(&motion.now, from),
            now: motion.before.towards(&motion.now, to),
            ..motion
        }
    })
}

/// Turns of 0.05 rad, 0.1 rad and so on, doubling, each as the cosine of half the angle. A turn larger than the first is
/// made in 2 parts, a turn larger than the second in 4, and so on up to 64.
const HALF_TURN_COSINES: [f64; 6] = [
    0.999_687, 0.998_750, 0.995_004, 0.980_067, 0.921_061, 0.696_707,
];

/// Returns an upper limit for how far any point within the body's bounds moves with an obstacle, in metres. `middle` is
/// the displacement of the body's middle.
fn farthest(motion: &ObstacleMotion, scene: &Scene<'_>, middle: DVec3) -> f64 {
    let cosine = motion.before.half_turn_cosine(&motion.now);
    let sine = larger(1.0 - cosine * cosine, 0.0).sqrt();
    middle.length() + 2.0 * sine * scene.body.half_extents().length()
}

/// Returns the straight displacement of the point `at`, moved with an obstacle.
fn displacement_at(motion: &ObstacleMotion, scene: &Scene<'_>, at: DVec3) -> DVec3 {
    let point = scene.frame.to_world(at);
    let held_at = motion.before.to_local(point.to_array());
    let displacement = DVec3::from_array(motion.now.to_world(held_at)) - point;
    scene.frame.vector_to_local(displacement)
}
