//! Saved states of hashers: what is restored goes on as if nothing had been, whatever the backend; anything else is refused.
//! (`ways` saves all functions, `trees` those that have begun several leaves.)

use crate::support;

use digest::Update;
use digest::common::hazmat::SerializableState;
use lanesum::strengths::{Bits128, Bits256};
use lanesum::{Algorithm, Backend, CShake, Error, Hasher, Kmac, Kt, ParallelHash, SavedError, Sha512T, TupleHash};
use support::{message, resealed};

/// Bytes before the contents.
const HEAD: usize = 20;

/// FIPS 180-4, section 5.3.3, the number of bytes, and the block that has begun.
#[test]
fn the_format_is_the_documented_one() {
    let mut hasher = Hasher::new(Algorithm::Sha256);
    hasher.update(b"abc");
    let mut expected = b"lns\x01SHA-256\0\0\0\0\0\0\0\0\0".to_vec();
    for word in
        [0x6a09_e667_u32, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19]
    {
        expected.extend_from_slice(&word.to_be_bytes());
    }
    expected.extend_from_slice(&3_u128.to_be_bytes());
    expected.extend_from_slice(b"abc");
    expected.resize(expected.len() + 61 + 8, 0);
    assert_eq!(hasher.to_bytes(), resealed(&expected));
}

/// Bytes that are no saved state of this type: every byte damaged, cut off anywhere, and those of others.
fn refuses(good: &[u8], restore: &dyn Fn(&[u8]) -> Result<(), Error>) {
    assert_eq!(restore(good), Ok(()));
    for at in 0..good.len() {
        let mut bad = good.to_vec();
        bad[at] ^= 0x10;
        let expected = match at {
            0..3 => SavedError::Nothing,
            3 => SavedError::Version(0x11),
            _ => SavedError::Checksum,
        };
        assert_eq!(restore(&bad), Err(Error::Saved(expected)), "byte {at}");
    }
    for len in 0..good.len() {
        assert!(matches!(restore(&good[..len]), Err(Error::Saved(_))), "{len} bytes");
    }
    let mut other = good.to_vec();
    other[4..HEAD].copy_from_slice(b"SHA-0\0\0\0\0\0\0\0\0\0\0\0");
    assert_eq!(restore(&resealed(&other)), Err(Error::Saved(SavedError::Other)));
    for len in [good.len() - 1, good.len() + 1] {
        let mut other = good.to_vec();
        other.resize(len, 0);
        let result = restore(&resealed(&other));
        // A customization string may have any length.
        let has_string = good[4..].starts_with(b"KT");
        assert!(has_string || result == Err(Error::Saved(SavedError::Length)), "{len} bytes: {result:?}");
    }
}

/// The form of a type, which has one length.
fn form<T: SerializableState>(saved: &[u8]) -> Result<(), Error> {
    let saved = saved.try_into().map_err(|_| Error::Saved(SavedError::Length))?;
    // The trait's error says no more.
    T::deserialize(saved).map(drop).map_err(|_| Error::Saved(SavedError::Checksum))
}

#[test]
fn anything_else_is_refused() {
    for &algorithm in Algorithm::PLAIN {
        let mut hasher = Hasher::new(algorithm);
        hasher.update(&message(300, 3));
        refuses(&hasher.to_bytes(), &|saved| Hasher::from_bytes(saved).map(drop));
    }
    let mut kt = Kt::<Bits128>::new("");
    kt.update(&message(10_000, 3));
    let saved = kt.to_bytes();
    refuses(&saved, &|saved| Kt::<Bits128>::from_bytes(saved).map(drop));
    assert_eq!(Kt::<Bits256>::from_bytes(&saved).map(drop), Err(Error::Saved(SavedError::Other)));
    let mut by_name = Hasher::new(Algorithm::Kt128);
    by_name.update(&message(10_000, 3));
    assert_eq!(saved, by_name.to_bytes());
    assert_eq!(Hasher::from_bytes(&[]).map(drop), Err(Error::Saved(SavedError::Nothing)));
}

/// Damage of a type's form, and the state of another function.
#[test]
fn forms_of_types_refuse_anything_else() {
    fn refuses<T: SerializableState>(hasher: &T, name: &str) {
        let good = hasher.serialize();
        assert_eq!(good[..HEAD], *[b"lns\x01", name.as_bytes(), &[0; 16][name.len()..]].concat());
        assert_eq!(form::<T>(&good), Ok(()));
        for at in 0..good.len() {
            let mut bad = good.to_vec();
            bad[at] ^= 1;
            assert!(form::<T>(&bad).is_err(), "{name}: byte {at}");
        }
        let mut other = good.to_vec();
        other[4] ^= 1;
        assert!(form::<T>(&resealed(&other)).is_err(), "{name}");
    }
    let data = message(500, 8);
    refuses(&CShake::<Bits128>::new("", "x").chain(&data), "cSHAKE128");
    refuses(&CShake::<Bits256>::default().chain(&data), "cSHAKE256");
    refuses(&Kmac::<Bits128>::with_customization("key", "").chain(&data), "KMAC128");
    refuses(&TupleHash::<Bits256>::new(""), "TupleHash256");
    refuses(&ParallelHash::<Bits128>::new(100, "").unwrap().chain(&data), "ParallelHash128");
    refuses(&Sha512T::new(256).unwrap(), "SHA-512/t");
}

