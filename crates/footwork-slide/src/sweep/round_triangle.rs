//! An upright capsule or a sphere against a triangle.
//!
//! The shortest line between a segment and a triangle joins the face and an end of the segment, or an edge and the
//! segment (C. Ericson, *Real-Time Collision Detection*, 2005, chapter 5.1.10).

use glam::DVec3;

use super::box_triangle::{ALL, BoxTriangle, FaceSlabs, face_normal};
use super::line::{from_lower_end, from_upright};
use super::meeting::{Meeting, Sweep};
use super::rounded::{Apart, Cores, Rounded};
use super::screen::Outline;
use crate::vector::larger;

/// An upright capsule. Its axis runs from `-half_axis` to `half_axis`; a sphere has a `half_axis` of zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Capsule {
    pub(super) half_axis: f64,
    pub(super) radius: f64,
}

impl Capsule {
    #[inline(always)]
    pub(super) fn meet(self, sweep: &Sweep, outline: &Outline, triangle: &[DVec3; 3]) -> Meeting {
        let Sweep {
            at,
            motion,
            offset,
            until,
            ..
        } = *sweep;
        let screen = outline.screen(at, motion * until, self.radius + offset);
        match screen.meeting() {
            Some(_) => self.meet_exactly(sweep, triangle),
            None => Meeting::Apart,
        }
    }

    /// Sweeps the capsule against a triangle from which no first test separates it.
    #[inline(never)]
    pub(super) fn meet_exactly(self, sweep: &Sweep, triangle: &[DVec3; 3]) -> Meeting {
        let triangle = triangle.map(|vertex| vertex - sweep.at);
        self.meet_cores(
            sweep,
            &triangle,
            &AxisTriangle::new(self.half_axis, &triangle),
        )
    }

    /// Sweeps the capsule from the origin, using the distance of the cores.
    #[inline(always)]
    fn meet_cores(self, sweep: &Sweep, triangle: &[DVec3; 3], cores: &impl Cores) -> Meeting {
        let motion = sweep.motion;
        let slabs = BoxTriangle {
            half: DVec3::new(0.0, self.half_axis, 0.0),
            motion,
            triangle,
            axes: ALL,
        };
        let rounded = Rounded {
            cores,
            bounds: &FaceSlabs(&slabs),
            slabs: &slabs,
            radius: self.radius,
        };
        rounded.meet(motion, sweep.offset, [sweep.from, sweep.until])
    }
}

/// The capsule's axis and the triangle.
struct AxisTriangle<'a> {
    half_axis: f64,
    triangle: &'a [DVec3; 3],
    edges: [DVec3; 3],
    /// The normal of the face; zero if the triangle has no face.
    normal: DVec3,
    /// The y of the highest vertex, plus a little more than its rounding error.
    top: f64,
}

impl Cores for AxisTriangle<'_> {
    fn apart(&self, at: DVec3) -> Apart {
        // If the axis is higher than the triangle, only its lower end matters.
        let is_above = self.top < at.y - self.half_axis;
        let mut beyond = [true; 3];
        if self.normal != DVec3::ZERO {
            let (place, height) = self.nearest_to_plane(at);
            let point = at + DVec3::new(0.0, place, 0.0);
            beyond = self.edges_beyond(point);
            if beyond == [false; 3] {
                return Apart::by(self.normal * (height / self.normal.length_squared()));
            }
            if !is_above || place != -self.half_axis {
                beyond = [true; 3];
            }
        }
        if is_above {
            self.apart_from_edges_below(at, beyond)
        } else {
            Apart::by(self.apart_from_edges(at))
        }
    }
}

impl<'a> AxisTriangle<'a> {
    #[inline(always)]
    fn new(half_axis: f64, triangle: &'a [DVec3; 3]) -> Self {
        let [a, b, c] = *triangle;
        let highest = larger(larger(a.y, b.y), c.y);
        Self {
            half_axis,
            triangle,
            edges: [b - a, c - b, a - c],
            normal: face_normal(triangle),
            top: highest + ROUNDING * (highest.abs() + half_axis),
        }
    }

