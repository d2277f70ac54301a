//! A library: a folder of clips with their tags, opened to be queried and edited.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use footwork_base::{FrameRate, IdVec, nearest};
use footwork_clip::{ClipError, ClipFormat, Limits, Loaded, read_clip};
use footwork_tags::{ClipId, Database, DatabaseError, Ranges};

use crate::config::{ConfigError, FILE_NAME};
use crate::discover::{Candidate, CaseTwins, discover};
use crate::{ClipHash, Config, Finding, Severity, Sidecar, TagSpan};

/// A folder of clips with their tags.
///
/// Clips are numbered in the order of the bytes of their names. Opening reads and writes nothing
/// but what is there; what is wrong with single files is in [`findings`](Self::findings).
#[derive(Debug)]
pub struct Library {
    root: PathBuf,
    config: Config,
    clips: IdVec<ClipId, ClipEntry>,
    database: Database,
    findings: Vec<Finding>,
}

/// A clip of a library.
#[derive(Clone, Debug)]
pub struct ClipEntry {
    /// The path from the root with `/`.
    pub name: String,
    /// The clip's file.
    pub path: PathBuf,
    /// Its length in frames.
    pub frames: u32,
    /// Its frame rate.
    pub rate: FrameRate,
    /// Its content.
    pub hash: ClipHash,
    /// Its tags, as they stand in the file beside it; `None` where there is no such file.
    pub sidecar: Option<Sidecar>,
    /// Whether there is a sidecar that could not be read, and so must not be replaced.
    pub sidecar_is_broken: bool,
}

impl ClipEntry {
    /// The file of its tags.
    pub fn sidecar_path(&self) -> PathBuf {
        let mut path = self.path.clone().into_os_string();
        path.push(SIDECAR_SUFFIX);
        PathBuf::from(path)
    }

    /// The last part of its name.
    pub fn base_name(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or(&self.name)
    }

    /// The spans of its tags, as authored.
    pub fn tags(&self) -> impl Iterator<Item = &TagSpan> {
        self.sidecar.iter().flat_map(Sidecar::tags)
    }
}

/// What a sidecar's name has behind its clip's.
pub const SIDECAR_SUFFIX: &str = ".tags";

/// Why a folder cannot be opened as a library.
#[derive(Debug)]
pub enum OpenError {
    /// The folder is not there or cannot be read.
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It is a file.
    NotAFolder {
        /// The file.
        path: PathBuf,
    },
    /// `footwork.toml` cannot be read.
    Config(ConfigError),
    /// More clips, tags or events than ids.
    Database(DatabaseError),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder { path, error } => write!(f, "{}: {error}", path.display()),
            Self::NotAFolder { path } => {
                write!(
                    f,
                    "{}: a library is a folder of clips, and this is a file",
                    path.display()
                )
            }
            Self::Config(error) => error.fmt(f),
            Self::Database(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpenError {}

impl From<ConfigError> for OpenError {
    fn from(error: ConfigError) -> Self {
        Self::Config(error)
    }
}

impl From<DatabaseError> for OpenError {
    fn from(error: DatabaseError) -> Self {
        Self::Database(error)
    }
}

/// No clip of the library is called that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownClip {
    /// What was asked for.
    pub name: String,
    /// Why the clip of that name is left out, or which name was probably meant.
    pub hint: Option<String>,
}

impl fmt::Display for UnknownClip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no clip named {}", self.name)
    }
}

impl std::error::Error for UnknownClip {}

