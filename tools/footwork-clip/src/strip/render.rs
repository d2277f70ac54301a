//! Draws the parts of a strip: title, rows of figures, frame numbers, arrows and lanes.

use super::figure::{Figure, seen};
use super::layout::{LANE_HEIGHT, Layout, MARGIN};
use super::options::{MAX_HEIGHT_PIXELS, StripError, StripOptions};
use super::palette;
use crate::canvas::{CHARACTER_HEIGHT, CHARACTER_WIDTH, Canvas};
use crate::channel::Motion;
use crate::number::to_u32;

/// Draws the strip of a clip and returns the bytes of a PNG file.
///
/// ```
/// # let text = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 1 Yposition\n\
/// #             End Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.5\n1\n1\n";
/// use footwork_clip::{Limits, Motion, StripOptions, draw_strip, read_bvh};
///
/// let (document, _) = read_bvh(text.as_bytes(), &Limits::default()).unwrap();
/// let clip = document.to_clip(1.0).unwrap();
/// let png = draw_strip(&Motion::new(&clip), &StripOptions::default()).unwrap();
/// assert!(png.starts_with(b"\x89PNG"));
/// ```
///
/// # Errors
/// If the width is out of range or the picture would be too high; see [`StripError`].
pub fn draw_strip(motion: &Motion<'_>, options: &StripOptions) -> Result<Vec<u8>, StripError> {
    draw_strips(&[(motion, options)])
}

