//! Blends obey the laws of their closed forms, also when jumps interrupt them a thousand times.

use footwork_matching::{Blend, BlendConfig, BlendStyle, JointLimits, Motion, MotionError};
use footwork_testkit::Random;

const JOINTS: usize = 5;
const STYLES: [BlendStyle; 4] = [
    BlendStyle::Dead {
        fade_secs: 0.3,
        halflife_secs: 0.1,
    },
    BlendStyle::Dead {
        fade_secs: 0.2,
        halflife_secs: 0.0,
    },
    BlendStyle::Inertial { halflife_secs: 0.1 },
    BlendStyle::Crossfade { fade_secs: 0.2 },
];

fn blend(style: BlendStyle) -> Blend {
    Blend::new(
        BlendConfig {
            style,
            ..BlendConfig::default()
        },
        None,
    )
    .unwrap()
}

fn rotation(random: &mut Random, angle: f64) -> [f32; 4] {
    let [x, y, z] = random.vector(1.0);
    let length = (x * x + y * y + z * z).sqrt().max(1e-3);
    let sine = libm::sin(0.5 * angle) / length;
    [x * sine, y * sine, z * sine, libm::cos(0.5 * angle)].map(|part| part as f32)
}

/// Returns a motion with rotations up to `angle` from rest, and with velocities up to `speed`.
fn motion(random: &mut Random, angle: f64, speed: f64) -> Motion {
    let mut motion = Motion::new(JOINTS);
    let mut vector = |size: f64| random.vector(size).map(|x| x as f32);
    motion.hips_m = vector(0.1);
    motion.hips_mps = vector(0.2 * speed);
    motion.root_velocity = vector(speed);
    motion
        .spins_radps
        .iter_mut()
        .for_each(|spin| *spin = vector(speed));
    for joint in &mut motion.rotations {
        let angle = random.between(0.0, angle);
        *joint = rotation(random, angle);
    }
    motion
}

fn shown(blend: &Blend, plays: &Motion) -> Motion {
    let mut out = Motion::new(plays.rotations.len());
    blend.apply(plays, &mut out).unwrap();
    out
}

/// Returns the angle between two rotations.
fn angle(a: [f32; 4], b: [f32; 4]) -> f64 {
    let [a, b] = [a, b].map(|q| q.map(f64::from));
    let dot: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
    let cross = [
        a[3] * b[0] - a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] - a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] - a[2] * b[3],
    ];
    2.0 * libm::atan2(cross.iter().map(|x| x * x).sum::<f64>().sqrt(), dot.abs())
}

fn angles(a: &Motion, b: &Motion) -> f64 {
    let pairs = a.rotations.iter().zip(&b.rotations);
    pairs.map(|(a, b)| angle(*a, *b)).fold(0.0, f64::max)
}

fn far(a: [f32; 3], b: [f32; 3]) -> f64 {
    a.iter()
        .zip(b)
        .map(|(a, b)| f64::from((a - b).abs()))
        .fold(0.0, f64::max)
}

#[test]
fn a_jump_does_not_change_the_displayed_pose() {
    let mut random = Random::for_case("c0", 0);
    for style in STYLES {
        for _ in 0..100 {
            let (from, to) = (motion(&mut random, 3.1, 3.0), motion(&mut random, 3.1, 3.0));
            let mut blend = blend(style);
            blend.jump(&from, &to).unwrap();
            let out = shown(&blend, &to);
            assert!(
                angles(&out, &from) < 2e-3,
                "{style:?} {}",
                angles(&out, &from)
            );
            assert!(far(out.hips_m, from.hips_m) < 1e-6);
            assert!(far(out.root_velocity, from.root_velocity) < 1e-6);
        }
    }
}

/// Dead blending and inertialisation continue at the velocity of the old motion.
#[test]
fn a_jump_keeps_the_velocity() {
    let mut random = Random::for_case("c1", 0);
    for style in [STYLES[0], STYLES[2]] {
        for _ in 0..100 {
            let (from, to) = (
                motion(&mut random, 0.15, 1.0),
                motion(&mut random, 0.15, 1.0),
            );
            let mut blend = blend(style);
            blend.jump(&from, &to).unwrap();
            let out = shown(&blend, &to);
            for (found, wanted) in out.spins_radps.iter().zip(&from.spins_radps) {
                // Checks the velocity over the first 1/256 s, with accelerations up to 200 rad/s².
                assert!(
                    far(*found, *wanted) < 0.45,
                    "{style:?} {found:?} {wanted:?}"
                );
            }
            assert!(far(out.hips_mps, from.hips_mps) < 0.1);
        }
    }
}

