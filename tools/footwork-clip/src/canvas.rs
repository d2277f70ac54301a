//! A canvas for lines, areas and text, used by strips and by the pictures of the documentation.

use thiserror::Error;
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, PremultipliedColorU8, Rect,
    Stroke, Transform,
};

use crate::number::{to_f32, to_u32};

/// The width of a character of text, in pixels.
pub(crate) const CHARACTER_WIDTH: f64 = 6.0;
/// The height of a line of text, in pixels.
pub(crate) const CHARACTER_HEIGHT: f64 = 13.0;

/// The glyphs of Latin-1 without its control characters, one bit per pixel, 16 glyphs per row: the public domain font
/// `-misc-fixed-medium-r-semicondensed--13` of X11.
const FONT: &[u8; 1872] = include_bytes!("canvas/font_6x13.raw");
/// The size of a glyph, in pixels.
const GLYPH: [usize; 2] = [6, 13];
/// The number of glyphs in a row of the font.
const GLYPHS_IN_ROW: usize = 16;

/// Red, green and blue.
pub type Color = [u8; 3];

/// A picture to draw on.
///
/// Positions and sizes are in pixels, `[x, y]` from the top left corner, x to the right and y down. They may
/// be fractional; edges are anti-aliased. Anything outside the picture is clipped. Text is the exception:
/// its Latin-1 characters are 6 by 13 pixels and start at whole pixels.
///
/// ```
/// use footwork_clip::Canvas;
///
/// let mut canvas = Canvas::new(64, 32, [255, 255, 255]).unwrap();
/// canvas.line(&[[4.0, 4.0], [60.0, 28.0]], 2.0, [200, 40, 40]);
/// canvas.text("up", [4.0, 16.0], [0, 0, 0]);
/// assert!(canvas.into_png().unwrap().starts_with(b"\x89PNG"));
/// assert!(Canvas::new(0, 32, [255, 255, 255]).is_none());
/// ```
#[derive(Debug)]
pub struct Canvas {
    pixels: Pixmap,
}

fn paint(color: Color) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(color[0], color[1], color[2], 255);
    paint.anti_alias = true;
    paint
}

/// Builds a path through the points.
fn path(points: &[[f64; 2]]) -> PathBuilder {
    let mut builder = PathBuilder::new();
    for (index, point) in points.iter().enumerate() {
        let [x, y] = point.map(to_f32);
        match index {
            0 => builder.move_to(x, y),
            _ => builder.line_to(x, y),
        }
    }
    builder
}

impl Canvas {
    /// Creates a picture filled with `paper`; `None` if it would have no pixels or too many.
    pub fn new(width: u32, height: u32, paper: Color) -> Option<Self> {
        let mut pixels = Pixmap::new(width, height)?;
        let [red, green, blue] = paper;
        pixels.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
        Some(Self { pixels })
    }

    /// Returns the width in pixels.
    pub fn width(&self) -> f64 {
        f64::from(self.pixels.width())
    }

    /// Fills the rectangle whose top left corner is `at`.
    pub fn rectangle(&mut self, at: [f64; 2], size: [f64; 2], color: Color) {
        let [x, y] = at.map(to_f32);
        let [width, height] = size.map(to_f32);
        if let Some(rect) = Rect::from_xywh(x, y, width, height) {
            let transform = Transform::identity();
            self.pixels.fill_rect(rect, &paint(color), transform, None);
        }
    }

