//! The map from times of the old clip to times of the new clip.

use super::number::of_index;
use super::warp::Piecewise;

/// The gap at a time is the root mean square of the gaps within this time before and after it, in seconds. At low frame
/// rates, 1.5 frames before and after are used instead.
const NEARBY_SECS: f64 = 0.15;

/// A map from the frames of an old clip to the frames of a new one. Fractional frames are times between frames.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeMap {
    pub(super) course: MapCourse,
    /// Pairs of an old frame and its gap, ascending by frame. The gap is the distance from the old pose to the new pose
    /// at the mapped frame, in metres. Frames that the new clip lacks are left out.
    pub(super) gaps: Vec<(f64, f64)>,
    /// The frame rate of the old clip.
    pub(super) old_rate: f64,
}

/// The course of time under a map.
#[derive(Clone, Debug, PartialEq)]
pub enum MapCourse {
    /// Constant speed: the new frame is `scale · old + offset`.
    Even {
        /// New frames per old frame.
        scale: f64,
        /// The new frame of old frame 0; negative if the beginning was cut.
        offset: f64,
        /// The standard deviation of the new frames, which is the same for all of them.
        deviation_frames: f64,
    },
    /// A varying speed.
    Varying {
        /// Pairs of an old frame and its new frame, both ascending.
        points: Vec<(f64, f64)>,
        /// The standard deviation of each new frame.
        deviations_frames: Vec<f64>,
    },
    /// Constant speed, with old frames cut out of the middle.
    Cut {
        /// New frames per old frame.
        scale: f64,
        /// The remaining pieces, in order. There are at least two, and neither their old nor their new frames overlap.
        pieces: Vec<MapPiece>,
    },
}

/// Consecutive frames that are in both clips.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapPiece {
    /// The first old frame.
    pub from: f64,
    /// The old frame after the last.
    pub until: f64,
    /// The offset of the piece's frames: the new frame is `scale · old + offset`.
    pub offset: f64,
    /// The frames that certainly belong to this piece. Other frames of the piece may belong to a neighbouring piece,
    /// because the poses near the cut do not show exactly where it is. Infinite on a side without a neighbouring piece.
    pub sure: OldFrames,
    /// The standard deviation of a new frame.
    pub deviation_frames: f64,
}

/// A range of frames of the old clip, which may be fractional.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OldFrames {
    /// The first frame.
    pub from: f64,
    /// The frame after the last.
    pub until: f64,
}

/// The position of an old frame in the new clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MappedFrame {
    /// The frame of the new clip; may lie before its start or past its end.
    pub frame: f64,
    /// The standard deviation, in frames of the new clip.
    pub deviation_frames: f64,
    /// The distance between the poses of the two clips around this frame, in metres; `None` if no frame nearby is in
    /// both clips.
    pub gap_m: Option<f64>,
}

impl TimeMap {
    /// Returns the course of time.
    pub fn course(&self) -> &MapCourse {
        &self.course
    }

    /// Returns the frame of the new clip that corresponds to an old frame. Past the ends of the map, time continues at
    /// the mean speed.
    pub fn new_of_old(&self, old: f64) -> f64 {
        match &self.course {
            MapCourse::Even { scale, offset, .. } => scale * old + offset,
            MapCourse::Varying { points, .. } => Piecewise::new(points).at(old),
            MapCourse::Cut { scale, pieces } => match around(pieces, |piece| piece.from <= old) {
                (Some(piece), None) => scale * old + piece.offset,
                // Frames that were cut out map to the position of the cut.
                (Some(piece), Some(_)) => scale * old.min(piece.until) + piece.offset,
                (None, next) => scale * old + next.map_or(0.0, |piece| piece.offset),
            },
        }
    }

    /// Returns the old frames cut out of the middle.
    pub fn cut_out(&self) -> Vec<OldFrames> {
        let pieces = match &self.course {
            MapCourse::Cut { pieces, .. } => pieces.as_slice(),
            MapCourse::Even { .. } | MapCourse::Varying { .. } => &[],
        };
        let seams = pieces.windows(2);
        let cut = |pair: &[MapPiece]| OldFrames {
            from: pair[0].until,
            until: pair[1].from,
        };
        seams.map(cut).collect()
    }

