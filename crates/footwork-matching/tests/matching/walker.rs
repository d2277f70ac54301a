//! A synthetic character that walks about. Its standing feet do not slide.

use footwork_base::FrameRate;
use footwork_matching::{BuildError, ClipEnd, ClipId, IndexBuilder, JointTrack, MotionClip, Root};
use footwork_testkit::Random;

pub(crate) const RATE: u16 = 60;

/// The tracks of a clip.
#[derive(Clone, Default)]
pub(crate) struct Walk {
    pub(crate) root: Vec<Root>,
    pub(crate) left_foot: Vec<[f32; 3]>,
    pub(crate) right_foot: Vec<[f32; 3]>,
    pub(crate) hips: Vec<[f32; 3]>,
}

pub(crate) fn rate() -> FrameRate {
    FrameRate::whole(u64::from(RATE)).unwrap()
}

/// The speed in m/s and the turning speed in rad/s, by time in seconds.
pub(crate) type Course<'a> = &'a dyn Fn(f64) -> [f64; 2];

impl Walk {
    /// Returns a walk at random speeds along random bends.
    pub(crate) fn random(random: &mut Random, frames: usize) -> Self {
        let waves: [[f64; 3]; 4] = std::array::from_fn(|_| {
            [
                random.between(0.2, 1.5),
                random.between(0.0, 6.0),
                random.unit(),
            ]
        });
        let wave = |index: usize, t: f64| {
            let [speed, phase, size]: [f64; 3] = waves[index];
            size * libm::sin(t * speed + phase)
        };
        let course = |t: f64| {
            let speed_mps = 1.5 + 1.2 * wave(0, t) + 0.4 * wave(1, t);
            [speed_mps.max(0.0), 1.2 * wave(2, t) + 0.8 * wave(3, t)]
        };
        Self::along(&course, frames)
    }

    /// Returns a walk along a course.
    pub(crate) fn along(course: Course<'_>, frames: usize) -> Self {
        let dt = 1.0 / f64::from(RATE);
        let mut walk = Self::default();
        let (mut at, mut heading, mut phase) = ([0.0, 0.0], 0.0, 0.0f64);
        let mut places = [[0.1, 0.0], [-0.1, 0.0]];
        let mut lifted = places;
        for frame in 0..frames {
            let [speed_mps, turn] = course(frame as f64 * dt);
            let (sine, cosine) = (libm::sin(heading), libm::cos(heading));
            walk.root.push(Root {
                position_m: at.map(|x| x as f32),
                facing: [sine as f32, cosine as f32],
            });
            let bob = 0.02 * libm::sin(phase * std::f64::consts::TAU * 2.0);
            walk.hips
                .push([at[0] as f32, (0.9 + bob) as f32, at[1] as f32]);
            for (foot, side) in [(0, 0.1), (1, -0.1)] {
                // A foot stands in the first half of its cycle, and swings to its next position in the second half.
                let own = (phase + 0.5 * foot as f64).fract();
                let swing = ((own - 0.5) * 2.0).max(0.0);
                let ahead = 0.25 * speed_mps;
                let next = [
                    at[0] + side * cosine + ahead * sine,
                    at[1] - side * sine + ahead * cosine,
                ];
                if swing > 0.0 {
                    let ease = swing * swing * (3.0 - 2.0 * swing);
                    let way = [0, 1].map(|i| (next[i] - lifted[foot][i]) * ease);
                    places[foot] = [0, 1].map(|i| lifted[foot][i] + way[i]);
                } else {
                    // A foot stands where its last swing ended.
                    lifted[foot] = places[foot];
                }
                let [x, z] = places[foot].map(|x| x as f32);
                let height = 0.08 + 0.15 * libm::sin(swing * std::f64::consts::PI);
                let track = match foot {
                    0 => &mut walk.left_foot,
                    _ => &mut walk.right_foot,
                };
                track.push([x, height as f32, z]);
            }
            at = [
                at[0] + speed_mps * sine * dt,
                at[1] + speed_mps * cosine * dt,
            ];
            heading += turn * dt;
            phase += (0.6 + 0.3 * speed_mps) * dt;
        }
        walk
    }

    pub(crate) fn add_to(
        &self,
        builder: &mut IndexBuilder,
        name: &str,
        end: ClipEnd,
        with_mirrored: bool,
    ) -> Result<ClipId, BuildError> {
        builder.add_clip(&MotionClip {
            name,
            rate: rate(),
            end,
            with_mirrored,
            root: &self.root,
            joints: &[
                JointTrack {
                    name: "left_foot",
                    positions_m: &self.left_foot,
                },
                JointTrack {
                    name: "right_foot",
                    positions_m: &self.right_foot,
                },
                JointTrack {
                    name: "hips",
                    positions_m: &self.hips,
                },
            ],
            channels: &[],
        })
    }

    /// Returns a range of frames of the walk.
    pub(crate) fn cut(&self, frames: std::ops::Range<usize>) -> Self {
        Self {
            root: self.root[frames.clone()].to_vec(),
            left_foot: self.left_foot[frames.clone()].to_vec(),
            right_foot: self.right_foot[frames.clone()].to_vec(),
            hips: self.hips[frames].to_vec(),
        }
    }

    /// Returns the mirrored walk.
    pub(crate) fn mirrored(&self) -> Self {
        let points = |track: &[[f32; 3]]| track.iter().map(|&[x, y, z]| [-x, y, z]).collect();
        Self {
            root: (self.root.iter())
                .map(|root| Root {
                    position_m: [-root.position_m[0], root.position_m[1]],
                    facing: [-root.facing[0], root.facing[1]],
                })
                .collect(),
            left_foot: points(&self.right_foot),
            right_foot: points(&self.left_foot),
            hips: points(&self.hips),
        }
    }

    /// Returns the walk turned by `angle` and moved by `by`.
    pub(crate) fn moved(&self, angle: f64, by: [f32; 2]) -> Self {
        let (sine, cosine) = (libm::sin(angle) as f32, libm::cos(angle) as f32);
        let turn = |[x, z]: [f32; 2]| [x * cosine + z * sine, z * cosine - x * sine];
        let point = |&[x, y, z]: &[f32; 3]| {
            let [x, z] = turn([x, z]);
            [x + by[0], y, z + by[1]]
        };
        let points = |track: &[[f32; 3]]| track.iter().map(point).collect();
        Self {
            root: (self.root.iter())
                .map(|root| {
                    let [x, z] = turn(root.position_m);
                    Root {
                        position_m: [x + by[0], z + by[1]],
                        facing: turn(root.facing),
                    }
                })
                .collect(),
            left_foot: points(&self.left_foot),
            right_foot: points(&self.right_foot),
            hips: points(&self.hips),
        }
    }
}
