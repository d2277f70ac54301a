//! Finds the frames of an old clip in a new one, by comparing poses.
//!
//! The idea is to try simple edits first and to accept a complex one only if it fits much better. Maps with constant
//! speed come first, plain and mirrored. If one of them matches every pose with an equal pose, up to the error of
//! interpolating between frames, it is the result. Next come maps with frames cut out of the middle (`Pair::cut`), then
//! maps that bend time (`Pair::bent`). A bent map fits almost any clip a little better than an unbent one, so a more
//! complex map must cost less than `BETTER` times the current best.
//!
//! Invariant: the poses that a returned map matches are alike, and they move. Unrelated clips therefore give an error
//! and not a bad map.

use super::pair::{Fit, Pair};
use super::time_map::TimeMap;
use super::track::Track;
use footwork_library::Signature;
use thiserror::Error;

/// The minimum number of frames; a shorter clip has no motion to compare.
const MIN_FRAMES: u32 = 5;
/// The spread of poses below which a clip counts as standing still, in metres.
const STILL_M: f64 = 0.003;
/// The minimum share of the shorter clip's frames that the other clip must contain.
const MIN_SHARE: f64 = 0.5;
/// The maximum median distance between matched poses, in metres.
const ALIKE_M: f64 = 0.03;
/// The maximum median distance between matched poses, as a share of the distance of the clip's poses from their mean.
const ALIKE_SHARE: f64 = 0.2;
/// The share of the current cost that a mirrored, cut or bent map must stay below.
const BETTER: f64 = 0.6;

/// The positions of an old clip's frames in a new clip.
#[derive(Clone, Debug, PartialEq)]
pub struct Alignment {
    /// The map from old frames to new ones.
    pub map: TimeMap,
    /// Whether the new clip is mirrored.
    pub mirrored: bool,
    /// Whether the motion repeats itself, so that another map fits equally well.
    pub is_ambiguous: bool,
    /// The distance of the clip's poses from their mean, in metres: the scale for gaps between
    /// poses.
    pub spread_m: f64,
}

/// Why the frames of one clip cannot be found in another.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum AlignError {
    /// The clips show different motions.
    #[error(
        "the clips show different motions: at the best alignment, their poses are {:.1} cm apart",
        residual_m * 100.0
    )]
    Unrelated {
        /// The median distance between poses under the best map, in metres.
        residual_m: f64,
    },
    /// The clip does not move, so that every frame looks the same.
    #[error(
        "nothing moves in the {} clip, so its frames cannot be distinguished",
        which(*old)
    )]
    Still {
        /// Whether the still clip is the old one.
        old: bool,
    },
    /// The clip has too few frames to compare.
    #[error(
        "the {} clip has too few frames to compare: {frames}, fewer than {MIN_FRAMES}",
        which(*old)
    )]
    TooShort {
        /// Whether the short clip is the old one.
        old: bool,
        /// The number of its frames.
        frames: u32,
    },
    /// The signatures have different joints.
    #[error("the poses are not of the same joints")]
    OtherJoints,
}

fn which(old: bool) -> &'static str {
    if old { "old" } else { "new" }
}

