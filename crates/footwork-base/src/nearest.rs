//! "Did you mean …": the known name nearest to an unknown one.

/// The candidate nearest to `name`, when one is near enough to be what was meant.
///
/// Distance is Damerau-Levenshtein (a swap of neighbours counts 1), without regard to ASCII case.
/// Near enough is at most a third of the longer name's characters, at least 1, and never all. The first of
/// equally near candidates wins.
///
/// ```
/// use footwork_base::nearest;
///
/// let tags = ["Gait.Run", "Gait.Walk", "Style"];
/// assert_eq!(nearest("Gait.Rnu", tags), Some("Gait.Run"));
/// assert_eq!(nearest("gait.walk", tags), Some("Gait.Walk"));
/// assert_eq!(nearest("Elephant", tags), None);
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    if length > LONGEST {
        return None;
    }
    let lower = name.to_ascii_lowercase();
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let candidate_length = candidate.chars().count();
        let limit = (length.max(candidate_length) / 3).max(1);
        // The lengths alone already cost this many edits.
        if length.abs_diff(candidate_length) > limit {
            continue;
        }
        let distance = strsim::osa_distance(&lower, &candidate.to_ascii_lowercase());
        let shares_something = distance < length.max(candidate_length);
        if shares_something && distance <= limit && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Longer words are not typing mistakes of a name, and comparing them costs their product.
const LONGEST: usize = 256;
