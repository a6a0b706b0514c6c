//! Writes a report's blocks as HTML, Markdown or plain text.

#![expect(clippy::format_push_string, reason = "a report is made once, and each `write!` would have a result to drop")]

pub(crate) mod html;
pub(crate) mod markdown;
pub(crate) mod text;

/// Pieces of a string, alternately outside and inside backticks, beginning outside.
fn pieces(text: &str) -> impl Iterator<Item = (bool, &str)> {
    text.split('`').enumerate().map(|(i, piece)| (i % 2 == 1, piece))
}
