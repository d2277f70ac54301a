//! The scene file of `footwork sim flight`, in SI units; y is up.

use footwork::flight::{BallError, BallState};
use serde::de::{Deserialize, Deserializer, Error};

use super::limits::{Coordinate, Horizon, Spin, Velocity};
use super::params::Params;
use super::players::{Human, Model, Runner};
use super::statics::Obstacles;
use crate::scene_file::fields::{Checked, Limits, list, objects, three};

/// The largest number of frames over which the prediction of a flight may be spread.
const MAX_SLICES: u32 = 1_000_000;

/// The largest number of players, and of humans.
const MAX_PLAYERS: usize = 1000;

/// A ball, its surroundings, and the players and humans.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object", remote = "Self")]
pub(super) struct Scene {
    pub(super) ball: Ball,
    #[serde(default)]
    pub(super) params: Params,
    #[serde(default)]
    pub(super) statics: Obstacles,
    /// The force on the ball, in newtons.
    #[serde(default, deserialize_with = "force")]
    pub(super) force: Option<[String; 3]>,
    #[serde(default, deserialize_with = "some")]
    pub(super) bounds: Option<Room>,
    /// The height of the ground, in metres; by default the height of the planes and large boxes under the ball.
    #[serde(default, deserialize_with = "height")]
    pub(super) ground: Option<f64>,
    #[serde(default, deserialize_with = "people")]
    pub(super) players: Vec<Runner>,
    #[serde(default, deserialize_with = "people")]
    pub(super) humans: Vec<Human>,
    #[serde(default)]
    pub(super) model: Model,
    #[serde(default = "ten_seconds", deserialize_with = "Horizon::f64")]
    pub(super) horizon: f64,
    #[serde(default = "one_slice", deserialize_with = "slices")]
    pub(super) slices: u32,
    #[serde(default)]
    pub(super) dense: bool,
}

/// The ball at the start of the scene.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "an object", remote = "Self")]
#[derive(Default)]
pub(super) struct Ball {
    /// The position of the ball's centre.
    #[serde(deserialize_with = "Coordinate::f64s")]
    position: [f64; 3],
    #[serde(deserialize_with = "Velocity::f64s")]
    velocity: [f64; 3],
    #[serde(deserialize_with = "Spin::f64s")]
    spin: [f64; 3],
}

/// A box. The flight ends when the ball's centre leaves the box.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object", remote = "Self")]
pub(super) struct Room {
    #[serde(deserialize_with = "Coordinate::f64s")]
    pub(super) min: [f64; 3],
    #[serde(deserialize_with = "Coordinate::f64s")]
    pub(super) max: [f64; 3],
}

impl Ball {
    pub(super) fn state(&self) -> Result<BallState, BallError> {
        BallState::new(0.0, self.position, self.velocity).and_then(|ball| ball.with_spin(self.spin))
    }
}

fn ten_seconds() -> f64 {
    10.0
}

fn one_slice() -> u32 {
    1
}

fn slices<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let slices = u32::deserialize(deserializer)?;
    match slices {
        1..=MAX_SLICES => Ok(slices),
        _ => Err(D::Error::custom(format_args!(
            "{slices} is not a number of frames, from 1 to {MAX_SLICES}"
        ))),
    }
}

fn force<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<[String; 3]>, D::Error> {
    three(deserializer, "three expressions, for x, y and z").map(Some)
}

fn height<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    Coordinate::f64(deserializer).map(Some)
}

/// Reads a value that may be missing but not null.
fn some<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

fn people<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    list(deserializer, MAX_PLAYERS)
}

objects! { Scene Ball Room }

impl Checked for Ball {}

impl Checked for Room {
    fn check<E: Error>(&self) -> Result<(), E> {
        for axis in 0..3 {
            let (min, max) = (self.min[axis], self.max[axis]);
            if min > max {
                return Err(E::custom(format_args!(
                    "`min[{axis}]` is {min:?}, which is more than `max[{axis}]`, {max:?}"
                )));
            }
        }
        Ok(())
    }
}

impl Checked for Scene {
    fn check<E: Error>(&self) -> Result<(), E> {
        for (index, player) in self.players.iter().enumerate() {
            player.check_model(index, self.model)?;
            if self.players[..index]
                .iter()
                .any(|other| other.id == player.id)
            {
                let id = &player.id;
                return Err(E::custom(format_args!(
                    "`players[{index}].id`: there are two players {id}"
                )));
            }
        }
        for (index, human) in self.humans.iter().enumerate() {
            human.check_among(index, &self.humans, &self.players)?;
        }
        Ok(())
    }
}
