//! Messages that take as many blocks, and so go straight through the kernels.

use super::cases::{Case, check, choices};
use crate::support::{expected, message};
use lanesum::{Algorithm, Backend, Hasher, Message, Options};

/// Each digest has its own place: messages of one length that all differ.
#[test]
fn equal_lengths() {
    for &algorithm in Algorithm::PLAIN {
        let rate = algorithm.block_bytes();
        for len in [0, 1, 32, rate - 1, rate, rate + 1, 2 * rate] {
            let cases: Vec<_> = (0..33).map(|i| Case::bytes(algorithm, message(len, 1000 + i))).collect();
            for backend in choices(algorithm) {
                for count in (1..=17).chain([33]) {
                    check(algorithm, backend, &cases[..count]);
                }
            }
        }
    }
}

/// The length changes within what a call of a kernel could take.
#[test]
fn two_lengths() {
    for &algorithm in Algorithm::PLAIN {
        let cases: Vec<_> =
            (0..80).map(|i| Case::bytes(algorithm, message(if i < 20 { 64 } else { 100 }, 1100 + i))).collect();
        for backend in choices(algorithm) {
            for count in [40, 80] {
                check(algorithm, backend, &cases[..count]);
            }
        }
    }
}

/// Wherever in a block messages end: what pads them is put there in registers.
#[test]
fn every_length() {
    for &algorithm in Algorithm::PLAIN {
        for len in 0..=algorithm.block_bytes() + 20 {
            let cases: Vec<_> = (0..3).map(|i| Case::bytes(algorithm, message(len, 2000 + i))).collect();
            let cases: Vec<_> = cases.iter().cycle().take(32).collect();
            for backend in choices(algorithm) {
                check(algorithm, backend, cases[..16].iter().copied());
                check(algorithm, backend, cases.iter().copied());
            }
        }
    }
}

/// Outputs of no byte, of whole words and of others, and longer ones than a block.
#[test]
fn equal_lengths_and_other_outputs() {
    for &algorithm in Algorithm::PLAIN {
        let rate = algorithm.block_bytes();
        let digest = algorithm.digest_bits() / 8;
        let most = if algorithm.is_xof() { [rate, 2 * rate + 1] } else { [digest; 2] };
        for bytes in [0, 1, 8, digest - 1].into_iter().chain(most) {
            for len in [0, 20, 64, 200] {
                let case = |i: u64| Case::new(algorithm, Vec::new(), message(len, 3000 + i), (0, 0), bytes);
                let cases: Vec<_> = (0..33).map(case).collect();
                for backend in choices(algorithm) {
                    for count in [1, 4, 17, 33] {
                        check(algorithm, backend, &cases[..count]);
                    }
                }
            }
        }
    }
}

/// Messages that take as many blocks, and so go straight through the kernels, but have other lengths, prefixes and last bits.
/// Outputs have no byte, less than a block or several. Behind them comes a message that takes more blocks, with others like the
/// first.
#[test]
fn alike_but_not_equal() {
    for &algorithm in Algorithm::PLAIN {
        let rate = algorithm.block_bytes();
        let bits = !algorithm.takes_whole_bytes();
        let usual = algorithm.digest_bits() / 8;
        let short = [(0, 0), (0, 41), (1, 32), (3, rate / 2), (8, 16), (0, 2 * rate + 5), (rate - 9, 3), (rate, 9)];
        let behind_blocks = [(1, 3 * rate - 4), (rate - 1, 2 * rate), (rate + 3, 3 * rate - 5), (3 * rate + 1, 7)];
        for (prefix, body) in short.into_iter().chain(behind_blocks) {
            let case = |i: usize, more: usize| {
                let last = if bits { (0xb5 ^ i as u8, (i * 5 % 8) as u32) } else { (0, 0) };
                let bytes =
                    if algorithm.is_xof() { [usual, 3 * rate + 5, 0, rate][body % 4] } else { [usual, 5][body % 2] };
                let seed = (1000 * body + i) as u64;
                // Some prefixes have another length.
                let prefix = message(prefix + usize::from(i % 7 == 6), seed);
                Case::new(algorithm, prefix, message(body + i % 3 + more, seed + 1), last, bytes)
            };
            let mut cases: Vec<_> = (0..19).map(|i| case(i, 0)).collect();
            cases.extend([case(19, 3 * rate), case(20, 0), case(21, 0)]);
            for backend in choices(algorithm) {
                for count in [1, 2, 3, 4, 5, 8, 9, 16, 18, 22] {
                    check(algorithm, backend, &cases[..count]);
                }
            }
        }
    }
}

