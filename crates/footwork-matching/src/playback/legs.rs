//! The legs of a character: feet are on their locks and on the ground, and hips sink if a foot is out of reach.

use footwork_base::maths;

use crate::archive::Archive;
use crate::foot_lock::FootLock;
use crate::motion::Motion;
use crate::place::Place;
use crate::playback::rig::{Joint, Rig, Target};
use crate::rotation::{self, Quat};
use crate::spring::Spring;
use crate::vector::{Vec3, add, to_f32};

/// The largest distance that hips sink on flat ground for a locked foot out of reach, in metres.
const MAX_LOCK_DROP_M: f32 = 0.25;
/// A leg is strained if it reaches its target only after the hips sink further by more than this, in metres.
const STRAIN_M: f32 = 0.03;
/// A foot is raised again if its leg moves it deeper than this into the ground, in metres.
const MAX_SINK_M: f32 = 0.001;
/// The half-life of the movement of the hips, in seconds.
const DROP_HALFLIFE_SECS: f64 = 0.07;

/// The ground below a foot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Footing {
    /// The smoothed height of the ground above the root, in metres. The foot is lifted by this height.
    pub(crate) lift_m: f32,
    /// The rotation that tilts the foot from flat ground to the ground below it.
    pub(crate) tilt: Quat,
    /// The height of the ground below the foot, relative to the root.
    pub(crate) ground_m: f32,
    /// The minimum height of the contact joint above the ground below the foot, in metres.
    pub(crate) clear_m: f32,
}

/// A point of a foot, below which the ground is searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Probe {
    /// The target of the foot on flat ground.
    Target(Vec3),
    /// The point that the foot has reached. Only the ground below this point counts.
    Reached(Vec3),
}

impl Footing {
    pub(crate) const FLAT: Self = Self {
        lift_m: 0.0,
        tilt: rotation::IDENTITY,
        ground_m: 0.0,
        clear_m: 0.0,
    };
}

/// The state of both legs. It is plain data.
#[derive(Clone, Debug)]
pub(crate) struct Legs {
    locks: [FootLock; 2],
    footings: [Option<Footing>; 2],
    /// The distance that the hips have sunk, in metres, and the speed of sinking.
    drop_m: f64,
    drop_mps: f64,
    /// Whether each leg is too short for its target.
    is_strained: [bool; 2],
    pub(crate) max_drop_m: f32,
}

impl Legs {
    pub(crate) fn new(lock: FootLock) -> Self {
        Self {
            locks: [lock; 2],
            footings: [None; 2],
            drop_m: 0.0,
            drop_mps: 0.0,
            is_strained: [false; 2],
            max_drop_m: 2.0 * MAX_LOCK_DROP_M,
        }
    }

    /// Forgets the positions of the feet.
    pub(crate) fn reset(&mut self) {
        self.locks.iter_mut().for_each(FootLock::reset);
        self.footings = [None; 2];
        (self.drop_m, self.drop_mps) = (0.0, 0.0);
        self.is_strained = [false; 2];
    }

    pub(crate) fn visit(&mut self, archive: &mut Archive<'_>) {
        for lock in &mut self.locks {
            lock.visit(archive);
        }
        for footing in &mut self.footings {
            archive.option(footing, Footing::FLAT, |archive, footing| {
                archive.f32s(std::slice::from_mut(&mut footing.lift_m));
                archive.f32s(std::slice::from_mut(&mut footing.ground_m));
                archive.f32s(std::slice::from_mut(&mut footing.clear_m));
                archive.f32s(&mut footing.tilt);
            });
        }
        archive.f64s(std::slice::from_mut(&mut self.drop_m));
        archive.f64s(std::slice::from_mut(&mut self.drop_mps));
        for is_strained in &mut self.is_strained {
            archive.bool(is_strained);
        }
    }

    /// Moves the locks together with the character.
    pub(crate) fn carry(&mut self, from: Place, to: Place) {
        for lock in &mut self.locks {
            lock.carry(from, to);
        }
    }

