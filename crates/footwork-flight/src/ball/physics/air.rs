//! Gravity, drag, lift, and the loss of spin in the air.

use crate::ball::params::{BallParams, Drag};
use crate::ball::state::STEP_SECS;
use crate::vector::{DVec3, length, vector};

/// The parameters of the air, per unit of mass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Air {
    gravity: DVec3,
    wind: DVec3,
    /// ½ ρ A / m, in 1/m.
    per_metre: f64,
    drag: Drag,
    lift_slope: f64,
    max_lift: f64,
    radius: f64,
    spin_decay: f64,
}

/// The coefficients of the air during one step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coefficients {
    pub(super) spin: DVec3,
    /// The drag per squared speed, in 1/m.
    drag: f64,
    /// The lift per spin × velocity.
    lift: f64,
    /// The largest fraction of the velocity that the air changes per second.
    rate: f64,
}

/// The largest fraction of its velocity that a ball may lose or turn by in one Runge-Kutta step.
const MAX_CHANGE: f64 = 0.25;

impl Coefficients {
    /// Returns the longest accurate Runge-Kutta step, in seconds.
    #[inline]
    pub(super) fn max_secs(&self) -> f64 {
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
            max_lift: params.max_lift,
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

    /// Returns the coefficients at a velocity and a spin. They change so little during a step that all four stages of
    /// the step share them.
    pub(super) fn coefficients(&self, velocity: DVec3, spin: DVec3) -> Coefficients {
        let through = velocity - self.wind;
        let square = through.length_squared();
        let across = spin.cross(through).length_squared();
        // S = r |ω × v| / v², and the lift is ½ ρ A / m · C(S) v² along ω × v. Inserting C(S) = a S / (1 + a S / b)
        // cancels the pole at rest.
        let slope = self.lift_slope * self.radius;
        let bound = self.max_lift * square;
        let lifts = across > 0.0 && bound > 0.0;
        let speed = square.sqrt();
        let drag = self.per_metre * self.drag_coefficient(speed);
        Coefficients {
            spin,
            drag,
            rate: (drag + self.per_metre * self.max_lift) * speed,
            lift: if lifts {
                self.per_metre * slope * bound / (bound + slope * across.sqrt())
            } else {
                0.0
            },
        }
    }

    /// Returns the acceleration by gravity and air, in metres per second squared.
    #[inline]
    pub(super) fn acceleration(&self, at: &Coefficients, velocity: DVec3) -> DVec3 {
        let through = velocity - self.wind;
        let drag = at.drag * length(through);
        self.gravity - through * drag + at.spin.cross(through) * at.lift
    }

    /// Returns the spin after `secs` seconds at this velocity.
    pub(super) fn spin_after(&self, spin: DVec3, velocity: DVec3, secs: f64) -> DVec3 {
        if self.spin_decay == 0.0 || spin == DVec3::ZERO {
            return spin;
        }
        // The formula is implicit, and so stable for any step.
        spin / (1.0 + self.spin_decay * length(velocity - self.wind) * secs)
    }
}
