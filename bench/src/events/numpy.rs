//! Encodes events with NumPy in the same steps as Footwork, in a separate process.

use std::path::PathBuf;
use std::process::Command;

use footwork_events::Encoding;

use crate::machine;
use crate::report::Outcome;

/// The result from Python.
pub(crate) enum NumPy {
    /// Python has NumPy.
    Measured {
        version: String,
        /// The median of the runs.
        secs: f64,
        signal: Vec<f32>,
    },
    /// NumPy or Python is missing.
    Absent { why: String },
}

impl NumPy {
    /// Runs `bench/events_numpy.py` with the interpreter in `FOOTWORK_PYTHON`, or with `python3`.
    pub(crate) fn run(
        times: &[Vec<f64>],
        encoding: &Encoding,
        rate: u64,
        frames: usize,
    ) -> Outcome<Self> {
        let folder = std::env::temp_dir().join(format!("footwork-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let measured = measure(&folder, times, encoding, rate, frames);
        // Remaining files do no harm.
        let _ = std::fs::remove_dir_all(&folder);
        measured
    }

    /// Returns a sentence for the report.
    pub(crate) fn said(&self) -> String {
        match self {
            Self::Measured { version, .. } => format!(
                "NumPy {version} ran `bench/events_numpy.py` in its own process, right after the others; its signal \
                 equals ours within 1e-6. Its time is the median of seven runs, in processor time of its thread."
            ),
            Self::Absent { why } => format!("NumPy was not measured: {why}."),
        }
    }
}

fn measure(
    folder: &std::path::Path,
    times: &[Vec<f64>],
    encoding: &Encoding,
    rate: u64,
    frames: usize,
) -> Outcome<NumPy> {
    let input: String = times
        .iter()
        .map(|times| {
            let times: Vec<String> = times.iter().map(f64::to_string).collect();
            times.join(" ") + "\n"
        })
        .collect();
    let (input_file, output_file) = (folder.join("times.txt"), folder.join("signal.f32"));
    std::fs::write(&input_file, input)?;
    let python = std::env::var_os("FOOTWORK_PYTHON").unwrap_or_else(|| "python3".into());
    let script: PathBuf = machine::folder().join("events_numpy.py");
    let ran = Command::new(&python)
        .arg(script)
        .args([&input_file, &output_file])
        .arg(encoding.window_secs().to_string())
        .arg(encoding.sigma_secs().to_string())
        .args([rate.to_string(), frames.to_string()])
        // Limit NumPy to one thread, because our encoder uses one.
        .envs(
            ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"].map(|name| (name, "1")),
        )
        .output();
    let ran = match ran {
        Ok(ran) => ran,
        Err(error) => {
            let why = format!("{} does not run: {error}", python.to_string_lossy());
            return Ok(NumPy::Absent { why });
        }
    };
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    if !ran.status.success() {
        let errors = String::from_utf8_lossy(&ran.stderr).into_owned();
        return if errors.contains("ModuleNotFoundError") {
            Ok(NumPy::Absent {
                why: "this Python has no NumPy".to_owned(),
            })
        } else {
            Err(format!("events_numpy.py: {errors}").into())
        };
    }
    let (version, secs) = said
        .trim()
        .split_once(' ')
        .ok_or("events_numpy.py printed nothing")?;
    let secs: f64 = secs
        .parse()
        .map_err(|_| "events_numpy.py printed no time")?;
    let bytes = std::fs::read(&output_file)?;
    let numbers = bytes.as_chunks::<4>().0.iter();
    Ok(NumPy::Measured {
        version: version.to_owned(),
        secs,
        signal: numbers.map(|bytes| f32::from_le_bytes(*bytes)).collect(),
    })
}
