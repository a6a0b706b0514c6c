//! `check FILE DIGEST`: a file and a digest from a web page or a package, in either order.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use crate::args::CheckArgs;
use crate::line::LineStyle;
use crate::list::{Found, alone};
use crate::refusal::Refusal;
use crate::subject::{Source, Subject};

/// The file, and what is said of it. None if the arguments are lists.
///
/// # Errors
/// Both a digest and a file may be meant: a file that somebody has put there must not turn a digest into a list.
pub(super) fn read(args: &CheckArgs) -> Result<Option<(OsString, Found)>, Refusal> {
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
        // Two files with the names of digests, or two lists.
        _ => return Ok(None),
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
    let found = Found::Entry {
        form: LineStyle::Untagged,
        subject: Subject::One(Source::from(file.clone())),
        digests,
        size: None,
        foreign: true,
        guess: if guess.len() > 1 { guess } else { Vec::new() },
        stamp: None,
    };
    Ok(Some((file.clone(), found)))
}
