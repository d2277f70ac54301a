//! Opens any bytes as a recording of a character. The poses and indices of an accepted recording must lie within its
//! own tables. Each input is opened unchanged, and again with a correct length and checksum.

#![no_main]

use footwork_matching::{PoseId, Recording};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    check(data);
    let mut file = data.to_vec();
    let length = (file.len() as u64 + 4).to_le_bytes();
    if let Some(place) = file.get_mut(16..24) {
        place.copy_from_slice(&length);
        file.extend(crc32fast::hash(&file).to_le_bytes());
        check(&file);
    }
});

fn check(file: &[u8]) {
    let Ok(recording) = Recording::from_bytes(file) else {
        return;
    };
    let clips = recording.clips();
    let has = |pose: PoseId| {
        let clip = &clips[pose.clip.number() as usize];
        pose.frame < clip.frame_count() && (clip.has_mirrored() || !pose.mirrored)
    };
    for frame in recording.frames() {
        assert!(has(frame.pose) && frame.dt_secs >= 0.0);
        assert!(frame.root.position_m.iter().all(|number| number.is_finite()));
        assert!(frame.search.is_none_or(|search| search < recording.searches().len()));
    }
    for search in recording.searches() {
        assert!(has(search.from) && has(search.to) && search.frame < recording.frames().len());
        assert!(search.filter.is_none_or(|filter| filter < recording.filters().len()));
        assert!(search.candidates.iter().all(|candidate| has(candidate.found.pose)));
        assert_eq!(search.goal.len(), recording.schema().feature_count());
    }
}
