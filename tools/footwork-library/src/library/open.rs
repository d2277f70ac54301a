//! Reads each clip and its sidecar when a library is opened, and reports where the two disagree.
//!
//! Files are opened independently and in parallel: findings are collected per file and then joined in file order, so
//! the result does not depend on the threads. A clip file is not read if the index has a valid record of it. Sidecars
//! are small and are always read.

use std::cell::Cell;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use footwork_base::{LengthUnit, Position};
use footwork_clip::{
    ClipError, ClipFormat, FileSource, FolderFiles, Labels, LoadedClip, LoadedFile, ReadOptions,
    RejectedAnimation, read_clips,
};
use footwork_sidecar::{ClipHash, Finding, Settings, Severity, Sidecar};
use footwork_store::Progress;
use rayon::prelude::*;

use super::disagreement::disagreements;
use super::index::{ClipRecord, Code, FileRecord, Index, Learned, Repair};
use super::missing::is_half_written;
use super::opening::Opening;
use super::seen::Seen;
use super::tagged_files::{TaggedFiles, no_clip};
use super::waiting::Waiting;
use super::{family, mirrored};
use crate::clip_entry::ClipEntry;
use crate::discover::Candidate;
use crate::labels::from_labels;
use crate::motion_source::{read_clip, unreadable};
use crate::skeleton_family::SkeletonFamily;
use crate::stamp::Stamp;

/// The task name that progress reports.
const OPENING: &str = "opening";

/// The settings and state that files are opened with.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) settings: &'a Settings,
    pub(super) waiting: &'a Waiting,
    pub(super) tagged: &'a TaggedFiles,
}

impl<'a> Context<'a> {
    /// Returns the sidecar of a file; `None` if the file has none.
    fn sidecar_of(&self, file: &str) -> Option<&'a str> {
        self.tagged.sidecar_of(file, self.settings)
    }
}

/// The result of opening one file that may hold clips.
struct OpenedFile {
    entries: Vec<ClipEntry>,
    opening: Opening,
    learned: Learned,
}

/// Opens files on all cores and returns their clips. Findings are in the order of the files.
pub(super) fn open_files(
    candidates: Vec<Candidate>,
    context: &Context<'_>,
    index: &mut Index,
    opening: &mut Opening,
    progress: &dyn Progress,
) -> Vec<ClipEntry> {
    progress.begin(OPENING, candidates.len());
    let known = &*index;
    let open = |candidate: &Candidate| {
        let opened = open_file(candidate, context, known);
        progress.step(OPENING);
        opened
    };
    let opened: Vec<OpenedFile> = candidates.par_iter().map(open).collect();
    let mut entries: Vec<ClipEntry> = Vec::with_capacity(opened.len());
    for (candidate, file) in candidates.into_iter().zip(opened) {
        index.note(&candidate.name, file.learned);
        opening.files.push(candidate.name);
        opening.news.extend(file.opening.news);
        opening.seen.extend(file.opening.seen);
        opening.without_clip.extend(file.opening.without_clip);
        entries.extend(file.entries.into_iter().map(|entry| ClipEntry {
            skeleton: opening.families.shared(entry.skeleton),
            ..entry
        }));
    }
    entries
}

