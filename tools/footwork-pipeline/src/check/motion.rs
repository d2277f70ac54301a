//! Faults of the motion itself: joints that jump, stray rest poses, feet below the floor, and what `keys` and `steps`
//! find.
//!
//! Lengths are relative to the size of the body, so that thresholds hold for children and giants alike. The absolute
//! lengths below are for a person of 1.7 m.

use std::collections::{BTreeMap, BTreeSet};

use footwork_base::FrameRange;
use footwork_clip::{Clip, WorldPositions};
use rayon::prelude::*;

use super::expect::{MeasuredClips, Needed, NeededRanges};
use super::fault::Fault;
use super::keys::{FAULTY_KEYS, NOT_UNIT_LENGTH, faulty_keys};
use super::report::{About, Report};
use super::rest_pose::{RestPoses, distance, sub};
use super::steps::{NO_CONTACTS, no_contacts};
use super::subject::frames;
use crate::measure::Measurer;
use footwork_library::{ClipEntry, Library, MotionSource, clip_finding};
use footwork_sidecar::Finding;
use footwork_tags::ClipId;

/// The codes of the checks of motion.
const CODES: [&str; 6] = [
    "jump",
    "no-motion",
    "t-pose",
    "below-floor",
    FAULTY_KEYS,
    NO_CONTACTS,
];

/// A joint jumps if its displacement from one frame to the next differs from the displacements before and after by more
/// than this share of the body's size (0.5 m).
const JUMP_SHARE: f64 = 0.3;
/// The maximum acceleration in body sizes per second squared. Fists and feet reach 500 m/s², so at low frame rates
/// their displacement changes by more than [`JUMP_SHARE`] between frames.
const MAX_ACCELERATION: f64 = 300.0;
/// A clip moves if one of its joints moves by more than this share of the body's size (2 mm).
const STILL_SHARE: f64 = 0.001;
/// Feet are below the floor if they are deeper than this share of the body's size (10 cm). Soles in captured motion
/// sink in by a few centimetres.
const BELOW_SHARE: f64 = 0.06;
/// The maximum number of jumps listed per clip.
const MAX_JUMPS: usize = 5;

/// The faults in the motion of clips.
#[derive(Debug, Default)]
pub struct MotionFaults {
    /// The faults by clip name. Clips without faults are left out.
    of_clips: BTreeMap<String, Vec<Fault>>,
    /// The clips that could not be read again after the library was opened.
    unread: BTreeMap<String, Finding>,
    /// The measured values of the clips for contracts.
    pub(super) measured: MeasuredClips,
    /// The clips that the caller left out.
    left_out: BTreeSet<String>,
}

impl MotionFaults {
    /// Returns whether the caller left a clip out.
    pub(super) fn leaves_out(&self, clip: &str) -> bool {
        self.left_out.contains(clip)
    }

    /// Returns the clips whose motion could not be read, so that their faults are unknown.
    pub fn unread(&self) -> impl Iterator<Item = &Finding> {
        self.unread.values()
    }
}

/// The input of the checks of motion. It does not borrow the library, which can be edited while the checks run.
pub struct MotionCheck {
    clips: Vec<CheckedClip>,
    left_out: BTreeSet<String>,
}

/// A clip to read.
struct CheckedClip {
    name: String,
    /// The name of its file.
    file: String,
    source: MotionSource,
    size_m: f64,
    /// Whether the clip is checked for faults of motion.
    has_checks: bool,
    /// The ranges of the clip that contracts need.
    needed: NeededRanges,
}

impl MotionCheck {
    /// Takes all clips of a library except mirrored twins, or none if all checks of motion are turned off. Clips that a
    /// contract needs are always taken.
    pub fn new(library: &Library) -> Self {
        let report = Report::new(library.settings());
        let is_off = CODES.iter().all(|code| report.severity(code).is_none());
        let mut needed = Needed::new(library);
        let checked = |clip: ClipId, entry: &ClipEntry, has_checks, needed| CheckedClip {
            name: entry.name.clone(),
            file: entry.file_name().to_owned(),
            source: library.motion_source(clip),
            size_m: entry.size_m,
            has_checks,
            needed,
        };
        let originals = library.originals().filter(|_| !is_off);
        let mut clips: Vec<CheckedClip> = originals
            .map(|(clip, entry)| checked(clip, entry, true, needed.take(clip)))
            .collect();
        for clip in needed.clips() {
            let entry = &library.clips()[clip];
            clips.push(checked(clip, entry, false, needed.take(clip)));
        }
        Self {
            clips,
            left_out: BTreeSet::new(),
        }
    }

