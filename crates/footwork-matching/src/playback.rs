//! Playback: combines matcher, blend and foot lock to turn the goal of a character into its displayed pose.

mod held;
mod legs;
mod rig;

pub(crate) use legs::{Footing, Legs, Probe};
pub use rig::{Leg, Rig, RigError};

use footwork_base::maths;

use crate::blend::{Blend, BlendConfig, BlendConfigError};
use crate::foot_lock::{FootLock, FootLockConfig};
use crate::goal::Goal;
use crate::index::Index;
use crate::matcher::{MatchError, Matcher, Rules, RulesError, Seen, Step};
use crate::motion::{JointLimits, Motion, MotionError};
use crate::place::Place;
use crate::pose_id::PoseId;
use crate::search::Search;
use crate::vector::to_f32;

/// A source of motion for the poses of an index, such as the stored clips of a game.
pub trait PoseSource {
    /// Writes the motion of a pose, or of a moment between the pose and the next frame. `part` is the fraction of the
    /// way to the next frame, from 0 to below 1. Rotations are in the order of the rig's joints.
    fn motion(&self, pose: PoseId, part: f64, out: &mut Motion);

    /// Returns whether the left and the right foot stand, according to events or tags of the clip. For a pose of a
    /// mirrored twin, left and right are those of the twin.
    fn standing(&self, pose: PoseId) -> [bool; 2];
}

/// The configuration of jumps, blends and foot locks.
#[derive(Clone, Debug, Default)]
pub struct PlaybackConfig {
    /// When to search for another pose, and which poses to exclude.
    pub rules: Rules,
    /// The configuration of blends.
    pub blend: BlendConfig,
    /// The limits of joints in blends; `None` leaves joints free.
    pub limits: Option<JointLimits>,
    /// The configuration of foot locks; `None` leaves feet free.
    pub foot_lock: Option<FootLockConfig>,
}

/// The maximum number of times that an update raises feet out of the ground.
const MAX_RAISES: usize = 3;

/// A character that plays an index.
///
/// Each update continues the clip, or jumps if another pose fits the goal better. Then it blends, moves the root by the
/// blended root velocity, and holds standing feet. After the first jump, updates allocate nothing. The whole state is
/// plain data: a copy gives the same bits from then on.
#[derive(Clone, Debug)]
pub struct Playback {
    matcher: Matcher,
    blend: Blend,
    legs: Option<Legs>,
    rig: Rig,
    place: Place,
    plays: Motion,
    /// The blended pose, before the foot lock moves its feet.
    blended: Motion,
    /// Whether any update has shown a pose yet.
    has_shown: bool,
    /// Whether the playing pose is held, with all velocities 0 and the clip stopped.
    is_held: bool,
    shown: Motion,
    scratch: Scratch,
}

/// Scratch memory of an update. It holds nothing between updates.
#[derive(Clone, Debug)]
struct Scratch {
    plays: Motion,
    before: Motion,
    last: Motion,
    world: Vec<rig::Joint>,
}

