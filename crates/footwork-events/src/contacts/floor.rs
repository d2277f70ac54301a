//! The height of a joint above the surface on which it stands, without knowledge of the scene.
//!
//! A foot that steps onto an object clears the object's edge: it rises slightly above its next standing height, then
//! comes down. Before it leaves for a lower place, it rises again. So all frames between two such clearings share one
//! floor, at the lowest height in between. This handles boxes, stairs and slopes. A foot that rests in the air is above
//! the floor from which it rose or to which it will sink.

/// Returns the height of a joint above its local floor in each frame, in metres, at least 0. The floor of a frame is
/// found by following the joint ahead and back until it has risen by more than `clear_height_m` above its height in the
/// frame. The floor is the lowest height up to there.
///
/// `heights` must be in metres and finite. If `clear_height_m` is infinite, the lowest height is the floor of all
/// frames. Takes O(n log n) time for n frames.
///
/// ```
/// use footwork_events::heights_above_floor;
///
/// // The foot goes up a step over its edge, stands there, and goes down again.
/// let heights = [0.0, 0.5, 0.4, 0.4, 0.5, 0.0];
/// let above = heights_above_floor(&heights, 0.02);
/// assert!(above[0] == 0.0 && above[2] == 0.0 && above[1] > 0.4);
/// ```
pub fn heights_above_floor(heights: &[f32], clear_height_m: f64) -> Vec<f64> {
    let clear = clear_height_m;
    let before = lowest_before(heights.iter().map(|&height| f64::from(height)), clear);
    let after = lowest_before(heights.iter().rev().map(|&height| f64::from(height)), clear);
    let floors = before.into_iter().zip(after.into_iter().rev());
    heights
        .iter()
        .zip(floors)
        .map(|(&height, (before, after))| f64::from(height) - libm::fmin(before, after))
        .collect()
}

/// For each height, returns the minimum of this height and the heights before it, going back to the last height that is
/// more than `clear` above it.
///
/// Two stacks hold the earlier heights that can still matter, in the order of frames. The first stack drops a height
/// when a higher one follows, so its heights fall. The second stack drops a height when a lower one follows, so its
/// heights rise. Both are searched by bisection.
fn lowest_before(heights: impl Iterator<Item = f64>, clear: f64) -> Vec<f64> {
    let mut highs: Vec<(usize, f64)> = Vec::new();
    let mut lows: Vec<(usize, f64)> = Vec::new();
    let mut lowest = Vec::new();
    for (frame, height) in heights.enumerate() {
        while highs.last().is_some_and(|(_, high)| *high <= height) {
            highs.pop();
        }
        while lows.last().is_some_and(|(_, low)| *low >= height) {
            lows.pop();
        }
        let walls = highs.partition_point(|(_, high)| *high > height + clear);
        let start = match walls.checked_sub(1).and_then(|wall| highs.get(wall)) {
            Some((wall, _)) => wall + 1,
            None => 0,
        };
        let within = lows.partition_point(|(at, _)| *at < start);
        lowest.push(lows.get(within).map_or(height, |(_, low)| *low));
        highs.push((frame, height));
        lows.push((frame, height));
    }
    lowest
}

#[cfg(test)]
mod tests {
    use super::heights_above_floor;
    use proptest::prelude::*;

    fn check(heights: &[f32], clear: f64, expected: &[f64]) {
        let found = heights_above_floor(heights, clear);
        let near = |(found, expected): (&f64, &f64)| (found - expected).abs() < 1e-6;
        assert!(
            found.len() == expected.len() && found.iter().zip(expected).all(near),
            "{found:?}"
        );
    }

    #[test]
    fn each_step_has_its_floor() {
        // The foot goes up a step over its edge, and down again.
        let up_and_down = [0.0, 0.5, 0.4, 0.4, 0.5, 0.1];
        check(&up_and_down, 0.05, &[0.0, 0.5, 0.0, 0.0, 0.5, 0.0]);
        // First a foot that is held in the air, then a foot that rises without clearing an edge.
        check(&[0.0, 0.4, 0.4, 0.4, 0.0], 0.05, &[0.0, 0.4, 0.4, 0.4, 0.0]);
        check(&[0.0, 0.42, 0.4, 0.4], 0.05, &[0.0, 0.42, 0.4, 0.4]);
        // All frames share one floor.
        check(&[0.1, 0.5, 0.4, 0.5], f64::INFINITY, &[0.0, 0.4, 0.3, 0.4]);
        check(&[], 0.05, &[]);
    }

    proptest! {
        #[test]
        fn agrees_with_a_plain_look_to_both_sides(
            heights in prop::collection::vec(0_u8..12, 0..60),
            clear in 0_u8..5,
        ) {
            let heights: Vec<f32> = heights.into_iter().map(f32::from).collect();
            let clear = f64::from(clear);
            let found = heights_above_floor(&heights, clear);
            for (frame, &height) in heights.iter().enumerate() {
                let is_below = |other: &&f32| f64::from(**other) <= f64::from(height) + clear;
                let back = heights[..frame].iter().rev().take_while(is_below);
                let on = heights[frame..].iter().take_while(is_below);
                let floor = back.chain(on).copied().fold(height, libm::fminf);
                prop_assert_eq!(found[frame], f64::from(height - floor));
            }
        }
    }
}
