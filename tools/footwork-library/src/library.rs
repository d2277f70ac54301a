//! A library: a folder of clips with their tags, opened to query and edit.

mod accept;
mod aside;
mod disagreement;
mod edits;
mod family;
mod index;
mod mirrored;
mod missing;
mod named;
mod open;
mod open_error;
mod opening;
mod own_files;
mod plan;
mod poses;
mod read_settings;
mod rename;
mod rescan;
mod role_joints;
mod seen;
mod survey;
mod tagged_files;
mod version;
mod waiting;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use footwork_base::IdVec;
use footwork_clip::{ClipError, ClipFormat, LoadedClip};
use footwork_sidecar::{Finding, Settings, Severity};
use footwork_store::{InFlight, Progress, Recovered, Turned, UserFolder, sweep_temp_files};
use footwork_tags::{ClipId, Database, DatabaseError, Ranges, Resolver};

use crate::clip_entry::ClipEntry;
use crate::clip_name::CaseTwins;
use crate::discover::{FollowLinks, discover, has_settings};
use crate::motion_source::MotionSource;
use crate::open_files::OpenFiles;
use crate::poses::PoseKeeper;
use crate::predicate::{PoseComparison, Predicates};
use aside::{note_on_unread, notes_on_libraries};
pub use disagreement::{Disagreement, disagreements};
pub use family::{SkeletonReading, skeleton_lines};
use index::Index;
pub use mirrored::mirrored_labels;
pub use missing::{Incomplete, Missing, Whole};
pub use named::UnknownClip;
pub use open::clip_finding;
use open::{Context, open_files};
pub use open_error::OpenError;
use opening::Opening;
pub use own_files::OwnFiles;
use read_settings::{listed_but_not_read, read_settings, settings_above};
pub use rename::{Renamed, Renaming, UnreadSidecars};
pub use rescan::Rescan;
use role_joints::unknown_joints;
pub use survey::{Survey, Surveyed};
use tagged_files::TaggedFiles;
use waiting::Waiting;

/// A folder of clips with their tags.
///
/// Clips are numbered in byte order of their names. With `mirror = true` in `footwork.toml`, clips have mirrored twins:
/// separate clips that follow their originals.
///
/// Opening does not change the user's files, with one exception: it finishes an interrupted edit of the same user. If a
/// library is large, it also writes an index to the user's cache folder. Problems in single files do not stop the
/// opening; they are in [`findings`](Self::findings).
#[derive(Debug)]
pub struct Library {
    root: PathBuf,
    settings: Settings,
    clips: IdVec<ClipId, ClipEntry>,
    database: Database,
    predicates: Arc<Predicates>,
    open_files: Arc<OpenFiles>,
    opening: Opening,
    progress: Arc<dyn Progress>,
    /// Stores the poses of tagged clips, on a separate thread.
    poses: PoseKeeper,
}

impl Library {
    /// Opens the folder at `root`.
    ///
    /// # Errors
    /// If the folder or its `footwork.toml` cannot be read. Clips and sidecars that cannot be read are left out and
    /// reported as findings.
    pub fn open(root: &Path) -> Result<Self, OpenError> {
        Self::open_with(root, Arc::new(()))
    }

    /// Opens the folder at `root`. Reports progress to `progress`, now and during later work.
    ///
    /// # Errors
    /// Same as [`open`](Self::open).
    pub fn open_with(root: &Path, progress: Arc<dyn Progress>) -> Result<Self, OpenError> {
        Self::open_following(root, FollowLinks::default(), progress)
    }

    /// Opens the folder at `root`, following links within the given limits.
    ///
    /// # Errors
    /// Same as [`open`](Self::open).
    pub fn open_following(
        root: &Path,
        follow: FollowLinks,
        progress: Arc<dyn Progress>,
    ) -> Result<Self, OpenError> {
        Self::open_as(root, None, follow, progress)
    }

    /// Opens the folder at `root`, which lies inside the library at `above`, with the settings of that library: see
    /// [`Settings::inside`]. If the folder at `root` has its own settings, those apply instead.
    ///
    /// # Errors
    /// Same as [`open`](Self::open), for either `footwork.toml`.
    pub fn open_inside(
        above: &Path,
        root: &Path,
        progress: Arc<dyn Progress>,
    ) -> Result<Self, OpenError> {
        // If it is unclear whether the folder has settings, they are read below, and the error gives the reason.
        let above = Some(above).filter(|_| matches!(has_settings(root), Ok(false)));
        Self::open_as(root, above, FollowLinks::default(), progress)
    }

