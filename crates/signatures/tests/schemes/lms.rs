//! LMS and HSS against published answers, pyhsslms and the crate `hbs-lms`. `key_files.rs` has their files.

use crate::support::{self, backends, bytes, full};
use hbs_lms::{
    HashChain, HssParameter, LmotsAlgorithm, LmsAlgorithm, Seed, Sha256_192, Sha256_256, Shake256_192, Shake256_256,
};
use lanesum::Algorithm;
use lanesum_signatures::Error;
use lanesum_signatures::lms::hazmat::PrivateKey;
use lanesum_signatures::lms::{Function, ParameterSet, Signature, Verifier, VerifyingKey};
use lanesum_signatures::spki::{DecodePublicKey, EncodePublicKey, der::pem::LineEnding};

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect()
}

fn key(set: &str) -> PrivateKey {
    let set: ParameterSet = set.parse().unwrap();
    let n = set.levels()[0].function().bytes();
    PrivateKey::from_seed(set, &bytes(n, 1), &bytes(16, 2), None).unwrap()
}

/// The verdict of `verify`, which that of the verifier of pieces must equal.
fn verify(public: &VerifyingKey, message: &[u8], signature: &Signature) -> Result<(), Error> {
    fn pieces<F: Function>(public: &[u8], message: &[u8], signature: &[u8]) -> Result<(), Error> {
        let mut verifier = Verifier::<F>::new(public, signature)?;
        message.chunks(5).for_each(|piece| verifier.update(piece));
        verifier.finish()
    }
    let found = public.verify(message, signature);
    let (bytes, signature) = (public.as_bytes(), signature.as_bytes());
    let [sha2, shake] = [pieces::<lanesum::Sha256>, pieces::<lanesum::Shake256>].map(|f| f(bytes, message, signature));
    let (right, wrong) = if public.as_bytes()[7] < 15 { (sha2, shake) } else { (shake, sha2) };
    assert_eq!(right, found);
    assert_eq!(wrong, Err(Error::ParameterSet));
    found
}

/// A bit of each value, and the rest of the message.
fn changes_are_found(public: &VerifyingKey, message: &[u8], signature: &Signature) {
    verify(public, message, signature).unwrap();
    let len = signature.as_bytes().len();
    for at in (0..len).step_by(23) {
        let mut wrong = signature.as_bytes().to_vec();
        wrong[at] ^= 1 << (at % 8);
        assert_eq!(verify(public, message, &Signature::from_bytes(&wrong)), Err(Error::Invalid), "byte {at}");
    }
    for wrong in [&signature.as_bytes()[..len - 1], &[signature.as_bytes(), &[0]].concat(), &[]] {
        assert_eq!(verify(public, message, &Signature::from_bytes(wrong)), Err(Error::Invalid));
    }
    assert_eq!(verify(public, &[message, &[0]].concat(), signature), Err(Error::Invalid));
}

/// The signatures in RFC 8554 and RFC 9858, on every backend.
#[test]
fn published_signatures_are_valid() {
    let mut seen = 0;
    for case in include_str!("lms/published.txt").split("\n\n") {
        let (_, rest) = case.split_once("\nkey\n").unwrap();
        let (key, rest) = rest.split_once("\nmessage\n").unwrap();
        let (message, signature) = rest.split_once("\nsignature\n").unwrap();
        let [key, message, signature] = [key, message, signature].map(|hex| unhex(&hex.replace('\n', "")));
        let public = VerifyingKey::from_bytes(&key).unwrap();
        assert_eq!(public.as_bytes(), key);
        let signature = Signature::from_bytes(&signature);
        changes_are_found(&public, &message, &signature);
        let function = if key[7] < 15 { Algorithm::Sha256 } else { Algorithm::Shake256 };
        for backend in backends(function) {
            public.clone().with_backend(backend).verify(&message, &signature).unwrap();
        }
        seen += 1;
    }
    assert_eq!(seen, 5);
}

