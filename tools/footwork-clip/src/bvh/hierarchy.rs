//! Reads the `HIERARCHY` section of a BVH file with an explicit stack, so that deep nesting cannot overflow.

use footwork_base::{IdVec, nearest};

use super::document::{BvhChannel, BvhJoint};
use super::error::{BvhError, BvhErrorKind};
use super::scan::{Scanner, shown};
use crate::finding::Finding;
use crate::limits::Limits;
use crate::skeleton::JointId;

/// A joint whose closing brace has not been read yet.
struct Open {
    id: JointId,
    start: usize,
    has_offset: bool,
    has_channels: bool,
}

struct Reader<'s, 'a> {
    scanner: &'s mut Scanner<'a>,
    limits: &'s Limits,
    findings: &'s mut Vec<Finding>,
    joints: IdVec<JointId, BvhJoint>,
    open: Vec<Open>,
}

/// Reads up to and including the word `MOTION`.
pub(super) fn read(
    scanner: &mut Scanner<'_>,
    limits: &Limits,
    findings: &mut Vec<Finding>,
) -> Result<IdVec<JointId, BvhJoint>, BvhError> {
    if !scanner.take_word("HIERARCHY") {
        return Err(scanner.expected("`HIERARCHY`, with which a BVH file begins"));
    }
    let mut reader = Reader {
        scanner,
        limits,
        findings,
        joints: IdVec::new(),
        open: Vec::new(),
    };
    loop {
        if !reader.open.is_empty() {
            reader.inside()?;
        } else if reader.scanner.take_word("ROOT") {
            reader.begin(None, false)?;
        } else if !reader.joints.is_empty() && reader.scanner.take_word("MOTION") {
            break;
        } else if reader.joints.is_empty() {
            return Err(reader.scanner.expected("`ROOT`"));
        } else {
            return Err(reader.scanner.expected("`MOTION` or another `ROOT`"));
        }
    }
    let joints = reader.joints;
    report_same_names(&joints, findings);
    Ok(joints)
}

impl Reader<'_, '_> {
    /// Reads one statement inside the braces of the innermost open joint.
    fn inside(&mut self) -> Result<(), BvhError> {
        let Some(open) = self.open.last_mut() else {
            return Ok(());
        };
        let id = open.id;
        let is_end = self.joints[id].is_end;
        if self.scanner.take(b'}') {
            if !open.has_offset {
                self.findings.push(Finding {
                    code: "no-offset",
                    position: Some(self.scanner.position(open.start)),
                    message: format!("{:?} has no OFFSET; it is taken as 0", self.joints[id].name),
                });
            }
            self.open.pop();
            return Ok(());
        }
        let start = self.scanner.at();
        if self.scanner.take_word("OFFSET") {
            if std::mem::replace(&mut open.has_offset, true) {
                let kind = BvhErrorKind::Repeated { keyword: "OFFSET" };
                return Err(self.scanner.error_at(start, kind));
            }
            for axis in 0..3 {
                self.scanner.skip_space();
                let number = self.scanner.number();
                self.joints[id].offset[axis] =
                    number.map_err(|mistake| self.scanner.error_of(mistake))?;
            }
            return Ok(());
        }
        if is_end {
            return Err(self.scanner.expected("`OFFSET` or `}` of an end site"));
        }
        if self.scanner.take_word("CHANNELS") {
            if std::mem::replace(&mut open.has_channels, true) {
                let kind = BvhErrorKind::Repeated {
                    keyword: "CHANNELS",
                };
                return Err(self.scanner.error_at(start, kind));
            }
            self.joints[id].channels = channels(self.scanner)?;
            return Ok(());
        }
        if self.scanner.take_word("JOINT") {
            return self.begin(Some(id), false);
        }
        if self.scanner.take_word("End") {
            return self.begin(Some(id), true);
        }
        Err(self
            .scanner
            .expected("`OFFSET`, `CHANNELS`, `JOINT`, `End Site` or `}`"))
    }

