//! The primitives that are tested: everything that takes a key, and the functions below it with a secret message.

use std::hint::black_box;
use std::sync::{Mutex, PoisonError};

use cipher::{KeyIvInit, StreamCipher};
use hmac::{Hmac, KeyInit, Mac};
use lanesum::dispatch::{Order, Width};
use lanesum::hazmat::{FullStateDuplex, MonkeyDuplex, MonkeyRounds, Outer, Shake128Stream, Shake256Stream, State};
use lanesum::ketje::{Ketje, KetjeState};
use lanesum::keyak::{CryptLane, Forget, Keyak, Start};
use lanesum::prg::Prg;
use lanesum::{Algorithm, Backend, Error, Kmac, Sha256, Sha512, Strength, strengths};
use signatures::pkcs8::{DecodePrivateKey, EncodePrivateKey};
use signatures::xmss::{self, hazmat::PrivateKey};
use signatures::{lms, slh_dsa};

use crate::secrets::{FIXED, SECRET_BYTES, Secret};

const KEY: usize = 32;

/// Something that is to take as long whatever its secret is.
pub struct Primitive {
    /// As the table has it.
    pub name: &'static str,
    /// Branches on an answer that anybody may know: is a tag right? Where memcheck reports another number, there is another branch.
    pub verdicts: u64,
    /// Whether it takes far too long for millions of samples. (What it computes with secrets has rows of its own.)
    pub slow: bool,
    work: fn(Backend, &Secret, &mut [u8]) -> Result<(), Error>,
}

impl Primitive {
    const fn new(name: &'static str, work: fn(Backend, &Secret, &mut [u8]) -> Result<(), Error>) -> Self {
        Self { name, verdicts: 0, slow: false, work }
    }

    const fn verifying(
        name: &'static str,
        verdicts: u64,
        work: fn(Backend, &Secret, &mut [u8]) -> Result<(), Error>,
    ) -> Self {
        Self { name, verdicts, slow: false, work }
    }

    const fn slow(name: &'static str, work: fn(Backend, &Secret, &mut [u8]) -> Result<(), Error>) -> Self {
        Self { name, verdicts: 0, slow: true, work }
    }

    /// Whether it has a form there.
    pub fn is_on(&self, backend: Backend) -> bool {
        if !backend.is_available() {
            return false;
        }
        match (self.work)(backend, &[1; SECRET_BYTES], &mut [0; 64]) {
            Ok(()) | Err(Error::WrongTag) => true,
            Err(Error::NoForm { .. } | Error::NoFormForLane { .. } | Error::NoFormForWidth { .. }) => false,
            Err(error) => panic!("{} on {backend}: {error}", self.name),
        }
    }

    /// Its output for a secret. Where it has a verdict, that is looked at, as any caller would.
    #[inline(never)]
    pub fn run(&self, backend: Backend, secret: &Secret, out: &mut [u8; 64]) {
        let result = (self.work)(backend, black_box(secret), black_box(out));
        if black_box(result).is_err() {
            black_box(out).fill(black_box(0xee));
        }
    }
}

/// Leaks, by a branch and by an index. The third is for the test by time: it ends where the secret is not [`FIXED`].
pub const CONTROLS: &[Primitive] = &[
    Primitive::new("control: a branch", |_, secret, out| {
        if secret[0] & 1 == 1 {
            out.fill(black_box(1));
        }
        Ok(())
    }),
    Primitive::new("control: an index", |_, secret, out| {
        let table = black_box([7_u8; 256]);
        out[0] = table[usize::from(secret[0])];
        Ok(())
    }),
    Primitive::new("control: an early end", |_, secret, out| {
        out[0] = secret.iter().zip(&*FIXED).position(|(byte, fixed)| black_box(byte) != fixed).unwrap_or(0) as u8;
        Ok(())
    }),
];

