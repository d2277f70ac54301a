//! Columns of the sample clips: they equal the channels, and the path and the poses can be recovered from them.

use std::sync::Arc;

use footwork_base::Heading;
use footwork_clip::{Channel, Clip, JointMeasure, Limits, Motion, RootMeasure, read_clip};
use footwork_features::{
    ChannelFeatures, Frame, GroundPlace, PoseColumns, PoseFeatures, PoseGroup, PoseRecovery,
    PoseStream,
};
use footwork_pipeline::{feature_skeleton, pose_rows};

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples");

fn clips() -> Vec<(String, Clip)> {
    let mut clips = Vec::new();
    for folder in ["cmu", "deepmimic", "football"] {
        let folder = format!("{SAMPLES}/{folder}");
        let mut names: Vec<String> = std::fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| {
                [".bvh", ".txt", ".glb"]
                    .iter()
                    .any(|end| name.ends_with(end))
            })
            .collect();
        names.sort();
        for name in names {
            let bytes = std::fs::read(format!("{folder}/{name}")).unwrap();
            let loaded = read_clip(&name, &bytes, None, &Limits::default());
            clips.push((
                name.clone(),
                loaded
                    .unwrap_or_else(|error| panic!("{name}: {error}"))
                    .clip,
            ));
        }
    }
    assert!(clips.len() > 40);
    clips
}

fn features(clip: &Clip, groups: &[PoseGroup]) -> Arc<PoseFeatures> {
    let names = clip
        .skeleton()
        .joints()
        .iter()
        .map(|joint| joint.name.clone());
    let columns = PoseColumns::new(groups, names.collect());
    let skeleton = feature_skeleton(clip).unwrap();
    Arc::new(PoseFeatures::new(columns, skeleton, clip.heading(), clip.rate()).unwrap())
}

/// Returns the path of the travelling joint and the heading on every frame.
fn path(clip: &Clip) -> Vec<GroundPlace> {
    let motion = Motion::new(clip);
    let places = motion.positions().joint(clip.travelling_joint());
    let places = places.zip(motion.headings_rad());
    let place = |([x, _, z], heading_rad): ([f64; 3], &f64)| GroundPlace {
        position_m: [x, z],
        heading_rad: *heading_rad,
    };
    places.map(place).collect()
}

#[test]
fn path_and_poses_of_all_samples_are_recovered_from_their_columns() {
    let groups = [PoseGroup::Rotations, PoseGroup::Positions, PoseGroup::Root];
    let (mut walked, mut worst_pose, mut worst_angle) = (0.0_f64, 0.0_f64, 0.0_f64);
    for (name, clip) in clips() {
        let features = features(&clip, &groups);
        let rows = pose_rows(&clip, &features).unwrap();
        let path = path(&clip);
        let mut recovery = PoseRecovery::new(Arc::clone(&features), path[0]).unwrap();
        let motion = Motion::new(&clip);
        let mut stream = PoseStream::new(Arc::clone(&features));
        let mut again = vec![0.0; features.columns().count()];
        for (frame, (row, place)) in rows.chunks(again.len()).zip(&path).enumerate() {
            let pose = recovery.pose(row).unwrap();
            let found = recovery.place();
            for axis in 0..2 {
                let drift = (found.position_m[axis] - place.position_m[axis]).abs();
                assert!(drift < 0.01, "{name}, frame {frame}: {drift}");
            }
            assert!(
                (found.heading_rad - place.heading_rad).abs() < 1e-4,
                "{name}, frame {frame}"
            );
            // The recovered pose has the same columns up to rounding, and its joints have their original positions.
            stream.push(&pose.frame(), &mut again).unwrap();
            let ends = clip.skeleton().joints().iter().map(|joint| joint.is_end);
            for (joint, is_end) in ends.enumerate() {
                let six = |row: &[f32]| row[joint * 6..joint * 6 + 6].to_vec();
                let (a, b) = (six(row), six(&again));
                let apart = a
                    .iter()
                    .zip(&b)
                    .map(|(a, b)| (a - b).abs())
                    .fold(0.0, f32::max);
                if !is_end {
                    worst_angle = worst_angle.max(f64::from(apart));
                    assert!(
                        apart < 1e-3,
                        "{name}, frame {frame}, joint {joint}: {apart}"
                    );
                }
            }
            let was = motion
                .positions()
                .frame(u32::try_from(frame).unwrap())
                .unwrap();
            let now = solved(&clip, &pose);
            for (joint, (a, b)) in was.iter().zip(&now).enumerate() {
                let apart = (0..3)
                    .map(|axis| (a[axis] - b[axis]).abs())
                    .fold(0.0, f64::max);
                worst_pose = worst_pose.max(apart);
                assert!(
                    apart < 1e-4,
                    "{name}, frame {frame}, joint {joint}: {apart}"
                );
            }
        }
        for pair in path.windows(2) {
            let moved = [0, 1].map(|axis| pair[1].position_m[axis] - pair[0].position_m[axis]);
            walked += (moved[0] * moved[0] + moved[1] * moved[1]).sqrt();
        }
    }
    assert!(walked > 17.0);
    println!(
        "{walked:.1} m; joints within {worst_pose:.2e} m, numbers of rotations within {worst_angle:.1e}"
    );
}

