//! `footwork info LIB --joints`: shows the joint of each role in each skeleton.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use footwork::base::{ClipPattern, Id};
use footwork_clip::{
    ClipFormat, FolderFiles, JointId, Limits, ReadOptions, RoleOutcome, RoleSource, read_clips,
};
use footwork_library::{Library, SkeletonFamily};
use footwork_store::read_bounded;
use serde::Serialize;

use crate::failure::{Failure, is_system_fault};
use crate::output::{Done, Speech};
use crate::table::{Table, cells, count};

/// The largest number of joints without a role that the text output lists.
const MAX_OTHERS: usize = 12;

#[derive(Serialize)]
struct Joints<'a> {
    skeletons: &'a [SkeletonInfo],
}

#[derive(Serialize)]
struct SkeletonInfo {
    clips: Vec<String>,
    joints: usize,
    roles: Vec<RoleInfo>,
    /// The joints without a role.
    others: Vec<String>,
}

#[derive(Serialize)]
struct RoleInfo {
    role: &'static str,
    joint: Option<String>,
    source: Option<&'static str>,
    convention: Option<String>,
    /// Why no joint has the role.
    reason: Option<String>,
    /// A joint whose name is the role's name, but that does not have the role. In queries, the name means this joint.
    means: Option<String>,
    /// The joints of a foot. On each frame, the lowest of them gives the role's `height`.
    height_of: Option<Vec<String>>,
}

/// Prints the joints of each role for the skeletons of a library.
pub(super) fn of_library(
    library: &Library,
    clips: Option<&str>,
    speech: Speech,
) -> Result<Done, Failure> {
    let pattern = clips.map(ClipPattern::new);
    let mut families: BTreeMap<&Arc<SkeletonFamily>, Vec<String>> = BTreeMap::new();
    for (_, entry) in library.originals() {
        if pattern.as_ref().is_none_or(|p| p.matches(&entry.name)) {
            let clips = families.entry(&entry.skeleton).or_default();
            clips.push(entry.name.clone());
        }
    }
    if let (Some(glob), true) = (clips, families.is_empty()) {
        speech.no_clip_matches(glob, library.clips().values().map(|c| c.name.as_str()));
    }
    let families = families.into_iter();
    print(
        families
            .map(|(family, clips)| skeleton(family, clips))
            .collect(),
        speech,
    )
}

/// Prints the joints of each role for a clip file; `None` if the file is not a clip.
pub(super) fn of_file(path: &Path, speech: Speech) -> Option<Result<Done, Failure>> {
    // A folder is a library; it is not read as a file, whose faults end with another exit code.
    if path.is_dir() {
        return None;
    }
    let name = path.file_name()?.to_string_lossy().into_owned();
    let limits = Limits::default();
    let bytes = match read_bounded(path, limits.bytes) {
        Err(error) if is_system_fault(&error) => {
            let message = format!("{}: {error}", path.display());
            return Some(Err(Failure::plain("unreadable", message)));
        }
        read => read.ok()??,
    };
    ClipFormat::detect(&name, &bytes)?;
    let options = ReadOptions {
        files: &FolderFiles::containing(path),
        limits,
        ..ReadOptions::default()
    };
    let loaded = match read_clips(&name, &bytes, &options) {
        Ok(loaded) => loaded,
        Err(error) => return Some(Err(Failure::in_clip(&name, path, &error))),
    };
    let mut families: BTreeMap<SkeletonFamily, Vec<String>> = BTreeMap::new();
    for loaded in &loaded.clips {
        let clip = match &loaded.animation {
            Some(animation) => format!("{name}#{animation}"),
            None => name.clone(),
        };
        let family = SkeletonFamily::from_clip(&loaded.clip);
        families.entry(family).or_default().push(clip);
    }
    let families = families.iter();
    let skeletons = families.map(|(family, clips)| skeleton(family, clips.clone()));
    Some(print(skeletons.collect(), speech))
}

