//! AMASS archives: `poses` with an axis and angle per joint, `trans`, and `mocap_framerate`.
//!
//! SMPL-X files call the rate `mocap_frame_rate`. Some files hold the poses in parts: `root_orient`, `pose_body`,
//! `pose_hand`.

use footwork_base::FrameRate;
use glam::{DQuat, DVec3};

use super::body::{Model, STATURE_M};
use super::{SmplClip, Take, check_bytes, check_frames, fail, numpy};
use crate::clip_error::ClipError;
use crate::finding::Finding;
use crate::gaps;
use crate::limits::Limits;
use crate::number::{to_f32, to_u32};
use crate::numpy::{Archive, Array, is_archive, names_entry};
use crate::unit_quaternion::NO_ROTATION;

/// The rate of an archive that states none, in frames per second.
const DEFAULT_RATE: u64 = 30;

/// Whether a file is an archive with the poses and the path of a body, or the beginning of such an archive.
pub(crate) fn is_amass(bytes: &[u8]) -> bool {
    is_archive(bytes)
        && match Archive::parse(bytes) {
            Ok(archive) => {
                archive.has("trans") && ["poses", "pose_body"].iter().any(|name| archive.has(name))
            }
            // A truncated archive lacks its directory, which is at the end, but each entry repeats its name.
            Err(_) => ["trans", "poses", "pose_body"]
                .iter()
                .any(|name| names_entry(bytes, name)),
        }
}

/// Reads an archive.
pub(crate) fn read_amass(bytes: &[u8], limits: &Limits) -> Result<SmplClip, ClipError> {
    check_bytes(bytes, limits)?;
    let archive = Archive::parse(bytes).map_err(numpy)?;
    let poses = poses(&archive, limits)?;
    let trans = table(&archive, "trans", limits)?
        .ok_or_else(|| fail("missing", "the archive has no trans"))?;
    let (&[frames, columns], [rows, 3]) =
        (&[poses.rows, poses.columns], [trans.rows, trans.columns])
    else {
        let message = format!("trans has {} columns, and 3 are needed", trans.columns);
        return Err(fail("shape", message));
    };
    if frames != rows {
        let message = format!("poses has {frames} rows, and trans has {rows}");
        return Err(fail("shape", message));
    }
    let model = Model::with_joints(columns / 3).filter(|_| columns % 3 == 0).ok_or_else(|| {
        let message = format!(
            "poses has {columns} columns, and 66, 72 (SMPL), 156 (SMPL-H) or 165 (SMPL-X) are read"
        );
        fail("shape", message)
    })?;
    check_frames(frames, model.joints() + 1, limits)?;
    let mut findings = vec![Finding {
        code: "estimated-body",
        position: None,
        message: format!(
            "the file has no bones; they are estimated as those of an average person, {STATURE_M} m tall"
        ),
    }];
    let rate = rate(&archive, &mut findings)?;
    let mut values = joined(&poses, &trans);
    let width = columns + 3;
    let is_bad = |row: &[f64]| !row.iter().all(|value| value.is_finite());
    let bad = values
        .chunks_exact(width)
        .zip(0u32..)
        .filter(|(row, _)| is_bad(row));
    let bad: Vec<u32> = bad.map(|(_, frame)| frame).collect();
    if 2 * bad.len() >= frames {
        let message = format!(
            "{} of {frames} frames have numbers that are not finite",
            bad.len()
        );
        return Err(fail("not-finite", message));
    }
    let gaps = gaps::runs(&bad);
    gaps::mend(&mut values, width, &gaps, |_| None);
    findings.extend(gaps::findings(&gaps, rate, None, "numbers are not finite"));
    let mut root_positions = Vec::with_capacity(frames);
    let mut rotations = Vec::with_capacity(frames * (model.joints() + 1));
    for row in values.chunks_exact(width) {
        let (turns, place) = row.split_at(columns);
        root_positions.push([place[0], place[1], place[2]]);
        rotations.extend(turns.chunks_exact(3).map(rotation));
        // The joint at the top of the head does not rotate.
        rotations.push(NO_ROTATION);
    }
    let skeleton = model.skeleton().map_err(crate::clip_error::shape)?;
    let take = Take {
        skeleton,
        rate,
        root_positions,
        rotations,
    };
    Ok(SmplClip {
        clip: take.into_clip()?,
        findings,
        invalid: gaps::invalid(&gaps, rate),
    })
}

