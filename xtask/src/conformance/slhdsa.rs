//! Vectors of SLH-DSA (FIPS 205): NIST's, and `BoringSSL`'s made with NIST's server.

use anyhow::{Context, Result, bail, ensure};
use lanesum::{Algorithm, Backend};
use serde::Deserialize;
use signatures::Error;
use signatures::slh_dsa::hazmat::{sign_internal, verify_internal};
use signatures::slh_dsa::{ParameterSet, Prehash, PrehashFunction, Signature, SigningKey, VerifyingKey};

use super::bits::compare;
use super::case::{Case, Suite};
use super::hex::unhex;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct File {
    #[serde(default)]
    mode: String,
    test_groups: Vec<Group>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Group {
    tg_id: u64,
    #[serde(default)]
    parameter_set: String,
    #[serde(default)]
    deterministic: bool,
    tests: Vec<Test>,
}

#[derive(Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Test {
    tc_id: u64,
    sk_seed: Option<String>,
    sk_prf: Option<String>,
    pk_seed: Option<String>,
    sk: Option<String>,
    pk: Option<String>,
    message: Option<String>,
    additional_randomness: Option<String>,
    signature: Option<String>,
    #[serde(rename = "testPassed")]
    passed: Option<bool>,
}

enum Operation {
    /// The three seeds, and the private key.
    KeyGen {
        seeds: [Vec<u8>; 3],
        key: Vec<u8>,
        public: Vec<u8>,
    },
    Sign {
        key: Vec<u8>,
        message: Vec<u8>,
        randomness: Option<Vec<u8>>,
        signature: Vec<u8>,
    },
    Verify {
        key: Vec<u8>,
        message: Vec<u8>,
        signature: Vec<u8>,
        valid: bool,
    },
    VerifyPrehash {
        key: Vec<u8>,
        function: PrehashFunction,
        hash: Vec<u8>,
        context: Vec<u8>,
        signature: Vec<u8>,
    },
}

struct Answer {
    id: String,
    set: ParameterSet,
    kind: Operation,
}

impl Case for Answer {
    fn id(&self) -> &str {
        &self.id
    }

    fn run(&self, backend: Backend) -> Result<(), String> {
        self.check(backend).map_err(|error| format!("{error:#}"))
    }
}

/// Functions that lack the backend take their best one; so a set's cases may run twice on the same code.
fn signing_key(set: ParameterSet, bytes: &[u8], backend: Backend) -> Result<SigningKey> {
    let key = SigningKey::from_bytes(set, bytes)?;
    Ok(key.clone().with_backend(backend).unwrap_or(key))
}

fn verifying_key(set: ParameterSet, bytes: &[u8], backend: Backend) -> Result<VerifyingKey> {
    let key = VerifyingKey::from_bytes(set, bytes)?;
    Ok(key.clone().with_backend(backend).unwrap_or(key))
}

impl Answer {
    fn check(&self, backend: Backend) -> Result<()> {
        let compare = |what: &str, got: &[u8], expected: &[u8]| {
            compare(got, expected).map_err(|difference| anyhow::anyhow!("{what}: {difference}"))
        };
        match &self.kind {
            Operation::KeyGen { seeds, key, public } => {
                let seeds = seeds.each_ref().map(Vec::as_slice);
                let (made, _) = signatures::slh_dsa::hazmat::generate_counted(self.set, seeds, Some(backend))?;
                compare("private key", &made.to_bytes(), key)?;
                compare("public key", made.verifying_key().as_bytes(), public)
            }
            Operation::Sign { key, message, randomness, signature } => {
                let key = signing_key(self.set, key, backend)?;
                let made = sign_internal(&key, &[message], randomness.as_deref())?;
                compare("signature", made.as_bytes(), signature)
            }
            Operation::Verify { key, message, signature, valid } => {
                let key = verifying_key(self.set, key, backend)?;
                let result = Signature::try_from(&signature[..])
                    .and_then(|signature| verify_internal(&key, &[message], &signature));
                match result {
                    Ok(()) => ensure!(*valid, "an invalid signature passed"),
                    Err(Error::Invalid | Error::Length { .. }) => ensure!(!*valid, "a valid signature was refused"),
                    Err(error) => return Err(error.into()),
                }
                Ok(())
            }
            Operation::VerifyPrehash { key, function, hash, context, signature } => {
                let key = verifying_key(self.set, key, backend)?;
                let hash = Prehash::from_bytes(*function, hash)?;
                Ok(key.verify_prehash(context, &hash, &Signature::try_from(&signature[..])?)?)
            }
        }
    }
}

