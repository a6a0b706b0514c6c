//! Vectors of XMSS: liboqs's, a key, and its first signature.

use anyhow::{Context, Result, ensure};
use lanesum::{Algorithm, Backend};
use signatures::xmss::hazmat::PrivateKey;
use signatures::xmss::{ParameterSet, Signature, VerifyingKey};

use super::bits::compare;
use super::case::{Case, Suite};
use super::hex::unhex;

/// The parameter set of a file of the directory `xmss`, by its name.
pub(super) fn set(name: &str) -> Option<ParameterSet> {
    name.strip_suffix(".rsp.xz")?.parse().ok()
}

/// A valid signature, which one flipped bit makes invalid.
struct Verify {
    set: ParameterSet,
    key: Vec<u8>,
    message: Vec<u8>,
    signature: Vec<u8>,
}

impl Case for Verify {
    fn id(&self) -> &'static str {
        "verification"
    }

    fn run(&self, backend: Backend) -> Result<(), String> {
        let key =
            VerifyingKey::from_bytes(self.set, &self.key).map_err(|error| error.to_string())?.with_backend(backend);
        let verify = |signature: &[u8]| key.verify(&self.message, &Signature::from_bytes(signature));
        verify(&self.signature).map_err(|error| error.to_string())?;
        let mut wrong = self.signature.clone();
        let middle = wrong.len() / 2;
        wrong[middle] ^= 1;
        verify(&wrong).is_err().then_some(()).ok_or_else(|| "a changed signature passed".to_owned())
    }
}

/// The key that the seeds lead to, and the signature with the index.
struct Sign {
    of: Verify,
    seeds: [Vec<u8>; 3],
}

impl Case for Sign {
    fn id(&self) -> &'static str {
        "key and signature"
    }

    fn run(&self, backend: Backend) -> Result<(), String> {
        let Verify { set, key, message, signature } = &self.of;
        let [sk_seed, sk_prf, pub_seed] = &self.seeds;
        let mut made = PrivateKey::from_seeds(*set, sk_seed, sk_prf, pub_seed, Some(backend))
            .map_err(|error| error.to_string())?;
        compare(made.verifying_key().as_bytes(), key)?;
        compare(made.sign(0, message).map_err(|error| error.to_string())?.as_bytes(), signature)
    }
}

/// Reads a file. Keys are made with `--large`, and for trees of height 10 only: they take seconds on the slowest backends, higher ones
/// minutes.
pub(super) fn parse(text: &str, set: ParameterSet) -> Result<Suite> {
    let field = |name: &str| {
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "));
        unhex(value.with_context(|| format!("no {name}"))?.trim())
    };
    let verify =
        || Ok::<_, anyhow::Error>(Verify { set, key: field("pk")?, message: field("msg")?, signature: field("sm")? });
    let others: Vec<Box<dyn Case>> = vec![Box::new(verify()?)];
    let mut slow: Vec<Box<dyn Case>> = Vec::new();
    // The number, the index (0), the seed, the PRF's seed, the root, the public seed.
    let (n, secret) = (set.seed_bytes(), field("sk")?);
    ensure!(secret.len() >= 8 + 4 * n && secret[4..8] == [0; 4], "a private key of {} bytes", secret.len());
    if set.height() == 10 {
        let seed = |i: usize| secret[8 + i * n..][..n].to_vec();
        slow.push(Box::new(Sign { of: verify()?, seeds: [seed(0), seed(1), seed(3)] }));
    }
    let algorithm = if set.name().contains("SHA2") { Algorithm::Sha256 } else { Algorithm::Shake256 };
    Ok(Suite { algorithm: Some(algorithm), others, slow, ..Suite::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_answer_fails() {
        let set = ParameterSet::Shake256_10_192;
        let seeds = [vec![1; 24], vec![2; 24], vec![3; 24]];
        let mut key = PrivateKey::from_seeds(set, &seeds[0], &seeds[1], &seeds[2], None).unwrap();
        let signature = key.sign(0, b"m").unwrap().as_bytes().to_vec();
        let verify = |message: &[u8]| Verify {
            set,
            key: key.verifying_key().as_bytes().to_vec(),
            message: message.to_vec(),
            signature: signature.clone(),
        };
        let passes = |message: &[u8]| Sign { of: verify(message), seeds: seeds.clone() }.run(Backend::Portable).is_ok();
        assert!(verify(b"m").run(Backend::Portable).is_ok() && verify(b"n").run(Backend::Portable).is_err());
        assert!(passes(b"m") && !passes(b"n"));
    }
}
