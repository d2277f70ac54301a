//! Blends the old motion into the new motion after a jump, without a discontinuity in position or velocity.
//!
//! Sources: D. Holden, *Dead Blending* (2023) and *Spring-It-On* (2021); D. Bollo, *Inertialization* (GDC 2018). All
//! styles are closed forms of the time since the jump, so the result does not depend on the size of time steps.

use footwork_base::maths;

use crate::archive::Archive;
use crate::motion::{JointLimits, Motion, MotionError};
use crate::rotation::{self, Quat};
use crate::vector::{self, Vec3, add, scale, sub, to_f32};

/// The style of a blend after a jump.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BlendStyle {
    /// The old motion continues at its own velocity, which decays, and fades into the new motion. This is the best of
    /// the three styles when jumps interrupt each other.
    Dead {
        /// The duration of the fade, in seconds.
        fade_secs: f32,
        /// The half-life of the old motion's velocity, in seconds.
        halflife_secs: f32,
    },
    /// The differences in position and velocity decay like a critically damped spring.
    Inertial {
        /// The half-life of the spring, in seconds. 60 % of a difference remains after one half-life, and 24 % after
        /// two.
        halflife_secs: f32,
    },
    /// The old motion freezes and fades into the new motion.
    Crossfade {
        /// The duration of the fade, in seconds.
        fade_secs: f32,
    },
}

/// The style of blends, and the limits on velocities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlendConfig {
    /// The style. The default is dead blending over 0.3 s with a half-life of 0.1 s.
    pub style: BlendStyle,
    /// The largest angular speed of a joint at the start of a blend. 20 rad/s by default.
    pub max_spin_radps: f32,
    /// The largest speed of the hips at the start of a blend. 10 m/s by default.
    pub max_speed_mps: f32,
}

impl Default for BlendConfig {
    fn default() -> Self {
        let style = BlendStyle::Dead {
            fade_secs: 0.3,
            halflife_secs: 0.1,
        };
        Self {
            style,
            max_spin_radps: 20.0,
            max_speed_mps: 10.0,
        }
    }
}

impl BlendConfig {
    /// Checks that all numbers are finite and not negative. A time of 0 means an instant change.
    ///
    /// # Errors
    /// Returns an error for the first number that is negative or not finite.
    pub fn check(&self) -> Result<(), BlendConfigError> {
        let (times, names) = match self.style {
            BlendStyle::Dead {
                fade_secs,
                halflife_secs,
            } => ([fade_secs, halflife_secs], ["fade_secs", "halflife_secs"]),
            BlendStyle::Inertial { halflife_secs } => ([halflife_secs, 0.0], ["halflife_secs"; 2]),
            BlendStyle::Crossfade { fade_secs } => ([fade_secs, 0.0], ["fade_secs"; 2]),
        };
        let speeds = [
            ("max_spin_radps", self.max_spin_radps),
            ("max_speed_mps", self.max_speed_mps),
        ];
        let times = names.into_iter().zip(times);
        for (name, value) in times.chain(speeds) {
            if !(value >= 0.0 && value.is_finite()) {
                return Err(BlendConfigError { name, value });
            }
        }
        Ok(())
    }
}

/// A number of a [`BlendConfig`] is negative or not finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlendConfigError {
    /// The name of the field.
    pub name: &'static str,
    /// The rejected value.
    pub value: f32,
}

footwork_base::display! { BlendConfigError:
    Self { name, value } => "`{name}` of a blend is {value}; expected a finite number from 0";
}

impl std::error::Error for BlendConfigError {}

/// The time over which velocities are measured after a jump, in seconds; see [`Blend::apply`].
const PROBE_SECS: f32 = 1.0 / 256.0;
/// The number of half-lives after which less than 1e-19 of an offset remains.
const SETTLED_HALFLIVES: f32 = 36.0;

/// A blend between two motions. Until the first jump, the result is the playing motion.
///
/// ```
/// use footwork_matching::{Blend, BlendConfig, Motion};
///
/// let shown = Motion::new(1);
/// let mut plays = Motion::new(1);
/// plays.hips_m = [0.0, 1.0, 0.0];
/// let mut blend = Blend::new(BlendConfig::default(), None)?;
/// blend.jump(&shown, &plays)?;
/// let mut out = Motion::new(1);
/// let mut height = |blend: &Blend| {
///     blend.apply(&plays, &mut out).unwrap();
///     out.hips_m[1]
/// };
/// assert_eq!(height(&blend), 0.0);
/// blend.advance(0.15);
/// assert!((height(&blend) - 0.5).abs() < 1e-5);
/// blend.advance(0.15);
/// assert_eq!(height(&blend), 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Blend {
    config: BlendConfig,
    limits: Option<JointLimits>,
    since_secs: f64,
    /// The motion shown at the jump. For inertial blending, it is the difference from the new motion.
    from: Motion,
    is_active: bool,
}

