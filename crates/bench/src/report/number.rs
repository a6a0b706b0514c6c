//! Formats numbers for readers: three significant digits, and units that fit.

/// Three significant digits, or the whole part.
pub(crate) fn digits(x: f64) -> String {
    let decimals = match x.abs() {
        a if a >= 99.95 => 0,
        a if a >= 9.995 => 1,
        a if a >= 0.9995 => 2,
        _ => 3,
    };
    format!("{x:.decimals$}")
}

/// A quotient; always with a sign that says so.
pub(crate) fn ratio(x: f64) -> String {
    if x >= 9.995 { format!("{x:.1}×") } else { format!("{x:.2}×") }
}

/// A length: bytes up to 4096, then in the largest binary unit that divides it.
pub(crate) fn bytes(n: u64) -> String {
    match n {
        n if n > 4096 && n.is_multiple_of(1 << 30) => format!("{} GiB", n >> 30),
        n if n > 4096 && n.is_multiple_of(1 << 20) => format!("{} MiB", n >> 20),
        n if n > 4096 && n.is_multiple_of(1 << 10) => format!("{} KiB", n >> 10),
        n => format!("{n} B"),
    }
}

/// The same without a space and in few letters, for axes.
pub(crate) fn bytes_short(n: u64) -> String {
    match n {
        n if n >= 1 << 20 && n.is_multiple_of(1 << 20) => format!("{}M", n >> 20),
        n if n >= 1 << 10 && n.is_multiple_of(1 << 10) => format!("{}K", n >> 10),
        n => n.to_string(),
    }
}

/// `2026-11-21, 08:00 UTC` of `2026-11-21T08:00:00Z`; anything else as it is.
pub(crate) fn date(text: &str) -> String {
    match text.split_once('T') {
        Some((day, time)) if time.ends_with('Z') && time.len() >= 6 && time.is_ascii() => {
            format!("{day}, {} UTC", &time[..5])
        }
        _ => text.into(),
    }
}

/// A reason in few words, for a cell: the whole stands in the list of rows without a figure.
pub(crate) fn short_reason(reason: &str) -> String {
    match noise(reason) {
        Some(noise) => noise.into(),
        None => reason.into(),
    }
}

/// Is it that neighbours left too few quiet samples? Then without the counts, which differ from row to row.
pub(crate) fn noise(reason: &str) -> Option<&'static str> {
    ["not enough quiet samples", "not enough quiet rounds"].into_iter().find(|noise| reason.contains(noise))
}

/// `1 message`, `2 messages`.
pub(crate) fn plural(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_and_no_more() {
        let shown = [0.85612, 0.9997, 1.0, 9.994, 9.996, 12.34, 99.96, 1173.4].map(digits);
        assert_eq!(shown, ["0.856", "1.00", "1.00", "9.99", "10.0", "12.3", "100", "1173"]);
    }

    #[test]
    fn lengths_keep_their_value() {
        assert_eq!(
            [0, 136, 4096, 8192, 9000, 1 << 20].map(bytes),
            ["0 B", "136 B", "4096 B", "8 KiB", "9000 B", "1 MiB"]
        );
    }
}
