//! Fits the parameters of a ball and its ground to measured tracks, and prints them.
//!
//! `cargo run --release -p footwork-flight --example fit -- TRACKS.csv` reads a table with the columns track, t, x, y,
//! z. `track` numbers the free flights between two touches of a player, `t` is in seconds, and x, y, z are in metres
//! with y up and the ground at y = 0.
//!
//! Least squares by Gauss-Newton with Levenberg's damping. The position, velocity and spin at the start of each track
//! are unknown too; they are eliminated track by track (Schur complement). A prior keeps the spin near zero, since a
//! short track says little about it.

#![allow(
    clippy::needless_range_loop,
    reason = "matrices are read by row and column"
)]

use std::error::Error;

use footwork_flight::{
    BallParams, BallPhysics, BallState, BallStep, Drag, Pitch, Statics, StepEvents,
};

/// A measured place: seconds, and the centre of the ball in metres.
pub(crate) type Fix = (f64, [f64; 3]);

/// The fitted parameters: name, step of the finite difference, and the largest error of a first guess.
const SHARED: [(&str, f64, f64); 5] = [
    ("drag", 0.005, 0.1),
    ("restitution", 0.005, 0.1),
    ("bounce_friction", 0.01, 0.2),
    ("sliding_friction", 0.01, 0.2),
    ("rolling_mps2", 0.02, 0.5),
];
/// Position, velocity and spin at the start of a track: step of the finite difference, and scale of the prior.
const OWN: [(f64, f64); 9] = [
    (1e-3, 1.0),
    (1e-3, 1.0),
    (1e-3, 1.0),
    (1e-2, 10.0),
    (1e-2, 10.0),
    (1e-2, 10.0),
    (0.5, 15.0),
    (0.5, 15.0),
    (0.5, 15.0),
];
const ALL: usize = SHARED.len() + OWN.len();
const NOISE_M: f64 = 0.03;
const ROUNDS: usize = 25;

/// The result of a fit.
pub(crate) struct Fitted {
    pub(crate) params: BallParams,
    /// The root mean square of the distances between fit and tracks, in metres.
    pub(crate) off_m: f64,
}

fn params(shared: &[f64; 5]) -> BallParams {
    let [
        drag,
        restitution,
        bounce_friction,
        sliding_friction,
        rolling_mps2,
    ] = *shared;
    BallParams {
        drag: Drag::Constant(drag.clamp(0.0, 1.0)),
        restitution: restitution.clamp(0.0, 1.0),
        bounce_friction: bounce_friction.clamp(0.0, 2.0),
        sliding_friction: sliding_friction.clamp(0.0, 2.0),
        rolling_mps2: rolling_mps2.clamp(0.0, 10.0),
        ..BallParams::default()
    }
}

/// Returns a first guess of the start of a track. Its velocity is the mean over the first tenth of a second.
fn start(track: &[Fix]) -> [f64; 9] {
    let (from, at) = track[0];
    let later = track.iter().find(|fix| fix.0 >= from + 0.1);
    let (to, there) = later.copied().unwrap_or(track[track.len() - 1]);
    let secs = if to > from { to - from } else { 1.0 };
    let mut own = [0.0; 9];
    for axis in 0..3 {
        own[axis] = at[axis];
        own[3 + axis] = (there[axis] - at[axis]) / secs;
    }
    own[4] += 0.5 * 9.81 * secs * f64::from(u8::from(at[1] > 0.2 || there[1] > 0.2));
    own
}

/// Returns the distances of a flight from a track, in units of the noise, and those of its start from the prior.
fn residuals(
    shared: &[f64; 5],
    own: &[f64; 9],
    track: &[Fix],
    pitch: &Statics,
) -> Result<Vec<f64>, Box<dyn Error>> {
    let physics = BallPhysics::new(params(shared), pitch)?;
    let part = |from: usize| [own[from], own[from + 1], own[from + 2]];
    let mut state = BallState::new(0.0, part(0), part(3))?.with_spin(part(6))?;
    let (mut events, mut found) = (
        StepEvents::default(),
        Vec::with_capacity(3 * track.len() + 3),
    );
    let mut before = physics.motion(&state);
    for (secs, at) in track {
        let secs = secs - track[0].0;
        while state.secs() < secs {
            before = physics.motion(&state);
            physics.step(&mut state, &mut events);
        }
        let now = physics.motion(&state);
        let step = now.secs - before.secs;
        let share = if step > 0.0 {
            (secs - before.secs) / step
        } else {
            1.0
        };
        for axis in 0..3 {
            let place =
                before.position[axis] + (now.position[axis] - before.position[axis]) * share;
            found.push((place - at[axis]) / NOISE_M);
        }
    }
    found.extend((6..9).map(|axis| own[axis] / OWN[axis].1));
    Ok(found)
}

