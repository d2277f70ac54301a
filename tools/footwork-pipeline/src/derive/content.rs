//! The contents of the files of a derived clip.

use std::sync::Arc;

use footwork_base::{LengthUnit, UpAxis};
use footwork_clip::{
    BvhDocument, Clip, ClipError, FbxTake, GltfTake, Limits, Mesh, ReadOptions, read_bvh,
    read_clips, write_bvh, write_fbx, write_gltf, write_onto_gltf,
};
use footwork_library::{ClipEntry, Library, mirrored_labels, to_labels};
use footwork_sidecar::{ClipHash, Finding, Line, Severity, Sidecar};

use super::edit::{Edit, EditError};
use super::frame_map::FrameMap;
use super::labels::{carried, lost_spans};
use super::settings::source_unit;
use super::{DeriveError, DerivedClip, DerivedFormat, is_bvh};
use crate::export_fbx::mesh_of;

/// The motion of a source after the edit of the whole clip.
pub(super) enum Motion {
    /// The rows and the unit of a BVH file that is only cut, for pieces in BVH.
    Rows(BvhDocument, LengthUnit),
    /// The clip in metres, with the mesh bound to it.
    Clip(Clip, Option<Arc<Mesh>>),
}

/// The bytes of a clip and of its sidecar.
pub(super) struct Files {
    pub(super) clip: Vec<u8>,
    pub(super) sidecar: Vec<u8>,
}

impl Motion {
    /// Reads the source of a planned clip, which must be unchanged since the library was opened, and applies the edit
    /// to the whole clip.
    pub(super) fn read(
        library: &Library,
        planned: &DerivedClip,
        edit: &Edit,
        findings: &mut Vec<Finding>,
    ) -> Result<Self, DeriveError> {
        let entry = &library.clips()[planned.clip];
        let name = || entry.name.clone();
        let unreadable = |error: ClipError| match error.code {
            "changed" => DeriveError::Changed { clip: name() },
            _ => DeriveError::Clip {
                clip: name(),
                error,
            },
        };
        let keeps_rows = planned.format == DerivedFormat::Bvh
            && is_bvh(entry)
            && entry.mirror_of.is_none()
            && matches!(edit, Edit::Cut)
            && entry.up == planned.up;
        let motion = if keeps_rows {
            let bytes = library.motion_source(planned.clip).read_bytes();
            let read = read_bvh(&bytes.map_err(unreadable)?, &Limits::default());
            let (document, _) = read.map_err(|error| unreadable(error.into()))?;
            Self::Rows(document, source_unit(entry))
        } else {
            let loaded = library.load(planned.clip).map_err(unreadable)?;
            let mesh = match (planned.format, edit) {
                (DerivedFormat::Fbx, Edit::Retarget { mesh, .. }) => mesh.clone(),
                (DerivedFormat::Fbx, edit) => {
                    let mesh = mesh_of(library, planned.clip, findings);
                    let had_mesh = mesh.is_some();
                    let skeleton = loaded.clip.skeleton();
                    let fits = |mesh| edit.on_mesh(mesh, skeleton, library.settings());
                    let mesh = mesh.and_then(fits);
                    if had_mesh && mesh.is_none() {
                        findings.push(found(&entry.name, mesh_lost()));
                    }
                    mesh.map(Arc::new)
                }
                _ => None,
            };
            Self::Clip(loaded.clip, mesh)
        };
        match motion {
            Self::Clip(clip, mesh) => {
                let edited = edit.on_whole(clip, library.settings(), &mut |finding| {
                    findings.push(found(&entry.name, finding));
                });
                let edited = edited.map_err(|error| DeriveError::Edit {
                    clip: name(),
                    error,
                })?;
                Ok(Self::Clip(edited, mesh))
            }
            rows @ Self::Rows(..) => Ok(rows),
        }
    }

