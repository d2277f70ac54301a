//! `footwork ground LIB 'Q' -o DIR`: writes clips whose feet do not slide.

use footwork_pipeline::Edit;

use crate::derived::{CopyArgs, whole_clips};
use crate::failure::Failure;
use crate::output::{Done, Speech};

/// Write copies of clips whose feet stay in place while they stand.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork ground samples 'Gait' -o grounded
  footwork ground samples 'clip(\"deepmimic/*\")' -o grounded --dry-run

A foot stands during a contact, as found by `footwork events detect`, while it
is at most 6 cm above the ground and at most 0.5 m/s fast. The standing part of
the foot then stays in one place, and the foot still rolls from heel to toe. A
foot below the floor at y = 0 is lifted onto it. The legs follow, and the
pelvis drops if a leg is too short. Corrections fade in and out over 0.1 s; all
other frames stay bit for bit the same. A note on each clip says how fast its
feet slid before and after.")]
pub(crate) struct Args {
    #[command(flatten)]
    copies: CopyArgs,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let selected = args.copies.select(speech)?;
    let whole = whole_clips(&selected);
    args.copies.run(&selected, &whole, Edit::PlantFeet, speech)
}
