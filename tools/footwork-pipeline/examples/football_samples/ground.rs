//! Puts feet on the ground: the floors of recordings are off by some centimetres, and some are not level.

use std::error::Error;

use footwork_clip::{Clip, ClipParts, WorldPositions};

/// The speed below which a sole counts as standing, in m/s.
const STANDING_MPS: f64 = 0.4;
/// The standard deviation, in seconds, of the normal curve that weights the mean height of the soles over time.
const SPREAD_SECS: f64 = 0.35;

/// Shifts the body vertically, by a slowly changing offset, so that standing soles are at y = 0.
pub(super) fn level(clip: &Clip) -> Result<Clip, Box<dyn Error>> {
    let places = WorldPositions::from_clip(clip);
    let frames = clip.root_positions().len();
    let rate = clip.rate().as_f64();
    let mut low: Vec<Option<f64>> = vec![None; frames];
    for foot in clip.skeleton().feet() {
        for joint in foot.joints {
            let at: Vec<[f64; 3]> = places.joint(joint).collect();
            for frame in 0..frames {
                let (a, b) = (frame.saturating_sub(1), (frame + 1).min(frames - 1));
                let way: f64 = (0..3).map(|i| (at[b][i] - at[a][i]).powi(2)).sum();
                let speed = way.sqrt() * rate / (b - a) as f64;
                let height = at[frame][1];
                if speed < STANDING_MPS && low[frame].is_none_or(|low| height < low) {
                    low[frame] = Some(height);
                }
            }
        }
    }
    let round = if clip.is_looping() { frames - 1 } else { 0 };
    let floor = |frame: usize| {
        let (mut sum, mut weights) = (0.0, 1e-12);
        for (other, height) in low.iter().enumerate() {
            let Some(height) = height else { continue };
            let mut away = frame.abs_diff(other);
            if round > 0 {
                away = away.min(round.abs_diff(away));
            }
            let far = away as f64 / rate / SPREAD_SECS;
            let weight = (-0.5 * far * far).exp();
            sum += weight * height;
            weights += weight;
        }
        sum / weights
    };
    let mut root = clip.root_positions().to_vec();
    for (frame, place) in root.iter_mut().enumerate() {
        place[1] -= floor(frame);
    }
    let parts: ClipParts = super::with(clip, clip.is_looping(), root, clip.rotations().to_vec());
    Ok(Clip::new(parts)?)
}
