//! One-to-one assignment of humans to candidates.

/// Pairs rows and columns one to one. Repeatedly takes the pair with the greatest key among the unpaired rows and
/// columns. Among equal keys it takes the pair with the first row, then the first column. Pairs without a key are never
/// made. `pairs[row]` becomes the column, or `None`.
///
/// So the chosen keys, in falling order, are lexicographically the greatest of all assignments. The human with the most
/// to gain comes first and gets the best player, and a human with little to gain stays. This does not maximise the sum
/// of the keys: for a larger sum, several humans might move although one is enough. If all keys are positive, their sum
/// is at least half of the largest possible sum.
pub(super) fn assign<K: Ord>(
    rows: usize,
    columns: usize,
    pairs: &mut Vec<Option<usize>>,
    key: impl Fn(usize, usize) -> Option<K>,
) {
    pairs.clear();
    pairs.resize(rows, None);
    for _ in 0..rows.min(columns) {
        let mut best: Option<(K, usize, usize)> = None;
        for row in (0..rows).filter(|row| pairs[*row].is_none()) {
            for column in (0..columns).filter(|column| !pairs.contains(&Some(*column))) {
                let Some(key) = key(row, column) else {
                    continue;
                };
                if best.as_ref().is_none_or(|(max, ..)| key > *max) {
                    best = Some((key, row, column));
                }
            }
        }
        let Some((_, row, column)) = best else { break };
        pairs[row] = Some(column);
    }
}

#[cfg(test)]
mod tests {
    use super::assign;
    use proptest::prelude::*;

    type Keys = Vec<Vec<Option<i64>>>;

    /// Returns every one-to-one assignment, as its keys in falling order and its columns.
    fn all(keys: &Keys) -> Vec<(Vec<i64>, Vec<Option<usize>>)> {
        let mut found = vec![(Vec::new(), Vec::new())];
        for row in keys {
            let mut more = Vec::new();
            for (values, pairs) in &found {
                let with = |column: Option<usize>, value: Option<i64>| {
                    let mut values: Vec<i64> = values.iter().copied().chain(value).collect();
                    values.sort_unstable_by(|a, b| b.cmp(a));
                    let pairs: Vec<Option<usize>> = pairs.iter().copied().chain([column]).collect();
                    (values, pairs)
                };
                more.push(with(None, None));
                for (column, value) in row.iter().enumerate() {
                    if value.is_some() && !pairs.contains(&Some(column)) {
                        more.push(with(Some(column), *value));
                    }
                }
            }
            found = more;
        }
        found
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn the_assignment_is_the_lexicographically_greatest_and_half_the_sum(
            keys in (1..4usize, 1..5usize).prop_flat_map(|(rows, columns)| {
                prop::collection::vec(
                    prop::collection::vec(prop::option::weighted(0.8, 1..40i64), columns), rows)
            })
        ) {
            let columns = keys[0].len();
            let mut pairs = Vec::new();
            assign(keys.len(), columns, &mut pairs, |row, column| keys[row][column]);
            let mut values: Vec<i64> = (pairs.iter().enumerate())
                .filter_map(|(row, pair)| keys[row][(*pair)?])
                .collect();
            values.sort_unstable_by(|a, b| b.cmp(a));

            let all = all(&keys);
            // Equal keys may leave different keys for later pairs, so all keys are compared only if they are distinct.
            let mut flat: Vec<i64> = keys.iter().flatten().filter_map(|key| *key).collect();
            let count = flat.len();
            flat.sort_unstable();
            flat.dedup();
            let greatest = all.iter().max_by_key(|(values, _)| values.clone()).unwrap();
            if flat.len() == count {
                prop_assert_eq!(&values, &greatest.0);
                prop_assert_eq!(&pairs, &greatest.1);
            }
            prop_assert_eq!(values.first(), greatest.0.first());
            let most: i64 = all.iter().map(|(values, _)| values.iter().sum()).max().unwrap();
            prop_assert!(2 * values.iter().sum::<i64>() >= most);
            prop_assert!(all.iter().any(|(_, other)| *other == pairs));
        }
    }

    #[test]
    fn ties_go_to_the_first_row_and_column() {
        let mut pairs = Vec::new();
        assign(2, 3, &mut pairs, |_, column| (column > 0).then_some(7));
        assert_eq!(pairs, [Some(1), Some(2)]);
        assign(2, 0, &mut pairs, |_, _| Some(1));
        assign(0, 2, &mut pairs, |_, _| Some(1));
        assert!(pairs.is_empty());
    }
}
