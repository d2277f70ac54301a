//! rapier3d as the physics of the ball: the state is the whole world of statics and ball, and predictions clone it.
//!
//! rapier3d keeps contacts, islands and data for warm starts from step to step, so a world rebuilt from position, velocity
//! and spin diverges. A game with more in its world than the statics and the ball keeps a shadow world with only these, and
//! steps it together with the game; a prediction begins with a clone of the shadow.

use std::cell::RefCell;

use footwork_base::Id;
use footwork_flight::{
    BallMotion, BallParams, BallState, BallStep, HitId, Rest, STEP_SECS, Shape, Statics,
    StepEvents, Touch, TouchKind,
};
use rapier3d::na::Unit;
use rapier3d::prelude::{
    BroadPhaseBvh, CCDSolver, ColliderBuilder, ColliderHandle, ColliderSet, ImpulseJointSet,
    IntegrationParameters, IslandManager, MultibodyJointSet, NarrowPhase, PhysicsPipeline,
    RigidBodyBuilder, RigidBodyHandle, RigidBodySet, SoftBodySet, Vector,
};

use crate::slide::vector::{narrow, single};

/// rapier3d as an implementation of the trait [`BallStep`].
pub(super) struct RapierBall {
    params: BallParams,
    integration: IntegrationParameters,
    gravity: Vector,
    /// The world with only the statics.
    empty: RapierState,
    /// Working memory of a step.
    pipeline: RefCell<PhysicsPipeline>,
}

/// A world of rapier3d.
#[derive(Clone)]
pub(super) struct RapierState {
    islands: IslandManager,
    broad_phase: BroadPhaseBvh,
    narrow_phase: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    impulse_joints: ImpulseJointSet,
    multibody_joints: MultibodyJointSet,
    soft_bodies: SoftBodySet,
    ccd_solver: CCDSolver,
    ball: RigidBodyHandle,
    ball_collider: ColliderHandle,
    /// The colliders that the ball touched at the end of the last step.
    touching: Vec<ColliderHandle>,
    steps: u32,
}

fn wide(vector: Vector) -> [f64; 3] {
    vector.to_array().map(f64::from)
}

fn collider(shape: &Shape) -> ColliderBuilder {
    match *shape {
        Shape::Plane {
            normal,
            offset_m: offset,
        } => {
            let length = narrow(normal).length();
            let normal = narrow(normal) / length;
            let plane = ColliderBuilder::halfspace(Unit::new_unchecked(normal));
            plane.translation(normal * (single(offset) / length))
        }
        Shape::Box { min, max } => {
            let half = [0, 1, 2].map(|axis| single(0.5 * (max[axis] - min[axis])));
            let middle = [0, 1, 2].map(|axis| 0.5 * (max[axis] + min[axis]));
            ColliderBuilder::cuboid(half[0], half[1], half[2]).translation(narrow(middle))
        }
        Shape::Capsule {
            a,
            b,
            radius_m: radius,
        } => ColliderBuilder::capsule_from_endpoints(narrow(a), narrow(b), single(radius)),
    }
}

impl RapierBall {
    /// Returns a ball among these statics. rapier3d has no air.
    pub(super) fn new(params: BallParams, statics: &Statics) -> Self {
        let mut colliders = ColliderSet::new();
        for (index, shape) in (0_u128..).zip(statics.shapes()) {
            let collider = collider(shape)
                .restitution(single(params.restitution))
                .friction(single(params.sliding_friction))
                .user_data(index);
            colliders.insert(collider);
        }
        Self {
            integration: IntegrationParameters {
                dt: single(STEP_SECS),
                ..IntegrationParameters::default()
            },
            gravity: narrow([0.0, -params.gravity_mps2, 0.0]),
            params,
            empty: RapierState {
                islands: IslandManager::new(),
                broad_phase: BroadPhaseBvh::new(),
                narrow_phase: NarrowPhase::new(),
                bodies: RigidBodySet::new(),
                colliders,
                impulse_joints: ImpulseJointSet::new(),
                multibody_joints: MultibodyJointSet::new(),
                soft_bodies: SoftBodySet::new(),
                ccd_solver: CCDSolver::new(),
                ball: RigidBodyHandle::invalid(),
                ball_collider: ColliderHandle::invalid(),
                touching: Vec::new(),
                steps: 0,
            },
            pipeline: RefCell::new(PhysicsPipeline::new()),
        }
    }

    /// Returns a world with the statics and a ball in the state `kick`.
    pub(super) fn kicked(&self, kick: &BallState) -> RapierState {
        let mut state = self.empty.clone();
        let body = RigidBodyBuilder::dynamic()
            .translation(narrow(kick.position))
            .linvel(narrow(kick.velocity))
            .angvel(narrow(kick.spin))
            .ccd_enabled(true);
        state.ball = state.bodies.insert(body);
        let ball = ColliderBuilder::ball(single(self.params.radius_m))
            .mass(single(self.params.mass_kg))
            .restitution(single(self.params.restitution))
            .friction(single(self.params.sliding_friction));
        state.ball_collider =
            state
                .colliders
                .insert_with_parent(ball, state.ball, &mut state.bodies);
        state
    }

