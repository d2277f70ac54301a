//! Simulates a character without a player: random or scripted sticks, and figures of the resulting motion.

mod recorded;
mod responses;
mod script;

pub use recorded::record_simulation;
pub use responses::Responses;
pub use script::Sticks;

use crate::controller::{Controller, ControllerConfig};
use crate::goal::Goal;
use crate::index::Index;
use crate::matcher::Step;
use crate::place::Place;
use crate::playback::{Playback, PlaybackConfig, PlaybackError, PoseSource, Rig};
use crate::pose_id::PoseId;
use crate::search::Search;
use crate::simulate::responses::Timer;
use crate::simulate::script::Script;
use crate::vector::{Vec3, length, scale, sub, to_f32};

/// The configuration of a simulation.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// The script of the stick.
    pub sticks: Sticks,
    /// The seed of random sticks.
    pub seed: u64,
    /// The duration, in seconds: 60 by default.
    pub secs: f64,
    /// The speed at full deflection of the stick, in m/s: 1.2 by default.
    pub speed_mps: f64,
    /// The configuration of the controller.
    pub controller: ControllerConfig,
    /// The configuration of the playback.
    pub playback: PlaybackConfig,
}

impl Default for Simulation {
    fn default() -> Self {
        Self {
            sticks: Sticks::Mixed,
            seed: 0,
            secs: 60.0,
            speed_mps: 1.2,
            controller: ControllerConfig::default(),
            playback: PlaybackConfig {
                foot_lock: Some(crate::foot_lock::FootLockConfig::default()),
                ..PlaybackConfig::default()
            },
        }
    }
}

/// A mean and two percentiles.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The 95th percentile.
    pub p95: f64,
    /// The 99th percentile.
    pub p99: f64,
    /// The number of samples.
    pub count: usize,
}

/// The figures of a simulation, measured in steps of 1/60 s.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// The speed of feet in the output while they stand in the clip, in m/s.
    pub skate_mps: Spread,
    /// The distance of the character from the controller, in metres.
    pub distance_m: Spread,
    /// The length of the character's path, in metres.
    pub way_m: f64,
    /// The number of jumps per second.
    pub jumps_per_sec: f64,
    /// The acceleration of joints within 0.1 s after a jump, in m/s².
    pub at_jumps_mps2: Spread,
    /// The acceleration of joints at all other times, in m/s².
    pub away_mps2: Spread,
    /// The acceleration of feet, in m/s².
    pub foot_mps2: Spread,
    /// The acceleration that feet would have without the foot lock, in m/s².
    pub free_foot_mps2: Spread,
    /// The share of legs within 1 % of straight, from 0 to 1.
    pub straight_share: f64,
    /// The share of straight legs in the played clips, measured like `straight_share`.
    pub clip_straight_share: f64,
    /// The response times to the stick.
    pub responses: Responses,
    /// The number of updates without an allowed pose.
    pub none_allowed: usize,
}

const DT: f64 = 1.0 / 60.0;
/// A leg stretched to more than this share of its length counts as straight.
const STRAIGHT: f32 = 0.99;
/// The longest simulation.
const MAX_SIMULATION_SECS: f64 = 36_000.0;

/// Simulates a character that plays an index, with a script in place of the player. The same index, source and settings
/// give the same figures on every machine.
///
/// # Errors
/// Returns the errors of [`Playback::new`] and [`Playback::update`]. Returns [`PlaybackError::Simulation`] for a controller
/// config out of range, for a time outside 0 to 10 hours, and for a speed outside 0 to 100 m/s.
pub fn simulate(
    index: &Index,
    source: &impl PoseSource,
    rig: &Rig,
    start: PoseId,
    search: &Search<'_>,
    simulation: &Simulation,
) -> Result<Figures, PlaybackError> {
    simulate_watched(index, source, rig, start, search, simulation, |_| {})
}

/// Does the same as [`simulate`], and passes the character to a callback after each step of 1/60 s. The callback can
/// record it, for example.
///
/// # Errors
/// Returns the errors of [`simulate`].
pub fn simulate_watched(
    index: &Index,
    source: &impl PoseSource,
    rig: &Rig,
    start: PoseId,
    search: &Search<'_>,
    simulation: &Simulation,
    mut watch: impl FnMut(&Playback),
) -> Result<Figures, PlaybackError> {
    let origin = Place {
        position_m: [0.0; 2],
        heading_rad: 0.0,
    };
    let are_valid = (0.0..=MAX_SIMULATION_SECS).contains(&simulation.secs)
        && (0.0..=100.0).contains(&simulation.speed_mps);
    let controller = Controller::new(simulation.controller, origin).filter(|_| are_valid);
    let mut controller = controller.ok_or(PlaybackError::Simulation)?;
    let mut character = Playback::new(simulation.playback.clone(), rig.clone(), start, origin)?;
    let mut script = Script::new(simulation);
    let mut goal = Goal::new(index.schema());
    let mut seen = Seen::default();
    let mut timer = Timer::default();
    let mut frame = 0.0;
    while frame * DT < simulation.secs {
        let (stick, changed) = script.stick(frame * DT);
        if let Some(phase) = script.phase().filter(|_| changed) {
            timer.begin(phase);
        }
        controller.update(DT, stick);
        let before = character.place();
        controller.set_goal(index.schema(), before, stick, &mut goal);
        let step = character.update(index, source, DT, &goal, changed, search)?;
        let after = character.place();
        let speed_mps = apart(before, after) / DT;
        character.set_place(controller.adjusted(DT, after, speed_mps));
        let standing = source.standing(character.matcher().state().pose);
        seen.look(rig, &character, standing, &step);
        watch(&character);
        seen.way_m += apart(before, character.place());
        seen.distances
            .push(apart(character.place(), controller.place()));
        let way = [0, 1].map(|axis| character.place().position_m[axis] - before.position_m[axis]);
        timer.look(DT, way.map(|way| way / DT), stick, simulation.speed_mps);
        frame += 1.0;
    }
    Ok(Figures {
        responses: timer.responses(),
        ..seen.figures(frame * DT)
    })
}

