//! Many clips with many findings, and one clip with more findings than the list shows.

use std::fmt::Write;

use crate::folder::Folder;

#[test]
fn three_hundred_clips_with_many_findings_are_checked() {
    let config = r#"
exclusive = ["Gait"]
[checks]
min_frames = 3
max_gap = 2
required = ["Source"]
[tags."Gait.Walk"]
[tags.Source]
"#;
    let folder = Folder::new(config);
    let mut body = String::new();
    for at in (0..200).step_by(10) {
        writeln!(body, "tag Gait.Run {at} {}", at + 5).unwrap();
        writeln!(body, "tag Gait.Walk {} {}", at + 4, at + 6).unwrap();
        writeln!(body, "tag Unknown.T{at} {at} {}", at + 1).unwrap();
        writeln!(body, "event Foot {at}").unwrap();
    }
    for number in 0..300 {
        let name = format!("clip_{number:03}.bvh");
        folder.clip(&name, 200);
        folder.tags(&name, 200, &body);
    }
    let findings = folder.check();
    let of = |code| findings.iter().filter(|found| found.code == code).count();
    assert_eq!(of("exclusive-overlap"), 300 * 20);
    assert_eq!(of("not-in-vocabulary"), 300 * 21);
    assert_eq!(of("span-short"), 300 * 40);
    assert_eq!(of("required-missing"), 300);
    assert!(findings.is_sorted());
}

#[test]
fn a_list_of_too_many_overlaps_is_cut_short() {
    let folder = Folder::new("exclusive = [\"T\"]");
    folder.clip("a.bvh", 20);
    let body: String = (0..400)
        .map(|tag| format!("tag T.A{tag:03} 0 20\n"))
        .collect();
    folder.tags("a.bvh", 20, &body);
    let findings = folder.check();
    assert_eq!(findings.len(), 1001);
    let more = findings
        .iter()
        .filter(|found| found.code == "more-findings");
    assert_eq!(more.count(), 1);
}

#[test]
fn many_orphans_get_hints_by_content_and_some_by_name() {
    let folder = Folder::new("");
    folder.clip("moved.bvh", 20);
    folder.clip("orphan.bvh", 21);
    let hash = folder.hash("moved.bvh");
    for number in 0..60 {
        let text = format!("footwork-tags 1\nclip o\nframes 20\nrate 30\nhash {hash}\n");
        let text = if number % 2 == 0 {
            text
        } else {
            "footwork-tags 1\n".to_owned()
        };
        folder.file(&format!("orphan{number:02}.bvh.tags"), &text);
    }
    let findings = folder.check();
    let said = |what: &str| {
        findings
            .iter()
            .filter(|f| f.code == "orphan" && f.message.contains(what))
            .count()
    };
    assert_eq!(said("renamed to moved.bvh? Then call this file"), 30);
    assert_eq!(
        (said("did you mean orphan.bvh"), said("restore the clip")),
        (10, 20)
    );
}
