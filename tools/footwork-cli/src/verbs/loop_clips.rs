//! `footwork loop LIB 'Q' -o DIR`: writes the best cycle of each clip as a loop.

use footwork::base::Seconds;
use footwork_pipeline::{Edit, LoopOptions};

use super::trim::hull;
use crate::derived::{CopyArgs, each_clip};
use crate::failure::Failure;
use crate::frames::FramesArg;
use crate::output::{Done, Speech};

/// Write the best cycle of each clip as a loop.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork loop samples 'Gait.Walk' -o loops
  footwork loop samples 'clip(\"deepmimic/run.txt\")' -o loops --min 0.5 --max 1.5
  footwork loop samples 'clip(\"deepmimic/dance.txt\")' -o loops --frames 1s..4s

The cycle is searched between the first and the last frame that the query finds, or in --frames.
It begins and ends at the two poses that are nearest, by the positions and velocities of the joints
relative to the body. The rest of their difference fades out on either side of the seam, and feet
that stand there stay in place. By default copies are GLB, because BVH and FBX cannot say that a
clip loops.")]
pub(crate) struct Args {
    #[command(flatten)]
    copies: CopyArgs,

    /// Search these frames or times: `12..96`, `0.5s..`, `..2s`. The last one is not included.
    #[arg(long, value_name = "RANGE")]
    frames: Option<FramesArg>,

    /// The minimum length of the cycle, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "0.5")]
    min: Seconds,

    /// The maximum length of the cycle, in seconds. By default there is none.
    #[arg(long, value_name = "SECONDS")]
    max: Option<Seconds>,

    /// How long the blend fades out on either side of the seam, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "0.2")]
    blend: Seconds,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let selected = args.copies.select(speech)?;
    let ranges = each_clip(&selected, |clip, found| match args.frames {
        Some(frames) => {
            let entry = &selected.library.clips()[clip];
            frames.in_clip(entry.frames, entry.rate)
        }
        None => hull(found),
    });
    let options = LoopOptions {
        min_secs: args.min.as_f64(),
        max_secs: args.max.map_or(f64::INFINITY, |max| max.as_f64()),
        blend_secs: args.blend.as_f64(),
    };
    args.copies
        .run(&selected, &ranges, Edit::Loop(options), speech)
}
