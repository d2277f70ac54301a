//! The built-in step of a ball: flight, bounces and rolls at 240 Hz.
//!
//! A step is made of pieces. Each piece is swept through the world from the end of the last one, so the ball cannot
//! tunnel. In the air a piece is one step of the classical fourth-order Runge-Kutta method. If its chord touches a
//! surface, the piece is integrated again up to the time of impact, so without air and friction energy is conserved up
//! to rounding. On the ground a piece follows the surface and enters no other surface that the ball touches.
//!
//! A step always covers its full duration. It resolves at most 8 impacts; a ball in a slot hardly wider than itself may
//! have more. After these, the ball slides along the touched surfaces for the rest of the step, or stops if they leave
//! it no way out ([`slide`]). At the end of a step, the ball is at most [`SLOP_M`] deeper in a shape than at the start.

mod air;
mod body;
mod impact;
mod roll;
mod sides;
mod slide;
mod sweep;

use crate::ball::field::Field;
use crate::ball::params::BallParams;
use crate::ball::state::{BallError, BallState, Ground, NOTHING, STEP_SECS};
use crate::ball::step::{BallMotion, BallStep, Rest, StepEvents, Touch, TouchKind};
use crate::ball::world::{Contact, SLOP_M, StaticWorld};
use crate::out_of_range::OutOfRangeError;
use crate::vector::{DVec3, is_within, least, most, vector};
use air::{Air, Coefficients};
use body::{Body, Flight, HOP_SECS, SHORT_SECS};
use sides::Sides;

/// The maximum number of impacts in one step, and of flights and rolls between them.
const MAX_IMPACTS: usize = 8;
/// The maximum number of pieces of a flight between two touches. The fastest and lightest ball needs about 50.
const MAX_PIECES: usize = 64;
/// The maximum number of times that a step is halved because it would lead into a shape.
const MAX_HALVINGS: usize = 32;
/// The maximum number of pushes that free a ball from the shapes in which it starts.
const MAX_PUSHES: usize = 16;
/// The speed, in metres per second, below which a ball leaves the ground only by rounding.
const MIN_LIFT_MPS: f64 = 1e-6;
/// A force above this, in newtons, is ignored.
const MAX_FORCE_N: f64 = 1e9;

/// Moves a ball through a static world, with air and an optional [`Field`].
///
/// A step always covers its full duration. At its end, the ball is at most [`SLOP_M`] deeper in a shape than at the
/// start. A step resolves at most 8 impacts. After these, the ball slides without friction for the rest of the step. It
/// keeps the part of its velocity that leads into no touched surface, and stops at the next obstacle.
///
/// Rolling resistance holds a ball on flat ground. A ball on a bulging surface, such as a crossbar, rolls off unless it lies
/// in a hollow or exactly on the top.
///
/// ```
/// use footwork_flight::{BallParams, BallPhysics, BallState, BallStep, Pitch, StepEvents};
///
/// let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
/// let mut ball = BallState::new(0.0, [0.0, 2.11, 0.0], [0.0; 3]).unwrap();
/// let mut events = StepEvents::default();
/// while events.touches.is_empty() {
///     physics.step(&mut ball, &mut events);
/// }
/// // A fall of 2 m takes 0.64 s; turf returns 70 % of the speed.
/// assert!((ball.secs() - 0.64).abs() < 0.01);
/// assert!((ball.velocity[1] - 0.7 * 6.2).abs() < 0.05);
/// ```
#[derive(Clone, Debug)]
pub struct BallPhysics<W, F = ()> {
    params: BallParams,
    air: Air,
    world: W,
    field: F,
}

/// The way in which the chord of a flight meets a surface.
enum ChordContact {
    /// The ball touches the surface after this many seconds.
    Touch(f64),
    /// The ball still moves away after `secs`, and is farthest from the surface `farthest` seconds later.
    Leaving { secs: f64, farthest: f64 },
}

impl<W: StaticWorld> BallPhysics<W> {
    /// Returns the physics of a ball in a world.
    ///
    /// # Errors
    /// Returns [`OutOfRangeError`] if a parameter is out of range.
    pub fn new(params: BallParams, world: W) -> Result<Self, OutOfRangeError> {
        Self::with_field(params, world, ())
    }
}