/// The roots of keys with the seed 0, 1, 2, … and the identifier 100, 101, …, as pyhsslms 2.0.0 computes them.
const ROOTS: [(&str, &str); 16] = [
    ("LMS_SHA256_M32_H5_W1", "1689cf4fb7f8e1f7f855d58c753f647850106b9c76480c47342cf08fbf9f2e24"),
    ("LMS_SHA256_M32_H5_W2", "f04430b11d4bd4ca3ade05e504b17c8ab913748538d9cc9f4b148420ee430c34"),
    ("LMS_SHA256_M32_H5_W4", "f503830a2b4a384d52564ac898b14d11c8372b5c842aa5915c277a9efd92d2d1"),
    ("LMS_SHA256_M32_H5_W8", "655b375ee590821e22b1b1d97bcda24e899fa1a5354fedd9319a9df69bfd147f"),
    ("LMS_SHA256_M24_H5_W1", "f2e4af6ce12225bff10d6d269ba4a47d4624457bd925c65c"),
    ("LMS_SHA256_M24_H5_W2", "e852471764c46657a726d17629ca523de275b62a2206d857"),
    ("LMS_SHA256_M24_H5_W4", "6d865470c0d58aaaef18c78f601d34c943cc76e376dbef03"),
    ("LMS_SHA256_M24_H5_W8", "0fa337a1e9f4873370d474f7d30af321da128c8b25a77c2f"),
    ("LMS_SHAKE_M32_H5_W1", "69b0f086a9cc5e6dd2827a6187befa17cc15c221d7322378c4fb13fafd038cee"),
    ("LMS_SHAKE_M32_H5_W2", "0602166c5fae68f6b0474b19acabec512d77689b2f52a01cad45aad4946934a3"),
    ("LMS_SHAKE_M32_H5_W4", "2676e9237e6403e17d4602052f6a8b1b7944211bef97960b21be2f29778d4a59"),
    ("LMS_SHAKE_M32_H5_W8", "f96044ddd9017c460069cbf792864be9521743e17e0bf2a780053c3ca917d8bc"),
    ("LMS_SHAKE_M24_H5_W1", "620622b8231a66770f70b970fc0a4c939699c5b043dd7d9d"),
    ("LMS_SHAKE_M24_H5_W2", "e1ef6bac2b96c834a968e66ee329abcd31fd2784360b8dba"),
    ("LMS_SHAKE_M24_H5_W4", "f92f0f144c2840b4d2b66703ceb858cf1a103716824a39b2"),
    ("LMS_SHAKE_M24_H5_W8", "567720a2011a2895e284801d3177483a9e3369d202b6389a"),
];

#[test]
fn keys_are_those_of_pyhsslms() {
    for (set, root) in ROOTS {
        let set: ParameterSet = set.parse().unwrap();
        let seed = (0..set.levels()[0].function().bytes() as u8).collect::<Vec<_>>();
        let id = (100..116).collect::<Vec<_>>();
        let mut key = PrivateKey::from_seed(set, &seed, &id, None).unwrap();
        let public = key.verifying_key();
        assert_eq!(public.as_bytes()[12..], [&id[..], &unhex(root)].concat(), "{set}");
        for index in [0, 13, 31] {
            let signature = key.sign(index, b"message").unwrap();
            assert_eq!(signature.as_bytes().len(), set.signature_bytes());
            changes_are_found(&public, b"message", &signature);
        }
        assert_eq!(key.sign(32, b"message").unwrap_err(), Error::Exhausted);
    }
}

