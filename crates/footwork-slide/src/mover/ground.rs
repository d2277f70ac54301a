//! The footing of a body: level ground, a groove, a slope that is too steep, or nothing.
//!
//! One contact that is level enough is ground. Several contacts that are each too steep can still hold a body. To find
//! out whether they do, a move straight down is projected as in sliding. The length of the result is the sine of the
//! slope along which the body would slide. In a groove this is the slope of the groove, not the slopes of its sides.

use std::cmp::Ordering;

use glam::DVec3;

use super::hit::Hit;
use super::scene::{Rules, Scene};
use super::state::Footing;
use crate::project::{HalfSpace, Projection, nearest};
use crate::vector::{larger, smaller};

/// A surface is a wall, and not below the body, if the y of its normal is smaller than this: 87°.
pub(super) const MIN_BELOW_UP: f64 = 0.05;

impl Hit {
    /// Returns whether a body can stand on this hit: the contact normal is level enough, or the contact is at the
    /// border of a face that is level enough.
    pub(super) fn carries(&self, min_up: f64) -> bool {
        self.normal.y >= min_up || (self.normal.y > 0.0 && self.face.y >= min_up)
    }

    /// Returns the normal of this ground. At an edge, this is the normal of the most level side.
    fn slope(&self, min_up: f64) -> DVec3 {
        if self.face.y >= min_up {
            self.face
        } else {
            self.normal
        }
    }

    /// Returns the rise of this ground in metres per metre along the level unit vector `heading`; negative downhill.
    fn rise(&self, min_up: f64, heading: DVec3) -> f64 {
        let slope = self.slope(min_up);
        -slope.dot(heading) / slope.y
    }
}

/// Returns the rise of the ground in metres per metre along the level unit vector `heading`, negative downhill; `None`
/// if no hit is ground. On the edge between several slopes, returns the rise nearest to 0.
pub(super) fn rise<'a>(
    hits: impl IntoIterator<Item = &'a Hit>,
    rules: &Rules,
    heading: DVec3,
) -> Option<f64> {
    let min_up = rules.ground_up();
    let ground = hits.into_iter().filter(|hit| hit.carries(min_up));
    let rises = ground.map(|hit| hit.rise(min_up, heading));
    let (low, high) = rises.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), rise| {
        (smaller(rise, low), larger(rise, high))
    });
    (low <= high).then_some(match (low > 0.0, high < 0.0) {
        (true, _) => low,
        (_, true) => high,
        _ => 0.0,
    })
}

/// Returns the most level hit that a body can stand on; `None` if there is none. Among equally level hits, returns the
/// first by its normal and then by [`Hit::order`].
pub(super) fn most_level<'a>(
    hits: impl IntoIterator<Item = &'a Hit>,
    rules: &Rules,
) -> Option<&'a Hit> {
    let min_up = rules.ground_up();
    highest(hits.into_iter().filter(|hit| hit.carries(min_up)))
}

fn highest<'a>(hits: impl Iterator<Item = &'a Hit>) -> Option<&'a Hit> {
    hits.min_by(|a, b| {
        let key = |hit: &Hit| [-hit.normal.y, hit.normal.x, hit.normal.z];
        let pairs = key(a).into_iter().zip(key(b));
        let order = pairs.fold(Ordering::Equal, |order, (a, b)| order.then(a.total_cmp(&b)));
        order.then_with(|| a.order(b))
    })
}

/// Returns the footing of a body that touches `hits`. Surfaces with a normal whose y is at most `min_below_up` are not
/// below the body.
pub(super) fn footing(
    hits: &[Hit],
    rules: &Rules,
    scene: &Scene<'_>,
    min_below_up: f64,
    half_spaces: &mut Vec<HalfSpace>,
) -> Footing {
    if let Some(ground) = most_level(hits, rules) {
        return Footing::Ground(ground.as_support(scene));
    }
    let below = hits.iter().filter(|hit| hit.normal.y > min_below_up);
    let Some(support) = highest(below).map(|hit| hit.as_support(scene)) else {
        return Footing::Air;
    };
    half_spaces.clear();
    half_spaces.extend(hits.iter().map(|hit| HalfSpace {
        normal: hit.normal.to_array(),
        offset: 0.0,
    }));
    let sine = match nearest(DVec3::NEG_Y, half_spaces) {
        Projection::Nearest { point, .. } => DVec3::from_array(point).length(),
        Projection::Empty => 0.0,
    };
    let cosine = rules.ground_up();
    if sine * sine <= 1.0 - cosine * cosine {
        Footing::Wedged(support)
    } else {
        Footing::Steep(support)
    }
}
