//! One implementation, working on a case.

use std::fmt;
use std::hint::black_box;

use super::case::Input;

/// The implementation with which all rivals are compared.
pub const LANESUM: &str = "lanesum";

/// One form of one implementation, on one case.
pub struct Contender<'a> {
    /// `lanesum`, or the rival's name.
    pub implementation: String,
    /// For lanesum: the backend.
    pub backend: Option<String>,
    /// For lanesum: the number of messages at once.
    pub width: Option<u64>,
    /// The best that the form could reach, in core cycles per byte of all messages, or why it is unknown.
    pub limit_core_cpb: Result<f64, String>,
    /// The timed work, or the reason why there is none.
    pub work: Result<Work<'a>, String>,
}

/// The timed work.
pub struct Work<'a> {
    /// The outputs of all messages, one after the other. They are compared with the others' before any timing.
    pub output: Vec<u8>,
    /// Called with `n`, does the work `n` times.
    pub run: Box<dyn FnMut(u64) + 'a>,
}

/// A rival's hash function of a message and an output. It may hold a context.
pub type Hash = Box<dyn FnMut(&[u8], &mut [u8]) -> Result<(), Failed>>;

/// A hash function did not work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed;

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it failed")
    }
}

impl std::error::Error for Failed {}

impl<'a> Contender<'a> {
    /// A rival, or lanesum if it cannot run.
    pub fn new(implementation: impl Into<String>, work: Result<Work<'a>, String>) -> Self {
        let implementation = implementation.into();
        let reason = match &work {
            _ if implementation != LANESUM => "a rival's form is not known",
            Ok(_) => "nobody asked for the limit of this form",
            Err(reason) => reason,
        };
        Self { limit_core_cpb: Err(reason.into()), implementation, backend: None, width: None, work }
    }

    /// A contender that cannot be timed.
    pub fn missing(implementation: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::new(implementation, Err(reason.into()))
    }
}

impl<'a> Work<'a> {
    /// Hashes all messages, one by one.
    ///
    /// # Errors
    /// If `hash` fails on any.
    pub fn one_by_one(input: &'a Input, output_bytes: usize, mut hash: Hash) -> Result<Self, String> {
        let mut output = vec![0; input.messages().len() * output_bytes];
        for (i, message) in input.messages().enumerate() {
            hash(message, &mut output[i * output_bytes..][..output_bytes]).map_err(|failed| failed.to_string())?;
        }
        let mut out = vec![0; output_bytes];
        let run = move |n| {
            for _ in 0..n {
                for message in input.messages() {
                    // Cannot fail: it has worked for this message before.
                    let _ = hash(black_box(message), &mut out);
                    black_box(&out);
                }
            }
        };
        Ok(Self { output, run: Box::new(run) })
    }

    /// Computes all outputs in one call of `hash`, into a buffer of `output_bytes` bytes.
    ///
    /// # Errors
    /// If `hash` fails.
    pub fn in_one_call<E: fmt::Display>(
        output_bytes: usize,
        mut hash: impl FnMut(&mut [u8]) -> Result<(), E> + 'a,
    ) -> Result<Self, String> {
        let mut out = vec![0; output_bytes];
        hash(&mut out).map_err(|error| error.to_string())?;
        let output = out.clone();
        let run = move |n| {
            for _ in 0..n {
                // Cannot fail: it has worked for these messages before.
                let _ = black_box(hash(&mut out));
                black_box(&out);
            }
        };
        Ok(Self { output, run: Box::new(run) })
    }
}