fn needed(field: Option<&String>, name: &str) -> Result<Vec<u8>> {
    unhex(field.with_context(|| format!("no {name}"))?)
}

fn from_json(mode: &str, group: &Group, test: &Test) -> Result<Answer> {
    let set = group.parameter_set.parse()?;
    let id = format!("{mode} tgId {} tcId {} ({set})", group.tg_id, test.tc_id);
    let need = |field: &Option<String>, name| needed(field.as_ref(), name).with_context(|| id.clone());
    let kind = match mode {
        "keyGen" => Operation::KeyGen {
            seeds: [need(&test.sk_seed, "skSeed")?, need(&test.sk_prf, "skPrf")?, need(&test.pk_seed, "pkSeed")?],
            key: need(&test.sk, "sk")?,
            public: need(&test.pk, "pk")?,
        },
        "sigGen" => Operation::Sign {
            key: need(&test.sk, "sk")?,
            message: need(&test.message, "message")?,
            randomness: if group.deterministic {
                None
            } else {
                Some(need(&test.additional_randomness, "additionalRandomness")?)
            },
            signature: need(&test.signature, "signature")?,
        },
        "sigVer" => Operation::Verify {
            key: need(&test.pk, "pk")?,
            message: need(&test.message, "message")?,
            signature: need(&test.signature, "signature")?,
            valid: test.passed.context("no testPassed")?,
        },
        other => bail!("mode {other:?}"),
    };
    Ok(Answer { id, set, kind })
}

/// How many keys of each small set are generated without `--large`: one takes a third of a second on the slowest backends.
const ORDINARY: usize = 1;

fn suite(answers: Vec<Answer>) -> Suite {
    let shake = answers.iter().any(|answer| answer.set.name().contains("SHAKE"));
    let sha2 = answers.iter().any(|answer| answer.set.name().contains("SHA2"));
    let algorithm = if shake { Algorithm::Shake256 } else { Algorithm::Sha256 };
    let second = (shake && sha2).then_some(Algorithm::Sha256);
    let mut suite = Suite { algorithm: Some(algorithm), second, ..Suite::default() };
    let mut small = Vec::new();
    for answer in answers {
        let is_small = matches!(answer.kind, Operation::KeyGen { .. }) && answer.set.name().ends_with('s');
        if is_small {
            small.push(answer.set);
        }
        let so_far = small.iter().filter(|set| **set == answer.set).count();
        let cases = if is_small && so_far > ORDINARY { &mut suite.slow } else { &mut suite.others };
        cases.push(Box::new(answer));
    }
    suite
}

/// JSON with prompts and answers.
pub(super) fn projection(json: &[u8]) -> Result<Suite> {
    let file: File = serde_json::from_slice(json)?;
    // An answer of 2024 does not name its mode.
    let mode = match (&file.mode[..], file.test_groups.first().and_then(|group| group.tests.first())) {
        ("", Some(test)) if test.signature.is_none() => "keyGen",
        ("", _) => "sigVer",
        (mode, _) => mode,
    };
    let cases = file.test_groups.iter().flat_map(|group| group.tests.iter().map(move |test| (group, test)));
    Ok(suite(cases.map(|(group, test)| from_json(mode, group, test)).collect::<Result<_>>()?))
}

