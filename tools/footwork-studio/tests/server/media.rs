//! Tests of videos and sounds of clips: their lines in sidecars, and the parts of their files that players request.

use std::fs;

use serde_json::{Value, json};

use crate::client::{Studio, edit};

/// Returns `length` bytes from which their position can be read.
fn video(length: u32) -> Vec<u8> {
    (0..length)
        .map(|place| u8::try_from(place % 251).unwrap())
        .collect()
}

struct Media {
    studio: Studio,
    prefix: String,
}

impl Media {
    fn start() -> Self {
        let studio = Studio::start();
        fs::create_dir_all(studio.path("videos/.hidden")).unwrap();
        fs::write(studio.path("videos/first take.mp4"), video(1000)).unwrap();
        fs::write(studio.path("videos/.hidden/a.mp4"), video(10)).unwrap();
        fs::write(studio.path("sound.WAV"), video(3 << 20)).unwrap();
        let answer = studio.get("/api/media").done();
        assert_eq!(
            answer["files"],
            json!(["sound.WAV", "videos/first take.mp4"])
        );
        assert_eq!(answer["isComplete"], true);
        let prefix = answer["prefix"].as_str().unwrap().to_owned();
        Self { studio, prefix }
    }

    /// Sends a request without the token, like a media player.
    fn play(&self, method: &str, path: &str, range: Option<&str>) -> crate::client::Answer {
        let mut headers = vec![format!("host: {}", self.studio.host())];
        headers.extend(range.map(|range| format!("range: {range}")));
        self.studio
            .request(&format!("{method} {path}"), &headers, b"")
    }

    fn file(&self, file: &str, range: Option<&str>) -> crate::client::Answer {
        self.play("GET", &format!("{}{file}", self.prefix), range)
    }
}

#[test]
fn files_are_served_in_parts() {
    let media = Media::start();
    let check = |range: &str, said: &str, first: usize, stop: usize| {
        let answer = media.file("videos/first%20take.mp4", Some(range));
        assert_eq!(answer.status, 206, "{range}");
        assert_eq!(answer.header("content-range"), Some(said));
        assert_eq!(answer.body, video(1000)[first..stop]);
    };
    check("bytes=0-", "bytes 0-999/1000", 0, 1000);
    check("bytes=10-19", "bytes 10-19/1000", 10, 20);
    check("bytes=990-5000", "bytes 990-999/1000", 990, 1000);
    check("bytes=-1", "bytes 999-999/1000", 999, 1000);
    let whole = media.file("videos/first%20take.mp4", None);
    assert_eq!((whole.status, whole.body), (200, video(1000)));
    assert_eq!(whole.head.matches("content-type: video/mp4").count(), 1);
    assert_eq!(
        media
            .file("videos/first%20take.mp4", Some("bytes=1000-"))
            .status,
        416
    );
    // The server sends at most one part of a long file, even if the requested range is longer.
    let part = media.file("sound.WAV", Some("bytes=5-"));
    assert_eq!(
        part.header("content-range"),
        Some("bytes 5-2097156/3145728")
    );
    assert_eq!((part.status, part.body.len()), (206, 2 << 20));
    assert_eq!(media.file("sound.WAV", None).status, 400);
    let head = media.play("HEAD", &format!("{}sound.WAV", media.prefix), None);
    assert_eq!(
        (head.status, head.header("content-length")),
        (200, Some("3145728"))
    );
    assert!(head.body.is_empty());
}

/// If a video is missing from the list, the user must be able to tell why.
#[test]
fn a_list_that_is_cut_short_says_so() {
    let media = Media::start();
    let deep = media.studio.path(&"in/".repeat(20));
    fs::create_dir_all(&deep).unwrap();
    fs::write(deep.join("deep.mp4"), video(10)).unwrap();
    let answer = media.studio.get("/api/media").done();
    assert_eq!(
        (
            answer["files"].as_array().unwrap().len(),
            &answer["isComplete"]
        ),
        (2, &json!(false))
    );
    // The server still sends the file if a request names it.
    let file = format!("{}deep.mp4", "in/".repeat(20));
    assert_eq!(media.file(&file, Some("bytes=0-")).body, video(10));
}