    /// Updates the locks, and finds the ground below the resulting points.
    pub(crate) fn update(
        &mut self,
        dt_secs: f64,
        stands: [bool; 2],
        shown_m: [Vec3; 2],
        clip_m: [Vec3; 2],
        footing: &mut impl FnMut(usize, Probe) -> Option<Footing>,
    ) {
        for foot in [0, 1] {
            let lock = &mut self.locks[foot];
            // On stairs, a leg that is too short would drag its foot through a step.
            let is_uneven = self.footings[foot].is_some_and(|it| it.lift_m != 0.0);
            let stands = stands[foot] && !(is_uneven && self.is_strained[foot]);
            let at_m = lock.update(dt_secs, stands, shown_m[foot], clip_m[foot]);
            self.footings[foot] = footing(foot, Probe::Target(at_m.unwrap_or(shown_m[foot])));
        }
    }

    /// Smoothly lowers the hips as far as the legs need to reach their targets. `world` has the joints of the blended
    /// pose.
    pub(crate) fn lower(&mut self, rig: &Rig, dt_secs: f64, world: &[Joint]) {
        let stretches = rig.stretches_of(world);
        let mut lack_m = 0.0f32;
        let mut allowed_m = MAX_LOCK_DROP_M;
        for (foot, own_stretch) in stretches.into_iter().enumerate() {
            let target = self.target(rig, world, foot, own_stretch);
            if let Some(footing) = self.footings[foot] {
                allowed_m = maths::max(allowed_m, MAX_LOCK_DROP_M - footing.lift_m);
            }
            let own_m = rig.lack_m(world, foot, &target);
            self.is_strained[foot] = own_m > to_f32(self.drop_m) + STRAIN_M;
            lack_m = maths::max(lack_m, own_m);
        }
        let wanted = f64::from(maths::min(lack_m, maths::min(allowed_m, self.max_drop_m)));
        let spring = Spring::new(DROP_HALFLIFE_SECS, dt_secs);
        let (off, speed) = spring.settle(self.drop_m - wanted, self.drop_mps);
        self.drop_m = wanted + off;
        self.drop_mps = speed;
        if self.drop_m < 1e-5 && wanted == 0.0 {
            self.drop_m = 0.0;
            self.drop_mps = 0.0;
        }
    }

    /// Bends the legs of a pose to their targets. First the hips sink, then the feet reach. `world` is scratch memory.
    pub(crate) fn hold(&self, rig: &Rig, place: &Place, pose: &mut Motion, world: &mut Vec<Joint>) {
        rig.legs_world(pose, place, world);
        let stretches = rig.stretches_of(world);
        let targets: [Target; 2] =
            std::array::from_fn(|foot| self.target(rig, world, foot, stretches[foot]));
        if self.drop_m > 0.0 {
            pose.hips_m[1] -= to_f32(self.drop_m);
            rig.legs_world(pose, place, world);
        }
        for (foot, target) in targets.iter().enumerate() {
            let is_there = world[rig.feet()[foot]].position_m == target.contact_m;
            if !is_there || target.tilt != rotation::IDENTITY {
                rig.reach(pose, world, place.heading_rad, foot, target);
            }
        }
    }

    pub(crate) fn has_ground(&self) -> bool {
        self.footings.iter().any(Option::is_some)
    }

    /// Finds the ground below the points that the feet have reached. Returns whether a foot must be raised.
    pub(crate) fn check(
        &mut self,
        rig: &Rig,
        world: &[Joint],
        footing: &mut impl FnMut(usize, Probe) -> Option<Footing>,
    ) -> bool {
        let mut sinks = false;
        for foot in [0, 1] {
            let at_m = world[rig.feet()[foot]].position_m;
            let Some(own) = &mut self.footings[foot] else {
                continue;
            };
            let Some(reached) = footing(foot, Probe::Reached(at_m)) else {
                continue;
            };
            if at_m[1] < reached.ground_m + own.clear_m - MAX_SINK_M {
                own.ground_m = maths::max(reached.ground_m, own.ground_m);
                sinks = true;
            }
        }
        sinks
    }

    /// Returns the target of a foot, given the joints of the pose on flat ground.
    fn target(&self, rig: &Rig, world: &[Joint], foot: usize, own_stretch: f32) -> Target {
        let mut contact_m = self.locks[foot].placed(world[rig.feet()[foot]].position_m);
        let mut tilt = rotation::IDENTITY;
        if let Some(footing) = self.footings[foot] {
            contact_m = add(contact_m, [0.0, footing.lift_m, 0.0]);
            contact_m[1] = maths::max(contact_m[1], footing.ground_m + footing.clear_m);
            tilt = footing.tilt;
        }
        Target {
            contact_m,
            tilt,
            own_stretch,
        }
    }
}
