//! Searches find the same poses and costs as brute force, to the bit.

use footwork_base::SimdLevel;
use footwork_matching::{Filter, Index, Match, Search, Soft};
use footwork_testkit::Random;

use crate::numbers::{by_brute_force, index, ranges, spans};

/// The numbers of poses around full blocks and full nodes, and some larger numbers.
const SIZES: [usize; 12] = [1, 2, 15, 16, 17, 31, 255, 256, 257, 1_000, 4_096, 4_113];

/// Searches one index with random filters, soft costs, weights, bounds and exclusions, and without them.
fn check(random: &mut Random, index: &Index, searches: usize, values: usize) {
    let features = index.schema().feature_count();
    let groups = index.schema().groups().len();
    for _ in 0..searches {
        let size = values.max(4) as f64;
        let goal: Vec<f32> = (0..features)
            .map(|_| random.between(-1.0, size) as f32)
            .collect();
        let weights: Vec<f32> = (0..groups)
            .map(|_| {
                if random.one_in(4) {
                    0.0
                } else {
                    random.between(0.0, 3.0) as f32
                }
            })
            .collect();
        let (filtered, few) = (random.below(3), 1 + random.below(6));
        let length = 1 + random.below_32(300);
        let allowed = spans(random, index, few, length);
        let filter = match filtered {
            0 => None,
            1 => Some(Filter::masked(index, allowed.clone())),
            _ => Some(Filter::new(index, allowed.clone())),
        };
        let mut soft = Soft::new(index);
        for _ in 0..random.below(3) {
            let cost = random.between(0.0, 4.0) as f32;
            let dear = spans(random, index, 3, 200);
            soft.add(index, cost, dear).unwrap();
        }
        let exclude = match random.below(3) {
            0 => ranges(&spans(random, index, 2, 40)),
            _ => Vec::new(),
        };
        let search = Search {
            weights: random.one_in(2).then_some(weights.as_slice()),
            filter: filter.as_ref(),
            soft: random.one_in(2).then_some(&soft),
            stay: &[],
            exclude: &exclude,
            max_cost: if random.one_in(3) {
                random.between(0.0, 20.0) as f32
            } else {
                f32::INFINITY
            },
        };
        let mut found = [Match::default(); 5];
        let count = index.top(&goal, &search, &mut found).unwrap();
        let allowed = filter.as_ref().map(|_| allowed.as_slice());
        let expected = by_brute_force(index, &goal, &search, allowed, found.len());
        assert_eq!(found[..count], expected, "{goal:?} {search:?}");
        let one = index.search(&goal, &search).unwrap();
        assert_eq!(one.best, expected.first().copied());
        if let Some((excluded, place)) = one.excluded {
            assert!(exclude[place].contains(excluded.pose));
            let cost = index.cost(excluded.pose, &goal, &search).unwrap();
            assert_eq!(cost, Some(excluded.cost));
        }
    }
}

fn every_size(searches: usize) {
    for (case, &poses) in (0..).zip(&SIZES) {
        for (features, values) in [(1, 3), (7, 2), (27, 0), (27, 4), (32, 0)] {
            let mut random = Random::for_case("every size", case * 1000 + features as u64);
            let index = index(&mut random, poses, features, values);
            assert_eq!(index.candidate_count(), poses);
            for level in SimdLevel::available() {
                let index = index.clone().with_level(level).unwrap();
                check(&mut random, &index, searches, values);
            }
        }
    }
}

#[test]
fn a_search_equals_brute_force_at_all_sizes_and_levels() {
    every_size(60);
}

#[test]
#[ignore = "long: cargo xtask soak"]
fn a_search_equals_brute_force_a_hundred_thousand_times() {
    every_size(700);
}

#[test]
fn every_level_gives_the_same_bits() {
    let mut random = Random::for_case("levels", 0);
    let index = index(&mut random, 5_000, 27, 0);
    let levels: Vec<Index> = SimdLevel::available()
        .map(|level| index.clone().with_level(level).unwrap())
        .collect();
    for _ in 0..200 {
        let goal: Vec<f32> = (0..27).map(|_| random.signed() as f32 * 3.0).collect();
        let results = levels
            .iter()
            .map(|index| index.search(&goal, &Search::default()).unwrap());
        let results: Vec<_> = results.collect();
        assert!(
            results.iter().all(|result| *result == results[0]),
            "{results:?}"
        );
    }
}

/// Computes the documented cost in f64, from the features instead of the stored numbers.
#[test]
fn a_cost_is_the_documented_sum_of_squares() {
    let mut random = Random::for_case("costs", 0);
    let index = index(&mut random, 2_000, 12, 0);
    let poses: Vec<_> = index.candidates().collect();
    let mut rows = vec![[0.0; 12]; poses.len()];
    for (row, &pose) in rows.iter_mut().zip(&poses) {
        assert!(index.features(pose, row));
    }
    let deviations: Vec<f64> = (0..12)
        .map(|i| {
            let mean = rows.iter().map(|row| f64::from(row[i])).sum::<f64>() / rows.len() as f64;
            let squares = rows
                .iter()
                .map(|row| (f64::from(row[i]) - mean) * (f64::from(row[i]) - mean));
            (squares.sum::<f64>() / rows.len() as f64).sqrt()
        })
        .collect();
    let goal: [f32; 12] = std::array::from_fn(|_| random.signed() as f32 * 2.0);
    for (row, &pose) in rows.iter().zip(&poses).step_by(37) {
        let groups = index.schema().groups().iter();
        let terms = groups.enumerate().map(|(i, group)| {
            let difference = f64::from(goal[i]) - f64::from(row[i]);
            let part = f64::from(group.weight) * difference / deviations[i];
            part * part
        });
        let expected: f64 = terms.sum();
        let found = f64::from(
            index
                .cost(pose, &goal, &Search::default())
                .unwrap()
                .unwrap(),
        );
        assert!(
            (found - expected).abs() < 1e-3 * (1.0 + expected),
            "{found} {expected}"
        );
    }
}

#[test]
fn a_thousand_ties_give_the_least_pose() {
    let mut random = Random::for_case("ties", 0);
    let index = index(&mut random, 5_000, 3, 2);
    for goal in [
        [0.0, 0.0, 0.0],
        [1.0, 1.0, 1.0],
        [0.5, 0.5, 0.5],
        [0.0, 1.0, 0.5],
    ] {
        let mut found = [Match::default(); 50];
        let count = index.top(&goal, &Search::default(), &mut found).unwrap();
        let expected = by_brute_force(&index, &goal, &Search::default(), None, 50);
        assert_eq!(found[..count], expected);
        assert_eq!(found[0].cost, found[49].cost);
    }
}
