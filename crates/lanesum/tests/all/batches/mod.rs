//! Many messages in one call, compared with the reference: one table of shapes of batches, for all functions.

mod cases;

use crate::case::Case;
use crate::support::message;
use cases::{Function, Shape, body, choices};
use lanesum::{Algorithm, Backend, BitOrder, Error, Hasher, Message, Sha3_256, Strided};

/// Sizes of batches: every one to two kernels of eight and one more, and one of four.
fn counts() -> impl Iterator<Item = usize> {
    (0..=17).chain([33])
}

/// Lengths at which the blocks, and the loads of some kernel, end or begin.
fn lengths(rate: usize) -> Vec<usize> {
    let around = |block: usize| [block - 9, block - 8, block - 7, block - 1, block, block + 1, block + 8, block + 33];
    let mut lengths = vec![0, 1, 7, 8, 9, 31, 32, 33, 63, 64, 65];
    lengths.extend(around(rate).into_iter().chain(around(2 * rate)).chain([3 * rate]));
    lengths
}

/// Each digest has its own place: messages of one length that all differ.
fn equal_lengths(f: &Function) {
    for len in lengths(f.rate) {
        f.check(0, f.digest, counts(), |i| body(len, i));
    }
}

/// Neighbours end in different blocks.
fn ragged(f: &Function) {
    let lengths = lengths(f.rate);
    for turn in (0..lengths.len()).step_by(4) {
        f.check(0, f.digest, counts(), |i| body(lengths[(i * 5 + turn) % lengths.len()], i));
    }
    // Lengths in no order, up to four blocks, and a batch of them that is long.
    f.check(0, f.digest, counts().chain([100]), |i| body(i * i * 7919 % (4 * f.rate), i));
}

/// Wherever in a block messages end: what pads them is put there in registers. The kernels of whole messages, too.
fn every_length(f: &Function) {
    for len in 0..=f.rate + 20 {
        f.check(0, f.digest, [1, 16, 32], |i| body(len, i % 3));
    }
    for len in f.rate + 21..=2 * f.rate + 9 {
        f.check(0, f.digest, [1], |i| body(len, i));
    }
}

/// The length changes within what a call of a kernel could take.
fn two_lengths(f: &Function) {
    f.check(0, f.digest, [40, 80], |i| body(if i < 20 { 64 } else { 100 }, i));
}

/// Of no byte, of whole words and of others, and longer ones than a block.
fn outputs(f: &Function) {
    let most =
        if f.algorithm.is_xof() { [31, f.rate - 1, f.rate, f.rate + 1, 2 * f.rate + 1, 1000] } else { [f.digest; 6] };
    for out in [0, 1, 8, f.digest - 1].into_iter().chain(most) {
        for len in [0, 20, 64, 200] {
            f.check(0, out, [1, 4, 17, 33], |i| body(len, i));
        }
        let lengths = [0, 1, f.rate - 1, f.rate, 3 * f.rate, 40];
        f.check(0, out, counts(), |i| Shape { bits: f.bits(i % 8), ..body(lengths[i % 6] + i / 6, i) });
    }
}

/// Messages that take as many blocks, and so go straight through the kernels, but have other lengths, prefixes and last bits. Behind them comes
/// a message that takes more blocks, with others like the first.
fn alike_but_not_equal(f: &Function) {
    let rate = f.rate;
    let short = [(0, 0), (0, 41), (1, 32), (3, rate / 2), (8, 16), (0, 2 * rate + 5), (rate - 9, 3), (rate, 9)];
    let behind_blocks = [(1, 3 * rate - 4), (rate - 1, 2 * rate), (rate + 3, 3 * rate - 5), (3 * rate + 1, 7)];
    for (prefix, len) in short.into_iter().chain(behind_blocks) {
        let outs = if f.algorithm.is_xof() { [f.digest, 3 * rate + 5, 0, rate] } else { [f.digest, 5, f.digest, 5] };
        // Prefixes that all differ, and one that most messages share; some have another length.
        for own in [0, 1] {
            f.check(0, outs[len % 4], [1, 2, 3, 4, 5, 8, 9, 16, 18, 22], |i| {
                let more = if i == 19 { 3 * rate } else { 0 };
                let prefix = (prefix + usize::from(i % 7 == 6), own * i);
                Shape { prefix, body: (len + i % 3 + more, i), bits: f.bits(i * 5 % 8) }
            });
        }
    }
}

