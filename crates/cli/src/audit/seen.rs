//! Everything that a walk has met.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::known::{Known, State};
use crate::args::AuditArgs;
use crate::comments::Dated;
use crate::compare::{Blind, Change, Finding, Name, Verdict, other_content, small};
use crate::failure::Failure;
use crate::hash::Digest;
use crate::output::complain;
use crate::place::{Mark, place};
use crate::subject::{Source, Subject};
use crate::walk::{LeftOut, Trouble};
use crate::workers::{Consumer, Outcome};

pub(super) struct Met {
    pub(super) name: Name,
    content: Content,
    pub(super) size: u64,
}

/// Where the digests of a file are.
enum Content {
    /// They are those of an entry.
    Listed(u32),
    /// The number of the file among those that have digests of their own.
    Read(u32),
    /// Its content is nobody's.
    Attacked,
}

#[derive(Default)]
pub(super) struct Files {
    pub(super) list: Vec<Met>,
    /// The digests by all tags of those that have digests of their own.
    digests: Vec<u8>,
}

impl Files {
    /// The digests of a file by all tags; empty if it has none.
    pub(super) fn digests<'a>(&'a self, known: &'a Known, met: &Met) -> &'a [u8] {
        let bytes = known.digests_bytes();
        match met.content {
            Content::Listed(number) => known.all_digests(number).unwrap_or_default(),
            Content::Read(number) => &self.digests[number as usize * bytes..][..bytes],
            Content::Attacked => &[],
        }
    }
}

/// Everything that was met, and what is known of it so far.
pub(super) struct Seen<'a> {
    pub(super) known: Known,
    pub(super) here: PathBuf,
    /// The lists themselves, which are not judged.
    pub(super) own: &'a [Mark],
    pub(super) files: Files,
    /// Files of no known name, and files with other content than their name had: by their numbers.
    pub(super) unknown: Vec<(u32, Mark)>,
    pub(super) changed: Vec<u32>,
    pub(super) findings: Findings,
    pub(super) blind: Blind,
    /// Symbolic links, if the lists record some.
    pub(super) links: Vec<PathBuf>,
    /// Could everything be looked into?
    pub(super) complete: bool,
    pub(super) quiet: bool,
    pub(super) left_out: LeftOut,
}

/// The findings of an audit, and how many there are of each kind.
pub(super) struct Findings {
    /// Those that are written.
    pub(super) shown: Vec<Finding<Name>>,
    pub(super) counts: BTreeMap<Change, u64>,
    /// Are files shown that are as they were, or that nobody looked at?
    pub(super) all: bool,
}

impl Findings {
    pub(super) fn add(&mut self, finding: Finding<Name>) {
        *self.counts.entry(finding.change).or_default() += 1;
        if self.all || !matches!(finding.change, Change::Unchanged | Change::Outside) {
            self.shown.push(finding);
        }
    }
}

impl<'a> Seen<'a> {
    pub(super) fn new(known: Known, here: PathBuf, own: &'a [Mark], args: &AuditArgs) -> Self {
        let all = args.json && !args.quiet;
        Self {
            known,
            here,
            own,
            files: Files::default(),
            unknown: Vec::new(),
            changed: Vec::new(),
            findings: Findings { shown: Vec::new(), counts: BTreeMap::new(), all },
            blind: Blind::default(),
            links: Vec::new(),
            complete: true,
            quiet: args.quiet,
            left_out: LeftOut::default(),
        }
    }

    /// A file whose digests by all tags are these: None after an attack.
    fn read(&mut self, path: &Path, size: u64, dated: Option<Dated>, digests: Option<&[u8]>) {
        let mark = place(&self.here, path);
        if self.own.contains(&mark) {
            return;
        }
        let name = path.as_os_str().as_encoded_bytes();
        let Self { known, .. } = self;
        let is = |number: u32| digests.is_some_and(|digests| known.is(number, digests, size));
        let now = dated.map(|dated| dated.stamp);
        // An entry with the times of now and other content shows rot, even if another line has taken it for good.
        let corrupt = |number: u32| {
            let stamp = known.stamp(number);
            stamp.is_some() && !is(number) && other_content(stamp, now, None) == Verdict::Corrupt
        };
        let named = known.named(mark);
        let (is_known, same) = (!named.is_empty(), named.iter().copied().find(|number| is(*number)));
        let corrupt = named.iter().any(|number| corrupt(*number));
        let listed = named.iter().map(|number| known.entries[*number as usize].name);
        let listed = listed.into_iter().find(|listed| known.names.get(*listed) == name);
        let content = match (same, digests) {
            (Some(number), _) if known.all_digests(number).is_some() => Content::Listed(number),
            (_, None) => Content::Attacked,
            (_, Some(digests)) => {
                self.files.digests.extend_from_slice(digests);
                Content::Read(small(self.files.digests.len() / digests.len() - 1))
            }
        };
        known.set(mark, State::There);
        let name = listed.unwrap_or_else(|| known.names.push(name));
        let number = small(self.files.list.len());
        self.files.list.push(Met { name, content, size });
        if !is_known {
            self.unknown.push((number, mark));
        } else if corrupt {
            let reason = "other content, but the same size and mtime";
            self.findings.add(Finding::because(Change::Corrupt, name, reason));
        } else if same.is_some() {
            self.findings.add(Finding::new(Change::Unchanged, name));
        } else {
            self.changed.push(number);
        }
    }
}

impl Consumer<Option<Trouble>> for Seen<'_> {
    type Error = Failure;

    fn take(&mut self, trouble: Option<Trouble>, outcome: Option<Outcome>) -> Result<(), Failure> {
        if let Some(trouble) = trouble.or_else(|| outcome.as_ref().and_then(Outcome::left_out)) {
            let failure = trouble.is_failure();
            self.complete &= !failure;
            if !self.known.links.is_empty() && trouble.is_link() {
                self.links.push(trouble.path);
                return Ok(());
            }
            if failure {
                self.blind.add(&self.here, &trouble.path, trouble.reason.to_string());
            }
            self.left_out.tell(trouble, self.quiet);
            return Ok(());
        }
        let Some(Outcome { subject, hashed }) = outcome else { return Ok(()) };
        let Subject::One(Source::File(path)) = &subject else { return Ok(()) };
        match hashed {
            Ok(hashed) => {
                if hashed.is_attacked() {
                    complain(Digest::warning(&subject));
                    self.read(path, hashed.size, hashed.dated, None);
                    return Ok(());
                }
                let mut digests = Vec::with_capacity(self.known.digests_bytes());
                for digest in hashed.digests {
                    digests.extend_from_slice(&digest.bytes()?);
                }
                self.read(path, hashed.size, hashed.dated, Some(&digests));
            }
            Err(error) => {
                complain(error.message(&subject));
                self.known.set(place(&self.here, path), State::There);
                let name = self.known.names.push(subject.name());
                self.findings.add(Finding::because(Change::Unread, name, error.to_string()));
                self.complete = false;
            }
        }
        Ok(())
    }
}
