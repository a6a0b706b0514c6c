//! A debugging print tells the function and the backend, and the same for any message or key: nothing of the state.

use crate::support::{backends_of, message};
use lanesum::digest::{ExtendableOutput, Update};
use lanesum::hazmat::{
    Duplex, FullStateDuplex, KeccakSponge, MonkeyDuplex, MonkeyRounds, Motorist, Sha2States, State, States,
    TwistedState, XofStream,
};
use lanesum::keyak::{Forget, LakeKeyakAead, SeaKeyak, Start};
use lanesum::prg::Prg;
use lanesum::strengths::{Bits128, Bits256};
use lanesum::{
    Algorithm, Backend, BitStr, Blake2b, Blake3Mode, CShake, Domain, FixedHash, Hasher, Kmac256, Kt256, ManyXof,
    Message, Options, ParallelHash128, Sha512T, TupleHash, TurboShake256, functions, ketje,
};
use std::fmt::Debug;

/// What holds these 40 bytes, and how it is printed.
fn table(data: &[u8]) -> Vec<(Box<dyn Debug + '_>, &'static str)> {
    const ON: Backend = Backend::Portable;
    let mut sponge = KeccakSponge::<u64>::with_backend(ON, 1088, 24).unwrap();
    sponge.absorb(data);
    let mut duplex = Duplex::<u64>::with_backend(ON, 1088, 24).unwrap();
    duplex.duplexing(data, 320, &mut []).unwrap();
    let mut prg = Prg::<u64>::with_backend(ON, 510).unwrap();
    prg.feed(data);
    let rounds = MonkeyRounds { start: 12, step: 1, stride: 6 };
    let monkey = MonkeyDuplex::<TwistedState<u64>>::with_backend(ON, 260, rounds, data, 320).unwrap();
    let full = FullStateDuplex::<u64>::with_backend(ON, 168, 12, data).unwrap();
    let mut state = State::<u64>::with_backend(ON).unwrap();
    state.add_bytes(0, data).unwrap();
    let mut states = States::<u64, 4>::with_backend(ON).unwrap();
    states.add_bytes(2, 0, data).unwrap();
    let mut sha2 = Sha2States::<u32, 2>::with_backend(ON).unwrap();
    sha2.words_mut()[0][1] = data[0].into();
    let mut tuple = TupleHash::<Bits256>::with_backend(ON, "x").unwrap();
    tuple.push(data);
    let mut any = Sha512T::with_backend(8, ON).unwrap();
    any.update(data);
    let mac = Kmac256::with_backend(ON, data, "").unwrap();
    let begin = Start::new(&data[..16], data).backend(ON);
    vec![
        (Box::new(mac.clone()), "KMAC256 { backend: Portable, .. }"),
        (Box::new(mac.finalize_xof()), "KmacReader { .. }"),
        (Box::new(BitStr::new(b"key")), "BitStr { bits: 24, .. }"),
        (
            Box::new(CShake::<Bits128>::with_backend(ON, "", "x").unwrap().chain(data)),
            "cSHAKE128 { backend: Portable, .. }",
        ),
        (Box::new(tuple), "TupleHash256 { backend: Portable, .. }"),
        (
            Box::new(ParallelHash128::with_backend(ON, 8, "").unwrap().chain(data)),
            "ParallelHash128 { block_bytes: 8, backend: Portable, .. }",
        ),
        (Box::new(Kt256::with_backend(ON, "").unwrap().chain(data)), "KT256 { backend: Portable, .. }"),
        (
            Box::new(TurboShake256::with_backend(ON, Domain::new(1).unwrap()).unwrap().chain(data)),
            "TurboSHAKE256 { domain: Domain(0x01), backend: Portable, .. }",
        ),
        (Box::new(any), "Sha512T { bits: 8, backend: Portable, .. }"),
        (Box::new(begin), "Start { forget: No, backend: Some(Portable), .. }"),
        (Box::new(SeaKeyak::start(&begin).unwrap()), "Keyak { states: 2, backend: Portable, .. }"),
        (
            Box::new(Motorist::<u64, 2>::start(Some(ON), data, Forget::No).unwrap()),
            "Motorist { pistons: 2, backend: Portable, .. }",
        ),
        (
            Box::new(ketje::KetjeJr::with_backend(ON, &data[..12], b"nonce").unwrap()),
            "Ketje { bits: 200, backend: Portable, .. }",
        ),
        (Box::new(<ketje::KetjeSrAead as aead::KeyInit>::new(data[..16].try_into().unwrap())), "KetjeAead { .. }"),
        (Box::new(<LakeKeyakAead as aead::KeyInit>::new(data[..16].try_into().unwrap())), "KeyakAead { .. }"),
        (Box::new(XofStream::from_xof(sponge.clone().finalize_xof())), "XofStream { .. }"),
        // Their names, and what they are made of.
        (Box::new(Options::new().key(data)), "Options"),
        (Box::new(Blake3Mode::Hash), "Hash"),
        (Box::new(Blake2b::keyed(16, data).unwrap()), "Blake2b"),
        (Box::new(FixedHash::<functions::Blake256>::salted(data[..16].try_into().unwrap())), "blake256"),
        (
            Box::new(ManyXof::<functions::Shake128, 2>::with_backend(ON, [Message::new(data); 2]).unwrap()),
            "ManyXof { of:",
        ),
        (Box::new(sponge.clone().finish()), "KeccakReader"),
        (Box::new(sponge), "Portable"),
        (Box::new(duplex), "Portable"),
        (Box::new(prg), "Portable"),
        (Box::new(monkey), "Portable"),
        (Box::new(full), "Portable"),
        (Box::new(state), "Portable"),
        (Box::new(states), "Portable"),
        (Box::new(sha2), "Sha2States { count:"),
    ]
}

