//! Predictions of the flight of a ball.

use footwork::flight::{
    BallState, FlightBounds, FlightEnd, FlightEventKind, HeightBands, Prediction,
    PredictionOptions, SampleReading,
};

use crate::FW_NONE;
use crate::door::{Buffer, Grows, call, fill_sized, out, size_field, sized, value};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};
use crate::physics::{PHYSICS, ball_of, fw_ball, fw_physics, none};

pub(crate) static PREDICTIONS: Table<Prediction<BallState>> = Table::new(Kind::Prediction);

/// The predicted flight of a ball, as a few samples. Any number of threads may use it concurrently, as long as none
/// changes it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_prediction {
    /// 0 is null.
    pub handle: u64,
}

/// A line along the velocity of each sample.
pub const FW_READING_VELOCITY: u32 = 0;
/// A line from each sample to the next.
pub const FW_READING_CHORD: u32 = 1;
/// A parabola along the velocity and acceleration of each sample.
pub const FW_READING_ACCELERATION: u32 = 2;

/// The options of a prediction. Set `size`, then call `fw_prediction_options_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_prediction_options {
    /// `sizeof(fw_prediction_options)`.
    pub size: u32,
    /// How the flight is interpolated between samples: an `FW_READING_`.
    pub reading: u32,
    /// The horizon: the length of the prediction, in seconds, above 0 and at most 3600.
    pub horizon_secs: f64,
    /// The largest distance of the interpolated flight from the stepped one, in metres, if `has_tolerance` is set. Otherwise
    /// it is the radius of the ball.
    pub tolerance_m: f64,
    /// The lowest corner of the box that the ball must stay in, if `has_bounds` is set.
    pub bounds_min: [f64; 3],
    /// The highest corner of that box.
    pub bounds_max: [f64; 3],
    /// Whether `tolerance_m` is used.
    pub has_tolerance: u8,
    /// Whether the bounds are used.
    pub has_bounds: u8,
    /// Whether the horizon moves with the game. If so, `fw_prediction_advance` extends the prediction when less than 80 % of
    /// the horizon is ahead.
    pub keeps_ahead: u8,
    /// Always 0.
    pub reserved: [u8; 1],
    /// The number of frames over which `fw_prediction_advance_frame` spreads a whole horizon; at least 1.
    pub frames: u32,
}

// SAFETY: all fields are plain numbers, and the first is the size.
unsafe impl Grows for fw_prediction_options {
    const NAME: &'static str = "fw_prediction_options";
}

/// The prediction is not complete.
pub const FW_END_NONE: u32 = 0;
/// The ball lies still until the horizon.
pub const FW_END_REST: u32 = 1;
/// The ball has left the bounds or the world.
pub const FW_END_OUT: u32 = 2;
/// The horizon is reached.
pub const FW_END_HORIZON: u32 = 3;
/// The prediction has the maximum number of events.
pub const FW_END_FULL: u32 = 4;
/// The numbers of the ball are no longer finite.
pub const FW_END_LOST: u32 = 5;

/// The progress of a prediction.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_prediction_state {
    /// The time up to which the flight of the ball is known, in seconds. For a ball at rest this is the horizon.
    pub known_secs: f64,
    /// The time of the horizon, in seconds.
    pub horizon_secs: f64,
    /// The number of steps taken.
    pub steps_done: u32,
    /// Why the prediction is complete: an `FW_END_`. It is FW_END_NONE if it is not complete.
    pub end: u32,
    /// The number of samples.
    pub samples: u32,
    /// The number of events.
    pub events: u32,
}

/// A sample of a flight.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_sample {
    /// The time, in seconds.
    pub secs: f64,
    /// The centre of the ball.
    pub position: [f64; 3],
    /// The velocity in m/s. Its meaning depends on the `FW_READING_` of the prediction.
    pub velocity: [f64; 3],
    /// The acceleration in m/s²; 0 unless samples are read as parabolas.
    pub acceleration: [f64; 3],
    /// The height of the ground under the ball; NaN if it is not known.
    pub ground_m: f64,
}

/// The ball bounces.
pub const FW_FLIGHT_BOUNCE: u32 = 0;
/// The ball starts to roll or slide, or continues along another surface.
pub const FW_FLIGHT_ROLL: u32 = 1;
/// The prediction ends.
pub const FW_FLIGHT_END: u32 = 2;

/// An event of a flight.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_flight_event {
    /// The time, in seconds.
    pub secs: f64,
    /// The centre of the ball.
    pub position: [f64; 3],
    /// The unit normal, away from the touched part; 0 at the end.
    pub normal: [f64; 3],
    /// An `FW_FLIGHT_`.
    pub kind: u32,
    /// The part of the statics that the ball touches; FW_NONE at the end.
    pub hit: u32,
}

