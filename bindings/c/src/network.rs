//! Networks: their specification, and the tags and events that they return.

use std::ffi::c_char;

use footwork::features::{FeatureSpec, SpecRows};
use footwork::{NetworkInputs, NetworkOutputs};

use crate::door::{Buffer, call, fill_text, numbered, out, slice, slice_mut, text};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};
use crate::tracks::{fw_guards, fw_rate, guards_or_default};

pub(crate) static NETWORKS: Table<Network> = Table::new(Kind::Network);

pub(crate) struct Network {
    pub(crate) spec: FeatureSpec,
    columns: Vec<String>,
    scales: SpecRows,
    places: [Vec<u32>; 2],
    tags: Vec<String>,
    pub(crate) delay_secs: f64,
    pub(crate) outputs: NetworkOutputs,
    /// `None` before the skeleton is set.
    pub(crate) inputs: Option<NetworkInputs>,
}

/// A network of one character. Another library runs it. This object computes the numbers that the network takes, and decodes
/// the tags and events that it returns. Frame i, from 0, is at i / rate seconds of the clock. One thread at a time may use
/// it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_network {
    /// 0 is null.
    pub handle: u64,
}

/// The sizes of a network.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_network_info {
    /// The frames per second of its inputs and outputs.
    pub rate: fw_rate,
    /// The number of consecutive frames that the network takes, the newest last.
    pub frames: u32,
    /// The number of columns that the network takes of each frame.
    pub inputs: u32,
    /// The number of columns that the network returns.
    pub outputs: u32,
    /// The number of all columns of the specification.
    pub columns: u32,
    /// The number of kinds of events that the network returns.
    pub events: u32,
    /// The number of tags that the network returns.
    pub tags: u32,
}

/// Reads the specification of a network from the bytes of its ONNX file, or from the JSON of the specification. The error
/// names the first column that this library would compute differently. `guards` may be NULL for the default. Events are
/// decoded `lead_secs` before they happen, up to a quarter of their window. `delay_secs` is the time after which each frame
/// is pushed, measured from its time on the clock, for a network that needs later frames. Both may be 0. Call it while
/// loading, because it allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_network_from_bytes(
    bytes: *const u8,
    bytes_len: usize,
    guards: *const fw_guards,
    lead_secs: f64,
    delay_secs: f64,
    network: *mut fw_network,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(network, "network")?;
        let bytes = slice(bytes, bytes_len, "bytes")?;
        let guards = guards_or_default(guards)?;
        for secs in [lead_secs, delay_secs] {
            if !(0.0..f64::INFINITY).contains(&secs) {
                let message =
                    format!("a lead and a delay must be at least 0 s and finite, not {secs} s");
                return Err(Fault::range(message));
            }
        }
        let spec = FeatureSpec::from_bytes(bytes).map_err(Fault::data)?;
        let outputs = NetworkOutputs::new(&spec, guards).map_err(Fault::data)?;
        let scales = spec.input_rows().map_err(Fault::data)?;
        let returned = spec.output_rows().map_err(Fault::data)?;
        let places = [&scales, &returned].map(|rows| rows.places().iter().copied().map(narrow));
        let columns = spec.columns().into_iter().map(|column| column.name);
        let made = Network {
            columns: columns.collect(),
            places: places.map(Iterator::collect),
            tags: outputs.tags().map(str::to_owned).collect(),
            outputs: outputs.with_lead(lead_secs).with_delay(delay_secs),
            inputs: None,
            delay_secs,
            scales,
            spec,
        };
        handle.write(fw_network {
            handle: NETWORKS.insert(made)?,
        });
    })
}

/// Destroys a network.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_network_destroy(
    network: fw_network,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        NETWORKS.remove(network.handle)?;
    })
}

/// Checks that the columns of a network mean the same as those of another specification, given as the bytes of an ONNX file
/// or as JSON. Compares rate, columns and units, heading, events, frames, inputs and outputs. FW_BAD_DATA names the first
/// difference. Call it while loading, because it allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_network_check(
    network: fw_network,
    expected: *const u8,
    expected_len: usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let expected = slice(expected, expected_len, "expected")?;
        let expected = FeatureSpec::from_bytes(expected).map_err(Fault::data)?;
        let network = NETWORKS.take(network.handle)?;
        if let Some(difference) = network.spec.first_difference(&expected) {
            return Err(Fault::data(difference));
        }
    })
}

