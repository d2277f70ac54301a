//! The index of clip files: what opening learned about each when it last read it.
//!
//! `.footwork/index` lets opening read only the files whose size or times have changed. It is a cache: it is
//! written only if that saves reading at least [`WORTH_KEEPING`] bytes, and may be deleted. It is ignored if
//! it is damaged or was made by another version or for other settings, and not being able to write it is no
//! error. One that this user did not write on this machine for this folder is ignored too: a library may come from
//! a stranger, and its index could say anything about its clips.
//!
//! Times alone cannot be trusted: a file that is changed twice within one tick of the file system's clock
//! looks the same after both changes. Therefore a file is not recorded if it changed less than two seconds
//! before it was read, and a record is not used if the file changed less than two seconds before the index
//! was written. The second check uses the index's own modification time, so it holds even if the clocks of
//! this program and the file system differ. Git calls this problem the
//! [racy index](https://git-scm.com/docs/racy-git).
//!
//! ```text
//! "footwork-index 5\n"   a line
//! 32 bytes               the user's seal of all that follows
//! postcard               the settings, the skeletons, the records by the names of files
//! ```
//!
//! A record holds clips and repairs, and nothing else that was reported. So files with any other finding,
//! such as those that cannot be read, are read each time, as are files that refer to other files, which may
//! change on their own.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use footwork_clip::{Evidence, Roles};
use footwork_sidecar::{CODES, ClipHash, Settings};
use footwork_store::{FOLDER, FileSeal, RootedFiles, replace_below};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::skeleton_family::{FamilyRecord, SkeletonFamily};
use crate::stamp::Stamp;

const MAGIC: &[u8] = b"footwork-index 5\n";

/// Another version may learn different things from the same file.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The index is written if at least this many bytes were read from clip files that it did not know.
const WORTH_KEEPING: u64 = 4 << 20;

/// The size of the largest index that is read, in bytes.
const MAX_BYTES: usize = 1 << 30;

const FILE: &str = "index";

/// What opening learned about a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct FileRecord {
    /// The hash of its bytes.
    pub(super) hash: u64,
    /// Its clips that are in the library; empty if there are none.
    pub(super) clips: Vec<ClipRecord>,
}

/// What to record about a file.
#[derive(Debug)]
pub(super) enum Learned {
    /// Nothing: the next opening reads it again.
    Nothing,
    /// The record that is already there.
    AsBefore,
    /// A new record, and a time before the file was read.
    Read {
        stamp: Stamp,
        since: SystemTime,
        record: FileRecord,
    },
}

/// What opening learned about a clip.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ClipRecord {
    pub(super) animation: Option<String>,
    pub(super) frames: u32,
    /// In the form that sidecars use.
    pub(super) rate: String,
    /// The length of one loop in frames, if the clip loops.
    pub(super) round_frames: Option<u32>,
    #[serde(skip, default = "no_skeleton")]
    pub(super) skeleton: Arc<SkeletonFamily>,
    /// The index of its skeleton in the list of them.
    pub(super) family: usize,
    /// What it shows about its skeleton. What follows from that depends on other clips, and is decided anew.
    pub(super) evidence: Evidence,
    pub(super) fingerprint: Option<u64>,
    /// The labels in the file, as JSON.
    pub(super) labels: Option<String>,
    pub(super) repairs: Vec<Repair>,
    pub(super) has_twin: bool,
}

/// Stands for a skeleton until that is looked up in the list.
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
    /// The line and the column.
    pub(super) position: Option<(usize, usize)>,
    pub(super) message: String,
}

/// The code of a finding. An index with a code that this version does not know is ignored.
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

/// The records of a library's clip files: those loaded, and those to be saved.
#[derive(Debug)]
pub(super) struct Index {
    files: RootedFiles,
    path: PathBuf,
    /// `None` if nothing is kept.
    seal: Option<FileSeal>,
    settings_hash: u64,
    old: BTreeMap<String, (Stamp, FileRecord)>,
    written_at: SystemTime,
    new: BTreeMap<String, (Stamp, FileRecord)>,
    /// The number of bytes read that the new index saves next time.
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
    /// Loads the index of the library at `root`; it is empty if there is no usable one.
    pub(super) fn load(root: &Path, settings: &Settings) -> Self {
        Self::load_sealed(root, settings, FileSeal::of_user(root, FILE))
    }

    fn load_sealed(root: &Path, settings: &Settings, seal: Option<FileSeal>) -> Self {
        let files = RootedFiles::new(root);
        let path = root.join(FOLDER).join(FILE);
        let settings_hash = settings_hash(settings);
        let old = seal
            .as_ref()
            .and_then(|seal| read(&files, &path, seal, settings_hash));
        let written_at = fs::symlink_metadata(&path).and_then(|metadata| metadata.modified());
        Self {
            files,
            path,
            seal,
            settings_hash,
            old: old.unwrap_or_default(),
            written_at: written_at.unwrap_or(SystemTime::UNIX_EPOCH),
            new: BTreeMap::new(),
            read: 0,
        }
    }

