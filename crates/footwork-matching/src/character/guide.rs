//! The point that a character follows. The world limits its movement and its predicted path.

use crate::character::input::{Input, Want, path_place};
use crate::controller::{Controller, Stick, length, set_path};
use crate::goal::Goal;
use crate::place::Place;
use crate::schema::Schema;
use crate::world::World;

/// The number of steps between two horizons of a predicted path. Each step calls the world.
const STEPS: u32 = 2;

/// A controller on the ground of a world. It is plain data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Guide {
    pub(super) controller: Controller,
    /// The height of the ground below the controller.
    pub(super) height_m: f64,
}

impl Guide {
    /// Moves as the input says, as far as the world allows. On a predicted path, `from` is the start of the path and
    /// the time since then in seconds.
    fn step(
        &mut self,
        dt_secs: f64,
        from: (Place, f64),
        input: &Input<'_>,
        world: &mut impl World,
    ) {
        let height_m = self.height_m;
        let reach = |[x, z]: [f64; 2], step: [f64; 2]| world.reach([x, height_m, z], step);
        match input.want {
            Want::Stick(velocity_mps) => {
                let stick = Stick {
                    velocity_mps,
                    heading_rad: input.heading_rad,
                };
                self.controller.update_within(dt_secs, stick, reach);
            }
            Want::Path(path) => {
                let (origin, secs) = from;
                let mut to = path_place(path, origin, secs + dt_secs);
                to.heading_rad = input.heading_rad.unwrap_or(to.heading_rad);
                self.controller.lead_to(to, dt_secs, reach);
            }
        }
        let [x, z] = self.controller.place().position_m;
        if let Some(ground) = world.ground([x, self.height_m, z]) {
            self.height_m = ground.height_m;
        }
    }

    pub(super) fn update(&mut self, dt_secs: f64, input: &Input<'_>, world: &mut impl World) {
        let from = (self.controller.place(), 0.0);
        self.step(dt_secs, from, input, world);
    }

    /// Sets the trajectories of a goal to the path that the world allows, relative to the character. Returns the
    /// distance from the point to its place at the farthest horizon, in metres.
    pub(super) fn set_goal(
        &self,
        schema: &Schema,
        character: Place,
        input: &Input<'_>,
        world: &mut impl World,
        goal: &mut Goal,
    ) -> f64 {
        let rate = schema.rate().as_f64();
        let origin = self.controller.place();
        // Positions and directions use the same few horizons, in ascending order.
        let mut known = [(0, origin); 8];
        let (mut count, mut ahead, mut frame) = (0, *self, 0);
        set_path(schema, character, goal, |frames| {
            if let Some((_, place)) = known[..count].iter().find(|(at, _)| *at == frames) {
                return *place;
            }
            if frames < frame {
                (ahead, frame) = (*self, 0);
            }
            let step_secs = f64::from(frames - frame) / rate / f64::from(STEPS);
            for step in 0..STEPS {
                let secs = f64::from(frame) / rate + f64::from(step) * step_secs;
                ahead.step(step_secs, (origin, secs), input, world);
            }
            frame = frames;
            let place = ahead.controller.place();
            if let Some(slot) = known.get_mut(count) {
                *slot = (frames, place);
                count += 1;
            }
            place
        });
        let [x, z] = ahead.controller.place().position_m;
        length([x - origin.position_m[0], z - origin.position_m[1]])
    }
}
