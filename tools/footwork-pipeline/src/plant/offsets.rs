//! The distance by which a foot must move on each frame so that its standing part stays in place.

use footwork_clip::{JointId, Motion, smooth_step};

/// The correction of a foot on one frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Offset {
    /// The distance by which the foot moves, in metres.
    pub(super) move_m: [f64; 3],
    /// 1 in a contact, 0 away from it, and in between while the foot eases in or out.
    pub(super) weight: f64,
}

/// The correction of a foot on each frame.
pub(super) struct Offsets {
    frames: Vec<Offset>,
    /// The number of contacts.
    pub(super) contacts: usize,
    /// The largest speed along the ground, during a contact, of the joint that moves least, in m/s.
    pub(super) skate_mps: f64,
}

impl Offsets {
    pub(super) fn at(&self, frame: usize) -> Offset {
        self.frames.get(frame).copied().unwrap_or_default()
    }
}

/// The frames of a clip, continued over the seam of a loop.
struct Course {
    count: i64,
    /// In a loop, the number of frames of a round and the angle by which a round turns the character.
    round: Option<(i64, f64)>,
}

impl Course {
    /// Returns the frame of the clip, and the number of the round, for a frame of the course; `None` outside a clip
    /// that does not loop.
    fn place(&self, frame: i64) -> Option<(usize, i64)> {
        match self.round {
            Some((round, _)) => {
                let inside = usize::try_from(frame.rem_euclid(round)).ok()?;
                Some((inside, frame.div_euclid(round)))
            }
            None if frame < self.count => Some((usize::try_from(frame).ok()?, 0)),
            None => None,
        }
    }

    /// Rotates a displacement by the turns of a number of rounds.
    fn turned(&self, [x, y, z]: [f64; 3], rounds: i64) -> [f64; 3] {
        let angle = match self.round {
            Some((_, angle)) if rounds != 0 && angle != 0.0 => angle * rounds as f64,
            _ => return [x, y, z],
        };
        let (sin, cos) = libm::sincos(angle);
        [x * cos + z * sin, y, z * cos - x * sin]
    }
}

/// Returns the offsets of a foot with these joints during its contacts. Fades take `ease` frames.
pub(super) fn offsets(
    motion: &Motion<'_>,
    foot: &[JointId],
    contacts: &[bool],
    ease: f64,
) -> Offsets {
    let clip = motion.clip();
    let count = clip.frame_count();
    let headings = motion.headings_rad();
    let round = clip
        .round_frames()
        .filter(|&round| round + 1 == count && round > 1);
    let course = Course {
        count: i64::from(count),
        round: round.map(|round| {
            let turn = headings[round as usize] - headings[0];
            (i64::from(round), turn)
        }),
    };
    let tracks: Vec<Vec<[f64; 3]>> = foot
        .iter()
        .map(|&joint| motion.positions().joint(joint).collect())
        .collect();
    let runs = runs(contacts, &course);
    let mut offsets = Offsets {
        frames: vec![Offset::default(); count as usize],
        contacts: runs.len(),
        skate_mps: 0.0,
    };
    let period = clip.rate().period_secs();
    for (index, run) in runs.iter().enumerate() {
        let held = held(&tracks, run, &course);
        let speeds = held.slips_m.iter().map(|slip| slip / period);
        offsets.skate_mps = speeds.fold(offsets.skate_mps, f64::max);
        let gaps = gaps(&runs, index, &course);
        spread(&mut offsets.frames, run, &held.moves, gaps, ease, &course);
    }
    if course.round.is_some() {
        let first = offsets.frames[0];
        if let Some(last) = offsets.frames.last_mut() {
            *last = Offset {
                move_m: course.turned(first.move_m, 1),
                ..first
            };
        }
    }
    offsets
}

/// The frames of a contact, from the first to the one after the last; in a loop they may reach into the next round.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Run {
    start: i64,
    stop: i64,
    /// Whether the contact covers a whole round.
    is_endless: bool,
}

/// Returns the contacts in the order of their starts.
fn runs(contacts: &[bool], course: &Course) -> Vec<Run> {
    let length = course.round.map_or(course.count, |(round, _)| round);
    let touches = |frame: i64| {
        let place = course.place(frame).map(|(frame, _)| frame);
        place.is_some_and(|frame| contacts.get(frame).copied().unwrap_or(false))
    };
    let is_loop = course.round.is_some();
    if is_loop && (0..length).all(touches) {
        return vec![Run {
            start: 0,
            stop: length,
            is_endless: true,
        }];
    }
    let is_before = |frame: i64| (is_loop || frame > 0) && touches(frame - 1);
    let starts = (0..length).filter(|&frame| touches(frame) && !is_before(frame));
    let stop = |start: i64| (start..).find(|&frame| !touches(frame)).unwrap_or(start);
    starts
        .map(|start| Run {
            start,
            stop: stop(start),
            is_endless: false,
        })
        .collect()
}

/// Returns the numbers of frames between a contact and the contacts before and after it; `None` on a side without
/// another contact.
fn gaps(runs: &[Run], index: usize, course: &Course) -> [Option<i64>; 2] {
    let run = runs[index];
    let round = course.round.map(|(round, _)| round);
    let before = match index.checked_sub(1) {
        Some(before) => Some(run.start - runs[before].stop),
        None => round
            .zip(runs.last())
            .map(|(round, last)| run.start + round - last.stop),
    };
    let after = match runs.get(index + 1) {
        Some(after) => Some(after.start - run.stop),
        None => round
            .zip(runs.first())
            .map(|(round, first)| first.start + round - run.stop),
    };
    [before, after]
}

