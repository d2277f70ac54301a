//! Converts rows of columns to the numbers of a network, and back.

use std::collections::HashMap;

use super::{FeatureSpec, SpecError};

/// The mean and deviation of each column, which scale the numbers of a network.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scaling {
    /// The mean of each column; 0 for unscaled columns.
    pub mean: Vec<f32>,
    /// The deviation of each column, above 0; 1 for unscaled columns.
    pub deviation: Vec<f32>,
    /// The names of columns that are not scaled, such as signals of events, tags and contacts.
    pub unscaled: Vec<String>,
}

/// The reason why means and deviations do not fit the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScalingError {
    /// There are more or fewer means or deviations than columns.
    Length {
        /// The number of columns.
        expected: usize,
        /// The number of means or deviations.
        found: usize,
    },
    /// A mean or deviation is not finite, or a deviation is not above 0.
    BadNumber {
        /// The index of the column, from 0.
        index: usize,
    },
}

footwork_base::display! { ScalingError:
    Self::Length { expected, found } => "there are {expected} columns, and {found} means or deviations";
    Self::BadNumber { index } => "the mean and deviation of column {index} (from 0) must be finite, and the deviation above 0";
}

impl std::error::Error for ScalingError {}

impl Scaling {
    pub(super) fn check(&self, columns: usize) -> Result<(), ScalingError> {
        for found in [self.mean.len(), self.deviation.len()] {
            if found != columns {
                return Err(ScalingError::Length {
                    expected: columns,
                    found,
                });
            }
        }
        let mut both = self.mean.iter().zip(&self.deviation);
        let is_bad = |(mean, deviation): (&f32, &f32)| {
            !(mean.is_finite() && deviation.is_finite() && *deviation > 0.0)
        };
        match both.position(is_bad) {
            Some(index) => Err(ScalingError::BadNumber { index }),
            None => Ok(()),
        }
    }
}

/// For each input or output of a network, its index among all columns and its scale.
#[derive(Clone, Debug, PartialEq)]
pub struct SpecRows {
    places: Vec<usize>,
    mean: Vec<f32>,
    deviation: Vec<f32>,
    columns: usize,
}

impl SpecRows {
    fn new(spec: &FeatureSpec, names: &[String]) -> Result<Self, SpecError> {
        spec.check()?;
        let columns = spec.columns();
        let named = columns.iter().enumerate();
        let index: HashMap<&str, usize> = named.map(|(at, column)| (&*column.name, at)).collect();
        let place = |name: &String| {
            let found = index.get(name.as_str()).copied();
            found.ok_or_else(|| SpecError::NoColumn { name: name.clone() })
        };
        let places: Vec<usize> = names.iter().map(place).collect::<Result<_, _>>()?;
        let picked = |of: Option<&[f32]>, default: f32| {
            let each = places.iter();
            each.map(|place| of.map_or(default, |of| of[*place]))
                .collect()
        };
        let scaling = spec.scaling.as_ref();
        Ok(Self {
            mean: picked(scaling.map(|scaling| &*scaling.mean), 0.0),
            deviation: picked(scaling.map(|scaling| &*scaling.deviation), 1.0),
            columns: columns.len(),
            places,
        })
    }

    /// Returns the number of inputs or outputs.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns whether there are no inputs or outputs.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Returns the index of each input or output among all columns.
    pub fn places(&self) -> &[usize] {
        &self.places
    }

    /// Scales the inputs or outputs, given in their own order, and writes them to a tensor. Returns `false` and writes
    /// nothing if the length of `numbers` or `tensor` is not [`Self::len`].
    pub fn scale(&self, numbers: &[f32], tensor: &mut [f32]) -> bool {
        if [numbers.len(), tensor.len()] != [self.places.len(); 2] {
            return false;
        }
        for (index, to) in tensor.iter_mut().enumerate() {
            *to = (numbers[index] - self.mean[index]) / self.deviation[index];
        }
        true
    }

    /// Takes the inputs or outputs from a row of all columns, scales them, and writes them to a tensor. Returns `false`
    /// and writes nothing if a length does not fit.
    pub fn take(&self, row: &[f32], tensor: &mut [f32]) -> bool {
        if row.len() != self.columns || tensor.len() != self.places.len() {
            return false;
        }
        for (index, to) in tensor.iter_mut().enumerate() {
            *to = (row[self.places[index]] - self.mean[index]) / self.deviation[index];
        }
        true
    }

    /// Undoes the scaling of a network's numbers, and writes them to their columns in a row of all columns. Other
    /// columns are unchanged. Returns `false` and writes nothing if a length does not fit.
    pub fn give(&self, tensor: &[f32], row: &mut [f32]) -> bool {
        if row.len() != self.columns || tensor.len() != self.places.len() {
            return false;
        }
        for (index, from) in tensor.iter().enumerate() {
            row[self.places[index]] = from * self.deviation[index] + self.mean[index];
        }
        true
    }
}

impl FeatureSpec {
    /// Returns the places and scales of the inputs.
    ///
    /// # Errors
    /// Returns the first error of [`Self::check`].
    pub fn input_rows(&self) -> Result<SpecRows, SpecError> {
        SpecRows::new(self, &self.inputs)
    }

    /// Returns the places and scales of the outputs.
    ///
    /// # Errors
    /// Returns the first error of [`Self::check`].
    pub fn output_rows(&self) -> Result<SpecRows, SpecError> {
        SpecRows::new(self, &self.outputs)
    }
}