/// The upper ends of the height bands, in metres, in rising order.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_height_bands {
    /// The upper end of the knee band; 0.6 by default.
    pub knee_m: f64,
    /// The upper end of the chest band; 1.5 by default.
    pub chest_m: f64,
    /// The upper end of the head band; 2.2 by default.
    pub head_m: f64,
    /// The upper end of the keeper's band; 2.6 by default.
    pub keeper_m: f64,
}

/// A part of a flight within one band.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_section {
    /// The start, in seconds.
    pub from_secs: f64,
    /// The end, in seconds.
    pub to_secs: f64,
    /// An `FW_BAND_`.
    pub band: u32,
    /// Always 0.
    pub reserved: u32,
}

/// Fills the defaults in. Set `size` before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_prediction_options_default(
    options: *mut fw_prediction_options,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let from = PredictionOptions::default();
        let bounds = from.bounds.unwrap_or(FlightBounds {
            min: [0.0; 3],
            max: [0.0; 3],
        });
        let defaults = fw_prediction_options {
            size: size_field::<fw_prediction_options>(),
            reading: match from.reading {
                SampleReading::Velocity => FW_READING_VELOCITY,
                SampleReading::Chord => FW_READING_CHORD,
                SampleReading::Acceleration => FW_READING_ACCELERATION,
            },
            horizon_secs: from.horizon_secs,
            tolerance_m: from.tolerance_m.unwrap_or(0.0),
            bounds_min: bounds.min,
            bounds_max: bounds.max,
            has_tolerance: u8::from(from.tolerance_m.is_some()),
            has_bounds: u8::from(from.bounds.is_some()),
            keeps_ahead: u8::from(from.keeps_ahead),
            reserved: [0; 1],
            frames: from.frames,
        };
        fill_sized(options, defaults)?;
    })
}

/// Starts to predict a ball. `options` may be NULL for the default.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_prediction_create(
    physics: fw_physics,
    ball: *const fw_ball,
    options: *const fw_prediction_options,
    prediction: *mut fw_prediction,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(prediction, "prediction")?;
        let ball = ball_of(&value(ball, "ball")?);
        let options = if options.is_null() {
            PredictionOptions::default()
        } else {
            options_of(&sized(options)?)?
        };
        let physics = PHYSICS.read(physics.handle)?;
        let made = Prediction::new(physics, &ball, options).map_err(Fault::range)?;
        handle.write(fw_prediction {
            handle: PREDICTIONS.insert(made)?,
        });
    })
}

/// Destroys a prediction.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_prediction_destroy(
    prediction: fw_prediction,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        PREDICTIONS.remove(prediction.handle)?;
    })
}

/// Restarts from another ball, such as a kicked one. The memory is reused.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_prediction_restart(
    prediction: fw_prediction,
    physics: fw_physics,
    ball: *const fw_ball,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let ball = ball_of(&value(ball, "ball")?);
        let physics = PHYSICS.read(physics.handle)?;
        let mut prediction = PREDICTIONS.take(prediction.handle)?;
        prediction.restart(physics, &ball).map_err(Fault::range)?;
    })
}

/// Advances by a frame. This drops the samples before a time, extends a prediction whose horizon moves with the game, and
/// takes the steps of one frame. Call it once in every frame. The option `frames` is the number of calls for a whole horizon.
/// Pass the physics that the prediction was made with; with any other, the flight is wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_prediction_advance_frame(
    prediction: fw_prediction,
    physics: fw_physics,
    now_secs: f64,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let physics = PHYSICS.read(physics.handle)?;
        PREDICTIONS
            .take(prediction.handle)?
            .advance_frame(physics, now_secs);
    })
}

/// Drops the samples before a time, and extends a prediction whose horizon moves with the game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_prediction_advance(
    prediction: fw_prediction,
    now_secs: f64,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        PREDICTIONS.take(prediction.handle)?.advance(now_secs);
    })
}

/// Predicts `steps` steps of 1/240 s, or all that are left if `steps` is FW_NONE. Pass the physics that the prediction was made
/// with; with any other, the flight is wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_prediction_run(
    prediction: fw_prediction,
    physics: fw_physics,
    steps: u32,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let physics = PHYSICS.read(physics.handle)?;
        let mut prediction = PREDICTIONS.take(prediction.handle)?;
        match steps {
            FW_NONE => prediction.finish(physics),
            steps => {
                prediction.advance_steps(physics, steps);
            }
        }
    })
}

