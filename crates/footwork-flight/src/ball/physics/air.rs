//! Gravity, drag, lift, and how the air slows the spin.

use crate::ball::params::{BallParams, Drag};
use crate::ball::state::STEP_SECS;
use crate::vector::{DVec3, length, vector};

/// What the parameters come to per unit of mass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Air {
    gravity: DVec3,
    wind: DVec3,
    /// ½ ρ A / m, in 1/m.
    per_metre: f64,
    drag: Drag,
    lift_slope: f64,
    lift_most: f64,
    radius: f64,
    spin_decay: f64,
}

/// How the air works on a ball during a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coefficients {
    pub(super) spin: DVec3,
    /// Times the square of the velocity, in 1/m.
    drag: f64,
    /// Times spin × velocity.
    lift: f64,
    /// By what share of itself the air changes the velocity in a second, at most.
    rate: f64,
}

/// The largest share of its velocity that a ball loses or turns by in one step of the method.
const MAX_CHANGE: f64 = 0.25;

impl Coefficients {
    /// The longest step that the method is right for.
    #[inline]
    pub(super) fn longest_secs(&self) -> f64 {
        if self.rate * STEP_SECS <= MAX_CHANGE {
            STEP_SECS
        } else {
            MAX_CHANGE / self.rate
        }
    }
}

impl Air {
    pub(super) fn new(params: &BallParams) -> Self {
        Self {
            gravity: DVec3::new(0.0, -params.gravity_mps2, 0.0),
            wind: vector(params.wind_mps),
            per_metre: params.per_metre(),
            drag: params.drag,
            lift_slope: params.lift_slope,
            lift_most: params.lift_most,
            radius: params.radius_m,
            spin_decay: if params.air_density > 0.0 {
                params.spin_decay_per_m
            } else {
                0.0
            },
        }
    }

    fn drag_coefficient(&self, speed: f64) -> f64 {
        match self.drag {
            Drag::Constant(drag) => drag,
            Drag::Crisis {
                low,
                drop,
                speed_mps,
                width_mps,
            } => low + drop / (1.0 + libm::exp((speed - speed_mps) / width_mps)),
        }
    }

    /// The coefficients at a velocity and a spin. They change so little in a step that its four stages share
    /// them.
    pub(super) fn coefficients(&self, velocity: DVec3, spin: DVec3) -> Coefficients {
        let through = velocity - self.wind;
        let square = through.length_squared();
        let across = spin.cross(through).length_squared();
        // S = r |ω × v| / v², and the lift is ½ ρ A / m · C(S) v² along ω × v. With the coefficient put in,
        // that has no pole at rest.
        let slope = self.lift_slope * self.radius;
        let most = self.lift_most * square;
        let lifts = across > 0.0 && most > 0.0;
        let speed = square.sqrt();
        let drag = self.per_metre * self.drag_coefficient(speed);
        Coefficients {
            spin,
            drag,
            rate: (drag + self.per_metre * self.lift_most) * speed,
            lift: if lifts {
                self.per_metre * slope * most / (most + slope * across.sqrt())
            } else {
                0.0
            },
        }
    }

    /// The acceleration by gravity and the air.
    #[inline]
    pub(super) fn acceleration(&self, at: &Coefficients, velocity: DVec3) -> DVec3 {
        let through = velocity - self.wind;
        let drag = at.drag * length(through);
        self.gravity - through * drag + at.spin.cross(through) * at.lift
    }

    /// The spin after some seconds at this velocity.
    pub(super) fn spin_after(&self, spin: DVec3, velocity: DVec3, secs: f64) -> DVec3 {
        if self.spin_decay == 0.0 || spin == DVec3::ZERO {
            return spin;
        }
        // Implicit, so that no step is too long for it.
        spin / (1.0 + self.spin_decay * length(velocity - self.wind) * secs)
    }
}
