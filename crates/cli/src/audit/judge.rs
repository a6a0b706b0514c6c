//! Names first, then content.
//!
//! A file with known content and an unknown name was moved if a known file with this content is gone. If all known files with this content
//! exist, it is new: a copy of one of them. So duplicates are distinguished as far as possible. A file that has replaced another one is
//! changed, and is not missing at its old place.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::known::{Known, State};
use super::seen::{Met, Seen};
use crate::compare::{
    Change, Finding, Other, Place, Presence, Roots, UNMET, Verdict, kind, leads, other_content, sort,
};
use crate::place::{Mark, place, target};
use crate::subject::{Source, Subject};

/// The findings by name, and how many there are of each kind. `own`: the lists themselves, which are not judged.
pub(super) fn judge(
    mut known: Known,
    seen: &Seen,
    here: &Path,
    roots: &Roots,
    own: &[Mark],
) -> (Vec<Finding>, Vec<(Change, u64)>) {
    let mut findings = Vec::new();
    // Files of which content decides: those of no known name first.
    let (mut unknown, mut changed) = (Vec::new(), Vec::new());
    for met in &seen.files {
        let named = known.named(place(here, &met.path)).to_vec();
        let same = named.iter().any(|number| known.is(*number, &met.digests, met.size));
        for number in &named {
            known.entries[*number].state = State::There;
        }
        let now = met.dated.map(|dated| dated.stamp);
        // An entry with the times of now and other content shows rot, even if another line has taken it for good.
        let corrupt = |number: &usize| {
            let stamp = known.entries[*number].stamp;
            let wrong = !known.is(*number, &met.digests, met.size);
            wrong && stamp.is_some() && other_content(stamp, now, None) == Verdict::Corrupt
        };
        if named.is_empty() {
            unknown.push(met);
        } else if named.iter().any(corrupt) {
            findings.push(Finding::because(
                Change::Corrupt,
                file(&met.path),
                "other content, but the same size and mtime",
            ));
        } else if same {
            findings.push(Finding::new(Change::Unchanged, file(&met.path)));
        } else {
            changed.push(met);
        }
    }
    for (path, reason) in &seen.unread {
        for number in known.named(place(here, path)).to_vec() {
            known.entries[number].state = State::There;
        }
        findings.push(Finding::because(Change::Unread, file(path), reason.clone()));
    }
    unmet(&mut known, seen, roots, own, &mut findings);
    let unknown = unknown.into_iter().map(|met| (met, None));
    for (met, change) in unknown.chain(changed.into_iter().map(|met| (met, Some(Change::Changed)))) {
        findings.push(of_content(met, change, &mut known, here));
    }
    findings.extend(missing(&known, seen));
    links(&known, seen, here, roots, &mut findings);
    sort(&mut findings);
    let count = |change| findings.iter().filter(|finding| finding.change == change).count() as u64;
    let words = [
        Change::Unchanged,
        Change::Changed,
        Change::Corrupt,
        Change::Moved,
        Change::New,
        Change::Missing,
        Change::Unread,
    ];
    let mut totals: Vec<_> = words.map(|change| (change, count(change))).into();
    totals.push((Change::Outside, known.left_out + count(Change::Outside)));
    (findings, totals)
}

/// Listed names that no walk has met, and that are not simply gone.
fn unmet(known: &mut Known, seen: &Seen, roots: &Roots, own: &[Mark], findings: &mut Vec<Finding>) {
    let mut looked = HashSet::new();
    for number in 0..known.entries.len() {
        if known.entries[number].state != State::Missing {
            continue;
        }
        let entry = &known.entries[number];
        let mark = entry.place;
        let Some(Source::File(path)) = Source::named(&entry.name) else { continue };
        let first = looked.insert(mark);
        let mut found = |change, reason: String| {
            if first {
                let reason = Some(reason).filter(|reason| !reason.is_empty());
                findings.push(Finding { change, subject: file(&path), other: None, reason });
            }
        };
        let unread = |found: &mut dyn FnMut(Change, String), reason| {
            found(Change::Unread, reason);
            Some(State::There)
        };
        let state = match roots.place(&path) {
            Place::Outside => None,
            _ if own.contains(&mark) => None,
            Place::Below(root) => match roots.look(root, &path, &seen.blind) {
                Presence::Elsewhere => None,
                Presence::Gone(reason) => {
                    known.entries[number].reason = reason;
                    Some(State::Missing)
                }
                Presence::Other(reason) => {
                    found(Change::Changed, reason);
                    Some(State::There)
                }
                Presence::Link { reason, .. } => {
                    found(Change::Changed, format!("{reason}; --follow would read it"));
                    Some(State::There)
                }
                Presence::Unread(reason) => unread(&mut found, reason),
                Presence::Unmet => unread(&mut found, UNMET.into()),
            },
        };
        if state.is_none() {
            found(Change::Outside, String::new());
        }
        known.entries[number].state = state.unwrap_or(State::There);
    }
}

