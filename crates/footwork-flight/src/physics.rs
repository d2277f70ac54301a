//! Our own step of a ball: flight, bounces and rolls at 240 steps a second.
//!
//! A step is done in pieces. In the air a piece is one step of Runge and Kutta's method of fourth order,
//! whose chord is swept through the world; where it touches, the step is done again up to that moment,
//! so that nothing is lost: without air and friction the energy stays to rounding. On the ground a
//! piece follows the surface.

mod air;
mod impact;
mod roll;

use crate::ball::{BallState, Ground};
use crate::field::Field;
use crate::params::{BallParams, ParamsError};
use crate::step::{BallStep, Motion, STEP_SECS, StepEvents, Touch};
use crate::vector::{DVec3, is_within, vector};
use crate::world::{Contact, StaticWorld, Surface};
use air::{Air, Coefficients};

/// A touched ball gets no farther than this in one step.
const MOST_PIECES: usize = 8;
/// A ball that is deeper in something than this is put out of it, in metres.
const SLOP: f64 = 1e-4;

/// A force beyond this in newtons counts as none.
const MOST_FORCE: f64 = 1e9;

/// Moves a ball through a world of statics, by the air and an optional [`Field`].
///
/// ```
/// use footwork_flight::{BallParams, BallPhysics, BallState, BallStep, Pitch, StepEvents};
///
/// let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics()).unwrap();
/// let mut ball = BallState::new([0.0, 2.11, 0.0], [0.0; 3], [0.0; 3]).unwrap();
/// let mut events = StepEvents::default();
/// while events.touches.is_empty() {
///     physics.step(&mut ball, &mut events);
/// }
/// // A fall of 2 m takes 0.64 s; turf gives back 62 % of the speed.
/// assert!((ball.secs() - 0.64).abs() < 0.01);
/// assert!((ball.velocity[1] - 0.62 * 6.2).abs() < 0.05);
/// ```
#[derive(Clone, Debug)]
pub struct BallPhysics<W, F = ()> {
    params: BallParams,
    air: Air,
    world: W,
    field: F,
}

/// A state in vectors, while it is being stepped.
#[derive(Clone, Copy, Debug)]
struct Body {
    position: DVec3,
    velocity: DVec3,
    spin: DVec3,
    ground: Option<Support>,
    /// When, in seconds.
    secs: f64,
}

#[derive(Clone, Copy, Debug)]
struct Support {
    normal: DVec3,
    surface: Surface,
}

impl<W: StaticWorld> BallPhysics<W> {
    /// A ball in a world.
    ///
    /// # Errors
    /// [`ParamsError`] for a parameter out of its range.
    pub fn new(params: BallParams, world: W) -> Result<Self, ParamsError> {
        Self::with_field(params, world, ())
    }
}

impl<W: StaticWorld, F: Field> BallPhysics<W, F> {
    /// A ball in a world where a force works.
    ///
    /// # Errors
    /// [`ParamsError`] for a parameter out of its range.
    pub fn with_field(params: BallParams, world: W, field: F) -> Result<Self, ParamsError> {
        params.check()?;
        Ok(Self {
            params,
            air: Air::new(&params),
            world,
            field,
        })
    }

    /// The ball.
    pub fn params(&self) -> &BallParams {
        &self.params
    }

    /// The world.
    pub fn world(&self) -> &W {
        &self.world
    }

    /// The force.
    pub fn field(&self) -> &F {
        &self.field
    }

    /// The acceleration of a body where it is.
    fn acceleration(&self, body: &Body, events: &mut StepEvents) -> DVec3 {
        let air = self.air.coefficients(body.velocity, body.spin);
        self.acceleration_at(&air, body.position, body.velocity, body.secs, events)
    }

    #[inline]
    fn acceleration_at(
        &self,
        air: &Coefficients,
        position: DVec3,
        velocity: DVec3,
        secs: f64,
        events: &mut StepEvents,
    ) -> DVec3 {
        let force = self
            .field
            .force(position.to_array(), velocity.to_array(), secs);
        let of_air = self.air.acceleration(air, velocity);
        if force == [0.0; 3] {
            return of_air;
        }
        if !is_within(force, MOST_FORCE) {
            events.bad_force = true;
            return of_air;
        }
        of_air + vector(force) / self.params.mass_kg
    }

