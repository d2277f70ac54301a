//! The answer of `footwork blendspace` for programs.

use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Answer<'a> {
    pub(super) query: String,
    pub(super) axes: Vec<AxisAnswer<'a>>,
    pub(super) points: Vec<PointAnswer<'a>>,
    pub(super) holes: Vec<HoleAnswer<'a>>,
    pub(super) more_holes: bool,
    pub(super) duplicates: Vec<DuplicateAnswer>,
    pub(super) outliers: Vec<OutlierAnswer<'a>>,
    pub(super) left_out: Vec<LeftOutAnswer<'a>>,
    pub(super) rejected: Vec<RejectedAnswer<'a>>,
}

#[derive(Serialize)]
pub(super) struct AxisAnswer<'a> {
    pub(super) axis: &'a str,
    pub(super) unit: Option<&'a str>,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
}

#[derive(Serialize)]
pub(super) struct PointAnswer<'a> {
    pub(super) number: usize,
    pub(super) clip: &'a str,
    pub(super) start: u32,
    pub(super) stop: u32,
    #[serde(rename = "loop")]
    pub(super) is_loop: bool,
    pub(super) seam_m: f64,
    pub(super) values: Vec<Value>,
}

#[derive(Serialize)]
pub(super) struct Value {
    pub(super) mean: f64,
    pub(super) spread: f64,
}

#[derive(Serialize)]
pub(super) struct HoleAnswer<'a> {
    pub(super) centre: &'a [f64],
    pub(super) radius: f64,
    pub(super) nearest: usize,
}

#[derive(Serialize)]
pub(super) struct DuplicateAnswer {
    pub(super) points: [usize; 2],
    pub(super) distance: f64,
}

#[derive(Serialize)]
pub(super) struct OutlierAnswer<'a> {
    pub(super) point: usize,
    pub(super) axis: &'a str,
    pub(super) score: f64,
}

#[derive(Serialize)]
pub(super) struct LeftOutAnswer<'a> {
    pub(super) clip: &'a str,
    pub(super) ranges: Vec<[u32; 2]>,
    pub(super) code: &'static str,
    pub(super) message: &'a str,
}

#[derive(Serialize)]
pub(super) struct RejectedAnswer<'a> {
    pub(super) clip: &'a str,
    pub(super) start: u32,
    pub(super) stop: u32,
    pub(super) code: &'static str,
    pub(super) message: &'a str,
}
