//! The law of the writer: reading a written file gives the clip back.

use footwork_base::{FbxRange, Id, to_f32};
use footwork_clip::{Clip, FbxTake, Limits, Pose, Skeleton, read_fbx, write_fbx};

/// The largest accepted error of a local position, in metres.
pub(crate) const MAX_M: f64 = 1e-4;
/// The largest accepted error of a local rotation on a frame, in degrees.
pub(crate) const MAX_DEGREES: f64 = 0.1;
/// The largest accepted error of a local rotation between frames, in degrees.
pub(crate) const MAX_BETWEEN_DEGREES: f64 = 0.55;

/// The largest accepted error of a local rotation between frames with unrelated poses, up to half a turn apart and next
/// to gimbal lock, in degrees.
pub(crate) const MAX_UNRELATED_DEGREES: f64 = 1.0;

/// The largest errors of a file read back.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Errors {
    pub(crate) metres: f64,
    pub(crate) degrees: f64,
    pub(crate) between_degrees: f64,
    pub(crate) bytes: usize,
}

impl Errors {
    pub(crate) fn max(self, other: Self) -> Self {
        Self {
            metres: self.metres.max(other.metres),
            degrees: self.degrees.max(other.degrees),
            between_degrees: self.between_degrees.max(other.between_degrees),
            bytes: self.bytes + other.bytes,
        }
    }
}

pub(crate) fn written(clip: &Clip) -> Vec<u8> {
    write_fbx(&[FbxTake { name: "Take", clip }], None).unwrap()
}

/// Returns the only clip of a file.
pub(crate) fn read(bytes: &[u8]) -> Clip {
    let document = read_fbx(bytes, None, FbxRange::default(), &Limits::default()).unwrap();
    assert!(document.rejected.is_empty(), "{:?}", document.rejected);
    let [animation] = document.animations.as_slice() else {
        panic!("{} animations", document.animation_count);
    };
    assert_eq!(animation.name, "Take");
    assert!(animation.findings.is_empty(), "{:?}", animation.findings);
    animation.clip.clone()
}

/// Writes a clip, reads it back, and checks that both are equal on every frame, and close to each other between frames.
pub(crate) fn assert_reads_back(clip: &Clip) -> Errors {
    let bytes = written(clip);
    let back = read(&bytes);
    assert_eq!(back.rate(), clip.rate());
    assert_eq!(back.frame_count(), clip.frame_count());
    let joints = joints_of(clip.skeleton(), back.skeleton());
    assert_same_rest(clip.skeleton(), back.skeleton(), &joints);
    let mut errors = Errors {
        bytes: bytes.len(),
        ..Errors::default()
    };
    for (own, other) in clip.poses().zip(back.poses()) {
        let (metres, degrees) = differences(clip.skeleton(), own, other, &joints);
        errors.metres = errors.metres.max(metres);
        errors.degrees = errors.degrees.max(degrees);
    }
    errors.between_degrees = between(clip, &bytes, &joints);
    assert!(errors.metres <= MAX_M, "{errors:?}");
    assert!(errors.degrees <= MAX_DEGREES, "{errors:?}");
    errors
}

/// Returns, for each written joint, the joint that was read for it. Joints may share a name, so the parent and the
/// order among siblings count too.
pub(crate) fn joints_of(written: &Skeleton, read: &Skeleton) -> Vec<usize> {
    assert_eq!(written.joint_count(), read.joint_count());
    let mut is_free = vec![true; read.joint_count()];
    let mut found: Vec<usize> = Vec::new();
    for (index, joint) in written.joints().iter().enumerate() {
        let parent = joint.parent.map(|parent| found[parent.index()]);
        let mut same = read.joints().iter().enumerate().filter(|(at, other)| {
            let is_same = other.name == joint.name
                || joint.name.is_empty() && other.name.starts_with("node_");
            is_same && is_free[*at] && other.parent.map(Id::index) == parent
        });
        let (at, _) = same.next().unwrap_or_else(|| {
            panic!(
                "joint {index}, {:?}, is not below the same parent: {:?}",
                joint.name,
                read.joints()
            )
        });
        is_free[at] = false;
        found.push(at);
    }
    found
}

fn assert_same_rest(written: &Skeleton, read: &Skeleton, joints: &[usize]) {
    for (index, &at) in joints.iter().enumerate() {
        let (own, other) = (&written.joints()[index], &read.joints()[at]);
        for (a, b) in own.offset.iter().zip(other.offset) {
            assert!(
                (a - b).abs() <= 1e-6 * a.abs().max(1.0),
                "{own:?}, not {other:?}"
            );
        }
        if !own.is_end {
            let turns = (written.rest_rotations()[index], read.rest_rotations()[at]);
            assert!(
                degrees_between(turns.0, turns.1) < 0.001,
                "{own:?}: {turns:?}"
            );
        }
    }
}

