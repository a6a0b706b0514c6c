//! The reference's function for an algorithm, with every possible initial state of a hasher.

use lanesum::{Algorithm, BitOrder, Domain, Options, Parameter};
use reference::BitString;
use reference::named::{self, Inputs};

/// The algorithm and the options that a hasher begins with.
#[derive(Clone, Debug)]
pub struct Start {
    pub algorithm: Algorithm,
    /// Of BLAKE2 and BLAKE3; empty for none.
    pub key: Vec<u8>,
    pub salt: Vec<u8>,
    pub customization: Vec<u8>,
    pub domain: u8,
}

impl Start {
    pub fn options(&self) -> Options<'_> {
        let options = Options::new().salt(&self.salt).customization(&self.customization);
        let options = if self.key.is_empty() { options } else { options.key(&self.key) };
        if self.algorithm.takes(Parameter::Domain) {
            options.domain(Domain::new(self.domain).expect("from 1 to 0x7f"))
        } else {
            options
        }
    }

    /// The first `bits` bits of `data` hashed by the reference, to `out_bits` bits.
    pub fn reference(&self, data: &[u8], bits: usize, out_bits: usize) -> Vec<u8> {
        let lowest = self.algorithm.bit_order() == BitOrder::LowestFirst;
        let message = if lowest { BitString::from_bits_lsb(data, bits) } else { BitString::from_bits_msb(data, bits) };
        let salt = (!self.salt.is_empty()).then(|| self.salt.clone());
        let [key, custom] = [&self.key, &self.customization].map(|bytes| BitString::from_bytes(bytes));
        let inputs = Inputs { key, salt, custom, domain: self.domain, ..Inputs::default() };
        let out = named::hash(self.algorithm.name(), &inputs, &[message], out_bits);
        if lowest { out.to_bytes() } else { out.to_bytes_msb() }
    }
}

impl<'a> arbitrary::Arbitrary<'a> for Start {
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Self> {
        let algorithm = *u.choose(Algorithm::PLAIN)?;
        let salt = if u.arbitrary()? { algorithm.salt_bytes() } else { 0 };
        let salt = (0..salt).map(|_| u.arbitrary()).collect::<Result<_, _>>()?;
        let mut customization = super::input::mostly_short(u, 300, 9000)?;
        let mut key = Vec::new();
        match algorithm {
            Algorithm::Blake2b | Algorithm::Blake2s | Algorithm::Blake2bp | Algorithm::Blake2sp => {
                customization.truncate(algorithm.salt_bytes());
                key = super::input::bytes(u, 4 * algorithm.salt_bytes())?;
            }
            // A key or a context.
            Algorithm::Blake3 if u.arbitrary()? => {
                customization.clear();
                key = u.arbitrary::<[u8; 32]>()?.to_vec();
            }
            Algorithm::Kt128 | Algorithm::Kt256 | Algorithm::Blake3 => {}
            _ => customization.clear(),
        }
        Ok(Self { algorithm, key, salt, customization, domain: u.int_in_range(1..=0x7f)? })
    }
}
