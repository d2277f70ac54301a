//! The kinematic character controller of rapier3d, with its default settings except the offset.

use rapier3d::control::{CharacterAutostep, CharacterLength, KinematicCharacterController};
use rapier3d::prelude::{
    BroadPhaseBvh, ColliderBuilder, ColliderHandle, ColliderSet, IntegrationParameters,
    NarrowPhase, Pose, QueryFilter, RigidBodySet, SharedShape, Vector,
};

use super::{BOX_HALF, Bodies, Gait, Kind, MAX_SLOPE_RAD, SKIN, STEP_HEIGHT};
use crate::report::Outcome;
use crate::slide::scenes::{HALF, HEIGHT, RADIUS, Triangle};
use crate::slide::vector::narrow;

pub(super) struct Rapier {
    controller: KinematicCharacterController,
    parameters: IntegrationParameters,
    pub(super) bodies: RigidBodySet,
    pub(super) colliders: ColliderSet,
    pub(super) broad_phase: BroadPhaseBvh,
    pub(super) narrow_phase: NarrowPhase,
    shape: SharedShape,
    pub(super) places: Vec<Vector>,
    /// The bodies as obstacles to each other; empty for a single body.
    pub(super) handles: Vec<ColliderHandle>,
}

impl Rapier {
    pub(super) fn new(kind: Kind, triangles: &[Triangle], places: &[[f64; 3]]) -> Outcome<Self> {
        let shape = match kind {
            Kind::Box => SharedShape::cuboid(HALF[0], HALF[1], HALF[2]),
            Kind::Capsule => SharedShape::capsule_y(HEIGHT / 2.0 - RADIUS, RADIUS),
        };
        let mut colliders = ColliderSet::new();
        if !triangles.is_empty() {
            let vertices: Vec<Vector> = triangles.iter().flatten().map(|&at| narrow(at)).collect();
            let indices = (0_u32..).step_by(3).take(triangles.len());
            let indices = indices.map(|first| [first, first + 1, first + 2]).collect();
            let mesh = ColliderBuilder::trimesh(vertices, indices);
            colliders.insert(mesh?);
        }
        let mut handles = Vec::new();
        if places.len() > 1 {
            handles.extend(places.iter().map(|&place| {
                colliders.insert(ColliderBuilder::new(shape.clone()).translation(narrow(place)))
            }));
        }
        let (parameters, bodies) = (IntegrationParameters::default(), RigidBodySet::new());
        let mut broad_phase = BroadPhaseBvh::new();
        let all: Vec<ColliderHandle> = colliders.iter().map(|(handle, _)| handle).collect();
        broad_phase.update(&parameters, &colliders, &bodies, &all, &[], &mut Vec::new());
        Ok(Self {
            controller: KinematicCharacterController {
                offset: CharacterLength::Absolute(SKIN),
                ..KinematicCharacterController::default()
            },
            parameters,
            bodies,
            colliders,
            broad_phase,
            narrow_phase: NarrowPhase::new(),
            shape,
            places: places.iter().map(|&place| narrow(place)).collect(),
            handles,
        })
    }

    pub(super) fn set_gait(&mut self, gait: Gait) {
        if gait == Gait::Walks {
            let height = CharacterLength::Absolute(STEP_HEIGHT);
            self.controller = KinematicCharacterController {
                autostep: Some(CharacterAutostep {
                    max_height: height,
                    ..CharacterAutostep::default()
                }),
                snap_to_ground: Some(height),
                max_slope_climb_angle: MAX_SLOPE_RAD,
                min_slope_slide_angle: MAX_SLOPE_RAD,
                ..self.controller
            };
        }
    }

    /// Adds boxes at places.
    pub(super) fn add(&mut self, places: &[[f64; 3]]) {
        let boxes = places.iter().map(|&place| {
            let cube = ColliderBuilder::cuboid(BOX_HALF, BOX_HALF, BOX_HALF);
            self.colliders.insert(cube.translation(narrow(place)))
        });
        let added: Vec<ColliderHandle> = boxes.collect();
        let (broad_phase, colliders) = (&mut self.broad_phase, &self.colliders);
        broad_phase.update(
            &self.parameters,
            colliders,
            &self.bodies,
            &added,
            &[],
            &mut Vec::new(),
        );
    }

    /// Moves the obstacle that stands for a body to its place.
    pub(super) fn tell(&mut self, who: usize) {
        let Some(&handle) = self.handles.get(who) else {
            return;
        };
        if let Some(collider) = self.colliders.get_mut(handle) {
            collider.set_translation(self.places[who]);
            let bounds = collider.compute_aabb();
            self.broad_phase.set_aabb(&self.parameters, handle, bounds);
        }
    }
}

impl Bodies for Rapier {
    fn begin_step(&mut self) {}

    fn step(&mut self, who: usize, wanted: [f64; 3]) {
        let filter = QueryFilter {
            exclude_collider: self.handles.get(who).copied(),
            ..QueryFilter::default()
        };
        let queries = self.broad_phase.as_query_pipeline(
            self.narrow_phase.query_dispatcher(),
            &self.bodies,
            &self.colliders,
            filter,
        );
        let moved = self.controller.move_shape(
            self.parameters.dt,
            &queries,
            &*self.shape,
            &Pose::from_translation(self.places[who]),
            narrow(wanted),
            |_| {},
        );
        self.places[who] += moved.translation;
        self.tell(who);
    }

    fn position(&self, who: usize) -> [f64; 3] {
        self.places[who].to_array().map(f64::from)
    }

    fn put(&mut self, who: usize, place: [f64; 3]) {
        self.places[who] = narrow(place);
        self.tell(who);
    }
}