/// Writes the sizes of a network.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_network_get_info(
    network: fw_network,
    info: *mut fw_network_info,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let info = out(info, "info")?;
        let network = NETWORKS.take(network.handle)?;
        let [inputs, outputs] = [0, 1].map(|list| narrow(network.places[list].len()));
        info.write(fw_network_info {
            rate: fw_rate {
                numerator: network.spec.rate.numerator(),
                denominator: network.spec.rate.denominator(),
            },
            frames: network.spec.frames,
            columns: narrow(network.columns.len()),
            events: narrow(network.outputs.event_names().len()),
            tags: narrow(network.tags.len()),
            inputs,
            outputs,
        });
    })
}

/// Writes the name of a column. Columns are numbered from 0, in the order channels, events, tags, poses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_network_column_name(
    network: fw_network,
    column: u32,
    name: *mut c_char,
    name_capacity: usize,
    name_len: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(name, name_capacity, name_len, "name")?;
        let network = NETWORKS.take(network.handle)?;
        fill_name(room, &network.columns, column, "column")?;
    })
}

/// Writes the numbers of the columns that the network takes, in the order of its input.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_network_inputs(
    network: fw_network,
    columns: *mut u32,
    columns_capacity: usize,
    columns_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(columns, columns_capacity, columns_count, "columns")?;
        let network = NETWORKS.take(network.handle)?;
        let [inputs, _] = &network.places;
        room.fill(inputs.len(), inputs.iter().copied())?;
    })
}

/// Writes the numbers of the columns that the network returns, in the order of its output.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_network_outputs(
    network: fw_network,
    columns: *mut u32,
    columns_capacity: usize,
    columns_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(columns, columns_capacity, columns_count, "columns")?;
        let network = NETWORKS.take(network.handle)?;
        let [_, outputs] = &network.places;
        room.fill(outputs.len(), outputs.iter().copied())?;
    })
}

/// Writes the name of a kind of event. Events are numbered from 0, in the order of the specification, without those that the
/// network does not return.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_network_event_name(
    network: fw_network,
    event: u32,
    name: *mut c_char,
    name_capacity: usize,
    name_len: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(name, name_capacity, name_len, "name")?;
        let network = NETWORKS.take(network.handle)?;
        fill_name(room, network.outputs.event_names(), event, "event")?;
    })
}

/// Finds a kind of event by its full name, and writes its number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_network_event(
    network: fw_network,
    name: *const c_char,
    name_len: usize,
    event: *mut u32,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let event = out(event, "event")?;
        let name = text(name, name_len, "name")?;
        let network = NETWORKS.take(network.handle)?;
        event.write(place(network.outputs.event_names(), name, "event")?);
    })
}

/// Writes the name of a tag. Tags are numbered from 0, in the order of the specification, without those that the network does not
/// return.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_network_tag_name(
    network: fw_network,
    tag: u32,
    name: *mut c_char,
    name_capacity: usize,
    name_len: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(name, name_capacity, name_len, "name")?;
        let network = NETWORKS.take(network.handle)?;
        fill_name(room, &network.tags, tag, "tag")?;
    })
}

/// Finds a tag by its full name, and writes its number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_network_tag(
    network: fw_network,
    name: *const c_char,
    name_len: usize,
    tag: *mut u32,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let tag = out(tag, "tag")?;
        let name = text(name, name_len, "name")?;
        let network = NETWORKS.take(network.handle)?;
        tag.write(place(&network.tags, name, "tag")?);
    })
}

/// Scales the columns of one frame, given in the order of the network's input, and writes the numbers that the network takes. Not
/// needed with `fw_network_push_pose`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_network_scale(
    network: fw_network,
    inputs: *const f32,
    inputs_count: usize,
    scaled: *mut f32,
    scaled_count: usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let inputs = slice(inputs, inputs_count, "inputs")?;
        let scaled = slice_mut(scaled, scaled_count, "scaled")?;
        let network = NETWORKS.take(network.handle)?;
        if !network.scales.scale(inputs, scaled) {
            let (expected, [given, room]) = (network.scales.len(), [inputs.len(), scaled.len()]);
            let message = format!(
                "the network takes {expected} numbers of a frame; {given} are given, with room for {room}"
            );
            return Err(Fault::new(fw_status::FW_BAD_SIZE, message));
        }
    })
}

