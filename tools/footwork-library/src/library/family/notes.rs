//! Notes on how the clips of each skeleton are read.

use std::collections::BTreeMap;
use std::sync::Arc;

use footwork_base::UpAxis;
use footwork_clip::{UnitChoice, short};
use footwork_sidecar::{Finding, SETTINGS_FILE, Settings, Severity};

use super::SkeletonReading;
use crate::clip_entry::ClipEntry;
use crate::skeleton_family::SkeletonFamily;

/// The maximum number of clips that a message names.
const MAX_NAMED: usize = 2;

/// Returns the clips of each skeleton without mirrored twins, grouped by how they are read.
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
            entry.up,
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
pub(in crate::library) fn skeletons<'a>(
    clips: impl Iterator<Item = &'a ClipEntry>,
) -> Vec<SkeletonReading> {
    let reading = |clips: &Vec<&ClipEntry>| {
        let first = clips.first()?;
        Some(SkeletonReading {
            clips: clips.len(),
            joints: first.skeleton.joints.len(),
            root: Arc::clone(&first.root),
            unit: first.unit,
            is_estimated: first.estimated_unit.is_some(),
            size_m: first.size_m,
            up: first.up,
            is_person: first.is_person,
            rig: Arc::clone(&first.skeleton),
        })
    };
    readings(clips).iter().filter_map(reading).collect()
}

/// Returns a note for each skeleton whose unit was estimated, whose clips were turned upright or stay in place, or
/// whose body is not a person's.
pub(in crate::library) fn assumptions<'a>(
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
    let turned = turned(&readings, settings);
    let others = readings.iter().filter_map(|clips| no_person(clips));
    let roots = readings.iter().filter_map(|clips| still_root(clips));
    let mut notes: Vec<Finding> = turned;
    notes.extend(units.chain(others).chain(roots));
    notes
}

/// Returns a note for each rig and axis whose clips are turned upright because of their motion.
fn turned(readings: &[Vec<&ClipEntry>], settings: &Settings) -> Vec<Finding> {
    let mut kinds: BTreeMap<(&Arc<SkeletonFamily>, UpAxis), Vec<&ClipEntry>> = BTreeMap::new();
    for entry in readings.iter().flatten() {
        if entry.up != UpAxis::Y && settings.up(entry.file_name()).is_none() {
            kinds
                .entry((&entry.skeleton, entry.up))
                .or_default()
                .push(entry);
        }
    }
    let note = |((_, up), clips): ((_, UpAxis), Vec<&ClipEntry>)| {
        let first = clips.first()?;
        let counted = match clips.len() {
            1 => "it is".to_owned(),
            count => format!("{count} clips with these joints are"),
        };
        let upside_down = if up == UpAxis::MinusY {
            ", so the file is upside down"
        } else {
            ""
        };
        Some(Finding {
            severity: Severity::Note,
            file: first.name.clone(),
            position: None,
            code: "up-axis",
            message: format!(
                "the body stands along {up}{upside_down}: {counted} turned; `up` in footwork.toml gives another axis"
            ),
        })
    };
    kinds.into_iter().filter_map(note).collect()
}

/// Returns a note for a skeleton that is not known to be a person's and whose body does not have the size of a person.
fn no_person(clips: &[&ClipEntry]) -> Option<Finding> {
    let first = clips.first()?;
    let is_other = first.unit.is_none() && first.is_person != Some(true)
        || first.is_person == Some(false) && first.estimated_unit.is_some();
    if !is_other || UnitChoice::is_plausible(first.size_m) {
        return None;
    }
    let size = short(first.size_m);
    let by = match first.unit {
        None => "unit as stated by the file".to_owned(),
        Some(unit) => format!("the unit {unit} is a guess"),
    };
    Some(Finding {
        severity: Severity::Note,
        file: first.name.clone(),
        position: None,
        code: "not-a-person",
        message: format!("not a person: {by}, which makes the body {size} m"),
    })
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
        // A skeleton with only single poses gets no note, because single poses never travel.
        return None;
    }
    let stays = |entry: &&&ClipEntry| entry.evidence.stays(entry.link);
    let walks = |entry: &&&ClipEntry| entry.evidence.steps_in_place(entry.link);
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
