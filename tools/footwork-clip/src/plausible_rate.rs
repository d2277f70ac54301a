//! The frame rates at which motion is recorded. If a clip has another rate, its timing is wrong, as in a BVH file whose
//! `Frame Time` holds the number of frames per second.

use footwork_base::FrameRate;

use crate::clip::Clip;
use crate::evidence::Evidence;
use crate::finding::Finding;

/// The lowest plausible rate in frames per second.
const MIN_RATE: u64 = 5;
/// The highest plausible rate in frames per second.
const MAX_RATE: u64 = 1000;

/// Returns whether motion may be recorded at this rate: 5 to 1,000 frames per second.
///
/// ```
/// use footwork_base::FrameRate;
/// use footwork_clip::is_plausible_rate;
///
/// assert!(is_plausible_rate(FrameRate::new(30_000, 1001).unwrap()));
/// // `Frame Time: 30`.
/// assert!(!is_plausible_rate(FrameRate::new(1, 30).unwrap()));
/// ```
pub fn is_plausible_rate(rate: FrameRate) -> bool {
    let frames = u128::from(rate.numerator());
    let times = |limit: u64| u128::from(limit) * u128::from(rate.denominator());
    (times(MIN_RATE)..=times(MAX_RATE)).contains(&frames)
}

/// Returns what is wrong with a rate, without a final full stop; `None` if the rate is plausible.
pub fn why_implausible(rate: FrameRate) -> Option<String> {
    if is_plausible_rate(rate) {
        return None;
    }
    let meant = FrameRate::new(rate.denominator(), rate.numerator());
    let hint = match meant.filter(|&meant| is_plausible_rate(meant)) {
        Some(meant) => format!(
            "; the time of a frame is {}, which may be meant as {meant} frames per second",
            rate.period_secs()
        ),
        None => String::new(),
    };
    Some(format!(
        "the rate is {rate} frames per second, and motion is recorded at {MIN_RATE} to {MAX_RATE}{hint}"
    ))
}

/// Returns the finding about a clip whose rate is implausible; `None` for a plausible rate and for a single pose, which
/// needs no rate.
pub(crate) fn odd_rate(clip: &Clip) -> Option<Finding> {
    let message = why_implausible(clip.rate()).filter(|_| clip.frame_count() > 1)?;
    Some(Finding {
        code: "odd-rate",
        position: None,
        message,
    })
}

/// The factor by which a body appears slower than a person if the declared rate is too low, such as 24 frames per
/// second for a recording at 120.
const SLOWER: u64 = 5;

/// Returns a hint for a clip whose body travels on feet that are much slower than a person's.
pub(crate) fn slow_motion(clip: &Clip, evidence: &Evidence) -> Option<Finding> {
    let declared = clip.rate();
    let numerator = declared.numerator().checked_mul(SLOWER)?;
    let recorded = FrameRate::new(numerator, declared.denominator())?;
    let is_plausible = is_plausible_rate(declared) && is_plausible_rate(recorded);
    let is_slow = is_plausible && evidence.is_slow_motion();
    is_slow.then(|| Finding {
        code: "slow-motion",
        position: None,
        message: format!(
            "joints move about {SLOWER} times slower than people's: {recorded} frames per second recorded, {declared} declared?"
        ),
    })
}