    /// Leaves out the clips whose names are not accepted. Contracts ignore these clips, except contracts of groups.
    #[must_use]
    pub fn only(mut self, is_accepted: impl Fn(&str) -> bool) -> Self {
        let (kept, rest) = self
            .clips
            .into_iter()
            .partition(|clip| is_accepted(&clip.name));
        self.clips = kept;
        self.left_out = Vec::into_iter(rest).map(|clip| clip.name).collect();
        self
    }

    /// Returns the number of clips to read.
    pub fn clip_count(&self) -> usize {
        self.clips.len()
    }

    /// Reads the motion of all clips, on all cores. Calls `step` after each clip, in any order.
    pub fn faults(&self, step: impl Fn() + Sync) -> MotionFaults {
        let faults = self.clips.par_iter().map(|clip| {
            let (name, read) = (&clip.name, clip.source.read());
            step();
            let found = read.map(|loaded| {
                let measurer = Measurer::new(&loaded);
                let mut faults = Vec::new();
                if clip.has_checks {
                    faults = faults_of(&measurer, clip.size_m);
                    faults.extend(faulty_keys(&loaded, &clip.file));
                }
                (faults, clip.needed.measure(&measurer))
            });
            (name, found.map_err(|error| clip_finding(name, &error)))
        });
        let mut all = MotionFaults {
            left_out: self.left_out.clone(),
            ..MotionFaults::default()
        };
        for (name, found) in faults.collect::<Vec<_>>() {
            match found {
                Ok((faults, measured)) => {
                    if !faults.is_empty() {
                        all.of_clips.insert(name.clone(), faults);
                    }
                    if !measured.is_empty() {
                        let measured = measured.into_iter().collect();
                        all.measured.insert(name.clone(), measured);
                    }
                }
                Err(finding) => _ = all.unread.insert(name.clone(), finding),
            }
        }
        all
    }
}

/// Reports the faults of the library's clips.
pub(super) fn check(library: &Library, faults: &MotionFaults, report: &mut Report<'_>) {
    for (_, entry) in library.originals() {
        if let Some(finding) = faults.unread.get(&entry.name) {
            report.include(&entry.name, finding);
        }
        for fault in faults.of_clips.get(&entry.name).into_iter().flatten() {
            add(entry, fault, report);
        }
    }
}

fn add(entry: &ClipEntry, fault: &Fault, report: &mut Report<'_>) {
    // Opening the library already reported an animation without keys.
    if fault.code == "no-motion" && report.has(&entry.name, fault.code) {
        return;
    }
    // The same keys, as opening the file found them.
    if fault.code == FAULTY_KEYS && report.severity(FAULTY_KEYS).is_some() {
        report.remove(&entry.name, NOT_UNIT_LENGTH);
    }
    let about = About {
        clip: &entry.name,
        span: fault.span,
        tag: None,
        joint: fault.joint.as_deref(),
    };
    report.add(fault.code, about, fault.message.clone());
}

/// Returns the faults of a clip. `size_m` is the size of the body in metres; 0 if the body has no extent.
fn faults_of(measurer: &Measurer<'_>, size_m: f64) -> Vec<Fault> {
    let motion = measurer.motion();
    let clip = motion.clip();
    if size_m <= 0.0 {
        return Vec::new();
    }
    let positions = motion.positions();
    if let Some(fault) = no_motion(clip, positions, size_m) {
        return vec![fault];
    }
    let rest = RestPoses::new(clip, positions, size_m);
    let mut faults = rest_faults(clip, rest);
    faults.extend(jumps(clip, positions, size_m, rest));
    faults.extend(below_floor(clip, positions, size_m));
    faults.extend(no_contacts(measurer, size_m));
    faults
}

fn no_motion(clip: &Clip, positions: &WorldPositions, size_m: f64) -> Option<Fault> {
    let count = clip.frame_count();
    let moves = clip.skeleton().iter().any(|(joint, _)| {
        let mut places = positions.joint(joint);
        let first = places.next().unwrap_or_default();
        places.any(|place| distance(place, first) > STILL_SHARE * size_m)
    });
    let message = match (count, moves) {
        (_, true) => return None,
        (1, _) => "it has one frame, so it has no motion".to_owned(),
        (count, _) => format!("no joint moves on its {}", frames(count)),
    };
    Some(Fault {
        code: "no-motion",
        span: FrameRange::new(0, count),
        joint: None,
        message,
    })
}

