//! What the C interface costs: the same calls of the Rust library and of the shared C library, in turns, in one process.
//!
//! `cargo build --release && cargo run --release --example cost -- target/release/liblanesum.so`

use lanesum::{Algorithm, Hasher, Options};
use std::ffi::{CString, c_char, c_int, c_void};
use std::hint::black_box;
use std::process::ExitCode;
use std::ptr;
use std::time::Instant;

/// Nanoseconds of a C call beyond those of Rust, and of a batch, in percent.
const MOST_NS: f64 = 5.0;
const MOST_PERCENT: f64 = 5.0;

const ROUNDS: usize = 301;
/// Nanoseconds of a round of either side, about.
const ROUND_NS: f64 = 40_000.0;

unsafe extern "C" {
    fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

type Init = unsafe extern "C" fn(*mut u64, usize, u32, *const c_void) -> u32;
type Update = unsafe extern "C" fn(*mut u64, *const u8, usize) -> u32;
type Finalize = unsafe extern "C" fn(*mut u64, *mut u8, usize) -> u32;
type Digest = unsafe extern "C" fn(u32, *const COptions, *const u8, usize, *mut u8, usize) -> u32;
type Many =
    unsafe extern "C" fn(u32, *const c_void, *const *const u8, *const usize, usize, *mut u8, usize, usize) -> u32;

/// `lanesum_options`
#[repr(C)]
struct COptions {
    size: usize,
    backend: *const c_char,
    strings: [(*const u8, usize); 4],
    block_bytes: u64,
    domain: u32,
    reserved: u32,
}

struct Library(*mut c_void);

impl Library {
    fn open(path: &str) -> Option<Self> {
        let path = CString::new(path).ok()?;
        // SAFETY: a string with a 0 at its end; RTLD_NOW.
        let library = unsafe { dlopen(path.as_ptr(), 2) };
        (!library.is_null()).then_some(Self(library))
    }

    /// # Safety
    /// `F` is the type of the function.
    unsafe fn get<F: Copy>(&self, name: &str) -> F {
        let name = CString::new(name).unwrap();
        // SAFETY: the library is open.
        let address = unsafe { dlsym(self.0, name.as_ptr()) };
        assert!(!address.is_null(), "{name:?} is not in the library");
        assert_eq!(size_of::<F>(), size_of::<*mut c_void>());
        // SAFETY: the caller's promise; a function pointer is as large as an address.
        unsafe { std::mem::transmute_copy(&address) }
    }
}

/// Nanoseconds of one call of each of the two: medians over rounds that take turns, and the median of the differences.
fn times(mut rust: impl FnMut(), mut c: impl FnMut()) -> (f64, f64, f64) {
    let time = |call: &mut dyn FnMut(usize), count: usize| {
        let begun = Instant::now();
        call(count);
        begun.elapsed().as_nanos() as f64 / count as f64
    };
    let mut rust = |count| (0..count).for_each(|_| rust());
    let mut c = |count| (0..count).for_each(|_| c());
    let count = (ROUND_NS / time(&mut rust, 1000).min(time(&mut c, 1000)).max(1.0)).max(1.0) as usize;
    let (mut ours, mut theirs, mut more) = (vec![], vec![], vec![]);
    for round in 0..ROUNDS {
        let (a, b) = if round % 2 == 0 {
            let a = time(&mut rust, count);
            (a, time(&mut c, count))
        } else {
            let b = time(&mut c, count);
            (time(&mut rust, count), b)
        };
        ours.push(a);
        theirs.push(b);
        more.push(b - a);
    }
    let median = |values: &mut Vec<f64>| {
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    (median(&mut ours), median(&mut theirs), median(&mut more))
}

#[allow(clippy::too_many_lines)] // one list of calls
fn main() -> ExitCode {
    let path = std::env::args().nth(1).unwrap_or_else(|| "target/release/liblanesum.so".to_owned());
    let Some(library) = Library::open(&path) else {
        eprintln!("cost: cannot open {path}; build it with `cargo build --release`");
        return ExitCode::FAILURE;
    };
    // SAFETY: the types that lanesum.h declares.
    let (init, update, finalize, digest, many) = unsafe {
        (
            library.get::<Init>("lanesum_init"),
            library.get::<Update>("lanesum_update"),
            library.get::<Finalize>("lanesum_finalize"),
            library.get::<Digest>("lanesum_digest"),
            library.get::<Many>("lanesum_digest_many"),
        )
    };
    let mut passed = true;
    let mut tell = |name: String, (rust, c, more): (f64, f64, f64), most: f64| {
        let verdict = if more <= most { "" } else { "  <- more than allowed" };
        passed &= more <= most;
        println!("{name:<44} {rust:>9.1} {c:>9.1} {more:>7.1} {:>6.1} %{verdict}", 100.0 * more / rust);
    };
    println!("{:<44} {:>9} {:>9} {:>7} {:>8}", "nanoseconds", "Rust", "C", "more", "");
    let message = [7_u8; 8192];
    let functions = [
        (Algorithm::Sha3_256, 2),
        (Algorithm::Shake128, 5),
        (Algorithm::Sha256, 9),
        (Algorithm::Sha512, 11),
        (Algorithm::Blake256, 15),
        (Algorithm::TurboShake128, 18),
        (Algorithm::Kt128, 20),
    ];
    for (algorithm, number) in functions {
        let bytes = algorithm.digest_bits() / 8;
        for len in [0, 32, 136] {
            let message = black_box(&message[..len]);
            let (mut a, mut b) = ([0_u8; 64], [0_u8; 64]);
            let result = times(
                || algorithm.digest(Options::new(), black_box(message), black_box(&mut a[..bytes])).unwrap(),
                // SAFETY: as lanesum.h asks for.
                || unsafe {
                    assert_eq!(digest(number, ptr::null(), message.as_ptr(), message.len(), b.as_mut_ptr(), bytes), 0);
                },
            );
            assert_eq!(a, b);
            tell(format!("{algorithm}, digest of {len} B"), result, MOST_NS);
        }
    }
    for (algorithm, number) in functions {
        let bytes = algorithm.digest_bits() / 8;
        let message = black_box(&message[..32]);
        let (mut a, mut b, mut state) = ([0_u8; 64], [0_u8; 64], [0_u64; 128]);
        let result = times(
            || {
                let mut hasher = Hasher::new(black_box(algorithm));
                hasher.update(message);
                hasher.finalize().read(black_box(&mut a[..bytes])).unwrap();
            },
            // SAFETY: as lanesum.h asks for.
            || unsafe {
                assert_eq!(init(state.as_mut_ptr(), 1024, number, ptr::null()), 0);
                assert_eq!(update(state.as_mut_ptr(), message.as_ptr(), message.len()), 0);
                assert_eq!(finalize(state.as_mut_ptr(), b.as_mut_ptr(), bytes), 0);
            },
        );
        assert_eq!(a, b);
        tell(format!("{algorithm}, init, update of 32 B, finalize"), result, 3.0 * MOST_NS);
        let mut hasher = Hasher::new(algorithm);
        // SAFETY: as lanesum.h asks for.
        assert_eq!(unsafe { init(state.as_mut_ptr(), 1024, number, ptr::null()) }, 0);
        let result = times(
            || black_box(&mut hasher).update(message),
            // SAFETY: as lanesum.h asks for.
            || unsafe { assert_eq!(update(state.as_mut_ptr(), message.as_ptr(), message.len()), 0) },
        );
        tell(format!("{algorithm}, update of 32 B"), result, MOST_NS);
    }
    let key = *b"a key of 20 bytes...";
    let options = COptions {
        size: size_of::<COptions>(),
        backend: ptr::null(),
        strings: [(key.as_ptr(), key.len()), (ptr::null(), 0), (ptr::null(), 0), (ptr::null(), 0)],
        block_bytes: 0,
        domain: 0,
        reserved: 0,
    };
    let (mut a, mut b) = ([0_u8; 32], [0_u8; 32]);
    let result = times(
        || lanesum::kmac128(black_box(&key), black_box(&message[..32]), "", black_box(&mut a)),
        // SAFETY: as lanesum.h asks for.
        || unsafe { assert_eq!(digest(24, &raw const options, message.as_ptr(), 32, b.as_mut_ptr(), 32), 0) },
    );
    assert_eq!(a, b);
    tell("kmac128, digest of 32 B".to_owned(), result, MOST_NS);

    for (algorithm, number) in functions {
        for count in [64, 1024] {
            let bytes = algorithm.digest_bits() / 8;
            let data: Vec<[u8; 32]> = (0..count).map(|i| [i as u8; 32]).collect();
            let slices: Vec<&[u8]> = data.iter().map(|message| &message[..]).collect();
            let pointers: Vec<*const u8> = data.iter().map(|message| message.as_ptr()).collect();
            let lens = vec![32_usize; count];
            let (mut a, mut b) = (vec![0; count * bytes], vec![0; count * bytes]);
            let result = times(
                || algorithm.digest_many(Options::new(), black_box(&slices), bytes, black_box(&mut a)).unwrap(),
                // SAFETY: as lanesum.h asks for.
                || unsafe {
                    let (data, lens, out) = (pointers.as_ptr(), lens.as_ptr(), b.as_mut_ptr());
                    assert_eq!(many(number, ptr::null(), data, lens, count, out, count * bytes, bytes), 0);
                },
            );
            assert_eq!(a, b);
            let most = MOST_PERCENT / 100.0 * result.0;
            tell(format!("{algorithm}, {count} messages of 32 B"), result, most);
        }
    }
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
