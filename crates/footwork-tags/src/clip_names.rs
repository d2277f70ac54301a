//! The names of clips, looked up whole or without their folders.

use std::collections::BTreeMap;

use footwork_base::Id;
use smallvec::SmallVec;

use crate::ids::{ClipId, ClipInfo};

/// The clips of a database by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClipNames {
    by_name: BTreeMap<String, ClipId>,
    /// The clips that are in folders, by their names without the folders; ids rise.
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
        // Fast if they are sorted already, as those of a library are.
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
        // A map of sorted entries is built in one go.
        Ok(Self {
            by_name: names
                .into_iter()
                .map(|(name, id)| (name.to_owned(), id))
                .collect(),
            in_folders: bases.chunk_by(|a, b| a.0 == b.0).map(of_base).collect(),
        })
    }

    /// Returns the clip of this name.
    pub(crate) fn get(&self, name: &str) -> Option<ClipId> {
        self.by_name.get(name).copied()
    }

    /// Adds a clip that comes after all others, with a name that no other has.
    pub(crate) fn insert(&mut self, name: &str, id: ClipId) {
        self.by_name.insert(name.to_owned(), id);
        if let Some((_, base)) = name.rsplit_once('/') {
            self.in_folders.entry(base.to_owned()).or_default().push(id);
        }
    }

    /// Returns the clips that a pattern without wildcards matches, rising.
    pub(crate) fn matching(&self, literal: &str) -> Vec<ClipId> {
        let mut clips: Vec<ClipId> = self.get(literal).into_iter().collect();
        // Only a pattern without `/` is compared with the last part of names.
        clips.extend(self.in_folders.get(literal).into_iter().flatten());
        clips.sort_unstable();
        clips
    }
}
