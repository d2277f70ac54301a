//! Strikes: the moments at which a foot comes down on the ground.
//!
//! A strike is the start of a contact that contact detection finds. A looping clip is searched as three rounds in a
//! row, and only contacts that start in the middle round count, so that a contact across the seam is found as one
//! contact, exactly once. In a loop that climbs, each round starts at the height where the previous one ended. The
//! speed at the seam is the mean of the speeds before and after it.

use std::collections::BTreeSet;

use footwork_base::Name;
use footwork_clip::{Clip, Foot, JointMeasure, LoadedClip, Motion, Side};
use footwork_events::{Contact, ContactOptions, JointTrack, contacts};
use footwork_sidecar::{Finding, Severity};
use footwork_tags::ClipId;

use super::{Detected, Detection, SAME_EVENT_SECS};
use footwork_library::Library;
use footwork_library::clip_finding;

/// The search covers this many rounds of a loop; only the middle one counts.
const ROUNDS: usize = 3;

/// Returns the strikes of feet in all clips except mirrored twins, as events `Left` and `Right` below the given name. A
/// foot that is already down on the first frame gives no event, because it came down before the clip begins. In a loop,
/// the last frame comes before the first, so such a foot can give an event.
///
/// Feet are found by the roles of joints ([`footwork_clip::Foot`]); contacts come from
/// [`footwork_events::contacts`](footwork_events::contacts()).
pub fn detect_strikes(library: &Library, below: &Name, options: &ContactOptions) -> Detection {
    let clips: Vec<ClipId> = library.originals().map(|(clip, _)| clip).collect();
    detect_strikes_in(library, &clips, below, options)
}

/// Returns the strikes of feet in these clips. Mirrored twins among them are skipped.
pub fn detect_strikes_in(
    library: &Library,
    clips: &[ClipId],
    below: &Name,
    options: &ContactOptions,
) -> Detection {
    let mut detection = Detection::default();
    let chosen: BTreeSet<ClipId> = clips.iter().copied().collect();
    let entries = chosen.into_iter();
    let entries = entries.filter_map(|clip| Some((clip, library.clips().get(clip)?)));
    for (clip, entry) in entries.filter(|(_, entry)| entry.mirror_of.is_none()) {
        let loaded = match library.load(clip) {
            Ok(loaded) => loaded,
            Err(error) => {
                detection.unread.push(clip_finding(&entry.name, &error));
                continue;
            }
        };
        let feet = loaded.clip.skeleton().feet();
        if feet.is_empty() {
            detection.findings.push(Finding {
                severity: Severity::Note,
                file: entry.name.clone(),
                position: None,
                code: "no-feet",
                message: "its feet are not known; `footwork info --joints` says why".to_owned(),
            });
        }
        for foot in &feet {
            let strikes = strikes(clip, &loaded, foot, below, options);
            detection.events.extend(strikes);
        }
    }
    detection
}

/// Returns the contacts of this foot with the ground. For a loop, frame numbers run over three rounds, and only the
/// contacts that start in the middle round count.
///
/// Empty if the options are invalid; the motion of a clip is always valid input.
pub(crate) fn foot_contacts(clip: &Clip, foot: &Foot, options: &ContactOptions) -> Vec<Contact> {
    let of_foot = contacts_of_feet(&Motion::new(clip), std::slice::from_ref(foot), options);
    of_foot.into_iter().flatten().collect()
}

/// Returns the contacts of each foot, as [`foot_contacts`] does.
pub(crate) fn contacts_of_feet(
    motion: &Motion<'_>,
    feet: &[Foot],
    options: &ContactOptions,
) -> Vec<Vec<Contact>> {
    let joints: Vec<_> = feet.iter().flat_map(|foot| foot.joints.clone()).collect();
    let mut speeds = motion.speeds_over_ground(&joints).into_iter();
    let contacts = feet.iter().map(|foot| {
        let speeds = speeds.by_ref().take(foot.joints.len()).collect();
        contacts_with(motion, foot, speeds, options)
    });
    contacts.collect()
}

/// Returns the contacts of a foot whose joints have these speeds.
fn contacts_with(
    motion: &Motion<'_>,
    foot: &Foot,
    speeds: Vec<Vec<f32>>,
    options: &ContactOptions,
) -> Vec<Contact> {
    let clip = motion.clip();
    let round = clip.round_frames().map(|round| round as usize);
    let heights = foot.joints.iter().filter_map(|&joint| {
        let heights = motion.joint_channel(joint, JointMeasure::Height)?;
        Some(match round {
            Some(round) => climbing_rounds(&heights, round),
            None => heights,
        })
    });
    let heights: Vec<Vec<f32>> = heights.collect();
    let speeds: Vec<Vec<f32>> = speeds
        .into_iter()
        .map(|speeds| match round {
            Some(round) => even_rounds(speeds, round),
            None => speeds,
        })
        .collect();
    let joints = heights.iter().zip(&speeds);
    let joints: Vec<_> = joints
        .map(|(heights, speeds)| JointTrack { heights, speeds })
        .collect();
    contacts(&joints, clip.rate(), options).unwrap_or_default()
}

/// Returns the heights over all rounds; each round starts at the end of the one before it.
fn climbing_rounds(heights: &[f32], round: usize) -> Vec<f32> {
    let rise = match (heights.first(), heights.get(round)) {
        (Some(first), Some(last)) => last - first,
        _ => 0.0,
    };
    let once = heights.get(..round).unwrap_or(heights);
    let lifts = (0_u8..).take(ROUNDS).map(|done| f32::from(done) * rise);
    let rounds = lifts.flat_map(|lift| once.iter().map(move |height| height + lift));
    rounds.collect()
}

/// Returns the speeds over all rounds. At a seam, the speeds on both sides are replaced by their mean.
fn even_rounds(mut speeds: Vec<f32>, round: usize) -> Vec<f32> {
    if let Some(&last) = speeds.get(round)
        && let Some(first) = speeds.first_mut()
    {
        *first = 0.5 * (*first + last);
    }
    speeds.truncate(round);
    speeds.repeat(ROUNDS)
}

fn strikes(
    clip: ClipId,
    loaded: &LoadedClip,
    foot: &Foot,
    below: &Name,
    options: &ContactOptions,
) -> Vec<Detected> {
    let side = match foot.side {
        Side::Left => "Left",
        Side::Right => "Right",
    };
    let parts: Vec<_> = below.parts().collect();
    let parts = parts.iter().map(AsRef::as_ref).chain([side]);
    let Some(name) = Name::from_parts(parts) else {
        return Vec::new();
    };
    let (frames, round_frames) = (loaded.clip.frame_count(), loaded.clip.round_frames());
    let rate = loaded.clip.rate().as_f64();
    let found = foot_contacts(&loaded.clip, foot, options).into_iter();
    let at = found.filter_map(|contact| {
        let frame = contact.strike_secs? * rate;
        let frame = match round_frames.map(f64::from) {
            // A strike at the start of the middle round is reported at the round's end, on the last frame.
            Some(round) if frame > round && frame <= 2.0 * round => frame - round,
            Some(_) => return None,
            None => frame,
        };
        let hundredths = (100.0 * frame).round() / 100.0;
        Some(hundredths % f64::from(frames))
    });
    let mut events: Vec<Detected> = at
        .map(|frame| Detected {
            clip,
            name: name.clone(),
            frame,
            round_frames,
            same_within_frames: SAME_EVENT_SECS * rate,
        })
        .collect();
    events.sort_by(|a, b| a.frame.total_cmp(&b.frame));
    events
}
