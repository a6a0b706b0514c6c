//! Uses valgrind's memcheck: a secret is marked as uninitialised memory, and memcheck reports every branch and every address that depends
//! on it.

use std::arch::asm;

use lanesum::Backend;

use crate::primitives::{CONTROLS, PRIMITIVES, Primitive};
use crate::secrets::Secrets;
use crate::table::{beyond_valgrind, table};

/// Of valgrind.h and memcheck.h.
#[derive(Clone, Copy)]
#[repr(u64)]
enum Request {
    Running = 0x1001,
    CountErrors = 0x1201,
    MakeUndefined = 0x4d43_0001,
    MakeDefined = 0x4d43_0002,
}

fn request(request: Request, first: u64, second: u64) -> u64 {
    let arguments = [request as u64, first, second, 0, 0, 0];
    let mut result = 0_u64;
    // SAFETY: turning `rdi` by 128 bits in all and exchanging `rbx` with itself changes nothing but flags. valgrind knows the sequence,
    // reads the six arguments, which `rax` points to, and writes `rdx`.
    unsafe {
        asm!("rol rdi, 3", "rol rdi, 13", "rol rdi, 61", "rol rdi, 51", "xchg rbx, rbx",
            in("rax") arguments.as_ptr(), inout("rdx") result, options(nostack));
    }
    result
}

fn mark<T>(what: Request, value: &mut T) {
    request(what, std::ptr::from_mut(value) as u64, size_of_val(value) as u64);
}

/// Errors in one run with a secret that is marked.
fn errors(primitive: &Primitive, backend: Backend) -> u64 {
    let mut secret = Secrets::new(1).next();
    let mut out = [0; 64];
    mark(Request::MakeUndefined, &mut secret);
    let before = request(Request::CountErrors, 0, 0);
    primitive.run(backend, &secret, &mut out);
    let after = request(Request::CountErrors, 0, 0);
    mark(Request::MakeDefined, &mut secret);
    mark(Request::MakeDefined, &mut out);
    after - before
}

pub fn run() -> Result<(), String> {
    if request(Request::Running, 0, 0) == 0 {
        return Err("not under valgrind".into());
    }
    for control in &CONTROLS[..2] {
        let found = errors(control, Backend::Portable);
        println!("{}: {found}", control.name);
        if found == 0 {
            return Err(format!("{}: not seen", control.name));
        }
    }
    let backends: Vec<_> = Backend::ALL.iter().copied().filter(|backend| !beyond_valgrind(*backend)).collect();
    let cells = table(&PRIMITIVES.iter().collect::<Vec<_>>(), &backends, |primitive, backend| {
        let found = errors(primitive, backend);
        // Fewer than the verdicts: nothing was looked at.
        let text = if primitive.verdicts == 0 { found.to_string() } else { format!("verdict: {found}") };
        (text, found == primitive.verdicts)
    })?;
    println!("memcheck: {cells} cells, no branch and no address depends on a secret");
    Ok(())
}
