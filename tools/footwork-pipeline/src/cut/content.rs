//! The contents of the files of a piece.

use std::sync::Arc;

use footwork_base::{FrameRate, LengthUnit, UpAxis};
use footwork_clip::{
    BvhDocument, Clip, ClipError, FbxTake, GltfTake, Limits, Mesh, Skeleton, read_bvh, write_bvh,
    write_fbx, write_gltf,
};
use footwork_sidecar::{ClipHash, Finding, Line, Severity, Sidecar};
use footwork_store::read_existing;
use footwork_tags::ClipId;

use super::rebased::rebased;
use super::settings::source_unit;
use super::{CutError, CutFormat, CutPiece, CutPlan, is_bvh};
use crate::export_fbx::mesh_of;
use crate::retarget::retarget;
use footwork_library::Library;
use footwork_library::to_labels;

/// The motion of a clip to cut.
pub(super) enum Motion {
    /// The rows of a BVH file, for pieces in BVH, and their unit.
    Rows(BvhDocument, LengthUnit),
    /// The clip and the mesh that goes with it, in metres.
    Clip(Clip, Option<Arc<Mesh>>),
}

/// The bytes of a clip and of its sidecar.
pub(super) struct Files {
    pub(super) clip: Vec<u8>,
    pub(super) sidecar: Vec<u8>,
}

impl Motion {
    /// Reads a clip, which must be unchanged since the library was opened.
    pub(super) fn read(
        library: &Library,
        clip_id: ClipId,
        format: CutFormat,
        up: UpAxis,
        plan: &CutPlan,
        findings: &mut Vec<Finding>,
    ) -> Result<Self, CutError> {
        let onto = plan.onto.as_ref();
        let entry = &library.clips()[clip_id];
        let name = || entry.name.clone();
        let unreadable = |error: ClipError| CutError::Clip {
            clip: name(),
            error,
        };
        let (motion, hash) = if format == CutFormat::Bvh
            && is_bvh(entry)
            && entry.mirror_of.is_none()
            && onto.is_none()
            && entry.up == up
        {
            let limits = Limits::default();
            let bytes = read_existing(&entry.path, limits.bytes);
            let bytes = bytes.map_err(|error| CutError::Io {
                path: entry.path.clone(),
                error,
            })?;
            let read = read_bvh(&bytes, &limits);
            let (document, _) = read.map_err(|error| unreadable(error.into()))?;
            let unit = source_unit(entry);
            (Self::Rows(document, unit), ClipHash::from_bytes(&bytes))
        } else {
            let source = library.motion_source(clip_id);
            let (loaded, hash) = source.read_with_hash().map_err(unreadable)?;
            let clip = match onto {
                Some(onto) => put_on(&entry.name, &loaded.clip, onto, findings)?,
                None => loaded.clip,
            };
            let clip = clip.upright_from(opposite(up));
            let mesh = match (format, onto) {
                (CutFormat::Fbx, None) => mesh_of(library, clip_id, findings).map(Arc::new),
                (CutFormat::Fbx, Some(_)) => plan.onto_mesh.clone(),
                _ => None,
            };
            (Self::Clip(clip, mesh), hash)
        };
        if hash == entry.hash {
            Ok(motion)
        } else {
            Err(CutError::Changed { clip: name() })
        }
    }

    /// Returns the contents of the files of a piece.
    pub(super) fn files(&self, library: &Library, piece: &CutPiece) -> Result<Files, CutError> {
        let entry = &library.clips()[piece.clip];
        let changed = |_| CutError::Changed {
            clip: entry.name.clone(),
        };
        let base = piece.file.rsplit('/').next().unwrap_or(&piece.file);
        let mut lines = entry.labels().map(|labels| rebased(labels, piece.range));
        let lines = lines.get_or_insert_default();
        let [start, stop] = [piece.range.start(), piece.range.stop()];
        let origin = format!("cut from {}, frames {start} to {stop}", entry.name);
        lines.push(Line::Note(origin));
        let (clip, rate) = match self {
            Self::Rows(document, unit) => {
                let rows = document.slice(piece.range).map_err(changed)?;
                let rows = if *unit == piece.unit {
                    rows
                } else {
                    let scaled = rows.scaled(unit.metres() / piece.unit.metres());
                    scaled.ok_or_else(|| too_large(piece))?
                };
                (write_bvh(&rows).into_bytes(), rows.rate())
            }
            Self::Clip(clip, mesh) => {
                let clip = clip.slice(piece.range).map_err(changed)?;
                let bytes = match piece.format {
                    CutFormat::Bvh => to_bvh(&clip, piece)?,
                    CutFormat::Glb => to_glb(&clip, base, lines, piece)?,
                    CutFormat::Fbx => to_fbx(&clip, mesh.as_deref(), base, piece)?,
                };
                (bytes, clip.rate())
            }
        };
        let sidecar = sidecar(base, piece, rate, ClipHash::from_bytes(&clip), lines);
        Ok(Files {
            sidecar: sidecar.to_bytes(),
            clip,
        })
    }
}

