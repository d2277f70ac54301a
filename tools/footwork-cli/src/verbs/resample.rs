//! `footwork resample LIB 'Q' --rate R -o DIR`: writes clips at another frame rate.

use footwork::base::FrameRate;
use footwork_pipeline::Edit;

use crate::derived::{CopyArgs, whole_clips};
use crate::failure::Failure;
use crate::output::{Done, Speech};

/// Write copies of clips at another frame rate.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork resample samples 'Gait' --rate 60 -o at-60
  footwork resample samples all --rate 30000/1001 -o ntsc --dry-run

A new frame is the pose at its time, and has the tags of that time. Events keep their times. Loops
stay loops; a round has a whole number of new frames, and a note says if that changes its length.
Frames at the times of old ones keep their pose exactly, so that a multiple of the rate and back
gives the same motion.")]
pub(crate) struct Args {
    #[command(flatten)]
    copies: CopyArgs,

    /// The frame rate, in frames per second: `60`, `23.976`, `30000/1001`.
    #[arg(long, value_name = "RATE")]
    rate: FrameRate,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let selected = args.copies.select(speech)?;
    let whole = whole_clips(&selected);
    args.copies
        .run(&selected, &whole, Edit::Resample(args.rate), speech)
}
