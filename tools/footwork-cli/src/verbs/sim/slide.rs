//! `footwork sim slide SCENE`: moves a body through obstacles.

mod actors;
mod print;
mod scene;
mod trace;
mod vector;
mod walk;
mod world;

use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::progress;
use crate::scene_file;
use scene::Scene;

/// The name of the work in the progress bar.
const MOVING: &str = "moving";

/// Move a body through triangles and volumes.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork sim slide corner.json
  footwork sim slide corner.json --format json
  footwork sim slide - --format csv < corner.json

A scene is JSON in metres and seconds, y up; an unknown key is an error:
  {\"boxes\": [{\"min\": [1, 0, -2], \"max\": [2, 3, 2]}],
   \"mover\": {\"shape\": \"box\", \"half\": [0.3, 0.9, 0.3], \"position\": [0, 0.9, 0]},
   \"moves\": [[0.5, 0, 0], [0.5, 0, 0.2]]}

  triangles  [[[x, y, z], [x, y, z], [x, y, z]], …], two-sided, in any order
  boxes      [{\"min\", \"max\", \"turn\"}, …], turned by {\"axis\", \"deg\"}
  spheres    [{\"centre\", \"radius\"}, …]
  capsules   [{\"a\", \"b\", \"radius\"}, …], a and b the ends of the axis
  hulls      [{\"points\"}, …], solid
  heights    [{\"position\", \"columns\", \"cell\", \"heights\"}, …], null for a hole
  compounds  [{\"position\", \"turn\", \"boxes\", \"spheres\", \"capsules\", \"hulls\"}, …]
  mover      the body: shape (box, capsule, cylinder, sphere or hull), half,
             turn, radius, height, points, position of the centre, skin,
             layers, mass
  moves      displacements, one step each
  config     speed projected or full, step, snap, slope_deg, constant_speed,
             recovery, up, gravity, rate

All obstacles but triangles may have
  layer      bits; the body meets obstacles in the mover's layers
  one_way    the side from which it is solid, as a direction
  sensor     true: does not block the body, but is named while the body is in it
  motion     {\"velocity\", \"spin\", \"reverses\"}: how it moves by itself
  pushed     {\"mass\", \"friction\"}: the body can push it away

testdata/schema/sim-slide-scene.schema.json lists every key with its unit,
limits and default.

The answer has for each move:
  - the position and velocity of the body
  - the outcome (free, slid, blocked) and the footing (ground, wedged, steep,
    air)
  - the names, normals, points, depths and velocities of touched obstacles,
    and the speed at which the body ran into them
  - the sensors that the body is in
  - the positions of moving obstacles

A hash of all positions is the same on every machine. In the table, consecutive
moves with the same outcome and contacts are one line.")]
pub(super) struct Args {
    /// The scene file; `-` reads standard input.
    #[arg(value_name = "SCENE")]
    scene: String,
}

pub(super) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let scene: Scene = scene_file::read(&args.scene)?;
    let bars = progress::bars();
    bars.begin(MOVING, scene.moves.len());
    let trace = walk::walk(&scene, || bars.step(MOVING)).map_err(|error| {
        let message = format!("{}: {error}", args.scene);
        Failure::plain("bad-scene", message).named(&args.scene)
    })?;
    print::print(&trace, speech)
}
