//! Random edits of a small library. The process that makes the edits and the process that checks them derive the same
//! edits from a seed.

use std::fs;
use std::path::Path;

use footwork_base::{FrameRange, Name};
use footwork_library::EditError;
use footwork_tags::{ClipId, RangeSet, Ranges};
use footwork_testkit::Random;

use crate::desk::Desk;

/// The clips, in the order of their names.
pub(crate) const CLIPS: [&str; 4] = ["a.bvh", "b.bvh", "walks/c.bvh", "walks/d.bvh"];
pub(crate) const FRAMES: u32 = 20;
pub(crate) const EVENT: &str = "Foot.Left";
const TAGS: [&str; 4] = ["Gait.Run", "Gait.Walk", "Move.Run", "Turn"];
const RENAMES: [(&str, &str); 5] = [
    ("Gait", "Move"),
    ("Move", "Gait"),
    ("Gait.Run", "Turn"),
    ("Turn", "Gait.Walk"),
    ("Gait.Walk", "Gait.Run"),
];
const CONFIG: &str = "\
# What the tags mean.
length_unit = \"m\"

[tags.\"Gait.Run\"] # both feet in the air
key = \"r\"

[tags.Turn]
";

/// A span of frames of a clip.
pub(crate) type Span = (usize, u32, u32);

/// One edit, undo or redo.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    Paint(&'static str, Span),
    Trim(&'static str, Span),
    /// The index of the clip, and the time in quarters of a frame.
    AddEvent(usize, u32),
    RemoveEvent(usize, u32),
    /// The tag, and sorted spans that do not touch.
    PaintAll(&'static str, Vec<Span>),
    Rename(&'static str, &'static str),
    Undo,
    Redo,
}

/// Returns the acts for a seed.
pub(crate) fn acts(seed: u64, count: usize) -> Vec<Act> {
    let mut random = Random::new(seed);
    (0..count).map(|_| act(&mut random)).collect()
}

fn act(random: &mut Random) -> Act {
    let tag = TAGS[random.below(TAGS.len())];
    let clip = random.below(CLIPS.len());
    // There are only a few different times, so that an event often exists already.
    let quarter = number(random, 8) * 5;
    match random.below(16) {
        0..2 => Act::Paint(tag, span(random, clip)),
        2..4 => Act::Trim(tag, span(random, clip)),
        4 => Act::AddEvent(clip, quarter),
        5 => Act::RemoveEvent(clip, quarter),
        6..10 => {
            let mut spans = Vec::new();
            for clip in 0..CLIPS.len() {
                if !random.one_in(4) {
                    let start = number(random, 8);
                    spans.push((clip, start, start + 1));
                    spans.push((clip, start + 2 + number(random, 5), FRAMES - 4));
                }
            }
            Act::PaintAll(tag, spans)
        }
        10..12 => {
            let (old, new) = RENAMES[random.below(RENAMES.len())];
            Act::Rename(old, new)
        }
        12..14 => Act::Undo,
        _ => Act::Redo,
    }
}

fn span(random: &mut Random, clip: usize) -> Span {
    let start = number(random, FRAMES - 1);
    (clip, start, start + 1 + number(random, FRAMES - start))
}

fn number(random: &mut Random, count: u32) -> u32 {
    u32::try_from(random.below(count as usize)).unwrap()
}

/// Creates the clips and the vocabulary of a new library.
pub(crate) fn build(root: &Path) {
    fs::create_dir(root.join("walks")).unwrap();
    for clip in CLIPS {
        fs::write(root.join(clip), bvh()).unwrap();
    }
    fs::write(root.join("footwork.toml"), CONFIG).unwrap();
}

/// Returns a clip of one joint at 100 frames per second.
pub(crate) fn bvh() -> String {
    let rows: String = (0..FRAMES).map(|frame| format!("{frame}\n")).collect();
    format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 0 0\nCHANNELS 1 Zposition\nEnd Site\n{{\n\
         OFFSET 0 1.7 0\n}}\n}}\nMOTION\nFrames: {FRAMES}\nFrame Time: 0.01\n{rows}"
    )
}

/// Performs an act. Its changes are durable when this returns.
pub(crate) fn perform(library: &mut Desk, act: &Act) -> Result<(), EditError> {
    let clip = |clip: usize| ClipId::new(u32::try_from(clip).unwrap());
    let time = |quarters: u32| f64::from(quarters) / 4.0;
    match act {
        Act::Paint(tag, (at, start, stop)) => {
            library.paint(&name(tag), clip(*at), range(*start, *stop))?;
        }
        Act::Trim(tag, (at, start, stop)) => {
            library.erase(&name(tag), clip(*at), range(*start, *stop))?;
        }
        Act::AddEvent(at, quarters) => {
            library.add_event(&name(EVENT), clip(*at), time(*quarters))?;
        }
        Act::RemoveEvent(at, quarters) => {
            library.remove_event(&name(EVENT), clip(*at), time(*quarters))?;
        }
        Act::PaintAll(tag, spans) => {
            let of_clip = |at: usize| {
                let spans = spans.iter().filter(move |span| span.0 == at);
                Ranges::from_iter(spans.map(|&(_, start, stop)| range(start, stop)))
            };
            let clips = (0..CLIPS.len()).map(|at| (clip(at), of_clip(at)));
            let frames = RangeSet::from_clips(clips).unwrap();
            library.paint_all(&name(tag), &frames)?;
        }
        Act::Rename(old, new) => {
            library.rename_tag(&name(old), &name(new))?;
        }
        Act::Undo => {
            library.undo()?;
        }
        Act::Redo => {
            library.redo()?;
        }
    }
    Ok(())
}

fn name(text: &str) -> Name {
    text.parse().unwrap()
}

fn range(start: u32, stop: u32) -> FrameRange {
    FrameRange::new(start, stop).unwrap()
}
