//! How people in a jam give way to each other.
//!
//! Bodies that all press towards the same gap wedge each other. Each is blocked by two others, so none moves, like
//! grains in a funnel. Real people do not press forever. By this rule, a blocked person stops pressing and steps back a
//! little. The person waits a longer time behind a person who is ahead, and only a short time next to a person of a
//! higher rank. Ranks change every half second. They follow from a seed and the ids of both people, so two people never
//! wait for each other for long. The people in front walk on through the room that those behind leave.
//!
//! Obstacles that do not move hold an arch up. So a person who touches a wall, or any other obstacle that is not a
//! person, steps back farther the longer it has made no progress, and also to the side. Sooner or later one such person
//! moves out from under the arch. Other people do not step back farther, because the whole crowd would sway. If they
//! make no progress for many seconds, as before a closed door, they wait longer instead.
//!
//! The rule changes only the wanted displacement, not the motion of bodies. A game that does not call the rule has no
//! yielding.

use footwork_base::{maths, to_f32};
use glam::{DVec3, Vec3};

use crate::mover::{MoveConfig, MoveResult};
use crate::obstacle_id::ObstacleId;
use crate::vector::{larger, smaller};

/// A person is blocked if it covers less than this share of a wanted move.
const BLOCKED: f64 = 0.2;

/// Another person is ahead if the cosine of the angle between the wanted move and the direction to that person is
/// larger than this: 60°.
const AHEAD: f64 = 0.5;

/// Another person is behind, and does not matter, if this cosine is smaller than this.
const BESIDE: f64 = -0.2;

/// The distance ahead, in metres, after which a person has left the jam: it counts from the place of the first wait.
const FREE_M: f64 = 0.15;

/// A surface is a wall, and neither ground nor ceiling, if its normal's component along up has an absolute value
/// smaller than this: 45°.
const WALL: f64 = 0.7;

/// The time without progress, in seconds, after which a person at a wall steps back for twice as long. After each
/// further such time, the duration grows by the same amount. After the first such time, the direction also varies for a
/// person behind another.
const GROWTH_SECS: f64 = 3.0;

/// The longest duration of stepping back at a wall, as a multiple of the first duration.
const MAX_GROWTH: f64 = 8.0;

/// The time without progress, in seconds, after which the waits of a person who touches no wall grow.
const RESIGNED_SECS: f64 = 8.0;

/// The time in which these waits grow by the length of the first wait, in seconds.
const LONGER_SECS: f64 = 5.0;

/// The longest such wait, as a multiple of the first wait.
const MAX_WAITS: f64 = 5.0;

/// The width of the range of directions in which a person next to others steps back, in radians.
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
/// // The person stepped back from the person ahead.
/// assert!(yields.is_waiting(0.5) && state.position[0] < -0.03);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Yielding {
    /// The seed of ranks, and of times and directions that vary.
    pub seed: u64,
    /// How long a blocked person presses before it yields, in seconds. Chance makes it half to one and a half times as
    /// long.
    pub patience_secs: f32,
    /// How long a person steps back, in seconds. Chance makes it half to one and a half times as long. For a person at
    /// a wall without progress, it is up to eight times as long.
    pub back_secs: f32,
    /// The speed of stepping back, in m/s.
    pub back_mps: f32,
    /// How long a person waits behind others, including stepping back, in seconds. Chance makes it half to one and a
    /// half times as long. Without progress, the second wait is twice as long, and after many seconds a wait is up to
    /// five times as long.
    pub behind_secs: f32,
    /// How long a person waits next to others, including stepping back, in seconds.
    pub beside_secs: f32,
    /// How long ranks stay the same, in seconds.
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
    /// The number of times that the person has yielded.
    yields: u64,
    /// How long the person has been blocked or waiting since its last progress, in seconds.
    stuck_secs: f64,
    /// The position of the first wait since the last progress.
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
    /// The position before the move, in metres.
    pub from: [f64; 3],
    /// The settings of the move.
    pub config: &'a MoveConfig,
}

/// The surroundings of a blocked person.
#[derive(Clone, Copy, Debug, Default)]
struct Around {
    /// Whether a person is ahead.
    is_behind: bool,
    /// Whether a person with a higher rank is ahead or at the side.
    is_lower: bool,
    /// Whether the person touches an upright obstacle that is not a person.
    is_at_wall: bool,
}

