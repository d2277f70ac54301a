//! Generated files of a walking person: names of ten conventions, three kinds of rest poses, all up axes, units,
//! handedness and rates.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::disallowed_methods,
    reason = "test data"
)]

use std::fmt::Write as _;

use footwork_base::{LengthUnit, UpAxis};
use footwork_testkit::Random;

/// The joints: the parent, and the offset at rest in metres. Left is at +x, and the body faces +z.
#[rustfmt::skip]
const BODY: [(Option<usize>, [f64; 3]); 21] = [
    (None, [0.0, 0.0, 0.0]),
    (Some(0), [0.0, 0.12, 0.0]),
    (Some(1), [0.0, 0.20, 0.0]),
    (Some(2), [0.0, 0.25, 0.0]),
    (Some(3), [0.0, 0.10, 0.0]),
    (Some(2), [0.04, 0.20, 0.0]),
    (Some(5), [0.12, 0.0, 0.0]),
    (Some(6), [0.28, 0.0, 0.0]),
    (Some(7), [0.26, 0.0, 0.0]),
    (Some(2), [-0.04, 0.20, 0.0]),
    (Some(9), [-0.12, 0.0, 0.0]),
    (Some(10), [-0.28, 0.0, 0.0]),
    (Some(11), [-0.26, 0.0, 0.0]),
    (Some(0), [0.09, -0.03, 0.0]),
    (Some(13), [0.0, -0.42, 0.0]),
    (Some(14), [0.0, -0.40, 0.0]),
    (Some(15), [0.0, -0.06, 0.13]),
    (Some(0), [-0.09, -0.03, 0.0]),
    (Some(17), [0.0, -0.42, 0.0]),
    (Some(18), [0.0, -0.40, 0.0]),
    (Some(19), [0.0, -0.06, 0.13]),
];

/// The height of the hips in metres.
pub(crate) const HIPS_M: f64 = 0.91;

/// The walking speed in m/s.
pub(crate) const SPEED_MPS: f64 = 1.3;

