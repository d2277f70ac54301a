//! Characters: from the stick and the world to the transforms of all joints.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use footwork::base::Id;
use footwork::matching::{
    Character as Acting, CharacterConfig, Detail, Foot, Input, JointPlace, Motion, OpenWorld,
    Place, Placement, PlaybackError, RecordConfig, Repertoire as _, Space, Step, Want, Waypoint,
};
use numpy::{PyArray2, PyReadonlyArray2, PyReadwriteArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::around::Around;
use super::repertoire::{Played, Repertoire, RepertoireBias, RepertoireFilter, rows};
use crate::database::Database;
use crate::errors::{value_error, with_causes};

/// A character that plays the clips of a repertoire and moves through a world as its input says. It gives the same bits as in
/// Rust, C and the other languages.
///
/// - position_m, heading_rad: the place of the character. The heading is an angle about +y from +z towards +x.
/// - max_drop_m: the maximum distance that the hips sink for a foot that does not reach the ground.
/// - feet_last: whether updates leave the feet to `plant_feet`.
/// - update_every, spread: the character moves in one of this many updates, for the time since it last moved. Give each
///   character of a crowd another `spread`, so that they do not all move in the same update.
///
/// Raises ValueError for numbers out of range.
#[pyclass(frozen, module = "footwork.matching")]
pub(crate) struct Character {
    acting: Mutex<Acting<Arc<Played>>>,
}

#[pymethods]
impl Character {
    #[new]
    #[pyo3(signature = (repertoire, *, position_m=[0.0; 3], heading_rad=0.0, max_drop_m=0.25, feet_last=false, update_every=1, spread=0))]
    fn new(
        repertoire: &Bound<'_, Repertoire>,
        position_m: [f64; 3],
        heading_rad: f64,
        max_drop_m: f32,
        feet_last: bool,
        update_every: u32,
        spread: u32,
    ) -> PyResult<Self> {
        let Repertoire { poses, config } = repertoire.get();
        let start = poses.index().candidates().next();
        let start = start.ok_or_else(|| PyValueError::new_err("the repertoire has no poses"))?;
        let config = CharacterConfig {
            playback: config.clone(),
            max_drop_m,
            feet_last,
            detail: Detail {
                update_every,
                spread,
                search_every_secs: None,
            },
            ..CharacterConfig::default()
        };
        let at = Placement {
            position_m,
            heading_rad,
        };
        let acting = Acting::new(Arc::clone(poses), config, start, at).map_err(refused)?;
        Ok(Self {
            acting: Mutex::new(acting),
        })
    }

    /// Advances by `dt_secs`.
    ///
    /// - velocity_mps: the wanted velocity, world x and z. Zeros stop the character.
    /// - heading_rad: the wanted heading; None means the direction of movement.
    /// - path: waypoints to follow instead of the velocity, each (seconds from now, x, z, heading).
    /// - filter: the poses that the character may play.
    /// - bias: preferences among them.
    /// - world: an object with the method `reach`, the method `ground`, or both. `reach(from_m, step_m)` returns the part (x,
    ///   z) of a step that the character can make. `ground(at_m)` returns the height under a point, or the height and a
    ///   normal, or None at a hole. Without `reach` there are no walls, and without `ground` the ground is at height 0.
    ///
    /// Raises ValueError for numbers out of range, and any exception that the world raises. The character is then unchanged.
    #[pyo3(signature = (dt_secs, velocity_mps=[0.0; 2], *, heading_rad=None, path=None, filter=None, bias=None, world=None))]
    #[allow(clippy::too_many_arguments, reason = "named in Python")]
    fn update(
        &self,
        dt_secs: f64,
        velocity_mps: [f64; 2],
        heading_rad: Option<f64>,
        path: Option<Vec<[f64; 4]>>,
        filter: Option<&Bound<'_, RepertoireFilter>>,
        bias: Option<&Bound<'_, RepertoireBias>>,
        world: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let waypoints = path.map(|path| {
            let waypoint = |[secs, x, z, heading_rad]: [f64; 4]| Waypoint {
                secs,
                place: Place {
                    position_m: [x, z],
                    heading_rad,
                },
            };
            path.into_iter().map(waypoint).collect::<Vec<_>>()
        });
        let stays = bias.map_or_else(Vec::new, |bias| bias.get().stays());
        let input = Input {
            want: waypoints
                .as_deref()
                .map_or(Want::Stick(velocity_mps), Want::Path),
            heading_rad,
            filter: filter.map(|filter| &filter.get().filter),
            soft: bias.map(|bias| &bias.get().soft),
            stay: &stays,
            ..Input::default()
        };
        let Some(world) = world else {
            let done = self
                .acting()
                .update(dt_secs, &input, &mut OpenWorld)
                .map(|_| ());
            return done.map_err(refused);
        };
        let mut around = Around::new(world)?;
        // The world may call this character: it sees the pose before the update.
        let mut next = self.acting().fork();
        let done = next.update(dt_secs, &input, &mut around).map(|_| ());
        let mut acting = self.acting();
        if around.raised.is_some() || done.is_err() {
            acting.take_recording_of(&mut next);
        } else {
            *acting = next;
        }
        around.raised.map_or(done.map_err(refused), Err)
    }

    /// The transforms of all joints: shape (n, 7), float32. Each is a rotation x, y, z, w in the space of the parent, and a
    /// position in metres. The hips are in the space of the root. Each access makes a new array.
    #[getter]
    fn pose<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        let acting = self.acting();
        let joints = 0..acting.pose().rotations.len();
        rows(py, joints.map(|joint| transform(&acting, joint)))
    }

    /// Returns the transforms of all joints in one space: shape (n, 7), float32. Each is a rotation x, y, z, w and a position
    /// in metres. `space` is "world", or "root" for the space on the ground below the character with z ahead.
    ///
    /// Raises ValueError for another space.
    #[pyo3(signature = (space="world"))]
    fn pose_in<'py>(&self, py: Python<'py>, space: &str) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let space = match space {
            "world" => Space::World,
            "root" => Space::Root,
            other => {
                let message = format!("`space` is \"world\" or \"root\", not {other:?}");
                return Err(PyValueError::new_err(message));
            }
        };
        let acting = self.acting();
        let mut places = vec![JointPlace::default(); acting.pose().rotations.len()];
        let rig = acting.repertoire().rig();
        acting.pose().joints(rig, space, &mut places);
        let places = places.iter().map(|it| (it.rotation, it.position_m));
        Ok(rows(py, places))
    }

    /// The feet that came to stand in the last update, at most two. Each is a tuple of "left" or "right", the position (x, y,
    /// z) of the ball of the foot in the world in metres, and the speed of the root in m/s. A foot that was in the air for
    /// less than 0.1 s does not count.
    #[getter]
    fn footsteps(&self) -> Vec<(&'static str, (f64, f64, f64), f32)> {
        let acting = self.acting();
        let steps = acting.footsteps().iter();
        steps
            .map(|step| {
                let foot = match step.foot {
                    Foot::Left => "left",
                    Foot::Right => "right",
                };
                (foot, step.position_m.into(), step.speed_mps)
            })
            .collect()
    }

    /// Writes joints into the caller's transforms, a float32 array of shape (n, 7). `mask` has a flag for each joint that is
    /// written; all by default.
    ///
    /// Raises ValueError for another number of joints.
    #[pyo3(signature = (out, mask=None))]
    fn write_pose(
        &self,
        mut out: PyReadwriteArray2<'_, f32>,
        mask: Option<Vec<bool>>,
    ) -> PyResult<()> {
        let acting = self.acting();
        let joints = acting.pose().rotations.len();
        check_shape(out.shape(), joints)?;
        if let Some(found) = mask.as_ref().map(Vec::len).filter(|it| *it != joints) {
            let message = format!("`mask` has {found} flags, not {joints}");
            return Err(PyValueError::new_err(message));
        }
        let mut out = out.as_array_mut();
        for (joint, mut row) in out.rows_mut().into_iter().enumerate() {
            if mask.as_ref().is_none_or(|mask| mask[joint]) {
                let (rotation, at_m) = transform(&acting, joint);
                for (to, from) in row.iter_mut().zip(rotation.into_iter().chain(at_m)) {
                    *to = from;
                }
            }
        }
        Ok(())
    }

    /// Plants the feet of transforms, a float32 array of shape (n, 7), that other animation layers have changed. The hips
    /// sink and the legs bend as in the last update. Use it for a character with `feet_last`.
    ///
    /// Raises ValueError for another number of joints, or numbers that are not finite.
    fn plant_feet(&self, mut transforms: PyReadwriteArray2<'_, f32>) -> PyResult<()> {
        let mut acting = self.acting();
        check_shape(transforms.shape(), acting.pose().rotations.len())?;
        let mut all = transforms.as_array_mut();
        let mut rotations: Vec<[f32; 4]> = Vec::new();
        for row in all.rows() {
            rotations.push([row[0], row[1], row[2], row[3]]);
        }
        let mut hips_m = [4, 5, 6].map(|column| all[[0, column]]);
        acting
            .plant_feet(&mut hips_m, &mut rotations)
            .map_err(refused)?;
        for (mut row, rotation) in all.rows_mut().into_iter().zip(rotations) {
            for (to, from) in row.iter_mut().zip(rotation) {
                *to = from;
            }
        }
        for (column, from) in (4..).zip(hips_m) {
            all[[0, column]] = from;
        }
        Ok(())
    }

    /// The position of the root, in metres.
    #[getter]
    fn position_m(&self) -> (f64, f64, f64) {
        self.acting().pose().root.position_m.into()
    }

    /// The heading of the root in radians, an angle about +y from +z towards +x.
    #[getter]
    fn heading_rad(&self) -> f64 {
        self.acting().pose().root.heading_rad
    }

    /// The name of the clip that plays.
    #[getter]
    fn clip(&self) -> String {
        let acting = self.acting();
        let clip = acting.playback().matcher().state().pose.clip;
        let found = acting.repertoire().index().clips().get(clip.index());
        found.map_or_else(String::new, |clip| clip.name().to_owned())
    }

    /// The frame that plays, at the rate of the repertoire.
    #[getter]
    fn frame(&self) -> u32 {
        self.acting().playback().matcher().state().pose.frame
    }

    /// Whether the playing clip has left and right exchanged.
    #[getter]
    fn mirrored(&self) -> bool {
        self.acting().playback().matcher().state().pose.mirrored
    }

    /// Whether the last update jumped to another pose.
    #[getter]
    fn jumped(&self) -> bool {
        matches!(self.acting().step(), Step::Jump { .. })
    }

    /// Whether the character holds a pose, because it should stand and no clip stands still.
    #[getter]
    fn resting(&self) -> bool {
        self.acting().is_resting()
    }

    /// Moves the character elsewhere, with its speed and its feet. Its pose does not change.
    ///
    /// Raises ValueError for numbers that are not finite.
    fn teleport(&self, position_m: [f64; 3], heading_rad: f64) -> PyResult<()> {
        let mut numbers = position_m.iter().chain([&heading_rad]);
        if !numbers.all(|number| number.is_finite()) {
            return Err(PyValueError::new_err("the place must be finite"));
        }
        self.acting().teleport(Placement {
            position_m,
            heading_rad,
        });
        Ok(())
    }

    /// Takes over from any pose, such as that of a ragdoll or a cut-scene. The character plays the most similar allowed pose,
    /// and blends to it. The next update continues from exactly the given pose and its speeds.
    ///
    /// - transforms: shape (n, 7), float32, as `pose`.
    /// - spins_radps: the angular velocity of each joint, shape (n, 3), float32; none by default.
    /// - hips_mps: the velocity of the hips relative to the root, in m/s.
    /// - root_velocity: the velocity of the root, to the left and ahead in m/s, and about +y in rad/s.
    /// - filter, bias: as in `update`.
    ///
    /// Raises ValueError for another number of joints, or numbers that are not finite.
    #[pyo3(signature = (transforms, position_m, heading_rad, *, spins_radps=None, hips_mps=[0.0; 3], root_velocity=[0.0; 3], filter=None, bias=None))]
    #[allow(clippy::too_many_arguments, reason = "named in Python")]
    fn take_over(
        &self,
        transforms: PyReadonlyArray2<'_, f32>,
        position_m: [f64; 3],
        heading_rad: f64,
        spins_radps: Option<PyReadonlyArray2<'_, f32>>,
        hips_mps: [f32; 3],
        root_velocity: [f32; 3],
        filter: Option<&Bound<'_, RepertoireFilter>>,
        bias: Option<&Bound<'_, RepertoireBias>>,
    ) -> PyResult<()> {
        let mut acting = self.acting();
        let joints = acting.pose().rotations.len();
        check_shape(transforms.shape(), joints)?;
        let mut motion = Motion::new(joints);
        let all = transforms.as_array();
        for (to, row) in motion.rotations.iter_mut().zip(all.rows()) {
            *to = [row[0], row[1], row[2], row[3]];
        }
        motion.hips_m = [4, 5, 6].map(|column| all[[0, column]]);
        (motion.hips_mps, motion.root_velocity) = (hips_mps, root_velocity);
        if let Some(spins) = spins_radps {
            if spins.shape() != [joints, 3] {
                let message = format!("`spins_radps` must have the shape ({joints}, 3)");
                return Err(PyValueError::new_err(message));
            }
            for (to, row) in motion.spins_radps.iter_mut().zip(spins.as_array().rows()) {
                *to = [row[0], row[1], row[2]];
            }
        }
        let input = Input {
            filter: filter.map(|filter| &filter.get().filter),
            soft: bias.map(|bias| &bias.get().soft),
            ..Input::default()
        };
        let at = Placement {
            position_m,
            heading_rad,
        };
        acting.take_over(&motion, at, &input).map_err(refused)
    }

    /// Sets how often the character works. It moves in every `update_every`th update, and searches at most every
    /// `search_every_secs`. `spread` is as in the constructor.
    ///
    /// Raises ValueError for a time that is negative or not finite.
    #[pyo3(signature = (update_every, search_every_secs, spread=0))]
    fn set_detail(&self, update_every: u32, search_every_secs: f32, spread: u32) -> PyResult<()> {
        let detail = Detail {
            update_every,
            search_every_secs: Some(search_every_secs),
            spread,
        };
        self.acting().set_detail(detail).map_err(refused)
    }

    /// Returns the state of the character, for a rollback, another process or another language. It does not include
    /// configuration and filters.
    fn save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut bytes = Vec::new();
        self.acting().save(&mut bytes);
        PyBytes::new(py, &bytes)
    }

    /// Restores a state that a character with the same repertoire and arguments saved.
    ///
    /// Raises ValueError if the state is damaged or of another repertoire. The character is then unchanged.
    fn restore(&self, data: &[u8]) -> PyResult<()> {
        self.acting().restore(data).map_err(value_error)
    }

    /// Begins to record all updates from now on, with the shown pose and the candidates of each search. Recording changes no
    /// pose. An earlier recording is dropped.
    ///
    /// - frames, searches: the numbers of the latest frames and searches to keep, at 40 and about 370 bytes each.
    /// - tags: the database that the filters come from, so that the studio can tell if its tags differ.
    ///
    /// Raises ValueError if a number is 0 or too large.
    #[pyo3(signature = (*, frames=3600, searches=1200, tags=None))]
    fn record(
        &self,
        frames: usize,
        searches: usize,
        tags: Option<&Bound<'_, Database>>,
    ) -> PyResult<()> {
        let config = RecordConfig {
            frames,
            searches,
            tags_stamp: tags.map(|tags| tags.get().now().content_stamp()),
        };
        self.acting().record(Some(config)).map_err(refused)
    }

    /// Stops recording, and drops the recording.
    fn stop_recording(&self) -> PyResult<()> {
        self.acting().record(None).map_err(refused)
    }

    /// Returns the recording so far as the bytes of a `.fwrec` file, which the studio opens. Recording continues.
    ///
    /// Raises ValueError if updates are not recorded.
    fn recording<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut bytes = Vec::new();
        if !self.acting().write_recording(&mut bytes) {
            let message = "the character does not record: call `record` first";
            return Err(PyValueError::new_err(message));
        }
        Ok(PyBytes::new(py, &bytes))
    }

    fn __repr__(&self) -> String {
        let (x, y, z) = self.position_m();
        format!("<Character: {} at ({x:.2}, {y:.2}, {z:.2}) m>", self.clip())
    }
}

impl Character {
    fn acting(&self) -> MutexGuard<'_, Acting<Arc<Played>>> {
        self.acting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn transform(acting: &Acting<Arc<Played>>, joint: usize) -> ([f32; 4], [f32; 3]) {
    let pose = acting.pose();
    let at_m = match joint {
        0 => pose.hips_m,
        _ => acting.repertoire().rig().offsets_m()[joint],
    };
    (pose.rotations[joint], at_m)
}

fn check_shape(shape: &[usize], joints: usize) -> PyResult<()> {
    if shape == [joints, 7] {
        return Ok(());
    }
    let found = crate::arrays::shape_text(shape);
    let message = format!("transforms must have the shape ({joints}, 7), not {found}");
    Err(PyValueError::new_err(message))
}

fn refused(error: PlaybackError) -> PyErr {
    value_error(with_causes(&error))
}
