//! Places unknown lines: each stays after the known line that it followed.

use std::collections::BTreeMap;

use super::three::{Three, merged_counts, take_one};
use crate::sidecar::{Line, Sidecar};

/// An unknown line.
struct Follower<'a> {
    /// The known line before it, and its text; `None` and empty at the start of a file.
    leader: Option<&'a Line>,
    leader_text: String,
    bytes: &'a [u8],
}

/// Returns the sidecar with the known lines and with the unknown lines that the merge keeps, in canonical order.
pub(super) fn place(mut known: Vec<Line>, sides: &Three<Sidecar>) -> Sidecar {
    known.sort_by(|a, b| a.key().cmp(&b.key()));
    let mut behind = vec![Vec::new(); known.len() + 1];
    let index = (1..)
        .zip(&known)
        .map(|(place, line)| (line.to_string(), place));
    let index: BTreeMap<String, usize> = index.collect();
    for follower in merged(&sides.map(followers)) {
        let place = match index.get(&follower.leader_text) {
            Some(place) => *place,
            None => follower.leader.map_or(0, |leader| stand_in(leader, &known)),
        };
        behind[place].push(Line::Other(follower.bytes.to_vec()));
    }
    let mut behind = behind.into_iter();
    let mut lines = behind.next().unwrap_or_default();
    for (line, followers) in known.into_iter().zip(behind) {
        lines.push(line);
        lines.extend(followers);
    }
    Sidecar::from_lines(lines)
}

fn followers(sidecar: &Sidecar) -> Vec<Follower<'_>> {
    let mut found = Vec::new();
    let mut leader = None;
    for line in sidecar.lines() {
        match line {
            Line::Other(bytes) => found.push(Follower {
                leader,
                leader_text: leader.map_or_else(String::new, Line::to_string),
                bytes,
            }),
            known => leader = Some(known),
        }
    }
    found
}

/// Returns the followers that the merge keeps. Merging the sides' lists determines how often each text occurs. If a
/// side moved a follower to another leader, its new place is preferred.
fn merged<'s, 'a>(sides: &'s Three<Vec<Follower<'a>>>) -> Vec<&'s Follower<'a>> {
    fn with_place<'s>(follower: &'s Follower<'_>) -> (&'s str, &'s [u8]) {
        (&follower.leader_text, follower.bytes)
    }
    let mut left = merged_counts(sides.map(|side| side.iter().map(|follower| follower.bytes)));
    let mut placed = merged_counts(sides.map(|side| side.iter().map(with_place)));
    let both = sides.ours.iter().chain(&sides.theirs);
    let (mut chosen, others): (Vec<_>, Vec<_>) = both.partition(|follower| {
        left.get(follower.bytes).is_some_and(|count| *count > 0)
            && take_one(&mut placed, &with_place(follower))
            && take_one(&mut left, &follower.bytes)
    });
    let more = others.into_iter();
    chosen.extend(more.filter(|follower| take_one(&mut left, &follower.bytes)));
    chosen
}

/// Returns the place of a follower whose leader was removed, as the number of known lines before it. The follower goes
/// after a span of the same tag that shares frames with the leader, or else to the leader's old place.
fn stand_in(gone: &Line, known: &[Line]) -> usize {
    let place = known.partition_point(|line| line.key() <= gone.key());
    let shares_frames = |place: usize| match (gone, known.get(place.wrapping_sub(1))) {
        (Line::Tag(gone), Some(Line::Tag(span))) => {
            span.name == gone.name && span.range.overlaps(gone.range)
        }
        _ => false,
    };
    if !shares_frames(place) && shares_frames(place + 1) {
        place + 1
    } else {
        place
    }
}