/// Prompts with the answers of the same places: lists of files, the first element of each about the session.
pub(super) fn both(prompts: &[u8], answers: &[u8]) -> Result<Suite> {
    let files = |json: &[u8]| -> Result<Vec<File>> {
        let list: Vec<serde_json::Value> = serde_json::from_slice(json)?;
        list.into_iter().skip(1).map(|file| Ok(serde_json::from_value(file)?)).collect()
    };
    let mut cases = Vec::new();
    let (prompts, answers) = (files(prompts)?, files(answers)?);
    ensure!(prompts.len() == answers.len(), "{} prompts, {} answers", prompts.len(), answers.len());
    for (file, answer) in prompts.iter().zip(answers) {
        for (group, answers) in file.test_groups.iter().zip(answer.test_groups) {
            for (test, answer) in group.tests.iter().zip(answers.tests) {
                ensure!((group.tg_id, test.tc_id) == (answers.tg_id, answer.tc_id), "prompts in another order");
                let test = Test {
                    pk: answer.pk.or(test.pk.clone()),
                    sk: answer.sk.or(test.sk.clone()),
                    signature: answer.signature.or(test.signature.clone()),
                    passed: answer.passed,
                    ..test.clone()
                };
                cases.push(from_json(&file.mode, group, &test)?);
            }
        }
    }
    Ok(suite(cases))
}

/// Lines `name: value` in blocks.
pub(super) fn text(text: &str, set: ParameterSet) -> Result<Suite> {
    let mut cases = Vec::new();
    for block in text.split("\n\n") {
        let lines = block.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let fields = lines.map(|line| line.split_once(':').context("no colon")).collect::<Result<Vec<_>>>()?;
        if fields.is_empty() {
            continue;
        }
        let id = format!("block {}", cases.len() + 1);
        let field = |name: &str| fields.iter().find(|(field, _)| *field == name).map(|(_, value)| value.trim());
        let bytes = |name: &str| unhex(field(name).with_context(|| format!("{id}: no {name}"))?);
        let kind = if let Some(function) = field("hash") {
            let function = match function {
                "SHA-256" => PrehashFunction::Sha256,
                "SHA-384" => PrehashFunction::Sha384,
                other => bail!("{id}: hash {other:?}"),
            };
            let (hash, context) = (bytes("msg")?, bytes("context")?);
            Operation::VerifyPrehash { key: bytes("pub")?, function, hash, context, signature: bytes("sig")? }
        } else if field("seed").is_some() {
            let seed = bytes("seed")?;
            let mut seeds = seed.chunks_exact(set.seed_bytes()).map(<[u8]>::to_vec);
            let seeds = [(); 3].map(|()| seeds.next().unwrap_or_default());
            Operation::KeyGen { seeds, key: bytes("priv")?, public: bytes("pub")? }
        } else if let Some(valid) = field("valid") {
            let valid = valid.parse::<bool>()?;
            Operation::Verify { key: bytes("pub")?, message: bytes("msg")?, signature: bytes("sig")?, valid }
        } else {
            let randomness = Some(bytes("entropy")?);
            Operation::Sign { key: bytes("priv")?, message: bytes("msg")?, randomness, signature: bytes("sig")? }
        };
        cases.push(Answer { id, set, kind });
    }
    Ok(suite(cases))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_answer_fails() {
        let set = ParameterSet::Shake128f;
        let key = SigningKey::from_seeds(set, &[1; 16], &[2; 16], &[3; 16]).unwrap();
        let mut public = key.verifying_key().as_bytes().to_vec();
        let signature = sign_internal(&key, &[b"m"], None).unwrap().as_bytes().to_vec();
        let run = |kind| Answer { id: String::new(), set, kind }.run(Backend::Portable).is_ok();
        let verify = |valid, key: &[u8]| Operation::Verify {
            key: key.to_vec(),
            message: b"m".to_vec(),
            signature: signature.clone(),
            valid,
        };
        assert!(run(verify(true, &public)) && !run(verify(false, &public)));
        let seeds = [vec![1; 16], vec![2; 16], vec![3; 16]];
        let generated = |public: &[u8]| Operation::KeyGen {
            seeds: seeds.clone(),
            key: key.to_bytes().to_vec(),
            public: public.to_vec(),
        };
        assert!(run(generated(&public)));
        let sign = |signature: &[u8]| {
            let key = key.to_bytes().to_vec();
            Operation::Sign { key, message: b"m".to_vec(), randomness: None, signature: signature.to_vec() }
        };
        assert!(run(sign(&signature)) && !run(sign(&signature[1..])));
        public[20] ^= 1;
        assert!(!run(generated(&public)) && !run(verify(true, &public)) && run(verify(false, &public)));
    }
}
