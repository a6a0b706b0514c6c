//! Names first, then content.
//!
//! A file with known content and an unknown name was moved if a known file with this content is gone. If all known files with this content
//! exist, it is new: a copy of one of them. So duplicates are distinguished as far as possible. A file that has replaced another one is
//! changed, and is not missing at its old place.

use std::collections::{HashMap, HashSet};

use super::known::State;
use super::seen::{Findings, Seen};
use crate::compare::{Change, Finding, Name, Other, Presence, Roots, UNMET, kind, leads, small, sort};
use crate::place::{Mark, place, target};
use crate::subject::Source;

/// Finds out what nothing has decided yet, and sorts the findings by name.
pub(super) fn judge(seen: &mut Seen, roots: &Roots) {
    let reasons = unmet(seen, roots);
    let mut of_links = Vec::new();
    let replaced = links(seen, roots, &mut of_links);
    for (number, mark) in std::mem::take(&mut seen.unknown) {
        let finding = of_content(seen, number, None);
        // A file in the place of a listed link is not new, as the file that it is.
        if finding.change != Change::New || !replaced.contains(&mark) {
            seen.findings.add(finding);
        }
    }
    for number in std::mem::take(&mut seen.changed) {
        let finding = of_content(seen, number, Some(Change::Changed));
        seen.findings.add(finding);
    }
    missing(seen, reasons);
    for finding in of_links {
        seen.findings.add(finding);
    }
    let Seen { findings: Findings { shown, .. }, known, .. } = seen;
    sort(shown, &known.names);
}

/// Listed names that no walk has met, and that are not simply gone. Returns why some are gone.
fn unmet(seen: &mut Seen, roots: &Roots) -> HashMap<u32, String> {
    let Seen { known, findings, blind, own, .. } = seen;
    let mut reasons = HashMap::new();
    for number in 0..known.entries.len() {
        let entry = &known.entries[number];
        let (name, mark) = (entry.name, entry.place);
        if entry.state != State::Missing {
            continue;
        }
        let Some(path) = Source::path_named(known.names.get(name)) else { continue };
        let mut found = |change, reason: Option<String>| {
            // The others at this place are lines of the same file.
            if known.named(mark).first().is_some_and(|first| *first as usize == number) {
                findings.add(Finding { reason: reason.map(Into::into), ..Finding::new(change, name) });
            }
        };
        let presence = match roots.above(&path) {
            Some(root) if !own.contains(&mark) => roots.look(root, &path, blind),
            _ => Presence::Elsewhere,
        };
        match presence {
            Presence::Gone(reason) => {
                reasons.extend(reason.map(|reason| (small(number), reason)));
                continue;
            }
            Presence::Elsewhere => found(Change::Outside, None),
            Presence::Other(reason) => found(Change::Changed, Some(reason)),
            Presence::Link { reason, .. } => found(Change::Changed, Some(format!("{reason}; --follow would read it"))),
            Presence::Unread(reason) => found(Change::Unread, Some(reason)),
            Presence::Unmet => found(Change::Unread, Some(UNMET.into())),
        }
        known.entries[number].state = State::There;
    }
    reasons
}

/// A file whose name is not listed, or is listed with other content.
fn of_content(seen: &mut Seen, number: u32, change: Option<Change>) -> Finding<Name> {
    let Seen { known, files, .. } = seen;
    let met = &files.list[number as usize];
    let digests = files.digests(known, met).to_vec();
    let origin = known.origin(&digests, met.size).map(|number| &known.entries[number as usize]);
    let origin = origin.map(|entry| (entry.name, entry.place, entry.state == State::Missing));
    let other = origin.map(|(from, place, gone)| {
        if !gone {
            return Other::CopyOf(from);
        }
        // Other lists may name it, too.
        known.set(place, State::Moved);
        Other::From(from)
    });
    let moved = matches!(other, Some(Other::From(_)));
    let change = change.unwrap_or(if moved { Change::Moved } else { Change::New });
    Finding { change, subject: met.name, other, reason: None }
}

