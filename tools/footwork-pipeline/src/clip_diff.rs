//! Compares two versions of a clip: the skeleton, the length, the poses and the contacts.
//!
//! Poses are compared at equal times. Joints are paired by name, and the distance is between their positions in the
//! world.

use std::collections::BTreeMap;

use footwork_base::{FrameRange, FrameRate, Id, UpAxis};
use footwork_clip::{JointId, LoadedClip, Motion, Skeleton};
use footwork_events::ContactOptions;

use crate::detect::contacts_of_feet;

/// If the median ratio of bone lengths differs from 1 by more than this share, the versions have different units or
/// bodies.
const SAME_SHARE: f64 = 0.02;

/// The time by which a strike may move without being reported, in seconds.
const SAME_STRIKE_SECS: f64 = 0.02;

/// The largest time between the old and the new moment of the same strike, in seconds.
const OTHER_STRIKE_SECS: f64 = 0.25;

/// A property of both versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BothVersions<T> {
    /// The old version's.
    pub old: T,
    /// The new version's.
    pub new: T,
}

impl<T: PartialEq> BothVersions<T> {
    fn of(old: T, new: T) -> Option<Self> {
        (old != new).then_some(Self { old, new })
    }
}

/// The differences between two versions of a clip; every field is empty or `None` if the versions agree in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClipDifference {
    /// The names of joints that only the new version has.
    pub joints_added: Vec<String>,
    /// The names of joints that only the old version has.
    pub joints_lost: Vec<String>,
    /// The joints whose parents differ.
    pub joints_moved: Vec<String>,
    /// The numbers of frames.
    pub frames: Option<BothVersions<u32>>,
    /// The frame rates.
    pub rate: Option<BothVersions<FrameRate>>,
    /// Whether the files state that the clip loops.
    pub looping: Option<BothVersions<bool>>,
    /// The axes of the files that point up.
    pub up: Option<BothVersions<UpAxis>>,
    /// The ratio of the new version's bone lengths to the old version's, if it is not about 1: another unit, or another
    /// body.
    pub scale: Option<f64>,
    /// The differences between the poses.
    pub poses: Option<PoseDifference>,
    /// Strikes of feet that moved, appeared or disappeared.
    pub strikes: Vec<StrikeDifference>,
}

