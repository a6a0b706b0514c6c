//! A message over several machines: split anywhere, finished in any order, sent as bytes.

use super::support::{backends, message};
use super::{Both, digest, expected, hashers};
use lanesum::digest::Update;
use lanesum::subtrees::{CHUNK_BYTES, FinalNode, LastSubtree, Leaves, Subtree};
use lanesum::{Error, Kt, SavedError, strengths};
use std::collections::BTreeMap;
use std::num::NonZeroU64;

type S128 = strengths::Bits128;

fn number(i: u64) -> NonZeroU64 {
    NonZeroU64::new(i).unwrap()
}

/// Leaves from number `first` on; `data` is all of the message.
fn leaves<S: Both>(data: &[u8], first: u64, to: u64, piece: usize) -> Leaves<S> {
    let begin = first as usize * CHUNK_BYTES;
    let end = data.len().min(to as usize * CHUNK_BYTES);
    let mut leaves = Leaves::<S>::new(number(first));
    data[begin..end].chunks(piece).for_each(|piece| leaves.update(piece));
    leaves
}

fn read(reader: lanesum::Reader) -> String {
    let mut out = [0; 32];
    { reader }.read(&mut out);
    super::support::hex(&out)
}

/// The message in subtrees that begin at the leaves `cuts`, made in the order of `order`, everything through bytes.
fn split<S: Both>(data: &[u8], customization: &[u8], cuts: &[u64], order: &[usize], piece: usize) -> String {
    let ends = cuts[1..].iter().copied();
    let runs: Vec<(u64, Option<u64>)> = cuts.iter().copied().zip(ends.map(Some).chain([None])).collect();
    let mut done = BTreeMap::new();
    let mut last = None;
    for &i in order {
        let (first, end) = runs[i];
        match end {
            Some(end) => {
                let subtree = leaves::<S>(data, first, end, piece).finish().unwrap();
                assert_eq!((subtree.first().get(), subtree.next().get(), subtree.leaves()), (first, end, end - first));
                done.insert(first, subtree.to_bytes());
            }
            None => last = Some(leaves::<S>(data, first, u64::MAX >> 20, piece).finish_last(customization).to_bytes()),
        }
    }
    let mut node = FinalNode::<S>::new(data.first_chunk().unwrap());
    for saved in done.into_values() {
        node.absorb(&Subtree::from_bytes(&saved).unwrap()).unwrap();
        // As if every subtree came after another crash.
        node = FinalNode::from_bytes(&node.to_bytes()).unwrap();
    }
    read(node.finish(&LastSubtree::from_bytes(&last.unwrap()).unwrap()).unwrap())
}

/// In any order of completion. (The fuzz target `modes` splits anywhere.)
#[test]
fn any_order() {
    fn check<S: Both>() {
        for (len, cuts, order) in [
            (9 * CHUNK_BYTES + 5, &[1, 2, 5, 9][..], &[3, 1, 0, 2][..]),
            (80 * CHUNK_BYTES, &[1, 8, 9, 17, 40, 79], &[5, 4, 3, 2, 1, 0]),
        ] {
            for custom in [0, 300, 20_000] {
                let (data, custom) = (message(len, 1), message(custom, 2));
                let whole = digest(Kt::<S>::default().chain(&data), &custom);
                for piece in [1000, 9000, 1 << 20] {
                    assert_eq!(split::<S>(&data, &custom, cuts, order, piece), whole, "{len}, {piece}");
                }
            }
        }
    }
    check::<S128>();
    check::<strengths::Bits256>();
}

/// Where the message ends at a chunk's border, the last leaf has nothing of it.
#[test]
fn ends_at_borders() {
    for len in [8192, 8193, 2 * 8192 - 1, 2 * 8192, 9 * 8192, 9 * 8192 + 8191] {
        let data = message(len, 3);
        for custom in [0, 1, 8190, 8191, 8192] {
            let custom = message(custom, 4);
            let end = (len / CHUNK_BYTES) as u64;
            let whole = expected::<S128>(&data, &custom);
            assert_eq!(split::<S128>(&data, &custom, &[1], &[0], len), whole, "{len}");
            if end > 1 {
                assert_eq!(split::<S128>(&data, &custom, &[1, end], &[1, 0], len), whole, "{len}");
            }
        }
    }
    let empty = Leaves::<S128>::new(number(5)).finish_last(b"");
    assert_eq!((empty.first().get(), empty.leaves()), (5, 1));
}

/// Every backend, and one run kept piece by piece.
#[test]
fn backends_and_runs() {
    let data = message(40 * CHUNK_BYTES + 100, 5);
    let whole = digest(hashers::<S128>().remove(0).1.chain(&data), b"c");
    for backend in backends() {
        let mut node = FinalNode::<S128>::with_backend(backend, data.first_chunk().unwrap()).unwrap();
        let mut leaves = Leaves::with_backend(backend, number(1)).unwrap();
        let mut from = CHUNK_BYTES;
        for count in [1, 0, 8, 3, 17] {
            leaves.update(&data[from..from + count * CHUNK_BYTES]);
            from += count * CHUNK_BYTES;
            assert_eq!(leaves.next().get() as usize, from / CHUNK_BYTES);
            let subtree = leaves.finish().unwrap();
            assert_eq!(subtree.leaves(), count as u64);
            node.absorb(&subtree).unwrap();
            assert_eq!(node.next(), leaves.next());
        }
        leaves.update(&data[from..]);
        assert_eq!(read(node.finish(&leaves.finish_last(b"c")).unwrap()), whole, "{backend}");
    }
}