/// Restores a state.
type Restore = fn(&[u8]) -> Result<(), Error>;

/// The state, how it is restored, where in it which bytes are, and whether it is accepted.
type Row<'a> = (&'a [u8], Restore, usize, &'a [u8], bool);

/// Numbers that no hasher can have, with a checksum that is right, beside the nearest that one can have.
#[test]
fn impossible_numbers_are_refused() {
    let by_name = |name: &str| Hasher::new(name.parse().unwrap()).to_bytes();
    let hasher: Restore = |saved| Hasher::from_bytes(saved).map(drop);
    let [sponge, turbo, sha2, kt] = ["sha3-256", "turboshake128", "sha256", "kt128"].map(by_name);
    let cshake = CShake::<Bits128>::new("", "x").serialize();
    let parallel = ParallelHash::<Bits128>::new(100, "").unwrap().serialize();
    // Up to the first block, the chaining value tells t.
    let mut sha512t = Sha512T::new(256).unwrap();
    sha512t.update(&[0; 128]);
    let sha512t = sha512t.serialize();
    let counts = [1 << 63, 1 << 77, (1 << 77) + 8191].map(u128::to_be_bytes);
    let table: &[Row<'_>] = &[
        (&sponge, hasher, 200, &[135], true),
        (&sponge, hasher, 200, &[136], false),
        (&turbo, hasher, 201, &[0], false),
        (&turbo, hasher, 201, &[1], true),
        (&turbo, hasher, 201, &[0x7f], true),
        (&turbo, hasher, 201, &[0x80], false),
        // More bytes than a message can have; bytes of a block that has not begun.
        (&sha2, hasher, 32, &[1], false),
        (&sha2, hasher, 48, &[1], false),
        // So many leaves that no number counts them, or counts one more; a leaf's state where none has begun.
        (&kt, hasher, 0, &[0xff; 16], false),
        (&kt, hasher, 0, &counts[0], false),
        (&kt, hasher, 0, &counts[1], false),
        (&kt, hasher, 0, &counts[2], false),
        (&kt, hasher, 16, &[1], false),
        (&kt, hasher, 0, &[0; 16], true),
        // The places within the two blocks, then the bits that do not make a byte yet.
        (&cshake, form::<CShake<Bits128>>, 401, &[167], true),
        (&cshake, form::<CShake<Bits128>>, 401, &[168], false),
        (&cshake, form::<CShake<Bits128>>, 200, &[1], false),
        (&cshake, form::<CShake<Bits128>>, 402, &[0x7f, 7], true),
        (&cshake, form::<CShake<Bits128>>, 402, &[0x80, 7], false),
        (&cshake, form::<CShake<Bits128>>, 402, &[0, 8], false),
        // Blocks of 0 bytes; more bytes than a message can have, and some of a leaf that has not begun.
        (&parallel, form::<ParallelHash<Bits128>>, 0, &[0; 8], false),
        (&parallel, form::<ParallelHash<Bits128>>, 8, &[0xff; 16], false),
        (&parallel, form::<ParallelHash<Bits128>>, 24, &[1], false),
        (&sha512t, form::<Sha512T>, 0, &0_u16.to_be_bytes(), false),
        (&sha512t, form::<Sha512T>, 0, &1_u16.to_be_bytes(), true),
        (&sha512t, form::<Sha512T>, 0, &384_u16.to_be_bytes(), false),
        (&sha512t, form::<Sha512T>, 0, &511_u16.to_be_bytes(), true),
        (&sha512t, form::<Sha512T>, 0, &512_u16.to_be_bytes(), false),
    ];
    for (i, (good, restore, at, bytes, accepted)) in table.iter().enumerate() {
        let mut saved = good.to_vec();
        saved[HEAD + at..][..bytes.len()].copy_from_slice(bytes);
        assert_eq!(restore(&resealed(&saved)).is_ok(), *accepted, "row {i}: {bytes:x?} at {at}");
    }
    // The most bytes of all, and one more leaf. What has absorbed more than a block is not all zeroes.
    let mut most = kt.clone();
    most[HEAD + 215] = 1;
    most[HEAD + 415] = 1;
    most[HEAD..HEAD + 16].copy_from_slice(&((1_u128 << 63) - 1).to_be_bytes());
    let mut hasher = Hasher::from_bytes(&resealed(&most)).unwrap();
    hasher.update(&message(10_000, 3));
    let _ = hasher.finalize().read(&mut [0; 32]);
}

/// Whatever is restored, the backend is the best one here.
#[test]
fn the_backend_is_chosen_anew() {
    let portable = Hasher::with_backend(Algorithm::Sha256, Backend::Portable).unwrap();
    let restored = Hasher::from_bytes(&portable.to_bytes()).unwrap();
    assert_eq!(restored.backend(), Hasher::new(Algorithm::Sha256).backend());
}
