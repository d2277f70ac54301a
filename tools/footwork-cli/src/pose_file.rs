//! Compresses the motion of a library and writes it next to the compiled library: `.fwposes` files.

use std::path::{Path, PathBuf};

use footwork::base::FrameRate;
use footwork::poses::{DEFAULT_TOLERANCE_M, MAX_TOLERANCE_M, MIN_TOLERANCE_M, PoseFile};
use footwork::tags::{ClipId, RangeSet};
use footwork_library::{Library, Whole};
use footwork_pipeline::{PoseFileJob, compress_poses};
use footwork_store::{replace_file, sweep_beside};
use serde::Serialize;

use crate::ask;
use crate::failure::Failure;
use crate::output::Speech;
use crate::output_file::note_unsynced;
use crate::reading::Reading;
use crate::shown;
use crate::table::{Cell, cells, count};

/// The rate of compressed motion, in frames per second.
const RATE: u64 = 60;
const EXTENSION: &str = "fwposes";

/// The largest allowed error of each clip's compressed motion.
pub(crate) struct Precision {
    default_m: f32,
    /// For each query, the clips that it finds, and the largest allowed error in them.
    found: Vec<(RangeSet, f32)>,
}

impl Precision {
    /// Parses the arguments of `--precision`.
    pub(crate) fn new(
        arguments: &[String],
        library: &Library,
        reading: &Reading,
        speech: Speech,
    ) -> Result<Self, Failure> {
        let mut precision = Self {
            default_m: DEFAULT_TOLERANCE_M,
            found: Vec::new(),
        };
        for argument in arguments {
            let Some((query, length)) = argument.rsplit_once('=') else {
                precision.default_m = length_m(argument)?;
                continue;
            };
            let length_m = length_m(length)?;
            let text = ask::text_for(query, library)?;
            let db = library.database();
            let (_, bound) = ask::parse(&text, db, reading, speech)?;
            precision.found.push((db.ranges(&bound)?, length_m));
        }
        Ok(precision)
    }

    fn of(&self, clip: ClipId) -> f32 {
        let mut found = self.found.iter().rev();
        let own = found.find(|(found, _)| !found.ranges(clip).is_empty());
        own.map_or(self.default_m, |(_, length_m)| *length_m)
    }
}

/// Parses a length such as `0.1mm`; the result is in metres.
fn length_m(text: &str) -> Result<f32, Failure> {
    let number = text.trim().strip_suffix("mm").map(str::trim);
    let number = number.and_then(|number| number.parse::<f64>().ok());
    let length_m = number.map(|number| footwork::base::to_f32(number / 1e3));
    length_m
        .filter(|length_m| (MIN_TOLERANCE_M..=MAX_TOLERANCE_M).contains(length_m))
        .ok_or_else(|| {
            let message = format!("`{text}` is not a length from 0.01mm to 100mm");
            Failure::plain("bad-precision", message).hint("write --precision 0.1mm or QUERY=0.1mm")
        })
}

/// Compressed motion before it is written.
pub(crate) struct NewPoses {
    path: PathBuf,
    bytes: Vec<u8>,
    compiled: CompiledPoses,
}

/// A written file of compressed motion.
#[derive(Serialize)]
pub(crate) struct CompiledPoses {
    file: String,
    bytes: usize,
    clips: usize,
    skeletons: usize,
    /// The total duration of all clips in seconds, without mirrored twins.
    seconds: f64,
    /// The size of the file without its search indexes, in megabytes per minute of motion.
    megabytes_per_minute: f64,
    max_error_mm: f64,
}

/// Compresses the motion of a library, for a file next to its `.tagdb`.
pub(crate) fn compress(
    library: &Library,
    precision: &Precision,
    tagdb: &Path,
    speech: Speech,
) -> Result<NewPoses, Failure> {
    let path = tagdb.with_extension(EXTENSION);
    let failed = |error: String| Failure::plain("not-compressed", error);
    let rate = FrameRate::whole(RATE).ok_or_else(|| failed("no frame rate".to_owned()))?;
    let job = compress_poses(library, rate, |clip| precision.of(clip), || {});
    let PoseFileJob {
        bytes,
        secs,
        findings,
    } = job.map_err(|error| failed(error.to_string()))?;
    speech.note(&findings);
    let file = PoseFile::open(bytes.as_slice()).map_err(|error| failed(error.to_string()))?;
    let indexes = file
        .skeletons()
        .map(|skeleton| skeleton.index_bytes().len());
    let motion_bytes = bytes.len() - indexes.sum::<usize>();
    let errors_m = file.clips().map(|clip| f64::from(clip.error_m()));
    let compiled = CompiledPoses {
        file: path.display().to_string(),
        bytes: bytes.len(),
        clips: file.clips().count(),
        skeletons: file.skeletons().len(),
        seconds: secs,
        megabytes_per_minute: if secs > 0.0 {
            motion_bytes as f64 * 6e-5 / secs
        } else {
            0.0
        },
        max_error_mm: errors_m.fold(0.0, f64::max) * 1e3,
    };
    Ok(NewPoses {
        path,
        bytes,
        compiled,
    })
}

impl NewPoses {
    /// Writes the `.fwposes` file.
    pub(crate) fn save(self, _whole: &Whole, speech: Speech) -> Result<CompiledPoses, Failure> {
        sweep_beside(&self.path);
        let saved = replace_file(&self.path, &self.bytes);
        let shown = self.path.display();
        let saved =
            saved.map_err(|error| Failure::plain("not-saved", format!("{shown}: {error}")))?;
        note_unsynced(&saved, speech);
        Ok(self.compiled)
    }
}

impl CompiledPoses {
    /// The columns that describe the file in a table.
    pub(crate) const COLUMNS: [&str; 4] = [
        "poses",
        "poses_bytes",
        "megabytes_per_minute",
        "max_error_mm",
    ];

    /// Returns one cell for each of [`COLUMNS`](Self::COLUMNS).
    pub(crate) fn cells(&self) -> Vec<Cell> {
        let [size, error] =
            [self.megabytes_per_minute, self.max_error_mm].map(|number| format!("{number:.3}"));
        Vec::from(cells![self.file.as_str(), self.bytes, size, error])
    }

    /// Describes the file for people, on a line of its own after that about the `.tagdb`.
    pub(crate) fn line(&self) -> String {
        format!(
            "\n{}: {} of {} in {}, motion of {:.3} MB per minute, off by at most {:.3} mm",
            shown::line(&self.file),
            count(self.clips, "clip"),
            count(self.skeletons, "skeleton"),
            count(self.bytes, "byte"),
            self.megabytes_per_minute,
            self.max_error_mm,
        )
    }
}
