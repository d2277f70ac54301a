//! Which frames of which recording become which clip.

/// A clip of the library.
pub(super) struct Recipe {
    /// What it is called, without its ending.
    pub(super) name: &'static str,
    /// The file that it is cut from.
    pub(super) source: &'static str,
    /// Frames of the source, from 0, the end excluded; a loop has its first pose again in the last of them.
    pub(super) frames: (u32, u32),
    pub(super) made: Made,
    /// Whether it is on its feet all the time, so that the ground is where they stand.
    pub(super) stands: bool,
}

/// What is done to it besides.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Made {
    /// Nothing.
    Cut,
    /// Its last pose becomes its first again, and it loops.
    Loop,
    /// The same, and it plays this many times as fast.
    LoopAt(f64),
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

const fn floored(name: &'static str, source: &'static str, start: u32, stop: u32) -> Recipe {
    Recipe {
        stands: false,
        ..cut(name, source, start, stop)
    }
}

const fn round(name: &'static str, source: &'static str, start: u32, stop: u32) -> Recipe {
    Recipe {
        made: Made::Loop,
        ..cut(name, source, start, stop)
    }
}

/// All clips.
pub(super) const RECIPES: &[Recipe] = &[
    cut("idle_01", "10_01.bvh", 4, 440),
    cut("idle_02", "11_01.bvh", 4, 180),
    round("walk_01", "humanoid3d_walk.txt", 0, 39),
    cut("walk_02", "07_01_cmu.fbx", 4, 317),
    cut("walk_03", "08_02_cmu.fbx", 4, 310),
    cut("walk_04", "0walk_forward.txt", 0, 38),
    cut("walk_left_01", "turn_left0.txt", 0, 38),
    cut("walk_left_02", "turn_left1.txt", 0, 38),
    cut("walk_right_01", "turn_right0.txt", 0, 38),
    cut("walk_right_02", "turn_right1.txt", 0, 38),
    cut("walk_curve_right", "01_03.bvh", 2, 300),
    cut("walk_turn_left", "01_03.bvh", 2150, 2450),
    cut("walk_turn_about", "01_03.bvh", 4180, 4511),
    round("run_01", "humanoid3d_run.txt", 0, 25),
    cut("run_02", "09_11_cmu.fbx", 4, 166),
    cut("turn_left_01", "01_01.bvh", 1900, 2120),
    cut("turn_right_01", "01_01.bvh", 1000, 1240),
    cut("kick_right_01", "10_01.bvh", 440, 802),
    cut("kick_right_02", "10_03.bvh", 4, 363),
    cut("kick_right_03", "11_01.bvh", 150, 598),
    floored("getup_facedown", "humanoid3d_getup_facedown.txt", 0, 183),
    floored("getup_faceup", "humanoid3d_getup_faceup.txt", 0, 227),
    floored("roll", "humanoid3d_roll.txt", 0, 122),
];
