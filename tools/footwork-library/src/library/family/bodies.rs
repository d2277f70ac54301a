//! One line for each rig: the number of clips and skeletons, the size of the bodies, the unit, and
//! the up axis.

use std::collections::BTreeMap;
use std::sync::Arc;

use footwork_base::{LengthUnit, UpAxis};

use super::SkeletonReading;
use crate::skeleton_family::SkeletonFamily;

/// The clips of one rig with the same unit and up axis.
#[derive(Default)]
struct Body {
    clips: usize,
    skeletons: usize,
    sizes_m: Vec<f64>,
}

/// Returns a line for each rig, unit and up axis, with the most clips first:
/// `102 clips, 1 skeleton, people 1.4–1.5 m, centimetres (estimated), Y up`.
pub fn skeleton_lines(skeletons: &[SkeletonReading]) -> Vec<String> {
    type Key = (Arc<SkeletonFamily>, Option<bool>, String, UpAxis);
    let mut bodies: BTreeMap<Key, Body> = BTreeMap::new();
    for skeleton in skeletons {
        let unit = unit(skeleton);
        let rig = Arc::clone(&skeleton.rig);
        let body = bodies.entry((rig, skeleton.is_person, unit, skeleton.up));
        let body = body.or_default();
        body.clips += skeleton.clips;
        body.skeletons += 1;
        body.sizes_m.push(skeleton.size_m);
    }
    let mut bodies: Vec<_> = bodies.into_iter().collect();
    bodies.sort_by_key(|(_, body)| std::cmp::Reverse(body.clips));
    let line = |((_, is_person, unit, up), body): &(Key, Body)| {
        let kind = match is_person {
            Some(true) => "people",
            Some(false) => "not people,",
            None => "bodies",
        };
        format!(
            "{}, {}, {kind} {}, {unit}, {}",
            count(body.clips, "clip"),
            count(body.skeletons, "skeleton"),
            sizes(&body.sizes_m),
            upwards(*up)
        )
    };
    bodies.iter().map(line).collect()
}

fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

fn sizes(sizes_m: &[f64]) -> String {
    let shown = |size: f64| footwork_clip::short(size);
    let least = sizes_m.iter().copied().fold(f64::INFINITY, f64::min);
    let most = sizes_m.iter().copied().fold(0.0, f64::max);
    match (shown(least), shown(most)) {
        (least, most) if least == most => format!("{most} m"),
        (least, most) => format!("{least}–{most} m"),
    }
}

fn unit(skeleton: &SkeletonReading) -> String {
    let Some(unit) = skeleton.unit else {
        return "unit as stated by the file".to_owned();
    };
    let name = match unit {
        LengthUnit::Metre => "metres".to_owned(),
        LengthUnit::Centimetre => "centimetres".to_owned(),
        LengthUnit::Millimetre => "millimetres".to_owned(),
        LengthUnit::Inch => "inches".to_owned(),
        LengthUnit::Foot => "feet".to_owned(),
        LengthUnit::Cmu => "units of CMU".to_owned(),
        LengthUnit::Custom(metres) => format!("units of {metres} m"),
    };
    if skeleton.is_estimated {
        format!("{name} (estimated)")
    } else {
        name
    }
}

fn upwards(up: UpAxis) -> String {
    match up {
        UpAxis::Y => "Y up".to_owned(),
        other => format!("{} up, turned to Y", other.to_string().to_uppercase()),
    }
}
