//! CRC-32C, the checksum of each record of a TFRecord file. (Castagnoli and others, *Optimization of Cyclic Redundancy-Check
//! Codes with 24 and 32 Parity Bits*, 1993; four bytes per step as by Kounavis and Berry, 2005.)

use pyo3::prelude::*;

/// The polynomial, with its bits reversed.
const POLYNOMIAL: u32 = 0x82f6_3b78;

/// `TABLES[n][byte]`: the remainder of a byte followed by n zero bytes.
static TABLES: [[u32; 256]; 4] = tables();

const fn tables() -> [[u32; 256]; 4] {
    let mut tables = [[0; 256]; 4];
    let mut byte = 0;
    let mut value = 0_u32;
    while byte < 256 {
        let mut rest = value;
        let mut bit = 0;
        while bit < 8 {
            rest = (rest >> 1) ^ (POLYNOMIAL * (rest & 1));
            bit += 1;
        }
        tables[0][byte] = rest;
        byte += 1;
        value += 1;
    }
    let mut zeros = 1;
    while zeros < 4 {
        let mut byte = 0;
        while byte < 256 {
            let before = tables[zeros - 1][byte];
            tables[zeros][byte] = (before >> 8) ^ tables[0][(before & 0xff) as usize];
            byte += 1;
        }
        zeros += 1;
    }
    tables
}

/// Returns the CRC-32C of the bytes.
#[pyfunction]
pub(crate) fn _crc32c(py: Python<'_>, data: &[u8]) -> u32 {
    py.detach(|| crc32c(data))
}

pub(crate) fn crc32c(data: &[u8]) -> u32 {
    let (words, rest) = data.as_chunks::<4>();
    let mut crc = u32::MAX;
    for word in words {
        let [a, b, c, d] = (crc ^ u32::from_le_bytes(*word))
            .to_le_bytes()
            .map(usize::from);
        crc = TABLES[3][a] ^ TABLES[2][b] ^ TABLES[1][c] ^ TABLES[0][d];
    }
    for &byte in rest {
        let [low, ..] = (crc ^ u32::from(byte)).to_le_bytes();
        crc = (crc >> 8) ^ TABLES[0][usize::from(low)];
    }
    !crc
}