    /// Returns the world of [`Self::kicked`] with a heap of boxes that fall and come to rest out of the ball's
    /// reach.
    pub(super) fn kicked_in_game(&self, kick: &BallState) -> RapierState {
        let mut state = self.kicked(kick);
        for number in 0..10_u8 {
            let place = [
                2000.0,
                0.6 + 1.1 * f64::from(number),
                0.1 * f64::from(number),
            ];
            let body = RigidBodyBuilder::dynamic().translation(narrow(place));
            let body = state.bodies.insert(body);
            let cube = ColliderBuilder::cuboid(0.5, 0.5, 0.5);
            state
                .colliders
                .insert_with_parent(cube, body, &mut state.bodies);
        }
        state
    }

    /// Returns a world rebuilt from the ball's position, velocity and spin.
    pub(super) fn rebuilt(&self, state: &RapierState) -> RapierState {
        let Some(ball) = state.bodies.get(state.ball) else {
            return state.clone();
        };
        let mut numbers = self.kicked(&BallState {
            position: wide(ball.translation()),
            velocity: wide(ball.linvel()),
            spin: wide(ball.angvel()),
            ground: None,
            steps: 0,
            is_placed: false,
        });
        numbers.steps = state.steps;
        numbers
    }
}

impl RapierState {
    /// Returns the bits of position, velocity and spin.
    pub(super) fn bits(&self) -> [[u32; 3]; 3] {
        match self.bodies.get(self.ball) {
            Some(ball) => [ball.translation(), ball.linvel(), ball.angvel()]
                .map(|vector| vector.to_array().map(f32::to_bits)),
            None => [[0; 3]; 3],
        }
    }

    fn touched(&self) -> impl Iterator<Item = ColliderHandle> + '_ {
        let pairs = self.narrow_phase.contact_pairs_with(self.ball_collider);
        let active = pairs.filter(|pair| pair.has_any_active_contact());
        active.map(|pair| {
            if pair.collider1 == self.ball_collider {
                pair.collider2
            } else {
                pair.collider1
            }
        })
    }
}

impl BallStep for RapierBall {
    type State = RapierState;

    fn step(&self, state: &mut RapierState, events: &mut StepEvents) {
        events.clear();
        let before = self.motion(state);
        self.pipeline.borrow_mut().step(
            self.gravity,
            &self.integration,
            &mut state.islands,
            &mut state.broad_phase,
            &mut state.narrow_phase,
            &mut state.bodies,
            &mut state.colliders,
            &mut state.impulse_joints,
            &mut state.multibody_joints,
            &mut state.soft_bodies,
            &mut state.ccd_solver,
            &(),
            &(),
        );
        state.steps += 1;
        let now = self.motion(state);
        let touching: Vec<ColliderHandle> = state.touched().collect();
        let new = touching
            .iter()
            .find(|handle| !state.touching.contains(handle));
        if let Some(&new) = new {
            events
                .touches
                .extend(touch(&before, &now, state.colliders.get(new)));
        }
        state.touching = touching;
        let sleeps = (state.bodies.get(state.ball)).is_some_and(|ball| ball.is_sleeping());
        events.rest = if sleeps { Rest::Settled } else { Rest::Moving };
    }

    fn motion(&self, state: &RapierState) -> BallMotion {
        let ball = state.bodies.get(state.ball);
        BallMotion {
            secs: f64::from(state.steps) * STEP_SECS,
            position: ball.map_or([0.0; 3], |ball| wide(ball.translation())),
            velocity: ball.map_or([0.0; 3], |ball| wide(ball.linvel())),
        }
    }

    fn radius_m(&self) -> f64 {
        self.params.radius_m
    }
}

/// Returns a touch at the end of a step, with the change in velocity as its normal. `None` if the velocity did not change.
fn touch(
    before: &BallMotion,
    now: &BallMotion,
    collider: Option<&rapier3d::prelude::Collider>,
) -> Option<Touch> {
    let index = usize::try_from(collider?.user_data).ok()?;
    let change = [0, 1, 2].map(|axis| now.velocity[axis] - before.velocity[axis]);
    let length = change.iter().map(|x| x * x).sum::<f64>().sqrt();
    let normal = change.map(|x| x / length);
    let leaving: f64 = (0..3).map(|axis| normal[axis] * now.velocity[axis]).sum();
    (length > 0.0).then_some(Touch {
        fraction: 1.0,
        kind: if leaving > 0.1 {
            TouchKind::Bounce
        } else {
            TouchKind::Roll
        },
        hit: HitId::from_index(index)?,
        position: now.position,
        normal,
        velocity_before: before.velocity,
        velocity: now.velocity,
    })
}
