//! The poses: all available motion, mirrored, and repeated with other speeds and sizes until there are enough.

use std::path::{Path, PathBuf};

use footwork_base::{FrameRate, Role, to_f32};
use footwork_clip::{Limits, WorldPositions, read_clip};
use footwork_matching::{ClipEnd, Index, IndexBuilder, JointTrack, MotionClip, Root, Schema};

use crate::machine;
use crate::random::Random;
use crate::report::Outcome;

use super::baselines::{FEATURES, Row, Rows};

const RATE: u64 = 60;
const JOINTS: [(Role, &str); 3] = [
    (Role::LeftFoot, "left_foot"),
    (Role::RightFoot, "right_foot"),
    (Role::Hips, "hips"),
];
const GOALS: usize = 50;
const MIN_SPEED_MPS: f64 = 0.5;

/// A recorded clip, or a part of one.
#[derive(Clone)]
struct Take {
    rate: FrameRate,
    root: Vec<Root>,
    joints: [Vec<[f32; 3]>; 3],
}

/// Takes with feet and hips, each in two parts.
pub(super) struct Library {
    what: &'static str,
    /// The first three quarters of each take, whose copies are in the index.
    takes: Vec<Take>,
    /// The last quarter of each take.
    held_out: Vec<Take>,
}

/// The origin of goals.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Goals {
    /// Poses of the last quarters, with noise of 0.1 deviations.
    HeldOut,
    /// Poses of other copies of motion in the index, with the same noise.
    Copies,
    /// The pose of one of the last quarters with the trajectory of another.
    Crossed,
    /// Noise of 3 deviations around the mean.
    Noisy,
    /// Uniform within the range of each feature.
    Uniform,
}

impl Goals {
    pub(super) const ALL: [Self; 5] = [
        Self::HeldOut,
        Self::Copies,
        Self::Crossed,
        Self::Noisy,
        Self::Uniform,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::HeldOut => "held-out frames",
            Self::Copies => "held-out copies",
            Self::Crossed => "pose of one, trajectory of another",
            Self::Noisy => "noise of 3 σ",
            Self::Uniform => "uniform",
        }
    }

    pub(super) fn are_hostile(self) -> bool {
        !matches!(self, Self::HeldOut | Self::Copies)
    }
}

impl Library {
    /// Reads the samples and the folder in `FOOTWORK_EXTRA_CLIPS`.
    pub(super) fn read() -> Outcome<Self> {
        let mut files = Vec::new();
        collect(&machine::folder().join("../samples"), &mut files)?;
        if let Some(extra) = std::env::var_os("FOOTWORK_EXTRA_CLIPS") {
            collect(Path::new(&extra), &mut files)?;
        }
        files.sort();
        let all: Vec<Take> = files.iter().filter_map(|path| take(path)).collect();
        if all.is_empty() {
            return Err("there are no clips with feet".into());
        }
        let takes = all.iter().map(|take| take.part(0, take.root.len() * 3 / 4));
        let held_out = all
            .iter()
            .map(|take| take.part(take.root.len() * 3 / 4, take.root.len()));
        Ok(Self {
            what: "all available motion with two feet",
            takes: takes.collect(),
            held_out: held_out.collect(),
        })
    }

    /// Returns the takes with a mean speed of the root of at least [`MIN_SPEED_MPS`].
    pub(super) fn locomotion(&self) -> Self {
        let goes = |take: &Take| take.mean_speed_mps() >= MIN_SPEED_MPS;
        let of = |takes: &[Take]| takes.iter().filter(|take| goes(take)).cloned().collect();
        Self {
            what: "the part that moves at 0.5 m/s or more",
            takes: of(&self.takes),
            held_out: of(&self.held_out),
        }
    }

    pub(super) fn about(&self) -> String {
        let frames = |takes: &[Take]| takes.iter().map(|take| take.root.len()).sum::<usize>();
        format!(
            "{}: {} takes of {} frames, and {} frames held out",
            self.what,
            self.takes.len(),
            frames(&self.takes),
            frames(&self.held_out)
        )
    }

    /// Returns a builder with about this number of candidates, and its number of clips.
    pub(super) fn builder(&self, poses: usize) -> Outcome<(IndexBuilder, usize)> {
        let mut random = Random::new(1);
        let mut builder = IndexBuilder::new(Schema::locomotion(rate()?));
        let (mut candidates, mut clips) = (0, 0);
        while candidates < poses {
            let take = &self.takes[clips % self.takes.len()];
            let frames = take.add_copy(&mut builder, &mut random)?;
            candidates += 2 * frames.saturating_sub(60);
            clips += 1;
        }
        Ok((builder, clips))
    }

