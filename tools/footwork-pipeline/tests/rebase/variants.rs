//! Changed versions of clips, with the true positions of their frames.

use std::f64::consts::TAU;
use std::fmt;
use std::sync::Arc;

use footwork_base::{FrameRange, FrameRate};
use footwork_clip::{Clip, ClipParts, JointPairs, Limits};

/// The kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Trimmed,
    Resampled,
    Retimed,
    Bent,
    Mirrored,
    Combined,
    BentCombined,
    CutOut,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Trimmed => "trimmed",
            Self::Resampled => "resampled",
            Self::Retimed => "retimed evenly",
            Self::Bent => "retimed unevenly",
            Self::Mirrored => "mirrored",
            Self::Combined => "trimmed, resampled, mirrored, retimed evenly",
            Self::BentCombined => "trimmed, resampled, mirrored, retimed unevenly",
            Self::CutOut => "cut in the middle",
        })
    }
}

/// A clip made from another.
pub(crate) struct Variant {
    pub(crate) what: String,
    pub(crate) clip: Clip,
    pub(crate) mirrored: bool,
    /// For each new frame, its time in the old clip, in old frames.
    times: Vec<f64>,
}

impl Variant {
    /// Returns the new frame of an old frame; `None` if the old frame was cut out.
    pub(crate) fn truth(&self, old: f64) -> Option<f64> {
        let times = &self.times;
        let after = times.partition_point(|time| *time <= old);
        // A time after the last frame belongs to the last step.
        let after = after.min(times.len() - 1);
        let before = after.checked_sub(1)?;
        // If there is a cut between the two frames, the step before the cut is used.
        let near = before.max(1);
        let step = (times[after] - times[before]).min(times[near] - times[near - 1]);
        if before + 1 < times.len() && old >= times[before] + 1.5 * step {
            return None;
        }
        let new = before as f64 + (old - times[before]) / step;
        (new < times.len() as f64 + 0.5).then_some(new)
    }
}

/// The changes that make a variant, in the order in which they are applied.
#[derive(Clone, Copy, Default)]
pub(crate) struct Recipe {
    /// The shares of the clip that are cut from the start and the end.
    cut: (f64, f64),
    /// The new rate.
    rate: Option<(u64, u64)>,
    /// The factor of the speed.
    speed: Option<f64>,
    /// The change of the speed, and its number of periods in the clip.
    bend: Option<(f64, f64)>,
    mirrored: bool,
    /// The shares of the clip between which frames are removed.
    out: Option<(f64, f64)>,
}

/// Returns the changes to make to every clip; `seed` varies the numbers.
pub(crate) fn recipes(seed: u32) -> Vec<(Kind, Recipe)> {
    let part = |n: u32| f64::from((seed.wrapping_mul(2_654_435_761) >> n) % 97) / 97.0;
    let rates = [(24, 1), (30_000, 1001), (30, 1), (60, 1), (120, 1)];
    let speeds = [0.8, 0.9, 1.0 + 0.2 * part(3), 1.25, 1.3];
    let bends = [(0.15, 1.0), (0.3, 1.5), (0.5, 1.0 + part(5))];
    let mut recipes = Vec::new();
    let mut add = |kind, change: &dyn Fn(&mut Recipe)| {
        let mut recipe = Recipe::default();
        change(&mut recipe);
        recipes.push((kind, recipe));
    };
    let starts = (0.05 + 0.3 * part(1), 0.0);
    for cut in [starts, (0.0, 0.1 + 0.4 * part(2)), (0.2, 0.25)] {
        add(Kind::Trimmed, &|r| r.cut = cut);
    }
    for rate in rates {
        add(Kind::Resampled, &|r| r.rate = Some(rate));
    }
    for speed in speeds {
        add(Kind::Retimed, &|r| r.speed = Some(speed));
    }
    for bend in bends {
        add(Kind::Bent, &|r| r.bend = Some(bend));
    }
    add(Kind::Mirrored, &|r| r.mirrored = true);
    let cut = (0.1 + 0.2 * part(4), 0.1 * part(6));
    let [rate, other] = [rates[seed as usize % 5], rates[(seed as usize + 2) % 5]].map(Some);
    let speed = Some(speeds[seed as usize % 5]);
    add(Kind::Combined, &|r| {
        (r.cut, r.rate, r.mirrored) = (cut, rate, true);
    });
    add(Kind::Combined, &|r| {
        (r.cut, r.rate, r.speed) = (cut, other, speed);
    });
    add(Kind::Combined, &|r| {
        (r.cut, r.rate, r.speed, r.mirrored) = (cut, rate, speed, true);
    });
    let bend = Some(bends[seed as usize % 3]);
    add(Kind::BentCombined, &|r| {
        (r.cut, r.rate, r.bend) = (cut, rate, bend);
    });
    add(Kind::BentCombined, &|r| {
        (r.bend, r.mirrored) = (bend, true);
    });
    add(Kind::BentCombined, &|r| {
        (r.cut, r.rate, r.bend, r.mirrored) = (cut, other, bend, true);
    });
    let middle = (0.4, 0.45 + 0.3 * part(1));
    for out in [(0.3, 0.5), middle, (0.55, 0.8), (0.35, 0.65)].map(Some) {
        add(Kind::CutOut, &|r| r.out = out);
        add(Kind::CutOut, &|r| (r.out, r.cut) = (out, (0.05, 0.1)));
    }
    recipes
}

