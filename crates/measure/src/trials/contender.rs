//! One implementation at work on a case.

use std::fmt;
use std::hint::black_box;

use super::case::Input;

/// The implementation that all others are rivals of.
pub const LANESUM: &str = "lanesum";

/// One implementation in one form, on one case.
pub struct Contender<'a> {
    /// `lanesum`, or the rival's name.
    pub implementation: String,
    /// Of lanesum: the backend.
    pub backend: Option<String>,
    /// Of lanesum: how many messages it takes at once.
    pub width: Option<u64>,
    /// What the form could reach at best, in core cycles per byte of all messages, or why that is not known.
    pub limit_core_cpb: Result<f64, String>,
    /// What is timed, or why nothing can be.
    pub work: Result<Work<'a>, String>,
}

/// What is timed.
pub struct Work<'a> {
    /// The outputs of all messages, one after the other: compared with the others' before anything is timed.
    pub output: Vec<u8>,
    /// Called with `n`, does the work `n` times.
    pub run: Box<dyn FnMut(u64) + 'a>,
}

/// A hash function as a rival has it: message and output. It keeps what it needs, such as a context.
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
    /// Of a rival, or of lanesum where it cannot run.
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
                    // It has worked for this very message.
                    let _ = hash(black_box(message), &mut out);
                    black_box(&out);
                }
            }
        };
        Ok(Self { output, run: Box::new(run) })
    }

    /// Computes all outputs in one call of `hash`, which gets room for `output_bytes` bytes.
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
                // It has worked for these very messages.
                let _ = black_box(hash(&mut out));
                black_box(&out);
            }
        };
        Ok(Self { output, run: Box::new(run) })
    }
}
