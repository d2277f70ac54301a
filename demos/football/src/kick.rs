//! Plans kicks ahead. A plan chooses the kick clip and the contact time for which the body is best placed. During the
//! kick, the root drifts a little and the leg reaches, to correct the remaining error.

use footwork::matching::{Filter, PoseSpan, Twins};
use footwork_base::FrameRange;

use crate::ball::Ball;
use crate::cast::Cast;
use crate::event::KickKind;
use crate::flat::{self, Flat};
use crate::intent::KickWish;
use crate::kicks::{KickClip, MIN_LEAD};
use crate::setup::FRAME_SECS;

/// The longest lead, which is the number of frames from now to the contact. Every second lead is tried.
const MAX_LEAD: u32 = 38;
/// The maximum drift of the root for a contact that is due now.
const DRIFT_M: f64 = 0.12;
/// The rate at which the maximum drift grows with the time to the contact.
const DRIFT_MPS: f64 = 1.2;
/// The maximum turn of the root for a contact that is due now.
const TURN_RAD: f64 = 0.2;
/// The rate at which the maximum turn grows with the time to the contact.
const TURN_RADPS: f64 = 1.4;
/// The largest angle between the direction of the kick and the motion of the foot. Beyond it, the foot would meet the
/// ball with the wrong side.
const SIDE_RAD: f64 = 1.1;
/// The greatest height of a ball that can be kicked.
const HIGH_M: f64 = 0.4;
/// The cost of planning a different kick than before.
const OTHER_COST: f64 = 0.7;
/// The number of frames on each side of the planned frame that the search may choose.
const SPARE_FRAMES: u32 = 1;

/// A possible kick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct KickPlan {
    /// The kick, by its index in the cast.
    pub(crate) kick: usize,
    /// The frame at which to begin.
    pub(crate) frame: u32,
    /// The heading of the root at the contact.
    pub(crate) heading_rad: f64,
    /// The place where the root should be now.
    pub(crate) root_m: Flat,
    /// The heading that the root should have there.
    pub(crate) start_heading_rad: f64,
    /// Whether drift, turn and reach can correct the remaining error.
    pub(crate) is_within_reach: bool,
    cost: f64,
}

/// The placement and velocity of a footballer about to kick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stance {
    pub(crate) at: Flat,
    pub(crate) heading_rad: f64,
    pub(crate) velocity_mps: Flat,
}

/// Returns the best plan for a kick that begins now; `None` if the ball cannot be kicked at all. `before` is the kick
/// of the previous plan, which is preferred: a footballer that changes feet with every step gets nowhere.
pub(crate) fn plan(
    cast: &Cast,
    ball: &Ball,
    stance: &Stance,
    wish: &KickWish,
    before: Option<usize>,
) -> Option<KickPlan> {
    let wants_shot = !matches!(wish.kind, KickKind::Pass | KickKind::Through);
    let mut best: Option<KickPlan> = None;
    for lead in (MIN_LEAD..=MAX_LEAD).step_by(2) {
        let secs = f64::from(lead) * FRAME_SECS;
        let at = ball.position_at(ball.secs() + secs);
        if at[1] > HIGH_M {
            continue;
        }
        let met = Met {
            lead,
            ball: flat::below(at),
            aim_rad: flat::heading(flat::sub(flat::below(wish.to), flat::below(at))),
        };
        for (place, kick) in cast.kicks().iter().enumerate() {
            let Some(mut plan) = met.plan(place, kick, stance, best.as_ref()) else {
                continue;
            };
            plan.cost += if kick.is_shot == wants_shot { 0.0 } else { 0.3 };
            let is_other = before.is_some_and(|before| before != place);
            plan.cost += if is_other { OTHER_COST } else { 0.0 };
            let rank = |plan: &KickPlan| (!plan.is_within_reach, plan.cost);
            let is_better = best.as_ref().is_none_or(|best| {
                let (a, b) = (rank(&plan), rank(best));
                (a.0, a.1) < (b.0, b.1)
            });
            if is_better {
                best = Some(plan);
            }
        }
    }
    best
}

/// The place and the time at which the foot would meet the ball.
struct Met {
    lead: u32,
    ball: Flat,
    aim_rad: f64,
}

impl Met {
    /// Plans one kick. `None` if the clip has too few frames before the contact, or if the plan could not beat `best`.
    fn plan(
        &self,
        place: usize,
        kick: &KickClip,
        stance: &Stance,
        best: Option<&KickPlan>,
    ) -> Option<KickPlan> {
        let frame = kick.contact - f64::from(self.lead);
        if frame < f64::from(kick.first) {
            return None;
        }
        let secs = f64::from(self.lead) * FRAME_SECS;
        let (way, turn) = kick.way_from(frame);
        let most_m = DRIFT_M + DRIFT_MPS * secs;
        let reaches_m = flat::length(way) + flat::length(kick.ball_m);
        let least_m = flat::distance(self.ball, stance.at) - reaches_m;
        let is_beaten = |best: &KickPlan| best.is_within_reach || best.cost <= least_m / most_m;
        if least_m > most_m && best.is_some_and(is_beaten) {
            return None;
        }
        let ideal = self.aim_rad - kick.foot_heading_rad - turn;
        let off = flat::wrapped(ideal - stance.heading_rad);
        let most_rad = TURN_RAD + TURN_RADPS * secs;
        let turned = off.clamp(-most_rad, most_rad);
        let side = (off - turned).abs();
        let turned_rad = stance.heading_rad + turned;
        // Returns the place that the root needs for a start with this heading.
        let root_m = |start_rad: f64| {
            let ball_m = flat::to_pitch(start_rad + turn, kick.ball_m);
            flat::sub(flat::sub(self.ball, ball_m), flat::to_pitch(start_rad, way))
        };
        let drift = flat::distance(root_m(turned_rad), stance.at);
        let speed = flat::to_pitch(turned_rad, kick.speed_at(frame));
        let jerk = flat::distance(speed, stance.velocity_mps);
        Some(KickPlan {
            kick: place,
            frame: whole(frame),
            heading_rad: turned_rad + turn,
            root_m: root_m(stance.heading_rad + off),
            start_heading_rad: stance.heading_rad + off,
            is_within_reach: drift <= most_m && side <= SIDE_RAD,
            cost: drift / most_m + 0.8 * side + 0.3 * turned.abs() + 0.1 * jerk,
        })
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a frame of a clip, from 0"
)]
fn whole(frame: f64) -> u32 {
    frame.round().max(0.0) as u32
}

impl KickPlan {
    /// Returns a filter for the poses from which the kick can begin: poses of its clip around the planned frame.
    pub(crate) fn filter(&self, cast: &Cast) -> Filter {
        let index = cast.index();
        let kick = &cast.kicks()[self.kick];
        // Spans count frames at the rate of their clip.
        let rate = index.clips()[footwork_base::Id::index(kick.clip)].rate();
        let per_frame = rate.as_f64() / index.schema().rate().as_f64();
        let at = |frame: u32| whole(f64::from(frame) * per_frame);
        let start = at(self.frame.saturating_sub(SPARE_FRAMES));
        let frames = FrameRange::new(start, at(self.frame + SPARE_FRAMES) + 1);
        let span = frames.map(|frames| PoseSpan {
            clip: kick.clip,
            frames,
            twins: Twins::Both,
        });
        Filter::masked(index, span)
    }
}
