//! Networks run by ONNX Runtime, through the crate `ort`.
//!
//! The runtime is a library of its own, which is loaded when the program runs: ONNX Runtime's releases have it, and so does the
//! Python package `onnxruntime`, as `onnxruntime/capi/libonnxruntime.so.*`. Nothing is downloaded.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fmt;
use std::path::Path;
use std::sync::OnceLock;

use footwork::features::{FeatureSpec, ReadSpecError};
use ort::session::Session;
use ort::value::TensorRef;

use crate::runner::Runner;

/// A network in the format ONNX, run by ONNX Runtime on one thread.
///
/// Its only input has the shape (1, frames, inputs) or, for a single frame, (1, inputs). The last row of its first output has the
/// outputs of the specification.
#[derive(Debug)]
pub struct OrtRunner {
    session: Session,
    shape: Vec<usize>,
}

/// Why a network cannot be opened or run.
#[derive(Debug)]
#[non_exhaustive]
pub enum OrtError {
    /// The library cannot be loaded.
    Library {
        /// The problem, in the loader's words if it found the file.
        message: String,
    },
    /// The bytes are not a network that ONNX Runtime can run.
    Model {
        /// The problem in ONNX Runtime's words.
        message: String,
    },
    /// The specification cannot be used.
    Spec(ReadSpecError),
    /// The network does not have exactly one input.
    Inputs {
        /// The number of inputs of the network.
        found: usize,
    },
    /// The specification has no outputs.
    NoOutputs,
    /// The input of the network has another shape than the specification.
    Shape {
        /// (1, frames, inputs) of the specification.
        expected: Vec<usize>,
        /// The shape in the file; -1 for a size that the file leaves open.
        found: Vec<i64>,
    },
    /// The last axis of the network's output is not the number of outputs of the specification.
    Outputs {
        /// The number of outputs of the specification.
        expected: usize,
        /// The shape that the network returns; -1 for a size that the file leaves open.
        found: Vec<i64>,
    },
}

impl fmt::Display for OrtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Library { message } => write!(f, "ONNX Runtime cannot be loaded: {message}"),
            Self::Model { message } => write!(f, "ONNX Runtime cannot run the network: {message}"),
            Self::Spec(_) => f.write_str("the specification in the ONNX file cannot be used"),
            Self::Inputs { found } => write!(f, "the network has {found} inputs instead of 1"),
            Self::NoOutputs => f.write_str("the specification in the ONNX file has no outputs"),
            Self::Shape { expected, found } => write!(
                f,
                "the network takes an input of shape {found:?}, and its specification says {expected:?}"
            ),
            Self::Outputs { expected, found } => write!(
                f,
                "the network returns an output of shape {found:?}, and its specification has {expected} outputs"
            ),
        }
    }
}

impl std::error::Error for OrtError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Spec(error) => Some(error),
            _ => None,
        }
    }
}

/// The variable with the path of ONNX Runtime's library.
const NAMED_BY: &str = "ORT_DYLIB_PATH";

/// Whether the library was loaded, or the problem in the loader's words.
static LOADED: OnceLock<Result<(), String>> = OnceLock::new();

fn outcome(loaded: &Result<(), String>) -> Result<(), OrtError> {
    loaded
        .clone()
        .map_err(|message| OrtError::Library { message })
}

fn model_error(error: impl fmt::Display) -> OrtError {
    OrtError::Model {
        message: error.to_string(),
    }
}

impl OrtRunner {
    /// Loads ONNX Runtime 1.17 or newer from the path of its library, for the whole program. A name without a folder is looked for
    /// next to the program, and then where the system keeps libraries. Later calls load nothing.
    ///
    /// # Errors
    /// Returns [`OrtError::Library`] if there is no such file, or if it is not a library of ONNX Runtime. After
    /// the second error, `ort` cannot load another library, so a correct path works only in a new process.
    pub fn load(library: &Path) -> Result<(), OrtError> {
        // Checked here, because `ort` cannot load another library after a failure.
        if library.components().count() != 1 && !library.is_file() {
            return Err(OrtError::Library {
                message: format!("{library:?} is no file"),
            });
        }
        outcome(LOADED.get_or_init(|| {
            let environment = ort::init_from(library).map_err(|error| error.to_string())?;
            // `false` means that an environment exists already, which serves as well.
            environment.commit();
            Ok(())
        }))
    }

