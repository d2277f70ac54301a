//! `footwork check` with contracts, and its output formats for CI.

use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use footwork_sidecar::{Measure, PlainBound};
use serde_json::Value;

use crate::run::{Library, footwork, root, valid};

/// Returns a library in which the run breaks a contract, and the walk keeps it.
fn with_contract() -> Library {
    let library = Library::new();
    let config = library.text("footwork.toml");
    let contract = "\n[[expect]]\nwhere = \"all\"\nframes = { max = 50 }\nfoot_slide = \"3cm/s\"\nmessage = \"short, please\"\n";
    library.write("footwork.toml", (config + contract).as_bytes());
    library
}

fn git(folder: &Path, arguments: &[&str]) {
    let user = ["-c", "user.name=A", "-c", "user.email=a@b.c"];
    let mut git = Command::new("git");
    let ran = git.current_dir(folder).args(user).args(arguments).output();
    let ran = ran.unwrap();
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
}

#[test]
fn a_broken_contract_is_an_error_and_unevaluated_limits_are_counted() {
    let library = with_contract();
    let ran = footwork(&["check", library.path()]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    let last = ran.stdout.lines().last().unwrap();
    assert_eq!(
        last,
        "1 contract on 2 ranges: 1 limit kept, 1 broken, 2 not evaluated"
    );
    let ran = footwork(&["check", library.path(), "--format", "json"]);
    let answer = valid(&ran.stdout, "check");
    assert_eq!(answer["contracts"]["failed"], 1);
    assert_eq!(answer["contracts"]["not_evaluated"], 2);
    let findings = answer["findings"].as_array().unwrap();
    let failed = findings.iter().find(|f| f["code"] == "expect-failed");
    let failed = failed.unwrap();
    assert_eq!(failed["clip"], "run.bvh");
    assert_eq!(
        failed["message"],
        "frames is 60; it must be at most 50 (short, please)"
    );
}

#[test]
fn mistakes_in_contracts_name_their_line_and_the_nearest_name() {
    let library = Library::new();
    let config = library.text("footwork.toml");
    let lines = config.lines().count();
    let contract = "[[expect]]\nwhere = \"Gait.Wakl\"\nfoot_slid = \"3cm/s\"\n";
    library.write("footwork.toml", format!("{config}{contract}").as_bytes());
    let ran = footwork(&["check", library.path(), "--format", "json"]);
    assert_eq!(ran.code, 1);
    let answer = valid(&ran.stdout, "check");
    let findings = answer["findings"].as_array().unwrap();
    let message = |code: &str| {
        let found = findings.iter().find(|f| f["code"] == code);
        found.unwrap()["message"].as_str().unwrap().to_owned()
    };
    let bad = message("bad-expect");
    assert!(bad.starts_with(&format!("line {}: ", lines + 1)), "{bad}");
    assert!(bad.contains("did you mean"), "{bad}");
    let unknown = message("unknown-key");
    assert!(unknown.contains("did you mean `foot_slide`?"), "{unknown}");
}

#[test]
fn sarif_follows_its_schema() {
    let library = with_contract();
    let ran = footwork(&["check", library.path(), "--format", "sarif"]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    let log = valid(&ran.stdout, "sarif-2.1.0");
    let results = log["runs"][0]["results"].as_array().unwrap();
    let failed = results
        .iter()
        .find(|r| r["ruleId"] == "expect-failed")
        .unwrap();
    assert_eq!(failed["level"], "error");
    let file = &failed["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert!(file.as_str().unwrap().ends_with("/run.bvh"), "{file}");
    let rules = log["runs"][0]["tool"]["driver"]["rules"]
        .as_array()
        .unwrap();
    for result in results {
        let rule = result["ruleIndex"].as_u64().unwrap();
        assert_eq!(
            rules[usize::try_from(rule).unwrap()]["id"],
            result["ruleId"]
        );
    }
    // A second run gives the same findings the same fingerprints.
    let again = footwork(&["check", library.path(), "--format", "sarif"]);
    assert_eq!(ran.stdout, again.stdout);
}

#[test]
fn junit_counts_failed_and_skipped_tests() {
    let library = with_contract();
    let ran = footwork(&["check", library.path(), "--format", "junit"]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    let head = ran.stdout.lines().nth(1).unwrap();
    assert!(
        head.contains("failures=\"1\"") && head.contains("skipped=\"2\""),
        "{head}"
    );
    assert!(
        ran.stdout.contains("<failure type=\"expect-failed\""),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("short, please"), "{}", ran.stdout);
}

#[test]
fn formats_of_findings_are_only_for_check() {
    let library = Library::new();
    let before = library.snapshot();
    let call = ["tag", "add", library.path(), "Gait.Run", "run", "0", "9"];
    let ran = footwork(&[&call[..], &["--format", "sarif"]].concat());
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("only for `check`"), "{}", ran.stderr);
    assert!(before == library.snapshot());
}

#[test]
fn findings_of_a_baseline_are_left_out_and_new_ones_stay() {
    let library = with_contract();
    let old = footwork(&["check", library.path(), "--format", "json"]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("old.json");
    std::fs::write(&file, &old.stdout).unwrap();
    let file = file.to_str().unwrap();
    let ran = footwork(&["check", library.path(), "--baseline", file]);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    assert!(
        ran.stderr.contains("of the baseline left out"),
        "{}",
        ran.stderr
    );
    // A copy of the run breaks the contract too, which is a new finding.
    library.write("new.bvh", &library.read("run.bvh"));
    let ran = footwork(&[
        "check",
        library.path(),
        "--baseline",
        file,
        "--format",
        "json",
    ]);
    assert_eq!(ran.code, 1);
    let findings = valid(&ran.stdout, "check")["findings"].clone();
    let errors = findings.as_array().unwrap().iter();
    let errors: Vec<&Value> = errors.filter(|f| f["severity"] == "error").collect();
    assert_eq!(errors.len(), 1, "{findings}");
    assert_eq!(errors[0]["clip"], "new.bvh");
    std::fs::write(folder.path().join("old.json"), "[]").unwrap();
    let ran = footwork(&["check", library.path(), "--baseline", file]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("--format json"), "{}", ran.stderr);
}

#[test]
fn only_clips_that_differ_from_a_revision_are_checked() {
    let library = with_contract();
    let folder = Path::new(library.path());
    git(folder, &["init", "-q"]);
    git(folder, &["add", "."]);
    git(folder, &["commit", "-qm", "all"]);
    let since = |revision: &str| {
        footwork(&[
            "check",
            library.path(),
            "--since",
            revision,
            "--format",
            "json",
        ])
    };
    let ran = since("HEAD");
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    assert!(
        valid(&ran.stdout, "check")["findings"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    library.write("walks/new.bvh", &library.read("run.bvh"));
    let ran = since("HEAD");
    assert_eq!(ran.code, 1, "{}", ran.stdout);
    let answer = valid(&ran.stdout, "check");
    let clips = answer["findings"].as_array().unwrap().iter();
    let clips: std::collections::BTreeSet<_> = clips.map(|f| f["clip"].as_str().unwrap()).collect();
    assert_eq!(Vec::from_iter(clips), ["walks/new.bvh"]);
    for bad in ["no-such-revision", "--output=x"] {
        let ran = footwork(&["check", library.path(), &format!("--since={bad}")]);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{bad}");
        assert!(ran.stderr.contains("--since"), "{}", ran.stderr);
    }
}

/// A change of one file can empty a query, so findings about the whole library stay. Clips that were not checked do not
/// count as passed tests.
#[test]
fn findings_about_the_whole_library_stay() {
    let library = with_contract();
    let config = library.text("footwork.toml");
    let empty = "[[expect]]\nwhere = \"Gait.Walk\"\nframes = 30\n";
    library.write("footwork.toml", format!("{config}{empty}").as_bytes());
    library.write("buffer.bin", b"old");
    let folder = Path::new(library.path());
    git(folder, &["init", "-q"]);
    git(folder, &["add", "."]);
    git(folder, &["commit", "-qm", "all"]);
    let since = |format: &str| {
        let call = ["check", library.path(), "--since", "HEAD", "--format"];
        footwork(&[&call[..], &[format]].concat()).stdout
    };
    let answer = valid(&since("json"), "check");
    let findings = answer["findings"].as_array().unwrap();
    let codes: Vec<_> = findings.iter().map(|f| f["code"].as_str()).collect();
    assert_eq!(codes, [Some("expect-empty")]);
    let tests = since("junit");
    assert!(!tests.contains("run.bvh"), "{tests}");
    // A changed buffer counts as a change of all glTF files, and of no other clips.
    library.write("buffer.bin", b"new");
    assert_eq!(valid(&since("json"), "check"), answer);
}

/// The script of the Action annotates the clip that fails, and writes SARIF. The hook refuses the commit.
#[test]
#[cfg(unix)]
fn the_scripts_for_ci_annotate_and_refuse() {
    let library = with_contract();
    let folder = Path::new(library.path());
    let binary = cargo_bin!("footwork");
    let script = |name: &str| {
        let mut bash = Command::new("bash");
        bash.arg(
            root()
                .canonicalize()
                .unwrap()
                .join("integrations/ci")
                .join(name),
        );
        bash.current_dir(folder).env("FOOTWORK", binary);
        bash
    };
    let ran = script("check.sh")
        .env("FOOTWORK_SARIF", "out.sarif")
        .output()
        .unwrap();
    let out = String::from_utf8(ran.stdout).unwrap();
    assert_eq!(ran.status.code(), Some(1), "{out}");
    let error = out
        .lines()
        .find(|line| line.starts_with("::error "))
        .unwrap();
    assert_eq!(
        error,
        "::error file=run.bvh,line=1,title=expect-failed::frames [0, 60): frames is 60; \
         it must be at most 50 (short, please)"
    );
    let old = library.text("out.sarif");
    valid(&old, "sarif-2.1.0");
    // If the check fails to run, the old file stays.
    let ran = script("check.sh")
        .env("FOOTWORK_SARIF", "out.sarif")
        .env("FOOTWORK_LIBRARY", "nowhere")
        .output()
        .unwrap();
    assert_eq!(ran.status.code(), Some(2));
    assert!(old == library.text("out.sarif") && !library.has("out.sarif.new"));
    git(folder, &["init", "-q"]);
    git(folder, &["add", "walks"]);
    git(folder, &["commit", "-qm", "walks"]);
    let ran = script("pre-commit.sh").output().unwrap();
    assert_eq!(ran.status.code(), Some(1));
    git(folder, &["add", "."]);
    git(folder, &["commit", "-qm", "all"]);
    let ran = script("pre-commit.sh").output().unwrap();
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert_eq!(ran.status.code(), Some(0), "{said}");
}

/// The ranges that `expect` lists as outside its limits are those that break the contract.
#[test]
fn a_proposed_contract_is_kept_but_for_the_named_ranges() {
    let folder = tempfile::tempdir().unwrap();
    let samples = root().join("samples/deepmimic");
    for file in std::fs::read_dir(samples).unwrap() {
        let file = file.unwrap().path();
        std::fs::copy(&file, folder.path().join(file.file_name().unwrap())).unwrap();
    }
    let lib = folder.path().to_str().unwrap();
    let ran = footwork(&["expect", lib, "all", "--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let answer = valid(&ran.stdout, "expect");
    let limits = answer["limits"].as_array().unwrap();
    let outside = limits
        .iter()
        .map(|l| l["outside"].as_array().unwrap().len());
    let outside: usize = outside.sum();
    assert!(limits.len() > 5 && outside > 0, "{answer}");
    let toml = answer["toml"].as_str().unwrap();
    std::fs::write(folder.path().join("footwork.toml"), toml).unwrap();
    let ran = footwork(&["check", lib, "--format", "json"]);
    let answer = valid(&ran.stdout, "check");
    assert_eq!(answer["contracts"]["failed"], outside, "{toml}\n{answer}");
    let findings = answer["findings"].as_array().unwrap().iter();
    let wrong: Vec<_> = findings
        .filter(|f| matches!(f["code"].as_str(), Some("unknown-key" | "bad-expect")))
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// The guide has the same definition of each measure as the code.
#[test]
fn the_guide_defines_every_measure() {
    let guide = std::fs::read_to_string(root().join("docs/guides/contracts.md")).unwrap();
    for measure in Measure::ALL {
        let unit = measure.quantity().unit();
        let definition = measure.definition().trim_end_matches('.');
        let plain = match measure.plain_bound() {
            PlainBound::AtMost => "at most",
            PlainBound::AtLeast => "at least",
            PlainBound::Exactly => "exactly",
            PlainBound::Refused => "–",
        };
        let row = format!("| `{measure}` | {unit} | {definition} | {plain} |\n");
        assert!(
            guide.contains(&row),
            "docs/guides/contracts.md lacks: {row}"
        );
    }
}

/// The page contains everything that it needs, and a clip's name cannot end the element with the data.
#[test]
fn a_report_is_one_file_without_addresses() {
    let library = with_contract();
    library.write("</script><b>.bvh", &library.read("run.bvh"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.html");
    let file = file.to_str().unwrap();
    let ran = footwork(&["report", library.path(), "-o", file, "--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let answer = valid(&ran.stdout, "report");
    assert_eq!(answer["clips"], 3);
    let page = std::fs::read_to_string(file).unwrap();
    assert_eq!(
        page.matches("</script>").count(),
        2,
        "the data ends a script element"
    );
    let data = page.split_once("type=\"application/json\">").unwrap().1;
    let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    let clips = data["clips"].as_array().unwrap();
    let failed = clips[0]["findings"].as_array().unwrap().iter();
    let failed = failed.filter(|f| f["code"] == "expect-failed").count();
    assert_eq!(
        (clips[0]["name"].as_str(), failed),
        (Some("</script><b>.bvh"), 1)
    );
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!outside.contains("http://") && !outside.contains("https://"));
    for clip in clips {
        let jerk = data["measures"].as_array().unwrap().iter();
        let jerk = jerk
            .map(|measure| &measure["name"])
            .position(|name| name == "jerk");
        let [_, joint, frame] = &clip["values"][jerk.unwrap()].as_array().unwrap()[..] else {
            panic!("{clip}");
        };
        assert!(joint.is_string() && frame.is_u64(), "{joint} {frame}");
    }
    // A second report replaces the first report, but no other kind of file.
    let ran = footwork(&["report", library.path(), "-o", file]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let page = folder.path().join("other.html");
    std::fs::write(&page, "<p>mine").unwrap();
    let ran = footwork(&["report", library.path(), "-o", page.to_str().unwrap()]);
    assert_eq!(ran.code, 2);
    assert_eq!(std::fs::read_to_string(&page).unwrap(), "<p>mine");
}