/// The names of the joints in the middle and of those on one side, in the order of [`BODY`]; `#` stands for the side.
struct Names {
    middle: [&'static str; 5],
    sided: [&'static str; 8],
    sides: [&'static str; 2],
}

const fn names(
    middle: [&'static str; 5],
    sided: [&'static str; 8],
    sides: [&'static str; 2],
) -> Names {
    Names {
        middle,
        sided,
        sides,
    }
}

#[rustfmt::skip]
const CONVENTIONS: [Names; 10] = [
    names(["mixamorig:Hips", "mixamorig:Spine", "mixamorig:Spine2", "mixamorig:Neck", "mixamorig:Head"],
        ["mixamorig:#Shoulder", "mixamorig:#Arm", "mixamorig:#ForeArm", "mixamorig:#Hand", "mixamorig:#UpLeg", "mixamorig:#Leg", "mixamorig:#Foot", "mixamorig:#ToeBase"],
        ["Left", "Right"]),
    names(["Hips", "Spine", "Spine2", "Neck", "Head"],
        ["#Shoulder", "#Arm", "#ForeArm", "#Hand", "#UpLeg", "#Leg", "#Foot", "#Toe"], ["Left", "Right"]),
    names(["Hips", "Abdomen", "Chest", "Neck", "Head"],
        ["#Collar", "#Shoulder", "#Elbow", "#Wrist", "#Hip", "#Knee", "#Ankle", "#Toe"], ["Left", "Right"]),
    names(["pelvis", "spine_01", "spine_03", "neck_01", "head"],
        ["clavicle_#", "upperarm_#", "lowerarm_#", "hand_#", "thigh_#", "calf_#", "foot_#", "ball_#"], ["l", "r"]),
    names(["Hips", "Spine", "Chest", "Neck", "Head"],
        ["#Shoulder", "#UpperArm", "#LowerArm", "#Hand", "#UpperLeg", "#LowerLeg", "#Foot", "#Toes"], ["Left", "Right"]),
    names(["J_Bip_C_Hips", "J_Bip_C_Spine", "J_Bip_C_Chest", "J_Bip_C_Neck", "J_Bip_C_Head"],
        ["J_Bip_#_Shoulder", "J_Bip_#_UpperArm", "J_Bip_#_LowerArm", "J_Bip_#_Hand", "J_Bip_#_UpperLeg", "J_Bip_#_LowerLeg", "J_Bip_#_Foot", "J_Bip_#_ToeBase"],
        ["L", "R"]),
    names(["hips", "spine", "chest", "neck", "head"],
        ["shoulder.#", "upper_arm.#", "forearm.#", "hand.#", "thigh.#", "shin.#", "foot.#", "toe.#"], ["L", "R"]),
    names(["Bip01 Pelvis", "Bip01 Spine", "Bip01 Spine1", "Bip01 Neck", "Bip01 Head"],
        ["Bip01 # Clavicle", "Bip01 # UpperArm", "Bip01 # Forearm", "Bip01 # Hand", "Bip01 # Thigh", "Bip01 # Calf", "Bip01 # Foot", "Bip01 # Toe0"],
        ["L", "R"]),
    names(["hip", "abdomen", "chest", "neck", "head"],
        ["#Collar", "#Shldr", "#ForeArm", "#Hand", "#Thigh", "#Shin", "#Foot", "#Toe"], ["l", "r"]),
    names(["Pelvis", "Spine1", "Spine3", "Neck", "Head"],
        ["#_Collar", "#_Shoulder", "#_Elbow", "#_Wrist", "#_Hip", "#_Knee", "#_Ankle", "#_Foot"], ["L", "R"]),
];

impl Names {
    fn joint(&self, index: usize) -> String {
        let sided = |at: usize, side: usize| self.sided[at].replace('#', self.sides[side]);
        match index {
            0..=4 => self.middle[index].to_owned(),
            5..=8 => sided(index - 5, 0),
            9..=12 => sided(index - 9, 1),
            13..=16 => sided(index - 9, 0),
            _ => sided(index - 13, 1),
        }
    }
}

/// A rotation matrix; its columns are the images of the axes.
type Turn = [[f64; 3]; 3];

const STILL: Turn = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

fn apply(turn: Turn, at: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|row| (0..3).map(|column| turn[column][row] * at[column]).sum())
}

fn then(outer: Turn, inner: Turn) -> Turn {
    inner.map(|column| apply(outer, column))
}

fn inverse(turn: Turn) -> Turn {
    std::array::from_fn(|column| std::array::from_fn(|row| turn[row][column]))
}

/// Returns the rotation about an axis, 0 for x to 2 for z.
fn about(axis: usize, degrees: f64) -> Turn {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut turn = STILL;
    (turn[a][a], turn[a][b], turn[b][a], turn[b][b]) = (cos, sin, -sin, cos);
    turn
}

/// Returns the angles about z, y and x, in degrees, whose rotations in this order make up `turn`, as in a BVH row.
fn zyx(turn: Turn) -> [f64; 3] {
    let y = (-turn[0][2]).clamp(-1.0, 1.0).asin();
    let (z, x) = if turn[0][2].abs() < 1.0 - 1e-9 {
        (turn[0][1].atan2(turn[0][0]), turn[1][2].atan2(turn[2][2]))
    } else {
        ((-turn[1][0]).atan2(turn[1][1]), 0.0)
    };
    [z, y, x].map(f64::to_degrees)
}

/// Returns the rotation from the axes of the clip to the axes of a file whose up axis is `up`.
fn file_from_clip(up: UpAxis) -> Turn {
    match up {
        UpAxis::X => about(2, -90.0),
        UpAxis::Y => STILL,
        UpAxis::Z => about(0, 90.0),
        UpAxis::MinusX => about(2, 90.0),
        UpAxis::MinusY => about(2, 180.0),
        UpAxis::MinusZ => about(0, -90.0),
    }
}

/// The properties of a generated file.
#[derive(Clone, Debug)]
pub(crate) struct Truth {
    pub(crate) name: String,
    convention: usize,
    pub(crate) up: UpAxis,
    pub(crate) unit: LengthUnit,
    pub(crate) stature: f64,
    pub(crate) is_mirrored: bool,
    frame_time: f64,
    /// Whether the file declares the frame time at which its motion is recorded.
    pub(crate) has_rate: bool,
    rest: usize,
    turns_rest: bool,
}

impl Truth {
    pub(crate) fn random(index: usize, random: &mut Random) -> Self {
        let rates = [20.0, 24.0, 25.0, 30.0, 50.0, 60.0, 100.0, 120.0];
        let wrong = [30.0, 1e-7, 0.5];
        let has_rate = !random.one_in(8);
        let up = match random.below(3) {
            0 => UpAxis::Y,
            1 => UpAxis::Z,
            _ => *random.pick(&UpAxis::ALL),
        };
        let convention = random.below(CONVENTIONS.len());
        Self {
            name: format!("{index:04}.bvh"),
            convention,
            up,
            unit: *random.pick(&LengthUnit::NAMED),
            // Sizes outside these bounds are ambiguous: in inches, the smallest person would be as large as the largest
            // person in CMU units.
            stature: random.between(0.95, 1.15),
            is_mirrored: random.one_in(6),
            frame_time: if has_rate {
                1.0 / *random.pick(&rates)
            } else {
                *random.pick(&wrong)
            },
            has_rate,
            rest: random.below(3),
            turns_rest: random.one_in(2),
        }
    }

    /// Returns the name of a joint, in the order of [`BODY`].
    pub(crate) fn joint(&self, index: usize) -> String {
        CONVENTIONS[self.convention].joint(index)
    }

    /// Returns the positions of the joints at a time, in metres, of a body that walks along +z with its left at +x.
    pub(crate) fn places(&self, secs: f64) -> Vec<[f64; 3]> {
        let mut solved: Vec<(Turn, [f64; 3])> = Vec::new();
        for (joint, (parent, offset)) in BODY.into_iter().enumerate() {
            let (above, from) = parent.map_or((STILL, hips(secs)), |parent| solved[parent]);
            let to = parent.map_or([0.0; 3], |_| apply(above, offset));
            let place = std::array::from_fn(|axis| from[axis] + to[axis]);
            solved.push((then(above, gait(joint, secs)), place));
        }
        let places = solved.into_iter().map(|(_, place)| place);
        places
            .map(|place| place.map(|x| x * self.stature))
            .collect()
    }

    /// Returns the rotation of each joint in the world from the rest pose of [`BODY`] to the rest pose of the file.
    fn rest(&self, random: &mut Random) -> Vec<Turn> {
        let bones = BODY.len();
        match self.rest {
            0 => vec![STILL; bones],
            // Arms down by 45 degrees.
            1 => (0..bones)
                .map(|joint| match joint {
                    6..=8 => about(2, -45.0),
                    10..=12 => about(2, 45.0),
                    _ => STILL,
                })
                .collect(),
            _ => {
                let quarter = |random: &mut Random| 90.0 * f64::from(random.below_32(4));
                let mut turn = || then(about(0, quarter(random)), about(1, quarter(random)));
                let mut rest: Vec<Turn> = (0..bones).map(|_| turn()).collect();
                rest[0] = STILL;
                rest
            }
        }
    }

    pub(crate) fn bvh(&self, random: &mut Random) -> String {
        let names = &CONVENTIONS[self.convention];
        let rest = self.rest(random);
        let turn = file_from_clip(self.up);
        let scale = self.stature / self.unit.metres();
        let mirror = |at: [f64; 3]| {
            if self.is_mirrored {
                [-at[0], at[1], at[2]]
            } else {
                at
            }
        };
        // A file in which only the root is turned at rest, or a file in which all axes are renamed.
        let renamed = if self.turns_rest { turn } else { STILL };
        let offset = |joint: usize| {
            let (parent, offset) = BODY[joint];
            let frame = parent.map_or(STILL, |parent| inverse(rest[parent]));
            let at = mirror_in(frame, offset, self.is_mirrored);
            apply(renamed, at).map(|x| x * scale)
        };
        let mut text = String::from("HIERARCHY\n");
        open(&mut text, names, 0, &offset);
        let frames = if self.has_rate {
            (2.5 / self.frame_time).round()
        } else {
            50.0
        };
        let secs = if self.has_rate {
            self.frame_time
        } else {
            1.0 / 20.0
        };
        let frames = frames as u32;
        _ = writeln!(
            text,
            "MOTION\nFrames: {frames}\nFrame Time: {:.9}",
            self.frame_time
        );
        for frame in 0..frames {
            let secs = f64::from(frame) * secs;
            let place = apply(turn, mirror(hips(secs)));
            _ = write!(
                text,
                "{} {} {}",
                place[0] * scale,
                place[1] * scale,
                place[2] * scale
            );
            for joint in depth_first() {
                let (parent, _) = BODY[joint];
                let local = self.mirrored_turn(gait(joint, secs));
                let above = parent.map_or(STILL, |parent| self.mirrored_turn(rest[parent]));
                let own = self.mirrored_turn(rest[joint]);
                let local = then(then(inverse(above), local), own);
                let local = match parent {
                    Some(_) => then(then(renamed, local), inverse(renamed)),
                    None => then(then(turn, local), inverse(renamed)),
                };
                let [z, y, x] = zyx(local);
                _ = write!(text, " {z:.5} {y:.5} {x:.5}");
            }
            text.push('\n');
        }
        text
    }

    fn mirrored_turn(&self, turn: Turn) -> Turn {
        if !self.is_mirrored {
            return turn;
        }
        let flip = |at: [f64; 3]| [-at[0], at[1], at[2]];
        let [x, y, z] = turn;
        [flip(x).map(|x| -x), flip(y), flip(z)]
    }
}

/// Returns an offset in the frame of its parent, mirrored in the frame of the clip.
fn mirror_in(frame: Turn, offset: [f64; 3], is_mirrored: bool) -> [f64; 3] {
    let [x, y, z] = offset;
    if !is_mirrored {
        return apply(frame, offset);
    }
    // The frame of a mirrored parent is mirrored too.
    let flip = |at: [f64; 3]| [-at[0], at[1], at[2]];
    let mirrored = [flip(frame[0]).map(|x| -x), flip(frame[1]), flip(frame[2])];
    apply(mirrored, [-x, y, z])
}

fn children(joint: usize) -> impl Iterator<Item = usize> {
    (0..BODY.len()).filter(move |&child| BODY[child].0 == Some(joint))
}

fn depth_first() -> Vec<usize> {
    let mut order = Vec::new();
    let mut stack = vec![0];
    while let Some(joint) = stack.pop() {
        order.push(joint);
        let mut below: Vec<usize> = children(joint).collect();
        below.reverse();
        stack.extend(below);
    }
    order
}

fn open(text: &mut String, names: &Names, joint: usize, offset: &dyn Fn(usize) -> [f64; 3]) {
    let [x, y, z] = offset(joint);
    let (kind, channels) = match joint {
        0 => (
            "ROOT",
            "6 Xposition Yposition Zposition Zrotation Yrotation Xrotation",
        ),
        _ => ("JOINT", "3 Zrotation Yrotation Xrotation"),
    };
    let name = names.joint(joint);
    _ = writeln!(
        text,
        "{kind} {name}\n{{\nOFFSET {x:.6} {y:.6} {z:.6}\nCHANNELS {channels}"
    );
    let below: Vec<usize> = children(joint).collect();
    if below.is_empty() {
        _ = writeln!(text, "End Site\n{{\nOFFSET 0 0 0\n}}");
    }
    for child in below {
        open(text, names, child, offset);
    }
    text.push_str("}\n");
}

/// Returns the position of the hips of a walking body, in metres.
fn hips(secs: f64) -> [f64; 3] {
    let height = HIPS_M + 0.02 * (secs * 12.0).cos();
    [0.015 * (secs * 6.0).sin(), height, SPEED_MPS * secs]
}

/// Returns the rotation of a joint of a walking body relative to its rest pose, in the frame of its parent.
fn gait(joint: usize, secs: f64) -> Turn {
    let phase = secs * 6.0;
    let swing = |sign: f64| sign * phase.sin();
    match joint {
        6 => then(about(0, 20.0 * swing(-1.0)), about(2, -75.0)),
        10 => then(about(0, 20.0 * swing(1.0)), about(2, 75.0)),
        13 => about(0, 28.0 * swing(1.0)),
        17 => about(0, 28.0 * swing(-1.0)),
        14 => about(0, 12.0 + 25.0 * (1.0 + (phase + 2.0).sin())),
        18 => about(
            0,
            12.0 + 25.0 * (1.0 + (phase + 2.0 + std::f64::consts::PI).sin()),
        ),
        _ => STILL,
    }
}
