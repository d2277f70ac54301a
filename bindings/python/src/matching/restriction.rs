//! Restrictions and biases of a search: filters, soft costs and weights.

use std::sync::{Arc, PoisonError};

use footwork::matching::{Filter, Search, Soft};
use pyo3::prelude::*;

use super::filter::{PoseFilter, frames, narrowed, soft};
use super::goal::weights;
use super::pose_index::PoseIndex;

/// The number of query filters kept.
const MAX_FILTERS: usize = 16;

/// The restrictions and biases of a search, as passed.
pub(super) struct Given {
    filter: Option<Arc<Filter>>,
    soft: Option<Soft>,
    weights: Option<Vec<f32>>,
    max_cost: f32,
}

impl Given {
    pub(super) fn search(&self) -> Search<'_> {
        Search {
            filter: self.filter.as_deref(),
            soft: self.soft.as_ref(),
            weights: self.weights.as_deref(),
            max_cost: self.max_cost,
            ..Search::default()
        }
    }
}

impl PoseIndex {
    pub(super) fn prepared(
        &self,
        py: Python<'_>,
        given: &Bound<'_, PyAny>,
    ) -> PyResult<Arc<Filter>> {
        if let Ok(filter) = given.cast::<PoseFilter>() {
            return Ok(Arc::clone(&filter.get().filter));
        }
        let text = given.extract::<String>().ok();
        if let Some(text) = &text
            && let Some(kept) = self.kept(text)
        {
            return Ok(kept);
        }
        let found = frames(py, self.library.get(), given, "filter")?;
        let filter = py.detach(|| Filter::new(self.index(), self.poses.spans(&found)));
        let filter = Arc::new(filter);
        if let Some(text) = text {
            self.keep(text, &filter);
        }
        Ok(filter)
    }

    fn kept(&self, text: &str) -> Option<Arc<Filter>> {
        let filters = self.filters.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = filters.iter().find(|(kept, _)| kept == text);
        kept.map(|(_, filter)| Arc::clone(filter))
    }

    fn keep(&self, text: String, filter: &Arc<Filter>) {
        let mut filters = self.filters.lock().unwrap_or_else(PoisonError::into_inner);
        if filters.len() == MAX_FILTERS {
            filters.remove(0);
        }
        filters.push((text, Arc::clone(filter)));
    }

    pub(super) fn given(
        &self,
        py: Python<'_>,
        filter: Option<&Bound<'_, PyAny>>,
        soft_costs: Option<&Bound<'_, PyAny>>,
        given_weights: Option<&Bound<'_, PyAny>>,
        max_cost: f64,
    ) -> PyResult<Given> {
        let library = self.library.get();
        let soft_costs = soft_costs.map(|given| soft(py, library, &self.poses, given));
        let given_weights = given_weights.map(|given| weights(given, self.index()));
        Ok(Given {
            filter: filter.map(|given| self.prepared(py, given)).transpose()?,
            soft: soft_costs.transpose()?,
            weights: given_weights.transpose()?,
            max_cost: narrowed(max_cost),
        })
    }
}
