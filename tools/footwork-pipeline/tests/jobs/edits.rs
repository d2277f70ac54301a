//! The laws of edited copies, on the sample clips and on generated motion.

use std::path::Path;

use footwork_base::Id;
use footwork_clip::{
    Clip, ClipParts, ForwardKinematics, Limits, RootEdit, RootOptions, Side, WorldPositions,
    read_clip,
};
use footwork_pipeline::{EASE_SECS, plant_feet, standing_frames};
use footwork_testkit::Random;
use glam::{DQuat, DVec3};

/// Clips of a person, of three formats.
pub(crate) const CLIPS: &[&str] = &[
    "deepmimic/walk.txt",
    "deepmimic/run.txt",
    "deepmimic/turn_left.txt",
    "deepmimic/kick.txt",
    "deepmimic/dance.txt",
    "cmu/playground_turn_right_jump_01.bvh",
    "cmu/playground_forward_jump_01.bvh",
    "football/walk_01.glb",
    "football/run_01.glb",
    "football/walk_turn_left.glb",
    "football/kick_right_01.glb",
];

pub(crate) fn sample(name: &str) -> Clip {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../samples")
        .join(name);
    let bytes = std::fs::read(path).unwrap();
    let unit = name.ends_with("bvh").then(|| "cmu".parse().unwrap());
    read_clip(name, &bytes, unit, &Limits::default())
        .unwrap()
        .clip
}

/// Returns the clip with feet that slide: its travelling joint sways by some centimetres over the ground.
fn swaying(clip: &Clip, random: &mut Random) -> Clip {
    let [x, z] = [random.between(-0.05, 0.05), random.between(-0.05, 0.05)];
    let hz = random.between(0.3, 1.5);
    let mut root_positions = clip.root_positions().to_vec();
    let round = clip.round_frames();
    for (frame, at) in (0u32..).zip(&mut root_positions) {
        let secs = f64::from(frame) * clip.rate().period_secs();
        // In a loop, one period of the sway lasts the whole round.
        let phase = match round {
            Some(round) => f64::from(frame) / f64::from(round),
            None => hz * secs,
        };
        let sway = libm::sin(std::f64::consts::TAU * phase);
        at[0] += x * sway;
        at[2] += z * sway;
    }
    let parts = ClipParts {
        skeleton: clip.skeleton().clone(),
        rate: clip.rate(),
        looping: clip.is_looping(),
        root_positions,
        rotations: clip.rotations().to_vec(),
        translations: clip.translations().map(<[_]>::to_vec),
    };
    let swaying = Clip::new(parts).unwrap();
    swaying
        .with_travelling_joint(clip.travelling_joint())
        .with_heading(clip.heading())
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3)
        .map(|axis| (a[axis] - b[axis]).powi(2))
        .sum::<f64>()
        .sqrt()
}

/// Returns the world rotation of every joint on every frame.
fn turns(clip: &Clip) -> Vec<Vec<DQuat>> {
    let mut solver = ForwardKinematics::new(clip.skeleton());
    let mut row = vec![[0.0; 3]; clip.skeleton().joint_count()];
    clip.poses()
        .map(|pose| {
            solver.solve(pose, &mut row);
            solver.rotations().map(DQuat::from_array).collect()
        })
        .collect()
}

/// Returns two maxima over the contacts: the horizontal speed of the foot's slowest joint between two frames, in m/s,
/// and the depth of the foot's lowest joint below the floor, in metres.
pub(crate) fn skate(clip: &Clip, contacts: &[Option<Vec<bool>>; 2]) -> (f64, f64) {
    let positions = WorldPositions::from_clip(clip);
    let (mut fastest, mut depth) = (0.0_f64, 0.0_f64);
    for foot in clip.skeleton().feet() {
        let side = usize::from(foot.side == Side::Right);
        let Some(frames) = &contacts[side] else {
            continue;
        };
        for frame in 0..clip.frame_count() - 1 {
            let at = |frame: u32, joint: usize| positions.frame(frame).unwrap()[joint];
            if !frames[frame as usize] {
                continue;
            }
            for joint in &foot.joints {
                depth = depth.max(-at(frame, joint.index())[1]);
            }
            if frames[frame as usize + 1] {
                let speeds = foot.joints.iter().map(|joint| {
                    let (a, b) = (at(frame, joint.index()), at(frame + 1, joint.index()));
                    libm::hypot(b[0] - a[0], b[2] - a[2]) * clip.rate().as_f64()
                });
                fastest = fastest.max(speeds.fold(f64::INFINITY, f64::min));
            }
        }
    }
    (fastest, depth)
}

