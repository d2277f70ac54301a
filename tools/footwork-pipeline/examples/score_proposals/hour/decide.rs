//! Decides about proposals with the keys of the studio.

use footwork_library::Operation;
use footwork_pipeline::{Certainty, Proposal};
use footwork_sidecar::{ExclusiveGroup, WorkState};
use footwork_tags::ClipId;

use super::by_hand::{add_missing, nudge};
use super::desk::{Desk, Label};
use super::person::Person;

/// The time shown before and after a looping proposal, in seconds.
const AROUND_SECS: f64 = 0.5;
/// The minimum overlap of a proposal with the true label that it matches, as a share.
const MIN_OVERLAP: f64 = 0.5;

/// How a simulated person goes through the proposals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Each proposal loops once, and is accepted or rejected.
    OneByOne,
    /// The clip plays once, wrong proposals are corrected, and the rest are accepted with one key.
    ByClip,
}

/// The true label that a proposal matches, which may have another name.
#[derive(Clone, Debug, PartialEq)]
enum Verdict {
    Right(Label),
    Other(Label),
    Nothing,
}

/// Counts of proposals.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Decided {
    pub(super) proposed: usize,
    pub(super) right: usize,
    pub(super) edges: usize,
    pub(super) missing: usize,
    /// The possible proposals, and the right ones among them.
    pub(super) possible: usize,
    pub(super) possibly_right: usize,
}

/// Decides about the proposals of a clip, in the order of the queue, and adds missing labels.
pub(super) fn decide(
    desk: &mut Desk,
    person: &mut Person,
    clip: ClipId,
    proposals: &[Proposal],
    way: Way,
) -> Decided {
    let (rate, near) = (desk.rate(clip), desk.near(clip));
    let mut placed: Vec<Label> = proposals.iter().map(Label::from).collect();
    let verdicts = verdicts(&placed, desk.truth(clip), rate);
    let is_possible = |at: usize| proposals[at].certainty == Certainty::Possible;
    let possible = (0..placed.len()).filter(|&at| is_possible(at)).count();
    let mut decided = Decided {
        proposed: placed.len() - possible,
        possible,
        ..Decided::default()
    };
    if way == Way::ByClip {
        // The person thinks, then plays the whole clip.
        person.think();
        person.press(1);
        person.watch_clip(desk.secs(clip) + 0.1);
    }
    let mut shown = 0;
    let mut accepted: Vec<Label> = Vec::new();
    for at in 0..placed.len() {
        if way == Way::OneByOne {
            let Label { start, stop, .. } = placed[at];
            let around = AROUND_SECS * rate;
            let frames = (stop + around).min(desk.frames(clip)) - (start - around).max(0.0);
            person.watch_and_think(frames / rate);
            shown = at;
        }
        let to = match &verdicts[at] {
            Verdict::Right(label) | Verdict::Other(label) => Some(label.clone()),
            Verdict::Nothing => None,
        };
        let is_off = to.as_ref().is_some_and(|to| {
            let from = &placed[at];
            !to.is_event
                && ((to.start - from.start).abs() > near || (to.stop - from.stop).abs() > near)
        });
        let is_right = matches!(verdicts[at], Verdict::Right(_));
        decided.right += usize::from(is_right && !is_possible(at));
        decided.possibly_right += usize::from(is_right && is_possible(at));
        decided.edges += usize::from(is_off);
        if is_off || !is_right || is_possible(at) {
            person.repeat(u32::try_from(at - shown).unwrap_or(u32::MAX));
            shown = at;
        }
        if let Some(to) = to.filter(|_| is_off) {
            // Only wrong edges are moved.
            let own = placed[at].clone();
            let moved = |own: f64, to: f64| if (own - to).abs() > near { to } else { own };
            let to = Label {
                start: moved(own.start, to.start),
                stop: moved(own.stop, to.stop),
                ..own.clone()
            };
            nudge(person, &to, &own);
            placed[at] = to.clone();
            carry(
                &mut placed,
                at,
                &own,
                &to,
                &desk.library.settings().exclusive,
            );
        }
        match &verdicts[at] {
            Verdict::Right(_) => {
                // The key that accepts the clip leaves what is only possible.
                if is_possible(at) && way == Way::ByClip {
                    person.think();
                    shown = at + 1;
                }
                if is_possible(at) || way == Way::OneByOne {
                    person.press(1);
                }
                accepted.push(placed[at].clone());
            }
            Verdict::Other(label) => {
                person.think();
                person.press(1);
                person.press(1);
                desk.reject(&proposals[at]);
                accepted.push(Label {
                    name: label.name.clone(),
                    ..placed[at].clone()
                });
                shown = at + 1;
            }
            Verdict::Nothing => {
                person.think();
                person.press(1);
                person.press(1);
                desk.reject(&proposals[at]);
                shown = at + 1;
            }
        }
    }
    let operations: Vec<Operation> = accepted.iter().filter_map(|l| l.added(false)).collect();
    desk.apply(clip, operations);
    match way {
        // The key that accepts the rest of the clip also marks it done.
        Way::ByClip => {
            person.press(1);
            desk.set_state(clip, WorkState::Done);
        }
        Way::OneByOne => {
            person.watch(unseen_secs(desk, clip, proposals));
            desk.set_state(clip, WorkState::InProgress);
        }
    }
    let wrong = desk.wrong(clip);
    let missing: Vec<Label> = wrong
        .iter()
        .filter(|(label, nearest)| {
            let overlap = nearest
                .as_ref()
                .map_or(0.0, |nearest| label.overlap(nearest, rate));
            overlap < MIN_OVERLAP
        })
        .map(|(label, _)| label.clone())
        .collect();
    decided.missing = missing.len();
    if !wrong.is_empty() {
        add_missing(desk, person, clip, &missing);
    }
    decided
}