/// Returns where the frames of `old` are in `new`. The new clip may be trimmed, resampled at another rate, played
/// faster or slower, at constant or varying speed, and mirrored. It may also have frames cut out of its middle, if it
/// keeps the old speed.
///
/// ```
/// use footwork_base::{FrameRange, FrameRate};
/// use footwork_clip::{Limits, read_clip};
/// use footwork_library::Signature;
/// use footwork_pipeline::align;
///
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/deepmimic/kick.txt");
/// # let bytes = std::fs::read(path).unwrap();
/// let kick = read_clip("kick.txt", &bytes, None, &Limits::default()).unwrap().clip;
/// let later = kick.slice(FrameRange::new(6, 47).unwrap()).unwrap();
/// let slower = later.resampled(FrameRate::whole(15).unwrap(), &Limits::default()).unwrap();
///
/// let old = Signature::from_clip(&kick, &Default::default()).unwrap();
/// let new = old.with_same_joints(&slower).unwrap();
/// let found = align(&old, &new).unwrap();
/// assert!(!found.mirrored);
/// assert!((found.map.new_of_old(26.0) - 10.0).abs() < 0.1);
/// ```
///
/// # Errors
/// If the motions are unrelated, if a clip has too few frames or stands still, or if the signatures
/// have different joints.
pub fn align(old: &Signature, new: &Signature) -> Result<Alignment, AlignError> {
    if old.joints() != new.joints() {
        return Err(AlignError::OtherJoints);
    }
    let tracks = [Track::from_signature(old), Track::from_signature(new)];
    let spreads = tracks.each_ref().map(Track::spread);
    for (signature, (spread, is_old)) in [old, new]
        .into_iter()
        .zip(spreads.into_iter().zip([true, false]))
    {
        if signature.frame_count() < MIN_FRAMES {
            let frames = signature.frame_count();
            return Err(AlignError::TooShort {
                old: is_old,
                frames,
            });
        }
        if spread < STILL_M {
            return Err(AlignError::Still { old: is_old });
        }
    }
    let [old_track, new_track] = &tracks;
    let other_track = old
        .mirrored()
        .map(|mirrored| Track::from_signature(&mirrored));
    let plain = Pair::new(old_track, new_track);
    let other = other_track
        .as_ref()
        .map(|track| Pair::new(track, new_track));
    let (even, is_ambiguous) = plain.even();
    let mut best = (even, false, is_ambiguous);
    if let Some(other) = &other {
        let (even, is_ambiguous) = other.even();
        if even.cost < BETTER * best.0.cost {
            best = (even, true, is_ambiguous);
        }
    }
    if !best.0.is_exact {
        for (pair, is_mirrored) in [(Some(&plain), false), (other.as_ref(), true)] {
            let Some((found, is_ambiguous)) = pair.and_then(Pair::cut) else {
                continue;
            };
            if found.is_exact && found.cost < BETTER * best.0.cost {
                best = (found, is_mirrored, is_ambiguous);
            }
        }
    }
    if !best.0.is_exact {
        // Bending hides whether the clip is mirrored, so both cases are tried.
        for (pair, is_mirrored) in [(Some(&plain), false), (other.as_ref(), true)] {
            let even = (best.1 == is_mirrored).then_some(&best.0);
            let found = pair.and_then(|pair| pair.bent(even));
            let Some((found, is_ambiguous)) = found else {
                continue;
            };
            if found.cost < BETTER * best.0.cost {
                best = (found, is_mirrored, is_ambiguous);
            }
        }
    }
    let (fit, mirrored, is_ambiguous) = best;
    let pair = match (&other, mirrored) {
        (Some(other), true) => other,
        _ => &plain,
    };
    judge(&fit, spreads[0].min(spreads[1]), pair)?;
    Ok(Alignment {
        map: fit.map,
        mirrored,
        is_ambiguous,
        spread_m: spreads[0].min(spreads[1]),
    })
}

/// Rejects a map if the poses it matches are not alike.
fn judge(fit: &Fit, spread: f64, pair: &Pair<'_>) -> Result<(), AlignError> {
    let gaps = &fit.map.gaps;
    let residual_m = fit.map.residual_m();
    let unrelated = Err(AlignError::Unrelated { residual_m });
    let ([(first, _), .., (last, _)], true) = (gaps.as_slice(), fit.share >= MIN_SHARE) else {
        return unrelated;
    };
    let mut sorted: Vec<f64> = gaps.iter().map(|(_, gap)| *gap).collect();
    sorted.sort_by(f64::total_cmp);
    let median = sorted[sorted.len() / 2];
    let there = pair.old.spread_within(*first, *last);
    let most = sorted[sorted.len() * 4 / 5];
    let near = ALIKE_M.min(ALIKE_SHARE * there);
    let alike = median <= near && most <= 1.5 * near;
    let moves = there >= 0.25 * spread && residual_m <= 2.0 * ALIKE_SHARE * there;
    if alike && moves { Ok(()) } else { unrelated }
}