/// Skate falls to 1 cm/s, feet are at most 1 cm below the floor, the body above the hips only drops, and frames away from
/// contacts keep their bits.
#[track_caller]
fn check_planted(name: &str, clip: &Clip) {
    let contacts = standing_frames(clip);
    let planted = plant_feet(clip, &contacts, EASE_SECS).unwrap();
    let (before, _) = skate(clip, &contacts);
    let (after, depth) = skate(&planted.clip, &contacts);
    println!(
        "{name}: {:.1} → {:.2} cm/s (own measure {:.1} → {:.2}), feet moved {:.1} cm, drop {:.1} cm",
        100.0 * before,
        100.0 * after,
        100.0 * planted.before_mps,
        100.0 * planted.after_mps,
        100.0 * planted.moved_m,
        100.0 * planted.drop_m,
    );
    assert!(after <= 0.01, "{name}: {after} m/s");
    assert!(depth <= 0.01, "{name}: {depth} m");

    let skeleton = clip.skeleton();
    let (was, is) = (
        WorldPositions::from_clip(clip),
        WorldPositions::from_clip(&planted.clip),
    );
    let legs: Vec<usize> = ["left_upper_leg", "right_upper_leg"]
        .map(|role| skeleton.resolve(role).unwrap().index())
        .to_vec();
    let is_leg = |joint: usize| {
        let mut at = Some(joint);
        while let Some(joint) = at {
            if legs.contains(&joint) && joint != 0 {
                return true;
            }
            at = skeleton.joints()[joint].parent.map(Id::index);
        }
        false
    };
    let hips = skeleton.resolve("hips").unwrap().index();
    let ease = (1_u32..).find(|frames| f64::from(*frames) >= EASE_SECS * clip.rate().as_f64());
    let ease = ease.unwrap();
    let last = clip.frame_count() - 1;
    let is_near = |frame: u32| {
        contacts.iter().flatten().any(|contacts| {
            (0..=2 * ease).any(|step| {
                let near = i64::from(frame) + i64::from(step) - i64::from(ease);
                let near = if clip.is_looping() {
                    near.rem_euclid(i64::from(last))
                } else {
                    near
                };
                usize::try_from(near).is_ok_and(|near| contacts.get(near) == Some(&true))
            })
        })
    };
    let mut kept = 0;
    for frame in 0..clip.frame_count() {
        let (was_row, is_row) = (was.frame(frame).unwrap(), is.frame(frame).unwrap());
        let drop_m = was_row[hips][1] - is_row[hips][1];
        assert!(
            (-1e-6..=0.2 + 1e-6).contains(&drop_m),
            "{name} {frame}: {drop_m}"
        );
        for joint in (0..skeleton.joint_count()).filter(|&joint| !is_leg(joint)) {
            let below_hips = skeleton.joints()[joint].parent.is_some() || joint == hips;
            let [x, y, z] = was_row[joint];
            let expected = if below_hips || hips == 0 {
                [x, y - drop_m, z]
            } else {
                [x, y, z]
            };
            let off =
                distance(is_row[joint], expected).min(distance(is_row[joint], was_row[joint]));
            assert!(off < 1e-5, "{name} {frame} {joint}: {off}");
        }
        if !is_near(frame) {
            let (a, b) = (clip.pose(frame).unwrap(), planted.clip.pose(frame).unwrap());
            assert_eq!(a.root_position, b.root_position, "{name} {frame}");
            assert_eq!(a.rotations, b.rotations, "{name} {frame}");
            kept += 1;
        }
    }
    println!("  {kept} of {} frames keep their bits", clip.frame_count());
}

