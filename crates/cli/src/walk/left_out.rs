//! Symbolic links that a run leaves out: one line for all of them, at its end.

use std::path::PathBuf;

use indicatif::HumanCount;

use crate::output::complain;
use crate::root::Odd;
use crate::walk::trouble::{Reason, Trouble};

/// Counts the links that a run leaves out. Trees of source code and of packages have thousands: a line for each would hide all others.
#[derive(Debug, Default)]
pub(crate) struct LeftOut {
    links: u64,
    first: PathBuf,
}

/// Can the command follow links?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Following {
    /// With `--follow`.
    Possible,
    Never,
}

impl LeftOut {
    /// Counts a link, and hands back any other trouble.
    pub(crate) fn count(&mut self, trouble: Trouble) -> Option<Trouble> {
        if !trouble.is_link() {
            return Some(trouble);
        }
        if self.links == 0 {
            self.first = trouble.path;
        }
        self.links += 1;
        None
    }

    /// Counts a link, and reports any other trouble; if `quiet`, only failures.
    pub(crate) fn tell(&mut self, trouble: Trouble, quiet: bool) {
        if (trouble.is_failure() || !quiet)
            && let Some(trouble) = self.count(trouble)
        {
            complain(trouble.message());
        }
    }

    /// Says how many there were; of a single one, its name.
    pub(crate) fn complain(self, following: Following) {
        if let Some(message) = self.message(following) {
            complain(message);
        }
    }

    fn message(self, following: Following) -> Option<String> {
        let (message, them) = match self.links {
            0 => return None,
            1 => (Trouble { path: self.first, reason: Reason::Odd(Odd::Link) }.message(), "it"),
            links => (format!("{} symbolic links left out", HumanCount(links)), "them"),
        };
        Some(if following == Following::Never { message } else { format!("{message} (--follow includes {them})") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_for_all_links() {
        let message = |links: u64, following| {
            let mut left_out = LeftOut::default();
            for number in 0..links {
                let link = Trouble { path: format!("d/{number}").into(), reason: Reason::Odd(Odd::Link) };
                assert!(left_out.count(link).is_none());
            }
            left_out.message(following)
        };
        assert_eq!(message(0, Following::Possible), None);
        assert_eq!(message(1, Following::Possible).unwrap(), "d/0: symbolic link, left out (--follow includes it)");
        assert_eq!(message(1, Following::Never).unwrap(), "d/0: symbolic link, left out");
        assert_eq!(
            message(3946, Following::Possible).unwrap(),
            "3,946 symbolic links left out (--follow includes them)"
        );
        assert_eq!(message(2, Following::Never).unwrap(), "2 symbolic links left out");
    }

    #[test]
    fn other_troubles_come_back() {
        let mut left_out = LeftOut::default();
        let fifo = Trouble { path: "d".into(), reason: Reason::Odd(Odd::Special("FIFO")) };
        assert!(left_out.count(fifo).is_some() && left_out.message(Following::Possible).is_none());
    }
}