/// Messages behind what a hasher has taken already, less than a block of it and more. Without bytes of their own they once were hashed
/// as if it were not there (found by the fuzz target `batches`).
#[test]
fn behind_what_a_hasher_took() {
    for &algorithm in Algorithm::PLAIN {
        let rate = algorithm.block_bytes();
        let len = algorithm.digest_bits() / 8;
        for begun in [0, 1, 17, rate - 1, rate, rate + 17] {
            let begun = message(begun, 5);
            for (prefix, body) in
                [(0, 0), (0, 1), (2, 0), (0, rate - 17), (0, rate), (3, 2 * rate), (rate + 2, 3 * rate - 1)]
            {
                let (prefix, bodies) = (message(prefix, 6), [message(body, 7), message(body, 8)]);
                let messages: Vec<_> = (0..34).map(|i| Message::prefixed(&prefix, &bodies[i % 2])).collect();
                let alone = bodies.each_ref().map(|body| {
                    let mut hasher = Hasher::with_backend(algorithm, Backend::Portable).unwrap();
                    for piece in [&begun, &prefix, body] {
                        hasher.update(piece);
                    }
                    let mut out = vec![0; len];
                    hasher.finalize().read(&mut out).unwrap();
                    out
                });
                for backend in choices(algorithm) {
                    let options = backend.map_or_else(Options::default, |backend| Options::default().backend(backend));
                    let mut hasher = Hasher::with_options(algorithm, options).unwrap();
                    hasher.update(&begun);
                    for count in [1, 2, 3, 4, 8, 17, 34] {
                        let mut out = vec![0; count * len];
                        hasher.finalize_many(&messages[..count], len, &mut out).unwrap();
                        for (i, out) in out.chunks(len).enumerate() {
                            let what = format!("{} {backend:?} behind {} bytes", algorithm.name(), begun.len());
                            assert_eq!(
                                out,
                                alone[i % 2],
                                "{what}, message {i} of {count}, {} + {body} bytes",
                                prefix.len()
                            );
                        }
                    }
                }
            }
        }
    }
}

/// SHA-2: every short length, in every small number, behind bytes of all of them and behind prefixes that are the same or not: in registers,
/// in joined blocks, and with a last block that has no byte of the message.
#[test]
fn short_messages() {
    for algorithm in [Algorithm::Sha256, Algorithm::Sha384] {
        let (rate, digest) = (algorithm.block_bytes(), algorithm.digest_bits() / 8);
        let begins = [0, 1, 15, 16, rate - 1, rate, rate + 3];
        for len in 0..=2 * rate + 2 {
            // All lengths of both over the lengths of messages, not each with each.
            let (begun, prefix) = ([0, begins[len % 7]][len % 2], begins[len / 2 % 7]);
            for (begun, prefix) in [(0, 0), (begun, prefix)] {
                let begun = message(begun, 50);
                let of_all = message(prefix, 51);
                let other = message(prefix, 52);
                let bodies: Vec<_> = (0..9).map(|i| message(len, 60 + i)).collect();
                for own in [&of_all, &other] {
                    let prefixes: [&[u8]; 9] =
                        core::array::from_fn(|i| if i % 4 == 3 { &own[..] } else { &of_all[..] });
                    let messages: Vec<_> =
                        prefixes.iter().zip(&bodies).map(|(p, body)| Message::prefixed(p, body)).collect();
                    let right: Vec<_> = messages
                        .iter()
                        .map(|m| [&begun, m.prefix, m.body].concat())
                        .flat_map(|all| expected(algorithm, &all, 8 * all.len()))
                        .collect();
                    for backend in choices(algorithm) {
                        let mut hasher = Hasher::with_options(algorithm, backend).unwrap();
                        hasher.update(&begun);
                        for count in 1..=9 {
                            let mut out = vec![0; count * digest];
                            hasher.finalize_many(&messages[..count], digest, &mut out).unwrap();
                            let what =
                                format!("{algorithm} {backend:?}: {count} of {} + {prefix} + {len} bytes", begun.len());
                            assert!(out == right[..count * digest], "{what}");
                        }
                    }
                }
            }
        }
    }
}

