//! Sweeps an axis-aligned box or a round body against a volume without a disc.
//!
//! The Minkowski difference of a body and a volume is a sum of segments grown by a radius: a round zonotope. Without a
//! radius it is bounded by slabs along the cross products of any two segments: 15 axes for two boxes (S. Gottschalk, M.
//! Lin, D. Manocha, *OBBTree*, 1996), and three axes if the volume is not turned. With a radius the cores are a box and
//! a segment, and the body has one of them.

use glam::DVec3;

use super::line::{Extent, from_box};
use super::meeting::Meeting;
use super::rounded::{Apart, Cores, Rounded};
use super::slab::{Slab, Slabs, rest_in_slabs, sweep_slabs};
use crate::body::Body;
use crate::vector::unit;
use crate::volume::RoundZonotope;

/// Sweeps a body around the origin. A body that is neither a box nor round is swept as the box of its bounds.
pub(super) fn meet(body: &Body, motion: DVec3, volume: &RoundZonotope, offset: f64) -> Meeting {
    let (half, radius) = match *body {
        Body::Round { half_axis, radius } => (DVec3::new(0.0, half_axis, 0.0), radius),
        ref other => (other.half_extents(), 0.0),
    };
    let slabs = Zonotope {
        half,
        motion,
        volume,
    };
    let radius = radius + volume.radius;
    if radius <= 0.0 {
        return if motion == DVec3::ZERO {
            rest_in_slabs(&slabs, offset)
        } else {
            sweep_slabs(&slabs, &slabs, motion, [offset, 1.0])
        };
    }
    if let Some(cores) = &Uprights::new(body, volume) {
        return meet_round(cores, &slabs, radius, offset);
    }
    meet_round(&BoxAndSegment::new(body, volume), &slabs, radius, offset)
}

fn meet_round(cores: &impl Cores, slabs: &Zonotope<'_>, radius: f64, offset: f64) -> Meeting {
    let rounded = Rounded {
        cores,
        bounds: &Sides(slabs),
        slabs,
        radius,
    };
    rounded.meet(slabs.motion, offset, [0.0, 1.0])
}

/// The Minkowski difference of a box and a volume's core.
struct Zonotope<'a> {
    half: DVec3,
    motion: DVec3,
    volume: &'a RoundZonotope,
}

impl Slabs for Zonotope<'_> {
    #[inline(always)]
    fn visit(&self, mut see: impl FnMut(&Slab) -> bool) -> bool {
        let generators = &self.volume.generators;
        let [a, b, c] = *generators;
        self.sides(&mut see)
            && (generators.iter().all(is_upright)
                || [b.cross(c), c.cross(a), a.cross(b)]
                    .into_iter()
                    .all(|axis| see(&self.along(axis)))
                    && generators.iter().all(|generator| {
                        [DVec3::X, DVec3::Y, DVec3::Z]
                            .into_iter()
                            .all(|axis| see(&self.along(axis.cross(*generator))))
                    }))
    }
}

impl Zonotope<'_> {
    /// Returns the slabs along the body's own axes.
    #[inline(always)]
    fn sides(&self, see: &mut impl FnMut(&Slab) -> bool) -> bool {
        let [a, b, c] = self.volume.generators.map(DVec3::abs);
        let reach = (self.half + (a + b + c)).to_array();
        let at = self.volume.centre.to_array();
        let motion = self.motion.to_array();
        [DVec3::X, DVec3::Y, DVec3::Z]
            .into_iter()
            .enumerate()
            .all(|(i, axis)| {
                see(&Slab {
                    axis,
                    length_squared: 1.0,
                    at: -at[i],
                    reach: reach[i],
                    along: motion[i],
                })
            })
    }

    #[inline(always)]
    fn along(&self, axis: DVec3) -> Slab {
        let [a, b, c] = self.volume.generators.map(|half| axis.dot(half).abs());
        Slab {
            axis,
            length_squared: axis.length_squared(),
            at: -axis.dot(self.volume.centre),
            reach: axis.abs().dot(self.half) + (a + b + c),
            along: axis.dot(self.motion),
        }
    }
}

