//! What a batch costs against the same messages one at a time, interleaved in one process.
//!
//! `cargo run --release -p lanesum --example batch [ALGORITHM [LENGTH…]]`: sha3-256 (or without), sha256, sha512. A length such as
//! `1000:64` is one message of 1000 bytes before others of 64.

use lanesum::{Algorithm, Message};
use measure::{Options, Sampler};

fn main() {
    let mut args = std::env::args().skip(1);
    let algorithm = args.next().map_or(Algorithm::Sha3_256, |name| name.parse().expect("the name of an algorithm"));
    let number = |text: &str| text.parse::<usize>().expect("a number of bytes");
    let mut lengths: Vec<(usize, usize)> = args
        .map(|len| len.split_once(':').map_or((number(&len), number(&len)), |(a, b)| (number(a), number(b))))
        .collect();
    if lengths.is_empty() {
        let block = algorithm.block_bytes();
        lengths = [0, 32, 64, block - 1, block, 1000, 4096].map(|len| (len, len)).into();
    }
    let one = |message: &[u8], out: &mut [u8]| match algorithm {
        Algorithm::Sha3_256 => out.copy_from_slice(&lanesum::sha3_256(message)),
        Algorithm::Sha256 => out.copy_from_slice(&lanesum::sha256(message)),
        Algorithm::Sha512 => out.copy_from_slice(&lanesum::sha512(message)),
        _ => panic!("{algorithm} is not measured here"),
    };
    if let Err(error) = measure::pin_to_cpu() {
        eprintln!("not pinned: {error}");
    }
    println!("{algorithm}, nanoseconds a message: batch, one-shot calls, their ratio in core cycles");
    let data = vec![0x5a; lengths.iter().map(|(first, others)| *first.max(others)).max().unwrap_or(0) + 64];
    let bytes = algorithm.digest_bits() / 8;
    for (first, others) in lengths {
        let len = |i| if i == 0 { first } else { others };
        let name = if first == others { first.to_string() } else { format!("{first}:{others}") };
        for count in [1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 64] {
            let messages: Vec<Message> = (0..count).map(|i| Message::new(&data[i..i + len(i)])).collect();
            let mut out = vec![0; bytes * count];
            let mut alone = out.clone();
            let rows = Sampler::new(Options::default())
                .add("batch", |iterations| {
                    for _ in 0..iterations {
                        let done = algorithm.digest_many(None, core::hint::black_box(&messages), bytes, &mut out);
                        done.expect("the output has the right length");
                    }
                })
                .add("one", |iterations| {
                    for _ in 0..iterations {
                        for (i, out) in alone.chunks_exact_mut(bytes).enumerate() {
                            one(core::hint::black_box(&data[i..i + len(i)]), out);
                        }
                    }
                })
                .run();
            let figure = |i: usize| rows[i].figures.as_ref().ok();
            let (Some(batch), Some(one)) = (figure(0), figure(1)) else {
                println!("{name:>5} bytes x {count:>2}: not enough quiet samples");
                continue;
            };
            let cycles = |f: &measure::Figures| f.core_cycles.as_ref().map_or(f64::NAN, |s| s.lower_quartile);
            println!(
                "{name:>5} bytes x {count:>2}: {:>7.1} {:>7.1}  {:.3}",
                batch.nanoseconds.lower_quartile / count as f64,
                one.nanoseconds.lower_quartile / count as f64,
                cycles(batch) / cycles(one)
            );
        }
    }
}
