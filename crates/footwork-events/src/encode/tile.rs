//! Computes the signals of a few frames, one track after another.

use std::ops::Range;

use footwork_base::{FrameRate, SimdWork, SupportedLevel, to_f32};

use super::changes::{Change, Changes};
use super::clock::Clock;
use super::frames::{place, signed};
use super::kernel::Kernel;
use super::point::{FRAMES, LANES};
use super::segments::{Segment, Segments};
use super::turns::{Anchor, Turns};
use crate::encoding::Encoding;
use crate::track::EventTrack;

/// Tables of the signal, and scratch memory for one track on a few frames.
pub(super) struct Tile<'a> {
    encoding: &'a Encoding,
    level: SupportedLevel,
    clock: Clock,
    radius: i64,
    turns: Turns,
    changes: Changes,
    /// The factor by which smoothing shortens a turning point.
    gain: f64,
    /// The number of frames computed at a time.
    frames: usize,
    /// The sine and the cosine of each frame, including `margin` frames before the first frame and after the last.
    pairs: Vec<f64>,
    /// The number of frames on each side that a change can affect.
    margin: usize,
    segments: Vec<Segment>,
    pieces: Vec<Piece>,
    enters: Vec<Change>,
    leaves: Vec<Change>,
}

/// Frames of a tile on which a point turns. All are computed from one anchor.
#[derive(Clone, Copy, Debug)]
struct Piece {
    start: i64,
    stop: i64,
    anchor: Anchor,
}

impl<'a> Tile<'a> {
    pub(super) fn new(
        encoding: &'a Encoding,
        kernel: &Kernel,
        rate: FrameRate,
        frames: usize,
    ) -> Self {
        let radians = encoding.angle(rate.period_secs());
        let margin = 2 * kernel.radius() + FRAMES;
        Self {
            encoding,
            level: SupportedLevel::detect(),
            clock: Clock::new(rate),
            radius: signed(kernel.radius()),
            turns: Turns::new(encoding, rate),
            changes: Changes::new(kernel, radians),
            gain: kernel.gain(radians),
            frames,
            pairs: vec![0.0; 2 * (frames + 2 * margin)],
            margin,
            segments: Vec::new(),
            pieces: Vec::new(),
            enters: Vec::new(),
            leaves: Vec::new(),
        }
    }

    /// Returns the tile at the SIMD level `level`; `None` if the processor lacks the level.
    #[cfg(test)]
    pub(super) fn with_level(self, level: footwork_base::SimdLevel) -> Option<Self> {
        let level = SupportedLevel::new(level)?;
        Some(Self { level, ..self })
    }

    /// Fills rows with the signals of tracks, starting at frame 0.
    pub(super) fn encode(&mut self, tracks: &[EventTrack], rows: &mut [f32]) {
        let level = self.level;
        level.run(Rows {
            tile: self,
            tracks,
            rows,
        });
    }

    #[inline(always)]
    fn fill_rows(&mut self, tracks: &[EventTrack], rows: &mut [f32]) {
        let width = 2 * tracks.len();
        let segments = |track| Segments::new(track, self.clock, self.encoding);
        let mut tracks: Vec<Segments<'_>> = tracks.iter().map(segments).collect();
        let mut first = 0;
        for rows in rows.chunks_mut(self.frames * width) {
            let frames = first..first + signed(rows.len() / width);
            for (column, track) in tracks.iter_mut().enumerate() {
                self.fill(track, &frames);
                let pairs = self.pairs[2 * self.margin..].as_chunks::<2>().0;
                for (row, [sine, cosine]) in rows.chunks_exact_mut(width).zip(pairs) {
                    if let Some(pair) = row[2 * column..].first_chunk_mut::<2>() {
                        *pair = [to_f32(*sine), to_f32(*cosine)];
                    }
                }
            }
            first = frames.end;
        }
    }

    /// Computes a run of frames of a track.
    #[inline(always)]
    fn fill(&mut self, track: &mut Segments<'_>, frames: &Range<i64>) {
        let read = frames.start - self.radius..frames.end + self.radius;
        track.read(&read, frames.end - self.radius, &mut self.segments);
        self.plan(frames);
        stand(&mut self.pairs);
        let first = frames.start - signed(self.margin);
        for piece in &self.pieces {
            let pairs = &mut self.pairs[2 * place(piece.start - first)..];
            let count = place(piece.stop - piece.start);
            let chunks = &mut pairs.as_chunks_mut().0[..count.div_ceil(FRAMES)];
            let points = self.turns.points(&piece.anchor, piece.start);
            for (chunk, points) in chunks.iter_mut().zip(points) {
                *chunk = points;
            }
            // The last chunk may have written a few frames past the end.
            stand(&mut pairs[2 * count..][..LANES]);
        }
        // The first and the last segment are cut off far enough outside that their cut ends affect no frame. Changes of
        // the same kind are far apart, so none waits for the memory writes of the previous change.
        for change in self.enters.iter().chain(&self.leaves) {
            self.changes.add(change, first, &mut self.pairs);
        }
    }

    /// Finds the segments on which points turn, and the frames on which they start and stop.
    #[inline(always)]
    fn plan(&mut self, frames: &Range<i64>) {
        self.pieces.clear();
        self.enters.clear();
        self.leaves.clear();
        for segment in &self.segments {
            let mut from = segment.start;
            let mut anchor = self.turns.anchor(segment, from);
            let point = self.turns.point(&anchor, from);
            self.enters.push(Change::to_turning(from, point));
            loop {
                let to = segment.stop.min(anchor.end());
                let (start, stop) = (from.max(frames.start), to.min(frames.end));
                if start < stop {
                    let anchor = anchor.scaled(self.gain);
                    self.pieces.push(Piece {
                        start,
                        stop,
                        anchor,
                    });
                }
                if to == segment.stop {
                    break;
                }
                from = to;
                anchor = self.turns.anchor(segment, from);
            }
            let point = self.turns.point(&anchor, segment.stop);
            self.leaves.push(Change::to_still(segment.stop, point));
        }
    }
}

/// Fills rows, with code compiled for each SIMD level.
struct Rows<'a, 'b> {
    tile: &'a mut Tile<'b>,
    tracks: &'a [EventTrack],
    rows: &'a mut [f32],
}

impl SimdWork for Rows<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.tile.fill_rows(self.tracks, self.rows);
    }
}

/// Fills frames with the signal that applies outside the window of every event.
#[inline(always)]
fn stand(pairs: &mut [f64]) {
    pairs.as_chunks_mut().0.fill([0.0, -1.0]);
}