fn apart(a: Place, b: Place) -> f64 {
    let [x, z] = [0, 1].map(|axis| a.position_m[axis] - b.position_m[axis]);
    (x * x + z * z).sqrt()
}

#[derive(Default)]
struct Seen {
    /// The joints of the last two frames, latest first.
    last: [Vec<Vec3>; 2],
    stood: [bool; 2],
    since_jump_frames: u32,
    jumps: u32,
    none_allowed: usize,
    way_m: f64,
    skates: Vec<f64>,
    distances: Vec<f64>,
    at_jumps: Vec<f64>,
    away: Vec<f64>,
    /// For each foot, its last two positions, latest first: as shown, and without the lock.
    feet: [[Option<[Vec3; 2]>; 2]; 2],
    foot_accelerations: [Vec<f64>; 2],
    legs: usize,
    /// The number of straight legs, as shown and in the clip.
    straight: [usize; 2],
}

impl Seen {
    fn look(&mut self, rig: &Rig, character: &Playback, standing: [bool; 2], step: &Step) {
        self.since_jump_frames = self.since_jump_frames.saturating_add(1);
        match step {
            Step::Jump { .. } => {
                self.jumps += 1;
                self.since_jump_frames = 0;
            }
            Step::NoneAllowed => self.none_allowed += 1,
            Step::Continue => {}
        }
        let joints = character.joints_m();
        let [last, before] = &self.last;
        for (joint, at) in joints.iter().enumerate() {
            let (Some(last), Some(before)) = (last.get(joint), before.get(joint)) else {
                continue;
            };
            let bend = sub(sub(*at, *last), sub(*last, *before));
            let acceleration = f64::from(length(scale(bend, to_f32(1.0 / (DT * DT)))));
            if self.since_jump_frames < 6 {
                self.at_jumps.push(acceleration)
            } else {
                self.away.push(acceleration)
            }
        }
        for (foot, joint) in rig.feet().into_iter().enumerate() {
            if let Some(last) = last.get(joint)
                && standing[foot]
                && self.stood[foot]
            {
                let way = length(sub(joints[joint], *last));
                self.skates.push(f64::from(way) / DT);
            }
        }
        self.look_at_legs(rig, character, &joints);
        self.stood = standing;
        self.last.swap(0, 1);
        self.last[0] = joints;
    }

    fn look_at_legs(&mut self, rig: &Rig, character: &Playback, joints: &[Vec3]) {
        let [free, clip] = character.unheld_joints_m();
        let feet = [joints, &free].map(|joints| rig.feet().map(|joint| joints[joint]));
        for (which, now) in feet.into_iter().enumerate() {
            let [last, before] = self.feet[which];
            if let (Some(last), Some(before)) = (last, before) {
                for foot in [0, 1] {
                    let bend = sub(sub(now[foot], last[foot]), sub(last[foot], before[foot]));
                    let acceleration = length(scale(bend, to_f32(1.0 / (DT * DT))));
                    self.foot_accelerations[which].push(f64::from(acceleration));
                }
            }
            self.feet[which] = [Some(now), last];
        }
        self.legs += 2;
        for (straight, joints) in self.straight.iter_mut().zip([joints, &clip]) {
            let stretches = rig.stretches(|joint| joints[joint]).into_iter();
            *straight += stretches.filter(|stretch| *stretch > STRAIGHT).count();
        }
    }

    fn figures(self, secs: f64) -> Figures {
        let [shown_feet, free_feet] = self.foot_accelerations;
        let [straight, clip_straight] = self.straight;
        let share = |count: usize| count as f64 / self.legs.max(1) as f64;
        Figures {
            skate_mps: spread(self.skates),
            distance_m: spread(self.distances),
            way_m: self.way_m,
            jumps_per_sec: if secs > 0.0 {
                f64::from(self.jumps) / secs
            } else {
                0.0
            },
            at_jumps_mps2: spread(self.at_jumps),
            away_mps2: spread(self.away),
            foot_mps2: spread(shown_feet),
            free_foot_mps2: spread(free_feet),
            straight_share: share(straight),
            clip_straight_share: share(clip_straight),
            none_allowed: self.none_allowed,
            responses: Responses::default(),
        }
    }
}

fn spread(mut values: Vec<f64>) -> Spread {
    if values.is_empty() {
        return Spread::default();
    }
    values.sort_by(f64::total_cmp);
    let at = |percent: usize| values[(values.len() - 1) * percent / 100];
    Spread {
        mean: values.iter().sum::<f64>() / values.len() as f64,
        p95: at(95),
        p99: at(99),
        count: values.len(),
    }
}
