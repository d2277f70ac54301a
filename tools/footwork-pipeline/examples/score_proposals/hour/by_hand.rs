//! Labelling without proposals, with the same steps as `browser/hour.ts` of the studio takes through the page.

use footwork_library::Operation;
use footwork_sidecar::WorkState;
use footwork_tags::ClipId;

use super::desk::{Desk, Label};
use super::person::Person;

/// The playing speed while the keys of labels are held.
const SPEED: f64 = 0.5;
/// The maximum number of keys held at once.
const FINGERS: usize = 3;
/// The minimum number of frames between spans of one tag in one pass.
const APART_FRAMES: f64 = 6.0;
/// The shortest press, in seconds.
const PRESS_SECS: f64 = 0.04;
/// The time in seconds for which a key is held past the end of a clip, and for which a pass lasts after the end.
const PAST_END_SECS: (f64, f64) = (0.2, 0.05);
/// The time played before and after missing labels, in seconds.
const AROUND_SECS: f64 = 0.5;

/// Labels a clip from nothing, and marks it done.
pub(super) fn label_by_hand(desk: &mut Desk, person: &mut Person, clip: ClipId) {
    watch_clip(desk, person, clip);
    let labels = desk.truth(clip).to_vec();
    person.press(2);
    for pass in passes(&labels) {
        person.press(1);
        person.press(1);
        let past_end = pass.iter().any(|label| label.stop >= desk.frames(clip));
        let rest = if past_end {
            PAST_END_SECS.0
        } else {
            PAST_END_SECS.1
        };
        person.watch(desk.secs(clip) / SPEED + rest);
        hold(desk, person, clip, &pass);
    }
    person.press(2);
    correct(desk, person, clip);
    person.press(2);
    desk.set_state(clip, WorkState::Done);
}

/// Watches a clip once from its start.
fn watch_clip(desk: &Desk, person: &mut Person, clip: ClipId) {
    person.think();
    person.press(1);
    person.press(1);
    person.watch(desk.secs(clip) + 0.1);
}

/// Adds missing labels to a clip that is not open: goes back to the clip, plays the frames around the labels at half
/// speed, and holds the labels' keys.
pub(super) fn add_missing(desk: &mut Desk, person: &mut Person, clip: ClipId, missing: &[Label]) {
    person.click();
    // Arms tagging, and disarms it afterwards. After that, the keys decide about the queue again.
    person.press(1);
    person.press(1);
    if !missing.is_empty() {
        person.press(2);
        for pass in passes(missing) {
            for window in windows(&pass, AROUND_SECS * desk.rate(clip), desk.frames(clip)) {
                // Goes to the labels from edge to edge, with a held key.
                let labels = desk.labels(clip);
                let edges = labels
                    .iter()
                    .filter(|label| label.start < window[0])
                    .count();
                person.think();
                person.repeat(u32::try_from(edges).unwrap_or(u32::MAX));
                person.press(1);
                person.watch((window[1] - window[0]) / desk.rate(clip) / SPEED);
                person.press(1);
            }
            hold(desk, person, clip, &pass);
        }
        person.press(2);
    }
    correct(desk, person, clip);
    person.press(2);
}

/// Returns the frames around labels, joined if they touch.
fn windows(labels: &[Label], around: f64, frames: f64) -> Vec<[f64; 2]> {
    let mut windows: Vec<[f64; 2]> = Vec::new();
    for label in labels {
        let [start, stop] = [
            (label.start - around).max(0.0),
            (label.stop + around).min(frames),
        ];
        match windows.last_mut() {
            Some(last) if start <= last[1] => last[1] = last[1].max(stop),
            _ => windows.push([start, stop]),
        }
    }
    windows
}

/// Splits labels into passes, each with at most three keys at once.
fn passes(labels: &[Label]) -> Vec<Vec<Label>> {
    let mut all: Vec<Vec<Label>> = Vec::new();
    for label in labels {
        let fits = |pass: &&mut Vec<Label>| {
            let at = pass
                .iter()
                .filter(|one| one.start < label.stop && label.start < one.stop);
            let is_near = pass
                .iter()
                .any(|one| one.name == label.name && label.start - one.stop < APART_FRAMES);
            at.count() < FINGERS && !is_near
        };
        match all.iter_mut().find(fits) {
            Some(pass) => pass.push(label.clone()),
            None => all.push(vec![label.clone()]),
        }
    }
    all
}

/// Holds or taps the keys of labels while the clip plays. The caller counts the time.
fn hold(desk: &mut Desk, person: &mut Person, clip: ClipId, labels: &[Label]) {
    let (frames, rate) = (desk.frames(clip), desk.rate(clip) * SPEED);
    let mut operations: Vec<Operation> = Vec::new();
    for label in labels {
        person.keys += 1;
        let mut at = |frame: f64| frame + 0.4 + person.slip_secs() * rate;
        let start = if label.start <= 0.0 {
            0.0
        } else {
            at(label.start)
        };
        let stop = if label.stop >= frames {
            frames
        } else {
            at(label.stop)
        };
        let placed = Label {
            start: start.floor().clamp(0.0, frames - 1.0),
            stop: stop.max(start + PRESS_SECS * rate).floor().min(frames),
            ..label.clone()
        };
        let stop = placed.stop.max(placed.start + 1.0);
        operations.extend(Label { stop, ..placed }.added(true));
    }
    desk.apply(clip, operations);
}

/// Moves inaccurate labels frame by frame, going forward from label to label.
fn correct(desk: &mut Desk, person: &mut Person, clip: ClipId) {
    person.press(2);
    person.press(1);
    let mut at = 0;
    loop {
        let there = desk.labels(clip);
        let place = |label: &Label| there.iter().position(|other| other == label);
        let ahead = desk.wrong(clip).into_iter().filter_map(|(label, nearest)| {
            let nearest = nearest?;
            let place = place(&nearest)? + 1;
            (place > at).then_some((place, label, nearest))
        });
        let Some((place, label, nearest)) = ahead.min_by_key(|(place, ..)| *place) else {
            return;
        };
        person.repeat(u32::try_from(place - at).unwrap_or(u32::MAX));
        nudge(person, &label, &nearest);
        desk.replace(clip, &nearest, &label);
        let moved = desk.labels(clip).iter().position(|other| *other == label);
        at = moved.map_or(place, |moved| place.max(moved + 1));
    }
}

/// Moves the edges of a label, or an event, frame by frame.
pub(super) fn nudge(person: &mut Person, to: &Label, from: &Label) {
    let before = person.ms;
    person.think();
    person.nudge(frames(to.start - from.start));
    if !to.is_event {
        person.nudge(frames(to.stop - from.stop));
    }
    person.edges_ms += person.ms - before;
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a number of frames in a clip"
)]
fn frames(number: f64) -> u32 {
    number.abs().round() as u32
}
