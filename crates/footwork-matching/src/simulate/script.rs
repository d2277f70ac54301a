//! Scripts for the sticks of simulations.

use footwork_base::maths;

use crate::controller::Stick;
use crate::simulate::Simulation;
use crate::vector::to_f32;

/// The script of a stick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sticks {
    /// Straight ahead.
    Straight,
    /// A circle with a radius of 5 m.
    Circle,
    /// A random direction and speed, or no deflection, changing every 0.3 to 2.5 s.
    Mixed,
    /// A random direction at full speed, changing every 0.1 to 0.5 s.
    Wild,
    /// Phases of 3 s each: ahead from standing, to the left, the opposite way, and no deflection. Then the same with a
    /// turn to the right. [`Responses`](crate::Responses) needs this script.
    Turns,
}

/// The phases of [`Sticks::Turns`], in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Start,
    QuarterTurn,
    HalfTurn,
    Stop,
}

impl Phase {
    pub(super) const ALL: [Self; 4] = [Self::Start, Self::QuarterTurn, Self::HalfTurn, Self::Stop];
}

/// The duration of each phase.
pub(super) const PHASE_SECS: f64 = 3.0;

fn towards(angle: f64, speed_mps: f64) -> Stick {
    Stick {
        velocity_mps: [
            f64::from(maths::sin(to_f32(angle))) * speed_mps,
            f64::from(maths::cos(to_f32(angle))) * speed_mps,
        ],
        heading_rad: None,
    }
}

/// The stick of a simulation. Random sticks use SplitMix64 (Steele, Lea and Flood 2014).
pub(super) struct Script {
    sticks: Sticks,
    speed_mps: f64,
    state: u64,
    until_secs: f64,
    stick: Stick,
    /// The number of [`Phase`]s that have begun.
    phase: usize,
}

impl Script {
    pub(super) fn new(simulation: &Simulation) -> Self {
        Self {
            sticks: simulation.sticks,
            speed_mps: simulation.speed_mps,
            state: simulation.seed,
            until_secs: 0.0,
            phase: 0,
            stick: Stick {
                velocity_mps: [0.0, simulation.speed_mps],
                heading_rad: None,
            },
        }
    }

    /// Returns the stick at a time, and whether it has just jumped to a new value. A straight or circling stick jumps
    /// only at time 0.
    pub(super) fn stick(&mut self, secs: f64) -> (Stick, bool) {
        match self.sticks {
            Sticks::Straight => return (self.stick, secs == 0.0),
            Sticks::Circle => {
                return (
                    towards(secs * self.speed_mps / 5.0, self.speed_mps),
                    secs == 0.0,
                );
            }
            Sticks::Turns => return self.turns(secs),
            _ if secs < self.until_secs => return (self.stick, false),
            _ => {}
        }
        let angle = self.unit() * std::f64::consts::TAU;
        let (length, share) = match self.sticks {
            Sticks::Wild => (0.1 + 0.4 * self.unit(), 1.0),
            _ => {
                let length = 0.3 + 2.2 * self.unit();
                let stands = self.unit() < 0.15;
                (length, if stands { 0.0 } else { 0.5 + 0.5 * self.unit() })
            }
        };
        self.until_secs = secs + length;
        self.stick = towards(angle, share * self.speed_mps);
        (self.stick, true)
    }

    fn turns(&mut self, secs: f64) -> (Stick, bool) {
        if secs < self.until_secs {
            return (self.stick, false);
        }
        let side = if (self.phase / 4).is_multiple_of(2) {
            1.0
        } else {
            -1.0
        };
        let quarter = side * std::f64::consts::FRAC_PI_2;
        self.stick = match Phase::ALL[self.phase % 4] {
            Phase::Start => towards(0.0, self.speed_mps),
            Phase::QuarterTurn => towards(quarter, self.speed_mps),
            Phase::HalfTurn => towards(-quarter, self.speed_mps),
            Phase::Stop => towards(0.0, 0.0),
        };
        self.phase += 1;
        self.until_secs = secs + PHASE_SECS;
        (self.stick, true)
    }

    /// Returns the current phase of [`Sticks::Turns`]; `None` for other scripts.
    pub(super) fn phase(&self) -> Option<Phase> {
        let began = self.phase.checked_sub(1)?;
        Some(Phase::ALL[began % 4])
    }

    fn unit(&mut self) -> f64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let bits = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}
