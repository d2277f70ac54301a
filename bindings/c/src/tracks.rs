//! Events as times, and as signals that a network predicts.

use footwork::base::FrameRate;
use footwork::events::{Encoding, EventTrack, Guards};

use crate::door::{
    Buffer, Grows, call, fill_sized, groups, numbered, out, size_field, sized, slice, value,
};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};

static TRACKS: Table<Vec<EventTrack>> = Table::new(Kind::Tracks);

/// Tracks of events. Each track has the times of one kind of event. Any number of threads may use it concurrently, as long as
/// none adds a track.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_tracks {
    /// 0 is null.
    pub handle: u64,
}

/// A frame rate in frames per second, as a fraction.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_rate {
    /// The numerator, above 0.
    pub numerator: u64,
    /// The denominator, above 0.
    pub denominator: u64,
}

/// The encoding of events as signals.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_encoding {
    /// The time before and after an event in which its signal turns, in seconds: above 0, at most 3600.
    pub window_secs: f64,
    /// The standard deviation of the smoothing, in seconds: from 0 to the window.
    pub sigma_secs: f64,
}

/// The maximum number of events that `fw_tracks_passed` counts.
pub const FW_MAX_PASSED: usize = 65536;

/// Enables the check `norm` of `fw_guards`.
pub const FW_GUARD_NORM: u32 = 1;
/// Enables the check `nearness` of `fw_guards`.
pub const FW_GUARD_NEARNESS: u32 = 2;
/// Rejects a crossing if, over the last eighth of the window, the signal rises overall.
pub const FW_GUARD_FALLING: u32 = 4;
/// Enables the check `jump` of `fw_guards`.
pub const FW_GUARD_JUMP: u32 = 8;
/// Enables the check `approach` of `fw_guards`.
pub const FW_GUARD_APPROACH: u32 = 16;
/// Enables the check `slope` of `fw_guards`.
pub const FW_GUARD_SLOPE: u32 = 32;
/// Enables the check `refractory_secs` of `fw_guards`.
pub const FW_GUARD_REFRACTORY: u32 = 64;

/// The checks that a zero crossing must pass to count as an event. Set `size`, then call `fw_guards_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_guards {
    /// `sizeof(fw_guards)`.
    pub size: u32,
    /// The sum of the `FW_GUARD_` of all enabled checks.
    pub checks: u32,
    /// The minimum length of the pairs (sine, cosine) before and after a crossing, from 0 to 1.
    pub norm: f64,
    /// The largest time to or since the event that the pairs just before and just after a crossing may show, as a share
    /// of the window, from 0 to 1. The time of one update is added to it.
    pub nearness: f64,
    /// The largest fall of the signal in one update, as a share of the window, from 0 to 1. The time of the update is added
    /// to it.
    pub jump: f64,
    /// A time as a share of the window, from 0 to 0.5. Once the signal has been this long after an event, a crossing
    /// counts only if the signal has since been this long before an event.
    pub approach: f64,
    /// The smallest and the largest rate at which the time to the event falls, in seconds per second. A clean signal falls by
    /// 1.
    pub slope: [f64; 2],
    /// The minimum time between two events, in seconds of the clip, at least 0.
    pub refractory_secs: f64,
}

// SAFETY: all fields are plain numbers, and the first is the size.
unsafe impl Grows for fw_guards {
    const NAME: &'static str = "fw_guards";
}

/// Makes an empty list of tracks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_tracks_create(
    tracks: *mut fw_tracks,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let tracks = out(tracks, "tracks")?;
        tracks.write(fw_tracks {
            handle: TRACKS.insert(Vec::new())?,
        });
    })
}

/// Destroys tracks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_tracks_destroy(tracks: fw_tracks, error: *mut fw_error) -> fw_status {
    call!(error, {
        TRACKS.remove(tracks.handle)?;
    })
}

