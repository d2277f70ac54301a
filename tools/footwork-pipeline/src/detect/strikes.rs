//! Strikes: the moments at which a foot comes down on the ground.
//!
//! The idea is to let contact detection run and take the start of each contact. A looping clip is
//! searched as three rounds in a row, and only contacts that start in the middle round count, so
//! that a contact across the seam is found whole and exactly once.

use footwork_base::Name;
use footwork_clip::{Foot, JointMeasure, LoadedClip, Motion, Side};
use footwork_events::{Contact, ContactOptions, JointTrack, contacts};
use footwork_sidecar::{Finding, Severity};
use footwork_tags::ClipId;

use super::{Detected, Detection, SAME_EVENT_SECS};
use footwork_library::Library;
use footwork_library::clip_finding;

/// The number of rounds of a loop that are searched; the middle one counts.
const ROUNDS: usize = 3;

/// Returns the strikes of feet in all clips except mirrored twins, as events `Left` and `Right`
/// below a name. A foot that is down on the first frame struck earlier and gives no event; in a
/// loop, the first frame follows the last.
///
/// Feet are found by the roles of joints ([`footwork_clip::Foot`]); contacts come from
/// [`footwork_events::contacts`](footwork_events::contacts()).
pub fn detect_strikes(library: &Library, below: &Name, options: &ContactOptions) -> Detection {
    let clips: Vec<ClipId> = library.originals().map(|(clip, _)| clip).collect();
    detect_strikes_in(library, &clips, below, options)
}

/// The same for these clips only; mirrored twins among them are skipped.
pub fn detect_strikes_in(
    library: &Library,
    clips: &[ClipId],
    below: &Name,
    options: &ContactOptions,
) -> Detection {
    let mut detection = Detection::default();
    for (clip, entry) in library.originals().filter(|(clip, _)| clips.contains(clip)) {
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
                message: "its feet are not known; `footwork info --joints` tells why".to_owned(),
            });
        }
        for foot in &feet {
            let strikes = strikes(clip, &loaded, foot, below, options);
            detection.events.extend(strikes);
        }
    }
    detection
}

/// Returns the contacts of this foot with the ground. Frames of a loop count over three rounds, of
/// which the middle one starts after one round.
///
/// Empty if the options are invalid; the motion of a clip is always valid input.
pub(super) fn foot_contacts(
    loaded: &LoadedClip,
    foot: &Foot,
    options: &ContactOptions,
) -> Vec<Contact> {
    let motion = Motion::new(&loaded.clip);
    let channel = |measure| -> Vec<Vec<f32>> {
        let joints = foot.joints.iter();
        let channels = joints.filter_map(|&joint| motion.joint_channel(joint, measure));
        let round = loaded.clip.round_frames().map(|round| round as usize);
        let repeated = channels.map(|values| match round {
            Some(round) => values.get(..round).unwrap_or(&values).repeat(ROUNDS),
            None => values,
        });
        repeated.collect()
    };
    let (heights, speeds) = (channel(JointMeasure::Height), channel(JointMeasure::Speed));
    let joints = heights.iter().zip(&speeds);
    let joints: Vec<_> = joints
        .map(|(heights, speeds)| JointTrack { heights, speeds })
        .collect();
    contacts(&joints, loaded.clip.rate(), options).unwrap_or_default()
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
    let found = foot_contacts(loaded, foot, options).into_iter();
    let at = found.filter_map(|contact| {
        let frame = contact.strike_secs? * rate;
        let frame = match round_frames.map(f64::from) {
            // A strike at the start of the middle round belongs to its end, on the last frame.
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
