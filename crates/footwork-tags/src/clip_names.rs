//! The names of clips. Clips are found by whole name, or by name without folders.

use std::collections::BTreeMap;

use footwork_base::Id;
use smallvec::SmallVec;

use crate::ids::{ClipId, ClipInfo};

/// The clips of a database by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClipNames {
    by_name: BTreeMap<String, ClipId>,
    /// The clips that are in folders, by their names without the folders. Their ids are rising.
    in_folders: BTreeMap<String, SmallVec<[ClipId; 2]>>,
}

impl ClipNames {
    /// Indexes the names of clips, numbered in order.
    ///
    /// # Errors
    /// Returns a message if two clips have the same name.
    pub(crate) fn of_clips(clips: &[ClipInfo]) -> Result<Self, &'static str> {
        let ids = (0..clips.len()).filter_map(ClipId::from_index);
        let names = clips.iter().map(|clip| clip.name.as_str());
        let mut names: Vec<(&str, ClipId)> = names.zip(ids).collect();
        let with_folders = names
            .iter()
            .filter_map(|&(name, id)| Some((name.rsplit_once('/')?.1, id)));
        let mut bases: Vec<(&str, ClipId)> = with_folders.collect();
        // Sorting is fast if the names are already sorted, as in a library.
        names.sort();
        bases.sort();
        if names.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err("two clips have the same name");
        }
        let of_base = |same: &[(&str, ClipId)]| {
            (
                same[0].0.to_owned(),
                same.iter().map(|(_, id)| *id).collect(),
            )
        };
        // A map is built in one pass from sorted entries.
        Ok(Self {
            by_name: names
                .into_iter()
                .map(|(name, id)| (name.to_owned(), id))
                .collect(),
            in_folders: bases.chunk_by(|a, b| a.0 == b.0).map(of_base).collect(),
        })
    }

    /// Returns the clip with this name; `None` if there is none.
    pub(crate) fn get(&self, name: &str) -> Option<ClipId> {
        self.by_name.get(name).copied()
    }

    /// Adds a clip that comes after all others. Its name must be new.
    pub(crate) fn insert(&mut self, name: &str, id: ClipId) {
        self.by_name.insert(name.to_owned(), id);
        if let Some((_, base)) = name.rsplit_once('/') {
            self.in_folders.entry(base.to_owned()).or_default().push(id);
        }
    }

    /// Returns the clips that match a pattern without wildcards, in rising order.
    pub(crate) fn matching(&self, literal: &str) -> Vec<ClipId> {
        let mut clips: Vec<ClipId> = self.get(literal).into_iter().collect();
        // Only a pattern without `/` is compared with names without their folders.
        clips.extend(self.in_folders.get(literal).into_iter().flatten());
        clips.sort_unstable();
        clips
    }
}
