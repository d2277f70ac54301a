//! `footwork trim LIB 'Q' -o DIR`: writes clips without their ends.

use footwork::base::FrameRange;
use footwork_pipeline::Edit;

use crate::derived::{CopyArgs, Selected, each_clip};
use crate::failure::Failure;
use crate::frames::FramesArg;
use crate::output::{Done, Speech, note};

/// Write copies of clips without their ends.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork trim samples 'Gait.Walk' -o trimmed
  footwork trim samples 'clip(\"cmu/*\")' --rest -o trimmed
  footwork trim samples 'clip(\"deepmimic/dance.txt\")' --frames 0.5s..2s -o trimmed

Without --frames or --rest, a copy has the frames from the first to the last that the query finds.
`footwork cut` makes a clip of each range instead.")]
pub(crate) struct Args {
    #[command(flatten)]
    copies: CopyArgs,

    /// Keep these frames or times: `12..96`, `0.5s..`, `..2s`. The last one is not included.
    #[arg(long, value_name = "RANGE", conflicts_with = "rest")]
    frames: Option<FramesArg>,

    /// Drop the frames before the body first moves and after it last moves. It moves while a joint is faster than
    /// 0.15 m/s, measured over 0.1 s.
    #[arg(long)]
    rest: bool,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let selected = args.copies.select(speech)?;
    let ranges = if args.rest {
        let mut moving = Vec::new();
        for &clip in selected.found.clips() {
            moving.push((clip, moving_frames(&selected, clip, speech)?));
        }
        each_clip(&selected, |clip, _| {
            let found = moving.iter().find(|(other, _)| *other == clip);
            found.and_then(|(_, range)| *range)
        })
    } else if let Some(frames) = args.frames {
        each_clip(&selected, |clip, _| {
            let entry = &selected.library.clips()[clip];
            frames.in_clip(entry.frames, entry.rate)
        })
    } else {
        each_clip(&selected, |_, found| hull(found))
    };
    args.copies.run(&selected, &ranges, Edit::Cut, speech)
}

/// Returns the frames from the start of the first range to the end of the last; `None` without ranges.
pub(super) fn hull(ranges: &[FrameRange]) -> Option<FrameRange> {
    FrameRange::new(ranges.first()?.start(), ranges.last()?.stop())
}

/// Returns the frames from the first motion of a clip to its last. If no joint moves, prints a note that the clip is
/// left out, and returns `None`.
fn moving_frames(
    selected: &Selected,
    clip: footwork::tags::ClipId,
    speech: Speech,
) -> Result<Option<FrameRange>, Failure> {
    let entry = &selected.library.clips()[clip];
    let loaded = selected.library.load(clip);
    let loaded =
        loaded.map_err(|error| Failure::in_clip(entry.file_name(), &entry.path, &error))?;
    let range = loaded.clip.moving_frames();
    if range.is_none() {
        let message = "no joint moves; it is left out".to_owned();
        speech.note(&[note(&entry.name, "no-motion", message)]);
    }
    Ok(range)
}
