//! A picture to draw on in metres: one view of the world inside a frame.

use embedded_graphics::Drawable as _;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::mono_font::{MonoTextStyle, iso_8859_1};
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::prelude::{Pixel, RgbColor};
use embedded_graphics::text::{Baseline, Text};
use tiny_skia::{Paint, PathBuilder, Pixmap, PremultipliedColorU8, Rect, Stroke, Transform};

/// Red, green, blue and how much it covers.
pub(crate) type Color = [u8; 4];

const PAPER: Color = [250, 250, 248, 255];

pub(crate) struct Canvas {
    pixels: Pixmap,
}

/// A part of the picture that shows a part of the world, as large across as up.
pub(crate) struct View {
    /// In pixels from the left, and from the top to where the second axis is 0.
    pub(crate) origin: [f64; 2],
    /// Pixels per metre.
    pub(crate) scale: f64,
    /// What the left edge shows, in metres.
    pub(crate) left: f64,
}

impl View {
    pub(crate) fn place(&self, [across, up]: [f64; 2]) -> [f64; 2] {
        [
            self.origin[0] + (across - self.left) * self.scale,
            self.origin[1] - up * self.scale,
        ]
    }
}

#[allow(clippy::cast_possible_truncation, reason = "pixels")]
fn f32_of(x: f64) -> f32 {
    x as f32
}

fn paint([red, green, blue, cover]: Color) -> Paint<'static> {
    let mut paint = Paint {
        anti_alias: true,
        ..Paint::default()
    };
    paint.set_color_rgba8(red, green, blue, cover);
    paint
}

impl Canvas {
    pub(crate) fn new(width: u32, height: u32) -> Option<Self> {
        let mut pixels = Pixmap::new(width, height)?;
        let [red, green, blue, cover] = PAPER;
        pixels.fill(tiny_skia::Color::from_rgba8(red, green, blue, cover));
        Some(Self { pixels })
    }

    /// A rectangle between two corners, in pixels.
    pub(crate) fn rectangle(&mut self, [x, y]: [f64; 2], [to_x, to_y]: [f64; 2], color: Color) {
        let rect = Rect::from_ltrb(f32_of(x), f32_of(y), f32_of(to_x), f32_of(to_y));
        if let Some(rect) = rect {
            let transform = Transform::identity();
            self.pixels.fill_rect(rect, &paint(color), transform, None);
        }
    }

    /// Straight lines from point to point, in pixels.
    pub(crate) fn line(&mut self, points: &[[f64; 2]], width: f64, color: Color) {
        let mut builder = PathBuilder::new();
        for (index, &[x, y]) in points.iter().enumerate() {
            match index {
                0 => builder.move_to(f32_of(x), f32_of(y)),
                _ => builder.line_to(f32_of(x), f32_of(y)),
            }
        }
        let stroke = Stroke {
            width: f32_of(width),
            line_cap: tiny_skia::LineCap::Round,
            ..Stroke::default()
        };
        if let Some(path) = builder.finish() {
            let transform = Transform::identity();
            self.pixels
                .stroke_path(&path, &paint(color), &stroke, transform, None);
        }
    }

    /// A full circle, in pixels.
    pub(crate) fn dot(&mut self, [x, y]: [f64; 2], radius: f64, color: Color) {
        if let Some(path) = PathBuilder::from_circle(f32_of(x), f32_of(y), f32_of(radius)) {
            let (rule, transform) = (tiny_skia::FillRule::Winding, Transform::identity());
            self.pixels
                .fill_path(&path, &paint(color), rule, transform, None);
        }
    }

    pub(crate) fn text(&mut self, text: &str, at: [f64; 2], color: Color) {
        let color = Rgb888::new(color[0], color[1], color[2]);
        let style = MonoTextStyle::new(&iso_8859_1::FONT_6X13, color);
        #[allow(clippy::cast_possible_truncation, reason = "pixels")]
        let [x, y] = at.map(|v| v as i32);
        // Drawing on this canvas cannot fail.
        let _ = Text::with_baseline(text, Point::new(x, y), style, Baseline::Top).draw(self);
    }

    pub(crate) fn into_png(self) -> Result<Vec<u8>, String> {
        self.pixels.encode_png().map_err(|error| error.to_string())
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
