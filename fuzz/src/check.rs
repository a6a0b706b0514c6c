//! Comparisons with names, and a switch that plants a defect in one of them.

use std::sync::OnceLock;

/// # Panics
/// If the two differ; or if a defect is planted here.
pub fn same(name: &'static str, ours: &[u8], theirs: &[u8]) {
    let ours = falsified(name, ours);
    if ours != theirs {
        let at = ours.iter().zip(theirs).take_while(|(a, b)| a == b).count();
        let [ours, theirs] = [&ours[..], theirs].map(|bytes| &bytes[at.min(bytes.len())..bytes.len().min(at + 16)]);
        panic!("{name}: from byte {at} on {ours:02x?} instead of {theirs:02x?}");
    }
}

/// The same of what is no bytes.
///
/// # Panics
/// As [`same`].
pub fn holds(name: &'static str, condition: bool) {
    same(name, &[condition.into()], &[1]);
}

/// With its last bit flipped, if a defect is planted there.
fn falsified<'a>(name: &str, bytes: &'a [u8]) -> std::borrow::Cow<'a, [u8]> {
    static PLANTED: OnceLock<Option<String>> = OnceLock::new();
    let planted = PLANTED.get_or_init(|| std::env::var("LANESUM_FUZZ_PLANT").ok());
    let mut bytes = std::borrow::Cow::Borrowed(bytes);
    if planted.as_deref() == Some(name) && !bytes.is_empty() {
        *bytes.to_mut().last_mut().expect("it is not empty") ^= 1;
    }
    bytes
}
