//! The report of a run.

use trials::Run;

/// The whole report as one HTML file.
pub fn html(run: &Run) -> String {
    let _ = run;
    String::new()
}

/// The same as Markdown.
pub fn markdown(run: &Run) -> String {
    let _ = run;
    String::new()
}

/// The papers' tables beside the figures of this run, as text.
pub fn papers(run: &Run) -> String {
    let _ = run;
    String::new()
}
