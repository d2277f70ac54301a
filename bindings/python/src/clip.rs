//! Clips: poses as arrays.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

use footwork::base::{Id, Role};
use footwork_clip::{ChannelCache, Clip as Motion, LoadedClip, RetargetTarget};
use footwork_store::{replace_file, sweep_beside};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::channel;
use crate::clip_arrays;
use crate::clip_info::fraction;
use crate::clip_made;
use crate::clip_parts::GivenClip;
use crate::clip_rest::Rest;
use crate::clip_state::{self, ClipState};
use crate::clip_written;
use crate::errors::io_error;
use crate::frame_rate::frame_rate;
use crate::names::name_list;
use crate::pickle::{Reduced, reduced};
use crate::pose_rows;
use crate::unsynced::warn_unsynced;

/// A motion of one skeleton, with J joints and F frames.
///
/// Lengths are in metres and times in seconds. The world is right-handed with y up. Rotations are local quaternions in the
/// order x, y, z, w, as in SciPy. `parents`, `offsets`, `rotations`, `translations`, `root_positions` and the results of
/// `channel` are read-only views of the clip's memory. Reading them copies nothing.
#[pyclass(frozen, module = "footwork")]
pub(crate) struct Clip {
    name: String,
    motion: Arc<Motion>,
    rest: Arc<Rest>,
    channels: Arc<ChannelCache>,
    findings: Vec<String>,
    /// Whether the bone lengths are known.
    has_offsets: bool,
}

impl Clip {
    fn from_motion(name: String, motion: Motion, findings: Vec<String>, has_offsets: bool) -> Self {
        let motion = Arc::new(motion);
        Self {
            name,
            channels: Arc::new(ChannelCache::new(Arc::clone(&motion))),
            rest: Arc::new(Rest::new(motion.skeleton())),
            motion,
            findings,
            has_offsets,
        }
    }

    /// Makes a clip read from a file, with further findings.
    pub(crate) fn loaded(name: String, loaded: LoadedClip, more: Option<String>) -> Self {
        let mut findings: Vec<String> = loaded.findings.iter().map(ToString::to_string).collect();
        if let Some(choice) = loaded.estimated_unit {
            findings.push(format!(
                "the length unit `{}` is estimated: {}",
                choice.unit, choice.explanation
            ));
        }
        findings.extend(more);
        Self::from_motion(name, loaded.clip, findings, true)
    }

    /// Returns the motion.
    pub(crate) fn motion(&self) -> &Motion {
        &self.motion
    }

    /// Returns the skeleton.
    pub(crate) fn target(&self) -> RetargetTarget {
        RetargetTarget::from_clip(&self.motion)
    }

    /// Makes a clip derived from this one.
    fn made(&self, motion: Motion) -> Self {
        let findings = self.findings.clone();
        Self::from_motion(self.name.clone(), motion, findings, self.has_offsets)
    }

    fn check_offsets(&self) -> PyResult<()> {
        if self.has_offsets {
            return Ok(());
        }
        Err(PyValueError::new_err(
            "the bone lengths of this clip are unknown; give `offsets`",
        ))
    }

    fn shape(&self) -> (usize, usize) {
        clip_arrays::shape(&self.motion)
    }
}