/// Writes the progress of a prediction.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_prediction_get_state(
    prediction: fw_prediction,
    state: *mut fw_prediction_state,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let state = out(state, "state")?;
        let prediction = PREDICTIONS.share(prediction.handle)?;
        let number = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        state.write(fw_prediction_state {
            known_secs: prediction.known_secs(),
            horizon_secs: prediction.horizon_secs(),
            steps_done: prediction.steps_done(),
            end: prediction.end().map_or(FW_END_NONE, end_of),
            samples: number(prediction.samples().len()),
            events: number(prediction.events().len()),
        });
    })
}

/// Finds the position of the ball at a time, if the time is predicted and not past. If not, `is_known` is 0 and the position
/// is unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_prediction_position_at(
    prediction: fw_prediction,
    secs: f64,
    position: *mut f64,
    is_known: *mut u8,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let to = out(position.cast::<[f64; 3]>(), "position")?;
        let is_known = out(is_known, "is_known")?;
        let found = PREDICTIONS.share(prediction.handle)?.position_at(secs);
        is_known.write(u8::from(found.is_some()));
        if let Some(position) = found {
            to.write(position);
        }
    })
}

/// Writes the samples. The first sample is the last one before the time of the latest `fw_prediction_advance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_prediction_samples(
    prediction: fw_prediction,
    samples: *mut fw_sample,
    samples_capacity: usize,
    samples_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(samples, samples_capacity, samples_count, "samples")?;
        let prediction = PREDICTIONS.share(prediction.handle)?;
        let samples = prediction.samples();
        let sample = |from: &footwork::flight::Sample| fw_sample {
            secs: from.secs,
            position: from.position,
            velocity: from.velocity,
            acceleration: from.acceleration,
            ground_m: from.ground_m.unwrap_or(f64::NAN),
        };
        room.fill(samples.len(), samples.iter().map(sample))?;
    })
}

/// Writes the bounces and rolls, including past ones, and then the end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_prediction_events(
    prediction: fw_prediction,
    events: *mut fw_flight_event,
    events_capacity: usize,
    events_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(events, events_capacity, events_count, "events")?;
        let prediction = PREDICTIONS.share(prediction.handle)?;
        let events = prediction.events();
        let event = |from: &footwork::flight::FlightEvent| fw_flight_event {
            secs: from.secs,
            position: from.position,
            normal: from.normal,
            kind: match from.kind {
                FlightEventKind::Bounce => FW_FLIGHT_BOUNCE,
                FlightEventKind::Roll => FW_FLIGHT_ROLL,
                FlightEventKind::End(_) => FW_FLIGHT_END,
            },
            hit: none(from.hit),
        };
        room.fill(events.len(), events.iter().map(event))?;
    })
}

/// Writes the sections of the flight by height. `bands` may be NULL for the default.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_prediction_sections(
    prediction: fw_prediction,
    bands: *const fw_height_bands,
    sections: *mut fw_section,
    sections_capacity: usize,
    sections_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(sections, sections_capacity, sections_count, "sections")?;
        let bands = if bands.is_null() {
            HeightBands::default()
        } else {
            let from = value(bands, "bands")?;
            HeightBands {
                knee_m: from.knee_m,
                chest_m: from.chest_m,
                head_m: from.head_m,
                keeper_m: from.keeper_m,
            }
        };
        let prediction = PREDICTIONS.share(prediction.handle)?;
        let found = || prediction.sections(&bands).map_err(Fault::range);
        let section = |from: footwork::flight::HeightSection| fw_section {
            from_secs: from.from_secs,
            to_secs: from.to_secs,
            band: from.band as u32,
            reserved: 0,
        };
        room.fill(found()?.count(), found()?.map(section))?;
    })
}

fn options_of(from: &fw_prediction_options) -> Result<PredictionOptions, Fault> {
    Ok(PredictionOptions {
        horizon_secs: from.horizon_secs,
        reading: match from.reading {
            FW_READING_VELOCITY => SampleReading::Velocity,
            FW_READING_CHORD => SampleReading::Chord,
            FW_READING_ACCELERATION => SampleReading::Acceleration,
            reading => return Err(Fault::range(format!("{reading} is not a reading"))),
        },
        tolerance_m: (from.has_tolerance != 0).then_some(from.tolerance_m),
        bounds: (from.has_bounds != 0).then_some(FlightBounds {
            min: from.bounds_min,
            max: from.bounds_max,
        }),
        keeps_ahead: from.keeps_ahead != 0,
        frames: from.frames,
        dense: false,
    })
}

fn end_of(end: FlightEnd) -> u32 {
    match end {
        FlightEnd::Rest => FW_END_REST,
        FlightEnd::Out => FW_END_OUT,
        FlightEnd::Horizon => FW_END_HORIZON,
        FlightEnd::Full => FW_END_FULL,
        _ => FW_END_LOST,
    }
}
