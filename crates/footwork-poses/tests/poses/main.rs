//! Laws of files of poses, for random skeletons and motions, compared with the plain motion.

mod changed;
mod laws;
mod motion;
