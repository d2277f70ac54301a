//! An object of Python as the world around a character.

use footwork::matching::{Ground, OpenWorld, World};
use pyo3::prelude::*;

/// An object of Python as the world of an update.
pub(super) struct Around<'py> {
    reach: Option<Bound<'py, PyAny>>,
    ground: Option<Bound<'py, PyAny>>,
    /// The first exception that the world raised. From then on, the world is not called.
    pub(super) raised: Option<PyErr>,
}

impl<'py> Around<'py> {
    pub(super) fn new(world: &Bound<'py, PyAny>) -> PyResult<Self> {
        let reach = world.getattr_opt("reach")?;
        let ground = world.getattr_opt("ground")?;
        if reach.is_none() && ground.is_none() {
            let message = "`world` must have a method `reach` or `ground`";
            return Err(pyo3::exceptions::PyTypeError::new_err(message));
        }
        Ok(Self {
            reach,
            ground,
            raised: None,
        })
    }

    fn asked<T: Default>(&mut self, ask: impl FnOnce() -> PyResult<T>) -> T {
        if self.raised.is_some() {
            return T::default();
        }
        ask().unwrap_or_else(|raised| {
            self.raised = Some(raised);
            T::default()
        })
    }
}

impl World for Around<'_> {
    fn reach(&mut self, from_m: [f64; 3], step_m: [f64; 2]) -> [f64; 2] {
        let Some(reach) = self.reach.clone() else {
            return step_m;
        };
        let given = (<(f64, f64, f64)>::from(from_m), <(f64, f64)>::from(step_m));
        self.asked(|| reach.call1(given)?.extract())
    }

    fn ground(&mut self, at_m: [f64; 3]) -> Option<Ground> {
        let Some(ground) = self.ground.clone() else {
            return OpenWorld.ground(at_m);
        };
        self.asked(|| {
            let found = ground.call1((<(f64, f64, f64)>::from(at_m),))?;
            if found.is_none() {
                return Ok(None);
            }
            let (height_m, normal) = match found.extract::<f64>() {
                Ok(height_m) => (height_m, [0.0, 1.0, 0.0]),
                Err(_) => found.extract()?,
            };
            Ok(Some(Ground { height_m, normal }))
        })
    }
}
