//! Work of whole programs: nodes of Merkle trees, whole trees, a beacon state, small updates, HMAC, PBKDF2, tries, objects of git, chunks, tarballs. SHA-256
//! unless the row says otherwise. Core cycles and nanoseconds of one message; all contenders of a row take turns, and their outputs are
//! compared.
//!
//! `cargo run --release -p lanesum-bench --no-default-features --features hashtree-rs -- --field`; with `--features hashtree-rs,p3-keccak`
//! and `RUSTFLAGS=-Ctarget-cpu=native`, Plonky3's Keccak, too.

mod keyed;
mod row;
mod trees;

use std::hint::black_box;
use std::io::Write;

use anyhow::{Result, bail};
use lanesum::digest::Digest;
use lanesum::{Algorithm, Backend, Blake256, Blake512, Hasher, Keccak256, Message, Options, Sha256, Sha512, Strided};
use regex::Regex;

use self::keyed::keyed;
use self::row::{Call, Calls, OTHER, row};
use self::trees::{list, state, trees};
use crate::rivals::{RIVALS, blake2b_many};

/// As many messages of `len` bytes as there are places, and what comes before each.
fn nodes<'a>(data: &'a [u8], len: usize, prefix: &'static [u8], count: usize) -> Calls<'a> {
    let bodies = move || Strided::new(black_box(data), len, len, count).expect("enough data");
    let mut all: Calls<'a> = Vec::new();
    if prefix.is_empty() {
        all.push(("digest_many", Box::new(move |out| Sha256::digest_many(&bodies(), out).expect("as many places"))));
        if len == 64 {
            hashtree_rs::init();
            all.push((
                "hashtree-rs",
                Box::new(move |out| hashtree_rs::hash(out.as_flattened_mut(), &black_box(data)[..len * count], count)),
            ));
        }
    } else {
        let hasher = Sha256::new_with_prefix(prefix);
        all.push(("finalize_many", Box::new(move |out| hasher.finalize_many(&bodies(), out).expect("as many places"))));
        let prefixed: Vec<_> = data.chunks(len).take(count).map(|body| Message::prefixed(prefix, body)).collect();
        all.push((
            "prefixed",
            Box::new(move |out| Sha256::digest_many(black_box(&prefixed), out).expect("as many places")),
        ));
        // The same bytes, joined before the sample.
        let joined: Vec<u8> = data.chunks(len).take(count).flat_map(|body| [prefix, body].concat()).collect();
        let len = prefix.len() + len;
        let whole = joined.chunks_exact(len).map(<[u8]>::to_vec).collect();
        all.extend(by_rival("openssl", Algorithm::Sha256, whole));
        all.push((
            "in one piece",
            Box::new(move |out| {
                let joined = Strided::new(black_box(&joined), len, len, count).expect("enough data");
                Sha256::digest_many(&joined, out).expect("as many places");
            }),
        ));
    }
    let one_by_one = move |out: &mut [[u8; 32]]| {
        for (out, body) in out.iter_mut().zip(black_box(data).chunks_exact(len)) {
            *out = sha2::Sha256::new_with_prefix(prefix).chain_update(body).finalize().into();
        }
    };
    all.push(("sha2", Box::new(one_by_one)));
    all
}

/// As many messages of `len` bytes by Keccak-256: nodes, or addresses.
fn keccak(data: &[u8], len: usize, count: usize) -> Calls<'_> {
    let mut all: Calls<'_> = vec![
        (
            "digest_many",
            Box::new(move |out| {
                let bodies = Strided::new(black_box(data), len, len, count).expect("enough data");
                Keccak256::digest_many(&bodies, out).expect("as many places");
            }),
        ),
        #[cfg(feature = "p3-keccak")]
        (
            "p3-keccak",
            Box::new(move |out| {
                p3_symmetric::CryptographicHasher::hash_many(
                    &p3_keccak::Keccak256Hash,
                    &black_box(data)[..len * count],
                    out,
                );
            }),
        ),
        ("sha3", one_by_one::<sha3::Keccak256>(data.chunks_exact(len).take(count).collect())),
    ];
    all.extend(by_rival("keccak-asm", Algorithm::Keccak256, data.chunks_exact(len).take(count).collect()));
    all
}

/// BLAKE-256, and what people take for it.
fn blake(data: &[u8], len: usize, count: usize) -> Calls<'_> {
    vec![
        (
            "digest_many",
            Box::new(move |out| {
                let bodies = Strided::new(black_box(data), len, len, count).expect("enough data");
                Blake256::digest_many(&bodies, out).expect("as many places");
            }),
        ),
        (OTHER, Box::new(move |out| blake2b_many(black_box(data).chunks_exact(len).take(count), out))),
    ]
}

