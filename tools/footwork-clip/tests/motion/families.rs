//! The same motion on rigs with the names, rest poses and axes of other data sets, and with the proportions of the
//! recorded body.

use std::sync::Arc;

use footwork_base::{Id, Role};
use footwork_clip::{
    Clip, ClipParts, Joint, ReferencePose, RetargetOptions, RetargetTarget, Skeleton,
    WorldPositions,
};
use glam::{DQuat, DVec3};
use proptest::prelude::*;

use crate::clips::sample;
use crate::retargeted::{BONES, direction, distance, of_role};

/// A data set, described by its conventions.
pub(crate) struct Family {
    pub(crate) name: &'static str,
    /// The names of hips, spine, chest, neck and head.
    middle: [&'static str; 5],
    /// The names of shoulder, upper arm, lower arm, hand, upper leg, lower leg, foot and toe; `#` stands for the side.
    sided: [&'static str; 8],
    sides: [&'static str; 2],
    pub(crate) rest: RestPose,
}

/// The rest pose of a rig.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum RestPose {
    /// The body's rest pose, given by rotations of the joints, whose y axes point along their bones.
    AlongBones,
    /// The body's rest pose, given by the offsets of the joints.
    Own,
    /// The body's rest pose with the arms 45 degrees lower.
    LowArms,
    /// All bones lie along +x.
    Folded,
}

#[rustfmt::skip]
pub(crate) const FAMILIES: [Family; 4] = [
    Family {
        name: "Mixamo",
        middle: ["mixamorig:Hips", "mixamorig:Spine", "mixamorig:Spine2", "mixamorig:Neck", "mixamorig:Head"],
        sided: ["mixamorig:#Shoulder", "mixamorig:#Arm", "mixamorig:#ForeArm", "mixamorig:#Hand", "mixamorig:#UpLeg", "mixamorig:#Leg", "mixamorig:#Foot", "mixamorig:#ToeBase"],
        sides: ["Left", "Right"],
        rest: RestPose::AlongBones,
    },
    Family {
        name: "Rokoko",
        middle: ["Hips", "Spine", "Chest", "Neck", "Head"],
        sided: ["#Shoulder", "#UpperArm", "#LowerArm", "#Hand", "#UpperLeg", "#LowerLeg", "#Foot", "#Toes"],
        sides: ["Left", "Right"],
        rest: RestPose::LowArms,
    },
    Family {
        name: "Bandai",
        middle: ["Hips", "Spine", "Chest", "Neck", "Head"],
        sided: ["Shoulder_#", "UpperArm_#", "LowerArm_#", "Hand_#", "UpperLeg_#", "LowerLeg_#", "Foot_#", "Toes_#"],
        sides: ["L", "R"],
        rest: RestPose::Folded,
    },
    Family {
        name: "AMASS",
        middle: ["Pelvis", "Spine1", "Spine3", "Neck", "Head"],
        sided: ["#_Collar", "#_Shoulder", "#_Elbow", "#_Wrist", "#_Hip", "#_Knee", "#_Ankle", "#_Foot"],
        sides: ["L", "R"],
        rest: RestPose::Own,
    },
];

impl Family {
    fn named(&self, role: Role) -> String {
        let index = role as usize;
        match index {
            0..=4 => self.middle[index].to_owned(),
            5..=12 => self.sided[index - 5].replace('#', self.sides[0]),
            _ => self.sided[index - 13].replace('#', self.sides[1]),
        }
    }

    /// Returns the motion on the rig of this family. Every joint keeps its position on every frame.
    pub(crate) fn dress(&self, clip: &Clip) -> Clip {
        let skeleton = clip.skeleton();
        let names = skeleton.iter().map(|(id, joint)| {
            let role = skeleton.roles().role(id);
            role.map_or_else(|| format!("x{}", joint.name), |role| self.named(role))
        });
        rebased(
            clip,
            names.collect(),
            &frames(clip, self.rest),
            self.rest == RestPose::AlongBones,
        )
    }
}

fn wide(turn: [f32; 4]) -> DQuat {
    DQuat::from_array(turn.map(f64::from))
}

fn narrow(turn: DQuat) -> [f32; 4] {
    turn.to_array().map(footwork_base::to_f32)
}

/// Returns the change of each joint's axes as a rotation in the joint's own frame.
fn frames(clip: &Clip, rest: RestPose) -> Vec<DQuat> {
    let skeleton = clip.skeleton();
    let joints = skeleton.joints();
    let mut turns: Vec<DQuat> = Vec::new();
    for (joint, local) in joints.iter().zip(skeleton.rest_rotations()) {
        let above = joint
            .parent
            .map_or(DQuat::IDENTITY, |parent| turns[parent.index()]);
        turns.push(if joint.is_end {
            above
        } else {
            above * wide(*local)
        });
    }
    let bone = |joint: usize| {
        let child = joints
            .iter()
            .find(|other| other.parent.is_some_and(|p| p.index() == joint));
        let line = child.map_or(DVec3::ZERO, |child| {
            DVec3::from_array(child.offset.map(f64::from))
        });
        line.try_normalize()
    };
    let lowered = |joint: usize| {
        let mut top = Some(joint);
        while let Some(at) = top {
            let id = footwork_clip::JointId::from_index(at).unwrap();
            match skeleton.roles().role(id) {
                Some(Role::LeftUpperArm) => return DQuat::from_rotation_z(-0.8),
                Some(Role::RightUpperArm) => return DQuat::from_rotation_z(0.8),
                _ => top = joints[at].parent.map(Id::index),
            }
        }
        DQuat::IDENTITY
    };
    let frame = |joint: usize| match rest {
        RestPose::AlongBones => bone(joint).map_or(DQuat::IDENTITY, |bone| {
            DQuat::from_rotation_arc(DVec3::Y, bone)
        }),
        RestPose::Own => turns[joint].conjugate(),
        RestPose::LowArms => (lowered(joint) * turns[joint]).conjugate(),
        RestPose::Folded => bone(joint).map_or(DQuat::IDENTITY, |bone| {
            DQuat::from_rotation_arc(DVec3::X, bone)
        }),
    };
    (0..joints.len()).map(frame).collect()
}

/// Returns the same motion with other names, and with the axes of each joint turned by `frames`. Rest rotations are
/// kept, or left out as in BVH. Without them, no joint is rotated in the rest pose.
pub(crate) fn rebased(clip: &Clip, names: Vec<String>, frames: &[DQuat], keeps_rest: bool) -> Clip {
    let skeleton = clip.skeleton();
    let joints = skeleton.joints();
    let frame = |joint: usize| {
        if joints[joint].is_end {
            DQuat::IDENTITY
        } else {
            frames[joint]
        }
    };
    let above = |joint: usize| {
        joints[joint]
            .parent
            .map_or(DQuat::IDENTITY, |parent| frame(parent.index()))
    };
    let local = |joint: usize, turn: DQuat| narrow(above(joint).conjugate() * turn * frame(joint));
    let moved = |joint: usize, at: [f32; 3]| {
        let at = above(joint).conjugate() * DVec3::from_array(at.map(f64::from));
        at.to_array().map(footwork_base::to_f32)
    };
    let renamed = joints
        .iter()
        .zip(names)
        .enumerate()
        .map(|(index, (joint, name))| Joint {
            name,
            offset: moved(index, joint.offset),
            ..joint.clone()
        });
    let mut rig = Skeleton::new(renamed.collect()).unwrap();
    if keeps_rest {
        let rest = skeleton.rest_rotations().iter().enumerate();
        let rest = rest.map(|(joint, turn)| local(joint, wide(*turn)));
        rig = rig.with_rest_rotations(rest.collect()).unwrap();
    }
    let count = joints.len();
    let turns = clip.rotations().iter().enumerate();
    let translations = clip.translations().map(|all| {
        let all = all.iter().enumerate();
        all.map(|(index, at)| moved(index % count, *at)).collect()
    });
    Clip::new(ClipParts {
        skeleton: Arc::new(rig),
        rate: clip.rate(),
        looping: clip.is_looping(),
        root_positions: clip.root_positions().to_vec(),
        rotations: turns
            .map(|(index, turn)| local(index % count, wide(*turn)))
            .collect(),
        translations,
    })
    .unwrap()
}

/// Returns clips of one skeleton and rate, one after the other.
pub(crate) fn joined(clips: &[Clip]) -> Clip {
    let first = &clips[0];
    let (mut roots, mut turns) = (Vec::new(), Vec::new());
    for clip in clips {
        roots.extend_from_slice(clip.root_positions());
        turns.extend_from_slice(clip.rotations());
    }
    Clip::new(ClipParts {
        skeleton: Arc::clone(first.skeleton()),
        rate: first.rate(),
        looping: false,
        root_positions: roots,
        rotations: turns,
        translations: None,
    })
    .unwrap()
}

/// Turns the axes of each joint at random.
fn any_frames(joints: usize) -> impl Strategy<Value = Vec<DQuat>> {
    let number = -1.0..1.0f64;
    let turn = (number.clone(), number.clone(), number.clone(), number).prop_filter_map(
        "a rotation has a direction",
        |(x, y, z, w)| {
            let turn = DQuat::from_xyzw(x, y, z, w);
            (turn.length() > 0.1).then(|| turn * turn.length().recip())
        },
    );
    prop::collection::vec(turn, joints)
}

fn names(clip: &Clip) -> Vec<String> {
    let joints = clip.skeleton().joints().iter();
    joints.map(|joint| joint.name.clone()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn the_axes_of_joints_do_not_change_the_result(frames in any_frames(31)) {
        let clip = sample("cmu/playground_forward_jump_01.bvh");
        let count = clip.skeleton().joint_count();
        let frames: Vec<DQuat> = frames.into_iter().cycle().take(count).collect();
        let other = rebased(&clip, names(&clip), &frames, true);
        let onto = RetargetTarget::from_clip(&sample("deepmimic/walk.txt"));
        let options = RetargetOptions { keeps_touches: true, ..RetargetOptions::default() };
        let [one, two] = [&clip, &other].map(|clip| {
            WorldPositions::from_clip(&clip.retargeted(&onto, &options).unwrap().clip)
        });
        for (a, b) in one.frames().zip(two.frames()) {
            let worst = a.iter().zip(b).map(|(a, b)| distance(*a, *b)).fold(0.0, f64::max);
            prop_assert!(worst < 1e-3, "{worst}");
        }
    }

    #[test]
    fn a_meaningless_rest_pose_does_not_change_the_limbs(frames in any_frames(31)) {
        let clip = sample("cmu/playground_forward_jump_01.bvh");
        let count = clip.skeleton().joint_count();
        let frames: Vec<DQuat> = frames.into_iter().cycle().take(count).collect();
        let folded = rebased(&clip, names(&clip), &frames, false);
        let onto = RetargetTarget::from_clip(&sample("deepmimic/walk.txt"));
        let moved = folded.retargeted(&onto, &RetargetOptions::default());
        let moved = moved.unwrap();
        prop_assert!(moved.references[0] != ReferencePose::Rest);
        prop_assert!(moved.findings().iter().any(|finding| finding.code == "reference-frame"));
        let positions = [&clip, &moved.clip].map(WorldPositions::from_clip);
        for (from, to) in BONES {
            let lines = |index: usize, clip: &Clip| -> Vec<[f64; 3]> {
                let [a, b] = [from, to].map(|role| of_role(clip, &positions[index], role));
                a.iter().zip(&b).map(|(a, b)| direction(*a, *b)).collect()
            };
            for (a, b) in lines(0, &clip).into_iter().zip(lines(1, &moved.clip)) {
                prop_assert!(distance(a, b) < 1e-3, "{from:?}");
            }
        }
    }
}
