//! A library in a temporary folder, with the smallest possible clips.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use footwork_base::FrameRange;
use footwork_library::Library;
use footwork_sidecar::ClipHash;
use footwork_store::UserFolder;
use footwork_tags::Query;
use tempfile::TempDir;

use crate::desk::Desk;

/// The content and modification time of files and folders, by path.
pub(crate) type Snapshot = BTreeMap<PathBuf, (Option<Vec<u8>>, SystemTime)>;

/// The folder, removed on drop.
pub(crate) struct Playground {
    folder: TempDir,
}

impl Playground {
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    /// Writes a file, and the folders that contain it.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> &Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    /// Writes a clip of ten frames at 100 frames per second.
    pub(crate) fn clip(&self, name: &str) -> &Self {
        self.file(name, bvh(10))
    }

    /// Writes the sidecar of a clip that [`clip`](Self::clip) wrote, with these lines after its header.
    pub(crate) fn tags(&self, clip: &str, body: &str) -> &Self {
        self.file(&format!("{clip}.tags"), header(clip) + body)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        String::from_utf8(fs::read(self.path(name)).unwrap()).unwrap()
    }

    /// Returns the path of a file that the user keeps for this library.
    pub(crate) fn own(&self, folder: UserFolder, name: &str) -> PathBuf {
        let folder = folder.of_library(self.root()).unwrap();
        folder.path().join(name)
    }

    /// Puts a file in place of the user's state folder, so that nothing can be edited. Returns the path of the file.
    pub(crate) fn without_state(&self) -> PathBuf {
        let state = UserFolder::State.of_library(self.root()).unwrap();
        let state = state.path().to_owned();
        fs::create_dir_all(state.parent().unwrap()).unwrap();
        fs::write(&state, "").unwrap();
        state
    }

    pub(crate) fn open(&self) -> Desk {
        Desk::open(self.root())
    }

    /// Returns everything in the folder.
    pub(crate) fn snapshot(&self) -> Snapshot {
        let mut all = BTreeMap::new();
        let mut folders = vec![self.root().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap() {
                let entry = entry.unwrap();
                let kind = entry.metadata().unwrap();
                if kind.is_dir() {
                    folders.push(entry.path());
                }
                let content = kind.is_file().then(|| fs::read(entry.path()).unwrap());
                all.insert(entry.path(), (content, kind.modified().unwrap()));
            }
            // On platforms that cannot lock a folder, a lock file appears in it for a while and changes its time.
            let changed = if folder == self.root() {
                SystemTime::UNIX_EPOCH
            } else {
                fs::metadata(&folder).unwrap().modified().unwrap()
            };
            all.insert(folder.clone(), (None, changed));
        }
        all
    }
}

/// Returns a clip of one joint.
pub(crate) fn bvh(frames: u32) -> String {
    let rows: String = (0..frames).map(|frame| format!("{frame}\n")).collect();
    format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 0 0\nCHANNELS 1 Zposition\nEnd Site\n{{\n\
         OFFSET 0 1.7 0\n}}\n}}\nMOTION\nFrames: {frames}\nFrame Time: 0.01\n{rows}"
    )
}

/// Returns the header of the sidecar of a clip that [`Playground::clip`] wrote.
pub(crate) fn header(clip: &str) -> String {
    let base = clip.rsplit('/').next().unwrap();
    let hash = ClipHash::from_bytes(bvh(10).as_bytes());
    format!("footwork-tags 1\nclip {base}\nframes 10\nrate 100\nhash {hash}\n")
}

/// Returns a DeepMimic file with this many rows.
pub(crate) fn deepmimic(rows: usize) -> String {
    let pose = "0,0.9,0,1,0,0,0,1,0,0,0,1,0,0,0,1,0,0,0,0,1,0,0,0,1,0,0,0,0,\
                1,0,0,0,0,1,0,0,0,1,0,0,0,0";
    let rows = vec![format!("[0.1,{pose}]"); rows];
    format!("{{\"Loop\": \"none\", \"Frames\": [{}]}}", rows.join(","))
}

/// Returns the findings of a library as `file:line:column severity code`, sorted.
pub(crate) fn findings(library: &Library) -> Vec<String> {
    let shown = library.findings().iter().map(|finding| {
        let at = finding
            .position
            .map_or(String::new(), |at| format!(":{}:{}", at.line, at.column));
        let severity = format!("{:?}", finding.severity).to_lowercase();
        format!("{}{at} {severity} {}", finding.file, finding.code)
    });
    let mut shown: Vec<_> = shown.collect();
    shown.sort();
    shown
}

/// Returns the frames of `a.bvh` for which a tag holds.
pub(crate) fn frames_of(library: &Library, tag: &str) -> Vec<FrameRange> {
    let database = library.database();
    let query = Query::parse(tag).unwrap().bind(database).unwrap();
    let clip = library.find_clip("a.bvh").unwrap();
    database.ranges(&query).unwrap().ranges(clip).to_vec()
}

/// Returns the names of a library's clips, in order.
pub(crate) fn clip_names(library: &Library) -> Vec<&str> {
    library
        .clips()
        .values()
        .map(|clip| clip.name.as_str())
        .collect()
}