#[test]
fn signs_of_quaternions_do_not_change_a_blend() {
    let mut random = Random::for_case("signs", 0);
    for style in STYLES {
        let (from, to) = (motion(&mut random, 3.1, 3.0), motion(&mut random, 3.1, 3.0));
        let negated = |motion: &Motion| {
            let mut motion = motion.clone();
            motion
                .rotations
                .iter_mut()
                .for_each(|q| *q = q.map(|part| -part));
            motion
        };
        let out = |from: &Motion, to: &Motion| {
            let mut blend = blend(style);
            blend.jump(from, to).unwrap();
            blend.advance(0.07);
            shown(&blend, to)
        };
        let plain = out(&from, &to);
        for (from, to) in [
            (negated(&from), to.clone()),
            (from.clone(), negated(&to)),
            (negated(&from), negated(&to)),
        ] {
            assert_eq!(out(&from, &to), plain, "{style:?}");
        }
    }
}

#[test]
fn a_jump_to_the_same_pose_shows_that_pose() {
    let mut random = Random::for_case("identity", 0);
    for style in STYLES {
        let still = motion(&mut random, 3.1, 0.0);
        let mut blend = blend(style);
        blend.jump(&still, &still).unwrap();
        for _ in 0..30 {
            let out = shown(&blend, &still);
            assert!(
                angles(&out, &still) < 1e-6 && far(out.hips_m, still.hips_m) < 1e-6,
                "{style:?}"
            );
            blend.advance(0.01);
        }
    }
}

#[test]
fn an_offset_without_speed_only_shrinks() {
    let mut random = Random::for_case("shrinks", 0);
    for style in STYLES {
        for _ in 0..20 {
            let (from, to) = (motion(&mut random, 1.5, 0.0), motion(&mut random, 1.5, 0.0));
            let mut blend = blend(style);
            blend.jump(&from, &to).unwrap();
            let mut last = f64::INFINITY;
            for _ in 0..400 {
                let out = angles(&shown(&blend, &to), &to);
                assert!(out <= last + 1e-5, "{style:?}");
                last = out;
                blend.advance(0.01);
            }
            assert!(last < 1e-5 && !blend.is_active(), "{style:?} {last}");
            assert_eq!(shown(&blend, &to), to, "the playing motion, to the bit");
        }
    }
}

#[test]
fn one_long_step_equals_two_of_half_the_time() {
    let mut random = Random::for_case("steps", 0);
    for style in STYLES {
        let (from, to) = (motion(&mut random, 1.5, 2.0), motion(&mut random, 1.5, 2.0));
        let mut one = blend(style);
        one.jump(&from, &to).unwrap();
        let mut two = one.clone();
        for _ in 0..20 {
            one.advance(2.0 / 64.0);
            two.advance(1.0 / 64.0);
            two.advance(1.0 / 64.0);
            assert_eq!(shown(&one, &to), shown(&two, &to));
        }
    }
}

#[test]
fn a_blend_of_zero_seconds_snaps() {
    let mut random = Random::for_case("snap", 0);
    for style in [
        BlendStyle::Dead {
            fade_secs: 0.0,
            halflife_secs: 0.1,
        },
        BlendStyle::Inertial { halflife_secs: 0.0 },
        BlendStyle::Crossfade { fade_secs: 0.0 },
    ] {
        let (from, to) = (motion(&mut random, 1.5, 2.0), motion(&mut random, 1.5, 2.0));
        let mut blend = blend(style);
        blend.jump(&from, &to).unwrap();
        assert_eq!(shown(&blend, &to), to, "{style:?}");
    }
}

/// A half turn has two equally long ways. A blend always takes the same one.
#[test]
fn a_half_turn_always_goes_the_same_way() {
    for style in STYLES {
        let middle = |sign: f32, zero: f32| {
            let (from, mut to) = (Motion::new(1), Motion::new(1));
            to.rotations[0] = [0.0, sign, zero, zero];
            let mut blend = blend(style);
            blend.jump(&from, &to).unwrap();
            blend.advance(0.1);
            shown(&blend, &to).rotations[0]
        };
        assert_eq!(middle(1.0, 0.0), middle(-1.0, -0.0), "{style:?}");
        assert!(middle(1.0, 0.0)[3] > 0.01);
    }
}

