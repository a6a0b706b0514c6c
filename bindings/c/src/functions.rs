//! The library's table of functions as C sees it: by numbers and strings of C.

use crate::names;
use core::ffi::CStr;
use lanesum::{Algorithm, Parameter};

/// The inputs that a function can take beside the message, one bit each.
pub(crate) mod option {
    use super::{Parameter, bit};

    pub(crate) const KEY: u8 = bit(Parameter::Key);
    pub(crate) const CUSTOMIZATION: u8 = bit(Parameter::Customization);
    pub(crate) const FUNCTION_NAME: u8 = bit(Parameter::FunctionName);
    pub(crate) const SALT: u8 = bit(Parameter::Salt);
    pub(crate) const DOMAIN: u8 = bit(Parameter::Domain);
    pub(crate) const BLOCK_BYTES: u8 = bit(Parameter::BlockBytes);
    pub(crate) const DIGEST_BYTES: u8 = bit(Parameter::DigestBytes);
}

const fn bit(parameter: Parameter) -> u8 {
    1 << parameter as u8
}

/// How many functions there are.
const COUNT: usize = Algorithm::ALL.len();

/// The function with the number n, as the header's enum has it, if this build has its family.
#[inline]
pub(crate) fn numbered(number: u32) -> Option<Algorithm> {
    *NUMBERED.get((number as usize).wrapping_sub(1))?
}

/// The number of a function.
pub(crate) fn number(algorithm: Algorithm) -> u32 {
    NUMBERED.iter().position(|other| *other == Some(algorithm)).map_or(0, |place| place as u32 + 1)
}

static NUMBERED: [Option<Algorithm>; names::ALL.len()] = {
    let (mut numbered, mut i) = ([None; names::ALL.len()], 0);
    let mut known = 0;
    while i < numbered.len() {
        if known < COUNT && is_same(names::ALL[i].as_bytes(), Algorithm::ALL[known].name().as_bytes()) {
            numbered[i] = Some(Algorithm::ALL[known]);
            known += 1;
        }
        i += 1;
    }
    assert!(known == COUNT, "the header has all functions, in the order of the library");
    numbered
};

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// The options that it takes; the rest is refused.
#[inline]
pub(crate) fn takes(algorithm: Algorithm) -> u8 {
    TAKEN[algorithm as usize]
}

static TAKEN: [u8; COUNT] = {
    use Parameter::{BlockBytes, Customization, DigestBytes, Domain, FunctionName, Key, Salt};
    let all = [Key, Customization, FunctionName, Salt, Domain, BlockBytes, DigestBytes];
    let (mut taken, mut i) = ([0; COUNT], 0);
    while i < COUNT {
        assert!(Algorithm::ALL[i] as usize == i, "a place in the table is a number");
        let mut k = 0;
        while k < all.len() {
            if Algorithm::ALL[i].takes(all[k]) {
                taken[i] |= bit(all[k]);
            }
            k += 1;
        }
        i += 1;
    }
    taken
};

/// The name of a function, with a 0 behind it.
pub(crate) fn name(algorithm: Algorithm) -> &'static CStr {
    CStr::from_bytes_until_nul(&NAMES[algorithm as usize]).unwrap_or_default()
}

static NAMES: [[u8; LONGEST]; COUNT] = {
    let (mut names, mut i) = ([[0; LONGEST]; COUNT], 0);
    while i < COUNT {
        names[i] = of_c(Algorithm::ALL[i].name());
        i += 1;
    }
    names
};

/// Bytes for a name, with the 0 at its end.
pub(crate) const LONGEST: usize = 24;

/// A name with zeroes behind it.
pub(crate) const fn of_c(name: &str) -> [u8; LONGEST] {
    assert!(name.len() < LONGEST, "room for a 0");
    let (mut padded, mut i) = ([0; LONGEST], 0);
    while i < name.len() {
        padded[i] = name.as_bytes()[i];
        i += 1;
    }
    padded
}
