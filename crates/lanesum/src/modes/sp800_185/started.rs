//! Precomputed states: the sponge after absorbing `bytepad` of a function's name without customization. They save one permutation of the
//! two or three that a short message takes.

/// A function with a name in SP 800-185 (sections 4 to 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FunctionName {
    Kmac,
    TupleHash,
    ParallelHash,
}

impl FunctionName {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Kmac => "KMAC",
            Self::TupleHash => "TupleHash",
            Self::ParallelHash => "ParallelHash",
        }
    }

    /// The lanes after the block with the name, for a strength of `bits` bits.
    pub(super) const fn after(self, bits: u32) -> &'static [u64; 25] {
        match (self, bits) {
            (Self::Kmac, 128) => &KMAC128,
            (Self::Kmac, _) => &KMAC256,
            (Self::TupleHash, 128) => &TUPLE_HASH128,
            (Self::TupleHash, _) => &TUPLE_HASH256,
            (Self::ParallelHash, 128) => &PARALLEL_HASH128,
            (Self::ParallelHash, _) => &PARALLEL_HASH256,
        }
    }
}

#[rustfmt::skip]
static KMAC128: [u64; 25] = [
    0xffa0_ee44_987d_b36b, 0xfec0_b86e_809a_27ba, 0x3528_e28b_621c_28ce, 0xa879_7b02_7443_5120, 0x2060_f5ba_6231_11a8,
    0x9e84_d835_e828_cff3, 0x1a29_9e1b_5e66_eee2, 0xc442_9016_a5b7_ee43, 0x7f58_c7fc_db92_5b1d, 0x28a7_db99_fcce_e64d,
    0x4417_a644_de12_1570, 0xeb99_faf9_bcd4_9450, 0xb75c_8a2d_86b1_29d2, 0x7a0a_2bd9_2ddf_8c47, 0x94b2_9a34_1cb0_d2c7,
    0x89f4_8a7e_d3ad_8354, 0xbabd_2ac6_570f_4348, 0x7a16_387c_b56d_4e3b, 0xb464_18dc_e00d_0353, 0x8db5_077e_73ff_5632,
    0x2626_9d57_0274_7069, 0x8f92_017a_2c00_fba8, 0x0170_1ebd_78eb_ddf4, 0xf7ca_6ce6_4a44_4181, 0x21fe_84f3_3785_d54b,
];

#[rustfmt::skip]
static TUPLE_HASH128: [u64; 25] = [
    0xede2_bc79_9226_ee19, 0xaf84_f84b_9ef8_0eeb, 0xacc4_c600_62f9_addd, 0xd1b7_cf11_bd9f_d76d, 0x059b_358a_da0d_275f,
    0x33fc_d657_a764_be48, 0xc494_4bde_fd3c_bc29, 0x0f01_c928_9f9c_e347, 0x101f_3f61_bab5_6917, 0x487e_c511_40ad_c6aa,
    0x6cc6_4e27_f974_9309, 0x6612_6150_d20d_13c0, 0xe921_8936_46f8_f89b, 0xf506_8e13_4153_ce5d, 0x7cf0_8c52_f5ab_3f10,
    0xd0b4_d4d9_e88d_cedf, 0x9057_7117_9e24_68ee, 0x62bc_5cc9_5211_d3eb, 0x201a_1ad2_95e4_b0d6, 0xbe45_bd58_d31f_4247,
    0xd3b9_4b7d_3bdd_7262, 0xb3fe_649f_c68a_02a6, 0x6a5f_c4d4_78d3_1b43, 0xfffe_94f6_2a58_435a, 0x9ef0_3e5c_b968_44ca,
];

#[rustfmt::skip]
static PARALLEL_HASH128: [u64; 25] = [
    0x32e5_cfd6_4d01_8523, 0xb44f_bd26_c771_a5f4, 0x2af1_d63a_f75a_dbd7, 0x85a9_feef_d74e_4cdf, 0xc598_91be_c92c_b241,
    0x3a3b_0c80_3548_7d8c, 0x69b1_204a_dfce_586e, 0xe5ac_c3f6_68db_3e65, 0x78cf_b13a_7104_95b8, 0x95c6_a807_7c88_0c5a,
    0xf447_43bf_8cec_d1ed, 0x526e_32bc_5c84_acd0, 0xd168_f1bc_d6e1_7ad6, 0x1d16_435b_8b4c_fa19, 0xb96c_35b7_5c40_50e8,
    0xc9c2_fbc8_12d2_f3f8, 0x8ef3_f37c_320c_2df9, 0x293e_9051_3b3b_c8b6, 0xf2f3_46ea_2375_4426, 0xe9f6_84eb_2f59_58a3,
    0xd909_23e3_adfa_3809, 0x1d37_4617_0136_8ccd, 0xd464_c7c2_e36e_2dd7, 0xd4eb_43bd_0699_e748, 0xe21f_3c4e_3451_0e82,
];

