//! Recordings as bytes, and the errors of reading them.
//!
//! Little-endian: the magic and the version; the setup; the number of frames and the hash at their end; runs of frames,
//! each with its length, the sticks and buttons of the humans of the setup, and edits; and a checksum of all of it.

use thiserror::Error;

use super::{MAX_EDITS, MAX_FRAMES, MAX_RECORDING_BYTES, Recording};
use crate::setup::{Edit, HumanInput, Inputs, MAX_TEXT_BYTES, Setup, SetupError};

const MAGIC: &[u8; 7] = b"fwmatch";
/// The version, written after the magic. Other versions are refused.
const VERSION: u8 = 1;

/// Why bytes are not a recording.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordingError {
    /// The magic is missing.
    #[error("it is not a recording of a match")]
    NoRecording,
    /// It was written by another version.
    #[error(
        "its version is {found}, and this program plays version {VERSION}: play it with the Footwork that recorded it"
    )]
    Version {
        /// The version found.
        found: u8,
    },
    /// A byte is missing or changed.
    #[error("it is damaged: its checksum does not match")]
    Damaged,
    /// The bytes end too early.
    #[error("it ends at byte {at}, in the middle of a value")]
    TooShort {
        /// The offset at which the bytes end.
        at: usize,
    },
    /// Bytes follow the end.
    #[error("it has more bytes after its end, at byte {at}")]
    TooLong {
        /// The offset of its end, in bytes.
        at: usize,
    },
    /// A number of the setup is out of range.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A value is out of range.
    #[error("{name} at byte {at} is out of range")]
    OutOfRange {
        /// The name of the value.
        name: &'static str,
        /// Its offset in bytes.
        at: usize,
    },
}

/// Returns the FNV-1a hash. Two texts of one length that differ in one byte never have the same hash.
fn checksum(bytes: &[u8]) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325u64;
    bytes.iter().fold(start, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

impl Recording {
    /// Encodes the recording as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.push(VERSION);
        let setup = &self.setup;
        out.extend([setup.a_side, setup.humans]);
        out.extend(setup.half_secs.to_le_bytes());
        out.extend(setup.leaves.to_le_bytes());
        out.extend(setup.seed.to_le_bytes());
        out.extend(self.frames.to_le_bytes());
        out.extend(self.hash.to_le_bytes());
        for (count, inputs) in &self.runs {
            out.extend(count.to_le_bytes());
            for human in inputs.humans.iter().take(usize::from(setup.humans)) {
                for part in human.stick {
                    out.extend(part.to_le_bytes());
                }
                out.push(buttons(human));
            }
            // A run has few edits, and a recording no more than `MAX_EDITS`.
            let edits = u16::try_from(inputs.edits.len()).unwrap_or(u16::MAX);
            out.extend(edits.to_le_bytes());
            for edit in inputs.edits.iter().take(usize::from(edits)) {
                write_edit(edit, &mut out);
            }
        }
        out.extend(checksum(&out).to_le_bytes());
        out
    }

    /// Reads the bytes written by [`Self::to_bytes`].
    ///
    /// # Errors
    /// Returns an error for any other bytes. An announced length allocates no memory unless the bytes for it are there.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RecordingError> {
        match bytes.strip_prefix(MAGIC).map(<[u8]>::first) {
            Some(Some(&VERSION)) => {}
            Some(Some(&found)) => return Err(RecordingError::Version { found }),
            Some(None) | None => return Err(RecordingError::NoRecording),
        }
        if bytes.len() > MAX_RECORDING_BYTES {
            return Err(RecordingError::TooLong {
                at: MAX_RECORDING_BYTES,
            });
        }
        let Some((rest, sum)) = bytes.split_last_chunk::<8>() else {
            return Err(RecordingError::TooShort { at: bytes.len() });
        };
        if checksum(rest) != u64::from_le_bytes(*sum) {
            return Err(RecordingError::Damaged);
        }
        let mut reader = Reader {
            bytes: rest,
            at: MAGIC.len() + 1,
        };
        let [a_side, humans] = reader.take()?;
        let setup = Setup {
            a_side,
            humans,
            half_secs: u32::from_le_bytes(reader.take()?),
            leaves: u32::from_le_bytes(reader.take()?),
            seed: u64::from_le_bytes(reader.take()?),
        };
        setup.check()?;
        let frames = u32::from_le_bytes(reader.take()?);
        if frames > MAX_FRAMES {
            return Err(reader.out_of_range("the number of frames"));
        }
        let mut recording = Self {
            hash: u64::from_le_bytes(reader.take()?),
            ..Self::new(setup)
        };
        while recording.frames < frames {
            let count = u32::from_le_bytes(reader.take()?);
            if count == 0 || count > frames - recording.frames {
                return Err(reader.out_of_range("the length of a run"));
            }
            let inputs = reader.inputs(setup.humans)?;
            let edits = u32::try_from(inputs.edits.len()).unwrap_or(u32::MAX);
            if edits > MAX_EDITS - recording.edits || (edits > 0 && count > 1) {
                return Err(reader.out_of_range("the number of edits"));
            }
            recording.frames += count;
            recording.edits += edits;
            recording.runs.push((count, inputs));
        }
        if reader.at == rest.len() {
            Ok(recording)
        } else {
            Err(RecordingError::TooLong { at: reader.at })
        }
    }
}

