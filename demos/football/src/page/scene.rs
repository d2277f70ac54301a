//! The parts of a match that rarely change, as JSON: the pitch, the bones, the teams and the texts.

use footwork::ExpressionField;
use footwork::flight::PlayerId;
use footwork_base::Id;
use serde::Serialize;

use crate::cast::Cast;
use crate::game::DEFAULT_QUERY;
use crate::pace::{DEFAULT_SPEED, SPEED_VARIABLES};
use crate::page::run::{Run, RunState};
use crate::setup::Setup;
use crate::wind::DEFAULT_WIND;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Scene<'a> {
    kind: &'static str,
    setup: SetupInfo,
    pitch: PitchInfo,
    skeleton: SkeletonInfo<'a>,
    footballers: Vec<FootballerInfo>,
    texts: Texts<'a>,
    shipped: Shipped,
    variables: Variables,
    overlays: &'a [&'static str],
    selected: usize,
    run: RunState,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SetupInfo {
    a_side: u8,
    humans: u8,
    seed: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PitchInfo {
    length: f64,
    width: f64,
    goal_width: f64,
    goal_height: f64,
    net_depth: f64,
    banners: f64,
    area: [f64; 2],
    circle: f64,
    grass_beyond: f64,
}

#[derive(Serialize)]
struct SkeletonInfo<'a> {
    names: Vec<&'a str>,
    parents: Vec<i64>,
    offsets: &'a [[f32; 3]],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FootballerInfo {
    team: usize,
    number: usize,
    is_keeper: bool,
}

/// The texts of the next frame, so that an edit shows even while the match is paused.
#[derive(Serialize)]
struct Texts<'a> {
    wind: &'a [String; 3],
    speed: &'a str,
    queries: Vec<&'a str>,
}

/// The default texts of a match.
#[derive(Serialize)]
struct Shipped {
    wind: [&'static str; 3],
    speed: &'static str,
    query: &'static str,
}

#[derive(Serialize)]
struct Variables {
    wind: Vec<&'static str>,
    speed: Vec<&'static str>,
}

impl<'a> Scene<'a> {
    pub(super) fn of(
        run: &'a Run,
        overlays: &'a [&'static str],
        selected: PlayerId,
        state: RunState,
    ) -> Self {
        let played = run.played();
        let view = played.view();
        let pitch = view.pitch();
        let Setup {
            a_side,
            humans,
            seed,
            ..
        } = *view.setup();
        Self {
            kind: "scene",
            setup: SetupInfo {
                a_side,
                humans,
                seed: seed.to_string(),
            },
            pitch: PitchInfo {
                length: pitch.length_m,
                width: pitch.width_m,
                goal_width: pitch.goal_width_m,
                goal_height: pitch.goal_height_m,
                net_depth: crate::pitch::NET_DEPTH_M,
                banners: pitch.banners_m,
                area: pitch.area_m(),
                circle: pitch.circle_m(),
                grass_beyond: crate::pitch::GRASS_BEYOND_M,
            },
            skeleton: skeleton(played.cast()),
            footballers: view
                .footballers()
                .map(|one| FootballerInfo {
                    team: one.team,
                    number: one.number + 1,
                    is_keeper: one.number == 0,
                })
                .collect(),
            texts: Texts {
                wind: run.wind(),
                speed: run.speed(),
                queries: view.footballers().map(|one| run.query(one.who)).collect(),
            },
            shipped: Shipped {
                wind: DEFAULT_WIND,
                speed: DEFAULT_SPEED,
                query: DEFAULT_QUERY,
            },
            variables: Variables {
                wind: ExpressionField::VARIABLES.to_vec(),
                speed: SPEED_VARIABLES.to_vec(),
            },
            overlays,
            selected: selected.index(),
            run: state,
        }
    }
}

fn skeleton(cast: &Cast) -> SkeletonInfo<'_> {
    let figure = cast.figure();
    let place =
        |joint: &Option<usize>| joint.map_or(-1, |joint| i64::try_from(joint).unwrap_or(-1));
    SkeletonInfo {
        names: cast.joint_names().collect(),
        parents: figure.parents().iter().map(place).collect(),
        offsets: figure.offsets_m(),
    }
}
