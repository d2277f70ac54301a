//! Through places that are wide enough for a body but not for its skin on both sides.
//!
//! The skin keeps a body from both walls of a corridor, and what keeps it from one leads it into the other: at the mouth
//! it would stop. So a move that comes short between surfaces which face each other is made again with a thinner skin,
//! and that counts if it comes farther. Two walls that meet ahead are a corner, not a corridor, and keep their distance;
//! what moves may close, and keeps it too.

use glam::DVec3;

use super::GROUND_SKINS;
use super::hit::{FACING, Hit};
use super::scene::{Rules, Scene};
use super::slide::{Slid, Slider};
use super::state::Outcome;
use super::way::Way;
use crate::body::Body;

/// The share of the skin that is kept in a place too narrow for all of it.
const THIN: f64 = 0.125;

/// A move that comes this share of its way is not made again.
const FAR_ENOUGH: f64 = 0.9;

/// A box that comes this share of its way was not stopped.
const STOPPED: f64 = 0.1;

/// A move that was made again must come this much farther, as a share of the way.
const WORTHWHILE: f64 = 0.05;

/// The walls of a corridor face each other with a cosine below this: they meet at less than six degrees.
const PARALLEL: f64 = -0.9945;

/// A contact normal with a larger cosine to the normal of a side is that of the side.
const FLAT: f64 = 1.0 - 1.0e-9;

/// Nothing is in the way that comes before this share of it.
const OPEN: f64 = 0.5;

/// A body rests on a surface whose normal has a larger y.
const BELOW: f64 = 0.7;

impl Slider<'_, '_> {
    /// Returns how far a body comes through a place that is too narrow for its skin, given how far it came with all of it;
    /// `known` is how many contacts there were before.
    pub(super) fn squeeze(
        &mut self,
        rules: &Rules,
        from: DVec3,
        motion: DVec3,
        plain: Slid,
        known: usize,
    ) -> Slid {
        let level = DVec3::new(motion.x, 0.0, motion.z);
        let ahead = if level == DVec3::ZERO { motion } else { level };
        let length = ahead.length_squared();
        let share = |at: DVec3| (at - from).dot(ahead) / length;
        let reached = share(plain.at);
        if plain.outcome == Outcome::Free || reached >= FAR_ENOUGH {
            return plain;
        }
        let is_between = is_between(self.scene, &self.contacts[known..]);
        let is_stopped = reached < STOPPED;
        if !(is_between || is_stopped && self.is_below_lintel(from, level, known)) {
            return plain;
        }
        let scene = Scene {
            skin: THIN * self.scene.skin,
            hard: THIN * self.scene.hard,
            ..*self.scene
        };
        let mut thin = Slider {
            scene: &scene,
            surroundings: &mut *self.surroundings,
            planes: &mut *self.planes,
            contacts: &mut *self.contacts,
        };
        thin.surroundings.look_again();
        let tried = thin.contacts.len();
        let slid = match is_between {
            true => thin.walk(rules, from, motion),
            false => thin
                .duck(rules, from, motion, self.scene.skin)
                .unwrap_or(plain),
        };
        self.surroundings.look_again();
        match share(slid.at) > reached + WORTHWHILE {
            true => {
                self.contacts.drain(known..tried);
                Slid {
                    outcome: Outcome::Slid,
                    ..slid
                }
            }
            false => {
                self.contacts.truncate(tried);
                plain
            }
        }
    }

    /// Whether a box on the ground met something straight ahead, which may end above it but for the skin.
    fn is_below_lintel(&mut self, from: DVec3, level: DVec3, known: usize) -> bool {
        let length = level.length();
        let faces = |hit: &Hit| hit.normal.dot(level) < FACING * length;
        if !matches!(self.scene.body, Body::Box { .. }) || !self.contacts[known..].iter().any(faces)
        {
            return false;
        }
        let near = &mut self.planes.met;
        (self.surroundings).near(self.scene, from, GROUND_SKINS * self.scene.skin, near);
        near.iter().any(|hit| hit.normal.y > BELOW)
    }

    /// Returns how far a body comes that lies `skin` above the ground, once it lies lower; `None` if there is something in the
    /// way there too.
    fn duck(&mut self, rules: &Rules, from: DVec3, motion: DVec3, skin: f64) -> Option<Slid> {
        let down = DVec3::new(0.0, self.scene.skin - skin, 0.0).clamp_length_max(motion.length());
        let lower = from + down * self.first_hits(&Way::free(from, down));
        let deep = from.y - lower.y;
        let longest = (motion.length_squared() - deep * deep).sqrt();
        let level = DVec3::new(motion.x, 0.0, motion.z).clamp_length_max(longest);
        let reached = self.first_hits(&Way::free(lower, level));
        (reached > OPEN).then(|| self.walk(rules, lower, level))
    }
}

/// Whether two contacts are those of a narrow place at rest.
fn is_between(scene: &Scene<'_>, contacts: &[Hit]) -> bool {
    let rests = |hit: &Hit| scene.world.motion(hit.obstacle, scene.filter).is_none();
    let mut pairs = (contacts.iter().enumerate())
        .flat_map(|(index, a)| contacts[..index].iter().map(move |b| (a, b)));
    pairs.any(|(a, b)| {
        let cosine = a.normal.dot(b.normal);
        cosine < FACING
            && rests(a)
            && rests(b)
            && (cosine < PARALLEL || !(a.is_flat(scene) && b.is_flat(scene)))
    })
}

impl Hit {
    /// Whether a side of the obstacle is touched, not an edge of it or something round.
    fn is_flat(&self, scene: &Scene<'_>) -> bool {
        if self.corner.is_some() {
            return self.normal.dot(self.face) > FLAT;
        }
        scene.world.volume_at(self.id()).is_some_and(|volume| {
            let volume = scene.frame.volume_to_local(volume);
            let is_side = |generator: &DVec3| {
                let along = generator.dot(self.normal);
                along * along > FLAT * FLAT * generator.length_squared()
            };
            volume.radius <= 0.0 && volume.generators.iter().any(is_side)
        })
    }
}