/// BLAKE-512, of which the row has the first 32 bytes.
fn blake512(data: &[u8], len: usize, count: usize) -> Calls<'_> {
    let mut digests = vec![[0; 64]; count];
    vec![(
        "digest_many",
        Box::new(move |out| {
            let bodies = Strided::new(black_box(data), len, len, count).expect("enough data");
            Blake512::digest_many(&bodies, &mut digests).expect("as many places");
            for (out, digest) in out.iter_mut().zip(&digests) {
                out.copy_from_slice(&digest[..32]);
            }
        }),
    )]
}

/// Messages of any lengths by SHA-256.
fn sha256(messages: Vec<&[u8]>) -> Calls<'_> {
    let all = messages.clone();
    let mut contenders: Calls<'_> = vec![
        ("digest_many", Box::new(move |out| Sha256::digest_many(black_box(&all), out).expect("as many places"))),
        ("sha2", one_by_one::<sha2::Sha256>(messages.clone())),
    ];
    contenders.extend(by_rival("openssl", Algorithm::Sha256, messages));
    contenders
}

/// Messages of any lengths by Keccak-256.
fn keccak_of(messages: Vec<&[u8]>) -> Calls<'_> {
    let all = messages.clone();
    let mut contenders: Calls<'_> = vec![
        ("digest_many", Box::new(move |out| Keccak256::digest_many(black_box(&all), out).expect("as many places"))),
        ("sha3", one_by_one::<sha3::Keccak256>(messages.clone())),
    ];
    contenders.extend(by_rival("keccak-asm", Algorithm::Keccak256, messages));
    contenders
}

/// A rival of the bench's table, one message after the other, unless this build lacks it. Of long digests the row has the first 32 bytes.
fn by_rival<'a>(
    name: &'static str,
    algorithm: Algorithm,
    messages: Vec<impl AsRef<[u8]> + 'a>,
) -> Option<(&'a str, Call<'a>)> {
    let mut hash = RIVALS.iter().find(|rival| rival.name == name)?.hash(algorithm.name()).ok()?;
    let mut digest = vec![0; algorithm.digest_bits() / 8];
    let by_rival = move |out: &mut [[u8; 32]]| {
        for (out, message) in out.iter_mut().zip(&messages) {
            assert!(hash(black_box(message.as_ref()), &mut digest).is_ok(), "{name}");
            out.copy_from_slice(&digest[..32]);
        }
    };
    Some((name, Box::new(by_rival)))
}

fn one_by_one<D: Digest<OutputSize = lanesum::digest::consts::U32>>(messages: Vec<&[u8]>) -> Call<'_> {
    Box::new(move |out| {
        for (out, message) in out.iter_mut().zip(&messages) {
            *out = D::digest(black_box(message)).into();
        }
    })
}

/// Messages of different lengths in one call.
const RAGGED: &[(&str, &[usize])] = &[
    ("4096 and 2048 B", &[4096, 2048]),
    ("2048 and 1024 B", &[2048, 1024]),
    ("512 and 256 B", &[512, 256]),
    ("three of 1000 to 3000 B", &[1000, 3000, 2000]),
    // 250 blocks.
    (
        "16, the longest of 68 blocks",
        &[4343, 100, 300, 500, 700, 900, 1100, 1300, 400, 600, 800, 1000, 1200, 1400, 310, 300],
    ),
    ("16 trie nodes", &[32, 532, 104, 532, 68, 100, 148, 532, 532, 45, 110, 180, 83, 532, 300, 64]),
    ("15 of 512 B, one of 64", &[512, 512, 512, 512, 512, 512, 512, 64, 512, 512, 512, 512, 512, 512, 512, 512]),
    (
        "one of 16 KiB, 32 of 100 B",
        &[
            16384, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100,
            100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100,
        ],
    ),
];

/// Tarballs by SHA-512, as npm's lock files have it, of which the row has the first 32 bytes.
fn tarballs(data: &[u8]) -> Calls<'_> {
    let messages: Vec<&[u8]> = (1..17).map(|i| &data[1000 * i..][..10_000 * i + i * i]).collect();
    let (all, mut digests) = (messages.clone(), [[0; 64]; 16]);
    let together = move |out: &mut [[u8; 32]]| {
        Sha512::digest_many(black_box(&all), &mut digests).expect("as many places");
        out.iter_mut().zip(&digests).for_each(|(out, digest)| out.copy_from_slice(&digest[..32]));
    };
    let mut contenders: Calls<'_> = vec![("digest_many", Box::new(together))];
    // Node has OpenSSL.
    let rivals = ["sha2", "openssl"].into_iter();
    contenders.extend(rivals.filter_map(|name| by_rival(name, Algorithm::Sha512, messages.clone())));
    contenders
}

