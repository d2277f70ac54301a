//! Contacts: exact results on motion with known crossings, and laws that hold for any motion.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "tests"
)]

use footwork_base::FrameRate;
use footwork_events::{Contact, ContactError, ContactOptions, JointTrack, contacts};
use proptest::prelude::*;

fn rate() -> FrameRate {
    FrameRate::whole(100).unwrap()
}

/// Equal thresholds for touching and lifting, and no other rule.
const PLAIN: ContactOptions = ContactOptions {
    clear_height_m: f64::INFINITY,
    touch_height_m: 0.1,
    lift_height_m: 0.1,
    touch_speed_mps: 1.0,
    lift_speed_mps: 1.0,
    close_secs: 0.0,
    min_secs: 0.0,
};

fn found(heights: &[f32], speeds: &[f32], options: &ContactOptions) -> Vec<Contact> {
    contacts(&[JointTrack { heights, speeds }], rate(), options).unwrap()
}

fn ranges(contacts: &[Contact]) -> Vec<[u32; 2]> {
    let ranges = contacts.iter().map(|contact| contact.range);
    ranges.map(|range| [range.start(), range.stop()]).collect()
}

#[test]
fn crossings_of_a_swinging_foot_are_exact() {
    // The steps take 1 s each and go up to 0.5 m: the height is a quarter of 1 - cos. The speed stays below its
    // threshold.
    let turn = |frame: u16| std::f64::consts::TAU * f64::from(frame) / 100.0;
    let heights: Vec<f32> = (0..400)
        .map(|i| (0.25 * (1.0 - libm::cos(turn(i)))) as f32)
        .collect();
    let speeds: Vec<f32> = (0..400)
        .map(|i| (0.5 * libm::sin(turn(i)).abs()) as f32)
        .collect();
    let found = found(&heights, &speeds, &PLAIN);
    assert_eq!(found.len(), 5);
    // The height 0.25 (1 - cos) equals 0.1 if cos is 0.6.
    let half = libm::acos(0.6) / std::f64::consts::TAU;
    for (step, contact) in found.iter().enumerate() {
        let ground = step as f64;
        match contact.strike_secs {
            Some(strike) => assert!((strike - (ground - half)).abs() < 1e-4, "{contact:?}"),
            None => assert_eq!(step, 0),
        }
        match contact.lift_secs {
            Some(lift) => assert!((lift - (ground + half)).abs() < 1e-4, "{contact:?}"),
            None => assert_eq!(step, 4),
        }
    }
    assert_eq!(found[0].range.start(), 0);
    assert_eq!(found[4].range.stop(), 400);
}

#[test]
fn a_strike_is_the_last_crossing_and_a_lift_is_the_first() {
    let heights = [0.3, 0.3, 0.0, 0.0, 0.0, 0.0, 0.3];
    let speeds = [4.0, 4.0, 2.0, 0.0, 0.0, 4.0, 4.0];
    let found = found(&heights, &speeds, &PLAIN);
    assert_eq!(ranges(&found), [[3, 5]]);
    assert!(
        (found[0].strike_secs.unwrap() - 0.025).abs() < 1e-9,
        "by speed, half way from 2 to 3"
    );
    assert!(
        (found[0].lift_secs.unwrap() - 0.0425).abs() < 1e-9,
        "by speed, a quarter from 4 to 5"
    );
}

#[test]
fn hysteresis_holds_a_contact_through_noise_around_one_threshold() {
    let heights = [0.3, 0.09, 0.11, 0.09, 0.11, 0.09, 0.3, 0.0];
    let speeds = [0.0; 8];
    assert_eq!(ranges(&found(&heights, &speeds, &PLAIN)).len(), 4);
    let wide = ContactOptions {
        lift_height_m: 0.12,
        ..PLAIN
    };
    assert_eq!(ranges(&found(&heights, &speeds, &wide)), [[1, 6], [7, 8]]);
}

#[test]
fn gaps_close_before_short_contacts_are_dropped() {
    // Ten frames take 0.1 s.
    let down = [(5, 7), (8, 10), (30, 32)];
    let heights: Vec<f32> = (0..50)
        .map(|i| {
            if down.iter().any(|&(a, b)| (a..b).contains(&i)) {
                0.0
            } else {
                1.0
            }
        })
        .collect();
    let speeds = vec![0.0; 50];
    let both = ContactOptions {
        close_secs: 0.015,
        min_secs: 0.045,
        ..PLAIN
    };
    assert_eq!(ranges(&found(&heights, &speeds, &both)), [[5, 10]]);
    let only_min = ContactOptions {
        close_secs: 0.0,
        ..both
    };
    assert!(found(&heights, &speeds, &only_min).is_empty());
    // Contacts that are cut off by an end of the clip are kept, because their full length is unknown.
    let cut = ContactOptions {
        min_secs: 9.0,
        ..PLAIN
    };
    assert_eq!(
        ranges(&found(&[0.0, 1.0, 1.0, 0.0], &[0.0; 4], &cut)),
        [[0, 1], [3, 4]]
    );
}

