//! Footsteps: the moments at which a character's foot comes to stand.

use crate::character::joints::joint_in_root;
use crate::character::{Character, Repertoire};
use crate::rotation;
use crate::vector::to_f32;

/// The shortest time in the air before a footstep, in seconds. A jump to another pose lifts feet for a shorter time.
const MIN_AIR_SECS: f64 = 0.1;

/// A foot of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Foot {
    /// The left foot.
    Left,
    /// The right foot.
    Right,
}

/// A foot that came to stand. It can trigger a sound, dust or a footprint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footstep {
    /// The foot.
    pub foot: Foot,
    /// The position of the standing joint in the world, in metres. The joint is the ball of the foot, or the ankle if
    /// the skeleton has no ball joint.
    pub position_m: [f64; 3],
    /// The speed of the root along the ground, in m/s. Use it to make faster steps louder.
    pub speed_mps: f32,
}

/// The time that each foot has been in the air, and the steps of the last update.
#[derive(Clone, Copy, Debug)]
pub(super) struct Footsteps {
    pub(super) air_secs: [f64; 2],
    steps: [Footstep; 2],
    count: usize,
}

impl Default for Footsteps {
    fn default() -> Self {
        let nowhere = Footstep {
            foot: Foot::Left,
            position_m: [0.0; 3],
            speed_mps: 0.0,
        };
        Self {
            air_secs: [0.0; 2],
            steps: [nowhere; 2],
            count: 0,
        }
    }
}

impl Footsteps {
    /// Forgets the steps of the last update.
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// Advances by `dt_secs`, and returns for each foot whether it came to stand.
    fn landed(&mut self, dt_secs: f64, stands: [bool; 2]) -> [bool; 2] {
        let landed = [0, 1].map(|foot| stands[foot] && self.air_secs[foot] >= MIN_AIR_SECS);
        for (air_secs, stands) in self.air_secs.iter_mut().zip(stands) {
            *air_secs = if stands { 0.0 } else { *air_secs + dt_secs };
        }
        landed
    }
}

impl<R: Repertoire> Character<R> {
    /// Returns the feet that came to stand in the last update, left before right. The list is empty for a new character
    /// and after [`Self::restore`]. A foot that was in the air for less than 0.1 s does not count.
    pub fn footsteps(&self) -> &[Footstep] {
        &self.footsteps.steps[..self.footsteps.count]
    }

    /// Notes the steps of an update, after its pose is shown.
    pub(super) fn note_footsteps(&mut self, dt_secs: f64, speed_mps: f64, stands: [bool; 2]) {
        self.footsteps.clear();
        let landed = self.footsteps.landed(dt_secs, stands);
        // With `feet_last`, `self.pose` does not have its feet on the ground yet, but the playback has.
        let (shown, rig) = (self.playback.shown(), self.repertoire.rig());
        let root = &self.pose.root;
        let heading = rotation::from_vector([0.0, to_f32(root.heading_rad), 0.0]);
        let feet = [Foot::Left, Foot::Right].into_iter().zip(rig.feet());
        for ((foot, joint), _) in feet.zip(landed).filter(|(_, landed)| *landed) {
            let in_root = joint_in_root(shown.hips_m, &shown.rotations, rig, joint);
            let way = rotation::rotate(heading, in_root);
            let at = |axis: usize| root.position_m[axis] + f64::from(way[axis]);
            self.footsteps.steps[self.footsteps.count] = Footstep {
                foot,
                position_m: [0, 1, 2].map(at),
                speed_mps: to_f32(speed_mps),
            };
            self.footsteps.count += 1;
        }
    }
}