impl Library {
    /// Opens the folder at `root`.
    ///
    /// # Errors
    /// When the folder or its `footwork.toml` cannot be read. Clips and sidecars that cannot be
    /// read are findings, and are left out.
    pub fn open(root: &Path) -> Result<Self, OpenError> {
        let folder = |error| OpenError::Folder {
            path: root.to_owned(),
            error,
        };
        if !fs::metadata(root).map_err(folder)?.is_dir() {
            let path = root.to_owned();
            return Err(OpenError::NotAFolder { path });
        }
        let (config, mut findings) = read_config(root)?;
        let (candidates, unusable) = discover(root, &config);
        findings.extend(unusable);
        let mut clips = IdVec::new();
        let mut twins = CaseTwins::default();
        for candidate in candidates {
            let Some(entry) = open_clip(candidate, &config, &mut findings) else {
                continue;
            };
            match twins.check(&entry.name) {
                Ok(()) => _ = clips.push(entry).map_err(DatabaseError::from)?,
                Err(twin) => findings.push(twin),
            }
        }
        let database = build_database(&config, &clips)?;
        Ok(Self {
            root: root.to_owned(),
            config,
            clips,
            database,
            findings,
        })
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// What `footwork.toml` says.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The clips, in the order of their names.
    pub fn clips(&self) -> &IdVec<ClipId, ClipEntry> {
        &self.clips
    }

    /// The clips' tags and events, to query. Parts of spans past a clip's end are left out.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// What opening found wrong in single files.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The clip of this name; the last part of a name, with or without its extension, is enough
    /// where it fits one clip only.
    ///
    /// # Errors
    /// When no clip, or more than one, is called that.
    pub fn find_clip(&self, name: &str) -> Result<ClipId, UnknownClip> {
        if let Some(id) = self.database.clip_by_name(name) {
            return Ok(id);
        }
        let stem = |base: &str| base.rsplit_once('.').map(|(stem, _)| stem.to_owned());
        let fits = |entry: &ClipEntry| {
            entry.base_name() == name || stem(entry.base_name()).as_deref() == Some(name)
        };
        let matching: Vec<_> = self.clips.iter().filter(|(_, entry)| fits(entry)).collect();
        let hint = match matching.as_slice() {
            [(id, _)] => return Ok(*id),
            [] => {
                let left_out = self
                    .findings
                    .iter()
                    .find(|finding| finding.severity == Severity::Error && finding.file == name);
                let known = self
                    .clips
                    .values()
                    .flat_map(|e| [e.name.as_str(), e.base_name()]);
                match left_out {
                    Some(finding) => Some(format!("it is left out: {finding}")),
                    None => nearest(name, known).map(|near| format!("did you mean {near}?")),
                }
            }
            [(_, a), (_, b), ..] => Some(format!("it could be {} or {}", a.name, b.name)),
        };
        let name = name.to_owned();
        Err(UnknownClip { name, hint })
    }

    /// Reads the motion of a clip.
    ///
    /// # Errors
    /// When the file cannot be read any more, or is no clip any more.
    pub fn load(&self, clip: ClipId) -> Result<Loaded, ClipError> {
        let entry = &self.clips[clip];
        let bytes = fs::read(&entry.path).map_err(|error| unreadable(&error))?;
        let unit = self.config.length_unit(&entry.name);
        read_clip(&entry.name, &bytes, unit, &Limits::default())
    }

    pub(crate) fn remember_query(&mut self, name: &str, query: &str) {
        self.config
            .queries
            .insert(name.to_owned(), query.to_owned());
    }

    pub(crate) fn entry_mut(&mut self, clip: ClipId) -> Option<&mut ClipEntry> {
        self.clips.get_mut(clip)
    }

    /// Gives the database what the sidecar of one clip says now.
    pub(crate) fn refresh(&mut self, clip: ClipId) -> Result<(), DatabaseError> {
        fill(&mut self.database, clip, &self.clips[clip])
    }
}

fn unreadable(error: &io::Error) -> ClipError {
    ClipError {
        position: None,
        code: "unreadable",
        message: format!("cannot be read: {error}"),
        hint: None,
    }
}

fn read_config(root: &Path) -> Result<(Config, Vec<Finding>), OpenError> {
    match fs::read_to_string(root.join(FILE_NAME)) {
        Ok(text) => Ok(Config::parse(&text)?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Default::default()),
        Err(error) => Err(OpenError::Config(ConfigError {
            position: None,
            message: error.to_string(),
        })),
    }
}

/// Reads what a library must know of a clip; `None` when the file is no clip or cannot be read.
fn open_clip(
    candidate: Candidate,
    config: &Config,
    findings: &mut Vec<Finding>,
) -> Option<ClipEntry> {
    let Candidate { name, path } = candidate;
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) => {
            findings.push(of_clip(&name, &unreadable(&error)));
            return None;
        }
    };
    // A text or JSON file that holds no motion is simply not a clip.
    ClipFormat::of(&name, &bytes)?;
    let hash = ClipHash::of(&bytes);
    let mut entry = ClipEntry {
        name,
        path,
        frames: 0,
        rate: FrameRate::ONE,
        hash,
        sidecar: None,
        sidecar_is_broken: false,
    };
    read_sidecar(&mut entry, findings);
    // The sidecar of an unchanged clip says its length and rate.
    let sidecar = entry.sidecar.as_ref();
    let unchanged = sidecar.filter(|sidecar| sidecar.hash() == Some(hash));
    match unchanged.and_then(|sidecar| sidecar.frames().zip(sidecar.rate())) {
        Some((frames, rate)) => (entry.frames, entry.rate) = (frames, rate),
        None => {
            let unit = config.length_unit(&entry.name);
            match read_clip(&entry.name, &bytes, unit, &Limits::default()) {
                Ok(loaded) => {
                    entry.frames = loaded.clip.frame_count();
                    entry.rate = loaded.clip.rate();
                    findings.extend(loaded.findings.into_iter().map(|finding| Finding {
                        severity: Severity::Warning,
                        file: entry.name.clone(),
                        position: finding.position,
                        code: finding.code,
                        message: finding.message,
                    }));
                }
                Err(error) => {
                    findings.push(of_clip(&entry.name, &error));
                    return None;
                }
            }
        }
    }
    check_sidecar(&entry, findings);
    Some(entry)
}

