//! Merges the events of one name: finds which events moved, and which were added or removed.
//!
//! An event has no id, so a moved event looks like a removed one and an added one. Each removed event is therefore
//! paired with a nearby added event of the same side, which counts as its new version; then the versions of both sides
//! are merged event by event, time and data separately. Pairs keep their order in time, and no pair passes an event
//! that both sides kept.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use footwork_base::{FrameRate, Name};

use super::conflict::ConflictItem;
use super::parts::Parts;
use super::three::Three;
use crate::sidecar::Line;

/// The maximum distance that an event can move and still count as the same event, in seconds.
const REACH_SECS: f64 = 0.1;
/// The maximum distance in frames that an event can move if the rate is not known.
const REACH: f64 = 12.0;

/// An event. Sorts by time, because the bits of non-negative floats sort as the floats do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Event {
    time_bits: u64,
    data: Option<String>,
}

/// The fate of a base event on one side.
#[derive(Clone)]
enum Fate {
    Kept,
    Changed(Event),
    Gone,
}

/// Merges the events of one name.
pub(super) fn merge(
    name: &Name,
    lines: Three<Vec<&Line>>,
    rate: Option<FrameRate>,
    parts: &mut Parts,
) {
    if let Some(settled) = lines.settled() {
        parts.lines.extend(settled.iter().copied().cloned());
        return;
    }
    let sides = lines.map(|lines| events(lines));
    let reach = rate.map_or(REACH, |rate| REACH_SECS * rate.as_f64());
    let [mut ours, mut theirs] = [&sides.ours, &sides.theirs].map(|side| kept(&sides.base, side));
    // No event moves past an event that both sides kept.
    let both_kept = sides.base.iter().zip(&ours.0).zip(&theirs.0);
    let both_kept =
        both_kept.filter(|((_, ours), theirs)| matches!((ours, theirs), (Fate::Kept, Fate::Kept)));
    let fences: Vec<f64> = both_kept.map(|((event, _), _)| event.time()).collect();
    for (fates, added) in [&mut ours, &mut theirs] {
        // First pairs events at equal times, whose data changed; then the nearest events, in order.
        for reach in [0.0, reach] {
            *added = pair(&sides.base, fates, std::mem::take(added), reach, &fences);
        }
    }
    let ((ours, our_new), (theirs, their_new)) = (ours, theirs);
    let mut merged = Vec::new();
    let mut conflicts = Vec::new();
    for ((event, ours), theirs) in sides.base.iter().zip(ours).zip(theirs) {
        match both(event, ours, theirs) {
            Ok(event) => merged.extend(event),
            Err(conflict) => conflicts.push(conflict),
        }
    }
    for (ours, theirs) in by_time(our_new, their_new) {
        let only_ours = not_among(&ours, &theirs);
        let only_theirs = not_among(&theirs, &ours);
        if only_ours.is_empty() || only_theirs.is_empty() {
            merged.extend(ours.into_iter().chain(theirs));
        } else {
            merged.extend(not_among(&ours, &only_ours));
            // Both sides added an event at this time, with different data.
            conflicts.push(Three {
                base: Vec::new(),
                ours: only_ours,
                theirs: only_theirs,
            });
        }
    }
    without_twins(&mut merged, &sides);
    parts
        .lines
        .extend(merged.iter().map(|event| event.line(name)));
    for conflict in conflicts {
        let lines = conflict.map(|events| events.iter().map(|event| event.line(name)).collect());
        parts.conflict(ConflictItem::Event(name.clone()), lines);
    }
}

impl Event {
    fn time(&self) -> f64 {
        f64::from_bits(self.time_bits)
    }

    fn line(&self, name: &Name) -> Line {
        Line::Event {
            name: name.clone(),
            time: self.time(),
            data: self.data.clone(),
        }
    }
}

fn events(lines: &[&Line]) -> Vec<Event> {
    let events = lines.iter().filter_map(|line| match line {
        Line::Event { time, data, .. } => Some(Event {
            time_bits: time.to_bits(),
            data: data.clone(),
        }),
        _ => None,
    });
    let mut events: Vec<Event> = events.collect();
    events.sort();
    events
}

