//! Laws of pose files, for random skeletons and motions, compared with the uncompressed motion.

mod changed;
mod laws;
mod motion;