/// Every number of last bits, in each of the last places of a block, so that padding spills into a block of its own. What follows the message is
/// 1 to 5 bits of suffix and padding and another bit at the end.
fn last_bits(f: &Function) {
    if f.algorithm.takes_whole_bytes() {
        return;
    }
    let lengths: Vec<usize> =
        [0, 1].into_iter().chain([f.rate, 2 * f.rate].into_iter().flat_map(|end| end - 2..=end)).collect();
    let shape = |i: usize| Shape { bits: i as u32 % 8, ..body(lengths[i / 8 % lengths.len()], i % 3) };
    // Among neighbours that end in another place, and without any.
    for start in (0..8 * lengths.len()).step_by(5) {
        f.check(0, f.digest, 1..=9, |i| shape(start + i));
    }
    f.check(0, f.digest, [8 * lengths.len()], shape);
}

/// The prefix ends before, at and after the end of a block, and the message begins in its middle.
fn prefixes(f: &Function) {
    let mut shapes = Vec::new();
    for (i, prefix) in [0, 1, f.rate - 1, f.rate, f.rate + 1, 3 * f.rate + 5].into_iter().enumerate() {
        // To the end of the block that the prefix has begun, where the two are exactly whole blocks.
        let fill = (f.rate - prefix % f.rate) % f.rate;
        for len in [0, 1, fill.saturating_sub(1), fill, fill + 1, fill + f.rate, fill + 2 * f.rate - 1, 2 * f.rate] {
            shapes.extend([0, 6].map(|bits| Shape { prefix: (prefix, i), body: (len, 9), bits: f.bits(bits) }));
        }
    }
    for start in (0..shapes.len() - 8).step_by(3) {
        f.check(0, f.digest, [1, 2, 3, 5, 8], |i| shapes[start + i]);
    }
    f.check(0, f.digest, [shapes.len()], |i| shapes[i]);
}

/// Messages behind what a hasher has taken already, less than a block of it and more. Without bytes of their own they once were hashed as if it
/// were not there (found by the fuzz target `batches`).
fn behind_what_a_hasher_took(f: &Function) {
    for begun in [0, 1, 17, f.rate - 1, f.rate, f.rate + 17, 3 * f.rate] {
        let lengths = [(0, 0), (0, 1), (2, 0), (0, f.rate - 17), (0, f.rate - 1), (0, f.rate), (0, 2 * f.rate)];
        let long = [(3, 2 * f.rate), (f.rate + 2, 3 * f.rate - 1)];
        for (prefix, len) in lengths.into_iter().chain(long) {
            let shape = |i: usize| Shape { prefix: (prefix, 0), body: (len, i % 2), bits: 0 };
            f.check(begun, f.digest, [1, 2, 3, 4, 8, 17, 34, 70], shape);
        }
        f.check(begun, f.digest.min(20), [1, 2, 16, 33], |i| body(i * 11 % f.rate, i));
    }
}

/// What is appended to a message, a length of the output among it, begins in one block and ends in the next.
fn endings_across_blocks(f: &Function) {
    for len in (1..=3).flat_map(|blocks| (0..=4).map(move |short| blocks * f.rate - short)) {
        f.check(0, f.digest, [1, 5, 9], |i| body(len, i));
    }
}

/// All kinds of lengths, with prefixes and last bits, behind others and not; outputs of one byte, and of a digest.
fn mixed(f: &Function) {
    let lengths = [0, 1, 7, 135, 136, 137, 167, 168, 169, 1000, 55, 56, 64, 200, 200, 200, 3, 8191, 9000];
    // A message of leaves or blocks takes the reference as long as all others.
    let count = if ["kt", "parallel"].iter().any(|name| f.algorithm.name().starts_with(name)) { 19 } else { 17 };
    for (begun, out) in [(0, 1), (5, f.digest), (f.rate + 3, 7)] {
        f.check(begun, out, [count, 3 * count], |i| {
            let prefix = if i % 3 == 1 { (5, 99) } else { (0, 0) };
            Shape { prefix, body: (lengths[i % count], i % count), bits: f.bits([0, 3, 7, 0][i % 4]) }
        });
    }
}

