//! The list as it will be, and what is said of each file.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::old::{File, Old};
use crate::args::UpdateArgs;
use crate::comments::{Comments, Dated, Link, Stamp};
use crate::compare::{Blind, Change, Finding, Names, Report, Roots, Verdict, leads, sort};
use crate::failure::Failure;
use crate::function::BLAKE3;
use crate::hash::Digest;
use crate::line::{End, Line, LineStyle};
use crate::list::list_name;
use crate::output::{Held, Output, complain, leave_out};
use crate::place::{Mark, below, lies_beside, place, relative, spot, target, whole};
use crate::quote::quote_path;
use crate::subject::{Source, Subject};
use crate::tag::Tag;
use crate::walk::{LeftOut, Reason, Trouble};
use crate::workers::{Consumer, Hashed, Outcome, Weigh};

pub(super) enum Item {
    Trouble(Trouble),
    Kept(Mark, Source),
    Hash(Mark),
}

impl Weigh for Item {
    fn weight(&self) -> usize {
        match self {
            Self::Kept(_, source) => source.name().len(),
            Self::Trouble(trouble) => trouble.path.as_os_str().len(),
            Self::Hash(_) => 0,
        }
    }
}

pub(super) struct New<'a> {
    pub(super) args: &'a UpdateArgs,
    pub(super) old: &'a Old,
    /// None in a dry run.
    output: Option<Output>,
    tags: Vec<Tag>,
    form: LineStyle,
    /// b3sum reads no comments: a list in its form has none.
    comments: Comments,
    base: Option<PathBuf>,
    /// The same, as it was given.
    beside: Option<PathBuf>,
    pub(super) here: PathBuf,
    accepted: Vec<PathBuf>,
    pub(super) left_out: LeftOut,
    kept: u64,
    hashed: u64,
    pub(super) outside: u64,
    /// Files and links of the old list that need no more lines.
    pub(super) met: HashSet<Mark>,
    pub(super) findings: Vec<Finding>,
    /// The digests of added files, by the numbers of their findings.
    pub(super) added: Vec<(usize, Vec<Box<[u8]>>)>,
    /// Could everything be read?
    pub(super) complete: bool,
    /// Were there files whose names differ in case alone, on Windows? They would share their lines.
    alike: bool,
    pub(super) blind: Blind,
}

