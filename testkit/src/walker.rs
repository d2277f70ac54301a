//! Makes the motion of a walker on synthetic ground as BVH text, with the times at which its feet come down.
//!
//! Each foot has two joints: the ankle and the ball of the foot. A foot comes down on its heel, rolls flat, rises over
//! its toes and swings to its next place. While it stands, it is at the height of the ground. Noise of up to 1.5 mm on
//! each axis moves the hips and the feet, as in captured motion.

use crate::random::Random;

/// The rate of the motion, in frames per second.
const WALKER_RATE: u32 = 60;

/// The time between two steps on level ground, in seconds.
const STEP_SECS: f64 = 0.55;
/// The duration of a swing on level ground, in seconds.
const SWING_SECS: f64 = 0.42;
/// The distance between two steps, in metres.
const STEP_M: f64 = 0.62;
/// The height that a swing adds halfway between its ends, in metres.
const CLEARANCE_M: f64 = 0.08;
/// The angle by which the toes point up when the heel strikes, in radians.
const STRIKE_RAD: f64 = 0.2;
/// The angle by which the toes point down when they leave the ground, in radians.
const LEAVE_RAD: f64 = 0.6;
/// The time that a foot takes to roll flat, in seconds.
const ROLL_SECS: f64 = 0.1;
/// The time that the heel is up before the toes leave, in seconds.
const HEEL_OFF_SECS: f64 = 0.2;
/// The offset from the ball of a flat foot to its ankle, forwards and up, in metres.
const ANKLE_M: [f64; 2] = [-0.14, 0.06];
/// The offset from the ball of a flat foot to its heel, forwards and up, in metres.
const HEEL_M: [f64; 2] = [-0.19, -0.02];
/// The height of the ball of a flat foot above the ground, in metres.
const BALL_HEIGHT_M: f64 = 0.02;
const HIP_HEIGHT_M: f64 = 0.9;
/// The largest noise on each axis, in metres.
const NOISE_M: f64 = 0.0015;

/// A walk along +z that starts and ends standing.
#[derive(Clone, Debug)]
pub struct Walker {
    /// The left and the right foot.
    feet: [Vec<Foot>; 2],
    hips: Vec<[f64; 3]>,
    /// The times at which the left and the right foot came down, in seconds. Standing at the start does not count.
    pub strikes_secs: [Vec<f64>; 2],
}

/// The position of the ball of a foot, and the angle by which its toes point down.
#[derive(Clone, Copy, Debug)]
struct Foot {
    ball: [f64; 3],
    pitch_rad: f64,
}

/// A place where a foot stands, with the times at which the heel comes down and the toes leave.
#[derive(Clone, Copy)]
struct Stand {
    start: f64,
    stop: f64,
    z: f64,
    ground: f64,
}

impl Walker {
    /// Walks `steps` steps over ground whose height at z is `ground(z)`, both in metres.
    pub fn over(steps: u32, ground: impl Fn(f64) -> f64, random: &mut Random) -> Self {
        let mut stands: [Vec<Stand>; 2] = [0, 1].map(|_| Vec::new());
        let stand = |start, z: f64| Stand {
            start,
            stop: f64::INFINITY,
            z,
            ground: ground(z),
        };
        let mut strikes_secs = [Vec::new(), Vec::new()];
        let (mut time, mut z) = (1.0, 0.0);
        for side in &mut stands {
            side.push(stand(f64::NEG_INFINITY, 0.0));
        }
        for step in 0..steps {
            let side = usize::from(step % 2 == 1);
            if step + 1 < steps {
                z += STEP_M * random.between(0.93, 1.07);
            }
            let Some(from) = stands[side].last_mut() else {
                break;
            };
            // A high step takes longer.
            let more = 0.6 * (ground(z) - from.ground).abs();
            from.stop = time;
            time += SWING_SECS + more;
            strikes_secs[side].push(time);
            stands[side].push(stand(time, z));
            time += STEP_SECS - SWING_SECS;
        }
        let frames = frame_count(time + 0.5);
        let secs = |frame: u32| f64::from(frame) / f64::from(WALKER_RATE);
        let feet = stands.map(|stands| {
            let feet = (0..frames).map(|frame| foot(&stands, secs(frame)));
            feet.collect::<Vec<Foot>>()
        });
        let between: Vec<[f64; 2]> = (0..)
            .zip(feet[0].iter().zip(&feet[1]))
            .map(|(_, (left, right)): (u32, _)| {
                [1, 2].map(|axis| 0.5 * (left.ball[axis] + right.ball[axis]))
            })
            .collect();
        let reach = 15;
        let hips = (0..between.len()).map(|frame| {
            let near =
                &between[frame.saturating_sub(reach)..(frame + reach + 1).min(between.len())];
            let mean =
                [0, 1].map(|axis| near.iter().map(|at| at[axis]).sum::<f64>() / near.len() as f64);
            [0.0, mean[0] + HIP_HEIGHT_M, mean[1]]
        });
        let hips: Vec<[f64; 3]> = hips.collect();
        let mut walker = Self {
            feet,
            hips,
            strikes_secs,
        };
        walker.shake(random);
        walker
    }

    fn shake(&mut self, random: &mut Random) {
        let feet = self.feet.iter_mut().flatten().map(|foot| &mut foot.ball);
        for place in feet.chain(&mut self.hips) {
            for x in place {
                *x += NOISE_M * random.signed();
            }
        }
    }

    /// Makes each step longer by the factor `times`.
    #[must_use]
    pub fn striding(mut self, times: f64) -> Self {
        let feet = self.feet.iter_mut().flatten().map(|foot| &mut foot.ball);
        for place in feet.chain(&mut self.hips) {
            place[2] *= times;
        }
        self
    }

