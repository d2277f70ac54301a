//! Compares the places found by `similar` with the places of an oracle that compares frames pair by
//! pair.

use std::path::Path;

use footwork_library::Library;
use footwork_testkit::Random;

use super::*;

/// The oracle for `similar`: compares every range directly, without caches.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "frames of the samples"
)]
fn plain(compared: &Compared, asked: &Similar) -> Vec<(ClipId, FrameRange)> {
    let (index, rate) = compared.index.as_ref().unwrap();
    let schema = index.schema();
    let features = |place: usize, frame: u32| {
        let mut row = vec![0.0; schema.feature_count()];
        let pose = PoseId {
            clip: footwork_matching::ClipId::from_index(place).unwrap(),
            frame,
            mirrored: false,
        };
        index.features(pose, &mut row).then_some(row)
    };
    let scale = |feature: usize| {
        let mut groups = schema.groups().iter();
        let mut left = feature;
        let group = groups.find(
            |group| match left.checked_sub(group.source.feature_count()) {
                Some(less) => {
                    left = less;
                    false
                }
                None => true,
            },
        );
        group.unwrap().weight / index.feature_deviation(feature)
    };
    let given = *compared.places.get(&asked.clip).unwrap();
    let secs = |frames: u32, rate: FrameRate| f64::from(frames) / rate.as_f64();
    let at = |secs: f64, rate: FrameRate| (secs * rate.as_f64() + 0.5) as u32;
    let own = compared.clips[given];
    let first = at(secs(asked.frames.start(), own.rate), *rate);
    let last = at(secs(asked.frames.frame_count() - 1, own.rate), *rate);
    let samples = (last + 1).min(16);
    let offsets: Vec<u32> = (0..samples)
        .map(|i| i * last / (samples - 1).max(1))
        .collect();
    let count = index.clips()[given].frame_count();
    let wrapped = |frame: u32| {
        if own.loops {
            frame % count
        } else {
            frame.min(count - 1)
        }
    };
    let goals: Vec<Vec<f32>> = (offsets.iter().map(|offset| first + offset))
        .map(|frame| features(given, wrapped(frame)).unwrap())
        .collect();
    let mut all = Vec::new();
    for (place, clip) in compared.clips.iter().enumerate() {
        for start in 0..index.clips()[place].frame_count() {
            let rows: Option<Vec<Vec<f32>>> = offsets
                .iter()
                .map(|offset| features(place, start + offset))
                .collect();
            let Some(rows) = rows else { continue };
            let mut cost = 0.0f32;
            for (row, goal) in rows.iter().zip(&goals) {
                let mut of_frame = 0.0f32;
                for feature in 0..row.len() {
                    let difference = (row[feature] - goal[feature]) * scale(feature);
                    of_frame += difference * difference;
                }
                cost += of_frame;
            }
            let first = at(secs(start, *rate), clip.rate).min(clip.frames - 1);
            let length = match asked.frames.frame_count() {
                1 => 1,
                frames => at(secs(frames, own.rate), clip.rate).max(1),
            };
            let range = FrameRange::new(first, (first + length).min(clip.frames)).unwrap();
            all.push((cost, place, start, range));
        }
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut chosen = vec![(given, asked.frames)];
    for (_, place, _, range) in all {
        let clip = compared.clips[place];
        let is_near = |other: FrameRange| {
            let round = i64::from(clip.frames) - 1;
            let shifts = if clip.loops {
                vec![-round, 0, round]
            } else {
                vec![0]
            };
            shifts.into_iter().any(|shift| {
                let (start, stop) = (
                    i64::from(range.start()) + shift,
                    i64::from(range.stop()) + shift,
                );
                // The number of frames from the last frame of one range to the first frame of the
                // other.
                let gap =
                    (start - i64::from(other.stop()) + 1).max(i64::from(other.start()) - stop + 1);
                gap as f64 / clip.rate.as_f64() <= 0.5
            })
        };
        if chosen.len() <= asked.count as usize
            && !chosen
                .iter()
                .any(|(other, range)| *other == place && is_near(*range))
        {
            chosen.push((place, range));
        }
    }
    let mut found: Vec<_> = chosen[1..]
        .iter()
        .map(|(place, range)| (compared.clips[*place].id, *range))
        .collect();
    found.sort_unstable();
    found
}

fn compared(library: &Library) -> Compared {
    let mut builder = IndexBuilder::new(schema().unwrap().1);
    let mut clips = Vec::new();
    for (id, entry) in library.clips().iter() {
        let clip = PoseClip {
            id,
            name: &entry.name,
            frames: entry.frames,
            rate: entry.rate,
            motion: &library.motion_source(id),
        };
        let loops = add(&mut builder, &clip).unwrap();
        clips.push(ComparedClip {
            id,
            frames: entry.frames,
            rate: entry.rate,
            loops,
        });
    }
    Compared::new(builder.build(), schema().unwrap().0, clips, Vec::new())
}

#[test]
fn places_agree_with_the_oracle() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let library = Library::open(&samples).unwrap();
    let compared = compared(&library);
    assert!(
        compared.clips.iter().any(|clip| clip.loops),
        "no loop is compared"
    );
    let rates: std::collections::BTreeSet<_> = compared
        .clips
        .iter()
        .map(|clip| clip.rate.to_string())
        .collect();
    assert!(rates.len() > 1, "all clips have the rate {rates:?}");
    let mut random = Random::for_case("places_are_those_of_the_definition", 0);
    for round in 0..30 {
        let clip = compared.clips[random.below(compared.clips.len())];
        let start = random.below_32(clip.frames);
        let room = (clip.frames - start).min(if round % 2 == 0 { 1 } else { 90 });
        let length = 1 + random.below_32(room);
        let asked = Similar {
            clip: clip.id,
            frames: FrameRange::new(start, start + length).unwrap(),
            count: [1, 7, 1000][round % 3],
        };
        let found = compared.similar(&asked);
        let mut expected = plain(&compared, &asked);
        expected.sort_unstable();
        let mut places: Vec<(ClipId, FrameRange)> = found
            .iter()
            .map(|place| (place.clip, place.range))
            .collect();
        places.sort_unstable();
        assert_eq!(places, expected, "{asked:?}");
        assert!(
            asked.count > 7 || found.len() == asked.count as usize,
            "{asked:?}"
        );
        let distances: Vec<f32> = found.iter().map(|place| place.distance).collect();
        assert!(distances.is_sorted(), "{asked:?}: {distances:?}");
        assert!(
            distances
                .iter()
                .all(|distance| (0.0..20.0).contains(distance))
        );
    }
}
