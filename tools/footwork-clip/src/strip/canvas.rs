//! A picture to draw lines, bars and text on.

use embedded_graphics::Drawable as _;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::mono_font::{MonoTextStyle, iso_8859_1};
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::prelude::{Pixel, RgbColor};
use embedded_graphics::text::{Baseline, Text};
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, PremultipliedColorU8, Rect, Stroke,
    Transform,
};

use super::StripError;
use super::palette::Color;
use crate::number::{to_f32, to_u32};

/// The width of a character of text, in pixels.
pub(super) const CHARACTER_WIDTH: f64 = 6.0;
/// The height of a line of text, in pixels.
pub(super) const CHARACTER_HEIGHT: f64 = 13.0;

pub(super) struct Canvas {
    pixels: Pixmap,
}

fn paint(color: Color) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(color[0], color[1], color[2], 255);
    paint.anti_alias = true;
    paint
}

impl Canvas {
    /// A picture of one colour; `None` when it has no pixel or too many.
    pub(super) fn new(width: u32, height: u32, color: Color) -> Option<Self> {
        let mut pixels = Pixmap::new(width, height)?;
        pixels.fill(tiny_skia::Color::from_rgba8(
            color[0], color[1], color[2], 255,
        ));
        Some(Self { pixels })
    }

    pub(super) fn rectangle(&mut self, at: [f64; 2], size: [f64; 2], color: Color) {
        let [x, y] = at.map(to_f32);
        let [width, height] = size.map(to_f32);
        if let Some(rect) = Rect::from_xywh(x, y, width, height) {
            let transform = Transform::identity();
            self.pixels.fill_rect(rect, &paint(color), transform, None);
        }
    }

    /// A line through all points, with round ends and corners.
    pub(super) fn line(&mut self, points: &[[f64; 2]], width: f64, color: Color) {
        let mut builder = PathBuilder::new();
        for (index, point) in points.iter().enumerate() {
            let [x, y] = point.map(to_f32);
            if index == 0 {
                builder.move_to(x, y);
            } else {
                builder.line_to(x, y);
            }
        }
        let stroke = Stroke {
            width: to_f32(width),
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        if let Some(path) = builder.finish() {
            let transform = Transform::identity();
            self.pixels
                .stroke_path(&path, &paint(color), &stroke, transform, None);
        }
    }

    pub(super) fn disc(&mut self, centre: [f64; 2], radius: f64, color: Color) {
        let [x, y] = centre.map(to_f32);
        if let Some(path) = PathBuilder::from_circle(x, y, to_f32(radius)) {
            let (rule, transform) = (FillRule::Winding, Transform::identity());
            self.pixels
                .fill_path(&path, &paint(color), rule, transform, None);
        }
    }

    /// Text whose top left corner is at `at`, 6 by 13 pixels a character.
    pub(super) fn text(&mut self, text: &str, at: [f64; 2], color: Color) {
        let color = Rgb888::new(color[0], color[1], color[2]);
        let style = MonoTextStyle::new(&iso_8859_1::FONT_6X13, color);
        let [x, y] = at.map(|v| i32::try_from(to_u32(v)).unwrap_or(i32::MAX));
        // Drawing on this canvas cannot fail.
        let _ = Text::with_baseline(text, Point::new(x, y), style, Baseline::Top).draw(self);
    }

    /// How wide the text is, in pixels.
    pub(super) fn text_width(text: &str) -> f64 {
        f64::from(u32::try_from(text.chars().count()).unwrap_or(u32::MAX)) * CHARACTER_WIDTH
    }

    /// The picture as the bytes of a PNG file.
    pub(super) fn into_png(self) -> Result<Vec<u8>, StripError> {
        self.pixels
            .encode_png()
            .map_err(|error| StripError::Encoding {
                message: error.to_string(),
            })
    }
}

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
