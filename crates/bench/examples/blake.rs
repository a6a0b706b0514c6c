//! BLAKE3 and BLAKE2b beside other libraries: one short or long message, many short ones, two threads; and BLAKE3 beside KT128, SHA-256 and
//! SHA3-256. Each row's contenders take turns, and their outputs are compared if they are of one function. The table on standard output has
//! nanoseconds of one message:
//!
//! - `quiet`: the lower quartile of the samples that nobody disturbed, the least of three runs; `-` if no run has enough such samples;
//! - `least`: the least of all samples of these runs.
//!
//! Rows of two threads have only the least, because no probe watches the second processor.
//!
//! `cargo run --release -p lanesum-bench --no-default-features --features blake3,openssl,p3-blake3 --example blake [-- PART OF A ROW'S NAME]`

use std::hint::black_box;
use std::time::Instant;

use lanesum::{Algorithm, Backend, Blake3, Options, Strided};
use measure::Sampler;
use p3_symmetric::CryptographicHasher;

/// A call that writes all digests of a row.
type Work<'a> = Box<dyn FnMut(&mut [[u8; 32]]) + 'a>;
type Contenders<'a> = Vec<(&'a str, Work<'a>)>;

struct Row<'a> {
    name: String,
    count: usize,
    threads: usize,
    of_one_function: bool,
    contenders: Contenders<'a>,
}

impl<'a> Row<'a> {
    /// One function, on one thread.
    fn new(name: String, count: usize, contenders: Contenders<'a>) -> Self {
        Self { name, count, threads: 1, of_one_function: true, contenders }
    }
}

const RUNS: usize = 3;
/// Turns of each contender, where no sample can be quiet.
const TURNS: usize = 9;

fn one_blake3(message: &[u8]) -> Row<'_> {
    Row::new(
        format!("BLAKE3, one of {}", bytes(message.len())),
        1,
        vec![
            ("lanesum", Box::new(move |out| out[0] = lanesum::blake3(black_box(message)))),
            ("lanesum, avx2", {
                let options = Options::new().backend(Backend::Avx2);
                Box::new(move |out| {
                    let done = Algorithm::Blake3.digest(options, black_box(message), &mut out[0]);
                    done.expect("the machine has AVX2");
                })
            }),
            ("blake3", Box::new(move |out| out[0] = blake3::hash(black_box(message)).into())),
        ],
    )
}

fn many_blake3(data: &[u8], count: usize, len: usize) -> Row<'_> {
    let data = &data[..count * len];
    Row::new(
        format!("BLAKE3, {count} of {}", bytes(len)),
        count,
        vec![
            (
                "lanesum",
                Box::new(move |out| {
                    let messages = Strided::new(black_box(data), len, len, count).expect("enough data");
                    Blake3::digest_many(&messages, out).expect("as many places");
                }),
            ),
            (
                "blake3, one by one",
                Box::new(move |out| {
                    for (out, message) in out.iter_mut().zip(black_box(data).chunks_exact(len)) {
                        *out = blake3::hash(message).into();
                    }
                }),
            ),
            ("p3-blake3", Box::new(move |out| p3_blake3::Blake3.hash_many(black_box(data), out))),
        ],
    )
}

fn blake3_by_threads<'a>(message: &'a [u8], pool: &'a rayon::ThreadPool) -> Row<'a> {
    let row = Row::new(
        format!("BLAKE3, one of {}, two threads", bytes(message.len())),
        1,
        vec![
            (
                "lanesum",
                Box::new(move |out| {
                    let mut hasher = Blake3::new();
                    pool.install(|| hasher.update_rayon(black_box(message)));
                    out[0] = hasher.finalize();
                }),
            ),
            (
                "blake3",
                Box::new(move |out| {
                    let mut hasher = blake3::Hasher::new();
                    pool.install(|| hasher.update_rayon(black_box(message)));
                    out[0] = hasher.finalize().into();
                }),
            ),
        ],
    );
    Row { threads: 2, ..row }
}