    /// Makes the walker walk in place: the hips stay above the origin, and the ground moves below them.
    #[must_use]
    pub fn in_place(mut self) -> Self {
        let gone: Vec<f64> = self.hips.iter().map(|hips| hips[2]).collect();
        let feet = self.feet.iter_mut();
        for foot in feet.flat_map(|feet| feet.iter_mut().zip(&gone)) {
            foot.0.ball[2] -= foot.1;
        }
        for hips in &mut self.hips {
            hips[2] = 0.0;
        }
        self
    }

    /// Returns the walk as a BVH file in metres, with the joint names of Mixamo.
    pub fn to_bvh(&self) -> String {
        let frames = self.hips.len();
        let mut text = String::from(
            "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n\
             JOINT Spine\n{\nOFFSET 0 0.25 0\nCHANNELS 0\nJOINT Head\n{\nOFFSET 0 0.35 0\nCHANNELS 0\n\
             End Site\n{\nOFFSET 0 0.2 0\n}\n}\n}\n",
        );
        let [back, up] = ANKLE_M;
        for (name, x) in [("Left", 0.1), ("Right", -0.1)] {
            text += &format!(
                "JOINT {name}Foot\n{{\nOFFSET {x} {} 0\n\
                 CHANNELS 4 Xposition Yposition Zposition Xrotation\n\
                 JOINT {name}ToeBase\n{{\nOFFSET 0 {} {}\nCHANNELS 0\n\
                 End Site\n{{\nOFFSET 0 0 0.06\n}}\n}}\n}}\n",
                up + BALL_HEIGHT_M - HIP_HEIGHT_M,
                -up,
                -back
            );
        }
        text += &format!(
            "}}\nMOTION\nFrames: {frames}\nFrame Time: {}\n",
            1.0 / f64::from(WALKER_RATE)
        );
        let feet = self.feet[0].iter().zip(&self.feet[1]);
        for (hips, (left, right)) in self.hips.iter().zip(feet) {
            let mut row = hips.to_vec();
            for (foot, x) in [(left, 0.1), (right, -0.1)] {
                let [_, y, z] = from_ball(foot, ANKLE_M);
                let place = [x + foot.ball[0], y - hips[1], z - hips[2]];
                row.extend(place);
                row.push(foot.pitch_rad.to_degrees());
            }
            let row: Vec<String> = row.iter().map(|x| format!("{x:.6}")).collect();
            text += &row.join(" ");
            text.push('\n');
        }
        text
    }
}

/// Returns the foot at a time: standing, or swinging from one place to the next.
fn foot(stands: &[Stand], secs: f64) -> Foot {
    let next = stands.partition_point(|stand| stand.start <= secs);
    let from = stands[next.saturating_sub(1)];
    if secs <= from.stop {
        return standing(&from, secs);
    }
    let to = stands[next.min(stands.len() - 1)];
    let (start, stop) = (standing(&from, from.stop), standing(&to, to.start));
    let share = (secs - from.stop) / (to.start - from.stop);
    // The foot still moves forwards when it comes down.
    let ahead = ease(0.92 * share) / ease(0.92);
    let rise = stop.ball[1] - start.ball[1];
    // To a higher place, a foot rises early in its swing. To a lower place, it sinks late.
    let up = if rise > 0.0 {
        ease((share / 0.6).min(1.0))
    } else {
        ease(((share - 0.4) / 0.6).max(0.0))
    };
    let bump = 4.0 * CLEARANCE_M * share * (1.0 - share);
    Foot {
        ball: [
            0.0,
            start.ball[1] + rise * up + bump,
            start.ball[2] + (stop.ball[2] - start.ball[2]) * ahead,
        ],
        pitch_rad: start.pitch_rad + (stop.pitch_rad - start.pitch_rad) * ease(share),
    }
}

fn standing(stand: &Stand, secs: f64) -> Foot {
    let flat = [0.0, stand.ground + BALL_HEIGHT_M, stand.z];
    let rolled = ((secs - stand.start) / ROLL_SECS).clamp(0.0, 1.0);
    let risen = ((secs - stand.stop) / HEEL_OFF_SECS + 1.0).clamp(0.0, 1.0);
    if rolled < 1.0 {
        // While the foot rolls flat, the heel stays in place.
        let tipped = Foot {
            ball: flat,
            pitch_rad: -STRIKE_RAD * (1.0 - rolled),
        };
        let level = from_ball(
            &Foot {
                pitch_rad: 0.0,
                ..tipped
            },
            HEEL_M,
        );
        let heel = from_ball(&tipped, HEEL_M);
        let ball = [0, 1, 2].map(|axis| flat[axis] + level[axis] - heel[axis]);
        return Foot { ball, ..tipped };
    }
    Foot {
        ball: flat,
        pitch_rad: LEAVE_RAD * risen * risen,
    }
}

/// Returns the position of a point of a foot. `[ahead, up]` is the point's offset from the ball when the foot is flat.
fn from_ball(foot: &Foot, [ahead, up]: [f64; 2]) -> [f64; 3] {
    let (sin, cos) = libm::sincos(foot.pitch_rad);
    let [x, y, z] = foot.ball;
    [x, y + up * cos - ahead * sin, z + ahead * cos + up * sin]
}

/// Returns the minimum-jerk curve from 0 to 1, which the movements of arms and legs follow (T. Flash and N. Hogan,
/// 1985).
fn ease(share: f64) -> f64 {
    share * share * share * (10.0 + share * (6.0 * share - 15.0))
}

/// Returns the number of frames in `secs` seconds.
fn frame_count(secs: f64) -> u32 {
    let all = secs * f64::from(WALKER_RATE);
    (0..36_000)
        .take_while(|&frame| f64::from(frame) < all)
        .count()
        .try_into()
        .unwrap_or(0)
}
