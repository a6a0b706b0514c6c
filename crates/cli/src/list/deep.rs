//! Lists of hashdeep: a line of sizes, digests by several functions, and a name, separated by commas.
//!
//! ```text
//! %%%% HASHDEEP-1.0
//! %%%% size,md5,sha256,filename
//! ## Invoked from: /srv/data
//! 3,900150983cd24fb0d6963f7d28e17f72,ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad,abc
//! ```

use super::entry::{Entry, Names, digest};
use crate::function::Function;
use crate::line::LineStyle;
use crate::tag::Tag;

/// The columns of a list, except the last one, which holds the name.
pub(super) struct Columns(Vec<Column>);

#[derive(Clone, Copy)]
enum Column {
    Size,
    Digest(Function),
    /// A function that is not supported here, such as tiger.
    Other,
}

impl Columns {
    /// Reads what follows `%%%% ` in a header: the columns, or the format's name, with which a list begins.
    pub(super) fn read(header: &[u8]) -> Self {
        let mut columns: Vec<Column> = header.split(|&byte| byte == b',').map(column).collect();
        columns.pop();
        Self(columns)
    }

    /// The entry of a line, with its digests by the functions that are allowed. `None` if there is no such digest.
    pub(super) fn entry(&self, line: &[u8], allows: impl Fn(Function) -> bool) -> Option<Entry> {
        let mut rest = line;
        let (mut size, mut digests) = (None, Vec::new());
        for column in &self.0 {
            let comma = rest.iter().position(|&byte| byte == b',')?;
            let text = &rest[..comma];
            rest = &rest[comma + 1..];
            match *column {
                Column::Size => size = Some(str::from_utf8(text).ok()?.parse().ok()?),
                Column::Digest(function) => {
                    let bits = function.usual_bits();
                    let digest = digest(text, bits)?;
                    if allows(function) {
                        digests.push((Tag::plain(function, bits), digest));
                    }
                }
                Column::Other => {}
            }
        }
        let name = Names::Plain.read(rest).ok()?;
        (!digests.is_empty()).then(|| Entry { size, ..Entry::new(LineStyle::Tagged, name, digests, true) })
    }
}

fn column(name: &[u8]) -> Column {
    let name = str::from_utf8(name).unwrap_or_default().trim();
    match Function::named(name) {
        _ if name == "size" => Column::Size,
        // The functions that hashdeep has.
        Some(function) if ["md5", "sha1", "sha256"].contains(&name) => Column::Digest(function),
        _ => Column::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_say_what_stands_where() {
        let columns = Columns::read(b"size,md5,tiger,filename");
        let line = [b"3,".as_slice(), &b"0f".repeat(16), b",x,a,b"].concat();
        let entry = columns.entry(&line, |_| true).unwrap();
        assert_eq!((entry.size, entry.name), (Some(3), b"a,b".to_vec()));
        assert_eq!(entry.digests.len(), 1);
        assert_eq!(entry.digests[0].1, [0x0f; 16]);
        assert_eq!(columns.entry(&line, |_| false), None);
        for wrong in [b"3".as_slice(), b"", b"3,0f,x,a", b"-3,", &[b"x,".as_slice(), &line[2..]].concat()] {
            assert_eq!(columns.entry(wrong, |_| true), None);
        }
        // The format's name alone has no column, and no line follows it.
        assert_eq!(Columns::read(b"HASHDEEP-1.0").entry(b"a", |_| true), None);
    }
}
