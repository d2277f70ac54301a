//! Shared parts of the tests of `sim slide` and `sim flight`.

use serde_json::{Value, json};

use crate::run::{footwork, footwork_reading, root, valid};

/// A verb `footwork sim VERB`, whose scenes are in `testdata/VERB/`.
pub(crate) struct Sim {
    pub(crate) verb: &'static str,
    /// Returns a valid scene with every kind of key. Tests then change single keys.
    pub(crate) full: fn() -> Value,
}

impl Sim {
    /// Returns the sorted names of all scenes, without the folder's files that hold lists.
    pub(crate) fn names(&self) -> Vec<String> {
        let folder = std::fs::read_dir(root().join("testdata").join(self.verb)).unwrap();
        let is_scene = |path: &std::path::PathBuf| {
            let value: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
            value.get("ball").or(value.get("mover")).is_some()
        };
        let paths = folder.map(|entry| entry.unwrap().path());
        let paths = paths.filter(|path| path.is_file()).filter(is_scene);
        let mut names: Vec<String> = paths
            .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        names.sort();
        names
    }

    pub(crate) fn path(&self, name: &str) -> String {
        let file = root().join(format!("testdata/{}/{name}.json", self.verb));
        file.to_str().unwrap().to_owned()
    }

    pub(crate) fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// Reads a scene and checks it against its schema.
    pub(crate) fn scene(&self, name: &str) -> Value {
        valid(&self.text(name), &format!("sim-{}-scene", self.verb))
    }

    pub(crate) fn schema(&self) -> Value {
        let file = format!("testdata/schema/sim-{}-scene.schema.json", self.verb);
        serde_json::from_slice(&std::fs::read(root().join(file)).unwrap()).unwrap()
    }

    /// Runs a scene that must be refused with exit code 2, and returns the errors as printed for people.
    #[track_caller]
    pub(crate) fn said(&self, text: impl AsRef<[u8]>) -> String {
        let text = text.as_ref();
        let ran = footwork_reading(&["sim", self.verb, "-"], text);
        let shown = String::from_utf8_lossy(text);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{shown}");
        ran.stderr
    }

    /// Returns the full scene with the value at a pointer replaced, or added if the scene has none.
    pub(crate) fn with(&self, pointer: &str, value: &str) -> String {
        let mut scene = (self.full)();
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        match scene.pointer_mut(parent).unwrap() {
            Value::Array(items) => items[key.parse::<usize>().unwrap()] = json!("HERE"),
            object => object[key] = json!("HERE"),
        }
        scene.to_string().replace("\"HERE\"", value)
    }

    /// Checks that a scene is refused with a message that begins with `start`.
    #[track_caller]
    pub(crate) fn wrong(&self, text: impl AsRef<[u8]>, start: &str) -> String {
        let said = self.said(text);
        let start = format!("error[bad-scene]: {start}");
        assert!(said.starts_with(&start), "{start}\n{said}");
        said
    }

    /// Checks that a value is refused with one error, at its own path.
    #[track_caller]
    pub(crate) fn refused(&self, pointer: &str, bad: &str) {
        let start = format!("`{}`: ", path_of(pointer));
        let said = self.wrong(self.with(pointer, bad), &start);
        assert!(said.contains("--> standard input:1:"), "{said}");
    }

    /// Checks that each of the objects at `parents` refuses an unknown key.
    pub(crate) fn refuses_unknown_keys(&self, parents: &[&str]) {
        for parent in parents {
            let pointer = format!("{parent}/colour");
            let start = format!("`{}`: unknown field `colour`, expected ", path_of(&pointer));
            self.wrong(self.with(&pointer, "1"), &start);
        }
    }

    /// Checks that a scene file cut off at any place gives an error with a place.
    pub(crate) fn refuses_every_cut(&self, name: &str) {
        let text = self.text(name);
        let whole = text.trim_end();
        for cut in 0..whole.len() {
            let said = self.said(&whole[..cut]);
            let line = whole[..cut].matches('\n').count() + 1;
            let places = [line, line - 1].map(|line| format!("--> standard input:{line}:"));
            let is_placed = places.iter().any(|place| said.contains(place));
            assert!(is_placed, "{cut}\n{said}");
        }
    }

    /// Checks that a file and standard input give the same result, with and without a byte order mark.
    pub(crate) fn reads_files_and_standard_input(&self, name: &str) {
        let from_file = footwork(&["sim", self.verb, &self.path(name)]);
        assert_eq!((from_file.code, from_file.stderr.as_str()), (0, ""));
        let text = self.text(name);
        let with_mark = format!("\u{feff}{text}\r\n");
        for input in [text, with_mark] {
            let piped = footwork_reading(&["sim", self.verb, "-"], input.as_bytes());
            assert_eq!((piped.code, &piped.stdout), (0, &from_file.stdout));
        }
    }

    /// Checks that the help of the verb has an example and at most 80 columns, and that shells complete the verb.
    pub(crate) fn has_help(&self, arguments: &[&str], example: &str) {
        let help = footwork(arguments).stdout;
        assert!(help.contains(example), "{help}");
        // Skip the options that all verbs share.
        let own = help.lines().filter(|line| !line.contains("- json:"));
        let wide: Vec<&str> = own.filter(|line| line.chars().count() > 80).collect();
        assert!(wide.is_empty(), "{wide:#?}");
        for shell in ["bash", "zsh", "fish"] {
            let script = footwork(&["completions", shell]).stdout;
            assert!(script.contains(self.verb), "{shell}");
        }
    }

    /// Checks that a missing file is an `input` error that names the file.
    pub(crate) fn misses_files(&self) {
        let missing = footwork(&["sim", self.verb, "no/such.json", "--errors=json"]);
        let error = &valid(&missing.stderr, "errors")["errors"][0];
        assert_eq!(
            (&error["file"], &error["code"]),
            (&json!("no/such.json"), &json!("input"))
        );
    }
}

/// Returns the path for a JSON pointer, such as `players[1].id` for `/players/1/id`.
pub(crate) fn path_of(pointer: &str) -> String {
    let parts = pointer.split('/').skip(1);
    parts.fold(String::new(), |path, part| match part.parse::<usize>() {
        Ok(index) => format!("{path}[{index}]"),
        Err(_) if path.is_empty() => part.to_owned(),
        Err(_) => format!("{path}.{part}"),
    })
}

/// Adds every default of the schema to an object of a scene.
pub(crate) fn with_defaults(schema: &Value, mut object: Value) -> Value {
    for (key, property) in schema["properties"].as_object().unwrap() {
        if let Some(default) = property.get("default") {
            let is_there = object.get(key).is_some();
            if !is_there {
                object[key] = default.clone();
            }
        }
    }
    object
}
