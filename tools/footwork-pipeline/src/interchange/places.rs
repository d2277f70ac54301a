//! Places in a long text, cheap where one asks for them in the order of the text.

use footwork_base::Position;

/// Where bytes that come one after another stand.
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

    /// The place of a byte; one before the last that was asked for takes long.
    pub(super) fn of(&mut self, byte: usize) -> Position {
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
