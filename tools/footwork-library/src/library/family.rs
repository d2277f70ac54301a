//! Decides how the clips of one skeleton are read: their length unit and their travelling joint.
//!
//! A single clip may show crawling, or no motion at all. So the decision uses all clips of a skeleton, and applies to
//! all of them. Skeletons are distinguished by the names and offsets of their joints ([`Evidence::family`]). The
//! decision is made at every opening of a library; the index keeps only the evidence of each clip.
//!
//! | | sources, the first one that applies |
//! |---|---|
//! | the unit | `length_unit` for this clip; what the file states; `length_unit` for other clips of the skeleton, if it is the same for all; the estimate from the size of the body |
//! | the joint | `root` for this clip, if it has that joint; the joint that travels in the clips |

use std::collections::BTreeMap;
use std::sync::Arc;

use footwork_base::{ClipPattern, Id, LengthUnit};
use footwork_clip::{ClipFormat, Evidence, UnitChoice, body_size, travelling_link};
use footwork_sidecar::{Finding, SETTINGS_FILE, Settings, Severity};

use super::opening::Opening;
use crate::clip_entry::ClipEntry;

/// The maximum number of clips that a message names.
const MAX_NAMED: usize = 2;

/// The reading of the clips of one skeleton.
#[derive(Clone, Debug)]
pub struct SkeletonReading {
    /// The number of clips, not counting mirrored twins.
    pub clips: usize,
    /// The number of joints.
    pub joints: usize,
    /// The name of the travelling joint.
    pub root: Arc<str>,
    /// The unit of the files; `None` if they state theirs.
    pub unit: Option<LengthUnit>,
    /// Whether that unit is an estimate.
    pub is_estimated: bool,
    /// The size of the body in metres.
    pub size_m: f64,
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

/// Decides on the unit and the travelling joint of every clip.
pub(super) fn decide(entries: &mut [ClipEntry], settings: &Settings, opening: &mut Opening) {
    let families = families(entries);
    let mut implausible = Vec::new();
    for family in &families {
        choose_units(entries, family, settings);
        for &clip in &family.clips {
            choose_root(&mut entries[clip], family.link, settings, opening);
            let entry = &mut entries[clip];
            let is_given = given_unit(settings, entry.file_name()).is_some();
            let unit = entry.unit.unwrap_or(LengthUnit::Metre);
            entry.size_m = family.size * unit.metres();
            entry.link = family.link;
            if !is_given && !UnitChoice::is_plausible(entry.size_m) {
                implausible.push(clip);
            }
        }
    }
    opening
        .news
        .extend(implausible_sizes(entries, &implausible));
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
    let estimated = of_others.unwrap_or_else(|| UnitChoice::from_size(family.size));
    for &clip in &family.clips {
        let own = given(entries, clip);
        let entry = &mut entries[clip];
        (entry.unit, entry.estimated_unit) = match (own, family.states_unit) {
            (Some(unit), _) => (Some(unit), None),
            (None, true) => (None, None),
            (None, false) => (Some(estimated.unit), Some(estimated.clone())),
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

/// Returns a warning for each kind of file whose bodies have an implausible size, with the setting that corrects it.
fn implausible_sizes(entries: &[ClipEntry], clips: &[usize]) -> Vec<Finding> {
    let mut kinds: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
    for &clip in clips {
        let entry = &entries[clip];
        let better = match entry.unit {
            None => UnitChoice::instead_of_metres(entry.size_m),
            Some(_) => None,
        };
        let better = better.map_or(String::new(), |unit| unit.to_string());
        let kind = (extension(entry.file_name()).to_owned(), better);
        kinds.entry(kind).or_default().push(clip);
    }
    let finding = |((extension, better), clips): ((String, String), Vec<usize>)| {
        let first = &entries[*clips.first()?];
        let more = match clips.len() - 1 {
            0 => String::new(),
            1 => ", as does that of 1 more clip".to_owned(),
            more => format!(", as do those of {more} more clips"),
        };
        let size = first.size_m;
        let pattern = pattern_of(entries, &clips, &extension);
        let message = match better.parse::<LengthUnit>() {
            Ok(unit) => format!(
                "posed, the body measures {size:.2} m by the unit that the file states{more}, which is not the size of a person; \
                 `length_unit = {{ {pattern:?} = {} }}` in footwork.toml would make it {:.2} m, and \
                 `{{ {pattern:?} = \"m\" }}` keeps it",
                quoted(unit),
                size * unit.metres()
            ),
            Err(_) => format!(
                "posed, the body measures {size:.4} m in the nearest known unit{more}, which is not the size of a person; give \
                 `length_unit = {{ {pattern:?} = … }}` in footwork.toml"
            ),
        };
        Some(Finding {
            severity: Severity::Warning,
            file: first.name.clone(),
            position: None,
            code: "implausible-size",
            message,
        })
    };
    kinds.into_iter().filter_map(finding).collect()
}

/// Returns a unit as a value in TOML.
fn quoted(unit: LengthUnit) -> String {
    match unit {
        LengthUnit::Custom(metres) => metres.to_string(),
        named => format!("\"{named}\""),
    }
}

/// Returns the shortest pattern that matches the files of the clips and no other of the same extension: all files, or
/// those below the folder of the first clip. If neither fits, returns the file of the first clip.
fn pattern_of(entries: &[ClipEntry], clips: &[usize], extension: &str) -> String {
    let files: Vec<&str> = clips
        .iter()
        .map(|&clip| entries[clip].file_name())
        .collect();
    let first = files.first().copied().unwrap_or_default();
    let folder = first.rsplit_once('/').map_or("", |(folder, _)| folder);
    let all = format!("**.{extension}");
    let below = format!("{folder}/**.{extension}");
    let fits = |pattern: &String| {
        let matcher = ClipPattern::new(pattern);
        entries.iter().all(|entry| {
            let file = entry.file_name();
            let is_like_it = file.ends_with(&format!(".{extension}"));
            !is_like_it || matcher.matches(file) == files.contains(&file)
        })
    };
    [all, below]
        .into_iter()
        .find(fits)
        .unwrap_or_else(|| first.to_owned())
}

fn extension(file: &str) -> &str {
    file.rsplit_once('.').map_or("", |(_, extension)| extension)
}

/// Returns the clips of each skeleton, grouped by their readings, without mirrored twins.
fn readings<'a>(clips: impl Iterator<Item = &'a ClipEntry>) -> Vec<Vec<&'a ClipEntry>> {
    let mut readings: Vec<Vec<&ClipEntry>> = Vec::new();
    let mut places = BTreeMap::new();
    for entry in clips.filter(|entry| entry.mirror_of.is_none()) {
        let unit = entry.unit.map(|unit| unit.to_string());
        let key = (
            entry.evidence.family,
            unit,
            entry.estimated_unit.is_some(),
            &entry.root,
        );
        let place = *places.entry(key).or_insert(readings.len());
        match readings.get_mut(place) {
            Some(reading) => reading.push(entry),
            None => readings.push(vec![entry]),
        }
    }
    readings
}

/// Returns the reading of each skeleton's clips, in the order of their first clips.
pub(super) fn skeletons<'a>(clips: impl Iterator<Item = &'a ClipEntry>) -> Vec<SkeletonReading> {
    let reading = |clips: &Vec<&ClipEntry>| {
        let first = clips.first()?;
        Some(SkeletonReading {
            clips: clips.len(),
            joints: first.skeleton.joints.len(),
            root: Arc::clone(&first.root),
            unit: first.unit,
            is_estimated: first.estimated_unit.is_some(),
            size_m: first.size_m,
        })
    };
    readings(clips).iter().filter_map(reading).collect()
}

/// Returns notes about the skeletons with an estimated unit, and about the skeletons without a clip that travels or with
/// clips that step in place.
pub(super) fn assumptions<'a>(
    clips: impl Iterator<Item = &'a ClipEntry>,
    settings: &Settings,
) -> Vec<Finding> {
    let given = if settings.length_units.is_empty() {
        "no `length_unit` is given"
    } else {
        "no pattern of `length_unit` matches"
    };
    let readings = readings(clips);
    let units = readings
        .iter()
        .filter_map(|clips| estimated_unit(clips, given));
    let roots = readings.iter().filter_map(|clips| still_root(clips));
    units.chain(roots).collect()
}

