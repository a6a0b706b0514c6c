//! Sessions of Keyak and Ketje: wrapped on one backend, unwrapped on another, one in four compared with the reference, too, and ended by a
//! forged tag, message or metadata.

use arbitrary::{Result, Unstructured};
use lanesum::hazmat::{State, TwistedState};
use lanesum::ketje::{Ketje, KetjeState, Packet, StepLane};
use lanesum::keyak::{CryptLane, Forget, Keyak, Start};
use lanesum::{Algorithm, Backend, Error};
use reference::{BitString, Width, ketje, keyak};

use super::check::{holds, same};
use super::input::{asks_the_reference, backend, bytes};

pub fn encryption(u: &mut Unstructured<'_>) -> Result<()> {
    match u.int_in_range(0..=10_u8)? {
        0 => keyak_session::<u32, 1>(u),
        1 => keyak_session::<u64, 1>(u),
        2 => keyak_session::<u64, 2>(u),
        3 => keyak_session::<u64, 4>(u),
        4 => keyak_session::<u64, 8>(u),
        5 => ketje_session::<TwistedState<u8>, u8>(u, ketje::Version::Two),
        6 => ketje_session::<TwistedState<u16>, u16>(u, ketje::Version::Two),
        7 => ketje_session::<TwistedState<u32>, u32>(u, ketje::Version::Two),
        8 => ketje_session::<TwistedState<u64>, u64>(u, ketje::Version::Two),
        9 => ketje_session::<State<u8>, u8>(u, ketje::Version::One),
        _ => ketje_session::<State<u16>, u16>(u, ketje::Version::One),
    }
}

/// A message, its metadata, and at which bit of the two and the tag it is forged.
struct Wrapped {
    data: Vec<u8>,
    metadata: Vec<u8>,
    forged: Option<usize>,
}

impl Wrapped {
    fn new(u: &mut Unstructured<'_>, most: usize) -> Result<Self> {
        let metadata = if u.arbitrary()? { bytes(u, 300)? } else { Vec::new() };
        let forged = if u.ratio(1, 4)? { Some(u.arbitrary()?) } else { None };
        Ok(Self { data: bytes(u, most)?, metadata, forged })
    }

    /// Flips the bit in one of the three.
    fn forge(&self, metadata: &mut [u8], data: &mut [u8], tag: &mut [u8]) {
        let bit = self.forged.unwrap_or(0) % (8 * (metadata.len() + data.len() + tag.len()));
        let byte = metadata.iter_mut().chain(data).chain(tag).nth(bit / 8);
        *byte.expect("one of them") ^= 1 << (bit % 8);
    }
}

fn keyak_session<W: CryptLane, const P: usize>(u: &mut Unstructured<'_>) -> Result<()> {
    let asks = asks_the_reference(u);
    let [key, nonce] = [bytes(u, Keyak::<W, P>::MAX_KEY_BYTES)?, bytes(u, 300)?];
    let [tagged, forget]: [bool; 2] = u.arbitrary()?;
    let flag = |forget| if forget { Forget::Yes } else { Forget::No };
    let fits = |backend| Keyak::<W, P>::start(&Start::new(b"", b"").backend(backend)).is_ok();
    let start = |u: &mut _| {
        let backend = backend(u, Algorithm::Sha3_256, fits)?;
        Ok(Start::new(&key, &nonce).forget(flag(forget)).backend(backend))
    };
    let (from, to) = (start(u)?, start(u)?);
    let width = Width::from_bits(200 * W::BYTES).expect("a width");
    let suv = keyak::suv(width, &key, &nonce);
    let mut model = asks.then(|| keyak::Motorist::start(width, P, &suv, tagged, forget));
    let (mut from, mut to) = if tagged {
        let (from, tag) = Keyak::<W, P>::start_tagged(&from).expect("it fits");
        if let Some((_, start_tag)) = &model {
            same("encryption: Keyak's first tag", &tag, start_tag);
        }
        let mut wrong = tag;
        wrong[nonce.len() % 16] ^= 1;
        holds("encryption: Keyak's first tag is looked at", Keyak::<W, P>::start_verified(&to, &wrong).is_err());
        (from, Keyak::<W, P>::start_verified(&to, &tag).expect("the right tag"))
    } else {
        (Keyak::<W, P>::start(&from).expect("it fits"), Keyak::<W, P>::start(&to).expect("it fits"))
    };
    for _ in 0..u.int_in_range(1..=4_u8)? {
        let most = if u.ratio(1, 8)? { 6 * Keyak::<W, P>::BLOCK_BYTES } else { 400 };
        let wrapped = Wrapped::new(u, most)?;
        let forget = u.arbitrary()?;
        let mut data = wrapped.data.clone();
        let tag = from.wrap_in_place(&wrapped.metadata, &mut data, flag(forget)).expect("the session goes on");
        if let Some((model, _)) = &mut model {
            let (ciphertext, expected) = model.wrap(keyak::Way::Wrap, &wrapped.data, &wrapped.metadata, forget);
            same("encryption: Keyak's ciphertext, the reference", &data, &ciphertext);
            same("encryption: Keyak's tag, the reference", &tag, &expected);
        }
        if wrapped.forged.is_some() {
            let (mut metadata, mut data, mut tag) = (wrapped.metadata.clone(), data, tag);
            wrapped.forge(&mut metadata, &mut data, &mut tag);
            let refused = to.unwrap_in_place(&metadata, &mut data, &tag, flag(forget));
            holds("encryption: Keyak refuses a forgery", refused == Err(Error::WrongTag));
            holds("encryption: Keyak releases nothing", data.iter().all(|byte| *byte == 0));
            let over = to.wrap_in_place(b"", &mut data, Forget::No);
            holds("encryption: Keyak's session is over", over == Err(Error::SessionOver));
            return Ok(());
        }
        let mut plain = vec![0xaa; data.len()];
        to.unwrap(&wrapped.metadata, &data, &mut plain, &tag, flag(forget)).expect("the right tag");
        same("encryption: Keyak and back on another backend", &plain, &wrapped.data);
    }
    Ok(())
}

