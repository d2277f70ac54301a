//! Logarithms and powers of two at 64 points, computed to 200 bits and then rounded.

/// The bits of the smallest mantissa, 0.707. With this minimum, 1 is the middle of a step.
pub(super) const MIN_MANTISSA_BITS: u64 = 0x3fe6_a000_0000_0000;

/// The point that stands for all mantissas in a step of 2^46 bits. It is the middle of the step, except for the step
/// around 1, whose point is 1.
#[derive(Clone, Copy)]
pub(super) struct Point {
    /// One divided by the point, rounded to 24 bits.
    pub(super) inverse: f64,
    /// The base-2 logarithm of the point, taken as that of 1 / `inverse`.
    pub(super) log: f64,
}

const fn point(inverse: u64, log: u64) -> Point {
    Point {
        inverse: f64::from_bits(inverse),
        log: f64::from_bits(log),
    }
}

pub(super) static LOGS: [Point; 64] = [
    point(0x3ff6_8168_2000_0000, 0xbfdf_804b_0fc4_b574),
    point(0x3ff6_42c8_6000_0000, 0xbfde_7df6_1b2e_23ed),
    point(0x3ff6_0581_6000_0000, 0xbfdd_7e6c_094a_e102),
    point(0x3ff5_c988_2000_0000, 0xbfdc_819d_91c7_2820),
    point(0x3ff5_8ed2_4000_0000, 0xbfdb_877c_9a0e_dd9b),
    point(0x3ff5_5555_6000_0000, 0xbfda_8ff9_9fab_991d),
    point(0x3ff5_1d07_e000_0000, 0xbfd9_9b06_fafa_e365),
    point(0x3ff4_e5e0_a000_0000, 0xbfd8_a897_eb02_7b02),
    point(0x3ff4_afd6_a000_0000, 0xbfd7_b89f_015d_d637),
    point(0x3ff4_7ae1_4000_0000, 0xbfd6_cb0f_45c5_ddcc),
    point(0x3ff4_46f8_6000_0000, 0xbfd5_dfdc_d968_1230),
    point(0x3ff4_1414_2000_0000, 0xbfd4_f6fb_e9a1_4f18),
    point(0x3ff3_e22c_c000_0000, 0xbfd4_1060_2631_3941),
    point(0x3ff3_b13b_2000_0000, 0xbfd3_2bff_1d26_20d3),
    point(0x3ff3_8138_2000_0000, 0xbfd2_49cd_663a_544d),
    point(0x3ff3_521d_0000_0000, 0xbfd1_69c0_6a79_38bb),
    point(0x3ff3_23e3_4000_0000, 0xbfd0_8bcd_dc88_c274),
    point(0x3ff2_f684_c000_0000, 0xbfcf_5fd8_c01b_8598),
    point(0x3ff2_c9fb_4000_0000, 0xbfcd_ac22_4f29_e71e),
    point(0x3ff2_9e41_2000_0000, 0xbfcb_fc67_45e5_8544),
    point(0x3ff2_7350_c000_0000, 0xbfca_5095_0052_5022),
    point(0x3ff2_4924_a000_0000, 0xbfc8_a898_953f_695d),
    point(0x3ff2_1fb7_8000_0000, 0xbfc7_0460_263c_fbd2),
    point(0x3ff1_f704_8000_0000, 0xbfc5_63dc_4114_f416),
    point(0x3ff1_cf06_a000_0000, 0xbfc3_c6fa_d7aa_88cf),
    point(0x3ff1_a7b9_6000_0000, 0xbfc2_2dad_b720_90e4),
    point(0x3ff1_8118_2000_0000, 0xbfc0_97e4_25d2_ff08),
    point(0x3ff1_5b1e_6000_0000, 0xbfbe_0b1a_f47d_a109),
    point(0x3ff1_35c8_2000_0000, 0xbfba_ed3a_581a_fc75),
    point(0x3ff1_1111_2000_0000, 0xbfb7_d605_d9f9_a247),
    point(0x3ff0_ecf5_6000_0000, 0xbfb4_c55f_fab9_4bfb),
    point(0x3ff0_c971_4000_0000, 0xbfb1_bb31_4bc1_250d),
    point(0x3ff0_a681_0000_0000, 0xbfad_6ebb_5176_5786),
    point(0x3ff0_8421_0000_0000, 0xbfa7_7393_5884_e226),
    point(0x3ff0_624d_e000_0000, 0xbfa1_84bb_3164_06a1),
    point(0x3ff0_4104_2000_0000, 0xbf97_43f4_1d46_7d22),
    point(0x3ff0_2040_8000_0000, 0xbf87_2c7a_e965_37f8),
    point(0x3ff0_0000_0000_0000, 0x0000_0000_0000_0000),
    point(0x3fef_81f8_2000_0000, 0x3f96_e796_6ead_8ac5),
    point(0x3fef_07c2_0000_0000, 0x3fa6_bad2_043a_8791),
    point(0x3fee_9131_a000_0000, 0x3fb0_eb39_2fe7_9def),
    point(0x3fee_1e1e_2000_0000, 0x3fb6_63f6_e3b3_cbb2),
    point(0x3fed_ae60_8000_0000, 0x3fbb_c841_cd43_46d3),
    point(0x3fed_41d4_2000_0000, 0x3fc0_8c58_7b8a_8459),
    point(0x3fec_d856_8000_0000, 0x3fc3_2aea_1c2d_e0a0),
    point(0x3fec_71c7_2000_0000, 0x3fc5_c01a_22e6_8f24),
    point(0x3fec_0e07_0000_0000, 0x3fc8_4c2b_e744_4b1a),
    point(0x3feb_acf9_2000_0000, 0x3fca_cf5d_e2af_c49a),
    point(0x3feb_4e81_c000_0000, 0x3fcd_49ee_012d_3176),
    point(0x3fea_f286_c000_0000, 0x3fcf_bc16_a1ed_20a6),
    point(0x3fea_98ef_6000_0000, 0x3fd1_1307_dc44_5fec),
    point(0x3fea_41a4_2000_0000, 0x3fd2_4407_96db_68c3),
    point(0x3fe9_ec8e_a000_0000, 0x3fd3_7124_a7b0_e57a),
    point(0x3fe9_9999_a000_0000, 0x3fd4_9a78_34b7_d429),
    point(0x3fe9_48b1_0000_0000, 0x3fd5_c01a_2e71_32d6),
    point(0x3fe8_f9c1_8000_0000, 0x3fd6_e222_0752_3f6d),
    point(0x3fe8_acb9_0000_0000, 0x3fd8_00a5_9ccb_4ee3),
    point(0x3fe8_6186_2000_0000, 0x3fd9_1bba_6c44_7dcf),
    point(0x3fe8_1818_2000_0000, 0x3fda_3375_ec33_72a1),
    point(0x3fe7_d05f_4000_0000, 0x3fdb_47eb_fcfd_d47a),
    point(0x3fe7_8a4c_8000_0000, 0x3fdc_592f_b2ee_ad30),
    point(0x3fe7_45d1_8000_0000, 0x3fdd_6753_b208_5b50),
    point(0x3fe7_02e0_6000_0000, 0x3fde_726a_9208_b3be),
    point(0x3fe6_c16c_2000_0000, 0x3fdf_7a85_4348_72d2),
];

