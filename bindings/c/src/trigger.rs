//! Triggers, which turn a network's signal into the moment of an event.

use footwork::events::Trigger;

use crate::door::{call, out, value};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};
use crate::tracks::{checked, fw_encoding, fw_guards, guards_or_default};

static TRIGGERS: Table<Trigger> = Table::new(Kind::Trigger);

/// Fires when an event of one character happens. One thread at a time may use it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_trigger {
    /// 0 is null.
    pub handle: u64,
}

/// The result of one update.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_passing {
    /// The time from the event to the end of the update, in seconds of the clip, if there was an event. It is below 0, by at
    /// most a thousandth of the update, if the event is still to come.
    pub fired_ago_secs: f64,
    /// Whether there was an event.
    pub fired: u8,
    /// Whether the update was at least as long as the window, so that it may have skipped an event.
    pub may_have_missed: u8,
    /// Always 0.
    pub reserved: [u8; 6],
}

/// Makes a trigger for signals of this encoding. `guards` may be NULL for the default. The trigger fires `lead_secs`
/// before the event, and averages the signal over `smoothing_secs`. Either may be 0. A lead above a quarter of the
/// window counts as a quarter of the window.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_trigger_create(
    encoding: *const fw_encoding,
    guards: *const fw_guards,
    lead_secs: f64,
    smoothing_secs: f64,
    trigger: *mut fw_trigger,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let handle = out(trigger, "trigger")?;
        let encoding = checked(value(encoding, "encoding")?)?;
        let guards = guards_or_default(guards)?;
        for secs in [lead_secs, smoothing_secs] {
            if !(0.0..f64::INFINITY).contains(&secs) {
                let message =
                    format!("a lead and a smoothing must be at least 0 s and finite, not {secs} s");
                return Err(Fault::range(message));
            }
        }
        let made = Trigger::new(encoding, guards).map_err(Fault::range)?;
        let made = made.with_lead(lead_secs).with_smoothing(smoothing_secs);
        handle.write(fw_trigger {
            handle: TRIGGERS.insert(made)?,
        });
    })
}

/// Destroys a trigger.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_trigger_destroy(
    trigger: fw_trigger,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        TRIGGERS.remove(trigger.handle)?;
    })
}

/// Advances a trigger by one update. `sine` and `cosine` are the network's output. `step_secs` is the time by which the clip
/// advanced, below 0 if it plays backwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_trigger_advance(
    trigger: fw_trigger,
    sine: f32,
    cosine: f32,
    step_secs: f64,
    passing: *mut fw_passing,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let to = out(passing, "passing")?;
        let mut trigger = TRIGGERS.take(trigger.handle)?;
        let passing = trigger.advance([sine, cosine], step_secs);
        to.write(fw_passing {
            fired_ago_secs: passing.fired_ago_secs.unwrap_or(0.0),
            fired: u8::from(passing.fired_ago_secs.is_some()),
            may_have_missed: u8::from(passing.may_have_missed),
            reserved: [0; 6],
        });
    })
}

/// Forgets all earlier updates, for example when another clip starts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_trigger_restart(
    trigger: fw_trigger,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        TRIGGERS.take(trigger.handle)?.restart();
    })
}

/// Writes the time until the trigger fires, in seconds, if it is at most `secs`; otherwise NaN.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_trigger_fires_within(
    trigger: fw_trigger,
    secs: f64,
    until_secs: *mut f64,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let until = out(until_secs, "until_secs")?;
        let found = TRIGGERS.take(trigger.handle)?.fires_within(secs);
        until.write(found.unwrap_or(f64::NAN));
    })
}
