//! The speed and the path of a body over the ground, and the joint that carries it.

use std::borrow::Cow;

use footwork_base::{FrameRange, Id, Role};
use footwork_clip::{Channel, Clip, JointId, Motion, RootMeasure};
use glam::{DQuat, DVec3};

use super::seam_gap::{above, local_turn, place};

/// Returns the mean speed over the ground in m/s.
pub(super) fn speed(
    motion: &Motion<'_>,
    range: FrameRange,
    in_place: bool,
) -> Result<f64, Cow<'static, str>> {
    if range.frame_count() < 2 {
        return Err("one frame has no speed".into());
    }
    let measure = if in_place {
        RootMeasure::GaitSpeed
    } else {
        RootMeasure::Speed
    };
    let speeds = motion.channel(&Channel::Root(measure));
    let speeds = speeds.map_err(|error| error.to_string())?;
    let frames = range.start() as usize..range.stop() as usize;
    let frames = speeds.get(frames).unwrap_or_default();
    let sum: f64 = frames.iter().map(|&speed| f64::from(speed)).sum();
    Ok(sum / f64::from(range.frame_count()))
}

/// Returns the mean turn rate in degrees per second, positive to the left.
pub(super) fn turn_rate(motion: &Motion<'_>, range: FrameRange) -> Result<f64, Cow<'static, str>> {
    if range.frame_count() < 2 {
        return Err("one frame has no turn rate".into());
    }
    let heading = |frame: u32| motion.headings_rad().get(frame as usize).copied();
    let [first, last] = [range.start(), range.stop() - 1].map(|f| heading(f).unwrap_or_default());
    let secs = f64::from(range.frame_count() - 1) * motion.clip().rate().period_secs();
    Ok((last - first).to_degrees() / secs)
}

/// Returns the last position of the travelling joint relative to its first position and heading: left, up and ahead, in
/// metres.
pub(super) fn travel(motion: &Motion<'_>, range: FrameRange) -> [f64; 3] {
    let joint = motion.clip().travelling_joint();
    let [from, to] = [range.start(), range.stop() - 1].map(|frame| place(motion, frame, joint));
    let heading = motion.headings_rad().get(range.start() as usize);
    let (sin, cos) = libm::sincos(heading.copied().unwrap_or_default());
    let way = to - from;
    [way.x * cos - way.z * sin, way.y, way.x * sin + way.z * cos]
}

/// The reason that a clip has no root travel: no joint is above its hips.
pub(crate) const NO_ROOT: &str = "it has no joint above the hips";

/// Returns the hips; if the travelling joint is below the hips, or the hips are unknown, the travelling joint. In a
/// clip with extracted root motion, the travelling joint is the root, so it cannot replace the hips.
fn hips(clip: &Clip) -> JointId {
    let travelling = clip.travelling_joint();
    let above = above(clip, travelling);
    match clip.skeleton().roles().joint(Role::Hips) {
        Some(hips) if above.get(hips.index()) == Some(&false) => hips,
        _ => travelling,
    }
}

/// Returns the root joint that carries the hips; `None` if the hips have no such joint.
fn root_joint(clip: &Clip) -> Option<JointId> {
    let above = above(clip, hips(clip));
    (above.first() == Some(&true)).then(|| JointId::new(0))
}

/// Returns the largest distance of the root joint from its first place, over the ground, in metres.
pub(super) fn root_travel(
    motion: &Motion<'_>,
    range: FrameRange,
) -> Result<f64, Cow<'static, str>> {
    let root = root_joint(motion.clip()).ok_or(NO_ROOT)?;
    Ok(farthest(range, |frame| place(motion, frame, root)))
}

/// Returns the largest distance of the hips from their first place, over the ground, in metres. If there is a root
/// joint, places are relative to it.
pub(super) fn hips_travel(motion: &Motion<'_>, range: FrameRange) -> f64 {
    let clip = motion.clip();
    let hips = hips(clip);
    let Some(root) = root_joint(clip) else {
        return farthest(range, |frame| place(motion, frame, hips));
    };
    // The root's axes may point anywhere, so the first frame defines the ground in its space.
    let first: DQuat = local_turn(clip, range.start(), root);
    farthest(range, |frame| {
        let way = place(motion, frame, hips) - place(motion, frame, root);
        first * (local_turn(clip, frame, root).conjugate() * way)
    })
}

/// Returns the largest horizontal distance of `place` from its value on the first frame.
fn farthest(range: FrameRange, place: impl Fn(u32) -> DVec3) -> f64 {
    let first = place(range.start());
    let ways = (range.start()..range.stop()).map(|frame| {
        let way = place(frame) - first;
        libm::hypot(way.x, way.z)
    });
    ways.fold(0.0, f64::max)
}