/// Returns the total duration of the parts of a clip that no looping proposal shows, in seconds.
fn unseen_secs(desk: &Desk, clip: ClipId, proposals: &[Proposal]) -> f64 {
    let around = AROUND_SECS * desk.rate(clip);
    let mut shown: Vec<[f64; 2]> = proposals
        .iter()
        .map(Label::from)
        .map(|label| [label.start - around, label.stop + around])
        .collect();
    shown.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let (mut unseen, mut to) = (0.0, 0.0_f64);
    for [start, stop] in shown {
        unseen += (start - to).max(0.0);
        to = to.max(stop);
    }
    (unseen + (desk.frames(clip) - to).max(0.0)) / desk.rate(clip)
}

/// Finds the true label that each proposal matches: first labels with the proposal's name, then others.
fn verdicts(proposed: &[Label], truth: &[Label], rate: f64) -> Vec<Verdict> {
    let mut verdicts = vec![Verdict::Nothing; proposed.len()];
    let mut taken = vec![false; truth.len()];
    for (is_named, least) in [(true, MIN_OVERLAP), (true, 0.2), (false, MIN_OVERLAP)] {
        for (proposal, verdict) in proposed.iter().zip(&mut verdicts) {
            if *verdict != Verdict::Nothing {
                continue;
            }
            let found = truth.iter().zip(&mut taken).find(|(label, taken)| {
                let fits = (label.name == proposal.name) == is_named;
                !**taken && fits && proposal.overlap(label, rate) >= least
            });
            if let Some((label, taken)) = found {
                *taken = true;
                *verdict = if is_named {
                    Verdict::Right(label.clone())
                } else {
                    Verdict::Other(label.clone())
                };
            }
        }
    }
    verdicts
}

/// Moves the edges of undecided proposals that touch a moved edge and exclude the moved proposal, as the studio does.
fn carry(
    placed: &mut [Label],
    at: usize,
    before: &Label,
    after: &Label,
    groups: &[ExclusiveGroup],
) {
    for other in &mut placed[at + 1..] {
        if other.is_event
            || !groups
                .iter()
                .any(|group| group.excludes(&before.name, &other.name))
        {
            continue;
        }
        if other.start == before.stop && after.stop < other.stop {
            other.start = after.stop;
        }
        if other.stop == before.start && after.start > other.start {
            other.stop = after.start;
        }
    }
}
