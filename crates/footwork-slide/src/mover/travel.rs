//! One move in the local frame of its scene.

use glam::DVec3;

use super::hit::ROUGH_SKINS;
use super::limit::Limit;
use super::scene::{Rules, Scene};
use super::separate::REACH_SKINS;
use super::slide::{Slid, Slider};
use super::squeeze::{ahead, is_farther};
use super::state::{MoverState, Outcome};
use super::{CRUSHED_M, Mover};

/// The outcome of a move in the local frame.
pub(super) struct Travelled {
    pub(super) slid: Slid,
    /// See [`MoveResult::crushed`].
    pub(super) is_crushed: bool,
}

impl Mover {
    /// Makes one move in the local frame.
    pub(super) fn travel(
        &mut self,
        scene: &Scene<'_>,
        rules: &Rules,
        state: &MoverState,
        motion: DVec3,
    ) -> Travelled {
        let below = if motion.y > 0.0 { 0.0 } else { rules.snap };
        self.surroundings.begin(scene, motion, below);
        self.hits.clear();
        let mut slider = Slider {
            scene,
            surroundings: &mut self.surroundings,
            planes: &mut self.planes,
            contacts: &mut self.hits,
        };
        let carried = slider.carry(state);
        let from = carried.at;
        // The distance that sliding or making room will search next.
        let skins = if motion == DVec3::ZERO {
            REACH_SKINS
        } else {
            ROUGH_SKINS
        };
        let gap = (self.room).gap(&mut slider, from, skins * scene.skin);
        // If the body has its whole skin after obstacles moved, it does not matter whether skin was missing before.
        let before = if gap < scene.skin {
            (self.room.gap_before(&mut slider)).unwrap_or(gap)
        } else {
            gap
        };
        // A body inside an obstacle climbs no step, because moving out of the obstacle would allow steps of any height.
        let rules = &if gap < -CRUSHED_M {
            Rules {
                step_height: 0.0,
                ..*rules
            }
        } else {
            *rules
        };
        let limit = Limit::new(scene, rules, carried, motion, [before, gap]);
        let known = slider.contacts.len();
        let mut plain = slider.walk(rules, from, motion);
        let share = limit.after(plain.steps).share(plain.at);
        if share < 1.0 {
            slider.contacts.truncate(known);
            plain = slider.walk(rules, from, motion * share);
        }
        let tried = slider.contacts.len();
        let mut slid = None;
        if let Some(thin) = slider.squeeze(rules, from, motion, plain, known) {
            let ways = [motion, ahead(motion)];
            let made = (self.room).finish(&mut slider, rules, &limit, thin, ways);
            if is_farther(motion, made.at - from, plain.at - from) {
                slider.contacts.drain(known..tried);
                slid = Some(made);
            } else {
                slider.contacts.truncate(tried)
            }
        }
        let mut slid = match slid {
            Some(slid) => slid,
            None => (self.room).finish(&mut slider, rules, &limit, plain, [motion, DVec3::ZERO]),
        };
        self.list_contacts(scene);
        // Every move ends here, so this checks the law for every kind of move.
        let limit = limit.after(slid.steps);
        let mut gap = self.look_at_ground(scene, slid.at);
        if !limit.holds(slid.at, gap) {
            slid = Slid {
                at: limit.fallback(),
                outcome: Outcome::Blocked,
                steps: 0,
            };
            gap = self.look_at_ground(scene, slid.at);
        }
        Travelled {
            slid,
            is_crushed: gap < -CRUSHED_M,
        }
    }
}
