//! Measures how fast a character responds to its stick.

use crate::controller::Stick;
use crate::simulate::script::{PHASE_SECS, Phase};

/// The times that the character takes to respond to a change of the stick, in seconds. A response is complete when the
/// character's velocity differs from the wanted velocity by at most a fifth of the full speed, and continues to do so
/// until the stick changes. Each time is a median over a simulation of [`Sticks::Turns`](crate::Sticks::Turns). The
/// phases of that script last 3 s, so 3 means that a response did not complete. A time is `None` if the simulation
/// completes no phase of its kind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Responses {
    /// From standing to full deflection.
    pub start_secs: Option<f64>,
    /// A turn of 90 degrees.
    pub quarter_turn_secs: Option<f64>,
    /// A turn to the opposite direction.
    pub half_turn_secs: Option<f64>,
    /// From full deflection to standing.
    pub stop_secs: Option<f64>,
}

/// The tolerance of a velocity, as a share of the full speed.
const NEAR_SHARE: f64 = 0.2;

/// Measures response times over the phases of a simulation.
#[derive(Default)]
pub(super) struct Timer {
    phase: Option<Phase>,
    since_secs: f64,
    /// The time in the phase at which the velocity was last outside the tolerance, in seconds.
    off_secs: f64,
    found: [Vec<f64>; 4],
}

impl Timer {
    pub(super) fn begin(&mut self, phase: Phase) {
        self.finish();
        *self = Self {
            phase: Some(phase),
            found: std::mem::take(&mut self.found),
            ..Self::default()
        };
    }

    pub(super) fn look(
        &mut self,
        dt_secs: f64,
        velocity_mps: [f64; 2],
        stick: Stick,
        whole_mps: f64,
    ) {
        self.since_secs += dt_secs;
        let [x, z] = [0, 1].map(|axis| velocity_mps[axis] - stick.velocity_mps[axis]);
        if (x * x + z * z).sqrt() > NEAR_SHARE * whole_mps {
            self.off_secs = self.since_secs;
        }
    }

    /// Ends a phase and keeps its time if the phase is complete.
    fn finish(&mut self) {
        let Some(phase) = self.phase else {
            return;
        };
        if self.since_secs < PHASE_SECS - 0.1 {
            return;
        }
        if let Some(place) = Phase::ALL.iter().position(|each| *each == phase) {
            self.found[place].push(self.off_secs);
        }
    }

    pub(super) fn responses(mut self) -> Responses {
        self.finish();
        let [start_secs, quarter_turn_secs, half_turn_secs, stop_secs] =
            self.found.map(|mut found| {
                found.sort_by(f64::total_cmp);
                found.get(found.len() / 2).copied()
            });
        Responses {
            start_secs,
            quarter_turn_secs,
            half_turn_secs,
            stop_secs,
        }
    }
}
