//! `footwork propose LIB [TAG…] --rejected`, which lists rejected proposals, and `--forget PLACE`, which withdraws them.

use footwork::base::Name;
use footwork_library::Library;
use footwork_pipeline::{ProposedPlace, Rejection, Rejections};

use super::answer::{Answer, RejectedRow};
use crate::arguments::parse_frame;
use crate::failure::Failure;

/// The place that stands for all clips.
const ALL: &str = "all";

/// The clips, and optionally the frames, whose rejections are withdrawn.
struct Forgotten {
    /// The name of a clip; `None` for all clips.
    clip: Option<String>,
    frames: Option<[f64; 2]>,
}

impl Forgotten {
    fn has(&self, rejection: &Rejection) -> bool {
        let is_in = |[start, stop]: [f64; 2]| {
            let [from, to] = rejection.place.ends();
            from < stop && (to > start || from == to && from >= start)
        };
        self.clip
            .as_ref()
            .is_none_or(|clip| *clip == rejection.clip)
            && self.frames.is_none_or(is_in)
    }
}

/// Reads the rejected proposals of a library.
pub(super) fn read(library: &Library) -> Result<Rejections, Failure> {
    Rejections::read_known(library.root()).map_err(|error| {
        Failure::plain("rejected-file", error.to_string())
            .hint("move the file away to begin without rejections, which are then proposed again")
    })
}

/// Lists the rejections of tags; if a place is given, withdraws the rejections at that place first.
pub(super) fn answer<'a>(
    library: &Library,
    rejections: &'a Rejections,
    tags: &[Name],
    forget: Option<&str>,
) -> Result<Answer<'a>, Failure> {
    let is_asked =
        |name: &Name| tags.is_empty() || tags.iter().any(|tag| name == tag || name.is_below(tag));
    let place = forget
        .map(|text| parse(text, library, rejections))
        .transpose()?;
    let listed = rejections
        .iter()
        .filter(|one| is_asked(&one.name) && place.as_ref().is_none_or(|place| place.has(one)));
    let listed: Vec<&Rejection> = listed.collect();
    if let Some(text) = forget {
        if listed.is_empty() {
            let message = format!("`{text}` has no rejected proposal");
            return Err(Failure::plain("nothing-rejected", message)
                .in_argument("--forget", text)
                .hint("`footwork propose LIB --rejected` lists the rejected proposals"));
        }
        let withdrawn: Vec<Rejection> = listed.iter().copied().cloned().collect();
        Rejections::record_all(library.root(), &withdrawn, true).map_err(|error| {
            Failure::plain("rejected-file", format!("nothing is withdrawn: {error}"))
        })?;
    }
    let rows = listed.into_iter().map(|rejection| {
        let (span, time) = match rejection.place {
            ProposedPlace::Span(range) => (Some([range.start(), range.stop()]), None),
            ProposedPlace::Event(time) => (None, Some(time)),
        };
        RejectedRow {
            clip: &rejection.clip,
            name: rejection.name.as_str(),
            span,
            time,
        }
    });
    Ok(Answer::of_rejected(rows.collect(), forget.is_some()))
}

/// Parses `CLIP`, `CLIP:A..B` or `all`. The clip may be gone from the library.
fn parse(text: &str, library: &Library, rejections: &Rejections) -> Result<Forgotten, Failure> {
    if text == ALL {
        return Ok(Forgotten {
            clip: None,
            frames: None,
        });
    }
    let is_remembered = |clip: &str| rejections.of_clip(clip).next().is_some();
    if is_remembered(text) {
        return Ok(Forgotten {
            clip: Some(text.to_owned()),
            frames: None,
        });
    }
    let (clip, frames) = match text.rsplit_once(':') {
        Some((clip, frames)) if frames.contains("..") => (clip, Some(frames)),
        _ => (text, None),
    };
    let found = library.find_clip(clip)?;
    let frames = frames.and_then(|frames| frames.split_once(".."));
    let frames = frames.map(|(start, stop)| {
        let [start, stop] = [start, stop].map(|end| parse_frame(end, library, found));
        Ok::<_, Failure>([start?, stop?].map(f64::from))
    });
    Ok(Forgotten {
        clip: Some(library.clips()[found].name.clone()),
        frames: frames.transpose()?,
    })
}