fn many_blake2b(data: &[u8], count: usize, len: usize) -> Row<'_> {
    let data = &data[..count * len];
    Row::new(
        format!("BLAKE2b, {count} of {}", bytes(len)),
        count,
        vec![
            (
                "lanesum",
                Box::new(move |out| {
                    let messages = Strided::new(black_box(data), len, len, count).expect("enough data");
                    let out = out.as_flattened_mut();
                    Algorithm::Blake2b
                        .digest_many(Options::new().digest_bytes(32), &messages, out)
                        .expect("as many places");
                }),
            ),
            (
                "blake2b_simd many",
                Box::new(move |out| lanesum_bench::rivals::blake2b_many(black_box(data).chunks_exact(len), out)),
            ),
        ],
    )
}

/// Digests of 64 bytes, which all have; the first half is compared.
fn one_blake2b(message: &[u8]) -> Row<'_> {
    let half = |out: &mut [[u8; 32]], digest: &[u8]| out[0].copy_from_slice(&digest[..32]);
    Row::new(
        format!("BLAKE2b, one of {}", bytes(message.len())),
        1,
        vec![
            ("lanesum", Box::new(move |out| half(out, &lanesum::blake2b::<64>(black_box(message))))),
            ("blake2b_simd", Box::new(move |out| half(out, blake2b_simd::blake2b(black_box(message)).as_bytes()))),
            ("OpenSSL", {
                let function = openssl::md::Md::fetch(None, "BLAKE2B-512", None).expect("OpenSSL has BLAKE2b");
                let mut context = openssl::md_ctx::MdCtx::new().expect("memory");
                Box::new(move |out| {
                    let mut digest = [0; 64];
                    context.digest_init(&function).expect("a digest");
                    context.digest_update(black_box(message)).expect("a digest");
                    context.digest_final(&mut digest).expect("a digest");
                    half(out, &digest);
                })
            }),
        ],
    )
}

/// lanesum's functions for a digest of 32 bytes, as docs/algorithms.md compares them.
fn functions(data: &[u8], count: usize, len: usize) -> Row<'_> {
    let data = &data[..count * len];
    let names = [Algorithm::Kt128, Algorithm::Blake3, Algorithm::Sha256, Algorithm::Sha3_256];
    let contender = |algorithm: Algorithm| {
        let many = move |out: &mut [[u8; 32]]| {
            let messages = Strided::new(black_box(data), len, len, count).expect("enough data");
            algorithm.digest_many(Options::new(), &messages, out.as_flattened_mut()).expect("as many places");
        };
        let work: Work<'_> = match (count, algorithm) {
            (1, Algorithm::Kt128) => Box::new(move |out| lanesum::kt128(black_box(data), b"", &mut out[0])),
            (1, Algorithm::Blake3) => Box::new(move |out| out[0] = lanesum::blake3(black_box(data))),
            (1, Algorithm::Sha256) => Box::new(move |out| out[0] = lanesum::sha256(black_box(data))),
            (1, _) => Box::new(move |out| out[0] = lanesum::sha3_256(black_box(data))),
            _ => Box::new(many),
        };
        (algorithm.name(), work)
    };
    let of = if count == 1 { "one".to_owned() } else { count.to_string() };
    let row = Row::new(format!("functions, {of} of {}", bytes(len)), count, names.into_iter().map(contender).collect());
    Row { of_one_function: false, ..row }
}

fn bytes(len: usize) -> String {
    match len {
        _ if len.is_multiple_of(1 << 30) => format!("{} GiB", len >> 30),
        _ if len.is_multiple_of(1 << 20) => format!("{} MiB", len >> 20),
        _ if len.is_multiple_of(1 << 10) => format!("{} KiB", len >> 10),
        _ => format!("{len} B"),
    }
}

