//! A hash of all that decides the future of a match.
//!
//! Most of that can be read. What cannot, such as the blend and the foot locks of a playback or what a search of intercepts
//! kept from before, follows from what was played and where everybody was, frame by frame. So a match keeps a trail: the sum
//! of those. Two matches with one hash have the same state, and the same trail.

use footwork::flight::{BusyWith, ControlState, HumanState, PlayerId, SwitchLock};

use crate::body::Body;
use crate::field::Field;
use crate::footballer::Footballer;
use crate::intent::{Intent, KickWish};
use crate::phase::Phase;
use crate::switching::Switching;

/// Words mixed into one. What it is depends on each of them and on their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StateHash {
    sum: u64,
}

impl StateHash {
    /// What a trail begins with.
    pub(crate) const START: u64 = 0xcbf2_9ce4_8422_2325;

    /// Of everything that decides the future.
    pub(crate) fn of(field: &Field, switching: &Switching) -> u64 {
        let mut hash = Self { sum: Self::START };
        hash.word(field.trail);
        hash.setup(field);
        hash.ball(field);
        for footballer in &field.footballers {
            hash.footballer(footballer);
        }
        hash.play(field);
        hash.phase(&field.phase);
        hash.player(switching.last_by());
        hash.control(switching.state());
        hash.finish()
    }

    /// The trail after a frame that was just played.
    pub(crate) fn trail(field: &Field) -> u64 {
        let mut hash = Self { sum: field.trail };
        let ball = field.ball.state();
        hash.numbers(&ball.position);
        hash.numbers(&ball.velocity);
        hash.word(u64::from(field.ball.flight().steps_done()));
        for (footballer, found) in field.footballers.iter().zip(field.outlook.found()) {
            hash.motion(&footballer.body);
            hash.number(found.first.map_or(-1.0, |first| first.secs));
        }
        for team in [0, 1] {
            hash.place(field.outlook.chosen(team));
        }
        hash.sum
    }

