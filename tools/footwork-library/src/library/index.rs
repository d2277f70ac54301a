//! The index of clip files: the results of the last reading of each file.
//!
//! `index` in the user's cache folder lets opening read only the files whose size or times have changed. It is a cache:
//! it is written only if that saves reading at least [`WORTH_KEEPING`] bytes, and may be deleted. It is ignored if it
//! is damaged or was made by another version or for other settings. Failing to write it is not an error.
//!
//! Times alone cannot be trusted: a file changed twice within one tick of the file system's clock
//! looks the same after both changes. Therefore a file is not recorded if it changed less than two seconds
//! before it was read, and a record is not used if the file changed less than two seconds before the index
//! was written. The second check uses the index's own modification time, so it holds even if the clocks of
//! this program and the file system differ. Git calls this problem the
//! [racy index](https://git-scm.com/docs/racy-git).
//!
//! ```text
//! "footwork-index 8\n"   a line
//! 8 bytes                the hash of all that follows
//! postcard               the settings, the skeletons, the records by the names of files
//! ```
//!
//! A record holds clips and repairs, and no other findings. Therefore, files with any other finding, such as unreadable
//! files, are read each time. So are files that refer to other files, because those may change independently.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use footwork_base::FrameRange;
use footwork_clip::{Evidence, Roles};
use footwork_sidecar::{CODES, ClipHash, Settings};
use footwork_store::{LibraryFolder, UserFolder, read_bounded, replace_file, sweep_beside};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::skeleton_family::{FamilyRecord, SkeletonFamily};
use crate::stamp::Stamp;

const MAGIC: &[u8] = b"footwork-index 8\n";

/// The version of this program. Another version may learn different things from the same file.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The index is written if at least this many bytes were read from clip files without a usable record.
const WORTH_KEEPING: u64 = 4 << 20;

/// The size of the largest index that is read, in bytes.
const MAX_BYTES: usize = 1 << 30;

const FILE: &str = "index";

/// The results of opening a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct FileRecord {
    /// The hash of the file's bytes.
    pub(super) hash: u64,
    /// The clips of the file that belong to the library; may be empty.
    pub(super) clips: Vec<ClipRecord>,
}

/// The record to write for a file.
#[derive(Debug)]
pub(super) enum Learned {
    /// No record, so the file is read again at the next opening.
    Nothing,
    /// The existing record is kept.
    AsBefore,
    /// A new record, and a time just before the file was read.
    Read {
        stamp: Stamp,
        since: SystemTime,
        record: FileRecord,
    },
}

/// The results of opening a clip.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ClipRecord {
    pub(super) animation: Option<String>,
    pub(super) frames: u32,
    /// The frame rate, in the form that sidecars use.
    pub(super) rate: String,
    /// The frames on which no predicate holds.
    pub(super) invalid: Vec<FrameRange>,
    /// The length of one loop in frames, if the clip loops.
    pub(super) round_frames: Option<u32>,
    #[serde(skip, default = "no_skeleton")]
    pub(super) skeleton: Arc<SkeletonFamily>,
    /// The index of the clip's skeleton in the list of skeletons.
    pub(super) family: usize,
    /// The clip's evidence about its skeleton. The skeleton's size and travelling joint also depend on other clips, so
    /// they are derived at each opening.
    pub(super) evidence: Evidence,
    pub(super) fingerprint: Option<u64>,
    /// The labels in the file, as JSON.
    pub(super) labels: Option<String>,
    pub(super) repairs: Vec<Repair>,
    pub(super) has_twin: bool,
}

/// Returns a placeholder until the real skeleton is looked up in the list.
fn no_skeleton() -> Arc<SkeletonFamily> {
    Arc::new(SkeletonFamily {
        joints: Vec::new(),
        parents: Vec::new(),
        roles: Roles::default(),
    })
}

/// A repair that a reader made.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Repair {
    pub(super) code: Code,
    /// The line and the column of the repaired mistake.
    pub(super) position: Option<(usize, usize)>,
    pub(super) message: String,
}

/// The code of a finding. An index with an unknown code is ignored.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Code(pub(super) &'static str);

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = String::deserialize(deserializer)?;
        let known = CODES.iter().find(|known| **known == code);
        let known = known.ok_or_else(|| D::Error::custom("an unknown code"))?;
        Ok(Self(known))
    }
}

impl ClipRecord {
    pub(super) fn new(
        frames: u32,
        rate: String,
        skeleton: Arc<SkeletonFamily>,
        evidence: Evidence,
    ) -> Self {
        Self {
            animation: None,
            frames,
            rate,
            invalid: Vec::new(),
            round_frames: None,
            skeleton,
            family: 0,
            evidence,
            fingerprint: None,
            labels: None,
            repairs: Vec::new(),
            has_twin: false,
        }
    }
}

