//! Positions in a long text, which are cheap to compute in text order.

use footwork_base::Position;

/// Converts ascending byte offsets to positions.
pub(super) struct Places<'a> {
    text: &'a str,
    byte: usize,
    position: Position,
}

impl<'a> Places<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            byte: 0,
            position: Position { line: 1, column: 1 },
        }
    }

    /// Returns the position of a byte. Slow for a byte before the previously requested one.
    pub(super) fn position(&mut self, byte: usize) -> Position {
        let Some(between) = self.text.get(self.byte..byte) else {
            return Position::from_offset(self.text, byte);
        };
        match between.rsplit_once('\n') {
            Some((before, last)) => {
                self.position.line += before.matches('\n').count() + 1;
                self.position.column = last.chars().count() + 1;
            }
            None => self.position.column += between.chars().count(),
        }
        self.byte = byte;
        self.position
    }
}