/// Makes a variant.
pub(crate) fn make(clip: &Clip, recipe: Recipe) -> Variant {
    let frames = clip.frame_count();
    let [before, behind] =
        [recipe.cut.0, recipe.cut.1].map(|share| (share * f64::from(frames)) as u32);
    let range = FrameRange::new(before, frames - behind).unwrap();
    let mut made = clip.slice(range).unwrap();
    let rate = recipe
        .rate
        .map_or(clip.rate(), |(n, d)| FrameRate::new(n, d).unwrap());
    let start = f64::from(before);
    let length = f64::from(made.frame_count() - 1);
    let step = clip.rate().as_f64() / rate.as_f64();
    let mut times: Vec<f64> = Vec::new();
    match (recipe.bend, recipe.speed) {
        (None, None) => {
            made = made.resampled(rate, &Limits::default()).unwrap();
            times.extend((0..made.frame_count()).map(|frame| start + f64::from(frame) * step));
        }
        (bend, speed) => {
            let (depth, waves) = bend.unwrap_or((0.0, 1.0));
            let speed = speed.unwrap_or(1.0);
            let turn = TAU * waves / length;
            for frame in 0.. {
                let even = f64::from(frame) * step * speed;
                let time = even + depth / turn * libm::sin(turn * even);
                if time > length {
                    break;
                }
                times.push(start + time.max(0.0));
            }
            made = at_times(clip, &times, rate);
        }
    }
    if let Some(out) = recipe.out {
        let [from, until] = [out.0, out.1].map(|share| (share * times.len() as f64) as usize);
        times.drain(from..until);
        made = at_times(clip, &times, rate);
    }
    if recipe.mirrored {
        let pairs = JointPairs::from_names(made.skeleton()).unwrap();
        made = made.mirrored(&pairs).unwrap();
    }
    Variant {
        what: format!(
            "cut {before} and {behind}, out {:?}, rate {rate}, speed {:?}, bend {:?}, mirrored {}",
            recipe.out, recipe.speed, recipe.bend, recipe.mirrored
        ),
        clip: made,
        mirrored: recipe.mirrored,
        times,
    }
}

/// Returns the poses of a clip at these times, in frames.
fn at_times(clip: &Clip, times: &[f64], rate: FrameRate) -> Clip {
    let joints = clip.skeleton().joint_count();
    let last = clip.frame_count() as usize - 1;
    let mut parts = ClipParts {
        skeleton: Arc::clone(clip.skeleton()),
        rate,
        looping: false,
        root_positions: Vec::new(),
        rotations: Vec::new(),
        translations: clip.translations().map(|_| Vec::new()),
    };
    for &time in times {
        let frame = (time as usize).min(last);
        let next = (frame + 1).min(last);
        let fraction = time - frame as f64;
        let [a, b] = [frame, next].map(|frame| clip.root_positions()[frame]);
        let mix = |a: f64, b: f64| a + (b - a) * fraction;
        parts
            .root_positions
            .push([mix(a[0], b[0]), mix(a[1], b[1]), mix(a[2], b[2])]);
        for joint in 0..joints {
            let [a, b] = [frame, next].map(|frame| clip.rotations()[frame * joints + joint]);
            let dot: f32 = a.iter().zip(b).map(|(a, b)| a * b).sum();
            let sign = if dot < 0.0 { -1.0 } else { 1.0 };
            let near = |axis: usize| mix(f64::from(a[axis]), f64::from(sign * b[axis])) as f32;
            parts.rotations.push([near(0), near(1), near(2), near(3)]);
            if let (Some(all), Some(out)) = (clip.translations(), &mut parts.translations) {
                let [a, b] = [frame, next].map(|frame| all[frame * joints + joint]);
                let near = |axis: usize| mix(f64::from(a[axis]), f64::from(b[axis])) as f32;
                out.push([near(0), near(1), near(2)]);
            }
        }
    }
    Clip::new(parts).unwrap()
}
