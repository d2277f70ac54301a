//! Intercepts: the path of the ball, and searches for the players who can reach it.

use footwork::flight::{
    BallPath, Intercept, InterceptCache, InterceptKind, InterceptSearch, Player, PlayerId,
    PlayerIntercept, ReachModel, SearchError, TakenBy,
};

use crate::door::{Buffer, call, out, slice};
use crate::error::{Fault, fw_error, fw_status};
use crate::handle::{Kind, Table};
use crate::player::{fw_player, read_players};
use crate::prediction::{PREDICTIONS, fw_prediction};

pub(crate) static PATHS: Table<BallPath> = Table::new(Kind::Path);
static SEARCHES: Table<Searched> = Table::new(Kind::Search);
static CACHES: Table<Cached> = Table::new(Kind::Intercepts);

struct Searched {
    search: InterceptSearch,
    players: Vec<Player>,
}

struct Cached {
    cache: InterceptCache,
    players: Vec<Player>,
}

/// The flight of a ball as line segments. It is the input of searches. Any number of threads may use it concurrently, as long
/// as none reads a prediction into it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_path {
    /// 0 is null.
    pub handle: u64,
}

/// A search for all windows in which players can take the ball. One thread at a time may use it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_search {
    /// 0 is null.
    pub handle: u64,
}

/// First intercepts, kept from frame to frame so that most frames need no search. One thread at a time may use it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_intercept_cache {
    /// 0 is null.
    pub handle: u64,
}

/// The simple model: a player can reach a disc whose radius grows at the player's top speed.
pub const FW_REACH_SIMPLE: u32 = 0;
/// The full model: it also counts acceleration, turning, and the drift until the player is ready.
pub const FW_REACH_FULL: u32 = 1;

/// The player arrives before it can take the ball.
pub const FW_PLAYER_WAITS: u32 = 0;
/// The ball lies still when the player arrives.
pub const FW_BALL_WAITS: u32 = 1;
/// The player and the ball arrive at the same time.
pub const FW_ON_THE_RUN: u32 = 2;

/// Standing.
pub const FW_TAKEN_STANDING: u32 = 0;
/// In a jump.
pub const FW_TAKEN_JUMP: u32 = 1;
/// In a jump, with the hands above the head.
pub const FW_TAKEN_HANDS: u32 = 2;

/// The earliest intercept of a player.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_intercept {
    /// The player.
    pub player: u32,
    /// Whether it can take the ball. If not, `is_known` and `secs` say more, and all other fields below are 0.
    pub can_take: u8,
    /// Whether `can_take` is final. It is 0 if an incomplete path has no intercept yet, or if a field of the
    /// player is out of range.
    pub is_known: u8,
    /// Always 0.
    pub reserved: [u8; 2],
    /// The time of the intercept. If there is no intercept and that is final, it is 0. If that is not final, it is
    /// a time before which the player cannot take the ball.
    pub secs: f64,
    /// The centre of the ball at that time.
    pub position: [f64; 3],
    /// The height of the ball above the ground, or above the feet of the player if the ground is not known.
    pub height_m: f64,
    /// How the player takes the ball: an `FW_TAKEN_`.
    pub taken_by: u32,
    /// Whether the player or the ball waits: FW_PLAYER_WAITS, FW_BALL_WAITS or FW_ON_THE_RUN.
    pub kind: u32,
    /// The waiting time, in seconds.
    pub wait_secs: f64,
    /// The distance the player runs, in metres.
    pub run_m: f64,
    /// The pace, from 0 for standing to 1 for top speed.
    pub pace: f64,
    /// The effort, in seconds of running at top speed.
    pub effort: f64,
    /// The difficulty, from 0 for a ball that lies still to 1.
    pub difficulty: f64,
}

/// A period in which a player can take the ball.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_window {
    /// The start, in seconds.
    pub from_secs: f64,
    /// The end, at or after the start.
    pub to_secs: f64,
}

/// Makes an empty path.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_path_create(path: *mut fw_path, error: *mut fw_error) -> fw_status {
    call!(error, {
        let path = out(path, "path")?;
        path.write(fw_path {
            handle: PATHS.insert(BallPath::default())?,
        });
    })
}

