//! The motion of a clip for the player of a report: joint positions as 16-bit numbers in base64.

use footwork_clip::Motion;
use serde::Serialize;

/// The highest rate of stored frames, per second; the eye sees no difference above. Rates below twice this are stored
/// whole.
const RATE: f64 = 30.0;

/// Joint positions, frame by frame.
#[derive(Serialize)]
pub(super) struct Played {
    /// The parent of each joint; -1 for a root.
    parents: Vec<i64>,
    /// The sides of joints: 1 left, 2 right, 0 neither.
    sides: Vec<u8>,
    names: Vec<String>,
    /// The step between stored frames: frames 0, `every`, 2 · `every` and so on are stored.
    every: u32,
    /// The lowest corner of the motion, in metres.
    low: [f64; 3],
    /// The unit of the stored numbers, in metres.
    step: f64,
    /// The positions of each joint in each stored frame, in steps from `low`: x, y, z as little-endian `u16`, in
    /// base64.
    places: String,
}

/// Returns the size of a clip's motion in bytes of base64, if every `every`-th frame is stored.
pub(super) fn size(joints: usize, frames: u32, every: u32) -> usize {
    joints * 8 * frames.div_ceil(every.max(1)) as usize
}

/// Returns the step between stored frames that keeps at least 30 of them per second; 1 for rates below 60.
pub(super) fn stride(rate: f64) -> u32 {
    footwork::base::to_u32((rate / RATE).floor()).max(1)
}

/// Returns the motion of a clip with every `every`-th frame.
pub(super) fn played(motion: &Motion<'_>, every: u32) -> Played {
    let skeleton = motion.clip().skeleton();
    let rows = || motion.positions().frames().step_by(every.max(1) as usize);
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for place in rows().flatten() {
        for axis in 0..3 {
            low[axis] = low[axis].min(place[axis]);
            high[axis] = high[axis].max(place[axis]);
        }
    }
    let reach = (0..3)
        .map(|axis| high[axis] - low[axis])
        .fold(1e-6, f64::max);
    let step = reach / f64::from(u16::MAX);
    let mut bytes = Vec::new();
    for place in rows().flatten() {
        for axis in 0..3 {
            let steps = footwork::base::to_u32((place[axis] - low[axis]) / step);
            let steps = u16::try_from(steps).unwrap_or(u16::MAX);
            bytes.extend(steps.to_le_bytes());
        }
    }
    let parent = |joint: &footwork_clip::Joint| {
        joint.parent.map_or(-1, |parent| {
            let index: usize = footwork::base::Id::index(parent);
            i64::try_from(index).unwrap_or(-1)
        })
    };
    let sides = skeleton.sides().into_iter().map(|side| match side {
        Some(footwork_clip::Side::Left) => 1,
        Some(footwork_clip::Side::Right) => 2,
        None => 0,
    });
    Played {
        parents: skeleton.joints().iter().map(parent).collect(),
        sides: sides.collect(),
        names: skeleton.joints().iter().map(|j| j.name.clone()).collect(),
        every: every.max(1),
        low,
        step,
        places: base64(&bytes),
    }
}

/// Encodes bytes as RFC 4648 base64.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let part = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = part(0) << 16 | part(1) << 8 | part(2);
        for digit in 0..4usize {
            if digit > three.len() {
                text.push('=');
                continue;
            }
            let index = (bits >> (18 - 6 * digit)) & 63;
            text.push(char::from(DIGITS[index as usize]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_that_of_the_rfc() {
        for (bytes, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), expected);
        }
    }
}
