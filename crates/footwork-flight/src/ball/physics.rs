//! Our own step of a ball: flight, bounces and rolls at 240 steps a second.
//!
//! A step is done in pieces, each of which is swept through the world from where the one before ended, so that
//! nothing is passed unseen. In the air a piece is one step of Runge and Kutta's method of fourth order; where
//! its chord touches, it is done again up to that moment, so that nothing is lost: without air and friction the
//! energy stays to rounding. On the ground a piece follows the surface, beside what holds the ball there.

mod air;
mod body;
mod impact;
mod roll;
mod sides;

use crate::ball::field::Field;
use crate::ball::params::{BallParams, ParamsError};
use crate::ball::state::{BallError, BallState, Ground, NOTHING, STEP_SECS};
use crate::ball::step::{BallMotion, BallStep, StepEvents, Touch, TouchKind};
use crate::ball::world::{Contact, SLOP_M, StaticWorld};
use crate::vector::{DVec3, is_within, least, most, vector};
use air::{Air, Coefficients};
use body::{Body, Flight, HOP_SECS, SHORT_SECS};
use sides::Sides;

/// A ball touches things so often in one step. One that would more often, in a slot hardly wider than itself,
/// loses the rest of the step.
const MAX_TOUCHES: usize = 16;
/// The most pieces of a flight between two touches: the fastest and lightest ball takes some 50.
const MAX_PIECES: usize = 256;
/// A ball is put out of what it begins in, of one thing after the other.
const MAX_PUSHES: usize = 16;
/// A force beyond this in newtons counts as none.
const MAX_FORCE_N: f64 = 1e9;

/// Moves a ball through a world of statics, by the air and an optional [`Field`].
///
/// ```
/// use footwork_flight::{BallParams, BallPhysics, BallState, BallStep, Pitch, StepEvents};
///
/// let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
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

/// What becomes of a contact of a chord after some seconds.
enum Met {
    /// The ball touches.
    Touch(f64),
    /// The ball still goes away from it, until some seconds later.
    Leaving { secs: f64, farthest: f64 },
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
        if !is_within(force, MAX_FORCE_N) {
            events.bad_force = true;
            return of_air;
        }
        of_air + vector(force) / self.params.mass_kg
    }

    /// A flight of some seconds with nothing in the way; a shorter one where the air slows the ball down too
    /// fast for one step of the method.
    #[inline]
    fn flown(&self, body: &Body, secs: f64, events: &mut StepEvents) -> Flight {
        let spin = self.air.spin_after(body.spin, body.velocity, 0.5 * secs);
        let air = self.air.coefficients(body.velocity, spin);
        let secs = least(secs, air.longest_secs());
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

    /// Flies for the rest of a step, or to the first touch that counts; gives how long.
    ///
    /// The chord of a piece may come down where the ball still goes up. Then the next piece ends where the ball
    /// is farthest from that: until there chords lead away from it as the ball does, and from there down to it.
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
                    Met::Touch(secs) => return done + secs,
                    Met::Leaving { secs, farthest } => {
                        done += secs;
                        until_farthest = farthest;
                    }
                },
            }
        }
        done
    }

    /// Flies to where the chord to an `end` touches, with a touch if that counts. `rest` is what is left of the
    /// step before.
    #[inline(never)]
    fn meet(
        &self,
        body: &mut Body,
        end: &Flight,
        contact: &Contact,
        rest: f64,
        events: &mut StepEvents,
    ) -> Met {
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
            // The ball is not on the chord: this much later it is as near as the chord.
            let later = secs + 2.0 * above / (square.sqrt() - leaving);
            secs = most(least(later, end.secs), 0.0);
            *body = start;
            body.fly(&self.flown(&start, secs, events));
        }
        let leaving = body.velocity.dot(normal);
        // Where it already is above what it leaves, it left that faster.
        let is_hop = square > pressing * HOP_SECS * (pressing * HOP_SECS);
        if leaving < 0.0 || !is_hop || contact.depth > SLOP_M {
            self.land(body, contact, touching, pressing, rest - secs, events);
            return Met::Touch(secs);
        }
        let farthest = match pressing > 0.0 {
            true => leaving / pressing,
            false => f64::INFINITY,
        };
        Met::Leaving { secs, farthest }
    }

    /// How strongly a ball is accelerated against a normal, now or until it is at `end`, in so many seconds.
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

    /// A touch out of the air, at `touching` by the chord.
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
            // The chord touches a little earlier than the ball: put it down.
            body.position -= normal * above;
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
    /// The rest of a step that is not over with a flight; gives what the ball rolls on.
    fn go_on(
        &self,
        body: &mut Body,
        mut sides: Sides,
        mut left: f64,
        events: &mut StepEvents,
    ) -> Option<Ground> {
        for _ in 0..MAX_TOUCHES {
            left -= match body.ground {
                None => self.fly(body, left, events),
                Some(support) => self.roll(body, support, &mut sides, left, events),
            };
            if left <= 0.0 {
                break;
            }
        }
        body.ground.map(|support| support.ground(sides.met()))
    }

    /// Puts a ball out of what it overlaps, the shortest way that is free; says whether it moved.
    ///
    /// The first step of a ball and a [`Prediction`](crate::Prediction) of it begin with this. No ball gets into
    /// anything by itself: do it where a game puts one somewhere and counts its steps on. A ball that is shut in
    /// from all sides stays in something.
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
        if state.steps == 0 {
            self.push_out(state);
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
        let ground = match left > 0.0 {
            true => self.go_on(&mut body, Sides::from_state(state), left, events),
            false => body.ground.map(|support| support.ground(NOTHING)),
        };
        // A ball that a step does not move is not moved by the next one either: it is left as it is, to the bit.
        events.at_rest = events.at_rest && state.velocity == [0.0; 3] && state.ground == ground;
        if !events.at_rest {
            state.position = body.position.to_array();
            state.velocity = body.velocity.to_array();
            state.ground = ground;
        }
        state.spin = body.spin.to_array();
        state.steps = state.steps.wrapping_add(1);
        events.may_wake = events.at_rest && !self.field.is_steady();
    }

    fn motion(&self, state: &BallState) -> BallMotion {
        BallMotion {
            secs: state.secs(),
            position: state.position,
            velocity: state.velocity,
        }
    }

    fn radius(&self) -> f64 {
        self.params.radius_m
    }
}