    fn open_as(
        root: &Path,
        above: Option<&Path>,
        follow: FollowLinks,
        progress: Arc<dyn Progress>,
    ) -> Result<Self, OpenError> {
        let folder = |error| OpenError::Folder {
            path: root.to_owned(),
            error,
        };
        if !fs::metadata(root).map_err(folder)?.is_dir() {
            let path = root.to_owned();
            return Err(OpenError::NotAFolder { path });
        }
        // The order matters: completing interrupted edits may change any file, including `footwork.toml`, and the
        // settings decide which files belong to the library and how they are read.
        let mut opening = Opening {
            follow,
            ..Opening::default()
        };
        let mut waiting = Waiting::settle(root, &progress, &mut opening.news);
        opening.completed = waiting.completed.take();
        opening.recovered = std::mem::take(&mut waiting.recovered);
        opening.unfinished = std::mem::take(&mut waiting.unfinished);
        let own = match above {
            Some(_) => None,
            None => read_settings(root, &waiting, &mut opening)?,
        };
        let has_own = own.is_some();
        let settings = match (own, above) {
            (Some(own), _) => own,
            (None, Some(above)) => settings_above(above, root, &mut opening)?,
            (None, None) => Settings::default(),
        };
        let found = discover(root, &settings, follow);
        // Without its settings, a library would read other files, and in another way.
        if found.has_settings && !has_own {
            return Err(listed_but_not_read(root));
        }
        sweep_temp_files(root, &found.temporary);
        opening.libraries = found.libraries;
        opening.unread = found.unread;
        opening.walk.clone_from(&found.findings);
        let mut index = Index::load(root, &settings);
        let mut entries = open_files(
            found.candidates,
            &Context {
                settings: &settings,
                waiting: &waiting,
                tagged: &TaggedFiles::from_sidecars(&found.sidecars),
            },
            &mut index,
            &mut opening,
            &*progress,
        );
        for file in opening.without_clip.keys() {
            if let Some(kind) = ClipFormat::unread_kind(file) {
                *opening.unread.entry(kind).or_default() += 1;
            }
        }
        index.save();
        // A sidecar that is a broken link was reported when it was read.
        let unread = entries.iter().filter(|entry| entry.sidecar_is_broken);
        let unread: BTreeSet<String> = unread.map(ClipEntry::sidecar_name).collect();
        let others = found.findings.into_iter();
        let others = others.filter(|finding| !unread.contains(&finding.file));
        opening.news.extend(others);
        family::decide(&mut entries, &settings, &mut opening);
        entries.extend(mirrored::twins(&entries, &settings, &mut opening));
        // Clips of one file need not be adjacent in name order.
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        let mut clips = IdVec::new();
        let mut twins = CaseTwins::default();
        for entry in entries {
            match twins.check(&entry.name) {
                Ok(()) => _ = clips.push(entry).map_err(DatabaseError::from)?,
                // A mirrored twin is left out along with its original; only the original is reported.
                Err(_) if entry.mirror_of.is_some() => {}
                Err(twin) => opening.news.push(twin),
            }
        }
        if above.is_none() {
            opening.news.extend(unknown_joints(&clips, &settings));
        }
        let mut database = build_database(&settings, &clips)?;
        if clips.is_empty() {
            // Users may expect the clips of those folders to be part of this library.
            let notes = notes_on_libraries(&opening.libraries);
            opening.news.extend(notes);
            opening.news.extend(note_on_unread(&opening.unread));
        }
        let open_files = Arc::default();
        let cache = UserFolder::Cache.of_library(root).ok();
        let progress_of = Arc::clone(&progress);
        let predicates = Predicates::new(&clips, &settings, &open_files, progress_of, cache);
        let predicates = Arc::new(predicates);
        database.set_resolver(Arc::clone(&predicates) as Arc<dyn Resolver>);
        Ok(Self {
            root: root.to_owned(),
            settings,
            clips,
            database,
            predicates,
            open_files,
            opening,
            progress,
            poses: PoseKeeper::default(),
        })
    }

    /// Returns the folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the limits on links with which the library was opened; reopening uses the same limits.
    pub fn follow_links(&self) -> FollowLinks {
        self.opening.follow
    }

