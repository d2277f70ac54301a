//! The feet while they touch the ground: what slides, and what sinks in.
//!
//! Contacts are those of [`contact_frames`](crate::contact_frames). A foot rolls from the heel to the toe, and one part
//! of the foot always rests, so the speed of a standing foot is the speed of its slowest joint, as in the skating
//! measure of H. Zhang, S. Starke, T. Komura, J. Saito, *Mode-Adaptive Neural Networks for Quadruped Motion Control*
//! (2018), but with detected contacts in place of a height threshold.

use std::borrow::Cow;

use footwork_base::FrameRange;
use footwork_clip::{Clip, ClipParts, JointId, Motion, Side};
use footwork_events::ContactOptions;

use super::{Found, Measurer};
use crate::blendspace::Seams;
use crate::detect::contacts_of_feet;

/// The time at both ends of a contact in which the foot may still move, in seconds.
const SETTLING_SECS: f64 = 0.05;

/// The contacts of one foot, in frames, and the tracks of its joints.
#[derive(Clone, Debug)]
struct FootTrack {
    side: Side,
    joints: Vec<JointId>,
    /// Speeds over the ground in m/s, by joint and frame.
    speeds: Vec<Vec<f32>>,
    /// Heights in metres, by joint and frame.
    heights: Vec<Vec<f64>>,
    contacts: Vec<FootContact>,
}

/// A contact between two moments in frames. In a loop it may reach past the last frame, into the next round.
#[derive(Clone, Copy, Debug)]
struct FootContact {
    start: u32,
    stop: u32,
    /// The moment of the strike; `None` if the foot was already down.
    strike: Option<f64>,
    /// Whether the foot is lifted at the end of the contact.
    is_lifted: bool,
}

/// The feet of a clip.
#[derive(Clone, Debug)]
pub(super) struct FootTracks {
    feet: Vec<FootTrack>,
    /// The length of a round, if the clip loops.
    round: Option<u32>,
    rate: f64,
}

impl FootTracks {
    /// Finds the contacts of a clip; `None` if its feet are not known.
    pub(super) fn new(motion: &Motion<'_>) -> Option<Self> {
        let clip = motion.clip();
        let feet = clip.skeleton().feet();
        if feet.is_empty() {
            return None;
        }
        let round = clip.round_frames();
        let rate = clip.rate().as_f64();
        let contacts = contacts_of_feet(motion, &feet, &ContactOptions::default());
        let tracks = feet.into_iter().zip(contacts).map(|(foot, contacts)| {
            let heights = foot.joints.iter().map(|&joint| {
                let places = motion.positions().joint(joint);
                places.map(|[_, y, _]| y).collect()
            });
            let contacts = contacts.into_iter().filter_map(|contact| {
                let strike = contact.strike_secs.map(|secs| secs * rate);
                let mut found = FootContact {
                    start: contact.range.start(),
                    stop: contact.range.stop(),
                    strike,
                    is_lifted: contact.lift_secs.is_some(),
                };
                let Some(round) = round else {
                    return Some(found);
                };
                // Three rounds are searched, and contacts that begin in the middle one count.
                let begins = (round..2 * round).contains(&found.start);
                let is_whole = found.start == 0 && found.stop >= 3 * round;
                if is_whole {
                    (found.start, found.stop) = (0, round);
                    return Some(found);
                }
                found.start = found.start.checked_sub(round)?;
                found.stop -= round;
                found.strike = strike.map(|frame| frame - f64::from(round));
                begins.then_some(found)
            });
            FootTrack {
                side: foot.side,
                speeds: motion.horizontal_speeds_over_ground(&foot.joints),
                heights: heights.collect(),
                contacts: contacts.collect(),
                joints: foot.joints,
            }
        });
        Some(Self {
            feet: tracks.collect(),
            round,
            rate,
        })
    }

    /// Returns whether each foot touches the ground at any time.
    pub(super) fn touching(&self) -> Vec<(Side, bool)> {
        let feet = self.feet.iter();
        feet.map(|foot| (foot.side, !foot.contacts.is_empty()))
            .collect()
    }
}