#[rustfmt::skip]
static KMAC256: [u64; 25] = [
    0x5d63_037b_f895_1c6c, 0x135e_3d7f_c6da_ec35, 0x2973_8063_7657_9045, 0x4ebc_74c8_7a5e_2335, 0xa4a0_e667_022a_c913,
    0x3681_4641_9b71_1c90, 0x8de9_67b1_12a2_54d4, 0x2dbb_7d95_8eb7_4823, 0xbed0_3c20_b746_8278, 0x0694_c0a8_c0f3_a003,
    0x6440_fc65_e87f_a80e, 0xe5f3_5ada_0ceb_58fd, 0x3b87_e084_8e2d_0cf7, 0x7b2a_181f_c5a0_771c, 0x7617_23c0_b19a_d57d,
    0xacba_dc5a_4ef6_7104, 0x7a21_5118_af30_2f29, 0xeb94_d1ee_16dd_140a, 0xb41f_33bf_1e49_4fbd, 0xf467_770c_830b_4b3e,
    0x910d_e5c7_fa00_b554, 0x6bec_5c17_5246_425b, 0x38cf_def1_cfd6_1864, 0x29e4_a930_11cb_d8c6, 0x0780_0c82_5fcd_86c6,
];

#[rustfmt::skip]
static TUPLE_HASH256: [u64; 25] = [
    0x43dd_f489_7fe2_53b4, 0xcf15_1fa9_7e47_0211, 0x05b7_2641_9083_acc8, 0xb55f_6641_dad1_4d1a, 0x2363_b48f_5fb5_4122,
    0xeca6_c2ad_8674_8894, 0xaaf0_7a0a_585a_6d49, 0x1c2e_6735_3e40_b576, 0xac7b_69e6_d778_a7bc, 0x2ce6_e79a_7725_9dcd,
    0x561f_48a8_64fa_ad41, 0x0caa_2a32_5aea_1981, 0x99bb_6042_5775_ebf6, 0xc2f5_d4ac_67e2_a367, 0x9ac4_fdb9_5430_b428,
    0xa2e6_4dcd_5b2c_5906, 0x9a9c_72dc_30c6_0944, 0xa9e6_d5d2_1f05_6571, 0xe951_de69_994f_e7c5, 0xd8e1_08da_8e48_1650,
    0xd967_57c0_3352_1896, 0x0e76_71a7_e3e7_d015, 0x22a8_ee5f_2d01_027a, 0x9c4c_747e_0ad2_8e57, 0xb466_b0a8_2631_015b,
];

#[rustfmt::skip]
static PARALLEL_HASH256: [u64; 25] = [
    0x1c00_109e_22dc_ba70, 0xb380_f66f_8d38_ba0c, 0xca61_ecff_27b8_fcf2, 0x77a2_6c0c_27e9_e2b2, 0x9d32_0d09_c8f8_ceb8,
    0x504f_1ccd_9416_c677, 0x0a9b_70df_75b2_5d3c, 0x0ce0_2bf7_9853_08ec, 0xc49f_8cbd_34e0_94d0, 0x5a08_ecc2_1b81_a9ec,
    0xd8ec_39bb_9e07_2e82, 0x5aeb_3673_7712_b1a0, 0x95b1_6b17_edf1_a1a3, 0xc1ca_040f_52ac_71b3, 0x004f_33ad_0cb7_7a16,
    0xa5b1_5d0c_101a_f306, 0x5a33_da1c_6a6f_c0ae, 0xe98d_25f5_d525_a6c0, 0xdea5_0007_96f3_fe79, 0x93d1_4e95_f7e6_d864,
    0xb99c_46a9_ac7b_eb87, 0x5d82_d250_173b_e3b3, 0xb8a5_9797_2d1e_cd1c, 0x298f_f755_c11a_1dbb, 0x3323_3d21_3b2d_a117,
];
