//! A canvas for lines, areas and text, used by strips and by the pictures of the documentation.

use embedded_graphics::Drawable as _;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::mono_font::{MonoTextStyle, iso_8859_1};
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::prelude::{Pixel, RgbColor};
use embedded_graphics::text::{Baseline, Text};
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
    /// Creates a picture filled with `paper`; `None` if it has no pixels or too many.
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
        let color = Rgb888::new(color[0], color[1], color[2]);
        let style = MonoTextStyle::new(&iso_8859_1::FONT_6X13, color);
        let [x, y] = at.map(|v| i32::try_from(to_u32(v)).unwrap_or(i32::MAX));
        // Drawing on this canvas cannot fail.
        let _ = Text::with_baseline(text, Point::new(x, y), style, Baseline::Top).draw(self);
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

impl OriginDimensions for Canvas {
    fn size(&self) -> Size {
        Size::new(self.pixels.width(), self.pixels.height())
    }
}

impl DrawTarget for Canvas {
    type Color = Rgb888;
    type Error = std::convert::Infallible;

    fn draw_iter<I>(&mut self, pixels: I) -> Result<(), Self::Error>
    where
        I: IntoIterator<Item = Pixel<Rgb888>>,
    {
        let (width, height) = (self.pixels.width(), self.pixels.height());
        for Pixel(at, color) in pixels {
            let (Ok(x), Ok(y)) = (u32::try_from(at.x), u32::try_from(at.y)) else {
                continue;
            };
            if x >= width || y >= height {
                continue;
            }
            let ink = PremultipliedColorU8::from_rgba(color.r(), color.g(), color.b(), 255);
            let index = y as usize * width as usize + x as usize;
            if let (Some(ink), Some(pixel)) = (ink, self.pixels.pixels_mut().get_mut(index)) {
                *pixel = ink;
            }
        }
        Ok(())
    }
}