/// The feet of a range.
pub(super) struct Stances {
    tracks: FootTracks,
    /// The first frame of the range in the clip, and in the tracks.
    first: [u32; 2],
    frames: u32,
    /// The length of a round of the clip, if it loops and the range is a part of it.
    wrap: Option<u32>,
}

impl Stances {
    /// Finds the contacts of a range. If it can be played in a loop, contacts across its seam are found whole.
    pub(super) fn new(
        of_clip: &Measurer<'_>,
        range: FrameRange,
    ) -> Result<Self, Cow<'static, str>> {
        let motion = of_clip.motion();
        let clip = motion.clip();
        let is_whole = range.frame_count() == clip.frame_count();
        let unknown = "its feet are not known; `footwork info --joints` says why";
        let start = range.start();
        if !(is_whole && clip.is_looping())
            && Seams::new(motion).seam(range).is_closed()
            && let Some(looped) = looped(clip, range)
        {
            return Ok(Self {
                tracks: FootTracks::new(&Motion::new(&looped)).ok_or(unknown)?,
                first: [start, 0],
                frames: range.frame_count(),
                wrap: None,
            });
        }
        let tracks = of_clip.tracks().ok_or(unknown)?;
        Ok(Self {
            tracks: FootTracks {
                round: tracks.round.filter(|_| is_whole),
                ..tracks.clone()
            },
            first: [start, start],
            frames: range.frame_count(),
            wrap: tracks.round.filter(|_| !is_whole),
        })
    }

    /// Returns the number of frames of one round, if the range is a loop.
    pub(super) fn round(&self) -> Option<u32> {
        self.tracks.round
    }

    pub(super) fn rate(&self) -> f64 {
        self.tracks.rate
    }

    pub(super) fn frames(&self) -> u32 {
        self.frames
    }

    /// Returns when each foot strikes, in frames from the start of the range, left before right.
    pub(super) fn strikes(&self) -> [Vec<f64>; 2] {
        let first = f64::from(self.first[1]);
        let frames = f64::from(self.frames);
        [Side::Left, Side::Right].map(|side| {
            let feet = self.tracks.feet.iter().filter(|foot| foot.side == side);
            let strikes = feet.flat_map(|foot| &foot.contacts);
            let strikes = strikes.filter_map(|contact| {
                let strike = contact.strike? - first;
                match self.round() {
                    Some(round) => Some(strike.rem_euclid(f64::from(round))),
                    None => (0.0..frames).contains(&strike).then_some(strike),
                }
            });
            let mut strikes: Vec<f64> = strikes.collect();
            strikes.sort_by(f64::total_cmp);
            strikes
        })
    }

    /// Iterates over the track frames of a contact. Skips `settling` frames at the start if the foot strikes there, and
    /// at the end if the foot is lifted there.
    fn contact_frames(&self, contact: FootContact, settling: u32) -> impl Iterator<Item = u32> {
        let start = contact.start + contact.strike.map_or(0, |_| settling);
        let stop = contact
            .stop
            .saturating_sub(if contact.is_lifted { settling } else { 0 });
        let (first, last) = (self.first[1], self.first[1] + self.frames);
        let (round, wrap) = (self.round(), self.wrap);
        (start..stop).filter_map(move |frame| {
            if let Some(round) = round {
                return Some(frame % round);
            }
            // A contact across the seam of the clip ends in the next round.
            let earlier = wrap.and_then(|round| frame.checked_sub(round));
            let mut frames = [Some(frame), earlier].into_iter().flatten();
            frames.find(|frame| (first..last).contains(frame))
        })
    }

    /// Returns the share of frames on which a foot stands, averaged over both feet.
    pub(super) fn duty(&self) -> f64 {
        let feet = self.tracks.feet.iter().map(|foot| {
            let contacts = foot.contacts.iter();
            let down = contacts.map(|contact| self.contact_frames(*contact, 0).count());
            down.sum::<usize>() as f64
        });
        let total = self.round().unwrap_or(self.frames);
        feet.sum::<f64>() / (f64::from(total) * self.tracks.feet.len() as f64)
    }

    fn settling(&self) -> u32 {
        footwork_base::to_u32(SETTLING_SECS * self.rate())
    }

    /// Returns the mean speed of the foot that slides more.
    pub(super) fn slide(&self) -> Result<Found, Cow<'static, str>> {
        let mut worst = Found::number(0.0);
        for foot in &self.tracks.feet {
            let (mut sum, mut count, mut fastest) = (0.0, 0u32, (-1.0, 0));
            for &contact in &foot.contacts {
                for frame in self.contact_frames(contact, self.settling()) {
                    let speed = foot.slowest(frame);
                    sum += speed;
                    count += 1;
                    if speed > fastest.0 {
                        fastest = (speed, frame);
                    }
                }
            }
            if let (true, Some(&joint)) = (count > 0, foot.joints.first()) {
                let frame = self.frame_of_clip(fastest.1);
                worst.raise(sum / f64::from(count), joint, Some(frame));
            }
        }
        stood(worst)
    }

    /// Returns the longest distance that a foot slides during one contact, in metres.
    pub(super) fn slide_distance(&self) -> Result<Found, Cow<'static, str>> {
        let mut worst = Found::number(0.0);
        for foot in &self.tracks.feet {
            for &contact in &foot.contacts {
                let mut frames = self.contact_frames(contact, self.settling()).peekable();
                let (Some(&from), Some(&joint)) = (frames.peek(), foot.joints.first()) else {
                    continue;
                };
                let way = frames.map(|frame| foot.slowest(frame)).sum::<f64>() / self.rate();
                worst.raise(way, joint, Some(self.frame_of_clip(from)));
            }
        }
        stood(worst)
    }

    /// Returns the greatest depth of a standing foot below the ground, in metres; 0 if no foot is below it.
    pub(super) fn penetration(&self) -> Result<Found, Cow<'static, str>> {
        let mut worst = Found::number(0.0);
        for foot in &self.tracks.feet {
            for &contact in &foot.contacts {
                for frame in self.contact_frames(contact, 0) {
                    for (&joint, heights) in foot.joints.iter().zip(&foot.heights) {
                        let depth = heights.get(frame as usize).map_or(0.0, |height| -height);
                        let frame = Some(self.frame_of_clip(frame));
                        worst.raise(depth.max(0.0), joint, frame);
                    }
                }
            }
        }
        stood(worst)
    }

    fn frame_of_clip(&self, frame: u32) -> u32 {
        self.first[0] + frame.saturating_sub(self.first[1])
    }
}

impl FootTrack {
    /// Returns the speed of the slowest joint on a frame.
    fn slowest(&self, frame: u32) -> f64 {
        let speeds = self
            .speeds
            .iter()
            .filter_map(|of_joint| of_joint.get(frame as usize));
        speeds
            .map(|&speed| f64::from(speed))
            .fold(f64::INFINITY, f64::min)
    }
}

fn stood(worst: Found) -> Result<Found, Cow<'static, str>> {
    match worst.joint {
        Some(_) => Ok(worst),
        None => Err("no foot stands on these frames".into()),
    }
}

/// Returns the frames of a range as a clip that loops.
fn looped(clip: &Clip, range: FrameRange) -> Option<Clip> {
    let cut = clip.slice(range).ok()?;
    let looped = Clip::new(ClipParts {
        skeleton: std::sync::Arc::clone(cut.skeleton()),
        rate: cut.rate(),
        looping: true,
        root_positions: cut.root_positions().to_vec(),
        rotations: cut.rotations().to_vec(),
        translations: cut.translations().map(<[_]>::to_vec),
    });
    let looped = looped.ok()?.with_travelling_joint(cut.travelling_joint());
    Some(looped.with_heading(cut.heading()))
}