impl Playback {
    /// Creates a character that plays from a pose.
    ///
    /// # Errors
    /// Returns an error if a number of the config is out of range.
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
            legs: lock.map(Legs::new),
            rig,
            place,
            plays: rest.clone(),
            blended: rest.clone(),
            has_shown: false,
            is_held: false,
            shown: rest.clone(),
            scratch: Scratch {
                plays: rest.clone(),
                before: rest.clone(),
                last: rest,
                world: Vec::new(),
            },
        })
    }

    /// Returns the displayed pose, with standing feet held. Its velocities are those of the playing clip.
    pub fn shown(&self) -> &Motion {
        &self.shown
    }

    /// Returns the place of the root.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Returns the speed of the root, in m/s.
    pub fn speed_mps(&self) -> f64 {
        let [left, ahead, _] = self.blended.root_velocity;
        f64::from(maths::hypot(left, ahead))
    }

    /// Moves the root, for example after a collision or towards a [`Controller`](crate::Controller). Standing feet stay in
    /// place.
    pub fn set_place(&mut self, place: Place) {
        self.place = place;
        self.shown.clone_from(&self.blended);
        if let Some(legs) = &self.legs {
            let (rig, world) = (&self.rig, &mut self.scratch.world);
            legs.hold(rig, &self.place, &mut self.shown, world);
        }
    }

    /// Moves the character to another place, together with the stored world positions, such as those of standing feet.
    /// The displayed pose does not change.
    pub fn teleport(&mut self, place: Place) {
        if let Some(legs) = &mut self.legs {
            legs.carry(self.place, place);
        }
        self.place = place;
    }

    pub(crate) fn blend_share(&self) -> f32 {
        self.blend.share()
    }

    /// Returns the matcher.
    pub fn matcher(&self) -> &Matcher {
        &self.matcher
    }

    /// Returns the positions of the joints in the world, in metres.
    pub fn joints_m(&self) -> Vec<[f32; 3]> {
        let mut world = Vec::with_capacity(self.rig.joint_count());
        self.rig.world(&self.shown, &self.place, &mut world);
        world.iter().map(|joint| joint.position_m).collect()
    }

    /// Returns two lists of world positions of the leg joints without the foot lock: in the blended pose, and in the
    /// pose of the clip. Other joints are at the origin.
    pub(crate) fn unheld_joints_m(&self) -> [Vec<[f32; 3]>; 2] {
        [&self.blended, &self.plays].map(|motion| {
            let mut world = Vec::new();
            self.rig.legs_world(motion, &self.place, &mut world);
            world.iter().map(|joint| joint.position_m).collect()
        })
    }

    /// Advances by `dt_secs`; see [`Matcher::update`].
    ///
    /// # Errors
    /// Returns the errors of [`Matcher::update`]. Also returns an error if the source returns motion for another rig,
    /// or values that are not finite. After an error, the character is unchanged.
    pub fn update(
        &mut self,
        index: &Index,
        source: &impl PoseSource,
        dt_secs: f64,
        goal: &Goal,
        input_changed: bool,
        search: &Search<'_>,
    ) -> Result<Step, PlaybackError> {
        let step = self.advance(index, source, dt_secs, goal, input_changed, search, None)?;
        let stands = source.standing(self.matcher.state().pose);
        self.plant(dt_secs, stands, None, |_, _| None);
        Ok(step)
    }

    /// Does what [`Self::update`] does, up to the movement of the root, and leaves the displayed pose unchanged.
    #[allow(clippy::too_many_arguments, reason = "the arguments of an update")]
    pub(crate) fn advance(
        &mut self,
        index: &Index,
        source: &impl PoseSource,
        dt_secs: f64,
        goal: &Goal,
        input_changed: bool,
        search: &Search<'_>,
        seen: Option<&mut Seen>,
    ) -> Result<Step, PlaybackError> {
        let mut matcher = self.matcher.clone();
        let step = matcher.update_seen(index, dt_secs, goal, input_changed, search, seen)?;
        let state = matcher.state();
        source.motion(state.pose, state.part, &mut self.scratch.plays);
        self.rig.check(&self.scratch.plays)?;
        let has_jumped = self.is_held || matches!(step, Step::Jump { .. });
        if self.is_held {
            self.scratch.before.clone_from(&self.plays);
        } else if has_jumped {
            // Computes the pose that would play without the jump.
            let mut on = self.matcher.clone();
            on.play_on(index, dt_secs);
            let state = on.state();
            source.motion(state.pose, state.part, &mut self.scratch.before);
            self.rig.check(&self.scratch.before)?;
        }
        // The code below cannot fail, because all motions have the joints of the rig.
        self.matcher = matcher;
        self.is_held = false;
        std::mem::swap(&mut self.plays, &mut self.scratch.plays);
        self.blend.advance(dt_secs);
        if has_jumped {
            self.start_blend(dt_secs)?;
        }
        self.blend.apply_pose(&self.plays, &mut self.blended)?;
        self.has_shown = true;
        self.walk(dt_secs);
        Ok(step)
    }

    /// Displays the blended pose, and plants its feet. `stands` says whether each foot stands in the playing clip.
    /// `footing` returns the ground for a foot, given its number and its position on flat ground. `flat_m` is the
    /// height of feet that should stand even if the clip has them in the air.
    pub(crate) fn plant(
        &mut self,
        dt_secs: f64,
        stands: [bool; 2],
        flat_m: Option<f32>,
        mut footing: impl FnMut(usize, Probe) -> Option<Footing>,
    ) {
        self.shown.clone_from(&self.blended);
        let Some(legs) = &mut self.legs else {
            return;
        };
        let (rig, world) = (&self.rig, &mut self.scratch.world);
        rig.legs_world(&self.plays, &self.place, world);
        let clip_m = rig.feet().map(|joint| {
            let [x, y, z] = world[joint].position_m;
            [x, flat_m.map_or(y, |flat_m| maths::min(y, flat_m)), z]
        });
        rig.legs_world(&self.blended, &self.place, world);
        let shown_m = rig.feet().map(|joint| world[joint].position_m);
        legs.update(dt_secs, stands, shown_m, clip_m, &mut footing);
        legs.lower(rig, dt_secs, world);
        legs.hold(rig, &self.place, &mut self.shown, world);
        for _ in 0..MAX_RAISES {
            rig.legs_world(&self.shown, &self.place, world);
            if !legs.has_ground() || !legs.check(rig, world, &mut footing) {
                break;
            }
            self.shown.clone_from(&self.blended);
            legs.hold(rig, &self.place, &mut self.shown, world);
        }
    }

    /// Starts a blend from the pose that would be shown without the jump. Its velocities are measured from the last
    /// update and not taken from the old clip, because clips are noisy and the noise would be visible as a jerk.
    fn start_blend(&mut self, dt_secs: f64) -> Result<(), MotionError> {
        let scratch = &mut self.scratch;
        std::mem::swap(&mut self.blended, &mut scratch.last);
        self.blend.apply(&scratch.before, &mut self.blended)?;
        if self.has_shown && dt_secs > 0.0 {
            self.blended
                .set_speeds_since(&scratch.last, to_f32(dt_secs));
        }
        self.blend.jump(&self.blended, &self.plays)
    }

    /// Moves the root by the blended root velocity, in the mean direction of the step.
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
}