/// Reads what the network returned for the next frame, in the order of its output, and decodes its tags and events.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_network_push(
    network: fw_network,
    outputs: *const f32,
    outputs_count: usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let outputs = slice(outputs, outputs_count, "outputs")?;
        let mut network = NETWORKS.take(network.handle)?;
        let pushed = network.outputs.push(outputs);
        pushed.map_err(|wrong| Fault::new(fw_status::FW_BAD_SIZE, wrong.to_string()))?;
    })
}

/// Writes the time of the next frame on the clock, in seconds. Push frames until it is later than the clock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_network_next_frame_secs(
    network: fw_network,
    secs: *mut f64,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let secs = out(secs, "secs")?;
        let network = NETWORKS.take(network.handle)?;
        let waiting = network
            .inputs
            .as_ref()
            .map_or(0.0, NetworkInputs::waiting_secs);
        secs.write(network.outputs.events().next_frame_secs() + waiting);
    })
}

/// Writes the times of the events of a kind that an update of the clock passed, each once, in the order of passing. These are
/// times in (previous, now], or in [now, previous) if the clock ran backwards. An event that becomes known only after it
/// happened is passed on the frame that makes it known. So its time may be before `previous_secs`, by up to a frame plus the
/// delay. Begin a stream with `previous_secs` below 0, because an event may be at 0. Only the latest 16 events of each kind
/// are kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_network_passed(
    network: fw_network,
    event: u32,
    previous_secs: f64,
    now_secs: f64,
    times_secs: *mut f64,
    times_capacity: usize,
    times_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(times_secs, times_capacity, times_count, "times_secs")?;
        let network = NETWORKS.take(network.handle)?;
        let event = event_of(&network, event)?;
        let passed = || {
            network
                .outputs
                .events()
                .between(event, previous_secs, now_secs)
        };
        room.fill(passed().count(), passed())?;
    })
}

/// Writes the time on the clock at which an event of a kind will be passed, if that is after `now_secs` and at most `secs`
/// later; otherwise NaN. Use it to prepare for the event, for example to start a sound ahead of its peak. The time changes
/// with every frame, and the network may withdraw the event.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_network_coming(
    network: fw_network,
    event: u32,
    now_secs: f64,
    secs: f64,
    at_secs: *mut f64,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let at = out(at_secs, "at_secs")?;
        let network = NETWORKS.take(network.handle)?;
        let event = event_of(&network, event)?;
        let found = network.outputs.events().coming(event, now_secs, secs);
        at.write(found.unwrap_or(f64::NAN));
    })
}

/// Writes whether a tag holds on the last frame, which means that its output is at least 0.5.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_network_holds(
    network: fw_network,
    tag: u32,
    holds: *mut u8,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let holds = out(holds, "holds")?;
        let network = NETWORKS.take(network.handle)?;
        let tags = &network.tags;
        let tag = numbered(tags.get(tag as usize), tag, "tag", tags.len())?;
        let is_held = network.outputs.tag(tag);
        holds.write(u8::from(is_held == Some(true)));
    })
}

/// Writes all columns of the last pushed frame with the scaling undone. Columns that the network does not return are 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_network_row(
    network: fw_network,
    row: *mut f32,
    row_capacity: usize,
    row_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(row, row_capacity, row_count, "row")?;
        let network = NETWORKS.take(network.handle)?;
        let row = network.outputs.row();
        room.fill(row.len(), row.iter().copied())?;
    })
}

/// Begins a new stream, as after a jump to another motion. Its clock starts at 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_network_restart(
    network: fw_network,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let mut network = NETWORKS.take(network.handle)?;
        network.outputs.restart();
        if let Some(inputs) = &mut network.inputs {
            inputs.restart();
        }
    })
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Returns the place of a kind of event by its number.
fn event_of(network: &Network, event: u32) -> Result<usize, Fault> {
    let (names, place) = (network.outputs.event_names(), event as usize);
    numbered(names.get(place), event, "event", names.len())?;
    Ok(place)
}

fn place(names: &[String], name: &str, what: &str) -> Result<u32, Fault> {
    let found = names.iter().position(|other| other == name);
    let found = found.ok_or_else(|| {
        let message = format!("the network returns no {what} `{name}`");
        Fault::new(fw_status::FW_UNKNOWN_NAME, message)
    })?;
    Ok(narrow(found))
}

fn fill_name(
    room: Buffer<'_, c_char>,
    names: &[String],
    number: u32,
    what: &str,
) -> Result<(), Fault> {
    let found = names.get(number as usize);
    fill_text(room, numbered(found, number, what, names.len())?)
}
