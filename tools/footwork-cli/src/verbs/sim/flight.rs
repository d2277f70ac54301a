//! `footwork sim flight SCENE`: a ball flies, bounces and rolls, and where it will be is printed.

mod fly;
mod intercepts;
mod params;
mod players;
mod print;
mod scene;
mod statics;

use super::scene_file;
use crate::failure::Failure;
use crate::output::{Done, Speech};
use scene::Scene;

/// Predict where a ball flies, bounces and rolls.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork sim flight crossbar.json
  footwork sim flight crossbar.json --format json
  footwork sim flight - --format csv < crossbar.json

A scene is JSON in SI units, y up; an unknown key is an error:
  {\"ball\": {\"position\": [0, 0.11, 0], \"velocity\": [18, 9, 0]},
   \"statics\": {\"planes\": [{\"normal\": [0, 1, 0], \"offset\": 0}]},
   \"force\": [\"0.3 * y\", \"0\", \"0\"]}

  ball       position of the centre, velocity, spin in rad/s
  params     mass, radius, gravity, air_density, drag, lift, lift_most,
             spin_decay, restitution, friction, rolling, settle_speed, wind
  statics    planes [{\"normal\", \"offset\"}, …], boxes [{\"min\", \"max\"}, …],
             capsules [{\"a\", \"b\", \"radius\"}, …]; nothing else is there
  force      three expressions of x y z vx vy vz t, in newtons
  bounds     {\"min\", \"max\"} of the world; the ball ends where it leaves it
  players    [{\"id\", \"position\", \"top_speed\", \"reach\", …}, …]
  humans     [{\"id\", \"player\"}, …]
  model      simple or full: how players run
  horizon    how far ahead in seconds, 10 by default
  slices     in how many frames it is predicted, which changes nothing
  dense      whether every step of 1/240 s is printed too

testdata/schema/sim-flight-scene.schema.json has every key with its unit, limits
and default.

The answer is samples that stay within the ball's radius of the truth, what the
ball touched, sections by heights, how it ends, who can take it and who should,
and a hash of all samples, the same on every machine.")]
pub(super) struct Args {
    /// The scene file; `-` reads standard input.
    #[arg(value_name = "SCENE")]
    scene: String,
}

pub(super) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let scene: Scene = scene_file::read(&args.scene)?;
    let file = match args.scene.as_str() {
        "-" => "standard input",
        path => path,
    };
    let flown = fly::fly(&scene, file)?;
    speech.errors.note(&flown.remarks(&scene, file));
    print::print(&scene, &flown, speech.format)
}
