//! Moves through places wide enough for a body but not for its skin on both sides.
//!
//! The skin keeps a body away from both walls of a corridor. The way out of one wall's skin leads into the other wall's
//! skin, so the body would stop at the mouth. If surfaces that face each other shorten a move, it is therefore repeated
//! with a thinner skin. The repeat counts if it gets farther. The body keeps its whole skin from two walls that meet
//! ahead, because these are a corner and not a corridor, and from moving obstacles, because they may close.

use glam::DVec3;

use super::GROUND_SKINS;
use super::hit::{FACING, Hit};
use super::scene::{Rules, Scene};
use super::slide::{Slid, Slider};
use super::state::Outcome;
use super::touch::touched_point;
use super::way::Way;
use crate::vector::{larger, smaller};

/// The share of the skin that is kept in a narrow place.
const THIN: f64 = 0.125;
/// The largest thickness of the skin in a narrow place, in metres. With it, 2 mm of play are enough for any skin.
const MAX_THIN_M: f64 = 6.25e-4;

/// A move that covers at least this share of its way is not repeated.
const FAR_ENOUGH: f64 = 0.9;

/// A standing box counts as stopped if it covers less than this share of its way.
const STOPPED: f64 = 0.1;

/// A move with a thinner skin replaces the plain move only if it gets farther by more than this share of the way.
const WORTHWHILE: f64 = 0.05;

/// The walls of a corridor have normals with a cosine below this, so they are within six degrees of parallel.
const PARALLEL: f64 = -0.9945;

/// A contact is with a flat side if the cosine between the contact's normal and the side's normal exceeds this.
const FLAT: f64 = 1.0 - 1.0e-9;

/// A surface is at the side of a body if the cosine between its normal and the way is at most this, as an absolute
/// value.
const BESIDE: f64 = 0.1;

/// A way is open if the body meets no obstacle before this share of the way.
const OPEN: f64 = 0.5;

impl Slider<'_, '_> {
    /// Returns the move of a body through a place too narrow for its whole skin. `plain` is the move with the whole
    /// skin. Returns `None` if `plain` gets far enough, or if the place is not an opening.
    #[inline]
    pub(super) fn squeeze(
        &mut self,
        rules: &Rules,
        from: DVec3,
        motion: DVec3,
        plain: Slid,
        known: usize,
    ) -> Option<Slid> {
        if plain.outcome != Outcome::Free && share(motion, plain.at - from) < FAR_ENOUGH {
            self.squeeze_short(rules, from, motion, plain, known)
        } else {
            None
        }
    }

    #[cold]
    fn squeeze_short(
        &mut self,
        rules: &Rules,
        from: DVec3,
        motion: DVec3,
        plain: Slid,
        known: usize,
    ) -> Option<Slid> {
        let contacts = &self.contacts[known..];
        let is_between = is_between(self.scene, contacts, plain.at);
        let is_stopped = rules.stands && share(motion, plain.at - from) < STOPPED;
        if !(is_between || is_stopped && is_stopped_ahead(self.scene, contacts, motion)) {
            return None;
        }
        let thin = smaller(THIN, MAX_THIN_M / self.scene.skin);
        let scene = Scene {
            skin: thin * self.scene.skin,
            hard: thin * self.scene.hard,
            ..self.scene.clone()
        };
        let mut thin = Slider {
            scene: &scene,
            surroundings: &mut *self.surroundings,
            planes: &mut *self.planes,
            contacts: &mut *self.contacts,
        };
        thin.surroundings.look_again();
        let slid = if is_between {
            Some(thin.walk(rules, from, motion))
        } else {
            thin.duck(rules, from, motion, self.scene.skin)
        };
        self.surroundings.look_again();
        slid
    }

