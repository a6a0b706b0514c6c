//! Two threads write one number without asking each other: ThreadSanitizer must see it.

static mut NUMBER: u64 = 0;

fn main() {
    // SAFETY: there is none, on purpose.
    let count = || (0..10_000).for_each(|_| unsafe { NUMBER += 1 });
    let other = std::thread::spawn(count);
    count();
    other.join().unwrap();
}
