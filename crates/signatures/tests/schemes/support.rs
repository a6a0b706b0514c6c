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
        let (messages, mut out) = ([[0; 8]; 16], [0; 16 * 32]);
        function.digest_many(*backend, &messages, 32, &mut out).is_ok()
            || Hasher::with_backend(function, *backend).is_ok()
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