/// The bits of 2^(i/64) minus i · 2^46. Adding n · 2^46 to the entry of i = n mod 64 gives the bits of 2^(n/64).
pub(super) static POWERS: [u64; 64] = [
    0x3ff0_0000_0000_0000,
    0x3fef_ec9a_3e77_8061,
    0x3fef_d9b0_d315_8574,
    0x3fef_c745_1875_9bc8,
    0x3fef_b558_6cf9_890f,
    0x3fef_a3ec_32d3_d1a2,
    0x3fef_9301_d012_5b51,
    0x3fef_829a_aea9_2de0,
    0x3fef_72b8_3c7d_517b,
    0x3fef_635b_eb6f_cb75,
    0x3fef_5487_3168_b9aa,
    0x3fef_463b_8862_8cd6,
    0x3fef_387a_6e75_6238,
    0x3fef_2b45_65e2_7cdd,
    0x3fef_1e9d_f51f_dee1,
    0x3fef_1285_a6e4_030b,
    0x3fef_06fe_0a31_b715,
    0x3fee_fc08_b264_16ff,
    0x3fee_f1a7_373a_a9cb,
    0x3fee_e7db_34e5_9ff7,
    0x3fee_dea6_4c12_3422,
    0x3fee_d60a_21f7_2e2a,
    0x3fee_ce08_6061_892d,
    0x3fee_c6a2_b5c1_3cd0,
    0x3fee_bfda_d536_2a27,
    0x3fee_b9b2_769d_2ca7,
    0x3fee_b42b_569d_4f82,
    0x3fee_af47_36b5_27da,
    0x3fee_ab07_dd48_5429,
    0x3fee_a76f_15ad_2148,
    0x3fee_a47e_b03a_5585,
    0x3fee_a238_8255_2225,
    0x3fee_a09e_667f_3bcd,
    0x3fee_9fb2_3c65_1a2f,
    0x3fee_9f75_e8ec_5f74,
    0x3fee_9feb_5642_67c9,
    0x3fee_a114_73eb_0187,
    0x3fee_a2f3_36cf_4e62,
    0x3fee_a589_994c_ce13,
    0x3fee_a8d9_9b44_92ed,
    0x3fee_ace5_422a_a0db,
    0x3fee_b1ae_9915_7736,
    0x3fee_b737_b0cd_c5e5,
    0x3fee_bd82_9fde_4e50,
    0x3fee_c491_82a3_f090,
    0x3fee_cc66_7b5d_e565,
    0x3fee_d503_b23e_255d,
    0x3fee_de6b_5579_fdbf,
    0x3fee_e89f_995a_d3ad,
    0x3fee_f3a2_b84f_15fb,
    0x3fee_ff76_f2fb_5e47,
    0x3fef_0c1e_904b_c1d2,
    0x3fef_199b_dd85_529c,
    0x3fef_27f1_2e57_d14b,
    0x3fef_3720_dcef_9069,
    0x3fef_472d_4a07_897c,
    0x3fef_5818_dcfb_a487,
    0x3fef_69e6_03db_3285,
    0x3fef_7c97_337b_9b5f,
    0x3fef_902e_e78b_3ff6,
    0x3fef_a4af_a2a4_90da,
    0x3fef_ba1b_ee61_5a27,
    0x3fef_d076_5b6e_4540,
    0x3fef_e7c1_819e_90d8,
];

#[cfg(test)]
mod tests {
    use super::{LOGS, MIN_MANTISSA_BITS, POWERS};

    #[test]
    fn entries_are_nearest_numbers() {
        for (i, point) in (0_u64..).zip(&LOGS) {
            let low = f64::from_bits(MIN_MANTISSA_BITS + (i << 46));
            let high = f64::from_bits(MIN_MANTISSA_BITS + ((i + 1) << 46));
            let (below, above) = (low * point.inverse - 1.0, high * point.inverse - 1.0);
            assert!(below > -0.0079 && above <= 0.0079, "{i}");
            assert!(
                (libm::log2(1.0 / point.inverse) - point.log).abs() < 1e-15,
                "{i}"
            );
        }
        for (i, bits) in (0_u32..).zip(POWERS) {
            let power = f64::from_bits(bits.wrapping_add(u64::from(i) << 46));
            let exact = libm::exp2(f64::from(i) / 64.0);
            assert!((power - exact).abs() < 3e-16, "{i}");
        }
    }
}