/// A tree of height 15, whose root pyhsslms has computed, too. With `LANESUM_SIGNATURES=full` heights 20 and 25, verified by `hbs-lms`.
#[test]
fn high_trees() {
    let (seed, id) = ((0..24).collect::<Vec<_>>(), (100..116).collect::<Vec<_>>());
    let make = |set: &str| PrivateKey::from_seed(set.parse().unwrap(), &seed, &id, None).unwrap();
    let mut key = make("LMS_SHA256_M24_H15_W1");
    let public = key.verifying_key();
    assert_eq!(public.as_bytes()[28..], unhex("9b9969302efbe462110c5d82c426b4d9f97bd7f9a836f035"));
    for index in [0, 12_345, (1 << 15) - 1] {
        verify(&public, b"message", &key.sign(index, b"message").unwrap()).unwrap();
    }
    assert_eq!(key.sign(1 << 15, b"message").unwrap_err(), Error::Exhausted);
    for height in [20, 25].into_iter().filter(|_| full()) {
        let mut key = make(&format!("LMS_SHA256_M24_H{height}_W2"));
        let public = key.verifying_key();
        let less = [5_u8, 4].map(u8::wrapping_neg);
        for index in [0, 777_777, (1 << height) - 1] {
            let signature = key.sign(index, b"message").unwrap();
            verify(&public, b"message", &signature).unwrap();
            let theirs = renumber(signature.as_bytes(), signature.as_bytes().len() - (height * 24 + 4), 8, less);
            let public = renumber(public.as_bytes(), 4, 8, less);
            assert!(hbs_lms::verify::<Sha256_192>(b"message", &theirs, &public).is_ok(), "height {height}, {index}");
        }
    }
}

/// Adds numbers to the types of LMS and LM-OTS in a key or signature of one level.
fn renumber(bytes: &[u8], lms: usize, ots: usize, by: [u8; 2]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[lms + 3] = bytes[lms + 3].wrapping_add(by[0]);
    bytes[ots + 3] = bytes[ots + 3].wrapping_add(by[1]);
    bytes
}

/// Signatures of `hbs-lms` are valid here, and ours there. It does not have the numbers of RFC 9858: it numbers the sets of every hash
/// function as those of SHA-256. `function` is that of RFC 9858, counted from SHA-256. Only with one level are the numbers not signed.
fn exchange<H: HashChain>(name: &str, function: u8) {
    let ways = [
        (LmotsAlgorithm::LmotsW1, 1, LmsAlgorithm::LmsH5, 5),
        (LmotsAlgorithm::LmotsW2, 2, LmsAlgorithm::LmsH5, 5),
        (LmotsAlgorithm::LmotsW4, 4, LmsAlgorithm::LmsH5, 5),
        (LmotsAlgorithm::LmotsW8, 8, LmsAlgorithm::LmsH5, 5),
        (LmotsAlgorithm::LmotsW2, 2, LmsAlgorithm::LmsH10, 10),
        (LmotsAlgorithm::LmotsW2, 2, LmsAlgorithm::LmsH15, 15),
    ];
    // It computes all trees again for each signature: the slow ones only with `LANESUM_SIGNATURES=full`. With 24 bytes and W = 1, its
    // checksum is shifted by 7 instead of 8 bits.
    let sets: &[&[usize]] = match (full(), function) {
        (false, 0) => &[&[2], &[2, 1]],
        (false, _) => &[&[2]],
        (true, 0) => &[&[0], &[1], &[2], &[3], &[4], &[5], &[3, 1], &[2, 0, 1]],
        (true, 2) => &[&[0], &[1], &[2], &[3], &[4]],
        (true, _) => &[&[1], &[2], &[3], &[4]],
    };
    for set in sets {
        let own = set.iter().map(|i| ways[*i]).collect::<Vec<_>>();
        let parameters = own.iter().map(|(ots, _, lms, _)| HssParameter::<H>::new(*ots, *lms)).collect::<Vec<_>>();
        let mut seed = Seed::<H>::default();
        let n = seed.as_slice().len();
        seed.as_mut_slice().copy_from_slice(&bytes(n, 3));
        let set = own.iter().map(|(_, w, _, h)| format!("{name}_H{h}_W{w}")).collect::<Vec<_>>().join(",");
        let more = [5 * function, 4 * function];
        let less = more.map(u8::wrapping_neg);
        let path = own[0].3 * n + 4;
        let signature = |bytes: &[u8], by| renumber(bytes, bytes.len() - path, 8, by);

        let (mut theirs, public) = hbs_lms::keygen::<H>(&parameters, &seed, None).unwrap();
        let public = VerifyingKey::from_bytes(&renumber(public.as_slice(), 4, 8, more)).unwrap();
        let signed = theirs.try_sign_with_aux(b"their message", None).unwrap();
        let signed = if function == 0 { signed.as_ref().to_vec() } else { signature(signed.as_ref(), more) };
        public.verify(b"their message", &Signature::from_bytes(&signed)).unwrap();

        let mut key = key(&set);
        let public = renumber(key.verifying_key().as_bytes(), 4, 8, less);
        for index in [0, 1, 31] {
            let signed = key.sign(index, b"our message").unwrap().as_bytes().to_vec();
            let signed = if function == 0 { signed } else { signature(&signed, less) };
            let verify = |message| hbs_lms::verify::<H>(message, &signed, &public);
            assert!(verify(b"our message").is_ok() && verify(b"our massage").is_err(), "{set}");
        }
    }
}

