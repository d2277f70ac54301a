//! Compares the number of samples of the greedy sampler with the smallest possible number and with fixed steps.

use footwork_flight::PredictionOptions;

use crate::flights::finished;
use crate::kicks::{Kick, Kind, count, kick};
use crate::truth::{Point, distance, truth};

const RADIUS: f64 = 0.11;

/// Returns whether the line from a point along its velocity passes within a ball's radius of another point.
fn reaches(from: &Point, to: &Point) -> bool {
    let secs = to.secs - from.secs;
    let line = [0, 1, 2].map(|axis| from.position[axis] + from.velocities[1][axis] * secs);
    distance(line, to.position) <= RADIUS
}

/// Returns the smallest number of samples that reach every point and include every touch, by dynamic programming over
/// the farthest point that a number of samples can reach.
fn fewest(points: &[Point]) -> usize {
    let mut samples = 1;
    let mut start = 0;
    while start + 1 < points.len() {
        let stop = (start + 1..points.len()).find(|&at| points[at].is_touch);
        let stop = stop.unwrap_or(points.len() - 1);
        if points[stop].secs == points[start].secs {
            // A touch at the time of the sample only changes the sample's velocity.
            start = stop;
            continue;
        }
        // All points in `begun..=frontier` are reached with this many samples.
        let (mut begun, mut frontier) = (start, start);
        while frontier < stop {
            let mut next = frontier;
            for from in begun..=frontier {
                let mut at = from;
                while at < stop && reaches(&points[from], &points[at + 1]) {
                    at += 1;
                }
                if at > next {
                    next = at;
                }
            }
            assert!(next > frontier, "no sample reaches the next step");
            (begun, frontier) = (frontier + 1, next);
            samples += 1;
        }
        start = stop;
    }
    samples
}

/// Returns the number of samples at a fixed interval that have the same accuracy as the greedy samples.
fn fixed(points: &[Point]) -> usize {
    let steps: Vec<usize> = (0..points.len())
        .filter(|&at| !points[at].is_touch)
        .collect();
    let fits = |every: usize| {
        steps.chunks(every).all(|chunk| {
            let last = steps.get(steps.partition_point(|s| s <= chunk.last().unwrap()));
            let stop = last.copied().unwrap_or(points.len() - 1);
            (chunk[0]..=stop).all(|at| reaches(&points[chunk[0]], &points[at]))
        })
    };
    let every = (1..200).rev().find(|&every| fits(every)).unwrap_or(1);
    steps.len().div_ceil(every) + 1
}

fn samples(kick: &Kick) -> usize {
    let flight = finished(&kick.physics, &kick.state, PredictionOptions::default());
    flight.samples().len()
}

#[test]
fn the_greedy_sampler_needs_at_most_a_tenth_more_than_the_optimum() {
    let kicks = count(60, 300);
    let (mut greedy, mut optimum) = (0, 0);
    for number in 0..kicks {
        let kick = kick(number);
        let (ours, best) = (
            samples(&kick),
            fewest(&truth(&kick.physics, &kick.state, 2400)),
        );
        assert!(
            ours >= best,
            "kick {number}: {ours} samples are fewer than {best}"
        );
        greedy += ours;
        optimum += best;
    }
    let mean = greedy as f64 / kicks as f64;
    println!("greedy {mean}, fewest {}", optimum as f64 / kicks as f64);
    assert!(mean <= 40.0, "{mean} samples per kick, more than 40");
    assert!(
        greedy * 10 <= optimum * 11,
        "{greedy} samples, more than a tenth above the optimum of {optimum}"
    );
}

#[test]
fn lobs_take_six_times_fewer_samples_than_fixed_steps() {
    let (mut ours, mut theirs) = (0, 0);
    for number in (0..count(100, 500)).step_by(5) {
        let kick = kick(number);
        assert_eq!(kick.kind, Kind::Lob);
        ours += samples(&kick);
        theirs += fixed(&truth(&kick.physics, &kick.state, 2400));
    }
    println!("adaptive {ours}, fixed {theirs}");
    assert!(
        theirs >= 6 * ours,
        "{ours} samples, {theirs} with a fixed step"
    );
}
