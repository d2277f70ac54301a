//! Measures of ranges of clips: the closure of loops, the rhythm of gaits, the slide of feet, the keys of files.
//!
//! [`Measure`] names and defines them. Measures of motion are taken on a range of frames, in the clip's own units and
//! axes, so they do not depend on the units and axes of the file. A measure without a value, such as the gait of a body
//! without feet, gives the reason instead.
//!
//! | file | measures |
//! |---|---|
//! | `seam_gap` | how the end of a range meets its beginning |
//! | `stance`, `gait` | contacts of the feet, their slide, and the rhythm of steps |
//! | `lift` | the phase of the lifted feet |
//! | `travel` | speed, turning, and which joint owns the travel |
//! | `posture` | bent knees, frozen joints, the distance from rest |
//! | `jerk` | how suddenly accelerations change |

mod gait;
mod jerk;
mod lift;
mod posture;
mod seam_gap;
mod stance;
mod travel;

use std::borrow::Cow;
use std::cell::OnceCell;

use footwork_base::FrameRange;
use footwork_clip::{ClipFormat, JointId, JointScale, KeyFaults, LoadedClip, Motion, Side};
use footwork_library::{Library, clip_finding};
use footwork_sidecar::{Finding, Measure};
use footwork_tags::{ClipId, RangeSet};
use rayon::prelude::*;

use crate::blendspace::Seams;
use gait::Gait;
use seam_gap::SeamGaps;
use stance::{FootTracks, Stances};
pub(crate) use travel::NO_ROOT;

/// The name of this task in progress reports.
const MEASURING: &str = "measuring";

/// A measured value.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The value in the unit of the measure; finite.
    pub value: f64,
    /// The joint with the value; `None` if the value does not belong to one joint.
    pub joint: Option<String>,
    /// The frame of the clip with the value; `None` if the value does not belong to one frame.
    pub frame: Option<u32>,
}

/// A value, or the reason that there is none.
pub type Measured = Result<Reading, Cow<'static, str>>;

/// The values of one range.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredRange {
    /// The clip.
    pub clip: ClipId,
    /// Its frames.
    pub range: FrameRange,
    /// One value per measure, in the order in which the measures were given.
    pub values: Vec<Measured>,
}

/// The values of the ranges that a query found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measurements {
    /// The ranges, ordered by clip and frame.
    pub ranges: Vec<MeasuredRange>,
    /// The clips whose motion could not be read.
    pub unread: Vec<Finding>,
}

/// Measures the ranges that a query found, on all cores. The motion of each clip is read once.
///
/// ```
/// use std::path::Path;
/// use footwork_library::Library;
/// use footwork_pipeline::measure;
/// use footwork_sidecar::Measure;
///
/// let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
/// let library = Library::open(&samples).unwrap();
/// let walk = library.database().query("clip(\"deepmimic/walk.txt\")").unwrap();
/// let measured = measure(&library, &walk, &[Measure::Speed, Measure::ContactsPerCycle]);
/// let [speed, contacts] = &measured.ranges[0].values[..] else { panic!() };
/// assert!((0.9..1.3).contains(&speed.as_ref().unwrap().value));
/// assert_eq!(contacts.as_ref().unwrap().value, 2.0);
/// ```
pub fn measure(library: &Library, found: &RangeSet, measures: &[Measure]) -> Measurements {
    library.progress().begin(MEASURING, found.clip_count());
    let jobs: Vec<_> = found
        .iter()
        .map(|(clip, ranges)| (clip, ranges, library.motion_source(clip)))
        .collect();
    let progress = library.progress();
    let read = jobs.par_iter().map(|(clip, ranges, source)| {
        let loaded = source.read();
        progress.step(MEASURING);
        let loaded = loaded.map_err(|error| clip_finding(&library.clips()[*clip].name, &error))?;
        let measurer = Measurer::new(&loaded);
        let ranges = ranges.iter().map(|&range| MeasuredRange {
            clip: *clip,
            range,
            values: measurer.measure(range, measures),
        });
        Ok(ranges.collect::<Vec<_>>())
    });
    let mut all = Measurements::default();
    for of_clip in read.collect::<Vec<_>>() {
        match of_clip {
            Ok(ranges) => all.ranges.extend(ranges),
            Err(finding) => all.unread.push(finding),
        }
    }
    all
}

/// Measures ranges of one clip. Data that several ranges share is computed once.
pub struct Measurer<'a> {
    motion: Motion<'a>,
    keys: Option<KeyFaults>,
    /// Whether the file has tracks of keys; if not, it stores whole poses.
    has_tracks: bool,
    scale: Option<&'a JointScale>,
    /// The contacts of the feet in the whole clip.
    tracks: OnceCell<Option<FootTracks>>,
}