    /// Returns the new frame of an old frame, with its accuracy.
    pub fn place(&self, old: f64) -> MappedFrame {
        let deviation_frames = match &self.course {
            MapCourse::Even {
                deviation_frames, ..
            } => *deviation_frames,
            MapCourse::Varying {
                points,
                deviations_frames,
            } => {
                let after = points.partition_point(|point| point.0 < old);
                let nearest = [after.saturating_sub(1), after];
                let nearest = nearest
                    .into_iter()
                    .filter_map(|at| deviations_frames.get(at));
                nearest.copied().fold(0.0, f64::max)
            }
            MapCourse::Cut { scale, pieces } => {
                let piece = match around(pieces, |piece| piece.from <= old) {
                    (Some(piece), _) | (None, Some(piece)) => piece,
                    (None, None) => return self.nowhere(old),
                };
                let up_to_cut = old.min(piece.until);
                let is_sure = piece.sure.from - 1e-6 <= old && up_to_cut <= piece.sure.until + 1e-6;
                let whole = scale * (piece.until - piece.from);
                if is_sure {
                    piece.deviation_frames
                } else {
                    whole.max(piece.deviation_frames)
                }
            }
        };
        MappedFrame {
            frame: self.new_of_old(old),
            deviation_frames,
            gap_m: self.gap(old),
        }
    }

    /// Returns the old frame that a frame of the new clip came from.
    pub fn old_of_new(&self, new: f64) -> f64 {
        match &self.course {
            MapCourse::Even { scale, offset, .. } => (new - offset) / scale,
            MapCourse::Varying { points, .. } => {
                let swapped: Vec<_> = points.iter().map(|(old, new)| (*new, *old)).collect();
                Piecewise::new(&swapped).at(new)
            }
            MapCourse::Cut { scale, pieces } => {
                let starts = |piece: &MapPiece| scale * piece.from + piece.offset <= new;
                let offset = match around(pieces, starts) {
                    (Some(piece), _) | (None, Some(piece)) => piece.offset,
                    (None, None) => 0.0,
                };
                (new - offset) / scale
            }
        }
    }

    fn nowhere(&self, old: f64) -> MappedFrame {
        MappedFrame {
            frame: self.new_of_old(old),
            deviation_frames: f64::INFINITY,
            gap_m: None,
        }
    }

    /// Returns an old frame near `old` that is in both clips. If `old` was cut out of the middle, returns the last
    /// shared frame before the cut. Otherwise returns `old`, clamped to the range from the first shared frame to the
    /// last.
    pub(super) fn nearest_shared(&self, old: f64) -> f64 {
        let cut = self.cut_out().into_iter();
        let mut cut = cut.filter(|cut| (cut.from..cut.until).contains(&old));
        if let Some(cut) = cut.next() {
            let before = self.gaps.partition_point(|(at, _)| *at < cut.from);
            return self.gaps[..before].last().map_or(cut.from, |(at, _)| *at);
        }
        match self.gaps.as_slice() {
            [(only, _)] => *only,
            [(first, _), .., (last, _)] => old.clamp(*first, *last),
            [] => old,
        }
    }

    /// Returns the number of new frames per old frame, from the first frame that is in both clips
    /// to the last.
    pub fn mean_scale(&self) -> f64 {
        match (&self.course, self.gaps.as_slice()) {
            (MapCourse::Varying { .. }, [(first, _), .., (last, _)]) => {
                (self.new_of_old(*last) - self.new_of_old(*first)) / (last - first)
            }
            (MapCourse::Varying { .. }, _) => 1.0,
            (MapCourse::Even { scale, .. } | MapCourse::Cut { scale, .. }, _) => *scale,
        }
    }

    /// Returns the root mean square distance between matched poses, in metres.
    pub fn residual_m(&self) -> f64 {
        let squares: f64 = self.gaps.iter().map(|(_, gap)| gap * gap).sum();
        (squares / of_index(self.gaps.len().max(1))).sqrt()
    }

    fn gap(&self, old: f64) -> Option<f64> {
        let reach = (NEARBY_SECS * self.old_rate).max(1.5);
        let from = self.gaps.partition_point(|(at, _)| *at < old - reach);
        let near = self.gaps.get(from..)?.iter();
        let near = near.take_while(|(at, _)| *at <= old + reach);
        let (count, squares) = near.fold((0, 0.0), |(count, sum), (_, gap)| {
            (count + 1, sum + gap * gap)
        });
        (count > 0).then(|| (squares / f64::from(count)).sqrt())
    }
}

/// Returns the last of the leading pieces for which `holds` is true, and the piece after it.
fn around(
    pieces: &[MapPiece],
    holds: impl Fn(&MapPiece) -> bool,
) -> (Option<&MapPiece>, Option<&MapPiece>) {
    let count = pieces.partition_point(holds);
    (pieces[..count].last(), pieces.get(count))
}
