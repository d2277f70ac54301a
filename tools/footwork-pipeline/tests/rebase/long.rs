//! Hours of motion: rebasing is as accurate as for short clips, and takes seconds and megabytes.
//! Run by `cargo xtask soak`.

use std::sync::Arc;

use footwork_base::FrameRate;
use footwork_clip::{Clip, ClipParts, Joint, JointId, Skeleton};
use footwork_library::Signature;
use footwork_pipeline::align;

use crate::variants::{self, Kind};

const FRAMES: u32 = 100_000;
const LIMBS: u32 = 5;

/// Returns a clip of limbs that swing at random and never repeat.
fn wandering() -> Clip {
    let hips = Some(JointId::new(0));
    let joint = |name: String, parent, offset| Joint {
        name,
        parent,
        offset,
        is_end: false,
    };
    let mut joints = vec![joint("hips".into(), None, [0.0; 3])];
    for limb in 0..LIMBS {
        let angle = f64::from(limb) * 1.2;
        let offset = [
            libm::sin(angle) as f32 * 0.3,
            libm::cos(angle) as f32 * 0.6,
            0.0,
        ];
        joints.push(joint(format!("joint {limb}"), hips, offset));
        let parent = Some(JointId::new(2 * limb + 1));
        joints.push(joint(format!("end {limb}"), parent, [0.0, -0.5, 0.0]));
    }
    let mut state = 1u32;
    let mut random = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 8) / f64::from(1 << 23) - 1.0
    };
    // Each angle follows a target that changes abruptly about every half second.
    let mut swings = [(0.0, 0.0, 0.0); 2 * LIMBS as usize];
    let mut rotations = Vec::new();
    for _ in 0..FRAMES {
        rotations.push([0.0, 0.0, 0.0, 1.0]);
        for limb in swings.chunks_exact_mut(2) {
            for (angle, speed, target) in limb.iter_mut() {
                if random() > 0.96 {
                    *target = 1.2 * random();
                }
                *speed += 0.006 * (*target - *angle) - 0.12 * *speed;
                *angle += *speed;
            }
            let (x, z) = (limb[0].0 * 0.5, limb[1].0 * 0.5);
            rotations.push([x as f32, 0.0, z as f32, 1.0]);
            rotations.push([0.0, 0.0, 0.0, 1.0]);
        }
    }
    let parts = ClipParts {
        skeleton: Arc::new(Skeleton::new(joints).unwrap()),
        rate: FrameRate::whole(120).unwrap(),
        looping: false,
        root_positions: vec![[0.0, 1.0, 0.0]; FRAMES as usize],
        rotations,
        translations: None,
    };
    Clip::new(parts).unwrap()
}

#[test]
#[ignore = "a clip of 100,000 frames"]
fn a_clip_of_fourteen_minutes_is_rebased_accurately() {
    let clip = wandering();
    let old = Signature::from_clip(&clip, &Default::default()).unwrap();
    for (kind, recipe) in variants::recipes(FRAMES).into_iter().step_by(4) {
        if !matches!(kind, Kind::Trimmed | Kind::Resampled | Kind::Retimed) {
            continue;
        }
        let variant = variants::make(&clip, recipe);
        let new = old.with_same_joints(&variant.clip).unwrap();
        let what = &variant.what;
        let found = align(&old, &new).unwrap_or_else(|error| panic!("{what}: {error}"));
        let (mut all, mut near) = (0, 0);
        for boundary in (0..FRAMES).step_by(101).map(f64::from) {
            if let Some(truth) = variant.truth(boundary) {
                all += 1;
                near += usize::from((found.map.new_of_old(boundary) - truth).abs() <= 1.0);
            }
        }
        println!("{what}: {near} of {all}");
        assert!(near * 100 >= all * 99, "{what}: {near} of {all}");
    }
}