fn solved(clip: &Clip, pose: &footwork_features::RecoveredPose) -> Vec<[f64; 3]> {
    let mut kinematics = footwork_clip::ForwardKinematics::new(clip.skeleton());
    let mut positions = vec![[0.0; 3]; clip.skeleton().joint_count()];
    let pose = footwork_clip::Pose {
        root_position: pose.root_position_m,
        rotations: &pose.rotations,
        translations: pose.translations.as_deref(),
    };
    kinematics.solve(pose, &mut positions);
    positions
}

#[test]
fn headings_and_positions_equal_the_channels() {
    for (name, clip) in clips() {
        for heading in [Heading::Body, Heading::Hips, Heading::Travel] {
            let clip = clip.clone().with_heading(heading);
            let features = features(&clip, &[PoseGroup::Positions, PoseGroup::Root]);
            let width = features.columns().count();
            let rows = pose_rows(&clip, &features).unwrap();
            let root = features.columns().range(PoseGroup::Root).unwrap();
            let motion = Motion::new(&clip);
            let headings = motion.headings_rad();
            let period = clip.rate().period_secs();
            let travelling = clip.travelling_joint();
            let frames = rows.chunks(width).zip(motion.positions().frames());
            for (frame, (row, world)) in frames.enumerate() {
                let place = world[footwork_base::Id::index(travelling)];
                let (sin, cos) = libm::sincos(headings[frame]);
                for (joint, [x, y, z]) in world.iter().enumerate() {
                    let (x, z) = (x - place[0], z - place[2]);
                    let expected = [cos * x - sin * z, *y, sin * x + cos * z];
                    for axis in 0..3 {
                        let found = f64::from(row[joint * 3 + axis]);
                        assert!(
                            (found - expected[axis]).abs() < 1e-6,
                            "{name} {heading}, frame {frame}, joint {joint}"
                        );
                    }
                }
                let before = headings[frame.max(1) - 1];
                let turn = (headings[frame.max(1).min(headings.len() - 1)] - before) / period;
                let found = f64::from(row[root.start + 2]);
                assert!(
                    (found - turn).abs() < 1e-3,
                    "{name} {heading}, frame {frame}: {found} {turn}"
                );
            }
        }
    }
}

/// Returns the names of all channels that depend only on a frame and its neighbours.
fn live_channels(clip: &Clip) -> Vec<String> {
    let roots = RootMeasure::ALL.into_iter().filter(|measure| {
        let whole_clip = [RootMeasure::Phase, RootMeasure::GaitSpeed];
        !whole_clip.contains(measure)
    });
    let joints = clip
        .skeleton()
        .joints()
        .iter()
        .map(|joint| joint.name.clone());
    let roles = ["left_foot", "right_foot", "hips"].map(str::to_owned);
    let roles = roles
        .into_iter()
        .filter(|role| clip.skeleton().resolve(role).is_some());
    let of_joints = joints.chain(roles).flat_map(|joint| {
        JointMeasure::ALL.map(|measure| {
            let joint = joint.clone();
            Channel::Joint { joint, measure }.to_string()
        })
    });
    let roots = roots.map(|measure| measure.name().to_owned());
    roots.chain(of_joints).collect()
}

#[test]
fn channels_computed_frame_by_frame_equal_those_of_the_clip() {
    let (mut numbers, mut worst) = (0, 0.0_f64);
    for (name, clip) in clips() {
        for heading in [Heading::Body, Heading::Hips, Heading::Travel] {
            let clip = clip.clone().with_heading(heading);
            let motion = Motion::new(&clip);
            let joints = clip.skeleton().joint_count();
            let names = live_channels(&clip);
            let skeleton = feature_skeleton(&clip).unwrap();
            let features =
                ChannelFeatures::new(names.clone(), skeleton, heading, clip.rate()).unwrap();
            assert_eq!(features.delay_frames(), 2);
            let frame = |index: usize| {
                let part = index * joints..(index + 1) * joints;
                Frame {
                    root_position_m: clip.root_positions()[index],
                    rotations: &clip.rotations()[part.clone()],
                    translations: clip.translations().map(|all| &all[part]),
                    contacts: [false; 2],
                    heading_rad: (heading == Heading::Travel).then(|| motion.headings_rad()[index]),
                }
            };
            let frames = (0..clip.root_positions().len()).map(frame);
            let rows = features.rows(frames).unwrap();
            for (column, channel) in names.iter().zip(features.columns()).enumerate() {
                let (channel, spec) = channel;
                let channel: Channel = channel.parse().unwrap();
                assert_eq!(spec.unit, channel.unit(), "{channel}");
                let expected = motion.channel(&channel).unwrap();
                let found = rows[column..].iter().step_by(names.len());
                // Clips hold rotations of length 1 to the precision of f32; frames scale them to length 1.
                let steps = match spec.unit.as_str() {
                    "m/s²" => clip.rate().as_f64() * clip.rate().as_f64(),
                    "m/s" | "rad/s" => clip.rate().as_f64(),
                    _ => 1.0,
                };
                for (index, (found, expected)) in found.zip(&expected).enumerate() {
                    let (found, expected) = (f64::from(*found), f64::from(*expected));
                    let apart = (found - expected).abs();
                    worst = worst.max(apart / steps / expected.abs().max(1.0));
                    assert!(
                        apart <= 1e-6 * steps.max(expected.abs()),
                        "{name} {heading}, {channel}, frame {index}: {found} {expected}"
                    );
                }
                numbers += expected.len();
            }
        }
    }
    assert!(numbers > 1_000_000, "{numbers}");
    println!(
        "{numbers} numbers; apart by {worst:.1e} at most, rates of change from frame to frame"
    );
}