/// Draws strips below each other, such as two versions of a clip, and returns the bytes of a PNG file.
///
/// # Errors
/// Same as [`draw_strip`], and if there are no strips.
pub fn draw_strips(strips: &[(&Motion<'_>, &StripOptions)]) -> Result<Vec<u8>, StripError> {
    let mut layouts = Vec::new();
    let (mut width, mut height) = (0, 0);
    for (motion, options) in strips {
        let mut layout = Layout::new(motion, options)?;
        layout.top = f64::from(height);
        height += layout.height;
        width = width.max(layout.width);
        layouts.push(layout);
    }
    if height > MAX_HEIGHT_PIXELS {
        return Err(StripError::TooHigh { every: None });
    }
    let Some(mut canvas) = Canvas::new(width, height, palette::PAPER) else {
        return Err(StripError::Width { width });
    };
    for (layout, (motion, options)) in layouts.iter().zip(strips) {
        draw(&mut canvas, layout, motion, options);
    }
    Ok(canvas.into_png()?)
}

fn draw(canvas: &mut Canvas, layout: &Layout, motion: &Motion<'_>, options: &StripOptions) {
    title(canvas, layout, motion, options);
    let figure = Figure::new(motion.clip().skeleton());
    for row in 0..layout.rows {
        let top = layout.row_top(row);
        canvas.rectangle([layout.left, top], layout.row_size(), palette::ROW_PAPER);
        if layout.has_ground {
            ground(canvas, layout, row);
        }
        figures(canvas, layout, row, motion, &figure, options.first_frame);
        lanes(canvas, layout, row, motion.clip().frame_count(), options);
    }
}

fn title(canvas: &mut Canvas, layout: &Layout, motion: &Motion<'_>, options: &StripOptions) {
    let y = layout.text_top();
    let clip = motion.clip();
    let legend = [("left", palette::LEFT), ("right", palette::RIGHT)];
    let mut right = f64::from(layout.width) - MARGIN;
    for (word, color) in legend.into_iter().rev() {
        right -= Canvas::text_width(word);
        canvas.text(word, [right, y], palette::INK);
        right -= 16.0;
        canvas.rectangle([right, y + 4.0], [11.0, 6.0], color);
        right -= 12.0;
    }
    let every = match layout.every {
        1 => "every frame".to_owned(),
        every => format!("a figure every {every} frames"),
    };
    let facts = format!(
        "{} frames at {} fps, {:.2} s, {every}",
        clip.frame_count(),
        clip.rate(),
        f64::from(clip.frame_count()) * clip.rate().period_secs(),
    );
    // A long title is cut off to leave room for the facts after it.
    let room = to_u32((right - MARGIN) / CHARACTER_WIDTH - 0.5) as usize;
    let title = shortened(
        &options.title,
        room.saturating_sub(facts.chars().count() + 3).max(8),
    );
    canvas.text(&title, [MARGIN, y], palette::INK);
    let x = match title.as_str() {
        "" => MARGIN,
        title => MARGIN + Canvas::text_width(title) + 14.0,
    };
    let room = to_u32((right - x) / CHARACTER_WIDTH - 0.5) as usize;
    canvas.text(&shortened(&facts, room), [x, y], palette::FAINT_INK);
}

fn ground(canvas: &mut Canvas, layout: &Layout, row: u32) {
    let y = layout.ground(row);
    let right = layout.left + layout.row_size()[0];
    canvas.line(&[[layout.left, y], [right, y]], 1.5, palette::GROUND);
}

fn figures(
    canvas: &mut Canvas,
    layout: &Layout,
    row: u32,
    motion: &Motion<'_>,
    figure: &Figure,
    first_frame: u32,
) {
    for column in 0..layout.per_row {
        let frame = (u64::from(row) * u64::from(layout.per_row) + u64::from(column))
            * u64::from(layout.every);
        let Ok(frame) = u32::try_from(frame) else {
            return;
        };
        let frame = match frame.checked_sub(motion.clip().frame_count()) {
            None => frame,
            // A row with only the last few frames would show no figure. It shows the very last frame instead.
            Some(_) if column == 0 => motion.clip().frame_count() - 1,
            Some(_) => return,
        };
        let x = layout.edge(row, f64::from(frame) + 0.5);
        let axis = layout.axis_top(row);
        figure.draw(
            canvas,
            &seen(motion, frame),
            [x, layout.ground(row)],
            layout.scale,
        );
        let number = first_frame.saturating_add(frame).to_string();
        let half = Canvas::text_width(&number) * 0.5;
        canvas.text(&number, [x - half, axis], palette::FAINT_INK);
        let heading = motion
            .hip_headings_rad()
            .get(frame as usize)
            .copied()
            .unwrap_or(0.0);
        arrow(canvas, [x, axis + CHARACTER_HEIGHT + 8.0], heading);
    }
}

/// Draws the heading as seen from above: +z is up, +x to the left.
fn arrow(canvas: &mut Canvas, centre: [f64; 2], heading: f64) {
    const LENGTH: f64 = 6.0;
    let towards = |turn: f64, length: f64| {
        let (sin, cos) = libm::sincos(heading + turn);
        [centre[0] - sin * length, centre[1] - cos * length]
    };
    let tip = towards(0.0, LENGTH);
    canvas.line(&[towards(0.0, -LENGTH), tip], 1.3, palette::FAINT_INK);
    let (left, right) = (towards(0.9, LENGTH * 0.45), towards(-0.9, LENGTH * 0.45));
    canvas.line(&[left, tip, right], 1.3, palette::FAINT_INK);
}

fn lanes(canvas: &mut Canvas, layout: &Layout, row: u32, frames: u32, options: &StripOptions) {
    let label_room = to_u32((layout.left - MARGIN) / CHARACTER_WIDTH - 1.5) as usize;
    let [first, last] = layout.row_frames(row);
    let end = f64::from(frames);
    for (index, lane) in options.lanes.iter().enumerate() {
        let Ok(number) = u32::try_from(index) else {
            return;
        };
        let top = layout.lane_top(row, number);
        let color = lane.color.unwrap_or_else(|| palette::lane(index));
        canvas.text(
            &shortened(&lane.label, label_room),
            [MARGIN, top],
            palette::INK,
        );
        let track = [layout.edge(row, 0.0), layout.edge(row, end)];
        let size = [track[1] - track[0], LANE_HEIGHT - 5.0];
        canvas.rectangle([track[0], top + 2.0], size, palette::GRID);
        for range in &lane.ranges {
            let (start, stop) = (f64::from(range.start()), f64::from(range.stop()).min(end));
            if stop <= first || start >= last || start >= stop {
                continue;
            }
            let (from, to) = (layout.edge(row, start), layout.edge(row, stop));
            let size = [(to - from - 1.0).max(1.0), LANE_HEIGHT - 5.0];
            canvas.rectangle([from, top + 2.0], size, color);
        }
        for &mark in &lane.marks {
            if mark >= 0.0 && mark < end && mark + 0.5 >= first && mark + 0.5 < last {
                // A mark on frame i is in the middle of that frame on the axis.
                let x = layout.edge(row, mark + 0.5);
                canvas.line(&[[x, top + 1.0], [x, top + LANE_HEIGHT - 3.0]], 2.0, color);
                canvas.disc([x, top + LANE_HEIGHT * 0.5 - 0.5], 3.5, color);
            }
        }
    }
}

/// Returns the text truncated to this many characters, ending in two dots.
fn shortened(text: &str, characters: usize) -> String {
    if text.chars().count() <= characters {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(characters.saturating_sub(2)).collect();
    short.push_str("..");
    short
}
