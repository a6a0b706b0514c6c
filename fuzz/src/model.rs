//! The reference's function for an algorithm, with every possible initial state of a hasher.

use lanesum::{Algorithm, BitOrder, Domain, Options};
use reference::BitString;
use reference::named::{self, Inputs};

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
        let lowest = self.algorithm.bit_order() == BitOrder::LowestFirst;
        let message = if lowest { BitString::from_bits_lsb(data, bits) } else { BitString::from_bits_msb(data, bits) };
        let salt = (!self.salt.is_empty()).then(|| self.salt.clone());
        let custom = BitString::from_bytes(&self.customization);
        let inputs = Inputs { salt, custom, domain: self.domain, ..Inputs::default() };
        let out = named::hash(self.algorithm.name(), &inputs, &[message], out_bits);
        if lowest { out.to_bytes() } else { out.to_bytes_msb() }
    }
}

impl<'a> arbitrary::Arbitrary<'a> for Start {
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Self> {
        let algorithm = *u.choose(Algorithm::PLAIN)?;
        let salt = if u.arbitrary()? { algorithm.salt_bytes() } else { 0 };
        let salt = (0..salt).map(|_| u.arbitrary()).collect::<Result<_, _>>()?;
        let customization = super::input::mostly_short(u, 300, 9000)?;
        Ok(Self { algorithm, salt, customization, domain: u.int_in_range(1..=0x7f)? })
    }
}
