//! The open library and its numbers for the pages, behind one lock.

mod rows;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use footwork_base::Name;
use footwork_library::{ClipEntry, Library};
use footwork_pipeline::{MotionFaults, SecondLabels};
use footwork_sidecar::Finding;
use footwork_tags::{ClipId, Database};

use crate::api::ClipRow;
use crate::bursts::Bursts;
use crate::edit_ids::EditIds;
use crate::refusal::Refusal;
pub(crate) use rows::findings;

/// The maximum number of edit warnings among the findings. Older warnings are dropped first.
const MAX_SHOWN: usize = 20;

/// The library, and the counters by which pages know whether their data is current.
pub(crate) struct OpenLibrary {
    pub(crate) library: Library,
    /// The generation of the clip list: it changes when indices of clips change.
    pub(crate) generation: u32,
    /// A counter that every change increases.
    pub(crate) revision: u32,
    /// The ids of the latest edits, with their outcomes.
    pub(crate) edits: EditIds,
    /// The bursts of edits that are undone together.
    pub(crate) bursts: Bursts,
    /// The labels of unsaved edits that the editor keeps.
    pub(crate) unsaved: Vec<String>,
    /// Warnings of edits, oldest first.
    warnings: VecDeque<Finding>,
    /// The index of each tag in the list of tags.
    places: TagPlaces,
    /// The finding about changes on disk that could not be read.
    pub(crate) unread: Option<Finding>,
    /// The finding that the folder is not watched, but scanned for changes.
    pub(crate) unwatched: Option<Finding>,
    /// The reason why the folder can no longer be used as a library.
    pub(crate) lost: Option<String>,
    /// The sidecars of a second labeller.
    pub(crate) second: Option<SecondLabels>,
    /// The faults of the motion, with the generation of the clip list that they refer to.
    pub(crate) motion_faults: Option<(u32, Arc<MotionFaults>)>,
    /// The database for queries, built on first use after a change.
    snapshot: Option<Arc<Database>>,
    /// The stamp of the database, computed on first use after a change.
    stamp: Option<u64>,
    /// A snapshot of the library, made on first use after a change.
    copy: Option<Arc<Library>>,
    /// The rows of all clips, built on first use after the library was opened.
    rows: Option<Arc<Vec<ClipRow>>>,
    /// The numbers of tags and of events that the pages know.
    told_names: [usize; 2],
}

/// The index of each tag in the list of tags. The list is sorted by name at first; tags that come later are appended.
#[derive(Debug, Default)]
struct TagPlaces {
    names: Vec<Name>,
    places: BTreeMap<Name, u32>,
}

impl TagPlaces {
    fn extend(&mut self, library: &Library) {
        for (name, _) in library.database().tags() {
            if !self.places.contains_key(name) {
                let place = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
                self.names.push(name.clone());
                self.places.insert(name.clone(), place);
            }
        }
    }
}

impl OpenLibrary {
    pub(crate) fn new(library: Library) -> Self {
        let mut places = TagPlaces::default();
        places.extend(&library);
        Self {
            library,
            generation: 1,
            revision: 1,
            edits: EditIds::default(),
            bursts: Bursts::default(),
            unsaved: Vec::new(),
            warnings: VecDeque::new(),
            places,
            unread: None,
            unwatched: None,
            lost: None,
            second: None,
            motion_faults: None,
            snapshot: None,
            stamp: None,
            copy: None,
            rows: None,
            told_names: [0, 0],
        }
        .with_told_names()
    }

    fn with_told_names(mut self) -> Self {
        self.has_new_names();
        self
    }

    /// Adds a warning of an edit to the findings.
    pub(crate) fn warn(&mut self, warning: Finding) {
        if self.warnings.contains(&warning) {
            return;
        }
        self.warnings.push_back(warning);
        if self.warnings.len() > MAX_SHOWN {
            self.warnings.pop_front();
        }
    }

    /// Returns the findings: about the library's own state, from edits, and about its files.
    pub(crate) fn findings(&self) -> impl Iterator<Item = &Finding> {
        let own = self.unread.iter().chain(&self.unwatched);
        own.chain(&self.warnings).chain(self.library.findings())
    }

    /// Returns whether tags or events have come into use since the last call.
    pub(crate) fn has_new_names(&mut self) -> bool {
        let database = self.library.database();
        let names = [database.tags().count(), database.events().count()];
        std::mem::replace(&mut self.told_names, names) != names
    }

    /// Records that tags or events of any clips, or the vocabulary, changed.
    pub(crate) fn changed(&mut self) {
        self.rows = None;
        self.count_change();
    }