/// Groups one after the other whose messages have one length, but another part of it in their prefixes, and then other last bits: what a group
/// leaves behind is not the next one's.
fn groups_after_groups(f: &Function) {
    for len in [64, 100, 150, 250] {
        let groups = [(0, 0), (10, 0), (0, 3), (0, 0), (10, 3), (32, 0)];
        for first in [0, 8] {
            f.check(0, f.digest, [96 - first], |i| {
                let (prefix, bits) = groups[(i + first) / 16];
                let i = (i + first) % 16;
                Shape { prefix: (prefix, i), body: (len - prefix, i), bits: f.bits(bits) }
            });
        }
    }
}

/// More messages than are looked at at a time, of few numbers of blocks in no order. So they are in full groups, in groups with slots to spare,
/// in the queue and alone. Some have prefixes, and some of KT128 and KT256 are longer than a chunk.
fn groups_out_of_order(f: &Function) {
    for long in [8200, 9] {
        f.check(0, f.digest, [33, 150], |i| {
            let blocks = [0, 2, 0, 1, 3, 0, 2, 1][i * i / 7 % 8];
            let len = if i % 37 == 5 { long } else { blocks * f.rate + i * 11 % (f.rate - 20) };
            Shape { prefix: (if i % 5 == 3 { 3 } else { 0 }, i), body: (len, i), bits: 0 }
        });
    }
}

fn one_huge_among_many_tiny(f: &Function) {
    for count in [1, 2, 3, 7, 8, 15, 40] {
        for at in [0, count / 2, count] {
            f.check(0, f.digest, [count + 1], |i| body(if i == at { 60 * f.rate + 11 } else { i % 9 }, i));
        }
    }
    // Two, far apart: whoever is left alone goes on alone.
    f.check(0, f.digest, [42], |i| body(if i % 41 == 0 { 60 * f.rate + 11 } else { i % 9 }, i));
}

/// SHA-2 has kernels for whole messages: every short length, in every small number, behind bytes of all of them and behind prefixes that are
/// the same or not: in registers, in joined blocks, and with a last block that has no byte of the message. So many that this last block is made
/// ready once.
fn whole_messages(f: &Function) {
    if !["sha256", "sha384"].contains(&f.algorithm.name()) {
        return;
    }
    let rate = f.rate;
    let begins = [0, 1, 15, 16, rate - 1, rate, rate + 3];
    for len in 0..=2 * rate + 2 {
        // All lengths of both over the lengths of messages, not each with each.
        for (begun, prefix) in [(0, 0), ([0, begins[len % 7]][len % 2], begins[len / 2 % 7])] {
            for own in [1, 2] {
                f.check(begun, f.digest, 1..=9, |i| Shape {
                    prefix: (prefix, if i % 4 == 3 { own } else { 1 }),
                    body: (len, i),
                    bits: 0,
                });
            }
        }
    }
    for (prefix, begun) in [(0, 0), (0, 5), (rate, 7), (3, rate + 9)] {
        for len in (rate * 7 / 8 - 16..=rate + 1).chain([2 * rate, 3 * rate - 1, 3 * rate]) {
            f.check(begun, f.digest, [70], |_| Shape { prefix: (prefix, 0), body: (len, 0), bits: 0 });
        }
    }
}

