//! Patterns such as `*.txt` among the files of a command line. Shells expand them, but for those of Windows.

use std::ffi::OsString;

/// Puts the names of files in the place of each pattern that has some. Only `*` and `?` make a pattern: no name has them on Windows, but
/// many have brackets.
///
/// Options are not expanded: `--exclude *.o` is a pattern for lanesum, and PowerShell hands over no quotes.
pub(crate) fn expand(files: &mut Vec<OsString>) {
    #[cfg(windows)]
    {
        let names = |file: OsString| matching(&file).filter(|names| !names.is_empty()).unwrap_or_else(|| vec![file]);
        *files = std::mem::take(files).into_iter().flat_map(names).collect();
    }
    #[cfg(not(windows))]
    let _ = files;
}

/// The names that match, in their order; none for what is no pattern.
#[cfg(windows)]
fn matching(file: &std::ffi::OsStr) -> Option<Vec<OsString>> {
    let pattern = file.to_str().filter(|text| text.contains(['*', '?']))?;
    // The prefix of `\\?\C:\x` is none.
    if pattern.starts_with(r"\\?\") {
        return None;
    }
    let options = glob::MatchOptions {
        case_sensitive: false,
        require_literal_separator: true,
        require_literal_leading_dot: false,
    };
    let names = glob::glob_with(&pattern.replace('[', "[[]"), options).ok()?;
    Some(names.flatten().map(std::path::PathBuf::into_os_string).collect())
}