/// The records of a library's clip files, both loaded and to be saved.
#[derive(Debug)]
pub(super) struct Index {
    /// The folder of the index; `None` if the user has no cache folder.
    folder: Option<LibraryFolder>,
    settings_hash: u64,
    old: BTreeMap<String, (Stamp, FileRecord)>,
    written_at: SystemTime,
    new: BTreeMap<String, (Stamp, FileRecord)>,
    /// The number of bytes that were read this time and that the new index saves reading at the next opening.
    read: u64,
}

#[derive(Serialize, Deserialize)]
struct Content {
    version: String,
    settings_hash: u64,
    skeletons: Vec<FamilyRecord>,
    files: BTreeMap<String, (Stamp, FileRecord)>,
}

impl Index {
    /// Loads the index of the library at `root`; empty if there is no usable index.
    pub(super) fn load(root: &Path, settings: &Settings) -> Self {
        let folder = UserFolder::Cache.of_library(root).ok();
        let path = folder.as_ref().map(path);
        let settings_hash = settings_hash(settings);
        let old = path.as_ref().and_then(|path| read(path, settings_hash));
        let metadata = path.and_then(|path| fs::symlink_metadata(path).ok());
        let written_at = metadata.and_then(|metadata| metadata.modified().ok());
        Self {
            folder,
            settings_hash,
            old: old.unwrap_or_default(),
            written_at: written_at.unwrap_or(SystemTime::UNIX_EPOCH),
            new: BTreeMap::new(),
            read: 0,
        }
    }

    /// Returns the record of a file; `None` unless the file's stamp is unchanged and old enough to be trusted.
    pub(super) fn recall(&self, file: &str, stamp: Stamp) -> Option<FileRecord> {
        let (known, record) = self.old.get(file)?;
        let is_same = *known == stamp && stamp.is_settled(self.written_at);
        is_same.then(|| record.clone())
    }

    /// Records the results for a file.
    pub(super) fn note(&mut self, file: &str, learned: Learned) {
        match learned {
            Learned::Nothing => {}
            Learned::AsBefore => {
                if let Some((file, known)) = self.old.remove_entry(file) {
                    self.new.insert(file, known);
                }
            }
            Learned::Read {
                stamp,
                since,
                record,
            } => {
                if stamp.is_settled(since) {
                    self.read += stamp.size;
                    self.new.insert(file.to_owned(), (stamp, record));
                }
            }
        }
    }

    /// Writes the index if it saves enough. Errors are ignored: the next opening reads the files again.
    pub(super) fn save(self) {
        let Some(folder) = self.folder.filter(|_| self.read >= WORTH_KEEPING) else {
            return;
        };
        let mut skeletons: Vec<FamilyRecord> = Vec::new();
        let mut places: BTreeMap<Arc<SkeletonFamily>, usize> = BTreeMap::new();
        let mut files = self.new;
        for clip in files.values_mut().flat_map(|(_, record)| &mut record.clips) {
            clip.family = *places.entry(Arc::clone(&clip.skeleton)).or_insert_with(|| {
                skeletons.push(FamilyRecord::from(&*clip.skeleton));
                skeletons.len() - 1
            });
        }
        let content = Content {
            version: VERSION.to_owned(),
            settings_hash: self.settings_hash,
            skeletons,
            files,
        };
        let Ok(body) = postcard::to_stdvec(&content) else {
            return;
        };
        let mut bytes = MAGIC.to_vec();
        bytes.extend(checksum(&body));
        bytes.extend(body);
        // A failure costs time at the next opening and nothing else.
        if folder.make().is_ok() {
            sweep_beside(&path(&folder));
            _ = replace_file(&path(&folder), &bytes);
        }
    }
}

/// Returns a hash of the settings that records depend on.
fn settings_hash(settings: &Settings) -> u64 {
    let Settings {
        length_units,
        ups,
        fbx_ranges,
        include,
        exclude,
        mirror,
        mirror_joints,
        roles,
        ..
    } = settings;
    let all = format!(
        "{length_units:?} {ups:?} {fbx_ranges:?} {include:?} {exclude:?} {mirror:?} {mirror_joints:?} {roles:?}"
    );
    ClipHash::from_bytes(all.as_bytes()).number()
}

fn path(folder: &LibraryFolder) -> PathBuf {
    folder.path().join(FILE)
}

/// Returns the checksum of an index, which detects damage.
fn checksum(body: &[u8]) -> [u8; 8] {
    ClipHash::from_bytes(body).number().to_le_bytes()
}