    /// Loads the library that `ORT_DYLIB_PATH` names, or else the system's, unless one is loaded.
    fn load_named() -> Result<(), OrtError> {
        if let Some(loaded) = LOADED.get() {
            return outcome(loaded);
        }
        let named = std::env::var_os(NAMED_BY).filter(|name| !name.is_empty());
        let usual = || format!("{DLL_PREFIX}onnxruntime{DLL_SUFFIX}").into();
        Self::load(Path::new(&named.unwrap_or_else(usual)))
    }

    /// Opens the bytes of an ONNX file, and reads its specification. Without [`OrtRunner::load`] before, it loads the library that
    /// the environment variable `ORT_DYLIB_PATH` names, or else the system's.
    ///
    /// # Errors
    /// Returns [`OrtError`] if ONNX Runtime cannot be loaded, if there is no specification, if it cannot be used, or if the network
    /// does not fit it.
    pub fn open(bytes: &[u8]) -> Result<(FeatureSpec, Self), OrtError> {
        let spec = FeatureSpec::from_bytes(bytes).map_err(OrtError::Spec)?;
        if spec.outputs.is_empty() {
            return Err(OrtError::NoOutputs);
        }
        Self::load_named()?;
        let builder = Session::builder().map_err(model_error)?;
        let mut builder = builder.with_intra_threads(1).map_err(model_error)?;
        let session = builder.commit_from_memory(bytes).map_err(model_error)?;
        let [input] = session.inputs() else {
            return Err(OrtError::Inputs {
                found: session.inputs().len(),
            });
        };
        let given = sizes(input);
        let frames = usize::try_from(spec.frames).unwrap_or(usize::MAX);
        let expected = vec![1, frames, spec.inputs.len()];
        let shape = match given.len() {
            2 if frames == 1 => vec![1, spec.inputs.len()],
            _ => expected.clone(),
        };
        // A size below 0 takes any number.
        let fits = |(found, size): (&i64, &usize)| {
            usize::try_from(*found).is_ok_and(|at| at == *size) || *found < 0
        };
        if given.len() != shape.len() || !given.iter().zip(&shape).all(fits) {
            return Err(OrtError::Shape {
                expected,
                found: given,
            });
        }
        let returned = session.outputs().first().map(sizes).unwrap_or_default();
        let last = returned.last().copied();
        let expected = spec.outputs.len();
        if !last.is_some_and(|last| last < 0 || usize::try_from(last) == Ok(expected)) {
            return Err(OrtError::Outputs {
                expected,
                found: returned,
            });
        }
        Ok((spec, Self { session, shape }))
    }
}

/// Returns the shape of an input or output; empty if it is no tensor.
fn sizes(outlet: &ort::value::Outlet) -> Vec<i64> {
    let shape = outlet.dtype().tensor_shape();
    shape.map(|shape| shape.to_vec()).unwrap_or_default()
}

impl Runner for OrtRunner {
    type Error = OrtError;

    fn run(&mut self, inputs: &[f32], outputs: &mut [f32]) -> Result<(), OrtError> {
        let tensor =
            TensorRef::from_array_view((self.shape.clone(), inputs)).map_err(model_error)?;
        let results = self
            .session
            .run(ort::inputs![tensor])
            .map_err(model_error)?;
        let (shape, values) = results[0]
            .try_extract_tensor::<f32>()
            .map_err(model_error)?;
        let expected = outputs.len();
        let is_last = shape
            .last()
            .is_some_and(|last| usize::try_from(*last) == Ok(expected));
        if !is_last || values.len() < expected {
            let found = shape.to_vec();
            return Err(OrtError::Outputs { expected, found });
        }
        outputs.copy_from_slice(&values[values.len() - expected..]);
        Ok(())
    }
}
