//! The names of tags and events in a mirrored clip: a strike of the left foot becomes one of the right foot.

use std::collections::BTreeMap;

use footwork_base::Name;

use crate::tag_style::TagStyle;

/// The pairs of names that swap in a mirrored clip.
///
/// | a name | becomes |
/// |---|---|
/// | with `mirror` in the vocabulary | the name that `mirror` gives, which may be its own |
/// | named by the `mirror` of another name | that other name |
/// | below one of these names | the same below the other name |
/// | any other with left or right in it: `Foot.Left`, `RightHand`, `turn_left` | the same with the other side; itself if the vocabulary pairs that name |
/// | any other | itself |
///
/// ```
/// use footwork_sidecar::{Settings, NamePairs};
///
/// let (settings, _) = Settings::parse("[tags.Port]\nmirror = \"Starboard\"").unwrap();
/// let pairs = NamePairs::from_vocabulary(&settings.tags);
/// let mirrored = |name: &str| pairs.mirrored(&name.parse().unwrap()).to_string();
/// assert_eq!(mirrored("Starboard.Deck"), "Port.Deck");
/// assert_eq!(mirrored("Foot.Left"), "Foot.Right");
/// assert_eq!(mirrored("Gait.Run"), "Gait.Run");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamePairs {
    pairs: BTreeMap<Name, Name>,
}

/// A name that mirroring twice turns into a different name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrossedPair<'a> {
    /// The name.
    pub name: &'a Name,
    /// The name in a mirrored clip.
    pub mirrored: &'a Name,
    /// The mirrored name mirrored again.
    pub back: &'a Name,
}

impl NamePairs {
    /// Returns the pairs of a vocabulary. A name's own `mirror` takes precedence over the `mirror` of other names that
    /// point to it. Among other names, the first one wins.
    pub fn from_vocabulary(vocabulary: &BTreeMap<Name, TagStyle>) -> Self {
        let said = || {
            let both = vocabulary.iter();
            both.filter_map(|(name, style)| Some((name, style.mirror.as_ref()?)))
        };
        let mut pairs = BTreeMap::new();
        for (name, other) in said() {
            pairs.insert(name.clone(), other.clone());
        }
        for (name, other) in said() {
            pairs.entry(other.clone()).or_insert_with(|| name.clone());
        }
        Self { pairs }
    }

    /// Returns each name that mirroring twice turns into a different name.
    pub fn crossed(&self) -> impl Iterator<Item = CrossedPair<'_>> {
        self.pairs.iter().filter_map(|(name, other)| {
            let back = self.pairs.get(other)?;
            (back != name).then_some(CrossedPair {
                name,
                mirrored: other,
                back,
            })
        })
    }

    /// Returns the name in a mirrored clip.
    pub fn mirrored(&self, name: &Name) -> Name {
        if let Some(other) = self.said_of(name) {
            return other;
        }
        let swapped: Vec<_> = name.parts().map(|part| sides_swapped(&part)).collect();
        let swapped = Name::from_parts(swapped.iter().map(String::as_str));
        // The swapped name is not used if the vocabulary pairs it with another name.
        let free = swapped.filter(|other| self.said_of(other).is_none());
        free.unwrap_or_else(|| name.clone())
    }

    /// Returns the mirror name that the vocabulary gives to this name or to a name above it.
    fn said_of(&self, name: &Name) -> Option<Name> {
        let mut above = Some(name.clone());
        while let Some(outer) = above {
            if let Some(other) = self.pairs.get(&outer) {
                let below = name.parts().skip(outer.parts().count());
                let joined: Vec<_> = other.parts().chain(below).collect();
                return Name::from_parts(joined.iter().map(AsRef::as_ref));
            }
            above = outer.parent();
        }
        None
    }
}

/// The spellings of the sides.
const SIDES: [(&str, &str); 3] = [("Left", "Right"), ("left", "right"), ("LEFT", "RIGHT")];