/// Two values that differ in their states alone must print alike, on one line and on many.
fn alike(a: &dyn Debug, b: &dyn Debug, text: &str) {
    assert_eq!(format!("{a:?}"), format!("{b:?}"));
    assert_eq!(format!("{a:#?}"), format!("{b:#?}"));
    let shown = format!("{a:?}");
    assert!(if text.ends_with('}') { shown == text } else { shown.contains(text) }, "{shown}, not {text}");
}

#[test]
fn of_types() {
    for ((a, text), (b, _)) in table(&[0xc3; 40]).iter().zip(&table(&[0x11; 40])) {
        alike(a, b, text);
        assert!(!format!("{a:?}").contains("195"), "{a:?}");
    }
}

#[test]
fn of_functions() {
    fn fixed<F: lanesum::FixedFunction>() {
        let [a, b] = [8, 9].map(|seed| FixedHash::<F>::default().chain(message(300, seed)));
        alike(&a, &b, F::ALGORITHM.name());
        alike(&FixedHash::<F>::default(), &b, &format!("{:?}", b.backend()));
    }
    macro_rules! each {
        (: $($name:ident $one:ident $bits:ident;)*) => { $( fixed::<functions::$name>(); )* };
    }
    with_fixed!(each);
    let [a, b] = [8, 9].map(|seed| lanesum::Shake128::new().chain(message(300, seed)));
    alike(&a, &b, "shake128");
    alike(&a.finalize_xof(), &b.finalize_xof(), "shake128");
    for &algorithm in Algorithm::PLAIN {
        for backend in backends_of(algorithm) {
            let [a, b] = [8, 9].map(|seed| {
                let mut hasher = Hasher::with_backend(algorithm, backend).unwrap();
                hasher.update(&message(300, seed));
                hasher
            });
            alike(&a, &b, &format!("{backend:?}"));
            alike(&a, &b, &format!("{algorithm:?}"));
            alike(&a.finalize(), &b.finalize(), "Reader");
        }
    }
}
