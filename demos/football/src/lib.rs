//! A small football match in which all of Footwork plays at once.
