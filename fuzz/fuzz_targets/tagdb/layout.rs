//! Builds files from the bytes of the fuzzer, and adds the checksums and offsets that a fuzzer
//! cannot guess.

use crate::reseal::reseal;

const HEADER: usize = 64;
const ROW: usize = 24;
const SECTIONS: usize = 9;

/// Returns the content of a file with new checksums. The content ends at the offset of the
/// checksums in its header, or at the end of the file.
pub(crate) fn resealed(data: &[u8]) -> Vec<u8> {
    let at = data.get(16..24).and_then(|word| word.first_chunk());
    let at = at.and_then(|at| usize::try_from(u64::from_le_bytes(*at)).ok());
    let content = at.and_then(|at| data.get(..at)).unwrap_or(data);
    seal(content.to_vec())
}

/// Returns a file with the sections that an input encodes.
pub(crate) fn of_sections(data: &[u8]) -> Vec<u8> {
    let (lengths, mut rest) = data.split_at(data.len().min(2 * SECTIONS));
    let lengths = lengths.as_chunks::<2>().0.iter();
    let mut lengths = lengths.map(|length| usize::from(u16::from_le_bytes(*length)));
    let mut file = vec![0; HEADER + SECTIONS * ROW];
    file[8] = 1;
    file[12] = 9;
    for (number, row) in (1u64..).zip(0..SECTIONS) {
        file.resize(file.len().next_multiple_of(64), 0);
        let length = lengths.next().unwrap_or(0).min(rest.len());
        let (section, behind) = rest.split_at(length);
        let words = [number, file.len() as u64, length as u64];
        let words: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        file[HEADER + row * ROW..][..ROW].copy_from_slice(&words);
        file.extend_from_slice(section);
        rest = behind;
    }
    seal(file)
}

/// Appends the checksums to the content of a file, and writes their offset into its header.
fn seal(mut file: Vec<u8>) -> Vec<u8> {
    let content = file.len().max(HEADER).next_multiple_of(64);
    file.resize(content, 0);
    file[..8].copy_from_slice(b"\x89TAGDB\r\n");
    file[16..24].copy_from_slice(&(content as u64).to_le_bytes());
    file[24..HEADER].fill(0);
    let sums = content.div_ceil(64 * 1024) * 4;
    file.resize(content + sums.next_multiple_of(8) + 8, 0);
    reseal(&mut file);
    file
}
