//! Runs the cases of `testdata/gltf`, and hostile files too large to store.

use footwork_clip::{FolderFiles, GltfDocument, Limits, NoFiles, read_clip, read_gltf};
use serde::Deserialize;
use serde_json::{Value, json};

use super::testdata;

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    text: Option<String>,
    #[serde(default)]
    set: toml::Table,
    #[serde(default)]
    remove: Vec<String>,
    #[serde(default)]
    floats: Vec<(usize, f32)>,
    keep: Option<usize>,
    #[serde(default)]
    glb: bool,
    #[serde(default)]
    words: Vec<(usize, u32)>,
    frames: Option<u32>,
    rate: Option<String>,
    #[serde(default)]
    looping: bool,
    #[serde(default)]
    findings: Vec<String>,
    error: Option<String>,
    says: Option<String>,
    line: Option<usize>,
}

fn base() -> Value {
    serde_json::from_slice(&std::fs::read(testdata("base.gltf")).unwrap()).unwrap()
}

/// Returns the bytes of the base file's buffer.
fn base_buffer() -> Vec<u8> {
    let times = [0.0, 1.0 / 30.0, 2.0 / 30.0];
    let places = [0.0, 1.0, 0.0, 0.0, 1.0, 0.1, 0.0, 1.0, 0.2];
    let turn = |degrees: f64| {
        let half = degrees.to_radians() / 2.0;
        [libm::sin(half), 0.0, 0.0, libm::cos(half)]
    };
    let turns = [0.0, 30.0, 60.0].map(turn).concat();
    let all = times.into_iter().chain(places).chain(turns);
    all.flat_map(|x: f64| {
        let narrow: f32 = x.to_string().parse().unwrap();
        narrow.to_le_bytes()
    })
    .collect()
}

const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Returns a data URI. The buffer's length is a multiple of three, so no padding is needed.
fn data_uri(bytes: &[u8]) -> String {
    let mut text = "data:application/octet-stream;base64,".to_owned();
    for three in bytes.chunks_exact(3) {
        let word = u32::from_be_bytes([0, three[0], three[1], three[2]]);
        let digits = [18, 12, 6, 0].map(|shift| ALPHABET[(word >> shift & 63) as usize]);
        text.extend(digits.map(char::from));
    }
    text
}

