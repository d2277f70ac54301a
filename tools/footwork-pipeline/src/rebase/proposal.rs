//! Proposes how a rebase would change a clip's sidecar, and makes that change.

use std::path::Path;

use footwork_base::FrameRate;
use footwork_clip::ClipError;
use footwork_sidecar::{ClipHash, Line, NamePairs, Settings, Sidecar};
use footwork_tags::ClipId;
use thiserror::Error;

use super::align::{AlignError, Alignment, align};
use super::moved::{MovedLine, Mover};
use footwork_library::{Change, EditError, Editor, Library};
use footwork_library::{Edit, Operation};
use footwork_library::{Signature, SignatureError};

/// The changes that a rebase of a clip would make.
#[derive(Clone, Debug, PartialEq)]
pub struct Rebase {
    /// The clip.
    pub clip: ClipId,
    /// The positions of the old frames in the current clip.
    pub alignment: Alignment,
    /// The length of the old clip.
    pub old_frames: u32,
    /// The rate of the old clip.
    pub old_rate: FrameRate,
    /// The current length of the clip.
    pub new_frames: u32,
    /// The current rate of the clip.
    pub new_rate: FrameRate,
    /// The move of each span, `not` line and event, in the order of the sidecar.
    pub items: Vec<MovedLine>,
    /// The number of unknown lines, which stay unchanged.
    pub unknown_lines: usize,
    old_hash: Option<ClipHash>,
}

/// Why a clip cannot be rebased. The sidecar is unchanged.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RebaseError {
    /// The clip is not in this library, or is a mirrored twin.
    #[error(transparent)]
    Clip(EditError),
    /// The clip's file cannot be read.
    #[error("{}", .0.message)]
    Unreadable(ClipError),
    /// The clip's file has changed since the library was opened.
    #[error("the clip has changed since the library was opened")]
    Changed,
    /// The clip's poses cannot be compared with the old poses.
    #[error(transparent)]
    Signature(#[from] SignatureError),
    /// The old frames cannot be found in the clip.
    #[error(transparent)]
    Align(AlignError),
}

/// Returns the poses of a clip in an old version of its file, and the content hash of that version.
///
/// # Errors
/// If the file cannot be read, or if its poses cannot be compared.
pub fn pose_of_file(
    library: &Library,
    clip: ClipId,
    path: &Path,
) -> Result<(Signature, ClipHash), RebaseError> {
    library.editable(clip).map_err(RebaseError::Clip)?;
    let read = library.motion_source(clip).read_in_file(path);
    let (loaded, hash) = read.map_err(RebaseError::Unreadable)?;
    let signature = Signature::from_clip(&loaded.clip, &library.settings().mirror_joints)?;
    Ok((signature, hash))
}

/// Returns how the tags and events of a clip would move. `old` has the poses at the time of tagging. `None` if there is
/// nothing to do: the clip has no sidecar, or the sidecar is for the clip's current content.
///
/// # Errors
/// If the clip cannot be edited or read, or if the frames of the old clip cannot be found in the new one.
pub fn propose_rebase(
    library: &Library,
    clip: ClipId,
    old: &Signature,
) -> Result<Option<Rebase>, RebaseError> {
    let entry = library.editable(clip).map_err(RebaseError::Clip)?;
    let (true, Some(sidecar)) = (library.is_stale(clip), &entry.sidecar) else {
        return Ok(None);
    };
    let loaded = library.load(clip).map_err(|error| match error.code {
        "changed" => RebaseError::Changed,
        _ => RebaseError::Unreadable(error),
    })?;
    let new = old.with_same_joints(&loaded.clip)?;
    let alignment = align(old, &new).map_err(RebaseError::Align)?;
    let mut rebase = Rebase {
        clip,
        alignment,
        old_frames: old.frame_count(),
        old_rate: old.rate(),
        new_frames: entry.frames,
        new_rate: entry.rate,
        items: Vec::new(),
        unknown_lines: 0,
        old_hash: sidecar.hash(),
    };
    let lines = sidecar.lines();
    let is_unknown = |line: &&Line| matches!(line, Line::Other(_));
    rebase.unknown_lines = lines.iter().filter(is_unknown).count();
    let mover = rebase.mover(library.settings());
    rebase.items = lines.iter().filter_map(|line| mover.moved(line)).collect();
    Ok(Some(rebase))
}

/// Moves the tags and events of a clip as proposed. The current lines of the sidecar are moved, even those that changed
/// since the proposal. If the sidecar is now for another version of the clip, nothing changes.
///
/// # Errors
/// If the sidecar cannot be replaced.
pub fn apply_rebase(
    library: &mut Library,
    editor: &mut Editor,
    rebase: &Rebase,
) -> Result<Change, EditError> {
    let clip = rebase.clip;
    let saved = library.edit_with(editor, |library| {
        library.reread(&[clip])?;
        let entry = library.editable(clip)?;
        let sidecar = entry.sidecar.as_ref();
        let before = sidecar.filter(|sidecar| sidecar.hash() == rebase.old_hash);
        Ok::<_, EditError>(match before {
            Some(before) => {
                let after = moved_lines(before, &rebase.mover(library.settings()));
                let before = before.clone();
                Edit::one(clip, Operation::Rebase { before, after })
            }
            None => Edit::default(),
        })
    })?;
    Ok(saved.change())
}

impl Rebase {
    fn mover(&self, settings: &Settings) -> Mover<'_> {
        Mover {
            alignment: &self.alignment,
            old_frames: self.old_frames,
            new_frames: self.new_frames,
            tags: NamePairs::from_vocabulary(&settings.tags),
            events: NamePairs::from_vocabulary(&settings.events),
        }
    }
}

/// Returns the sidecar with every line about frames moved. A line whose frames are gone becomes a note, except a `kept` or
/// `by` line, which is dropped.
fn moved_lines(sidecar: &Sidecar, mover: &Mover<'_>) -> Sidecar {
    let (mut moved, mut dropped) = (sidecar.clone(), Vec::new());
    moved.rewrite(|line, lines| match (&line, mover.moved(&line)) {
        (Line::Kept(kept), _) => lines.extend(mover.kept(kept).map(Line::Kept)),
        (Line::By(by), _) => lines.extend(mover.provenance(by).map(Line::By)),
        (_, None) => lines.push(line),
        (_, Some(moved)) => match moved.after {
            Some(after) => lines.push(after),
            None => dropped.push(Line::Note(format!("dropped by rebase: {}", line))),
        },
    });
    moved.insert(dropped);
    moved.drop_lost_provenance();
    moved
}
