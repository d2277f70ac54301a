//! Computes the features of poses from the tracks of a clip.

use crate::motion_clip::Root;
use crate::schema::{Schema, Source};
use crate::tracks::Tracks;
use crate::vector::{Vec3, scale, sub, to_f32};

/// Appends the features of a frame to `row`, in the order of the schema.
pub(crate) fn write(
    schema: &Schema,
    tracks: &Tracks,
    frame: usize,
    is_loop: bool,
    row: &mut Vec<f32>,
) {
    let rate = to_f32(schema.rate().as_f64());
    let place = frame + 1;
    let root = tracks.root[place];
    for (group, track) in schema.groups().iter().zip(&tracks.groups) {
        match &group.source {
            Source::Position(_) => {
                let [x, z] = root.position_m;
                row.extend(in_character(&root, sub(track[place], [x, 0.0, z])));
            }
            Source::Velocity(_) => {
                // The difference is one-sided at the ends, because the frames beyond are unknown.
                let before = if frame > 0 || is_loop {
                    place - 1
                } else {
                    place
                };
                let has_next = frame + 1 < tracks.frames || is_loop;
                let after = if has_next { place + 1 } else { place };
                let way = sub(track[after], track[before]);
                let per_sec = match after - before {
                    2 => 0.5 * rate,
                    1 => rate,
                    _ => 0.0,
                };
                row.extend(in_character(&root, scale(way, per_sec)));
            }
            Source::TrajectoryPosition { horizons_frames } => {
                for &ahead in horizons_frames {
                    let [x, z] = tracks.root[place + ahead as usize].position_m;
                    let way = [x - root.position_m[0], 0.0, z - root.position_m[1]];
                    let [x, _, z] = in_character(&root, way);
                    row.extend([x, z]);
                }
            }
            Source::TrajectoryDirection { horizons_frames } => {
                for &ahead in horizons_frames {
                    let [x, z] = tracks.root[place + ahead as usize].facing;
                    let [x, _, z] = in_character(&root, [x, 0.0, z]);
                    row.extend([x, z]);
                }
            }
            Source::Channel { .. } => row.push(track[place][0]),
        }
    }
}

/// Rotates a world direction into the space of the character, with x to its left and z ahead.
fn in_character(root: &Root, [x, y, z]: Vec3) -> Vec3 {
    let [ahead_x, ahead_z] = root.facing;
    [x * ahead_z - z * ahead_x, y, x * ahead_x + z * ahead_z]
}