/// Solves a symmetric positive system in place by elimination; the right side becomes the solution.
fn solve(matrix: &mut [Vec<f64>], right: &mut [Vec<f64>]) {
    for pivot in 0..matrix.len() {
        for row in 0..matrix.len() {
            if row == pivot {
                continue;
            }
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            for column in 0..matrix.len() {
                let change = factor * matrix[pivot][column];
                matrix[row][column] -= change;
            }
            for column in 0..right[row].len() {
                let change = factor * right[pivot][column];
                right[row][column] -= change;
            }
        }
    }
    for (row, values) in right.iter_mut().enumerate() {
        values
            .iter_mut()
            .for_each(|value| *value /= matrix[row][row]);
    }
}

/// Fits the parameters to all tracks.
pub(crate) fn fit(tracks: &[Vec<Fix>]) -> Result<Fitted, Box<dyn Error>> {
    let pitch = Pitch::default().statics()?;
    let mut shared = [0.22, 0.65, 0.45, 0.45, 0.8];
    let mut owns: Vec<[f64; 9]> = tracks.iter().map(|track| start(track)).collect();
    let cost = |shared: &[f64; 5], owns: &[[f64; 9]]| -> Result<f64, Box<dyn Error>> {
        let mut sum = 0.0;
        for (own, track) in owns.iter().zip(tracks) {
            sum += residuals(shared, own, track, &pitch)?
                .iter()
                .map(|r| r * r)
                .sum::<f64>();
        }
        Ok(sum)
    };
    let (mut best, mut damping) = (cost(&shared, &owns)?, 1e-2);
    for _ in 0..ROUNDS {
        let mut blocks = Vec::new();
        for (own, track) in owns.iter().zip(tracks) {
            let base = residuals(&shared, own, track, &pitch)?;
            let mut columns = Vec::with_capacity(ALL);
            for (index, (_, nudge, _)) in SHARED.iter().enumerate() {
                let mut other = shared;
                other[index] += nudge;
                columns.push((residuals(&other, own, track, &pitch)?, *nudge));
            }
            for (index, (nudge, _)) in OWN.iter().enumerate() {
                let mut other = *own;
                other[index] += nudge;
                columns.push((residuals(&shared, &other, track, &pitch)?, *nudge));
            }
            let slope = |column: usize, row: usize| {
                (columns[column].0[row] - base[row]) / columns[column].1
            };
            let mut normal = vec![vec![0.0; ALL + 1]; ALL];
            for row in 0..base.len() {
                let slopes: Vec<f64> = (0..ALL).map(|column| slope(column, row)).collect();
                for one in 0..ALL {
                    for two in 0..ALL {
                        normal[one][two] += slopes[one] * slopes[two];
                    }
                    normal[one][ALL] -= slopes[one] * base[row];
                }
            }
            blocks.push(normal);
        }
        let mut is_better = false;
        for _ in 0..8 {
            let (next, others) = step(&shared, &owns, &blocks, damping);
            if let Ok(cost) = cost(&next, &others)
                && cost < best
            {
                is_better = best - cost > 1e-6 * best;
                (shared, owns, best, damping) = (next, others, cost, damping * 0.3);
                break;
            }
            damping *= 4.0;
        }
        if !is_better {
            break;
        }
    }
    let fixes: usize = tracks.iter().map(Vec::len).sum();
    Ok(Fitted {
        params: params(&shared),
        off_m: NOISE_M * (best / fixes as f64).sqrt(),
    })
}