/// A file whose name is not listed, or is listed with other content.
fn of_content(met: &Met, change: Option<Change>, known: &mut Known, here: &Path) -> Finding {
    let origin = known.origin(&met.digests, met.size);
    let gone = origin.filter(|number| known.entries[*number].state == State::Missing);
    let from = origin.and_then(|number| subject(&known.entries[number].name));
    if let Some(gone) = gone {
        // Other lists may name it, too.
        let place = place(here, Path::new(&from.as_ref().map(path_of).unwrap_or_default()));
        for number in known.named(place).to_vec() {
            known.entries[number].state = State::Moved;
        }
        known.entries[gone].state = State::Moved;
    }
    let change = change.unwrap_or(if gone.is_some() { Change::Moved } else { Change::New });
    let other = from.map(if gone.is_some() { Other::From } else { Other::CopyOf });
    Finding { change, subject: file(&met.path), other, reason: None }
}

/// What is gone, and for each, a file with its content if there is one.
fn missing(known: &Known, seen: &Seen) -> Vec<Finding> {
    let mut by_digest = HashMap::new();
    for met in &seen.files {
        for (tag, digest) in met.digests.iter().enumerate() {
            by_digest.entry((tag, digest)).or_insert(met);
        }
    }
    let mut missing: BTreeMap<&[u8], (Option<Subject>, &Option<String>)> = BTreeMap::new();
    for (number, entry) in known.entries.iter().enumerate().filter(|(_, entry)| entry.state == State::Missing) {
        let met = entry.digests.iter().find_map(|(tag, digest)| by_digest.get(&(*tag, digest)));
        let copy = met.filter(|met| known.is(number, &met.digests, met.size)).map(|met| file(&met.path));
        let (from, _) = missing.entry(entry.name.as_slice()).or_insert((None, &entry.reason));
        *from = from.take().or(copy);
    }
    let finding = |(name, (from, reason)): (&[u8], (Option<Subject>, &Option<String>))| {
        let (other, reason) = (from.map(Other::CopyOf), reason.clone());
        Some(Finding { change: Change::Missing, subject: subject(name)?, other, reason })
    };
    missing.into_iter().filter_map(finding).collect()
}

/// Symbolic links, if lists record some.
fn links(known: &Known, seen: &Seen, here: &Path, roots: &Roots, findings: &mut Vec<Finding>) {
    if known.links.is_empty() {
        return;
    }
    let mut replaced = HashSet::new();
    for (mark, link) in &known.links {
        let Some(Source::File(path)) = Source::named(&link.name) else { continue };
        let subject = file(&path);
        let presence = match roots.place(&path) {
            Place::Outside => Presence::Elsewhere,
            // A walk that follows links does not see them.
            Place::Below(root) => {
                if roots.follow() {
                    Presence::Unmet
                } else {
                    roots.look(root, &path, &seen.blind)
                }
            }
        };
        let early = match presence {
            Presence::Elsewhere => Some(Finding::new(Change::Outside, subject.clone())),
            Presence::Unread(reason) => Some(Finding::because(Change::Unread, subject.clone(), reason)),
            Presence::Gone(reason) => {
                let reason = reason.unwrap_or_else(|| "symbolic link".into());
                Some(Finding::because(Change::Missing, subject.clone(), reason))
            }
            Presence::Link { reason, is_name: false } => {
                let reason = format!("{reason}; --follow would read it");
                Some(Finding::because(Change::Changed, subject.clone(), reason))
            }
            Presence::Other(_) | Presence::Link { .. } | Presence::Unmet => None,
        };
        if let Some(finding) = early {
            findings.push(finding);
            continue;
        }
        let other_list = known.named(*mark);
        let finding = match path.symlink_metadata() {
            Ok(metadata) if metadata.is_symlink() => match target(&path) {
                Ok(target) if target.as_os_str().as_encoded_bytes() == link.target => {
                    Finding::new(Change::Unchanged, subject)
                }
                Ok(target) => Finding::because(Change::Changed, subject, leads(&target, &link.target)),
                Err(error) => Finding::because(Change::Unread, subject, error.to_string()),
            },
            // As a file it is listed, too.
            Ok(_) if !other_list.is_empty() => continue,
            Ok(metadata) => {
                let reason = format!("was a symbolic link, is {} now", kind(metadata.file_type()));
                replaced.insert(*mark);
                Finding::because(Change::Changed, subject, reason)
            }
            Err(_) => Finding::because(Change::Missing, subject, "symbolic link"),
        };
        findings.push(finding);
    }
    // They are not new, as the files that they are.
    findings.retain(|finding| match &finding.subject {
        Subject::One(Source::File(path)) if finding.change == Change::New => !replaced.contains(&place(here, path)),
        _ => true,
    });
    for path in &seen.links {
        let mark = place(here, path);
        if !known.links.contains_key(&mark) && known.named(mark).is_empty() {
            findings.push(Finding::because(Change::New, file(path), "symbolic link"));
        }
    }
}

fn file(path: &Path) -> Subject {
    Subject::One(Source::File(path.to_owned()))
}

fn subject(name: &[u8]) -> Option<Subject> {
    Source::named(name).map(Subject::One)
}

fn path_of(subject: &Subject) -> PathBuf {
    match subject {
        Subject::One(Source::File(path)) => path.clone(),
        _ => PathBuf::new(),
    }
}
