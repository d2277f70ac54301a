//! Playback: matcher, blend and foot lock as one, from where a character should go to the pose that is shown.

mod rig;

pub use rig::{Leg, Rig, RigError};

use footwork_base::maths;

use crate::blend::{Blend, BlendConfig, BlendConfigError};
use crate::foot_lock::{FootLock, FootLockConfig};
use crate::goal::Goal;
use crate::index::Index;
use crate::matcher::{MatchError, Matcher, Rules, RulesError, Step};
use crate::motion::{JointLimits, Motion, MotionError};
use crate::pose_id::PoseId;
use crate::search::Search;
use crate::vector::to_f32;

/// Where the poses of an index come from: the clips of a game, however it stores them.
pub trait PoseSource {
    /// Writes the motion of a pose, or between it and the next frame: `part` of the way, from 0 up to 1. Rotations are of
    /// the joints of the rig, in its order.
    fn motion(&self, pose: PoseId, part: f64, out: &mut Motion);

    /// Whether the left and the right foot stand, as events or tags of the clip say; of a mirrored twin, its own left.
    fn standing(&self, pose: PoseId) -> [bool; 2];
}

/// How a playback jumps, blends and locks.
#[derive(Clone, Debug, Default)]
pub struct PlaybackConfig {
    /// When to look for another pose, and which to leave alone.
    pub rules: Rules,
    /// How jumps are blended.
    pub blend: BlendConfig,
    /// How far joints bend in blends; without, they are free.
    pub limits: Option<JointLimits>,
    /// How feet are locked; `None` leaves them as they are.
    pub foot_lock: Option<FootLockConfig>,
}

/// Where a character is and how it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// World x and z, in metres.
    pub position_m: [f64; 2],
    /// The angle about +y from +z towards +x, in radians.
    pub heading_rad: f64,
}

/// A character that plays an index.
///
/// Each update plays on, jumps if another pose fits the goal better, blends, moves the root by what is shown, and holds
/// the feet that stand.
#[derive(Clone, Debug)]
pub struct Playback {
    matcher: Matcher,
    blend: Blend,
    locks: Option<[FootLock; 2]>,
    rig: Rig,
    place: Place,
    plays: Motion,
    /// What the blend shows, before feet are held.
    blended: Motion,
    shown: Motion,
}

impl Playback {
    /// A character that plays from a pose.
    ///
    /// # Errors
    /// If a number of the config is out of range.
    pub fn new(
        config: PlaybackConfig,
        rig: Rig,
        start: PoseId,
        place: Place,
    ) -> Result<Self, PlaybackError> {
        let lock = |config| FootLock::new(config).ok_or(PlaybackError::FootLock);
        let lock = config.foot_lock.map(lock).transpose()?;
        let rest = Motion::new(rig.joint_count());
        Ok(Self {
            matcher: Matcher::new(config.rules, start)?,
            blend: Blend::new(config.blend, config.limits)?,
            locks: lock.map(|lock| [lock; 2]),
            rig,
            place,
            plays: rest.clone(),
            blended: rest.clone(),
            shown: rest,
        })
    }

    /// The pose that is shown, with its feet held.
    pub fn shown(&self) -> &Motion {
        &self.shown
    }

    /// Where the root is.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Puts the root elsewhere, such as after a collision. Locked feet stay where they are until they are too far.
    pub fn set_place(&mut self, place: Place) {
        self.place = place;
    }

    /// The matcher.
    pub fn matcher(&self) -> &Matcher {
        &self.matcher
    }

    /// Where the joints are in the world, in metres.
    pub fn joints_m(&self) -> Vec<[f32; 3]> {
        let world = self.rig.world(&self.shown, &self.place);
        world.iter().map(|joint| joint.position_m).collect()
    }

