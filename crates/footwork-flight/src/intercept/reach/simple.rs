//! The simple model, whose reach is the whole growing disc.

use super::area::{Area, ROOM_M, Reach, Way};
use super::cone::Cone;
use crate::intercept::path::Line;
use crate::intercept::player::Player;
use crate::intercept::window::InterceptWindow;
use crate::vector::most;

impl Area for Cone {
    const IS_DISC: bool = true;

    fn cone(&self) -> &Cone {
        self
    }

    fn sure(&self) -> (Cone, f64) {
        (*self, self.ready_secs)
    }

    fn cut(&self, _: &Line, outer: InterceptWindow) -> impl AsRef<[InterceptWindow]> {
        [outer]
    }
}

impl Reach for Cone {
    fn new(player: &Player, now_secs: f64) -> Self {
        Self {
            x: player.position[0],
            z: player.position[2],
            ready_secs: most(now_secs, player.ready_secs()),
            reach: player.reach_m,
            speed: player.top_speed_mps * player.stamina,
        }
    }

    fn slack_when_ready(&self, secs: f64, at: [f64; 3]) -> f64 {
        self.inside(secs, at[0], at[2])
    }

    fn arrival_secs(&self, secs: f64, at: [f64; 3]) -> f64 {
        // A player who cannot move was there from the start.
        if self.speed == 0.0 {
            return self.ready_secs;
        }
        match self.inside(secs, at[0], at[2]) {
            inside if inside <= ROOM_M => secs,
            inside => most(self.ready_secs, secs - inside / self.speed),
        }
    }

    fn cruise_mps(&self, _: &Player, way: Way) -> f64 {
        let free_secs = way.until_secs - self.ready_secs;
        if free_secs * self.speed > way.metres {
            way.metres / free_secs
        } else {
            self.speed
        }
    }
}
