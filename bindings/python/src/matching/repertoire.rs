//! Compressed motion of one skeleton, as `footwork compile --poses` writes it, and filters of its poses.

use std::path::PathBuf;
use std::sync::Arc;

use footwork::base::Id;
use footwork::matching::{ClipId, Filter, PlaybackConfig, PoseId, Soft, StayBonus, Twins};
use footwork::poses::{PoseFile, SkeletonId, Transform};
use footwork::{CompressedPoses, common_clips, pose_spans};
use footwork_store::read_existing;
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::exceptions::{PyIndexError, PyKeyError};
use pyo3::prelude::*;

use crate::database::Database;
use crate::errors::{io_error, value_error, with_causes};

/// The largest file, in bytes.
const MAX_BYTES: usize = 1 << 32;

pub(crate) type Played = CompressedPoses<Box<PoseFile<Vec<u8>>>>;

/// The clips of one skeleton for any number of characters: compressed motion, and the index of its poses.
#[pyclass(frozen, module = "footwork.matching")]
pub(crate) struct Repertoire {
    pub(crate) poses: Arc<Played>,
    pub(crate) config: PlaybackConfig,
}

/// The poses of a repertoire that a character may play: see `Repertoire.filter`.
#[pyclass(frozen, module = "footwork.matching")]
pub(crate) struct RepertoireFilter {
    pub(crate) filter: Filter,
}

/// Preferences among the poses of a repertoire: see `Repertoire.bias`.
#[pyclass(frozen, module = "footwork.matching")]
pub(crate) struct RepertoireBias {
    pub(crate) soft: Soft,
    stays: Vec<(Py<RepertoireFilter>, f32)>,
}

impl RepertoireBias {
    pub(crate) fn stays(&self) -> Vec<StayBonus<'_>> {
        let stays = self.stays.iter();
        stays
            .map(|(filter, bonus)| StayBonus {
                poses: &filter.get().filter,
                bonus: *bonus,
            })
            .collect()
    }
}

#[pymethods]
impl Repertoire {
    /// Opens a `.fwposes` file, which `footwork compile --poses` writes. `skeleton` is the number of a skeleton in the
    /// file; 0 is the first.
    ///
    /// Raises OSError if the file cannot be read, and ValueError if it is damaged or has no search index for the skeleton.
    #[staticmethod]
    #[pyo3(signature = (path, *, skeleton=0))]
    fn load(py: Python<'_>, path: PathBuf, skeleton: u32) -> PyResult<Self> {
        let bytes = py.detach(|| read_existing(&path, MAX_BYTES));
        Self::from_bytes(
            py,
            bytes.map_err(|error| io_error(&path, &error))?,
            skeleton,
        )
    }

    /// Opens the bytes of a `.fwposes` file. `skeleton` is the number of a skeleton in the file; 0 is the first.
    ///
    /// Raises ValueError if the bytes are damaged or have no search index for the skeleton.
    #[staticmethod]
    #[pyo3(signature = (data, *, skeleton=0))]
    fn from_bytes(py: Python<'_>, data: Vec<u8>, skeleton: u32) -> PyResult<Self> {
        py.detach(|| {
            let file = PoseFile::open(data).map_err(|error| value_error(with_causes(&error)))?;
            let whole = file.verify();
            whole.map_err(|error| value_error(with_causes(&error)))?;
            let poses = CompressedPoses::new(Box::new(file), SkeletonId::new(skeleton));
            let poses = poses.map_err(|error| value_error(with_causes(&error)))?;
            Ok(Self {
                config: poses.playback_config(),
                poses: Arc::new(poses),
            })
        })
    }

    /// The names of the joints, parents first. Joint 0 is the hips.
    #[getter]
    fn joints(&self) -> Vec<String> {
        let skeleton = self.poses.file().skeleton(self.poses.skeleton());
        let joints = skeleton.into_iter().flat_map(|skeleton| skeleton.joints());
        joints.map(|joint| joint.name.to_owned()).collect()
    }

    /// Returns the number of the first joint with this name.
    ///
    /// Raises KeyError with similar names if there is none.
    fn joint(&self, name: &str) -> PyResult<usize> {
        let found = self.poses.joint(name);
        found.map_err(|unknown| PyKeyError::new_err(unknown.to_string()))
    }

