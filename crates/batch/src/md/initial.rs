//! The initial values of SHA-2 (FIPS 180-4, section 5.3), which BLAKE also uses. Those of SHA-256 and SHA-224 are parts of those of SHA-512
//! and SHA-384, so there are only two tables. A test derives both.

/// The first 64 bits of the fractional parts of the square roots of the first 8 primes (5.3.5).
#[rustfmt::skip]
pub const SHA_512: [u64; 8] = [
    0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179,
];

/// The first 64 bits of the fractional parts of the square roots of the ninth to sixteenth primes (5.3.4).
#[rustfmt::skip]
pub const SHA_384: [u64; 8] = [
    0xcbbb_9d5d_c105_9ed8, 0x629a_292a_367c_d507, 0x9159_015a_3070_dd17, 0x152f_ecd8_f70e_5939,
    0x6733_2667_ffc0_0b31, 0x8eb4_4a87_6858_1511, 0xdb0c_2e0d_64f9_8fa7, 0x47b5_481d_befa_4fa4,
];

/// The first 32 bits of each word of SHA-512's (5.3.3).
pub const SHA_256: [u32; 8] = halves(SHA_512, 32);

/// The second 32 bits of each word of SHA-384's (5.3.2).
pub const SHA_224: [u32; 8] = halves(SHA_384, 0);

const fn halves(words: [u64; 8], shift: u32) -> [u32; 8] {
    let mut halves = [0; 8];
    let mut i = 0;
    while i < 8 {
        halves[i] = (words[i] >> shift) as u32;
        i += 1;
    }
    halves
}

#[cfg(test)]
mod tests {
    use super::*;
    use reference::sha2;

    #[test]
    fn constants_are_roots_of_primes() {
        assert_eq!(SHA_512.to_vec(), sha2::constants(sha2::Root::Square, 0, 8));
        assert_eq!(SHA_384.to_vec(), sha2::constants(sha2::Root::Square, 8, 8));
        assert_eq!(SHA_256, SHA_512.map(|word| (word >> 32) as u32));
        assert_eq!(SHA_224, SHA_384.map(|word| word as u32));
    }
}
