//! How people in a jam give way to each other.
//!
//! Bodies that all press towards the same gap wedge each other. Each is blocked by two others, so none moves, like
//! grains in a funnel. People do not press for ever. By this rule, a blocked person stops pressing and steps back a
//! little. The person waits longer behind a person who is ahead, and only a short time next to a person of a higher
//! rank. Ranks change every half second. They follow from a seed and the ids of the two, so two people never wait for
//! each other for long. The people in front walk on through the room that the others leave.
//!
//! The rule changes only the wanted displacement, not how bodies move. A game that does not call it has no yielding.

use footwork_base::{maths, to_f32};
use glam::{DVec3, Vec3};

use crate::mover::{MoveConfig, MoveResult};
use crate::obstacle_id::ObstacleId;
use crate::vector::larger;

/// A person who covers less than this share of a wanted move is blocked.
const BLOCKED: f64 = 0.2;

/// Another person is ahead if the cosine of the angle between the wanted move and the way to that person is at least
/// this: 60°.
const AHEAD: f64 = 0.5;

/// A person with a smaller cosine than this is behind, and does not matter.
const BESIDE: f64 = -0.2;

/// A person who came this far since the last wait has left the jam, in metres.
const FREE_M: f64 = 0.15;

/// The width of the directions in which a person next to others steps back, in radians.
const SPREAD_RAD: f32 = 4.0;

/// Two to the power of -53.
const SHARE: f64 = 1.0 / 9_007_199_254_740_992.0;

/// A rule of yielding, and its settings.
///
/// ```
/// use footwork_slide::{
///     Filter, Intent, Label, MoveConfig, Mover, MoverState, Pose, Shape, Volume, World, YieldState, Yielding,
/// };
///
/// let mut world = World::new();
/// let person = Volume::Capsule { radius_m: 0.25, half_axis_m: 0.65 };
/// let me = world.add_volume(person, Pose::IDENTITY, Label::default())?;
/// let other = world.add_volume(person, Pose::at([0.51, 0.0, 0.0])?, Label::default())?;
/// let others = |id, _: &Label| id != me;
/// let filter = Filter { accept: Some(&others), ..Filter::default() };
///
/// let (yielding, config) = (Yielding::default(), MoveConfig::default());
/// let mut mover = Mover::new(Shape::Capsule { radius_m: 0.25, height_m: 1.8 })?;
/// let (mut state, mut yields) = (MoverState::at([0.0; 3]), YieldState::default());
/// for step in 0..30 {
///     let (secs, wanted) = (f64::from(step) / 60.0, [0.02, 0.0, 0.0]);
///     let intent = Intent { me, secs, wanted, from: state.position, config: &config };
///     let displacement = yielding.displacement(&yields, &intent);
///     let moved = mover.move_by(&world, &state, displacement, &filter, &config)?;
///     yielding.learn(&mut yields, &intent, &moved, |id| id == other);
///     state = moved.state;
/// }
/// // It stepped back from the person ahead.
/// assert!(yields.is_waiting(0.5) && state.position[0] < -0.03);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Yielding {
    /// The seed of ranks, and of times and directions that vary.
    pub seed: u64,
    /// About how long a blocked person presses before it yields, in seconds.
    pub patience_secs: f32,
    /// How long a person steps back, in seconds.
    pub back_secs: f32,
    /// The speed of stepping back, in m/s.
    pub back_mps: f32,
    /// How long a person waits behind others, stepping back included, in seconds. From the second time on, it waits
    /// twice as long.
    pub behind_secs: f32,
    /// How long a person waits next to others, stepping back included, in seconds.
    pub beside_secs: f32,
    /// How long ranks last, in seconds.
    pub rank_secs: f32,
}

impl Default for Yielding {
    fn default() -> Self {
        Self {
            seed: 0,
            patience_secs: 0.05,
            back_secs: 0.25,
            back_mps: 0.4,
            behind_secs: 1.0,
            beside_secs: 0.4,
            rank_secs: 0.5,
        }
    }
}

/// The state that a person keeps from step to step in order to yield. It is plain data, so a game can save it, restore
/// it and replay from it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct YieldState {
    blocked_secs: f64,
    back_until: f64,
    waits_until: f64,
    /// The unit direction of stepping back.
    back: [f64; 3],
    /// How often the person has yielded.
    yields: u64,
    /// How often without coming far.
    again: u32,
    /// The place of the last wait after coming far.
    at: [f64; 3],
}

impl YieldState {
    /// Returns whether the person waits or steps back at this time.
    #[must_use]
    pub fn is_waiting(&self, secs: f64) -> bool {
        secs < self.waits_until
    }
}

