//! Tests of what a session accepts and what it tells its page.

use std::path::Path;

use serde_json::Value;

use super::{News, Session};
use crate::cast::Cast;

/// How many numbers a frame has before the hips of its footballers.
const HEAD: usize = 24;

fn begin(setup: &str) -> Session {
    let football = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/characters/football");
    Session::begin(Cast::open(&football).unwrap(), setup).unwrap()
}

fn started(start: &str) -> Session {
    begin(&format!(
        r#"{{"aSide":5,"humans":1,"seed":"0","start":"{start}"}}"#
    ))
}

/// A session, the messages of the last command or tick, and the frame that it sent.
struct Page {
    session: Session,
    texts: Vec<Value>,
    frame: Vec<f32>,
}

impl Page {
    fn of(session: Session) -> Self {
        let mut page = Self {
            session,
            texts: Vec::new(),
            frame: Vec::new(),
        };
        page.look();
        page
    }

    fn look(&mut self) {
        let News { texts, frame, .. } = self.session.take_news();
        let texts = texts
            .lines()
            .map(|text| serde_json::from_str(text).unwrap());
        self.texts.extend(texts);
        self.frame = frame;
    }

    fn say(&mut self, command: &str) {
        self.texts.clear();
        self.session.obey(command).unwrap();
        self.look();
    }

    fn tick(&mut self) {
        self.texts.clear();
        self.session.tick();
        self.look();
    }

    /// Returns the last message of a kind.
    fn last(&self, kind: &str) -> &Value {
        let mut found = self.texts.iter().rev();
        let found = found.find(|text| text["kind"] == kind);
        found.unwrap_or_else(|| panic!("no {kind} in {:?}", self.texts))
    }

    /// Ticks once, and returns whether this sends a frame after frame 0.
    fn plays(&mut self) -> bool {
        self.tick();
        self.frame.first().is_some_and(|frame| *frame > 0.0)
    }

    /// Begins a match of five a side. Returns whether it is paused, and whether it only waits for its kick-off.
    fn restart(&mut self, humans: u8, seed: &str) -> [bool; 2] {
        self.say(&format!(
            r#"{{"do":"restart","setup":{{"aSide":5,"humans":{humans},"seed":"{seed}"}}}}"#
        ));
        assert_eq!(self.last("scene")["setup"]["seed"], seed);
        rest_of(self.last("scene"))
    }
}

/// Returns whether a match is paused, and whether it only waits for its kick-off.
fn rest_of(message: &Value) -> [bool; 2] {
    ["isPaused", "isWaiting"].map(|name| message["run"][name].as_bool().unwrap())
}