impl<'a> Measurer<'a> {
    /// Creates a measurer of a clip that was read from a file.
    pub fn new(loaded: &'a LoadedClip) -> Self {
        Self {
            motion: Motion::new(&loaded.clip),
            keys: loaded.keys,
            has_tracks: loaded.format != ClipFormat::DeepMimic,
            scale: loaded.joint_scale.as_ref(),
            tracks: OnceCell::new(),
        }
    }

    /// Returns the motion, with the positions computed so far.
    pub(crate) fn motion(&self) -> &Motion<'a> {
        &self.motion
    }

    /// Returns the value of each measure on a range. Frames past the end of the clip do not count; a range of only such
    /// frames gives a reason for every measure.
    pub fn measure(&self, range: FrameRange, measures: &[Measure]) -> Vec<Measured> {
        let whole = FrameRange::new(0, self.motion.clip().frame_count());
        let Some(range) = whole.and_then(|whole| whole.intersection(range)) else {
            let past = || Err(Cow::from("the range is past the end of the clip"));
            return measures.iter().map(|_| past()).collect();
        };
        let of_range = RangeMeasurer {
            of_clip: self,
            range,
            seam: OnceCell::new(),
            stances: OnceCell::new(),
            gait: OnceCell::new(),
        };
        measures.iter().map(|m| of_range.measure(*m)).collect()
    }

    /// Returns whether a range is a loop: its file says so of the whole clip, or its last pose leads into its first.
    pub fn is_loop(&self, range: FrameRange) -> bool {
        let clip = self.motion.clip();
        let whole = FrameRange::new(0, clip.frame_count());
        let Some(range) = whole.and_then(|whole| whole.intersection(range)) else {
            return false;
        };
        let says_so = clip.is_looping() && whole == Some(range);
        says_so || Seams::new(&self.motion).seam(range).is_closed()
    }

    /// Returns the largest angle by which a joint turns away from its first pose in a range, in degrees. `joint` is a
    /// name or a role.
    pub(crate) fn turning(&self, range: FrameRange, joint: &str) -> Measured {
        let clip = self.motion.clip();
        let id = clip.skeleton().resolve(joint);
        let id = id.ok_or_else(|| format!("it has no joint or role {joint}"))?;
        let whole = FrameRange::new(0, clip.frame_count());
        let range = whole.and_then(|whole| whole.intersection(range));
        let range = range.ok_or("the range is past the end of the clip")?;
        let (value, frame) = posture::turning(clip, range, id);
        Ok(Reading {
            value,
            joint: clip.skeleton().joint(id).map(|joint| joint.name.clone()),
            frame: Some(frame),
        })
    }

    /// Returns the known feet, and whether each touches the ground at any time; `None` if no foot is known.
    pub(crate) fn touching_feet(&self) -> Option<Vec<(Side, bool)>> {
        self.tracks().map(FootTracks::touching)
    }

    fn tracks(&self) -> Option<&FootTracks> {
        let tracks = || FootTracks::new(&self.motion);
        self.tracks.get_or_init(tracks).as_ref()
    }
}

/// Measures one range, which lies in the clip.
struct RangeMeasurer<'a> {
    of_clip: &'a Measurer<'a>,
    range: FrameRange,
    seam: OnceCell<Result<SeamGaps, Cow<'static, str>>>,
    stances: OnceCell<Result<Stances, Cow<'static, str>>>,
    gait: OnceCell<Result<Gait, Cow<'static, str>>>,
}