    /// Returns the move of a box ahead. If there would still be a free `skin` beyond the move, the box moves straight.
    /// Otherwise it first moves sideways or down until a surface at its side is only the thin skin away, for example to
    /// pass below a lintel or around a corner. Returns `None` if every such way is blocked.
    fn duck(&mut self, rules: &Rules, from: DVec3, motion: DVec3, skin: f64) -> Option<Slid> {
        let ahead = ahead(motion);
        let length = ahead.length();
        self.first_hits(&Way::free(from, ahead * (1.0 + skin / length)));
        if self.planes.met.is_empty() {
            return Some(self.walk(rules, from, ahead));
        }
        let mut beside = 0;
        loop {
            let near = &mut self.planes.met;
            (self.surroundings).near(self.scene, from, GROUND_SKINS * skin, near);
            let is_beside = |hit: &&Hit| hit.normal.dot(ahead).abs() < BESIDE * length;
            let side = near.iter().filter(is_beside).nth(beside)?.normal;
            beside += 1;
            let aside = (side * (self.scene.skin - skin)).clamp_length_max(motion.length());
            let aside = aside * self.first_hits(&Way::free(from, aside));
            let rest = larger(motion.length_squared() - aside.length_squared(), 0.0);
            let ahead = ahead.clamp_length_max(rest.sqrt());
            let start = from + aside;
            if self.first_hits(&Way::free(start, ahead)) > OPEN {
                return Some(self.walk(rules, start, ahead));
            }
        }
    }
}

/// Returns whether a squeezed body, displaced by `squeezed`, came farther than a body with its whole skin, displaced by
/// `plain`.
pub(super) fn is_farther(motion: DVec3, squeezed: DVec3, plain: DVec3) -> bool {
    share(motion, squeezed) > share(motion, plain) + WORTHWHILE
}

/// Returns the direction in which a motion advances: its level part, or the motion itself if it has no level part.
pub(super) fn ahead(motion: DVec3) -> DVec3 {
    let level = DVec3::new(motion.x, 0.0, motion.z);
    if level == DVec3::ZERO { motion } else { level }
}

/// Returns the share of a motion that a displacement covers, measured along [`ahead`].
fn share(motion: DVec3, displacement: DVec3) -> f64 {
    let ahead = ahead(motion);
    if ahead == DVec3::ZERO {
        1.0
    } else {
        displacement.dot(ahead) / ahead.length_squared()
    }
}

/// Returns whether two contacts of a body at a place belong to an opening at rest that the body without its skin fits
/// through.
fn is_between(scene: &Scene<'_>, contacts: &[Hit], at: DVec3) -> bool {
    let rests = |hit: &Hit| scene.world.motion(hit.obstacle, scene.filter).is_none();
    let is_opening = |a: &Hit, b: &Hit| {
        let cosine = a.normal.dot(b.normal);
        cosine < FACING
            && (cosine < PARALLEL || !(a.is_flat(scene) && b.is_flat(scene)))
            && fits(scene, a, b, at)
            && rests(a)
            && rests(b)
    };
    let mut with_those_before = contacts.iter().enumerate();
    with_those_before.any(|(index, a)| contacts[..index].iter().any(|b| is_opening(a, b)))
}

/// Returns whether a body with corners met an obstacle straight ahead, which perhaps only its skin touches.
fn is_stopped_ahead(scene: &Scene<'_>, contacts: &[Hit], motion: DVec3) -> bool {
    let level = DVec3::new(motion.x, 0.0, motion.z);
    let length = level.length();
    let faces = |hit: &Hit| hit.normal.dot(level) < FACING * length;
    scene.body.has_corners() && contacts.iter().any(faces)
}

/// Returns whether the points that a round body touches at a place are as far apart as the body is wide there. Returns
/// `true` for any other body, because its corners can touch surfaces that its sides would pass.
fn fits(scene: &Scene<'_>, a: &Hit, b: &Hit, at: DVec3) -> bool {
    if scene.body.has_corners() {
        return true;
    }
    let [from, to] = [a, b].map(|hit| touched_point(&Hit { at, ..*hit }, scene));
    let across = a.normal - b.normal;
    let width = across.length();
    (to - from).dot(across) >= 2.0 * scene.body.reach(across / width) * width
}

impl Hit {
    /// Returns whether the contact is with a flat side of the obstacle, not with an edge or a round surface.
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