#[test]
fn planted_feet_do_not_slide() {
    for name in CLIPS {
        check_planted(name, &sample(name));
    }
}

#[test]
fn planted_feet_of_generated_sway_do_not_slide() {
    for case in 0..8 {
        let mut random = Random::for_case("planted feet of generated sway", case);
        let name = CLIPS[random.below(CLIPS.len())];
        check_planted(name, &swaying(&sample(name), &mut random));
    }
}

pub(crate) fn options(edit: RootEdit) -> RootOptions {
    RootOptions {
        edit,
        travel: true,
        turn: true,
        height: false,
        cutoff_hz: RootOptions::CUTOFF_HZ,
    }
}

/// Extracting and baking root motion moves no joint of the body by 0.1 mm or 0.1 degrees; the root stays on the ground, and
/// after baking it is at rest.
#[test]
fn root_motion_is_extracted_and_baked_back() {
    for (case, name) in (0..).zip(CLIPS) {
        let mut random = Random::for_case("root motion", case);
        let clip = sample(name);
        let extracted = RootOptions {
            height: random.below(2) == 0,
            turn: random.below(4) > 0,
            cutoff_hz: random.between(0.2, 3.0),
            ..options(RootEdit::Extract)
        };
        let there = clip.with_root_motion(extracted).unwrap();
        let back = there.with_root_motion(options(RootEdit::Bake)).unwrap();
        let (positions, own_turns) = (WorldPositions::from_clip(&clip), turns(&clip));
        for made in [&there, &back] {
            let (made_positions, made_turns) = (WorldPositions::from_clip(made), turns(made));
            for (id, joint) in clip.skeleton().iter().filter(|(id, _)| {
                // If the clip already has a root joint, that joint moves.
                clip.travelling_joint().index() == 0 || id.index() > 0
            }) {
                let other = made.skeleton().find(&joint.name).unwrap();
                for ((frame, was), is) in (0..)
                    .zip(positions.joint(id))
                    .zip(made_positions.joint(other))
                {
                    assert!(distance(was, is) < 1e-4, "{name} {frame} {}", joint.name);
                    if !joint.is_end {
                        let was = own_turns[frame][id.index()];
                        let away = was.conjugate() * made_turns[frame][other.index()];
                        let angle = 2.0
                            * libm::atan2(
                                DVec3::new(away.x, away.y, away.z).length(),
                                away.w.abs(),
                            );
                        assert!(angle.to_degrees() < 0.1, "{name} {frame} {}", joint.name);
                    }
                }
            }
        }
        let heights = there.root_positions().iter().map(|at| at[1].abs());
        let highest = heights.fold(0.0, f64::max);
        assert!(extracted.height || highest < 1e-9, "{name}: {highest}");
        assert!(
            back.root_positions().iter().all(|at| *at == [0.0; 3]),
            "{name}"
        );
        let placed = clip.with_root_motion(options(RootEdit::InPlace)).unwrap();
        let hips = placed.travelling_joint();
        let ways: Vec<[f64; 3]> = WorldPositions::from_clip(&placed).joint(hips).collect();
        let far = ways
            .iter()
            .map(|at| libm::hypot(at[0] - ways[0][0], at[2] - ways[0][2]));
        let far = far.fold(0.0, f64::max);
        println!("{name}: in place, the hips sway by {:.1} cm", 100.0 * far);
        assert!(far < 0.6, "{name}: {far}");
    }
    let refused = sample(CLIPS[0]).with_root_motion(options(RootEdit::Bake));
    assert!(refused.is_err());
}

#[test]
fn a_body_that_steps_in_place_is_not_planted() {
    let clip = sample("deepmimic/walk.txt");
    let placed = clip.with_root_motion(options(RootEdit::InPlace)).unwrap();
    let contacts = standing_frames(&placed);
    let refused = plant_feet(&placed, &contacts, EASE_SECS);
    assert_eq!(refused.unwrap_err(), footwork_pipeline::PlantError::InPlace);
}
