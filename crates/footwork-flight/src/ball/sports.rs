//! Balls of other sports, each with the sources of its parameters.
//!
//! Masses and sizes are in the middle of the range that the rules allow. Restitutions give the rebounds that the rules
//! require on the sport's surface. Rolling, friction and the decay of spin are estimates unless a source is given.

use crate::ball::params::{BallParams, Drag};

impl BallParams {
    /// Returns a futsal ball on a wooden floor.
    ///
    /// FIFA's Futsal Laws of the Game, law 2: a circumference of 0.62 to 0.64 m, 0.40 to 0.44 kg, and a first rebound of
    /// 0.50 to 0.65 m from 2 m.
    #[must_use]
    pub fn futsal() -> Self {
        Self {
            mass_kg: 0.42,
            radius_m: 0.1003,
            restitution: 0.54,
            bounce_friction: 0.5,
            rolling_mps2: 0.25,
            settle_speed_mps: 0.6,
            ..Self::default()
        }
    }

    /// Returns a basketball of size 7 on a wooden floor.
    ///
    /// FIBA's Official Basketball Rules, *Basketball Equipment*: a circumference of 0.75 to 0.77 m, and 0.58 to 0.62
    /// kg. If the bottom of the ball falls from 1.8 m, its top rebounds to 1.2 to 1.4 m. Drag: 0.5, a sphere below its
    /// drag crisis; H. Okubo & M. Hubbard use 0.54 (*Dynamics of the basketball shot*, J. Sports Sci. 24, 2006).
    #[must_use]
    pub fn basketball() -> Self {
        Self {
            mass_kg: 0.6,
            radius_m: 0.121,
            drag: Drag::Constant(0.5),
            lift_slope: 1.0,
            max_lift: 0.3,
            restitution: 0.77,
            bounce_friction: 0.5,
            sliding_friction: 0.5,
            rolling_mps2: 0.15,
            settle_speed_mps: 1.0,
            ..Self::default()
        }
    }

    /// Returns a tennis ball of type 2 on concrete.
    ///
    /// ITF's Rules of Tennis, appendix I: 0.0560 to 0.0594 kg, a diameter of 0.0654 to 0.0686 m, and a rebound of 1.35
    /// to 1.47 m from 2.54 m. Drag 0.55 and lift 1 / (2 + v / rω): A. Štěpánek, *The aerodynamics of tennis balls: the
    /// topspin lob*, Am. J. Phys. 56, 1988.
    #[must_use]
    pub fn tennis() -> Self {
        Self {
            mass_kg: 0.0577,
            radius_m: 0.0335,
            drag: Drag::Constant(0.55),
            lift_slope: 1.0,
            max_lift: 0.5,
            restitution: 0.77,
            bounce_friction: 0.6,
            sliding_friction: 0.6,
            rolling_mps2: 0.4,
            settle_speed_mps: 1.0,
            ..Self::default()
        }
    }

    /// Returns a table tennis ball on a table.
    ///
    /// ITTF's Laws of Table Tennis, 2.1 and 2.3: a diameter of 0.040 m, 0.0027 kg, and a rebound of about 0.23 m from
    /// 0.30 m on a table. Drag: 0.4, a smooth sphere below its drag crisis.
    #[must_use]
    pub fn table_tennis() -> Self {
        Self {
            mass_kg: 0.0027,
            radius_m: 0.02,
            drag: Drag::Constant(0.4),
            lift_slope: 1.0,
            max_lift: 0.4,
            spin_decay_per_m: 0.005,
            restitution: 0.895,
            bounce_friction: 0.25,
            sliding_friction: 0.25,
            rolling_mps2: 0.1,
            settle_speed_mps: 0.5,
            ..Self::default()
        }
    }

    /// Returns a volleyball on a wooden floor.
    ///
    /// FIVB's Official Volleyball Rules, rule 3: a circumference of 0.65 to 0.67 m and 0.26 to 0.28 kg. The restitution is
    /// an estimate, and the drag crisis is that of a football, which has similar panels.
    #[must_use]
    pub fn volleyball() -> Self {
        Self {
            mass_kg: 0.27,
            radius_m: 0.105,
            drag: Drag::CRISIS,
            restitution: 0.75,
            bounce_friction: 0.5,
            rolling_mps2: 0.2,
            settle_speed_mps: 1.0,
            ..Self::default()
        }
    }

    /// Returns a golf ball on a fairway.
    ///
    /// Rules of Golf, *Equipment Rules* 4: at most 0.04593 kg, a diameter of at least 0.04267 m. Drag and lift are within
    /// the measurements of P. Bearman & J. Harvey (*Golf ball aerodynamics*, Aeronaut. Q. 27, 1976), and fit to
    /// TrackMan's averages of PGA Tour drives: 251 m from 74.7 m/s at 10.9° with 2,686 turns per minute. Irons, whose spin
    /// adds drag that this model lacks, fly up to a fifth too far.
    #[must_use]
    pub fn golf() -> Self {
        Self {
            mass_kg: 0.045_93,
            radius_m: 0.021_335,
            drag: Drag::Constant(0.225),
            lift_slope: 2.4,
            max_lift: 0.35,
            spin_decay_per_m: 0.0003,
            restitution: 0.5,
            bounce_friction: 0.4,
            rolling_mps2: 1.2,
            settle_speed_mps: 2.0,
            ..Self::default()
        }
    }

    /// Returns a baseball.
    ///
    /// Official Baseball Rules, 3.01: 5 to 5¼ ounces and a circumference of 9 to 9¼ inches; Major League Baseball's
    /// specification: a restitution of 0.514 to 0.578 on wood. Drag 0.35, and lift S / (0.4 + 2.32 S): A. Nathan,
    /// *The effect of spin on the flight of a baseball*, Am. J. Phys. 76, 2008.
    #[must_use]
    pub fn baseball() -> Self {
        Self {
            mass_kg: 0.1453,
            radius_m: 0.0369,
            drag: Drag::Constant(0.35),
            lift_slope: 2.5,
            max_lift: 0.431,
            spin_decay_per_m: 0.0008,
            restitution: 0.546,
            bounce_friction: 0.4,
            rolling_mps2: 1.0,
            settle_speed_mps: 2.0,
            ..Self::default()
        }
    }
}
