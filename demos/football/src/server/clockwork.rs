//! The thread that plays the match: a frame every sixtieth of a second, whether or not a page is
//! connected. Between frames, it carries out orders.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::game::Match;
use crate::server::MatchStart;
use crate::server::player::Player;
use crate::server::table::{Order, Table};

/// The duration of a frame at full speed.
const FRAME: Duration = Duration::from_nanos(1_000_000_000 / 60);
/// The duration of a frame in slow motion.
const SLOW_FRAME: Duration = Duration::from_nanos(4 * 1_000_000_000 / 60);
/// The maximum number of frames caught up after a delay; the rest is skipped.
const MAX_BEHIND: u32 = 4;

/// The thread, until it is stopped.
pub(super) struct Clockwork {
    table: Arc<Table>,
    thread: Option<JoinHandle<()>>,
}

impl Clockwork {
    pub(super) fn start(
        first: Match,
        start: MatchStart,
        table: Arc<Table>,
        orders: Receiver<Order>,
    ) -> io::Result<Self> {
        let mut player = Player::new(first, start, Arc::clone(&table));
        let thread = thread::Builder::new().name("match".to_owned());
        let thread = thread.spawn(move || keep_time(&mut player, &orders))?;
        Ok(Self {
            table,
            thread: Some(thread),
        })
    }

    pub(super) fn stop(&mut self) {
        self.table.order(Order::Stop);
        if let Some(thread) = self.thread.take() {
            // The panic message was already printed.
            _ = thread.join();
        }
    }
}

/// Plays until it is stopped.
fn keep_time(player: &mut Player, orders: &Receiver<Order>) {
    let mut next = Instant::now();
    loop {
        let now = Instant::now();
        if now < next {
            match orders.recv_timeout(next - now) {
                Ok(Order::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                Ok(order) => player.follow(order),
                Err(RecvTimeoutError::Timeout) => {}
            }
            continue;
        }
        let frame = if player.is_slow() { SLOW_FRAME } else { FRAME };
        next += frame;
        if now.saturating_duration_since(next) > frame * MAX_BEHIND {
            next = now;
        }
        player.tick();
    }
}