impl Consumer<Item> for New<'_> {
    type Error = Failure;

    fn take(&mut self, item: Item, outcome: Option<Outcome>) -> Result<(), Failure> {
        let old = self.old;
        let item = outcome.as_ref().and_then(Outcome::left_out).map_or(item, Item::Trouble);
        match item {
            // The list lies in its own directory: everybody knows that.
            Item::Trouble(trouble) if matches!(trouble.reason, Reason::Output) => {}
            Item::Trouble(trouble) if self.comments.links && trouble.is_link() => {
                self.link(&trouble.path)?;
            }
            Item::Trouble(trouble) => {
                self.alike |= matches!(trouble.reason, Reason::Alike);
                if trouble.is_failure() {
                    self.complete = false;
                    self.blind.add(&self.here, &trouble.path, trouble.reason.to_string());
                }
                self.left_out.tell(trouble, self.args.quiet);
            }
            Item::Kept(mark, source) => {
                if let Some(file) = old.files.get(&mark) {
                    self.keep(mark, &source);
                    let name = self.listed_name(&file.name);
                    self.old_lines(file, &name)?;
                }
            }
            Item::Hash(mark) => {
                let Some(Outcome { subject, hashed }) = outcome else { return Ok(()) };
                let Subject::One(source) = subject else { return Ok(()) };
                match hashed {
                    Ok(hashed) if hashed.is_attacked() => {
                        self.hashed += 1;
                        let why = "made for a collision attack on SHA-1, so another file has the same digest";
                        complain(format_args!("{}: {why}", source.quoted()));
                        self.unread(mark, source, why.into())?;
                    }
                    Ok(hashed) => {
                        self.hashed += 1;
                        self.compare(mark, source, hashed)?;
                    }
                    Err(error) => {
                        let why = error.to_string();
                        complain(error.message(&Subject::One(source.clone())));
                        self.unread(mark, source, why)?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl<'a> New<'a> {
    pub(super) fn begin(
        args: &'a UpdateArgs,
        tags: Vec<Tag>,
        old: &'a Old,
        here: &Path,
        held: Held,
    ) -> Result<Self, Failure> {
        let base = args.relative.then(|| Path::new(&args.list).parent().map(Path::to_owned).unwrap_or_default());
        let remembers = old.form != Some(LineStyle::Untagged) || tags.iter().all(|tag| tag.function != BLAKE3);
        let output = if args.dry_run { None } else { Some(Output::replacing(held)?.dated()) };
        if args.dry_run {
            leave_out(Path::new(&args.list));
        }
        Ok(Self {
            args,
            old,
            output,
            tags,
            form: old.form.unwrap_or(LineStyle::Tagged),
            comments: Comments {
                times: remembers,
                links: remembers && (args.links.is_some() || !old.links.is_empty()),
            },
            base: base.as_deref().map(whole).transpose()?,
            beside: base,
            here: here.to_owned(),
            accepted: args.accept.iter().map(|name| spot(here, Path::new(name))).collect(),
            left_out: LeftOut::default(),
            kept: 0,
            hashed: 0,
            outside: 0,
            met: HashSet::new(),
            findings: Vec::new(),
            added: Vec::new(),
            complete: true,
            alike: false,
            blind: Blind::default(),
        })
    }

    /// A file that was read.
    fn compare(&mut self, mark: Mark, source: Source, hashed: Hashed) -> Result<(), Failure> {
        let old = self.old;
        let name = match old.files.get(&mark) {
            Some(file) => self.listed_name(&file.name),
            None => self.name(&source),
        };
        let digests = hashed.digests.into_iter().map(Digest::bytes).collect::<Result<Vec<_>, _>>()?;
        let lasting = hashed.dated.and_then(Dated::lasting);
        let now = hashed.dated.map(|dated| dated.stamp);
        let Some(file) = old.files.get(&mark) else {
            self.added.push((self.findings.len(), digests.clone()));
            self.findings.push(Finding::new(Change::Added, Subject::One(source)));
            return self.lines(lasting, &name, &digests);
        };
        if file.is(&digests) {
            self.keep(mark, &source);
            // A file whose status has just changed keeps its old ctime, by which it will be read again.
            let same = |stamp: &Stamp| now.is_some_and(|now| (stamp.size, stamp.modified) == (now.size, now.modified));
            let before = file.whole().filter(same);
            return self.lines(lasting.or(before), &name, &digests);
        }
        self.met.insert(mark);
        if file.verdict(&digests, now, old.time) == Verdict::Edited || self.accepts(&source) {
            self.findings.push(Finding::new(Change::Changed, Subject::One(source)));
            return self.lines(lasting, &name, &digests);
        }
        let reason = if file.lines.iter().any(|line| line.stamp.is_some()) {
            "other content, but the same size and mtime"
        } else {
            "other content, but not newer than the list"
        };
        if self.args.quiet {
            complain(format_args!("{}: corrupt: {reason}", source.quoted()));
        }
        self.findings.push(Finding::because(Change::Corrupt, Subject::One(source), reason));
        self.old_lines(file, &name)
    }

    /// A listed file that nobody looked at.
    pub(super) fn outside(&mut self, subject: Subject) {
        self.outside += 1;
        self.idle_finding(Change::Outside, subject);
    }

    /// Of a file that is as it was, or that nobody looked at, only JSON speaks.
    fn idle_finding(&mut self, change: Change, subject: Subject) {
        if self.args.json && !self.args.quiet {
            self.findings.push(Finding::new(change, subject));
        }
    }

    /// A file that is as it was.
    fn keep(&mut self, mark: Mark, source: &Source) {
        self.kept += 1;
        self.met.insert(mark);
        self.idle_finding(Change::Kept, Subject::One(source.clone()));
    }

    /// A file that could not be read: what was known of it stays.
    fn unread(&mut self, mark: Mark, source: Source, why: String) -> Result<(), Failure> {
        self.complete = false;
        self.findings.push(Finding::because(Change::Unread, Subject::One(source), why));
        let Some(file) = self.old.files.get(&mark) else { return Ok(()) };
        self.met.insert(mark);
        let name = self.listed_name(&file.name);
        self.old_lines(file, &name)
    }

    /// A symbolic link, of a list that records them.
    fn link(&mut self, path: &Path) -> Result<(), Failure> {
        let old = self.old;
        let mark = place(&self.here, path);
        let source = Source::File(path.to_owned());
        // It has replaced a file, whose line stays.
        if old.files.contains_key(&mark) && !self.accepts(&source) {
            return Ok(());
        }
        if !self.met.insert(mark) {
            return Ok(());
        }
        let target = match target(path) {
            Ok(target) => target,
            Err(error) => {
                self.complete = false;
                self.findings.push(Finding::because(Change::Unread, Subject::One(source), error.to_string()));
                return old.links.get(&mark).map_or(Ok(()), |link| self.write_link(link));
            }
        };
        let name = self.name(&source);
        let link = Link { name, target: target.as_os_str().as_encoded_bytes().to_vec() };
        let subject = Subject::One(source);
        match old.links.get(&mark) {
            Some(before) if before.target == link.target => {
                self.kept += 1;
                self.idle_finding(Change::Kept, subject);
            }
            Some(before) => {
                self.findings.push(Finding::because(Change::Changed, subject, leads(&target, &before.target)));
            }
            None if old.files.contains_key(&mark) => {
                self.findings.push(Finding::because(Change::Changed, subject, "is a symbolic link now"));
            }
            None => self.findings.push(Finding::because(Change::Added, subject, "symbolic link")),
        }
        self.write_link(&link)
    }

    pub(super) fn accepts(&self, source: &Source) -> bool {
        let Source::File(path) = source else { return false };
        let spot = spot(&self.here, path);
        self.accepted.iter().any(|accepted| below(&spot, accepted).is_some())
    }

    /// A listed name as it stands in the list. With `--relative`, it was read as one below the list's directory.
    fn listed_name(&self, name: &[u8]) -> Vec<u8> {
        let Some(path) = Source::path_named(name) else { return name.to_vec() };
        let inner = self.beside.as_ref().and_then(|directory| path.strip_prefix(directory).ok());
        inner.map_or_else(|| name.to_vec(), |path| path.as_os_str().as_encoded_bytes().to_vec())
    }

    /// The name that a new file gets.
    fn name(&self, source: &Source) -> Vec<u8> {
        let below = self.base.as_ref().and_then(|base| match source {
            // A file that is not below the list's directory gets a name that is the same from everywhere.
            Source::File(path) => relative(base, path).or_else(|| whole(path).ok()),
            Source::Stdin => None,
        });
        below.map_or_else(|| source.name().to_vec(), |path| path.as_os_str().as_encoded_bytes().to_vec())
    }

    fn write_link(&mut self, link: &Link) -> Result<(), Failure> {
        let Some(output) = &mut self.output else { return Ok(()) };
        output.write_all(&link.line())?;
        Ok(output.end_line()?)
    }

    /// The lines that the list has of a file. Those without a stamp come first: a stamp counts for all behind it.
    fn old_lines(&mut self, file: &File, name: &[u8]) -> Result<(), Failure> {
        let mut lines: Vec<_> = file.lines.iter().collect();
        lines.sort_by_key(|line| line.stamp.is_some());
        let mut last = None;
        for line in lines {
            if line.stamp != last {
                last = line.stamp;
                self.stamp(last)?;
            }
            self.line(line.tag, name, &line.digest)?;
        }
        Ok(())
    }

    fn stamp(&mut self, stamp: Option<Stamp>) -> Result<(), Failure> {
        if let (Some(output), Some(stamp)) = (&mut self.output, stamp.filter(|_| self.comments.times)) {
            writeln!(output, "{stamp}")?;
        }
        Ok(())
    }

    fn lines(&mut self, stamp: Option<Stamp>, name: &[u8], digests: &[Box<[u8]>]) -> Result<(), Failure> {
        self.stamp(stamp)?;
        digests.iter().enumerate().try_for_each(|(tag, digest)| self.line(tag, name, digest))
    }

    fn line(&mut self, tag: usize, name: &[u8], digest: &[u8]) -> Result<(), Failure> {
        let (Some(output), Some(tag)) = (&mut self.output, self.tags.get(tag)) else { return Ok(()) };
        let line = Line { form: self.form, end: End::Newline, tag, name, on_terminal: false, mode: b' ' };
        line.start(output)?;
        output.write_all(data_encoding::HEXLOWER.encode(digest).as_bytes())?;
        line.end(output)?;
        Ok(output.end_line()?)
    }

    /// Decides about the lines of files that were not met, and puts the new list in the place of the old one.
    pub(super) fn finish(mut self, roots: &Roots, wanted: impl Fn(&Path) -> bool) -> Result<bool, Failure> {
        let Self { args, old, .. } = self;
        let say = |message: &str| complain(format_args!("{}: {message}", list_name(&args.list)));
        let path = |file: &File| Source::path_named(&file.name);
        let is_here = |file: &File| path(file).is_some_and(|path| path.symlink_metadata().is_ok());
        let beside = |file: &File| path(file).is_some_and(|path| lies_beside(&args.list, &path));
        if !args.relative && !old.files.values().any(is_here) && old.files.values().any(beside) {
            say(
                "none of its files are here, but some are in the directory of the list: the list was not changed; try --relative",
            );
            return Ok(false);
        }
        if self.alike {
            say("names that differ in case alone would share their lines: the list was not changed");
            return Ok(false);
        }
        let rest = self.rest(roots, &wanted);
        let moved = self.pair(&rest.gone);
        let gone: HashSet<Mark> = rest.gone.iter().map(|gone| gone.mark).collect();
        let mut counts: Vec<Below> = roots.directories().map(|_| Below::default()).collect();
        let mut count = |path: &Path, mark: &Mark| {
            let to: Vec<bool> = moved.get(mark).map(|to| roots.containing(to).collect()).unwrap_or_default();
            let inside = counts.iter_mut().zip(roots.containing(path)).enumerate().filter(|(_, (_, inside))| *inside);
            for (number, (below, _)) in inside {
                // A file found in another directory may be a copy: this directory is perhaps not mounted.
                let is_moved = to.get(number) == Some(&true);
                below.listed += 1;
                below.lost += u64::from(gone.contains(mark) && !is_moved);
                below.moved += u64::from(is_moved);
            }
        };
        let listed = old.files.iter().map(|(mark, file)| (mark, &*file.name));
        for (mark, name) in listed.chain(old.links.iter().map(|(mark, link)| (mark, &*link.name))) {
            let is_listed = |path: &PathBuf| !rest.outside.contains(mark) && wanted(path);
            if let Some(path) = Source::path_named(name).filter(is_listed) {
                count(&path, mark);
            }
        }
        let mut refused = false;
        let mut idle = 0;
        for (directory, below) in roots.directories().zip(&counts) {
            let name = quote_path(directory);
            if below.lost > 0 && below.listed == below.lost + below.moved && !args.remove_all {
                say(&format!(
                    "none of the listed files below {name} is in its place: the list was not changed; --remove-all removes their lines"
                ));
                refused = true;
            } else if below.listed == 0 && !self.findings.iter().any(|finding| is_below(roots, directory, finding)) {
                complain(format_args!("{name}: no file and no listed name lies below this directory"));
                idle += 1;
            }
        }
        self.complete &= idle == 0;
        if refused || idle == counts.len() {
            return Ok(false);
        }
        for gone in rest.gone.into_iter().filter(|gone| !moved.contains_key(&gone.mark)) {
            let finding = Finding::new(Change::Removed, Subject::One(Source::File(gone.path)));
            self.findings.push(Finding { reason: gone.reason.map(Into::into), ..finding });
        }
        let mut kept = rest.kept;
        kept.sort_by(|one, other| one.name.cmp(&other.name));
        for file in kept {
            let name = self.listed_name(&file.name);
            self.old_lines(file, &name)?;
        }
        for link in rest.links {
            let name = self.listed_name(&link.name);
            self.write_link(&Link { name, target: link.target.clone() })?;
        }
        self.end()
    }

    /// The list takes its place, and everything is told.
    fn end(mut self) -> Result<bool, Failure> {
        if let Some(mut output) = self.output.take() {
            output.flush()?;
            output.finish()?;
        }
        let names = Names::default();
        sort(&mut self.findings, &names);
        let count = |change| self.findings.iter().filter(|finding| finding.change == change).count() as u64;
        let totals = [
            (Change::Kept, self.kept),
            (Change::Added, count(Change::Added)),
            (Change::Changed, count(Change::Changed)),
            (Change::Moved, count(Change::Moved)),
            (Change::Removed, count(Change::Removed)),
            (Change::Corrupt, count(Change::Corrupt)),
            (Change::Unread, count(Change::Unread)),
            (Change::Outside, self.outside),
            (Change::Hashed, self.hashed),
        ];
        let mut report = Report { output: Output::open(None)?, quiet: self.args.quiet, json: self.args.json };
        report.files(&self.findings, &names)?;
        report.totals(&totals)?;
        for accepted in &self.accepted {
            let takes = |finding: &Finding| {
                matches!(finding.change, Change::Changed | Change::Removed)
                    && matches!(&finding.subject, Subject::One(Source::File(path)) if below(&spot(&self.here, path), accepted).is_some())
            };
            if !self.findings.iter().any(takes) {
                let name = quote_path(accepted);
                complain(format_args!(
                    "--accept: no corrupt file, and no link in the place of one, has the name {name}"
                ));
            }
        }
        let corrupt = count(Change::Corrupt);
        if corrupt > 0 {
            let (files, lines) = if corrupt == 1 { ("file is", "its line") } else { ("files are", "their lines") };
            complain(format_args!(
                "{corrupt} {files} corrupt, and {lines} stayed as before; if the new content is right: --accept NAME"
            ));
        }
        Ok(self.complete && corrupt == 0)
    }
}

/// Listed names below a directory.
#[derive(Clone, Copy, Debug, Default)]
struct Below {
    listed: u64,
    /// Those that are gone: if nothing is in its place, the disk is perhaps not mounted.
    lost: u64,
    /// Those that have another name now: no line is lost.
    moved: u64,
}

fn is_below(roots: &Roots, directory: &Path, finding: &Finding) -> bool {
    matches!(&finding.subject, Subject::One(Source::File(path)) if roots.is_below(directory, path))
}