/// The correction of a foot during one contact.
struct Held {
    /// The distance by which the foot moves on each frame, in metres, as seen in the round of the first frame.
    moves: Vec<[f64; 3]>,
    /// The distance that the joint that moves least covers on the ground from frame to frame, in metres.
    slips_m: Vec<f64>,
}

fn held(tracks: &[Vec<[f64; 3]>], run: &Run, course: &Course) -> Held {
    let places: Vec<(usize, i64)> = (run.start..run.stop)
        .filter_map(|frame| course.place(frame))
        .collect();
    // The standing joint is the joint that is nearest to its own lowest height in this contact.
    let floors: Vec<f64> = tracks
        .iter()
        .map(|track| {
            let heights = places.iter().map(|&(frame, _)| track[frame][1]);
            heights.fold(f64::INFINITY, f64::min)
        })
        .collect();
    let steps = places.len() - usize::from(!run.is_endless);
    let (mut ways, mut slips_m) = (Vec::with_capacity(steps), Vec::with_capacity(steps));
    for &(frame, round) in &places[..steps] {
        let clearance = |joint: usize| {
            let [from, to] = [frame, frame + 1].map(|frame| tracks[joint][frame][1]);
            from + to - 2.0 * floors[joint]
        };
        let standing = (0..tracks.len()).min_by(|&a, &b| clearance(a).total_cmp(&clearance(b)));
        let way = standing.map_or([0.0; 3], |joint| {
            let [from, to] = [frame, frame + 1].map(|frame| tracks[joint][frame]);
            [to[0] - from[0], 0.0, to[2] - from[2]]
        });
        ways.push(course.turned(way, round));
        let slips = tracks.iter().map(|track| {
            let [from, to] = [track[frame], track[frame + 1]];
            libm::hypot(to[0] - from[0], to[2] - from[2])
        });
        slips_m.push(slips.fold(f64::INFINITY, f64::min));
    }
    // An endless contact cannot be held in one place. The displacement of a whole round stays, evenly spread over its
    // frames.
    let total = ways.iter().fold([0.0; 3], |sum, way| plus(sum, *way, 1.0));
    let drift = if run.is_endless {
        total.map(|axis| axis / ways.len() as f64)
    } else {
        [0.0; 3]
    };
    let mut at = [0.0; 3];
    let mut moves = vec![at];
    for way in &ways {
        at = plus(plus(at, *way, -1.0), drift, 1.0);
        moves.push(at);
    }
    moves.truncate(places.len());
    let count = moves.len() as f64;
    let mean = moves
        .iter()
        .fold([0.0; 3], |sum, at| plus(sum, *at, 1.0 / count));
    for (at, &(frame, _)) in moves.iter_mut().zip(&places) {
        *at = plus(*at, mean, -1.0);
        let heights = tracks.iter().map(|track| track[frame][1]);
        at[1] = (-heights.fold(0.0, f64::min)).max(0.0);
    }
    Held { moves, slips_m }
}

fn plus(a: [f64; 3], b: [f64; 3], share: f64) -> [f64; 3] {
    [0, 1, 2].map(|axis| a[axis] + share * b[axis])
}

/// Adds the moves of a contact to its frames, and fades them out before and after it. Fades of neighbouring contacts
/// meet at half weight or less, so that their sum never exceeds 1.
fn spread(
    frames: &mut [Offset],
    run: &Run,
    moves: &[[f64; 3]],
    gaps: [Option<i64>; 2],
    ease: f64,
    course: &Course,
) {
    let mut add = |frame: i64, move_m: [f64; 3], weight: f64| {
        let Some((frame, round)) = course.place(frame) else {
            return;
        };
        let move_m = course.turned(move_m, -round);
        let offset = &mut frames[frame];
        offset.move_m = plus(offset.move_m, move_m, weight);
        offset.weight += weight;
    };
    for (frame, &move_m) in (run.start..).zip(moves) {
        add(frame, move_m, 1.0);
    }
    let (Some(&first), Some(&last), false) = (moves.first(), moves.last(), run.is_endless) else {
        return;
    };
    for (gap, move_m, end, side) in [
        (gaps[0], first, run.start, -1),
        (gaps[1], last, run.stop - 1, 1),
    ] {
        let length = gap.map_or(ease, |gap| ease.min(gap as f64 + 1.0));
        for step in (1_i64..).take_while(|&step| (step as f64) < length) {
            let left = 1.0 - step as f64 / length;
            add(end + side * step, move_m, smooth_step(left));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(contacts: &str, is_loop: bool, expected: &[(i64, i64)]) {
        let contacts: Vec<bool> = contacts.chars().map(|c| c == '#').collect();
        let count = i64::try_from(contacts.len()).unwrap();
        let course = Course {
            count,
            round: is_loop.then_some((count - 1, 0.0)),
        };
        let found: Vec<_> = runs(&contacts, &course)
            .iter()
            .map(|run| (run.start, run.stop))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn contacts_of_a_loop_continue_across_its_seam() {
        check("##..##", false, &[(0, 2), (4, 6)]);
        check("##..###", true, &[(4, 8)]);
        check(".##..", true, &[(1, 3)]);
        check("#####", true, &[(0, 4)]);
        check(".....", true, &[]);
    }
}