impl Blend {
    /// Creates a blend that shows the playing motion. With limits, dead blending bends no joint beyond them.
    ///
    /// # Errors
    /// Returns an error if a number of the config is out of range.
    pub fn new(config: BlendConfig, limits: Option<JointLimits>) -> Result<Self, BlendConfigError> {
        config.check()?;
        Ok(Self {
            config,
            limits,
            since_secs: 0.0,
            from: Motion::new(0),
            is_active: false,
        })
    }

    /// Jumps to the motion `plays`. `shown` is the motion shown at this moment, which is the last result of
    /// [`Blend::apply`]. A blend in progress ends, and its velocity passes to the new blend.
    ///
    /// # Errors
    /// Returns a [`MotionError`] if the motions differ in their number of joints, if a number is NaN or too large, or
    /// if a quaternion is 0. After an error, the blend is unchanged.
    pub fn jump(&mut self, shown: &Motion, plays: &Motion) -> Result<(), MotionError> {
        shown.check(plays.rotations.len())?;
        plays.check(shown.rotations.len())?;
        self.since_secs = 0.0;
        self.is_active = !self.is_snap();
        if !self.is_active {
            return Ok(());
        }
        let spin = |spin: Vec3| vector::at_most(spin, self.config.max_spin_radps);
        let speed = |speed: Vec3| vector::at_most(speed, self.config.max_speed_mps);
        let from = &mut self.from;
        from.clone_from(shown);
        from.hips_mps = speed(from.hips_mps);
        for own in &mut from.spins_radps {
            *own = spin(*own);
        }
        if let BlendStyle::Inertial { .. } = self.config.style {
            from.hips_m = sub(from.hips_m, plays.hips_m);
            from.hips_mps = sub(from.hips_mps, speed(plays.hips_mps));
            from.root_velocity =
                std::array::from_fn(|i| from.root_velocity[i] - plays.root_velocity[i]);
            for (joint, (rotation, own)) in
                plays.rotations.iter().zip(&plays.spins_radps).enumerate()
            {
                let way = rotation::mul(from.rotations[joint], rotation::inverse(*rotation));
                from.rotations[joint] = rotation::canonical(way);
                from.spins_radps[joint] = sub(from.spins_radps[joint], spin(*own));
            }
        }
        Ok(())
    }

    /// Advances the time since the jump. Negative times and NaN count as 0.
    pub fn advance(&mut self, dt_secs: f64) {
        self.since_secs += if dt_secs > 0.0 { dt_secs } else { 0.0 };
        self.is_active &= self.since_secs < f64::from(self.length_secs());
    }

    /// Returns whether the blended motion still differs from the playing motion.
    pub fn is_active(&self) -> bool {
        self.is_active
    }

    /// Returns the share of the new motion, from 0 to 1.
    pub(crate) fn share(&self) -> f32 {
        if !self.is_active {
            return 1.0;
        }
        let curve = self.curve(to_f32(self.since_secs));
        if curve.is_offset {
            1.0 - curve.of_place
        } else {
            curve.fade
        }
    }

    /// Writes the blended motion, given the current playing motion. Without a blend in progress, both motions have the
    /// same bits.
    ///
    /// The written velocities are averages over the next 1/256 s, provided that the playing motion keeps its
    /// velocities.
    ///
    /// # Errors
    /// Returns a [`MotionError`] if a number is NaN or too large, or if a quaternion is 0. While a blend is in
    /// progress, also returns an error if the number of joints differs from that of the jump. After an error, `out` is
    /// unchanged.
    pub fn apply(&self, plays: &Motion, out: &mut Motion) -> Result<(), MotionError> {
        self.write(plays, out, true)
    }

    /// Writes the pose of [`Blend::apply`] to the bit, at less than half the cost. Hips and joints get the velocities
    /// of the new motion. Only the next jump needs the blended velocities, and it calls [`Blend::apply`].
    pub(crate) fn apply_pose(&self, plays: &Motion, out: &mut Motion) -> Result<(), MotionError> {
        self.write(plays, out, false)
    }

