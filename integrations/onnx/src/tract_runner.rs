//! Networks run by tract, in pure Rust.

use std::fmt;
use std::io::Cursor;
use std::sync::Arc;

use footwork::features::{FeatureSpec, ReadSpecError, SPEC_KEY};
use tract_onnx::prelude::{
    Datum, DatumTypeExt, Framework, InferenceModelExt, IntoRunnable, IntoTValue, Tensor,
    TypedModel, TypedRunnableModel, tvec,
};
use tract_onnx::tract_hir::infer::Factoid;
use tract_onnx::tract_hir::internal::DimLike;

use crate::runner::Runner;

/// A network in the format ONNX, run by tract.
///
/// Its only input has the shape (1, frames, inputs) or, for a single frame, (1, inputs). The last row of its first output has the
/// outputs of the specification.
#[derive(Debug)]
pub struct TractRunner {
    model: Arc<TypedRunnableModel>,
    shape: Vec<usize>,
}

/// Why a network cannot be opened or run.
#[derive(Debug)]
#[non_exhaustive]
pub enum TractError {
    /// The bytes are not a network that tract can run.
    Model {
        /// The problem in tract's words.
        message: String,
    },
    /// The file has no specification.
    NoSpec,
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
        /// The shape in the file, as text.
        found: String,
    },
    /// The last axis of the network's output is not the number of outputs of the specification.
    Outputs {
        /// The number of outputs of the specification.
        expected: usize,
        /// The shape that the network returns; only the last axis if others are unknown.
        found: Vec<usize>,
    },
}

impl fmt::Display for TractError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Model { message } => write!(f, "tract cannot run the network: {message}"),
            Self::NoSpec => write!(
                f,
                "the ONNX file has no `{SPEC_KEY}` in its metadata; write it with FeatureSpec.to_onnx in Python"
            ),
            Self::Spec(_) => f.write_str("the specification in the ONNX file cannot be used"),
            Self::Inputs { found } => write!(f, "the network has {found} inputs instead of 1"),
            Self::NoOutputs => f.write_str("the specification in the ONNX file has no outputs"),
            Self::Shape { expected, found } => write!(
                f,
                "the network takes an input of shape {found}, and its specification says {expected:?}"
            ),
            Self::Outputs { expected, found } => write!(
                f,
                "the network returns an output of shape {found:?}, and its specification has {expected} outputs"
            ),
        }
    }
}

impl std::error::Error for TractError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Spec(error) => Some(error),
            _ => None,
        }
    }
}

fn model_error(error: impl fmt::Debug) -> TractError {
    TractError::Model {
        message: format!("{error:?}"),
    }
}

impl TractRunner {
    /// Opens the bytes of an ONNX file, and reads its specification.
    ///
    /// # Errors
    /// Returns [`TractError`] if there is no specification, if it cannot be used, or if the network does not fit it.
    pub fn open(bytes: &[u8]) -> Result<(FeatureSpec, Self), TractError> {
        let onnx = tract_onnx::onnx();
        let proto = onnx
            .proto_model_for_read(&mut Cursor::new(bytes))
            .map_err(model_error)?;
        let entry = proto
            .metadata_props
            .iter()
            .rfind(|entry| entry.key == SPEC_KEY);
        let text = entry.ok_or(TractError::NoSpec)?;
        let spec = FeatureSpec::from_json(&text.value).map_err(TractError::Spec)?;
        if spec.outputs.is_empty() {
            return Err(TractError::NoOutputs);
        }
        let frames = usize::try_from(spec.frames).unwrap_or(usize::MAX);
        let model = onnx.model_for_proto_model(&proto).map_err(model_error)?;
        let inputs = model.input_outlets().map_err(model_error)?.len();
        if inputs != 1 {
            return Err(TractError::Inputs { found: inputs });
        }
        let given = model.input_fact(0).map_err(model_error)?.shape.clone();
        let expected = vec![1, frames, spec.inputs.len()];
        let shape = match given.rank().concretize() {
            Some(2) if frames == 1 => vec![1, spec.inputs.len()],
            _ => expected.clone(),
        };
        let fits = |(at, size): (usize, &usize)| {
            let dim = given.dim(at).and_then(|dim| dim.concretize());
            // An unknown or symbolic size takes any number.
            dim.and_then(|dim| dim.to_usize().ok())
                .is_none_or(|known| known == *size)
        };
        let rank = given.rank().concretize();
        let is_rank = rank.is_none_or(|rank| usize::try_from(rank) == Ok(shape.len()));
        if !(is_rank && shape.iter().enumerate().all(fits)) {
            return Err(TractError::Shape {
                expected,
                found: format!("{given:?}"),
            });
        }
        let model = model
            .with_input_fact(0, f32::datum_type().fact(shape.clone()).into())
            .and_then(|model| model.into_optimized())
            .map_err(model_error)?;
        check_output(&model, spec.outputs.len())?;
        let model = model.into_runnable().map_err(model_error)?;
        Ok((spec, Self { model, shape }))
    }
}

/// Compares the last axis of the first output with the outputs of the specification, if its size is known.
fn check_output(model: &TypedModel, expected: usize) -> Result<(), TractError> {
    let is_silent = model.output_outlets().map_err(model_error)?.is_empty();
    let known: Vec<Option<usize>> = if is_silent {
        Vec::new()
    } else {
        let shape = &model.output_fact(0).map_err(model_error)?.shape;
        shape.iter().map(|dim| dim.to_usize().ok()).collect()
    };
    let last = match known.last() {
        // No output, or a number without axes.
        None => {
            return Err(TractError::Outputs {
                expected,
                found: Vec::new(),
            });
        }
        Some(None) => return Ok(()),
        Some(Some(last)) => *last,
    };
    if last == expected {
        return Ok(());
    }
    let whole: Option<Vec<usize>> = known.into_iter().collect();
    let found = whole.unwrap_or_else(|| vec![last]);
    Err(TractError::Outputs { expected, found })
}

impl Runner for TractRunner {
    type Error = TractError;

    fn run(&mut self, inputs: &[f32], outputs: &mut [f32]) -> Result<(), TractError> {
        let tensor = Tensor::from_shape(&self.shape, inputs).map_err(model_error)?;
        let results = self
            .model
            .run(tvec![tensor.into_tvalue()])
            .map_err(model_error)?;
        let first = results.first().ok_or_else(|| TractError::Outputs {
            expected: outputs.len(),
            found: Vec::new(),
        })?;
        let view = first.to_plain_array_view::<f32>().map_err(model_error)?;
        let expected = outputs.len();
        let values = view
            .as_slice()
            .filter(|values| first.shape().last() == Some(&expected) && values.len() >= expected);
        let values = values.ok_or_else(|| TractError::Outputs {
            expected,
            found: first.shape().to_vec(),
        })?;
        outputs.copy_from_slice(&values[values.len() - expected..]);
        Ok(())
    }
}