fn buttons(human: &HumanInput) -> u8 {
    let all = [
        human.sprint,
        human.pass,
        human.through,
        human.lob,
        human.shoot,
        human.tackle,
        human.switch,
    ];
    let bits = all.iter().enumerate();
    bits.fold(0, |bits, (place, is_down)| {
        bits | (u8::from(*is_down) << place)
    })
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    // A match refuses a text that is too long for an edit, and also refuses the shortened text written here.
    let mut cut = text.len().min(MAX_TEXT_BYTES + 1);
    while !text.is_char_boundary(cut) {
        cut -= 1;
    }
    let length = u16::try_from(cut).unwrap_or(u16::MAX);
    out.extend(length.to_le_bytes());
    out.extend(&text.as_bytes()[..usize::from(length)]);
}

fn write_edit(edit: &Edit, out: &mut Vec<u8>) {
    match edit {
        Edit::Wind(texts) => {
            out.push(0);
            for text in texts {
                write_text(text, out);
            }
        }
        Edit::Query { footballer, text } => {
            out.extend([1, *footballer]);
            write_text(text, out);
        }
        Edit::Speed(text) => {
            out.push(2);
            write_text(text, out);
        }
    }
}

/// Reads bytes from their start.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], RecordingError> {
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        let Some(taken) = rest.first_chunk::<N>() else {
            return Err(RecordingError::TooShort {
                at: self.bytes.len(),
            });
        };
        self.at += N;
        Ok(*taken)
    }

    fn out_of_range(&self, name: &'static str) -> RecordingError {
        RecordingError::OutOfRange { name, at: self.at }
    }

    fn inputs(&mut self, humans: u8) -> Result<Inputs, RecordingError> {
        let mut inputs = Inputs::default();
        for human in inputs.humans.iter_mut().take(usize::from(humans)) {
            for part in &mut human.stick {
                *part = f32::from_le_bytes(self.take()?);
                if !part.is_finite() {
                    return Err(self.out_of_range("a stick"));
                }
            }
            let [bits] = self.take()?;
            if bits >= 1 << 7 {
                return Err(self.out_of_range("a button"));
            }
            let is_down = |place: u8| bits >> place & 1 == 1;
            human.sprint = is_down(0);
            human.pass = is_down(1);
            human.through = is_down(2);
            human.lob = is_down(3);
            human.shoot = is_down(4);
            human.tackle = is_down(5);
            human.switch = is_down(6);
        }
        let edits = u16::from_le_bytes(self.take()?);
        for _ in 0..edits {
            let edit = self.edit()?;
            inputs.edits.push(edit);
        }
        Ok(inputs)
    }

    fn edit(&mut self) -> Result<Edit, RecordingError> {
        let [kind] = self.take()?;
        Ok(match kind {
            0 => Edit::Wind([self.text()?, self.text()?, self.text()?]),
            1 => {
                let [footballer] = self.take()?;
                Edit::Query {
                    footballer,
                    text: self.text()?,
                }
            }
            2 => Edit::Speed(self.text()?),
            _ => return Err(self.out_of_range("the kind of an edit")),
        })
    }

    fn text(&mut self) -> Result<String, RecordingError> {
        let length = usize::from(u16::from_le_bytes(self.take()?));
        if length > MAX_TEXT_BYTES + 1 {
            return Err(self.out_of_range("the length of a text"));
        }
        let bytes = self.bytes.get(self.at..self.at + length);
        let bytes = bytes.ok_or(RecordingError::TooShort {
            at: self.bytes.len(),
        })?;
        let text = std::str::from_utf8(bytes).map_err(|_| self.out_of_range("a text"))?;
        self.at += length;
        Ok(text.to_owned())
    }
}
