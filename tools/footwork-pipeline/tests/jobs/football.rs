//! The football library has the properties that its README states.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use footwork_base::{FrameRate, Id, Name, Role};
use footwork_clip::{Clip, WorldPositions};
use footwork_library::Library;
use footwork_pipeline::{ClipCharacter, check, open_library};
use footwork_tags::ClipId;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/football")
}

fn football() -> Library {
    open_library(&folder(), Arc::new(())).unwrap()
}

fn clips(library: &Library) -> impl Iterator<Item = (&str, ClipId, Clip)> {
    library.clips().iter().map(|(id, entry)| {
        let clip = library.load(id).unwrap().clip;
        (entry.name.as_str(), id, clip)
    })
}

/// Returns the position of the joint with a role on each frame, in metres.
fn track(clip: &Clip, role: Role) -> Vec<[f64; 3]> {
    let joint = clip.skeleton().roles().joint(role).unwrap();
    WorldPositions::from_clip(clip).joint(joint).collect()
}

fn apart(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
}

/// Returns the speed on each frame in m/s; 0 on the first and the last frame.
fn speeds_mps(track: &[[f64; 3]], rate: FrameRate) -> Vec<f64> {
    let mut speeds = vec![0.0; track.len()];
    for frame in 1..track.len() - 1 {
        speeds[frame] = apart(track[frame + 1], track[frame - 1]) * rate.as_f64() / 2.0;
    }
    speeds
}

#[test]
fn the_library_is_small_and_has_no_findings() {
    let library = football();
    assert!(library.findings().is_empty(), "{:?}", library.findings());
    let found = check(&library);
    assert!(found.is_empty(), "{found:?}");
    let files = fs::read_dir(folder())
        .unwrap()
        .map(|file| file.unwrap().metadata().unwrap());
    let bytes: u64 = files
        .filter(|file| file.is_file())
        .map(|file| file.len())
        .sum();
    assert!(bytes < 6_000_000, "{bytes}");
}

#[test]
fn all_clips_have_one_skeleton_and_60_frames_a_second() {
    let library = football();
    let rate = FrameRate::whole(60).unwrap();
    let mut skeleton = None;
    for (name, _, clip) in clips(&library) {
        assert_eq!(clip.rate(), rate, "{name}");
        let first = skeleton.get_or_insert_with(|| Arc::clone(clip.skeleton()));
        assert_eq!(clip.skeleton(), first, "{name}");
    }
    // A character plays all clips, mirrored twins included, and all loops close.
    let all = library.clips().ids();
    let character = ClipCharacter::build(&library, all, rate).unwrap();
    assert!(
        character.findings().is_empty(),
        "{:?}",
        character.findings()
    );
    assert_eq!(character.poses().clips().len(), library.clips().len());
}

/// A kick has one contact event, of the kicking foot. The contact lies within the phase of the
/// kick. At that time, the toe has nearly its highest speed in the clip, is in front of the body,
/// and is as low as a ball.
#[test]
fn kicks_meet_the_ball_where_the_toe_is_fast() {
    let library = football();
    let db = library.database();
    let contact: Name = "Kick.Contact".parse().unwrap();
    let mut kicks = 0;
    for (role, query) in [
        (Role::RightToe, "Kick.Right & Phase.Contact"),
        (Role::LeftToe, "Kick.Left & Phase.Contact"),
    ] {
        let found = db.query(query).unwrap();
        for (name, id, clip) in clips(&library).filter(|(_, id, _)| !found.ranges(*id).is_empty()) {
            let times = library.clips()[id]
                .events()
                .filter(|(event, _)| **event == contact);
            let times: Vec<f64> = times.map(|(_, time)| time).collect();
            let [time] = times[..] else {
                panic!("{name}: {times:?}")
            };
            let frame = time.round();
            assert!((time - frame).abs() < 1e-9, "{name}");
            let frame = (0..clip.frame_count())
                .find(|f| f64::from(*f) == frame)
                .unwrap();
            assert!(
                found.ranges(id).iter().any(|range| range.contains(frame)),
                "{name}: {frame}"
            );
            let toe = track(&clip, role);
            let speeds = speeds_mps(&toe, clip.rate());
            let top = speeds.iter().copied().fold(0.0, f64::max);
            let at = speeds[frame as usize];
            assert!(at > 0.95 * top && at > 8.0, "{name}: {at} of {top} m/s");
            assert!(
                toe[frame as usize][1] < 0.22,
                "{name}: {:?}",
                toe[frame as usize]
            );
            kicks += 1;
        }
    }
    assert_eq!(kicks, 6);
}

/// No joint jumps, no knee bends backwards, and walks and runs stay on the ground.
#[test]
fn joints_do_not_jump_and_feet_stay_on_the_ground() {
    let library = football();
    let gait = library.database().query("Gait").unwrap();
    for (name, id, clip) in clips(&library) {
        let places = WorldPositions::from_clip(&clip);
        for (joint, it) in clip.skeleton().iter() {
            let at: Vec<[f64; 3]> = places.joint(joint).collect();
            for (frame, triple) in at.windows(3).enumerate() {
                let bend: [f64; 3] =
                    std::array::from_fn(|i| triple[0][i] - 2.0 * triple[1][i] + triple[2][i]);
                let bend_m = apart(bend, [0.0; 3]);
                assert!(bend_m < 0.2, "{name}: {} at {frame} by {bend_m} m", it.name);
            }
        }
        for knee in [Role::LeftLowerLeg, Role::RightLowerLeg] {
            let knee = clip.skeleton().roles().joint(knee).unwrap().index();
            let turns = clip
                .rotations()
                .iter()
                .skip(knee)
                .step_by(clip.skeleton().joint_count());
            for (frame, [x, y, z, w]) in turns.enumerate() {
                // The sine of the angle by which the shin leans ahead of the thigh; at rest, the
                // shin hangs straight down.
                let ahead = -2.0 * (y * z + w * x);
                assert!(ahead < 0.06, "{name}: a knee bends by {ahead} at {frame}");
            }
        }
        let soles = [Role::LeftToe, Role::RightToe].map(|role| track(&clip, role));
        for frame in gait
            .ranges(id)
            .iter()
            .flat_map(|range| range.start()..range.stop())
        {
            let low = soles
                .iter()
                .map(|sole| sole[frame as usize][1])
                .fold(f64::MAX, f64::min);
            assert!((-0.05..0.3).contains(&low), "{name}: {low} m at {frame}");
        }
    }
}