/// Opens a file and returns its clips, possibly none.
fn open_file(candidate: &Candidate, context: &Context<'_>, index: &Index) -> OpenedFile {
    let Candidate { name: file, path } = candidate;
    let mut opened = OpenedFile {
        entries: Vec::new(),
        opening: Opening::default(),
        learned: Learned::Nothing,
    };
    let OpenedFile {
        entries,
        opening,
        learned,
    } = &mut opened;
    let record;
    (*learned, record) = learn(file, path, context, index, opening);
    if record.as_ref().is_none_or(|record| record.clips.is_empty()) {
        let is_tagged = context.sidecar_of(file).is_some();
        opening.without_clip.insert(file.clone(), is_tagged);
    }
    let Some(record) = record else {
        return opened;
    };
    for clip in record.clips {
        let name = match &clip.animation {
            Some(animation) => format!("{file}#{animation}"),
            None => file.clone(),
        };
        let Ok(rate) = clip.rate.parse() else {
            continue;
        };
        let mut entry = ClipEntry {
            name,
            path: path.clone(),
            animation_at: clip.animation.as_ref().map(|_| file.len()),
            frames: clip.frames,
            rate,
            invalid: clip.invalid,
            round_frames: clip.round_frames,
            skeleton: clip.skeleton,
            root: Arc::from(""),
            unit: None,
            estimated_unit: None,
            up: clip.evidence.up,
            implausible: None,
            is_person: None,
            size_m: 0.0,
            link: 0,
            evidence: Arc::new(clip.evidence),
            hash: ClipHash::from_number(clip.fingerprint.unwrap_or(record.hash)),
            file_hash: ClipHash::from_number(record.hash),
            sidecar: None,
            sidecar_is_broken: false,
            is_half_written: false,
            embedded: None,
            mirror_of: None,
            has_twin: clip.has_twin,
        };
        if let Some(seen) = read_sidecar(&mut entry, context, &mut opening.news) {
            opening.seen.insert(entry.sidecar_name(), seen);
        }
        let labels = clip.labels.and_then(|json| Labels::new(json).ok());
        if let (None, false, Some(labels)) = (&entry.sidecar, entry.sidecar_is_broken, &labels) {
            entry.embedded = embedded(&entry, labels, &mut opening.news);
        }
        report_repairs(&mut entry, clip.repairs, opening);
        check_sidecar(&entry, &mut opening.news);
        entries.push(entry);
    }
    opened
}

/// Returns the record of a clip file, and the record to write to the index. The record is `None` if the file cannot be
/// read.
///
/// The file is read only if the index has no record for its current size and times. A new record goes to the index only
/// if it covers everything: reading the file reported nothing and involved no other file, and the file did not change
/// meanwhile.
fn learn(
    file: &str,
    path: &Path,
    context: &Context<'_>,
    index: &Index,
    opening: &mut Opening,
) -> (Learned, Option<FileRecord>) {
    let metadata = fs::metadata(path).ok();
    let stamp = metadata.as_ref().and_then(Stamp::from_metadata);
    if let (Some(metadata), Some(stamp)) = (&metadata, stamp)
        && let Some(record) = index.recall(file, stamp)
        // A tagged file that is not a clip is reported at each opening, so it is read each time.
        && (!record.clips.is_empty() || context.sidecar_of(file).is_none())
    {
        let seen = Seen::again(metadata, ClipHash::from_number(record.hash));
        opening.seen.insert(file.to_owned(), seen);
        return (Learned::AsBefore, Some(record));
    }
    let since = SystemTime::now();
    let bytes = match read_clip(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            opening.news.push(clip_finding(file, &error));
            return (Learned::Nothing, None);
        }
    };
    if let Some(seen) = Seen::new(path, &bytes, since) {
        opening.seen.insert(file.to_owned(), seen);
    }
    let said = opening.news.len();
    let beside = Beside {
        folder: FolderFiles::containing(path),
        is_asked: Cell::new(false),
    };
    let Some(clips) = read_records(file, &bytes, &beside, context, opening) else {
        return (Learned::Nothing, None);
    };
    let record = FileRecord {
        hash: ClipHash::from_bytes(&bytes).number(),
        clips,
    };
    // A record holds no findings, and cannot show that other files changed.
    let is_all = opening.news.len() == said && !beside.is_asked.get();
    let same = |stamp: &Stamp| {
        fs::metadata(path).is_ok_and(|now| Stamp::from_metadata(&now) == Some(*stamp))
    };
    let learned = match stamp.filter(|stamp| is_all && same(stamp)) {
        Some(stamp) => Learned::Read {
            stamp,
            since,
            record: record.clone(),
        },
        None => Learned::Nothing,
    };
    (learned, Some(record))
}

