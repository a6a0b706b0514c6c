//! The list as it is.

use std::collections::{BTreeMap, HashMap};
use std::io::ErrorKind;
use std::path::Path;

use crate::args::UpdateArgs;
use crate::comments::{Link, Stamp, Time};
use crate::failure::Failure;
use crate::line::Form;
use crate::list::{Dialect, Found, Lists, Only, Reading, list_name, undecided};
use crate::output::complain;
use crate::place::{Mark, place};
use crate::subject::{Source, Subject};
use crate::tag::Tag;

/// A file by what the old list says.
pub(super) struct File {
    pub(super) name: Vec<u8>,
    pub(super) stamp: Option<Stamp>,
    /// The digests by each tag of the list.
    pub(super) digests: Vec<Option<Box<[u8]>>>,
    /// Other digests by the same tags, if the list has several lines of this name that contradict each other.
    pub(super) others: Vec<(usize, Box<[u8]>)>,
    /// Is there one digest by each tag?
    complete: bool,
}

impl File {
    /// The stamp, if nothing has to be computed of a file that still has it.
    pub(super) fn complete_stamp(&self) -> Option<Stamp> {
        self.stamp.filter(|_| self.complete)
    }

    /// Are these digests, by each tag, those that are listed?
    pub(super) fn is(&self, digests: &[Box<[u8]>]) -> bool {
        let other = |tag, digest| self.others.iter().any(|(number, other)| *number == tag && other == digest);
        let mut pairs = self.digests.iter().zip(digests).enumerate();
        pairs.all(|(tag, (listed, digest))| listed.as_ref().is_none_or(|listed| listed == digest || other(tag, digest)))
    }
}

#[derive(Default)]
pub(super) struct Old {
    pub(super) tags: Vec<Tag>,
    /// None of a list without lines.
    pub(super) form: Option<Form>,
    pub(super) files: HashMap<Mark, File>,
    pub(super) links: BTreeMap<Mark, Link>,
    /// When the list was written.
    pub(super) time: Option<Time>,
}

impl Old {
    /// None if it cannot be replaced without a loss, which has been said.
    pub(super) fn read(args: &UpdateArgs, here: &Path) -> Result<Option<Self>, Failure> {
        let list = &args.list;
        let mut old = Self::default();
        match std::fs::metadata(list) {
            Ok(metadata) => old.time = Stamp::of(&metadata).map(|stamp| stamp.modified),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Some(old)),
            Err(error) => return Err(Failure::file(Path::new(list), error)),
        }
        let only = args.algorithm.map(Only::from);
        let reading = Reading { beside: args.relative, links: true, ..Reading::of(Dialect::All, only) };
        let say = |message: &str| {
            complain(&[&list_name(list), b": ".as_slice(), message.as_bytes()].concat());
        };
        for found in Lists::new(vec![list.clone()], reading) {
            match found {
                Found::Entry { foreign: true, .. } => {
                    say(
                        "only other programs write lists of this form (hashdeep, OpenSSL, SFV and the like), and update would lose it: the list was not changed; for a new list: lanesum update NEW DIR",
                    );
                    return Ok(None);
                }
                Found::Entry { form, subject: Subject::One(source @ Source::File(_)), digests, stamp, .. } => {
                    let Source::File(path) = &source else { continue };
                    // Of a mixture, lines with a tag can all be read.
                    old.form = Some(if old.form.is_none_or(|other| other == form) { form } else { Form::Tagged });
                    let mark = place(here, path);
                    // The stamp stands before the first line of a file.
                    let file = old.files.entry(mark).or_insert_with(|| File {
                        name: source.name().to_vec(),
                        stamp: None,
                        digests: Vec::new(),
                        others: Vec::new(),
                        complete: false,
                    });
                    file.stamp = file.stamp.or(stamp);
                    for (tag, digest) in digests {
                        let number = tag.number_in(&mut old.tags);
                        file.digests.resize_with((number + 1).max(file.digests.len()), || None);
                        match &file.digests[number] {
                            None => file.digests[number] = Some(digest.into()),
                            Some(known) if **known == *digest => {}
                            Some(_) => file.others.push((number, digest.into())),
                        }
                    }
                }
                Found::Entry { .. } => {
                    say(
                        "the list has a line of standard input or of several files, but update only keeps lines of single files: the list was not changed",
                    );
                    return Ok(None);
                }
                Found::Link(link) => {
                    if let Some(Source::File(path)) = Source::named(&link.name) {
                        old.links.insert(place(here, &path), link);
                    }
                }
                Found::Undecided { bits, .. } => {
                    say(&undecided(bits));
                    return Ok(None);
                }
                Found::Improper { line, unsupported, .. } => {
                    let what = match (unsupported, args.algorithm) {
                        (Some(name), _) => format!("uses {name}, which is not supported,"),
                        (None, Some(function)) => format!("is not a line of {function} (-a),"),
                        (None, None) => "is improperly formatted,".to_owned(),
                    };
                    say(&format!("line {line} {what} and would be lost: the list was not changed"));
                    return Ok(None);
                }
                Found::Signed => {
                    say(
                        "the list is signed, and an update would break the signature: the list was not changed; update an unsigned copy, and sign that",
                    );
                    return Ok(None);
                }
                Found::End(Ok(())) => {}
                Found::End(Err(error)) => {
                    say(&error.to_string());
                    return Ok(None);
                }
            }
        }
        // A file that lacks a digest is hashed anew.
        let tags = old.tags.len();
        for file in old.files.values_mut() {
            let all = file.digests.len() == tags && file.digests.iter().all(Option::is_some);
            file.complete = all && file.others.is_empty();
        }
        Ok(Some(old))
    }
}