/// Returns the part of a name with each word `left` and `right` swapped.
fn sides_swapped(part: &str) -> String {
    let mut swapped = String::with_capacity(part.len() + 1);
    let mut before = None;
    let mut rest = part;
    while let Some(c) = rest.chars().next() {
        let pairs = SIDES
            .iter()
            .flat_map(|&(left, right)| [(left, right), (right, left)]);
        let side = pairs
            .filter(|(side, _)| rest.starts_with(side))
            .find(|(side, _)| is_word(before, side, rest[side.len()..].chars().next()));
        match side {
            Some((side, other)) => {
                swapped += other;
                before = side.chars().last();
                rest = &rest[side.len()..];
            }
            None => {
                swapped.push(c);
                before = Some(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    swapped
}

/// Returns whether a side between these characters is a whole word: `TurnLeft` and `left_foot` name a side, `Leftover`
/// and `Bright` do not.
fn is_word(before: Option<char>, side: &str, after: Option<char>) -> bool {
    let is_capital = |text: &str| text.starts_with(char::is_uppercase);
    let is_all_capitals = side.chars().all(char::is_uppercase);
    let starts = before.is_none_or(|c| {
        !c.is_alphabetic() || (is_capital(side) && !is_all_capitals && c.is_lowercase())
    });
    let ends = after.is_none_or(|c| !c.is_alphabetic() || (!is_all_capitals && c.is_uppercase()));
    starts && ends
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(said: &[(&str, &str)]) -> NamePairs {
        let styles = said.iter().map(|(name, other)| {
            let style = TagStyle {
                mirror: Some(other.parse().unwrap()),
                ..TagStyle::default()
            };
            (name.parse().unwrap(), style)
        });
        NamePairs::from_vocabulary(&styles.collect())
    }

    #[track_caller]
    fn check(said: &[(&str, &str)], name: &str, expected: &str) {
        let pairs = pairs(said);
        let mirrored = pairs.mirrored(&name.parse().unwrap());
        assert_eq!(mirrored.to_string(), expected);
        if pairs.crossed().next().is_none() {
            assert_eq!(
                pairs.mirrored(&mirrored).to_string(),
                name,
                "twice is the identity"
            );
        }
    }

    #[test]
    fn the_vocabulary_takes_precedence_over_left_and_right() {
        let said = [("Port", "Starboard"), ("Turn.Left", "Turn.Left")];
        check(&said, "Port", "Starboard");
        check(&said, "Starboard", "Port");
        check(&said, "Starboard.Aft.\"a.b\"", "Port.Aft.\"a.b\"");
        check(&said, "Turn.Left", "Turn.Left");
        check(&said, "Turn.Left.Slow", "Turn.Left.Slow");
        check(&said, "Turn.Right", "Turn.Right");
        check(&said, "Porter", "Porter");
    }

    #[test]
    fn left_and_right_swap_without_a_vocabulary() {
        for (left, right) in [
            ("Foot.Left", "Foot.Right"),
            ("Left", "Right"),
            ("LeftFoot.Down", "RightFoot.Down"),
            ("Turn.turn_left", "Turn.turn_right"),
            ("LEFT_HAND", "RIGHT_HAND"),
            ("\"left hand\"", "\"right hand\""),
            ("From.Left.To.Right", "From.Right.To.Left"),
        ] {
            check(&[], left, right);
            check(&[], right, left);
        }
        for name in [
            "Gait.Run",
            "Leftover",
            "Bright",
            "COPYRIGHT",
            "Size.L",
            "upright",
            "ß",
        ] {
            check(&[], name, name);
        }
    }

    #[test]
    fn crossed_pairs_are_found() {
        let crossed = |said| {
            let found: Vec<String> = pairs(said)
                .crossed()
                .map(|it| format!("{} {} {}", it.name, it.mirrored, it.back))
                .collect();
            found
        };
        assert_eq!(crossed(&[("A", "B"), ("B", "A"), ("C", "C")]), [""; 0]);
        assert_eq!(crossed(&[("A", "B"), ("B", "C")]), ["A B C"]);
        assert_eq!(crossed(&[("A", "B"), ("C", "B")]), ["C B A"]);
    }
}
