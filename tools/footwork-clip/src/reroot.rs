//! Re-rooting: moves a clip so that it starts at the origin and faces +z.

use std::sync::Arc;

use footwork_base::Id;
use glam::DQuat;

use crate::channel::first_heading_rad;
use crate::clip::{Clip, ClipParts};
use crate::kinematics::ForwardKinematics;
use crate::number::{to_f32, to_f32x3};
use crate::skeleton::MAX_COORDINATE_M;
use crate::unit_quaternion::unit_length;

impl Clip {
    /// Moves and rotates the clip as a whole so that on its first frame the [travelling joint](Clip::travelling_joint)
    /// is at x = z = 0 and the character faces +z. Heights stay the same. After [`Clip::slice`], this makes the cut
    /// start where other clips start.
    ///
    /// The facing direction is the heading that channels use. A clip that already starts this way keeps its bits. If
    /// there are several roots, all of them are moved, so the result animates local positions.
    ///
    /// ```
    /// use footwork_base::FrameRange;
    /// # use footwork_clip::{Limits, Motion, read_clip};
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/deepmimic/turn_left.txt");
    /// # let bytes = std::fs::read(path).unwrap();
    /// # let clip = read_clip("turn_left.txt", &bytes, None, &Limits::default()).unwrap().clip;
    ///
    /// let cut = clip.slice(FrameRange::new(20, 38).unwrap()).unwrap().rerooted();
    /// let [x, _, z] = cut.root_positions()[0];
    /// assert_eq!([x, z], [0.0, 0.0]);
    /// assert!(Motion::new(&cut).headings_rad()[0].abs() < 1e-6);
    /// ```
    pub fn rerooted(&self) -> Self {
        let start = first_place(self);
        let turn = -first_heading_rad(self);
        let (sin, cos) = libm::sincos(turn);
        let near = |x: f64| x.clamp(-MAX_COORDINATE_M, MAX_COORDINATE_M);
        // Rotates about y by the angle; +z turns towards +x as the angle grows.
        let moved = |[x, y, z]: [f64; 3]| {
            let (x, z) = (x - start[0], z - start[2]);
            if turn == 0.0 {
                [near(x), y, near(z)]
            } else {
                [near(x * cos + z * sin), y, near(z * cos - x * sin)]
            }
        };
        let (half_sin, half_cos) = libm::sincos(turn / 2.0);
        let about_y = DQuat::from_xyzw(0.0, half_sin, 0.0, half_cos);
        let turned = |rotation: [f32; 4]| {
            if turn == 0.0 {
                return rotation;
            }
            let turned = about_y * DQuat::from_array(rotation.map(f64::from));
            unit_length(turned.to_array().map(to_f32)).unwrap_or(rotation)
        };
        let joints = self.skeleton().joints();
        let roots: Vec<usize> = (0..joints.len())
            .filter(|&joint| joints[joint].parent.is_none())
            .collect();
        let mut rotations = self.rotations().to_vec();
        let mut translations = self.translations().map(<[_]>::to_vec);
        if roots.len() > 1 && translations.is_none() {
            let rest: Vec<[f32; 3]> = joints.iter().map(|joint| joint.offset).collect();
            translations = Some(rest.repeat(self.frame_count() as usize));
        }
        for frame in rotations.chunks_exact_mut(joints.len()) {
            for &root in &roots {
                frame[root] = turned(frame[root]);
            }
        }
        for frame in translations
            .iter_mut()
            .flat_map(|all| all.chunks_exact_mut(joints.len()))
        {
            // The first root is moved through `root_positions`.
            for &root in &roots[1..] {
                frame[root] = to_f32x3(moved(frame[root].map(f64::from)));
            }
        }
        let parts = ClipParts {
            skeleton: Arc::clone(self.skeleton()),
            rate: self.rate(),
            looping: self.is_looping(),
            root_positions: self.root_positions().iter().map(|p| moved(*p)).collect(),
            rotations,
            translations,
        };
        let moved = Self::from_valid(parts, self.frame_count());
        moved.measured_like(self)
    }
}

/// Returns the world position of the travelling joint on the first frame.
fn first_place(clip: &Clip) -> [f64; 3] {
    let joint = clip.travelling_joint().index();
    if joint == 0 {
        return clip.root_positions().first().copied().unwrap_or_default();
    }
    let mut row = vec![[0.0; 3]; clip.skeleton().joint_count()];
    if let Some(pose) = clip.pose(0) {
        ForwardKinematics::new(clip.skeleton()).solve(pose, &mut row);
    }
    row[joint]
}
