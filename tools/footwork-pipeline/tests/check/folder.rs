//! A library in a temporary folder.

use std::fs;
use std::path::PathBuf;

use footwork_library::Library;
use footwork_pipeline::CheckFinding;
use footwork_sidecar::ClipHash;
use tempfile::TempDir;

pub(crate) struct Folder {
    folder: TempDir,
}

impl Folder {
    pub(crate) fn new(config: &str) -> Self {
        let folder = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        folder.file("footwork.toml", config);
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file and its parent folders.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// Writes a clip of this many frames at 100 frames per second, with a motion derived from its
    /// name.
    pub(crate) fn clip(&self, name: &str, frames: u32) {
        let height: u32 = name
            .bytes()
            .fold(0, |sum, byte| 31 * sum % 999_983 + u32::from(byte));
        let rows: String = (0..frames)
            .map(|frame| format!("{frame} 0.{height}\n"))
            .collect();
        let text = format!(
            "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 0 0\nCHANNELS 2 Zposition Yposition\nEnd Site\n\
             {{\nOFFSET 0 1.7 0\n}}\n}}\nMOTION\nFrames: {frames}\nFrame Time: 0.01\n{rows}"
        );
        self.file(name, text);
    }

    pub(crate) fn hash(&self, name: &str) -> ClipHash {
        ClipHash::from_bytes(&fs::read(self.path(name)).unwrap())
    }

    /// Writes the sidecar of a clip, with these lines after its header.
    pub(crate) fn tags(&self, clip: &str, frames: u32, body: &str) {
        let (base, hash) = (clip.rsplit('/').next().unwrap(), self.hash(clip));
        let header =
            format!("footwork-tags 1\nclip {base}\nframes {frames}\nrate 100\nhash {hash}\n");
        self.file(&format!("{clip}.tags"), header + body);
    }

    pub(crate) fn check(&self) -> Vec<CheckFinding> {
        footwork_pipeline::check(&self.open())
    }

    pub(crate) fn open(&self) -> Library {
        Library::open(self.folder.path()).unwrap()
    }
}

/// Formats a finding as `severity code clip span tag`, with `-` for absent parts.
pub(crate) fn shown(finding: &CheckFinding) -> String {
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    format!(
        "{} {} {} {} {}",
        finding.severity,
        finding.code,
        finding.clip,
        or_dash(finding.span.map(|span| span.to_string())),
        or_dash(finding.tag.as_ref().map(|tag| tag.to_string()))
    )
}
