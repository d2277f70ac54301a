//! Computes the positions of a strip's rows and figures.

use super::figure::seen;
use super::options::{
    MAX_HEIGHT_PIXELS, MAX_WIDTH_PIXELS, MIN_WIDTH_PIXELS, StripError, StripOptions,
};
use crate::canvas::{CHARACTER_HEIGHT, CHARACTER_WIDTH};
use crate::channel::Motion;
use crate::number::to_u32;

/// The margin around the picture.
pub(super) const MARGIN: f64 = 12.0;
/// The height of the title with its legend.
const TITLE_HEIGHT: f64 = 26.0;
/// The height of the frame number and arrow below the figures.
const AXIS_HEIGHT: f64 = 34.0;
/// The height of one lane with its gap.
pub(super) const LANE_HEIGHT: f64 = 16.0;
/// The gap between rows.
const ROW_GAP: f64 = 14.0;
/// The height of the figure of a person 1.8 m tall.
const PERSON_PIXELS: f64 = 130.0;
/// The maximum height of figures, including jumps and climbs.
const MAX_FIGURE_PIXELS: f64 = 260.0;
/// The largest half width of a figure for which cells are made. A character far from its root would otherwise take all
/// the room.
const MAX_HALF_WIDTH_PIXELS: f64 = 115.0;
/// The ground is shown if the clip comes at least this close to y = 0, in metres.
const GROUND_REACH: f64 = 2.0;
/// The number of rows to fill if the spacing of figures is not given.
const CHOSEN_ROWS: u32 = 3;
/// The maximum number of figures per second if their spacing is not given; more would look alike.
const MAX_FIGURES_PER_SEC: f64 = 15.0;

/// The layout, with sizes in pixels and times in frames.
pub(super) struct Layout {
    pub(super) every: u32,
    pub(super) per_row: u32,
    pub(super) rows: u32,
    /// Pixels per metre.
    pub(super) scale: f64,
    /// The highest and lowest visible point, in metres. If the ground is shown, it lies between them.
    high: f64,
    low: f64,
    /// Whether y = 0 is visible.
    pub(super) has_ground: bool,
    /// The left edge of the figures, right of the lane names.
    pub(super) left: f64,
    cell_width: f64,
    lanes: u32,
    pub(super) width: u32,
    pub(super) height: u32,
    /// The height of the strips above.
    pub(super) top: f64,
}

impl Layout {
    pub(super) fn new(motion: &Motion<'_>, options: &StripOptions) -> Result<Self, StripError> {
        let width = options.width;
        if !(MIN_WIDTH_PIXELS..=MAX_WIDTH_PIXELS).contains(&width) {
            return Err(StripError::Width { width });
        }
        if options.every == Some(0) {
            return Err(StripError::EveryZero);
        }
        let frames = motion.clip().frame_count();
        let bounds = Bounds::new(motion, frames);
        let has_ground = bounds.low < GROUND_REACH && bounds.high > -GROUND_REACH;
        let (high, low) = if has_ground {
            (bounds.high.max(0.3), bounds.low.min(0.0))
        } else {
            (bounds.high + 0.3, bounds.low)
        };
        let scale = (PERSON_PIXELS / 1.8).min(MAX_FIGURE_PIXELS / (high - low));
        let label = options
            .lanes
            .iter()
            .map(|lane| lane.label.chars().count())
            .max();
        let label_width = match label {
            Some(characters) => {
                let characters = u32::try_from(characters).unwrap_or(u32::MAX).min(24);
                f64::from(characters) * CHARACTER_WIDTH + 10.0
            }
            None => 0.0,
        };
        let left = MARGIN + label_width.min(f64::from(width) * 0.3);
        let room = f64::from(width) - left - MARGIN;
        // Wide enough for the widest figure and an eight-digit frame number.
        let half_width = (bounds.half_width * scale).min(MAX_HALF_WIDTH_PIXELS);
        let wanted = (half_width * 2.0 + 8.0).clamp(54.0, room);
        let per_row = to_u32((room / wanted - 0.5).max(1.0)).max(1);
        let lanes = u32::try_from(options.lanes.len()).unwrap_or(u32::MAX);
        let every = options
            .every
            .unwrap_or_else(|| chosen_every(frames, per_row, motion.clip().rate().as_f64()));
        let mut layout = Self {
            every,
            per_row,
            rows: 0,
            scale,
            high,
            low,
            has_ground,
            left,
            cell_width: room / f64::from(per_row),
            lanes,
            width,
            height: 0,
            top: 0.0,
        };
        let figures = frames.div_ceil(every);
        // A clip shorter than a row gets wider cells.
        if figures < per_row {
            layout.per_row = figures;
            layout.cell_width = (room / f64::from(figures)).min(wanted * 1.6);
        }
        let frames_per_row = f64::from(layout.per_row) * f64::from(every);
        layout.rows = to_u32(libm::ceil(
            (f64::from(frames) + layout.lead()) / frames_per_row,
        ));
        let height = layout.height_of(layout.rows);
        if height > f64::from(MAX_HEIGHT_PIXELS) {
            return Err(layout.too_high(frames));
        }
        layout.height = to_u32(libm::ceil(height));
        Ok(layout)
    }

