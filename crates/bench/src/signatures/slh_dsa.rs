//! SLH-DSA by lanesum and by two crates, in this build: the same keys, the same deterministic signatures.

use anyhow::{Context, Result, ensure};
use lanesum::Backend;
use signatures::slh_dsa::ParameterSet;
use signatures::slh_dsa::hazmat::{generate_counted, sign_internal_counted, verify_internal_counted};

use super::operation::{MESSAGE, Operation, Work, timed};
use super::subjects::{GENERATE, SIGN, VERIFY};

/// The operations of a crate.
struct Rival<'a> {
    name: &'static str,
    generate: Box<dyn FnMut() + 'a>,
    sign: Box<dyn FnMut() + 'a>,
    verify: Box<dyn FnMut() + 'a>,
}

pub(super) fn operations(
    set: ParameterSet,
    backend: Option<Backend>,
    crates: &[&str],
    mut sample: impl FnMut(Operation<'_>),
) -> Result<()> {
    let seed = &[0x5a; 32][..set.seed_bytes()];
    let generate = || generate_counted(set, [seed, seed, seed], backend);
    let (key, generated) = generate()?;
    // Pure, with an empty context (FIPS 205, algorithm 22).
    let message: &[&[u8]] = &[&[0, 0], MESSAGE];
    let sign = || sign_internal_counted(&key, message, None);
    let (signature, signed) = sign()?;
    let public = key.verifying_key();
    let verify = || verify_internal_counted(&public, message, &signature);
    let (valid, verified) = verify();
    valid?;

    let (bytes, public_bytes) = (key.to_bytes(), public.as_bytes());
    let ours = Rival { name: "lanesum", generate: timed(generate), sign: timed(sign), verify: timed(verify) };
    let rivals = rivals(set, crates, &bytes, public_bytes, signature.as_bytes())?;
    let mut contenders: [Vec<Work<'_>>; 3] = Default::default();
    for Rival { name, generate, sign, verify } in [ours].into_iter().chain(rivals) {
        contenders.iter_mut().zip([generate, sign, verify]).for_each(|(all, work)| all.push((name, work)));
    }
    let named = [(GENERATE, generated), (SIGN, signed), (VERIFY, verified)];
    for ((name, calls), contenders) in named.into_iter().zip(contenders) {
        sample(Operation { name, calls, contenders });
    }
    Ok(())
}

macro_rules! rivals {
    ($($set:ident $fips205:ident)*) => {
        /// The crates that were asked for, with a private key; they have given the same signature as lanesum.
        fn rivals<'a>(
            set: ParameterSet,
            crates: &[&str],
            key: &'a [u8],
            public: &[u8],
            expected: &[u8],
        ) -> Result<Vec<Rival<'a>>> {
            let n = set.seed_bytes();
            let [sk_seed, sk_prf, pk_seed] = [&key[..n], &key[n..2 * n], &key[2 * n..3 * n]];
            let mut rivals = Vec::new();
            match set {
                // In a function of its own each: signatures of all sets together are more than a thread's stack.
                $( ParameterSet::$set => (|| -> Result<()> {
                    const N: usize = ParameterSet::$set.seed_bytes();
                    if crates.contains(&"slh-dsa") {
                        type Set = ::slh_dsa::$set;
                        let key = ::slh_dsa::SigningKey::<Set>::try_from(key).map_err(|_| differs("slh-dsa"))?;
                        let public = ::slh_dsa::VerifyingKey::<Set>::try_from(public).map_err(|_| differs("slh-dsa"))?;
                        let sign = move || key.try_sign_with_context(MESSAGE, b"", None);
                        let signature = sign().map_err(|_| differs("slh-dsa"))?;
                        ensure!(signature.to_vec() == expected, differs("slh-dsa"));
                        rivals.push(Rival {
                            name: "slh-dsa",
                            generate: timed(move || ::slh_dsa::SigningKey::<Set>::slh_keygen_internal(sk_seed, sk_prf, pk_seed)),
                            sign: timed(sign),
                            verify: timed(move || public.try_verify_with_context(MESSAGE, b"", &signature)),
                        });
                    }
                    if crates.contains(&"fips205") {
                        use fips205::traits::{KeyGen, SerDes, Signer, Verifier};
                        use fips205::$fips205::{KG, PrivateKey};
                        let whole = key.try_into().context("a private key's length")?;
                        let key = PrivateKey::try_from_bytes(whole).map_err(|_| differs("fips205"))?;
                        let public = key.get_public_key();
                        let sign = move || key.try_sign(MESSAGE, b"", false);
                        let signature = sign().map_err(|_| differs("fips205"))?;
                        ensure!(signature[..] == *expected, differs("fips205"));
                        let seeds = (sk_seed.try_into()?, sk_prf.try_into()?, pk_seed.try_into()?);
                        rivals.push(Rival {
                            name: "fips205",
                            generate: timed(move || KG::keygen_from_seed::<N>(seeds.0, seeds.1, seeds.2)),
                            sign: timed(sign),
                            verify: timed(move || public.verify(MESSAGE, &signature, b"")),
                        });
                    }
                    Ok(())
                })()?, )*
                _ => {}
            }
            Ok(rivals)
        }
    };
}
rivals! {
    Shake128f slh_dsa_shake_128f
    Shake128s slh_dsa_shake_128s
    Shake192f slh_dsa_shake_192f
    Shake192s slh_dsa_shake_192s
    Shake256f slh_dsa_shake_256f
    Shake256s slh_dsa_shake_256s
    Sha2_128f slh_dsa_sha2_128f
    Sha2_128s slh_dsa_sha2_128s
    Sha2_192f slh_dsa_sha2_192f
    Sha2_192s slh_dsa_sha2_192s
    Sha2_256f slh_dsa_sha2_256f
    Sha2_256s slh_dsa_sha2_256s
}

fn differs(name: &str) -> anyhow::Error {
    anyhow::anyhow!("lanesum and {name} have different signatures")
}
