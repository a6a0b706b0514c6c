//! Every function against the reference: lengths of all arguments in bits, around the ends of blocks and far from them;
//! messages in pieces.

use super::support::{backends, hex};
use super::{Bits, Both, Function, LENGTHS};
use lanesum::strengths::{Bits128, Bits256};
use proptest::prelude::*;

/// Lengths in whole bytes: none, one, around the rate of the stronger functions, around a second byte in
/// `left_encode`, and a third.
const BYTES: [usize; 8] = [0, 1, 135, 136, 137, 255, 256, 65536];

fn check<S: Both>(function: &Function, pieces: &[Bits], bits: usize) {
    let expected = hex(&function.theirs::<S>(pieces, bits));
    for backend in backends() {
        let lengths: Vec<usize> = pieces.iter().map(|piece| piece.len).collect();
        let got = hex(&function.ours::<S>(backend, pieces, bits));
        assert_eq!(got, expected, "{backend}, {} bits of {function:.200?} of {lengths:?} bits", S::BITS);
    }
}

fn on_both(function: &Function, pieces: &[Bits], bits: usize) {
    check::<Bits128>(function, pieces, bits);
    check::<Bits256>(function, pieces, bits);
}

/// Bit lengths that are whole bytes, some that are not, and those at which a block of either rate ends.
fn bit_lengths() -> impl Iterator<Item = usize> {
    let ends =
        [136, 168, 272, 336].into_iter().flat_map(|bytes| [8 * bytes - 9, 8 * bytes - 1, 8 * bytes, 8 * bytes + 3]);
    [0, 1, 7, 8, 9, 15, 64].into_iter().chain(ends)
}

#[test]
fn cshake_names_and_messages() {
    for (i, bytes) in BYTES.into_iter().enumerate() {
        for other in [0, 3, 8 * BYTES[i]] {
            let [long, short] = [Bits::new(8 * bytes, 1), Bits::new(other, 2)];
            for (function, customization) in [(&long, &short), (&short, &long)] {
                let function = Function::CShake { function: function.clone(), customization: customization.clone() };
                on_both(&function, &[Bits::new(100, 3)], 300);
            }
        }
    }
    for bits in bit_lengths() {
        let names = [Bits::default(), Bits::new(13, 4), Bits::new(bits, 5)];
        for function in &names {
            for customization in &names {
                let function = Function::CShake { function: function.clone(), customization: customization.clone() };
                on_both(&function, &[Bits::new(bits, 6)], 512 + bits % 77);
            }
        }
    }
}

#[test]
fn kmac_keys_and_messages() {
    for length in LENGTHS {
        for bytes in BYTES {
            for customization in [Bits::default(), Bits::new(8 * bytes, 1), Bits::new(8 * bytes + 5, 2)] {
                let function = Function::Kmac { key: Bits::new(8 * bytes, 3), customization, length };
                on_both(&function, &[Bits::new(1000, 4)], 256);
            }
        }
        for bits in bit_lengths() {
            let function = Function::Kmac { key: Bits::new(bits, 5), customization: Bits::new(bits % 11, 6), length };
            for message in bit_lengths() {
                on_both(&function, &[Bits::new(message, 7)], 40 + message % 500);
            }
        }
    }
}

#[test]
fn tuples_of_strings_of_any_length() {
    for length in LENGTHS {
        for customization in [Bits::default(), Bits::new(21, 1)] {
            let function = Function::Tuple { customization, length };
            on_both(&function, &[], 256);
            for bytes in BYTES {
                on_both(&function, &[Bits::new(8 * bytes, 2)], 256);
                on_both(&function, &[Bits::new(3, 3), Bits::new(8 * bytes, 2), Bits::default()], 264);
            }
            for bits in bit_lengths() {
                on_both(&function, &[Bits::new(bits, 4), Bits::default(), Bits::new(bits % 9, 5)], bits);
            }
        }
    }
}

/// Blocks of any size, numbers of blocks that fill the slots of every kernel and that do not, last blocks of any length.
#[test]
fn parallel_blocks_of_any_size() {
    for block_bytes in [1, 2, 8, 135, 136, 137, 167, 168, 169, 336, 1000] {
        for blocks in [0, 1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 17, 31] {
            for rest in [0, 1, 8, 8 * block_bytes - 1] {
                let length = LENGTHS[blocks % 2];
                let function = Function::Parallel { block_bytes, customization: Bits::new(rest % 5, 1), length };
                on_both(&function, &[Bits::new(8 * block_bytes * blocks + rest, 2)], 256);
            }
        }
    }
}

/// Lengths of output around the ends of blocks, and none.
#[test]
fn outputs_of_any_length() {
    let message = [Bits::new(77, 1)];
    for bits in bit_lengths().chain([4096, 10_001]) {
        for length in LENGTHS {
            let customization = Bits::new(9, 2);
            on_both(
                &Function::Kmac { key: Bits::new(128, 3), customization: customization.clone(), length },
                &message,
                bits,
            );
            on_both(&Function::Tuple { customization: customization.clone(), length }, &message, bits);
            on_both(&Function::Parallel { block_bytes: 3, customization, length }, &message, bits);
        }
    }
}

fn bits(longest: usize) -> impl Strategy<Value = Bits> {
    (0..=longest, any::<u64>()).prop_map(|(len, seed)| Bits::new(len, seed))
}

/// Short ones are as likely as long ones.
fn any_bits() -> impl Strategy<Value = Bits> {
    prop_oneof![Just(Bits::default()), bits(20), bits(3000)]
}

fn any_function() -> impl Strategy<Value = Function> {
    let length = || prop::sample::select(&LENGTHS[..]);
    prop_oneof![
        (any_bits(), any_bits()).prop_map(|(function, customization)| Function::CShake { function, customization }),
        (any_bits(), any_bits(), length()).prop_map(|(key, customization, length)| Function::Kmac {
            key,
            customization,
            length
        }),
        (any_bits(), length()).prop_map(|(customization, length)| Function::Tuple { customization, length }),
        (prop_oneof![1..=20_usize, 1..=2000_usize], bits(20), length()).prop_map(
            |(block_bytes, customization, length)| { Function::Parallel { block_bytes, customization, length } }
        ),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Random functions, messages and cuts, within bytes too.
    #[test]
    fn any_message_in_any_pieces(
        function in any_function(),
        message in prop_oneof![bits(200), bits(40_000)],
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        out in 0..1500_usize,
    ) {
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(message.len + 1)).collect();
        cuts.sort_unstable();
        on_both(&function, &message.cut(&cuts), out);
    }
}