/// NIST's vectors, if `../shared/more-vectors` has them: key generation, and signatures that are valid or not.
#[test]
#[cfg(unix)] // unpacked by gzip
fn nist_vectors() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/more-vectors/acvp/LMS-");
    if !std::path::Path::new(&format!("{directory}keyGen-1.0.internalProjection.json.gz")).exists() {
        println!("not run: NIST's vectors of LMS: ../shared/more-vectors is not there");
        return;
    }
    let (mut keys, mut valid, mut invalid) = (0, 0, 0);
    for name in ["keyGen-1.0", "sigGen-1.0", "sigGen-SP800-208", "sigVer-1.0", "sigVer-SP800-208"] {
        let file = format!("{directory}{name}.internalProjection.json.gz");
        let out = std::process::Command::new("gzip").args(["-dc", &file]).output().unwrap();
        assert!(out.status.success(), "{file}");
        let text = String::from_utf8(out.stdout).unwrap();
        let field = |text: &str, name: &str| {
            let (_, rest) = text.split_once(&format!("\"{name}\": "))?;
            Some(rest.split(['\n', ',']).next()?.trim_matches(['"', '\r', ' ']).to_owned())
        };
        for group in text.split("\"tgId\"").skip(1) {
            let set: ParameterSet = {
                let ots = field(group, "lmOtsMode").unwrap();
                let (_, w) = ots.rsplit_once('_').unwrap();
                format!("{}_{w}", field(group, "lmsMode").unwrap()).parse().unwrap()
            };
            for test in group.split("\"tcId\"").skip(1) {
                let bytes = |name| unhex(&field(test, name).or_else(|| field(group, name)).unwrap());
                // As keys and signatures of HSS with one level.
                let public = [&1_u32.to_be_bytes()[..], &bytes("publicKey")].concat();
                if name.starts_with("keyGen") {
                    let key = PrivateKey::from_seed(set, &bytes("seed"), &bytes("i"), None).unwrap();
                    assert_eq!(key.verifying_key().as_bytes(), public, "{name}");
                    keys += 1;
                    continue;
                }
                let public = VerifyingKey::from_bytes(&public).unwrap();
                let signature = Signature::from_bytes(&[&[0; 4], &bytes("signature")[..]].concat());
                let passed = field(test, "testPassed").is_none_or(|passed| passed == "true");
                assert_eq!(verify(&public, &bytes("message"), &signature).is_ok(), passed, "{name}");
                *(if passed { &mut valid } else { &mut invalid }) += 1;
            }
        }
    }
    println!("{keys} keys, {valid} valid and {invalid} invalid signatures");
    assert!(keys == 9 && valid + invalid == 78 && valid > 60 && invalid > 4);
}

macro_rules! exchange {
    ($($test:ident $name:literal $function:literal;)*) => { $(
        #[test]
        #[allow(non_snake_case)]
        fn $test() {
            // Their signatures are arrays for the largest set.
            let thread = std::thread::Builder::new().stack_size(64 << 20);
            thread.spawn(|| exchange::<$test>($name, $function)).unwrap().join().unwrap();
        }
    )* };
}
exchange! {
    Sha256_256 "LMS_SHA256_M32" 0;
    Sha256_192 "LMS_SHA256_M24" 1;
    Shake256_256 "LMS_SHAKE_M32" 2;
    Shake256_192 "LMS_SHAKE_M24" 3;
}

