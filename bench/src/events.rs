//! Events: the time of encoding them as signals, compared with NumPy, Footwork's plain reference and the speed of
//! memory; and the time of the trigger.
//!
//! The bars come from the specification of `footwork-events`.

mod numpy;

use footwork_base::FrameRate;
use footwork_events::{Encoding, EventTrack, Guards, Trigger};

use crate::figure;
use crate::measure::{Contender, Timing, in_turn, median_secs};
use crate::random::Random;
use crate::report::{Bar, Block, Outcome, Section, Table};
use crate::slide::vector::single;
use numpy::NumPy;

const FRAMES: usize = 1_000_000;
const EVENTS: usize = 8;
const RATE: u64 = 60;
const WINDOW_SECS: f64 = 0.25;
const CHARACTERS: usize = 1000;
const STEPS: usize = 100;

const OURS: &str = "ours: `Encoding::encode_into` an existing buffer";
const FRESH: &str = "ours: `Encoding::encode`, which allocates";
const PLAIN: &str = "ours, the plain reference: `encode_oracle`";
const FILL: &str = "writing the output: fill an existing buffer";
const FRESH_FILL: &str = "writing the output: fill, which allocates";
const COPY: &str = "writing the output: copy into an existing buffer";
const TRIGGER: &str = "ours: `Trigger::advance`";

const NUMPY_BAR: Bar = Bar::at_least(15.0);
const WRITING_BAR: Bar = Bar::at_most(4.0);
const TRIGGER_BAR: Bar = Bar::secs(20e-9);

/// Measures everything about events.
pub(crate) fn run() -> Outcome<Section> {
    let rate = FrameRate::whole(RATE).ok_or("no rate")?;
    let encoding = Encoding::new(WINDOW_SECS, rate.period_secs())?;
    let times = times();
    let tracks = times.iter().map(|times| EventTrack::new(times.clone()));
    let tracks: Vec<EventTrack> = tracks.collect::<Result<_, _>>()?;
    let encode = || encoding.encode(&tracks, rate, FRAMES);
    let signal = encode()?;
    let by_plain = || by_plain(&encoding, &tracks, rate);
    check(&signal, &by_plain()?, "the plain reference")?;
    let mut encoded = vec![0.0_f32; signal.len()];
    let mut output = vec![0.0_f32; signal.len()];
    let mut copied = vec![0.0_f32; signal.len()];
    let mut value = 0.0_f32;
    let timings = in_turn(vec![
        Contender::new(OURS, || encoding.encode_into(&tracks, rate, &mut encoded)),
        Contender::new(FRESH, encode),
        Contender::new(PLAIN, by_plain),
        Contender::new(FRESH_FILL, || {
            // A new value in a new buffer each time, as in an encoder.
            value += 1.0;
            std::hint::black_box(vec![value; FRAMES * EVENTS * 2])
        }),
        Contender::new(FILL, || {
            output.fill(std::hint::black_box(1.5));
            std::hint::black_box(&mut output).len()
        }),
        Contender::new(COPY, || {
            copied.copy_from_slice(std::hint::black_box(&signal));
            std::hint::black_box(&mut copied).len()
        }),
    ]);
    let numpy = NumPy::run(&times, &encoding, RATE, FRAMES)?;
    if let NumPy::Measured { signal: peer, .. } = &numpy {
        check(&signal, peer, "NumPy")?;
    }
    let trigger = in_turn(vec![triggers(&encoding, &signal, rate)?]);
    let mut losses = Vec::new();
    let encoding = encoding_table(&timings, &numpy, &mut losses);
    let trigger = trigger_table(&trigger, &mut losses);
    Ok(Section {
        title: "Events",
        peers: &[],
        blocks: vec![
            Block::Text(numpy.said()),
            Block::Table(encoding),
            Block::Table(trigger),
        ],
        losses,
    })
}

/// Returns the times of footsteps for each event, about half a second apart.
fn times() -> Vec<Vec<f64>> {
    let mut random = Random::new(0xe7e27);
    let end = FRAMES as f64 / RATE as f64;
    let tracks = (0..EVENTS).map(|_| {
        let mut times = Vec::new();
        let mut time = 0.25 + random.around_zero(0.2);
        while time < end {
            times.push(time);
            time += 0.55 + random.around_zero(0.15);
        }
        times
    });
    tracks.collect()
}

