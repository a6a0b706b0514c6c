//! The forms of BLAKE2 and BLAKE3: the plan's, or those of a named backend.

use lanesum_batch::engine::{self, Engine};
use lanesum_batch::plan::{Length, Row};
use lanesum_batch::{Backend, Error};

#[derive(Clone, Copy, Debug)]
pub enum FormChoice {
    Plan(&'static Row),
    /// By name, or because the build is fixed to it.
    Forced(Backend),
}

impl FormChoice {
    /// Of a function with these engines.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`], [`Error::NoForm`].
    #[inline(always)] // a program that names no backend does not link all of them
    pub fn new<One: Engine, Many: Engine>(backend: Option<Backend>) -> Result<Self, Error> {
        match backend {
            Some(backend) => Self::named::<One, Many>(backend),
            None => Ok(Self::here::<One>()),
        }
    }

    fn here<One: Engine>() -> Self {
        match Backend::fixed_here() {
            Some(fixed) => Self::Forced(if has::<One>(fixed) { fixed } else { Backend::Portable }),
            None => Self::Plan(One::plan().in_force()),
        }
    }

    fn named<One: Engine, Many: Engine>(backend: Backend) -> Result<Self, Error> {
        engine::open::<One>();
        engine::open::<Many>();
        if has::<One>(backend) {
            return Ok(Self::Forced(backend));
        }
        Err(engine::refused(backend, engine::backends::<One, Many>(), One::IN_PAPERS))
    }

    /// The width for this many messages or rows. Even of one block: no scheduler prepares the slots.
    pub fn width<One: Engine, Many: Engine>(self, rows: usize) -> usize {
        match self {
            Self::Plan(row) => row.width(rows, Length::Long),
            Self::Forced(backend) => {
                engine::width_for(engine::widths(&[One::FORMS, Many::FORMS], backend), rows).unwrap_or(1)
            }
        }
    }

    pub fn one<E: Engine>(self) -> &'static E::Form {
        let form = match self {
            Self::Plan(row) => engine::planned::<E>(row.backend(1), 1).or_else(|| E::planned(Backend::Portable, 1)),
            Self::Forced(backend) => engine::opened::<E>(backend, 1),
        };
        form.expect("a form of each backend that is chosen")
    }

    /// The form of a width that [`FormChoice::width`] returns, above 1.
    pub fn many<E: Engine>(self, width: usize) -> &'static E::Form {
        let form = match self {
            Self::Plan(row) => engine::planned::<E>(row.backend(width), width),
            Self::Forced(backend) => engine::opened::<E>(backend, width),
        };
        form.expect("a form of each width that is chosen")
    }
}

fn has<One: Engine>(backend: Backend) -> bool {
    backend.is_available() && One::named(backend, 1).is_some()
}