fn rest_faults(clip: &Clip, rest: RestPoses) -> Vec<Fault> {
    let count = clip.frame_count();
    let spans = [
        ("first", FrameRange::new(0, rest.first)),
        ("last", FrameRange::new(count - rest.last, count)),
    ];
    let fault = |(end, span): (&str, Option<FrameRange>)| {
        let which = match span?.frame_count() {
            1 => format!("its {end} frame is"),
            many => format!("its {end} {many} frames are"),
        };
        Some(Fault {
            code: "t-pose",
            span,
            joint: None,
            message: format!(
                "{which} the rest pose of the skeleton, and the motion jumps to or from it; cut it off"
            ),
        })
    };
    spans.into_iter().filter_map(fault).collect()
}

/// Returns the jumps, the largest first and at most [`MAX_JUMPS`]. If several joints jump on the same frame, the jump
/// names the joint that comes first in the skeleton.
fn jumps(clip: &Clip, positions: &WorldPositions, size_m: f64, rest: RestPoses) -> Vec<Fault> {
    let count = clip.frame_count() as usize;
    let period = clip.rate().period_secs();
    let most = size_m * f64::max(JUMP_SHARE, MAX_ACCELERATION * period * period);
    // For each frame, the joint that jumps there, and the distance.
    let mut jumped: Vec<Option<(&str, f64)>> = vec![None; count];
    for (joint, at) in clip.skeleton().iter().filter(|(_, joint)| !joint.is_end) {
        let places: Vec<[f64; 3]> = positions.joint(joint).collect();
        let moves: Vec<[f64; 3]> = places
            .windows(2)
            .map(|pair| sub(pair[1], pair[0]))
            .collect();
        for (frame, &step) in (1_usize..).zip(&moves) {
            let near = [frame.checked_sub(2), Some(frame)];
            let mut near = near.into_iter().flatten().filter_map(|at| moves.get(at));
            let is_apart = near.all(|&other| distance(step, other) > most);
            // With only two frames, a jump cannot be told from motion.
            if moves.len() > 1 && is_apart && jumped[frame].is_none() {
                jumped[frame] = Some((at.name.as_str(), distance(step, [0.0; 3])));
            }
        }
    }
    // The jump out of or into a rest pose is already reported.
    let [first, last] = [rest.first as usize, count - rest.last as usize];
    for known in [first, last] {
        if let Some(known) = jumped.get_mut(known).filter(|_| known > 0) {
            *known = None;
        }
    }
    let mut found: Vec<(u32, &str, f64)> = (0..)
        .zip(jumped)
        .filter_map(|(frame, jump)| jump.map(|(joint, far)| (frame, joint, far)))
        .collect();
    let all = found.len();
    found.sort_by(|a, b| b.2.total_cmp(&a.2));
    found.truncate(MAX_JUMPS);
    let more = if all > MAX_JUMPS {
        format!("; {} frames have jumps, and these are the largest", all)
    } else {
        String::new()
    };
    let fault = |(frame, joint, far): (u32, &str, f64)| Fault {
        code: "jump",
        span: FrameRange::new(frame, frame + 1),
        joint: Some(joint.to_owned()),
        message: format!("{joint} is {far:.2} m from where it was one frame before{more}"),
    };
    found.into_iter().map(fault).collect()
}

fn below_floor(clip: &Clip, positions: &WorldPositions, size_m: f64) -> Option<Fault> {
    let feet = clip.skeleton().feet();
    let joints = feet.iter().flat_map(|foot| &foot.joints);
    let mut lowest: Vec<(f64, &str)> = Vec::new();
    for &joint in joints {
        let name = clip.skeleton().joint(joint)?.name.as_str();
        lowest.resize(clip.frame_count() as usize, (f64::INFINITY, name));
        for (lowest, [_, height, _]) in lowest.iter_mut().zip(positions.joint(joint)) {
            if height < lowest.0 {
                *lowest = (height, name);
            }
        }
    }
    let is_below = |(height, _): &(f64, &str)| *height < -BELOW_SHARE * size_m;
    let start = lowest.iter().position(is_below)?;
    let stop = lowest.iter().rposition(is_below)? + 1;
    let count = lowest.iter().filter(|at| is_below(at)).count();
    let (deepest, joint) = lowest.iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
    let [start, stop] = [start, stop].map(|frame| u32::try_from(frame).ok());
    let on = if count == lowest.len() {
        "on all frames".to_owned()
    } else {
        format!("on {count} of {}", frames(clip.frame_count()))
    };
    Some(Fault {
        code: "below-floor",
        span: FrameRange::new(start?, stop?),
        joint: Some((*joint).to_owned()),
        message: format!(
            "feet are below the floor (y = 0) {on}: {joint} goes down to y = {deepest:.2} m; \
             the height of the root or of the ground may be wrong"
        ),
    })
}