fn read(path: &Path, settings_hash: u64) -> Option<BTreeMap<String, (Stamp, FileRecord)>> {
    let bytes = read_bounded(path, MAX_BYTES).ok()??;
    let rest = bytes.strip_prefix(MAGIC)?;
    let (sum, body) = rest.split_first_chunk()?;
    if checksum(body) != *sum {
        return None;
    }
    let mut content: Content = postcard::from_bytes(body).ok()?;
    if content.version != VERSION || content.settings_hash != settings_hash {
        return None;
    }
    let skeletons = content.skeletons.into_iter();
    let skeletons = skeletons.map(|record| record.family().map(Arc::new));
    let skeletons: Vec<Arc<SkeletonFamily>> = skeletons.collect::<Option<_>>()?;
    let records = content.files.values_mut().map(|(_, record)| record);
    for clip in records.flat_map(|record| &mut record.clips) {
        clip.skeleton = Arc::clone(skeletons.get(clip.family)?);
    }
    Some(content.files)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use footwork_base::UpAxis;
    use footwork_clip::Stance;

    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    fn stamp(modified: Duration) -> Stamp {
        Stamp {
            size: 5 << 20,
            modified,
            changed: (1, 2),
        }
    }

    fn record() -> FileRecord {
        let mut skeleton = SkeletonFamily::clone(&no_skeleton());
        skeleton.joints.push("Hips".to_owned());
        skeleton.parents.push(None);
        let evidence = Evidence {
            family: 3,
            stance: Stance::default(),
            up: UpAxis::Y,
            links: Vec::new(),
            gait_speed: 0.5,
            foot_speed: 0.5,
            steadiness: 0.5,
        };
        FileRecord {
            hash: 7,
            clips: vec![ClipRecord::new(
                9,
                "30".to_owned(),
                Arc::new(skeleton),
                evidence,
            )],
        }
    }

    fn of(root: &Path) -> Index {
        Index::load(root, &Settings::default())
    }

    /// Returns an index with one file that changed and was read at these times.
    fn after(modified: Duration, read_at: SystemTime) -> (tempfile::TempDir, Index) {
        let folder = tempfile::tempdir().unwrap();
        let mut index = of(folder.path());
        let learned = Learned::Read {
            stamp: stamp(modified),
            since: read_at,
            record: record(),
        };
        index.note("a.bvh", learned);
        index.save();
        let index = of(folder.path());
        (folder, index)
    }

    fn ago(time: Duration) -> Duration {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        now.unwrap() - time
    }

    #[test]
    fn a_file_with_unchanged_size_and_times_is_known() {
        let (_folder, index) = after(ago(HOUR), SystemTime::now());
        let other = index.old["a.bvh"].0;
        let found = index.recall("a.bvh", other).unwrap();
        assert_eq!((found.hash, found.clips[0].frames), (7, 9));
        assert_eq!(found.clips[0].skeleton.joints, ["Hips"]);
        assert!(index.recall("b.bvh", other).is_none());
    }

    #[test]
    fn a_file_with_another_size_or_time_is_unknown() {
        for change in [
            |stamp: &mut Stamp| stamp.size += 1,
            |stamp: &mut Stamp| stamp.modified += Duration::from_nanos(1),
            |stamp: &mut Stamp| stamp.changed.1 += 1,
        ] {
            let (_folder, index) = after(ago(HOUR), SystemTime::now());
            let mut other = index.old["a.bvh"].0;
            change(&mut other);
            assert!(index.recall("a.bvh", other).is_none());
        }
    }

    #[test]
    fn a_change_just_before_reading_or_writing_is_not_trusted() {
        let second = Duration::from_secs(1);
        let (_folder, index) = after(ago(second), SystemTime::now());
        assert!(index.old.is_empty());
        // Simulates a program clock that is ahead of the file system's clock.
        let (_folder, index) = after(ago(second), SystemTime::now() + HOUR);
        let stamp = index.old["a.bvh"].0;
        assert!(index.recall("a.bvh", stamp).is_none());
    }

    /// An index inside the library claims 9 frames for a file that looks unchanged but may have any number of frames.
    #[test]
    fn an_index_inside_a_library_is_not_trusted() {
        let (folder, index) = after(ago(HOUR), SystemTime::now());
        let own = path(index.folder.as_ref().unwrap());
        let copy = tempfile::tempdir().unwrap();
        for there in [".footwork", "."] {
            fs::create_dir_all(copy.path().join(there)).unwrap();
            fs::copy(&own, copy.path().join(there).join(FILE)).unwrap();
        }
        assert!(of(copy.path()).old.is_empty());
        // A damaged index of this user is not trusted either.
        let mut bytes = fs::read(&own).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&own, bytes).unwrap();
        assert!(of(folder.path()).old.is_empty());
    }

    #[test]
    fn a_moved_library_keeps_its_index() {
        let (folder, index) = after(ago(HOUR), SystemTime::now());
        assert_eq!(index.old.len(), 1);
        let parent = tempfile::tempdir().unwrap();
        let moved = parent.path().join("moved");
        fs::rename(folder.path(), &moved).unwrap();
        assert_eq!(of(&moved).old.len(), 1);
    }

    #[test]
    fn an_index_for_other_settings_is_ignored() {
        let (folder, _) = after(ago(HOUR), SystemTime::now());
        let (settings, _) = Settings::parse("length_unit = \"cm\"").unwrap();
        let index = Index::load(folder.path(), &settings);
        assert!(index.old.is_empty());
    }
}