impl Around {
    /// Returns the length of a wait behind others, as a multiple of the first wait.
    fn times(self, stuck_secs: f64) -> f64 {
        let longer = larger(stuck_secs - RESIGNED_SECS, 0.0) / LONGER_SECS;
        match self.is_at_wall {
            _ if stuck_secs <= 0.0 => 1.0,
            true => 2.0,
            false => smaller(2.0 + longer, MAX_WAITS),
        }
    }
}

impl Yielding {
    /// Returns the displacement to pass to a move: the wanted displacement or, while the person yields, a step back or
    /// none. The component along [`MoveConfig::up`] is always that of the wanted displacement.
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
        let patience = f64::from(self.patience_secs) * (0.5 + self.chance(me, state.yields, 1));
        if state.blocked_secs <= patience {
            return;
        }
        let far = (position - DVec3::from_array(state.at)).dot(ahead);
        if far > FREE_M || state.yields == 0 {
            (state.stuck_secs, state.at) = (0.0, moved.state.position);
        }
        let around = self.around(intent, ahead, moved, is_person);
        let blocked_secs = std::mem::take(&mut state.blocked_secs);
        state.yields += 1;
        self.give_way(state, intent, ahead, around);
        state.stuck_secs += blocked_secs;
    }

    /// Returns the surroundings of a blocked person.
    fn around(
        &self,
        intent: &Intent<'_>,
        ahead: DVec3,
        moved: &MoveResult<'_>,
        is_person: impl Fn(ObstacleId) -> bool,
    ) -> Around {
        let rank = |id| self.chance(id, epoch(intent.secs, self.rank_secs), 3);
        let (up, mut around) = (unit_up(intent.config.up), Around::default());
        for contact in moved.contacts {
            let normal = Vec3::from_array(contact.normal).as_dvec3();
            if is_person(contact.obstacle) {
                let cosine = -normal.dot(ahead);
                around.is_behind |= cosine > AHEAD;
                around.is_lower |= cosine > BESIDE && rank(contact.obstacle) > rank(intent.me);
            } else {
                around.is_at_wall |= normal.dot(up).abs() < WALL;
            }
        }
        around
    }

    /// Begins to wait and to step back, unless `around` gives the blocked person no reason to yield.
    fn give_way(&self, state: &mut YieldState, intent: &Intent<'_>, ahead: DVec3, around: Around) {
        let chance = |salt| self.chance(intent.me, state.yields, salt);
        let [side, varied] = [chance(2), 0.5 + chance(4)];
        let stuck = state.stuck_secs;
        let growth = if around.is_at_wall {
            smaller(1.0 + stuck / GROWTH_SECS, MAX_GROWTH)
        } else {
            1.0
        };
        let back_secs = f64::from(self.back_secs) * growth * varied;
        let waits = if around.is_behind {
            f64::from(self.behind_secs) * around.times(stuck) * varied
        } else if around.is_lower {
            f64::from(self.beside_secs - self.back_secs) + back_secs
        } else {
            return;
        };
        let waits = larger(waits, back_secs);
        state.stuck_secs += waits;
        state.waits_until = intent.secs + waits;
        state.back_until = intent.secs + back_secs;
        let turn = if around.is_behind && !(around.is_at_wall && stuck > GROWTH_SECS) {
            0.0
        } else {
            (to_f32(side) - 0.5) * SPREAD_RAD
        };
        let up = unit_up(intent.config.up);
        let (sine, cosine) = (f64::from(maths::sin(turn)), f64::from(maths::cos(turn)));
        let back = -ahead * cosine + up.cross(-ahead) * sine;
        state.back = back.to_array();
    }

    /// Returns a number in [0, 1) that depends on the seed, a person, a count and `salt`, which differs for each use.
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

/// Returns the component of a displacement across up, and the component along it.
fn split(displacement: [f32; 3], up: [f32; 3]) -> (DVec3, DVec3) {
    let (all, up) = (Vec3::from_array(displacement).as_dvec3(), unit_up(up));
    let upward = up * all.dot(up);
    (all - upward, upward)
}

/// Returns the index of the period that contains `secs`.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a clock does not run before 0 or for 10^19 periods"
)]
fn epoch(secs: f64, period: f32) -> u64 {
    (secs / f64::from(period)) as u64
}