/// Returns the fate of each event of the base on a side, as far as equal events show it, and the added events.
fn kept(base: &[Event], side: &[Event]) -> (Vec<Fate>, Vec<Event>) {
    let mut fates = vec![Fate::Gone; base.len()];
    let mut added = Vec::new();
    let (mut old, mut new) = (0, 0);
    while new < side.len() {
        match base.get(old).map(|event| event.cmp(&side[new])) {
            Some(Ordering::Less) => old += 1,
            Some(Ordering::Equal) => {
                fates[old] = Fate::Kept;
                (old, new) = (old + 1, new + 1);
            }
            Some(Ordering::Greater) | None => {
                added.push(side[new].clone());
                new += 1;
            }
        }
    }
    (fates, added)
}

/// Pairs each removed event, in order, with the nearest added event that comes after those already paired. The pair
/// must be within reach, without a fence between the two. Fences are sorted times. Returns the added events that were
/// not paired.
fn pair(
    base: &[Event],
    fates: &mut [Fate],
    added: Vec<Event>,
    reach: f64,
    fences: &[f64],
) -> Vec<Event> {
    let fences_before = |event: &Event| fences.partition_point(|time| *time <= event.time());
    let fields: Vec<usize> = added.iter().map(fences_before).collect();
    let mut is_taken = vec![false; added.len()];
    let mut at = 0;
    for (event, fate) in base.iter().zip(fates) {
        if !matches!(fate, Fate::Gone) {
            continue;
        }
        let field = fences_before(event);
        while fields.get(at).is_some_and(|other| *other < field) {
            at += 1;
        }
        let distance = |at: usize| (added[at].time() - event.time()).abs();
        let may_go_on =
            |at: usize| fields.get(at + 1) == Some(&field) && added[at].time() < event.time();
        while may_go_on(at) && distance(at + 1) <= distance(at) {
            at += 1;
        }
        if fields.get(at) == Some(&field) && distance(at) <= reach {
            *fate = Fate::Changed(added[at].clone());
            is_taken[at] = true;
            at += 1;
        }
    }
    let left = added.into_iter().zip(is_taken).filter(|(_, taken)| !taken);
    left.map(|(event, _)| event).collect()
}

/// Merges the versions of one event. `Err` holds the conflicting versions.
fn both(event: &Event, ours: Fate, theirs: Fate) -> Result<Option<Event>, Three<Vec<Event>>> {
    let after = |fate| match fate {
        Fate::Kept => Some(event.clone()),
        Fate::Changed(event) => Some(event),
        Fate::Gone => None,
    };
    let sides = Three {
        base: Some(event.clone()),
        ours: after(ours),
        theirs: after(theirs),
    };
    if let Some(settled) = sides.settled() {
        return Ok(settled.clone());
    }
    if let (Some(ours), Some(theirs)) = (&sides.ours, &sides.theirs) {
        // One side may have moved the event while the other changed its data.
        let base = event;
        let sides = Three { base, ours, theirs };
        let (times, data) = (sides.map(|e| e.time_bits), sides.map(|e| &e.data));
        if let (Some(time_bits), Some(data)) = (times.settled(), data.settled()) {
            return Ok(Some(Event {
                time_bits: *time_bits,
                data: (*data).clone(),
            }));
        }
    }
    Err(sides.map(|event| event.iter().cloned().collect()))
}

/// Groups the added events of both sides by time.
fn by_time(ours: Vec<Event>, theirs: Vec<Event>) -> Vec<(Vec<Event>, Vec<Event>)> {
    let mut times: BTreeMap<u64, (Vec<Event>, Vec<Event>)> = BTreeMap::new();
    for event in ours {
        times.entry(event.time_bits).or_default().0.push(event);
    }
    for event in theirs {
        times.entry(event.time_bits).or_default().1.push(event);
    }
    times.into_values().collect()
}

fn not_among(these: &[Event], others: &[Event]) -> Vec<Event> {
    let others: BTreeSet<&Event> = others.iter().collect();
    let left = these.iter().filter(|event| !others.contains(event));
    left.cloned().collect()
}

/// Limits the copies of each event to the larger of its counts on the two sides, so that an event added by both sides
/// appears once.
fn without_twins(merged: &mut Vec<Event>, sides: &Three<Vec<Event>>) {
    merged.sort();
    let count = |event: &Event, side: &[Event]| {
        side.partition_point(|other| other <= event) - side.partition_point(|other| other < event)
    };
    let most = |event: &Event| {
        count(event, &sides.ours)
            .max(count(event, &sides.theirs))
            .max(1)
    };
    let runs = merged.chunk_by(|a, b| a == b);
    *merged = runs
        .flat_map(|run| run.iter().take(most(&run[0])).cloned())
        .collect();
}
