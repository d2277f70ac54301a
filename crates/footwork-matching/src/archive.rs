//! Writes state to bytes and reads it back. One list of fields serves both directions, so they cannot differ.

/// Bytes being written or read. Reading past the end gives zeros and clears `is_whole`.
pub(crate) enum Archive<'a> {
    Write(&'a mut Vec<u8>),
    Read { bytes: &'a [u8], is_whole: bool },
}

impl Archive<'_> {
    fn raw<const N: usize>(&mut self, value: [u8; N]) -> [u8; N] {
        match self {
            Self::Write(bytes) => {
                bytes.extend(value);
                value
            }
            Self::Read { bytes, is_whole } => match bytes.split_first_chunk::<N>() {
                Some((value, rest)) => {
                    *bytes = rest;
                    *value
                }
                None => {
                    *is_whole = false;
                    [0; N]
                }
            },
        }
    }

    pub(crate) fn u32(&mut self, value: &mut u32) {
        *value = u32::from_le_bytes(self.raw(value.to_le_bytes()));
    }

    pub(crate) fn bool(&mut self, value: &mut bool) {
        *value = self.raw([u8::from(*value)]) != [0];
    }

    pub(crate) fn f32s(&mut self, values: &mut [f32]) {
        for value in values {
            *value = f32::from_le_bytes(self.raw(value.to_le_bytes()));
        }
    }

    pub(crate) fn f64s(&mut self, values: &mut [f64]) {
        for value in values {
            *value = f64::from_le_bytes(self.raw(value.to_le_bytes()));
        }
    }

    pub(crate) fn option<T>(
        &mut self,
        value: &mut Option<T>,
        empty: T,
        visit: impl FnOnce(&mut Self, &mut T),
    ) {
        let mut is_some = value.is_some();
        self.bool(&mut is_some);
        if is_some {
            visit(self, value.get_or_insert(empty));
        } else {
            *value = None;
        }
    }
}
