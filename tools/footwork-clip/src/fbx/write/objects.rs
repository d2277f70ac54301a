//! The objects of an FBX file, their numbers and their connections.

use std::collections::BTreeMap;

use super::record::Node;

/// The number of the scene's root object, which FBX fixes at 0.
pub(super) const SCENE: i64 = 0;
/// The number of the document. All objects added later have higher numbers.
pub(super) const DOCUMENT: i64 = 1_000_000;

/// The objects of a file and the connections between them.
#[derive(Debug, Default)]
pub(super) struct Objects {
    nodes: Vec<Node>,
    connections: Vec<Node>,
    counts: BTreeMap<&'static str, i32>,
    count: i64,
}

impl Objects {
    /// Adds an object with the nodes inside it, and returns its number.
    pub(super) fn add(
        &mut self,
        kind: &'static str,
        name: &str,
        subclass: &str,
        inside: impl IntoIterator<Item = Node>,
    ) -> i64 {
        let class = match (kind, subclass) {
            ("AnimationStack", _) => "AnimStack",
            ("AnimationLayer", _) => "AnimLayer",
            ("AnimationCurveNode", _) => "AnimCurveNode",
            ("AnimationCurve", _) => "AnimCurve",
            ("Deformer", "Cluster") => "SubDeformer",
            _ => kind,
        };
        self.count += 1;
        *self.counts.entry(kind).or_default() += 1;
        let number = DOCUMENT + self.count;
        let object = Node::new(kind).i64(number).object_name(name, class);
        self.nodes
            .push(object.text(subclass).with_all(inside).block());
        number
    }

    /// Puts an object below another.
    pub(super) fn connect(&mut self, child: i64, parent: i64) {
        let connection = Node::new("C").text("OO").i64(child).i64(parent);
        self.connections.push(connection);
    }

    /// Connects the object `child` to a property of the object `parent`, which takes its value from `child`.
    pub(super) fn connect_property(&mut self, child: i64, parent: i64, property: &str) {
        let connection = Node::new("C").text("OP").i64(child).i64(parent);
        self.connections.push(connection.text(property));
    }

    /// Returns the nodes `Definitions`, `Objects` and `Connections`.
    pub(super) fn into_nodes(self) -> [Node; 3] {
        let counts = [("GlobalSettings", 1)].into_iter().chain(self.counts);
        let types: Vec<(&str, i32)> = counts.collect();
        let total = types.iter().map(|(_, count)| count).sum();
        let types = types.into_iter().map(|(kind, count)| {
            let count = Node::new("Count").i32(count);
            Node::new("ObjectType").text(kind).with(count)
        });
        let definitions = Node::new("Definitions")
            .with(Node::new("Version").i32(100))
            .with(Node::new("Count").i32(total))
            .with_all(types);
        [
            definitions,
            Node::new("Objects").with_all(self.nodes),
            Node::new("Connections").with_all(self.connections),
        ]
    }
}

/// Returns a list of properties.
pub(super) fn properties(list: impl IntoIterator<Item = Node>) -> Node {
    Node::new("Properties70").with_all(list)
}

fn property(name: &str, kind: &str, label: &str, flags: &str) -> Node {
    let property = Node::new("P").text(name).text(kind);
    property.text(label).text(flags)
}

pub(super) fn integer(name: &str, value: i32) -> Node {
    property(name, "int", "Integer", "").i32(value)
}

/// Returns an enum property; `value` is the number of the choice.
pub(super) fn choice(name: &str, value: i32) -> Node {
    property(name, "enum", "", "").i32(value)
}

pub(super) fn number(name: &str, value: f64) -> Node {
    property(name, "double", "Number", "").f64(value)
}

pub(super) fn string(name: &str, value: &str) -> Node {
    property(name, "KString", "", "").text(value)
}

/// Returns a property that is a time in ticks.
pub(super) fn time(name: &str, ticks: i64) -> Node {
    property(name, "KTime", "Time", "").i64(ticks)
}

/// Returns the property `RotationActive`. Without it, readers ignore pre- and post-rotations.
pub(super) fn rotation_active() -> Node {
    property("RotationActive", "bool", "", "").i32(1)
}

pub(super) fn vector(name: &str, value: [f64; 3]) -> Node {
    property(name, "Vector3D", "Vector", "").vector(value)
}

pub(super) fn colour(name: &str, value: [f64; 3]) -> Node {
    property(name, "Color", "", "A").vector(value)
}

/// Returns a property that may be animated: a translation, rotation or scaling. Its type has the same name.
pub(super) fn local(name: &str, value: [f64; 3]) -> Node {
    property(name, name, "", "A").vector(value)
}

/// Returns the value of an animated property along an axis.
pub(super) fn animated(name: &str, value: f64) -> Node {
    property(name, "Number", "", "A").f64(value)
}
