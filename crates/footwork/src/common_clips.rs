//! The clips that a tag database and a pose index have in common.

use std::collections::HashMap;

use footwork_base::Id;
use footwork_matching::{ClipId, Index};
use footwork_tags::Database;

/// For each clip of a database, the clip of an index with the same name; see [`common_clips`].
#[derive(Clone, Debug)]
pub struct CommonClips(Vec<Option<ClipId>>);

impl CommonClips {
    /// Returns the index's clip with the same name as the database's `clip`; `None` if the index has no such clip. Use
    /// this method as the `clip_of` of [`pose_spans`](crate::pose_spans).
    #[must_use]
    pub fn in_index(&self, clip: footwork_tags::ClipId) -> Option<ClipId> {
        self.0.get(clip.index()).copied().flatten()
    }
}

/// Finds the clips that have the same name in a database and in an index.
///
/// ```no_run
/// use footwork::matching::Index;
/// use footwork::{common_clips, tags::Database};
///
/// let tags = Database::from_bytes(std::fs::read("game.tagdb")?)?;
/// let index = Index::from_bytes(std::fs::read("game.fwpi")?)?;
/// let clips = common_clips(&tags, &index)?;
/// let walk = tags.clip_by_name("walk.bvh").and_then(|clip| clips.in_index(clip));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if both have clips but no common name. They then come from different libraries, and every query
/// would allow no pose.
pub fn common_clips(database: &Database, index: &Index) -> Result<CommonClips, NoCommonClip> {
    let by_name: HashMap<&str, ClipId> = (index.clips().iter().enumerate())
        .filter_map(|(place, clip)| Some((clip.name(), ClipId::from_index(place)?)))
        .collect();
    let names = || database.clips().values().map(|clip| clip.name.as_str());
    let clips: Vec<_> = names().map(|name| by_name.get(name).copied()).collect();
    let first = (names().next(), index.clips().first());
    match first {
        (Some(tagged), Some(posed)) if clips.iter().all(Option::is_none) => Err(NoCommonClip {
            tagged: tagged.to_owned(),
            posed: posed.name().to_owned(),
        }),
        _ => Ok(CommonClips(clips)),
    }
}

/// A database of tags and an index of poses have no clip in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoCommonClip {
    /// The name of the first clip of the database.
    pub tagged: String,
    /// The name of the first clip of the index.
    pub posed: String,
}

footwork_base::display! { NoCommonClip:
    Self { tagged, posed } => "the tags and the poses have no clip in common: the first one is {tagged:?} in the tags and {posed:?} \
                 in the poses; compile both from the same library";
}

impl std::error::Error for NoCommonClip {}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "these are tests")]

    use footwork_base::FrameRate;
    use footwork_matching::Index;
    use footwork_tags::Database;

    use super::common_clips;

    #[test]
    fn tags_of_another_library_are_refused() {
        let file = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../testdata/formats/poses.3.fwpi"
        );
        let index = Index::from_bytes(std::fs::read(file).unwrap()).unwrap();
        let rate = FrameRate::whole(60).unwrap();
        let mut tags = Database::new();
        assert!(common_clips(&tags, &index).is_ok());
        let walk = tags.add_clip("walk", 100, rate).unwrap();
        assert_eq!(
            common_clips(&tags, &index).unwrap_err().to_string(),
            "the tags and the poses have no clip in common: the first one is \"walk\" in the tags and \"rise\" in the poses; \
             compile both from the same library"
        );
        let rise = tags.add_clip("rise", 100, rate).unwrap();
        let clips = common_clips(&tags, &index).unwrap();
        assert!(clips.in_index(walk).is_none() && clips.in_index(rise).is_some());
    }
}