/// Adds a track of events at these times, in seconds and in any order, and writes the number of the track, from 0. The clip
/// repeats after `loop_secs`, or not at all if that is 0. Call it while loading, because it allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_tracks_add(
    tracks: fw_tracks,
    times_secs: *const f64,
    times_count: usize,
    loop_secs: f64,
    track: *mut u32,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let number = out(track, "track")?;
        let times = slice(times_secs, times_count, "times_secs")?.to_vec();
        let mut tracks = TRACKS.take(tracks.handle)?;
        let made = if loop_secs == 0.0 {
            EventTrack::new(times)
        } else {
            EventTrack::looped(times, loop_secs)
        };
        let next = u32::try_from(tracks.len()).map_err(Fault::range)?;
        tracks.push(made.map_err(Fault::range)?);
        number.write(next);
    })
}

/// Writes the times of a track in rising order, without duplicates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_tracks_times(
    tracks: fw_tracks,
    track: u32,
    times_secs: *mut f64,
    times_capacity: usize,
    times_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(times_secs, times_capacity, times_count, "times_secs")?;
        let tracks = TRACKS.share(tracks.handle)?;
        let times = one(&tracks, track)?.times();
        room.fill(times.len(), times.iter().copied())?;
    })
}

/// Writes the events that an update of the clock passed, each once, in the order of passing. These are times in (previous,
/// now], or in [now, previous) if the clock ran backwards. The clock of a repeating clip does not wrap. If a long update
/// passes more than FW_MAX_PASSED events, only the first ones are written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_tracks_passed(
    tracks: fw_tracks,
    track: u32,
    previous_secs: f64,
    now_secs: f64,
    times_secs: *mut f64,
    times_capacity: usize,
    times_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(times_secs, times_capacity, times_count, "times_secs")?;
        let tracks = TRACKS.share(tracks.handle)?;
        let track = one(&tracks, track)?;
        let passed = || track.between(previous_secs, now_secs);
        let count = passed().take(FW_MAX_PASSED).count();
        room.fill(count, passed().take(count))?;
    })
}

/// Writes the time to the nearest event, in seconds: above 0 if it is ahead, below 0 if it is behind. Writes NaN for a track
/// without events.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_tracks_nearest(
    tracks: fw_tracks,
    track: u32,
    at_secs: f64,
    until_secs: *mut f64,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let until = out(until_secs, "until_secs")?;
        let tracks = TRACKS.share(tracks.handle)?;
        let nearest = one(&tracks, track)?.signed_time(at_secs);
        until.write(nearest.unwrap_or(f64::NAN));
    })
}

/// Writes an encoding that suits the tracks. Its window is half of the 10th percentile of the gaps between events, but at
/// least one frame. Its smoothing is one frame, but at most a quarter of the window.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_encoding_from_gaps(
    tracks: fw_tracks,
    rate: *const fw_rate,
    encoding: *mut fw_encoding,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let to = out(encoding, "encoding")?;
        let rate = frame_rate(value(rate, "rate")?)?;
        let made = Encoding::from_gaps(&TRACKS.share(tracks.handle)?, rate);
        to.write(fw_encoding {
            window_secs: made.window_secs(),
            sigma_secs: made.sigma_secs(),
        });
    })
}

/// Writes the signals of tracks for as many frames as `rows` has room for, the first at 0 s. Each frame has a row with the sine
/// and cosine of each track. Call it while loading, because it allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_encoding_encode(
    encoding: *const fw_encoding,
    tracks: fw_tracks,
    rate: *const fw_rate,
    rows: *mut f32,
    rows_count: usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let encoding = checked(value(encoding, "encoding")?)?;
        let rate = frame_rate(value(rate, "rate")?)?;
        let rows = crate::door::slice_mut(rows, rows_count, "rows")?;
        let tracks = TRACKS.share(tracks.handle)?;
        let done = encoding.encode_into(&tracks, rate, rows);
        done.map_err(|wrong| Fault::new(fw_status::FW_BAD_SIZE, wrong.to_string()))?;
    })
}

/// Writes the time to the nearest event that one pair of a signal encodes, in seconds: above 0 if it is ahead, below 0 if it
/// is behind. The result is NaN if no event is within the window, or if the pair is not valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_encoding_decode(
    encoding: *const fw_encoding,
    sine: f32,
    cosine: f32,
    until_secs: *mut f64,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let until = out(until_secs, "until_secs")?;
        let encoding = checked(value(encoding, "encoding")?)?;
        until.write(encoding.decode([sine, cosine]).unwrap_or(f64::NAN));
    })
}

