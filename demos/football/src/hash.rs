//! A hash of everything that decides the future of a match.
//!
//! The hash covers the state that this module can read, and a trail. State inside other crates, such as the blend and
//! the foot locks of a playback or the cache of an intercept search, cannot be read. It follows from the ball and from
//! the motion, places and intercepts of all footballers in every frame so far, and the trail is a running hash of
//! these. Two matches with equal hashes have equal states and equal trails.

use footwork::flight::{BusyWith, ControlReason, ControlState, HumanState, PlayerId, SwitchLock};

use crate::body::Body;
use crate::field::Field;
use crate::footballer::Footballer;
use crate::intent::{Intent, KickWish};
use crate::phase::{Phase, RestartStage};
use crate::setup::Seat;
use crate::switching::Switching;

/// A hash of words, which depends on each of them and on their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StateHash {
    sum: u64,
}

impl StateHash {
    /// The hash of an empty trail.
    pub(crate) const START: u64 = 0xcbf2_9ce4_8422_2325;

    /// Hashes everything that decides the future.
    pub(crate) fn of(field: &Field, switching: &Switching) -> u64 {
        let mut hash = Self { sum: Self::START };
        hash.word(field.trail);
        hash.setup(field);
        hash.ball(field);
        for footballer in field.footballers.values() {
            hash.footballer(footballer);
        }
        hash.play(field);
        hash.phase(&field.phase);
        hash.player(switching.last_by());
        hash.control(switching.state());
        for count in switching.since_news() {
            hash.word(u64::from(count));
        }
        hash.word(u64::from(switching.was_placed()));
        for (human, is_down) in Seat::ALL.into_iter().zip(switching.is_down()) {
            hash.word(u64::from(is_down));
            // The time and the reason of a change matter later: a choice of the human is kept for a while, and a press just
            // after a change is ignored.
            if let Some(change) = switching.change(human) {
                hash.word(change.secs.to_bits());
                hash.word(change.to.number().into());
                hash.word(u64::from(change.reason == ControlReason::Asked));
            }
        }
        hash.finish()
    }

    /// Returns the trail, including the frame just played.
    pub(crate) fn trail(field: &Field) -> u64 {
        let mut hash = Self { sum: field.trail };
        let ball = field.ball.state();
        hash.numbers(&ball.position);
        hash.numbers(&ball.velocity);
        hash.word(u64::from(field.ball.flight().steps_done()));
        for (footballer, found) in field.footballers.values().zip(field.outlook.all_found()) {
            hash.motion(&footballer.body);
            hash.option(found.first, |hash, first| hash.number(first.secs));
        }
        for team in [0, 1] {
            hash.player(field.outlook.chosen(team));
        }
        hash.sum
    }

    fn word(&mut self, word: u64) {
        // For a given sum, different words give different sums.
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

    /// First hashes whether there is a value, so that `Some` and `None` have different hashes.
    fn option<T>(&mut self, value: Option<T>, hash: impl FnOnce(&mut Self, T)) {
        self.word(u64::from(value.is_some()));
        if let Some(value) = value {
            hash(self, value);
        }
    }

    fn place(&mut self, place: Option<usize>) {
        self.option(place, |hash, place| hash.word(place as u64));
    }

    fn player(&mut self, player: Option<PlayerId>) {
        self.option(player, |hash, player| hash.word(player.number().into()));
    }

    fn tick(&mut self, tick: i64) {
        self.word(tick.cast_unsigned());
    }

    /// Hashes an optional footballer with a time.
    fn until(&mut self, until: Option<(PlayerId, f64)>) {
        self.option(until, |hash, (who, secs)| {
            hash.word(who.number().into());
            hash.number(secs);
        });
    }

    /// Hashes the playing motion and the place of a body.
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
        self.option(body.swing(), |hash, swing| hash.numbers(&swing.numbers()));
        self.option(body.fall(), |hash, fall| hash.word(fall as u64));
        self.place(footballer.aims);
        self.intent(&footballer.intent);
        let wish = &footballer.wish;
        self.numbers(&wish.velocity_mps);
        self.option(wish.heading_rad, Self::number);
        self.number(footballer.tired);
        self.number(footballer.top_speed_mps);
        self.number(body.style());
        self.number(footballer.touched_secs);
        self.number(footballer.intends_secs);
        self.option(footballer.busy, |hash, busy| {
            hash.number(busy.until_secs);
            hash.word(match busy.with {
                BusyWith::Kick => 0,
                BusyWith::Tackle => 1,
                BusyWith::Jump => 2,
                BusyWith::Fall => 3,
                BusyWith::Other(number) => 4 + u64::from(number),
            });
        });
        self.until(footballer.tackles);
        self.text(&footballer.query);
    }

    /// Hashes the state that the next search depends on.
    fn matcher(&mut self, body: &Body) {
        let state = body.playback().matcher().state();
        self.number(state.since_search_secs);
        self.number(state.outside_secs);
        self.option(state.filter, |hash, stamp| hash.word(stamp.into()));
        for recent in &state.recent {
            self.option(*recent, |hash, (pose, ago_secs)| {
                hash.word(u64::from(pose.clip.number()) << 32 | u64::from(pose.frame));
                hash.word(u64::from(pose.mirrored));
                hash.number(ago_secs);
            });
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
        self.player(wish.receiver);
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
        self.option(field.last_touch, |hash, touch| {
            hash.word(touch.who.number().into());
            hash.number(touch.secs);
            hash.player(touch.target);
        });
        self.player(field.touched_now);
        self.until(field.held);
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
                self.word(restart.taker.number().into());
                self.number(restart.since_secs);
                self.word(match restart.stage {
                    RestartStage::Out => 0,
                    RestartStage::Placed => 1,
                    RestartStage::Ready { .. } => 2,
                });
                self.option(restart.ready_secs(), Self::number);
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
            self.option(time, |hash, time| hash.tick(time.number()));
        }
        self.player(state.touched_by);
        self.word(state.humans.len() as u64);
        for human in &state.humans {
            self.human(human);
        }
    }

    fn human(&mut self, human: &HumanState) {
        self.player(human.player);
        self.tick(human.since.number());
        self.option(human.switched_at, |hash, at| hash.tick(at.number()));
        self.player(human.next);
        self.option(human.lock, |hash, lock| {
            let until = match lock {
                SwitchLock::Touch => None,
                SwitchLock::Until(end) => Some(end),
            };
            hash.option(until, |hash, end| hash.tick(end.number()));
        });
        self.word(human.left.len() as u64);
        for left in &human.left {
            self.player(Some(left.player));
            self.tick(left.at.number());
        }
        self.option(human.request, |hash, request| {
            hash.player(request.to);
            hash.player(request.shown);
            hash.tick(request.at.number());
        });
    }
}