    fn height_of(&self, rows: u32) -> f64 {
        MARGIN + TITLE_HEIGHT + f64::from(rows) * (self.row_height() + ROW_GAP) + MARGIN - ROW_GAP
    }

    fn too_high(&self, frames: u32) -> StripError {
        let room = f64::from(MAX_HEIGHT_PIXELS) - self.height_of(0);
        let rows = room / (self.row_height() + ROW_GAP);
        let every = (rows >= 1.0).then(|| {
            let rows = to_u32(rows - 0.5).max(1);
            frames.div_ceil(rows.saturating_mul(self.per_row))
        });
        StripError::TooHigh { every }
    }

    fn figure_height(&self) -> f64 {
        (self.high - self.low) * self.scale + 10.0
    }

    fn row_height(&self) -> f64 {
        self.figure_height() + AXIS_HEIGHT + f64::from(self.lanes) * LANE_HEIGHT + 4.0
    }

    /// Returns the top of a row.
    pub(super) fn row_top(&self, row: u32) -> f64 {
        self.top + MARGIN + TITLE_HEIGHT + f64::from(row) * (self.row_height() + ROW_GAP)
    }

    /// Returns the size of a row's white paper, without lane names.
    pub(super) fn row_size(&self) -> [f64; 2] {
        [f64::from(self.per_row) * self.cell_width, self.row_height()]
    }

    /// Returns the y of the ground in a row.
    pub(super) fn ground(&self, row: u32) -> f64 {
        self.row_top(row) + 5.0 + self.high * self.scale
    }

    /// Returns the top of the frame numbers of a row.
    pub(super) fn axis_top(&self, row: u32) -> f64 {
        self.row_top(row) + self.figure_height() + 2.0
    }

    /// Returns the top of a lane in a row.
    pub(super) fn lane_top(&self, row: u32, lane: u32) -> f64 {
        self.row_top(row) + self.figure_height() + AXIS_HEIGHT + f64::from(lane) * LANE_HEIGHT
    }

    /// Returns the number of frames from the start of a cell to the frame of its figure, which is in the middle of the
    /// cell.
    fn lead(&self) -> f64 {
        (f64::from(self.every) - 1.0) * 0.5
    }

    /// Returns the range of frames on a row's axis, `[start, stop)`. Both may be fractional and may lie outside
    /// the clip.
    pub(super) fn row_frames(&self, row: u32) -> [f64; 2] {
        let frames = f64::from(self.per_row) * f64::from(self.every);
        [row, row + 1].map(|row| f64::from(row) * frames - self.lead())
    }

    /// Returns the left edge of a frame on a row's axis, clamped to the row.
    pub(super) fn edge(&self, row: u32, frame: f64) -> f64 {
        let [first, last] = self.row_frames(row);
        let pixels_per_frame = self.cell_width / f64::from(self.every);
        self.left + (frame.clamp(first, last) - first) * pixels_per_frame
    }

    /// Returns the top of the title text.
    pub(super) fn text_top(&self) -> f64 {
        self.top + MARGIN + (TITLE_HEIGHT - CHARACTER_HEIGHT) * 0.25
    }
}

/// The extent of the drawn figures, in metres.
struct Bounds {
    half_width: f64,
    high: f64,
    low: f64,
}

impl Bounds {
    /// Computes the bounds from a few hundred frames spread over the clip.
    fn new(motion: &Motion<'_>, frames: u32) -> Self {
        let step = (frames / 300).max(1);
        let mut bounds = Self {
            half_width: 0.2,
            high: f64::NEG_INFINITY,
            low: f64::INFINITY,
        };
        for frame in (0..frames).step_by(step as usize) {
            for [x, y] in seen(motion, frame) {
                bounds.half_width = bounds.half_width.max(x.abs());
                bounds.high = bounds.high.max(y);
                bounds.low = bounds.low.min(y);
            }
        }
        bounds
    }
}

/// Returns the smallest round number of frames between figures that fills at most [`CHOSEN_ROWS`] and
/// shows at most [`MAX_FIGURES_PER_SEC`].
fn chosen_every(frames: u32, per_row: u32, rate: f64) -> u32 {
    let filling = frames.div_ceil(per_row.saturating_mul(CHOSEN_ROWS));
    let least = filling.max(to_u32(rate / MAX_FIGURES_PER_SEC)).max(1);
    if let Some(small) = [1, 2, 3, 4, 5, 6, 8]
        .into_iter()
        .find(|&every| every >= least)
    {
        return small;
    }
    let mut step = 1u32;
    loop {
        for tens in [10, 12, 15, 20, 25, 30, 40, 50, 60, 80] {
            let every = step.saturating_mul(tens);
            if every >= least {
                return every;
            }
        }
        step = step.saturating_mul(10);
    }
}