/// Adds the missing files to the findings, each with a file that has the same content, if there is one.
fn missing(seen: &mut Seen, mut reasons: HashMap<u32, String>) {
    let Seen { known, files, findings, .. } = seen;
    let (known, list) = (&*known, &files.list);
    let name = |number: u32| known.names.get(known.entries[number as usize].name);
    let all = 0..small(known.entries.len());
    let mut missing: Vec<u32> = all.filter(|number| known.entries[*number as usize].state == State::Missing).collect();
    if missing.is_empty() {
        return;
    }
    missing.sort_by(|one, other| name(*one).cmp(name(*other)));
    let digest = |number: u32, tag| known.digest(files.digests(known, &list[number as usize]), tag);
    // The files in the order of their digests by each tag; of those with one digest, the first one that was met comes first.
    let sorted = |tag| {
        let mut sorted: Vec<_> = (0..small(list.len())).filter(|number| digest(*number, tag).is_some()).collect();
        sorted.sort_by(|one, other| digest(*one, tag).cmp(&digest(*other, tag)));
        sorted
    };
    let by_digest: Vec<Vec<u32>> = (0..known.tags.len()).map(sorted).collect();
    let copy = |number: u32| {
        let met = known.digests(number).find_map(|(tag, listed)| {
            let at = by_digest[tag].partition_point(|met| digest(*met, tag) < Some(listed));
            by_digest[tag].get(at).filter(|met| digest(**met, tag) == Some(listed))
        });
        let met = &list[*met? as usize];
        known.is(number, files.digests(known, met), met.size).then_some(met.name)
    };
    for alike in missing.chunk_by(|one, other| name(*one) == name(*other)) {
        let other = alike.iter().find_map(|number| copy(*number)).map(Other::CopyOf);
        let reason = reasons.remove(&alike[0]).map(Into::into);
        let subject = known.entries[alike[0] as usize].name;
        findings.add(Finding { change: Change::Missing, subject, other, reason });
    }
}

/// Symbolic links, if lists record some. Returns the places of those that are files now.
fn links(seen: &mut Seen, roots: &Roots, findings: &mut Vec<Finding<Name>>) -> HashSet<Mark> {
    let mut replaced = HashSet::new();
    let known = &mut seen.known;
    if known.links.is_empty() {
        return replaced;
    }
    for (mark, link) in &known.links {
        let Some(path) = Source::path_named(&link.name) else { continue };
        let subject = known.names.push(&link.name);
        let presence = match roots.above(&path) {
            None => Presence::Elsewhere,
            // A walk that follows links does not see them.
            Some(_) if roots.follow() => Presence::Unmet,
            Some(root) => roots.look(root, &path, &seen.blind),
        };
        let early = match presence {
            Presence::Elsewhere => Some(Finding::new(Change::Outside, subject)),
            Presence::Unread(reason) => Some(Finding::because(Change::Unread, subject, reason)),
            Presence::Gone(reason) => {
                let reason = reason.unwrap_or_else(|| "symbolic link".into());
                Some(Finding::because(Change::Missing, subject, reason))
            }
            Presence::Link { reason, is_name: false } => {
                let reason = format!("{reason}; --follow would read it");
                Some(Finding::because(Change::Changed, subject, reason))
            }
            Presence::Other(_) | Presence::Link { .. } | Presence::Unmet => None,
        };
        if let Some(finding) = early {
            findings.push(finding);
            continue;
        }
        let finding = match path.symlink_metadata() {
            Ok(metadata) if metadata.is_symlink() => match target(&path) {
                Ok(target) if target.as_os_str().as_encoded_bytes() == link.target => {
                    Finding::new(Change::Unchanged, subject)
                }
                Ok(target) => Finding::because(Change::Changed, subject, leads(&target, &link.target)),
                Err(error) => Finding::because(Change::Unread, subject, error.to_string()),
            },
            // As a file it is listed, too.
            Ok(_) if known.has(mark) => continue,
            Ok(metadata) => {
                let reason = format!("was a symbolic link, is {} now", kind(metadata.file_type()));
                replaced.insert(*mark);
                Finding::because(Change::Changed, subject, reason)
            }
            Err(_) => Finding::because(Change::Missing, subject, "symbolic link"),
        };
        findings.push(finding);
    }
    for path in &seen.links {
        let mark = place(&seen.here, path);
        if !known.links.contains_key(&mark) && !known.has(&mark) {
            let name = known.names.push(path.as_os_str().as_encoded_bytes());
            findings.push(Finding::because(Change::New, name, "symbolic link"));
        }
    }
    replaced
}
