//! Stacked panels of curves over the same frames.

use footwork_clip::{Canvas, Color};

use crate::paper::PAPER;

const INK: Color = [70, 74, 82];
const LEFT: f64 = 56.0;
const RIGHT: f64 = 16.0;

/// One set of axes in the picture.
pub(crate) struct Panel {
    /// The top, in pixels.
    pub(crate) top: f64,
    pub(crate) height: f64,
    /// The frame at the right edge.
    pub(crate) frames: f64,
    /// The values at the bottom and the top edge. Curves are clamped to them.
    pub(crate) values: [f64; 2],
    pub(crate) title: String,
}

/// A canvas with panels.
pub(crate) struct Panels {
    canvas: Canvas,
}

impl Panels {
    pub(crate) fn new(width: u32, height: u32) -> Option<Self> {
        let canvas = Canvas::new(width, height, PAPER)?;
        Some(Self { canvas })
    }

    fn x(&self, panel: &Panel, frame: f64) -> f64 {
        let width = self.canvas.width() - LEFT - RIGHT;
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

    fn line(&mut self, points: &[[f64; 2]], width: f64, color: Color) {
        self.canvas.line(points, width, color);
    }

    /// Draws the paper, the title and the limits of the values.
    pub(crate) fn frame(&mut self, panel: &Panel) {
        let width = self.canvas.width() - LEFT - RIGHT;
        self.canvas
            .rectangle([LEFT, panel.top], [width, panel.height], [255, 255, 255]);
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

    /// Draws a range of frames in another colour.
    pub(crate) fn band(&mut self, panel: &Panel, [start, stop]: [f64; 2], color: Color) {
        let (from, to) = (self.x(panel, start), self.x(panel, stop));
        self.canvas
            .rectangle([from, panel.top], [to - from, panel.height], color);
    }

    /// Draws a line at one value, with a word in front of it.
    pub(crate) fn level(&mut self, panel: &Panel, value: f64, color: Color, word: &str) {
        let ends = [0.0, panel.frames].map(|frame| self.place(panel, [frame, value]));
        self.line(&ends, 1.0, color);
        let indent = 6.0 * f64::from(u32::try_from(word.len()).unwrap_or(0));
        self.text(word, [LEFT - 4.0 - indent, ends[0][1] - 7.0], INK);
    }

    /// Draws a curve with one value per frame.
    pub(crate) fn curve(&mut self, panel: &Panel, values: &[f64], color: Color) {
        let points = values.iter().enumerate();
        let points: Vec<[f64; 2]> = points
            .map(|(frame, &value)| [frame as f64, value])
            .collect();
        self.points(panel, &points, color);
    }

    /// Draws a curve through points of frame and value.
    pub(crate) fn points(&mut self, panel: &Panel, points: &[[f64; 2]], color: Color) {
        let points: Vec<[f64; 2]> = points.iter().map(|&at| self.place(panel, at)).collect();
        self.line(&points, 1.8, color);
    }

    /// Draws a vertical line at a frame, between two fractions of the panel's height measured from
    /// the bottom.
    pub(crate) fn mark(&mut self, panel: &Panel, frame: f64, [low, high]: [f64; 2], color: Color) {
        let x = self.x(panel, frame);
        let y = |share: f64| panel.top + (1.0 - share) * panel.height;
        self.line(&[[x, y(low)], [x, y(high)]], 2.5, color);
    }

    pub(crate) fn dot(&mut self, panel: &Panel, at: [f64; 2], color: Color) {
        let at = self.place(panel, at);
        self.canvas.disc(at, 5.0, color);
    }

    /// Labels whole seconds below a panel.
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
        self.canvas.text(text, at, color);
    }

    pub(crate) fn into_png(self) -> Result<Vec<u8>, String> {
        self.canvas.into_png().map_err(|error| error.to_string())
    }
}