    /// Makes a planned clip. Returns the clip, with its frames and labels counted, and the contents of its files.
    pub(super) fn make(
        &self,
        library: &Library,
        planned: &DerivedClip,
        edit: &Edit,
        findings: &mut Vec<Finding>,
    ) -> Result<(DerivedClip, Files), DeriveError> {
        let entry = &library.clips()[planned.clip];
        let name = || entry.name.clone();
        let unsuited = |error: EditError| DeriveError::Edit {
            clip: name(),
            error,
        };
        let unreadable = |error: ClipError| DeriveError::Clip {
            clip: name(),
            error,
        };
        let range = planned.range;
        let (bytes, rate, frames, map, lines) = match self {
            Self::Rows(document, unit) => {
                let rows = document.slice(range);
                let rows = rows.map_err(|_| unsuited(EditError::Range { range }))?;
                let rows = if *unit == planned.unit {
                    rows
                } else {
                    let scaled = rows.scaled(unit.metres() / planned.unit.metres());
                    scaled.ok_or_else(|| too_large(planned))?
                };
                let map = FrameMap::of_range(range);
                let lines = lines(library, entry, edit, &map, findings);
                let bytes = write_bvh(&rows).into_bytes();
                (bytes, rows.rate(), range.frame_count(), map, lines)
            }
            Self::Clip(clip, mesh) => {
                let made = edit.on_range(clip, range, &mut |finding| {
                    findings.push(found(&entry.name, finding));
                });
                let (clip, map) = made.map_err(unsuited)?;
                let lines = lines(library, entry, edit, &map, findings);
                let clip = clip.upright_from(opposite(planned.up));
                if planned.format == DerivedFormat::Glb && edit.loses_body(planned.unit) {
                    findings.push(found(&entry.name, body_lost(planned.unit)));
                }
                let bytes = match planned.format {
                    DerivedFormat::Bvh => to_bvh(&clip, planned)?,
                    DerivedFormat::Glb => to_glb(&clip, &lines, edit, planned)?,
                    DerivedFormat::Fbx => to_fbx(&clip, mesh.as_deref(), planned)?,
                };
                if planned.format != DerivedFormat::Glb && clip.is_looping() {
                    findings.push(found(&entry.name, loop_lost(planned.format)));
                }
                (bytes, clip.rate(), clip.frame_count(), map, lines)
            }
        };
        let count = |is: fn(&Line) -> bool| lines.iter().filter(|line| is(line)).count();
        let made = DerivedClip {
            range: map.range(),
            frames,
            rate,
            spans: count(|line| matches!(line, Line::Tag(_))),
            events: count(|line| matches!(line, Line::Event { .. })),
            ..planned.clone()
        };
        let hash = hash(&made, &bytes).map_err(unreadable)?;
        let sidecar = sidecar(&made, hash, &lines).to_bytes();
        let clip = bytes;
        Ok((made, Files { clip, sidecar }))
    }
}

/// Returns the lines of the sidecar of a derived clip, and reports spans that are too short for its frames.
fn lines(
    library: &Library,
    entry: &ClipEntry,
    edit: &Edit,
    map: &FrameMap,
    findings: &mut Vec<Finding>,
) -> Vec<Line> {
    let mut lines = Vec::new();
    if let Some(labels) = entry.labels() {
        let mirrored =
            matches!(edit, Edit::Mirror).then(|| mirrored_labels(labels, library.settings()));
        let labels = mirrored.as_ref().unwrap_or(labels);
        lines = carried(labels, map);
        let lost = lost_spans(labels, map);
        if lost > 0 {
            findings.push(Finding {
                severity: Severity::Note,
                file: entry.name.clone(),
                position: None,
                code: "lost-spans",
                message: match lost {
                    1 => "1 span of a tag is shorter than a new frame and is left out".to_owned(),
                    _ => format!(
                        "{lost} spans of tags are shorter than a new frame and are left out"
                    ),
                },
            });
        }
    }
    lines.push(Line::Note(edit.origin(&entry.name, map)));
    lines
}

/// Returns a finding about an edit of a clip, with its severity.
fn found(name: &str, finding: footwork_clip::Finding) -> Finding {
    Finding {
        severity: match finding.code {
            "body-lost" | "foot-miss" | "hand-miss" | "loop-lost" | "mesh-lost" => {
                Severity::Warning
            }
            _ => Severity::Note,
        },
        file: name.to_owned(),
        position: None,
        code: finding.code,
        message: finding.message,
    }
}

fn body_lost(unit: LengthUnit) -> footwork_clip::Finding {
    footwork_clip::Finding {
        code: "body-lost",
        position: None,
        message: format!(
            "the meshes of its character are left out: they are in metres, and the settings read this file in {unit}"
        ),
    }
}