    /// The parent of each joint: shape (n,), int32, -1 for the hips.
    #[getter]
    fn parents<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        use footwork::matching::Repertoire as _;
        let rig = self.poses.rig();
        let parent = |joint| rig.parent(joint).and_then(|it| i32::try_from(it).ok());
        let parents = (0..rig.joint_count()).map(|joint| parent(joint).unwrap_or(-1));
        parents.collect::<Vec<_>>().into_pyarray(py)
    }

    /// The names of the clips.
    #[getter]
    fn clips(&self) -> Vec<String> {
        let clips = self.poses.index().clips().iter();
        clips.map(|clip| clip.name().to_owned()).collect()
    }

    /// The frames per second.
    #[getter]
    fn rate(&self) -> f64 {
        self.poses.index().schema().rate().as_f64()
    }

    /// Prepares the poses that a query finds in a database. The clips of the database and of the repertoire are matched by
    /// name. Jumps do not land in the last `runway_secs` of a found range. In a range shorter than twice that, they do not
    /// land in the second half.
    ///
    /// Raises QueryError, and ValueError if the two have no clip in common.
    #[pyo3(signature = (database, query, *, runway_secs=0.2))]
    fn filter(
        &self,
        py: Python<'_>,
        database: &Bound<'_, Database>,
        query: &str,
        runway_secs: f64,
    ) -> PyResult<RepertoireFilter> {
        let tags = database.get().now();
        let found = crate::query::ranges(py, &tags, query)?;
        let index = self.poses.index();
        let clips = common_clips(&tags, index).map_err(value_error)?;
        let filter = py.detach(|| {
            let spans = pose_spans(&found, |clip| clips.in_index(clip), Twins::Both);
            Filter::new(index, index.landing_spans(spans, runway_secs)).named(query)
        });
        Ok(RepertoireFilter { filter })
    }

    /// Returns preferences among the poses that a character may play. Each entry is a filter of this repertoire and a number.
    ///
    /// - costs: costs of poses. A search chooses a pose of the filter only if it is better than the others by more than the
    ///   number. Costs of overlapping filters add up.
    /// - stays: bonuses for playing on. While a pose of the filter plays, another pose must be better by the number, in
    ///   addition to the usual margin. A negative number makes a jump more likely.
    ///
    /// Raises ValueError for costs below 0 or above 1e12, bonuses that are not finite, and filters of another repertoire.
    #[pyo3(signature = (*, costs=Vec::new(), stays=Vec::new()))]
    fn bias(
        &self,
        costs: Vec<(Py<RepertoireFilter>, f32)>,
        stays: Vec<(Py<RepertoireFilter>, f32)>,
    ) -> PyResult<RepertoireBias> {
        let index = self.poses.index();
        let mut soft = Soft::new(index);
        for (filter, cost) in costs {
            let added = soft.add_allowed(index, cost, &filter.get().filter);
            added.map_err(value_error)?;
        }
        for (filter, bonus) in &stays {
            if !bonus.is_finite() {
                return Err(value_error(format!("a bonus is finite, not {bonus}")));
            }
            if filter.get().filter.stamp() != index.stamp() {
                return Err(value_error("a filter of `stays` is of another repertoire"));
            }
        }
        Ok(RepertoireBias { soft, stays })
    }

    /// Returns the transforms of all joints at a frame of a clip: shape (n, 7), float32. Each is a rotation x, y, z, w in the
    /// space of the parent, and a position in metres. The hips are in the space of the root on the ground.
    ///
    /// - frame: the frame, at the rate of the repertoire.
    /// - part: the fraction of the way to the next frame.
    /// - mirrored: whether left and right are exchanged.
    ///
    /// Raises KeyError for an unknown clip, IndexError for a frame past its end, and ValueError for a part outside 0 to 1.
    #[pyo3(signature = (clip, frame, *, part=0.0, mirrored=false))]
    fn decode<'py>(
        &self,
        py: Python<'py>,
        clip: &str,
        frame: u32,
        part: f32,
        mirrored: bool,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let mut clips = self.poses.index().clips().iter();
        let place = clips.position(|it| it.name() == clip);
        let unknown = || PyKeyError::new_err(format!("no clip is named {clip}"));
        let place = place.and_then(ClipId::from_index).ok_or_else(unknown)?;
        let count = self.poses.index().clips()[place.index()].frame_count();
        if frame >= count {
            let message = format!("{clip} has {count} frames, so no frame {frame}");
            return Err(PyIndexError::new_err(message));
        }
        if !(0.0..=1.0).contains(&part) {
            return Err(value_error(format!("`part` is from 0 to 1, not {part}")));
        }
        let pose = PoseId {
            clip: place,
            frame,
            mirrored,
        };
        let mut joints = vec![Transform::IDENTITY; self.poses.joint_count()];
        self.poses.decode(pose, part, &mut joints);
        Ok(rows(
            py,
            joints.iter().map(|it| (it.rotation, it.translation_m)),
        ))
    }

    fn __repr__(&self) -> String {
        let clips = self.poses.index().clips().len();
        format!(
            "<Repertoire: {clips} clips of {} joints>",
            self.poses.joint_count()
        )
    }
}

#[pymethods]
impl RepertoireFilter {
    /// The number of allowed poses.
    #[getter]
    fn pose_count(&self) -> usize {
        self.filter.pose_count()
    }

    fn __repr__(&self) -> String {
        format!("<RepertoireFilter: {} poses>", self.filter.pose_count())
    }
}

#[pymethods]
impl RepertoireBias {
    fn __repr__(&self) -> String {
        format!("<RepertoireBias: {} bonuses>", self.stays.len())
    }
}

/// Returns transforms as an array of shape (n, 7).
pub(crate) fn rows(
    py: Python<'_>,
    joints: impl ExactSizeIterator<Item = ([f32; 4], [f32; 3])>,
) -> Bound<'_, PyArray2<f32>> {
    let mut all = Array2::zeros((joints.len(), 7));
    for (mut row, (rotation, at_m)) in all.rows_mut().into_iter().zip(joints) {
        for (to, from) in row.iter_mut().zip(rotation.into_iter().chain(at_m)) {
            *to = from;
        }
    }
    all.into_pyarray(py)
}