/// Returns the largest differences of local positions in metres, and of local rotations in degrees.
fn differences(
    skeleton: &Skeleton,
    own: Pose<'_>,
    other: Pose<'_>,
    joints: &[usize],
) -> (f64, f64) {
    let (mut metres, mut degrees) = (0.0f64, 0.0f64);
    for (index, &at) in joints.iter().enumerate() {
        let rest = skeleton.joints()[index].offset;
        let place = |pose: Pose<'_>, joint: usize| match (joint, pose.translations) {
            (0, _) => pose.root_position,
            (_, Some(all)) => all[joint].map(f64::from),
            (_, None) => rest.map(f64::from),
        };
        let (a, b) = (place(own, index), place(other, at));
        let gap = a
            .iter()
            .zip(b)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max);
        metres = metres.max(gap);
        if !skeleton.joints()[index].is_end {
            degrees = degrees.max(degrees_between(own.rotations[index], other.rotations[at]));
        }
    }
    (metres, degrees)
}

pub(crate) fn degrees_between(a: [f32; 4], b: [f32; 4]) -> f64 {
    let [ax, ay, az, aw] = a.map(f64::from);
    let [bx, by, bz, bw] = b.map(f64::from);
    let x = aw * bx - ax * bw - ay * bz + az * by;
    let y = aw * by + ax * bz - ay * bw - az * bx;
    let z = aw * bz - ax * by + ay * bx - az * bw;
    let w = aw * bw + ax * bx + ay * by + az * bz;
    (2.0 * libm::atan2((x * x + y * y + z * z).sqrt(), w.abs())).to_degrees()
}

/// The factor on the clip's rate at which the file is read between frames.
const FINER: u32 = 7;

/// Reads the file at a higher rate, and returns the largest angle in degrees between a rotation and the shortest arc
/// between the frames around it. Returns 0 if the higher rate exceeds the limit of readers.
fn between(clip: &Clip, bytes: &[u8], joints: &[usize]) -> f64 {
    let finer = clip.rate().as_f64() * f64::from(FINER);
    if finer > 900.0 || clip.rate().denominator() != 1 {
        return 0.0;
    }
    let fine = read(&with_rate(bytes, finer));
    assert_eq!(fine.frame_count(), (clip.frame_count() - 1) * FINER + 1);
    let mut largest = 0.0f64;
    for frame in 0..clip.frame_count() - 1 {
        let (from, to) = (clip.pose(frame).unwrap(), clip.pose(frame + 1).unwrap());
        for step in 1..FINER {
            let pose = fine.pose(frame * FINER + step).unwrap();
            let part = f64::from(step) / f64::from(FINER);
            for (index, &at) in joints.iter().enumerate() {
                let ends = (from.rotations[index], to.rotations[index]);
                if clip.skeleton().joints()[index].is_end || is_half_a_turn(ends.0, ends.1) {
                    continue;
                }
                let arc = slerp(ends.0, ends.1, part);
                largest = largest.max(degrees_between(arc, pose.rotations[at]));
            }
        }
    }
    largest
}

/// Whether rotations are half a turn apart, so that both ways around are equally short.
fn is_half_a_turn(a: [f32; 4], b: [f32; 4]) -> bool {
    let dot: f32 = a.iter().zip(b).map(|(x, y)| x * y).sum();
    dot.abs() < 1e-5
}

/// Returns the rotation part of the way along the shortest arc.
fn slerp(a: [f32; 4], b: [f32; 4], part: f64) -> [f32; 4] {
    let (from, mut to) = (a.map(f64::from), b.map(f64::from));
    let dot: f64 = from.iter().zip(to).map(|(x, y)| x * y).sum();
    if dot < 0.0 {
        to = to.map(|x| -x);
    }
    let gap: f64 = from.iter().zip(to).map(|(x, y)| (y - x) * (y - x)).sum();
    let angle = 2.0 * libm::asin((gap.sqrt() / 2.0).min(1.0));
    let (own, other) = match angle {
        small if small < 1e-6 => (1.0 - part, part),
        _ => {
            let whole = libm::sin(angle);
            (
                libm::sin((1.0 - part) * angle) / whole,
                libm::sin(part * angle) / whole,
            )
        }
    };
    std::array::from_fn(|i| to_f32(own * from[i] + other * to[i]))
}

/// Returns the file with another rate in its settings.
fn with_rate(bytes: &[u8], rate: f64) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    let after = |name: &[u8], kind: &[u8]| {
        let start = bytes
            .windows(name.len())
            .position(|part| part == name)
            .unwrap();
        let value = bytes[start..]
            .windows(kind.len())
            .position(|part| part == kind);
        start + value.unwrap() + kind.len()
    };
    let at = after(b"TimeMode", b"S\0\0\0\0S\0\0\0\0I");
    changed[at..at + 4].copy_from_slice(&14i32.to_le_bytes());
    let at = after(b"CustomFrameRate", b"NumberS\0\0\0\0D");
    changed[at..at + 8].copy_from_slice(&rate.to_le_bytes());
    changed
}