fn skeleton(family: &SkeletonFamily, clips: Vec<String>) -> SkeletonInfo {
    let name = |joint: JointId| family.joints.get(joint.index()).cloned();
    let roles = family.roles.iter().map(|(role, outcome)| {
        let (joint, source, convention, reason) = match outcome {
            RoleOutcome::Missing(reason) => (None, None, None, Some(reason.clone())),
            RoleOutcome::Joint { joint, source } => match source {
                RoleSource::Settings => (name(*joint), Some("settings"), None, None),
                RoleSource::Names(by) => (name(*joint), Some("name"), Some(by.to_string()), None),
                RoleSource::Shape => (name(*joint), Some("shape"), None, None),
            },
        };
        let is_joint = family.joints.iter().any(|joint| joint == role.name());
        let means = is_joint.then(|| role.name().to_owned());
        let means = means.filter(|means| joint.as_ref() != Some(means));
        let joints = family.joints.iter().map(String::as_str);
        let sole = family
            .roles
            .sole(role, joints.zip(family.parents.iter().copied()));
        let sole: Vec<String> = sole.into_iter().filter_map(name).collect();
        RoleInfo {
            role: role.name(),
            height_of: (means.is_none() && !sole.is_empty()).then_some(sole),
            means,
            joint,
            source,
            convention,
            reason,
        }
    });
    let others = family.joints.iter().enumerate().filter(|(index, _)| {
        let joint = JointId::from_index(*index);
        joint.is_some_and(|joint| family.roles.role(joint).is_none())
    });
    SkeletonInfo {
        clips,
        joints: family.joints.len(),
        roles: roles.collect(),
        others: others.map(|(_, name)| name.clone()).collect(),
    }
}

/// Prints skeletons. The skeleton with the most clips comes first.
fn print(mut skeletons: Vec<SkeletonInfo>, speech: Speech) -> Result<Done, Failure> {
    skeletons.sort_by(|a, b| {
        b.clips
            .len()
            .cmp(&a.clips.len())
            .then(a.clips.cmp(&b.clips))
    });
    let csv = || {
        let mut table = Table::new(["clip", "role", "joint", "source", "convention"]);
        for skeleton in &skeletons {
            for clip in &skeleton.clips {
                for role in &skeleton.roles {
                    table.row(cells![
                        clip.as_str(),
                        role.role,
                        role.joint.as_deref(),
                        role.source,
                        role.convention.as_deref(),
                    ]);
                }
            }
        }
        table.csv()
    };
    let text = || {
        let parts: Vec<String> = skeletons.iter().map(to_text).collect();
        parts.join("\n")
    };
    let answer = Joints {
        skeletons: &skeletons,
    };
    speech.answer(&answer, csv, text)
}

fn to_text(skeleton: &SkeletonInfo) -> String {
    let clips = match skeleton.clips.as_slice() {
        [only] => only.clone(),
        [first, rest @ ..] => format!("{first} and {}", count(rest.len(), "more clip")),
        [] => String::new(),
    };
    let mut text = format!("{clips}: {}\n", count(skeleton.joints, "joint"));
    let mut table = Table::new(["role", "joint", "found by"]);
    for role in &skeleton.roles {
        let by = match (&role.source, &role.convention, &role.reason) {
            (Some(source), Some(convention), _) => format!("{source} ({convention})"),
            (Some(source), None, _) => (*source).to_owned(),
            (None, _, reason) => reason.clone().unwrap_or_default(),
        };
        let by = match &role.means {
            Some(means) => format!("{by}; in queries, the name means the joint {means}"),
            None => by,
        };
        table.row(cells![role.role, role.joint.as_deref().unwrap_or("–"), by]);
    }
    text += &table.headed("  ");
    for role in &skeleton.roles {
        match role.height_of.as_deref() {
            Some([joint]) => {
                text += &format!(
                    "  {}.height is the height of {joint}, which has no joints below it\n",
                    role.role
                )
            }
            Some(joints) => {
                text += &format!(
                    "  {}.height is the height of the lowest of {}\n",
                    role.role,
                    joints.join(", ")
                )
            }
            None => {}
        }
    }
    let shown: Vec<&str> = skeleton
        .others
        .iter()
        .take(MAX_OTHERS)
        .map(String::as_str)
        .collect();
    if !shown.is_empty() {
        let more = skeleton.others.len() - shown.len();
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        text += &format!("  without a role: {}{more}\n", shown.join(", "));
    }
    text
}