/// Returns the axis whose turn to +y is undone by turning this one to +y.
fn opposite(up: UpAxis) -> UpAxis {
    match up {
        UpAxis::X => UpAxis::MinusX,
        UpAxis::MinusX => UpAxis::X,
        UpAxis::Z => UpAxis::MinusZ,
        UpAxis::MinusZ => UpAxis::Z,
        half => half,
    }
}

/// Puts a clip on another skeleton, and reports motion that could not be transferred.
fn put_on(
    name: &str,
    clip: &Clip,
    onto: &Arc<Skeleton>,
    findings: &mut Vec<Finding>,
) -> Result<Clip, CutError> {
    let moved = retarget(clip, onto).map_err(|error| CutError::Retarget {
        clip: name.to_owned(),
        error,
    })?;
    findings.extend(moved.findings().into_iter().map(|finding| Finding {
        severity: match finding.code {
            "foot-miss" => Severity::Warning,
            _ => Severity::Note,
        },
        file: name.to_owned(),
        position: None,
        code: finding.code,
        message: finding.message,
    }));
    Ok(moved.clip)
}

fn sidecar(
    base: &str,
    piece: &CutPiece,
    rate: FrameRate,
    hash: ClipHash,
    lines: &[Line],
) -> Sidecar {
    let mut sidecar = Sidecar::new(base, piece.range.frame_count(), rate, hash);
    lines.iter().for_each(|line| sidecar.push(line.clone()));
    sidecar
}

fn too_large(piece: &CutPiece) -> CutError {
    let file = piece.file.clone();
    CutError::TooLarge { file }
}

fn to_bvh(clip: &Clip, piece: &CutPiece) -> Result<Vec<u8>, CutError> {
    let document = BvhDocument::from_clip(clip, piece.unit.metres());
    let document = document.ok_or_else(|| CutError::NoBvh {
        file: piece.file.clone(),
    })?;
    Ok(write_bvh(&document).into_bytes())
}

fn to_glb(clip: &Clip, base: &str, lines: &[Line], piece: &CutPiece) -> Result<Vec<u8>, CutError> {
    let labels = to_labels(&Sidecar::from_lines(lines.to_vec()).in_order());
    let scaled = scaled_for(clip, piece)?;
    let take = GltfTake {
        name: stem(base),
        clip: scaled.as_ref().unwrap_or(clip),
        labels: labels.as_ref(),
    };
    write_gltf(&[take]).map_err(|error| CutError::NoGlb {
        file: piece.file.clone(),
        error,
    })
}

fn to_fbx(
    clip: &Clip,
    mesh: Option<&Mesh>,
    base: &str,
    piece: &CutPiece,
) -> Result<Vec<u8>, CutError> {
    let scaled = scaled_for(clip, piece)?;
    let mesh = mesh.map(|mesh| match piece.unit {
        LengthUnit::Metre => mesh.clone(),
        unit => mesh.clone().scaled(1.0 / unit.metres()),
    });
    let take = FbxTake {
        name: stem(base),
        clip: scaled.as_ref().unwrap_or(clip),
    };
    write_fbx(&[take], mesh.as_ref()).map_err(|error| CutError::NoFbx {
        file: piece.file.clone(),
        error,
    })
}

/// Returns a file name without its extension.
fn stem(base: &str) -> &str {
    base.rsplit_once('.').map_or(base, |(stem, _)| stem)
}

/// Returns the clip in the unit in which its file will be read; `None` if that is metres.
fn scaled_for(clip: &Clip, piece: &CutPiece) -> Result<Option<Clip>, CutError> {
    match piece.unit {
        LengthUnit::Metre => Ok(None),
        unit => {
            let scaled = clip.scaled(1.0 / unit.metres());
            scaled.map(Some).map_err(|_| too_large(piece))
        }
    }
}
