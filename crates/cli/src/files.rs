//! Names of files in JSON: as text, with the bytes in base64 beside it if they are not UTF-8.

use std::borrow::Cow;

use serde::Serialize;

use crate::subject::{Source, Subject};

/// The subject of a record: one file, or the files of a tuple.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Files<'a> {
    One {
        file: Cow<'a, str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        file_bytes_base64: Option<String>,
    },
    /// The second has all names if one of them is not UTF-8.
    Tuple {
        files: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        files_bytes_base64: Option<Vec<String>>,
    },
}

impl<'a> Files<'a> {
    pub(crate) fn one(name: &'a [u8]) -> Self {
        let file_bytes_base64 = str::from_utf8(name).is_err().then(|| data_encoding::BASE64.encode(name));
        Self::One { file: String::from_utf8_lossy(name), file_bytes_base64 }
    }
}

impl<'a> From<&'a Subject> for Files<'a> {
    fn from(subject: &'a Subject) -> Self {
        let base64 = |source: &Source| data_encoding::BASE64.encode(source.name());
        let is_text = |source: &Source| str::from_utf8(source.name()).is_ok();
        let tuple = match subject {
            Subject::One(source) => return Self::one(source.name()),
            Subject::Tuple(tuple) => tuple,
        };
        let files = tuple.sources().map(|source| String::from_utf8_lossy(source.name()).into_owned()).collect();
        let all_text = tuple.sources().all(|source| is_text(&source));
        let bytes = (!all_text).then(|| tuple.sources().map(|source| base64(&source)).collect());
        Self::Tuple { files, files_bytes_base64: bytes }
    }
}
