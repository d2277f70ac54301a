//! Decides how each clip is read: its up axis, its length unit and its travelling joint.
//!
//! A single clip may show crawling, or no motion at all. So if a clip alone shows too little, the choice depends on all
//! clips of its skeleton. Skeletons are distinguished by the names and offsets of their joints ([`Evidence::family`]),
//! so the same rig in centimetres and in millimetres counts as two. The choice is made at every opening of a library;
//! the index keeps only the evidence of each clip.
//!
//! | | sources, the first one that applies |
//! |---|---|
//! | the up axis | `up` for this clip; what the clip shows clearly; what a clear majority of the clips with these joints show; what the clip shows; +y |
//! | the unit | `length_unit` for this clip; what the file states; `length_unit` for other clips of the skeleton, if it is the same for all; the estimate from the size of the body |
//! | the joint | `root` for this clip, if it has that joint; the joint that travels in the clips |

mod advice;
mod bodies;
mod notes;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use footwork_base::{Id, LengthUnit, UpAxis};
use footwork_clip::{ClipFormat, Evidence, UnitChoice, body_size, travelling_link};
use footwork_sidecar::{Finding, Settings, Severity};

use super::opening::Opening;
use crate::clip_entry::{ClipEntry, Implausible};
use crate::skeleton_family::SkeletonFamily;
pub use bodies::skeleton_lines;
pub(super) use notes::{assumptions, skeletons};

/// The range of sizes, in metres, of bodies that may or may not be people. A BVH file needs a setting if its body is
/// outside this range in every known unit.
const SIZES_M: RangeInclusive<f64> = 0.5..=3.0;

/// The maximum ratio, in either direction, of a body's size in one clip to its size in all clips of the skeleton. Above
/// this ratio, the size of that clip alone counts.
const OTHER_SIZE: f64 = 3.0;

/// How the clips of one skeleton are read.
#[derive(Clone, Debug)]
pub struct SkeletonReading {
    /// The number of clips, not counting mirrored twins.
    pub clips: usize,
    /// The number of joints.
    pub joints: usize,
    /// The name of the travelling joint.
    pub root: Arc<str>,
    /// The unit of the files; `None` if the unit that they state is used.
    pub unit: Option<LengthUnit>,
    /// Whether `unit` is an estimate.
    pub is_estimated: bool,
    /// The size of the body in metres.
    pub size_m: f64,
    /// The axis of the files that points up.
    pub up: UpAxis,
    /// Whether the body is a person's; `None` if the roles of its joints do not show it.
    pub is_person: Option<bool>,
    /// The names, parents and roles of the joints. Skeletons of the same rig in several sizes share this value.
    pub rig: Arc<SkeletonFamily>,
}

/// The clips of one skeleton, by their index among all clips.
struct Family {
    clips: Vec<usize>,
    states_unit: bool,
    link: usize,
    /// The size of the body in the unit of the files.
    size: f64,
}

/// Returns whether the format of a file states its length unit.
pub(super) fn states_unit(file: &str) -> bool {
    !matches!(ClipFormat::detect(file, b""), Some(ClipFormat::Bvh))
}

/// Returns the unit that the settings give to a file.
pub(super) fn given_unit(settings: &Settings, file: &str) -> Option<LengthUnit> {
    if states_unit(file) {
        settings.unit_instead_of_stated(file)
    } else {
        settings.length_unit(file)
    }
}

/// Decides on the up axis, the unit and the travelling joint of every clip.
pub(super) fn decide(entries: &mut [ClipEntry], settings: &Settings, opening: &mut Opening) {
    let people = people(entries);
    for entry in entries.iter_mut() {
        entry.is_person = people.get(&entry.skeleton).copied();
    }
    choose_ups(entries, settings);
    for family in &families(entries) {
        choose_units(entries, family, settings);
        for &clip in &family.clips {
            choose_root(&mut entries[clip], family.link, settings, opening);
            let entry = &mut entries[clip];
            let unit = entry.unit.unwrap_or(LengthUnit::Metre);
            entry.size_m = family.size_of(&entry.evidence) * unit.metres();
            entry.link = family.link;
        }
    }
    for entry in entries.iter_mut() {
        let is_given = given_unit(settings, entry.file_name()).is_some();
        // A stated unit may suit a body of any size; only a person's size can show that it is wrong.
        let is_wrong = match entry.is_person {
            Some(is_person) => is_person && !UnitChoice::is_plausible(entry.size_m),
            None => entry.unit.is_some() && entry.size_m > 0.0 && !SIZES_M.contains(&entry.size_m),
        };
        if entry.implausible.is_none() && !is_given && is_wrong {
            entry.implausible = Some(Implausible::Size);
        }
    }
    opening.news.extend(advice::implausible(entries, settings));
}

/// For each axis of [`UpAxis::ALL`], the number of clips of a rig that show this axis by themselves.
#[derive(Clone, Copy, Default)]
struct Votes([usize; 6]);

impl Votes {
    /// Returns the [majority](Self::majority); `None` if the majority is `own` and only one clip shows it.
    fn majority_beside(self, own: Option<UpAxis>) -> Option<UpAxis> {
        let mut votes = self.0.iter().zip(UpAxis::ALL);
        let is_lone = votes.any(|(&votes, up)| votes == 1 && own == Some(up));
        self.majority().filter(|up| !(is_lone && own == Some(*up)))
    }

    /// Returns the axis shown by at least twice as many clips as all other axes together.
    fn majority(self) -> Option<UpAxis> {
        let all: usize = self.0.iter().sum();
        let is_clear = |votes: usize| votes > 0 && votes >= 2 * (all - votes);
        let won = self.0.iter().position(|&votes| is_clear(votes));
        won.and_then(|at| UpAxis::ALL.get(at).copied())
    }
}

