//! The character: one call runs controller, matcher, blend, foot lock and ground.
//!
//! | file | what |
//! |---|---|
//! | `repertoire` | what characters can play |
//! | `config` | how they move, and how often they work |
//! | `input` | where the character should go, and which poses it may play |
//! | `guide` | the point that the character follows, and its predicted path; walls limit both |
//! | `terrain` | the height of its root, and the ground below its feet |
//! | `joints` | the joints of a pose in the space of the root, or in the world |
//! | `footsteps` | the moments at which a foot comes to stand |
//! | `record` | which pose it showed, and why |
//! | `rest` | the pose that it holds where no clip rests |
//! | `handover` | taking over from another animation, and planting the feet of another pose |
//! | `saved` | its state as bytes |

mod config;
mod footsteps;
mod guide;
mod handover;
mod input;
mod joints;
mod record;
mod repertoire;
mod rest;
mod saved;
mod terrain;

pub use crate::character::config::{CharacterConfig, Detail};
use crate::character::footsteps::Footsteps;
pub use crate::character::footsteps::{Foot, Footstep};
use crate::character::guide::Guide;
use crate::character::input::Wish;
pub use crate::character::input::{Input, Want, Waypoint};
pub use crate::character::joints::{JointPlace, Space};
pub use crate::character::repertoire::Repertoire;
pub use crate::character::saved::RestoreError;
use crate::character::terrain::Terrain;
use crate::controller::{Controller, length, made};
use crate::goal::Goal;
use crate::matcher::{MatchError, Seen, Step};
use crate::place::{Place, Placement};
use crate::playback::{Playback, PlaybackError, Probe};
use crate::pose_id::PoseId;
use crate::recording::Recorder;
use crate::world::World;

/// A character may come to rest if its point moves slower than this, in m/s.
const SLOW_MPS: f64 = 0.25;

/// The transforms of a character for a frame: the root in the world, and each joint in its parent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose {
    /// The root.
    pub root: Placement,
    /// The position of the hips in the space of the root, in metres. Other joints keep the offsets of the [`Rig`](crate::Rig).
    pub hips_m: [f32; 3],
    /// The rotation of each joint in the space of its parent, and of the hips in the space of the root. Rotations are unit
    /// quaternions `[x, y, z, w]`.
    pub rotations: Vec<[f32; 4]>,
}

impl Pose {
    /// Copies some joints into a pose of the caller. `has_joint` selects the joints by number. Joint 0 includes the
    /// position of the hips. Returns `false` and writes nothing if the number of joints differs.
    pub fn write(
        &self,
        has_joint: impl Fn(usize) -> bool,
        hips_m: &mut [f32; 3],
        rotations: &mut [[f32; 4]],
    ) -> bool {
        if rotations.len() != self.rotations.len() {
            return false;
        }
        for (joint, (to, from)) in rotations.iter_mut().zip(&self.rotations).enumerate() {
            if has_joint(joint) {
                *to = *from;
                if joint == 0 {
                    *hips_m = self.hips_m;
                }
            }
        }
        true
    }
}

/// A character that plays the clips of a [`Repertoire`] and moves through a world as its input says.
///
/// Each update takes these steps:
///
/// 1. It moves a point by the stick, as far as the world allows, and predicts the path of the point.
/// 2. It plays on, or jumps to a better pose.
/// 3. It pulls the root towards the point.
/// 4. It plants the feet on the ground.
///
/// The world stops the point, the path and the root, so the character does not run in place at a wall. If no clip ends
/// at rest, a standing character holds the best standing pose that it finds.
///
/// After the first few updates, updates do not allocate. All state is plain data: a clone, or a character restored from
/// the bytes of [`Character::save`], gives the same bits from then on. Lengths are in metres, and y is up.
#[derive(Clone, Debug)]
pub struct Character<R> {
    repertoire: R,
    config: CharacterConfig,
    guide: Guide,
    playback: Playback,
    terrain: Terrain,
    goal: Goal,
    /// The wish of the input in the last search.
    wish: Wish,
    /// The time that the input has asked the character to stand, in seconds.
    rest_secs: f64,
    /// The duration and the number of the calls since the last update.
    waiting_secs: f64,
    waiting: u32,
    has_searched: bool,
    step: Step,
    footsteps: Footsteps,
    pose: Pose,
    recorder: Option<Box<Recorder>>,
}