    /// Draws straight lines through the points, with round caps and joins.
    pub fn line(&mut self, points: &[[f64; 2]], width: f64, color: Color) {
        let stroke = Stroke {
            width: to_f32(width),
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        if let Some(path) = path(points).finish() {
            let transform = Transform::identity();
            self.pixels
                .stroke_path(&path, &paint(color), &stroke, transform, None);
        }
    }

    /// Fills the polygon with these corners.
    pub fn polygon(&mut self, corners: &[[f64; 2]], color: Color) {
        let mut path = path(corners);
        path.close();
        self.fill(path.finish(), color);
    }

    /// Fills a circle.
    pub fn disc(&mut self, centre: [f64; 2], radius: f64, color: Color) {
        let [x, y] = centre.map(to_f32);
        self.fill(PathBuilder::from_circle(x, y, to_f32(radius)), color);
    }

    fn fill(&mut self, path: Option<Path>, color: Color) {
        if let Some(path) = path {
            let (rule, transform) = (FillRule::Winding, Transform::identity());
            self.pixels
                .fill_path(&path, &paint(color), rule, transform, None);
        }
    }

    /// Draws text with its top left corner at `at`. Characters beyond Latin-1 appear as `?`.
    pub fn text(&mut self, text: &str, at: [f64; 2], color: Color) {
        let Some(ink) = PremultipliedColorU8::from_rgba(color[0], color[1], color[2], 255) else {
            return;
        };
        let [left, top] = at.map(|v| to_u32(v) as usize);
        let width = self.pixels.width() as usize;
        let mut lines = self.pixels.pixels_mut().chunks_exact_mut(width).skip(top);
        for row in 0..GLYPH[1] {
            let Some(line) = lines.next() else { break };
            // Glyphs are cut off at the right edge.
            let cells = line.get_mut(left..).unwrap_or_default();
            for (cell, character) in cells.chunks_mut(GLYPH[0]).zip(text.chars()) {
                for (column, pixel) in cell.iter_mut().enumerate() {
                    if is_inked(character, row, column) {
                        *pixel = ink;
                    }
                }
            }
        }
    }

    /// Returns the width of a text in pixels.
    pub fn text_width(text: &str) -> f64 {
        f64::from(u32::try_from(text.chars().count()).unwrap_or(u32::MAX)) * CHARACTER_WIDTH
    }

    /// Encodes the picture as a PNG file and returns its bytes.
    ///
    /// # Errors
    /// If the encoder fails, which only happens for pictures of billions of pixels.
    pub fn into_png(self) -> Result<Vec<u8>, EncodePngError> {
        let encoded = self.pixels.encode_png();
        encoded.map_err(|error| EncodePngError(error.to_string()))
    }
}

/// The picture could not be encoded as PNG.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the picture cannot be encoded: {0}")]
pub struct EncodePngError(String);

/// Returns whether the glyph of a character is inked at a row and column.
fn is_inked(character: char, row: usize, column: usize) -> bool {
    let glyph = match character {
        ' '..='\x7f' => character as usize - 0x20,
        '\u{a0}'..='\u{ff}' => character as usize - 0x40,
        _ => '?' as usize - 0x20,
    };
    let [width, height] = GLYPH;
    let line = glyph / GLYPHS_IN_ROW * height + row;
    let bit = (line * GLYPHS_IN_ROW + glyph % GLYPHS_IN_ROW) * width + column;
    FONT[bit / 8] & (0x80 >> (bit % 8)) != 0
}

#[cfg(test)]
mod tests {
    use super::Canvas;

    /// A hash of a picture's pixels.
    fn hash(canvas: &Canvas) -> u64 {
        let bytes = canvas.pixels.data().iter();
        bytes.fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
            (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }

    #[test]
    fn every_character_has_its_glyph_and_is_clipped() {
        let mut canvas = Canvas::new(400, 120, [255; 3]).unwrap();
        let all: Vec<char> = (0x20..0x7f)
            .chain(0xa0..=0xff)
            .map(|code| char::from_u32(code).unwrap())
            .collect();
        for (line, characters) in all.chunks(48).enumerate() {
            let text: String = characters.iter().collect();
            canvas.text(
                &text,
                [7.4, 14.0 * f64::from(u32::try_from(line).unwrap())],
                [10, 20, 30],
            );
        }
        canvas.text(
            "beyond Latin-1: \u{416}\u{1f3c3}",
            [300.0, 70.0],
            [200, 0, 0],
        );
        canvas.text("below", [10.0, 115.0], [0, 0, 200]);
        canvas.text("outside", [4e9, 4e9], [0, 0, 200]);
        assert_eq!(hash(&canvas), 0x4589_1940_f703_b805);
    }
}
