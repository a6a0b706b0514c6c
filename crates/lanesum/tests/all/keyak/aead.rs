//! The traits of the crate `aead`: the same as a session of one message.

use crate::support::message;
use aead::consts::{U16, U24, U32};
use aead::inout::InOutBuf;
use aead::{Aead, AeadCore, AeadInOut, Key, KeyInit, Nonce, Payload};
use lanesum::keyak::CryptLane;
use lanesum::keyak::{
    Forget, Keyak, KeyakAead, LakeKeyakAead, LunarKeyakAead, OceanKeyakAead, RiverKeyakAead, SeaKeyakAead, Start,
};

fn check<W: CryptLane, const P: usize, A>()
where
    A: KeyInit + AeadInOut + AeadCore<NonceSize = U24, TagSize = U16>,
{
    let key = Key::<A>::try_from(&message(A::key_size(), 1)[..]).unwrap();
    let nonce = Nonce::<A>::try_from(&message(24, 2)[..]).unwrap();
    let cipher = A::new(&key);
    for (len, metadata) in [(0, 0), (0, 9), (1, 0), (200, 30), (5000, 700)] {
        let (plaintext, metadata) = (message(len, 3), message(metadata, 4));
        let mut expected = plaintext.clone();
        let mut session = Keyak::<W, P>::start(&Start::new(&key, &nonce)).unwrap();
        let tag = session.wrap_in_place(&metadata, &mut expected, Forget::No).unwrap();

        let sealed = cipher.encrypt(&nonce, Payload { msg: &plaintext, aad: &metadata }).unwrap();
        assert_eq!(sealed, [&expected[..], &tag].concat());
        assert_eq!(cipher.decrypt(&nonce, Payload { msg: &sealed, aad: &metadata }).unwrap(), plaintext);

        // From one buffer to another.
        let mut out = vec![0; len];
        let buffer = InOutBuf::new(&plaintext, &mut out).unwrap();
        let detached = cipher.encrypt_inout_detached(&nonce, &metadata, buffer).unwrap();
        assert_eq!((&out, &detached[..]), (&expected, &tag[..]));
        let mut back = vec![0; len];
        let buffer = InOutBuf::new(&out, &mut back).unwrap();
        cipher.decrypt_inout_detached(&nonce, &metadata, buffer, &detached).unwrap();
        assert_eq!(back, plaintext);

        // A wrong tag, and one that is cut off.
        let mut wrong = detached;
        wrong[15] ^= 1;
        let buffer = InOutBuf::new(&out, &mut back).unwrap();
        cipher.decrypt_inout_detached(&nonce, &metadata, buffer, &wrong).unwrap_err();
        assert!(back.iter().all(|byte| *byte == 0));
        cipher.decrypt(&nonce, Payload { msg: &sealed[..len + 15], aad: &metadata }).unwrap_err();
        cipher.decrypt(&nonce, &sealed[..15]).unwrap_err();
    }
}

#[test]
fn single_messages() {
    check::<u32, 1, RiverKeyakAead>();
    check::<u64, 1, LakeKeyakAead>();
    check::<u64, 2, SeaKeyakAead>();
    check::<u64, 4, OceanKeyakAead>();
    check::<u64, 8, LunarKeyakAead>();
    check::<u64, 1, KeyakAead<u64, 1, U32>>();
}

#[test]
fn a_key_is_not_printed() {
    let cipher = LakeKeyakAead::new(&[7; 16].into());
    assert_eq!(format!("{cipher:?}"), "KeyakAead { .. }");
}