/// Writes the times of the events of one signal, given as successive pairs of sine and cosine. `pairs_count` is the
/// number of floats. `guards` may be NULL for the default. Call it while loading, because it allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_encoding_decode_all(
    encoding: *const fw_encoding,
    pairs: *const f32,
    pairs_count: usize,
    rate: *const fw_rate,
    guards: *const fw_guards,
    times_secs: *mut f64,
    times_capacity: usize,
    times_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(times_secs, times_capacity, times_count, "times_secs")?;
        let encoding = checked(value(encoding, "encoding")?)?;
        let pairs: &[[f32; 2]] = groups(slice(pairs, pairs_count, "pairs")?, "pairs")?;
        let rate = frame_rate(value(rate, "rate")?)?;
        let guards = guards_or_default(guards)?;
        let found = encoding.decode_all(pairs, rate, guards);
        let times = found.map_err(Fault::range)?.times;
        room.fill(times.len(), times)?;
    })
}

/// Fills the defaults in. Set `size` before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_guards_default(
    guards: *mut fw_guards,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let (from, usual) = (Guards::default(), Guards::STEADY);
        let number = |own: Option<f64>, usual: Option<f64>| own.or(usual).unwrap_or(0.0);
        let bit = |is_on: bool, bit: u32| if is_on { bit } else { 0 };
        let checks = bit(from.norm.is_some(), FW_GUARD_NORM)
            | bit(from.nearness.is_some(), FW_GUARD_NEARNESS)
            | bit(from.falling, FW_GUARD_FALLING)
            | bit(from.jump.is_some(), FW_GUARD_JUMP)
            | bit(from.approach.is_some(), FW_GUARD_APPROACH)
            | bit(from.slope.is_some(), FW_GUARD_SLOPE)
            | bit(from.refractory_secs.is_some(), FW_GUARD_REFRACTORY);
        let (least, most) = from.slope.unwrap_or((0.0, 0.0));
        let defaults = fw_guards {
            size: size_field::<fw_guards>(),
            checks,
            // A disabled check keeps its usual value.
            norm: number(from.norm, usual.norm),
            nearness: number(from.nearness, usual.nearness),
            jump: number(from.jump, usual.jump),
            approach: number(from.approach, usual.approach),
            slope: [least, most],
            refractory_secs: from.refractory_secs.unwrap_or(0.0),
        };
        fill_sized(guards, defaults)?;
    })
}

/// Returns the caller's guards.
///
/// # Safety
/// As for [`sized`].
pub(crate) unsafe fn guards_or_default(guards: *const fw_guards) -> Result<Guards, Fault> {
    if guards.is_null() {
        return Ok(Guards::default());
    }
    // SAFETY: as the caller promises.
    let given = unsafe { sized(guards) }?;
    let is_on = |bit: u32| given.checks & bit != 0;
    let number = |bit: u32, number: f64| is_on(bit).then_some(number);
    let [least, most] = given.slope;
    let guards = Guards {
        norm: number(FW_GUARD_NORM, given.norm),
        nearness: number(FW_GUARD_NEARNESS, given.nearness),
        falling: is_on(FW_GUARD_FALLING),
        jump: number(FW_GUARD_JUMP, given.jump),
        approach: number(FW_GUARD_APPROACH, given.approach),
        slope: is_on(FW_GUARD_SLOPE).then_some((least, most)),
        refractory_secs: number(FW_GUARD_REFRACTORY, given.refractory_secs),
    };
    guards.check().map_err(Fault::range)?;
    Ok(guards)
}

pub(crate) fn checked(encoding: fw_encoding) -> Result<Encoding, Fault> {
    Encoding::new(encoding.window_secs, encoding.sigma_secs).map_err(Fault::range)
}

pub(crate) fn frame_rate(rate: fw_rate) -> Result<FrameRate, Fault> {
    let made = FrameRate::new(rate.numerator, rate.denominator);
    made.ok_or_else(|| Fault::range("a frame rate must be above 0"))
}

fn one(tracks: &[EventTrack], track: u32) -> Result<&EventTrack, Fault> {
    numbered(tracks.get(track as usize), track, "track", tracks.len())
}
