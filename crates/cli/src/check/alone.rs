//! `check FILE DIGEST`: a file and a digest from a web page or a package, in either order.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::Arc;

use crate::args::CheckArgs;
use crate::function::understood;
use crate::line::LineStyle;
use crate::list::{Entry, Found, alone};
use crate::refusal::Refusal;
use crate::subject::{Source, Subject};
use crate::tag::Stated;

/// The file, and what is said of it. None if the arguments are lists.
///
/// # Errors
/// Both a digest and a file may be meant: a file that somebody has put there must not turn a digest into a list.
pub(super) fn read(args: &CheckArgs) -> Result<Option<(OsString, Found)>, Refusal> {
    let any = |text: &OsStr| {
        text.to_str().is_some_and(|text| alone(text.trim().as_bytes(), None, &Stated::default()).is_some())
    };
    if let [one] = &args.lists[..]
        && any(one)
        && !exists(one)
    {
        let text = one.display();
        return Err(Refusal(format!(
            "{text} is a digest: of which file? lanesum check {text} FILE, or - for standard input"
        )));
    }
    let [one, other] = &args.lists[..] else { return Ok(None) };
    if args.recursive || args.zero || args.signed.signed_by.is_some() || args.missing_only || args.extra_only.is_some()
    {
        return Ok(None);
    }
    let given = args.parameters.stated();
    let digest = |text: &OsStr| alone(text.to_str()?.trim().as_bytes(), args.algorithm, &given);
    let (file, text, guess) = match (digest(one), digest(other)) {
        (None, Some(read)) => (one, other, read),
        (Some(read), None) => (other, one, read),
        (None, None) => {
            for (text, file) in [(one, other), (other, one)] {
                if exists(text) || !exists(file) {
                    continue;
                }
                if any(text) {
                    let function = args.algorithm.map_or("", |function| function.name());
                    return Err(Refusal(format!("{} is no digest by {function} (-a)", text.display())));
                }
                cut(text)?;
            }
            return Ok(None);
        }
        // A file with the name of a digest, perhaps.
        (Some(_), Some(_)) => {
            if let [Some(name), None] | [None, Some(name)] = [one, other].map(|name| exists(name).then_some(name)) {
                let name = name.display();
                return Err(Refusal(format!(
                    "both are digests, and there is a file {name}; if that is meant: ./{name}"
                )));
            }
            return Ok(None);
        }
    };
    let text = Path::new(text);
    if text.symlink_metadata().is_ok() {
        let text = text.display();
        return Err(Refusal(format!(
            "{text} is a digest, and there is a file of this name; if that is a list: ./{text}"
        )));
    }
    let (guess, digest) = guess;
    let digests = guess.first().map(|tag| vec![(tag.clone(), digest)]).unwrap_or_default();
    let guess = if guess.len() > 1 { guess.into() } else { Arc::default() };
    let subject = Subject::One(Source::from(file.clone()));
    let entry = Entry { guess, ..Entry::new(LineStyle::Untagged, subject, digests, true) };
    Ok(Some((file.clone(), Found::Entry(entry))))
}

fn exists(name: &OsStr) -> bool {
    name == "-" || Path::new(name).symlink_metadata().is_ok()
}

/// Refuses what looks like a piece of a digest.
fn cut(text: &OsStr) -> Result<(), Refusal> {
    let Some(text) = text.to_str() else { return Ok(()) };
    let digits = text.trim().len();
    let is_hex = digits >= 16 && text.trim().bytes().all(|byte| byte.is_ascii_hexdigit());
    let names_function = text.split_once([':', '-']).is_some_and(|(name, _)| understood(name).is_ok());
    if !(is_hex || names_function) {
        return Ok(());
    }
    let has =
        if is_hex { format!("it has {digits} digits; SHA-256 has 64") } else { "a part of it may be missing".into() };
    Err(Refusal(format!("{text} is neither a file nor a whole digest: {has}")))
}