/// Returns the rotation about `axis` by an angle in radians that equals the length of `axis`.
fn rotation(axis: &[f64]) -> [f32; 4] {
    let axis = DVec3::new(axis[0], axis[1], axis[2]);
    let angle = axis.length();
    if angle < 1e-12 {
        return NO_ROTATION;
    }
    let (sin, cos) = libm::sincos(angle / 2.0);
    let turn = axis * (sin / angle);
    DQuat::from_xyzw(turn.x, turn.y, turn.z, cos)
        .to_array()
        .map(to_f32)
}

/// An array of two axes.
struct Table {
    rows: usize,
    columns: usize,
    values: Vec<f64>,
}

fn table(archive: &Archive<'_>, name: &str, limits: &Limits) -> Result<Option<Table>, ClipError> {
    let Some(array) = archive.array(name, limits.values).map_err(numpy)? else {
        return Ok(None);
    };
    let (rows, columns) = match array.shape.as_slice() {
        [rows, rest @ ..] if !rest.is_empty() => {
            let columns = rest
                .iter()
                .try_fold(1usize, |all, &length| all.checked_mul(length));
            let columns = columns.filter(|&columns| columns <= limits.values);
            let too_many = || fail("shape", format!("{name} has too many columns"));
            (*rows, columns.ok_or_else(too_many)?)
        }
        _ => return Err(fail("shape", format!("{name} has one axis, and needs two"))),
    };
    Ok(Some(Table {
        rows,
        columns,
        values: array.values,
    }))
}

/// Returns the axes and angles of all joints, one row per frame.
fn poses(archive: &Archive<'_>, limits: &Limits) -> Result<Table, ClipError> {
    if let Some(poses) = table(archive, "poses", limits)? {
        return Ok(poses);
    }
    let part = |name| table(archive, name, limits);
    let missing = |name: &str| fail("missing", format!("the archive has no {name}"));
    let root = part("root_orient")?.ok_or_else(|| missing("root_orient"))?;
    let body = part("pose_body")?.ok_or_else(|| missing("pose_body"))?;
    if root.rows != body.rows {
        let message = format!(
            "root_orient has {} rows, and pose_body has {}",
            root.rows, body.rows
        );
        return Err(fail("shape", message));
    }
    Ok(Table {
        values: joined(&root, &body),
        rows: root.rows,
        columns: root.columns.saturating_add(body.columns),
    })
}

/// Returns the rows of one table, each followed by the same row of another table.
fn joined(first: &Table, second: &Table) -> Vec<f64> {
    let mut values = Vec::with_capacity(first.values.len() + second.values.len());
    let others = second.values.chunks_exact(second.columns.max(1));
    for (row, other) in first.values.chunks_exact(first.columns.max(1)).zip(others) {
        values.extend(row.iter().chain(other));
    }
    values
}

fn rate(archive: &Archive<'_>, findings: &mut Vec<Finding>) -> Result<FrameRate, ClipError> {
    for name in ["mocap_framerate", "mocap_frame_rate"] {
        let Some(Array { values, .. }) = archive.array(name, 1).map_err(numpy)? else {
            continue;
        };
        let stated = values.first().copied().unwrap_or(f64::NAN);
        return rate_of(stated).ok_or_else(|| {
            fail(
                "rate",
                format!("{name} is {stated}, and not a number of frames per second"),
            )
        });
    }
    findings.push(Finding {
        code: "no-rate",
        position: None,
        message: format!("the archive states no frame rate; {DEFAULT_RATE} is used"),
    });
    Ok(FrameRate::whole(DEFAULT_RATE).unwrap_or(FrameRate::ONE))
}

/// Returns the frame rate nearest to a stated number: a whole rate, a video rate such as 59.94, or the nearest
/// thousandth. `None` if the number is not a rate.
fn rate_of(stated: f64) -> Option<FrameRate> {
    if !(stated.is_finite() && (0.001..=1e6).contains(&stated)) {
        return None;
    }
    let whole = stated.round();
    let video = (stated * 1.001).round();
    let near = |rate: f64| (rate - stated).abs() < 1e-3;
    if near(whole) && whole >= 1.0 {
        FrameRate::whole(u64::from(to_u32(whole)))
    } else if (video / 1.001 - stated).abs() < 6e-3 && video >= 1.0 {
        FrameRate::new(u64::from(to_u32(video)) * 1000, 1001)
    } else {
        FrameRate::new(u64::from(to_u32((stated * 1000.0).round())), 1000)
    }
}
