//! The clips of `samples/` with their boundaries: starts and stops of spans, and events.

use std::path::Path;

use footwork_clip::Clip;
use footwork_library::Library;
use footwork_library::Signature;
use footwork_sidecar::Sidecar;

pub(crate) struct Sample {
    pub(crate) name: String,
    pub(crate) clip: Clip,
    pub(crate) old: Signature,
    pub(crate) sidecar: Sidecar,
}

/// Returns all samples.
pub(crate) fn all() -> Vec<Sample> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let library = Library::open(&folder).unwrap();
    let samples = library.clips().iter().map(|(id, entry)| {
        let clip = library.load(id).unwrap().clip;
        Sample {
            name: entry.name.clone(),
            old: Signature::from_clip(&clip, &Default::default()).unwrap(),
            clip,
            sidecar: entry.sidecar.clone().unwrap(),
        }
    });
    samples.collect()
}

/// Returns the sample whose name ends with `name`.
pub(crate) fn named(name: &str) -> Sample {
    all()
        .into_iter()
        .find(|sample| sample.name.ends_with(name))
        .unwrap()
}