impl<R: Repertoire> Character<R> {
    /// Creates a character at rest that plays from the pose `start`. The first update searches for a better pose.
    ///
    /// # Errors
    /// Returns an error if a number of the config or of `at` is out of range, or if the index has no such pose.
    pub fn new(
        repertoire: R,
        config: CharacterConfig,
        start: PoseId,
        at: Placement,
    ) -> Result<Self, PlaybackError> {
        let controller = Controller::new(config.controller, at.flat());
        let controller = controller.filter(|_| {
            let is_drop = config.max_drop_m >= 0.0 && config.max_drop_m.is_finite();
            is_drop && at.position_m[1].is_finite()
        });
        let controller = controller.ok_or(PlaybackError::Character)?;
        if repertoire.index().row(start).is_none() {
            return Err(MatchError::UnknownPose { pose: start }.into());
        }
        let mut own = config.playback.clone();
        if let Some(every_secs) = config.detail.search_every_secs {
            own.rules.every_secs = every_secs;
        }
        let mut playback = Playback::new(own, repertoire.rig().clone(), start, at.flat())?;
        playback.set_max_drop_m(config.max_drop_m);
        let height_m = at.position_m[1];
        let terrain = Terrain::new(height_m, rest::sole_m(&repertoire));
        let mut character = Self {
            guide: Guide {
                controller,
                height_m,
            },
            playback,
            terrain,
            goal: Goal::new(repertoire.index().schema()),
            wish: Wish::default(),
            rest_secs: 0.0,
            waiting_secs: 0.0,
            waiting: 0,
            has_searched: false,
            step: Step::Continue,
            footsteps: Footsteps::default(),
            pose: Pose::default(),
            recorder: None,
            repertoire,
            config,
        };
        character.waiting = character.config.detail.spread;
        character.show();
        Ok(character)
    }

    /// Advances by `dt_secs`, and returns the pose to draw.
    ///
    /// # Errors
    /// Returns the errors of [`Playback::update`]. Returns [`PlaybackError::Input`] if a number of the input is not
    /// finite, or if waypoints are not in order. After an error, the character is unchanged.
    pub fn update(
        &mut self,
        dt_secs: f64,
        input: &Input<'_>,
        world: &mut impl World,
    ) -> Result<&Pose, PlaybackError> {
        if !input.is_valid() {
            return Err(PlaybackError::Input);
        }
        if !(0.0..=3600.0).contains(&dt_secs) {
            return Err(MatchError::Time.into());
        }
        let (waiting_secs, waiting) = (self.waiting_secs + dt_secs, self.waiting.wrapping_add(1));
        let is_waiting = !waiting.is_multiple_of(self.config.detail.update_every.max(1));
        let mut recorder = self.recorder.take();
        if let Some(recorder) = &mut recorder {
            recorder.seen.is_noted = false;
        }
        let done = if is_waiting {
            self.step = Step::Continue;
            self.footsteps.clear();
            Ok(())
        } else {
            let seen = recorder.as_deref_mut().map(|recorder| &mut recorder.seen);
            self.work(waiting_secs.clamp(0.0, 3600.0), input, world, seen)
        };
        if let (Some(recorder), Ok(())) = (&mut recorder, &done) {
            self.record_update(recorder, dt_secs, is_waiting);
        }
        self.recorder = recorder;
        done?;
        let left_secs = if is_waiting { waiting_secs } else { 0.0 };
        (self.waiting_secs, self.waiting) = (left_secs, waiting);
        Ok(&self.pose)
    }

    fn work(
        &mut self,
        dt_secs: f64,
        input: &Input<'_>,
        world: &mut impl World,
        mut seen: Option<&mut Seen>,
    ) -> Result<(), PlaybackError> {
        let mut guide = self.guide;
        guide.update(dt_secs, input, world);
        let before = self.playback.place();
        let wish = input.wish(guide.controller.place());
        let has_changed = wish.differs(&self.wish);
        let has_changed = has_changed || self.playback.is_held();
        let is_slow = length(guide.controller.velocity_mps()) < SLOW_MPS;
        let (index, search) = (self.repertoire.index(), input.search());
        let playback = &self.playback;
        let mut rest_secs = 0.0;
        if is_slow || playback.will_search(index, dt_secs, has_changed, &search) {
            let schema = index.schema();
            let way_m = guide.set_goal(schema, before, input, world, &mut self.goal);
            if is_slow && way_m < rest::REST_M.into() {
                rest_secs = self.rest_secs + dt_secs;
            }
        }
        let held = self.held(rest_secs, input, seen.as_deref_mut())?;
        let (index, source) = (self.repertoire.index(), &self.repertoire);
        let playback = &mut self.playback;
        let step = match held {
            Some(begin) => {
                playback.hold(index, source, dt_secs, begin)?;
                Step::Continue
            }
            None => {
                let goal = &self.goal;
                playback.advance(index, source, dt_secs, goal, has_changed, &search, seen)?
            }
        };
        self.guide = guide;
        self.rest_secs = rest_secs;
        self.step = step;
        if wish.differs(&self.wish) {
            self.wish = wish;
        }
        if !self.has_searched {
            self.has_searched = true;
            self.playback.spread_searches(self.config.detail.spread);
        }
        let speed_mps = self.move_root(dt_secs, before, world);
        let stands = self.stand(dt_secs, world);
        self.show();
        self.note_footsteps(dt_secs, speed_mps, stands);
        Ok(())
    }

