//! Digests into places that are not arrays, such as `alloy_primitives::B256`: by every function, and all ways to call it.

use hmac::{KeyInit, Mac, SimpleHmac};
use lanesum::digest::Update;
use lanesum::{
    Algorithm, Blake3, DigestMany, Error, FixedFunction, FixedHash, Hasher, Message, Options, Sha256, Shake128,
    functions,
};

use crate::support::{expected, expected_output, message};

/// A place that is longer than its digest, which does not begin where the place does.
#[derive(Clone, Debug, PartialEq)]
struct Row<T>(u16, T);

impl<T: AsMut<[u8]>> AsMut<[u8]> for Row<T> {
    fn as_mut(&mut self) -> &mut [u8] {
        self.1.as_mut()
    }
}

type Rows = Vec<Row<Vec<u8>>>;

fn rows(count: usize, bytes: usize) -> Rows {
    (0..count).map(|i| Row(i as u16, vec![0xee; bytes])).collect()
}

/// Around a run of 64, ragged: neighbours have other numbers of blocks.
fn messages(count: usize) -> Vec<Vec<u8>> {
    (0..count).map(|i| message([64, 0, 200, 136, 55, 1000, 64, 111][i % 8] + i / 64, i as u64)).collect()
}

const COUNTS: [usize; 6] = [0, 1, 5, 64, 65, 150];

/// Places of wrong lengths and numbers are refused before anything is written.
#[track_caller]
fn refuses(count: usize, bytes: usize, call: &dyn Fn(&mut Rows) -> Result<(), Error>) {
    let mut out = rows(count + 1, bytes);
    assert_eq!(call(&mut out), Err(Error::Length { argument: "out", expected: count, got: count + 1 }));
    for wrong in [bytes - 1, bytes + 1] {
        let mut out = rows(count, bytes);
        out[count - 1].1.resize(wrong, 0xee);
        let before = out.clone();
        assert_eq!(call(&mut out), Err(Error::Length { argument: "out[i]", expected: bytes, got: wrong }));
        assert_eq!(out, before);
    }
}

/// A name, the call, and what it should make of each message.
type Call<'a> = (&'a str, &'a dyn Fn(&[Vec<u8>], &mut Rows) -> Result<(), Error>, &'a dyn Fn(&[u8]) -> Vec<u8>);

#[test]
fn types_of_functions() {
    fn check<F: FixedFunction>() {
        let (algorithm, bytes) = (F::ALGORITHM, F::ALGORITHM.digest_bits() / 8);
        let hash = |message: &[u8]| expected(algorithm, message, 8 * message.len());
        let after = |message: &[u8]| hash(&[b"begun", message].concat());
        let hmac = |message: &[u8]| {
            let mac = SimpleHmac::<FixedHash<F>>::new_from_slice(b"key").unwrap();
            mac.chain_update(message).finalize().into_bytes().to_vec()
        };
        let calls: [Call<'_>; _] = [
            ("digest_many", &|all, out| FixedHash::<F>::digest_many(all, out), &hash),
            #[cfg(feature = "rayon")]
            ("digest_many_rayon", &|all, out| FixedHash::<F>::digest_many_rayon(all, out), &hash),
            ("finalize_many", &|all, out| FixedHash::<F>::new().chain(b"begun").finalize_many(all, out), &after),
            (
                "finalize_many_into",
                &|all, out| FixedHash::<F>::new().chain(b"begun").finalize_many_into(all, out),
                &after,
            ),
            ("hmac_many", &|all, out| FixedHash::<F>::hmac_many(b"key", all, out), &hmac),
            ("hmac_many_keys", &|all, out| FixedHash::<F>::hmac_many_keys(&vec!["key"; all.len()], all, out), &hmac),
        ];
        for (way, call, expected) in calls {
            for count in COUNTS {
                let messages = messages(count);
                let mut out = rows(count, bytes);
                call(&messages, &mut out).unwrap();
                for (i, (place, message)) in out.into_iter().zip(&messages).enumerate() {
                    assert_eq!(place, Row(i as u16, expected(message)), "{algorithm}, {way}, {i} of {count}");
                }
            }
            if way == "finalize_many_into" {
                continue; // all places of another length are outputs of another length
            }
            refuses(130, bytes, &|out| call(&messages(130), out));
        }
        // Arrays of another length.
        let short = Error::Length { argument: "out[i]", expected: bytes, got: 20 };
        assert_eq!(FixedHash::<F>::digest_many(&["a"], &mut [[0; 20]]), Err(short));
        let mut wrong = [[7; 32], [7; 32]];
        let fits = FixedHash::<F>::digest_many(&["a", "b"], &mut wrong);
        assert_eq!(fits.is_ok(), bytes == 32);
        assert_eq!(wrong == [[7; 32]; 2], bytes != 32);
    }
    macro_rules! each {
        ($($name:ident $one:ident $bits:ident;)*) => { $( check::<functions::$name>(); )* };
        (: $($rest:tt)*) => { each!($($rest)*) };
    }
    with_fixed!(each);
}

/// By name, each function of the table; outputs of one byte, of a digest, and of more than the buffer between.
#[test]
fn all_functions() {
    for &algorithm in Algorithm::ALL {
        let options = if algorithm.needs_key() { Options::new().key(b"key") } else { Options::new() };
        let hasher = Hasher::with_options(algorithm, options).unwrap();
        let bytes = hasher.digest_bytes();
        let lengths = if algorithm.has_any_length() { vec![0, 1, bytes, 65, 4097] } else { vec![1, bytes] };
        for len in lengths {
            let messages = messages(67);
            let mut out = rows(67, len);
            hasher.finalize_many_into(&messages, &mut out).unwrap();
            for (i, (place, message)) in out.into_iter().zip(&messages).enumerate() {
                let mut one = vec![0; len];
                algorithm.digest(options, message, &mut one).unwrap();
                assert_eq!(place, Row(i as u16, one), "{algorithm}, {i}, {len} bytes");
            }
        }
        refuses(70, bytes, &|out| hasher.finalize_many_into(&messages(70), out));
    }
    // One of them by the reference, into borrowed places.
    let mut file = [0; 101];
    let (head, body) = file.split_at_mut(50);
    Shake128::new().finalize_many_into(&["left", "right"], &mut [head, &mut body[1..]]).unwrap();
    assert_eq!(file[..50], expected_output(Algorithm::Shake128, b"left", 32, 400));
    assert_eq!(file[51..], expected_output(Algorithm::Shake128, b"right", 40, 400));
    Sha256::new().finalize_many_into::<[&str], [u8; 32]>(&[], &mut []).unwrap();
}

#[test]
fn blake3() {
    for count in COUNTS {
        let messages = messages(count);
        let mut out = rows(count, 32);
        Blake3::digest_many(&messages, &mut out).unwrap();
        for (place, message) in out.iter().zip(&messages) {
            assert_eq!(place.1, expected(Algorithm::Blake3, message, 8 * message.len()));
        }
    }
    refuses(70, 32, &|out| Blake3::digest_many(&messages(70), out));
    // An error of the last message.
    let mut bits = vec![Message::new(b"abc"); 70];
    bits[69] = bits[69].with_last_bits(0, 1).unwrap();
    let mut out = rows(70, 32);
    assert_eq!(Blake3::digest_many(&bits, &mut out), Err(Error::WholeBytes));
    assert_eq!(out, rows(70, 32));
}
