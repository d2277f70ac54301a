//! Panels of curves, one below the other, all over the same frames.

use embedded_graphics::Drawable as _;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::mono_font::{MonoTextStyle, iso_8859_1};
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::prelude::{Pixel, RgbColor};
use embedded_graphics::text::{Baseline, Text};
use tiny_skia::{Paint, PathBuilder, Pixmap, PremultipliedColorU8, Rect, Stroke, Transform};

/// Red, green and blue.
pub(crate) type Color = [u8; 3];

const PAPER: Color = [250, 250, 248];
const INK: Color = [70, 74, 82];
const LEFT: f64 = 56.0;
const RIGHT: f64 = 16.0;

/// A part of the picture.
pub(crate) struct Panel {
    /// In pixels from the top.
    pub(crate) top: f64,
    pub(crate) height: f64,
    /// The number of the frame at its right edge.
    pub(crate) frames: f64,
    /// The values at its bottom and its top; others are held between them.
    pub(crate) values: [f64; 2],
    pub(crate) title: String,
}

pub(crate) struct Canvas {
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

impl Canvas {
    pub(crate) fn new(width: u32, height: u32) -> Option<Self> {
        let mut pixels = Pixmap::new(width, height)?;
        let [red, green, blue] = PAPER;
        pixels.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
        Some(Self { pixels })
    }

    fn x(&self, panel: &Panel, frame: f64) -> f64 {
        let width = f64::from(self.pixels.width()) - LEFT - RIGHT;
        LEFT + (frame / panel.frames).clamp(0.0, 1.0) * width
    }

    fn place(&self, panel: &Panel, [frame, value]: [f64; 2]) -> [f64; 2] {
        let [low, high] = panel.values;
        let share = ((value - low) / (high - low)).clamp(0.0, 1.0);
        [
            self.x(panel, frame),
            panel.top + (1.0 - share) * panel.height,
        ]
    }

    fn rectangle(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2], color: Color) {
        let rect = Rect::from_xywh(f32_of(x), f32_of(y), f32_of(width), f32_of(height));
        if let Some(rect) = rect {
            self.pixels
                .fill_rect(rect, &paint(color), Transform::identity(), None);
        }
    }

    fn line(&mut self, points: &[[f64; 2]], width: f64, color: Color) {
        let mut builder = PathBuilder::new();
        for (index, &[x, y]) in points.iter().enumerate() {
            match index {
                0 => builder.move_to(f32_of(x), f32_of(y)),
                _ => builder.line_to(f32_of(x), f32_of(y)),
            }
        }
        let stroke = Stroke {
            width: f32_of(width),
            ..Stroke::default()
        };
        if let Some(path) = builder.finish() {
            let transform = Transform::identity();
            self.pixels
                .stroke_path(&path, &paint(color), &stroke, transform, None);
        }
    }

    /// The paper, the title and the ends of the values.
    pub(crate) fn frame(&mut self, panel: &Panel) {
        let width = f64::from(self.pixels.width()) - LEFT - RIGHT;
        self.rectangle([LEFT, panel.top], [width, panel.height], [255, 255, 255]);
        self.text(&panel.title, [LEFT, panel.top - 14.0], INK);
        let [low, high] = panel.values;
        if panel.values != [0.0, 1.0] {
            self.text(&format!("{high:5.2}"), [16.0, panel.top - 4.0], INK);
            self.text(
                &format!("{low:5.2}"),
                [16.0, panel.top + panel.height - 9.0],
                INK,
            );
        }
    }

    /// Frames in another colour.
    pub(crate) fn band(&mut self, panel: &Panel, [start, stop]: [f64; 2], color: Color) {
        let (from, to) = (self.x(panel, start), self.x(panel, stop));
        self.rectangle([from, panel.top], [to - from, panel.height], color);
    }

    /// A line at one value, with a word before it.
    pub(crate) fn level(&mut self, panel: &Panel, value: f64, color: Color, word: &str) {
        let ends = [0.0, panel.frames].map(|frame| self.place(panel, [frame, value]));
        self.line(&ends, 1.0, color);
        let indent = 6.0 * f64::from(u32::try_from(word.len()).unwrap_or(0));
        self.text(word, [LEFT - 4.0 - indent, ends[0][1] - 7.0], INK);
    }

    /// One value a frame.
    pub(crate) fn curve(&mut self, panel: &Panel, values: &[f64], color: Color) {
        let points = values.iter().enumerate();
        let points: Vec<[f64; 2]> = points
            .map(|(frame, &value)| [frame as f64, value])
            .collect();
        self.points(panel, &points, color);
    }

    /// Frames and values.
    pub(crate) fn points(&mut self, panel: &Panel, points: &[[f64; 2]], color: Color) {
        let points: Vec<[f64; 2]> = points.iter().map(|&at| self.place(panel, at)).collect();
        self.line(&points, 1.8, color);
    }

    /// An upright line between two shares of the panel's height, from its bottom.
    pub(crate) fn mark(&mut self, panel: &Panel, frame: f64, [low, high]: [f64; 2], color: Color) {
        let x = self.x(panel, frame);
        let y = |share: f64| panel.top + (1.0 - share) * panel.height;
        self.line(&[[x, y(low)], [x, y(high)]], 2.5, color);
    }

    pub(crate) fn dot(&mut self, panel: &Panel, at: [f64; 2], color: Color) {
        let [x, y] = self.place(panel, at);
        if let Some(path) = PathBuilder::from_circle(f32_of(x), f32_of(y), 5.0) {
            let (rule, transform) = (tiny_skia::FillRule::Winding, Transform::identity());
            self.pixels
                .fill_path(&path, &paint(color), rule, transform, None);
        }
    }

    /// Whole seconds below a panel.
    pub(crate) fn seconds(&mut self, panel: &Panel, rate: f64, color: Color) {
        let mut secs = 0.0;
        while secs * rate <= panel.frames {
            let x = self.x(panel, secs * rate);
            self.text(
                &format!("{secs:.0} s"),
                [x, panel.top + panel.height + 6.0],
                color,
            );
            secs += 1.0;
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
