//! Profiles: 64 sets of widths, trained for each file. Each component of a segment uses one of them.

use std::collections::BTreeMap;

use crate::layout::PROFILES;
use crate::tree::LEVELS;

/// The widths of the four levels.
pub(super) type Widths = [u8; LEVELS];

/// Training considers at most this number of different needs, the most frequent ones.
const MAX_CANDIDATES: usize = 600;
const ROUNDS: usize = 4;

/// Returns the number of bits of all differences of a component.
pub(super) fn bits(widths: Widths) -> u64 {
    let levels = widths.iter().enumerate();
    levels
        .map(|(level, width)| u64::from(*width) << level)
        .sum()
}

fn covers(profile: Widths, need: Widths) -> bool {
    profile.iter().zip(need).all(|(width, need)| *width >= need)
}

/// Returns the number of the cheapest profile that covers a need. The last profile covers every need.
pub(super) fn choose(profiles: &[Widths; PROFILES], need: Widths) -> usize {
    let all = profiles.iter().enumerate();
    let fitting = all.filter(|(_, profile)| covers(**profile, need));
    let best = fitting.min_by_key(|(number, profile)| (bits(**profile), *number));
    best.map_or(PROFILES - 1, |(number, _)| number)
}

/// Returns profiles that cost few bits for these needs. Each need is given with its number of uses. The method is
/// greedy: it adds the profile that saves the most bits until there are 64, and then shrinks each profile to the needs
/// that use it.
pub(super) fn train(needs: &BTreeMap<Widths, u64>) -> [Widths; PROFILES] {
    let mut largest = [0; LEVELS];
    for need in needs.keys() {
        largest = std::array::from_fn(|level| largest[level].max(need[level]));
    }
    let mut frequent: Vec<(Widths, u64)> = needs.iter().map(|(need, n)| (*need, *n)).collect();
    frequent.sort_by_key(|(need, count)| (std::cmp::Reverse(*count), *need));
    frequent.truncate(MAX_CANDIDATES);
    let mut costs = vec![bits(largest); frequent.len()];
    let mut chosen: Vec<Widths> = Vec::with_capacity(PROFILES);
    while chosen.len() + 1 < PROFILES {
        let saved = |profile: Widths| -> u64 {
            let users = frequent.iter().zip(&costs);
            let users = users.filter(|((need, _), _)| covers(profile, *need));
            users
                .map(|((_, count), cost)| count * cost.saturating_sub(bits(profile)))
                .sum()
        };
        let scored = frequent.iter().map(|(need, _)| (saved(*need), *need));
        let Some((gain, best)) = scored.max() else {
            break;
        };
        if gain == 0 {
            break;
        }
        for ((need, _), cost) in frequent.iter().zip(&mut costs) {
            if covers(best, *need) {
                *cost = (*cost).min(bits(best));
            }
        }
        chosen.push(best);
    }
    chosen.resize(PROFILES, largest);
    let mut profiles = [largest; PROFILES];
    profiles.copy_from_slice(&chosen);
    for _ in 0..ROUNDS {
        let mut shrunk = [[0; LEVELS]; PROFILES];
        for need in needs.keys() {
            let own = &mut shrunk[choose(&profiles, *need)];
            *own = std::array::from_fn(|level| own[level].max(need[level]));
        }
        shrunk[PROFILES - 1] = largest;
        profiles = shrunk;
    }
    profiles
}