impl<W: StaticWorld, F: Field> BallPhysics<W, F> {
    /// Returns the physics of a ball in a world with a force field.
    ///
    /// # Errors
    /// Returns [`OutOfRangeError`] if a parameter is out of range.
    pub fn with_field(params: BallParams, world: W, field: F) -> Result<Self, OutOfRangeError> {
        params.check()?;
        Ok(Self {
            params,
            air: Air::new(&params),
            world,
            field,
        })
    }

    /// Returns the parameters of the ball.
    pub fn params(&self) -> &BallParams {
        &self.params
    }

    /// Returns the world.
    pub fn world(&self) -> &W {
        &self.world
    }

    /// Returns the force field.
    pub fn field(&self) -> &F {
        &self.field
    }

    /// Returns the acceleration of a body in its present state.
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
        let by_air = self.air.acceleration(air, velocity);
        if force == [0.0; 3] {
            return by_air;
        }
        if !is_within(force, MAX_FORCE_N) {
            events.bad_force = true;
            return by_air;
        }
        by_air + vector(force) / self.params.mass_kg
    }

    /// Integrates a free flight of `secs` seconds. The flight is shorter if the air slows the ball too fast for one
    /// Runge-Kutta step.
    #[inline]
    fn flown(&self, body: &Body, secs: f64, events: &mut StepEvents) -> Flight {
        let spin = self.air.spin_after(body.spin, body.velocity, 0.5 * secs);
        let air = self.air.coefficients(body.velocity, spin);
        let secs = least(secs, air.max_secs());
        let (half, at) = (0.5 * secs, body.secs);
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
        Flight {
            position: p + (v1 + (v2 + v3) * 2.0 + v4) * (secs / 6.0),
            velocity,
            spin: self.air.spin_after(spin, velocity, half),
            secs,
        }
    }

    /// Flies for the rest of a step or up to the first touch. Returns the duration of the flight in seconds.
    ///
    /// The chord of a piece may hit a surface that the ball is still leaving, since the true path bulges away from the
    /// chord. Then the next piece ends where the ball is farthest from that surface. Up to that point, both the ball
    /// and every chord lead away from the surface. After it, both lead towards the surface.
    fn fly(&self, body: &mut Body, left: f64, events: &mut StepEvents) -> f64 {
        let (mut done, mut until_farthest) = (0.0, left);
        for _ in 0..MAX_PIECES {
            let rest = left - done;
            let end = self.flown(body, least(rest, until_farthest), events);
            let motion = end.position - body.position;
            match self.sweep(body.position, motion) {
                None => {
                    body.fly(&end);
                    if end.secs >= rest {
                        return left;
                    }
                    done += end.secs;
                    until_farthest = left;
                }
                Some(contact) => match self.meet(body, &end, &contact, rest, events) {
                    ChordContact::Touch(secs) => return done + secs,
                    ChordContact::Leaving { secs, farthest } => {
                        done += secs;
                        until_farthest = farthest;
                    }
                },
            }
        }
        done
    }

    /// Flies to the point at which the chord to `end` touches a surface. Applies the touch, unless the ball is leaving
    /// the surface. `rest` is the time left in the step before the flight.
    #[inline(never)]
    fn meet(
        &self,
        body: &mut Body,
        end: &Flight,
        contact: &Contact,
        rest: f64,
        events: &mut StepEvents,
    ) -> ChordContact {
        let start = *body;
        let touching = start.position + (end.position - start.position) * contact.fraction;
        let normal = vector(contact.normal);
        let mut secs = contact.fraction * end.secs;
        if secs > 0.0 {
            body.fly(&self.flown(&start, secs, events));
        }
        let pressing = self.pressing(body, end, normal, end.secs - secs, events);
        let leaving = body.velocity.dot(normal);
        let above = (body.position - touching).dot(normal);
        let square = leaving * leaving + 2.0 * pressing * above;
        if leaving < 0.0 && contact.depth <= SLOP_M && square > 0.0 {
            // The ball is not on the chord. It comes as near to the surface as the chord by this much later, unless it
            // meets another surface first.
            let later = secs + 2.0 * above / (square.sqrt() - leaving);
            let later = most(least(later, end.secs), 0.0);
            let there = self.flown(&start, later, events);
            let next = self.sweep(body.position, there.position - body.position);
            if next.is_none_or(|next| next.hit == contact.hit) {
                secs = later;
                *body = start;
                body.fly(&there);
            }
        }
        let leaving = body.velocity.dot(normal);
        // A ball that is already above the surface left it at a higher speed than its present speed.
        let is_hop = square > pressing * HOP_SECS * (pressing * HOP_SECS);
        if leaving < 0.0 || !is_hop || contact.depth > SLOP_M {
            self.land(body, contact, touching, pressing, rest - secs, events);
            return ChordContact::Touch(secs);
        }
        let farthest = if pressing > 0.0 {
            leaving / pressing
        } else {
            f64::INFINITY
        };
        ChordContact::Leaving { secs, farthest }
    }

    /// Returns a ball's acceleration against a normal: the larger of the present acceleration and the mean acceleration
    /// until `end`, which is `secs` later.
    fn pressing(
        &self,
        body: &Body,
        end: &Flight,
        normal: DVec3,
        secs: f64,
        events: &mut StepEvents,
    ) -> f64 {
        let now = -self.acceleration(body, events).dot(normal);
        if secs < SHORT_SECS {
            return now;
        }
        most(now, (body.velocity - end.velocity).dot(normal) / secs)
    }

    /// Applies the touch of a ball in the air, at `touching` on the chord.
    fn land(
        &self,
        body: &mut Body,
        contact: &Contact,
        touching: DVec3,
        pressing: f64,
        left: f64,
        events: &mut StepEvents,
    ) {
        let normal = vector(contact.normal);
        let above = (body.position - touching).dot(normal);
        if contact.depth > SLOP_M {
            body.position += normal * contact.depth;
        }
        self.touch(body, contact, pressing, left, events);
        if body.ground.is_some() {
            // The chord touches slightly before the ball does, so this puts the ball down.
            body.position -= normal * above;
        }
    }

    /// Applies the impact at a contact and records it. `left` is the time left in the step.
    fn touch(
        &self,
        body: &mut Body,
        contact: &Contact,
        pressing: f64,
        left: f64,
        events: &mut StepEvents,
    ) {
        let before = body.velocity;
        let on_ground = match body.ground {
            Some(ground) => -self.acceleration(body, events).dot(ground.normal),
            None => 0.0,
        };
        let kind = self.impact(body, contact, pressing, on_ground);
        events
            .touches
            .push(Self::touched(body, contact, before, kind, left));
    }

    fn touched(body: &Body, contact: &Contact, before: DVec3, kind: TouchKind, left: f64) -> Touch {
        Touch {
            fraction: 1.0 - left / STEP_SECS,
            kind,
            hit: contact.hit,
            position: body.position.to_array(),
            normal: contact.normal,
            velocity_before: before.to_array(),
            velocity: body.velocity.to_array(),
        }
    }
}