    /// Returns the record of a file if its stamp is the same and old enough to be trusted.
    pub(super) fn recall(&self, file: &str, stamp: Stamp) -> Option<FileRecord> {
        let (known, record) = self.old.get(file)?;
        let is_same = *known == stamp && stamp.is_settled(self.written_at);
        is_same.then(|| record.clone())
    }

    /// Records what is known of a file.
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
        let Some(seal) = self.seal.filter(|_| self.read >= WORTH_KEEPING) else {
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
        bytes.extend(seal.checksum(&body));
        bytes.extend(body);
        if self.files.make_own_folder().is_ok() {
            // A failure costs time at the next opening and nothing else.
            _ = replace_below(&self.files, &self.path, &bytes);
        }
    }
}

/// Returns a hash of the settings that records depend on.
fn settings_hash(settings: &Settings) -> u64 {
    let Settings {
        length_units,
        fbx_ranges,
        include,
        exclude,
        mirror,
        mirror_joints,
        roles,
        ..
    } = settings;
    let all = format!(
        "{length_units:?} {fbx_ranges:?} {include:?} {exclude:?} {mirror:?} {mirror_joints:?} {roles:?}"
    );
    ClipHash::from_bytes(all.as_bytes()).number()
}

fn read(
    files: &RootedFiles,
    path: &Path,
    seal: &FileSeal,
    settings_hash: u64,
) -> Option<BTreeMap<String, (Stamp, FileRecord)>> {
    let bytes = files.read_bounded(path, MAX_BYTES).ok()??;
    let rest = bytes.strip_prefix(MAGIC)?;
    let (checksum, body) = rest.split_first_chunk()?;
    if !seal.is_right(checksum, body) {
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

    use footwork_store::Secret;

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
            links: Vec::new(),
            gait_speed: 0.5,
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

    /// Returns the index of a user.
    fn of(root: &Path, user: u8) -> Index {
        let secret = Secret::from_bytes([user; 32]);
        let seal = FileSeal::with_secret(root, FILE, secret).unwrap();
        Index::load_sealed(root, &Settings::default(), Some(seal))
    }

    /// Returns an index with one file that changed and was read at these times.
    fn after(modified: Duration, read_at: SystemTime) -> (tempfile::TempDir, Index) {
        let folder = tempfile::tempdir().unwrap();
        let mut index = of(folder.path(), 1);
        let learned = Learned::Read {
            stamp: stamp(modified),
            since: read_at,
            record: record(),
        };
        index.note("a.bvh", learned);
        index.save();
        let index = of(folder.path(), 1);
        (folder, index)
    }

    fn ago(time: Duration) -> Duration {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        now.unwrap() - time
    }

    #[test]
    fn a_file_that_looks_as_it_did_is_known() {
        let (_folder, index) = after(ago(HOUR), SystemTime::now());
        let other = index.old["a.bvh"].0;
        let found = index.recall("a.bvh", other).unwrap();
        assert_eq!((found.hash, found.clips[0].frames), (7, 9));
        assert_eq!(found.clips[0].skeleton.joints, ["Hips"]);
        assert!(index.recall("b.bvh", other).is_none());
    }

    #[test]
    fn one_of_another_size_or_time_is_not() {
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
    fn a_change_too_near_to_the_reading_or_the_writing_is_not_trusted() {
        let second = Duration::from_secs(1);
        let (_folder, index) = after(ago(second), SystemTime::now());
        assert!(index.old.is_empty());
        // As if this program's clock were ahead of the file system's.
        let (_folder, index) = after(ago(second), SystemTime::now() + HOUR);
        let stamp = index.old["a.bvh"].0;
        assert!(index.recall("a.bvh", stamp).is_none());
    }

    /// It says 9 frames of a file that looks as it did, and may have any.
    #[test]
    fn what_somebody_else_wrote_is_not_believed() {
        let (folder, ours) = after(ago(HOUR), SystemTime::now());
        assert_eq!(ours.old.len(), 1);
        assert!(of(folder.path(), 2).old.is_empty());
        // Nor in a copy of the library.
        let copy = tempfile::tempdir().unwrap();
        fs::create_dir(copy.path().join(FOLDER)).unwrap();
        let index = Path::new(FOLDER).join(FILE);
        fs::copy(folder.path().join(&index), copy.path().join(&index)).unwrap();
        assert!(of(copy.path(), 1).old.is_empty());
        // Nor by a checksum that anybody can make.
        let mut bytes = fs::read(folder.path().join(&index)).unwrap();
        let body = MAGIC.len() + FileSeal::BYTES;
        let crc = crc32fast::hash(&bytes[body..]).to_le_bytes();
        bytes.splice(MAGIC.len()..body, crc);
        fs::write(folder.path().join(&index), bytes).unwrap();
        assert!(of(folder.path(), 1).old.is_empty());
    }

    #[test]
    fn other_settings_have_another_index() {
        let (folder, _) = after(ago(HOUR), SystemTime::now());
        let (settings, _) = Settings::parse("length_unit = \"cm\"").unwrap();
        let secret = Secret::from_bytes([1; 32]);
        let seal = FileSeal::with_secret(folder.path(), FILE, secret).unwrap();
        let index = Index::load_sealed(folder.path(), &settings, Some(seal));
        assert!(index.old.is_empty());
    }
}
