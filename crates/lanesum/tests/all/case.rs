//! A function with all that it takes, and what the reference makes of it.

use crate::bits::Bits;
use crate::support::bytes_of;
use lanesum::{Algorithm, BitOrder, Domain, Options, Parameter};
use reference::BitString;
use reference::named::{self, Inputs};

/// A function, what it takes beside the message, and a message: for `TupleHash` its strings, for others pieces one after the other.
#[derive(Clone, Debug)]
pub struct Case {
    pub algorithm: Algorithm,
    pub salt: Vec<u8>,
    pub key: Bits,
    pub name: Bits,
    pub custom: Bits,
    pub block_bytes: usize,
    pub domain: u8,
    /// Of BLAKE2, if it is not the greatest length.
    pub digest_bytes: Option<usize>,
    pub strings: Vec<Bits>,
    pub out_bits: usize,
}

impl Case {
    pub fn new(algorithm: Algorithm, strings: Vec<Bits>) -> Self {
        let [key, name, custom] = [(); 3].map(|()| Bits::default());
        let (salt, out_bits) = (Vec::new(), algorithm.digest_bits());
        let (block_bytes, domain, digest_bytes) = (8192, 0x1f, None);
        Self { algorithm, salt, key, name, custom, block_bytes, domain, digest_bytes, strings, out_bits }
    }

    /// A case with some of all that the function takes.
    pub fn usual(algorithm: Algorithm, strings: Vec<Bits>) -> Self {
        let mut case = Case::new(algorithm, strings);
        if algorithm.takes(Parameter::Salt) {
            case.salt = Bits::new(8 * algorithm.salt_bytes(), 1).data;
        }
        if algorithm.takes(Parameter::Domain) {
            case.domain = 0x0b;
        }
        if algorithm.takes(Parameter::Customization) {
            case.custom = Bits::of(b"custom");
        }
        if algorithm.takes(Parameter::FunctionName) {
            case.name = Bits::of(b"N");
        }
        // BLAKE3 has a key or a context.
        if algorithm.takes(Parameter::Key) && algorithm != Algorithm::Blake3 {
            case.key = Bits::of(b"sixteen bytes...");
        }
        case.block_bytes = 100;
        case
    }

    pub fn expected(&self) -> Vec<u8> {
        let custom = self.custom.theirs();
        let (salt, block_bytes) = ((!self.salt.is_empty()).then(|| self.salt.clone()), self.block_bytes);
        let (key, name) = (self.key.theirs(), self.name.theirs());
        let (domain, digest_bytes) = (self.domain, self.digest_bytes);
        let inputs = Inputs { salt, key, name, custom, block_bytes, domain, digest_bytes };
        let all = named::hash(self.algorithm.name(), &inputs, &self.bit_strings(), self.out_bits);
        bytes_of(self.algorithm, &all.trunc(self.out_bits.min(all.len())))
    }

    pub fn bit_strings(&self) -> Vec<BitString> {
        let of = match self.algorithm.bit_order() {
            BitOrder::LowestFirst => BitString::from_bits_lsb,
            BitOrder::HighestFirst => BitString::from_bits_msb,
        };
        self.strings.iter().map(|string| of(&string.data, string.len)).collect()
    }

    /// Nothing, if an input does not have whole bytes.
    pub fn options(&self) -> Option<Options<'_>> {
        let takes = |parameter| self.algorithm.takes(parameter);
        let mut options = Options::new().salt(&self.salt);
        if takes(Parameter::Customization) {
            options = options.customization(self.custom.whole()?);
        }
        if self.algorithm.needs_key() || takes(Parameter::Key) && self.key.len > 0 {
            options = options.key(self.key.whole()?);
        }
        if takes(Parameter::FunctionName) {
            options = options.function_name(self.name.whole()?);
        }
        if takes(Parameter::BlockBytes) {
            options = options.block_bytes(self.block_bytes as u64);
        }
        if let Some(bytes) = self.digest_bytes {
            options = options.digest_bytes(bytes);
        }
        if takes(Parameter::Domain) {
            options = options.domain(Domain::new(self.domain).unwrap());
        }
        Some(options)
    }
}
