//! Opens any bytes as an index of poses. An accepted index is written so that it opens again, and each search result
//! has the stated cost. Each input is opened unchanged, and again with a correct checksum.

#![no_main]

use footwork_matching::{Filter, Index, Match, PoseId, Search};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    check(data.to_vec());
    if let Some((content, _)) = data.split_last_chunk::<4>() {
        let mut file = content.to_vec();
        file.extend(crc32fast::hash(content).to_le_bytes());
        check(file);
    }
});

fn check(file: Vec<u8>) {
    let Ok(index) = Index::from_bytes(file) else {
        return;
    };
    let written = Index::from_bytes(index.to_bytes()).unwrap();
    assert_eq!(written.stamp(), index.stamp());
    let goal = vec![0.25; index.schema().feature_count()];
    let mut features = goal.clone();
    let poses: Vec<PoseId> = index.candidates().take(64).collect();
    for &pose in &poses {
        assert!(index.is_candidate(pose) && index.features(pose, &mut features));
    }
    let nothing = Filter::new(&index, []);
    let search = Search {
        filter: Some(&nothing),
        ..Search::default()
    };
    let mut found = [Match::default(); 3];
    if let Ok(count) = index.top(&goal, &search, &mut found) {
        assert_eq!(count, 0);
    }
    if let Ok(count) = index.top(&goal, &Search::default(), &mut found) {
        for found in &found[..count] {
            let cost = index.cost(found.pose, &goal, &Search::default());
            assert_eq!(cost, Ok(Some(found.cost)));
        }
    }
}
