//! Simulations of a character that plays the clips of an index, with figures of its motion.

use footwork::base::FrameRate;
use footwork::matching::{
    Figures, Filter, Rules, Search, Simulation, Spread as Spread_, Sticks, simulate_watched,
};
use footwork::tags::{ClipId, RangeSet};
use footwork_pipeline::ClipCharacter;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::filter::frames;
use super::pose_index::PoseIndex;
use crate::errors::value_error;
use crate::finding::Finding;
use crate::pool::{in_own_pool, step};

/// The frames of a simulation per second.
const RATE: u64 = 60;

/// A mean, with the 95th and 99th percentiles.
#[pyclass(frozen, get_all, module = "footwork.matching")]
#[derive(Clone, Copy)]
pub(crate) struct Spread {
    /// The mean.
    mean: f64,
    /// The 95th percentile.
    p95: f64,
    /// The 99th percentile.
    p99: f64,
    /// The number of values.
    count: usize,
}

impl From<Spread_> for Spread {
    fn from(spread: Spread_) -> Self {
        let Spread_ {
            mean,
            p95,
            p99,
            count,
        } = spread;
        Self {
            mean,
            p95,
            p99,
            count,
        }
    }
}

#[pymethods]
impl Spread {
    fn __repr__(&self) -> String {
        let Self {
            mean,
            p95,
            p99,
            count,
        } = self;
        format!("<Spread mean {mean:.3}, p95 {p95:.3}, p99 {p99:.3} of {count}>")
    }
}

/// The figures of a simulation, as printed by `footwork sim matching`.
#[pyclass(frozen, get_all, module = "footwork.matching")]
pub(crate) struct Simulated {
    /// The number of clips that could play: those with the skeleton that has the most motion. With a filter, only clips
    /// with allowed frames count.
    clips: usize,
    /// The number of poses in those clips that a search may find.
    poses: usize,
    /// How many of those poses the filter allows.
    allowed: usize,
    /// The number of joints of the character.
    joints: usize,
    /// The speed of feet while the clip says that they stand, in m/s: a `Spread`.
    skate_mps: Spread,
    /// The distance of the character from the point that the stick moves, in metres: a `Spread`.
    distance_m: Spread,
    /// The acceleration of joints within 0.1 s after a jump, in m/s²: a `Spread`.
    at_jumps_mps2: Spread,
    /// The acceleration of joints at all other times, in m/s²: a `Spread`.
    away_mps2: Spread,
    /// The distance that the character travelled, in metres.
    way_m: f64,
    /// The number of jumps to another pose, per second.
    jumps_per_sec: f64,
    /// The number of updates in which no pose was allowed.
    none_allowed: usize,
    /// The clips that were left out, and the reasons: a list of `Finding`.
    findings: Vec<Py<Finding>>,
}

#[pymethods]
impl Simulated {
    fn __repr__(&self) -> String {
        format!(
            "<Simulated: way {:.1} m, skate {:.1} cm/s, {:.2} jumps per second>",
            self.way_m,
            100.0 * self.skate_mps.mean,
            self.jumps_per_sec
        )
    }
}

/// Leads a character through the clips of an index with a simulated stick, as `footwork sim matching` does: see
/// `footwork.matching.simulate`.
#[pyfunction]
#[pyo3(signature = (index, stick="mixed", *, seed=0, seconds=60.0, speed_mps=None, filter=None, foot_lock=true))]
#[allow(
    clippy::too_many_arguments,
    reason = "Python has optional arguments instead of a struct of options"
)]
pub(crate) fn simulate(
    py: Python<'_>,
    index: &PoseIndex,
    stick: &str,
    seed: u64,
    seconds: f64,
    speed_mps: Option<f64>,
    filter: Option<&Bound<'_, PyAny>>,
    foot_lock: bool,
) -> PyResult<Simulated> {
    let sticks = sticks(stick)?;
    let library = index.library.get();
    let allowed = filter.map(|given| frames(py, library, given, "filter"));
    let allowed = allowed.transpose()?;
    let has_frames = |clip: &ClipId| {
        let has = |found: &RangeSet| !found.ranges(*clip).is_empty();
        allowed.as_ref().is_none_or(has)
    };
    let clips = index.poses.clips().iter().copied().filter(has_frames);
    let rate = FrameRate::whole(RATE).ok_or_else(|| value_error("no frame rate"))?;
    let played = in_own_pool(py, || -> PyResult<_> {
        let character = ClipCharacter::build_watched(&library.folder, clips, rate, step);
        let character = character.map_err(value_error)?;
        let poses = character.poses();
        let runway_secs = f64::from(Rules::default().overrun_secs);
        let filter = allowed
            .as_ref()
            .map(|found| Filter::new(poses.index(), poses.landing_spans(found, runway_secs)));
        let is_allowed = |pose| {
            let filter = filter.as_ref();
            filter.is_none_or(|filter| filter.allows(poses.index(), pose))
        };
        let start = poses.index().candidates().find(|&pose| is_allowed(pose));
        let start = start.ok_or_else(|| {
            value_error("no pose can be played: no clip continues for 1 s after an allowed pose")
        })?;
        let speed_mps = speed_mps.or_else(|| poses.usual_speed_mps(is_allowed));
        let mut playback = character.playback_config();
        if !foot_lock {
            playback.foot_lock = None;
        }
        let simulation = Simulation {
            sticks,
            seed,
            secs: seconds,
            speed_mps: speed_mps.unwrap_or(Simulation::default().speed_mps),
            playback,
            ..Simulation::default()
        };
        let search = Search {
            filter: filter.as_ref(),
            ..Search::default()
        };
        let rig = character.rig();
        let figures = simulate_watched(
            poses.index(),
            &character,
            rig,
            start,
            &search,
            &simulation,
            |_| step(),
        );
        let figures = figures.map_err(value_error)?;
        let allowed = filter.map(|filter| filter.pose_count());
        Ok((character, figures, allowed))
    });
    let (character, figures, allowed) = played??;
    simulated(py, &character, &figures, allowed)
}

fn simulated(
    py: Python<'_>,
    character: &ClipCharacter,
    figures: &Figures,
    allowed: Option<usize>,
) -> PyResult<Simulated> {
    let poses = character.poses().index().candidate_count();
    let findings = character.findings().iter();
    let findings = findings.map(|finding| Py::new(py, Finding::from(finding)));
    Ok(Simulated {
        clips: character.poses().clips().len(),
        poses,
        allowed: allowed.unwrap_or(poses),
        joints: character.rig().joint_count(),
        skate_mps: figures.skate_mps.into(),
        distance_m: figures.distance_m.into(),
        at_jumps_mps2: figures.at_jumps_mps2.into(),
        away_mps2: figures.away_mps2.into(),
        way_m: figures.way_m,
        jumps_per_sec: figures.jumps_per_sec,
        none_allowed: figures.none_allowed,
        findings: findings.collect::<PyResult<_>>()?,
    })
}

fn sticks(name: &str) -> PyResult<Sticks> {
    Ok(match name {
        "straight" => Sticks::Straight,
        "circle" => Sticks::Circle,
        "mixed" => Sticks::Mixed,
        "wild" => Sticks::Wild,
        _ => {
            return Err(PyValueError::new_err(format!(
                "`stick` must be \"straight\", \"circle\", \"mixed\" or \"wild\", not {name:?}"
            )));
        }
    })
}
