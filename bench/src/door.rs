//! The cost of a call to the library for C, compared with the same call in Rust.
//!
//! The functions are called as C calls them, by their symbols, in one process; nothing is inlined.

#![allow(
    unsafe_code,
    reason = "C functions are called with pointers to values of this module"
)]
#![allow(dead_code, reason = "C reads and writes fields")]

use std::ptr;

use footwork_base::FrameRate;
// This links the symbols of the library for C.
use footwork_c as _;
use footwork_events::{Encoding, EventTrack, Guards, Trigger};
use footwork_expr::{Evaluator, compile};
use footwork_tags::{ClipId, Database, LiveQuery, Query, Ranges};

use crate::figure;
use crate::measure::{Contender, in_turn, median_secs};
use crate::report::{Bar, Block, Outcome, Section, Table};

/// The handle of an object, as in the header.
#[derive(Clone, Copy)]
#[repr(C)]
struct Handle(u64);

#[repr(C)]
struct Text {
    bytes: *const u8,
    len: usize,
}

#[repr(C)]
struct Encoded {
    window_secs: f64,
    sigma_secs: f64,
}

#[derive(Default)]
#[repr(C)]
struct Passing {
    fired_ago_secs: f64,
    flags: [u8; 8],
}

type Error = *mut u8;

unsafe extern "C" {
    safe fn fw_abi_version() -> u32;
    fn fw_database_from_bytes(bytes: *const u8, len: usize, to: *mut Handle, error: Error) -> i32;
    fn fw_query_bind(of: Handle, text: *const u8, len: usize, to: *mut Handle, error: Error)
    -> i32;
    fn fw_query_holds(query: Handle, clip: u32, frame: u32, holds: *mut u8, error: Error) -> i32;
    fn fw_expression_compile(
        texts: *const Text,
        texts_count: usize,
        variables: *const Text,
        variables_count: usize,
        seed: u32,
        to: *mut Handle,
        error: Error,
    ) -> i32;
    fn fw_expression_value(
        of: Handle,
        values: *const f32,
        count: usize,
        value: *mut f32,
        error: Error,
    ) -> i32;
    fn fw_trigger_create(
        encoding: *const Encoded,
        guards: *const u8,
        lead_secs: f64,
        smoothing_secs: f64,
        to: *mut Handle,
        error: Error,
    ) -> i32;
    fn fw_trigger_advance(
        of: Handle,
        sine: f32,
        cosine: f32,
        step_secs: f64,
        passing: *mut Passing,
        error: Error,
    ) -> i32;
}

const BAR: Bar = Bar::secs(10e-9);
const FRAMES: u32 = 10_000;
const STEP_SECS: f64 = 1.0 / 60.0;

/// Measures calls that games make every frame.
pub(crate) fn run() -> Outcome<Section> {
    let mut rows = Table::new("a call", "call | Rust | C | C − Rust | bar");
    let mut losses = Vec::new();
    let bare = in_turn(vec![Contender::new("bare", || fw_abi_version())]);
    let bare = median_secs(&bare, "bare");
    for (name, [rust, c]) in [
        ("`fw_query_holds`", holds()?),
        ("`fw_expression_value`", value()?),
        ("`fw_trigger_advance`", advance()?),
    ] {
        let judged = BAR.judge(name, c - rust, &mut losses);
        rows.row([
            name.to_owned(),
            figure::secs(rust),
            figure::secs(c),
            figure::secs(c - rust),
            judged,
        ]);
    }
    rows.row([
        "`fw_abi_version`".to_owned(),
        String::new(),
        figure::secs(bare),
        String::new(),
        String::new(),
    ]);
    Ok(Section {
        title: "The door to C",
        peers: &[],
        blocks: vec![Block::Table(rows)],
        losses,
    })
}

/// Measures a call in Rust and the same call in C, and returns both medians.
fn both<T, U>(rust: impl FnMut() -> T, c: impl FnMut() -> U) -> [f64; 2] {
    let timings = in_turn(vec![Contender::new("Rust", rust), Contender::new("C", c)]);
    ["Rust", "C"].map(|name| median_secs(&timings, name))
}

fn done(status: i32) -> Outcome<()> {
    match status {
        0 => Ok(()),
        other => Err(format!("status {other}").into()),
    }
}

