//! Generated rigs of every convention, rest pose, up axis, unit, handedness and rate: each is read correctly, or has a
//! finding, and each is retargeted onto another.

use footwork_base::{Id, Role};
use footwork_clip::{
    Clip, JointId, RetargetError, RetargetOptions, RetargetTarget, WorldPositions,
};
use footwork_library::{ClipEntry, Implausible, Library};
use footwork_sidecar::Finding;
use footwork_testkit::Random;

use crate::generated::{HIPS_M, SPEED_MPS, Truth};
use crate::playground::Playground;

/// The roles of the joints, in their order.
const ROLES: [Role; 21] = [
    Role::Hips,
    Role::Spine,
    Role::Chest,
    Role::Neck,
    Role::Head,
    Role::LeftShoulder,
    Role::LeftUpperArm,
    Role::LeftLowerArm,
    Role::LeftHand,
    Role::RightShoulder,
    Role::RightUpperArm,
    Role::RightLowerArm,
    Role::RightHand,
    Role::LeftUpperLeg,
    Role::LeftLowerLeg,
    Role::LeftFoot,
    Role::LeftToe,
    Role::RightUpperLeg,
    Role::RightLowerLeg,
    Role::RightFoot,
    Role::RightToe,
];

/// The bones whose directions retargeting keeps.
const BONES: [(Role, Role); 8] = [
    (Role::LeftUpperArm, Role::LeftLowerArm),
    (Role::LeftLowerArm, Role::LeftHand),
    (Role::RightUpperArm, Role::RightLowerArm),
    (Role::RightLowerArm, Role::RightHand),
    (Role::LeftUpperLeg, Role::LeftLowerLeg),
    (Role::LeftLowerLeg, Role::LeftFoot),
    (Role::RightUpperLeg, Role::RightLowerLeg),
    (Role::RightLowerLeg, Role::RightFoot),
];

/// One frame out of this number is compared.
const STRIDE: usize = 7;

/// Checks that a clip is read correctly, or has the finding that explains why not.
fn check(truth: &Truth, entry: &ClipEntry, library: &Library, findings: &[Finding]) {
    let has = |code: &str| {
        let found = findings.iter().filter(|finding| finding.code == code);
        found.into_iter().any(|finding| finding.file == truth.name)
    };
    if entry.up != truth.up {
        assert_eq!(
            entry.implausible,
            Some(Implausible::Up),
            "{truth:?} is read with {} up",
            entry.up
        );
    }
    if entry.unit != Some(truth.unit) {
        assert_eq!(
            entry.implausible,
            Some(Implausible::Size),
            "{truth:?} is read in {:?}",
            entry.unit
        );
    }
    assert_eq!(has("odd-rate"), !truth.has_rate, "{truth:?}");
    assert_eq!(entry.is_left_handed(), truth.is_mirrored, "{truth:?}");
    if entry.implausible.is_none() && truth.has_rate {
        let clip = library.find_clip(&truth.name).unwrap();
        let clip = library.load(clip).unwrap().clip;
        let mut speed = clip.channel(&"speed".parse().unwrap()).unwrap();
        speed.sort_by(f32::total_cmp);
        let median = f64::from(speed[speed.len() / 2]) / truth.stature;
        assert!(
            (median - SPEED_MPS).abs() < 0.15,
            "{truth:?} walks at {median} m/s"
        );
        let height = f64::from(clip.channel(&"height".parse().unwrap()).unwrap()[0]);
        assert!(
            (height / truth.stature - HIPS_M).abs() < 0.05,
            "{truth:?} has its hips at {height} m"
        );
        check_joints(truth, &clip);
    }
}

fn of_role(clip: &Clip, role: Role) -> JointId {
    let joint = clip.skeleton().roles().joint(role);
    joint.unwrap_or_else(|| panic!("no joint is the {role:?}"))
}

