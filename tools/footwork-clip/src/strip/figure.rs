//! Stick figures: their bones, and the position of each joint in the picture.

use footwork_base::Id;

use super::palette::{LEFT, MIDDLE, RIGHT};
use crate::canvas::{Canvas, Color};
use crate::channel::Motion;
use crate::side::{Side, words};
use crate::skeleton::Skeleton;

/// The angle by which the view turns from the side towards the front, in radians.
const VIEW_TURN_RAD: f64 = 0.45;

/// A line from a joint to its parent.
struct Bone {
    from: usize,
    to: usize,
    side: Option<Side>,
}

/// A circle for the head, between two joints.
struct Ball {
    from: usize,
    to: usize,
}

/// The shapes that draw the poses of one skeleton.
pub(super) struct Figure {
    bones: Vec<Bone>,
    head: Option<Ball>,
}

impl Figure {
    pub(super) fn new(skeleton: &Skeleton) -> Self {
        let sides = skeleton.sides();
        let body = skeleton.body();
        let head = head(skeleton, &body);
        let mut bones: Vec<Bone> = Vec::new();
        for (id, joint) in skeleton.iter() {
            let (to, Some(parent)) = (id.index(), joint.parent) else {
                continue;
            };
            let from = parent.index();
            // Fingers and thumbs are too small to see and would only smudge the hand.
            let is_detail = words(&joint.name)
                .iter()
                .any(|w| w.starts_with("finger") || w.starts_with("thumb"));
            let is_head = head.as_ref().is_some_and(|ball| ball.to == to);
            let is_of_body = body[from] && body[to];
            if is_of_body && !is_detail && !is_head {
                bones.push(Bone {
                    from,
                    to,
                    side: sides[to],
                });
            }
        }
        // The view is from the right, so the left side is drawn first, behind.
        bones.sort_by_key(|bone| match bone.side {
            Some(Side::Left) => 0,
            None => 1,
            Some(Side::Right) => 2,
        });
        Self { bones, head }
    }

    /// Draws a frame. `scale` is in pixels per metre; `ground` is the pixel of the root's projection on y = 0.
    pub(super) fn draw(
        &self,
        canvas: &mut Canvas,
        points: &[[f64; 2]],
        ground: [f64; 2],
        scale: f64,
    ) {
        let place = |p: [f64; 2]| [ground[0] + p[0] * scale, ground[1] - p[1] * scale];
        let width = (scale * 0.035).clamp(1.4, 4.0);
        for bone in &self.bones {
            let ends = [place(points[bone.from]), place(points[bone.to])];
            canvas.line(&ends, width, color(bone.side));
        }
        if let Some(ball) = &self.head {
            let (a, b) = (points[ball.from], points[ball.to]);
            let length = libm::hypot(b[0] - a[0], b[1] - a[1]);
            let middle = [a[0] + (b[0] - a[0]) * 0.64, a[1] + (b[1] - a[1]) * 0.64];
            canvas.line(&[place(a), place(middle)], width, MIDDLE);
            let radius = (length * 0.36).clamp(0.07, 0.11);
            canvas.disc(place(middle), radius * scale, MIDDLE);
        }
    }
}

/// Returns the view position of every joint, in metres to the right of and above the root's projection on
/// y = 0. The heading is removed, so the character faces right.
pub(super) fn seen(motion: &Motion<'_>, frame: u32) -> Vec<[f64; 2]> {
    let Some(positions) = motion.positions().frame(frame) else {
        return Vec::new();
    };
    let heading = motion
        .hip_headings_rad()
        .get(frame as usize)
        .copied()
        .unwrap_or(0.0);
    let (sin, cos) = libm::sincos(heading);
    let (view_sin, view_cos) = libm::sincos(VIEW_TURN_RAD);
    let root = motion.clip().travelling_joint().index();
    let [root_x, _, root_z] = positions.get(root).copied().unwrap_or_default();
    let project = |p: &[f64; 3]| {
        let (x, z) = (p[0] - root_x, p[2] - root_z);
        let (left, ahead) = (x * cos - z * sin, x * sin + z * cos);
        [ahead * view_cos + left * view_sin, p[1]]
    };
    positions.iter().map(project).collect()
}

fn color(side: Option<Side>) -> Color {
    match side {
        Some(Side::Left) => LEFT,
        Some(Side::Right) => RIGHT,
        None => MIDDLE,
    }
}

/// Returns the head: the first leaf of the body whose name contains the word `head`, and its parent.
fn head(skeleton: &Skeleton, body: &[bool]) -> Option<Ball> {
    let leaves = skeleton.leaves();
    skeleton.iter().find_map(|(id, joint)| {
        let says_head = words(&joint.name).iter().any(|word| word == "head");
        let parent = joint.parent?;
        (says_head && leaves[id.index()] && body[id.index()]).then_some(Ball {
            from: parent.index(),
            to: id.index(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, read_clip};

    /// The rig's root stands on the floor below the hips, and helpers steer its limbs.
    #[test]
    fn roots_on_the_floor_and_helpers_are_not_drawn() {
        let bytes = include_bytes!("../../../../testdata/bvh/pole-and-helpers.bvh");
        let clip = read_clip("a.bvh", bytes, None, &Limits::default())
            .unwrap()
            .clip;
        let joints = clip.skeleton().joints();
        let figure = Figure::new(clip.skeleton());
        let mut drawn: Vec<String> = figure
            .bones
            .iter()
            .map(|bone| format!("{} {}", joints[bone.from].name, joints[bone.to].name))
            .collect();
        drawn.sort();
        assert_eq!(
            drawn,
            [
                "Foot_L Foot_L.End",
                "Foot_R Foot_R.End",
                "Hips Spine",
                "Hips UpperLeg_L",
                "Hips UpperLeg_R",
                "LowerLeg_L Foot_L",
                "LowerLeg_R Foot_R",
                "Spine Head",
                "UpperLeg_L LowerLeg_L",
                "UpperLeg_R LowerLeg_R",
            ]
        );
    }
}