/// Destroys a path.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_path_destroy(path: fw_path, error: *mut fw_error) -> fw_status {
    call!(error, {
        PATHS.remove(path.handle)?;
    })
}

/// Reads the current state of a prediction into the path.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_path_read(
    path: fw_path,
    prediction: fw_prediction,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let prediction = PREDICTIONS.share(prediction.handle)?;
        PATHS.take(path.handle)?.read(&prediction);
    })
}

/// Makes a search with a model, an `FW_REACH_`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_search_create(
    model: u32,
    search: *mut fw_search,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let search = out(search, "search")?;
        let made = Searched {
            search: InterceptSearch::new(model_of(model)?),
            players: Vec::new(),
        };
        search.write(fw_search {
            handle: SEARCHES.insert(made)?,
        });
    })
}

/// Destroys a search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_search_destroy(search: fw_search, error: *mut fw_error) -> fw_status {
    call!(error, {
        SEARCHES.remove(search.handle)?;
    })
}

/// Searches the path from a time on for all players, and writes an intercept for each. If a number of a player is out of
/// range, the others are still searched and written, and the status is FW_OUT_OF_RANGE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_search_run(
    search: fw_search,
    path: fw_path,
    players: *const fw_player,
    players_count: usize,
    now_secs: f64,
    intercepts: *mut fw_intercept,
    intercepts_capacity: usize,
    intercepts_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(
            intercepts,
            intercepts_capacity,
            intercepts_count,
            "intercepts",
        )?;
        let players = slice(players, players_count, "players")?;
        for_players(path, players, room, |path, room| {
            let mut search = SEARCHES.take(search.handle)?;
            let Searched {
                search,
                players: known,
            } = &mut *search;
            read_players(players, known)?;
            let wrong = by_player(search.run(path, known, now_secs))?;
            let found = search.intercepts();
            room.fill(found.len(), found.iter().map(intercept_to_c))?;
            Ok(wrong)
        })?;
    })
}

/// Writes the windows that the last run found for the player at `index` in its list. They are in order and do not touch each
/// other. Indices past the last player have none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_search_windows(
    search: fw_search,
    index: usize,
    windows: *mut fw_window,
    windows_capacity: usize,
    windows_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(windows, windows_capacity, windows_count, "windows")?;
        let search = SEARCHES.take(search.handle)?;
        let found = search.search.windows(index);
        let window = |from: &footwork::flight::InterceptWindow| fw_window {
            from_secs: from.from_secs,
            to_secs: from.to_secs,
        };
        room.fill(found.len(), found.iter().map(window))?;
    })
}

/// Makes a cache with a model, an `FW_REACH_`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_intercept_cache_create(
    model: u32,
    cache: *mut fw_intercept_cache,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let cache = out(cache, "cache")?;
        let made = Cached {
            cache: InterceptCache::new(model_of(model)?),
            players: Vec::new(),
        };
        cache.write(fw_intercept_cache {
            handle: CACHES.insert(made)?,
        });
    })
}

/// Destroys a cache.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_intercept_cache_destroy(
    cache: fw_intercept_cache,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        CACHES.remove(cache.handle)?;
    })
}

/// Writes the same intercepts as `fw_search_run`, with the same bits. Keep each player at the same index from frame to frame.
/// A player who takes the index of another is searched from the start.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_intercept_cache_update(
    cache: fw_intercept_cache,
    path: fw_path,
    players: *const fw_player,
    players_count: usize,
    now_secs: f64,
    intercepts: *mut fw_intercept,
    intercepts_capacity: usize,
    intercepts_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(
            intercepts,
            intercepts_capacity,
            intercepts_count,
            "intercepts",
        )?;
        let players = slice(players, players_count, "players")?;
        for_players(path, players, room, |path, room| {
            let mut cached = CACHES.take(cache.handle)?;
            let Cached {
                cache,
                players: known,
            } = &mut *cached;
            read_players(players, known)?;
            let wrong = by_player(cache.update(path, known, now_secs))?;
            let known = known.iter().enumerate();
            let found = known.map(|(index, player)| cache.player_intercept(index, path, player));
            room.fill(players.len(), found.map(|found| intercept_to_c(&found)))?;
            Ok(wrong)
        })?;
    })
}

