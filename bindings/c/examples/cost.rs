//! Measures the cost of the C interface: the same calls of the Rust library and of the shared C library, alternating in one process.
//!
//! `make && cargo run --release --example cost -- target/release/liblanesum.so [PART OF A NAME]`

use lanesum::{Algorithm, Domain, Hasher, Options};
use std::ffi::{CString, c_char, c_int, c_void};
use std::hint::black_box;
use std::process::ExitCode;
use std::ptr;
use std::time::Instant;

/// Nanoseconds of a C call beyond those of Rust, and of a batch, in percent.
const MOST_NS: Most = Most::Ns(5.0);
const MOST_PERCENT: Most = Most::Percent(5.0);

/// Rounds at each place of the stack.
const ROUNDS: usize = 75;
const PLACES: usize = 4;
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

type Offsets =
    unsafe extern "C" fn(u32, *const c_void, *const u8, usize, *const i32, usize, *mut u8, usize, usize) -> u32;

/// `lanesum_options`
#[repr(C)]
struct COptions {
    size: usize,
    backend: *const c_char,
    strings: [(*const u8, usize); 4],
    block_bytes: u64,
    domain: u32,
    digest_bytes: u32,
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

/// How much more a call may take.
#[derive(Clone, Copy)]
enum Most {
    Ns(f64),
    Percent(f64),
}

/// The filter for the rows that are timed, and whether all of them passed.
struct Table {
    /// Only the rows with this in their names.
    part: String,
    passed: bool,
}

impl Table {
    /// Both write to the same place: its address decides about some per cent of a batch.
    fn row(
        &mut self,
        name: &str,
        most: Most,
        out: &mut [u8],
        mut rust: impl FnMut(&mut [u8]),
        mut c: impl FnMut(&mut [u8]),
    ) {
        if !name.contains(&self.part) {
            return;
        }
        rust(out);
        let expected = out.to_vec();
        out.fill(0);
        c(out);
        assert_eq!(out, expected, "{name}");
        let (rust, c, more) = times(out, rust, c);
        let percent = 100.0 * more / rust;
        let fits = match most {
            Most::Ns(most) => more <= most,
            Most::Percent(most) => percent <= most,
        };
        self.passed &= fits;
        let verdict = if fits { "" } else { "  <- more than allowed" };
        println!("{name:<44} {rust:>9.1} {c:>9.1} {more:>7.1} {percent:>6.1} %{verdict}");
    }
}

/// Nanoseconds of one call of each of the two, and how many more the second takes: medians over rounds that take turns. Where
/// locals cross the ends of cache lines, a call takes up to 50 ns more. So the rounds put the stack at each of the four places in a
/// line that it can have, and the figures are means over these.
fn times(out: &mut [u8], mut rust: impl FnMut(&mut [u8]), mut c: impl FnMut(&mut [u8])) -> (f64, f64, f64) {
    let mut time = |call: &mut dyn FnMut(usize, &mut [u8]), count: usize, place: usize| {
        let mut nanoseconds = 0.0;
        let mut timed = || {
            let begun = Instant::now();
            call(count, black_box(&mut *out));
            nanoseconds = begun.elapsed().as_nanos() as f64 / count as f64;
        };
        match place {
            0 => above::<16>(&mut timed),
            1 => above::<32>(&mut timed),
            2 => above::<48>(&mut timed),
            _ => above::<64>(&mut timed),
        }
        nanoseconds
    };
    let mut rust = |count, out: &mut [u8]| (0..count).for_each(|_| rust(out));
    let mut c = |count, out: &mut [u8]| (0..count).for_each(|_| c(out));
    let count = (ROUND_NS / time(&mut rust, 1000, 0).min(time(&mut c, 1000, 0)).max(1.0)).max(1.0) as usize;
    let mut means = [0.0; 3];
    for place in 0..PLACES {
        let mut all = [const { Vec::new() }; 3];
        for round in 0..ROUNDS {
            let (ours, theirs) = if round % 2 == 0 {
                let ours = time(&mut rust, count, place);
                (ours, time(&mut c, count, place))
            } else {
                let theirs = time(&mut c, count, place);
                (time(&mut rust, count, place), theirs)
            };
            for (values, value) in all.iter_mut().zip([ours, theirs, theirs - ours]) {
                values.push(value);
            }
        }
        for (mean, values) in means.iter_mut().zip(&mut all) {
            values.sort_by(f64::total_cmp);
            *mean += values[values.len() / 2] / PLACES as f64;
        }
    }
    let [ours, theirs, more] = means;
    (ours, theirs, more)
}

/// Calls it with this many bytes more on the stack.
#[inline(never)]
fn above<const BYTES: usize>(call: &mut dyn FnMut()) {
    let room = black_box([0_u8; BYTES]);
    call();
    black_box(room);
}

#[allow(clippy::too_many_lines)] // one list of calls
fn main() -> ExitCode {
    let path = std::env::args().nth(1).unwrap_or_else(|| "target/release/liblanesum.so".to_owned());
    let Some(library) = Library::open(&path) else {
        eprintln!("cost: cannot open {path}; build it with `cargo build --release`");
        return ExitCode::FAILURE;
    };
    // SAFETY: the types that lanesum.h declares.
    let (init, update, finalize, digest, many, offsets32) = unsafe {
        (
            library.get::<Init>("lanesum_init"),
            library.get::<Update>("lanesum_update"),
            library.get::<Finalize>("lanesum_finalize"),
            library.get::<Digest>("lanesum_digest"),
            library.get::<Many>("lanesum_digest_many"),
            library.get::<Offsets>("lanesum_digest_many_offsets32"),
        )
    };
    let mut table = Table { part: std::env::args().nth(2).unwrap_or_default(), passed: true };
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
    for (algorithm, number) in Algorithm::ALL.iter().copied().zip(1..) {
        for len in [0, 32, 136] {
            let message = black_box(&message[..len]);
            table.row(
                &format!("{algorithm}, digest of {len} B"),
                MOST_NS,
                &mut [0; 64][..algorithm.digest_bits() / 8],
                |out| algorithm.digest(Options::new(), black_box(message), out).unwrap(),
                // SAFETY: as lanesum.h asks for.
                |out| unsafe {
                    let (data, len) = (message.as_ptr(), message.len());
                    assert_eq!(digest(number, ptr::null(), data, len, out.as_mut_ptr(), out.len()), 0);
                },
            );
        }
    }
    for (algorithm, number) in functions {
        let message = black_box(&message[..32]);
        let mut state = [0_u64; 120];
        table.row(
            &format!("{algorithm}, init, update of 32 B, finalize"),
            MOST_NS,
            &mut [0; 64][..algorithm.digest_bits() / 8],
            |out| {
                let mut hasher = Hasher::new(black_box(algorithm));
                hasher.update(message);
                hasher.finalize().read(out).unwrap();
            },
            // SAFETY: as lanesum.h asks for.
            |out| unsafe {
                assert_eq!(init(state.as_mut_ptr(), size_of_val(&state), number, ptr::null()), 0);
                assert_eq!(update(state.as_mut_ptr(), message.as_ptr(), message.len()), 0);
                assert_eq!(finalize(state.as_mut_ptr(), out.as_mut_ptr(), out.len()), 0);
            },
        );
        let mut hasher = Hasher::new(algorithm);
        // SAFETY: as lanesum.h asks for.
        assert_eq!(unsafe { init(state.as_mut_ptr(), size_of_val(&state), number, ptr::null()) }, 0);
        table.row(
            &format!("{algorithm}, update of 32 B"),
            MOST_NS,
            &mut [],
            |_| black_box(&mut hasher).update(message),
            // SAFETY: as lanesum.h asks for.
            |_| unsafe { assert_eq!(update(state.as_mut_ptr(), message.as_ptr(), message.len()), 0) },
        );
    }
    // With the function's own type, whose digest has its length at compile time.
    macro_rules! typed {
        ($function:ident, $number:literal, $bytes:literal) => {
            table.row(
                concat!("lanesum::", stringify!($function), " of 32 B"),
                MOST_NS,
                &mut [0; $bytes],
                |out| out.copy_from_slice(&lanesum::$function(black_box(&message[..32]))),
                // SAFETY: as lanesum.h asks for.
                |out| unsafe {
                    assert_eq!(digest($number, ptr::null(), message.as_ptr(), 32, out.as_mut_ptr(), $bytes), 0);
                },
            );
        };
    }
    typed!(sha3_256, 2, 32);
    typed!(sha256, 9, 32);
    typed!(sha512, 11, 64);
    typed!(blake256, 15, 32);
    // With options.
    let (key, salt) = (*b"a key of 20 bytes...", *b"a salt of 16 ...");
    // C does not know these values when it is compiled, so Rust must not know them either.
    let (custom, block) = (black_box("custom"), black_box(8192));
    let strings = |strings: [&[u8]; 4]| COptions {
        size: size_of::<COptions>(),
        backend: ptr::null(),
        strings: strings.map(|bytes| if bytes.is_empty() { (ptr::null(), 0) } else { (bytes.as_ptr(), bytes.len()) }),
        block_bytes: 0,
        domain: 0,
        digest_bytes: 0,
    };
    let mut given = |name: &str, number: u32, options: &COptions, rust: &mut dyn FnMut(&[u8], &mut [u8])| {
        table.row(
            &format!("{name}, digest of 32 B"),
            MOST_NS,
            &mut [0; 32],
            |out| rust(black_box(&message[..32]), out),
            // SAFETY: as lanesum.h asks for.
            |out| unsafe {
                let (data, options) = (message.as_ptr(), ptr::from_ref(options));
                assert_eq!(digest(number, options, data, 32, out.as_mut_ptr(), out.len()), 0);
            },
        );
    };
    let keyed = strings([&key, custom.as_bytes(), &[], &[]]);
    let customized = strings([&[], custom.as_bytes(), &[], &[]]);
    given("kmac128", 24, &keyed, &mut |message, out| lanesum::kmac128(black_box(&key), message, custom, out));
    given("kmac256", 25, &keyed, &mut |message, out| lanesum::kmac256(black_box(&key), message, custom, out));
    given("kmacxof128", 26, &keyed, &mut |message, out| lanesum::kmacxof128(black_box(&key), message, custom, out));
    given("cshake128", 22, &customized, &mut |message, out| lanesum::cshake128(message, "", custom, out));
    given("cshake256", 23, &customized, &mut |message, out| lanesum::cshake256(message, "", custom, out));
    given("tuplehash128", 28, &customized, &mut |message, out| lanesum::tuplehash128([message], custom, out));
    given("tuplehash256", 29, &customized, &mut |message, out| lanesum::tuplehash256([message], custom, out));
    given("parallelhash128", 32, &customized, &mut |message, out| {
        lanesum::parallelhash128(message, block, custom, out).unwrap();
    });
    given("parallelhash256", 33, &customized, &mut |message, out| {
        lanesum::parallelhash256(message, block, custom, out).unwrap();
    });
    let options = black_box(Options::new().customization(custom.as_bytes()));
    given("kt128, customized", 20, &customized, &mut |message, out| {
        Algorithm::Kt128.digest(options, message, out).unwrap();
    });
    let options = black_box(Options::new().salt(&salt));
    given("blake256, salted", 15, &strings([&[], &[], &[], &salt]), &mut |message, out| {
        Algorithm::Blake256.digest(options, message, out).unwrap();
    });
    let options = black_box(Options::new().domain(Domain::new(7).unwrap()));
    given("turboshake128, domain", 18, &COptions { domain: 7, ..strings([&[]; 4]) }, &mut |message, out| {
        Algorithm::TurboShake128.digest(options, message, out).unwrap();
    });

    for (algorithm, number) in functions {
        for count in [64, 1024] {
            let bytes = algorithm.digest_bits() / 8;
            let data: Vec<[u8; 32]> = (0..count).map(|i| [i as u8; 32]).collect();
            let slices: Vec<&[u8]> = data.iter().map(|message| &message[..]).collect();
            let pointers: Vec<*const u8> = data.iter().map(|message| message.as_ptr()).collect();
            let lens = vec![32_usize; count];
            let offsets: Vec<i32> = (0..=count).map(|i| 32 * i as i32).collect();
            let mut out = vec![0; count * bytes];
            table.row(
                &format!("{algorithm}, {count} messages of 32 B"),
                MOST_PERCENT,
                &mut out,
                |out| algorithm.digest_many(Options::new(), black_box(&slices), out).unwrap(),
                // SAFETY: as lanesum.h asks for.
                |out| unsafe {
                    let (data, lens, to) = (pointers.as_ptr(), lens.as_ptr(), out.as_mut_ptr());
                    assert_eq!(many(number, ptr::null(), data, lens, count, to, out.len(), bytes), 0);
                },
            );
            table.row(
                &format!("{algorithm}, {count} messages of 32 B, offsets"),
                MOST_PERCENT,
                &mut out,
                |out| algorithm.digest_many(Options::new(), black_box(&slices), out).unwrap(),
                // SAFETY: as lanesum.h asks for.
                |out| unsafe {
                    let (data, len, offsets) = (data.as_ptr().cast(), 32 * count, offsets.as_ptr());
                    let (to, to_len) = (out.as_mut_ptr(), out.len());
                    assert_eq!(offsets32(number, ptr::null(), data, len, offsets, count, to, to_len, bytes), 0);
                },
            );
        }
    }
    if table.passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