fn mesh_lost() -> footwork_clip::Finding {
    footwork_clip::Finding {
        code: "mesh-lost",
        position: None,
        message: "its mesh is left out: it is bound to joints that are elsewhere now".to_owned(),
    }
}

fn loop_lost(format: DerivedFormat) -> footwork_clip::Finding {
    footwork_clip::Finding {
        code: "loop-lost",
        position: None,
        message: format!(
            "{} cannot say that a clip loops; GLB can",
            format.extension().to_uppercase()
        ),
    }
}

/// Returns the axis whose rotation to +y is the inverse of the rotation of `up` to +y.
fn opposite(up: UpAxis) -> UpAxis {
    match up {
        UpAxis::X => UpAxis::MinusX,
        UpAxis::MinusX => UpAxis::X,
        UpAxis::Z => UpAxis::MinusZ,
        UpAxis::MinusZ => UpAxis::Z,
        half => half,
    }
}

/// Returns the content hash that a library computes for a derived clip.
fn hash(made: &DerivedClip, bytes: &[u8]) -> Result<ClipHash, ClipError> {
    let whole = ClipHash::from_bytes(bytes);
    let Some(animation) = &made.animation else {
        return Ok(whole);
    };
    let options = ReadOptions {
        only: Some(animation),
        ..ReadOptions::default()
    };
    let clips = read_clips(&made.file, bytes, &options)?.clips;
    let fingerprint = clips.first().and_then(|loaded| loaded.fingerprint);
    Ok(fingerprint.map_or(whole, ClipHash::from_number))
}

fn sidecar(made: &DerivedClip, hash: ClipHash, lines: &[Line]) -> Sidecar {
    let name = made.name();
    let base = name
        .rsplit_once('/')
        .map_or(name.as_str(), |(_, base)| base);
    let mut sidecar = Sidecar::new(base, made.frames, made.rate, hash);
    lines.iter().for_each(|line| sidecar.push(line.clone()));
    sidecar
}

fn too_large(piece: &DerivedClip) -> DeriveError {
    let file = piece.file.clone();
    DeriveError::TooLarge { file }
}

fn to_bvh(clip: &Clip, piece: &DerivedClip) -> Result<Vec<u8>, DeriveError> {
    let document = BvhDocument::from_clip(clip, piece.unit.metres());
    let document = document.ok_or_else(|| DeriveError::NoBvh {
        file: piece.file.clone(),
    })?;
    Ok(write_bvh(&document).into_bytes())
}

fn to_glb(
    clip: &Clip,
    lines: &[Line],
    edit: &Edit,
    piece: &DerivedClip,
) -> Result<Vec<u8>, DeriveError> {
    let labels = to_labels(&Sidecar::from_lines(lines.to_vec()).in_order());
    let scaled = scaled_for(clip, piece)?;
    let take = GltfTake {
        name: piece.stem(),
        clip: scaled.as_ref().unwrap_or(clip),
        labels: labels.as_ref(),
    };
    let written = match edit {
        Edit::Retarget {
            body: Some(body), ..
        } if !edit.loses_body(piece.unit) => write_onto_gltf(&body.bytes, &[take]),
        _ => write_gltf(&[take]),
    };
    written.map_err(|error| DeriveError::NoGlb {
        file: piece.file.clone(),
        error,
    })
}

fn to_fbx(clip: &Clip, mesh: Option<&Mesh>, piece: &DerivedClip) -> Result<Vec<u8>, DeriveError> {
    let scaled = scaled_for(clip, piece)?;
    let mesh = mesh.map(|mesh| match piece.unit {
        LengthUnit::Metre => mesh.clone(),
        unit => mesh.clone().scaled(1.0 / unit.metres()),
    });
    let take = FbxTake {
        name: piece.stem(),
        clip: scaled.as_ref().unwrap_or(clip),
    };
    write_fbx(&[take], mesh.as_ref()).map_err(|error| DeriveError::NoFbx {
        file: piece.file.clone(),
        error,
    })
}

/// Returns the clip in the unit in which its file will be read; `None` if that is metres.
fn scaled_for(clip: &Clip, piece: &DerivedClip) -> Result<Option<Clip>, DeriveError> {
    match piece.unit {
        LengthUnit::Metre => Ok(None),
        unit => {
            let scaled = clip.scaled(1.0 / unit.metres());
            scaled.map(Some).map_err(|_| too_large(piece))
        }
    }
}
