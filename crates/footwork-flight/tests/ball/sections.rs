//! Compares the sections of a flight with a fine scan of the heights.

use footwork_flight::{HeightBand, HeightBands, HeightSection, Prediction, PredictionOptions};

use crate::flights::READINGS;
use crate::kicks::kick;

fn height(flight: &Prediction<footwork_flight::BallState>, secs: f64) -> f64 {
    let segment = flight
        .segments()
        .find(|segment| segment.to_secs >= secs)
        .unwrap();
    segment.joined().position_at(secs)[1]
}

fn bands([knee_m, chest_m, head_m, keeper_m]: [f64; 4]) -> HeightBands {
    HeightBands {
        knee_m,
        chest_m,
        head_m,
        keeper_m,
    }
}

#[test]
fn sections_agree_with_a_fine_scan_of_the_heights() {
    let sets = [
        HeightBands::default(),
        bands([0.4, 1.2, 1.9, 2.3]),
        bands([0.5, 0.5, 2.0, 2.0]),
    ];
    for number in 0..45 {
        let kick = kick(number);
        let options = PredictionOptions {
            reading: READINGS[(number % 3) as usize],
            ..PredictionOptions::default()
        };
        let mut flight = Prediction::new(&kick.physics, &kick.state, options).unwrap();
        flight.advance_steps(&kick.physics, if number % 2 == 0 { 300 } else { 2400 });
        for bands in &sets {
            let sections: Vec<HeightSection> = flight.sections(bands).unwrap().collect();
            assert_eq!(sections[0].from_secs, 0.0);
            assert_eq!(sections.last().unwrap().to_secs, flight.known_secs());
            for pair in sections.windows(2) {
                assert_eq!(pair[0].to_secs, pair[1].from_secs);
                assert_ne!(pair[0].band, pair[1].band);
            }
            for section in &sections {
                assert!(section.to_secs > section.from_secs);
                for share in [0.001, 0.3, 0.999] {
                    let secs = section.from_secs + share * (section.to_secs - section.from_secs);
                    assert_eq!(
                        bands.band(height(&flight, secs)),
                        section.band,
                        "kick {number}"
                    );
                }
                if section.from_secs > 0.0 {
                    let at = height(&flight, section.from_secs);
                    let near = bands.band(at - 1e-9) != bands.band(at + 1e-9);
                    assert!(
                        near,
                        "kick {number}: a section ends at {at} m, away from every limit"
                    );
                }
            }
        }
    }
}

#[test]
fn the_upper_end_of_a_band_belongs_to_the_band() {
    let bands = HeightBands::default();
    let found = [0.0, 0.6, 0.61, 1.5, 2.2, 2.6, 2.61, f64::INFINITY].map(|y| bands.band(y));
    let expected = [
        HeightBand::Knee,
        HeightBand::Knee,
        HeightBand::Chest,
        HeightBand::Chest,
        HeightBand::Head,
        HeightBand::Keeper,
        HeightBand::Above,
        HeightBand::Above,
    ];
    assert_eq!(found, expected);
    assert_eq!(
        HeightBand::ALL.map(HeightBand::name),
        ["knee", "chest", "head", "keeper", "above"]
    );
}