    /// Returns the y, relative to the middle of the axis, of the axis's point nearest to the face's plane, and the
    /// height of that point above the plane times the normal's length. The point is an end of the axis, or the point at
    /// which the axis passes through the plane.
    #[inline(always)]
    fn nearest_to_plane(&self, at: DVec3) -> (f64, f64) {
        let height = self.normal.dot(at - self.triangle[0]);
        let rise = self.half_axis * self.normal.y;
        if height.abs() > rise.abs() {
            let down = (height > 0.0) == (rise > 0.0);
            let (place, rise) = if down {
                (-self.half_axis, -rise)
            } else {
                (self.half_axis, rise)
            };
            (place, height + rise)
        } else if rise == 0.0 {
            (0.0, 0.0)
        } else {
            (-self.half_axis * (height / rise), 0.0)
        }
    }

    /// Returns for each edge whether a point is beyond it, seen along the face's normal.
    #[inline(always)]
    fn edges_beyond(&self, point: DVec3) -> [bool; 3] {
        let [a, b, c] = *self.triangle;
        let is_beyond = |vertex: DVec3, edge: DVec3| {
            let is_inside = edge.cross(point - vertex).dot(self.normal) >= 0.0;
            !is_inside
        };
        let [ab, bc, ca] = self.edges;
        [is_beyond(a, ab), is_beyond(b, bc), is_beyond(c, ca)]
    }

    /// Returns the vector from the nearest edge to the axis.
    #[inline(always)]
    fn apart_from_edges(&self, at: DVec3) -> DVec3 {
        let (mut nearest, mut square) = (DVec3::INFINITY, f64::INFINITY);
        for (&vertex, &edge) in self.triangle.iter().zip(&self.edges) {
            let apart = -from_upright(vertex - at, edge, self.half_axis);
            if apart.length_squared() < square {
                (nearest, square) = (apart, apart.length_squared());
            }
        }
        nearest
    }

    /// Like [`Self::apart_from_edges`], with the same bits, for an axis that is higher than the triangle. If the lower
    /// end of the axis is `beyond` a single edge and opposite the inner part of that edge, the other two edges are
    /// farther away.
    #[inline(always)]
    fn apart_from_edges_below(&self, at: DVec3, beyond: [bool; 3]) -> Apart {
        let only = match beyond {
            [true, false, false] => Some(0),
            [false, true, false] => Some(1),
            [false, false, true] => Some(2),
            _ => None,
        };
        if let Some(edge) = only {
            let start = self.triangle[edge] - at;
            let (place, apart) = from_lower_end(start, self.edges[edge], self.half_axis);
            if place > INNER && place < 1.0 - INNER {
                return Apart {
                    vector: -apart,
                    edge: Some(self.edges[edge]),
                };
            }
        }
        let mut nearest = Apart::by(DVec3::INFINITY);
        let mut square = f64::INFINITY;
        for (&vertex, &edge) in self.triangle.iter().zip(&self.edges) {
            let (place, apart) = from_lower_end(vertex - at, edge, self.half_axis);
            if apart.length_squared() < square {
                let is_inner = place > 0.0 && place < 1.0;
                nearest = Apart {
                    vector: -apart,
                    edge: Some(if is_inner { edge } else { DVec3::ZERO }),
                };
                square = apart.length_squared();
            }
        }
        nearest
    }
}