/// BLAKE3: chunks and several of them in lanes. KT128 and KT256: messages of one chunk and longer ones. The suffix of a message of one chunk
/// has two bytes: one byte less than whole blocks, and these are in two blocks.
fn trees(f: &Function) {
    if f.algorithm == Algorithm::Blake3 {
        for len in [192, 1000, 1024, 1025, 2000, 3072, 3100] {
            f.check(0, f.digest, [1, 2, 3, 4, 7, 16, 17, 33], |i| body(len, i));
        }
    }
    if !f.algorithm.name().starts_with("kt") {
        return;
    }
    let lengths = [0, 8191, 1, 8192, 20_000, 168, 8190, 8193, 136, 70_000, 100, 8191];
    for from in 0..12 {
        f.check(0, 40, [0, 1, 3, 12 - from], |i| {
            let (i, len) = (from + i, lengths[(from + i) % 12]);
            // Cut anywhere into prefix and body.
            let prefix = len * (i % 4) / 3;
            Shape { prefix: (prefix, i), body: (len - prefix, i), bits: 0 }
        });
    }
    for blocks in 1..=3 {
        // All of them have as many blocks; the first bits of `which` say whose suffix is in two.
        for which in [0x1_ffff_u32, 1, 2, 0x8000, 0x5555, 0x1_0110] {
            f.check(0, 40, [1, 2, 3, 4, 5, 8, 16, 17], |i| {
                let rest = if which >> i & 1 == 1 { f.rate - 1 } else { f.rate + 9 * i % (f.rate - 1) };
                body((blocks - 1) * f.rate + rest, i)
            });
        }
    }
}

type Row = fn(&Function);

/// For functions without options.
const ROWS: &[Row] = &[
    equal_lengths,
    ragged,
    every_length,
    two_lengths,
    outputs,
    alike_but_not_equal,
    last_bits,
    prefixes,
    behind_what_a_hasher_took,
    groups_after_groups,
    groups_out_of_order,
    one_huge_among_many_tiny,
    whole_messages,
    trees,
];

fn of(begins: &str, is_sponge: bool) {
    let order = if is_sponge { BitOrder::LowestFirst } else { BitOrder::HighestFirst };
    for &algorithm in Algorithm::PLAIN.iter().filter(|it| it.name().starts_with(begins) && it.bit_order() == order) {
        for row in ROWS {
            row(&Function::plain(algorithm));
        }
    }
}

#[test]
fn of_sha3() {
    of("sha", true);
}

#[test]
fn of_other_sponges() {
    of("keccak", true);
    of("turboshake", true);
    of("kt", true);
}

#[test]
fn of_sha2() {
    of("sha", false);
}

#[test]
fn of_blake() {
    of("blake", false);
    of("blake", true);
}

/// With salts, keys, names and customization strings.
#[test]
fn of_functions_with_options() {
    for &algorithm in Algorithm::ALL.iter().filter(|algorithm| !algorithm.name().starts_with("tuple")) {
        let f = Function::new(Case::usual(algorithm, vec![]));
        for row in [behind_what_a_hasher_took, endings_across_blocks, mixed, last_bits] {
            row(&f);
        }
        // With a key or a name before and an ending behind, on a sponge's fast path.
        if matches!(algorithm, Algorithm::CShake128 | Algorithm::Kmac256 | Algorithm::KmacXof128) {
            alike_but_not_equal(&f);
            prefixes(&f);
        }
    }
}

/// Messages at one distance in one memory, which the last one ends: on every backend, overlapping and spaced.
#[test]
fn strided() {
    use crate::support::guard::{Edge, Flush};
    let data = message(1200, 33);
    for &algorithm in Algorithm::PLAIN {
        let bytes = algorithm.digest_bits() / 8;
        for len in [0, 1, 32, 64, 135, 136, 137, 168, 272] {
            for stride in [0, 1, len, len + 1, len + 3] {
                let counts = (1..=9).chain([17, 33]).filter(|count| stride * (count - 1) + len <= data.len());
                let of_each = (0..33).take_while(|i| i * stride + len <= data.len());
                let expected: Vec<u8> = of_each
                    .flat_map(|i| crate::support::expected(algorithm, &data[i * stride..][..len], 8 * len))
                    .collect();
                for count in counts {
                    let memory = Edge::of(&data[..stride * (count - 1) + len], Flush::turn(count));
                    let messages = Strided::new(&memory, len, stride, count).unwrap();
                    for backend in choices(algorithm) {
                        let mut out = Edge::new(bytes * count, Flush::turn(count));
                        algorithm.digest_many(backend, &messages, &mut out).unwrap();
                        assert!(
                            out[..] == expected[..bytes * count],
                            "{algorithm}, {backend:?}, {count} of {len} bytes, stride {stride}"
                        );
                    }
                }
            }
        }
    }
}