/// Checks that each joint has its role and the position of the generated body's joint. The facing direction may differ.
fn check_joints(truth: &Truth, clip: &Clip) {
    let joints = ROLES.map(|role| of_role(clip, role));
    for (index, &joint) in joints.iter().enumerate() {
        let name = &clip.skeleton().joint(joint).unwrap().name;
        assert_eq!(name.as_str(), truth.joint(index), "{truth:?}");
    }
    let positions = WorldPositions::from_clip(clip);
    for (frame, row) in positions.frames().enumerate().step_by(STRIDE) {
        let places = truth.places(frame as f64 * clip.rate().period_secs());
        // Horizontal coordinates relative to the hips, along the line from hip to hip and perpendicular to it.
        let flat = |at: [f64; 3], hips: [f64; 3], [x, z]: [f64; 2]| {
            let (to, ahead) = (at[0] - hips[0], at[2] - hips[2]);
            [to * x + ahead * z, to * z - ahead * x, at[1]]
        };
        let left = |a: [f64; 3], b: [f64; 3]| {
            let line = [a[0] - b[0], a[2] - b[2]];
            line.map(|x| x / libm::hypot(line[0], line[1]))
        };
        let at = |index: usize| row[joints[index].index()];
        let (ours, theirs) = (left(at(13), at(17)), left(places[13], places[17]));
        for (index, place) in places.iter().enumerate() {
            let place = flat(*place, places[0], theirs);
            // In a body mirrored by a left-handed file, left is on the other side.
            let mut is = flat(at(index), at(0), ours);
            is[1] *= if truth.is_mirrored { -1.0 } else { 1.0 };
            let off = (0..3).map(|axis| (is[axis] - place[axis]).abs());
            let off = off.fold(0.0, f64::max);
            assert!(
                off < 0.005,
                "{truth:?}: {:?} is {off} m off on frame {frame}",
                ROLES[index]
            );
        }
    }
}

/// Checks that the limbs of a clip point in the same directions after retargeting onto another rig. Returns the error
/// if the rig does not fit.
fn check_retargeted(from: &Clip, onto: &Clip) -> Option<RetargetError> {
    let target = RetargetTarget::from_clip(onto);
    let moved = match from.retargeted(&target, &RetargetOptions::default()) {
        Ok(moved) => moved.clip,
        Err(error) => return Some(error),
    };
    let rows = [from, &moved].map(WorldPositions::from_clip);
    let rows = rows[0].frames().zip(rows[1].frames());
    for (was, is) in rows.step_by(STRIDE) {
        for (a, b) in BONES {
            let line = |clip: &Clip, row: &[[f64; 3]]| {
                let [a, b] = [a, b].map(|role| row[of_role(clip, role).index()]);
                let line: [f64; 3] = std::array::from_fn(|axis| b[axis] - a[axis]);
                let length = line.iter().map(|x| x * x).sum::<f64>().sqrt();
                line.map(|x| x / length)
            };
            let (was, is) = (line(from, was), line(&moved, is));
            let gap = (0..3).map(|axis| (was[axis] - is[axis]).abs());
            let gap = gap.fold(0.0, f64::max);
            assert!(gap < 1e-3, "{a:?} points elsewhere by {gap}");
        }
    }
    None
}

#[test]
fn generated_rigs_are_read_correctly_or_reported() {
    let count = 2000;
    let (mut named, mut retargeted, mut unfit) = (0, 0, 0);
    for (case, batch) in (0..count).collect::<Vec<usize>>().chunks(50).enumerate() {
        let mut random = Random::for_case("rigs", case as u64);
        let playground = Playground::new();
        let mut truths = Vec::new();
        for &index in batch {
            let truth = Truth::random(index, &mut random);
            playground.file(&truth.name, truth.bvh(&mut random));
            truths.push(truth);
        }
        let library = playground.open();
        let mut findings = library.findings().to_vec();
        findings.extend(library.assumptions());
        for truth in &truths {
            let clip = library.find_clip(&truth.name).unwrap();
            let entry = &library.clips()[clip];
            named += usize::from(entry.implausible.is_some());
            check(truth, entry, &library, &findings);
        }
        // Each clip that can be retargeted is retargeted onto the rig of the next one.
        let fit = truths.iter().filter(|truth| !truth.is_mirrored);
        let fit = fit.filter_map(|truth| {
            let clip = library.find_clip(&truth.name).unwrap();
            let is_sound = library.clips()[clip].implausible.is_none() && truth.has_rate;
            is_sound.then(|| library.load(clip).unwrap().clip)
        });
        let fit: Vec<Clip> = fit.collect();
        for pair in fit.windows(2) {
            retargeted += 1;
            unfit += usize::from(check_retargeted(&pair[0], &pair[1]).is_some());
        }
    }
    println!("{count} rigs: {named} implausible; {retargeted} retargeted: {unfit} refused");
    assert!(retargeted > count / 2 && 20 * unfit < retargeted);
    assert!(
        10 * named < count,
        "{named} of {count} rigs count as implausible"
    );
}