/// So many messages of SHA-2 that a last block which they all have is made ready once.
#[test]
fn many_with_the_same_last_block() {
    for algorithm in [Algorithm::Sha256, Algorithm::Sha512] {
        let rate = algorithm.block_bytes();
        for (prefix, begun) in [(0, 0), (0, 5), (rate, 7), (3, rate + 9)] {
            for len in (rate * 7 / 8 - 16..=rate + 1).chain([2 * rate, 3 * rate - 1, 3 * rate]) {
                let (prefix, begun, body) = (message(prefix, 70), message(begun, 71), message(len, 72));
                let all = [&begun[..], &prefix, &body].concat();
                let right = expected(algorithm, &all, 8 * all.len());
                let messages = [Message::prefixed(&prefix, &body); 70];
                for backend in choices(algorithm) {
                    let mut hasher = Hasher::with_options(algorithm, backend).unwrap();
                    hasher.update(&begun);
                    let mut out = vec![0; 70 * right.len()];
                    hasher.finalize_many(&messages, right.len(), &mut out).unwrap();
                    let what = format!("{algorithm} {backend:?}: {} + {} + {len} bytes", begun.len(), prefix.len());
                    assert!(out.chunks(right.len()).all(|out| out == right), "{what}");
                }
            }
        }
    }
}

/// Groups one after the other whose messages have one length, but another part of it in their prefixes, and then other last bits: what a
/// group leaves behind is not the next one's.
#[test]
fn groups_after_groups() {
    for &algorithm in Algorithm::PLAIN {
        let bits = if algorithm.takes_whole_bytes() { 0 } else { 3 };
        for len in [64, 100, 150, 250] {
            let group = |prefix: usize, bits: u32| {
                let case = move |i: u64| {
                    let (prefix, body) = (message(prefix, i), message(len - prefix, i + 100));
                    Case::new(algorithm, prefix, body, (0x5a, bits), algorithm.digest_bits() / 8)
                };
                (0..16).map(case)
            };
            let groups = [group(0, 0), group(10, 0), group(0, bits), group(0, 0), group(10, bits), group(32, 0)];
            let cases: Vec<_> = groups.into_iter().flatten().collect();
            for backend in choices(algorithm) {
                check(algorithm, backend, &cases);
                check(algorithm, backend, &cases[8..]);
            }
        }
    }
}

/// More messages than are looked at at a time, of few numbers of blocks in no order. So they are in full groups, in groups with
/// slots to spare, in the queue and alone. Some have prefixes, and some of KT128 and KT256 are longer than a chunk.
#[test]
fn groups_out_of_order() {
    for &algorithm in Algorithm::PLAIN {
        let rate = algorithm.block_bytes();
        let case = |i: usize| {
            let blocks = [0, 2, 0, 1, 3, 0, 2, 1][i * i / 7 % 8];
            let len = if i % 37 == 5 { 8200 } else { blocks * rate + i * 11 % (rate - 20) };
            let prefix = if i % 5 == 3 { 3 } else { 0 };
            let (prefix, body) = (message(prefix, 500 + i as u64), message(len, i as u64));
            Case::new(algorithm, prefix, body, (0, 0), algorithm.digest_bits() / 8)
        };
        let cases: Vec<_> = (0..150).map(case).collect();
        for backend in choices(algorithm) {
            check(algorithm, backend, &cases);
            check(algorithm, backend, cases.iter().filter(|case| case.body.len() < 3 * rate).take(33));
        }
    }
}
