//! The speed of joints over the ground, which moves below a body that steps in place.
//!
//! The ground of a clip that steps in place moves with the foot that stands on it. Single frames are unreliable: a foot
//! that is coming down is as low as one that stands. So the velocity of the ground is the median over a second.

use footwork_base::UpAxis;

use crate::channel::{Motion, derivative, interpolated, standing_velocities};
use crate::clip::Clip;
use crate::evidence::Evidence;
use crate::number::{finite_f32, to_u32};
use crate::skeleton::JointId;

/// The time before and after a frame over which the velocity of the ground is measured, in seconds.
const GROUND_SECS: f64 = 0.5;

impl Motion<'_> {
    /// Returns whether the body steps in place, so that its feet slide over a ground that would move below it: its
    /// travelling joint covers at most a quarter of the body's size in all, while its feet cover more than a fifth of
    /// that size per second, and standing feet move one way while lifted feet bring them back. Computed once.
    pub fn steps_in_place(&self) -> bool {
        *self.is_in_place.get_or_init(|| steps_in_place(self.clip()))
    }

    /// Returns the speed of each joint over the ground, in all directions, in m/s; empty for a joint of another skeleton.
    ///
    /// In a clip that [steps in place](Self::steps_in_place), the ground moves with the standing feet. The note
    /// `still-root` uses the same test.
    pub fn speeds_over_ground(&self, joints: &[JointId]) -> Vec<Vec<f32>> {
        self.ground_speeds(joints, 1.0)
    }

    /// Returns the horizontal speed of each joint over the ground in m/s, otherwise like
    /// [`speeds_over_ground`](Self::speeds_over_ground).
    pub fn horizontal_speeds_over_ground(&self, joints: &[JointId]) -> Vec<Vec<f32>> {
        self.ground_speeds(joints, 0.0)
    }

    /// Returns the speeds with the vertical part multiplied by a factor.
    fn ground_speeds(&self, joints: &[JointId], vertical: f64) -> Vec<Vec<f32>> {
        let clip = self.clip();
        let period = clip.rate().period_secs();
        let ground = self.ground.get_or_init(|| ground_velocities(self));
        let known = joints
            .iter()
            .map(|&joint| clip.skeleton().joint(joint).map(|_| joint));
        let speeds = known.map(|joint| {
            let Some(joint) = joint else {
                return Vec::new();
            };
            let places: Vec<[f64; 3]> = self.positions().joint(joint).collect();
            let [x, y, z] = [0, 1, 2].map(|axis| {
                let samples: Vec<f64> = places.iter().map(|place| place[axis]).collect();
                derivative(&samples, period)
            });
            let of_ground = |frame: usize| match ground {
                Some([x, z]) => [x[frame], z[frame]],
                None => [0.0, 0.0],
            };
            let speeds = (0..places.len()).map(|frame| {
                let [ground_x, ground_z] = of_ground(frame);
                let (x, z) = (x[frame] - ground_x, z[frame] - ground_z);
                let y = vertical * y[frame];
                finite_f32((x * x + y * y + z * z).sqrt())
            });
            speeds.collect()
        });
        speeds.collect()
    }
}

/// Returns the velocity of the ground along x and z on every frame; `None` if it is at rest.
fn ground_velocities(motion: &Motion<'_>) -> Option<[Vec<f64>; 2]> {
    let clip = motion.clip();
    if !motion.steps_in_place() {
        return None;
    }
    let at_rest = vec![[0.0; 3]; clip.frame_count() as usize];
    let standing = standing_velocities(clip, motion.positions(), &at_rest)?;
    let reach = usize::try_from(to_u32(GROUND_SECS * clip.rate().as_f64()));
    let reach = reach.unwrap_or(usize::MAX);
    Some([0, 1].map(|axis| {
        let known: Vec<Option<f64>> = standing
            .iter()
            .map(|velocity| velocity.map(|velocity| velocity[axis]))
            .collect();
        medians(&interpolated(&known), reach)
    }))
}

fn steps_in_place(clip: &Clip) -> bool {
    let evidence = Evidence::from_clip(clip, 1.0).with_up(UpAxis::Y);
    let travelling = clip.travelling_joint();
    let links = 0..evidence.links.len();
    let link = links.rev().find(|&link| evidence.joint(link) == travelling);
    link.is_some_and(|link| evidence.steps_in_place(link))
}

/// Returns the median of each sample and those at most `reach` before and after it: the mean of the two in the middle if
/// their number is even, so that samples of the other sign give medians of the other sign.
fn medians(samples: &[f64], reach: usize) -> Vec<f64> {
    // The samples in the window, sorted.
    let mut window: Vec<f64> = Vec::new();
    let place = |window: &[f64], sample: f64| {
        window.partition_point(|other| other.total_cmp(&sample).is_lt())
    };
    let mut stop = 0;
    let medians = (0..samples.len()).map(|frame| {
        while let Some(&sample) = samples
            .get(stop)
            .filter(|_| stop <= frame.saturating_add(reach))
        {
            window.insert(place(&window, sample), sample);
            stop += 1;
        }
        if let Some(gone) = frame.checked_sub(reach.saturating_add(1)) {
            window.remove(place(&window, samples[gone]));
        }
        let upper = window.len() / 2;
        let lower = window.len().saturating_sub(1) / 2;
        f64::midpoint(window[lower], window[upper])
    });
    medians.collect()
}

#[cfg(test)]
mod tests {
    use super::medians;

    #[test]
    fn medians_of_windows_cut_off_at_the_ends() {
        let samples = [5.0, 1.0, 9.0, 2.0, 2.0, 7.0];
        assert_eq!(medians(&samples, 0), samples);
        assert_eq!(medians(&samples, 1), [3.0, 5.0, 2.0, 2.0, 2.0, 4.5]);
        assert_eq!(medians(&samples, usize::MAX), [3.5; 6]);
        let mirrored = medians(&samples.map(|sample| -sample), 1);
        assert_eq!(mirrored, [-3.0, -5.0, -2.0, -2.0, -2.0, -4.5]);
        assert!(medians(&[], 3).is_empty());
    }
}
