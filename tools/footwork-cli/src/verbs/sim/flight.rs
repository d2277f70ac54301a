//! `footwork sim flight SCENE`: predicts where a ball flies, bounces and rolls.

mod controlled;
mod fly;
mod intercepts;
mod limits;
mod params;
mod players;
mod print;
mod scene;
mod statics;

use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::scene_file;
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
             spin_decay, restitution, friction (or
             bounce_friction and sliding_friction), rolling, settle_speed, wind
  statics    planes [{\"normal\", \"offset\"}, …], boxes [{\"min\", \"max\"}, …],
             capsules [{\"a\", \"b\", \"radius\"}, …]; there is no other ground
  force      three expressions of x y z vx vy vz t, in newtons
  bounds     {\"min\", \"max\"} of the world; the flight ends at its border
  ground     the height of the ground on which players stand; by default the
             height of the planes and large boxes under the ball. A scene with
             players needs one or the other
  players    [{\"id\", \"position\", \"top_speed\", \"reach\"}, …], and optionally
             for each: team, 0 by default; height of the ball's centre, 2 m by
             default; reaction and busy_until, in seconds from now; and for the
             full model velocity, facing, acceleration (8 m/s² by default),
             turn (the time to turn around, 0.4 s by default) and stamina (1 by
             default)
  humans     [{\"id\", \"player\"}, …], each with one of the players, or null
  model      how players run: full, the default, or simple. In the simple model
             they stand until reaction and busy_until are over, and then run
             immediately at top_speed
  horizon    the length of the prediction in seconds, 10 by default
  slices     the number of frames over which the prediction is spread; the
             result is the same for any number
  dense      whether to print every step of 1/240 s too

testdata/schema/sim-flight-scene.schema.json lists every key with its unit,
limits and default.

The answer has:
  - samples that stay within the ball's radius of the exact path
  - the touched shapes, the sections by height, and the end of the flight
  - the players who can take the ball, and the one who should
  - a hash of all samples, which is the same on every machine

CSV has only the samples.

A player waits for a ball that is still too high (player waits), comes to a ball
that lies still (ball waits), meets it (on the run), or cannot take it (none).
A player who reaches the ball first by more than 0.5 s should take it. If there
is no such player, the choice weighs how early each player takes the ball, how
little they wait and run, how easy the ball is, and how far ahead of opponents
they are. If there are humans, the player is on one of their teams. Each human
then gets the player that the switching rules assign right after the kick, and
the next one.")]
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
    speech.note(&flown.findings(&scene, file));
    print::print(&scene, &flown, speech)
}
