//! Blend spaces: the ranges that a query found, as points on axes that measure their motion.
//!
//! In an animation engine, a blend space is a set of clips with coordinates, such as speed and turn rate, between which
//! the engine blends. Here a query selects the clips, and channels give the coordinates: each range becomes a point, at
//! the mean of each axis over its frames. D. Holden, *Tags, Ranges and Masks* (2022), gives this as an example.
//!
//! An axis is the same kind of expression as in a predicate: a channel such as `speed` or `LeftFoot.height`, a windowed
//! channel such as `mean(speed, 0.3s)`, or an expression over several.
//!
//! An axis may also be a [`Measure`](footwork_sidecar::Measure), such as `turn_rate` or `stride`, if no channel has its
//! name. Ranges that break a limit of a measure are rejected with the reason, [`RejectedRange`].
//!
//! These problems, which would degrade blending in an engine, are reported with the points:
//!
//! | | what it is | how it is found |
//! |---|---|---|
//! | hole | a part of the space without a point | the largest empty balls, [`BlendHole`] |
//! | duplicate | two points at nearly the same place | their distance, [`BlendDuplicate`] |
//! | outlier | a point far from all others on an axis | the modified z-score, [`BlendOutlier`] |

mod axis;
mod duplicates;
mod holes;
mod limits;
mod outliers;
mod reach;
mod seam;

use std::collections::BTreeMap;
use std::sync::Arc;

use footwork_base::FrameRange;
use footwork_clip::{Channel, ClipFormat, LoadedClip, Motion};
use footwork_sidecar::Measure;
use footwork_tags::{ClipId, RangeSet};

use crate::measure::Measurer;
use axis::AxisSource;
pub use axis::{BlendAxis, MAX_AXES, parse_axes};
pub use duplicates::BlendDuplicate;
use footwork_library::Library;
pub use holes::BlendHole;
pub use limits::{BlendLimits, RejectedRange};
pub use outliers::BlendOutlier;
pub use reach::AxisReach;
pub(crate) use seam::Seams;

/// The name of this task in progress reports.
const MEASURING: &str = "measuring";

/// The points of a query on some axes, and the holes, duplicates and outliers among them. Points are identified by
/// their index in [`points`](Self::points).
#[derive(Clone, Debug, PartialEq)]
pub struct BlendSpace {
    /// The extent of the points on each axis; `None` if there are no points.
    pub reach: Option<Vec<AxisReach>>,
    /// One point per range, ordered by clip and frame.
    pub points: Vec<BlendPoint>,
    /// The empty parts of the space, the largest first.
    pub holes: Vec<BlendHole>,
    /// Whether there are more holes than are reported. Unreported holes are smaller than all reported ones.
    pub more_holes: bool,
    /// Points at nearly the same place as an earlier one.
    pub duplicates: Vec<BlendDuplicate>,
    /// Points far from all others on an axis.
    pub outliers: Vec<BlendOutlier>,
    /// Ranges that have no point, with the reasons.
    pub left_out: Vec<SkippedRanges>,
    /// Ranges that broke a limit, ordered by clip and frame.
    pub rejected: Vec<RejectedRange>,
}

/// One range of the query's result.
#[derive(Clone, Debug, PartialEq)]
pub struct BlendPoint {
    /// The clip.
    pub clip: ClipId,
    /// Its frames.
    pub range: FrameRange,
    /// Whether the range can be played in a loop. For a whole clip, the file may state that the clip loops; a DeepMimic
    /// file may also state that it does not. Without such a statement, the range loops if it has at least four frames,
    /// lasts at least 0.25 s, and its last pose meets its first. Let `step` be the mean change of pose from frame to
    /// frame, and `extent` the largest distance of any pose from the first. The two poses meet if they are at most 2 cm
    /// or at most 2 `step` apart, and also at most a quarter of `step + extent`.
    pub is_loop: bool,
    /// The distance from the range's last pose to its first, in metres: the root mean square distance of all joints,
    /// relative to the root's position on the ground and heading.
    pub seam_m: f64,
    /// One measure per axis.
    pub measures: Vec<AxisMeasure>,
}

/// The values of an axis over a range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisMeasure {
    /// The mean, in the axis's unit.
    pub mean: f64,
    /// The population standard deviation over the frames of the range; 0 for a single frame and for a measure.
    pub spread: f64,
}

