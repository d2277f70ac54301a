//! Scale that a skeleton cannot represent: scale that differs by axis, changes, or belongs to a joint below another
//! joint.
//!
//! A single scale above all joints merely sets the size of the scene. Any other scale changes the shape of a body:
//! joints are still in the right place, but a mesh bound to them is not.

use glam::DMat3;

use super::node::{Local, Node};
use crate::finding::Finding;

/// The maximum difference between two scales that count as equal.
const TOLERANCE: f64 = 1e-3;

/// The scale of the joint that differs most from 1.
#[derive(Clone, Debug, PartialEq)]
pub struct JointScale {
    /// The scale of the joint with all nodes above it: the cube root of the factor by which volumes grow.
    pub value: f64,
    /// The name of the joint.
    pub joint: String,
}

/// Returns the scale that differs most from 1, by ratio; in a tie, the first one. `None` if there are no joints.
pub(super) fn joint_scale(
    scales: impl Iterator<Item = (usize, f64)>,
    nodes: &[Node],
) -> Option<JointScale> {
    let off = |scale: f64| libm::fabs(libm::log(scale));
    let mut worst: Option<(usize, f64)> = None;
    for (node, scale) in scales {
        // Scales of joints below a scaled joint differ from its scale by rounding.
        if worst.is_none_or(|(_, most)| off(scale) > off(most) + 1e-9) {
            worst = Some((node, scale));
        }
    }
    worst.map(|(node, value)| JointScale {
        value,
        joint: nodes[node].name.clone(),
    })
}

/// Observes the scales of nodes while a clip is baked.
pub(super) struct ScaleWatch {
    seen: Vec<Seen>,
}

/// The scales seen for one node.
#[derive(Clone, Copy, Default)]
struct Seen {
    first: Option<[f64; 3]>,
    odd: Option<Odd>,
}

/// The frames on which the scale of a node is odd.
#[derive(Clone, Copy)]
struct Odd {
    first: u32,
    last: u32,
    why: &'static str,
}

impl ScaleWatch {
    pub(super) fn new(nodes: usize) -> Self {
        Self {
            seen: vec![Seen::default(); nodes],
        }
    }

    /// Observes the transform of a node on a frame. `is_below_joint` says whether the node above it is a joint.
    pub(super) fn see(&mut self, node: usize, frame: u32, local: &Local, is_below_joint: bool) {
        let Some(seen) = self.seen.get_mut(node) else {
            return;
        };
        let lengths =
            |linear: DMat3| [linear.x_axis, linear.y_axis, linear.z_axis].map(|axis| axis.length());
        let scale = local.linear.map_or([1.0; 3], lengths);
        let is_flipped = local
            .linear
            .is_some_and(|linear| linear.determinant() < 0.0);
        let first = *seen.first.get_or_insert(scale);
        let near = |a: f64, b: f64| (a - b).abs() <= TOLERANCE * a.max(b);
        let [x, y, z] = scale;
        let odd = if scale
            .iter()
            .zip(first)
            .any(|(&now, first)| !near(now, first))
        {
            "changes"
        } else if is_flipped || !near(x, y) || !near(y, z) || !near(x, z) {
            "differs by axis"
        } else if is_below_joint && !near(x, 1.0) {
            "is not 1"
        } else {
            return;
        };
        let odd = seen.odd.get_or_insert(Odd {
            first: frame,
            last: frame,
            why: odd,
        });
        odd.last = frame;
    }

    /// Returns a finding if the scale of a node is odd.
    pub(super) fn finding(&self, nodes: &[Node]) -> Option<Finding> {
        let odd = self.seen.iter().zip(nodes);
        let odd: Vec<_> = odd
            .filter_map(|(seen, node)| Some((seen.odd?, &node.name)))
            .collect();
        let (Odd { why, .. }, name) = odd.first()?;
        let start = odd.iter().map(|(odd, _)| odd.first).min()?;
        let last = odd.iter().map(|(odd, _)| odd.last).max()?;
        let others = match odd.len() - 1 {
            0 => String::new(),
            1 => " (and of 1 other joint)".to_owned(),
            more => format!(" (and of {more} other joints)"),
        };
        Some(Finding {
            code: "scale",
            position: None,
            message: format!(
                "the scale of {name:?}{others} {why} on frames {start} to {last}; joints are where the \
                 file has them, and the scale itself is left out"
            ),
        })
    }
}
