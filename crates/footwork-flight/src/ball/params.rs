//! The parameters of a ball, of the air and of the ground, each with its source.

use crate::out_of_range::OutOfRangeError;
use crate::vector::is_within;

/// The drag coefficient, as in ½ ρ A c v².
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Drag {
    /// The same coefficient at every speed; 0 means no drag.
    Constant(f64),
    /// A coefficient with a drag crisis: `low + drop / (1 + exp((v - speed_mps) / width_mps))`. Below the crisis, the
    /// ball has a laminar boundary layer, a wide wake and the larger coefficient.
    Crisis {
        /// The drag coefficient far above the crisis.
        low: f64,
        /// How much larger the coefficient is far below the crisis.
        drop: f64,
        /// The speed in the middle of the crisis, in metres per second.
        speed_mps: f64,
        /// The width of the crisis, in metres per second.
        width_mps: f64,
    },
}

impl Drag {
    /// The drag crisis of a ball of 32 panels. The curve is the logistic fit of Goff & Carré to wind-tunnel data
    /// (*Soccer ball lift coefficients via trajectory analysis*, Eur. J. Phys. 31, 2010).
    pub const CRISIS: Self = Self::Crisis {
        low: 0.155,
        drop: 0.346,
        speed_mps: 12.19,
        width_mps: 1.309,
    };
}

/// A ball, the air and the ground. The default is a size 5 football on turf.
///
/// | parameter | default | from |
/// |---|---|---|
/// | `mass_kg` | 0.43 | Laws of the Game, law 2: 0.410 to 0.450 kg |
/// | `radius_m` | 0.11 | law 2: a circumference of 0.68 to 0.70 m, a radius of 0.108 to 0.111 m |
/// | `gravity_mps2` | 9.81 | downwards, along -y |
/// | `air_density` | 1.225 | kg/m³; ICAO's standard atmosphere at sea level |
/// | `drag` | constant 0.22 | between 0.2 of Goff & Carré (Am. J. Phys. 77, 1020, 2009) and 0.25 of Bray & Kerwin (J. Sports Sci. 21, 75, 2003) |
/// | `lift_slope`, `max_lift` | 3, 0.4 | the lift coefficient is `a S / (1 + a S / b)`, with the slope a, the maximum b and S = r ω / v. It is within 0.05 of the Sheffield fit 0.385 S^¼ from S = 0.1 to 0.4, and passes through the values of Bray & Kerwin, 0.23 to 0.29 |
/// | `spin_decay_per_m` | 0.0015 | an estimate: the torque on a baseball, whose spin falls to 1/e in about 30 s at 40 m/s, scaled by ρ r² / m. A free kick from 25 m loses 4 % |
/// | `restitution` | 0.7 | fit to tracked matches: about 0.66 in steep bounces, 0.75 in slanted ones |
/// | `bounce_friction` | 0.37 | Coulomb's coefficient in a bounce; fit to tracked matches |
/// | `sliding_friction` | 0.55 | Coulomb's coefficient while a ball slides before rolling; fit to tracked matches |
/// | `rolling_mps2` | 1 | fit to tracked matches; within FIFA's test manual for football turf, a roll of 4 to 8 m off a 1 m ramp |
/// | `settle_speed_mps` | 2.7 | a rebound slower than this times `1 - restitution` stays down; our choice: with the default restitution the limit is 0.8 m/s, a hop of 3 cm, as high as the grass |
/// | `wind_mps` | 0 | |
///
/// ```
/// use footwork_flight::{BallParams, Drag};
///
/// let windy = BallParams { wind_mps: [6.0, 0.0, 0.0], drag: Drag::CRISIS, ..BallParams::default() };
/// assert!(windy.check().is_ok());
///
/// let bouncy = BallParams { restitution: 1.5, ..BallParams::default() };
/// let error = bouncy.check().unwrap_err();
/// assert_eq!(error.to_string(), "restitution: 1.5 is not from 0 to 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BallParams {
    /// The mass in kilograms.
    pub mass_kg: f64,
    /// The radius in metres.
    pub radius_m: f64,
    /// The gravity along -y, in metres per second squared.
    pub gravity_mps2: f64,
    /// The density of the air in kilograms per cubic metre; 0 for no air at all.
    pub air_density: f64,
    /// The drag coefficient.
    pub drag: Drag,
    /// The lift coefficient per spin ratio, near zero spin; 0 for no lift.
    pub lift_slope: f64,
    /// The upper bound of the lift coefficient; 0 for no lift.
    pub max_lift: f64,
    /// The fraction of the spin lost per metre of flight; 0 keeps it.
    pub spin_decay_per_m: f64,
    /// The ratio of normal speeds after and before a bounce.
    pub restitution: f64,
    /// Coulomb's coefficient of friction in a bounce. If it is 0, a bounce neither slows nor spins a ball.
    pub bounce_friction: f64,
    /// Coulomb's coefficient of friction along the ground. If it is 0, the ground neither slows nor spins a ball.
    pub sliding_friction: f64,
    /// The deceleration of a rolling ball, besides drag, in metres per second squared.
    pub rolling_mps2: f64,
    /// The speed below which small hops end, in metres per second: a rebound slower than this times `1 - restitution`
    /// stays on the ground.
    pub settle_speed_mps: f64,
    /// The velocity of the air, in metres per second.
    pub wind_mps: [f64; 3],
}