/// All rows, of 64 KiB of data and 2^20 digests.
#[allow(clippy::too_many_lines)] // a row each
fn rows<'a>(data: &'a [u8], many: &'a [[u8; 32]]) -> Vec<(String, usize, Calls<'a>)> {
    let head = move |len: usize| &black_box(data)[..len];
    let mut rows: Vec<(String, usize, Calls<'a>)> = Vec::new();
    for count in [1024, 64, 16, 8, 4, 3, 2] {
        rows.push((format!("{count} nodes of 64 B"), count, nodes(data, 64, &[], count)));
        rows.push((format!("{count} digests of 32 B"), count, nodes(data, 32, &[], count)));
    }
    for len in [64, 32] {
        for count in [1024, 4] {
            rows.push((format!("{count} nodes of 0x01 || {len} B"), count, nodes(data, len, &[1], count)));
        }
    }
    // Leaves of pages, with a tag before each.
    rows.push(("15 pages of 0x00 || 4096 B".into(), 15, nodes(data, 4096, &[0], 15)));
    for (len, count) in [(64, 1024), (64, 8), (64, 2), (20, 1024), (20, 8)] {
        rows.push((format!("Keccak-256, {count} of {len} B"), count, keccak(data, len, count)));
    }
    for count in [1024, 16, 8, 4, 2] {
        rows.push((format!("BLAKE-256, {count} of 64 B"), count, blake(data, 64, count)));
    }
    for count in [512, 8, 4, 2] {
        rows.push((format!("BLAKE-512, {count} of 128 B"), count, blake512(data, 128, count)));
    }
    let long = many.as_flattened();
    rows.push(("BLAKE-256, 64 of 4096 B".into(), 64, blake(long, 4096, 64)));
    rows.push(("BLAKE-512, 64 of 4096 B".into(), 64, blake512(long, 4096, 64)));
    for len in [32, 64, 128] {
        let mut of_256: Calls<'_> =
            vec![("lanesum::blake256", Box::new(move |out| out[0] = lanesum::blake256(head(len))))];
        of_256.extend(by_rival("blake-hash", Algorithm::Blake256, vec![head(len)]));
        let mut of_512: Calls<'_> = vec![(
            "lanesum::blake512",
            Box::new(move |out| out[0].copy_from_slice(&lanesum::blake512(head(len))[..32])),
        )];
        of_512.extend(by_rival("blake-hash", Algorithm::Blake512, vec![head(len)]));
        rows.push((format!("BLAKE-256, one of {len} B"), 1, of_256));
        rows.push((format!("BLAKE-512, one of {len} B"), 1, of_512));
    }
    for log in [4, 10, 16, 20] {
        let leaves = &many[..1 << log];
        rows.push((format!("tree of 2^{log} leaves"), leaves.len(), trees(leaves)));
    }
    // Chunks as restic's.
    rows.push(("SSZ list of 2^14 roots".into(), 1 << 14, list(&many[..1 << 14])));
    rows.push(("beacon state of 2^14".into(), 1 << 14, state(many, 1 << 14)));
    let chunks: Vec<&[u8]> = long.chunks_exact(1 << 20).take(8).collect();
    rows.push(("8 chunks of 1 MiB".into(), 8, sha256(chunks)));
    rows.push(("SHA-512, 16 tarballs".into(), 16, tarballs(long)));
    for len in [32, 64, 100] {
        let one_shot: Calls<'_> = vec![
            ("lanesum::sha256", Box::new(move |out| out[0] = lanesum::sha256(head(len)))),
            ("Sha256", Box::new(move |out| out[0] = Sha256::digest(head(len)).into())),
            ("sha2", Box::new(move |out| out[0] = sha2::Sha256::digest(head(len)).into())),
        ];
        rows.push((format!("{len} B in one call"), 1, one_shot));
    }
    macro_rules! updates {
        ($hasher:ty) => {
            Box::new(move |out| {
                let hasher = <$hasher>::new().chain_update(head(40)).chain_update(&data[40..100]);
                out[0] = hasher.finalize().into();
            })
        };
    }
    macro_rules! cloned {
        ($hasher:ty) => {{
            let begun = <$hasher>::new_with_prefix(head(10));
            Box::new(move |out| out[0] = black_box(&begun).clone().chain_update(&data[10..40]).finalize().into())
        }};
    }
    let by_hasher = move |out: &mut [[u8; 32]]| {
        let mut hasher = Hasher::new(black_box(Algorithm::Sha256));
        hasher.update(head(40));
        hasher.update(&data[40..100]);
        hasher.finalize().read(&mut out[0]).expect("a whole digest");
    };
    let mut kept = Hasher::new(Algorithm::Sha256);
    let by_kept = move |out: &mut [[u8; 32]]| {
        kept.update(head(40));
        kept.update(&data[40..100]);
        kept.finalize_into_reset(&mut out[0]).expect("a whole digest");
    };
    rows.push((
        "40 B and 60 B".into(),
        1,
        vec![
            ("Sha256", updates!(Sha256)),
            ("Hasher", Box::new(by_hasher)),
            ("Hasher, kept", Box::new(by_kept)),
            ("in one call", Box::new(move |out| out[0] = lanesum::sha256(head(100)))),
            ("sha2", updates!(sha2::Sha256)),
        ],
    ));
    rows.push((
        "a clone and 30 B".into(),
        1,
        vec![
            ("Sha256", cloned!(Sha256)),
            ("in one call", Box::new(move |out| out[0] = lanesum::sha256(head(40)))),
            ("sha2", cloned!(sha2::Sha256)),
        ],
    ));
    rows.extend(keyed(data));
    // Objects of git (100 to 4,000 bytes), and a block's nodes of Ethereum's trie.
    let objects: Vec<&[u8]> = (0..64).map(|i| &data[i..][..100 + i * i % 4000]).collect();
    rows.push(("64 objects of git".into(), 64, sha256(objects)));
    let trie: Vec<&[u8]> = RAGGED[5].1.iter().cycle().take(256).map(|len| &data[..*len]).collect();
    rows.push(("Keccak-256, 256 trie nodes".into(), 256, keccak_of(trie)));

    for (name, lens) in RAGGED {
        let messages: Vec<&[u8]> = lens.iter().map(|len| &data[..*len]).collect();
        let mut contenders = sha256(messages.clone());
        if Backend::ShaNi.is_available() {
            // By name: the queue over two slots, whatever the plan says.
            let (all, options) = (messages, Options::new().backend(Backend::ShaNi));
            contenders.push((
                "sha-ni together",
                Box::new(move |out| {
                    let done = Algorithm::Sha256.digest_many(options, black_box(&all), out.as_flattened_mut());
                    done.expect("as many places");
                }),
            ));
        }
        rows.push((format!("{name}, all"), lens.len(), contenders));
    }

    rows
}

