//! The error of every call from JavaScript: a text.

/// An error message for people: the problem, and what to do about it.
pub(crate) struct Wrong(pub(crate) String);

impl Wrong {
    /// More was asked for than there is memory for.
    pub(crate) fn no_memory(text: &str) -> Self {
        Self(text.into())
    }
}

/// A call that `js/core.js` never makes.
impl From<&str> for Wrong {
    fn from(text: &str) -> Self {
        Self([text, "; this is a defect of the package, please report it"].concat())
    }
}

impl From<lanesum::Error> for Wrong {
    fn from(error: lanesum::Error) -> Self {
        Self(error.to_string())
    }
}