/// Ranges of a clip that have no point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedRanges {
    /// The clip.
    pub clip: ClipId,
    /// Its ranges.
    pub ranges: Vec<FrameRange>,
    /// A stable name for the kind of reason: `no-such-joint`, `no-number`, `not-evaluated` for a measure without a value,
    /// or the code of the error that stopped the clip from being read.
    pub code: &'static str,
    /// The reason, without a final full stop.
    pub message: String,
}

impl SkippedRanges {
    /// Whether the clip could not be read at all; false if it was read but has no value on these ranges.
    pub fn is_unread(&self) -> bool {
        !VALUELESS.contains(&self.code)
    }
}

/// The codes of ranges without a point in clips that were read.
const VALUELESS: [&str; 3] = [NO_JOINT, NO_NUMBER, NOT_EVALUATED];
const NO_JOINT: &str = "no-such-joint";
const NO_NUMBER: &str = "no-number";
const NOT_EVALUATED: &str = "not-evaluated";

/// The reason that a clip has no points: a code and a message.
type Why = (&'static str, String);

/// Returns the blend space of the ranges that a query found, on these axes. Ranges that break a limit are left out.
///
/// Frames on which an axis is not finite do not count. A range without any finite frame is left
/// out, and so are all ranges of a clip that lacks a joint or cannot be read.
///
/// ```
/// use std::path::Path;
/// use footwork_library::Library;
/// use footwork_pipeline::{BlendLimits, blend_space, parse_axes};
///
/// let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
/// let library = Library::open(&samples).unwrap();
/// let runs = library.database().query("Gait.Run").unwrap();
/// let axes = parse_axes(&library, "speed, turn_rate").unwrap();
/// let space = blend_space(&library, &runs, &axes, &BlendLimits::default());
/// assert!(space.points[0].measures[0].mean > 2.5);
/// let limits = BlendLimits::parse("speed = { max = \"2m/s\" }").unwrap();
/// let space = blend_space(&library, &runs, &axes, &limits);
/// assert_eq!(space.rejected[0].code, "limit-broken");
/// ```
pub fn blend_space(
    library: &Library,
    found: &RangeSet,
    axes: &[BlendAxis],
    limits: &BlendLimits,
) -> BlendSpace {
    let mut all = OfClip::default();
    library.progress().begin(MEASURING, found.clip_count());
    for (clip, ranges) in found.iter() {
        library.progress().step(MEASURING);
        match measured(library, (clip, ranges), axes, limits) {
            Ok(of_clip) => {
                all.points.extend(of_clip.points);
                all.left_out.extend(of_clip.left_out);
                all.rejected.extend(of_clip.rejected);
            }
            Err((code, message)) => all.left_out.push(SkippedRanges {
                clip,
                ranges: ranges.to_vec(),
                code,
                message,
            }),
        }
    }
    let points = all.points;
    let outliers = outliers::outliers(&points, axes.len());
    let duplicates = duplicates::duplicates(&points, &outliers);
    let (holes, more_holes) = holes::holes(&points, &outliers, &duplicates);
    BlendSpace {
        reach: reach::reach(&points),
        holes,
        more_holes,
        duplicates,
        points,
        outliers,
        left_out: all.left_out,
        rejected: all.rejected,
    }
}

/// The points of one clip, and its ranges without a point.
#[derive(Default)]
struct OfClip {
    points: Vec<BlendPoint>,
    /// The ranges on which an axis has no value, by axis.
    left_out: Vec<SkippedRanges>,
    rejected: Vec<RejectedRange>,
}

/// The values of an axis in one clip.
enum AxisValues {
    Curve(Vec<f32>),
    Measure(Measure),
}

/// Measures the ranges of one clip.
fn measured(
    library: &Library,
    (clip, ranges): (ClipId, &[FrameRange]),
    axes: &[BlendAxis],
    limits: &BlendLimits,
) -> Result<OfClip, Why> {
    let frames = library.clips()[clip].frames;
    let source = library.motion_source(clip);
    let loaded = source
        .read()
        .map_err(|error| (error.code, error.to_string()))?;
    let measurer = Measurer::new(&loaded);
    let motion = measurer.motion();
    let values = axes.iter().map(|axis| match axis.source() {
        AxisSource::Expression(_) => curve(axis, motion).map(AxisValues::Curve),
        AxisSource::Measure(measure) => Ok(AxisValues::Measure(*measure)),
    });
    let values: Vec<AxisValues> = values.collect::<Result<_, _>>()?;
    let mut seams = Seams::new(motion);
    let mut all = OfClip::default();
    let mut without: BTreeMap<(usize, String), Vec<FrameRange>> = BTreeMap::new();
    for &range in ranges {
        if let Some(rejected) = limits.reject(library, &measurer, (clip, range)) {
            all.rejected.push(rejected);
            continue;
        }
        let of_axes = values.iter().enumerate().map(|(axis, values)| {
            on_axis(&axes[axis], values, &measurer, range).map_err(|message| (axis, message))
        });
        let measures = match of_axes.collect::<Result<Vec<_>, _>>() {
            Ok(measures) => measures,
            Err(why) => {
                without.entry(why).or_default().push(range);
                continue;
            }
        };
        let seam = seams.seam(range);
        let said = (range.frame_count() == frames).then(|| says_loop(&loaded));
        all.points.push(BlendPoint {
            clip,
            range,
            is_loop: said.flatten().unwrap_or_else(|| seam.is_closed()),
            seam_m: seam.gap_m,
            measures,
        });
    }
    let left_out = |((axis, message), ranges): ((usize, String), Vec<FrameRange>)| SkippedRanges {
        clip,
        ranges,
        code: match axes[axis].source() {
            AxisSource::Expression(_) => NO_NUMBER,
            AxisSource::Measure(_) => NOT_EVALUATED,
        },
        message,
    };
    all.left_out = without.into_iter().map(left_out).collect();
    Ok(all)
}

/// Returns the value of a range on an axis, or the reason that it has none.
fn on_axis(
    axis: &BlendAxis,
    values: &AxisValues,
    measurer: &Measurer<'_>,
    range: FrameRange,
) -> Result<AxisMeasure, String> {
    match values {
        AxisValues::Curve(curve) => measure(curve, range)
            .ok_or_else(|| format!("`{}` is not finite on any of these frames", axis.name())),
        AxisValues::Measure(of) => {
            let value = measurer.measure(range, &[*of]).into_iter().next();
            let value = value.unwrap_or_else(|| Err("it was not measured".into()));
            let value = value.map_err(|reason| format!("{of} is not evaluated: {reason}"))?;
            Ok(AxisMeasure {
                mean: value.value,
                spread: 0.0,
            })
        }
    }
}

/// Returns whether a file states that its clip loops; `None` if it states neither. A DeepMimic file always states
/// whether its clip loops; other files can only state that it does.
fn says_loop(loaded: &LoadedClip) -> Option<bool> {
    match loaded.format {
        ClipFormat::DeepMimic => Some(loaded.clip.is_looping()),
        _ => loaded.clip.is_looping().then_some(true),
    }
}

/// Returns the value of an axis over channels at each frame.
fn curve(axis: &BlendAxis, motion: &Motion<'_>) -> Result<Vec<f32>, Why> {
    let clip = motion.clip();
    let values = |channel: &Channel| match (motion.channel(channel), channel) {
        (Ok(values), _) => Ok(Arc::from(values)),
        (Err(_), Channel::Joint { joint, .. }) => {
            Err((NO_JOINT, format!("it has no joint `{joint}`")))
        }
        (Err(error), Channel::Root(_)) => Err((NO_JOINT, error.to_string())),
    };
    let channels: Vec<Arc<[f32]>> = axis
        .channels()
        .iter()
        .map(values)
        .collect::<Result<_, _>>()?;
    axis.values(channels, clip.rate(), clip.frame_count())
        .map_err(|error| (error.code, error.to_string()))
}

/// Returns the mean and the spread of the finite values in a range; `None` if there are none.
///
/// Both are computed relative to the first value, so that the mean of equal values is exact and their spread is 0.
fn measure(curve: &[f32], range: FrameRange) -> Option<AxisMeasure> {
    let frames = curve.get(range.start() as usize..range.stop() as usize)?;
    let numbers = frames.iter().filter(|value| value.is_finite());
    let numbers = numbers.map(|value| f64::from(*value));
    let first = numbers.clone().next()?;
    let mut count = 0.0;
    let mut sum = 0.0;
    for number in numbers.clone() {
        count += 1.0;
        sum += number - first;
    }
    let mean = first + sum / count;
    let squares: f64 = numbers
        .map(|number| (number - mean) * (number - mean))
        .sum();
    Some(AxisMeasure {
        mean,
        spread: (squares / count).sqrt(),
    })
}