fn main() {
    let only = std::env::args().nth(1).unwrap_or_default();
    // Before this thread is pinned, for they would be, too.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
    pool.broadcast(|_| ());
    let _ = measure::pin_to_quietest_cpu();
    let data: Vec<u8> = (0..1_u32 << 28).flat_map(|i| i.wrapping_mul(0x9e37_79b9).to_le_bytes()).collect();

    let mut rows: Vec<Row<'_>> = Vec::new();
    for kib in [1, 2, 3, 4, 6, 8, 16, 32, 64, 1 << 10, 64 << 10] {
        if kib == 1 {
            rows.push(one_blake3(&data[..64]));
        }
        rows.push(one_blake3(&data[..kib << 10]));
    }
    for (count, len) in [(1000, 32), (1000, 64), (1000, 256), (64, 1024), (64, 2000), (64, 4096)] {
        rows.push(many_blake3(&data, count, len));
    }
    for len in [64 << 20, 1 << 30] {
        rows.push(blake3_by_threads(&data[..len], &pool));
    }
    for (count, len) in [(1000, 64), (64, 4096)] {
        rows.push(many_blake2b(&data, count, len));
    }
    for len in [64, 1024, 16_384] {
        rows.push(one_blake2b(&data[..len]));
    }
    for (count, len) in [(1, 64), (1, 1 << 20), (1000, 32), (1000, 64)] {
        rows.push(functions(&data, count, len));
    }
    println!("what\tby\tquiet\tleast");
    for row in rows.into_iter().filter(|row| row.name.contains(&only)) {
        print(row);
    }
}

/// Compares the outputs, samples all in turn, and prints a line for each.
fn print(mut row: Row<'_>) {
    let mut expected = vec![[0; 32]; row.count];
    row.contenders[0].1(&mut expected);
    let mut out = vec![[0; 32]; row.count];
    for (contender, work) in &mut row.contenders[1..] {
        work(&mut out);
        assert!(!row.of_one_function || out == expected, "{} by {contender}", row.name);
        out.fill([0; 32]);
    }
    let count = row.count as f64;
    let each = |nanoseconds: f64| nanoseconds / count;
    let mut least = vec![f64::INFINITY; row.contenders.len()];
    let mut quiet = vec![None; row.contenders.len()];
    if row.threads > 1 {
        for _ in 0..RUNS * TURNS {
            for (least, (_, work)) in least.iter_mut().zip(&mut row.contenders) {
                let start = Instant::now();
                work(black_box(&mut out));
                *least = least.min(start.elapsed().as_nanos() as f64);
            }
        }
    } else {
        for _ in 0..RUNS {
            run(&mut row, &mut least, &mut quiet);
        }
    }
    for (((contender, _), least), quiet) in row.contenders.iter().zip(least).zip(quiet) {
        let quiet = quiet.map_or_else(|| "-".to_owned(), |quiet| format!("{:.1}", each(quiet)));
        println!("{}\t{contender}\t{quiet}\t{:.1}", row.name, each(least));
    }
}

/// One run: the least of the samples, and of the lower quartiles of the quiet ones.
fn run(row: &mut Row<'_>, least: &mut [f64], quiet: &mut [Option<f64>]) {
    let mut sampler = Sampler::new(measure::Options::default());
    for ((contender, work), least) in row.contenders.iter_mut().zip(least) {
        let mut out = vec![[0; 32]; row.count];
        sampler = sampler.add(*contender, move |iterations| {
            let start = Instant::now();
            for _ in 0..iterations {
                work(black_box(&mut out));
            }
            *least = least.min(start.elapsed().as_nanos() as f64 / iterations as f64);
        });
    }
    for (row, quiet) in sampler.run().iter().zip(quiet) {
        let figures = row.figures.as_ref().ok().map(|figures| figures.nanoseconds.lower_quartile);
        *quiet = [*quiet, figures].into_iter().flatten().reduce(f64::min);
    }
}
