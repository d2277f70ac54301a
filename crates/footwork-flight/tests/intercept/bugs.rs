//! One file per fixed bug. The name and the first comment of a file describe the bug.

mod a_line_that_grew;
mod a_place_that_leaves_reach;
mod after_an_infinite_time;
mod heights_above_zero;
mod kinds_that_were_rounding_noise;
mod mismatched_choices;
mod moments_by_scan;
mod runs_of_the_full_model;
mod two_clocks;
mod two_paths_in_one_cache;
mod windows_of_an_earlier_run;