#[pymethods]
impl Clip {
    /// Makes a clip from arrays, which are copied.
    ///
    /// - names: the names of the joints, J strings.
    /// - parents: the indices of the parents, J whole numbers, -1 for a root. Parents come before their children.
    /// - rotations: the local rotations, (F, J, 4) float32, x, y, z, w, of any non-zero length.
    /// - root_positions: the world positions of joint 0, (F, 3) float64 or float32, metres.
    /// - rate: the frames per second.
    /// - offsets: the offset of each joint from its parent, (J, 3) float32, metres. Without them, the bone lengths are
    ///   unknown.
    /// - translations: replacements of the offsets on each frame, (F, J, 3) float32, for clips that animate them.
    /// - loops: whether the last frame leads into the first.
    ///
    /// Raises TypeError for a wrong dtype, and ValueError for a wrong shape, NaN or infinity.
    #[new]
    #[pyo3(signature = (names, parents, rotations, root_positions, rate, *, offsets=None, translations=None, loops=false, name=""))]
    #[allow(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        names: &Bound<'_, PyAny>,
        parents: &Bound<'_, PyAny>,
        rotations: &Bound<'_, PyAny>,
        root_positions: &Bound<'_, PyAny>,
        rate: &Bound<'_, PyAny>,
        offsets: Option<&Bound<'_, PyAny>>,
        translations: Option<&Bound<'_, PyAny>>,
        loops: bool,
        name: &str,
    ) -> PyResult<Self> {
        let given = GivenClip {
            names: name_list(names, "names")?,
            parents: parents.extract()?,
            offsets,
            rotations,
            root_positions,
            translations,
            rate,
            loops,
        };
        let has_offsets = offsets.is_some() || translations.is_some();
        Ok(Self::from_motion(
            name.to_owned(),
            given.clip()?.with_found_travelling_joint(),
            Vec::new(),
            has_offsets,
        ))
    }

    /// Rebuilds the object from the values of `__reduce__`.
    #[staticmethod]
    fn _restored(state: ClipState<'_>) -> PyResult<Self> {
        let motion = state.clip()?;
        let ClipState {
            name,
            findings,
            has_offsets,
            ..
        } = state;
        Ok(Self::from_motion(name, motion, findings, has_offsets))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let state = clip_state::state(py, &self.motion)?;
        state.set_item("name", &self.name)?;
        state.set_item("findings", &self.findings)?;
        state.set_item("has_offsets", self.has_offsets)?;
        reduced(py, "clip", (state,))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// Returns whether both have the same name, skeleton and motion.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            self.name == other.name
                && self.has_offsets == other.has_offsets
                && self.motion == other.motion
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.name, self.shape()).hash(&mut hasher);
        hasher.finish()
    }

    /// The clip's name in its library or file.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Returns the motion on the skeleton of another clip, as a new clip.
    ///
    /// Joints are matched by role, and joints without a role by name. Bones have the lengths of `onto`, and the hips move in
    /// proportion to its leg length. Feet that stand in this clip also stand in the result, and hands touch what they touch
    /// in this clip. `findings` of the result lists anything that could not be transferred.
    ///
    /// Raises ValueError if the bone lengths of a clip are unknown, or if a skeleton has no known hips, arms or legs. Also
    /// raises ValueError if a skeleton is upright neither at rest nor on any frame.
    fn retargeted(&self, py: Python<'_>, onto: &Self) -> PyResult<Self> {
        if !(self.has_offsets && onto.has_offsets) {
            return Err(PyValueError::new_err(
                "the bone lengths of one of the clips are unknown",
            ));
        }
        let target = onto.target();
        let moved = py.detach(|| footwork_pipeline::retarget(&self.motion, &target, None));
        let moved = moved.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let findings = moved.findings().iter().map(ToString::to_string).collect();
        Ok(Self::from_motion(
            self.name.clone(),
            moved.clip,
            findings,
            true,
        ))
    }

    /// Returns the mirror image as a new clip, with left and right exchanged. x becomes -x, and each joint moves as its
    /// partner does in this clip.
    ///
    /// Raises ValueError if the partners of the joints are not known.
    fn mirrored(&self, py: Python<'_>) -> PyResult<Self> {
        let motion = py.detach(|| clip_made::mirrored(&self.motion))?;
        Ok(self.made(motion))
    }

    fn _partners(&self) -> PyResult<Vec<usize>> {
        clip_made::partners(&self.motion)
    }

    /// Returns the same motion at another frame rate, as a new clip. It has floor((frames - 1) * new / old) + 1 frames.
    /// Between two frames, rotations are interpolated on the sphere (slerp) and positions linearly.
    ///
    /// Raises ValueError if the clip's own rate is below 5 or above 1,000 frames per second, which is not a rate of recorded
    /// motion.
    fn resampled(&self, py: Python<'_>, rate: &Bound<'_, PyAny>) -> PyResult<Self> {
        let rate = frame_rate(rate)?;
        let motion = py.detach(|| clip_made::resampled(&self.motion, rate))?;
        Ok(self.made(motion))
    }

    /// Returns the clip as the bytes of a file. `format` is "bvh" or "glb". BVH is in centimetres, and does not state
    /// whether the clip loops.
    ///
    /// Raises ValueError for another format, for unknown bone lengths, and for motion that the format cannot hold.
    fn to_bytes<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
        self.check_offsets()?;
        let bytes = py.detach(|| clip_written::bytes(&self.motion, &self.name, format));
        Ok(PyBytes::new(py, &bytes?))
    }

    /// Writes the clip atomically to a file with a name ending in .bvh or .glb. See `to_bytes`.
    ///
    /// Raises OSError if it cannot be written.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        self.check_offsets()?;
        let format = clip_written::format_of(&path)?;
        let unsynced = py.detach(|| {
            let bytes = clip_written::bytes(&self.motion, &self.name, format)?;
            sweep_beside(&path);
            replace_file(&path, &bytes).map_err(|error| io_error(&path, &error))
        })?;
        warn_unsynced(py, &unsynced)
    }

    /// Returns whether the left and the right foot touch the ground on each frame: shape (F, 2), bool, a new array. Contacts
    /// are found by the heights and speeds of the feet, as in `footwork events detect`. The feet are the joints with the
    /// roles `left_foot` and `right_foot`. For a quadruped, these are only the hind feet.
    ///
    /// Raises ValueError if the feet or the bone lengths are not known.
    fn contacts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        self.check_offsets()?;
        clip_arrays::contacts(py, &self.motion)
    }

    /// Returns the heading of the character on each frame, as an angle about y: shape (F,), float64, radians, a new array. 0
    /// is +z, left is positive, and angles continue past half a turn.
    fn headings<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        clip_arrays::headings(py, &self.motion)
    }

    fn _pose_rows<'py>(
        &self,
        py: Python<'py>,
        groups: Vec<String>,
        joints: Vec<String>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        if groups.iter().any(|group| group != "rotations") {
            self.check_offsets()?;
        }
        let (rows, width) = py.detach(|| pose_rows::rows(&self.motion, &groups, joints))?;
        rows.into_pyarray(py).reshape([self.shape().0, width])
    }

    fn _spec_rows<'py>(&self, py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyArray2<f32>>> {
        self.check_offsets()?;
        let (rows, width) = py.detach(|| pose_rows::spec_rows(&self.motion, spec))?;
        rows.into_pyarray(py).reshape([self.shape().0, width])
    }

    /// The index of the joint in each known role, such as `left_foot`. Skeletons differ in joint names, but share roles.
    #[getter]
    fn roles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let roles = PyDict::new(py);
        for role in Role::ALL {
            if let Some(joint) = self.motion.skeleton().roles().joint(role) {
                roles.set_item(role.name(), joint.index())?;
            }
        }
        Ok(roles)
    }

    /// The names of the J joints, as the file spells them.
    #[getter]
    fn names(&self) -> Vec<String> {
        let joints = self.motion.skeleton().joints();
        joints.iter().map(|joint| joint.name.clone()).collect()
    }

    /// The index of each joint's parent, -1 for roots: shape (J,), int32. A view.
    #[getter]
    fn parents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        clip_arrays::parents(py, &self.rest)
    }

    /// The rest position of each joint in its parent's space: shape (J, 3), float32, metres. A view.
    /// Zeros if `has_offsets` is False.
    #[getter]
    fn offsets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        clip_arrays::offsets(py, &self.rest)
    }

    /// Whether the bone lengths are known; for AMASS files they come from a body model.
    #[getter]
    fn has_offsets(&self) -> bool {
        self.has_offsets
    }

    /// The local rotation of each joint on each frame: shape (F, J, 4), float32, quaternions in the
    /// order x, y, z, w, normalized. A view.
    #[getter]
    fn rotations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f32>>> {
        clip_arrays::rotations(py, &self.motion)
    }

    /// The position of each joint in its parent's space on each frame, or None if the clip does not
    /// animate it: shape (F, J, 3), float32, metres. A view. The row of joint 0 is unused.
    #[getter]
    fn translations<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray3<f32>>>> {
        clip_arrays::translations(py, &self.motion)
    }

    /// The name of the joint that carries the character over the ground. `speed`, `height` and the other channels of the
    /// root measure this joint. It is found from the motion, because joint 0 stands still in many files.
    #[getter]
    fn root(&self) -> String {
        let joint = self.motion.travelling_joint();
        let joint = self.motion.skeleton().joint(joint);
        joint.map_or_else(String::new, |joint| joint.name.clone())
    }

    /// The world position of joint 0 on each frame: shape (F, 3), float64, metres. A view.
    #[getter]
    fn root_positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        clip_arrays::root_positions(py, &self.motion)
    }

    /// Returns the world position of every joint on every frame, by forward kinematics: shape (F, J, 3), float64, metres, a
    /// new array.
    ///
    /// Raises ValueError if `has_offsets` is False.
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f64>>> {
        self.check_offsets()?;
        clip_arrays::positions(py, &self.motion)
    }

    /// Returns a channel, which is one number per frame: shape (F,), float32. The first call computes it, and later calls
    /// return views of the same memory.
    ///
    /// The channels of the root are `time`, `frame`, `phase`, `speed`, `speed_x`, `speed_z`, `turn`, `accel`, `height` and
    /// `gait_speed`. A joint has the channels `height`, `speed`, `x`, `y` and `z`, after its name or role and a dot, as in
    /// `LeftFoot.height`. By role, `left_foot.height` is the height of the sole. `mean`, `lowest`, `highest`, `lag`, `lead`
    /// and `rate` are functions of a channel, as in `mean(speed, 0.3s)`. Units are metres, seconds and radians.
    ///
    /// Raises ChannelError for an unknown channel or joint.
    fn channel<'py>(&self, py: Python<'py>, channel: &str) -> PyResult<Bound<'py, PyArray1<f32>>> {
        if !self.has_offsets && channel::needs_bone_lengths(channel, self.motion.skeleton()) {
            self.check_offsets()?;
        }
        channel::values(py, &self.channels, channel)
    }

    /// Plots channels over time with matplotlib, by default `speed` and `height`, and returns the axes. `axes` are the axes
    /// to draw on.
    ///
    /// Raises ImportError without matplotlib, and ChannelError for an unknown channel.
    #[pyo3(signature = (*channels, **options))]
    fn plot<'py>(
        slf: &Bound<'py, Self>,
        channels: &Bound<'py, PyTuple>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let given = PyTuple::new(py, [slf.as_any()])?.add(channels)?;
        let plot = py.import("footwork._plot")?.getattr("plot_clip")?;
        plot.call(given.cast::<PyTuple>()?, options)
    }

    /// Returns a strip of stick figures for notebooks.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let html = slf.py().import("footwork._html")?;
        html.call_method1("clip_html", (slf,))
    }

    /// Frames per second.
    #[getter]
    fn rate(&self) -> f64 {
        self.motion.rate().as_f64()
    }

    /// Frames per second, as an exact `fractions.Fraction`.
    #[getter]
    fn exact_rate<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.motion.rate())
    }

    /// Whether the last frame leads into the first.
    #[getter]
    fn loops(&self) -> bool {
        self.motion.is_looping()
    }

    /// The number of frames.
    #[getter]
    fn frame_count(&self) -> u32 {
        self.motion.frame_count()
    }

    /// The time from the first frame to the last, in seconds.
    #[getter]
    fn duration_secs(&self) -> f64 {
        self.motion.duration_secs()
    }

    /// Repairs and estimates by the reader, one sentence each.
    #[getter]
    fn findings(&self) -> Vec<String> {
        self.findings.clone()
    }

    fn __len__(&self) -> usize {
        self.shape().0
    }

    fn __repr__(&self) -> String {
        let (frames, joints) = self.shape();
        let rate = self.motion.rate();
        format!(
            "<Clip {}: {frames} frames, {joints} joints, {rate} fps>",
            self.name
        )
    }
}