    /// Returns the interrupted undo, redo or discard that opening the library completed; `None` if there was none. Pass
    /// it to [`Editor::resume`](crate::Editor::resume).
    pub fn completed(&self) -> Option<&Turned> {
        self.opening.completed.as_ref()
    }

    /// Returns the files of interrupted edits of this user that opening the library completed.
    pub fn recovered(&self) -> &[Recovered] {
        &self.opening.recovered
    }

    /// Returns the interrupted edits of other users, which their next commands complete.
    pub fn unfinished(&self) -> &[InFlight] {
        &self.opening.unfinished
    }

    /// Returns the settings in `footwork.toml`.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the clips, in order of their names.
    pub fn clips(&self) -> &IdVec<ClipId, ClipEntry> {
        &self.clips
    }

    /// Returns the clips' tags and events, to query. Parts of spans past a clip's end are left out.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// Returns a copy with the current clips, tags, settings and findings, for reading while this library is edited.
    /// The copy shares the motion read so far.
    #[must_use]
    pub fn copy_to_read(&self) -> Self {
        Self {
            root: self.root.clone(),
            settings: self.settings.clone(),
            clips: self.clips.clone(),
            database: self.database.clone(),
            predicates: Arc::clone(&self.predicates),
            open_files: Arc::clone(&self.open_files),
            opening: self.opening.clone(),
            progress: Arc::clone(&self.progress),
            poses: PoseKeeper::default(),
        }
    }

    /// Sets the comparison that queries use to find similar poses, unless one is already set. Without a comparison,
    /// `similar` is an error in a query. The comparison stays set when the library is [opened
    /// again](Self::replace_with).
    ///
    /// The comparison itself is in `footwork-pipeline`, whose `open_library` sets it.
    pub fn compare_poses_by(&self, comparison: Arc<dyn PoseComparison>) {
        self.predicates.compare_poses_by(comparison);
    }

    /// Returns the clips whose files predicates could not read since the last call. On those clips predicates hold on
    /// no frame, and no pose is similar. [`missing`](Self::missing) still lists them after this call.
    ///
    /// Callers call this after their queries, so this call also stores the channels that predicates computed in the
    /// user's cache folder. The next program reads these channels instead of the motion.
    pub fn take_unread(&self) -> Vec<Finding> {
        self.predicates.save_channels();
        let failures = self.predicates.take_failures().into_iter();
        let finding =
            |(clip, error): (ClipId, ClipError)| clip_finding(&self.clips[clip].name, &error);
        failures.map(finding).collect()
    }

    /// Returns the joints that predicates or pose comparison have used since the last call and that some clips lack. On
    /// those clips the joints' channels are NaN, and no pose is similar.
    pub fn take_lacking(&self) -> Vec<Finding> {
        let lacking = self.predicates.take_lacking().into_iter();
        let finding = |(joint, clips): (String, usize)| Finding {
            severity: Severity::Note,
            file: "query".to_owned(),
            position: None,
            code: "no-such-joint",
            message: format!(
                "{clips} of {} clips have no joint `{joint}`: comparisons with it are false there",
                self.clips.len()
            ),
        };
        let mut findings: Vec<Finding> = lacking.map(finding).collect();
        let not_compared = self.predicates.take_not_compared();
        if not_compared > 0 {
            findings.push(Finding {
                severity: Severity::Note,
                file: "query".to_owned(),
                position: None,
                code: "no-such-joint",
                message: format!(
                    "{not_compared} of {} clips lack a joint by which poses are compared, so none of their frames are found similar",
                    self.clips.len()
                ),
            });
        }
        findings
    }

    /// Returns how the clips of each skeleton are read: the travelling joint, the unit and the size.
    pub fn skeletons(&self) -> Vec<SkeletonReading> {
        family::skeletons(self.clips.values())
    }

    /// Returns a note for each assumption behind the channels: an estimated length unit, and a root that stays in
    /// place.
    pub fn assumptions(&self) -> Vec<Finding> {
        family::assumptions(self.clips.values(), &self.settings)
    }

    /// Returns the problems that opening found in single files and that the user has not yet seen.
    pub fn findings(&self) -> &[Finding] {
        &self.opening.news
    }

    /// Returns the folders inside this one that have their own `footwork.toml`, as paths from the root separated by
    /// `/`, in byte order. They are separate libraries and not part of this one. Folders that `exclude` matches are not
    /// listed.
    pub fn libraries_inside(&self) -> &[String] {
        &self.opening.libraries
    }

