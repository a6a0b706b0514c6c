//! Is other content an edit or corruption?

use crate::comments::Stamp;
use crate::facts::Time;

/// The meaning of content that differs from the listed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Somebody wrote the file.
    Edited,
    /// The content has changed, but nothing shows that anybody wrote the file.
    Corrupt,
}

/// Whoever writes a file changes its mtime. So the same size and the same mtime with other content is corruption.
///
/// `listed`: the stamp of the list, if it has one. Without it, `list_time` decides, the mtime of the list itself: a file that was not written
/// later should have the listed content. With neither, other content counts as an edit.
pub(crate) fn other_content(listed: Option<Stamp>, now: Option<Stamp>, list_time: Option<Time>) -> Verdict {
    let corrupt = match (listed, now) {
        (Some(listed), Some(now)) => listed.is_alike(now),
        (None, Some(now)) => list_time.is_some_and(|list_time| now.modified <= list_time),
        // No time, no edit that could be seen.
        (_, None) => true,
    };
    if corrupt { Verdict::Corrupt } else { Verdict::Edited }
}
