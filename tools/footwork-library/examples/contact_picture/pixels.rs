//! A picture: lines, areas and text on paper. The pictures of other crates share this file.

use embedded_graphics::Drawable as _;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::mono_font::{MonoTextStyle, iso_8859_1};
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::prelude::{Pixel, RgbColor};
use embedded_graphics::text::{Baseline, Text};
use tiny_skia::{
    FillRule, LineCap, Paint, Path, PathBuilder, Pixmap, PremultipliedColorU8, Rect, Stroke,
    Transform,
};

/// Red, green and blue.
pub(crate) type Color = [u8; 3];

const PAPER: Color = [250, 250, 248];

/// What is drawn on.
pub(crate) struct Pixels {
    pixels: Pixmap,
}

#[allow(clippy::cast_possible_truncation, reason = "pixels")]
fn f32_of(x: f64) -> f32 {
    x as f32
}

fn paint([red, green, blue]: Color) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

/// A path through points, not closed.
pub(crate) fn path(points: &[[f64; 2]]) -> PathBuilder {
    let mut builder = PathBuilder::new();
    for (index, &[x, y]) in points.iter().enumerate() {
        match index {
            0 => builder.move_to(f32_of(x), f32_of(y)),
            _ => builder.line_to(f32_of(x), f32_of(y)),
        }
    }
    builder
}

impl Pixels {
    pub(crate) fn new(width: u32, height: u32) -> Option<Self> {
        let mut pixels = Pixmap::new(width, height)?;
        let [red, green, blue] = PAPER;
        pixels.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
        Some(Self { pixels })
    }

    pub(crate) fn width(&self) -> f64 {
        f64::from(self.pixels.width())
    }

    pub(crate) fn rectangle(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2], color: Color) {
        let rect = Rect::from_xywh(f32_of(x), f32_of(y), f32_of(width), f32_of(height));
        if let Some(rect) = rect {
            self.pixels
                .fill_rect(rect, &paint(color), Transform::identity(), None);
        }
    }

    /// A line through points; a wide one has the ends that `cap` says.
    pub(crate) fn line(&mut self, points: &[[f64; 2]], width: f64, cap: LineCap, color: Color) {
        let stroke = Stroke {
            width: f32_of(width),
            line_cap: cap,
            ..Stroke::default()
        };
        if let Some(path) = path(points).finish() {
            let transform = Transform::identity();
            self.pixels
                .stroke_path(&path, &paint(color), &stroke, transform, None);
        }
    }

    pub(crate) fn circle(&mut self, [x, y]: [f64; 2], radius: f64, color: Color) {
        let circle = PathBuilder::from_circle(f32_of(x), f32_of(y), f32_of(radius));
        self.fill(circle, color);
    }

    /// Fills what a path is around.
    pub(crate) fn fill(&mut self, path: Option<Path>, color: Color) {
        if let Some(path) = path {
            let (rule, transform) = (FillRule::Winding, Transform::identity());
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

impl OriginDimensions for Pixels {
    fn size(&self) -> Size {
        Size::new(self.pixels.width(), self.pixels.height())
    }
}

impl DrawTarget for Pixels {
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
