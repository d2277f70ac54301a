//! Databases of tags.

use std::ffi::c_char;
use std::sync::Arc;

use footwork::base::Name;
use footwork::tags::{ClipId, ClipInfo, Database, TagDbError};

use crate::door::{Buffer, call, fill_text, numbered, out, slice, text};
use crate::error::{Fault, fw_error, fw_status};
use crate::file;
use crate::handle::{Kind, Table};

pub(crate) static DATABASES: Table<Arc<Database>> = Table::new(Kind::Database);

/// The tags of many clips, as written by `footwork compile`. Any number of threads may use the same database concurrently.
/// Objects made from it keep the data that they need, so it can be destroyed whenever no call is using it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_database {
    /// 0 is null.
    pub handle: u64,
}

/// The frame rate and length of a clip.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_clip_info {
    /// The numerator of the frame rate, in frames per second.
    pub rate_numerator: u64,
    /// The denominator of the frame rate, at least 1.
    pub rate_denominator: u64,
    /// The number of frames.
    pub frames: u32,
    /// Always 0.
    pub reserved: u32,
}

/// Reads a `.tagdb` from memory, and checks all of it. The bytes are copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_database_from_bytes(
    bytes: *const u8,
    bytes_len: usize,
    database: *mut fw_database,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let database = out(database, "database")?;
        let bytes = slice(bytes, bytes_len, "bytes")?;
        database.write(opened(bytes.to_vec())?);
    })
}

/// Reads a `.tagdb` file, whose path is UTF-8, and checks all of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_database_open(
    path: *const c_char,
    path_len: usize,
    database: *mut fw_database,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let database = out(database, "database")?;
        let path = text(path, path_len, "path")?;
        database.write(opened(file::read(path)?)?);
    })
}

fn opened(bytes: Vec<u8>) -> Result<fw_database, Fault> {
    let wrong = |error: TagDbError| Fault::new(fw_status::FW_BAD_DATA, error.to_string());
    let database = Database::from_bytes(bytes).map_err(wrong)?;
    Ok(fw_database {
        handle: DATABASES.insert(Arc::new(database))?,
    })
}

/// Destroys a database.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_database_destroy(
    database: fw_database,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        DATABASES.remove(database.handle)?;
    })
}

/// Writes the number of clips. Clips are numbered from 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_database_clip_count(
    database: fw_database,
    count: *mut u32,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let count = out(count, "count")?;
        let clips = DATABASES.read(database.handle)?.clips();
        count.write(u32::try_from(clips.len()).unwrap_or(u32::MAX));
    })
}

/// Finds a clip by its full name, and writes its number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_database_clip(
    database: fw_database,
    name: *const c_char,
    name_len: usize,
    clip: *mut u32,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let clip = out(clip, "clip")?;
        let name = text(name, name_len, "name")?;
        let found = DATABASES.read(database.handle)?.clip_by_name(name);
        let found = found.ok_or_else(|| {
            Fault::new(
                fw_status::FW_UNKNOWN_NAME,
                format!("no clip is named `{name}`"),
            )
        })?;
        clip.write(found.number());
    })
}

/// Writes the frame rate and length of a clip.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_database_clip_info(
    database: fw_database,
    clip: u32,
    info: *mut fw_clip_info,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let info = out(info, "info")?;
        let found = clip_info(DATABASES.read(database.handle)?, clip)?;
        info.write(fw_clip_info {
            rate_numerator: found.rate.numerator(),
            rate_denominator: found.rate.denominator(),
            frames: found.frames,
            reserved: 0,
        });
    })
}

/// Writes the name of a clip. It is UTF-8 without a NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_database_clip_name(
    database: fw_database,
    clip: u32,
    name: *mut c_char,
    name_capacity: usize,
    name_len: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(name, name_capacity, name_len, "name")?;
        let found = &clip_info(DATABASES.read(database.handle)?, clip)?.name;
        fill_text(room, found)?;
    })
}

/// Writes a stamp of all clips, tags and events. Equal contents have equal stamps, also in other processes. Call it while
/// loading, because it reads everything.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_database_content_stamp(
    database: fw_database,
    stamp: *mut u64,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let stamp = out(stamp, "stamp")?;
        stamp.write(DATABASES.read(database.handle)?.content_stamp());
    })
}

/// Writes the number of tags.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_database_tag_count(
    database: fw_database,
    count: *mut u32,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let count = out(count, "count")?;
        let tags = DATABASES.read(database.handle)?.tags().count();
        count.write(u32::try_from(tags).unwrap_or(u32::MAX));
    })
}

/// Writes the name of a tag. Tags are numbered from 0 in the order of their names. The name is UTF-8 without a NUL. Call it
/// while loading, because it counts through the tags.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_database_tag_name(
    database: fw_database,
    tag: u32,
    name: *mut c_char,
    name_capacity: usize,
    name_len: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(name, name_capacity, name_len, "name")?;
        let database = DATABASES.read(database.handle)?;
        let names = || database.tags().map(|(name, _)| name);
        fill_name(room, names, tag, "tag")?;
    })
}

/// Writes the number of kinds of events.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_database_event_count(
    database: fw_database,
    count: *mut u32,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let count = out(count, "count")?;
        let events = DATABASES.read(database.handle)?.events().count();
        count.write(u32::try_from(events).unwrap_or(u32::MAX));
    })
}

/// Writes the name of a kind of event, like `fw_database_tag_name` for tags.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_database_event_name(
    database: fw_database,
    event: u32,
    name: *mut c_char,
    name_capacity: usize,
    name_len: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(name, name_capacity, name_len, "name")?;
        let database = DATABASES.read(database.handle)?;
        let names = || database.events().map(|(name, _)| name);
        fill_name(room, names, event, "event")?;
    })
}

/// Writes the times of a kind of event in a clip, rising, in seconds from its first frame. `fw_tracks_add` takes such times.
/// Call it while loading, because it counts through the events.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_database_event_times(
    database: fw_database,
    event: u32,
    clip: u32,
    times_secs: *mut f64,
    times_capacity: usize,
    times_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(times_secs, times_capacity, times_count, "times_secs")?;
        let database = DATABASES.read(database.handle)?;
        let found = database.events().nth(event as usize);
        let (_, found) = numbered(found, event, "event", database.events().count())?;
        let period = clip_info(database, clip)?.rate.period_secs();
        let times = database.event_times(found, ClipId::new(clip));
        room.fill(times.len(), times.iter().map(|frames| frames * period))?;
    })
}

/// Writes the name with this number.
fn fill_name<'a, N: Iterator<Item = &'a Name>>(
    room: Buffer<'_, c_char>,
    names: impl Fn() -> N,
    number: u32,
    what: &str,
) -> Result<(), Fault> {
    let found = names().nth(number as usize);
    fill_text(
        room,
        numbered(found, number, what, names().count())?.as_str(),
    )
}

/// Returns a clip by its number.
pub(crate) fn clip_info(database: &Database, clip: u32) -> Result<&ClipInfo, Fault> {
    let clips = database.clips();
    numbered(clips.get(ClipId::new(clip)), clip, "clip", clips.len())
}
