//! A made-up run: plausible figures, invented and measured nowhere, with gaps.

use measure::trials::{Kind, Machine, Record};

use crate::results::{ByPaper, Instruction, Memory, Rival, Run};

const GHZ: f64 = 4.1;
const TSC_GHZ: f64 = 2.7;
const LENGTHS: [u64; 13] = [0, 8, 32, 64, 136, 168, 576, 1536, 4096, 8192, 65536, 1 << 20, 16 << 20];
const COUNTS: [u64; 9] = [1, 2, 3, 4, 7, 8, 9, 64, 1000];

/// Rate and digest in bytes.
const FUNCTIONS: [(&str, u64, u64); 7] = [
    ("sha3-224", 144, 28),
    ("sha3-256", 136, 32),
    ("sha3-384", 104, 48),
    ("sha3-512", 72, 64),
    ("shake128", 168, 32),
    ("shake256", 136, 64),
    ("keccak256", 136, 32),
];

/// Invented cycles of one permutation.
const FORMS: [(&str, u64, f64, f64); 13] = [
    ("portable", 1, 935.0, 760.0),
    ("portable32", 1, 2237.0, 1800.0),
    ("compact", 1, 988.0, 760.0),
    ("bmi2", 1, 872.0, 700.0),
    ("sse2", 2, 1421.0, 1300.0),
    ("avx2", 4, 1583.0, 1472.0),
    ("avx2-planes", 1, 1320.0, 1100.0),
    ("avx512vl", 1, 795.0, 700.0),
    ("avx512vl", 2, 801.0, 700.0),
    ("avx512vl", 4, 802.0, 700.0),
    ("avx512", 8, 823.0, 700.0),
    ("avx512-planes-paper", 1, 1173.0, 900.0),
    ("avx512-planes", 1, 640.0, 390.0),
];

fn machine() -> Machine {
    Machine {
        processor: "Made-up processor (no figure here was measured)".into(),
        vendor: "AuthenticAMD".into(),
        family: 26,
        model: 2,
        cores: 2,
        features: ["sse2", "avx2", "bmi1", "bmi2", "avx512f", "avx512vl"].map(String::from).to_vec(),
        tsc_mhz: Some(TSC_GHZ * 1000.0),
        system: "linux x86_64".into(),
        rustc: Some("rustc 1.95.0 (59807616e 2026-04-14)".into()),
        lanesum: "0.1.0".into(),
        commit: Some("0123abc-dirty".into()),
        date: "2026-11-21T08:00:00Z".into(),
    }
}

/// A run without rows.
pub(crate) fn empty() -> Run {
    Run {
        machine: machine(),
        records: Vec::new(),
        instructions: Vec::new(),
        memory: Vec::new(),
        by_papers: Vec::new(),
        rivals: Vec::new(),
    }
}

/// A row without figures.
pub(crate) fn record(implementation: &str, algorithm: &str, kind: Kind, bytes: u64, messages: u64) -> Record {
    Record {
        implementation: implementation.into(),
        algorithm: algorithm.into(),
        kind,
        backend: None,
        width: None,
        bytes,
        messages,
        output_bytes: 32,
        threads: 1,
        core_cpb: None,
        tsc_cpb: None,
        cycles_per_message: None,
        ns_per_message: None,
        low: None,
        median: None,
        high: None,
        quiet_samples: None,
        limit_core_cpb: None,
        limit_reason: None,
        reason: None,
        ratios: None,
        machine: machine(),
    }
}

/// Core cycles of one message, spread over the figures of a row.
fn filled(mut record: Record, cycles: f64) -> Record {
    let wobble = 1.0 + (record.bytes % 7 + record.messages % 5 + record.implementation.len() as u64) as f64 / 500.0;
    let cycles = cycles * wobble;
    record.ns_per_message = Some(cycles / GHZ);
    let base = if record.bytes == 0 {
        cycles / GHZ
    } else {
        record.core_cpb = Some(cycles / record.bytes as f64);
        record.tsc_cpb = Some(cycles * TSC_GHZ / GHZ / record.bytes as f64);
        cycles / record.bytes as f64
    };
    let width = if record.bytes < 200 { 0.05 } else { 0.012 };
    (record.low, record.high) = (Some(base * (1.0 - width / 2.0)), Some(base * (1.0 + width)));
    record.median = Some(base * (1.0 + width / 2.0));
    record.quiet_samples = Some(180);
    record
}