    fn word(&mut self, word: u64) {
        // For a given sum, another word is another sum.
        self.sum = (self.sum.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(self) -> u64 {
        let sum = (self.sum ^ (self.sum >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        sum ^ (sum >> 32)
    }

    fn number(&mut self, value: f64) {
        self.word(value.to_bits());
    }

    fn numbers(&mut self, values: &[f64]) {
        for value in values {
            self.number(*value);
        }
    }

    fn text(&mut self, text: &str) {
        self.word(text.len() as u64);
        for byte in text.bytes() {
            self.word(u64::from(byte));
        }
    }

    fn place(&mut self, place: Option<usize>) {
        self.word(place.map_or(u64::MAX, |place| place as u64));
    }

    fn player(&mut self, player: Option<PlayerId>) {
        self.word(player.map_or(u64::MAX, |player| u64::from(player.number())));
    }

    /// What a body plays, and where it was put.
    fn motion(&mut self, body: &Body) {
        let state = body.playback().matcher().state();
        let pose = u64::from(state.pose.clip.number()) << 33 | u64::from(state.pose.frame) << 1;
        self.word(pose | u64::from(state.pose.mirrored));
        self.number(state.part);
        self.number(state.since_jump_secs);
        let place = body.place();
        self.numbers(&place.position_m);
        self.number(place.heading_rad);
        self.numbers(&body.course().numbers());
        self.number(body.rate());
    }

    fn setup(&mut self, field: &Field) {
        let setup = &field.setup;
        self.word(setup.seed);
        let sizes = [u32::from(setup.a_side), u32::from(setup.humans)];
        for size in sizes.into_iter().chain([setup.half_secs]) {
            self.word(u64::from(size));
        }
    }

    fn ball(&mut self, field: &Field) {
        let state = field.ball.state();
        self.numbers(&state.position);
        self.numbers(&state.velocity);
        self.numbers(&state.spin);
        self.word(state.steps);
        self.word(u64::from(field.ball.flight().steps_done()));
    }

    fn footballer(&mut self, footballer: &Footballer) {
        let body = &footballer.body;
        self.motion(body);
        self.numbers(&body.velocity_mps());
        self.matcher(body);
        for rotation in &body.shown().rotations {
            for part in rotation {
                self.word(u64::from(part.to_bits()));
            }
        }
        if let Some(swing) = body.swing() {
            self.numbers(&swing.numbers());
        }
        self.place(body.fall());
        self.place(footballer.aims);
        self.intent(&footballer.intent);
        let wish = &footballer.wish;
        self.numbers(&wish.velocity_mps);
        self.number(wish.heading_rad.unwrap_or(f64::INFINITY));
        self.number(footballer.tired);
        self.number(footballer.top_speed_mps);
        self.number(body.style());
        self.number(footballer.touched_secs);
        self.number(footballer.intends_secs);
        if let Some(busy) = footballer.busy {
            self.number(busy.until_secs);
            self.word(match busy.with {
                BusyWith::Kick => 0,
                BusyWith::Tackle => 1,
                BusyWith::Jump => 2,
                BusyWith::Fall => 3,
                BusyWith::Other(number) => 4 + u64::from(number),
            });
        }
        if let Some((on, until_secs)) = footballer.tackles {
            self.word(on as u64);
            self.number(until_secs);
        }
        self.text(&footballer.query);
    }

    /// What the next search depends on.
    fn matcher(&mut self, body: &Body) {
        let state = body.playback().matcher().state();
        self.number(state.since_search_secs);
        self.number(state.outside_secs);
        self.word(state.filter.map_or(0, |stamp| 1 + u64::from(stamp)));
        for (pose, ago_secs) in state.recent.iter().flatten() {
            self.word(u64::from(pose.clip.number()) << 32 | u64::from(pose.frame));
            self.word(u64::from(pose.mirrored));
            self.number(*ago_secs);
        }
    }

    fn intent(&mut self, intent: &Intent) {
        match intent {
            Intent::Stand => self.word(0),
            Intent::Fetch => self.word(1),
            Intent::Dribble(along) => {
                self.word(2);
                self.numbers(along);
            }
            Intent::Kick(wish) => {
                self.word(3);
                self.kick(wish);
            }
            Intent::Press => self.word(4),
            Intent::Keep => self.word(5),
        }
    }

    fn kick(&mut self, wish: &KickWish) {
        self.text(wish.kind.name());
        self.numbers(&wish.to);
        self.number(wish.speed_mps);
        self.place(wish.receiver);
    }

    fn play(&mut self, field: &Field) {
        self.word(field.frame);
        self.word(field.played_frames);
        self.number(field.freed_secs);
        self.word(u64::from(field.half));
        self.word(field.chance.state());
        self.numbers(&field.sides);
        for score in field.score {
            self.word(u64::from(score));
        }
        if let Some(touch) = field.last_touch {
            self.word(touch.who as u64);
            self.number(touch.secs);
            self.place(touch.target);
        }
        self.place(field.touched_now);
        if let Some((who, until_secs)) = field.held {
            self.word(who as u64);
            self.number(until_secs);
        }
        for text in field.wind.texts() {
            self.text(text);
        }
        self.text(field.pace.text());
    }

    fn phase(&mut self, phase: &Phase) {
        self.text(phase.name());
        match phase {
            Phase::Restart(restart) => {
                self.word(restart.team as u64);
                self.numbers(&restart.spot_m);
                self.word(restart.taker as u64);
                self.number(restart.since_secs);
                for is in [restart.is_placed, restart.is_ready] {
                    self.word(u64::from(is));
                }
            }
            Phase::Celebration { team, until_secs } => {
                self.word(*team as u64);
                self.number(*until_secs);
            }
            Phase::HalfTime { until_secs } => self.number(*until_secs),
            Phase::Play | Phase::Over => {}
        }
    }

    fn control(&mut self, state: &ControlState) {
        for time in [state.decided_at, state.touched_at, state.awaited_at] {
            self.word(time.map_or(u64::MAX, |time| time.number().cast_unsigned()));
        }
        self.player(state.touched_by);
        for human in &state.humans {
            self.human(human);
        }
    }

    fn human(&mut self, human: &HumanState) {
        self.player(human.player);
        self.word(human.since.number().cast_unsigned());
        let switched = human.switched_at;
        self.word(switched.map_or(u64::MAX, |at| at.number().cast_unsigned()));
        self.player(human.next);
        self.word(match human.lock {
            None => 0,
            Some(SwitchLock::Touch) => 1,
            Some(SwitchLock::Until(end)) => end.number().cast_unsigned(),
        });
        for left in &human.left {
            self.player(Some(left.player));
            self.word(left.at.number().cast_unsigned());
        }
        if let Some(request) = human.request {
            self.player(request.to);
            self.player(request.shown);
            self.word(request.at.number().cast_unsigned());
        }
    }
}
