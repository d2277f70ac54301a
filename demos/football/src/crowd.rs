//! The crowd: footballers as capsules that slide along each other, along posts and along banners.

use footwork::flight::PlayerId;
use footwork::slide::{
    Filter, Label, MoveConfig, Mover, MoverState, ObstacleId, Pose, Shape, Volume, World,
};
use footwork_base::to_f32;
use footwork_base::{Id, IdVec};

use crate::flat::{self, Flat};
use crate::pitch::Pitch;
use crate::setup::FRAME_SECS;

/// The radius of a footballer.
pub const BODY_RADIUS_M: f64 = 0.3;
/// The height of a footballer.
const BODY_HEIGHT_M: f64 = 1.8;
/// The maximum number of contacts shown for a footballer.
const MAX_SHOWN: usize = 4;

/// A contact of a footballer, to be drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SlideContact {
    /// The position.
    pub point: [f64; 3],
    /// The direction in which it pushes.
    pub normal: [f32; 3],
    /// Whether the footballer slid along it.
    pub is_active: bool,
}

/// The move of a footballer in a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SlideTrace {
    /// The wanted displacement, in metres.
    pub wanted_m: [f64; 2],
    /// The actual displacement, in metres.
    pub moved_m: [f64; 2],
    /// The contacts.
    pub contacts: [SlideContact; MAX_SHOWN],
    /// The number of contacts.
    pub contact_count: usize,
    /// The footballer that this one passes through during a tackle.
    pub but: Option<PlayerId>,
}

/// The obstacles and the footballers among them.
#[derive(Clone, Debug)]
pub(crate) struct Crowd {
    world: World,
    mover: Room,
    config: MoveConfig,
    bodies: IdVec<PlayerId, ObstacleId>,
    /// Obstacles seen from above: x and z of one corner, then of the other.
    walls_m: Vec<[f64; 4]>,
    places: IdVec<PlayerId, Flat>,
}

/// Scratch memory for moves, shared by all footballers. It holds nothing between moves, so a clone starts with new
/// memory.
#[derive(Debug)]
struct Room(Option<Mover>);

impl Room {
    fn new() -> Self {
        let shape = Shape::Capsule {
            radius_m: to_f32(BODY_RADIUS_M),
            height_m: to_f32(BODY_HEIGHT_M),
        };
        Self(Mover::new(shape).ok())
    }
}

impl Clone for Room {
    fn clone(&self) -> Self {
        Self::new()
    }
}

impl Crowd {
    /// Creates a crowd at these places. `None` if the size of the pitch is out of range for a world.
    pub(crate) fn new(pitch: &Pitch, places: &[Flat]) -> Option<Self> {
        let mut world = pitch.obstacles()?;
        let walls_m = pitch.walls();
        let radius_m = to_f32(BODY_RADIUS_M);
        let volume = Volume::Capsule {
            radius_m,
            half_axis_m: to_f32(0.5 * BODY_HEIGHT_M - BODY_RADIUS_M),
        };
        let (mut bodies, mut own) = (IdVec::new(), IdVec::new());
        for &place in places {
            let pose = Pose::at(centre(place)).ok()?;
            let body = world.add_volume(volume, pose, Label::default()).ok()?;
            bodies.push(body).ok()?;
            own.push(place).ok()?;
        }
        Some(Self {
            world,
            mover: Room::new(),
            config: MoveConfig {
                step_secs: to_f32(FRAME_SECS),
                recovery_mps: 2.0,
                ..MoveConfig::default()
            },
            bodies,
            walls_m,
            places: own,
        })
    }

    pub(crate) fn begin_frame(&mut self) {
        self.world.begin_step();
    }

    /// Moves a footballer towards a place, sliding along everything except `but`, and returns its new place. If nothing
    /// is in the way, this is exactly `to`.
    pub(crate) fn slide(
        &mut self,
        who: PlayerId,
        to: Flat,
        but: Option<PlayerId>,
        trace: &mut SlideTrace,
    ) -> Flat {
        let from = self.places[who];
        let way_m = flat::sub(to, from);
        trace.wanted_m = way_m;
        trace.contact_count = 0;
        trace.but = but;
        let to = if self.is_free([Some(who), but], from, way_m) {
            to
        } else {
            self.slide_along(who, from, way_m, trace)
        };
        trace.moved_m = flat::sub(to, from);
        self.places[who] = to;
        if to != from
            && let Ok(pose) = Pose::at(centre(to))
        {
            // This cannot fail, because the body is in the world.
            let _ = self.world.move_to(self.bodies[who], pose);
        }
        to
    }

    /// Returns whether the path is clear by 0.1 m on all sides, so that there is nothing to slide along.
    fn is_free(&self, without: [Option<PlayerId>; 2], from: Flat, way: Flat) -> bool {
        const NEAR_M: f64 = 0.1;
        let middle = flat::add(from, flat::scale(way, 0.5));
        let round_m = 0.5 * flat::length(way) + BODY_RADIUS_M + NEAR_M;
        let is_far = |low: Flat, high: Flat| {
            let near = [0, 1].map(|axis| middle[axis].clamp(low[axis], high[axis]));
            flat::distance(near, middle) > round_m
        };
        let others = self.places.iter();
        let mut others = others.filter(|(other, _)| !without.contains(&Some(*other)));
        others.all(|(_, &at)| flat::distance(at, middle) > round_m + BODY_RADIUS_M)
            && self
                .walls_m
                .iter()
                .all(|&[a, b, c, d]| is_far([a, b], [c, d]))
    }

    fn slide_along(
        &mut self,
        who: PlayerId,
        from: Flat,
        way: Flat,
        trace: &mut SlideTrace,
    ) -> Flat {
        let own = self.bodies[who];
        let but = trace.but.map(|but| self.bodies[but]);
        let accept = |id: ObstacleId, _: &Label| id != own && Some(id) != but;
        let filter = Filter {
            accept: Some(&accept),
            ..Filter::default()
        };
        let state = MoverState::at(centre(from));
        let wanted = [to_f32(way[0]), 0.0, to_f32(way[1])];
        let Some(mover) = &mut self.mover.0 else {
            return from;
        };
        let moved = mover.move_by(&self.world, &state, wanted, &filter, &self.config);
        let Ok(moved) = moved else { return from };
        for (shown, contact) in trace.contacts.iter_mut().zip(moved.contacts) {
            *shown = SlideContact {
                point: contact.point,
                normal: contact.normal,
                is_active: contact.active,
            };
        }
        trace.contact_count = moved.contacts.len().min(MAX_SHOWN);
        flat::below(moved.state.position)
    }

    /// Returns the depth of the deepest overlap of two footballers, in metres, and the two footballers. The depth is
    /// negative if no footballers overlap.
    pub(crate) fn deepest(&self) -> (f64, [PlayerId; 2]) {
        let mut deepest = (f64::NEG_INFINITY, [PlayerId::new(0); 2]);
        for (a, &at) in self.places.iter() {
            for (b, &other) in self.places.iter().skip(a.index() + 1) {
                let deep = 2.0 * BODY_RADIUS_M - flat::distance(at, other);
                if deep > deepest.0 {
                    deepest = (deep, [a, b]);
                }
            }
        }
        deepest
    }
}

/// Returns the centre of a body.
fn centre([x, z]: Flat) -> [f64; 3] {
    [x, 0.5 * BODY_HEIGHT_M, z]
}
