//! The functions that a browser calls, as `web/src/worker/door.ts` does. Parameters and results are numbers; bytes go
//! through the memory of the module. `footwork_match_input` makes room for bytes, and the caller then writes them into
//! memory. The other functions read them there, and leave their output for `footwork_match_output`.

#![allow(
    unsafe_code,
    reason = "exported names must be unique in the linked program, as they are; no function here dereferences a pointer"
)]

use std::cell::RefCell;
use std::sync::Arc;

use crate::cast::Cast;
use crate::page::Session;

#[derive(Default)]
struct Door {
    cast: Option<Arc<Cast>>,
    session: Option<Session>,
    input: Vec<u8>,
    /// An error, messages or a recording.
    output: Vec<u8>,
    frame: Vec<f32>,
    leaves: Vec<f32>,
}

thread_local! {
    static DOOR: RefCell<Door> = RefCell::default();
}

/// Runs an action, and collects the news of the session. Returns whether it succeeded. If not, the output is the error.
fn run(action: impl FnOnce(&mut Door) -> Result<(), String>) -> bool {
    DOOR.with_borrow_mut(|door| {
        door.output.clear();
        let done = action(door);
        if let Err(error) = &done {
            door.output = error.clone().into_bytes();
        }
        done.is_ok()
    })
}

fn session(door: &mut Door) -> Result<&mut Session, String> {
    let none = || "no match has begun".to_owned();
    door.session.as_mut().ok_or_else(none)
}

/// Runs an action on the session with the input as text.
fn with_text(
    door: &mut Door,
    action: impl FnOnce(&mut Session, &str) -> Result<(), String>,
) -> Result<(), String> {
    let input = std::mem::take(&mut door.input);
    let text = std::str::from_utf8(&input).map_err(|error| error.to_string())?;
    action(session(door)?, text)
}

/// Makes room for input of this many bytes, and returns its place in memory.
#[unsafe(no_mangle)]
extern "C" fn footwork_match_input(bytes: usize) -> *mut u8 {
    DOOR.with_borrow_mut(|door| {
        door.input.clear();
        door.input.resize(bytes, 0);
        door.input.as_mut_ptr()
    })
}

/// Returns the address of the last output: bytes (0), the numbers of a frame (1) or those of leaves (2).
#[unsafe(no_mangle)]
extern "C" fn footwork_match_output(which: u32) -> *const u8 {
    DOOR.with_borrow(|door| match which {
        0 => door.output.as_ptr(),
        1 => door.frame.as_ptr().cast(),
        _ => door.leaves.as_ptr().cast(),
    })
}

/// Returns the length of an output: in bytes (0), or in numbers (1 and 2).
#[unsafe(no_mangle)]
extern "C" fn footwork_match_output_len(which: u32) -> usize {
    DOOR.with_borrow(|door| match which {
        0 => door.output.len(),
        1 => door.frame.len(),
        _ => door.leaves.len(),
    })
}

/// Loads the cast from the input: a `.tagdb` file of this many bytes, and then a `.fwposes` file.
#[unsafe(no_mangle)]
extern "C" fn footwork_match_load_cast(tags_bytes: usize) -> bool {
    run(|door| {
        let mut tags = std::mem::take(&mut door.input);
        let poses = tags.split_off(tags_bytes.min(tags.len()));
        let cast = Cast::new(tags, poses).map_err(|error| error.to_string())?;
        door.cast = Some(cast);
        Ok(())
    })
}

/// Begins a match with the setup in the input, as JSON.
#[unsafe(no_mangle)]
extern "C" fn footwork_match_begin() -> bool {
    run(|door| {
        let cast = door.cast.clone().ok_or("the cast is not loaded")?;
        let input = std::mem::take(&mut door.input);
        let setup = std::str::from_utf8(&input).map_err(|error| error.to_string())?;
        let begun = Session::begin(cast, setup).map_err(|error| error.to_string())?;
        door.session = Some(begun);
        Ok(())
    })
}

/// Plays a frame, unless the match is paused.
#[unsafe(no_mangle)]
extern "C" fn footwork_match_tick() -> bool {
    run(|door| {
        session(door)?.tick();
        Ok(())
    })
}

/// Carries out the command in the input, as JSON.
#[unsafe(no_mangle)]
extern "C" fn footwork_match_obey() -> bool {
    run(|door| {
        with_text(door, |session, text| {
            session.obey(text).map_err(|error| error.to_string())
        })
    })
}

/// Outputs the messages since the last call, and the newest frame and leaves, if there are new ones.
#[unsafe(no_mangle)]
extern "C" fn footwork_match_news() -> bool {
    run(|door| {
        let news = session(door)?.take_news();
        door.output = news.texts.into_bytes();
        (door.frame, door.leaves) = (news.frame, news.leaves);
        Ok(())
    })
}

/// Returns whether frames should pass at a quarter of the speed.
#[unsafe(no_mangle)]
extern "C" fn footwork_match_is_slow() -> bool {
    DOOR.with_borrow(|door| door.session.as_ref().is_some_and(Session::is_slow))
}

/// Outputs the match so far as a recording.
#[unsafe(no_mangle)]
extern "C" fn footwork_match_recording() -> bool {
    run(|door| {
        door.output = session(door)?.recording();
        Ok(())
    })
}

/// Replaces the match by the recording in the input.
#[unsafe(no_mangle)]
extern "C" fn footwork_match_load() -> bool {
    run(|door| {
        let input = std::mem::take(&mut door.input);
        session(door)?
            .load(&input)
            .map_err(|error| error.to_string())
    })
}