fn estimated_unit(clips: &[&ClipEntry], given: &str) -> Option<Finding> {
    let first = clips.first()?;
    let UnitChoice { unit, explanation } = first.estimated_unit.as_ref()?;
    let counted = match clips.len() {
        1 => "1 clip".to_owned(),
        count => format!("{count} clips of one skeleton"),
    };
    Some(Finding {
        severity: Severity::Note,
        file: SETTINGS_FILE.to_owned(),
        position: None,
        code: "length-unit",
        message: format!(
            "{given}, and `{unit}` is estimated for {counted} ({}: {explanation})",
            first.name
        ),
    })
}

/// Returns a note if no clip of a skeleton travels, or if some clips step in place.
fn still_root(clips: &[&ClipEntry]) -> Option<Finding> {
    let first = clips.first().filter(|entry| entry.size_m > 0.0)?;
    if clips.iter().all(|entry| entry.frames < 2) {
        // Single poses never travel.
        return None;
    }
    let stays = |entry: &&&ClipEntry| entry.evidence.stays(entry.link);
    let walks = |entry: &&&ClipEntry| stays(entry) && entry.evidence.has_gait(entry.link);
    let in_place: Vec<&str> = clips
        .iter()
        .filter(walks)
        .map(|entry| entry.name.as_str())
        .collect();
    let root = &first.root;
    let gait = match in_place.as_slice() {
        [] => None,
        [one] => Some(format!("{one} steps in place")),
        all => {
            let named = all.get(..MAX_NAMED.min(all.len()))?.join(", ");
            let more = if all.len() > MAX_NAMED { ", …" } else { "" };
            Some(format!("{} clips step in place ({named}{more})", all.len()))
        }
    };
    let message = match (clips.iter().filter(stays).count() == clips.len(), gait) {
        (true, None) => match clips.len() {
            1 => format!("no joint travels: {root} stays in place, and `speed` is about 0"),
            count => format!(
                "no joint travels in any of the {count} clips of this skeleton: {root} stays in place, and `speed` is \
                 about 0"
            ),
        },
        (_, Some(gait)) => format!(
            "{gait}: {root} does not travel, so `speed` is about 0; `gait_speed` reads the speed from the feet"
        ),
        (false, None) => return None,
    };
    Some(Finding {
        severity: Severity::Note,
        file: in_place
            .first()
            .map_or_else(|| first.name.clone(), |name| (*name).to_owned()),
        position: None,
        code: "still-root",
        message,
    })
}