fn ketje_session<S: KetjeState, W: StepLane>(u: &mut Unstructured<'_>, version: ketje::Version) -> Result<()> {
    let asks = asks_the_reference(u);
    let most = Ketje::<S>::MAX_KEY_AND_NONCE_BYTES;
    let key = bytes(u, most)?;
    let nonce = bytes(u, most - key.len())?;
    let fits = |backend: Backend| State::<W>::with_backend(backend).is_ok();
    let start = |u: &mut _| {
        let backend = backend(u, Algorithm::Sha3_256, fits)?;
        Ok(Ketje::<S>::with_backend(backend, &key, &nonce).expect("it fits"))
    };
    let (mut from, mut to) = (start(u)?, start(u)?);
    let string = |bytes: &[u8]| BitString::from_bytes(bytes);
    let width = Width::from_bits(8 * S::BYTES).expect("a width");
    let mut model = asks.then(|| ketje::Ketje::new(width, version, &string(&key), &string(&nonce)));
    for _ in 0..u.int_in_range(1..=4_u8)? {
        let wrapped = Wrapped::new(u, 30 * Ketje::<S>::BLOCK_BYTES)?;
        let mut data = wrapped.data.clone();
        let (now, later) = wrapped.metadata.split_at(u.int_in_range(0..=wrapped.metadata.len())?);
        from.feed(now).expect("the session goes on");
        let mut tag = [[0_u8; 20]];
        // The same once more, several sessions side by side.
        let mut several = vec![from.clone(), from.clone(), from.clone()];
        let mut copies = vec![data.clone(); 3];
        let mut packets: Vec<_> = copies.iter_mut().map(|data| Packet { metadata: later, data }).collect();
        let mut tags = [[0_u8; 20]; 3];
        Ketje::wrap_many(&mut several, &mut packets, &mut tags).expect("as many of each");
        tag[0] = from.wrap_in_place(later, &mut data).expect("the session goes on");
        holds("encryption: Ketje, many at once", copies.iter().all(|copy| *copy == data) && tags == [tag[0]; 3]);
        if let Some(model) = &mut model {
            let (ciphertext, expected) = model.wrap(&string(&wrapped.metadata), &string(&wrapped.data), 160);
            same("encryption: Ketje's ciphertext, the reference", &data, &ciphertext.to_bytes());
            same("encryption: Ketje's tag, the reference", &tag[0], &expected.to_bytes());
        }
        if wrapped.forged.is_some() {
            let (mut metadata, mut data, [mut tag]) = (wrapped.metadata.clone(), data, tag);
            wrapped.forge(&mut metadata, &mut data, &mut tag);
            let refused = to.unwrap_in_place(&metadata, &mut data, &tag);
            holds("encryption: Ketje refuses a forgery", refused == Err(Error::WrongTag));
            holds("encryption: Ketje releases nothing", data.iter().all(|byte| *byte == 0));
            holds("encryption: Ketje's session is over", to.feed(b"") == Err(Error::SessionOver));
            return Ok(());
        }
        let mut plain = vec![0xaa; data.len()];
        to.unwrap(&wrapped.metadata, &data, &mut plain, &tag[0]).expect("the right tag");
        same("encryption: Ketje and back on another backend", &plain, &wrapped.data);
    }
    Ok(())
}
