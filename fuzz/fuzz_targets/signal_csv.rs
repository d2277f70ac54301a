//! Reads any text as signals of events. Every error has a place. Accepted signals are written and read back with the
//! same bits.

#![no_main]

use footwork_pipeline::{ClipSignal, read_signals, write_signals};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let signals = match read_signals(text) {
        Ok(signals) => signals,
        Err(errors) => {
            assert!(!errors.is_empty());
            for error in errors {
                assert!(error.span.start <= error.span.stop);
                assert!(text.get(error.span.start..error.span.stop).is_some());
            }
            return;
        }
    };
    let numbers = || {
        signals
            .iter()
            .flat_map(|signal| signal.pairs.as_flattened())
    };
    assert!(numbers().all(|number| !number.is_infinite()));
    let all = signals
        .iter()
        .map(|signal| (signal.clip.as_deref(), signal.pairs.as_flattened()));
    let written = write_signals(all);
    let again = read_signals(&written).expect("written signals can be read");
    // A file without rows does not show whether its clips had names.
    if numbers().next().is_some() {
        assert_eq!(
            again.iter().map(bits).collect::<Vec<_>>(),
            signals.iter().map(bits).collect::<Vec<_>>()
        );
    }
});

/// Returns the numbers of a signal as bits, so that NaN equals itself.
fn bits<'a>(signal: &'a ClipSignal<'_>) -> (Option<&'a str>, Vec<u32>) {
    let numbers = signal.pairs.as_flattened().iter();
    let bits = numbers.map(|number| {
        if number.is_nan() {
            f32::NAN.to_bits()
        } else {
            number.to_bits()
        }
    });
    (signal.clip.as_deref(), bits.collect())
}
