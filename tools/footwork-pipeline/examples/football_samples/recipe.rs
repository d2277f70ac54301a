//! The source recording and the frames of each clip.

/// A clip of the library.
pub(super) struct Recipe {
    /// Its name, without the extension.
    pub(super) name: &'static str,
    /// The source file.
    pub(super) source: &'static str,
    /// The frames of the source, counted from 0; the end is excluded. In a loop, the last frame repeats the
    /// first pose.
    pub(super) frames: (u32, u32),
    pub(super) made: Made,
    /// Whether the performer stays upright throughout, so that the standing feet give the height of the ground.
    pub(super) stands: bool,
}

/// How a clip is made from its frames.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Made {
    /// The frames, unchanged.
    Cut,
    /// A loop. The last pose is replaced by the first one, turned by the angle by which the clip turns.
    Loop,
    /// A loop, slowed down or sped up to last this number of frames.
    LoopOf(u32),
    /// A loop that ends where it began.
    Stand,
}

const fn cut(name: &'static str, source: &'static str, start: u32, stop: u32) -> Recipe {
    Recipe {
        name,
        source,
        frames: (start, stop),
        made: Made::Cut,
        stands: true,
    }
}

/// A clip, unchanged, of a footballer who lies or rolls.
const fn floored(name: &'static str, source: &'static str, start: u32, stop: u32) -> Recipe {
    Recipe {
        stands: false,
        ..cut(name, source, start, stop)
    }
}

const fn round(
    name: &'static str,
    source: &'static str,
    (start, stop): (u32, u32),
    made: Made,
) -> Recipe {
    Recipe {
        made,
        ..cut(name, source, start, stop)
    }
}

const WALK: &str = "humanoid3d_walk.txt";
const RUN: &str = "humanoid3d_run.txt";

/// All clips.
pub(super) const RECIPES: &[Recipe] = &[
    round("idle_01", "10_01.bvh", (20, 421), Made::Stand),
    round("idle_02", "01_01.bvh", (1880, 1951), Made::Stand),
    round("walk_01", WALK, (0, 39), Made::Loop),
    round("walk_01_slow", WALK, (0, 39), Made::LoopOf(101)),
    round("walk_02", "07_01_cmu.fbx", (90, 221), Made::Loop),
    round("walk_03", "08_02_cmu.fbx", (160, 285), Made::Loop),
    round("walk_left_01", "turn_left0.txt", (0, 38), Made::Loop),
    round("walk_left_02", "turn_left1.txt", (0, 38), Made::Loop),
    round("walk_right_01", "turn_right0.txt", (0, 38), Made::Loop),
    round("walk_right_02", "turn_right1.txt", (0, 38), Made::Loop),
    cut("walk_curve_right", "01_03.bvh", 2, 300),
    cut("walk_turn_left", "01_03.bvh", 2190, 2450),
    cut("walk_turn_about", "01_03.bvh", 4330, 4511),
    cut("walk_slow_01", "01_03.bvh", 1500, 1660),
    cut("walk_slow_02", "01_03.bvh", 3300, 3520),
    round("jog_01", RUN, (0, 25), Made::LoopOf(65)),
    round("run_01", RUN, (0, 25), Made::Loop),
    round("run_02", "09_11_cmu.fbx", (12, 107), Made::Loop),
    round("sprint_01", "09_11_cmu.fbx", (12, 107), Made::LoopOf(35)),
    cut("turn_left_01", "01_01.bvh", 1900, 2120),
    cut("turn_right_01", "01_01.bvh", 1000, 1240),
    cut("kick_right_01", "10_01.bvh", 440, 802),
    cut("kick_right_02", "10_03.bvh", 4, 330),
    cut("kick_right_03", "11_01.bvh", 150, 598),
    floored("getup_facedown", "humanoid3d_getup_facedown.txt", 0, 183),
    floored("getup_faceup", "humanoid3d_getup_faceup.txt", 0, 227),
    floored("roll", "humanoid3d_roll.txt", 0, 122),
];
