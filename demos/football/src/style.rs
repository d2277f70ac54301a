//! Style: how much a footballer prefers the motion of fresh footballers. An expression over its tiredness gives a
//! weight from 0 to 1. A lower weight raises the cost of fresh poses in a search, which then finds slower poses.

use footwork::matching::Soft;

use crate::labelled::Labelled;

/// The default weight; it has the variables of the speed expression.
pub const DEFAULT_STYLE: &str = "1 - 0.3 * tired";

/// The query for the motion of a fresh footballer: everything that was not slowed down.
const FRESH: &str = "(Gait.Walk | Gait.Run) - Style.Warped | Gait.Sprint";
/// The cost of a fresh pose at a weight of 0.
const DEAREST: f32 = 5.0;
/// The number of steps to which weights are rounded, with a list of costs for each.
const STEPS: u8 = 16;

/// The pose costs, by weight.
#[derive(Clone, Debug)]
pub(crate) struct Styles {
    /// The list of each step of the weight, from just below 1 down to 0. A weight of 1 costs nothing and has no list.
    by_step: Vec<Soft>,
}

impl Styles {
    /// Builds the costs of the poses that [`FRESH`] finds.
    ///
    /// # Errors
    /// Returns the mistakes in the tags.
    pub(crate) fn new(motion: &Labelled) -> Result<Self, (&'static str, String)> {
        let wrong = |why: String| (FRESH, why);
        let fresh = motion.tags.query(FRESH);
        let fresh = fresh.map_err(|errors| wrong(errors.to_string()))?;
        let index = motion.index();
        let spans: Vec<_> = motion.landing_spans(&fresh, 0.0).collect();
        let costs = |step: u8| {
            let mut soft = Soft::new(index);
            let cost = DEAREST * f32::from(step) / f32::from(STEPS);
            let added = soft.add(index, cost, spans.iter().copied());
            added.map_err(|error| wrong(error.to_string()))?;
            Ok(soft)
        };
        let by_step: Result<_, _> = (1..=STEPS).map(costs).collect();
        Ok(Self { by_step: by_step? })
    }

    /// Returns the pose costs at a weight; `None` if there are none. A NaN counts as 1.
    pub(crate) fn costs(&self, weight: f64) -> Option<&Soft> {
        let less = 1.0 - weight.clamp(0.0, 1.0);
        let step = (less * f64::from(STEPS)).round();
        let place = (1..=STEPS).position(|each| f64::from(each) == step)?;
        self.by_step.get(place)
    }
}

/// Converts the value of an expression to a weight.
pub(crate) fn weight(value: f32) -> f64 {
    if value.is_finite() {
        f64::from(value.clamp(0.0, 1.0))
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use footwork::matching::PoseId;

    use crate::cast::Cast;

    #[test]
    fn a_tired_footballer_prefers_slowed_motion() {
        let football =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/characters/football");
        let cast = Cast::open(&football).unwrap_or_else(|error| panic!("{error}"));
        let index = cast.index();
        let first = |name: &str| {
            let poses = index.candidates();
            let mut poses = poses.filter(|pose: &PoseId| cast.clip_name(*pose) == name);
            poses.next().unwrap_or_else(|| panic!("no {name}"))
        };
        let cost = |weight: f64, name: &str| {
            let costs = cast.styles().costs(weight);
            costs.map_or(0.0, |costs| costs.of_pose(index, first(name)))
        };
        for name in ["run_01.glb", "sprint_01.glb", "walk_01.glb"] {
            assert_eq!(cost(1.0, name), 0.0);
            assert!(cost(0.7, name) > 1.0 && cost(0.0, name) > cost(0.7, name));
        }
        for name in ["jog_01.glb", "walk_01_slow.glb", "idle_01.glb"] {
            assert_eq!(cost(0.0, name), 0.0);
        }
    }
}
