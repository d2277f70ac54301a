//! Draws kicks from the side: every step of the simulation, the adaptive samples, the sections by height in
//! colours, and touches as rings; and from above, how spin bends a free kick.

use std::error::Error;
use std::path::Path;

use footwork_clip::{Canvas, Color};
use footwork_flight::{
    BallParams, BallPhysics, BallState, FlightEventKind, HeightBand, HeightBands, Pitch,
    Prediction, PredictionOptions, SampleReading, Statics,
};

use crate::paper::PAPER;

const INK: Color = [56, 60, 68];
const FAINT: Color = [150, 154, 162];
const GRASS: Color = [142, 178, 128];
const WOOD: Color = [40, 44, 52];
/// The goal frame, in a faint colour.
const NET: Color = [192, 193, 194];
const TOUCH: Color = [192, 40, 90];
const BANDS: [Color; 5] = [
    [72, 148, 96],
    [32, 112, 196],
    [122, 84, 190],
    [214, 124, 32],
    [186, 190, 198],
];
const SPINS: [Color; 4] = [
    [128, 132, 140],
    [36, 128, 140],
    [150, 96, 48],
    [192, 40, 90],
];
const WIDTH: u32 = 1240;
/// The left end of a view, in pixels.
const LEFT: f64 = 56.0;

/// An area of the picture that shows a part of the world, at the same scale along both axes.
struct View {
    /// The pixel position of the left edge, and that of 0 on the second axis.
    origin: [f64; 2],
    /// Pixels per metre.
    scale: f64,
    /// The position at the left edge, in metres.
    left: f64,
}

impl View {
    fn place(&self, [across, up]: [f64; 2]) -> [f64; 2] {
        [
            self.origin[0] + (across - self.left) * self.scale,
            self.origin[1] - up * self.scale,
        ]
    }
}

/// A kick to draw.
struct Kick {
    title: &'static str,
    from: [f64; 3],
    velocity: [f64; 3],
    spin: [f64; 3],
}

const KICKS: [Kick; 3] = [
    Kick {
        title: "a lob with backspin",
        from: [-14.0, 0.11, 0.0],
        velocity: [13.0, 10.5, 0.0],
        spin: [0.0, 0.0, 35.0],
    },
    Kick {
        title: "off the crossbar",
        from: [32.5, 0.11, 0.0],
        velocity: [26.0, 7.55, 0.0],
        spin: [0.0; 3],
    },
    Kick {
        title: "a pass that slides, then rolls, to the banners",
        from: [30.0, 0.11, 12.0],
        velocity: [17.0, 0.0, 0.0],
        spin: [0.0; 3],
    },
];

/// Draws `docs/flight.png`.
pub(crate) fn draw(root: &Path) -> Result<(), Box<dyn Error>> {
    let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics()?)?;
    let mut canvas = Canvas::new(WIDTH, 900, PAPER).ok_or("the picture has no pixels")?;
    let title =
        "predicted flights: dots are samples, rings touches, colours the sections by height";
    canvas.text(title, [16.0, 10.0], INK);
    legend(&mut canvas);
    draw_side(&mut canvas, &physics, &KICKS[0], [-15.0, 246.0], 27.0)?;
    draw_side(&mut canvas, &physics, &KICKS[1], [31.0, 430.0], 42.0)?;
    draw_side(&mut canvas, &physics, &KICKS[2], [29.0, 560.0], 40.0)?;
    draw_above(&mut canvas, &physics)?;
    std::fs::write(root.join("docs/flight.png"), canvas.into_png()?)?;
    Ok(())
}

fn legend(canvas: &mut Canvas) {
    let mut x = 700.0;
    for band in HeightBand::ALL {
        let color = color_of(band);
        canvas.rectangle([x, 12.0], [22.0, 8.0], color);
        canvas.text(band.name(), [x + 28.0, 10.0], INK);
        x += 96.0;
    }
}

fn color_of(band: HeightBand) -> Color {
    let index = HeightBand::ALL.iter().position(|each| *each == band);
    BANDS[index.unwrap_or(0)]
}

fn predict(
    physics: &BallPhysics<Statics>,
    state: &BallState,
    reading: SampleReading,
) -> Result<Prediction<BallState>, Box<dyn Error>> {
    let options = PredictionOptions {
        reading,
        dense: true,
        ..PredictionOptions::default()
    };
    let mut flight = Prediction::new(physics, state, options)?;
    flight.finish(physics);
    Ok(flight)
}

