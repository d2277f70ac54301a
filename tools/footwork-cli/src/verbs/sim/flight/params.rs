//! The `params` of a scene: the ball, its air and its ground. The defaults are those of the library.

use std::fmt;

use footwork::flight::{BallParams, Drag};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use super::limits::{
    BallRadius, CrisisSpeed, CrisisWidth, Density, DragCoefficient, Friction, Gravity, Lift, Mass,
    MostLift, Rolling, Settling, Share, Wind,
};
use crate::scene_file::fields::{Checked, Limits, objects};

/// The ball, its air and its ground.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "an object", remote = "Self")]
pub(super) struct Params {
    #[serde(deserialize_with = "Mass::f64")]
    mass: f64,
    #[serde(deserialize_with = "BallRadius::f64")]
    radius: f64,
    /// The downward acceleration, in m/s².
    #[serde(deserialize_with = "Gravity::f64")]
    gravity: f64,
    #[serde(deserialize_with = "Density::f64")]
    air_density: f64,
    #[serde(deserialize_with = "drag")]
    drag: Drag,
    #[serde(deserialize_with = "Lift::f64")]
    lift: f64,
    #[serde(deserialize_with = "MostLift::f64")]
    lift_most: f64,
    #[serde(deserialize_with = "Share::f64")]
    spin_decay: f64,
    #[serde(deserialize_with = "Share::f64")]
    restitution: f64,
    /// The default of `bounce_friction` and `sliding_friction`.
    #[serde(deserialize_with = "friction")]
    friction: Option<f64>,
    #[serde(deserialize_with = "friction")]
    bounce_friction: Option<f64>,
    #[serde(deserialize_with = "friction")]
    sliding_friction: Option<f64>,
    #[serde(deserialize_with = "Rolling::f64")]
    rolling: f64,
    #[serde(deserialize_with = "Settling::f64")]
    settle_speed: f64,
    #[serde(deserialize_with = "Wind::f64s")]
    wind: [f64; 3],
}

impl Default for Params {
    fn default() -> Self {
        let ball = BallParams::default();
        Self {
            mass: ball.mass_kg,
            radius: ball.radius_m,
            gravity: ball.gravity_mps2,
            air_density: ball.air_density,
            drag: ball.drag,
            lift: ball.lift_slope,
            lift_most: ball.max_lift,
            spin_decay: ball.spin_decay_per_m,
            restitution: ball.restitution,
            friction: None,
            bounce_friction: None,
            sliding_friction: None,
            rolling: ball.rolling_mps2,
            settle_speed: ball.settle_speed_mps,
            wind: ball.wind_mps,
        }
    }
}

impl Params {
    pub(super) fn ball(&self) -> BallParams {
        BallParams {
            mass_kg: self.mass,
            radius_m: self.radius,
            gravity_mps2: self.gravity,
            air_density: self.air_density,
            drag: self.drag,
            lift_slope: self.lift,
            max_lift: self.lift_most,
            spin_decay_per_m: self.spin_decay,
            restitution: self.restitution,
            bounce_friction: (self.bounce_friction.or(self.friction))
                .unwrap_or(BallParams::default().bounce_friction),
            sliding_friction: (self.sliding_friction.or(self.friction))
                .unwrap_or(BallParams::default().sliding_friction),
            rolling_mps2: self.rolling,
            settle_speed_mps: self.settle_speed,
            wind_mps: self.wind,
        }
    }
}

fn friction<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    Friction::f64(deserializer).map(Some)
}

objects! { Params Crisis }

impl Checked for Params {}

impl Checked for Crisis {}

/// The coefficients of the drag crisis. Missing values are those of a ball with 32 panels.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "an object", remote = "Self")]
struct Crisis {
    #[serde(deserialize_with = "DragCoefficient::f64")]
    low: f64,
    #[serde(deserialize_with = "DragCoefficient::f64")]
    drop: f64,
    #[serde(deserialize_with = "CrisisSpeed::f64")]
    speed: f64,
    #[serde(deserialize_with = "CrisisWidth::f64")]
    width: f64,
}

impl Default for Crisis {
    fn default() -> Self {
        let (low, drop, speed, width) = match Drag::CRISIS {
            Drag::Constant(drag) => (drag, 0.0, 0.0, 1.0),
            Drag::Crisis {
                low,
                drop,
                speed_mps,
                width_mps,
            } => (low, drop, speed_mps, width_mps),
        };
        Self {
            low,
            drop,
            speed,
            width,
        }
    }
}

/// Reads one coefficient, or an object for the drag crisis.
fn drag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Drag, D::Error> {
    struct Either;
    impl<'de> Visitor<'de> for Either {
        type Value = Drag;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a drag coefficient or an object")
        }

        fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Drag, E> {
            use serde::de::IntoDeserializer;
            DragCoefficient::f64(value.into_deserializer()).map(Drag::Constant)
        }

        fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<Drag, E> {
            self.visit_f64(value as f64)
        }

        fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<Drag, E> {
            self.visit_f64(value as f64)
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Drag, A::Error> {
            let crisis = <Crisis as Deserialize>::deserialize(MapAccessDeserializer::new(map))?;
            Ok(Drag::Crisis {
                low: crisis.low,
                drop: crisis.drop,
                speed_mps: crisis.speed,
                width_mps: crisis.width,
            })
        }
    }
    deserializer.deserialize_any(Either)
}
