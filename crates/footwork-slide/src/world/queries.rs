//! The queries of a world: the first contact of a shape, its overlaps, and the pieces near it.

use glam::DVec3;

use super::obstacles::{Obstacles, PlacedSolid};
use super::piece::PartId;
use super::placed::visit_elsewhere;
use super::{Nearby, Piece, Query, World, WorldHit};
use crate::body::Body;
use crate::bounds::Bounds;
use crate::compound::Solid;
use crate::filter::{Approach, Filter};
use crate::frame::Frame;
use crate::obstacle_id::ObstacleId;
use crate::shape::Shape;
use crate::sweep::{Meeting, Sweep};
use crate::vector::{lower, upper};
use crate::volume::VolumeError;

impl World {
    /// Returns the first contact of a shape whose centre moves straight from `position` by `motion`, both in metres;
    /// `None` if the shape meets nothing. The shape has no skin.
    ///
    /// If the shape meets several triangles or volumes at the same time, returns the hit with the lowest id, part and
    /// triangle. If the shape starts inside an obstacle, that obstacle counts only if the motion leads deeper into it.
    /// Nothing is allocated, except for a hull, which each call prepares. The result is also `None` for an input that
    /// is not finite, for an invalid shape, and for an input beyond 10¹⁰ m.
    ///
    /// ```
    /// use footwork_slide::{Filter, Label, Pose, Shape, Volume, World};
    ///
    /// let mut world = World::new();
    /// let post = Volume::Capsule { radius_m: 0.06, half_axis_m: 1.2 };
    /// let post = world.add_volume(post, Pose::at([0.0, 1.2, 5.0])?, Label::default())?;
    /// let ball = Shape::Sphere { radius_m: 0.11 };
    /// let hit = world.sweep(&ball, [0.0, 1.0, 0.0], [0.0, 0.0, 10.0], &Filter::default()).unwrap();
    /// assert_eq!(hit.obstacle, post);
    /// assert!((hit.time - 0.483).abs() < 1e-6 && hit.normal[2] < -0.999);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sweep(
        &self,
        shape: &Shape,
        position: [f64; 3],
        motion: [f64; 3],
        filter: &Filter<'_>,
    ) -> Option<WorldHit> {
        let (origin, motion) = (DVec3::from_array(position), DVec3::from_array(motion));
        if !(origin.is_finite() && motion.is_finite()) || shape.check().is_err() {
            return None;
        }
        let body = Body::from(shape);
        let half = body.half_extents();
        let swept = Bounds {
            min: lower(motion, DVec3::ZERO) - half,
            max: upper(motion, DVec3::ZERO) + half,
        };
        let frame = Frame::at(origin);
        let query = Query::within(&frame, &swept, filter);
        let sweep = Sweep::new(DVec3::ZERO, motion, 0.0);
        let mut first: Option<WorldHit> = None;
        self.visit(&query, &mut |piece: Piece| {
            let (time, normal, gap_m) = match piece.meet(&body, &sweep, &mut None) {
                Meeting::Apart => return,
                Meeting::Meets { time, normal } => (time, normal, 0.0),
                Meeting::Within { gap, normal } => (0.0, normal, gap),
            };
            let face = self.face_normal(&piece);
            let normal = self.limited_normal(&frame, &piece, face, normal, DVec3::ZERO);
            let hit = WorldHit {
                time,
                normal: normal.to_array(),
                obstacle: piece.obstacle,
                part: piece.part,
                triangle: piece.triangle,
            };
            let is_first = first.is_none_or(|first| hit.precedes(&first));
            let counts = || self.counts(filter, piece.id(), normal, gap_m);
            if normal.dot(motion) < 0.0 && is_first && counts() {
                first = Some(hit);
            }
        });
        first
    }

    /// Calls `found` for each accepted triangle or volume that a shape overlaps, in no particular order. Use this for
    /// triggers, ladders and water. `position` is the centre of the shape, in metres. Triangles have no inside: a shape
    /// overlaps the triangles that it crosses. For an input that is not finite or an invalid shape, nothing is found.
    /// Nothing is allocated, except for a hull, which each call prepares.
    ///
    /// ```
    /// use footwork_slide::{Filter, Label, Pose, Shape, Volume, World};
    ///
    /// let mut world = World::new();
    /// let ladder = Volume::Box { half_m: [0.2, 2.0, 0.5] };
    /// let ladder = world.add_volume(ladder, Pose::at([3.0, 2.0, 0.0])?, Label { layers: 0b10, tag: 0 })?;
    /// let (body, ladders) = (Shape::Capsule { radius_m: 0.3, height_m: 1.8 }, Filter { layers: 0b10, ..Filter::default() });
    /// let mut touched = None;
    /// world.overlapping(&body, [2.6, 0.9, 0.0], &ladders, |near| touched = Some(near.obstacle));
    /// assert_eq!(touched, Some(ladder));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn overlapping(
        &self,
        shape: &Shape,
        position: [f64; 3],
        filter: &Filter<'_>,
        found: impl FnMut(Nearby),
    ) {
        let origin = DVec3::from_array(position);
        if !origin.is_finite() || shape.check().is_err() {
            return;
        }
        self.visit_overlapping(&Body::from(shape), &Frame::at(origin), filter, found);
    }

    /// Like [`World::overlapping`], for a body at the origin of a frame.
    pub(crate) fn visit_overlapping(
        &self,
        body: &Body,
        frame: &Frame,
        filter: &Filter<'_>,
        mut found: impl FnMut(Nearby),
    ) {
        let half = body.half_extents();
        let around = Bounds {
            min: -half,
            max: half,
        };
        let query = Query::within(frame, &around, filter);
        let rest = Sweep::new(DVec3::ZERO, DVec3::ZERO, 0.0);
        self.visit(&query, &mut |piece: Piece| {
            if let Meeting::Within { gap, normal } = piece.meet(body, &rest, &mut None)
                && self.counts(filter, piece.id(), frame.vector_to_world(normal), gap)
            {
                found(piece.id());
            }
        });
    }

    /// Returns the triangles and volumes of accepted obstacles whose bounds touch the box from `min` to `max`, sorted.
    /// A move inside the box can meet no others. Use this for debugging and drawing.
    ///
    /// Bounds that just touch count. A triangle of a turned mesh must also touch the box's bounds in the mesh's own
    /// space. The box may be infinite. A box with a NaN, or with a minimum above its maximum, touches nothing.
    pub fn pieces_near(&self, min: [f64; 3], max: [f64; 3], filter: &Filter<'_>) -> Vec<Nearby> {
        let [min, max] = [min, max].map(DVec3::from_array);
        let query = Query::upright(Bounds { min, max }, DVec3::ZERO, filter);
        let mut pieces = Vec::new();
        self.gather(&query, &mut pieces);
        let mut near: Vec<Nearby> = pieces.iter().map(Piece::id).collect();
        near.sort_unstable();
        near
    }
}