/// Draws one kick, x to the right and y up.
fn draw_side(
    canvas: &mut Canvas,
    physics: &BallPhysics<Statics>,
    kick: &Kick,
    [left, ground]: [f64; 2],
    scale: f64,
) -> Result<(), Box<dyn Error>> {
    let view = View {
        origin: [LEFT, ground],
        scale,
        left,
    };
    let state = BallState::new(0.0, kick.from, kick.velocity)?.with_spin(kick.spin)?;
    let flight = predict(physics, &state, SampleReading::Velocity)?;
    let end = flight.end().map_or("", |end| end.name());
    let title = format!(
        "{}: {} samples, {} steps, ends at {end}",
        kick.title,
        flight.samples().len(),
        flight.steps_done()
    );
    let heights = flight.dense().map(|moment| moment.position[1]);
    let highest = heights.max_by(f64::total_cmp).unwrap_or(0.0);
    canvas.text(&title, [LEFT, view.place([0.0, highest])[1] - 26.0], INK);
    draw_ground(canvas, &view);

    let bands = HeightBands::default();
    for section in flight.sections(&bands)? {
        let is_in = |secs| secs >= section.from_secs - 0.004 && secs <= section.to_secs + 0.004;
        let moments = flight.dense().filter(|moment| is_in(moment.secs));
        let points: Vec<_> = moments.map(|moment| side(&view, moment.position)).collect();
        canvas.line(&points, 3.0, color_of(section.band));
    }
    for event in flight.events() {
        if event.kind != FlightEventKind::Roll && event.hit.is_some() {
            let at = side(&view, event.position);
            canvas.disc(at, 7.0, TOUCH);
            canvas.disc(at, 5.5, PAPER);
        }
    }
    for sample in flight.samples() {
        canvas.disc(side(&view, sample.position), 3.2, INK);
    }
    Ok(())
}

fn side(view: &View, position: [f64; 3]) -> [f64; 2] {
    view.place([position[0], position[1]])
}

/// Draws the grass with its distances in metres, the goal, and what stands behind it.
fn draw_ground(canvas: &mut Canvas, view: &View) {
    let y = view.origin[1];
    let right = f64::from(WIDTH) - 16.0;
    canvas.rectangle([LEFT, y], [right - LEFT, 3.0], GRASS);
    let mut metre = (view.left / 5.0).ceil() * 5.0;
    while view.place([metre, 0.0])[0] < right - 24.0 {
        let x = view.place([metre, 0.0])[0];
        canvas.line(&[[x, y + 3.0], [x, y + 7.0]], 1.0, FAINT);
        canvas.text(&format!("{metre:.0} m"), [x - 9.0, y + 8.0], FAINT);
        metre += 5.0;
    }
    let bar = view.place([52.5, 2.5]);
    if bar[0] < right {
        canvas.line(&[view.place([52.5, 0.0]), bar], 0.12 * view.scale, NET);
        canvas.disc(bar, 0.06 * view.scale, WOOD);
        let size = [0.2 * view.scale, 0.9 * view.scale];
        canvas.rectangle(view.place([56.5, 0.9]), size, WOOD);
    }
}

/// Draws a free kick with four spins, x to the right and z down, and all three readings of the samples.
fn draw_above(canvas: &mut Canvas, physics: &BallPhysics<Statics>) -> Result<(), Box<dyn Error>> {
    let view = View {
        origin: [LEFT, 756.0],
        scale: 36.0,
        left: 22.0,
    };
    let title = "from above: one free kick with sidespin of 0, 20, 40 and 60 rad/s; readings by velocity, by chord, by acceleration, by velocity";
    canvas.text(title, [LEFT, 596.0], INK);
    let (post, other) = (view.place([52.5, -3.72]), view.place([52.5, 3.72]));
    canvas.line(&[post, other], 0.12 * view.scale, NET);
    for end in [post, other] {
        canvas.disc(end, 0.06 * view.scale, WOOD);
    }
    let readings = [
        SampleReading::Velocity,
        SampleReading::Chord,
        SampleReading::Acceleration,
        SampleReading::Velocity,
    ];
    for (number, reading) in readings.into_iter().enumerate() {
        let spin = [0.0, -20.0 * number as f64, 0.0];
        let state = BallState::new(0.0, [24.0, 0.11, -1.0], [25.0, 6.0, -3.0])?.with_spin(spin)?;
        let flight = predict(physics, &state, reading)?;
        let moments = flight.dense().take_while(|moment| moment.secs <= 1.6);
        let points: Vec<_> = moments
            .map(|moment| above(&view, moment.position))
            .collect();
        canvas.line(&points, 2.0, SPINS[number]);
        for sample in flight.samples().iter().filter(|sample| sample.secs <= 1.6) {
            canvas.disc(above(&view, sample.position), 3.2, SPINS[number]);
        }
    }
    Ok(())
}

fn above(view: &View, position: [f64; 3]) -> [f64; 2] {
    view.place([position[0], -position[2]])
}
