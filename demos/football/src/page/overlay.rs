//! The content of the active overlays as JSON, at most 15 times per second.

use std::collections::BTreeSet;

use footwork::flight::{InterceptKind, PlayerId, RatedPlayer};
use footwork_base::Id;
use serde::Serialize;

use crate::page::sentence::{self, Sentence};
use crate::page::words;
use crate::view::{PlayedView, View, WindowView};

/// The time between two points of the path.
const PATH_STEP_SECS: f64 = 0.05;
/// The duration of the path.
const PATH_SECS: f64 = 3.0;
/// The height below which a local minimum of the ball's path counts as a bounce.
const BOUNCE_M: f64 = 0.2;
/// Numbers are rounded to multiples of 1 / `PARTS`.
const PARTS: f64 = 1000.0;

type Point = [f64; 3];

#[derive(Serialize)]
pub(super) struct Overlay<'a> {
    kind: &'static str,
    frame: u64,
    control: Vec<Control>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Path>,
    #[serde(skip_serializing_if = "Option::is_none")]
    windows: Option<Vec<Window>>,
    /// Whether the ball is dribbled, so that it will leave the path that the windows assume.
    dribbled: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<Vec<Choice>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slide: Option<Vec<Slide>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pose: Option<Pose<'a>>,
}

#[derive(Serialize)]
struct Control {
    human: usize,
    who: Option<usize>,
    /// The previous footballer of the human, if the reason is about it.
    was: Option<usize>,
    /// A sentence that holds in this frame.
    reason: String,
    /// Whether there is a race for the ball. The reason then changes rapidly, and the page may show it for longer.
    race: bool,
}

#[derive(Serialize)]
struct Path {
    step: f64,
    points: Vec<Point>,
    bounces: Vec<Point>,
}

#[derive(Serialize)]
struct Window {
    who: usize,
    way: &'static str,
    from: f64,
    until: f64,
    at: Point,
}

#[derive(Serialize)]
struct Choice {
    who: usize,
    team: usize,
    arrives: f64,
    at: Point,
}

#[derive(Serialize)]
struct Slide {
    who: usize,
    wanted: [f64; 2],
    chosen: [f64; 2],
    /// The footballer that this one passes through during a tackle.
    but: Option<usize>,
    contacts: Vec<Contact>,
}

#[derive(Serialize)]
struct Contact {
    at: Point,
    normal: Point,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Pose<'a> {
    who: usize,
    clip: &'a str,
    frame: u32,
    is_mirrored: bool,
    tags: Vec<String>,
    query: &'a str,
    why: String,
    locks: [bool; 2],
    tired: f64,
    speed: f64,
}

impl<'a> Overlay<'a> {
    pub(super) fn of(view: &View<'a>, on: &BTreeSet<&'static str>, selected: PlayerId) -> Self {
        let is_on = |name| on.contains(name);
        // Windows are drawn along the path.
        let has_path = is_on("path") || is_on("windows");
        Self {
            kind: "overlay",
            frame: view.frame(),
            control: control(view),
            path: has_path.then(|| path(view)),
            dribbled: view.is_dribbled(),
            windows: is_on("windows").then(|| windows(view)),
            choices: is_on("windows").then(|| choices(view)),
            slide: is_on("slide").then(|| slides(view)),
            pose: is_on("pose").then(|| pose(view, selected)).flatten(),
        }
    }
}

fn short(number: f64) -> f64 {
    (number * PARTS).round() / PARTS
}

fn control(view: &View<'_>) -> Vec<Control> {
    view.seats()
        .map(|human| {
            let own = view.footballers().find(|one| one.human == Some(human));
            let said = own.map(|own| sentence::of(view, human, &own));
            let Sentence { text, was, is_race } = said.unwrap_or_default();
            Control {
                human: human.index(),
                who: own.map(|own| own.who.index()),
                was: was.map(Id::index),
                reason: text,
                race: is_race,
            }
        })
        .collect()
}

fn path(view: &View<'_>) -> Path {
    let now = view.now_secs();
    let mut points: Vec<Point> = Vec::new();
    let mut secs = 0.0;
    while secs <= PATH_SECS {
        match view.flight().position_at(now + secs) {
            Some(position) => points.push(position.map(short)),
            None => break,
        }
        secs += PATH_STEP_SECS;
    }
    let bounces = points.windows(3).filter_map(|near| match near {
        [a, b, c] if b[1] < BOUNCE_M && a[1] > b[1] + 0.01 && c[1] > b[1] + 0.01 => Some(*b),
        _ => None,
    });
    Path {
        step: PATH_STEP_SECS,
        bounces: bounces.collect(),
        points,
    }
}

