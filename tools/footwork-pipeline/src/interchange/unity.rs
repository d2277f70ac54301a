//! Events of Unity's animation clips as JSON. A script in the Unity editor puts them on the clips of imported FBX files.
//!
//! ```text
//! {"version":1,"clips":[{"clip":"walk.bvh","file":"walk.fbx","length_secs":1.2,"events":[
//!   {"time_secs":0.5,"function":"FootworkEvent","name":"Foot.Left","data":"{\"surface\":\"grass\"}"}]}]}
//! ```
//!
//! An event becomes one `AnimationEvent`. Unity has no events that last, so a span becomes two: `FootworkTagStart` on its first
//! frame and `FootworkTagStop` on the frame after its last, or at the end of the clip. Spans of `not` are left out. The script,
//! [`UNITY_SCRIPT`], is untested in the editor.

use serde::Serialize;

use super::{ClipTable, SpanKind, TableItem};

/// The C# script for the editor. It belongs in a folder `Editor`.
pub const UNITY_SCRIPT: &str = include_str!("unity/FootworkEvents.cs");

/// A clip, and the FBX file that holds its motion.
#[derive(Clone, Copy, Debug)]
pub struct UnityClip<'a> {
    /// The path of the FBX file relative to the folder of the JSON, with `/`.
    pub file: &'a str,
    /// Its tags and events.
    pub table: &'a ClipTable,
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    clips: Vec<Clip<'a>>,
}

#[derive(Serialize)]
struct Clip<'a> {
    clip: &'a str,
    file: &'a str,
    length_secs: f64,
    events: Vec<Event<'a>>,
}

#[derive(Serialize)]
struct Event<'a> {
    time_secs: f64,
    function: &'static str,
    name: &'a str,
    data: String,
}

/// Writes the events of clips as JSON for the script.
pub fn write_unity(clips: &[UnityClip<'_>]) -> String {
    let clips = clips.iter().map(|UnityClip { file, table }| {
        let secs = |frame: f64| {
            let secs = frame * table.rate.period_secs();
            (secs * 1e9).round() / 1e9
        };
        let last = f64::from(table.frames.saturating_sub(1));
        let mut events = Vec::new();
        let mut add = |frame: f64, function, item: &'_ _, name| {
            events.push(Event {
                time_secs: secs(frame.min(last)),
                function,
                name,
                data: TableItem::data(item).unwrap_or_default(),
            });
        };
        for item in &table.items {
            let name = item.name().as_str();
            match item {
                TableItem::Event { time, .. } => add(*time, "FootworkEvent", item, name),
                TableItem::Span {
                    kind: SpanKind::Not,
                    ..
                } => {}
                TableItem::Span { range, .. } => {
                    add(f64::from(range.start()), "FootworkTagStart", item, name);
                    add(f64::from(range.stop()), "FootworkTagStop", item, name);
                }
            }
        }
        events.sort_by(|a, b| a.time_secs.total_cmp(&b.time_secs));
        Clip {
            clip: &table.name,
            file,
            length_secs: secs(last),
            events,
        }
    });
    let document = Document {
        version: 1,
        clips: clips.collect(),
    };
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}