    /// Reads a joint after its keyword: its name and opening brace.
    fn begin(&mut self, parent: Option<JointId>, is_end: bool) -> Result<(), BvhError> {
        self.scanner.skip_blanks();
        let start = self.scanner.at();
        if self.open.len() >= self.limits.depth {
            let limit = self.limits.depth;
            return Err(self
                .scanner
                .error_at(start, BvhErrorKind::TooDeep { limit }));
        }
        if self.joints.len() >= self.limits.joints {
            let limit = self.limits.joints;
            return Err(self
                .scanner
                .error_at(start, BvhErrorKind::TooManyJoints { limit }));
        }
        let bytes = self.scanner.name();
        if bytes.is_empty() && !is_end {
            return Err(self.scanner.expected("the name of a joint"));
        }
        let name = String::from_utf8_lossy(bytes).into_owned();
        if std::str::from_utf8(bytes).is_err() {
            self.findings.push(Finding {
                code: "name-not-utf8",
                position: Some(self.scanner.position(start)),
                message: format!("a joint name is not UTF-8; it is read as {name:?}"),
            });
        }
        if !self.scanner.take(b'{') {
            return Err(self.scanner.expected("`{`"));
        }
        let joint = BvhJoint {
            name,
            parent,
            offset: [0.0; 3],
            channels: Vec::new(),
            is_end,
        };
        let limit = self.limits.joints;
        let id = self.joints.push(joint).map_err(|_| {
            let kind = BvhErrorKind::TooManyJoints { limit };
            self.scanner.error_at(start, kind)
        })?;
        self.open.push(Open {
            id,
            start,
            has_offset: false,
            has_channels: false,
        });
        Ok(())
    }
}

/// Reads the channel count and the channel names.
fn channels(scanner: &mut Scanner<'_>) -> Result<Vec<BvhChannel>, BvhError> {
    scanner.skip_space();
    let start = scanner.at();
    let word = scanner.word();
    let count = match word {
        [digit @ b'0'..=b'6'] => usize::from(digit - b'0'),
        _ => {
            return Err(scanner.error_at(
                start,
                BvhErrorKind::Expected {
                    what: "the number of channels, 0 to 6",
                    found: shown(word),
                },
            ));
        }
    };
    let mut channels: Vec<BvhChannel> = Vec::with_capacity(count);
    for _ in 0..count {
        scanner.skip_space();
        let start = scanner.at();
        let word = scanner.word();
        let known = BvhChannel::ALL
            .into_iter()
            .find(|channel| channel.name().as_bytes().eq_ignore_ascii_case(word));
        let Some(channel) = known else {
            let found = shown(word);
            let suggestion = nearest(&found, BvhChannel::ALL.map(BvhChannel::name));
            let kind = BvhErrorKind::UnknownChannel { suggestion, found };
            return Err(scanner.error_at(start, kind));
        };
        if channels.contains(&channel) {
            let name = channel.name();
            return Err(scanner.error_at(start, BvhErrorKind::RepeatedChannel { name }));
        }
        channels.push(channel);
    }
    Ok(channels)
}

/// Reports names shared by several joints, because a lookup by such a name finds only the first joint.
fn report_same_names(joints: &IdVec<JointId, BvhJoint>, findings: &mut Vec<Finding>) {
    let mut names: Vec<&str> = joints
        .values()
        .filter(|joint| !joint.is_end)
        .map(|joint| joint.name.as_str())
        .collect();
    names.sort_unstable();
    let mut last = None;
    for pair in names.windows(2) {
        if pair[0] == pair[1] && last != Some(pair[0]) {
            last = Some(pair[0]);
            findings.push(Finding {
                code: "same-name",
                position: None,
                message: format!(
                    "several joints are named {:?}; the name means the first of them",
                    pair[0]
                ),
            });
        }
    }
}
