//! The rhythm of steps: the cycle, the phases of the strikes, and the balance of both halves.

use std::borrow::Cow;

use super::stance::Stances;

/// The steps of a range.
pub(super) struct Gait {
    pub(super) cycle_secs: f64,
    pub(super) contacts_per_cycle: f64,
    cycle_frames: f64,
    /// The times at which each foot strikes, in frames from the start of the range, left before right.
    strikes: [Vec<f64>; 2],
    /// The length of a round in frames, if the range is a loop.
    round: Option<f64>,
}

impl Gait {
    pub(super) fn new(stances: &Stances) -> Result<Self, Cow<'static, str>> {
        let strikes = stances.strikes();
        let round = stances.round().map(f64::from);
        let (cycle_frames, contacts_per_cycle) = match round {
            Some(round) => in_loop(&strikes, round)?,
            None => in_take(&strikes, f64::from(stances.frames()))?,
        };
        Ok(Self {
            cycle_secs: cycle_frames / stances.rate(),
            contacts_per_cycle,
            cycle_frames,
            strikes,
            round,
        })
    }

    pub(super) fn cycle_frames(&self) -> f64 {
        self.cycle_frames
    }

    /// Returns the phases of the first strikes, left before right.
    pub(super) fn phases(&self) -> Result<[f64; 2], Cow<'static, str>> {
        let [left, right] = &self.strikes;
        let (Some(left), Some(right)) = (left.first(), right.first()) else {
            return Err("only one foot strikes".into());
        };
        Ok([left, right].map(|strike| (strike / self.cycle_frames).rem_euclid(1.0)))
    }

    /// Returns how far strikes lie on average from the middle of two strikes of the other foot, as a share of half a
    /// cycle.
    pub(super) fn asymmetry(&self) -> Result<f64, Cow<'static, str>> {
        let [left, right] = &self.strikes;
        let (mut sum, mut count) = (0.0, 0u32);
        for (from, to, is_left) in [(left, right, true), (right, left, false)] {
            for &strike in from {
                let later = to.iter().find(|&&other| other > strike).copied();
                let around = || Some(to.first()? + self.round?);
                let Some(next) = later.or_else(around) else {
                    continue;
                };
                let share = (next - strike) / self.cycle_frames;
                // The share from right to left is the rest of the cycle.
                sum += if is_left { share } else { 1.0 - share };
                count += 1;
            }
        }
        if count == 0 {
            return Err("no foot strikes after the other".into());
        }
        Ok(2.0 * (sum / f64::from(count) - 0.5).abs())
    }
}

/// Returns the cycle of a loop in frames, and the number of strikes per cycle.
fn in_loop(strikes: &[Vec<f64>; 2], round: f64) -> Result<(f64, f64), Cow<'static, str>> {
    match strikes.each_ref().map(Vec::len) {
        [0, 0] => Err("no foot strikes".into()),
        [left, right] if left == right => Ok((round / left as f64, 2.0)),
        [0, one] | [one, 0] => Ok((round / one as f64, 1.0)),
        [left, right] => Err(format!(
            "the left foot strikes {left} times in the loop, and the right foot {right} times"
        )
        .into()),
    }
}

/// Returns the cycle in frames, and the number of strikes per cycle, of frames that do not loop.
fn in_take(strikes: &[Vec<f64>; 2], frames: f64) -> Result<(f64, f64), Cow<'static, str>> {
    let (mut way, mut steps) = (0.0, 0.0);
    for foot in strikes {
        if let (Some(first), Some(last)) = (foot.first(), foot.last()) {
            way += last - first;
            steps += (foot.len() - 1) as f64;
        }
    }
    if steps == 0.0 {
        return Err("no foot strikes twice".into());
    }
    let cycle: f64 = way / steps;
    let per_cycle = strikes.iter().map(|foot| match foot.as_slice() {
        [first, .., last] => cycle * (foot.len() - 1) as f64 / (last - first),
        few => few.len() as f64 * cycle / frames,
    });
    // The mean of real strikes is never exactly whole, and contracts ask for exactly 2.
    let per_cycle: f64 = per_cycle.sum();
    Ok((cycle, per_cycle.round()))
}
