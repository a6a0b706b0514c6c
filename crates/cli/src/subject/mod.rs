//! The input of a digest: a file, standard input, or a tuple of them.

mod source;
mod tuple;

pub(crate) use self::source::{NAME_BYTES, Source};
pub(crate) use self::tuple::{TUPLE_BYTES, Tuple};

/// The input of one digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    One(Source),
    /// All of these together.
    Tuple(Tuple),
}

impl Subject {
    /// The name as it stands in digest lines: of a tuple, the quoted names of its sources.
    pub(crate) fn name(&self) -> &[u8] {
        match self {
            Self::One(source) => source.name(),
            Self::Tuple(tuple) => tuple.quoted(),
        }
    }

    /// The name as messages have it.
    pub(crate) fn quoted(&self) -> String {
        match self {
            Self::One(source) => source.quoted(),
            Self::Tuple(tuple) => String::from_utf8_lossy(tuple.quoted()).into_owned(),
        }
    }

    /// Each source that is read for it.
    pub(crate) fn sources(&self) -> Box<dyn Iterator<Item = Source> + '_> {
        match self {
            Self::One(source) => Box::new(std::iter::once(source.clone())),
            Self::Tuple(tuple) => Box::new(tuple.sources()),
        }
    }

    pub(crate) fn reads_stdin(&self) -> bool {
        match self {
            Self::One(source) => *source == Source::Stdin,
            Self::Tuple(tuple) => tuple.sources().any(|source| source == Source::Stdin),
        }
    }
}
