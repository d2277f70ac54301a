//! Changes to the frames of a recording: another rate, a loop that closes, and a start at the origin.

use std::error::Error;

use footwork_base::{FrameRate, Id};
use footwork_clip::{Clip, ClipParts};

/// Returns the clip at the rate at which `frames` frames at 60 fps last as long as the clip.
pub(super) fn lasting(clip: &Clip, frames: u32) -> Result<Clip, Box<dyn Error>> {
    let rate: FrameRate = format!("{}/{}", 60 * (clip.frame_count() - 1), frames - 1).parse()?;
    let mut parts = open_parts(clip);
    parts.rate = rate;
    Ok(Clip::new(parts)?)
}

/// Returns the clip without its loop flag.
pub(super) fn open(clip: &Clip) -> Result<Clip, Box<dyn Error>> {
    Ok(Clip::new(open_parts(clip))?)
}

fn open_parts(clip: &Clip) -> ClipParts {
    let (root, rotations) = (clip.root_positions(), clip.rotations());
    super::with(clip, false, root.to_vec(), rotations.to_vec())
}

/// Returns a loop whose last pose equals its first, turned by the angle by which the clip turns. The difference between
/// the poses is spread over all frames, half of it at each end. If `stands` is set, the loop also returns to its
/// initial position and heading.
pub(super) fn closed(clip: &Clip, stands: bool) -> Result<Clip, Box<dyn Error>> {
    let mut root = clip.root_positions().to_vec();
    let joints = clip.skeleton().joint_count();
    let frames = root.len();
    let mut rotations = clip.rotations().to_vec();
    let last = (frames - 1) * joints;
    let headings_rad = footwork_clip::Motion::new(clip).headings_rad().to_vec();
    let turn_rad = if stands {
        0.0
    } else {
        headings_rad[frames - 1] - headings_rad[0]
    };
    let axes = if stands { &[0, 1, 2][..] } else { &[1] };
    let part = |frame: usize| frame as f64 / (frames - 1) as f64 - 0.5;
    for &axis in axes {
        let way = root[frames - 1][axis] - root[0][axis];
        for (frame, place) in root.iter_mut().enumerate() {
            place[axis] -= part(frame) * way;
        }
    }
    for joint in 0..joints {
        // In world space, the root turns about +y.
        let turn = about_y(if joint == 0 { turn_rad } else { 0.0 });
        let end = mul(inverse(turn), rotations[last + joint]);
        let gap = mul(rotations[joint], inverse(end));
        for frame in 0..frames {
            // The gap is a rotation relative to the heading of the first frame. So each frame is turned into that
            // heading, given its share of the gap, and turned back.
            let back = about_y(match joint {
                0 => headings_rad[frame] - headings_rad[0],
                _ => 0.0,
            });
            let back = if stands { about_y(0.0) } else { back };
            let own = mul(inverse(back), rotations[frame * joints + joint]);
            let own = mul(power(gap, part(frame)), own);
            rotations[frame * joints + joint] = mul(back, own);
        }
        rotations[last + joint] = mul(turn, rotations[joint]);
    }
    Ok(Clip::new(super::with(clip, true, root, rotations))?)
}

/// The angle, in radians, by which a shin may lean ahead of its thigh before the knee is straightened. After
/// straightening, the shin leans by less than twice this angle.
const MAX_AHEAD_RAD: f32 = 0.03;

/// Returns the clip with backward-bent knees straightened. The speed at which the knees bend does not jump.
pub(super) fn knees_unbroken(clip: &Clip) -> Result<Clip, Box<dyn Error>> {
    let mut rotations = clip.rotations().to_vec();
    let joints = clip.skeleton().joint_count();
    for (joint, _) in (clip.skeleton().iter()).filter(|(_, joint)| joint.name.ends_with("tLeg")) {
        for own in rotations.iter_mut().skip(joint.index()).step_by(joints) {
            // The direction of the shin in the space of the thigh. At rest, the shin hangs down.
            let [_, y, z] = turned(*own, [0.0, -1.0, 0.0]);
            let over_rad = libm::atan2f(z, -y) - MAX_AHEAD_RAD;
            if y < 0.0 && over_rad > 0.0 {
                let left_rad = -MAX_AHEAD_RAD * libm::expm1f(-over_rad / MAX_AHEAD_RAD);
                let half_rad = 0.5 * (over_rad - left_rad);
                let back = [libm::sinf(half_rad), 0.0, 0.0, libm::cosf(half_rad)];
                *own = mul(back, *own);
            }
        }
    }
    let (root, looping) = (clip.root_positions().to_vec(), clip.is_looping());
    Ok(Clip::new(super::with(clip, looping, root, rotations))?)
}

fn turned(by: [f32; 4], [x, y, z]: [f32; 3]) -> [f32; 3] {
    let [x, y, z, _] = mul(mul(by, [x, y, z, 0.0]), inverse(by));
    [x, y, z]
}

/// Returns a rotation about +y.
fn about_y(angle_rad: f64) -> [f32; 4] {
    [
        0.0,
        libm::sin(0.5 * angle_rad),
        0.0,
        libm::cos(0.5 * angle_rad),
    ]
    .map(narrow)
}

/// Returns the clip moved to start at the origin and face +z, with rotations rounded so that files compress well.
pub(super) fn tidy(clip: &Clip) -> Result<Clip, Box<dyn Error>> {
    let heading = footwork_clip::Motion::new(clip).headings_rad()[0];
    let (sine, cosine) = libm::sincos(heading);
    let [x0, _, z0] = clip.root_positions()[0];
    let root = clip.root_positions().iter().map(|&[x, y, z]| {
        let (x, z) = (x - x0, z - z0);
        let rounded = |metres: f64| (metres * 65_536.0).round() / 65_536.0;
        [x * cosine - z * sine, y, z * cosine + x * sine].map(rounded)
    });
    let joints = clip.skeleton().joint_count();
    let turn = about_y(-heading);
    let rotations = clip.rotations().iter().enumerate().map(|(place, &own)| {
        if place % joints == 0 {
            mul(turn, own)
        } else {
            own
        }
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

/// Returns `part` of a rotation, along the shorter arc.
fn power([x, y, z, w]: [f32; 4], part: f64) -> [f32; 4] {
    let side = if w < 0.0 { -1.0 } else { 1.0 };
    let [x, y, z, w] = [x, y, z, w].map(|v| side * f64::from(v));
    let length = (x * x + y * y + z * z).sqrt();
    let half = libm::atan2(length, w) * part;
    let share = if length > 1e-9 {
        libm::sin(half) / length
    } else {
        part
    };
    [x * share, y * share, z * share, libm::cos(half)].map(narrow)
}
