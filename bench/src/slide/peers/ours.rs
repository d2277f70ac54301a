//! Footwork's bodies, with the default settings.

use std::sync::Arc;

use footwork_slide::{
    Filter, Label, Mesh, MoveConfig, Mover, MoverState, ObstacleId, Pose, Volume, World,
};

use super::{BOX_HALF, BOX_WAY, Bodies, Gait, Kind, MAX_SLOPE_RAD, SKIN, STEP_HEIGHT};
use crate::report::Outcome;
use crate::slide::scenes::Triangle;
use crate::slide::vector::single;

pub(super) struct Ours {
    world: World,
    movers: Vec<Mover>,
    states: Vec<MoverState>,
    /// The bodies as obstacles to each other; empty for a single body.
    obstacles: Vec<ObstacleId>,
    config: MoveConfig,
}

impl Ours {
    pub(super) fn new(kind: Kind, triangles: &[Triangle], places: &[[f64; 3]]) -> Outcome<Self> {
        let mut world = World::new();
        if !triangles.is_empty() {
            let mesh = Mesh::from_triangles(triangles)?;
            world.add_mesh(Arc::new(mesh), Pose::IDENTITY, Label::default())?;
        }
        let mut ours = Self {
            world,
            movers: Vec::new(),
            states: Vec::new(),
            obstacles: Vec::new(),
            config: config(Gait::Slides),
        };
        for &place in places {
            let mover = Mover::new(kind.shape())?;
            ours.movers.push(mover);
            ours.states.push(MoverState::at(place));
            if places.len() > 1 {
                let pose = Pose::at(place)?;
                let added = ours.world.add_volume(kind.volume(), pose, Label::default());
                ours.obstacles.push(added?);
            }
        }
        Ok(ours)
    }

    pub(super) fn set_gait(&mut self, gait: Gait) {
        self.config = config(gait);
    }

    /// Adds boxes that move during this step and end it at `places`.
    pub(super) fn add_moved(&mut self, places: &[[f64; 3]]) -> Outcome<()> {
        let volume = Volume::Box {
            half_m: [BOX_HALF; 3],
        };
        let mut ids = Vec::new();
        for &[x, y, z] in places {
            let before = Pose::at([x - BOX_WAY, y, z])?;
            ids.push(self.world.add_volume(volume, before, Label::default())?);
        }
        self.world.begin_step();
        for (id, &place) in ids.into_iter().zip(places) {
            self.world.move_to(id, Pose::at(place)?)?;
        }
        Ok(())
    }

    fn tell(&mut self, who: usize) {
        if let Some(&obstacle) = self.obstacles.get(who)
            && let Ok(pose) = Pose::at(self.states[who].position)
        {
            let _ = self.world.move_to(obstacle, pose);
        }
    }
}

/// Returns the settings of a body.
pub(super) fn config(gait: Gait) -> MoveConfig {
    let slides = MoveConfig {
        skin_m: SKIN,
        ..MoveConfig::default()
    };
    match gait {
        Gait::Slides => slides,
        Gait::Walks => MoveConfig {
            step_height_m: STEP_HEIGHT,
            snap_m: STEP_HEIGHT,
            max_slope_rad: Some(MAX_SLOPE_RAD),
            ..slides
        },
    }
}

impl Bodies for Ours {
    fn begin_step(&mut self) {
        self.world.begin_step();
    }

    fn step(&mut self, who: usize, wanted: [f64; 3]) {
        let me = self.obstacles.get(who).copied();
        let others = |id: ObstacleId, _: &Label| Some(id) != me;
        let filter = match me {
            Some(_) => Filter {
                accept: Some(&others),
                ..Filter::default()
            },
            None => Filter::default(),
        };
        let (mover, state) = (&mut self.movers[who], &mut self.states[who]);
        let moved = mover.move_by(
            &self.world,
            state,
            wanted.map(single),
            &filter,
            &self.config,
        );
        if let Ok(moved) = moved {
            *state = moved.state;
        }
        self.tell(who);
    }

    fn position(&self, who: usize) -> [f64; 3] {
        self.states[who].position
    }

    fn put(&mut self, who: usize, place: [f64; 3]) {
        self.states[who] = MoverState::at(place);
        self.tell(who);
    }
}
