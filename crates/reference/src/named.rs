//! All functions by name, with what each takes beside the message: one oracle for tests over a table.

use crate::bits::BitString;
use crate::sp800_185::{self, Length, Strength};
use crate::{blake, blake2, blake3, sha2, sha3, turboshake};

/// The inputs of a function beside the message. A function ignores those that it does not take.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// BLAKE's salt; `None` is a salt of zeroes.
    pub salt: Option<Vec<u8>>,
    /// The key of KMAC.
    pub key: BitString,
    /// The function name of cSHAKE.
    pub name: BitString,
    /// The customization string; BLAKE2's personalisation; the context of BLAKE3.
    pub custom: BitString,
    /// The bytes of a block of `ParallelHash`.
    pub block_bytes: usize,
    /// The domain of `TurboSHAKE`.
    pub domain: u8,
    /// The bytes of BLAKE2's digest; `None` is the most.
    pub digest_bytes: Option<usize>,
}

impl Default for Inputs {
    fn default() -> Self {
        let none = BitString::new;
        let (block_bytes, domain, digest_bytes) = (8192, 0x1f, None);
        Self { salt: None, key: none(), name: none(), custom: none(), block_bytes, domain, digest_bytes }
    }
}

/// The first `bits` bits of output of the function with this name in the library's table. `strings` is the tuple of `TupleHash`; others
/// hash the strings one after the other. Of a digest of fixed length, `bits` is ignored.
///
/// # Panics
/// If the name is unknown.
pub fn hash(function: &str, inputs: &Inputs, strings: &[BitString], bits: usize) -> BitString {
    let message: BitString = strings.iter().flat_map(|string| string.as_slice().iter().copied()).collect();
    let number = function.rfind(|c: char| !c.is_ascii_digit()).map_or("", |at| &function[at + 1..]);
    let strength = if number == "128" { Strength::S128 } else { Strength::S256 };
    let of_bytes = |hash: &dyn Fn(&[u8], usize) -> Vec<u8>| {
        assert_eq!(message.len() % 8, 0, "{function} takes whole bytes");
        BitString::from_bits_lsb(&hash(&message.to_bytes(), bits.div_ceil(8)), bits)
    };
    let (kind, length) = match function.trim_end_matches(number) {
        "kmacxof" => ("kmac", Length::Arbitrary),
        "tuplehashxof" => ("tuplehash", Length::Arbitrary),
        "parallelhashxof" => ("parallelhash", Length::Arbitrary),
        kind => (kind, Length::Fixed),
    };
    match kind {
        "sha3-" | "shake" | "keccak" => {
            let function = sha3::Function::ALL
                .into_iter()
                .find(|it| it.name().replace("Keccak-", "Keccak").to_lowercase() == function);
            let function = function.expect("a function of SHA-3");
            sha3::hash(function, &message, function.digest_bits().unwrap_or(bits))
        }
        "sha" | "sha512-" => sha2::hash(
            match function {
                "sha224" => sha2::Function::Sha224,
                "sha256" => sha2::Function::Sha256,
                "sha384" => sha2::Function::Sha384,
                "sha512" => sha2::Function::Sha512,
                _ => sha2::Function::Sha512T(number.parse().expect("bits")),
            },
            &message,
        ),
        "blake2b" | "blake2s" | "blake2bp" | "blake2sp" => {
            let is_b = kind.starts_with("blake2b");
            let function = if is_b { blake2::Function::Blake2b } else { blake2::Function::Blake2s };
            let bytes = inputs.digest_bytes.unwrap_or(function.most_bytes());
            let (key, person) = (inputs.key.to_bytes(), inputs.custom.to_bytes());
            let block = function.parameters(bytes, key.len(), inputs.salt.as_deref().unwrap_or_default(), &person);
            let message = message.to_bytes_msb();
            BitString::from_bytes_msb(&if kind.ends_with('p') {
                function.parallel(&block, &key, &message)
            } else {
                function.hash_with(&block, &key, false, &message)
            })
        }
        "blake" if number == "3" => {
            let (key, context) = (inputs.key.to_bytes(), inputs.custom.to_bytes());
            let mode = match key.first_chunk() {
                Some(key) => blake3::Mode::Keyed(key),
                None if context.is_empty() => blake3::Mode::Hash,
                None => blake3::Mode::Derive(&context),
            };
            let output = blake3::hash(&mode, &message.to_bytes_msb(), 0, bits.div_ceil(8));
            BitString::from_bits_msb(&output, bits)
        }
        "blake" => {
            let function = match number {
                "224" => blake::Function::Blake224,
                "256" => blake::Function::Blake256,
                "384" => blake::Function::Blake384,
                _ => blake::Function::Blake512,
            };
            blake::hash(function, inputs.salt.as_deref(), &message)
        }
        "turboshake" => of_bytes(&|message, bytes| turboshake::turboshake(strength, message, inputs.domain, bytes)),
        "kt" => of_bytes(&|message, bytes| turboshake::kt(strength, message, &inputs.custom.to_bytes(), bytes)),
        "cshake" => sp800_185::cshake(strength, &message, bits, &inputs.name, &inputs.custom),
        "kmac" => sp800_185::kmac(strength, &inputs.key, &message, bits, &inputs.custom, length),
        "tuplehash" => sp800_185::tuple_hash(strength, strings, bits, &inputs.custom, length),
        "parallelhash" => {
            sp800_185::parallel_hash(strength, &message, inputs.block_bytes, bits, &inputs.custom, length)
        }
        _ => panic!("no function is called {function}"),
    }
}

/// Whether the function numbers the bits of a byte from the highest, as SHA-2 and BLAKE do.
pub fn is_highest_first(function: &str) -> bool {
    function.starts_with("blake")
        || function.starts_with("sha") && !function.starts_with("sha3-") && !function.starts_with("shake")
}
