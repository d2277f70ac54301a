//! A character that plays without a player: seeded sticks, and figures of how it looked.

mod responses;
mod script;

pub use responses::Responses;
pub use script::Sticks;

use crate::controller::{Controller, ControllerConfig};
use crate::goal::Goal;
use crate::index::Index;
use crate::matcher::Step;
use crate::playback::{Place, Playback, PlaybackConfig, PlaybackError, PoseSource, Rig};
use crate::pose_id::PoseId;
use crate::search::Search;
use crate::simulate::responses::Timer;
use crate::simulate::script::Script;
use crate::vector::{Vec3, length, scale, sub, to_f32};

/// How a character is simulated.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// What the stick does.
    pub sticks: Sticks,
    /// Which random sticks.
    pub seed: u64,
    /// How long, in seconds: 60 by default.
    pub secs: f64,
    /// The speed of the whole stick, in m/s: 1.2 by default.
    pub speed_mps: f64,
    /// How the stick is followed.
    pub controller: ControllerConfig,
    /// How the index is played.
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

/// A mean, and what 95 or 99 % are below.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// 95 % are below.
    pub p95: f64,
    /// 99 % are below.
    pub p99: f64,
    /// How many there were.
    pub count: usize,
}

/// How a simulation looked, at steps of 1/60 s.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// How fast feet moved while the clip said that they stand, in m/s.
    pub skate_mps: Spread,
    /// How far the character was from the controller, in metres.
    pub distance_m: Spread,
    /// How far it went, in metres.
    pub way_m: f64,
    /// How often it jumped, per second.
    pub jumps_per_sec: f64,
    /// The acceleration of joints within 0.1 s after a jump, in m/s².
    pub at_jumps_mps2: Spread,
    /// The same at all other times.
    pub away_mps2: Spread,
    /// How fast it did what the stick asked for.
    pub responses: Responses,
    /// How many updates had no pose that may play.
    pub none_allowed: usize,
}

const DT: f64 = 1.0 / 60.0;
/// The longest simulation.
const MAX_SIMULATION_SECS: f64 = 36_000.0;

/// Plays an index by itself. The same index, source and settings give the same figures on every machine.
///
/// # Errors
/// As [`Playback::new`] and [`Playback::update`]; a config of the controller that is out of range, and a time or speed that
/// is negative, not finite or above 10 hours, are [`PlaybackError::Simulation`].
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

/// The same, and shows the character after each step of 1/60 s, such as to record what it does.
///
/// # Errors
/// As [`simulate`].
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
    /// The joints of the last frames, the latest first.
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
            match self.since_jump_frames < 6 {
                true => self.at_jumps.push(acceleration),
                false => self.away.push(acceleration),
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
        self.stood = standing;
        self.last.swap(0, 1);
        self.last[0] = joints;
    }

    fn figures(self, secs: f64) -> Figures {
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
