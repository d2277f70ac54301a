//! A hash of all that decides the future of a match: FNV-1a over bits.

use crate::field::Field;
use crate::phase::Phase;
use crate::switching::Switching;

pub(crate) struct StateHash {
    hash: u64,
}

impl StateHash {
    pub(crate) fn of(field: &Field, switching: &Switching) -> u64 {
        let mut hash = Self {
            hash: 0xcbf2_9ce4_8422_2325,
        };
        hash.ball(field);
        for who in 0..field.footballers.len() {
            hash.footballer(field, who);
        }
        hash.play(field);
        for player in switching.players() {
            hash.whole(player.map_or(u64::MAX, |player| u64::from(player.number())));
        }
        hash.hash
    }

    fn whole(&mut self, value: u64) {
        for byte in value.to_le_bytes() {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn number(&mut self, value: f64) {
        self.whole(value.to_bits());
    }

    fn numbers(&mut self, values: &[f64]) {
        for value in values {
            self.number(*value);
        }
    }

    fn text(&mut self, text: &str) {
        self.whole(text.len() as u64);
        for byte in text.bytes() {
            self.whole(u64::from(byte));
        }
    }

    fn ball(&mut self, field: &Field) {
        let state = field.ball.state();
        self.numbers(&state.position);
        self.numbers(&state.velocity);
        self.numbers(&state.spin);
        self.whole(state.steps);
        self.whole(u64::from(field.ball.flight().steps_done()));
    }

    fn footballer(&mut self, field: &Field, who: usize) {
        let footballer = &field.footballers[who];
        let body = &footballer.body;
        let place = body.place();
        self.numbers(&place.position_m);
        self.number(place.heading_rad);
        self.numbers(&body.course().numbers());
        self.numbers(&body.velocity_mps());
        let state = body.playback().matcher().state();
        self.whole(u64::from(state.pose.clip.number()));
        self.whole(u64::from(state.pose.frame));
        self.whole(u64::from(state.pose.mirrored));
        self.number(state.part);
        for rotation in &body.shown().rotations {
            for part in rotation {
                self.whole(u64::from(part.to_bits()));
            }
        }
        if let Some(swing) = body.swing() {
            self.numbers(&swing.numbers());
        }
        self.number(footballer.tired);
        self.number(footballer.touched_secs);
        self.number(footballer.busy.map_or(-1.0, |busy| busy.until_secs));
        self.text(&footballer.query);
    }

    fn play(&mut self, field: &Field) {
        self.whole(field.frame);
        self.whole(field.played_frames);
        self.whole(u64::from(field.half));
        self.whole(field.chance.state());
        self.numbers(&field.sides);
        for score in field.score {
            self.whole(u64::from(score));
        }
        self.text(field.phase.name());
        if let Phase::Restart(restart) = field.phase {
            self.numbers(&restart.spot_m);
            self.whole(restart.taker as u64);
            self.number(restart.since_secs);
        }
        if let Some(touch) = field.last_touch {
            self.whole(touch.who as u64);
            self.number(touch.secs);
            self.whole(touch.target.map_or(u64::MAX, |target| target as u64));
        }
        for text in field.wind.texts() {
            self.text(text);
        }
        self.text(field.pace.text());
    }
}
