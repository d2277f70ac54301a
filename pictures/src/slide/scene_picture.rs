//! Draws a scene as a picture with one panel per view.

use std::collections::BTreeMap;
use std::error::Error;

use footwork::slide::{Outcome, Pose, Shape};
use footwork_clip::{Canvas, Color};

use super::body::{corners, points, support};
use super::caption::caption;
use super::cut;
use super::solids::{Drawn, Form, around, drawn, standing};
use super::view::{Frame, View};
use crate::paper::PAPER;
use crate::verbs::sim::slide::scene::Scene;
use crate::verbs::sim::slide::trace::{Contact, Hit, Step, Trace};
use crate::verbs::sim::slide::vector::unit;

const INK: Color = [70, 74, 82];
const SHEET: Color = [255, 255, 255];
const SOLID: Color = [220, 213, 200];
const LEFT_OUT: Color = [238, 238, 236];
const EDGE: Color = [168, 158, 140];
const WALL: Color = [104, 94, 78];
const BODY: Color = [120, 150, 190];
const NORMAL: Color = [30, 130, 80];
const FREE: Color = [60, 110, 200];
const SLID: Color = [226, 132, 20];
const BLOCKED: Color = [205, 40, 50];

const WIDTH: f64 = 760.0;
const MARGIN: f64 = 16.0;
const HEAD: f64 = 58.0;
const BETWEEN: f64 = 26.0;
/// The maximum height of all panels together.
const MAX_PIXELS: f64 = 420.0;

/// The maximum height of one panel.
const MAX_PANEL_PIXELS: f64 = 330.0;

/// The margin shown around the path of the body, in metres.
const AROUND: f64 = 0.5;

/// The length of an arrow, in pixels.
const ARROW: f64 = 26.0;

/// The distance after which a normal is drawn again, in metres.
const AGAIN: f64 = 0.6;

pub(crate) struct Picture<'a> {
    name: &'a str,
    scene: &'a Scene,
    trace: &'a Trace,
    shape: Shape,
    /// The rotation from y to the up direction.
    up: Pose,
    obstacles: Vec<Drawn>,
    /// The displacement of each moved obstacle, by kind and index.
    ways: BTreeMap<(u8, u32), [f64; 3]>,
    frames: Vec<Frame>,
    canvas: Canvas,
}

