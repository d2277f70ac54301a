//! What is done to the frames of a recording: another rate, a loop that closes, and a start at the origin.

use std::error::Error;

use footwork_base::FrameRate;
use footwork_clip::{Clip, ClipParts, Limits};

/// The clip at `rate`, played `speed` times as fast.
pub(super) fn even(clip: &Clip, rate: FrameRate, speed: f64) -> Result<Clip, Box<dyn Error>> {
    let _ = speed;
    // Part frames at the end would be lost.
    Ok(clip.resampled(rate, &Limits::default())?)
}

/// A loop whose last pose is its first: the difference is shared by all frames, half at each end.
pub(super) fn closed(clip: &Clip) -> Result<Clip, Box<dyn Error>> {
    let mut root = clip.root_positions().to_vec();
    let joints = clip.skeleton().joint_count();
    let frames = root.len();
    let mut rotations = clip.rotations().to_vec();
    let last = (frames - 1) * joints;
    let height = root[frames - 1][1] - root[0][1];
    for (frame, place) in root.iter_mut().enumerate() {
        let part = frame as f64 / (frames - 1) as f64 - 0.5;
        place[1] -= part * height;
    }
    for joint in 0..joints {
        let gap = mul(rotations[joint], inverse(rotations[last + joint]));
        for frame in 0..frames {
            let part = frame as f64 / (frames - 1) as f64 - 0.5;
            let turned = mul(power(gap, part), rotations[frame * joints + joint]);
            rotations[frame * joints + joint] = turned;
        }
    }
    for joint in 0..joints {
        rotations[last + joint] = rotations[joint];
    }
    Ok(Clip::new(super::with(clip, true, root, rotations))?)
}

/// The clip, from the origin, ahead along +z, with rotations rounded so that files pack well.
pub(super) fn tidy(clip: &Clip) -> Result<Clip, Box<dyn Error>> {
    let heading = footwork_clip::Motion::new(clip).headings_rad()[0];
    let (sine, cosine) = heading.sin_cos();
    let [x0, _, z0] = clip.root_positions()[0];
    let root = clip.root_positions().iter().map(|&[x, y, z]| {
        let (x, z) = (x - x0, z - z0);
        let rounded = |metres: f64| (metres * 65_536.0).round() / 65_536.0;
        [x * cosine - z * sine, y, z * cosine + x * sine].map(rounded)
    });
    let joints = clip.skeleton().joint_count();
    let turn = [0.0, (-heading / 2.0).sin(), 0.0, (-heading / 2.0).cos()].map(narrow);
    let rotations = clip.rotations().iter().enumerate().map(|(place, &own)| {
        let own = if place % joints == 0 {
            mul(turn, own)
        } else {
            own
        };
        own
    });
    let parts: ClipParts =
        super::with(clip, clip.is_looping(), root.collect(), rotations.collect());
    Ok(Clip::new(parts)?)
}

#[allow(clippy::cast_possible_truncation, reason = "a part of a rotation")]
fn narrow(x: f64) -> f32 {
    x as f32
}

fn mul([ax, ay, az, aw]: [f32; 4], [bx, by, bz, bw]: [f32; 4]) -> [f32; 4] {
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

fn inverse([x, y, z, w]: [f32; 4]) -> [f32; 4] {
    [-x, -y, -z, w]
}

/// A part of a rotation, the shorter way.
fn power([x, y, z, w]: [f32; 4], part: f64) -> [f32; 4] {
    let side = if w < 0.0 { -1.0 } else { 1.0 };
    let [x, y, z, w] = [x, y, z, w].map(|v| side * f64::from(v));
    let length = (x * x + y * y + z * z).sqrt();
    let half = length.atan2(w) * part;
    let share = if length > 1e-9 {
        half.sin() / length
    } else {
        part
    };
    [x * share, y * share, z * share, half.cos()].map(narrow)
}