    /// The body after a time in the air, with nothing in the way.
    fn flown(&self, body: &Body, secs: f64, events: &mut StepEvents) -> Body {
        let (half, at) = (0.5 * secs, body.secs);
        let spin = self.air.spin_after(body.spin, body.velocity, half);
        let air = self.air.coefficients(body.velocity, spin);
        let mut acceleration = |p, v, after| self.acceleration_at(&air, p, v, at + after, events);
        let (p, v1) = (body.position, body.velocity);
        let a1 = acceleration(p, v1, 0.0);
        let v2 = v1 + a1 * half;
        let a2 = acceleration(p + v1 * half, v2, half);
        let v3 = v1 + a2 * half;
        let a3 = acceleration(p + v2 * half, v3, half);
        let v4 = v1 + a3 * secs;
        let a4 = acceleration(p + v3 * secs, v4, secs);
        let velocity = v1 + (a1 + (a2 + a3) * 2.0 + a4) * (secs / 6.0);
        Body {
            position: p + (v1 + (v2 + v3) * 2.0 + v4) * (secs / 6.0),
            velocity,
            spin: self.air.spin_after(spin, velocity, half),
            secs: at + secs,
            ..*body
        }
    }

    /// Flies for the rest of a step, or to the first touch; gives how long.
    fn fly(&self, body: &mut Body, left: f64, events: &mut StepEvents) -> f64 {
        let end = self.flown(body, left, events);
        let motion = end.position - body.position;
        let Some(contact) = self.sweep(body.position, motion) else {
            *body = end;
            return left;
        };
        let touching = body.position + motion * contact.fraction;
        let mut after = contact.fraction * left;
        let normal = vector(contact.normal);
        let mut hit = self.reach(body, after, events);
        let pressing = -self.acceleration(&hit, events).dot(normal);
        let leaving = hit.velocity.dot(normal);
        if leaving >= 0.0 && pressing <= 0.0 {
            *body = end;
            return left;
        }
        if leaving > 0.0 {
            // The chord comes down where the ball still goes up: it is back after this long.
            after += 2.0 * leaving / pressing;
            if after >= left {
                *body = end;
                return left;
            }
            hit = self.reach(body, after, events);
        }
        *body = hit;
        if contact.depth > SLOP {
            body.position += normal * contact.depth;
        }
        self.touch(body, &contact, pressing, left - after, events);
        if body.ground.is_some() {
            // The chord touches a little earlier than the ball: put it down.
            let above = hit.position - touching;
            body.position -= normal * above.dot(normal);
        }
        after
    }

    fn reach(&self, body: &Body, after: f64, events: &mut StepEvents) -> Body {
        if after > 0.0 {
            self.flown(body, after, events)
        } else {
            *body
        }
    }

    fn sweep(&self, from: DVec3, motion: DVec3) -> Option<Contact> {
        let radius = self.params.radius_m;
        self.world.sweep(from.to_array(), motion.to_array(), radius)
    }

    /// The impact at a contact, and the event of it. `left` is what is left of the step.
    fn touch(
        &self,
        body: &mut Body,
        contact: &Contact,
        pressing: f64,
        left: f64,
        events: &mut StepEvents,
    ) {
        let before = body.velocity;
        let kind = self.impact(body, contact, pressing);
        events.touches.push(Touch {
            fraction: 1.0 - left / STEP_SECS,
            kind,
            hit: contact.hit,
            position: body.position.to_array(),
            normal: contact.normal,
            velocity_before: before.to_array(),
            velocity: body.velocity.to_array(),
        });
    }
}

impl<W: StaticWorld, F: Field> BallStep for BallPhysics<W, F> {
    type State = BallState;

    fn step(&self, state: &mut BallState, events: &mut StepEvents) {
        events.clear();
        let mut body = Body::new(state);
        let mut left = STEP_SECS;
        for _ in 0..MOST_PIECES {
            left -= match body.ground {
                None => self.fly(&mut body, left, events),
                Some(support) => self.roll(&mut body, support, left, events),
            };
            if left <= 0.0 {
                break;
            }
        }
        state.position = body.position.to_array();
        state.velocity = body.velocity.to_array();
        state.spin = body.spin.to_array();
        state.ground = body.ground.map(|support| Ground {
            normal: support.normal.to_array(),
            surface: support.surface,
        });
        state.steps = state.steps.wrapping_add(1);
        events.may_wake = events.at_rest && !self.field.is_steady();
    }

    fn motion(&self, state: &BallState) -> Motion {
        Motion {
            secs: state.secs(),
            position: state.position,
            velocity: state.velocity,
        }
    }

    fn radius(&self) -> f64 {
        self.params.radius_m
    }
}

impl Body {
    fn new(state: &BallState) -> Self {
        Self {
            position: vector(state.position),
            velocity: vector(state.velocity),
            spin: vector(state.spin),
            ground: state.ground.map(|ground| Support {
                normal: vector(ground.normal),
                surface: ground.surface,
            }),
            secs: state.secs(),
        }
    }
}