/// Returns whether a generator is zero or lies along x, y or z.
fn is_upright(generator: &DVec3) -> bool {
    let zeros = generator.to_array().map(|part| u8::from(part == 0.0));
    zeros.iter().sum::<u8>() >= 2
}

/// Only the slabs along the body's own axes.
struct Sides<'a>(&'a Zonotope<'a>);

impl Slabs for Sides<'_> {
    #[inline(always)]
    fn visit(&self, mut see: impl FnMut(&Slab) -> bool) -> bool {
        self.0.sides(&mut see)
    }
}

/// The cores of a round pair.
struct BoxAndSegment {
    extents: [Extent; 3],
    /// The vector from the box's centre to the segment's start, before the motion.
    start: DVec3,
    way: DVec3,
    /// Whether the box belongs to the body.
    body_has_box: bool,
}

impl BoxAndSegment {
    fn new(body: &Body, volume: &RoundZonotope) -> Self {
        let half = body.half_extents();
        match *body {
            Body::Box { .. } | Body::Turned(_) | Body::Cylinder { .. } | Body::Hull(_) => {
                // A volume with a radius has at most one generator.
                let [a, b, c] = volume.generators;
                let half_way = a + b + c;
                Self {
                    extents: [(DVec3::X, half.x), (DVec3::Y, half.y), (DVec3::Z, half.z)]
                        .map(|(axis, half)| Extent { axis, half }),
                    start: volume.centre - half_way,
                    way: 2.0 * half_way,
                    body_has_box: true,
                }
            }
            Body::Round { half_axis, .. } => {
                let half_way = DVec3::new(0.0, half_axis, 0.0);
                let extent = |half: DVec3| Extent {
                    axis: unit(half),
                    half: half.length_squared().sqrt(),
                };
                // The extents are written one by one, because with `map` each would go through memory twice.
                let [a, b, c] = volume.generators;
                Self {
                    extents: [extent(a), extent(b), extent(c)],
                    start: -volume.centre - half_way,
                    way: 2.0 * half_way,
                    body_has_box: false,
                }
            }
        }
    }
}

impl Cores for BoxAndSegment {
    fn apart(&self, at: DVec3) -> Apart {
        Apart::by(if self.body_has_box {
            -from_box(self.start - at, self.way, &self.extents)
        } else {
            from_box(self.start + at, self.way, &self.extents)
        })
    }
}

/// The cores of a round body and of an upright capsule or a sphere, as for two people. The results are those of
/// [`BoxAndSegment`] up to rounding.
struct Uprights {
    /// The vector from the obstacle's middle to the lower end of the body's segment, before the motion.
    start: DVec3,
    /// The length of the body's segment.
    length: f64,
    /// Half the length of the obstacle's segment.
    half: f64,
}

impl Uprights {
    #[inline(always)]
    fn new(body: &Body, volume: &RoundZonotope) -> Option<Self> {
        let Body::Round { half_axis, .. } = *body else {
            return None;
        };
        let [a, b, c] = volume.generators;
        if a != DVec3::ZERO || c != DVec3::ZERO || b.x != 0.0 || b.z != 0.0 {
            return None;
        }
        Some(Self {
            start: -volume.centre - DVec3::new(0.0, half_axis, 0.0),
            length: 2.0 * half_axis,
            half: b.y.abs(),
        })
    }
}

impl Cores for Uprights {
    #[inline(always)]
    fn apart(&self, at: DVec3) -> Apart {
        let from = self.start + at;
        let to = from.y + self.length;
        let y = if from.y > self.half {
            from.y - self.half
        } else if to < -self.half {
            to + self.half
        } else {
            0.0
        };
        Apart::by(DVec3::new(from.x, y, from.z))
    }
}

#[cfg(test)]
mod tests;