    fn write(
        &self,
        plays: &Motion,
        out: &mut Motion,
        with_speeds: bool,
    ) -> Result<(), MotionError> {
        let from = &self.from;
        let joints = if self.is_active {
            from.rotations.len()
        } else {
            plays.rotations.len()
        };
        plays.check(joints)?;
        out.clone_from(plays);
        if !self.is_active {
            return Ok(());
        }
        let now = to_f32(self.since_secs);
        let (here, soon) = (self.curve(now), self.curve(now + PROBE_SECS));
        for joint in 0..joints {
            let source = (from.rotations[joint], from.spins_radps[joint]);
            let target = plays.rotations[joint];
            if !with_speeds {
                out.rotations[joint] = self.rotation(joint, source, target, &here);
                continue;
            }
            let later = turned(target, scale(plays.spins_radps[joint], PROBE_SECS));
            let shown = self.rotation(joint, source, target, &here);
            let next = self.rotation(joint, source, later, &soon);
            let way = rotation::to_vector(rotation::mul(next, rotation::inverse(shown)));
            out.rotations[joint] = shown;
            out.spins_radps[joint] = scale(way, 1.0 / PROBE_SECS);
        }
        let later = add(plays.hips_m, scale(plays.hips_mps, PROBE_SECS));
        let source = (from.hips_m, from.hips_mps);
        out.hips_m = place(source, plays.hips_m, &here);
        if with_speeds {
            let next = place(source, later, &soon);
            out.hips_mps = scale(sub(next, out.hips_m), 1.0 / PROBE_SECS);
        }
        out.root_velocity = place((from.root_velocity, [0.0; 3]), plays.root_velocity, &here);
        Ok(())
    }

    pub(crate) fn visit(&mut self, archive: &mut Archive<'_>, joints: usize) {
        archive.f64s(std::slice::from_mut(&mut self.since_secs));
        archive.bool(&mut self.is_active);
        self.from.visit(archive, joints);
    }

    fn is_snap(&self) -> bool {
        self.length_secs() <= 0.0
    }

    fn length_secs(&self) -> f32 {
        match self.config.style {
            BlendStyle::Dead { fade_secs, .. } | BlendStyle::Crossfade { fade_secs } => fade_secs,
            BlendStyle::Inertial { halflife_secs } => SETTLED_HALFLIVES * halflife_secs,
        }
    }

    /// Returns the coefficients at a time after the jump. All channels share them.
    fn curve(&self, since_secs: f32) -> Curve {
        match self.config.style {
            BlendStyle::Dead {
                fade_secs,
                halflife_secs,
            } => Curve {
                is_offset: false,
                of_place: 1.0,
                of_speed: glide_secs(since_secs, halflife_secs),
                fade: maths::smoothstep(0.0, fade_secs, since_secs),
            },
            BlendStyle::Inertial { halflife_secs } => {
                let damping = 2.0 * std::f32::consts::LN_2 / halflife_secs;
                let left = maths::exp(-damping * since_secs);
                Curve {
                    is_offset: true,
                    of_place: left * (1.0 + damping * since_secs),
                    of_speed: left * since_secs,
                    fade: 0.0,
                }
            }
            BlendStyle::Crossfade { fade_secs } => Curve {
                is_offset: false,
                of_place: 1.0,
                of_speed: 0.0,
                fade: maths::smoothstep(0.0, fade_secs, since_secs),
            },
        }
    }

    fn rotation(&self, joint: usize, source: (Quat, Vec3), target: Quat, curve: &Curve) -> Quat {
        let (rotation, spin) = source;
        let shown = if curve.is_offset {
            let offset = scale(rotation::to_vector(rotation), curve.of_place);
            turned(target, add(offset, scale(spin, curve.of_speed)))
        } else {
            let ahead = turned(rotation, scale(spin, curve.of_speed));
            let ahead = match &self.limits {
                Some(limits) => limits.clamp(joint, ahead, rotation::normalized(rotation)),
                None => ahead,
            };
            rotation::slerp(ahead, target, curve.fade)
        };
        rotation::canonical(rotation::normalized(shown))
    }
}

struct Curve {
    /// Whether the source is the difference from the new motion.
    is_offset: bool,
    of_place: f32,
    of_speed: f32,
    /// The weight of the new motion.
    fade: f32,
}

fn place(source: (Vec3, Vec3), target: Vec3, curve: &Curve) -> Vec3 {
    let own = add(
        scale(source.0, curve.of_place),
        scale(source.1, curve.of_speed),
    );
    if curve.is_offset {
        add(target, own)
    } else {
        std::array::from_fn(|i| maths::lerp(own[i], target[i], curve.fade))
    }
}

/// Returns the distance covered at a speed that begins at 1 and halves in each half-life.
fn glide_secs(since_secs: f32, halflife_secs: f32) -> f32 {
    if halflife_secs <= 0.0 {
        return 0.0;
    }
    let decay = std::f32::consts::LN_2 / halflife_secs;
    (1.0 - maths::exp(-decay * since_secs)) / decay
}

fn turned(rotation: Quat, by: Vec3) -> Quat {
    rotation::mul(rotation::from_vector(by), rotation)
}
