//! Footwork's mover in the world of rapier3d, through the adapter.

use footwork_parry::RapierLevel;
use footwork_slide::{Filter, MoveConfig, Mover, MoverState};
use rapier3d::prelude::QueryFilter;

use super::ours::config;
use super::rapier::Rapier;
use super::{Bodies, Gait, Kind};
use crate::report::Outcome;
use crate::slide::scenes::Triangle;
use crate::slide::vector::{narrow, single};

pub(super) struct Adapted {
    rapier: Rapier,
    level: RapierLevel,
    movers: Vec<Mover>,
    states: Vec<MoverState>,
    config: MoveConfig,
}

impl Adapted {
    pub(super) fn new(kind: Kind, triangles: &[Triangle], places: &[[f64; 3]]) -> Outcome<Self> {
        let mut movers = Vec::new();
        for _ in places {
            movers.push(Mover::new(kind.shape())?);
        }
        Ok(Self {
            rapier: Rapier::new(kind, triangles, places)?,
            level: RapierLevel::new(),
            movers,
            states: places.iter().map(|&place| MoverState::at(place)).collect(),
            config: config(Gait::Slides),
        })
    }

    pub(super) fn set_gait(&mut self, gait: Gait) {
        self.config = config(gait);
    }

    /// Adds boxes at places.
    pub(super) fn add(&mut self, places: &[[f64; 3]]) {
        self.rapier.add(places);
    }
}

impl Bodies for Adapted {
    fn begin_step(&mut self) {}

    fn step(&mut self, who: usize, wanted: [f64; 3]) {
        let rapier = &mut self.rapier;
        let filter = QueryFilter {
            exclude_collider: rapier.handles.get(who).copied(),
            ..QueryFilter::default()
        };
        let queries = rapier.broad_phase.as_query_pipeline(
            rapier.narrow_phase.query_dispatcher(),
            &rapier.bodies,
            &rapier.colliders,
            filter,
        );
        let Ok(obstacles) = self.level.obstacles(&queries, self.config.step_secs) else {
            return;
        };
        let (mover, state) = (&mut self.movers[who], &mut self.states[who]);
        let (all, wanted) = (Filter::default(), wanted.map(single));
        if let Ok(moved) = mover.move_by(&obstacles, state, wanted, &all, &self.config) {
            *state = moved.state;
        }
        rapier.places[who] = narrow(state.position);
        rapier.tell(who);
    }

    fn position(&self, who: usize) -> [f64; 3] {
        self.states[who].position
    }

    fn put(&mut self, who: usize, place: [f64; 3]) {
        self.states[who] = MoverState::at(place);
        self.rapier.put(who, place);
    }
}