/// The folder of a clip file. Remembers whether the clip file asked for other files in it.
struct Beside {
    folder: FolderFiles,
    is_asked: Cell<bool>,
}

impl FileSource for Beside {
    fn file(&self, path: &str, limit: usize) -> io::Result<Vec<u8>> {
        self.is_asked.set(true);
        self.folder.file(path, limit)
    }
}

/// Returns the clips of a file that belong to the library; `None` if the file cannot be read, or is tagged but has no
/// motion.
fn read_records(
    file: &str,
    bytes: &[u8],
    beside: &Beside,
    context: &Context<'_>,
    opening: &mut Opening,
) -> Option<Vec<ClipRecord>> {
    let settings = context.settings;
    // A file without motion is not a clip, which is reported only if it is tagged.
    let mut without_motion = |code| match context.sidecar_of(file) {
        Some(sidecar) => {
            opening.news.push(no_clip(file, sidecar, code));
            None
        }
        None => Some(Vec::new()),
    };
    // A text or JSON file may hold something other than motion.
    if ClipFormat::detect(file, bytes).is_none() {
        return without_motion("no-clip");
    }
    let role_names = settings.role_names(file);
    let unit = family::given_unit(settings, file);
    let options = ReadOptions {
        // An unknown unit is estimated later, when the clips of all files are known.
        unit: unit.or_else(|| (!family::states_unit(file)).then_some(LengthUnit::Metre)),
        up: settings.up(file),
        fbx_range: settings.fbx_range(file),
        files: beside,
        role_names: Some(&role_names),
        ..ReadOptions::default()
    };
    let LoadedFile { clips, rejected } = match read_clips(file, bytes, &options) {
        Ok(loaded) => loaded,
        // A scene without motion is valid.
        Err(error) if error.code == "no-animation" => return without_motion(error.code),
        Err(error) => {
            opening.news.push(clip_finding(file, &error));
            return None;
        }
    };
    for RejectedAnimation { name, error } in rejected {
        let name = format!("{file}#{name}");
        if settings.includes_part(file, &name) {
            opening.news.push(clip_finding(&name, &error));
        }
    }
    let mut records = Vec::with_capacity(clips.len());
    for loaded in clips {
        let name = match &loaded.animation {
            Some(animation) => format!("{file}#{animation}"),
            None => file.to_owned(),
        };
        if settings.includes_part(file, &name) {
            let has_twin = mirrored::has_twin(&name, &loaded.clip, settings, opening);
            records.push(record(loaded, has_twin));
        }
    }
    Some(records)
}

fn record(loaded: LoadedClip, has_twin: bool) -> ClipRecord {
    let clip = &loaded.clip;
    let skeleton = Arc::new(SkeletonFamily::from_clip(clip));
    let (frames, rate) = (clip.frame_count(), clip.rate().to_string());
    let alone = ClipRecord::new(frames, rate, skeleton, loaded.evidence);
    let repairs = loaded.findings.into_iter().map(|finding| Repair {
        code: Code(finding.code),
        position: finding.position.map(|at| (at.line, at.column)),
        message: finding.message,
    });
    ClipRecord {
        animation: loaded.animation,
        invalid: loaded.invalid,
        round_frames: clip.round_frames(),
        fingerprint: loaded.fingerprint,
        labels: loaded.labels.map(|labels| labels.json().to_owned()),
        repairs: repairs.collect(),
        has_twin,
        ..alone
    }
}

/// Returns the labels in the clip's own file, if there are any.
fn embedded(entry: &ClipEntry, labels: &Labels, findings: &mut Vec<Finding>) -> Option<Sidecar> {
    let (sidecar, found) = from_labels(labels, entry);
    findings.extend(found);
    if !sidecar.has_items() {
        return None;
    }
    findings.push(Finding {
        severity: Severity::Note,
        file: entry.name.clone(),
        position: None,
        code: "labels-in-clip",
        message: format!(
            "its tags and events come from its own file; the first edit writes them to {}",
            entry.sidecar_name()
        ),
    });
    Some(sidecar)
}

