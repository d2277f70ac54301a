//! How fast and where a body travels, and which joint carries it.

use std::borrow::Cow;

use footwork_base::FrameRange;
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

/// Returns how far the travelling joint gets to the left, up, and ahead, in metres.
pub(super) fn travel(motion: &Motion<'_>, range: FrameRange) -> [f64; 3] {
    let joint = motion.clip().travelling_joint();
    let [from, to] = [range.start(), range.stop() - 1].map(|frame| place(motion, frame, joint));
    let heading = motion.headings_rad().get(range.start() as usize);
    let (sin, cos) = libm::sincos(heading.copied().unwrap_or_default());
    let way = to - from;
    [way.x * cos - way.z * sin, way.y, way.x * sin + way.z * cos]
}

/// Returns the root joint that carries the travelling one.
pub(super) fn root_joint(clip: &Clip) -> Result<JointId, Cow<'static, str>> {
    let above = above(clip, clip.travelling_joint());
    match above.first() {
        Some(true) => Ok(JointId::new(0)),
        _ => Err("it has no joint above the travelling one".into()),
    }
}

/// Returns how far the root joint gets over the ground, in metres.
pub(super) fn root_travel(
    motion: &Motion<'_>,
    range: FrameRange,
) -> Result<f64, Cow<'static, str>> {
    let root = root_joint(motion.clip())?;
    let [from, to] = [range.start(), range.stop() - 1].map(|frame| place(motion, frame, root));
    Ok(horizontal(to - from))
}

/// Returns how far the travelling joint gets over the ground, seen from the root joint, in metres.
pub(super) fn hips_travel(
    motion: &Motion<'_>,
    range: FrameRange,
) -> Result<f64, Cow<'static, str>> {
    let clip = motion.clip();
    let root = root_joint(clip)?;
    let hips = clip.travelling_joint();
    let [from, to] = [range.start(), range.stop() - 1].map(|frame| {
        let way = place(motion, frame, hips) - place(motion, frame, root);
        local_turn(clip, frame, root).conjugate() * way
    });
    // The axes of the root may point anywhere, so the ground is taken at the first frame.
    let first: DQuat = local_turn(clip, range.start(), root);
    Ok(horizontal(first * (to - from)))
}

fn horizontal(way: DVec3) -> f64 {
    libm::hypot(way.x, way.z)
}