/// Jumps come at random moments, most of them during a blend. Clips move at up to 3 rad/s, and no joint may reach 4
/// times that speed.
#[test]
fn a_thousand_interruptions_stay_slow() {
    let mut random = Random::for_case("interruptions", 0);
    for style in [STYLES[0], STYLES[2]] {
        let mut blend = blend(style);
        let mut plays = motion(&mut random, 0.3, 1.7);
        let (mut fastest, mut last) = (0.0f64, None::<Motion>);
        for _ in 0..1_000 {
            let next = motion(&mut random, 0.3, 1.7);
            let before = shown(&blend, &plays);
            blend.jump(&before, &next).unwrap();
            plays = next;
            for _ in 0..1 + random.below(8) {
                let out = shown(&blend, &plays);
                if let Some(last) = &last {
                    fastest = fastest.max(angles(last, &out) * 60.0);
                }
                last = Some(out);
                blend.advance(1.0 / 60.0);
                // The playing clip continues.
                let spins = plays.spins_radps.clone();
                for (rotation, spin) in plays.rotations.iter_mut().zip(spins) {
                    let [x, y, z, w] = *rotation;
                    let [a, b, c] = spin.map(|spin| spin / 120.0);
                    *rotation = [
                        x + a * w + b * z - c * y,
                        y + b * w + c * x - a * z,
                        z + c * w + a * y - b * x,
                        w - a * x - b * y - c * z,
                    ];
                }
            }
            assert!(last.as_ref().is_some_and(|last| {
                last.rotations
                    .as_flattened()
                    .iter()
                    .all(|part| part.is_finite())
            }));
        }
        println!("{style:?}: at most {fastest:.1} rad/s");
        assert!(fastest < 4.0 * 3.0, "{style:?}: {fastest}");
    }
}

/// In the clips a knee bends only one way. At the velocity of the jump, it would bend the other way.
#[test]
fn limits_keep_a_knee_from_bending_over() {
    let knee = |angle: f64| {
        let mut motion = Motion::new(1);
        motion.rotations[0] = [
            libm::sin(0.5 * angle) as f32,
            0.0,
            0.0,
            libm::cos(0.5 * angle) as f32,
        ];
        motion
    };
    let seen: Vec<Motion> = (0..=10).map(|tenth| knee(0.2 * f64::from(tenth))).collect();
    let limits = JointLimits::from_motions(seen.iter()).unwrap();
    let mut from = knee(0.1);
    from.spins_radps[0] = [-8.0, 0.0, 0.0];
    let lowest = |limits| {
        let mut blend = Blend::new(BlendConfig::default(), limits).unwrap();
        blend.jump(&from, &knee(0.5)).unwrap();
        let bend = |_| {
            blend.advance(0.01);
            2.0 * libm::asin(f64::from(shown(&blend, &knee(0.5)).rotations[0][0]))
        };
        (0..40).map(bend).fold(f64::INFINITY, f64::min)
    };
    assert!(lowest(None) < -0.2);
    assert!(lowest(Some(limits)) > -1e-3);
}

#[test]
fn bad_config_and_motions_are_errors() {
    let (good, fewer) = (Motion::new(3), Motion::new(2));
    let mut blend = blend(STYLES[0]);
    assert_eq!(
        blend.jump(&fewer, &good),
        Err(MotionError::Joints {
            found: 2,
            expected: 3
        })
    );
    let mut bad = good.clone();
    bad.spins_radps[1][2] = f32::NAN;
    assert_eq!(
        blend.jump(&good, &bad),
        Err(MotionError::NotFinite { joint: 1 })
    );
    bad = good.clone();
    bad.rotations[2] = [0.0; 4];
    assert_eq!(
        blend.jump(&bad, &good),
        Err(MotionError::NotFinite { joint: 2 })
    );
    blend.jump(&good, &good).unwrap();
    assert!(blend.apply(&fewer, &mut Motion::new(2)).is_err());
    blend.advance(f64::NAN);
    blend.advance(-1.0);
    assert!(blend.is_active());
    let config = BlendConfig {
        max_spin_radps: -1.0,
        ..BlendConfig::default()
    };
    assert_eq!(Blend::new(config, None).unwrap_err().name, "max_spin_radps");
    assert_eq!(JointLimits::from_motions([].iter()), None);
}

#[test]
fn velocities_between_poses_take_the_shorter_way() {
    let mut random = Random::for_case("speeds", 0);
    let (a, mut b) = (motion(&mut random, 0.5, 0.0), motion(&mut random, 0.5, 0.0));
    let plain = a.clone().with_speeds_to(&b, 0.1).unwrap();
    b.rotations
        .iter_mut()
        .for_each(|q| *q = q.map(|part| -part));
    assert_eq!(a.clone().with_speeds_to(&b, 0.1).unwrap(), plain);
    let fastest = plain
        .spins_radps
        .as_flattened()
        .iter()
        .fold(0.0f32, |a, b| a.max(b.abs()));
    assert!(fastest < 10.01, "{fastest}");
    assert_eq!(a.with_speeds_to(&b, 0.0), None);
}
