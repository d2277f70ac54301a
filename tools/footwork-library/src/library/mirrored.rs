//! Mirrored twins: with `mirror = true`, the library has a second version of every clip, with left and right swapped.
//!
//! The twin of `walk.bvh` has the name `walk.bvh~mirrored`, but no file. Its motion is
//! [`Clip::mirrored`](footwork_clip::Clip::mirrored). Its tags and events are on the same frames, renamed to the
//! opposite side by [`NamePairs`]. It changes with its original and cannot be edited itself. A clip whose joints are
//! not in pairs has no twin, and a finding says so.

use footwork_clip::{Clip, JointPairs};
use footwork_sidecar::{Finding, Line, NamePairs, Settings, Severity, Sidecar, TagSpan};
use footwork_tags::{ClipId, DatabaseError};

use super::Library;
use super::opening::Opening;
use crate::clip_entry::{ClipEntry, MIRRORED_SUFFIX};

/// Returns whether a clip gets a twin. Reports a clip that should have one but whose joints are not in pairs.
pub(super) fn has_twin(
    name: &str,
    clip: &Clip,
    settings: &Settings,
    opening: &mut Opening,
) -> bool {
    if !settings.mirrors(name) {
        return false;
    }
    match JointPairs::from_names_with(clip.skeleton(), &settings.mirror_joints) {
        Ok(_) => true,
        Err(error) => {
            let message = format!(
                "{error}; it gets no mirrored twin (mirror_joints in footwork.toml can name pairs)"
            );
            opening.news.push(finding(name, "no-mirror", message));
            false
        }
    }
}

/// Returns the twins of the clips.
pub(super) fn twins(
    entries: &[ClipEntry],
    settings: &Settings,
    opening: &mut Opening,
) -> Vec<ClipEntry> {
    let mut names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    names.sort_unstable();
    let sides = Sides::from_settings(settings);
    let with_twin = entries.iter().filter(|entry| entry.has_twin);
    let twins = with_twin.filter_map(|original| {
        let name = format!("{}{MIRRORED_SUFFIX}", original.name);
        if names.binary_search(&name.as_str()).is_ok() {
            let message = format!(
                "has the same name as the mirrored twin of {}, which is left out",
                original.name
            );
            opening.news.push(finding(&name, "mirror-name", message));
            return None;
        }
        Some(ClipEntry {
            name,
            mirror_of: Some(original.name.clone()),
            has_twin: false,
            sidecar: original.sidecar.as_ref().map(|s| sides.mirrored(s)),
            embedded: original.embedded.as_ref().map(|s| sides.mirrored(s)),
            ..original.clone()
        })
    });
    twins.collect()
}

/// Returns the tags and events of a clip named for the opposite side, as its mirrored twin has them.
pub fn mirrored_labels(labels: &Sidecar, settings: &Settings) -> Sidecar {
    Sides::from_settings(settings).mirrored(labels)
}

/// The names of tags and events on the opposite side.
struct Sides {
    tags: NamePairs,
    events: NamePairs,
}

impl Sides {
    fn from_settings(settings: &Settings) -> Self {
        Self {
            tags: NamePairs::from_vocabulary(&settings.tags),
            events: NamePairs::from_vocabulary(&settings.events),
        }
    }

    /// Returns the tags and events of a clip's twin.
    fn mirrored(&self, sidecar: &Sidecar) -> Sidecar {
        let mut mirrored = sidecar.clone();
        mirrored.rewrite(|line, lines| {
            lines.push(match line {
                Line::Tag(span) => Line::Tag(TagSpan {
                    name: self.tags.mirrored(&span.name),
                    ..span
                }),
                Line::Not { name, range } => Line::Not {
                    name: self.tags.mirrored(&name),
                    range,
                },
                Line::Event { name, time, data } => Line::Event {
                    name: self.events.mirrored(&name),
                    time,
                    data,
                },
                Line::Kept(kept) => {
                    let tag = self.tags.mirrored(kept.tag());
                    Line::Kept(kept.renamed(tag))
                }
                Line::By(by) => {
                    let tag = self.tags.mirrored(by.tag());
                    Line::By(by.renamed(tag))
                }
                line => line,
            });
        });
        mirrored
    }
}

fn finding(file: &str, code: &'static str, message: String) -> Finding {
    Finding {
        severity: Severity::Warning,
        file: file.to_owned(),
        position: None,
        code,
        message,
    }
}

impl Library {
    /// Returns the original of a mirrored twin; `None` if the clip is not a twin.
    pub fn original(&self, clip: ClipId) -> Option<ClipId> {
        let name = self.clips.get(clip)?.mirror_of.as_deref()?;
        self.database.clip_by_name(name)
    }

    /// Returns the mirrored twin of a clip; `None` if it has none.
    pub fn twin(&self, clip: ClipId) -> Option<ClipId> {
        let entry = self.clips.get(clip).filter(|entry| entry.has_twin)?;
        let name = format!("{}{MIRRORED_SUFFIX}", entry.name);
        let twin = self.database.clip_by_name(&name)?;
        (self.original(twin) == Some(clip)).then_some(twin)
    }

    /// Copies the current content of a clip's sidecar to its twin.
    pub(super) fn refresh_twin(&mut self, clip: ClipId) -> Result<(), DatabaseError> {
        let Some(twin) = self.twin(clip) else {
            return Ok(());
        };
        let sides = Sides::from_settings(&self.settings);
        let entry = &self.clips[clip];
        let sidecar = entry.sidecar.as_ref().map(|s| sides.mirrored(s));
        let embedded = entry.embedded.as_ref().map(|s| sides.mirrored(s));
        self.clips[twin].sidecar = sidecar;
        self.clips[twin].embedded = embedded;
        self.refresh_own(twin)
    }
}