/// Registers are rotated, and XOR is taken of them: nothing of lanesum, no branch, and no address. Where zeroes take another time than random
/// words, it is the processor. We suppose that fewer wires switch, and that its clock follows its supply.
pub const ROTATIONS: Primitive = Primitive::new("rotations of registers", |_, secret, out| {
    let mut words = [0; 8];
    for (word, bytes) in words.iter_mut().zip(secret.as_chunks().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    for _ in 0..200 {
        for i in 0..8 {
            words[i] = black_box((words[i] ^ words[(i + 1) % 8]).rotate_left(13));
        }
    }
    out[0] = words.iter().fold(0, |sum, word| sum ^ word) as u8;
    Ok(())
});

/// All of them.
pub const PRIMITIVES: &[Primitive] = &[
    Primitive::new("KMAC128", kmac::<strengths::Bits128>),
    Primitive::new("KMAC256", kmac::<strengths::Bits256>),
    Primitive::verifying("KMAC128, a tag verified", 1, verify::<strengths::Bits128>),
    Primitive::verifying("KMAC256, a tag verified", 1, verify::<strengths::Bits256>),
    Primitive::new("HMAC-SHA-256", |backend, secret, out| {
        plan(Algorithm::Sha256, backend)?;
        let mut mac = Hmac::<Sha256>::new_from_slice(&secret[..KEY]).expect("any length");
        mac.update(&secret[KEY..]);
        out[..32].copy_from_slice(&mac.finalize().into_bytes());
        Ok(())
    }),
    Primitive::new("HMAC-SHA-512", |backend, secret, out| {
        plan(Algorithm::Sha512, backend)?;
        let mut mac = Hmac::<Sha512>::new_from_slice(&secret[..KEY]).expect("any length");
        mac.update(&secret[KEY..]);
        out.copy_from_slice(&mac.finalize().into_bytes());
        Ok(())
    }),
    Primitive::verifying("HMAC-SHA-256, a tag verified", 1, |backend, secret, _| {
        plan(Algorithm::Sha256, backend)?;
        let mut mac = Hmac::<Sha256>::new_from_slice(&secret[..KEY]).expect("any length");
        mac.update(&secret[KEY..]);
        mac.verify_slice(&[0; 32]).map_err(|_| Error::WrongTag)
    }),
    Primitive::verifying("HMAC-SHA-512, a tag verified", 1, |backend, secret, _| {
        plan(Algorithm::Sha512, backend)?;
        let mut mac = Hmac::<Sha512>::new_from_slice(&secret[..KEY]).expect("any length");
        mac.update(&secret[KEY..]);
        mac.verify_slice(&[0; 64]).map_err(|_| Error::WrongTag)
    }),
    Primitive::new("River Keyak, wrapped", wrap::<u32, 1>),
    Primitive::new("Lake Keyak, wrapped", wrap::<u64, 1>),
    Primitive::new("Sea Keyak, wrapped", wrap::<u64, 2>),
    Primitive::new("Ocean Keyak, wrapped", wrap::<u64, 4>),
    Primitive::new("Lunar Keyak, wrapped", wrap::<u64, 8>),
    Primitive::verifying("River Keyak, a forgery unwrapped", 2, unwrap::<u32, 1>),
    Primitive::verifying("Lake Keyak, a forgery unwrapped", 2, unwrap::<u64, 1>),
    Primitive::verifying("Lunar Keyak, a forgery unwrapped", 2, unwrap::<u64, 8>),
    Primitive::new("Ketje Jr, wrapped", ketje::<lanesum::hazmat::TwistedState<u8>>),
    Primitive::new("Ketje Sr, wrapped", ketje::<lanesum::hazmat::TwistedState<u16>>),
    Primitive::new("Ketje Minor, wrapped", ketje::<lanesum::hazmat::TwistedState<u32>>),
    Primitive::new("Ketje Major, wrapped", ketje::<lanesum::hazmat::TwistedState<u64>>),
    Primitive::verifying("Ketje Major, a forgery unwrapped", 1, |backend, secret, out| {
        let mut session = Ketje::<lanesum::hazmat::TwistedState<u64>>::with_backend(backend, &secret[..16], b"nonce")?;
        let mut data = [0; 300];
        data.copy_from_slice(&secret[KEY..][..300]);
        let result = session.unwrap_in_place(b"metadata", &mut data, &[0; 16]);
        out.copy_from_slice(&data[..64]);
        result
    }),
    Primitive::new("Prg", |backend, secret, out| {
        let mut prg = Prg::<u64>::with_backend(backend, 256)?;
        prg.feed(secret);
        prg.fetch(out);
        prg.forget()?;
        prg.fetch(out);
        Ok(())
    }),
    Primitive::new("SHAKE128 as a stream cipher", |backend, secret, out| {
        plan(Algorithm::Shake128, backend)?;
        stream::<Shake128Stream>(secret, out);
        Ok(())
    }),
    Primitive::new("SHAKE256 as a stream cipher", |backend, secret, out| {
        plan(Algorithm::Shake256, backend)?;
        stream::<Shake256Stream>(secret, out);
        Ok(())
    }),
    Primitive::new("MonkeyDuplex", |backend, secret, out| {
        let rounds = MonkeyRounds { start: 12, step: 1, stride: 6 };
        let mut duplex = MonkeyDuplex::<State<u64>>::with_backend(backend, 256, rounds, &secret[..KEY], 8 * KEY)?;
        duplex.step(&secret[KEY..][..20], 160, &mut out[..32])?;
        duplex.stride(&secret[KEY..][20..40], 160, &mut out[..32])
    }),
    Primitive::new("full-state duplex", |backend, secret, out| {
        let mut duplex = FullStateDuplex::<u64>::with_backend(backend, 168, 12, &secret[..KEY])?;
        duplex.duplexing(Outer::Add, &secret[KEY..][..200], out)?;
        duplex.duplexing(Outer::Overwrite, &secret[KEY..][..100], out)
    }),
    Primitive::slow("SLH-DSA-SHAKE-128f, a key made", |backend, secret, out| {
        slh_dsa(Algorithm::Shake256, slh_dsa::ParameterSet::Shake128f, backend, secret, out)
    }),
    Primitive::slow("SLH-DSA-SHA2-128f, a key made", |backend, secret, out| {
        slh_dsa(Algorithm::Sha256, slh_dsa::ParameterSet::Sha2_128f, backend, secret, out)
    }),
    Primitive::slow("SLH-DSA-SHA2-192f, a key made", |backend, secret, out| {
        slh_dsa(Algorithm::Sha512, slh_dsa::ParameterSet::Sha2_192f, backend, secret, out)
    }),
    Primitive::slow("XMSSMT-SHAKE_20/4_256, a key made", |backend, secret, out| {
        xmss(Algorithm::Shake128, xmss::ParameterSet::Mt_Shake_20_4_256, backend, secret, out)
    }),
    Primitive::slow("XMSSMT-SHA2_20/4_256, a key made", |backend, secret, out| {
        xmss(Algorithm::Sha256, xmss::ParameterSet::Mt_Sha2_20_4_256, backend, secret, out)
    }),
    Primitive::slow("LMS_SHA256_M32_H5_W4, a key made", |backend, secret, out| {
        lms(Algorithm::Sha256, "LMS_SHA256_M32_H5_W4", backend, secret, out)
    }),
    Primitive::slow("LMS_SHAKE_M24_H5_W8, a key made", |backend, secret, out| {
        lms(Algorithm::Shake256, "LMS_SHAKE_M24_H5_W8", backend, secret, out)
    }),
    // Nothing is hashed: the code is the same for every backend, and is looked at once. PEM cannot be checked in this way: its text is taken
    // apart at the ends of lines, and every character is asked whether it is ASCII.
    Primitive::slow("SLH-DSA-SHAKE-128f, a key exported and imported", |backend, secret, out| {
        if backend != Backend::Portable {
            return Err(Error::NoForm { backend, forms: &[Backend::Portable] });
        }
        let set = slh_dsa::ParameterSet::Shake128f;
        let key = slh_dsa::SigningKey::from_bytes(set, &secret[..set.signing_key_bytes()]).expect("the length");
        let der = key.to_pkcs8_der().expect("it can be written");
        let read = slh_dsa::SigningKey::from_pkcs8_der(der.as_bytes()).expect("what was written");
        out.copy_from_slice(&read.to_bytes());
        Ok(())
    }),
    Primitive::new("SHA3-256 of a secret", |backend, secret, out| {
        Algorithm::Sha3_256.digest(backend, secret, &mut out[..32])
    }),
    Primitive::new("KT128 of a secret", |backend, secret, out| Algorithm::Kt128.digest(backend, secret, out)),
    Primitive::new("SHA-256 of a secret", |backend, secret, out| {
        Algorithm::Sha256.digest(backend, secret, &mut out[..32])
    }),
    Primitive::new("SHA-512 of a secret", |backend, secret, out| Algorithm::Sha512.digest(backend, secret, out)),
    Primitive::new("BLAKE-256 of a secret", |backend, secret, out| {
        Algorithm::Blake256.digest(backend, secret, &mut out[..32])
    }),
    Primitive::new("BLAKE-512 of a secret", |backend, secret, out| Algorithm::Blake512.digest(backend, secret, out)),
    Primitive::new("SHA3-256 of a batch of secrets", |backend, secret, out| {
        many(Algorithm::Sha3_256, backend, secret, out)
    }),
    Primitive::new("SHA-256 of a batch of secrets", |backend, secret, out| {
        many(Algorithm::Sha256, backend, secret, out)
    }),
    Primitive::new("SHA-512/256 of a batch of secrets", |backend, secret, out| {
        many(Algorithm::Sha512_256, backend, secret, out)
    }),
    Primitive::new("BLAKE-256 of a batch of secrets", |backend, secret, out| {
        many(Algorithm::Blake256, backend, secret, out)
    }),
];

/// For what asks the plan: this backend for one message at a time. It is installed in the first call of many: an order asks the processor for
/// its model, and where a hypervisor answers, that takes longer than what is to be timed.
fn plan(algorithm: Algorithm, backend: Backend) -> Result<(), Error> {
    static INSTALLED: Mutex<Option<(Algorithm, Backend)>> = Mutex::new(None);
    let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
    if *installed != Some((algorithm, backend)) {
        Order::new(algorithm.family(), &[Width::new(1, backend, 1)])?.install();
        *installed = Some((algorithm, backend));
    }
    Ok(())
}

fn kmac<S: Strength>(backend: Backend, secret: &Secret, out: &mut [u8]) -> Result<(), Error> {
    let mut mac = <Kmac<S>>::with_backend(backend, &secret[..KEY], "")?;
    lanesum::digest::Update::update(&mut mac, &secret[KEY..]);
    mac.finalize_to(out);
    Ok(())
}

fn verify<S: Strength>(backend: Backend, secret: &Secret, _: &mut [u8]) -> Result<(), Error> {
    let mut mac = <Kmac<S>>::with_backend(backend, &secret[..KEY], "")?;
    lanesum::digest::Update::update(&mut mac, &secret[KEY..]);
    mac.verify_bits(&[0; 32], 256)
}

fn wrap<W: CryptLane, const P: usize>(backend: Backend, secret: &Secret, out: &mut [u8]) -> Result<(), Error> {
    let mut session = Keyak::<W, P>::start(&Start::new(&secret[..KEY], b"nonce").backend(backend))?;
    let mut data = [0; 500];
    data.copy_from_slice(&secret[KEY..][..500]);
    let tag = session.wrap_in_place(b"metadata", &mut data, Forget::Yes)?;
    out[..16].copy_from_slice(&tag);
    Ok(())
}

fn unwrap<W: CryptLane, const P: usize>(backend: Backend, secret: &Secret, out: &mut [u8]) -> Result<(), Error> {
    let mut session = Keyak::<W, P>::start(&Start::new(&secret[..KEY], b"nonce").backend(backend))?;
    let mut data = [0; 500];
    data.copy_from_slice(&secret[KEY..][..500]);
    let result = session.unwrap_in_place(b"metadata", &mut data, &[0; 16], Forget::No);
    out.copy_from_slice(&data[..64]);
    result
}

fn ketje<S: KetjeState>(backend: Backend, secret: &Secret, out: &mut [u8]) -> Result<(), Error> {
    let mut session = Ketje::<S>::with_backend(backend, &secret[..12], b"nonce")?;
    let mut data = [0; 300];
    data.copy_from_slice(&secret[KEY..][..300]);
    let tag: [u8; 16] = session.wrap_in_place(b"metadata", &mut data)?;
    out[..16].copy_from_slice(&tag);
    Ok(())
}

fn stream<C: KeyIvInit + StreamCipher>(secret: &Secret, out: &mut [u8]) {
    out.copy_from_slice(&secret[KEY..][..64]);
    let mut cipher = C::new_from_slices(&secret[..C::key_size()], &[5; 16]).expect("the lengths");
    cipher.apply_keystream(out);
}

/// Whether a function has a form there, for one message or several. Signatures take another where it has none.
fn has_form(function: Algorithm, backend: Backend) -> Result<(), Error> {
    let one = function.digest(backend, &[0; 8], &mut [0; 32]);
    one.or_else(|_| function.digest_many(backend, &[[0; 8]; 16], &mut vec![0; 16 * function.digest_bits() / 8]))
}

/// The private seeds are secret. (A signature's own branches depend on values that it shows, and that come from secrets.)
fn slh_dsa(
    function: Algorithm,
    set: slh_dsa::ParameterSet,
    backend: Backend,
    secret: &Secret,
    out: &mut [u8],
) -> Result<(), Error> {
    has_form(function, backend)?;
    let n = set.seed_bytes();
    let seeds = [&secret[..n], &secret[n..2 * n], &[3; 32][..n]];
    let (key, _) = slh_dsa::hazmat::generate_counted(set, seeds, Some(backend)).expect("the lengths");
    out[..2 * n].copy_from_slice(key.verifying_key().as_bytes());
    Ok(())
}

fn xmss(
    function: Algorithm,
    set: xmss::ParameterSet,
    backend: Backend,
    secret: &Secret,
    out: &mut [u8],
) -> Result<(), Error> {
    has_form(function, backend)?;
    let n = set.seed_bytes();
    let key = PrivateKey::from_seeds(set, &secret[..n], &secret[n..2 * n], &[3; 32][..n], Some(backend));
    out[..2 * n].copy_from_slice(&key.expect("the lengths").verifying_key().as_bytes()[4..]);
    Ok(())
}

fn lms(function: Algorithm, set: &str, backend: Backend, secret: &Secret, out: &mut [u8]) -> Result<(), Error> {
    has_form(function, backend)?;
    let set: lms::ParameterSet = set.parse().expect("a set");
    let n = set.levels()[0].function().bytes();
    let key = lms::hazmat::PrivateKey::from_seed(set, &secret[..n], &[3; 16], Some(backend));
    out[..n].copy_from_slice(&key.expect("the lengths").verifying_key().as_bytes()[28..]);
    Ok(())
}

fn many(algorithm: Algorithm, backend: Backend, secret: &Secret, out: &mut [u8]) -> Result<(), Error> {
    let messages: Vec<_> = secret.chunks_exact(37).collect();
    let mut digests = vec![0; 32 * messages.len()];
    algorithm.digest_many(backend, &messages, &mut digests)?;
    out.copy_from_slice(&digests[..64]);
    Ok(())
}
