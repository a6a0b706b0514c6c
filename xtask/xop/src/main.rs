//! Prints digests of BLAKE, made by backend `xop`, to the port that Bochs shows, and switches the machine off. `.ci/xop` builds
//! it, runs it and compares the digests.
#![no_std]
#![no_main]

use core::arch::{asm, global_asm};
use core::fmt::{self, Write};
use lanesum_batch::md::{chain::hash, compression::OneMessage};
use lanesum_batch::{Backend, tail::Tail};
use lanesum_blake::compression::{BLAKE_224, BLAKE_256, BLAKE_384, BLAKE_512, Blake32, Blake64};

global_asm!(include_str!("boot.s"));

/// Bytes of the longest message: some blocks of BLAKE-512.
const LONGEST: usize = 300;

/// Port 0xe9, which Bochs writes to its standard output.
struct Port;

impl Write for Port {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            out(0xe9, byte);
        }
        Ok(())
    }
}

fn out(port: u16, byte: u8) {
    // SAFETY: the program runs on the bare machine; the two ports that it writes to touch no memory.
    unsafe { asm!("out dx, al", in("dx") port, in("al") byte, options(nomem, nostack, preserves_flags)) }
}

/// Whether `vpperm` does what AMD's manual says: byte `n % 32` of both registers, the first one first, or 0 for 0x80.
fn permutes_right() -> bool {
    let bytes: [u8; 32] = core::array::from_fn(|at| 3 * at as u8 + 1);
    let order: [u8; 16] = core::array::from_fn(|at| if at == 5 { 0x80 } else { 29 * at as u8 % 32 });
    let mut out = [0; 16];
    // SAFETY: called on processors with XOP only; of the three arrays as much is read and written as they have.
    unsafe {
        asm!("vmovdqu {a}, [{bytes}]", "vmovdqu {b}, [{bytes} + 16]", "vpperm {a}, {a}, {b}, xmmword ptr [{order}]",
            "vmovdqu [{out}], {a}", a = out(xmm_reg) _, b = out(xmm_reg) _, bytes = in(reg) bytes.as_ptr(),
            order = in(reg) order.as_ptr(), out = in(reg) out.as_mut_ptr(), options(nostack));
    }
    out == order.map(|from| if from == 0x80 { 0 } else { bytes[usize::from(from)] })
}

/// The form, if the processor has XOP.
fn xop<S: ?Sized>(form: impl Fn(Backend, usize) -> Option<&'static S>) -> Result<&'static S, &'static str> {
    form(Backend::Xop, 1).ok_or("backend xop is not available")
}

fn answers() -> Result<(), &'static str> {
    let mut message = [0; LONGEST];
    for (byte, value) in message.iter_mut().zip(0_u32..) {
        *byte = (value * 7 % 251) as u8;
    }
    // Before the instruction is tried: is it there?
    let of_32: &'static dyn OneMessage<[u32; 14]> = xop(lanesum_papers::blake256)?;
    let of_64: &'static dyn OneMessage<[u64; 14]> = xop(lanesum_papers::blake512)?;
    let _ = writeln!(Port, "vpperm: {}", if permutes_right() { "right" } else { "wrong" });
    for (function, bytes) in [("blake224", 28), ("blake256", 32), ("blake384", 48), ("blake512", 64)] {
        for len in 0..=LONGEST {
            let (message, digest) = (&message[..len], &mut [0; 64][..bytes]);
            match bytes {
                28 => hash::<Blake32>(of_32, &BLAKE_224, message, Tail::NONE, digest),
                32 => hash::<Blake32>(of_32, &BLAKE_256, message, Tail::NONE, digest),
                48 => hash::<Blake64>(of_64, &BLAKE_384, message, Tail::NONE, digest),
                _ => hash::<Blake64>(of_64, &BLAKE_512, message, Tail::NONE, digest),
            }
            let _ = write!(Port, "{function} {len} ");
            for byte in digest {
                let _ = write!(Port, "{byte:02x}");
            }
            let _ = writeln!(Port);
        }
    }
    Ok(())
}

/// Called by boot.s.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn main() -> ! {
    let _ = match answers() {
        Ok(()) => writeln!(Port, "end"),
        Err(error) => writeln!(Port, "error: {error}"),
    };
    off()
}

fn off() -> ! {
    for byte in b"Shutdown" {
        out(0x8900, *byte);
    }
    loop {
        core::hint::spin_loop();
    }
}

#[panic_handler]
fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
    let _ = writeln!(Port, "panic: {info}");
    off()
}

/// What the compiler calls without saying so, and what no library is here for.
mod memory {
    use core::arch::asm;

    /// # Safety
    /// As of C's function of this name.
    // SAFETY: no other function has this name.
    #[unsafe(no_mangle)]
    unsafe extern "C" fn memcpy(to: *mut u8, from: *const u8, len: usize) -> *mut u8 {
        // SAFETY: by the contract.
        unsafe {
            asm!("rep movsb", inout("rcx") len => _, inout("rdi") to => _, inout("rsi") from => _, options(nostack))
        }
        to
    }

    /// # Safety
    /// As of C's function of this name.
    // SAFETY: no other function has this name.
    #[unsafe(no_mangle)]
    unsafe extern "C" fn memmove(to: *mut u8, from: *const u8, len: usize) -> *mut u8 {
        if to.addr().wrapping_sub(from.addr()) >= len {
            // SAFETY: by the contract; no byte is written before it is read.
            return unsafe { memcpy(to, from, len) };
        }
        // SAFETY: by the contract; from the last byte to the first one.
        unsafe {
            asm!("std", "rep movsb", "cld", inout("rcx") len => _, inout("rdi") to.add(len).sub(1) => _,
                inout("rsi") from.add(len).sub(1) => _, options(nostack));
        }
        to
    }

    /// # Safety
    /// As of C's function of this name.
    // SAFETY: no other function has this name.
    #[unsafe(no_mangle)]
    unsafe extern "C" fn memset(to: *mut u8, byte: i32, len: usize) -> *mut u8 {
        // SAFETY: by the contract.
        unsafe { asm!("rep stosb", inout("rcx") len => _, inout("rdi") to => _, in("al") byte as u8, options(nostack)) }
        to
    }

    /// # Safety
    /// As of C's function of this name.
    // SAFETY: no other function has this name.
    #[unsafe(no_mangle)]
    unsafe extern "C" fn memcmp(left: *const u8, right: *const u8, len: usize) -> i32 {
        for at in 0..len {
            // SAFETY: by the contract.
            let (left, right) = unsafe { (left.add(at).read_volatile(), right.add(at).read_volatile()) };
            if left != right {
                return i32::from(left) - i32::from(right);
            }
        }
        0
    }

    /// # Safety
    /// As of C's function of this name.
    // SAFETY: no other function has this name.
    #[unsafe(no_mangle)]
    unsafe extern "C" fn bcmp(left: *const u8, right: *const u8, len: usize) -> i32 {
        // SAFETY: by the contract.
        unsafe { memcmp(left, right, len) }
    }
}
