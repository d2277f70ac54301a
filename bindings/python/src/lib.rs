//! The compiled half of the Python package `footwork`: tags, clips, events and expressions as NumPy
//! arrays. The other half is in `python/footwork/`.
//!
//! | module | its part of the Python API |
//! |---|---|
//! | `library` | `load`, `Library`: a folder of clips |
//! | `database`, `database_merged` | `Database`: clips, tags and events in memory, or of a `.tagdb` file; several as one |
//! | `query` | `QueryResult`: the frames that match a query |
//! | `clip`, `channel` | `Clip`: poses and channels as arrays |
//! | `clip_made`, `clip_state` | clips derived from clips: mirrored, resampled; clips as plain values |
//! | `clip_written` | clips as the bytes of BVH and GLB files |
//! | `clip_file` | `load_clip`, `load_clips`: the clips of a file |
//! | `events` | `EventTrack`, `Encoding`, `Probability`, `Guards`, `Trigger`, `TriggerArray`, `score` |
//! | `expr` | `compile`, `Expression` |
//! | `features`, `pose_rows` | columns of poses, and specifications of networks as JSON |
//! | `matching` | `PoseIndex` and what its searches find, `Repertoire` and `Character`: `footwork.matching` |
//! | `label_columns` | the spans and events of all clips as columns |
//! | `labels_written` | labels that a program made, written to sidecars |
//! | `proposals` | proposed spans and events |
//! | `library_work` | checks, detected events, rules, cuts; the text of sidecars |
//! | `whole` | refuses to write results of an incomplete library |
//! | `checksum` | the checksum of TFRecord files |
//! | `finding`, `clip_info` | `Finding`, `ClipInfo`: something wrong in a file; a clip's name, length and rate |
//!
//! `view` exposes Rust memory as arrays without a copy. It and `mapped=True` of `database` are the only unsafe code. `arrays`
//! checks arrays and reports what is wrong with them, `errors` converts errors to exceptions, and `pickle` defines the
//! pickled form of objects. `pool` has threads that survive forks and stop on Ctrl-C. Long calls let other Python threads
//! run.

mod arrays;
mod channel;
mod checksum;
mod clip;
mod clip_arrays;
mod clip_file;
mod clip_info;
mod clip_made;
mod clip_parts;
mod clip_rest;
mod clip_state;
mod clip_written;
mod database;
mod database_merged;
mod errors;
mod events;
mod expr;
mod features;
mod finding;
mod frame_rate;
mod label_columns;
mod labels_written;
mod library;
mod library_work;
mod matching;
mod names;
mod pickle;
mod pool;
mod pose_rows;
mod proposals;
mod query;
mod query_columns;
mod unsynced;
mod view;
mod whole;

use pyo3::pymodule;

/// The extension module, re-exported by `footwork/__init__.py`.
#[pymodule]
mod _footwork {
    #[pymodule_export]
    use super::{
        channel::channel_unit,
        checksum::_crc32c,
        clip::Clip,
        clip_file::{load_clip, load_clip_bytes, load_clips},
        clip_info::ClipInfo,
        database::Database,
        events::{
            encoding::{Decoded, Encoding, column_names},
            guards::Guards,
            probability::Probability,
            score::{Score, score, score_all},
            track::EventTrack,
            trigger::Trigger,
            trigger_array::TriggerArray,
        },
        expr::{Expression, compile},
        features::{_pose_columns, _read_spec, _spec_difference, _write_spec},
        finding::Finding,
        labels_written::{_edit_labels, _write_labels},
        library::{Library, load},
        library_work::{
            _check, _check_whole, _cut, _detect_ends, _detect_strikes, _rules, _sidecar,
        },
        matching::{
            character::Character,
            explanation::Explanation,
            filter::PoseFilter,
            matches::PoseMatches,
            pose_index::PoseIndex,
            poses::Poses,
            repertoire::{Repertoire, RepertoireBias, RepertoireFilter},
            simulated::{Simulated, Spread, simulate},
        },
        proposals::{_accept, _forget, _propose, _rejected},
        query::{QueryResult, RangeIterator},
    };

    use pyo3::prelude::*;

    #[pymodule_init]
    fn version(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
