//! Who hashes it.

use crate::Input;
use crate::subjects::LANESUM;

/// One implementation in one form, on one case.
pub struct Contender<'a> {
    /// `lanesum`, or the rival's name.
    pub implementation: String,
    /// Of lanesum: the backend.
    pub backend: Option<String>,
    /// Of lanesum: how many messages it takes at once.
    pub ways: Option<u64>,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it failed")]
pub struct Failed;

impl<'a> Contender<'a> {
    /// Of a rival, or of lanesum where it cannot run.
    pub fn new(implementation: impl Into<String>, work: Result<Work<'a>, String>) -> Self {
        let implementation = implementation.into();
        let reason = match &work {
            _ if implementation != LANESUM => "a rival's form is not known",
            Ok(_) => "nobody asked for the limit of this form",
            Err(reason) => reason,
        };
        Self { limit_core_cpb: Err(reason.into()), implementation, backend: None, ways: None, work }
    }

    /// One that cannot be timed.
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
                    let _ = hash(std::hint::black_box(message), &mut out);
                    std::hint::black_box(&out);
                }
            }
        };
        Ok(Self { output, run: Box::new(run) })
    }
}
