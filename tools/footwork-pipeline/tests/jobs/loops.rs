//! The laws of loops made from cycles.

use std::time::{Duration, Instant};

use footwork_base::{FrameRange, Id as _};
use footwork_clip::{Clip, ClipParts, Joint, JointId, RootEdit, RootOptions, Skeleton};
use footwork_pipeline::{LoopOptions, closed_loop, standing_frames};
use footwork_testkit::Random;
use glam::{DQuat, DVec3};

use crate::edits::{CLIPS, options, sample, skate};

/// Checks a closed loop: its last frame is its first one after a round, and the velocities at the seam differ by no
/// more than they do between other frames. Planted feet slide no more than they did before planting.
#[track_caller]
fn check_closed(name: &str, clip: &Clip) -> Option<Clip> {
    let whole = FrameRange::new(0, clip.frame_count()).unwrap();
    let short = LoopOptions {
        min_secs: 0.4,
        ..LoopOptions::default()
    };
    let Some(made) = closed_loop(clip, whole, &short) else {
        println!("{name}: no cycle");
        return None;
    };
    let (made_clip, cycle) = (&made.clip, made.cycle);
    assert!(made_clip.is_looping());
    let motion = footwork_clip::Motion::new(made_clip);
    let round = made_clip.round_frames().unwrap();
    let headings = motion.headings_rad();
    let turn = DQuat::from_rotation_y(headings[round as usize] - headings[0]);
    let travelling = made_clip.travelling_joint().index();
    let row = |frame: u32| motion.positions().frame(frame).unwrap();
    let ground = |frame: u32| {
        let [x, _, z] = row(frame)[travelling];
        glam::DVec3::new(x, 0.0, z)
    };
    // The position of a joint on a frame of the next round.
    let next = |frame: u32, joint: usize| {
        let at = glam::DVec3::from_array(row(frame)[joint]) - ground(0);
        ground(round) + turn * at
    };
    let joints = made_clip.skeleton().joint_count();
    // A joint above the hips need not follow them.
    let is_above = |joint: usize| {
        let mut at = made_clip.travelling_joint();
        while let Some(parent) = made_clip.skeleton().joints()[at.index()].parent {
            if parent.index() == joint {
                return true;
            }
            at = parent;
        }
        false
    };
    let at = |frame: u32, joint: usize| glam::DVec3::from_array(row(frame)[joint]);
    let (mut gap, mut seam, mut inside) = (0.0_f64, 0.0_f64, 0.0_f64);
    for joint in (0..joints).filter(|&joint| !is_above(joint)) {
        gap = gap.max((next(0, joint) - at(round, joint)).length());
        let jump = |before, here, after| {
            let (before, here, after): (glam::DVec3, glam::DVec3, glam::DVec3) =
                (before, here, after);
            ((after - here) - (here - before)).length() * made_clip.rate().as_f64()
        };
        let at_seam = jump(at(round - 1, joint), at(round, joint), next(1, joint));
        seam = seam.max(at_seam);
        for frame in 1..round {
            let jumped = jump(at(frame - 1, joint), at(frame, joint), at(frame + 1, joint));
            inside = inside.max(jumped);
        }
    }
    let contacts = standing_frames(clip);
    let (before, _) = skate(clip, &contacts);
    let inner = contacts.map(|frames| {
        Some(frames?[cycle.frames.start() as usize..cycle.frames.stop() as usize].to_vec())
    });
    let (after, _) = skate(made_clip, &inner);
    println!(
        "{name}: frames {} of {}, gap {:.1} cm {:.2} m/s → {:.4} mm; velocity changes at the seam {seam:.2}, elsewhere up to {inside:.2} m/s; skate {:.1} → {:.1} cm/s",
        cycle.frames,
        clip.frame_count(),
        100.0 * cycle.gap_m,
        cycle.gap_mps,
        1e3 * gap,
        100.0 * before,
        100.0 * after,
    );
    assert!(gap < 1e-3, "{name}: {gap} m");
    assert!(
        seam <= inside.max(0.2),
        "{name}: {seam} m/s, elsewhere {inside}"
    );
    assert!(after <= before + 0.01, "{name}: {before} {after}");
    Some(made.clip)
}

#[test]
fn loops_are_closed() {
    for name in CLIPS {
        check_closed(name, &sample(name));
    }
}

