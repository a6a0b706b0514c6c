//! The traits of the crate `aead` for Keyak and Ketje: the same as a session of one message.

use crate::support::message;
use ::aead::consts::U32;
use ::aead::inout::InOutBuf;
use ::aead::{Aead, AeadInOut, Key, KeyInit, Nonce, Payload};
use lanesum::hazmat::TwistedState;
use lanesum::ketje::{Ketje, KetjeJrAead, KetjeMajorAead, KetjeMinorAead, KetjeSrAead, KetjeState};
use lanesum::keyak::{
    CryptLane, Forget, Keyak, KeyakAead, LakeKeyakAead, LunarKeyakAead, OceanKeyakAead, RiverKeyakAead, SeaKeyakAead,
    Start,
};

/// `wrap` encrypts data in place with a key, a nonce and metadata, and returns the tag.
fn check<A: KeyInit + AeadInOut>(wrap: impl Fn([&[u8]; 3], &mut [u8]) -> Vec<u8>) {
    let key = Key::<A>::try_from(&message(A::key_size(), 1)[..]).unwrap();
    let nonce = Nonce::<A>::try_from(&message(size_of::<Nonce<A>>(), 2)[..]).unwrap();
    let cipher = A::new(&key);
    for (len, metadata) in [(0, 0), (0, 9), (1, 0), (200, 30), (5000, 700)] {
        let (plaintext, metadata) = (message(len, 3), message(metadata, 4));
        let mut expected = plaintext.clone();
        let tag = wrap([&key, &nonce, &metadata], &mut expected);
        let sealed = cipher.encrypt(&nonce, Payload { msg: &plaintext, aad: &metadata }).unwrap();
        assert_eq!(sealed, [&expected[..], &tag].concat());
        assert_eq!(cipher.decrypt(&nonce, Payload { msg: &sealed, aad: &metadata }).unwrap(), plaintext);

        // From one buffer to another.
        let (mut out, mut back) = (vec![0; len], vec![7; len]);
        let buffer = InOutBuf::new(&plaintext, &mut out).unwrap();
        let mut detached = cipher.encrypt_inout_detached(&nonce, &metadata, buffer).unwrap();
        assert_eq!((&out, &detached[..]), (&expected, &tag[..]));
        let buffer = InOutBuf::new(&out, &mut back).unwrap();
        cipher.decrypt_inout_detached(&nonce, &metadata, buffer, &detached).unwrap();
        assert_eq!(back, plaintext);

        // A wrong tag, and one that is cut off.
        detached[0] ^= 0x80;
        let buffer = InOutBuf::new(&out, &mut back).unwrap();
        cipher.decrypt_inout_detached(&nonce, &metadata, buffer, &detached).unwrap_err();
        assert!(back.iter().all(|byte| *byte == 0));
        let cut = &sealed[..sealed.len() - 1];
        cipher.decrypt(&nonce, Payload { msg: cut, aad: &metadata }).unwrap_err();
        cipher.decrypt(&nonce, &sealed[..tag.len() - 1]).unwrap_err();
    }
}

fn keyak<W: CryptLane, const P: usize, A: KeyInit + AeadInOut>() {
    check::<A>(|[key, nonce, metadata], data| {
        let mut session = Keyak::<W, P>::start(&Start::new(key, nonce)).unwrap();
        session.wrap_in_place(metadata, data, Forget::No).unwrap().to_vec()
    });
}

fn ketje<S: KetjeState, A: KeyInit + AeadInOut, const T: usize>() {
    check::<A>(|[key, nonce, metadata], data| {
        Ketje::<S>::new(key, nonce).unwrap().wrap_in_place::<T>(metadata, data).unwrap().to_vec()
    });
}

#[test]
fn single_messages() {
    keyak::<u32, 1, RiverKeyakAead>();
    keyak::<u64, 1, LakeKeyakAead>();
    keyak::<u64, 2, SeaKeyakAead>();
    keyak::<u64, 4, OceanKeyakAead>();
    keyak::<u64, 8, LunarKeyakAead>();
    keyak::<u64, 1, KeyakAead<u64, 1, U32>>();
    ketje::<TwistedState<u8>, KetjeJrAead, 12>();
    ketje::<TwistedState<u16>, KetjeSrAead, 16>();
    ketje::<TwistedState<u32>, KetjeMinorAead, 16>();
    ketje::<TwistedState<u64>, KetjeMajorAead, 16>();
}