#[test]
fn other_files_are_not_served() {
    let media = Media::start();
    let Media { studio, prefix } = &media;
    fs::write(
        studio.root().parent().unwrap().join("outside.mp4"),
        "secret",
    )
    .unwrap();
    #[cfg(unix)]
    for (name, to) in [("up.mp4", "../outside.mp4"), ("zero.mp4", "/dev/zero")] {
        std::os::unix::fs::symlink(to, studio.path(name)).unwrap();
    }
    fs::create_dir(studio.path("folder.mp4")).unwrap();
    for hidden in [".git/x.mp4", "videos/.cache/y.mp4", "videos/.z.mp4"] {
        let path = studio.path(hidden);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "secret").unwrap();
        for address in [
            hidden.to_owned(),
            hidden.replace('.', "%2e").replace("%2emp4", ".mp4"),
        ] {
            let answer = media.file(&address, Some("bytes=0-"));
            assert_eq!(answer.status, 404, "{address}");
        }
    }
    for file in [
        "footwork.toml",
        "run.bvh.tags",
        "none.mp4",
        "folder.mp4",
        "up.mp4",
        "zero.mp4",
        "../outside.mp4",
        "%2e%2e/outside.mp4",
        "videos/..%2f..%2foutside.mp4",
        "%2fetc%2fhosts.mp4",
        "..%5coutside.mp4",
        "videos//first%20take.mp4",
        "videos/first%20take.mp4%00.mp4",
    ] {
        let answer = media.file(file, Some("bytes=0-"));
        assert!(
            matches!(answer.status, 400 | 404),
            "{file}: {}",
            answer.status
        );
        assert!(!answer.body.starts_with(b"secret"), "{file}");
    }
    let path = "videos/first%20take.mp4";
    let wrong = "0".repeat(32);
    for prefix in [
        format!("/media/{wrong}/"),
        "/media/".to_owned(),
        "/media//".to_owned(),
    ] {
        let answer = media.play("GET", &format!("{prefix}{path}"), None);
        assert_ne!(answer.body, video(1000), "{prefix}");
    }
    // The list contains the ticket, so it needs the token. Requests from another origin or host name get no file.
    assert_eq!(media.play("GET", "/api/media", None).status, 401);
    for header in ["host: evil.example", "origin: http://evil.example"] {
        let mut headers = vec![header.to_owned()];
        if !header.starts_with("host") {
            headers.push(format!("host: {}", studio.host()));
        }
        let answer = studio.request(&format!("GET {prefix}{path}"), &headers, b"");
        assert_eq!(answer.status, 403, "{header}");
    }
    let posted = media.play("POST", &format!("{prefix}{path}"), None);
    assert_eq!(posted.status, 405);
    fs::remove_file(studio.root().parent().unwrap().join("outside.mp4")).unwrap();
}

#[test]
fn a_reference_is_set_and_undone_like_other_edits() {
    let media = Media::start();
    let studio = &media.studio;
    let before = studio.text("run.bvh.tags");
    let set = |reference: Value| {
        let operations = json!([{ "kind": "setReference", "reference": reference }]);
        studio.post("/api/edit", &edit("run.bvh", &operations))
    };
    let reference = json!({ "file": "videos/first take.mp4", "offsetSecs": 1.25, "rate": 0.5 });
    let edited = set(reference.clone()).done();
    assert_eq!(edited["labels"][0]["reference"], reference);
    let line = "reference \"videos/first take.mp4\" offset 1.25 rate 0.5\n";
    assert!(studio.text("run.bvh.tags").contains(line));
    for (file, offset, rate) in [
        ("../a.mp4", 0.0, 1.0),
        ("a.mp4", 1e9, 1.0),
        ("a.mp4", 0.0, 0.0),
    ] {
        let bad = json!({ "file": file, "offsetSecs": offset, "rate": rate });
        set(bad).refused(422, "bad-value");
    }
    set(Value::Null).done();
    assert!(!studio.text("run.bvh.tags").contains("reference"));
    studio.post("/api/undo", &Value::Null).done();
    studio.post("/api/undo", &Value::Null).done();
    assert_eq!(studio.text("run.bvh.tags"), before);
}
