//! Inputs and oracles that the tests share.

use lanesum::{Algorithm, Backend, Hasher};
use rand_core::{TryCryptoRng, TryRng};
use std::convert::Infallible;

/// Whether everything is asked for, which takes hours.
pub fn full() -> bool {
    std::env::var("LANESUM_SIGNATURES").is_ok_and(|value| value == "full")
}

/// Bytes that look random, other for each salt.
pub fn bytes(len: usize, salt: u64) -> Vec<u8> {
    let mut out = vec![0; len];
    let mut hasher = lanesum::Hasher::new(lanesum::Algorithm::Shake128);
    hasher.update(&salt.to_le_bytes());
    hasher.finalize().read(&mut out).unwrap();
    out
}

/// Those that the set's function has forms on, each of which is another code; and one that it has none on, which stands for the others.
pub fn backends(function: Algorithm) -> Vec<Backend> {
    let available = Backend::ALL.iter().copied().filter(|backend| backend.is_available());
    let has = |backend: &Backend| {
        let (messages, mut out) = ([[0; 8]; 16], vec![0; 16 * function.digest_bits() / 8]);
        function.digest_many(*backend, &messages, &mut out).is_ok() || Hasher::with_backend(function, *backend).is_ok()
    };
    let (mut backends, others) = available.partition::<Vec<_>, _>(has);
    assert!(backends.len() >= 2, "there are at least portable and another one");
    backends.extend(others.first());
    backends
}

macro_rules! generator {
    ($($type:ty, $error:ty: |$self:ident, $out:ident| $fill:expr;)*) => { $(
        impl TryRng for $type {
            type Error = $error;
            fn try_next_u32(&mut self) -> Result<u32, $error> {
                let mut word = [0; 4];
                self.try_fill_bytes(&mut word)?;
                Ok(u32::from_le_bytes(word))
            }
            fn try_next_u64(&mut self) -> Result<u64, $error> {
                let mut word = [0; 8];
                self.try_fill_bytes(&mut word)?;
                Ok(u64::from_le_bytes(word))
            }
            fn try_fill_bytes(&mut $self, $out: &mut [u8]) -> Result<(), $error> {
                $fill
            }
        }
        impl TryCryptoRng for $type {}
    )* };
}

/// Others at each call, the same in each run.
pub struct Counter(pub u64);
/// Always these.
pub struct Fixed<'a>(pub &'a [u8]);
/// None at all.
pub struct Broken;

generator! {
    Counter, Infallible: |self, out| {
        self.0 += 1_000_000;
        out.copy_from_slice(&bytes(out.len(), self.0));
        Ok(())
    };
    Fixed<'_>, Infallible: |self, out| {
        out.copy_from_slice(self.0);
        Ok(())
    };
    Broken, std::fmt::Error: |self, _out| Err(std::fmt::Error);
}

/// Signs messages at indices, exchanges, cuts and changes some signatures, and verifies all together as one by one.
macro_rules! many_are_verified_as_one_by_one {
    ($key:expr, |$i:ident| $index:expr, |$wrong:ident| $change:block) => {
        let mut key = $key;
        let public = key.verifying_key();
        let messages = (0..40).map(|i| bytes(i * 7, i as u64)).collect::<Vec<_>>();
        let mut signatures =
            (0..).zip(&messages).map(|($i, message)| key.sign($index, message).unwrap()).collect::<Vec<_>>();
        assert!(public.verify_many(&messages, &signatures).unwrap().iter().all(Result::is_ok));
        signatures.swap(3, 4);
        signatures[17] = Signature::from_bytes(&signatures[17].as_bytes()[1..]);
        let mut $wrong = signatures[20].as_bytes().to_vec();
        $change
        signatures[20] = Signature::from_bytes(&$wrong);
        let found = public.verify_many(&messages, &signatures).unwrap();
        for (i, found) in found.iter().enumerate() {
            assert_eq!(*found, public.verify(&messages[i], &signatures[i]), "{i}");
            assert_eq!(found.is_err(), [3, 4, 17, 20].contains(&i), "{i}");
        }
        assert!(public.verify_many(&messages[1..], &signatures).is_err());
    };
}
pub(crate) use many_are_verified_as_one_by_one;