impl<'a> Picture<'a> {
    pub(crate) fn new(
        name: &'a str,
        scene: &'a Scene,
        trace: &'a Trace,
    ) -> Result<Self, Box<dyn Error>> {
        let places: Vec<[f64; 3]> = std::iter::once(scene.mover.position)
            .chain(trace.steps().map(|step| step.moved.position))
            .collect();
        // The picture also shows the final places of moved obstacles.
        let ends = trace.steps().last().map_or(&[][..], |step| step.movers);
        let ways = ways(trace);
        let moved = ends.iter().filter(|end| ways.contains_key(&key(&end.hit)));
        let shown: Vec<[f64; 3]> = (places.iter().copied())
            .chain(moved.map(|end| end.position))
            .collect();
        let shape = scene.mover.shape()?;
        let views = views(&places, scene);
        let max_height = (MAX_PIXELS / views.len() as f64).min(MAX_PANEL_PIXELS);
        let mut top = HEAD;
        let frames: Vec<Frame> = views
            .into_iter()
            .map(|view| {
                let width = WIDTH - 2.0 * MARGIN;
                let metres = bounds(&shown, &shape, view);
                let frame = Frame::new(view, metres, [MARGIN, top], width, max_height);
                top += frame.size()[1] + BETWEEN;
                frame
            })
            .collect();
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "pixels"
        )]
        let canvas = Canvas::new(WIDTH as u32, top.ceil() as u32, PAPER);
        Ok(Self {
            name,
            scene,
            trace,
            shape,
            up: standing(unit(scene.config.up))?,
            obstacles: drawn(scene)?,
            ways,
            frames,
            canvas: canvas.ok_or("the picture has no pixels")?,
        })
    }

    pub(crate) fn draw(mut self) -> Result<Vec<u8>, String> {
        self.canvas.text(&caption(self.name), [MARGIN, 8.0], INK);
        self.legend();
        for frame in self.frames.clone() {
            let size = frame.size();
            self.canvas.rectangle(frame.corner, size, SHEET);
            self.volumes(&frame);
            self.sheet(&frame, &self.scene.triangles);
            self.bodies(&frame);
            self.normals(&frame);
            self.way(&frame);
            self.scale(&frame);
        }
        self.canvas.into_png().map_err(|error| error.to_string())
    }

    fn legend(&mut self) {
        let of = |wanted| {
            let steps = self.trace.steps();
            steps.filter(|step| step.moved.outcome == wanted).count()
        };
        // Laid out from the left margin, since every entry has a known width.
        let mut x = self.canvas.width() - WIDTH + MARGIN + 4.0;
        for outcome in [Outcome::Free, Outcome::Slid, Outcome::Blocked] {
            let text = format!("{} {}", of(outcome), word(outcome));
            self.canvas.disc([x, 33.0], 4.0, color(outcome));
            self.canvas.text(&text, [x + 10.0, 26.0], INK);
            x += 100.0;
        }
        self.arrow([x, 33.0], [1.0, 0.0]);
        self.canvas.text("contact normal", [x + 34.0, 26.0], INK);
        x += 150.0;
        let square = [
            [x, 28.0],
            [x + 10.0, 28.0],
            [x + 10.0, 38.0],
            [x, 38.0],
            [x, 28.0],
        ];
        self.canvas.line(&square, 1.5, BODY);
        self.canvas
            .text("the body at start and end", [x + 18.0, 26.0], INK);
    }

    fn area(&mut self, frame: &Frame, points: &[[f64; 3]], color: Color) {
        let placed: Vec<[f64; 2]> = points.iter().map(|&point| frame.place(point)).collect();
        let shown = cut::polygon(&placed, rectangle(frame));
        self.fill(&shown, color);
    }

    fn fill(&mut self, points: &[[f64; 2]], color: Color) {
        self.canvas.polygon(points, color);
    }

    fn edge(&mut self, frame: &Frame, ends: [[f64; 3]; 2], width: f64, color: Color) {
        let placed = ends.map(|end| frame.place(end));
        if let Some(shown) = cut::line(placed, rectangle(frame)) {
            self.canvas.line(&shown, width, color);
        }
    }

    /// Fills the faces that show an area, and draws the faces seen edge-on as thick lines.
    fn sheet(&mut self, frame: &Frame, triangles: &[[[f64; 3]; 3]]) {
        for triangle in triangles {
            if is_seen(triangle, frame) {
                self.area(frame, triangle, SOLID);
            }
        }
        for is_wall in [false, true] {
            for triangle in triangles {
                let (width, color) = if is_wall { (3.0, WALL) } else { (1.0, EDGE) };
                if is_seen(triangle, frame) == is_wall {
                    continue;
                }
                for corner in 0..3 {
                    let ends = [triangle[corner], triangle[(corner + 1) % 3]];
                    self.edge(frame, ends, width, color);
                }
            }
        }
    }

    /// Draws the obstacles at their final places, and moved obstacles faintly at their first places too.
    fn volumes(&mut self, frame: &Frame) {
        let obstacles = self.obstacles.clone();
        for drawn in obstacles {
            let fill = if drawn.is_solid { SOLID } else { LEFT_OUT };
            match self.ways.get(&key(&drawn.hit)).copied() {
                None => self.form(frame, &drawn.form, fill),
                Some(way) => {
                    self.form(frame, &drawn.form, LEFT_OUT);
                    let moved = drawn.form.map(&|at| [0, 1, 2].map(|i| at[i] + way[i]));
                    self.form(frame, &moved, fill);
                }
            }
        }
    }

    fn form(&mut self, frame: &Frame, form: &Form, fill: Color) {
        match form {
            Form::Rod(ends, radius) => self.rod(frame, *ends, *radius, fill),
            Form::Sheet(triangles) => self.sheet(frame, triangles),
            Form::Between(points) => {
                let placed = points.iter().map(|point| frame.place(*point)).collect();
                let outline = around(placed);
                let shown = cut::polygon(&outline, rectangle(frame));
                self.fill(&shown, fill);
                for (index, end) in outline.iter().enumerate() {
                    let ends = [*end, outline[(index + 1) % outline.len()]];
                    if let Some(shown) = cut::line(ends, rectangle(frame)) {
                        self.canvas.line(&shown, 1.5, EDGE);
                    }
                }
            }
        }
    }

    /// Draws the area within a radius of a line.
    fn rod(&mut self, frame: &Frame, ends: [[f64; 3]; 2], radius: f64, color: Color) {
        let ends = ends.map(|end| frame.place(end));
        for (radius, color) in [
            (radius * frame.scale, EDGE),
            (radius * frame.scale - 1.5, color),
        ] {
            let shown = cut::polygon(&stadium(ends, radius), rectangle(frame));
            self.fill(&shown, color);
        }
    }

    fn bodies(&mut self, frame: &Frame) {
        let end = self.trace.steps().last();
        let end = end.map_or(self.scene.mover.position, |step| step.moved.position);
        for centre in [self.scene.mover.position, end] {
            let place = |at: [f64; 3]| {
                let [x, y, z] = self.up.to_world(at);
                frame.place([centre[0] + x, centre[1] + y, centre[2] + z])
            };
            let outline = match self.shape {
                Shape::Box { half_m: half } => around(corners(half).map(place).collect()),
                Shape::Sphere { radius_m: radius } => {
                    stadium([place([0.0; 3]); 2], f64::from(radius) * frame.scale)
                }
                Shape::Capsule {
                    radius_m: radius,
                    height_m: height,
                } => {
                    let half = f64::from(height) / 2.0 - f64::from(radius);
                    let ends = [-half, half].map(|y| place([0.0, y, 0.0]));
                    stadium(ends, f64::from(radius) * frame.scale)
                }
                other => around(points(&other).into_iter().map(place).collect()),
            };
            let closed: Vec<[f64; 2]> = outline.iter().chain(outline.first()).copied().collect();
            self.canvas.line(&closed, 1.5, BODY);
        }
    }

    fn way(&mut self, frame: &Frame) {
        self.canvas
            .disc(frame.place(self.scene.mover.position), 4.0, INK);
        for step in self.trace.steps() {
            let at = frame.place(step.moved.position);
            self.canvas.disc(at, 2.4, color(step.moved.outcome));
        }
    }

    /// Draws the normals of contacts, except those similar to one drawn for a place within [`AGAIN`].
    fn normals(&mut self, frame: &Frame) {
        let mut shown: Vec<(Contact, [f64; 3])> = Vec::new();
        let steps: Vec<Step<'_>> = self.trace.steps().collect();
        for step in steps {
            for contact in step.contacts {
                let normal = contact.touched.normal.map(f64::from);
                let is_shown = |(other, at): &(Contact, [f64; 3])| {
                    let turned = length(sub(other.touched.normal.map(f64::from), normal));
                    let is_alike =
                        turned < 0.1 && other.touched.hit.kind == contact.touched.hit.kind;
                    is_alike && length(sub(*at, step.moved.position)) < AGAIN
                };
                if shown.iter().any(is_shown) {
                    continue;
                }
                shown.push((*contact, step.moved.position));
                let [x, y] = frame.view.flat(normal);
                let size = x.hypot(y);
                if size > 0.3 {
                    let reach = support(&self.shape, self.up.to_local(normal));
                    let reach = self.up.to_world(reach);
                    let from = frame.place(sub(step.moved.position, reach));
                    self.arrow(from, [x / size, y / size]);
                }
            }
        }
    }

    fn arrow(&mut self, [x, y]: [f64; 2], [across, down]: [f64; 2]) {
        let tip = [x + across * ARROW, y + down * ARROW];
        self.canvas.line(&[[x, y], tip], 2.0, NORMAL);
        let back = |side: f64| {
            [
                tip[0] - 7.0 * across - 4.0 * side * down,
                tip[1] - 7.0 * down + 4.0 * side * across,
            ]
        };
        self.canvas.line(&[back(1.0), tip, back(-1.0)], 2.0, NORMAL);
    }

    /// Labels the view and the length of a metre.
    fn scale(&mut self, frame: &Frame) {
        let [width, height] = frame.size();
        let [left, top] = frame.corner;
        let (right, y) = (left + width, top + height + 11.0);
        let bar = [[right - frame.scale, y], [right, y]];
        self.canvas.line(&bar, 2.0, INK);
        let title = format!("{:>4}", "1 m");
        let beside = right - frame.scale - 6.0 * title.len() as f64 - 6.0;
        self.canvas.text(&title, [beside, y - 7.0], INK);
        self.canvas.text(frame.view.title(), [left, y - 7.0], INK);
    }
}

