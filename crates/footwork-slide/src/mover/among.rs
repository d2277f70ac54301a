//! Moves among the obstacles of another library.
//!
//! A move copies the obstacles near the body into a world and runs there. How far a move searches is known only
//! afterwards. If it searched beyond the copied box, the move runs again with a larger box. A run depends only on its
//! arguments, so the last run gives the result of a world with all obstacles.

use glam::DVec3;

use super::config::MoveConfig;
use super::error::{MoveError, ResizeError};
use super::state::MoverState;
use super::{Moved, Mover};
use crate::bounds::Bounds;
use crate::filter::Filter;
use crate::frame::Frame;
use crate::shape::Shape;
use crate::vector::{lower, smaller, upper};
use crate::world::{Obstacles, World, with_local_filter};

/// The margin of the first copy around a move with its steps and turns: this many skins, and this many metres.
const FIRST_SKINS: f64 = 16.0;
const FIRST_M: f64 = 0.05;

/// The margin of the second copy around the box that the first run searched, in metres. It doubles with each further
/// copy.
const SLACK_M: f64 = 0.5;

/// A copy with a larger margin than this, in metres, contains all obstacles and is not repeated.
const MAX_SLACK_M: f64 = 1.0e10;

/// A planned move.
#[derive(Clone, Copy)]
struct Plan<'a> {
    state: &'a MoverState,
    wanted: DVec3,
    filter: &'a Filter<'a>,
    config: &'a MoveConfig,
}

impl Mover {
    /// Moves the body among foreign obstacles; see [`Mover::move_by`].
    pub(super) fn move_among(
        &mut self,
        obstacles: &dyn Obstacles,
        state: &MoverState,
        wanted: DVec3,
        filter: &Filter<'_>,
        config: &MoveConfig,
    ) -> Result<Moved, MoveError> {
        let plan = Plan {
            state,
            wanted,
            filter,
            config,
        };
        let moved = self.among(obstacles, &plan, |mover, world, state, filter| {
            mover.move_in(world, state, wanted, filter, config)
        })?;
        let Self {
            contacts, copied, ..
        } = self;
        for contact in contacts {
            contact.obstacle = copied.foreign(contact.obstacle);
        }
        let footing = moved.state.footing.renamed(|id| copied.foreign(id));
        Ok(Moved {
            state: MoverState {
                footing,
                ..moved.state
            },
            ..moved
        })
    }

    /// Changes the shape among foreign obstacles; see [`Mover::resize`].
    pub(super) fn resize_among(
        &mut self,
        obstacles: &dyn Obstacles,
        state: &MoverState,
        shape: Shape,
        filter: &Filter<'_>,
        config: &MoveConfig,
    ) -> Result<MoverState, ResizeError> {
        let plan = Plan {
            state,
            wanted: DVec3::ZERO,
            filter,
            config,
        };
        let resized = self.among(obstacles, &plan, |mover, world, _, filter| {
            // A run with too few obstacles may have found room and changed the shape, so each run starts from the shape
            // before the first run.
            let before = (mover.shape, mover.body.clone());
            let resized = mover.resize_in(world, state, shape, filter, config);
            let made = (mover.shape, mover.body.clone());
            (mover.shape, mover.body) = before;
            resized.map(|state| (state, made))
        });
        let (state, made) = resized
            .map_err(ResizeError::Move)?
            .map_err(|error| match error {
                ResizeError::NoRoom { obstacle } => ResizeError::NoRoom {
                    obstacle: self.copied.foreign(obstacle),
                },
                other => other,
            })?;
        (self.shape, self.body) = made;
        Ok(state)
    }

    /// Calls `act` with a world of copies of all obstacles that `act` searches, and with the state and the filter in
    /// the ids of that world. May call `act` several times; returns its last result.
    fn among<T>(
        &mut self,
        obstacles: &dyn Obstacles,
        plan: &Plan<'_>,
        mut act: impl FnMut(&mut Self, &World, &MoverState, &Filter<'_>) -> T,
    ) -> Result<T, MoveError> {
        let Plan { state, filter, .. } = *plan;
        let support = state.footing.support().map(|support| support.obstacle);
        let mut near = self.first_box(plan);
        let mut slack = SLACK_M;
        let mut copied = std::mem::take(&mut self.copied);
        let result = loop {
            if let Err((obstacle, error)) = copied.fill(obstacles, &near, support, filter) {
                break Err(MoveError::Volume { obstacle, error });
            }
            let local = MoverState {
                footing: state.footing.renamed(|id| copied.local(id)),
                ..*state
            };
            self.surroundings.begin_search();
            let result = with_local_filter(&copied, filter, |filter| {
                act(self, copied.world(), &local, filter)
            });
            let searched = self.surroundings.searched();
            if near.contains(searched) || slack > MAX_SLACK_M {
                break Ok(result);
            }
            near = near.join(searched).grown(slack);
            slack *= 2.0;
        };
        self.copied = copied;
        result
    }

    /// Returns a box in the world around a planned move. Most moves search only inside this box.
    fn first_box(&self, plan: &Plan<'_>) -> Bounds {
        let Plan {
            state,
            wanted,
            config,
            ..
        } = *plan;
        let frame = Frame::standing(DVec3::from_array(state.position), config.up);
        let way = frame.vector_to_local(wanted);
        let half = self.body.half_extents();
        let swept = Bounds {
            min: lower(way, DVec3::ZERO) - half,
            max: upper(way, DVec3::ZERO) + half,
        };
        let steps = f64::from(config.step_height_m) + f64::from(config.snap_m);
        let turns = smaller(way.length(), half.min_element());
        let skins = FIRST_SKINS * f64::from(config.skin_m);
        frame.bounds_to_world(&swept.grown(skins + steps + turns + FIRST_M))
    }
}