/// Returns a damped step. Eliminates the unknowns of each track, solves for the shared parameters, and computes the
/// unknowns of each track from these.
fn step(
    shared: &[f64; 5],
    owns: &[[f64; 9]],
    blocks: &[Vec<Vec<f64>>],
    damping: f64,
) -> ([f64; 5], Vec<[f64; 9]>) {
    const N: usize = SHARED.len();
    let mut matrix = vec![vec![0.0; N]; N];
    let mut right = vec![vec![0.0]; N];
    let mut eliminated = Vec::new();
    for block in blocks {
        let mut inner: Vec<Vec<f64>> = block[N..].iter().map(|row| row[N..ALL].to_vec()).collect();
        for (index, row) in inner.iter_mut().enumerate() {
            row[index] += damping * row[index] + 1e-9 + damping / (OWN[index].1 * OWN[index].1);
        }
        let mut solved: Vec<Vec<f64>> = block[N..]
            .iter()
            .map(|row| row[..N].iter().copied().chain([row[ALL]]).collect())
            .collect();
        solve(&mut inner, &mut solved);
        for one in 0..N {
            for two in 0..N {
                let through: f64 = (0..OWN.len())
                    .map(|k| block[one][N + k] * solved[k][two])
                    .sum();
                matrix[one][two] += block[one][two] - through;
            }
            let through: f64 = (0..OWN.len())
                .map(|k| block[one][N + k] * solved[k][N])
                .sum();
            right[one][0] += block[one][ALL] - through;
        }
        eliminated.push(solved);
    }
    for (index, (_, _, scale)) in SHARED.iter().enumerate() {
        matrix[index][index] += damping * matrix[index][index].abs() + 1e-3 / (scale * scale);
    }
    solve(&mut matrix, &mut right);
    let mut next = *shared;
    for (value, change) in next.iter_mut().zip(&right) {
        *value += change[0];
    }
    let owns = owns.iter().zip(&eliminated).map(|(own, solved)| {
        let mut own = *own;
        for (k, value) in own.iter_mut().enumerate() {
            let shared: f64 = (0..N).map(|one| solved[k][one] * right[one][0]).sum();
            *value += solved[k][N] - shared;
        }
        own
    });
    (next, owns.collect())
}

/// Reads a table of tracks, and drops tracks with at most 5 fixes.
pub(crate) fn read(text: &str) -> Result<Vec<Vec<Fix>>, Box<dyn Error>> {
    let mut tracks: Vec<(String, Vec<Fix>)> = Vec::new();
    for (number, line) in text
        .lines()
        .enumerate()
        .skip(1)
        .filter(|(_, line)| !line.trim().is_empty())
    {
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        let [track, numbers @ ..] = cells.as_slice() else {
            continue;
        };
        let numbers: Result<Vec<f64>, _> = numbers.iter().map(|cell| cell.parse()).collect();
        let wrong = || {
            format!(
                "line {}: expected track, t, x, y, z, found: {line}",
                number + 1
            )
        };
        let numbers = numbers.map_err(|_| wrong())?;
        let &[t, x, y, z] = numbers.as_slice() else {
            return Err(wrong().into());
        };
        if !numbers.iter().all(|number| number.is_finite()) {
            return Err(wrong().into());
        }
        match tracks.last_mut() {
            Some((name, fixes)) if name == track => fixes.push((t, [x, y, z])),
            _ => tracks.push(((*track).to_owned(), vec![(t, [x, y, z])])),
        }
    }
    let long = tracks
        .into_iter()
        .map(|(_, fixes)| fixes)
        .filter(|fixes| fixes.len() > 5);
    Ok(long.collect())
}

#[allow(dead_code, reason = "a test calls `fit` instead")]
fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: fit TRACKS.csv")?;
    let tracks = read(&std::fs::read_to_string(path)?)?;
    if tracks.is_empty() {
        return Err("no track has more than 5 fixes".into());
    }
    let fitted = fit(&tracks)?;
    let params = fitted.params;
    println!("{} tracks, off by {:.3} m", tracks.len(), fitted.off_m);
    println!(
        "drag {:?}, restitution {:.3}",
        params.drag, params.restitution
    );
    println!(
        "bounce_friction {:.3}, sliding_friction {:.3}",
        params.bounce_friction, params.sliding_friction
    );
    println!("rolling_mps2 {:.3}", params.rolling_mps2);
    Ok(())
}
