//! `footwork mirror LIB 'Q' -o DIR`: writes clips with left and right exchanged.

use footwork_pipeline::Edit;

use crate::derived::{CopyArgs, whole_clips};
use crate::failure::Failure;
use crate::output::{Done, Speech};

/// Write copies of clips with left and right exchanged.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork mirror samples 'Direction.Turn' -o mirrored
  footwork mirror samples all -o mirrored --name '{clip}_mirrored' --dry-run

Tags and events with a side in their names get the other side, as in mirrored twins: `Foot.Left`
becomes `Foot.Right`. `mirror` in the vocabulary pairs other names. Joints are paired by name;
`[mirror_joints]` in footwork.toml lists other pairs.")]
pub(crate) struct Args {
    #[command(flatten)]
    copies: CopyArgs,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let selected = args.copies.select(speech)?;
    let whole = whole_clips(&selected);
    args.copies.run(&selected, &whole, Edit::Mirror, speech)
}
