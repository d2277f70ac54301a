//! The point at which a body touches an obstacle, and the obstacle's velocity there.

use footwork_base::to_f32;
use glam::{DVec3, Vec3};

use super::hit::Hit;
use super::scene::Scene;
use super::state::{Contact, Support};
use crate::body::{Body, rim};
use crate::obstacle_id::ObstacleId;
use crate::vector::{larger, smaller};
use crate::volume::RoundZonotope;

/// If the contact normal's component along an axis is larger than this, the body touches with a side on that axis.
/// Otherwise it touches with the middle between both sides.
const FACES: f64 = 1.0e-3;

impl Scene<'_> {
    /// Returns how fast an obstacle moves at a point in the world, in m/s; zero if it did not move in this step.
    pub(super) fn velocity_at(&self, obstacle: ObstacleId, point: DVec3) -> Vec3 {
        let motion = self.world.motion(obstacle, self.filter);
        motion.map_or(Vec3::ZERO, |motion| {
            let held_at = motion.now.to_local(point.to_array());
            let before = DVec3::from_array(motion.before.to_world(held_at));
            ((point - before) / self.step_secs).as_vec3()
        })
    }
}

impl Hit {
    /// Returns the hit as a contact.
    pub(super) fn as_contact(&self, scene: &Scene<'_>) -> Contact {
        let support = self.as_support(scene);
        Contact {
            obstacle: support.obstacle,
            part: support.part,
            triangle: support.triangle,
            normal: support.normal,
            point: support.point,
            depth_m: self.depth(),
            velocity_mps: support.velocity_mps,
            closing_mps: self.closing(scene, support.velocity_mps),
            active: self.active,
        }
    }

    /// Returns the hit as the support of a standing body.
    pub(super) fn as_support(&self, scene: &Scene<'_>) -> Support {
        let frame = &scene.frame;
        let point = frame.to_world(touched_point(self, scene));
        Support {
            obstacle: self.obstacle,
            part: self.part,
            triangle: self.triangle,
            normal: frame.vector_to_world(self.normal).as_vec3().to_array(),
            point: point.to_array(),
            velocity_mps: scene.velocity_at(self.obstacle, point).to_array(),
        }
    }

    /// Returns the height of the point at which a body at `at` touches the obstacle. A contact at the side of the body
    /// is as high as that point, whatever its normal. So a wall is not a step, even if its top is level.
    pub(super) fn height(&self, scene: &Scene<'_>, at: DVec3) -> f64 {
        touched_point(&Self { at, ..*self }, scene).y
    }

    /// See [`Contact::closing_mps`].
    #[expect(
        clippy::cast_possible_truncation,
        reason = "callers get the nearest f32"
    )]
    fn closing(&self, scene: &Scene<'_>, velocity: [f32; 3]) -> f32 {
        let wanted = scene.wanted / scene.step_secs;
        let velocity = (scene.frame).vector_to_local(Vec3::from_array(velocity).as_dvec3());
        let closing = (velocity - wanted).dot(self.normal);
        larger(closing, 0.0) as f32
    }

    /// Returns the depth of the body inside the obstacle, in metres. Only the hits of a body at rest have negative
    /// values.
    fn depth(&self) -> f32 {
        if self.value < 0.0 {
            to_f32(-self.value)
        } else {
            0.0
        }
    }
}

/// Returns the touched point of an obstacle, in the local frame: the point nearest to the middle of the body's side,
/// edge or corner that faces the obstacle.
pub(super) fn touched_point(hit: &Hit, scene: &Scene<'_>) -> DVec3 {
    let middle = hit.at - facing(&scene.body, hit.normal);
    match &hit.corner {
        Some((corner, sides)) => *corner + nearest_of_triangle(middle - *corner, *sides),
        None => (scene.world.volume_at(hit.id())).map_or(middle, |volume| {
            nearest_of_volume(middle, &scene.frame.volume_to_local(volume))
        }),
    }
}

