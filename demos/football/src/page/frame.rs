//! Frames and leaves as numbers, in the order in which `web/src/worker/frame.ts` reads them.

use footwork::flight::PlayerId;
use footwork_base::{Id, to_f32};

use crate::game::Match;
use crate::phase::Phase;
use crate::setup::{Inputs, Seat};
use crate::view::{FootballerView, View};

/// The number that means no footballer and no team.
const NOBODY: f32 = -1.0;
/// The number of leaves among ten drifting bodies; the others are dust.
const LEAVES_OF_TEN: usize = 4;

/// Writes a frame: its head, the hips of all footballers in metres, and a quaternion of length 1 for each joint of each.
///
/// Footballers have no pose before the first frame. Until then the poses come from a copy that is one frame ahead.
pub(super) fn frame(played: &Match, into: &mut Vec<f32>) {
    into.clear();
    let ahead = (played.view().frame() == 0).then(|| {
        let mut copy = played.clone();
        copy.step(&Inputs::default());
        copy
    });
    let (view, figure) = (played.view(), played.cast().figure());
    let posed = ahead.as_ref().unwrap_or(played).view();
    head(&view, figure.joint_count(), into);
    let pairs = || view.footballers().zip(posed.footballers());
    for (one, posed) in pairs() {
        into.extend(figure.joint(posed.motion, &one.place, 0).position_m);
    }
    for (one, posed) in pairs() {
        into.extend(unit(figure.joint(posed.motion, &one.place, 0).rotation));
        for joint in 1..figure.joint_count() {
            into.extend(unit(
                posed
                    .motion
                    .rotations
                    .get(joint)
                    .copied()
                    .unwrap_or_default(),
            ));
        }
    }
}

fn head(view: &View<'_>, joints: usize, into: &mut Vec<f32>) {
    let with = |is: &dyn Fn(&FootballerView<'_>) -> bool| {
        number(view.footballers().find(is).map(|one| one.who))
    };
    let [red, blue] = view.score().map(|goals| small(goals as usize));
    into.extend([
        to_f32(view.frame() as f64),
        to_f32(view.clock_secs()),
        red,
        blue,
        phase(view.phase()),
        small(view.half() as usize),
        small(view.footballers().len()),
        small(joints),
    ]);
    into.extend(Seat::ALL.map(|human| with(&|one| one.human == Some(human))));
    into.extend(Seat::ALL.map(|human| with(&|one| one.next_of == Some(human))));
    into.extend([
        number(view.target()),
        view.phase().team().map_or(NOBODY, small),
    ]);
    let ball = view.ball();
    into.extend(ball.position.map(to_f32));
    into.extend(unit(ball.orientation.map(to_f32)));
    into.extend(ball.velocity.map(to_f32));
}

/// Writes the frame, the number of leaves, and the places of leaves and then of dust, in metres.
pub(super) fn leaves(view: &View<'_>, into: &mut Vec<f32>) {
    into.clear();
    let [x, y, z] = view.leaves();
    into.push(to_f32(view.frame() as f64));
    into.push(small(x.len() * LEAVES_OF_TEN / 10));
    for ((x, y), z) in x.iter().zip(y).zip(z) {
        into.extend([*x, *y, *z]);
    }
}

/// Returns the index of a phase in the list of the page.
fn phase(phase: &Phase) -> f32 {
    use crate::phase::RestartKind::{Corner, DropBall, GoalKick, KickIn, KickOff};
    match phase {
        Phase::Restart(restart) => match restart.kind {
            KickOff => 0.0,
            KickIn => 2.0,
            Corner => 6.0,
            GoalKick => 7.0,
            DropBall => 8.0,
        },
        Phase::Play => 1.0,
        Phase::Celebration { .. } => 3.0,
        Phase::HalfTime { .. } => 4.0,
        Phase::Over => 5.0,
    }
}

fn number(who: Option<PlayerId>) -> f32 {
    who.map_or(NOBODY, |who| small(who.index()))
}

/// Converts a count, which is far below the 16 million that a number holds exactly.
fn small(count: usize) -> f32 {
    to_f32(count as f64)
}

/// Returns a quaternion with length 1; no rotation instead of one without a length.
fn unit(parts: [f32; 4]) -> [f32; 4] {
    let length = parts.iter().map(|part| part * part).sum::<f32>().sqrt();
    if length > 1e-9 {
        parts.map(|part| part / length)
    } else {
        [0.0, 0.0, 0.0, 1.0]
    }
}

#[cfg(test)]
mod tests {
    use super::unit;

    #[test]
    fn quaternions_have_length_1_and_none_is_no_rotation() {
        assert_eq!(unit([0.0, -3.0, 0.0, 4.0]), [0.0, -0.6, 0.0, 0.8]);
        assert_eq!(unit([0.0; 4]), [0.0, 0.0, 0.0, 1.0]);
    }
}