fn key(hit: &Hit) -> (u8, u32) {
    (hit.kind as u8, hit.index)
}

/// Returns the displacement of obstacles between the first and the last step, by kind and index.
fn ways(trace: &Trace) -> BTreeMap<(u8, u32), [f64; 3]> {
    let steps = trace.steps();
    let (Some(first), Some(last)) = (steps.clone().next(), steps.last()) else {
        return BTreeMap::new();
    };
    let pairs = first.movers.iter().zip(last.movers);
    let way = pairs.map(|(a, b)| (key(&a.hit), sub(b.position, a.position)));
    way.filter(|(_, way)| length(*way) > 0.01).collect()
}

/// Returns the views to draw. If the body goes up or down, they are the view from the side and, if it also moves along
/// z, the view from above. Otherwise there is the view from above. If the path then runs mostly along z, that view is
/// turned by a quarter, and a scene with more than 12 triangles gets a front view too.
fn views(places: &[[f64; 3]], scene: &Scene) -> Vec<View> {
    let extent = |axis: usize| {
        let parts = places.iter().map(|place| place[axis]);
        parts.clone().fold(f64::MIN, f64::max) - parts.fold(f64::MAX, f64::min)
    };
    let is_turned = extent(2) > extent(0);
    let is_wall = is_turned && scene.triangles.len() > 12;
    match extent(1) > 0.05 {
        true if extent(2) > 0.02 => vec![View::Top, View::Side],
        true => vec![View::Side],
        false if is_wall => vec![View::Turned, View::Front],
        false if is_turned => vec![View::Turned],
        false => vec![View::Top],
    }
}