#[test]
fn signatures_are_the_same_on_every_backend() {
    for (set, function) in [
        ("LMS_SHA256_M32_H5_W8,LMS_SHA256_M32_H5_W2", Algorithm::Sha256),
        ("LMS_SHAKE_M24_H5_W1,LMS_SHAKE_M24_H5_W4", Algorithm::Shake256),
    ] {
        let mut signer = key(set);
        let public = signer.verifying_key();
        let expected = signer.sign(77, b"message").unwrap();
        for backend in backends(function) {
            signer = key(set).with_backend(backend);
            assert!(signer.sign(77, b"message").unwrap() == expected, "{set} on {backend}");
            public.clone().with_backend(backend).verify(b"message", &expected).unwrap();
        }
    }
}

/// The key of the certificate in RFC 9802, appendix A, in `SubjectPublicKeyInfo`.
#[test]
fn public_keys_in_der_and_pem() {
    let der = unhex(
        "304e300d060b2a864886f70d0109100311033d00\
         00000001000000050000000474e473a823a66a7e9fa545a8fa63c6fb178faffe28d182d395923ef9e25f92205600\
         09e436f939a8ea8de7790261a842",
    );
    let public = VerifyingKey::from_public_key_der(&der).unwrap();
    assert_eq!(public.as_bytes(), &der[20..]);
    assert_eq!(public.to_public_key_der().unwrap().as_bytes(), der);
    let pem = public.to_public_key_pem(LineEnding::LF).unwrap();
    assert_eq!(VerifyingKey::from_public_key_pem(&pem).unwrap(), public);
    // Every byte but those of I and the root matters.
    for at in 0..32 {
        let mut wrong = der.clone();
        wrong[at] ^= 0x40;
        assert!(VerifyingKey::from_public_key_der(&wrong).is_err(), "byte {at}");
    }
    assert!(lanesum_signatures::xmss::VerifyingKey::from_public_key_der(&der).is_err());
}

/// Eight levels, and two trees whose leaves are more than 2^63.
#[test]
fn the_most_levels() {
    let set = ["LMS_SHA256_M24_H5_W1"; 8].join(",");
    let mut eight = key(&set);
    let public = eight.verifying_key();
    for index in [0, (1 << 40) - 1] {
        let signature = eight.sign(index, b"message").unwrap();
        public.verify(b"message", &signature).unwrap();
    }
    assert_eq!(eight.sign(1 << 40, b"message").unwrap_err(), Error::Exhausted);
    assert!(format!("{set},LMS_SHA256_M24_H5_W1").parse::<ParameterSet>().is_err());
    let high = ["LMS_SHA256_M24_H25_W1"; 3].join(",").parse::<ParameterSet>().unwrap();
    assert_eq!(high.capacity(), 1 << 63);
}

/// With the feature `rayon`, trees are computed on several threads.
#[test]
fn threads_change_nothing() {
    let make = || {
        let mut key = key("LMS_SHA256_M32_H10_W2");
        (key.calls(), key.sign(700, b"message").unwrap(), key.verifying_key())
    };
    let [one, three] = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(make)
    });
    assert!(one == three);
}

#[test]
fn many_are_verified_as_one_by_one() {
    // Changed in the part that is the same in all of one tree.
    support::many_are_verified_as_one_by_one!(key("LMS_SHA256_M32_H5_W4,LMS_SHA256_M32_H5_W8"), |i| i, |wrong| {
        wrong[100] ^= 1;
    });
}

#[test]
fn wrong_keys_are_rejected() {
    let public = key("LMS_SHA256_M32_H5_W8").verifying_key();
    let change = |at: usize, to: u8| {
        let mut bytes = public.as_bytes().to_vec();
        bytes[at] = to;
        VerifyingKey::from_bytes(&bytes).unwrap_err()
    };
    // Levels; numbers of no set; LMS and LM-OTS of different functions.
    assert_eq!(
        [change(3, 0), change(3, 9), change(7, 4), change(7, 25), change(11, 5)],
        [(); 5].map(|()| Error::ParameterSet)
    );
    assert_eq!(VerifyingKey::from_bytes(&public.as_bytes()[..59]).unwrap_err(), Error::Invalid);
    assert_eq!(VerifyingKey::from_bytes(&[public.as_bytes(), &[0]].concat()).unwrap_err(), Error::Invalid);
}