/// The move that a person wants to make in a step.
#[derive(Clone, Copy, Debug)]
pub struct Intent<'a> {
    /// The person's own obstacle.
    pub me: ObstacleId,
    /// The game's clock, in seconds; not below 0.
    pub secs: f64,
    /// The displacement that the person wants, in metres.
    pub wanted: [f32; 3],
    /// The position before the move.
    pub from: [f64; 3],
    /// The settings of the move.
    pub config: &'a MoveConfig,
}

impl Yielding {
    /// Returns the displacement to pass to a move. This is the wanted one or, while the person yields, a step back or
    /// none. The part along [`MoveConfig::up`] stays.
    #[must_use]
    pub fn displacement(&self, state: &YieldState, intent: &Intent<'_>) -> [f32; 3] {
        let Intent { secs, config, .. } = *intent;
        if secs >= state.waits_until {
            return intent.wanted;
        }
        let (_, upward) = split(intent.wanted, config.up);
        let back = if secs < state.back_until {
            let length = f64::from(self.back_mps) * f64::from(config.step_secs);
            DVec3::from_array(state.back) * length
        } else {
            DVec3::ZERO
        };
        (back + upward).as_vec3().to_array()
    }

    /// Updates the state after a move. `is_person` returns whether an obstacle is a person who also yields.
    pub fn learn(
        &self,
        state: &mut YieldState,
        intent: &Intent<'_>,
        moved: &MoveResult<'_>,
        is_person: impl Fn(ObstacleId) -> bool,
    ) {
        let Intent {
            me,
            secs,
            wanted,
            from,
            config,
        } = *intent;
        let (level, _) = split(wanted, config.up);
        let length = level.length();
        if secs < state.waits_until || length <= 0.0 {
            return;
        }
        let ahead = level / length;
        let position = DVec3::from_array(moved.state.position);
        let progress = (position - DVec3::from_array(from)).dot(ahead) / length;
        let step = f64::from(config.step_secs);
        state.blocked_secs = if progress < BLOCKED {
            state.blocked_secs + step
        } else {
            larger(state.blocked_secs - 2.0 * step, 0.0)
        };
        let chance = |salt| self.chance(me, state.yields, salt);
        let [patience, side] = [chance(1), chance(2)];
        if state.blocked_secs <= f64::from(self.patience_secs) * (0.5 + patience) {
            return;
        }
        state.blocked_secs = 0.0;
        state.yields += 1;
        if position.distance(DVec3::from_array(state.at)) > FREE_M {
            (state.again, state.at) = (0, moved.state.position);
        }
        let rank = |id| self.chance(id, epoch(secs, self.rank_secs), 3);
        let persons = moved
            .contacts
            .iter()
            .filter(|contact| is_person(contact.obstacle));
        let (mut is_behind, mut is_lower) = (false, false);
        for contact in persons {
            let cosine = -Vec3::from_array(contact.normal).as_dvec3().dot(ahead);
            is_behind |= cosine > AHEAD;
            is_lower |= cosine > BESIDE && rank(contact.obstacle) > rank(me);
        }
        let secs_waiting = if is_behind {
            let times = if state.again > 0 { 2.0 } else { 1.0 };
            state.again = state.again.saturating_add(1);
            self.behind_secs * times
        } else if is_lower {
            self.beside_secs
        } else {
            return;
        };
        state.waits_until = secs + f64::from(secs_waiting);
        state.back_until = secs + f64::from(self.back_secs);
        let turn = if is_behind {
            0.0
        } else {
            (to_f32(side) - 0.5) * SPREAD_RAD
        };
        let up = unit_up(config.up);
        let (sine, cosine) = (f64::from(maths::sin(turn)), f64::from(maths::cos(turn)));
        let back = -ahead * cosine + up.cross(-ahead) * sine;
        state.back = back.to_array();
    }

    /// Returns a number in [0, 1) that depends on the seed, a person, a count and its use.
    fn chance(&self, id: ObstacleId, count: u64, salt: u64) -> f64 {
        let mut bits = self.seed ^ id.to_bits().rotate_left(17) ^ count.rotate_left(40) ^ salt;
        for factor in [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb] {
            bits = (bits ^ (bits >> 30)).wrapping_add(0x9e37_79b9_7f4a_7c15);
            bits = bits.wrapping_mul(factor);
        }
        bits ^= bits >> 31;
        #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
        let share = (bits >> 11) as f64;
        share * SHARE
    }
}

fn unit_up(up: [f32; 3]) -> DVec3 {
    DVec3::from_array(up.map(f64::from)).normalize_or_zero()
}

/// Returns the parts of a displacement across up and along it.
fn split(displacement: [f32; 3], up: [f32; 3]) -> (DVec3, DVec3) {
    let (all, up) = (Vec3::from_array(displacement).as_dvec3(), unit_up(up));
    let upward = up * all.dot(up);
    (all - upward, upward)
}

/// Returns the number of a period of a clock.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a clock does not run before 0 or for 10^19 periods"
)]
fn epoch(secs: f64, period: f32) -> u64 {
    (secs / f64::from(period)) as u64
}