    /// Returns a note for each of the [libraries inside](Self::libraries_inside).
    pub fn notes_on_libraries_inside(&self) -> Vec<Finding> {
        notes_on_libraries(self.libraries_inside())
    }

    /// Returns a note that counts the files that may hold motion but that no reader supports; `None` if there are none.
    pub fn note_on_unread_kinds(&self) -> Option<Finding> {
        note_on_unread(&self.opening.unread)
    }

    /// Reads the motion of a clip; for a twin, the mirrored motion of its original.
    ///
    /// # Errors
    /// `changed` if the content of the clip has changed since the library was opened, or if its file can no longer be read
    /// or is no longer a clip.
    pub fn load(&self, clip: ClipId) -> Result<LoadedClip, ClipError> {
        self.motion_source(clip).read()
    }

    /// Returns whether a clip has changed since it was tagged, so that edits in frames are refused.
    pub fn is_stale(&self, clip: ClipId) -> bool {
        self.clips.get(clip).is_some_and(ClipEntry::is_stale)
    }

    /// Returns the source of a clip's motion, which can be read without holding the library.
    pub fn motion_source(&self, clip: ClipId) -> MotionSource {
        MotionSource::new(&self.clips[clip], &self.settings, &self.open_files)
    }

    /// Returns the clips that can have sidecars, which are all except mirrored twins.
    pub fn originals(&self) -> impl Iterator<Item = (ClipId, &ClipEntry)> {
        let clips = self.clips.iter();
        clips.filter(|(_, entry)| entry.mirror_of.is_none())
    }

    pub(crate) fn shared_predicates(&self) -> Arc<Predicates> {
        Arc::clone(&self.predicates)
    }

    /// Returns the observer of long work.
    pub fn progress(&self) -> &dyn Progress {
        self.progress.as_ref()
    }

    /// Returns whether the file of a clip is unchanged since it was read.
    pub(crate) fn is_as_opened(&self, entry: &ClipEntry) -> bool {
        let seen = self.opening.seen.get(entry.file_name());
        seen.is_some_and(|seen| seen.is_current(&entry.path))
    }

    /// Copies the current content of a clip's sidecar to the database, for the clip and its twin.
    pub(crate) fn refresh(&mut self, clip: ClipId) -> Result<(), DatabaseError> {
        self.refresh_own(clip)?;
        self.refresh_twin(clip)
    }

    /// Copies the labels of one clip to the database and the predicates.
    fn refresh_own(&mut self, clip: ClipId) -> Result<(), DatabaseError> {
        self.predicates.set_event_data(clip, &self.clips[clip]);
        fill(&mut self.database, clip, &self.clips[clip])
    }
}

fn build_database(
    settings: &Settings,
    clips: &IdVec<ClipId, ClipEntry>,
) -> Result<Database, DatabaseError> {
    let mut database = Database::new();
    for name in settings.tags.keys() {
        database.declare_tag(name)?;
    }
    for name in settings.events.keys() {
        database.declare_event(name)?;
    }
    for (_, entry) in clips.iter() {
        let id = database.add_clip(&entry.name, entry.frames, entry.rate)?;
        fill(&mut database, id, entry)?;
    }
    Ok(database)
}

/// Sets every tag and event of one clip to the values of its entry.
///
/// Each is set exactly once, to its final value: setting an unchanged value keeps cached results valid; clearing and
/// refilling would not.
fn fill(database: &mut Database, clip: ClipId, entry: &ClipEntry) -> Result<(), DatabaseError> {
    let mut spans: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for span in entry.tags() {
        database.declare_tag(&span.name)?;
        spans.entry(&span.name).or_default().push(span.range);
    }
    let tags: Vec<_> = database
        .tags()
        .map(|(name, id)| (id, spans.remove(name).unwrap_or_default()))
        .collect();
    for (tag, spans) in tags {
        database.set_tag(tag, clip, Ranges::from_iter(spans).clamped(entry.frames))?;
    }
    let mut times: BTreeMap<_, Vec<_>> = BTreeMap::new();
    let is_inside = |time: &f64| *time < f64::from(entry.frames);
    for (name, time) in entry.events() {
        database.declare_event(name)?;
        let times = times.entry(name).or_default();
        times.extend(Some(time).filter(is_inside));
    }
    let events: Vec<_> = database
        .events()
        .map(|(name, id)| (id, times.remove(name).unwrap_or_default()))
        .collect();
    for (event, times) in events {
        database.set_event(event, clip, times)?;
    }
    Ok(())
}