fn of_clip(name: &str, error: &ClipError) -> Finding {
    let hint = error.hint.as_ref().map(|hint| format!("; {hint}"));
    Finding {
        severity: Severity::Error,
        file: name.to_owned(),
        position: error.position,
        code: error.code,
        message: format!("{}{}", error.message, hint.unwrap_or_default()),
    }
}

fn read_sidecar(entry: &mut ClipEntry, findings: &mut Vec<Finding>) {
    let file = format!("{}{SIDECAR_SUFFIX}", entry.name);
    match fs::read(entry.sidecar_path()) {
        Ok(bytes) => match Sidecar::read(&file, &bytes) {
            Ok((sidecar, found)) => {
                entry.sidecar = Some(sidecar);
                findings.extend(found);
            }
            Err(finding) => {
                entry.sidecar_is_broken = true;
                findings.push(*finding);
            }
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => {
            entry.sidecar_is_broken = true;
            findings.push(of_clip(&file, &unreadable(&error)));
        }
    }
}

/// Reports where a sidecar and its clip disagree.
fn check_sidecar(entry: &ClipEntry, findings: &mut Vec<Finding>) {
    let Some(sidecar) = &entry.sidecar else {
        return;
    };
    let mut report = |code, message| {
        findings.push(Finding {
            severity: Severity::Warning,
            file: format!("{}{SIDECAR_SUFFIX}", entry.name),
            position: None,
            code,
            message,
        });
    };
    if sidecar.hash().is_some_and(|hash| hash != entry.hash) {
        let was = sidecar
            .frames()
            .map_or(String::new(), |n| format!(" of {n} frames"));
        let message = format!(
            "the clip has changed since it was tagged: it was {}{was} and is {} of {} frames",
            sidecar.hash().unwrap_or(entry.hash),
            entry.hash,
            entry.frames
        );
        report("stale-hash", message);
    }
    for span in sidecar
        .tags()
        .filter(|span| span.range.stop() > entry.frames)
    {
        let message = format!(
            "{} {} reaches past the clip's {} frames; the part outside is left out",
            span.name, span.range, entry.frames
        );
        report("span-outside", message);
    }
    for (name, time) in sidecar
        .events()
        .filter(|(_, time)| *time >= f64::from(entry.frames))
    {
        let message = format!(
            "{name} at frame {time} is past the clip's {} frames; it is left out",
            entry.frames
        );
        report("event-outside", message);
    }
}

fn build_database(
    config: &Config,
    clips: &IdVec<ClipId, ClipEntry>,
) -> Result<Database, DatabaseError> {
    let mut database = Database::new();
    for name in config.tags.keys() {
        database.declare_tag(name)?;
    }
    for name in config.events.keys() {
        database.declare_event(name)?;
    }
    for (_, entry) in clips.iter() {
        let id = database.add_clip(&entry.name, entry.frames, entry.rate)?;
        fill(&mut database, id, entry)?;
    }
    Ok(database)
}

/// Sets every tag and event of one clip to what its entry says.
fn fill(database: &mut Database, clip: ClipId, entry: &ClipEntry) -> Result<(), DatabaseError> {
    let mut spans = BTreeMap::new();
    for span in entry.tags() {
        spans
            .entry(&span.name)
            .or_insert_with(Vec::new)
            .push(span.range);
    }
    let mut times = BTreeMap::new();
    let inside = |time: &f64| *time < f64::from(entry.frames);
    for (name, time) in entry.sidecar.iter().flat_map(Sidecar::events) {
        times
            .entry(name)
            .or_insert_with(Vec::new)
            .extend(Some(time).filter(inside));
    }
    let known: Vec<_> = database.tags().map(|(_, id)| id).collect();
    for tag in known {
        database.set_tag(tag, clip, Ranges::new())?;
    }
    for (name, spans) in spans {
        let tag = database.declare_tag(name)?;
        database.set_tag(tag, clip, Ranges::union_of(spans).clamped(entry.frames))?;
    }
    let known: Vec<_> = database.events().map(|(_, id)| id).collect();
    for event in known {
        database.set_event(event, clip, Vec::new())?;
    }
    for (name, times) in times {
        let event = database.declare_event(name)?;
        database.set_event(event, clip, times)?;
    }
    Ok(())
}
