//! The token of a launch: 128 random bits that every request must contain.

use std::fmt::Write;

/// The token of a launch, as hexadecimal digits. It does not implement `Debug`, so that it does not appear in logs.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// Creates a new token from the random numbers of the operating system.
    ///
    /// # Errors
    /// Returns an error if the system provides no random numbers.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bits = [0; 16];
        getrandom::fill(&mut bits)?;
        let mut digits = String::with_capacity(32);
        for byte in bits {
            _ = write!(digits, "{byte:02x}");
        }
        Ok(Self(digits))
    }

    /// Returns the 32 hexadecimal digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether `offered` is the token. The comparison takes the same time for every text of the same length, so
    /// that the token cannot be guessed digit by digit.
    pub fn is(&self, offered: &[u8]) -> bool {
        let own = self.0.as_bytes();
        if own.len() != offered.len() {
            return false;
        }
        let pairs = own.iter().zip(offered);
        let difference = pairs.fold(0, |all, (a, b)| std::hint::black_box(all | (a ^ b)));
        std::hint::black_box(difference) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::Token;

    #[test]
    fn only_the_token_is_the_token() {
        let token = Token::random().unwrap();
        let text = token.as_str().to_owned();
        assert_eq!(text.len(), 32);
        assert!(token.is(text.as_bytes()));
        assert!(!token.is(b""));
        assert!(!token.is(&text.as_bytes()[1..]));
        for place in 0..text.len() {
            let mut wrong = text.clone().into_bytes();
            wrong[place] ^= 1;
            assert!(!token.is(&wrong), "{place}");
        }
        assert!(!token.is(Token::random().unwrap().as_str().as_bytes()));
    }
}
