//! Describes a map in words, such as "120 → 30 frames per second, begins 14 frames later, mirrored".

use super::proposal::Rebase;
use super::time_map::{MapCourse, OldFrames};

impl Rebase {
    /// Returns the speed of the new clip relative to the old one: 1 for the same speed, and the mean if the speed
    /// varies.
    pub fn speed(&self) -> f64 {
        let scale = self.alignment.map.mean_scale();
        self.new_rate.as_f64() / (scale * self.old_rate.as_f64())
    }

    /// Returns the old frames that the new clip covers, with the map continued past the ends of the old clip at the
    /// same speed.
    pub fn covered(&self) -> OldFrames {
        let map = &self.alignment.map;
        OldFrames {
            from: map.old_of_new(0.0),
            until: map.old_of_new(f64::from(self.new_frames - 1)) + 1.0,
        }
    }

    /// Returns the changes of the clip in words.
    pub fn words(&self) -> String {
        let mut words: Vec<String> = Vec::new();
        if self.old_rate != self.new_rate {
            words.push(format!(
                "{} → {} frames per second",
                self.old_rate, self.new_rate
            ));
        }
        let speed = self.speed();
        match self.alignment.map.course() {
            MapCourse::Varying { .. } => {
                words.push(format!(
                    "plays at varying speed, {speed:.2} of the old one on average"
                ));
            }
            MapCourse::Even { .. } | MapCourse::Cut { .. } if (speed - 1.0).abs() >= 0.002 => {
                words.push(format!("plays at {speed:.3} of the old speed"));
            }
            MapCourse::Even { .. } | MapCourse::Cut { .. } => {}
        }
        for cut in self.alignment.map.cut_out() {
            words.push(format!(
                "lacks the old frames {} to {}",
                cut.from.round(),
                cut.until.round()
            ));
        }
        // A difference of less than one frame at the end is an effect of the new rate.
        let covered = self.covered();
        let (start, stop) = (covered.from, f64::from(self.old_frames) - covered.until);
        let frame = (1.0 / self.alignment.map.mean_scale()).max(1.0) - 0.1;
        let frames = |amount: f64| {
            let amount = amount.abs().round();
            format!("{amount} frame{}", if amount == 1.0 { "" } else { "s" })
        };
        if start.abs() >= 0.5 {
            let way = if start > 0.0 { "later" } else { "earlier" };
            words.push(format!("begins {} {way}", frames(start)));
        }
        if stop.abs() >= frame {
            let way = if stop > 0.0 { "earlier" } else { "later" };
            words.push(format!("ends {} {way}", frames(stop)));
        }
        if self.alignment.mirrored {
            words.push("mirrored".to_owned());
        }
        if words.is_empty() {
            "the same motion, frame for frame".to_owned()
        } else {
            words.join(", ")
        }
    }
}
