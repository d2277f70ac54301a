//! The `players` and `humans` of a scene.

use std::fmt;

use serde::Serialize;
use serde::de::{Deserialize, Deserializer, Error, Visitor};

use super::limits::{
    Acceleration, Coordinate, Direction, Length, Share, Speed, Time, Turn, Velocity,
};
use crate::scene_file::fields::{Checked, Limits, objects};

/// The longest name of a player or a human, in bytes.
const MAX_NAME_BYTES: usize = 200;

/// A name: a whole number or a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum Name {
    Number(u64),
    Text(String),
}

/// The model of how players run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Model {
    Simple,
    #[default]
    Full,
}

/// A player.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object", remote = "Self")]
pub(super) struct Runner {
    pub(super) id: Name,
    #[serde(default = "no_team")]
    pub(super) team: Name,
    #[serde(deserialize_with = "Coordinate::f64s")]
    pub(super) position: [f64; 3],
    #[serde(default, deserialize_with = "Velocity::f64s")]
    pub(super) velocity: [f64; 3],
    #[serde(default, deserialize_with = "Direction::f64s")]
    pub(super) facing: [f64; 3],
    #[serde(deserialize_with = "Speed::f64")]
    pub(super) top_speed: f64,
    #[serde(default = "acceleration", deserialize_with = "Acceleration::f64")]
    pub(super) acceleration: f64,
    #[serde(default = "turn", deserialize_with = "Turn::f64")]
    pub(super) turn: f64,
    #[serde(default = "all", deserialize_with = "Share::f64")]
    pub(super) stamina: f64,
    #[serde(default, deserialize_with = "Time::f64")]
    pub(super) reaction: f64,
    #[serde(deserialize_with = "Length::f64")]
    pub(super) reach: f64,
    #[serde(default = "two_metres", deserialize_with = "Length::f64")]
    pub(super) height: f64,
    #[serde(default, deserialize_with = "Time::f64")]
    pub(super) busy_until: f64,
}

/// A human, and the player that they control, if any.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object", remote = "Self")]
pub(super) struct Human {
    pub(super) id: Name,
    #[serde(default)]
    pub(super) player: Option<Name>,
}

fn no_team() -> Name {
    Name::Number(0)
}

fn two_metres() -> f64 {
    2.0
}

fn acceleration() -> f64 {
    8.0
}

fn turn() -> f64 {
    0.4
}

fn all() -> f64 {
    1.0
}

/// The smallest acceleration other than 0, in m/s².
const MIN_ACCELERATION_MPS2: f64 = 1.0e-3;

objects! { Runner Human }

impl Checked for Runner {
    fn check<E: Error>(&self) -> Result<(), E> {
        if self.acceleration > 0.0 && self.acceleration < MIN_ACCELERATION_MPS2 {
            Err(E::custom(format_args!(
                "`acceleration`: {:?} is not {}",
                self.acceleration,
                Acceleration::WHAT
            )))
        } else {
            Ok(())
        }
    }
}

impl Checked for Human {}

impl Runner {
    pub(super) fn check_model<E: Error>(&self, index: usize, model: Model) -> Result<(), E> {
        if model == Model::Full && self.acceleration < MIN_ACCELERATION_MPS2 {
            Err(E::custom(format_args!(
                "`players[{index}].acceleration` is {:?}: the full model needs 0.001 m/s² or more",
                self.acceleration
            )))
        } else {
            Ok(())
        }
    }
}

impl Human {
    pub(super) fn check_among<E: Error>(
        &self,
        index: usize,
        humans: &[Self],
        players: &[Runner],
    ) -> Result<(), E> {
        let before = &humans[..index];
        if before.iter().any(|other| other.id == self.id) {
            let id = &self.id;
            return Err(E::custom(format_args!(
                "`humans[{index}].id`: there are two humans {id}"
            )));
        }
        let Some(player) = &self.player else {
            return Ok(());
        };
        if !players.iter().any(|other| other.id == *player) {
            return Err(E::custom(format_args!(
                "`humans[{index}].player`: there is no player {player}"
            )));
        }
        if before.iter().any(|other| other.player == self.player) {
            return Err(E::custom(format_args!(
                "`humans[{index}].player`: another human has player {player}"
            )));
        }
        Ok(())
    }
}

impl Name {
    /// Formats the name for a table.
    pub(super) fn plain(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.escape_debug().to_string(),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => write!(f, "{text:?}"),
        }
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyName;
        impl Visitor<'_> for AnyName {
            type Value = Name;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number or a name")
            }

            fn visit_u64<E>(self, number: u64) -> Result<Name, E> {
                Ok(Name::Number(number))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Name, E> {
                match text.len() {
                    1..=MAX_NAME_BYTES => Ok(Name::Text(text.to_owned())),
                    length => Err(E::invalid_length(length, &"a name of 1 to 200 bytes")),
                }
            }
        }
        deserializer.deserialize_any(AnyName)
    }
}