    /// Records that tags or events of some clips changed, and that the vocabulary may have changed.
    pub(crate) fn changed_in(&mut self, clips: &[ClipId]) {
        self.count_change();
        if let Some(mut all) = self.rows.take() {
            let rows = self.rows(clips);
            // A thread that still reads the old rows keeps its copy.
            let places = Arc::make_mut(&mut all);
            for (&clip, row) in clips.iter().zip(rows) {
                if let Some(place) = places.get_mut(footwork_base::Id::index(clip)) {
                    *place = row;
                }
            }
            self.rows = Some(all);
        }
    }

    fn count_change(&mut self) {
        self.revision = self.revision.wrapping_add(1);
        self.snapshot = None;
        self.stamp = None;
        self.copy = None;
        self.places.extend(&self.library);
    }

    /// Returns the rows of all clips.
    pub(crate) fn all_rows(&mut self) -> Arc<Vec<ClipRow>> {
        let rows = self.rows.take();
        let rows = rows.unwrap_or_else(|| Arc::new(self.new_rows()));
        self.rows = Some(Arc::clone(&rows));
        rows
    }

    /// Records that the library's description changed, such as its saved queries or unsaved edits, but no tag or event.
    pub(crate) fn reworded(&mut self) {
        self.copy = None;
        self.revision = self.revision.wrapping_add(1);
    }

    /// Records that the library was reopened. The indices of clips may have changed.
    pub(crate) fn reopened(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        self.places = TagPlaces::default();
        self.changed();
        self.has_new_names();
    }

    /// Returns the names of the tags in the order of their indices.
    pub(crate) fn tag_names(&self) -> &[Name] {
        &self.places.names
    }

    /// Returns the index of a tag in the list.
    pub(crate) fn tag_place(&self, tag: &Name) -> Option<u32> {
        self.places.places.get(tag).copied()
    }

    /// Returns a snapshot of the current tags and events, for queries that run without the lock.
    pub(crate) fn snapshot(&mut self) -> Arc<Database> {
        let library = &self.library;
        let new = || Arc::new(library.database().clone());
        Arc::clone(self.snapshot.get_or_insert_with(new))
    }

    /// Returns the stamp that identifies the current tags and events.
    pub(crate) fn content_stamp(&mut self) -> u64 {
        let library = &self.library;
        let new = || library.database().content_stamp();
        *self.stamp.get_or_insert_with(new)
    }

    /// Returns a copy of the current library, for long reads without the lock.
    pub(crate) fn copy(&mut self) -> Arc<Library> {
        let library = &self.library;
        let new = || Arc::new(library.copy_to_read());
        Arc::clone(self.copy.get_or_insert_with(new))
    }

    /// Returns the clip with exactly this name, or the refusal of a request for an unknown clip.
    pub(crate) fn clip(&self, name: &str) -> Result<ClipId, Refusal> {
        self.library.database().clip_by_name(name).ok_or_else(|| {
            let error = self.library.find_clip(name).err();
            let hint = error.and_then(|error| error.hint);
            Refusal::not_found("unknown-clip", format!("there is no clip named {name}")).hint(hint)
        })
    }

    pub(crate) fn entry(&self, clip: ClipId) -> &ClipEntry {
        &self.library.clips()[clip]
    }

    /// Returns the clips and their mirrored twins, which change with them.
    pub(crate) fn with_twins(&self, clips: impl IntoIterator<Item = ClipId>) -> Vec<ClipId> {
        let with_twin = |clip| std::iter::once(clip).chain(self.library.twin(clip));
        clips.into_iter().flat_map(with_twin).collect()
    }

    /// Returns the clips whose sidecars are among `files`, with their mirrored twins, and whether `footwork.toml` is
    /// among `files`.
    pub(crate) fn clips_of_files(&self, files: &[String]) -> FilesClips {
        let of_file = |file: &String| self.library.clip_of_sidecar(file);
        let clips: Vec<ClipId> = files.iter().filter_map(of_file).collect();
        FilesClips {
            has_others: clips.len() < files.len(),
            clips: self.with_twins(clips),
        }
    }

    /// Returns the names of clips.
    pub(crate) fn names(&self, clips: &[ClipId]) -> Vec<String> {
        clips
            .iter()
            .map(|&clip| self.entry(clip).name.clone())
            .collect()
    }
}

/// The clips of changed files, and whether the settings changed.
pub(crate) struct FilesClips {
    pub(crate) clips: Vec<ClipId>,
    pub(crate) has_others: bool,
}
