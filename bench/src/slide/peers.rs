//! Walking bodies of Footwork and of the peers, as implementations of one trait.

mod adapted;
mod ours;
pub(super) mod quake;
mod rapier;

use super::scenes::{HALF, HEIGHT, RADIUS, Triangle};
use crate::report::Outcome;

/// The distance that the bodies of all engines keep from obstacles, in metres.
pub(super) const SKIN: f32 = 0.005;

/// The shape of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Box,
    Capsule,
}

impl Kind {
    /// Returns the shape as a body of Footwork.
    pub(super) fn shape(self) -> footwork_slide::Shape {
        match self {
            Self::Box => footwork_slide::Shape::Box { half_m: HALF },
            Self::Capsule => footwork_slide::Shape::Capsule {
                radius_m: RADIUS,
                height_m: HEIGHT,
            },
        }
    }

    /// Returns the shape as an obstacle to others.
    fn volume(self) -> footwork_slide::Volume {
        match self {
            Self::Box => footwork_slide::Volume::Box { half_m: HALF },
            Self::Capsule => footwork_slide::Volume::Capsule {
                radius_m: RADIUS,
                half_axis_m: HEIGHT / 2.0 - RADIUS,
            },
        }
    }
}

/// How a body moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gait {
    Slides,
    /// With steps, snapping to the ground and a slope limit.
    Walks,
}

/// The height of steps and the depth of snapping of a walking body, in metres.
const STEP_HEIGHT: f32 = 0.3;
/// The steepest slope that a body walks on.
const MAX_SLOPE_RAD: f32 = 0.8;

/// The half extent of a box obstacle, in metres.
const BOX_HALF: f32 = 0.2;
/// The length of the motion of a box obstacle, in metres.
const BOX_WAY: f64 = 0.05;

/// The engine of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Engine {
    Ours,
    /// Footwork's mover in Rapier's world.
    Adapted,
    Rapier,
    Quake,
}

/// An engine with a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Peer {
    pub(super) engine: Engine,
    pub(super) kind: Kind,
}

/// All contenders, in the order of the tables.
pub(super) const PEERS: [Peer; 6] = [
    Peer::new(Engine::Ours, Kind::Box),
    Peer::new(Engine::Rapier, Kind::Box),
    Peer::new(Engine::Quake, Kind::Box),
    Peer::new(Engine::Ours, Kind::Capsule),
    Peer::new(Engine::Rapier, Kind::Capsule),
    Peer::new(Engine::Quake, Kind::Capsule),
];

impl Peer {
    pub(super) const fn new(engine: Engine, kind: Kind) -> Self {
        Self { engine, kind }
    }

    pub(super) fn name(self) -> &'static str {
        match (self.engine, self.kind) {
            (Engine::Ours, Kind::Box) => "ours, box",
            (Engine::Ours, Kind::Capsule) => "ours, capsule",
            (Engine::Adapted, Kind::Box) => "ours in Rapier, box",
            (Engine::Adapted, Kind::Capsule) => "ours in Rapier, capsule",
            (Engine::Rapier, Kind::Box) => "rapier3d, box",
            (Engine::Rapier, Kind::Capsule) => "rapier3d, capsule",
            (Engine::Quake, Kind::Box) => "clipping, box",
            (Engine::Quake, Kind::Capsule) => "clipping, capsule",
        }
    }

    /// Puts bodies among triangles. A single body meets only the triangles; several also meet each other.
    pub(super) fn bodies(
        self,
        triangles: &[Triangle],
        places: &[[f64; 3]],
    ) -> Outcome<Box<dyn Bodies>> {
        Ok(match self.engine {
            Engine::Ours => Box::new(ours::Ours::new(self.kind, triangles, places)?),
            Engine::Adapted => Box::new(adapted::Adapted::new(self.kind, triangles, places)?),
            Engine::Rapier => Box::new(rapier::Rapier::new(self.kind, triangles, places)?),
            Engine::Quake => Box::new(quake::Quake::new(self.kind, triangles, places)),
        })
    }

    /// Puts a body among triangles and boxes that move in this step. [`Engine::Quake`] ignores the gait and the
    /// boxes.
    pub(super) fn walker(
        self,
        triangles: &[Triangle],
        boxes: &[[f64; 3]],
        gait: Gait,
        place: [f64; 3],
    ) -> Outcome<Box<dyn Bodies>> {
        Ok(match self.engine {
            Engine::Ours => {
                let mut ours = ours::Ours::new(self.kind, triangles, &[place])?;
                ours.set_gait(gait);
                ours.add_moved(boxes)?;
                Box::new(ours)
            }
            Engine::Adapted => {
                let mut adapted = adapted::Adapted::new(self.kind, triangles, &[place])?;
                adapted.set_gait(gait);
                adapted.add(boxes);
                Box::new(adapted)
            }
            Engine::Rapier => {
                let mut rapier = rapier::Rapier::new(self.kind, triangles, &[place])?;
                rapier.set_gait(gait);
                rapier.add(boxes);
                Box::new(rapier)
            }
            Engine::Quake => Box::new(quake::Quake::new(self.kind, triangles, &[place])),
        })
    }
}

/// Bodies in a scene.
pub(super) trait Bodies {
    /// Begins a step, in which each body moves once.
    fn begin_step(&mut self);

    /// Moves a body as far as it can go, and moves the obstacle that stands for it in the moves of other bodies.
    fn step(&mut self, who: usize, wanted: [f64; 3]);

    /// Returns a body's centre.
    fn position(&self, who: usize) -> [f64; 3];

    /// Puts a body at a place.
    fn put(&mut self, who: usize, place: [f64; 3]);
}