fn permutations(rate: u64, bytes: u64, output: u64) -> f64 {
    (bytes / rate + 1 + output.saturating_sub(1) / rate) as f64
}

/// The best that the invented forms do with `messages` at once: cycles a message and permutation.
fn batch_cost(messages: u64) -> (f64, &'static str, u64) {
    match messages {
        1 => (640.0, "avx512-planes", 1),
        2 => (400.5, "avx512vl", 2),
        3 => (267.0, "avx512vl", 4),
        4 => (200.5, "avx512vl", 4),
        7 => (117.6, "avx512", 8),
        9 => (156.0, "avx512", 8),
        _ => (102.9, "avx512", 8),
    }
}

fn rivals() -> [(&'static str, f64); 6] {
    [
        ("aws-lc-rs", 1010.0),
        ("keccak-asm", 845.0),
        ("openssl", 1090.0),
        ("ring", 0.0),
        ("sha3", 955.0),
        ("tiny-keccak", 1205.0),
    ]
}

/// Everything that a report can show.
pub(crate) fn run() -> Run {
    let mut run = empty();
    for (backend, width, cycles, limit) in FORMS {
        let mut row = record("lanesum", "keccak-f1600", Kind::Permutation, 200, width);
        (row.backend, row.width, row.output_bytes) = (Some(backend.into()), Some(width), 200);
        row.limit_core_cpb = Some(limit / (200 * width) as f64);
        let twelve = Record { algorithm: "keccak-p1600-12".into(), limit_core_cpb: None, ..row.clone() };
        run.records.push(filled(row, cycles / width as f64));
        run.records.push(filled(twelve, (cycles / 2.0 + 8.0) / width as f64));
    }
    run.records.push(filled(record("keccak-asm", "keccak-f1600", Kind::Permutation, 200, 1), 830.0));
    for (name, rate, digest) in FUNCTIONS {
        for bytes in LENGTHS {
            single(&mut run, name, rate, bytes, digest);
        }
        let paper = if name.starts_with("shake") { rate } else { digest };
        if paper != digest {
            single(&mut run, name, rate, 4096, paper);
        }
        for (backend, width, cycles, limit) in FORMS {
            let mut row = record("lanesum", name, Kind::Form, 4096, width);
            (row.backend, row.width, row.output_bytes) = (Some(backend.into()), Some(width), paper);
            let per_message = permutations(rate, 4096, paper) / width as f64;
            row.limit_core_cpb = Some(limit * per_message / 4096.0);
            run.records.push(filled(row, (cycles + 12.0) * per_message));
        }
    }
    batches(&mut run);
    threads(&mut run);
    let mut noisy = record("sha3", "sha3-512", Kind::Messages, 65536, 1);
    let reason = "sha3-512 by sha3, 1 × 65536 bytes: not enough quiet samples: 3 of 400";
    (noisy.output_bytes, noisy.quiet_samples, noisy.reason) = (64, Some(3), Some(reason.into()));
    run.records.retain(|r| !(r.implementation == "sha3" && r.algorithm == "sha3-512" && r.bytes == 65536));
    run.records.push(noisy);
    let mut missing = record("ring", "sha3-256", Kind::Messages, 4096, 1);
    missing.reason = Some("ring has no sha3-256".into());
    run.records.push(missing);
    for bytes in [1024, 8192, 1 << 20] {
        let mut absent = record("lanesum", "kt128", Kind::Messages, bytes, 1);
        absent.reason = Some("not in lanesum yet".into());
        run.records.push(absent);
        run.records.push(filled(record("k12", "kt128", Kind::Messages, bytes, 1), 4.3 * bytes as f64));
    }
    run.by_papers = by_papers();
    run.rivals = rivals()
        .map(|(name, _)| Rival {
            name: name.into(),
            version: (name != "ring").then(|| "1.2.3".into()),
            missing: (name == "ring").then(|| "not built in".into()),
        })
        .to_vec();
    run.instructions = instructions();
    run.memory =
        [(1, 21.5), (2, 33.0)].map(|(threads, gigabytes_per_second)| Memory { threads, gigabytes_per_second }).to_vec();
    run
}

fn single(run: &mut Run, name: &str, rate: u64, bytes: u64, output: u64) {
    let blocks = permutations(rate, bytes, output);
    let mut row = record("lanesum", name, Kind::Messages, bytes, 1);
    (row.backend, row.width, row.output_bytes) = (Some("avx512-planes".into()), Some(1), output);
    row.limit_core_cpb = (bytes > 0).then(|| 390.0 * blocks / bytes as f64);
    run.records.push(filled(row, 640.0 * blocks + 90.0));
    for (rival, cycles) in rivals() {
        if cycles > 0.0 && (name != "keccak256" || matches!(rival, "sha3" | "tiny-keccak")) {
            let mut row = record(rival, name, Kind::Messages, bytes, 1);
            row.output_bytes = output;
            let fixed = if rival == "openssl" { 700.0 } else { 110.0 };
            run.records.push(filled(row, cycles * blocks + fixed));
        }
    }
}

fn batches(run: &mut Run) {
    for (name, rate, output) in
        [("sha3-256", 136, 32), ("shake128", 168, 32), ("shake128", 168, 168), ("shake256", 136, 136)]
    {
        for messages in COUNTS.into_iter().skip(1) {
            for bytes in LENGTHS.into_iter().filter(|&bytes| bytes <= 65536) {
                let blocks = permutations(rate, bytes, output);
                let (cost, backend, width) = batch_cost(messages);
                let mut row = record("lanesum", name, Kind::Messages, bytes, messages);
                (row.backend, row.width, row.output_bytes) = (Some(backend.into()), Some(width), output);
                row.limit_core_cpb = (bytes > 0).then(|| cost * 0.85 * blocks / bytes as f64);
                run.records.push(filled(row, cost * blocks + 60.0));
                let mut row = record("keccak-asm", name, Kind::Messages, bytes, messages);
                row.output_bytes = output;
                run.records.push(filled(row, 845.0 * blocks + 105.0));
            }
        }
        for messages in [64, 1000] {
            let mut row = record("lanesum", name, Kind::Ragged, 700, messages);
            (row.backend, row.width, row.output_bytes) = (Some("avx512".into()), Some(8), output);
            run.records.push(filled(row, 1050.0));
            let mut row = record("keccak-asm", name, Kind::Ragged, 700, messages);
            row.output_bytes = output;
            run.records.push(filled(row, 4900.0));
        }
    }
}

fn threads(run: &mut Run) {
    for (name, cycles) in [("sha3-256", 1.03 * 65536.0), ("shake128", 0.84 * 65536.0)] {
        for threads in [1, 2] {
            let mut row = record("lanesum", name, Kind::Threads, 65536, 64 * threads);
            (row.backend, row.width, row.threads) = (Some("avx512".into()), Some(8), threads);
            run.records.push(filled(row, cycles / threads as f64 * if threads == 2 { 1.07 } else { 1.0 }));
        }
    }
}

fn by_papers() -> Vec<ByPaper> {
    let row = |algorithm: &str, output_bytes, backend: &str, width, tsc_cpb| ByPaper {
        method: "avx512-paper".into(),
        implementation: "lanesum".into(),
        algorithm: algorithm.into(),
        kind: Kind::Form,
        backend: Some(backend.into()),
        width: Some(width),
        bytes: 4096,
        messages: width,
        output_bytes,
        runs: 10_000,
        tsc_cpb: Some(tsc_cpb),
        reason: None,
    };
    let mut rows = vec![
        row("sha3-256", 32, "avx512-planes", 1, 3.4),
        row("sha3-256", 32, "avx512-planes-paper", 1, 6.1),
        row("shake128", 168, "avx512", 8, 0.43),
    ];
    rows.push(ByPaper {
        tsc_cpb: None,
        reason: Some("no time-stamp counter".into()),
        ..row("sha3-512", 64, "bmi2", 1, 0.0)
    });
    rows
}

fn instructions() -> Vec<Instruction> {
    let rows: [(&str, u32, Option<f64>, f64); 11] = [
        ("vpternlogq", 512, Some(1.0), 0.5),
        ("vpternlogq", 256, Some(1.0), 0.25),
        ("vpxorq", 512, Some(1.0), 0.5),
        ("vpxor", 256, Some(1.0), 0.25),
        ("vprolq", 512, Some(1.0), 0.5),
        ("vprolvq", 512, Some(1.0), 0.5),
        ("vpermi2q", 512, Some(4.0), 0.5),
        ("vpblendmq", 512, None, 0.5),
        ("vpermq", 512, Some(4.0), 0.5),
        ("vpunpcklqdq", 512, Some(1.0), 0.5),
        ("rorx", 64, Some(1.0), 0.25),
    ];
    let row = |(name, bits, latency, throughput): (&str, u32, Option<f64>, f64)| Instruction {
        name: name.into(),
        bits,
        latency,
        reciprocal_throughput: Some(throughput),
    };
    rows.map(row).to_vec()
}

/// What later issues will add: rows of KT128, SHA-512 and BLAKE, invented too.
pub(crate) fn later() -> Run {
    let mut run = run();
    run.records.retain(|r| r.algorithm != "kt128" || r.implementation != "lanesum");
    for i in 0..=100_u64 {
        let bytes = i * 1500;
        let row = record("lanesum", "kt128", Kind::Messages, bytes, 1);
        run.records.push(filled(row, 400.0 + bytes.min(8192) as f64 * 1.9 + bytes.saturating_sub(8192) as f64 * 0.55));
    }
    for bytes in [168, 168 * 48, 8192, 1 << 20, (1 << 20) + 84 * 8192] {
        let row = record("lanesum", "kt128", Kind::Messages, bytes, 1);
        run.records.push(filled(row, 400.0 + bytes.min(8192) as f64 * 1.9 + bytes.saturating_sub(8192) as f64 * 0.55));
    }
    for bytes in (1..=32).map(|i| i * 128).chain([1 << 20]) {
        run.records.push(filled(record("lanesum", "sha512", Kind::Messages, bytes, 1), 500.0 + bytes as f64 * 3.5));
    }
    let mut point = |name: &str, backend: &str, bytes: u64, cycles: f64| {
        let row = Record { backend: Some(backend.into()), ..record("lanesum", name, Kind::FormCurve, bytes, 1) };
        run.records.push(filled(row, cycles));
    };
    for (backend, cpb) in [("sse41", 4.2), ("avx", 4.1), ("avx2", 3.6)] {
        for bytes in (1..=128).map(|i| i * 128).chain([1 << 16]) {
            point("sha512", backend, bytes, 500.0 + bytes as f64 * cpb);
        }
    }
    for (backend, cpb) in [("avx2", 1.4), ("sse2", 2.8)] {
        for bytes in (0..=40).map(|i| i * 3750).chain([168, 168 * 48, 84 * 8192, 2 * 84 * 8192]) {
            point(
                "kt128",
                backend,
                bytes,
                600.0 + bytes.min(8192) as f64 * 3.9 + bytes.saturating_sub(8192) as f64 * cpb,
            );
        }
    }
    for (name, cpb) in [("blake256", 5.4), ("blake512", 3.3)] {
        run.records.push(filled(record("lanesum", name, Kind::Messages, 1 << 20, 1), cpb * f64::from(1 << 20)));
    }
    run
}