    /// Returns goals of one kind. `rows` are those of the index.
    pub(super) fn goals(&self, index: &Index, rows: &Rows, goals: Goals) -> Outcome<Vec<Row>> {
        let mut random = Random::new(2);
        let mut builder = IndexBuilder::new(Schema::locomotion(rate()?));
        let from = match goals {
            Goals::Copies => &self.takes,
            _ => &self.held_out,
        };
        // Adds several copies, because most frames of a short part are too near its end.
        for take in from.iter().cycle().take(4 * from.len()) {
            take.add_copy(&mut builder, &mut random)?;
        }
        let others = builder.build();
        let poses: Vec<_> = others.candidates().collect();
        let count = u32::try_from(poses.len())?;
        if count == 0 {
            return Err("all held-out takes are too short".into());
        }
        let row = |random: &mut Random| {
            let mut row = [0.0; FEATURES];
            others.features(poses[random.below(count) as usize], &mut row);
            row
        };
        let moments = rows.moments();
        let goal = |_| {
            let mut goal = row(&mut random);
            let other = row(&mut random);
            for feature in 0..FEATURES {
                let (mean, deviation) = moments[feature];
                let value = match goals {
                    Goals::HeldOut | Goals::Copies => {
                        let noise = 0.1 * normal(&mut random);
                        f64::from(goal[feature]) + noise / f64::from(rows.scales()[feature])
                    }
                    Goals::Crossed if feature < 15 => f64::from(goal[feature]),
                    Goals::Crossed => f64::from(other[feature]),
                    Goals::Noisy => mean + 3.0 * deviation * normal(&mut random),
                    Goals::Uniform => {
                        let range = index.feature_range(feature);
                        random.uniform(f64::from(*range.start()), f64::from(*range.end()))
                    }
                };
                goal[feature] = to_f32(value);
            }
            goal
        };
        Ok((0..GOALS).map(goal).collect())
    }
}

impl Take {
    fn part(&self, start: usize, stop: usize) -> Self {
        Self {
            rate: self.rate,
            root: self.root[start..stop].to_vec(),
            joints: (self.joints.each_ref()).map(|track| track[start..stop].to_vec()),
        }
    }

    fn mean_speed_mps(&self) -> f64 {
        let steps = self.root.windows(2).map(|pair| {
            let [x, z] = [0, 1].map(|i| pair[1].position_m[i] - pair[0].position_m[i]);
            f64::from((x * x + z * z).sqrt())
        });
        let secs = self.root.len() as f64 / self.rate.as_f64();
        steps.sum::<f64>() / secs
    }

    /// Adds a copy with another speed and size. Returns its number of frames.
    fn add_copy(&self, builder: &mut IndexBuilder, random: &mut Random) -> Outcome<usize> {
        let (speed, size) = (random.between(85, 115), to_f32(random.uniform(0.9, 1.1)));
        let rate = FrameRate::new(
            self.rate.numerator() * u64::from(speed),
            self.rate.denominator() * 100,
        )
        .ok_or("no frame rate")?;
        let scaled = |&[x, y, z]: &[f32; 3]| [x * size, y * size, z * size];
        let joints = self
            .joints
            .each_ref()
            .map(|track| track.iter().map(scaled).collect::<Vec<_>>());
        let root: Vec<Root> = (self.root.iter())
            .map(|root| Root {
                position_m: root.position_m.map(|x| x * size),
                ..*root
            })
            .collect();
        let tracks = [0, 1, 2].map(|joint| JointTrack {
            name: JOINTS[joint].1,
            positions_m: &joints[joint],
        });
        builder.add_clip(&MotionClip {
            name: "copy",
            rate,
            end: ClipEnd::Cut,
            with_mirrored: true,
            root: &root,
            joints: &tracks,
            channels: &[],
        })?;
        let secs = root.len() as f64 / rate.as_f64();
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a number of frames"
        )]
        let frames = (secs * RATE as f64) as usize;
        Ok(frames)
    }
}

fn rate() -> Outcome<FrameRate> {
    Ok(FrameRate::whole(RATE).ok_or("no frame rate")?)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Outcome<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path
            .extension()
            .is_some_and(|end| end == "bvh" || end == "txt")
        {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns the tracks of a file; `None` if it is not a clip or has no feet.
fn take(path: &Path) -> Option<Take> {
    let bytes = std::fs::read(path).ok()?;
    let clip = read_clip(&path.to_string_lossy(), &bytes, None, &Limits::default())
        .ok()?
        .clip;
    let roles = clip.skeleton().roles();
    let positions = WorldPositions::from_clip(&clip);
    let track = |role| -> Option<Vec<[f32; 3]>> {
        let joint = roles.joint(role)?;
        Some(
            positions
                .joint(joint)
                .map(|place| place.map(to_f32))
                .collect(),
        )
    };
    let [left, right] = [track(Role::LeftUpperLeg)?, track(Role::RightUpperLeg)?];
    let hips = track(Role::Hips)?;
    let root = hips
        .iter()
        .zip(left.iter().zip(&right))
        .map(|(hips, (left, right))| {
            // The character faces a quarter turn from the line between the hip joints.
            let [x, z] = [left[0] - right[0], left[2] - right[2]];
            let is_line = x * x + z * z > 1e-9;
            Root {
                position_m: [hips[0], hips[2]],
                facing: if is_line { [-z, x] } else { [0.0, 1.0] },
            }
        });
    Some(Take {
        rate: clip.rate(),
        root: root.collect(),
        joints: [track(Role::LeftFoot)?, track(Role::RightFoot)?, hips],
    })
}

/// Returns the sum of twelve uniform numbers, which has a deviation of 1.
fn normal(random: &mut Random) -> f64 {
    (0..12).map(|_| random.uniform(-0.5, 0.5)).sum()
}