fn by_plain(encoding: &Encoding, tracks: &[EventTrack], rate: FrameRate) -> Outcome<Vec<f32>> {
    let mut rows = vec![0.0; FRAMES * EVENTS * 2];
    for (event, track) in tracks.iter().enumerate() {
        let pairs = footwork_events::encode_oracle(encoding, track, rate, FRAMES)?;
        for (row, (sine, cosine)) in rows.chunks_exact_mut(2 * EVENTS).zip(pairs) {
            (row[2 * event], row[2 * event + 1]) = (single(sine), single(cosine));
        }
    }
    Ok(rows)
}

/// Checks that a contender's signal equals ours up to the rounding of f32.
fn check(ours: &[f32], other: &[f32], whose: &str) -> Outcome<()> {
    let (wanted, given) = (ours.len(), other.len());
    if wanted != given {
        return Err(format!("{whose} gives {given} of {wanted} numbers").into());
    }
    let far = |(a, b): (&f32, &f32)| (a - b).abs() > 1e-6;
    match ours.iter().zip(other).position(far) {
        Some(at) => Err(format!("{whose} gives {} for {} at {at}", other[at], ours[at]).into()),
        None => Ok(()),
    }
}

/// Returns a contender with many characters, each with its own stream, as in a game.
fn triggers<'a>(encoding: &Encoding, signal: &'a [f32], rate: FrameRate) -> Outcome<Contender<'a>> {
    let trigger = Trigger::new(*encoding, Guards::default())?;
    let mut triggers = vec![trigger; CHARACTERS];
    let period = rate.period_secs();
    let pairs = signal.as_chunks::<2>().0;
    let mut start = 0;
    Ok(Contender::new(TRIGGER, move || {
        let mut fired = 0;
        for step in 0..STEPS {
            for (character, trigger) in triggers.iter_mut().enumerate() {
                // Consecutive frames of one event's column.
                let frame = (start + step + 997 * character) % FRAMES;
                let pair = pairs[frame * EVENTS + character % EVENTS];
                fired += usize::from(trigger.advance(pair, period).fired_ago_secs.is_some());
            }
        }
        start = (start + STEPS) % FRAMES;
        fired
    }))
}

fn encoding_table(timings: &[Timing], numpy: &NumPy, losses: &mut Vec<String>) -> Table {
    let bytes = u64::try_from(FRAMES * EVENTS * 8).unwrap_or(u64::MAX);
    let title = format!(
        "Encoding {FRAMES} frames of {EVENTS} events, {}, on one thread",
        figure::bytes(bytes)
    );
    let mut table = Table::new(title, "contender | time | ± | GB/s | times ours | bar");
    let ours = median_secs(timings, OURS);
    let rates = |secs: f64| [bytes as f64 / 1e9 / secs, secs / ours].map(figure::plain);
    for timing in timings {
        let secs = timing.median_secs;
        let mut bar = String::new();
        if timing.name == COPY {
            bar = WRITING_BAR.judge(
                "ours, times the time to write the output",
                ours / secs,
                losses,
            );
        }
        let cells = timing.cells(1.0).into_iter().chain(rates(secs));
        table.row(cells.chain([bar]));
    }
    match numpy {
        NumPy::Measured { secs, version, .. } => {
            let name = format!("NumPy {version}, the same steps");
            let bar = NUMPY_BAR.judge("NumPy's time ÷ ours", secs / ours, losses);
            let cells = [name, figure::secs(*secs), "-".to_owned()].into_iter();
            table.row(cells.chain(rates(*secs)).chain([bar]));
        }
        NumPy::Absent { .. } => table.row(["NumPy, the same steps", "not measured"]),
    }
    table
}

fn trigger_table(timings: &[Timing], losses: &mut Vec<String>) -> Table {
    let title = format!("The trigger: {CHARACTERS} characters, each with its own stream");
    let mut table = Table::new(title, "contender | a character and event | ± | bar");
    let units = (CHARACTERS * STEPS) as f64;
    for timing in timings {
        let bar = TRIGGER_BAR.judge(TRIGGER, timing.median_secs / units, losses);
        table.row(timing.cells(units).into_iter().chain([bar]));
    }
    table
}