/// Like [`World::visit_overlapping`], for obstacles of any kind.
///
/// # Errors
///
/// Returns the obstacle with the lowest id that is an invalid volume. `found` is still called for all other obstacles.
pub(crate) fn visit_overlapping_in(
    obstacles: &dyn Obstacles,
    body: &Body,
    frame: &Frame,
    filter: &Filter<'_>,
    mut found: impl FnMut(Nearby),
) -> Result<(), (ObstacleId, VolumeError)> {
    let mut invalid: Option<(ObstacleId, VolumeError)> = None;
    let half = body.half_extents();
    let around = Bounds {
        min: -half,
        max: half,
    };
    let query = Query::within(frame, &around, filter);
    let rest = Sweep::new(DVec3::ZERO, DVec3::ZERO, 0.0);
    let [min, max] = [query.near.min, query.near.max].map(|at| at.to_array());
    obstacles.visit(min, max, &mut |seen: PlacedSolid<'_>| {
        if !filter.accepts(seen.id, &seen.label) {
            return;
        }
        if let Solid::Volume(volume) = seen.solid
            && let Err(error) = volume.check()
        {
            if invalid.is_none_or(|(id, _)| seen.id < id) {
                invalid = Some((seen.id, error));
            }
            return;
        }
        let counts = |id: Nearby, normal: DVec3, gap_m: f64| {
            filter.contact.is_none_or(|accept| {
                accept(&Approach {
                    obstacle: id.obstacle,
                    label: seen.label,
                    part: id.part,
                    triangle: id.triangle,
                    normal: normal.to_array(),
                    gap_m,
                })
            })
        };
        let part = PartId {
            obstacle: seen.id,
            index: 0,
        };
        visit_elsewhere(seen.solid, &seen.pose, part, &query, &mut |piece: Piece| {
            if let Meeting::Within { gap, normal } = piece.meet(body, &rest, &mut None)
                && counts(piece.id(), frame.vector_to_world(normal), gap)
            {
                found(piece.id());
            }
        });
    });
    invalid.map_or(Ok(()), Err)
}