fn data() -> (Vec<u8>, Vec<[u8; 32]>) {
    let many = (0..1 << 20).map(|i: u32| lanesum::sha256(&i.to_le_bytes()));
    ((0..64 << 10).map(|i| (i * i % 251) as u8).collect(), many.collect())
}

/// Measures the rows in whose names `filter` finds something.
///
/// # Errors
/// The filter is no regular expression or finds nothing; `out` fails.
pub(crate) fn run(filter: Option<&str>, sink: &mut dyn Write) -> Result<()> {
    let only = Regex::new(filter.unwrap_or(""))?;
    // Refused in some sandboxes: fewer samples are quiet then.
    let _ = measure::pin_to_quietest_cpu();
    let (data, many) = data();
    let mut rows = rows(&data, &many);
    let count_before = rows.len();
    rows.retain(|(name, ..)| only.is_match(name));
    if rows.is_empty() {
        bail!("no row of {count_before} has such a name");
    }
    for (name, count, contenders) in rows {
        row(&name, count, contenders, sink)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_of_rows_that_are_measured() {
        let (data, many) = data();
        let rows = rows(&data, &many);
        let lines = include_str!("../report/goals.tsv").lines().map(|line| line.split('\t').collect::<Vec<_>>());
        let goals: Vec<_> = lines.filter(|line| line.get(3).is_some_and(|kind| kind.starts_with("field"))).collect();
        for goal in &goals {
            let (_, _, row) = rows.iter().find(|row| row.0 == goal[2]).unwrap_or_else(|| panic!("no row {}", goal[2]));
            let has = |names: &str| names.split(" / ").any(|name| name.is_empty() || row.iter().any(|of| of.0 == name));
            assert!(has(goal[4]) && has(goal[10]), "{goal:?}");
        }
        assert!(goals.len() > 25);
    }
}