#[test]
fn a_foot_is_down_while_any_of_its_joints_is() {
    let heel = [1.0, 0.0, 0.0, 1.0, 1.0, 1.0];
    let toe = [1.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    let still = [0.0; 6];
    let track = |heights| JointTrack {
        heights,
        speeds: &still,
    };
    let found = contacts(&[track(&toe), track(&heel)], rate(), &PLAIN).unwrap();
    assert_eq!(ranges(&found), [[1, 5]]);
    assert!((found[0].strike_secs.unwrap() - 0.009).abs() < 1e-9);
    assert!((found[0].lift_secs.unwrap() - 0.041).abs() < 1e-9);
}

#[test]
fn bad_options_and_tracks_are_rejected() {
    let check = |heights: &[f32], speeds: &[f32], options, expected| {
        let joint = JointTrack { heights, speeds };
        assert_eq!(contacts(&[joint], rate(), &options), Err(expected));
    };
    check(&[0.0], &[], PLAIN, ContactError::LengthsDiffer { index: 0 });
    let not = |frame| ContactError::NotANumber { index: 0, frame };
    check(&[0.0, f32::NAN], &[0.0; 2], PLAIN, not(1));
    check(&[0.0], &[f32::INFINITY], PLAIN, not(0));
    let changes: [fn(&mut ContactOptions); 5] = [
        |options| options.lift_height_m = 0.0,
        |options| options.lift_speed_mps = f64::NAN,
        |options| options.min_secs = -1.0,
        |options| options.close_secs = f64::NAN,
        |options| options.clear_height_m = -0.1,
    ];
    for change in changes {
        let mut options = PLAIN;
        change(&mut options);
        check(&[0.0], &[0.0], options, ContactError::BadOptions);
    }
    assert_eq!(contacts(&[], rate(), &PLAIN), Ok(vec![]));
    assert!(found(&[], &[], &PLAIN).is_empty());
}

/// Generates heights and speeds of two joints, which sometimes touch.
fn motion() -> impl Strategy<Value = Vec<[f32; 4]>> {
    prop::collection::vec(prop::array::uniform4(0.0_f32..0.4), 0..120)
}

fn options() -> impl Strategy<Value = ContactOptions> {
    let heights = (0.0_f64..0.3, 0.0_f64..0.2);
    let speeds = (0.0_f64..0.3, 0.0_f64..0.2);
    let times = (0.0_f64..0.1, 0.0_f64..0.1);
    let all = (heights, speeds, 0.0_f64..0.2, times);
    all.prop_map(
        |((height, more_height), (speed, more_speed), clear_height_m, times)| {
            let (close_secs, min_secs) = times;
            ContactOptions {
                clear_height_m,
                touch_height_m: height,
                lift_height_m: height + more_height,
                touch_speed_mps: speed,
                lift_speed_mps: speed + more_speed,
                close_secs,
                min_secs,
            }
        },
    )
}

fn of_two(rows: &[[f32; 4]], options: &ContactOptions) -> Vec<Contact> {
    let columns = [0, 1, 2, 3].map(|column| rows.iter().map(|row| row[column]).collect::<Vec<_>>());
    let track = |first: usize| JointTrack {
        heights: &columns[first],
        speeds: &columns[first + 1],
    };
    contacts(&[track(0), track(2)], rate(), options).unwrap()
}

proptest! {
    #[test]
    fn contacts_are_in_order_apart_and_long_enough(rows in motion(), options in options()) {
        let found = of_two(&rows, &options);
        let secs = |frames: u32| f64::from(frames) * 0.01;
        for contact in &found {
            let range = contact.range;
            prop_assert!(range.stop() as usize <= rows.len());
            prop_assert_eq!(contact.strike_secs.is_none(), range.start() == 0);
            prop_assert_eq!(contact.lift_secs.is_none(), range.stop() as usize == rows.len());
            if let (Some(strike), Some(lift)) = (contact.strike_secs, contact.lift_secs) {
                prop_assert!(secs(range.frame_count()) >= options.min_secs);
                prop_assert!(strike > secs(range.start()) - 0.010_001);
                prop_assert!(strike <= secs(range.start()) + 1e-9);
                prop_assert!(lift >= secs(range.stop()) - 0.010_001);
                prop_assert!(lift <= secs(range.stop()) + 1e-9);
            }
        }
        for pair in found.windows(2) {
            let gap = pair[1].range.start() - pair[0].range.stop();
            prop_assert!(gap > 0 && secs(gap) >= options.close_secs);
        }
    }

    #[test]
    fn with_equal_thresholds_reversed_motion_has_mirrored_contacts(rows in motion(), mut options in options()) {
        options.lift_height_m = options.touch_height_m;
        options.lift_speed_mps = options.touch_speed_mps;
        let found = of_two(&rows, &options);
        let reversed: Vec<[f32; 4]> = rows.iter().rev().copied().collect();
        let mut back = of_two(&reversed, &options);
        back.reverse();
        prop_assert_eq!(found.len(), back.len());
        let last = 0.01 * (rows.len() as f64 - 1.0);
        for (forth, back) in found.iter().zip(&back) {
            prop_assert_eq!(forth.range.start() + back.range.stop(), rows.len() as u32);
            let near = |a: Option<f64>, b: Option<f64>| match (a, b) {
                (Some(a), Some(b)) => (a + b - last).abs() < 1e-9,
                (a, b) => a == b,
            };
            prop_assert!(near(forth.strike_secs, back.lift_secs), "{:?} {:?}", forth, back);
            prop_assert!(near(forth.lift_secs, back.strike_secs), "{:?} {:?}", forth, back);
        }
    }

    #[test]
    fn wider_thresholds_keep_every_contact_frame(rows in motion(), mut options in options(), more in 0.0_f64..0.2) {
        options.min_secs = 0.0;
        let narrow = of_two(&rows, &options);
        options.touch_height_m += more;
        options.lift_height_m += more;
        options.touch_speed_mps += more;
        options.lift_speed_mps += more;
        let wide = of_two(&rows, &options);
        for contact in &narrow {
            let is_inside = |other: &Contact| other.range.hull(contact.range) == other.range;
            prop_assert!(wide.iter().any(is_inside), "{:?} {:?}", contact, wide);
        }
    }
}
