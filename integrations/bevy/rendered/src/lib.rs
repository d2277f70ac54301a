//! The program of the guide, which needs a renderer to compile. The examples are in `examples/`.

#[cfg(doctest)]
#[doc = include_str!("../../../../docs/guides/bevy.md")]
struct GuideOfBevy;
