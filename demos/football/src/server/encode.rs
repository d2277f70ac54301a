//! Frames and leaves as little-endian bytes, as `web/src/stream/` reads them.
//!
//! A frame of 22 footballers with 20 joints takes 3.8 kB, so that 60 frames per second stay below a quarter of the
//! limit of a stream. Quaternions are four signed 16-bit numbers; the rounding turns a hand by less than 0.005 degrees.

use footwork::flight::PlayerId;
use footwork_base::{Id, to_f32};

use crate::cast::Cast;
use crate::game::Match;
use crate::phase::Phase;
use crate::setup::{Inputs, Seat};
use crate::view::View;

const FRAME_MAGIC: &[u8; 4] = b"FWF1";
const LEAVES_MAGIC: &[u8; 4] = b"FWL1";

/// The index that means no footballer.
const NOBODY: u8 = u8::MAX;

/// The unit of leaf positions, in metres.
const LEAF_UNIT_M: f32 = 0.01;

/// The number of leaves among ten drifting bodies; the others are dust.
const LEAVES_OF_TEN: usize = 4;

/// Appends a frame.
///
/// Footballers have no pose before the first frame. Until then the poses come from a copy that is one frame ahead.
pub(super) fn frame(played: &Match, into: &mut Vec<u8>) {
    let ahead = (played.view().frame() == 0).then(|| {
        let mut copy = played.clone();
        copy.step(&Inputs::default());
        copy
    });
    let posed = ahead.as_ref().unwrap_or(played);
    posed_frame(played.cast(), &played.view(), &posed.view(), into);
}

/// Appends a frame with the poses of `posed`.
fn posed_frame(cast: &Cast, view: &View<'_>, posed: &View<'_>, into: &mut Vec<u8>) {
    let ball = view.ball();
    let count = view.footballers().len();
    let joints = cast.figure().joint_count();
    into.extend_from_slice(FRAME_MAGIC);
    into.extend_from_slice(
        &u32::try_from(view.frame())
            .unwrap_or(u32::MAX)
            .to_le_bytes(),
    );
    into.extend_from_slice(&view.clock_secs().to_le_bytes());
    for goals in view.score() {
        into.extend_from_slice(&u16::try_from(goals).unwrap_or(u16::MAX).to_le_bytes());
    }
    into.push(phase(view.phase()));
    into.push(u8::try_from(view.half()).unwrap_or(NOBODY));
    into.push(byte(count));
    into.push(byte(joints));
    let with = |is: &dyn Fn(&crate::view::FootballerView<'_>) -> bool| {
        let who = view.footballers().find(is).map(|one| one.who);
        footballer(who)
    };
    for human in Seat::ALL {
        into.push(with(&|one| one.human == Some(human)));
    }
    for human in Seat::ALL {
        into.push(with(&|one| one.next_of == Some(human)));
    }
    into.push(footballer(view.target()));
    into.push(view.phase().team().map_or(NOBODY, byte));
    into.extend_from_slice(&[0; 2]);
    floats(into, ball.position.map(to_f32));
    quaternion(into, ball.orientation.map(to_f32));
    floats(into, ball.velocity.map(to_f32));
    for (one, posed) in view.footballers().zip(posed.footballers()) {
        let hips = cast.figure().joint(posed.motion, &one.place, 0);
        floats(into, hips.position_m);
        quaternion(into, hips.rotation);
        for joint in 1..joints {
            let rotation = posed.motion.rotations.get(joint).copied();
            quaternion(into, rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]));
        }
    }
}

/// Appends the positions of leaves and dust.
pub(super) fn leaves(view: &View<'_>, into: &mut Vec<u8>) {
    let [x, y, z] = view.leaves();
    let leaves = x.len() * LEAVES_OF_TEN / 10;
    into.extend_from_slice(LEAVES_MAGIC);
    into.extend_from_slice(
        &u32::try_from(view.frame())
            .unwrap_or(u32::MAX)
            .to_le_bytes(),
    );
    into.extend_from_slice(&u32::try_from(leaves).unwrap_or(u32::MAX).to_le_bytes());
    for ((x, y), z) in x.iter().zip(y).zip(z) {
        for place in [x, y, z] {
            into.extend_from_slice(&whole(place / LEAF_UNIT_M).to_le_bytes());
        }
    }
}

/// Returns the index of a phase in the list of the page.
fn phase(phase: &Phase) -> u8 {
    use crate::phase::RestartKind::{Corner, DropBall, GoalKick, KickIn, KickOff};
    match phase {
        Phase::Restart(restart) => match restart.kind {
            KickOff => 0,
            KickIn => 2,
            Corner => 6,
            GoalKick => 7,
            DropBall => 8,
        },
        Phase::Play => 1,
        Phase::Celebration { .. } => 3,
        Phase::HalfTime { .. } => 4,
        Phase::Over => 5,
    }
}

fn footballer(who: Option<PlayerId>) -> u8 {
    who.map_or(NOBODY, |who| byte(who.index()))
}

fn byte(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(NOBODY)
}

fn floats(into: &mut Vec<u8>, numbers: [f32; 3]) {
    for number in numbers {
        into.extend_from_slice(&number.to_le_bytes());
    }
}

/// Appends a quaternion. Its length does not matter, so it is scaled to the largest that fits.
fn quaternion(into: &mut Vec<u8>, parts: [f32; 4]) {
    let largest = parts
        .iter()
        .fold(0.0_f32, |most, part| most.max(part.abs()));
    let scale = if largest > 1e-12 {
        f32::from(i16::MAX) / largest
    } else {
        0.0
    };
    for part in parts {
        into.extend_from_slice(&whole(part * scale).to_le_bytes());
    }
}

/// Rounds to the nearest integer that fits; 0 for NaN.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a cast of a float saturates, and NaN becomes 0: what does not fit is drawn at the edge"
)]
fn whole(number: f32) -> i16 {
    number.round() as i16
}

#[cfg(test)]
mod tests {
    use super::{quaternion, whole};

    #[test]
    fn numbers_that_do_not_fit_stay_at_the_edge() {
        assert_eq!(whole(1.4), 1);
        assert_eq!(whole(-1.6), -2);
        assert_eq!(whole(1e9), i16::MAX);
        assert_eq!(whole(-1e9), i16::MIN);
        assert_eq!(whole(f32::NAN), 0);
    }

    #[test]
    fn a_quaternion_uses_all_bits_whatever_its_length() {
        let check = |parts: [f32; 4], expected: [i16; 4]| {
            let mut bytes = Vec::new();
            quaternion(&mut bytes, parts);
            let (pairs, _) = bytes.as_chunks::<2>();
            let read: Vec<_> = pairs.iter().map(|pair| i16::from_le_bytes(*pair)).collect();
            assert_eq!(read, expected);
        };
        check([0.0, 0.0, 0.0, 1.0], [0, 0, 0, 32767]);
        check([0.0, -0.5, 0.0, 0.5], [0, -32767, 0, 32767]);
        check([0.0; 4], [0; 4]);
    }
}
