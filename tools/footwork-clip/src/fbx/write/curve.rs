//! The animation of one clip: a stack of one layer, with a curve for each animated axis of each joint.

use footwork_base::FrameRate;
use glam::DQuat;

use super::euler::{Order, turns};
use super::node::{CENTIMETRES, JointNode, local_turns};
use super::objects::{Objects, animated, properties, time};
use super::record::Node;
use super::{FbxTake, FbxWriteError};
use crate::clip::Clip;
use crate::number::to_f32;

/// The number of ticks per second, FBX's unit of time.
const TICKS_PER_SECOND: u64 = 46_186_158_000;
/// The distance from the rest position along each axis, in metres, up to which a joint counts as still.
const STILL_M: f32 = 1e-7;
/// The flags of keys that interpolate linearly, or keep their value, up to the next key.
const LINEAR: i32 = 0x4;
const CONSTANT: i32 = 0x2;
/// Two tangent weights of 3333/9999 each, which linear keys ignore.
const WEIGHTS: u32 = 0x0d05_0d05;

/// Returns the times of the frames of a clip in ticks; `None` if a time does not fit into FBX.
pub(super) fn frame_ticks(frames: u32, rate: FrameRate) -> Option<Vec<i64>> {
    let (frames_per, secs) = (u128::from(rate.numerator()), u128::from(rate.denominator()));
    let ticks = |frame: u32| {
        let scaled = u128::from(frame)
            .checked_mul(u128::from(TICKS_PER_SECOND))?
            .checked_mul(secs)?;
        i64::try_from((scaled + frames_per / 2) / frames_per).ok()
    };
    (0..frames).map(ticks).collect()
}

/// Adds the animation of a clip, and returns the node of `Takes` for it.
pub(super) fn add_stack(
    take: &FbxTake<'_>,
    joints: &[JointNode],
    objects: &mut Objects,
) -> Result<Node, FbxWriteError> {
    let clip = take.clip;
    let ticks = frame_ticks(clip.frame_count(), clip.rate());
    let ticks = ticks.ok_or_else(|| FbxWriteError::TooLong {
        name: take.name.to_owned(),
    })?;
    let last = ticks.last().copied().unwrap_or(0);
    let times = [
        time("LocalStart", 0),
        time("LocalStop", last),
        time("ReferenceStart", 0),
        time("ReferenceStop", last),
    ];
    let stack = objects.add("AnimationStack", take.name, "", [properties(times)]);
    let layer = objects.add("AnimationLayer", "BaseLayer", "", []);
    objects.connect(layer, stack);
    for (index, joint) in joints.iter().enumerate() {
        if let Some(positions) = positions(clip, index) {
            let curves = [0, 1, 2].map(|axis| {
                let at = |position: &[f64; 3]| to_f32(position[axis] * CENTIMETRES);
                Curve {
                    ticks: ticks.clone(),
                    values: positions.iter().map(at).collect(),
                    holds: Vec::new(),
                }
            });
            add_curves(objects, joint, layer, ("T", "Lcl Translation"), curves);
        }
        if !joint.is_end {
            let turns = local_turns(clip, index, joint.rest);
            let curves = rotation_curves(joint.order, &turns, &ticks);
            add_curves(objects, joint, layer, ("R", "Lcl Rotation"), curves);
        }
    }
    let span = |name: &'static str| Node::new(name).i64(0).i64(last);
    let file = Node::new("FileName").text(&format!("{}.tak", take.name));
    let take = Node::new("Take").text(take.name).with(file);
    Ok(take.with(span("LocalTime")).with(span("ReferenceTime")))
}

/// Returns the position of a joint relative to its parent on each frame, in metres; `None` if the joint stays at its
/// rest position.
fn positions(clip: &Clip, joint: usize) -> Option<Vec<[f64; 3]>> {
    if joint == 0 {
        return Some(clip.root_positions().to_vec());
    }
    let rest = clip.skeleton().joints().get(joint)?.offset;
    let places = clip
        .poses()
        .map(|pose| pose.translations?.get(joint).copied());
    let places: Vec<[f32; 3]> = places.collect::<Option<_>>()?;
    let is_off = |place: &[f32; 3]| place.iter().zip(rest).any(|(a, b)| (a - b).abs() > STILL_M);
    let moves = places.iter().any(is_off);
    moves.then(|| places.iter().map(|place| place.map(f64::from)).collect())
}

fn rotation_curves(order: Order, rotations: &[DQuat], ticks: &[i64]) -> [Curve; 3] {
    let turns = turns(order, rotations, ticks);
    [0, 1, 2].map(|axis| Curve {
        ticks: turns.iter().map(|turn| turn.ticks).collect(),
        values: turns
            .iter()
            .map(|turn| to_f32(turn.degrees[axis]))
            .collect(),
        holds: turns.iter().map(|turn| turn.holds).collect(),
    })
}

/// The keys of one number. `holds` says for each key whether its value stays until the next key; `holds` is empty if no
/// key does.
struct Curve {
    ticks: Vec<i64>,
    values: Vec<f32>,
    holds: Vec<bool>,
}

impl Curve {
    /// Keeps only the first and the last key if the value is constant.
    fn shortened(self) -> Self {
        let same = |pair: &[f32]| pair[0].to_bits() == pair[1].to_bits();
        if self.ticks.len() <= 2 || !self.values.windows(2).all(same) {
            return self;
        }
        let ends = |all: &[i64]| vec![all[0], all[all.len() - 1]];
        Self {
            ticks: ends(&self.ticks),
            values: vec![self.values[0]; 2],
            holds: Vec::new(),
        }
    }

    fn into_nodes(self) -> [Node; 7] {
        let holds = (0..self.ticks.len()).map(|key| self.holds.get(key) == Some(&true));
        let holds: Vec<bool> = holds.collect();
        let (mut flags, mut counts, mut data) = (Vec::new(), Vec::new(), Vec::new());
        for run in holds.chunk_by(|a, b| a == b) {
            flags.push(if run[0] { CONSTANT } else { LINEAR });
            counts.push(i32::try_from(run.len()).unwrap_or(i32::MAX));
            data.extend([0.0, 0.0, f32::from_bits(WEIGHTS), 0.0]);
        }
        [
            Node::new("Default").f64(f64::from(self.values[0])),
            Node::new("KeyVer").i32(4008),
            Node::new("KeyTime").i64s(&self.ticks),
            Node::new("KeyValueFloat").f32s(&self.values),
            Node::new("KeyAttrFlags").i32s(&flags),
            Node::new("KeyAttrDataFloat").f32s(&data),
            Node::new("KeyAttrRefCount").i32s(&counts),
        ]
    }
}

/// Adds the curves of a property along x, y and z.
fn add_curves(
    objects: &mut Objects,
    joint: &JointNode,
    layer: i64,
    (name, property): (&str, &str),
    curves: [Curve; 3],
) {
    const AXES: [&str; 3] = ["d|X", "d|Y", "d|Z"];
    let starts = AXES.iter().zip(&curves);
    let starts = starts.map(|(axis, curve)| animated(axis, f64::from(curve.values[0])));
    let starts = properties(starts);
    let node = objects.add("AnimationCurveNode", name, "", [starts]);
    objects.connect(node, layer);
    objects.connect_property(node, joint.number, property);
    for (axis, curve) in AXES.into_iter().zip(curves) {
        let curve = objects.add("AnimationCurve", "", "", curve.shortened().into_nodes());
        objects.connect_property(curve, node, axis);
    }
}