impl ClipDifference {
    /// Returns whether no difference was found.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The poses that differ by more than the tolerance.
#[derive(Clone, Debug, PartialEq)]
pub struct PoseDifference {
    /// The largest distance between the two versions of a joint, in metres.
    pub worst_m: f64,
    /// The joint with the largest distance.
    pub joint: String,
    /// The frame of the new version with the largest distance.
    pub frame: u32,
    /// The frames of the new version on which some joint is farther away than the tolerance.
    pub ranges: Vec<FrameRange>,
}

/// A strike of a foot in both versions, in frames of each.
#[derive(Clone, Debug, PartialEq)]
pub struct StrikeDifference {
    /// Whether it is the left foot.
    pub is_left: bool,
    /// The time of the strike in the old version; `None` if the strike is new.
    pub old: Option<f64>,
    /// The time of the strike in the new version; `None` if the strike disappeared.
    pub new: Option<f64>,
}

/// Compares two versions of a clip. Poses differ if a joint is farther away than the tolerance, in metres.
///
/// ```
/// # use footwork_clip::{Limits, read_clip};
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/deepmimic/walk.txt");
/// # let bytes = std::fs::read(path).unwrap();
/// use footwork_pipeline::compare_clips;
///
/// let walk = read_clip("walk.txt", &bytes, None, &Limits::default()).unwrap();
/// assert!(compare_clips(&walk, &walk, 0.001).is_empty());
/// let longer = footwork_clip::LoadedClip { clip: walk.clip.scaled(1.5).unwrap(), ..walk.clone() };
/// let difference = compare_clips(&walk, &longer, 0.001);
/// assert!((difference.scale.unwrap() - 1.5).abs() < 1e-3);
/// assert!(difference.poses.unwrap().worst_m > 0.1);
/// ```
pub fn compare_clips(old: &LoadedClip, new: &LoadedClip, tolerance_m: f64) -> ClipDifference {
    let (a, b) = (&old.clip, &new.clip);
    let names = [a, b].map(|clip| by_name(clip.skeleton()));
    let lacking = |have: usize, lack: usize| {
        let names_of = names[have]
            .keys()
            .filter(|name| !names[lack].contains_key(*name));
        names_of.map(|name| (*name).to_owned()).collect()
    };
    let pairs: Vec<(JointId, JointId)> = names[1]
        .iter()
        .filter_map(|(name, &new)| Some((*names[0].get(name)?, new)))
        .collect();
    let parent = |skeleton: &Skeleton, joint: JointId| {
        let parent = skeleton.joint(joint)?.parent?;
        Some(skeleton.joint(parent)?.name.clone())
    };
    let moved = pairs
        .iter()
        .filter(|(old, new)| parent(a.skeleton(), *old) != parent(b.skeleton(), *new));
    let name = |joint: JointId| {
        let joint = b.skeleton().joint(joint);
        joint.map_or_else(String::new, |joint| joint.name.clone())
    };
    let motions = [Motion::new(a), Motion::new(b)];
    ClipDifference {
        joints_added: lacking(1, 0),
        joints_lost: lacking(0, 1),
        joints_moved: moved.map(|(_, new)| name(*new)).collect(),
        frames: BothVersions::of(a.frame_count(), b.frame_count()),
        rate: BothVersions::of(a.rate(), b.rate()),
        looping: BothVersions::of(a.is_looping(), b.is_looping()),
        up: BothVersions::of(old.evidence.up, new.evidence.up),
        scale: scale(a.skeleton(), b.skeleton(), &pairs),
        poses: poses(&motions, &pairs, tolerance_m),
        strikes: strikes(&motions),
    }
}

/// Returns the first joint with each name.
fn by_name(skeleton: &Skeleton) -> BTreeMap<&str, JointId> {
    let mut names = BTreeMap::new();
    for (id, joint) in skeleton.iter() {
        names.entry(joint.name.as_str()).or_insert(id);
    }
    names
}

/// Returns the median ratio of bone lengths, new to old; `None` if it is about 1 or there are no bones.
fn scale(old: &Skeleton, new: &Skeleton, pairs: &[(JointId, JointId)]) -> Option<f64> {
    let length = |skeleton: &Skeleton, joint: JointId| {
        let joint = skeleton
            .joint(joint)
            .filter(|joint| joint.parent.is_some())?;
        let square: f64 = joint
            .offset
            .iter()
            .map(|&x| f64::from(x) * f64::from(x))
            .sum();
        (square > 1e-8).then(|| square.sqrt())
    };
    let ratios = pairs
        .iter()
        .filter_map(|&(a, b)| Some(length(new, b)? / length(old, a)?));
    let mut ratios: Vec<f64> = ratios.collect();
    ratios.sort_by(f64::total_cmp);
    let median = *ratios.get(ratios.len() / 2)?;
    ((median - 1.0).abs() > SAME_SHARE).then_some(median)
}

fn poses(
    [old, new]: &[Motion<'_>; 2],
    pairs: &[(JointId, JointId)],
    tolerance_m: f64,
) -> Option<PoseDifference> {
    let same_time = old.clip().rate().as_f64() / new.clip().rate().as_f64();
    let mut worst: Option<(f64, JointId, u32)> = None;
    let mut ranges: Vec<FrameRange> = Vec::new();
    for frame in 0..new.clip().frame_count() {
        let there = f64::from(frame) * same_time;
        let before = footwork_base::to_u32(there.floor());
        let last = old.clip().frame_count() - 1;
        if there > f64::from(last) + 1e-6 {
            break;
        }
        let share = there - f64::from(before);
        let rows = [before.min(last), (before + 1).min(last)];
        let [Some(from), Some(to)] = rows.map(|frame| old.positions().frame(frame)) else {
            break;
        };
        let Some(row) = new.positions().frame(frame) else {
            break;
        };
        let mut farthest: Option<(f64, JointId)> = None;
        for &(a, b) in pairs {
            let (a, at) = (a.index(), row[b.index()]);
            let square: f64 = (0..3)
                .map(|axis| {
                    let was = from[a][axis] + share * (to[a][axis] - from[a][axis]);
                    (at[axis] - was) * (at[axis] - was)
                })
                .sum();
            let distance = square.sqrt();
            if farthest.is_none_or(|(most, _)| distance > most) {
                farthest = Some((distance, b));
            }
        }
        let Some((distance, joint)) = farthest.filter(|(far, _)| *far > tolerance_m) else {
            continue;
        };
        if worst.is_none_or(|(most, ..)| distance > most) {
            worst = Some((distance, joint, frame));
        }
        let one = FrameRange::new(frame, frame + 1);
        match ranges.last_mut().filter(|last| last.stop() == frame) {
            Some(last) => *last = FrameRange::new(last.start(), frame + 1).unwrap_or(*last),
            None => ranges.extend(one),
        }
    }
    let (worst_m, joint, frame) = worst?;
    let joint = new.clip().skeleton().joint(joint)?.name.clone();
    Some(PoseDifference {
        worst_m,
        joint,
        frame,
        ranges,
    })
}

/// Pairs the strikes of both versions by their times.
fn strikes(motions: &[Motion<'_>; 2]) -> Vec<StrikeDifference> {
    let mut differences = Vec::new();
    for is_left in [true, false] {
        let [old, new] = motions
            .each_ref()
            .map(|motion| strike_secs(motion, is_left));
        let rates = motions
            .each_ref()
            .map(|motion| motion.clip().rate().as_f64());
        let mut left: Vec<f64> = new;
        for at in old {
            let nearest = left
                .iter()
                .enumerate()
                .min_by(|a, b| (a.1 - at).abs().total_cmp(&(b.1 - at).abs()));
            let found = nearest.filter(|(_, secs)| (*secs - at).abs() <= OTHER_STRIKE_SECS);
            let found = found
                .map(|(index, _)| index)
                .map(|index| left.remove(index));
            if found.is_none_or(|secs| (secs - at).abs() > SAME_STRIKE_SECS) {
                differences.push(StrikeDifference {
                    is_left,
                    old: Some(at * rates[0]),
                    new: found.map(|secs| secs * rates[1]),
                });
            }
        }
        differences.extend(left.into_iter().map(|secs| StrikeDifference {
            is_left,
            old: None,
            new: Some(secs * rates[1]),
        }));
    }
    differences
}

/// Returns the times at which a foot strikes, in seconds; for a loop, in its middle round.
fn strike_secs(motion: &Motion<'_>, is_left: bool) -> Vec<f64> {
    let clip = motion.clip();
    let mut feet = clip.skeleton().feet();
    feet.retain(|foot| (foot.side == footwork_clip::Side::Left) == is_left);
    let round = clip.round_frames().map(f64::from);
    let round = round.map(|frames| frames * clip.rate().period_secs());
    let contacts = contacts_of_feet(motion, &feet, &ContactOptions::default());
    let strikes = contacts.into_iter().flatten().filter_map(|contact| {
        let secs = contact.strike_secs?;
        match round {
            Some(round) => (round..2.0 * round).contains(&secs).then_some(secs - round),
            None => Some(secs),
        }
    });
    strikes.collect()
}
