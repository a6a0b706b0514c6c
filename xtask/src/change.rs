//! Compares a figure with the accepted one.

/// How the figures of a check are judged.
pub(crate) struct Scale {
    /// The check, as its command has it: `cargo xtask NAME --accept` accepts.
    pub(crate) command: &'static str,
    /// What is counted.
    pub(crate) unit: &'static str,
    /// A change of at most this much counts as no change.
    pub(crate) slack_percent: u64,
}

/// What a new figure says.
#[derive(Debug, PartialEq, Eq)]
enum Change {
    Little,
    /// No fault, and yet to be accepted: a later rise to what was accepted would not be seen.
    Fell(String),
    /// Too much, or never accepted.
    Wrong(String),
}

impl Scale {
    fn change(&self, what: &str, now: u64, accepted: Option<u64>) -> Change {
        let unit = self.unit;
        let Some(before) = accepted else {
            return Change::Wrong(format!("{what}: {now} {unit}, and no accepted number: --accept takes it down"));
        };
        let per_cent = (now as f64 / before as f64 - 1.0) * 100.0;
        let text = || format!("{what}: {now} {unit}, {before} accepted ({per_cent:+.1} %)");
        if now * 100 > before * (100 + self.slack_percent) {
            Change::Wrong(text())
        } else if now * 100 < before * (100 - self.slack_percent) {
            Change::Fell(text())
        } else {
            Change::Little
        }
    }

    /// Says what fell, returns what is wrong.
    pub(crate) fn problem(&self, what: &str, now: u64, accepted: Option<u64>) -> Option<String> {
        match self.change(what, now, accepted) {
            Change::Little => None,
            Change::Fell(text) => {
                println!("better: {text}: keep it by `cargo xtask {} --accept`", self.command);
                None
            }
            Change::Wrong(text) => Some(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rise_is_a_problem_and_a_fall_is_told() {
        let change =
            |now, accepted| Scale { command: "c", unit: "instructions", slack_percent: 1 }.change("x", now, accepted);
        assert_eq!(change(101, Some(100)), Change::Little);
        assert_eq!(change(102, Some(100)), Change::Wrong("x: 102 instructions, 100 accepted (+2.0 %)".to_owned()));
        assert_eq!(change(99, Some(100)), Change::Little);
        assert!(matches!(change(98, Some(100)), Change::Fell(_)));
        assert!(matches!(change(98, None), Change::Wrong(text) if text.contains("--accept")));
    }
}
