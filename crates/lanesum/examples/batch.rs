//! What a batch costs against the same messages one at a time, interleaved in one process.
//!
//! `cargo run --release -p lanesum --example batch`

use lanesum::{Algorithm, Message};
use measure::{Options, Sampler};

fn main() {
    let algorithm = Algorithm::Sha3_256;
    if let Err(error) = measure::pin_to_cpu() {
        eprintln!("not pinned: {error}");
    }
    println!("{algorithm}, nanoseconds a message: batch, one-shot calls, their ratio in core cycles");
    let data = vec![0x5a; 5000];
    let bytes = algorithm.digest_bits() / 8;
    for len in [0, 32, 135, 136, 1000, 4096] {
        for count in [1, 2, 3, 4, 5, 7, 8, 9, 64] {
            let messages: Vec<Message> = (0..count).map(|i| Message::new(&data[i..i + len])).collect();
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
                            out.copy_from_slice(&lanesum::sha3_256(core::hint::black_box(&data[i..i + len])));
                        }
                    }
                })
                .run();
            let figure = |i: usize| rows[i].figures.as_ref().ok();
            let (Some(batch), Some(one)) = (figure(0), figure(1)) else {
                println!("{len:>5} bytes x {count:>2}: not enough quiet samples");
                continue;
            };
            let cycles = |f: &measure::Figures| f.core_cycles.as_ref().map_or(f64::NAN, |s| s.lower_quartile);
            println!(
                "{len:>5} bytes x {count:>2}: {:>7.1} {:>7.1}  {:.3}",
                batch.nanoseconds.lower_quartile / count as f64,
                one.nanoseconds.lower_quartile / count as f64,
                cycles(batch) / cycles(one)
            );
        }
    }
}
