//! The ranges of a query result as columns, which NumPy arrays view.

use footwork::base::Id;
use footwork::tags::{ClipId, RangeSet};
use numpy::ndarray::{ArrayView, ArrayView1, ArrayView2, Dimension, ShapeBuilder, StrideShape};
use pyo3::exceptions::{PyOverflowError, PyRuntimeError};
use pyo3::prelude::*;

/// All ranges, clip by clip.
#[derive(PartialEq)]
pub(crate) struct Columns {
    /// The clip number of each range.
    clip: Vec<i32>,
    /// Start and stop of each range.
    ranges: Vec<[i32; 2]>,
    /// The numbers of the clips with ranges, ascending.
    clips: Vec<i32>,
    /// For each of `clips`, the index of its first range; then the number of all ranges.
    starts: Vec<usize>,
    /// The number of frames in all ranges.
    pub(crate) frame_count: u64,
}

impl Columns {
    /// # Errors
    /// Returns an error if a frame or a clip's number does not fit into int32.
    pub(crate) fn new(found: &RangeSet) -> PyResult<Self> {
        let narrow = |number: u32| {
            i32::try_from(number).map_err(|_| {
                PyOverflowError::new_err(format!("frame {number} does not fit into int32"))
            })
        };
        let mut columns = Self {
            clip: Vec::with_capacity(found.range_count()),
            ranges: Vec::with_capacity(found.range_count()),
            clips: Vec::with_capacity(found.clip_count()),
            starts: vec![0],
            frame_count: found.frame_count(),
        };
        for (clip, ranges) in found.iter() {
            let clip = i32::try_from(clip.index())
                .map_err(|_| PyOverflowError::new_err("a clip's number does not fit into int32"))?;
            for range in ranges {
                columns.clip.push(clip);
                columns
                    .ranges
                    .push([narrow(range.start())?, narrow(range.stop())?]);
            }
            columns.clips.push(clip);
            columns.starts.push(columns.ranges.len());
        }
        Ok(columns)
    }

    /// Makes columns from ranges in the order of their clips.
    pub(crate) fn from_rows(rows: impl Iterator<Item = (i32, [i32; 2])>) -> Self {
        let mut columns = Self {
            clip: Vec::new(),
            ranges: Vec::new(),
            clips: Vec::new(),
            starts: vec![0],
            frame_count: 0,
        };
        for (clip, range) in rows {
            if columns.clips.last() != Some(&clip) {
                columns.clips.push(clip);
                columns.starts.push(columns.ranges.len());
            }
            columns.clip.push(clip);
            columns.ranges.push(range);
            if let Some(stop) = columns.starts.last_mut() {
                *stop = columns.ranges.len();
            }
            let frames = i64::from(range[1]) - i64::from(range[0]);
            columns.frame_count += u64::try_from(frames).unwrap_or(0);
        }
        columns
    }

    pub(crate) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Returns the clip, start and stop of a range.
    pub(crate) fn range(&self, index: usize) -> Option<(i32, [i32; 2])> {
        Some((*self.clip.get(index)?, *self.ranges.get(index)?))
    }

    pub(crate) fn clip(&self) -> PyResult<ArrayView1<'_, i32>> {
        Ok(ArrayView1::from(&self.clip))
    }

    pub(crate) fn clips(&self) -> PyResult<ArrayView1<'_, i32>> {
        Ok(ArrayView1::from(&self.clips))
    }

    /// Returns the starts (0) or the stops (1).
    pub(crate) fn ends(&self, which: usize) -> PyResult<ArrayView1<'_, i32>> {
        let ends = self.ranges.as_flattened().get(which..).unwrap_or_default();
        shaped(ends, self.ranges.len().strides(2))
    }

    pub(crate) fn all(&self) -> PyResult<ArrayView2<'_, i32>> {
        shaped(self.ranges.as_flattened(), (self.ranges.len(), 2).into())
    }

    /// Returns the ranges of one clip.
    pub(crate) fn in_clip(&self, clip: ClipId) -> PyResult<ArrayView2<'_, i32>> {
        let number = i32::try_from(clip.index()).unwrap_or(i32::MAX);
        let part = match self.clips.binary_search(&number) {
            Ok(place) => &self.ranges[self.starts[place]..self.starts[place + 1]],
            Err(_) => &[],
        };
        shaped(part.as_flattened(), (part.len(), 2).into())
    }
}

/// Returns a view of the values in this shape, which must fit.
pub(crate) fn shaped<T, D: Dimension>(
    values: &[T],
    shape: StrideShape<D>,
) -> PyResult<ArrayView<'_, T, D>> {
    let view = ArrayView::from_shape(shape, values);
    view.map_err(|error| PyRuntimeError::new_err(error.to_string()))
}
