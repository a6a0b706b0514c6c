//! Lines that do not name their function: `digest  name`, `name digest`, and a digest alone.

use std::sync::Arc;

use super::super::entry::Refused::{self, Improper};
use super::super::entry::{Entry, Fitting, Names, digest_in_any_base, is_blank, is_hex};
use super::super::{foreign, kind};
use super::{Dialect, Parser};
use crate::function::Function;
use crate::line::LineStyle;
use crate::tag::Tag;

impl Parser {
    /// The functions of a digest without a tag, and its bits. `words`: its place has words in other lines, so one of few letters is none.
    fn fitting(&mut self, text: &[u8], words: bool) -> (Arc<[Tag]>, u64) {
        let length = Some(text.len()).filter(|_| is_hex(text));
        if let Some(Fitting { tags, bits, .. }) = self.fitting.iter().find(|fitting| Some(fitting.length) == length) {
            return (Arc::clone(tags), *bits);
        }
        let (functions, bits) = self.functions(text, words);
        let tag = |function| Tag { function, bits, stated: self.given.of(function) };
        let tags: Arc<[Tag]> = functions.into_iter().map(tag).collect();
        if let Some(length) = length {
            // Most lists have digests of one length.
            self.fitting = Some(Fitting { length, tags: Arc::clone(&tags), bits });
        }
        (tags, bits)
    }

    fn functions(&self, text: &[u8], words: bool) -> (Vec<Function>, u64) {
        let told = match (&self.only, &self.hint) {
            (Some(only), _) => Some(only.functions.clone()),
            (None, Some(hint)) => Some(hint.functions.clone()),
            (None, None) => None,
        };
        let hexadecimal = text.len() as u64 * 4;
        let Some(mut told) = told else {
            // The base32 of Nix and of rhash, of 256 and 512 bits.
            let bits = match text.len() {
                _ if is_hex(text) => hexadecimal,
                52 if !words => 256,
                103 if !words => 512,
                _ => return (Vec::new(), 0),
            };
            return (kind::by_length(bits), bits);
        };
        // A list's name is a clue: a digest of another length is by another function, but not by a broken one.
        let clue = || {
            let others = kind::by_length(hexadecimal).into_iter();
            (others.filter(|function| !function.is_broken()).collect::<Vec<_>>(), hexadecimal)
        };
        let sure = self.only.is_some() || self.hint.as_ref().is_some_and(|hint| hint.sure);
        if is_hex(text) && told.iter().any(|function| function.gives(hexadecimal)) {
            told.retain(|function| function.gives(hexadecimal));
            if !sure {
                told.extend(clue().0.into_iter().filter(|function| !told.contains(function)).collect::<Vec<_>>());
            }
            return (told, hexadecimal);
        }
        if self.only.is_none() && is_hex(text) {
            return clue();
        }
        if self.dialect == Dialect::All
            && let Some(function) = told.iter().find(|told| digest_in_any_base(text, told.usual_bits()).is_some())
        {
            return (vec![*function], function.usual_bits());
        }
        // Where no function is told, base64 could be hexadecimal of another length.
        let decoded = data_encoding::BASE64.decode(text).ok().filter(|_| self.reads_base64());
        let bits = decoded.map_or(0, |digest| digest.len() as u64 * 8);
        let words = words || self.dialect != Dialect::All;
        let bits = if words && bits < kind::SHORTEST_BITS && !text.ends_with(b"=") { 0 } else { bits };
        told.retain(|function| function.gives(bits));
        (told, bits)
    }

    /// An entry of a digest without a tag. `foreign`: in a form that is not written here.
    pub(super) fn without_tag(
        &mut self,
        text: &[u8],
        name: Vec<u8>,
        foreign: bool,
        words: bool,
    ) -> Result<Entry, Refused> {
        let (fitting, bits) = self.fitting(text, words);
        let first = fitting.first().filter(|tag| !tag.function.is_of_a_tuple()).ok_or(Improper)?;
        let digest = self.digest(text, bits).ok_or(Improper)?;
        let digests = vec![(first.clone(), digest)];
        self.note(Some(first.function).filter(|_| fitting.len() == 1));
        let guess = if fitting.len() > 1 { fitting } else { Arc::default() };
        Ok(Entry { guess, ..Entry::new(LineStyle::Untagged, name, digests, foreign) })
    }

    /// `digest  name`, `digest *name`, or `digest name`.
    pub(super) fn untagged(&mut self, line: &[u8], names: Names) -> Result<Entry, Refused> {
        let blank = line.iter().position(|&byte| is_blank(byte)).ok_or(Improper)?;
        let (text, name) = (&line[..blank], &line[blank + 1..]);
        // A line without a digest does not decide which form the names have.
        let words = !matches!(name, [b' ' | b'*', _, ..]);
        let (fitting, bits) = self.fitting(text, words);
        if fitting.is_empty() || self.digest(text, bits).is_none() {
            return Err(Improper);
        }
        let mut name = if self.bag {
            // Any blanks may stand there (RFC 8493, section 2.1.3), and a star as in GNU's lists; no path of a bag begins with one.
            let name = name.trim_ascii_start();
            name.strip_prefix(b"*").unwrap_or(name)
        } else {
            self.untagged_name(name)?
        };
        if names == Names::Plain {
            name = self.c_string(name);
        }
        let name = names.read(name)?;
        self.without_tag(text, name, false, words)
    }

    fn untagged_name<'a>(&mut self, name: &'a [u8]) -> Result<&'a [u8], Refused> {
        match (name, self.reversed) {
            ([b' ' | b'*', _, ..], Some(true)) => Ok(name),
            ([b' ' | b'*', name @ ..], _) if !name.is_empty() => {
                self.reversed = Some(false);
                Ok(name)
            }
            (_, Some(false)) => Err(Improper),
            _ => {
                self.reversed = Some(true);
                Ok(name)
            }
        }
    }

    /// `name digest`: None if the line does not end in a digest.
    pub(super) fn name_first(&mut self, line: &[u8]) -> Option<Result<Entry, Refused>> {
        let line = line.trim_ascii_end();
        let blank = line.iter().rposition(|&byte| is_blank(byte))?;
        let text = &line[blank + 1..];
        let (fitting, bits) = self.fitting(text, true);
        let _ = fitting.first().and_then(|_| self.digest(text, bits))?;
        let name = line[..blank].trim_ascii_end();
        Some(Names::Plain.read(name).and_then(|name| self.without_tag(text, name, true, true)))
    }

    /// A digest and nothing else, of the file that the list is named after.
    pub(super) fn bare(&mut self, line: &[u8]) -> Option<Entry> {
        let name = self.hint.as_ref()?.file.clone()?;
        let text = line.trim_ascii_end();
        if let Some((function, digest)) = foreign::named_digest(text).filter(|(function, _)| self.allows(*function)) {
            let tag = Tag::plain(function, function.usual_bits());
            self.note(Some(function));
            return Some(Entry::new(LineStyle::Tagged, name, vec![(tag, digest)], true));
        }
        self.without_tag(text, name, true, true).ok()
    }
}