/// Runs `search` on a path that cannot change meanwhile, and writes an intercept for each player if there is room. A fault of a
/// single player, which `search` returns, is reported last.
fn for_players(
    path: fw_path,
    players: &[fw_player],
    room: Buffer<'_, fw_intercept>,
    search: impl FnOnce(&BallPath, Buffer<'_, fw_intercept>) -> Result<Option<Fault>, Fault>,
) -> Result<(), Fault> {
    let room = room.with_space(players.len())?;
    let path = PATHS.share(path.handle)?;
    search(&path, room)?.map_or(Ok(()), Err)
}

/// Forgets all players. Needed when the clock goes back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_intercept_cache_clear(
    cache: fw_intercept_cache,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        CACHES.take(cache.handle)?.cache.clear();
    })
}

/// Defers a fault of a single player, because the others were searched.
fn by_player(done: Result<(), SearchError>) -> Result<Option<Fault>, Fault> {
    match done {
        Ok(()) => Ok(None),
        Err(SearchError::Player(wrong)) => Ok(Some(Fault::range(wrong))),
        Err(other) => Err(Fault::range(other)),
    }
}

pub(crate) fn model_of(model: u32) -> Result<ReachModel, Fault> {
    match model {
        FW_REACH_SIMPLE => Ok(ReachModel::Simple),
        FW_REACH_FULL => Ok(ReachModel::Full),
        model => Err(Fault::range(format!("{model} is not a model of reach"))),
    }
}

fn intercept_to_c(from: &PlayerIntercept) -> fw_intercept {
    let empty = fw_intercept {
        player: from.player.number(),
        can_take: 0,
        is_known: u8::from(from.not_before_secs.is_none()),
        reserved: [0; 2],
        secs: from.not_before_secs.unwrap_or(0.0),
        position: [0.0; 3],
        height_m: 0.0,
        taken_by: 0,
        kind: 0,
        wait_secs: 0.0,
        run_m: 0.0,
        pace: 0.0,
        effort: 0.0,
        difficulty: 0.0,
    };
    let Some(first) = &from.first else {
        return empty;
    };
    fw_intercept {
        can_take: 1,
        secs: first.secs,
        position: first.position,
        height_m: first.height_m,
        taken_by: match first.taken_by {
            TakenBy::Standing => FW_TAKEN_STANDING,
            TakenBy::Jump => FW_TAKEN_JUMP,
            TakenBy::Hands => FW_TAKEN_HANDS,
        },
        kind: match first.kind {
            InterceptKind::PlayerWaits => FW_PLAYER_WAITS,
            InterceptKind::BallWaits => FW_BALL_WAITS,
            InterceptKind::OnTheRun => FW_ON_THE_RUN,
        },
        wait_secs: first.wait_secs,
        run_m: first.run_m,
        pace: first.pace,
        effort: first.effort,
        difficulty: first.difficulty,
        ..empty
    }
}

pub(crate) fn intercept_of(from: &fw_intercept) -> Result<PlayerIntercept, Fault> {
    let first = Intercept {
        player: PlayerId::new(from.player),
        secs: from.secs,
        position: from.position,
        height_m: from.height_m,
        taken_by: match from.taken_by {
            FW_TAKEN_STANDING => TakenBy::Standing,
            FW_TAKEN_JUMP => TakenBy::Jump,
            FW_TAKEN_HANDS => TakenBy::Hands,
            other => return Err(Fault::range(format!("{other} is not a way to take a ball"))),
        },
        kind: match from.kind {
            FW_PLAYER_WAITS => InterceptKind::PlayerWaits,
            FW_BALL_WAITS => InterceptKind::BallWaits,
            FW_ON_THE_RUN => InterceptKind::OnTheRun,
            other => return Err(Fault::range(format!("{other} is not a kind of intercept"))),
        },
        wait_secs: from.wait_secs,
        run_m: from.run_m,
        pace: from.pace,
        effort: from.effort,
        difficulty: from.difficulty,
    };
    Ok(PlayerIntercept {
        player: PlayerId::new(from.player),
        first: (from.can_take != 0).then_some(first),
        not_before_secs: (from.is_known == 0).then_some(from.secs),
    })
}