impl<W: StaticWorld, F: Field> BallPhysics<W, F> {
    /// Finishes a step after its first flight. Returns the ground that the ball rolls on; `None` in the air.
    fn continue_step(
        &self,
        body: &mut Body,
        mut sides: Sides,
        mut left: f64,
        events: &mut StepEvents,
    ) -> Option<Ground> {
        // The loop starts at 1 because the first flight may have ended with an impact.
        for _ in 1..MAX_IMPACTS {
            left -= match body.ground {
                None => self.fly(body, left, events),
                Some(support) => self.roll(body, support, &mut sides, left, events),
            };
            if left <= 0.0 {
                break;
            }
        }
        if left > 0.0 {
            self.slide(body, &mut sides, left, events);
        }
        body.ground.map(|support| support.ground(sides.touched()))
    }

    /// Enforces the rule of every step: at the end, the ball is at most [`SLOP_M`] deeper in any shape than at the
    /// start. A ball that would be deeper stops short, on the straight line to its end. A flight without a contact
    /// needs no check, because it was swept as a whole.
    #[inline(never)]
    fn stop_short(&self, state: &BallState, body: &mut Body, events: &mut StepEvents) {
        let (from, radius) = (state.position, self.params.radius_m);
        let enters = |to: DVec3| self.world.enters(from, to.to_array(), radius);
        if !enters(body.position) {
            return;
        }
        let way = body.position - vector(from);
        let (mut free, mut barred) = (0.0, 1.0);
        for _ in 0..MAX_HALVINGS {
            let middle = 0.5 * (free + barred);
            if enters(vector(from) + way * middle) {
                barred = middle
            } else {
                free = middle
            }
        }
        body.position = vector(from) + way * free;
        body.velocity = DVec3::ZERO;
        events.rest = Rest::Moving;
    }

