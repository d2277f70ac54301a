//! Merging the databases of parts of a library, and taking parts of a database. Merging is
//! associative and commutative: clips are sorted by name, as in a library, so the same parts always
//! give the same bytes.

use std::sync::Arc;

use footwork::base::Name;
use footwork::tags::{ClipId, Database as Tags, DatabaseError};

/// Merges the clips, tags and events of all parts.
///
/// # Errors
/// Returns an error if two parts have a clip with the same name, or a limit of databases is exceeded.
pub(crate) fn merged(parts: &[Arc<Tags>]) -> Result<Tags, DatabaseError> {
    let mut clips: Vec<(&str, usize, ClipId)> = Vec::new();
    for (part, tags) in parts.iter().enumerate() {
        let named = tags.clips().iter();
        clips.extend(named.map(|(clip, info)| (info.name.as_str(), part, clip)));
    }
    clips.sort_unstable();
    with_clips(parts, clips)
}

/// Returns some clips of a database, with all its names of tags and events. Ignores clips that the database does not have.
///
/// # Errors
/// Does not fail, because the whole database is larger and within the limits.
pub(crate) fn only(whole: &Arc<Tags>, clips: &[ClipId]) -> Result<Tags, DatabaseError> {
    let named = clips
        .iter()
        .filter_map(|&clip| Some((whole.clips().get(clip)?.name.as_str(), 0, clip)));
    let mut clips: Vec<(&str, usize, ClipId)> = named.collect();
    clips.sort_unstable();
    clips.dedup();
    with_clips(&[Arc::clone(whole)], clips)
}

/// Returns the given clips in this order, with the names of tags and events of all parts.
fn with_clips(
    parts: &[Arc<Tags>],
    clips: Vec<(&str, usize, ClipId)>,
) -> Result<Tags, DatabaseError> {
    let mut made = Tags::new();
    let mut places = Vec::with_capacity(clips.len());
    for (_, part, clip) in clips {
        let info = &parts[part].clips()[clip];
        places.push((
            part,
            clip,
            made.add_clip(&info.name, info.frames, info.rate)?,
        ));
    }
    // Names are in order, regardless of their part.
    for name in sorted(
        parts
            .iter()
            .flat_map(|tags| tags.tags().map(|(name, _)| name)),
    ) {
        made.declare_tag(name)?;
    }
    for name in sorted(
        parts
            .iter()
            .flat_map(|tags| tags.events().map(|(name, _)| name)),
    ) {
        made.declare_event(name)?;
    }
    for (part, clip, place) in places {
        let tags = &parts[part];
        for (name, tag) in tags.tags() {
            let ranges = tags.tag_frames(tag).ranges(clip);
            if !ranges.is_empty() {
                let tag = made.declare_tag(name)?;
                made.set_tag(tag, place, ranges)?;
            }
        }
        for (name, event) in tags.events() {
            let times = tags.event_times(event, clip);
            if !times.is_empty() {
                let event = made.declare_event(name)?;
                made.set_event(event, place, times.to_vec())?;
            }
        }
    }
    Ok(made)
}

fn sorted<'a>(names: impl Iterator<Item = &'a Name>) -> Vec<&'a Name> {
    let mut names: Vec<&Name> = names.collect();
    names.sort_unstable();
    names.dedup();
    names
}
