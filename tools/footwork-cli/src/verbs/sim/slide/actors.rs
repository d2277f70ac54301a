//! Obstacles that move by themselves, or because the body pushes them.

use std::error::Error;

use footwork::base::to_f32;
use footwork::slide::{Contact, ObstacleId, Pose};

use super::scene::{Motion, Role, Turn};
use super::trace::Hit;
use super::vector::dot;

/// An obstacle that moves.
pub(crate) struct Actor {
    pub(crate) hit: Hit,
    pub(crate) id: ObstacleId,
    pub(crate) is_sensor: bool,
    /// The pose at the start of the scene.
    start: Pose,
    /// The current pose.
    pub(crate) pose: Pose,
    part: Acts,
}

/// How an obstacle moves.
#[derive(Clone, Copy)]
enum Acts {
    ByItself(Motion),
    Pushed {
        mass: f64,
        friction: f64,
        /// The current velocity, in m/s.
        velocity: [f64; 3],
        /// The velocity at the start of the step, in m/s.
        before: [f64; 3],
    },
}

impl Actor {
    /// Returns a moving obstacle; `None` if the role says that the obstacle does not move.
    pub(crate) fn new(hit: Hit, id: ObstacleId, pose: Pose, role: &Role<'_>) -> Option<Self> {
        let part = match (role.motion, role.pushed) {
            (Some(motion), _) => Acts::ByItself(*motion),
            (None, Some(pushed)) => Acts::Pushed {
                mass: pushed.mass,
                friction: pushed.friction,
                velocity: [0.0; 3],
                before: [0.0; 3],
            },
            (None, None) => return None,
        };
        Some(Self {
            hit,
            id,
            is_sensor: role.sensor,
            start: pose,
            pose,
            part,
        })
    }

    pub(crate) fn is_pushed(&self) -> bool {
        matches!(self.part, Acts::Pushed { .. })
    }

    /// Gives a pushed obstacle its share of the momentum of the body that ran into it. The push has no vertical
    /// component.
    pub(crate) fn push(&mut self, contact: &Contact, body_mass: f64, up: [f64; 3]) {
        let Acts::Pushed {
            mass,
            before,
            velocity,
            ..
        } = &mut self.part
        else {
            return;
        };
        let normal = contact.normal.map(f64::from);
        // If an earlier contact of this step has accelerated the obstacle, the closing speed is lower.
        let gained = [0, 1, 2].map(|axis| velocity[axis] - before[axis]);
        let closing = f64::from(contact.closing_mps) + dot(gained, normal);
        if closing > 0.0 {
            let speed = closing * body_mass / (body_mass + *mass);
            let rise = dot(normal, up);
            let push = [0, 1, 2].map(|axis| (up[axis] * rise - normal[axis]) * speed);
            *velocity = [0, 1, 2].map(|axis| velocity[axis] + push[axis]);
        }
    }

    /// Moves the obstacle to its pose `secs` after the start of the scene, at the end of a step.
    pub(crate) fn step(&mut self, secs: f64, rate: f64) -> Result<(), Box<dyn Error>> {
        match &mut self.part {
            Acts::ByItself(motion) => self.pose = motion.at(&self.start, secs)?,
            Acts::Pushed {
                velocity,
                friction,
                before,
                ..
            } => {
                let [x, y, z] = self.pose.position();
                let [u, v, w] = velocity.map(|speed| speed / rate);
                self.pose = Pose::new([x + u, y + v, z + w], self.pose.rotation())?;
                let speed = dot(*velocity, *velocity).sqrt();
                let left = (speed - *friction / rate).max(0.0);
                if speed > 0.0 {
                    *velocity = velocity.map(|part| part * left / speed);
                }
                *before = *velocity;
            }
        }
        Ok(())
    }
}

impl Motion {
    /// Returns the pose `secs` seconds after the start of the scene.
    fn at(&self, start: &Pose, secs: f64) -> Result<Pose, Box<dyn Error>> {
        let secs = match self.reverses {
            None => secs,
            Some(period) => period - (secs % (2.0 * period) - period).abs(),
        };
        let from = start.position();
        let at = [0, 1, 2].map(|axis| from[axis] + self.velocity[axis] * secs);
        let deg = dot(self.spin, self.spin).sqrt() * secs;
        let turn = Turn {
            axis: self.spin,
            deg,
        };
        let before = start.rotation().map(f64::from);
        Ok(if deg > 0.0 {
            Pose::new(at, product(turn.quaternion(), before).map(to_f32))?
        } else {
            Pose::new(at, start.rotation())?
        })
    }
}

/// Returns the quaternion that turns by `b` and then by `a`.
fn product([ax, ay, az, aw]: [f64; 4], [bx, by, bz, bw]: [f64; 4]) -> [f64; 4] {
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}
