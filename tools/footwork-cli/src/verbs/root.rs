//! `footwork root EDIT LIB 'Q' -o DIR`: writes clips whose root motion belongs to another joint.

use clap::{Subcommand, ValueEnum};
use footwork_clip::{RootEdit, RootOptions};
use footwork_pipeline::Edit;

use crate::derived::{CopyArgs, whole_clips};
use crate::failure::Failure;
use crate::output::{Done, Speech};

/// Write copies of clips whose root motion is removed, extracted to a root joint, or baked into the hips.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    edit: EditArgs,
}

#[derive(Subcommand)]
enum EditArgs {
    /// Remove the root motion, so that the character steps on the spot.
    #[command(after_help = "Examples:
  footwork root in-place samples 'Gait' -o in-place
  footwork root in-place samples 'Gait' -o in-place --own travel

If the body has a root joint above its hips that moves, the root joint stops. If not, the hips stop
moving over the ground. --own chooses which part of the motion is removed.")]
    InPlace(EditOf),

    /// Give the root motion to a root joint on the ground, which is added if there is none.
    #[command(after_help = "Examples:
  footwork root extract samples 'Gait' -o extracted
  footwork root extract samples all -o extracted --own travel,turn,height --cutoff 1

The body moves through the world exactly as before. The root follows the position of the hips and
the heading of the body, both smoothed by a Gaussian: an oscillation at the cut-off keeps 71 % of
its size, and faster ones keep less. `footwork root bake` reverses this.")]
    Extract(EditOf),

    /// Give the motion of the root joint to the hips, and put the root joint at the origin.
    #[command(after_help = "Examples:
  footwork root bake extracted all -o baked

The body moves through the world exactly as before.")]
    Bake(Baked),
}

#[derive(clap::Args)]
struct EditOf {
    #[command(flatten)]
    copies: CopyArgs,

    /// The motion that the root owns. The rest stays with the hips.
    #[arg(long, value_name = "PARTS", value_enum, value_delimiter = ',', default_values = ["travel", "turn"])]
    own: Vec<Part>,

    /// The frequency above which motion stays with the hips, in Hz.
    #[arg(long, value_name = "HZ", default_value_t = RootOptions::CUTOFF_HZ)]
    cutoff: f64,
}

#[derive(clap::Args)]
struct Baked {
    #[command(flatten)]
    copies: CopyArgs,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Part {
    /// The movement over the ground.
    Travel,
    /// The rotation about the vertical axis.
    Turn,
    /// The height above the ground, which begins at 0.
    Height,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let options = |edit, args: &EditOf| RootOptions {
        edit,
        travel: args.own.contains(&Part::Travel),
        turn: args.own.contains(&Part::Turn),
        height: args.own.contains(&Part::Height),
        cutoff_hz: args.cutoff,
    };
    let (copies, options) = match &args.edit {
        EditArgs::InPlace(args) => (&args.copies, options(RootEdit::InPlace, args)),
        EditArgs::Extract(args) => (&args.copies, options(RootEdit::Extract, args)),
        EditArgs::Bake(args) => {
            let options = RootOptions {
                edit: RootEdit::Bake,
                travel: true,
                turn: true,
                height: true,
                cutoff_hz: RootOptions::CUTOFF_HZ,
            };
            (&args.copies, options)
        }
    };
    let selected = copies.select(speech)?;
    copies.run(
        &selected,
        &whole_clips(&selected),
        Edit::Root(options),
        speech,
    )
}