    /// Pulls the root towards its point, as far as the world allows. Returns the root's speed along the ground in m/s.
    fn move_root(&mut self, dt_secs: f64, before: Place, world: &mut impl World) -> f64 {
        let after = self.playback.place();
        let way = |to: Place| [0, 1].map(|axis| to.position_m[axis] - before.position_m[axis]);
        let speed_mps = if dt_secs > 0.0 {
            length(way(after)) / dt_secs
        } else {
            0.0
        };
        let mut place = self.guide.controller.adjusted(dt_secs, after, speed_mps);
        let height_m = self.terrain.height_m;
        let made = made(before.position_m, way(place), &mut |[x, z], step| {
            world.reach([x, height_m, z], step)
        });
        place.position_m = [0, 1].map(|axis| before.position_m[axis] + made[axis]);
        self.playback.put(place);
        let velocity_mps = made.map(|way| if dt_secs > 0.0 { way / dt_secs } else { 0.0 });
        self.terrain
            .follow(dt_secs, place.position_m, velocity_mps, world);
        length(velocity_mps)
    }

    /// Plants the feet on the ground. Returns for each foot whether it stands.
    fn stand(&mut self, dt_secs: f64, world: &mut impl World) -> [bool; 2] {
        let is_held = self.playback.is_held();
        let stands = if is_held {
            [true; 2]
        } else {
            let pose = self.playback.matcher().state().pose;
            self.repertoire.standing(pose)
        };
        let flat_m = is_held.then_some(self.terrain.sole_m);
        let terrain = &mut self.terrain;
        self.playback
            .plant(dt_secs, stands, flat_m, |foot, probe| match probe {
                Probe::Target(at_m) => terrain.footing(dt_secs, foot, at_m, stands[foot], world),
                Probe::Reached(at_m) => terrain.ground(at_m, world),
            });
        stands
    }

    fn show(&mut self) {
        let place = self.playback.place();
        let [x, z] = place.position_m;
        let shown = if self.config.feet_last {
            self.playback.blended()
        } else {
            self.playback.shown()
        };
        self.pose.root = Placement {
            position_m: [x, self.terrain.height_m, z],
            heading_rad: place.heading_rad,
        };
        self.pose.hips_m = shown.hips_m;
        self.pose.rotations.clone_from(&shown.rotations);
    }

    /// Returns the pose of the last update.
    pub fn pose(&self) -> &Pose {
        &self.pose
    }

    /// Returns the outcome of the matcher in the last update.
    pub fn step(&self) -> &Step {
        &self.step
    }

    /// Returns the playback. It has the playing pose and the pose as displayed on flat ground at height 0.
    pub fn playback(&self) -> &Playback {
        &self.playback
    }

    /// Returns the point that the character follows.
    pub fn controller(&self) -> &Controller {
        &self.guide.controller
    }

    /// Returns the repertoire of the character.
    pub fn repertoire(&self) -> &R {
        &self.repertoire
    }

    /// Returns whether the character holds a pose because it should stand and no clip ends at rest.
    pub fn is_resting(&self) -> bool {
        self.playback.is_held()
    }

    /// Sets how often the character updates and searches.
    ///
    /// # Errors
    /// Returns an error if the time between searches is negative or not finite. After an error, the detail is
    /// unchanged.
    pub fn set_detail(&mut self, detail: Detail) -> Result<(), PlaybackError> {
        let own = self.config.playback.rules.every_secs;
        let every_secs = detail.search_every_secs.unwrap_or(own);
        self.playback.set_search_every_secs(every_secs)?;
        let spread = self.config.detail.spread;
        if spread != detail.spread {
            self.waiting = self
                .waiting
                .wrapping_add(detail.spread.wrapping_sub(spread));
            if self.has_searched {
                self.playback.spread_searches(detail.spread);
            }
        }
        self.config.detail = detail;
        Ok(())
    }

    /// Moves the character elsewhere, together with its velocity, its feet and its stored world positions. The pose
    /// does not change. A place that is not finite is ignored.
    pub fn teleport(&mut self, to: Placement) {
        let [x, height_m, z] = to.position_m;
        if ![x, height_m, z, to.heading_rad]
            .into_iter()
            .all(f64::is_finite)
        {
            return;
        }
        let (from, to) = (self.playback.place(), to.flat());
        self.guide.controller.carry(from, to);
        self.playback.teleport(to);
        let by_m = height_m - self.terrain.height_m;
        self.guide.height_m += by_m;
        self.terrain.raise(by_m);
        self.note_move();
        self.show();
    }
}
