//! The peer: clarabel, an interior-point solver for programs of any size.

use clarabel::algebra::CscMatrix;
use clarabel::solver::{DefaultSettings, DefaultSolver, IPSolver, SupportedConeT};

/// Returns the nearest direction, at the default tolerance. A new solver is made each time, because every
/// movement has other normals.
pub(super) fn solve(wanted: [f64; 3], normals: &[[f64; 3]]) -> Result<[f64; 3], String> {
    let identity = CscMatrix::identity(3);
    let linear = wanted.map(|x| -x);
    let rows: Vec<[f64; 3]> = normals.iter().map(|normal| normal.map(|x| -x)).collect();
    let zero = vec![0.0; normals.len()];
    let cones = [SupportedConeT::NonnegativeConeT(normals.len())];
    let settings = DefaultSettings {
        verbose: false,
        ..DefaultSettings::default()
    };
    let matrix = CscMatrix::from(&rows);
    let mut solver = DefaultSolver::new(&identity, &linear, &matrix, &zero, &cones, settings)
        .map_err(|error| format!("clarabel: {error}"))?;
    solver.solve();
    match solver.solution.x[..] {
        [x, y, z] => Ok([x, y, z]),
        _ => Err("clarabel gave no point of three coordinates".to_owned()),
    }
}