/// Returns a walk bent into an arc of this radius in metres.
fn bent(walk: &Clip, radius_m: f64) -> Clip {
    assert_eq!(walk.travelling_joint().index(), 0);
    let ground = |at: [f64; 3]| DVec3::new(at[0], 0.0, at[2]);
    let places = walk.root_positions();
    let start = ground(places[0]);
    let ahead = (ground(*places.last().unwrap()) - start)
        .try_normalize()
        .unwrap();
    let centre = start + radius_m * DVec3::Y.cross(ahead);
    let joints = walk.skeleton().joint_count();
    let (mut root_positions, mut rotations) = (Vec::new(), walk.rotations().to_vec());
    for (frame, at) in places.iter().enumerate() {
        let way = (ground(*at) - start).dot(ahead);
        let turn = DQuat::from_rotation_y(way / radius_m);
        let moved = centre + turn * (DVec3::from_array(*at) - way * ahead - centre);
        root_positions.push(moved.to_array());
        let hips = &mut rotations[frame * joints];
        let turned = turn * DQuat::from_array(hips.map(f64::from));
        *hips = turned.as_quat().to_array();
    }
    let bent = Clip::new(ClipParts {
        skeleton: walk.skeleton().clone(),
        rate: walk.rate(),
        looping: false,
        root_positions,
        rotations,
        translations: walk.translations().map(<[_]>::to_vec),
    });
    bent.unwrap().with_heading(walk.heading())
}

/// A walk along an arc becomes a loop whichever joint travels: the hips, the hips under a root that stands still, the
/// root, or both.
#[test]
fn turning_walks_close_under_any_root() {
    for case in 0..4 {
        let mut random = Random::for_case("turning walks", case);
        let walk = bent(&sample("deepmimic/walk.txt"), random.between(0.8, 3.0));
        let name = |what: &str| format!("{what} {case}");
        let all = options(RootEdit::Extract);
        let extracted = walk.with_root_motion(all).unwrap();
        let under_root = extracted.with_root_motion(options(RootEdit::Bake)).unwrap();
        let only = |travel: bool, turn: bool| RootOptions {
            travel,
            turn,
            ..all
        };
        let travels = walk.with_root_motion(only(true, false)).unwrap();
        let turns = walk.with_root_motion(only(false, true)).unwrap();
        for (what, clip) in [
            ("hips", &walk),
            ("static root", &under_root),
            ("root", &extracted),
            ("root travels, hips turn", &travels),
            ("root turns, hips travel", &turns),
        ] {
            let made = check_closed(&name(what), clip).expect("a cycle");
            let headings = footwork_clip::Motion::new(&made).headings_rad().to_vec();
            let turned = headings.last().unwrap() - headings[0];
            assert!(turned.abs() > 0.2, "{}: {turned}", name(what));
        }
        let made = check_closed("static root", &under_root).unwrap();
        let moved = made
            .root_positions()
            .iter()
            .map(|at| DVec3::from_array(*at).length());
        assert!(moved.fold(0.0, f64::max) < 1e-9);
    }
}

/// A search that compares each pair of frames a few times is fast, even if no pair is a cycle.
#[test]
fn a_body_that_stands_still_has_no_cycle() {
    let hips = Joint {
        name: "hips".into(),
        parent: None,
        offset: [0.0; 3],
        is_end: false,
    };
    let head = Joint {
        name: "head".into(),
        parent: Some(JointId::new(0)),
        offset: [0.0, 0.6, 0.0],
        is_end: false,
    };
    let frames = 3000;
    let clip = Clip::new(ClipParts {
        skeleton: Skeleton::new(vec![hips, head]).unwrap().into(),
        rate: "30".parse().unwrap(),
        looping: false,
        root_positions: vec![[0.0, 1.0, 0.0]; frames],
        rotations: vec![[0.0, 0.0, 0.0, 1.0]; 2 * frames],
        translations: None,
    });
    let clip = clip.unwrap();
    let whole = FrameRange::new(0, clip.frame_count()).unwrap();
    let start = Instant::now();
    assert!(closed_loop(&clip, whole, &LoopOptions::default()).is_none());
    // The search takes below 1 s; comparing all frames between every two frames would take over a minute.
    assert!(start.elapsed() < Duration::from_secs(20));
}