#[test]
fn subtrees_can_be_joined() {
    let data = message(12 * CHUNK_BYTES + 100, 6);
    let whole = expected::<S128>(&data, b"");
    let mut first = leaves::<S128>(&data, 1, 4, 10_000).finish().unwrap();
    let second = leaves::<S128>(&data, 4, 9, 10_000).finish().unwrap();
    let mut last = leaves::<S128>(&data, 9, 99, 10_000).finish_last(b"");
    let wrong = Error::LeafOrder { expected: 9, got: 4 };
    assert_eq!(second.clone().append(&second), Err(wrong));
    assert_eq!(last.prepend(&first), Err(Error::LeafOrder { expected: 4, got: 9 }));
    first.append(&second).unwrap();
    assert_eq!((first.first().get(), first.leaves()), (1, 8));
    last.prepend(&first).unwrap();
    assert_eq!((last.first().get(), last.leaves()), (1, 12));
    let node = FinalNode::<S128>::new(data.first_chunk().unwrap());
    assert_eq!(read(node.finish(&last).unwrap()), whole);
}

#[test]
fn misuse_is_refused() {
    let data = message(12 * CHUNK_BYTES, 7);
    let mut part = Leaves::<S128>::new(number(1));
    part.update(&data[..CHUNK_BYTES + 17]);
    assert_eq!(part.finish(), Err(Error::PartOfLeaf { bytes: 17 }));
    part.update(&data[CHUNK_BYTES + 17..2 * CHUNK_BYTES]);
    let subtree = part.finish().unwrap();
    assert_eq!(subtree.leaves(), 2, "an error loses nothing");
    let mut node = FinalNode::<S128>::new(data.first_chunk().unwrap());
    node.absorb(&subtree).unwrap();
    let again = Error::LeafOrder { expected: 3, got: 1 };
    assert_eq!(node.absorb(&subtree), Err(again));
    let last = Leaves::<S128>::new(number(4)).finish_last(b"");
    assert_eq!(node.clone().finish(&last).unwrap_err(), Error::LeafOrder { expected: 3, got: 4 });
    assert_eq!(
        Error::PartOfLeaf { bytes: 17 }.to_string(),
        "the last leaf has 17 bytes: all but the last one of a message must have 8192"
    );
    assert_eq!(again.to_string(), "leaf 3 comes next, not leaf 1");
}

/// Loads saved bytes, and returns the error if they are refused.
type Load = fn(&[u8]) -> Option<Error>;

/// Everything that was saved, with any one byte changed, cut short, or taken for something else.
#[test]
fn saved_bytes_are_checked() {
    let data = message(3 * CHUNK_BYTES, 8);
    let mut run = leaves::<S128>(&data, 1, 3, 9000);
    let subtree = run.finish().unwrap();
    let last = run.finish_last(b"x");
    let mut node = FinalNode::<S128>::new(data.first_chunk().unwrap());
    node.absorb(&subtree).unwrap();
    let (subtree, last, node) = (subtree.to_bytes(), last.to_bytes(), node.to_bytes());
    assert_eq!([subtree.len(), last.len(), node.len()], [8 + 16 + 64 + 16, 8 + 16 + 32 + 16, 8 + 8 + 200 + 16]);
    let all: [(&[u8], Load); 3] = [
        (&subtree, |saved| Subtree::<S128>::from_bytes(saved).err()),
        (&last, |saved| LastSubtree::<S128>::from_bytes(saved).err()),
        (&node, |saved| FinalNode::<S128>::from_bytes(saved).err()),
    ];
    for (i, (saved, load)) in all.iter().enumerate() {
        assert_eq!(load(saved), None);
        for (j, (_, other)) in all.iter().enumerate() {
            assert_eq!(other(saved).is_some(), i != j);
        }
        for at in 0..saved.len() {
            let mut wrong = saved.to_vec();
            wrong[at] ^= 0x10;
            let expected = match at {
                0..4 => SavedError::Nothing,
                4 => SavedError::Version(0x12),
                _ => SavedError::Checksum,
            };
            assert_eq!(load(&wrong), Some(Error::Saved(expected)), "byte {at}");
            assert!(load(&saved[..at]).is_some());
        }
        let longer = [saved, &[0][..]].concat();
        assert_eq!(load(&longer), Some(Error::Saved(SavedError::Checksum)));
    }
    let other = Subtree::<strengths::Bits256>::from_bytes(&subtree).unwrap_err();
    assert_eq!(other, Error::Saved(SavedError::Other));
    assert_eq!(other.to_string(), "invalid saved state: it is of something else, or of another function");
}

#[cfg(feature = "rayon")]
#[test]
fn leaves_over_threads() {
    let data = message(200 * CHUNK_BYTES + 5, 9);
    let whole = digest(Kt::<S128>::default().chain(&data), b"");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let mut leaves = Leaves::<S128>::new(number(1));
    leaves.update(&data[CHUNK_BYTES..20_000]);
    let done = std::sync::atomic::AtomicU64::new(0);
    pool.install(|| {
        leaves.update_rayon_with(&data[20_000..], |bytes| {
            done.fetch_add(bytes, std::sync::atomic::Ordering::Relaxed);
        });
    });
    assert_eq!(done.into_inner() as usize, data.len() - 20_000);
    let node = FinalNode::<S128>::new(data.first_chunk().unwrap());
    assert_eq!(read(node.finish(&leaves.finish_last(b"")).unwrap()), whole);
}