fn file(case: &Case) -> Vec<u8> {
    if let Some(text) = &case.text {
        return text.clone().into_bytes();
    }
    let mut json = base();
    let mut buffer = base_buffer();
    for &(at, value) in &case.floats {
        buffer[at * 4..at * 4 + 4].copy_from_slice(&value.to_le_bytes());
    }
    if !case.floats.is_empty() {
        json["buffers"][0]["uri"] = data_uri(&buffer).into();
    }
    if case.glb {
        json["buffers"][0].as_object_mut().unwrap().remove("uri");
    }
    for (pointer, value) in &case.set {
        let value = serde_json::to_value(value).unwrap();
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        match json.pointer_mut(parent).unwrap() {
            Value::Array(list) if key == "-" => list.push(value),
            parent => match key.parse::<usize>() {
                Ok(index) => parent[index] = value,
                Err(_) => parent[key] = value,
            },
        }
    }
    for pointer in &case.remove {
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        let parent = json.pointer_mut(parent).unwrap().as_object_mut().unwrap();
        assert!(parent.remove(key).is_some(), "{pointer} is not there");
    }
    let mut bytes = json.to_string().into_bytes();
    if case.glb {
        bytes = glb(bytes, &buffer);
    }
    bytes.truncate(case.keep.unwrap_or(bytes.len()));
    for &(at, word) in &case.words {
        bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

fn glb(mut json: Vec<u8>, buffer: &[u8]) -> Vec<u8> {
    json.resize(json.len().next_multiple_of(4), b' ');
    let length = |n: usize| u32::try_from(n).unwrap().to_le_bytes();
    let total = length(28 + json.len() + buffer.len());
    [
        b"glTF",
        &2u32.to_le_bytes()[..],
        &total,
        &length(json.len()),
        b"JSON",
        &json,
        &length(buffer.len()),
        b"BIN\0",
        buffer,
    ]
    .concat()
}

#[test]
fn odd_and_hostile_files_are_read_or_refused() {
    let cases = std::fs::read_to_string(testdata("cases.toml")).unwrap();
    let cases: Cases = toml::from_str(&cases).unwrap();
    assert!(cases.case.len() > 80);
    // Every valid case stays within this limit. A case that exceeds it must be refused.
    let limits = Limits {
        values: 10_000_000,
        ..Limits::default()
    };
    for case in &cases.case {
        let name = &case.name;
        let bytes = file(case);
        match (read_clip("case.gltf", &bytes, None, &limits), &case.error) {
            (Ok(loaded), None) => {
                let clip = &loaded.clip;
                assert_eq!(Some(clip.frame_count()), case.frames, "{name}");
                assert_eq!(Some(clip.rate().to_string()), case.rate, "{name}");
                assert_eq!(clip.is_looping(), case.looping, "{name}");
                let codes: Vec<&str> = loaded.findings.iter().map(|f| f.code).collect();
                assert_eq!(codes, case.findings, "{name}");
            }
            (Err(error), Some(code)) => {
                assert_eq!(error.code, code, "{name}: {error}");
                let says = case.says.as_deref().unwrap_or_default();
                assert!(error.to_string().contains(says), "{name}: {error}");
                if let Some(line) = case.line {
                    assert_eq!(error.position.map(|p| p.line), Some(line), "{name}");
                }
            }
            (Ok(_), Some(code)) => panic!("{name} is read instead of refused as {code}"),
            (Err(error), None) => panic!("{name} is refused: {error}"),
        }
    }
}

fn code(json: &Value, limits: &Limits) -> Option<&'static str> {
    let read = read_gltf(json.to_string().as_bytes(), &NoFiles, None, limits);
    let refused = |document: GltfDocument| document.rejected.into_iter().next();
    let error = read.map_or_else(Some, |document| Some(refused(document)?.error))?;
    Some(error.code)
}

/// Returns the base file with a chain of nodes below its last one.
fn chain(length: usize) -> Value {
    let mut json = base();
    let nodes = json["nodes"].as_array_mut().unwrap();
    for _ in 0..length {
        let next = nodes.len();
        nodes.last_mut().unwrap()["children"] = json!([next]);
        nodes.push(json!({ "translation": [0, 0.01, 0] }));
    }
    let all: Vec<usize> = (0..nodes.len()).collect();
    json["skins"][0]["joints"] = json!(all);
    json
}

#[test]
fn deep_and_wide_trees_are_bounded() {
    let limits = Limits::default();
    let deep = chain(200).to_string();
    let document = read_gltf(deep.as_bytes(), &NoFiles, None, &limits).unwrap();
    assert_eq!(document.animations[0].clip.skeleton().joint_count(), 203);
    assert_eq!(code(&chain(600), &limits), Some("too-deep"));
    // A very deep tree does not overflow the stack.
    assert_eq!(code(&chain(50_000), &limits), Some("too-deep"));
    let mut wide = base();
    wide["nodes"]
        .as_array_mut()
        .unwrap()
        .extend((0..10_000).map(|_| json!({})));
    wide["skins"][0]["joints"] = (0..10_003).collect();
    assert_eq!(code(&wide, &limits), Some("too-many-joints"));
    // Nodes that are not joints do not count towards the limit.
    wide["skins"][0]["joints"] = json!([0, 1, 2]);
    assert_eq!(code(&wide, &limits), None);
}

#[test]
fn limits_are_kept() {
    let limits = Limits::default();
    let check = |limits, expected| assert_eq!(code(&base(), &limits), expected);
    check(
        Limits {
            bytes: 99,
            ..limits
        },
        Some("too-many-bytes"),
    );
    check(
        Limits {
            joints: 2,
            ..limits
        },
        Some("too-many-joints"),
    );
    check(Limits { depth: 2, ..limits }, Some("too-deep"));
    check(
        Limits {
            frames: 2,
            ..limits
        },
        Some("too-many-frames"),
    );
    check(
        Limits {
            values: 20,
            ..limits
        },
        Some("too-many-values"),
    );
    check(
        Limits {
            values: 24,
            frames: 3,
            ..limits
        },
        None,
    );
}

#[test]
fn a_million_animations_of_one_accessor_are_refused() {
    let mut json = base();
    let one = json["animations"][0].clone();
    json["animations"] = vec![one; 10_000].into();
    let limits = Limits {
        values: 100_000,
        ..Limits::default()
    };
    assert_eq!(code(&json, &limits), Some("too-many-values"));
    let nodes = format!(
        r#"{{"asset": {{"version": "2.0"}}, "nodes": [{}{{}}]}}"#,
        "{},".repeat(3_000_000)
    );
    let error = read_gltf(nodes.as_bytes(), &NoFiles, None, &Limits::default()).unwrap_err();
    assert_eq!(error.code, "too-many-objects");
}

#[test]
fn deeply_nested_json_is_refused() {
    let nested = format!(r#"{{"extras": {}"#, "[".repeat(1_000_000));
    let error = read_gltf(nested.as_bytes(), &NoFiles, None, &Limits::default()).unwrap_err();
    assert_eq!(error.code, "json");
}

#[test]
fn errors_about_bytes_that_are_not_utf_8_have_a_position() {
    let mut bytes = base().to_string().into_bytes();
    bytes[20] = 0xff;
    let error = read_gltf(&bytes, &NoFiles, None, &Limits::default()).unwrap_err();
    assert_eq!(
        (error.code, error.position.unwrap().column),
        ("not-utf8", 21)
    );
}

#[test]
fn a_buffer_next_to_the_file_is_read() {
    let folder = std::env::temp_dir().join(format!("footwork-gltf-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("data")).unwrap();
    std::fs::write(folder.join("data/nod 1.bin"), base_buffer()).unwrap();
    let mut json = base();
    json["buffers"][0]["uri"] = "data/nod%201.bin".into();
    let bytes = json.to_string().into_bytes();
    let beside = FolderFiles::containing(&folder.join("nod.gltf"));
    let read = |limits: Limits| read_gltf(&bytes, &beside, None, &limits);
    let document = read(Limits::default()).unwrap();
    let small = read(Limits {
        bytes: bytes.len(),
        ..Limits::default()
    });
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(document.uses_other_files);
    let inside = read_gltf(
        base().to_string().as_bytes(),
        &NoFiles,
        None,
        &Limits::default(),
    );
    let inside = inside.unwrap();
    assert_eq!(document.animations[0].clip, inside.animations[0].clip);
    assert_eq!(
        document.animations[0].fingerprint,
        inside.animations[0].fingerprint
    );
    assert!(
        small.is_ok(),
        "the limit applies to the buffers together, without the JSON"
    );
}
