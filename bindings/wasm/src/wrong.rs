//! The error of every call from JavaScript: a text.

/// What has gone wrong, for people.
pub(crate) struct Wrong(pub(crate) String);

impl From<&str> for Wrong {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl From<lanesum::Error> for Wrong {
    fn from(error: lanesum::Error) -> Self {
        Self(error.to_string())
    }
}