/// The code of the finding about an implausible rate. Unlike repairs, it is reported at every opening.
const ODD_RATE: &str = "odd-rate";

/// Reports the reader's repairs of a clip. If the clip has not changed since it was tagged, the user saw the repairs
/// then. Only an implausible rate is reported again, because it makes every speed of the clip wrong.
fn report_repairs(entry: &mut ClipEntry, repairs: Vec<Repair>, opening: &mut Opening) {
    let tagged = entry.sidecar.as_ref().and_then(Sidecar::hash);
    let was_seen = tagged == Some(entry.hash);
    entry.is_half_written = !was_seen && repairs.iter().any(|one| is_half_written(one.code.0));
    let news = repairs.into_iter();
    let news = news.filter(|repair| !was_seen || repair.code.0 == ODD_RATE);
    opening.news.extend(news.map(|repair| {
        Finding {
            severity: match repair.code.0 {
                // These findings are hints, which files without mistakes have too.
                "slow-motion" | "estimated-body" | "from-positions" => Severity::Note,
                _ => Severity::Warning,
            },
            file: entry.name.clone(),
            position: repair
                .position
                .map(|(line, column)| Position { line, column }),
            code: repair.code.0,
            message: repair.message,
        }
    }));
}

/// Returns the finding about a clip that cannot be read.
pub fn clip_finding(name: &str, error: &ClipError) -> Finding {
    let hint = error.hint.as_ref().map(|hint| format!("; {hint}"));
    Finding {
        severity: Severity::Error,
        file: name.to_owned(),
        position: error.position,
        code: error.code,
        message: format!("{}{}", error.message, hint.unwrap_or_default()),
    }
}

/// Reads the sidecar of a clip; returns its state for later comparison; `None` if there is no sidecar. A sidecar that
/// has disappeared since its folder was listed counts as unreadable.
fn read_sidecar(
    entry: &mut ClipEntry,
    context: &Context<'_>,
    findings: &mut Vec<Finding>,
) -> Option<Seen> {
    let (path, at) = (entry.sidecar_path(), SystemTime::now());
    let name = entry.sidecar_name();
    let mut bytes = context.waiting.read(&name, &path);
    let is_gone = match &bytes {
        Ok(found) => found.is_none(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    };
    // Links to nowhere are not among the listed sidecars, so they do not count as gone.
    if is_gone && context.tagged.has(&name) {
        let why = "it disappeared after its folder was listed; run the command again";
        bytes = Err(io::Error::other(why));
    }
    parse_sidecar(entry, &bytes, findings);
    Seen::new(&path, &bytes.ok()??, at)
}

/// Sets a clip's labels from its sidecar; clears them if the sidecar is missing or cannot be read.
pub(super) fn parse_sidecar(
    entry: &mut ClipEntry,
    bytes: &io::Result<Option<Vec<u8>>>,
    findings: &mut Vec<Finding>,
) {
    let file = entry.sidecar_name();
    let read = match bytes {
        Ok(None) => Ok(None),
        Ok(Some(bytes)) => Sidecar::read(&file, bytes).map(Some),
        Err(error) => Err(Box::new(clip_finding(&file, &unreadable(error)))),
    };
    entry.sidecar_is_broken = read.is_err();
    entry.sidecar = match read {
        Ok(read) => read.map(|(sidecar, found)| {
            findings.extend(found);
            sidecar
        }),
        Err(finding) => {
            findings.push(*finding);
            None
        }
    };
}

/// Reports how a sidecar and its clip disagree.
pub(super) fn check_sidecar(entry: &ClipEntry, findings: &mut Vec<Finding>) {
    let file = match entry.sidecar {
        Some(_) => entry.sidecar_name(),
        None => entry.name.clone(),
    };
    findings.extend(disagreements(entry).into_iter().map(|found| Finding {
        severity: Severity::Warning,
        file: file.clone(),
        position: None,
        code: found.code,
        message: found.message,
    }));
}
