//! The most probable classes of consecutive rows, if changes of class cost something (A. Viterbi, 1967).

/// Consecutive rows of one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) class: usize,
    pub(crate) start: usize,
    pub(crate) stop: usize,
}

/// Returns the class of each row that maximises the sum of `log_p`, one number per class and row, less the cost of each
/// change: half the cost of the old class and half that of the new one. In a tie, the lower class
/// and no change win.
pub(crate) fn smooth(log_p: &[f32], costs: &[f64]) -> Vec<usize> {
    let classes = costs.len();
    if classes == 0 {
        return Vec::new();
    }
    let rows = log_p.len() / classes;
    let mut best: Vec<f64> = vec![0.0; classes];
    // For each row and class, the class of the row before.
    let mut from: Vec<u16> = Vec::with_capacity(rows * classes);
    for (row, log_p) in log_p.chunks_exact(classes).enumerate() {
        let leave = |class: usize| best[class] - 0.5 * costs[class];
        let left = (1..classes).fold(0, |a, b| if leave(b) > leave(a) { b } else { a });
        let change = leave(left);
        let next = best.iter().zip(costs).zip(log_p).enumerate();
        let next = next.map(|(class, ((stay, cost), log_p))| {
            let enter = change - 0.5 * cost;
            let changes = row > 0 && enter > *stay;
            from.push(u16::try_from(if changes { left } else { class }).unwrap_or(u16::MAX));
            let start = if changes { enter } else { *stay };
            start + f64::from(*log_p)
        });
        best = next.collect();
    }
    let mut class = (1..classes).fold(0, |a, b| if best[b] > best[a] { b } else { a });
    let mut path = vec![0; rows];
    for (row, at) in path.iter_mut().enumerate().rev() {
        *at = class;
        class = usize::from(from[row * classes + class]);
    }
    path
}

/// Returns the runs of equal classes.
pub(crate) fn runs(classes: &[usize]) -> Vec<Run> {
    let mut start = 0;
    let chunks = classes.chunk_by(|a, b| a == b).map(|chunk| {
        let run = Run {
            class: chunk[0],
            start,
            stop: start + chunk.len(),
        };
        start = run.stop;
        run
    });
    chunks.collect()
}

/// Returns the parts of a run about which nothing is known.
pub(crate) fn open_parts(run: Run, is_open: &impl Fn(usize) -> bool) -> Vec<Run> {
    let open: Vec<usize> = (run.start..run.stop)
        .map(|row| usize::from(is_open(row)))
        .collect();
    let parts = runs(&open).into_iter().filter(|part| part.class == 1);
    let parts = parts.map(|part| Run {
        class: run.class,
        start: run.start + part.start,
        stop: run.start + part.stop,
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use footwork_testkit::Random;

    use super::{runs, smooth};

    fn score(path: &[usize], log_p: &[f32], costs: &[f64]) -> f64 {
        let rows = log_p.chunks_exact(costs.len()).zip(path);
        let gain: f64 = rows.map(|(log_p, class)| f64::from(log_p[*class])).sum();
        let pairs = path.windows(2).filter(|pair| pair[0] != pair[1]);
        gain - pairs
            .map(|p| 0.5 * (costs[p[0]] + costs[p[1]]))
            .sum::<f64>()
    }

    #[test]
    fn no_other_path_is_better() {
        for case in 0..50 {
            let mut random = Random::for_case("viterbi", case);
            let (rows, classes) = (7, 3);
            let log_p: Vec<f32> = (0..rows * classes)
                .map(|_| footwork_base::to_f32(-3.0 * random.unit()))
                .collect();
            let costs: Vec<f64> = (0..classes).map(|_| random.between(0.1, 3.0)).collect();
            let found = smooth(&log_p, &costs);
            let best = score(&found, &log_p, &costs);
            for number in 0..3_usize.pow(7) {
                let path: Vec<usize> = (0..7).map(|row| number / 3_usize.pow(row) % 3).collect();
                assert!(score(&path, &log_p, &costs) <= best + 1e-9);
            }
        }
    }

    #[test]
    fn runs_are_where_classes_change() {
        let found = runs(&[0, 0, 2, 2, 2, 1]);
        let found: Vec<_> = found.iter().map(|r| (r.class, r.start, r.stop)).collect();
        assert_eq!(found, [(0, 0, 2), (2, 2, 5), (1, 5, 6)]);
        assert!(runs(&[]).is_empty());
    }
}