#[test]
fn invalid_commands_are_refused_and_change_nothing() {
    let mut page = Page::of(started("at-once"));
    let before = page.session.recording();
    for text in ["", "{", r#"{"do":"read","path":"/etc/passwd"}"#] {
        assert!(page.session.obey(text).is_err(), "{text}");
    }
    assert!(page.session.obey(&"[".repeat(20_000)).is_err());
    assert!(page.session.load(b"PK\x03\x04").is_err());
    assert_eq!(page.session.recording(), before);
    let strange = [
        r#"{"do":"select","who":18446744073709551615}"#,
        r#"{"do":"input","human":7,"input":{"stick":[1e30,-1e30],"sprint":true,"pass":true,"through":true,"lob":true,"shoot":true,"tackle":true,"switch":true}}"#,
        r#"{"do":"edit","id":1,"target":{"what":"query","who":4000000000},"text":"A"}"#,
        r#"{"do":"edit","id":2,"target":{"what":"wind","axis":9},"text":"y"}"#,
        r#"{"do":"overlay","name":"files","is":true}"#,
        r#"{"do":"rewind"}"#,
    ];
    for text in strange {
        page.say(text);
    }
    page.say(r#"{"do":"restart","setup":{"aSide":7,"humans":1,"seed":"1"}}"#);
    let message = page.last("refused")["message"].as_str().unwrap();
    assert!(message.contains("5 or 11"), "{message}");
    page.say(r#"{"do":"restart","setup":{"aSide":5,"humans":1,"seed":"x"}}"#);
    let message = page.last("refused")["message"].as_str().unwrap();
    assert!(message.contains("whole number"), "{message}");
    page.say(r#"{"do":"restart","setup":{"aSide":11,"humans":2,"seed":"1"}}"#);
    let footballers = page.last("scene")["footballers"].as_array().unwrap();
    assert_eq!(footballers.len(), 22);
    assert!(page.plays());
}

#[test]
fn an_invalid_setup_begins_no_match() {
    let football = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/characters/football");
    let cast = Cast::open(&football).unwrap();
    let check = |setup: &str, said: &str| {
        let refused = Session::begin(cast.clone(), setup)
            .err()
            .unwrap()
            .to_string();
        assert!(refused.contains(said), "{setup}: {refused}");
    };
    check("{}", "aSide");
    check(
        r#"{"aSide":5,"humans":3,"seed":"1"}"#,
        "humans is 3; it must be from 0 to 2",
    );
    check(
        r#"{"aSide":5,"humans":1,"seed":"1","halfSecs":0}"#,
        "half_secs is 0",
    );
    check(
        r#"{"aSide":5,"humans":1,"seed":"1","leaves":20001}"#,
        "leaves is 20001",
    );
    check(
        r#"{"aSide":5,"humans":1,"seed":"1","start":"never"}"#,
        "never",
    );
}

#[test]
fn a_frame_says_whose_restart_it_is() {
    let mut page = Page::of(started("at-once"));
    let phase = |page: &Page| [page.frame[4], page.frame[13]];
    let (kick_off, reds, play, nobody) = (0.0, 0.0, 1.0, -1.0);
    assert_eq!(phase(&page), [kick_off, reds]);
    // The kick-off is taken after four seconds; from then on the frame names no team.
    for _ in 0..1200 {
        page.tick();
        if phase(&page)[0] != kick_off {
            assert_eq!(phase(&page), [play, nobody]);
            return;
        }
        assert_eq!(phase(&page)[1], reds);
    }
    panic!("no kick-off in 20 s");
}

#[test]
fn an_invalid_wind_is_reported_with_its_place_and_changes_nothing() {
    let mut page = Page::of(started("at-once"));
    let before = page.last("scene")["texts"]["wind"][0].clone();
    let edit = |id: u32, text: &str| {
        let text = serde_json::to_string(text).unwrap();
        format!(r#"{{"do":"edit","id":{id},"target":{{"what":"wind","axis":0}},"text":{text}}}"#)
    };
    page.say(&edit(1, "ü + bananas"));
    let edited = page.last("edited");
    assert_eq!(edited["id"], 1);
    let last = edited["mistakes"].as_array().unwrap().last().unwrap();
    // Positions count UTF-16 code units, and the umlaut is one unit.
    assert_eq!((&last["start"], &last["stop"]), (&4.into(), &11.into()));
    page.say(r#"{"do":"select","who":1}"#);
    assert_eq!(page.last("scene")["texts"]["wind"][0], before);
    page.say(&edit(2, "0.5 * y"));
    assert!(
        page.last("edited")["mistakes"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    assert_eq!(page.last("scene")["texts"]["wind"][0], "0.5 * y");
}

#[test]
fn several_edits_of_a_paused_match_show_at_once_and_all_apply() {
    let mut page = Page::of(started("paused"));
    let mut texts = page.last("scene")["texts"]["wind"].clone();
    for (axis, text) in [(0, "1"), (2, "2")] {
        page.say(&format!(
            r#"{{"do":"edit","id":1,"target":{{"what":"wind","axis":{axis}}},"text":"{text}"}}"#
        ));
        texts[axis] = text.into();
        assert_eq!(page.last("scene")["texts"]["wind"], texts);
    }
    page.say(r#"{"do":"step"}"#);
    page.say(r#"{"do":"select","who":1}"#);
    assert_eq!(page.last("scene")["texts"]["wind"], texts);
}

#[test]
fn a_match_that_is_paused_sends_frames_only_when_they_change() {
    let mut page = Page::of(started("at-once"));
    page.tick();
    page.say(r#"{"do":"pause","is":true}"#);
    assert_eq!(rest_of(page.last("run")), [true, false]);
    page.tick();
    assert_eq!(page.frame, [0.0; 0]);
    page.say(r#"{"do":"step"}"#);
    assert_eq!(page.frame[0], 2.0);
    page.say(r#"{"do":"rewind"}"#);
    assert_eq!(page.frame[0], 0.0);
}

#[test]
fn all_footballers_stand_on_the_grass_before_the_kick_off() {
    let page = Page::of(started("when-asked"));
    let (footballers, joints) = (10, page.session.run.played().cast().figure().joint_count());
    assert_eq!([page.frame[0], page.frame[6]], [0.0, 10.0]);
    let numbers = HEAD + footballers * 3 + footballers * joints * 4;
    assert_eq!(page.frame.len(), numbers);
    for hips in page.frame[HEAD..HEAD + footballers * 3].chunks(3) {
        assert!((0.7..1.2).contains(&hips[1]), "hips at {hips:?}");
    }
}

#[test]
fn a_match_of_humans_waits_for_its_kick_off_and_so_does_the_next() {
    let mut page = Page::of(started("when-asked"));
    assert_eq!(rest_of(page.last("scene")), [true, true]);
    assert!(!page.plays());
    page.say(r#"{"do":"kick-off"}"#);
    assert_eq!(rest_of(page.last("run")), [false, false]);
    assert!(page.plays());
    // Without humans a match starts immediately, because no one could start the kick-off.
    assert_eq!(page.restart(0, "1"), [false, false]);
    assert!(page.plays());
    assert_eq!(page.restart(1, "2"), [true, true]);
    assert!(!page.plays());
    page.say(r#"{"do":"kick-off"}"#);
    assert!(page.plays());
    // A late kick-off does not resume a paused match.
    page.say(r#"{"do":"pause","is":true}"#);
    page.say(r#"{"do":"kick-off"}"#);
    page.say(r#"{"do":"slow","is":true}"#);
    assert_eq!(rest_of(page.last("run")), [true, false]);
}

#[test]
fn a_match_that_starts_paused_waits_for_no_kick_off() {
    let mut page = Page::of(started("paused"));
    assert_eq!(rest_of(page.last("scene")), [true, false]);
    page.say(r#"{"do":"kick-off"}"#);
    assert!(!page.plays());
    for (humans, seed) in [(0, "1"), (1, "2")] {
        assert_eq!(page.restart(humans, seed), [true, false]);
        assert!(!page.plays());
    }
    // After resuming, the next match also plays.
    page.say(r#"{"do":"pause","is":false}"#);
    assert_eq!(page.restart(1, "3"), [false, false]);
    assert!(page.plays());
}

#[test]
fn the_pose_overlay_follows_the_controlled_footballer_until_one_is_chosen() {
    let mut page = Page::of(started("paused"));
    let turn = |page: &mut Page, is: bool| {
        page.say(&format!(r#"{{"do":"overlay","name":"pose","is":{is}}}"#));
        page.last("overlay").clone()
    };
    // Before the first frame no footballer is controlled.
    page.say(r#"{"do":"step"}"#);
    let shown = turn(&mut page, true);
    let own = &shown["control"][0]["who"];
    assert!(
        own.as_u64().unwrap() > 0,
        "the first footballer, a keeper, is controlled"
    );
    assert_eq!(&shown["pose"]["who"], own);
    page.say(r#"{"do":"select","who":7}"#);
    assert_eq!(page.last("overlay")["pose"]["who"], 7);
    assert_eq!(turn(&mut page, false)["pose"], Value::Null);
    assert_eq!(turn(&mut page, true)["pose"]["who"], 7);
}

#[test]
fn catching_up_jumps_to_the_end_of_a_replay() {
    let mut page = Page::of(started("at-once"));
    for _ in 0..100 {
        page.tick();
    }
    let saved = page.session.recording();
    page.session.load(&saved).unwrap();
    page.look();
    assert_eq!(page.last("scene")["run"]["ahead"], 100);
    page.say(r#"{"do":"catch-up"}"#);
    for _ in 0..4 {
        page.tick();
    }
    assert_eq!(page.last("replayed")["isSame"], true);
    assert_eq!(page.frame[0], 100.0);
}