impl RangeMeasurer<'_> {
    fn measure(&self, measure: Measure) -> Measured {
        let motion = &self.of_clip.motion;
        let range = self.range;
        let clip = motion.clip();
        let found = match measure {
            Measure::LoopPosition => self.seam()?.position.clone(),
            Measure::LoopRotation => self.seam()?.rotation.clone(),
            Measure::LoopVelocity => self.seam()?.velocity.clone(),
            Measure::LoopAngularVelocity => self.seam()?.angular_velocity.clone(),
            Measure::EndCopies => Found::number(seam_gap::end_copies(motion, range)?),
            Measure::CycleTime => Found::number(self.gait()?.cycle_secs),
            Measure::LeftPhase => Found::number(self.gait()?.phases()?[0]),
            Measure::RightPhase => Found::number(self.gait()?.phases()?[1]),
            Measure::LiftPhase => Found::number(lift::lift_phase(
                motion,
                range,
                self.gait()?.cycle_frames(),
            )?),
            Measure::StepAsymmetry => Found::number(self.gait()?.asymmetry()?),
            Measure::Stride => {
                let speed = travel::speed(motion, range, motion.steps_in_place())?;
                Found::number(speed * self.gait()?.cycle_secs)
            }
            Measure::ContactsPerCycle => Found::number(self.gait()?.contacts_per_cycle),
            Measure::Duty => Found::number(self.stances()?.duty()),
            Measure::Speed => {
                let in_place = motion.steps_in_place();
                Found::number(travel::speed(motion, range, in_place)?)
            }
            Measure::TurnRate => Found::number(travel::turn_rate(motion, range)?),
            Measure::TravelX => Found::number(travel::travel(motion, range)[0]),
            Measure::TravelY => Found::number(travel::travel(motion, range)[1]),
            Measure::TravelZ => Found::number(travel::travel(motion, range)[2]),
            Measure::RootTravel => Found::number(travel::root_travel(motion, range)?),
            Measure::HipsTravel => Found::number(travel::hips_travel(motion, range)),
            Measure::FootSlide => self.stances()?.slide()?,
            Measure::SlideDistance => self.stances()?.slide_distance()?,
            Measure::Penetration => self.stances()?.penetration()?,
            Measure::JointLimit => posture::joint_limit(motion, range)?,
            Measure::Jerk => jerk::jerk(motion, range)?,
            Measure::FrozenJoints => posture::frozen_joints(clip, range)?,
            Measure::Duration => {
                Found::number(f64::from(range.frame_count() - 1) * clip.rate().period_secs())
            }
            Measure::Frames => Found::number(f64::from(range.frame_count())),
            Measure::Rate => Found::number(clip.rate().as_f64()),
            Measure::RestDistance => posture::rest_distance(clip, range)?,
            Measure::KeysNotUnit
            | Measure::KeysFlipped
            | Measure::KeysNotFinite
            | Measure::KeysScaled
            | Measure::ConstantTracks
            | Measure::KeysOffGrid => Found::number(self.keys(measure)?),
            Measure::JointScale => return self.scale(),
        };
        let name = |joint: JointId| clip.skeleton().joint(joint).map(|j| j.name.clone());
        if !found.value.is_finite() {
            return Err("the motion is too large to be measured".into());
        }
        Ok(Reading {
            // Turns -0 into 0.
            value: found.value + 0.0,
            joint: found.joint.and_then(name),
            frame: found.frame,
        })
    }

    fn seam(&self) -> Result<&SeamGaps, Cow<'static, str>> {
        let gaps = || SeamGaps::new(&self.of_clip.motion, self.range);
        self.seam.get_or_init(gaps).as_ref().map_err(Clone::clone)
    }

    fn stances(&self) -> Result<&Stances, Cow<'static, str>> {
        let stances = || Stances::new(self.of_clip, self.range);
        self.stances
            .get_or_init(stances)
            .as_ref()
            .map_err(Clone::clone)
    }

    fn gait(&self) -> Result<&Gait, Cow<'static, str>> {
        let gait = || Gait::new(self.stances()?);
        self.gait.get_or_init(gait).as_ref().map_err(Clone::clone)
    }

    fn scale(&self) -> Measured {
        let scale = self.of_clip.scale;
        let scale = scale.ok_or("only glTF and FBX files have scale")?;
        if !scale.value.is_finite() {
            return Err("the scale is too large to be measured".into());
        }
        Ok(Reading {
            value: scale.value,
            joint: Some(scale.joint.clone()),
            frame: None,
        })
    }

    /// Returns a number of faulty keys of the file, whatever the range.
    fn keys(&self, measure: Measure) -> Result<f64, Cow<'static, str>> {
        let is_rotation = matches!(measure, Measure::KeysNotUnit | Measure::KeysFlipped);
        if !is_rotation && !self.of_clip.has_tracks {
            return Err("only the keys of glTF and FBX files are measured".into());
        }
        let keys = self.of_clip.keys.as_ref();
        let keys = keys.ok_or(if is_rotation {
            "only the rotations of glTF, FBX and DeepMimic files are measured"
        } else {
            "only the keys of glTF and FBX files are measured"
        })?;
        let number = match measure {
            Measure::KeysNotUnit => keys.not_unit,
            Measure::KeysFlipped => keys.flipped,
            Measure::KeysNotFinite => keys.not_finite,
            Measure::KeysScaled => keys.scaled,
            Measure::ConstantTracks => keys.constant_tracks,
            _ => keys.off_grid,
        };
        Ok(number as f64)
    }
}

/// A value, with the joint and the frame that it belongs to.
#[derive(Clone, Debug)]
struct Found {
    value: f64,
    joint: Option<JointId>,
    frame: Option<u32>,
}

impl Found {
    fn number(value: f64) -> Self {
        Self {
            value,
            joint: None,
            frame: None,
        }
    }

    /// Keeps the larger of two values, or the first if they are equal.
    fn raise(&mut self, value: f64, joint: JointId, frame: Option<u32>) {
        if value > self.value || self.joint.is_none() {
            *self = Self {
                value,
                joint: Some(joint),
                frame,
            };
        }
    }
}
