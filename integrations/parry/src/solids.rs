//! A solid for each shape in use.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use parry3d::shape::{Shape, SharedShape};

use crate::convert::Converted;
use crate::error::ConvertError;

/// Solids made from shapes, each shape once. A shape is identified by its address. Each
/// solid keeps its shape alive, so that no address is used again and a changed shape has
/// another address.
#[derive(Default)]
pub struct Solids {
    made: HashMap<usize, (SharedShape, Arc<Converted>)>,
    /// Unused solids are dropped once there are this many.
    sweep_at: usize,
}

/// Below this number, unused solids are kept.
const MIN_SWEEP: usize = 256;

impl Solids {
    /// Returns the solid of a shape, converting the shape the first time.
    ///
    /// # Errors
    ///
    /// As [`Converted::from_shape`].
    pub fn solid(&mut self, shape: &SharedShape) -> Result<Arc<Converted>, ConvertError> {
        self.drop_unused();
        match self.made.entry(address(shape)) {
            Entry::Occupied(made) => Ok(Arc::clone(&made.get().1)),
            Entry::Vacant(place) => {
                let converted = Arc::new(Converted::from_shape(&**shape)?);
                place.insert((shape.clone(), Arc::clone(&converted)));
                Ok(converted)
            }
        }
    }

    /// Drops the solids of shapes that nothing else holds, if there are many.
    fn drop_unused(&mut self) {
        if self.made.len() < self.sweep_at.max(MIN_SWEEP) {
            return;
        }
        (self.made).retain(|_, (shape, _)| Arc::strong_count(&shape.0) > 1);
        self.sweep_at = 2 * self.made.len();
    }

    /// Returns the number of solids.
    #[must_use]
    pub fn len(&self) -> usize {
        self.made.len()
    }

    /// Returns whether there are no solids.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.made.is_empty()
    }
}

impl std::fmt::Debug for Solids {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut solids = f.debug_struct("Solids");
        solids.field("len", &self.len()).finish_non_exhaustive()
    }
}

/// Returns the address of a shape.
pub(crate) fn address(shape: &SharedShape) -> usize {
    let shape: *const dyn Shape = &raw const *shape.0;
    shape.cast::<()>().addr()
}