/// Returns the first window of each footballer if it begins within the path, or at any time for footballers under human
/// control.
fn windows(view: &View<'_>) -> Vec<Window> {
    let now = view.now_secs();
    let own = controlled(view);
    let mut first: Vec<WindowView> = Vec::new();
    for window in view.windows() {
        let is_shown = window.window.from_secs < now + PATH_SECS || own.contains(&window.who);
        if is_shown && first.last().is_none_or(|last| last.who != window.who) {
            first.push(window);
        }
    }
    let show = |window: WindowView| Window {
        who: window.who.index(),
        way: window.kind.map_or("", way),
        from: short(window.window.from_secs - now),
        until: short(window.window.to_secs - now),
        at: window.position.map(short),
    };
    first.into_iter().map(show).collect()
}

fn way(kind: InterceptKind) -> &'static str {
    match kind {
        InterceptKind::PlayerWaits => "waits for it",
        InterceptKind::BallWaits => "reaches it at rest",
        InterceptKind::OnTheRun => "meets it on the run",
    }
}

/// Returns the footballers under human control.
fn controlled(view: &View<'_>) -> Vec<PlayerId> {
    let own = view.footballers().filter(|one| one.human.is_some());
    own.map(|one| one.who).collect()
}

/// Returns the footballers that should go for the ball and those under human control. The page shows their times next
/// to the path.
fn choices(view: &View<'_>) -> Vec<Choice> {
    let now = view.now_secs();
    let mut shown: Vec<&RatedPlayer> = (0..2).filter_map(|team| view.choice(team)).collect();
    for who in controlled(view) {
        let rated = view.rated(who);
        let is_new = |rated: &&RatedPlayer| shown.iter().all(|one| one.player != rated.player);
        shown.extend(rated.filter(is_new));
    }
    let show = |rated: &RatedPlayer| {
        Some(Choice {
            who: rated.player.index(),
            team: view.footballer(rated.player)?.team,
            arrives: short(rated.take.secs - now),
            at: rated.take.position.map(short),
        })
    };
    shown.into_iter().filter_map(show).collect()
}

fn slides(view: &View<'_>) -> Vec<Slide> {
    let per_sec = |way: [f64; 2]| way.map(|m| short(m * f64::from(crate::setup::FRAME_RATE)));
    let touching =
        (view.footballers()).filter(|one| one.slide.contact_count > 0 || one.slide.but.is_some());
    touching
        .map(|one| Slide {
            who: one.who.index(),
            wanted: per_sec(one.slide.wanted_m),
            chosen: per_sec(one.slide.moved_m),
            but: one.slide.but.map(Id::index),
            contacts: one
                .slide
                .contacts
                .iter()
                .take(one.slide.contact_count)
                .map(|contact| Contact {
                    at: contact.point.map(short),
                    normal: contact.normal.map(|part| short(f64::from(part))),
                })
                .collect(),
        })
        .collect()
}

fn pose<'a>(view: &View<'a>, who: PlayerId) -> Option<Pose<'a>> {
    let played = view.played(who)?;
    let one = view.footballer(who)?;
    Some(Pose {
        who: who.index(),
        clip: played.clip,
        frame: played.pose.frame,
        is_mirrored: played.pose.mirrored,
        why: reason(view, &played),
        tags: played.tags,
        query: played.query,
        locks: played.stands,
        tired: short(one.tired),
        speed: short(played.rate),
    })
}

/// Explains the last jump: why the matcher searched, and which cost counted most against the pose.
fn reason(view: &View<'_>, played: &PlayedView<'_>) -> String {
    let Some(why) = played.why else {
        return "plays on; no jump yet".to_owned();
    };
    let mut text = format!(
        "{}: this pose costs {:.2}",
        words::trigger(why.trigger),
        why.cost
    );
    let costs = view.cost_groups().zip(why.group_costs);
    if let Some((group, cost)) = costs.max_by(|a, b| a.1.total_cmp(&b.1)) {
        text += &format!(", the largest part for {group} ({cost:.2})");
    }
    if let Some(continuing) = why.continuing {
        text += &format!("; playing on would cost {continuing:.2}");
    }
    text
}
