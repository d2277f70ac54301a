//! A ball that moves in a straight line from place to place, on the ground or as a lob.

/// The path of the ball from one touch to the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kick {
    pub(crate) from: [f64; 2],
    pub(crate) to: [f64; 2],
    pub(crate) from_secs: f64,
    /// The time at which the ball stops, in seconds.
    pub(crate) to_secs: f64,
    /// Whether the kick is a lob. Players can reach a lob only when it comes down.
    pub(crate) is_lob: bool,
    /// The intended receiver.
    pub(crate) target: Option<usize>,
}

pub(crate) fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    let [x, z] = [a[0] - b[0], a[1] - b[1]];
    (x * x + z * z).sqrt()
}

pub(crate) fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

impl Kick {
    pub(crate) fn position_at(&self, secs: f64) -> [f64; 2] {
        if secs >= self.to_secs {
            return self.to;
        }
        let part = (secs - self.from_secs) / (self.to_secs - self.from_secs);
        [0, 1].map(|axis| self.from[axis] + (self.to[axis] - self.from[axis]) * part)
    }

    pub(crate) fn is_in_air(&self, secs: f64) -> bool {
        self.is_lob && secs < self.to_secs
    }

    /// Returns the time at which a player with this position and speed can first take the ball: at the end of the kick,
    /// or at one of three places before it.
    pub(crate) fn first_secs(&self, now_secs: f64, position: [f64; 2], speed: f64) -> f64 {
        let end = larger(now_secs + distance(position, self.to) / speed, self.to_secs);
        if self.is_lob || now_secs >= self.to_secs {
            return end;
        }
        let rest = self.to_secs - now_secs;
        let places = [0.0, 0.33, 0.66].map(|part| now_secs + rest * part);
        let reached =
            |at: &f64| now_secs + distance(position, self.position_at(*at)) / speed <= *at;
        places.into_iter().find(reached).unwrap_or(end)
    }
}
