//! The reference's function for an algorithm, with every possible initial state of a hasher.

use lanesum::{Algorithm, BitOrder, Domain, Options};
use reference::sp800_185::Strength;
use reference::{BitString, blake, sha2, sha3, turboshake};

/// What a hasher begins with.
#[derive(Clone, Debug)]
pub struct Start {
    pub algorithm: Algorithm,
    pub salt: Vec<u8>,
    pub customization: Vec<u8>,
    pub domain: u8,
}

impl Start {
    pub fn options(&self) -> Options<'_> {
        let options = Options::new();
        match self.algorithm {
            Algorithm::Kt128 | Algorithm::Kt256 => options.customization(&self.customization),
            Algorithm::TurboShake128 | Algorithm::TurboShake256 => {
                options.domain(Domain::new(self.domain).expect("from 1 to 0x7f"))
            }
            _ if self.salt.is_empty() => options,
            _ => options.salt(&self.salt),
        }
    }

    /// The first `bits` bits of `data` hashed by the reference, to `out_bits` bits.
    pub fn reference(&self, data: &[u8], bits: usize, out_bits: usize) -> Vec<u8> {
        let algorithm = self.algorithm;
        let whole = out_bits.div_ceil(8);
        let (lowest, message) = match algorithm.bit_order() {
            BitOrder::LowestFirst => (true, BitString::from_bits_lsb(data, bits)),
            BitOrder::HighestFirst => (false, BitString::from_bits_msb(data, bits)),
        };
        let tree = |strength| turboshake::kt(strength, data, &self.customization, whole);
        let turbo = |strength| turboshake::turboshake(strength, data, self.domain, whole);
        let of_bytes = |bytes: Vec<u8>| BitString::from_bits_lsb(&bytes, out_bits);
        let salt = (!self.salt.is_empty()).then_some(&self.salt[..]);
        let sponge = |function| reference::hash(function, &message, out_bits);
        let blake = |function| blake::hash(function, salt, &message);
        let sha2 = |function| sha2::hash(function, &message);
        let out = match algorithm {
            Algorithm::Sha3_224 => sponge(sha3::Function::Sha3_224),
            Algorithm::Sha3_256 => sponge(sha3::Function::Sha3_256),
            Algorithm::Sha3_384 => sponge(sha3::Function::Sha3_384),
            Algorithm::Sha3_512 => sponge(sha3::Function::Sha3_512),
            Algorithm::Shake128 => sponge(sha3::Function::Shake128),
            Algorithm::Shake256 => sponge(sha3::Function::Shake256),
            Algorithm::Keccak256 => sponge(sha3::Function::Keccak256),
            Algorithm::TurboShake128 => of_bytes(turbo(Strength::S128)),
            Algorithm::TurboShake256 => of_bytes(turbo(Strength::S256)),
            Algorithm::Kt128 => of_bytes(tree(Strength::S128)),
            Algorithm::Kt256 => of_bytes(tree(Strength::S256)),
            Algorithm::Sha224 => sha2(sha2::Function::Sha224),
            Algorithm::Sha256 => sha2(sha2::Function::Sha256),
            Algorithm::Sha384 => sha2(sha2::Function::Sha384),
            Algorithm::Sha512 => sha2(sha2::Function::Sha512),
            Algorithm::Sha512_224 => sha2(sha2::Function::Sha512T(224)),
            Algorithm::Sha512_256 => sha2(sha2::Function::Sha512T(256)),
            Algorithm::Blake224 => blake(blake::Function::Blake224),
            Algorithm::Blake256 => blake(blake::Function::Blake256),
            Algorithm::Blake384 => blake(blake::Function::Blake384),
            Algorithm::Blake512 => blake(blake::Function::Blake512),
            other => panic!("{other} has no reference: add it here"),
        };
        if lowest { out.to_bytes() } else { out.to_bytes_msb() }
    }
}

impl<'a> arbitrary::Arbitrary<'a> for Start {
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Self> {
        let algorithm = *u.choose(Algorithm::PLAIN)?;
        let salt = if u.arbitrary()? { algorithm.salt_bytes() } else { 0 };
        let salt = (0..salt).map(|_| u.arbitrary()).collect::<Result<_, _>>()?;
        let customization = crate::input::mostly_short(u, 300, 9000)?;
        Ok(Self { algorithm, salt, customization, domain: u.int_in_range(1..=0x7f)? })
    }
}