    /// Plays for `dt_secs`; see [`Matcher::update`].
    ///
    /// # Errors
    /// As [`Matcher::update`], and if the source gives motion of another rig or that is not finite. The character stays as
    /// it was.
    pub fn update(
        &mut self,
        index: &Index,
        source: &impl PoseSource,
        dt_secs: f64,
        goal: &Goal,
        input_changed: bool,
        search: &Search<'_>,
    ) -> Result<Step, PlaybackError> {
        let mut next = self.clone();
        let mut on = next.matcher.clone();
        let step = next
            .matcher
            .update(index, dt_secs, goal, input_changed, search)?;
        next.blend.advance(dt_secs);
        let state = next.matcher.state();
        source.motion(state.pose, state.part, &mut next.plays);
        if let Step::Jump { .. } = step {
            // What would be shown now without the jump.
            on.play_on(index, dt_secs);
            let mut before = Motion::new(self.rig.joint_count());
            source.motion(on.state().pose, on.state().part, &mut before);
            let mut shown = before.clone();
            next.blend.apply(&before, &mut shown)?;
            next.blend.jump(&shown, &next.plays)?;
        }
        next.rig.check(&next.plays)?;
        next.blend.apply(&next.plays, &mut next.blended)?;
        next.walk(dt_secs);
        next.shown.clone_from(&next.blended);
        next.hold_feet(dt_secs, source.standing(next.matcher.state().pose));
        *self = next;
        Ok(step)
    }

    /// Moves the root as what is shown does: along the middle direction of the step.
    fn walk(&mut self, dt_secs: f64) {
        let [left_mps, ahead_mps, turn_radps] = self.blended.root_velocity.map(f64::from);
        let middle = self.place.heading_rad + 0.5 * turn_radps * dt_secs;
        let [sine, cosine] =
            [maths::sin(to_f32(middle)), maths::cos(to_f32(middle))].map(f64::from);
        let [x, z] = self.place.position_m;
        self.place.position_m = [
            x + (ahead_mps * sine + left_mps * cosine) * dt_secs,
            z + (ahead_mps * cosine - left_mps * sine) * dt_secs,
        ];
        let heading = self.place.heading_rad + turn_radps * dt_secs;
        let turns = (heading / std::f64::consts::TAU).round();
        self.place.heading_rad = heading - turns * std::f64::consts::TAU;
    }

    fn hold_feet(&mut self, dt_secs: f64, standing: [bool; 2]) {
        let Some(locks) = &mut self.locks else {
            return;
        };
        for ((lock, stands), leg) in locks.iter_mut().zip(standing).zip([0, 1]) {
            let foot = self.rig.foot(&self.shown, &self.place, leg);
            if let Some(target) = lock.update(dt_secs, stands, foot) {
                self.rig.reach(&mut self.shown, &self.place, leg, target);
            }
        }
    }
}

/// Why a character cannot go on.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PlaybackError {
    /// A number of the foot lock is negative or not finite.
    FootLock,
    /// The time, the speed or the controller of a simulation is out of range.
    Simulation,
    /// A rule is out of range.
    Rules(RulesError),
    /// A number of the blend is out of range.
    Blend(BlendConfigError),
    /// The matcher failed.
    Matcher(MatchError),
    /// The source gave motion that cannot be shown.
    Motion(MotionError),
}

footwork_base::display! { PlaybackError:
    Self::FootLock => "a number of the foot lock is negative or not finite";
    Self::Simulation => "the time, the speed or the controller of a simulation is out of range";
    Self::Rules(_) => "a rule is out of range";
    Self::Blend(_) => "a number of the blend is out of range";
    Self::Matcher(_) => "the matcher failed";
    Self::Motion(_) => "the source gave motion that cannot be shown";
}

impl std::error::Error for PlaybackError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::FootLock | Self::Simulation => None,
            Self::Rules(error) => Some(error),
            Self::Blend(error) => Some(error),
            Self::Matcher(error) => Some(error),
            Self::Motion(error) => Some(error),
        }
    }
}

impl From<RulesError> for PlaybackError {
    fn from(error: RulesError) -> Self {
        Self::Rules(error)
    }
}

impl From<BlendConfigError> for PlaybackError {
    fn from(error: BlendConfigError) -> Self {
        Self::Blend(error)
    }
}

impl From<MatchError> for PlaybackError {
    fn from(error: MatchError) -> Self {
        Self::Matcher(error)
    }
}

impl From<MotionError> for PlaybackError {
    fn from(error: MotionError) -> Self {
        Self::Motion(error)
    }
}