/// Returns the middle of the side, edge or corner of a body that lies farthest along a unit vector, relative to the
/// body's centre.
fn facing(body: &Body, direction: DVec3) -> DVec3 {
    let sign = |part: f64| {
        if part.abs() > FACES {
            1.0_f64.copysign(part)
        } else {
            0.0
        }
    };
    let on_box = |half: DVec3, direction: DVec3| {
        half * DVec3::new(sign(direction.x), sign(direction.y), sign(direction.z))
    };
    match body {
        Body::Box { half } => on_box(*half, direction),
        Body::Turned(turned) => turned.turn * on_box(turned.half, turned.to_own(direction)),
        Body::Round { half_axis, radius } => {
            direction * *radius + DVec3::new(0.0, half_axis * sign(direction.y), 0.0)
        }
        Body::Cylinder {
            half_height,
            radius,
        } => {
            let level = DVec3::new(direction.x, 0.0, direction.z);
            let is_side = level.length_squared() > FACES * FACES;
            let side = if is_side {
                rim(level, *radius, direction)
            } else {
                DVec3::ZERO
            };
            side + DVec3::new(0.0, half_height * sign(direction.y), 0.0)
        }
        Body::Hull(hull) => hull.facing(direction),
    }
}

/// Returns the point of the body that moves with the obstacle below, relative to the body's centre. For a body with
/// corners it is the middle of a side, edge or corner. For a round body it is the centre of the round end, which stays
/// a radius away from an obstacle that tilts below it. The rest of the body stays upright.
pub(super) fn held(body: &Body, normal: DVec3) -> DVec3 {
    let touching = facing(body, -normal);
    touching + normal * body.core_radius()
}

/// Returns the point of a triangle nearest to `point`. The triangle has a vertex at zero and the sides b and c (C.
/// Ericson, *Real-Time Collision Detection*, 2005, chapter 5.1.5).
fn nearest_of_triangle(point: DVec3, [b, c]: [DVec3; 2]) -> DVec3 {
    let normal = b.cross(c);
    let square = normal.length_squared();
    let across = point.cross(c).dot(normal) / square;
    let along = b.cross(point).dot(normal) / square;
    if square > 0.0 && across >= 0.0 && along >= 0.0 && across + along <= 1.0 {
        return b * across + c * along;
    }
    let edges = [(DVec3::ZERO, b), (DVec3::ZERO, c), (b, c - b)];
    let ends = edges.map(|(from, way)| {
        let length = way.length_squared();
        let place = if length > 0.0 {
            larger(smaller((point - from).dot(way) / length, 1.0), 0.0)
        } else {
            0.0
        };
        from + way * place
    });
    let mut nearest = ends[0];
    for end in &ends[1..] {
        if end.distance_squared(point) < nearest.distance_squared(point) {
            nearest = *end;
        }
    }
    nearest
}

/// Returns the point of a volume's disc nearest to `point`, both relative to the disc's centre; zero if the volume has
/// no disc.
fn on_disc(volume: &RoundZonotope, point: DVec3) -> DVec3 {
    if volume.disc <= 0.0 {
        return DVec3::ZERO;
    }
    let across = volume.across(point);
    if across.length_squared() > volume.disc * volume.disc {
        rim(across, volume.disc, across)
    } else {
        across
    }
}

fn nearest_of_volume(point: DVec3, volume: &RoundZonotope) -> DVec3 {
    let from = point - volume.centre;
    let core = volume.generators.iter().fold(DVec3::ZERO, |core, half| {
        let length = half.length_squared();
        if length > 0.0 {
            core + *half * larger(smaller(from.dot(*half) / length, 1.0), -1.0)
        } else {
            core
        }
    });
    let core = core + on_disc(volume, from - core);
    let apart = from - core;
    let distance = apart.length_squared().sqrt();
    if distance > volume.radius {
        volume.centre + core + apart * (volume.radius / distance)
    } else {
        point
    }
}
