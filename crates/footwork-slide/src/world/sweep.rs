//! Sweeping a shape through a world: what it meets first.

use glam::DVec3;

use super::{Filter, ObstacleId, World};
use crate::body::Body;
use crate::bounds::{Bounds, lower, upper};
use crate::shape::Shape;
use crate::sweep::Meeting;

/// What a swept shape meets first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldHit {
    /// The share of the motion that is done by then, in `[0, 1]`; 0 where the shape starts inside and moves
    /// further in.
    pub time: f64,
    /// The unit normal, from the obstacle to the shape.
    pub normal: [f64; 3],
    /// The obstacle.
    pub obstacle: ObstacleId,
    /// Of a mesh, the index of the triangle among those that the mesh was made from.
    pub triangle: Option<u32>,
}

impl World {
    /// What a shape meets first on a straight way, without a skin; of several at the same time the one with
    /// the lowest id and triangle. What it starts in counts where the motion leads further in. Nothing is
    /// allocated. What is not finite, a shape that is none, and what is beyond 10¹⁰ m meet nothing.
    ///
    /// ```
    /// use footwork_slide::{Filter, Label, Pose, Shape, Volume, World};
    ///
    /// let mut world = World::new();
    /// let post = Volume::Capsule { radius: 0.06, half_axis: 1.2 };
    /// let post = world.add_volume(post, Pose::at([0.0, 1.2, 5.0])?, Label::default())?;
    /// let ball = Shape::Sphere { radius: 0.11 };
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
        let body = Body::of(shape);
        let half = body.half_extents();
        let swept = Bounds {
            min: lower(motion, DVec3::ZERO) - half,
            max: upper(motion, DVec3::ZERO) + half,
        };
        let mut first: Option<WorldHit> = None;
        self.visit_pieces(&swept.moved(origin), origin, filter, &mut |piece| {
            let (time, normal) = match piece.meet(&body, DVec3::ZERO, motion, 0.0, &mut None) {
                Meeting::Apart => return,
                Meeting::Meets { time, normal } => (time, normal),
                Meeting::Within { normal, .. } => (0.0, normal),
            };
            let normal = piece.limited_normal(self, normal, DVec3::ZERO);
            let hit = WorldHit {
                time,
                normal: normal.to_array(),
                obstacle: piece.obstacle,
                triangle: piece.triangle,
            };
            let order = |hit: &WorldHit| (hit.obstacle, hit.triangle);
            let is_first = first.is_none_or(|first| {
                time < first.time || (time == first.time && order(&hit) < order(&first))
            });
            if normal.dot(motion) < 0.0 && is_first {
                first = Some(hit);
            }
        });
        first
    }
}