/// The reason why a character cannot continue.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PlaybackError {
    /// A number of the foot lock is negative or not finite.
    FootLock,
    /// The duration, the speed or the controller of a simulation is out of range.
    Simulation,
    /// A number of the config of a character is out of range.
    Character,
    /// The input of a character has a number that is not finite, or waypoints that are not in order.
    Input,
    /// The capacity of a recording is 0 or too large.
    Recording,
    /// A rule is out of range.
    Rules(RulesError),
    /// A number of the blend is out of range.
    Blend(BlendConfigError),
    /// The matcher returned an error.
    Matcher(MatchError),
    /// The source returned an invalid motion.
    Motion(MotionError),
}

footwork_base::display! { PlaybackError:
    Self::FootLock => "a number of the foot lock is negative or not finite";
    Self::Simulation => "the time, the speed or the controller of a simulation is out of range";
    Self::Character => "a number of the controller or the place of a character is out of range";
    Self::Input => "the input has a number that is not finite, or waypoints that are not in order";
    Self::Recording => "the capacity of a recording is 0, above MAX_RECORDED_FRAMES or too large for memory";
    Self::Rules(_) => "a rule is out of range";
    Self::Blend(_) => "a number of the blend is out of range";
    Self::Matcher(_) => "the matcher failed";
    Self::Motion(_) => "the source gave motion that cannot be shown";
}

impl std::error::Error for PlaybackError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::FootLock | Self::Simulation | Self::Character | Self::Input | Self::Recording => {
                None
            }
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