/// Nodes in one buffer behind what a hasher has absorbed, on every backend: only those that begin a message go to the kernel for nodes.
#[test]
fn strided_nodes_behind_others() {
    let data = message(700, 34);
    for absorbed in [0, 1, 32, 64, 128] {
        for (len, count) in [(64, 5), (32, 6), (63, 4), (31, 3), (0, 2)] {
            let messages = Strided::new(&data, len, len, count).unwrap();
            let whole = |i: usize| [&data[..absorbed], &data[i * len..][..len]].concat();
            let expected: Vec<u8> = (0..count).flat_map(|i| lanesum::sha256(&whole(i))).collect();
            for backend in choices(Algorithm::Sha256) {
                let mut hasher = Hasher::with_options(Algorithm::Sha256, backend).unwrap();
                hasher.update(&data[..absorbed]);
                let mut out = vec![0; 32 * count];
                hasher.finalize_many(&messages, 32, &mut out).unwrap();
                assert_eq!(out, expected, "{backend:?}, {count} of {len} bytes behind {absorbed}");
            }
        }
    }
}

/// Whatever is wrong, nothing is written.
#[test]
fn errors_change_nothing() {
    let messages = ["a", "b", "c"];
    for &algorithm in Algorithm::PLAIN {
        let (digest, forms) = (algorithm.digest_bits() / 8, algorithm.backends());
        let check = |backend: Option<Backend>, len: usize, expected: &[Error]| {
            let mut out = vec![0x5a; len];
            let error = algorithm.digest_many(backend, &messages, &mut out).unwrap_err();
            assert!(expected.contains(&error), "{algorithm}, {backend:?}: {error}");
            assert!(out.iter().all(|byte| *byte == 0x5a), "{algorithm}, {backend:?}: written in spite of {error}");
        };
        for backend in choices(algorithm) {
            // Not one digest for each message; output of any length may be long or short, but is equally long for each.
            for len in [0, 1, 3 * digest - 3, 3 * digest - 1, 3 * digest + 1, 3 * digest + 3, 4 * digest] {
                let expected = if algorithm.is_xof() { len - len % 3 } else { 3 * digest };
                if expected == len {
                    algorithm.digest_many(backend, &messages, &mut vec![0; len]).unwrap();
                } else {
                    check(backend, len, &[Error::Length { argument: "out", expected, got: len }]);
                }
            }
            let within = [Message::new(b"whole"), Message::from_bits(&[1, 1], 9).unwrap()];
            if algorithm.takes_whole_bytes() {
                let mut out = vec![0x5a; 2 * digest];
                assert_eq!(algorithm.digest_many(backend, &within, &mut out), Err(Error::WholeBytes));
                assert!(out.iter().all(|byte| *byte == 0x5a), "{algorithm}");
            }
        }
        for &backend in Backend::ALL.iter().filter(|backend| !forms.contains(backend) || !backend.is_available()) {
            let here = if forms.contains(&backend) {
                Error::BackendUnavailable(backend)
            } else {
                Error::NoForm { backend, forms }
            };
            check(Some(backend), 3 * digest, &[here, Error::OnlyInPapers(backend)]);
        }
    }
}

/// Other types that are messages.
#[test]
fn message_types() {
    let [one, two] = [b"one", b"two"].map(|body| crate::support::expected(Algorithm::Sha3_256, body, 24));
    let mut digests = [[0; 32]; 2];
    Sha3_256::digest_many(&["one", "two"], &mut digests).unwrap();
    assert_eq!(*digests.as_flattened(), [&one[..], &two].concat());
    Sha3_256::digest_many(&[b"two", b"one"], &mut digests).unwrap();
    assert_eq!(*digests.as_flattened(), [&two[..], &one].concat());
    Sha3_256::digest_many(&[Message::prefixed(b"o", b"ne"), "two".into()], &mut digests).unwrap();
    assert_eq!(*digests.as_flattened(), [one, two].concat());
}
