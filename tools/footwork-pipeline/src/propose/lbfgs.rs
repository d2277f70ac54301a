//! Descent to the minimum of a smooth convex function by L-BFGS, one evaluation at a time, so that the evaluations of many
//! functions can share their work.

/// The number of remembered steps.
const MEMORY: usize = 8;
/// The share of the expected decrease that a step must reach.
const SUFFICIENT: f64 = 1e-4;
/// The factor by which a step that fails is shortened.
const SHORTER: f64 = 0.35;

/// A step: the change of the point and of the gradient.
struct Step {
    moved: Vec<f64>,
    bent: Vec<f64>,
}

/// The state of a descent.
pub(crate) struct Descent {
    point: Vec<f64>,
    value: f64,
    gradient: Vec<f64>,
    direction: Vec<f64>,
    length: f64,
    steps: Vec<Step>,
    trial: Vec<f64>,
}

impl Descent {
    pub(crate) fn new(start: Vec<f64>) -> Self {
        Self {
            value: f64::INFINITY,
            gradient: vec![0.0; start.len()],
            direction: vec![0.0; start.len()],
            length: 1.0,
            steps: Vec::new(),
            trial: start.clone(),
            point: start,
        }
    }

    /// Returns the point to evaluate next.
    pub(crate) fn trial(&self) -> &[f64] {
        &self.trial
    }

    /// Returns the best point so far.
    pub(crate) fn best(&self) -> &[f64] {
        &self.point
    }

    /// Takes the value and the gradient at the trial point.
    pub(crate) fn take(&mut self, value: f64, gradient: Vec<f64>) {
        let expected = self.length * dot(&self.gradient, &self.direction);
        let is_lower = value.is_finite() && value <= self.value + SUFFICIENT * expected;
        if is_lower || self.value == f64::INFINITY {
            if self.value.is_finite() {
                self.remember(&gradient);
            }
            self.point.clone_from(&self.trial);
            self.value = value;
            self.gradient = gradient;
            self.direction = self.downhill();
            self.length = 1.0;
        } else {
            self.length *= SHORTER;
        }
        let moved = self.point.iter().zip(&self.direction);
        self.trial = moved.map(|(x, d)| x + self.length * d).collect();
    }

    fn remember(&mut self, gradient: &[f64]) {
        let difference = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a - b).collect();
        let step = Step {
            moved: difference(&self.trial, &self.point),
            bent: difference(gradient, &self.gradient),
        };
        if dot(&step.moved, &step.bent) > 1e-14 {
            if self.steps.len() == MEMORY {
                self.steps.remove(0);
            }
            self.steps.push(step);
        }
    }

    /// Returns the direction of the next step, by the recursion of two loops.
    fn downhill(&self) -> Vec<f64> {
        let mut direction: Vec<f64> = self.gradient.iter().map(|g| -g).collect();
        let mut shares = Vec::with_capacity(self.steps.len());
        for step in self.steps.iter().rev() {
            let share = dot(&step.moved, &direction) / dot(&step.moved, &step.bent);
            add(&mut direction, -share, &step.bent);
            shares.push(share);
        }
        if let Some(last) = self.steps.last() {
            let scale = dot(&last.moved, &last.bent) / dot(&last.bent, &last.bent);
            direction.iter_mut().for_each(|d| *d *= scale);
        }
        for (step, share) in self.steps.iter().zip(shares.iter().rev()) {
            let back = dot(&step.bent, &direction) / dot(&step.moved, &step.bent);
            add(&mut direction, share - back, &step.moved);
        }
        direction
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(to: &mut [f64], factor: f64, other: &[f64]) {
    for (to, other) in to.iter_mut().zip(other) {
        *to += factor * other;
    }
}

#[cfg(test)]
mod tests {
    use super::Descent;

    #[test]
    fn a_bent_valley_is_followed_to_its_end() {
        // Strictly convex, with curvatures that differ by 100.
        let function = |p: &[f64]| {
            let (x, y) = (p[0] - 3.0, p[1] + 1.0);
            let value = 50.0 * x * x + 0.5 * y * y + 0.1 * x * x * x * x;
            (value, vec![100.0 * x + 0.4 * x * x * x, y])
        };
        let mut descent = Descent::new(vec![0.0, 0.0]);
        for _ in 0..40 {
            let (value, gradient) = function(descent.trial());
            descent.take(value, gradient);
        }
        let best = descent.best();
        assert!((best[0] - 3.0).abs() < 1e-6 && (best[1] + 1.0).abs() < 1e-6);
    }
}