/// Chooses the up axis of every clip. A clip whose body stands along another axis than +y is implausible unless its
/// format states that +y is up, the settings give its axis, the clip shows its axis by itself, or other clips with its
/// joints show an axis. Clips of formats that state +y up vote separately.
///
/// An animal's head may be in front of its feet, so a single clip of an animal shows no up axis, and its up axis is
/// never implausible.
fn choose_ups(entries: &mut [ClipEntry], settings: &Settings) {
    let mut shown: BTreeMap<(Arc<SkeletonFamily>, bool), Votes> = BTreeMap::new();
    let rig = |entry: &ClipEntry| (Arc::clone(&entry.skeleton), entry.evidence.stance.states_y);
    for entry in entries.iter() {
        let votes = shown.entry(rig(entry)).or_default();
        let vote = entry.evidence.stance.certain_up();
        for (count, up) in votes.0.iter_mut().zip(UpAxis::ALL) {
            *count += usize::from(vote == Some(up));
        }
    }
    for entry in entries.iter_mut() {
        let stance = entry.evidence.stance;
        let given = settings.up(entry.file_name());
        let votes = shown.get(&rig(entry)).copied().unwrap_or_default();
        let is_animal = entry.is_person == Some(false);
        let known = if is_animal {
            given.or(votes.majority_beside(stance.certain_up()))
        } else {
            let clear = given.or(stance.clear_up());
            clear.or(votes.majority()).or(stance.certain_up())
        };
        entry.up = known.unwrap_or_default();
        let lies = stance.along.is_some_and(|along| along != UpAxis::Y);
        if !is_animal && !stance.states_y && known.is_none() && lies {
            entry.implausible = Some(Implausible::Up);
        }
        let evidence = Evidence::clone(&entry.evidence);
        entry.evidence = Arc::new(evidence.with_up(entry.up));
    }
}

/// Returns, for each rig whose clips show it, whether the rig is a person's.
fn people(entries: &[ClipEntry]) -> BTreeMap<Arc<SkeletonFamily>, bool> {
    let mut people: BTreeMap<Arc<SkeletonFamily>, bool> = BTreeMap::new();
    for entry in entries {
        if let Some(is_person) = entry.evidence.stance.is_person {
            *people.entry(Arc::clone(&entry.skeleton)).or_default() |= is_person;
        }
    }
    people
}

impl Family {
    /// Returns the size of the body in a clip, in the unit of its file: the size in all clips of the skeleton, unless
    /// this clip's body is so much larger or smaller that the clip must be in another unit.
    fn size_of(&self, clip: &Evidence) -> f64 {
        let own = body_size(&[clip], self.link);
        let ratio = own / self.size;
        if ratio > OTHER_SIZE || (ratio > 0.0 && ratio < 1.0 / OTHER_SIZE) {
            own
        } else {
            self.size
        }
    }
}

/// Returns the families in the order of their first clips.
fn families(entries: &[ClipEntry]) -> Vec<Family> {
    let mut by_key: BTreeMap<(u64, bool), Vec<usize>> = BTreeMap::new();
    for (clip, entry) in entries.iter().enumerate() {
        let key = (entry.evidence.family, states_unit(entry.file_name()));
        by_key.entry(key).or_default().push(clip);
    }
    let mut families: Vec<Family> = by_key
        .into_iter()
        .map(|((_, states_unit), clips)| {
            let evidence: Vec<&Evidence> =
                clips.iter().map(|&clip| &*entries[clip].evidence).collect();
            let link = travelling_link(&evidence);
            Family {
                states_unit,
                link,
                size: body_size(&evidence, link),
                clips,
            }
        })
        .collect();
    families.sort_by_key(|family| family.clips.first().copied());
    families
}

fn choose_units(entries: &mut [ClipEntry], family: &Family, settings: &Settings) {
    let given =
        |entries: &[ClipEntry], clip: usize| given_unit(settings, entries[clip].file_name());
    let others: Vec<(usize, LengthUnit)> = family
        .clips
        .iter()
        .filter_map(|&clip| Some((clip, given(entries, clip)?)))
        .collect();
    let of_others = match others.first() {
        Some(&(clip, unit)) if others.iter().all(|(_, other)| *other == unit) => Some(UnitChoice {
            unit,
            explanation: format!("{} has the same skeleton and this unit", entries[clip].name),
        }),
        _ => None,
    };
    for &clip in &family.clips {
        let own = given(entries, clip);
        let entry = &mut entries[clip];
        let size = family.size_of(&entry.evidence);
        let estimated = of_others.clone();
        let estimated = estimated.unwrap_or_else(|| UnitChoice::from_size(size));
        (entry.unit, entry.estimated_unit) = match (own, family.states_unit) {
            (Some(unit), _) => (Some(unit), None),
            (None, true) => (None, None),
            (None, false) => (Some(estimated.unit), Some(estimated)),
        };
    }
}

fn choose_root(entry: &mut ClipEntry, link: usize, settings: &Settings, opening: &mut Opening) {
    let found = entry.evidence.joint(link);
    let found = entry
        .skeleton
        .joints
        .get(found.index())
        .map_or("", String::as_str);
    let named = settings.root(&entry.name);
    let known = named.and_then(|name| entry.skeleton.find(name));
    if let (Some(name), None) = (named, known) {
        opening.news.push(Finding {
            severity: Severity::Warning,
            file: entry.name.clone(),
            position: None,
            code: "no-such-root",
            message: format!(
                "`root` in footwork.toml names the joint {name}, which the clip lacks; {found} is used instead, because of its motion"
            ),
        });
    }
    entry.root = Arc::from(known.unwrap_or(found));
}
