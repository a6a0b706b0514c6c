//! HMAC and PBKDF2 by SHA-256.

use std::hint::black_box;
use std::num::NonZeroU32;

use hmac::{Hmac, KeyInit, Mac};
use lanesum::{Sha256, Strided};

use super::row::{Call, Calls};

const ITERATIONS: NonZeroU32 = NonZeroU32::new(100).unwrap();
const PASSWORD: &[u8] = b"password";

/// Of `ring`, and of AWS-LC, which has the same interface: a call for each row.
macro_rules! as_ring {
    ($rows:ident, $data:ident, $($name:literal: $of:ident),*) => { $(
        #[cfg(feature = $name)]
        {
            use ::$of::{hmac, pbkdf2};
            let key = move || hmac::Key::new(hmac::HMAC_SHA256, &$data[1000..1032]);
            let tag = |key: &hmac::Key, body: &[u8], out: &mut [u8; 32]| out.copy_from_slice(hmac::sign(key, body).as_ref());
            let kept = key();
            let derive = move |out: &mut [[u8; 32]]| {
                let salt = &black_box($data)[..16];
                pbkdf2::derive(pbkdf2::PBKDF2_HMAC_SHA256, ITERATIONS, salt, PASSWORD, out.as_flattened_mut());
            };
            $rows[0].2.push(($name, Box::new(move |out| tag(&key(), &black_box($data)[..100], &mut out[0]))));
            $rows[1].2.push(($name, each($data, move |body, out| tag(&kept, body, out))));
            $rows[2].2.push(($name, Box::new(derive)));
        }
    )* };
}

/// A call for each of the messages of 100 bytes.
fn each<'a>(data: &'a [u8], tag: impl Fn(&[u8], &mut [u8; 32]) + 'a) -> Call<'a> {
    Box::new(move |out| out.iter_mut().zip(black_box(data).chunks_exact(100)).for_each(|(out, body)| tag(body, out)))
}

/// The rows: a message under a new key, 64 under one, and four blocks of a key.
pub(super) fn keyed(data: &[u8]) -> [(String, usize, Calls<'_>); 3] {
    macro_rules! by_crate {
        ($hasher:ty) => {
            Box::new(move |out| {
                let mac = Hmac::<$hasher>::new_from_slice(&data[1000..1032]).expect("any length");
                out[0] = mac.chain_update(&black_box(data)[..100]).finalize().into_bytes().into();
            })
        };
    }
    let new_key: Calls<'_> = vec![
        ("Hmac<Sha256>", by_crate!(Sha256)),
        ("Sha256::hmac", Box::new(move |out| out[0] = Sha256::hmac(&data[1000..1032], &black_box(data)[..100]).into())),
        ("sha2", by_crate!(sha2::Sha256)),
    ];
    let together = move |out: &mut [[u8; 32]]| {
        let bodies = Strided::new(black_box(data), 100, 100, 64).expect("enough data");
        Sha256::hmac_many(&data[1000..1032], &bodies, out).expect("as many places");
    };
    let kept = Hmac::<sha2::Sha256>::new_from_slice(&data[1000..1032]).expect("any length");
    let by_sha2 = move |body: &[u8], out: &mut [u8; 32]| {
        *out = kept.clone().chain_update(body).finalize().into_bytes().into();
    };
    let derive = move |out: &mut [[u8; 32]]| {
        Sha256::pbkdf2(PASSWORD, &black_box(data)[..16], ITERATIONS, out.as_flattened_mut()).expect("short");
    };
    let of_password = Hmac::<sha2::Sha256>::new_from_slice(PASSWORD).expect("any length");
    let derive_by_sha2 = move |out: &mut [[u8; 32]]| {
        for (i, out) in (1_u32..).zip(out) {
            let salted = of_password.clone().chain_update(&black_box(data)[..16]).chain_update(i.to_be_bytes());
            let mut last: [u8; 32] = salted.finalize().into_bytes().into();
            *out = last;
            for _ in 1..ITERATIONS.get() {
                last = of_password.clone().chain_update(last).finalize().into_bytes().into();
                out.iter_mut().zip(last).for_each(|(out, byte)| *out ^= byte);
            }
        }
    };
    let many: Calls<'_> = vec![("hmac_many", Box::new(together)), ("sha2", each(data, by_sha2))];
    let derived: Calls<'_> = vec![("pbkdf2", Box::new(derive)), ("sha2", Box::new(derive_by_sha2))];
    #[allow(unused_mut)] // without rivals in C
    let mut rows = [
        ("HMAC of 100 B, new key".to_owned(), 1, new_key),
        ("HMAC of 64 times 100 B".to_owned(), 64, many),
        ("PBKDF2, 100 iterations, 4".to_owned(), 4, derived),
    ];
    as_ring!(rows, data, "ring": ring, "aws-lc-rs": aws_lc_rs);
    #[cfg(feature = "openssl")]
    {
        use openssl::{hash::MessageDigest, pkcs5::pbkdf2_hmac, pkey::PKey, pkey::Private, sign::Signer};
        let key = move || PKey::hmac(&data[1000..1032]).expect("any length");
        let tag = |key: &PKey<Private>, body: &[u8], out: &mut [u8; 32]| {
            let mut signer = Signer::new(MessageDigest::sha256(), key).expect("OpenSSL has it");
            assert!(signer.sign_oneshot(out, body).is_ok(), "OpenSSL has it");
        };
        let kept = key();
        let derive = move |out: &mut [[u8; 32]]| {
            let (salt, out) = (&black_box(data)[..16], out.as_flattened_mut());
            let iterations = ITERATIONS.get() as usize;
            pbkdf2_hmac(PASSWORD, salt, iterations, MessageDigest::sha256(), out).expect("OpenSSL has it");
        };
        rows[0].2.push(("openssl", Box::new(move |out| tag(&key(), &black_box(data)[..100], &mut out[0]))));
        rows[1].2.push(("openssl", each(data, move |body, out| tag(&kept, body, out))));
        rows[2].2.push(("openssl", Box::new(derive)));
    }
    rows
}
