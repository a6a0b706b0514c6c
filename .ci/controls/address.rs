//! Reads a byte behind its memory: AddressSanitizer must see it, and so must Miri.

fn main() {
    let bytes = vec![1_u8; std::env::args().count() + 15];
    // SAFETY: there is none, on purpose.
    let behind = unsafe { bytes.as_ptr().add(bytes.len()).read() };
    println!("{behind}");
}