fn holds() -> Outcome<[f64; 2]> {
    let mut database = Database::new();
    let clip = database.add_clip("walk.bvh", FRAMES, FrameRate::whole(60).ok_or("no rate")?)?;
    let tag = database.declare_tag(&"Gait.Walk".parse()?)?;
    let held = (0..FRAMES / 100).map(|part| (100 * part, 100 * part + 60));
    database.set_tag(tag, clip, Ranges::from_pairs(held)?)?;
    let bytes = database.to_bytes();
    let text = "Gait.Walk";
    let (mut base, mut query) = (Handle(0), Handle(0));
    // SAFETY: the pointers are valid for the calls, with these lengths.
    unsafe {
        done(fw_database_from_bytes(
            bytes.as_ptr(),
            bytes.len(),
            &raw mut base,
            ptr::null_mut(),
        ))?;
        let bound = &raw mut query;
        done(fw_query_bind(
            base,
            text.as_ptr(),
            text.len(),
            bound,
            ptr::null_mut(),
        ))?;
    }
    let mut live = LiveQuery::new(Query::parse_for(text, &database)?.0.into_owned());
    let (mut at, mut to) = (0, 0);
    let next = |frame: &mut u32| {
        *frame = (*frame + 7) % FRAMES;
        *frame
    };
    let rust = || {
        let holds = live
            .current(&database)
            .map(|it| it.holds(ClipId::new(0), next(&mut at)));
        holds.unwrap_or(false)
    };
    let c = || {
        let mut holds = 0;
        // SAFETY: only `holds` is written.
        unsafe { fw_query_holds(query, 0, next(&mut to), &raw mut holds, ptr::null_mut()) };
        holds
    };
    Ok(both(rust, c))
}

fn value() -> Outcome<[f64; 2]> {
    let (text, name) = ("smoothstep(1, 3, speed)", "speed");
    let program = compile(text, &[name])?;
    let mut evaluator = Evaluator::new(&program);
    let of = |text: &str| Text {
        bytes: text.as_ptr(),
        len: text.len(),
    };
    let (source, variable, mut made) = (of(text), of(name), Handle(0));
    // SAFETY: the texts live longer than the call.
    let status = unsafe {
        let to = &raw mut made;
        fw_expression_compile(
            &raw const source,
            1,
            &raw const variable,
            1,
            0,
            to,
            ptr::null_mut(),
        )
    };
    done(status)?;
    let (mut at, mut to) = (0.0_f32, 0.0_f32);
    let next = |speed: &mut f32| {
        *speed = if *speed > 4.0 { 0.0 } else { *speed + 0.01 };
        [*speed]
    };
    let rust = || evaluator.value(&next(&mut at));
    let c = || {
        let (values, mut value) = (next(&mut to), 0.0_f32);
        // SAFETY: both pointers are valid, each for one float.
        unsafe { fw_expression_value(made, values.as_ptr(), 1, &raw mut value, ptr::null_mut()) };
        value
    };
    Ok(both(rust, c))
}

fn advance() -> Outcome<[f64; 2]> {
    let rate = FrameRate::whole(60).ok_or("no rate")?;
    let tracks = [EventTrack::new(vec![0.5, 1.1, 1.75])?];
    let encoding = Encoding::from_gaps(&tracks, rate);
    let rows = encoding.encode(&tracks, rate, 120)?;
    let pairs: Vec<[f32; 2]> = rows.as_chunks().0.to_vec();
    let mut trigger = Trigger::new(encoding, Guards::default())?;
    let as_c = Encoded {
        window_secs: encoding.window_secs(),
        sigma_secs: encoding.sigma_secs(),
    };
    let mut made = Handle(0);
    // SAFETY: the encoding lives longer than the call; a null pointer selects the default guards.
    let status = unsafe {
        let to = &raw mut made;
        fw_trigger_create(&raw const as_c, ptr::null(), 0.0, 0.0, to, ptr::null_mut())
    };
    done(status)?;
    let (mut at, mut to) = (0, 0);
    let next = |place: &mut usize| {
        *place = (*place + 1) % pairs.len();
        pairs[*place]
    };
    let rust = || trigger.advance(next(&mut at), STEP_SECS).fired_ago_secs;
    let c = || {
        let ([sine, cosine], mut passing) = (next(&mut to), Passing::default());
        // SAFETY: only `passing` is written.
        unsafe {
            fw_trigger_advance(
                made,
                sine,
                cosine,
                STEP_SECS,
                &raw mut passing,
                ptr::null_mut(),
            );
        }
        passing.fired_ago_secs
    };
    Ok(both(rust, c))
}