impl Default for BallParams {
    fn default() -> Self {
        Self {
            mass_kg: 0.43,
            radius_m: 0.11,
            gravity_mps2: 9.81,
            air_density: 1.225,
            drag: Drag::Constant(0.22),
            lift_slope: 3.0,
            max_lift: 0.4,
            spin_decay_per_m: 0.0015,
            restitution: 0.7,
            bounce_friction: 0.37,
            sliding_friction: 0.55,
            rolling_mps2: 1.0,
            settle_speed_mps: 2.7,
            wind_mps: [0.0; 3],
        }
    }
}

/// The largest fraction of the ball's speed, per metre, that drag may take away or lift may turn.
const MAX_PER_METRE: f64 = 1000.0;

impl BallParams {
    /// Returns an ideal ball without air, friction or loss. The ball keeps its energy.
    pub fn ideal() -> Self {
        Self {
            air_density: 0.0,
            restitution: 1.0,
            bounce_friction: 0.0,
            sliding_friction: 0.0,
            ..Self::default()
        }
    }

    /// Returns the deceleration by drag per squared speed, for a drag coefficient of 1: ½ ρ A / m, in 1/m.
    pub(crate) fn per_metre(&self) -> f64 {
        let area = std::f64::consts::PI * self.radius_m * self.radius_m;
        0.5 * self.air_density * area / self.mass_kg
    }

    /// Checks every parameter.
    ///
    /// # Errors
    /// Returns the first parameter that is NaN or out of range. Also rejects a drag or lift strong enough to stop
    /// or turn the ball within a millimetre.
    pub fn check(&self) -> Result<(), OutOfRangeError> {
        let drag: &[_] = match self.drag {
            Drag::Constant(drag) => &[("drag", drag, 0.0, 10.0)],
            Drag::Crisis {
                low,
                drop,
                speed_mps,
                width_mps,
            } => &[
                ("drag.low", low, 0.0, 10.0),
                ("drag.drop", drop, 0.0, 10.0),
                ("drag.speed_mps", speed_mps, 0.0, 1000.0),
                ("drag.width_mps", width_mps, 0.001, 1000.0),
            ],
        };
        let others = [
            ("mass_kg", self.mass_kg, 0.001, 1000.0),
            ("radius_m", self.radius_m, 0.001, 10.0),
            ("gravity_mps2", self.gravity_mps2, 0.0, 1000.0),
            ("air_density", self.air_density, 0.0, 100.0),
            ("lift_slope", self.lift_slope, 0.0, 100.0),
            ("max_lift", self.max_lift, 0.0, 10.0),
            ("spin_decay_per_m", self.spin_decay_per_m, 0.0, 1.0),
            ("restitution", self.restitution, 0.0, 1.0),
            ("bounce_friction", self.bounce_friction, 0.0, 10.0),
            ("sliding_friction", self.sliding_friction, 0.0, 10.0),
            ("rolling_mps2", self.rolling_mps2, 0.0, 100.0),
            ("settle_speed_mps", self.settle_speed_mps, 0.0, 10.0),
        ];
        for &(name, value, min, max) in drag.iter().chain(&others) {
            if !(min..=max).contains(&value) {
                return Err(OutOfRangeError {
                    name,
                    value,
                    min,
                    max,
                });
            }
        }
        let (name, drag) = match self.drag {
            Drag::Constant(drag) => ("drag", drag),
            Drag::Crisis { low, drop, .. } => ("drag.low + drag.drop", low + drop),
        };
        let max = MAX_PER_METRE / self.per_metre();
        if drag > max {
            return Err(OutOfRangeError {
                name,
                value: drag,
                min: 0.0,
                max,
            });
        }
        if self.max_lift > max {
            return Err(OutOfRangeError {
                name: "max_lift",
                value: self.max_lift,
                min: 0.0,
                max,
            });
        }
        let wind = self.wind_mps.iter().find(|x| !is_within([**x; 3], 200.0));
        match wind {
            None => Ok(()),
            Some(&value) => Err(OutOfRangeError {
                name: "wind_mps",
                value,
                min: -200.0,
                max: 200.0,
            }),
        }
    }
}