    /// Pushes a ball out of the shapes that it overlaps, along the shortest free way. Returns whether the ball moved.
    ///
    /// The first step of a ball placed by [`BallState::new`] starts with this call, and so does a
    /// [`Prediction`](crate::Prediction) of such a ball. Moving balls never enter a shape, so call it only after the
    /// game has set the fields of a ball. A ball enclosed on all sides keeps an overlap.
    pub fn push_out(&self, state: &mut BallState) -> bool {
        let mut at = vector(state.position);
        for _ in 0..MAX_PUSHES {
            let Some(way) = self.world.push_out(at.to_array(), self.params.radius_m) else {
                break;
            };
            at += vector(way);
        }
        let moves = at.to_array() != state.position;
        state.position = at.to_array();
        moves
    }
}

impl<W: StaticWorld, F: Field> BallStep for BallPhysics<W, F> {
    type State = BallState;

    fn check(&self, state: &BallState) -> Result<(), BallError> {
        state.check()
    }

    fn begin(&self, state: &mut BallState) {
        if state.is_placed {
            self.push_out(state);
            state.is_placed = false;
        }
        // A game may kick a rolling ball by setting its velocity. Such a ball no longer rolls.
        if let Some(ground) = &state.ground {
            let lift = vector(state.velocity).dot(vector(ground.normal)).abs();
            if lift > self.params.gravity_mps2 * HOP_SECS + MIN_LIFT_MPS {
                state.ground = None;
            }
        }
    }

    fn step(&self, state: &mut BallState, events: &mut StepEvents) {
        events.clear();
        self.begin(state);
        let mut body = Body::new(state);
        let mut left = STEP_SECS;
        if body.ground.is_none() {
            left -= self.fly(&mut body, left, events);
        }
        let ground = if left > 0.0 {
            self.continue_step(&mut body, Sides::from_state(state), left, events)
        } else {
            body.ground.map(|support| support.ground(NOTHING))
        };
        debug_assert!(
            (body.secs - state.secs() - STEP_SECS).abs() <= 1e-9 * (1.0 + state.secs()),
            "a step left some of its time: {state:?}"
        );
        let is_flight = state.ground.is_none() && body.ground.is_none();
        if !is_flight || !events.touches.is_empty() {
            self.stop_short(state, &mut body, events);
        }
        // If this step does not move the ball, the next step would not move it either. So the ball stays unchanged, bit
        // for bit.
        let is_at_rest =
            events.rest != Rest::Moving && state.velocity == [0.0; 3] && state.ground == ground;
        if !is_at_rest {
            state.position = body.position.to_array();
            state.velocity = body.velocity.to_array();
            state.ground = ground;
        }
        state.spin = body.spin.to_array();
        state.steps = state.steps.wrapping_add(1);
        events.rest = match is_at_rest {
            false => Rest::Moving,
            true if self.field.is_steady() => Rest::Settled,
            true => Rest::MayWake,
        };
    }

    fn motion(&self, state: &BallState) -> BallMotion {
        BallMotion {
            secs: state.secs(),
            position: state.position,
            velocity: state.velocity,
        }
    }

    fn ground_m(&self, at: [f64; 3]) -> Option<f64> {
        self.world.ground_m(at)
    }

    fn radius_m(&self) -> f64 {
        self.params.radius_m
    }
}