/// Returns the outline of the area within a radius of a line.
fn stadium([a, b]: [[f64; 2]; 2], radius: f64) -> Vec<[f64; 2]> {
    let angle = libm::atan2(b[1] - a[1], b[0] - a[0]);
    let around = |[x, y]: [f64; 2], from: f64| {
        (0..=32).map(move |step| {
            let angle = from + std::f64::consts::PI * f64::from(step) / 32.0;
            [x + libm::cos(angle) * radius, y + libm::sin(angle) * radius]
        })
    };
    let quarter = std::f64::consts::FRAC_PI_2;
    let ends = around(b, angle - quarter).chain(around(a, angle + quarter));
    ends.collect()
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Free => "free",
        Outcome::Slid => "slid",
        Outcome::Blocked => "blocked",
    }
}

fn color(outcome: Outcome) -> Color {
    match outcome {
        Outcome::Free => FREE,
        Outcome::Slid => SLID,
        Outcome::Blocked => BLOCKED,
    }
}

/// Returns the bounds of the body's path, with a margin.
fn bounds(places: &[[f64; 3]], shape: &Shape, view: View) -> [[f64; 2]; 2] {
    let reach = [0, 1, 2].map(|axis| {
        let mut unit = [0.0; 3];
        unit[axis] = 1.0;
        support(shape, unit)[axis] + AROUND
    });
    let mut bounds = [[f64::MAX; 2], [f64::MIN; 2]];
    for place in places {
        for sign in [-1.0, 1.0] {
            let point = [0, 1, 2].map(|axis| place[axis] + sign * reach[axis]);
            let flat = view.flat(point);
            bounds[0] = [0, 1].map(|axis| bounds[0][axis].min(flat[axis]));
            bounds[1] = [0, 1].map(|axis| bounds[1][axis].max(flat[axis]));
        }
    }
    bounds
}

fn rectangle(frame: &Frame) -> [[f64; 2]; 2] {
    let size = frame.size();
    let corner = frame.corner;
    [corner, [corner[0] + size[0], corner[1] + size[1]]]
}

/// Returns whether a triangle is seen as an area, not edge-on. A triangle without area counts as seen, so that it is
/// not drawn as a wall.
fn is_seen(triangle: &[[f64; 3]; 3], frame: &Frame) -> bool {
    let [a, b, c] = *triangle;
    let (ab, ac) = (sub(b, a), sub(c, a));
    let normal = [
        ab[1] * ac[2] - ab[2] * ac[1],
        ab[2] * ac[0] - ab[0] * ac[2],
        ab[0] * ac[1] - ab[1] * ac[0],
    ];
    let ([u, v], [s, t]) = (frame.view.flat(ab), frame.view.flat(ac));
    (u * t - v * s).abs() >= 0.02 * length(normal)
}

fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|axis| a[axis] - b[axis])
}

fn length([x, y, z]: [f64; 3]) -> f64 {
    (x * x + y * y + z * z).sqrt()
}