/// A multiple of the relative rounding error of a difference.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// The share of an edge, at either end, on which another edge may be equally near.
const INNER: f64 = 1.0e-3;

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use proptest::test_runner::{RngAlgorithm, TestRng};

    use super::*;
    use crate::mesh::tests::soups::random;

    /// Counts the calls of the cores, and may hide the edges from the sweep.
    struct Asked<'a> {
        cores: &'a AxisTriangle<'a>,
        tells_edges: bool,
        times: &'a Cell<u32>,
    }

    impl Cores for Asked<'_> {
        fn apart(&self, at: DVec3) -> Apart {
            self.times.set(self.times.get() + 1);
            let apart = self.cores.apart(at);
            if self.tells_edges {
                apart
            } else {
                Apart::by(apart.vector)
            }
        }
    }

    /// Returns a capsule, a motion and a triangle. The capsule moves past the triangle or beyond. Some triangles are
    /// slivers, segments or nearly level.
    fn passing(rng: &mut TestRng) -> (Capsule, DVec3, [DVec3; 3]) {
        let mut number = |low: f64, high: f64| low + (high - low) * random(rng);
        let mut vector = |size: f64| DVec3::from([(); 3].map(|()| number(-size, size)));
        let (place, past) = (vector(4.0), vector(1.5));
        let [a, b, mut c] = [(); 3].map(|()| vector(1.0));
        let bent = vector(1.0e-4);
        match number(0.0, 4.0) {
            kind if kind < 1.0 => c = a + (b - a) * kind + bent,
            kind if kind < 2.0 => c = b,
            _ => {}
        }
        let flat = DVec3::new(1.0, number(0.0, 1.0), 1.0);
        let capsule = Capsule {
            half_axis: number(0.0, 1.0),
            radius: number(0.01, 1.0),
        };
        let long = number(1.0, 5.0) * number(1.0, 5.0);
        let triangle = [a, b, c].map(|vertex| vertex * flat - place);
        (capsule, long * (past - place), triangle)
    }

    #[test]
    fn leaps_and_a_later_start_have_the_same_results_as_steps() {
        let (skin, hard) = (0.005, 0.001);
        let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        let (mut met, mut apart, mut only_skin) = (0, 0, 0);
        let (by_leaps, by_steps) = (Cell::new(0), Cell::new(0));
        for _ in 0..60_000 {
            let (capsule, motion, triangle) = passing(&mut rng);
            let cores = AxisTriangle::new(capsule.half_axis, &triangle);
            let meet = |sweep: &Sweep, tells_edges: bool| {
                let times = if tells_edges { &by_leaps } else { &by_steps };
                let cores = Asked {
                    cores: &cores,
                    tells_edges,
                    times,
                };
                capsule.meet_cores(sweep, &triangle, &cores)
            };
            let check = |found: Meeting, expected: Meeting| {
                let is_same = match (found, expected) {
                    (Meeting::Meets { time, normal }, Meeting::Meets { time: t, normal: n }) => {
                        (time - t).abs() < 1.0e-9 && normal.distance(n) < 1.0e-5
                    }
                    _ => found == expected,
                };
                assert!(
                    is_same,
                    "{capsule:?} {motion} {triangle:?}: {found:?}, {expected:?}"
                );
            };
            let whole = Sweep::new(DVec3::ZERO, motion, skin);
            let entered = meet(&whole, true);
            check(entered, meet(&whole, false));
            let Meeting::Meets { time, .. } = entered else {
                apart += u32::from(entered == Meeting::Apart);
                continue;
            };
            met += 1;
            // If a sweep stops at a later time than the meeting, the result has the same bits.
            for until in [time, time * 1.001, time * 1.1] {
                let in_time = capsule.meet_exactly(&Sweep { until, ..whole }, &triangle);
                assert_eq!(
                    in_time, entered,
                    "{until} {capsule:?} {motion} {triangle:?}"
                );
            }
            let hard = Sweep {
                offset: hard,
                ..whole
            };
            let later = meet(&Sweep { from: time, ..hard }, true);
            check(later, meet(&hard, false));
            only_skin += u32::from(later == Meeting::Apart);
        }
        assert!(
            met > 10_000 && apart > 10_000 && only_skin > 100,
            "{met} {apart} {only_skin}"
        );
        let (by_leaps, by_steps) = (by_leaps.get(), by_steps.get());
        assert!(by_leaps * 10 < by_steps * 9, "{by_leaps} {by_steps}");
    }

    #[test]
    fn for_an_axis_above_the_triangle_the_lower_end_gives_the_same_bits() {
        let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        let mut vector = || DVec3::new(random(&mut rng), random(&mut rng), random(&mut rng));
        let mut beside = 0;
        for _ in 0..20_000 {
            let triangle = [vector(), vector(), vector()];
            let half_axis = vector().x;
            let cores = AxisTriangle::new(half_axis, &triangle);
            let above = DVec3::new(0.0, 1.0 + half_axis, 0.0);
            let at = vector() * 3.0 - DVec3::ONE + above;
            if cores.top >= at.y - half_axis {
                continue;
            }
            let lower_end = at - DVec3::new(0.0, half_axis, 0.0);
            let beyond = cores.edges_beyond(lower_end);
            beside += u32::from(beyond.iter().filter(|beyond| **beyond).count() == 1);
            for beyond in [beyond, [true; 3]] {
                if beyond != [false; 3] {
                    let bits = |apart: DVec3| apart.to_array().map(f64::to_bits);
                    let (fast, slow) = (
                        cores.apart_from_edges_below(at, beyond).vector,
                        cores.apart_from_edges(at),
                    );
                    assert_eq!(bits(fast), bits(slow), "{triangle:?} {at:?} {beyond:?}");
                }
            }
        }
        assert!(beside > 1000, "{beside}");
    }
}
