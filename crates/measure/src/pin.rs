//! Keeps a thread on one CPU.

use std::{error, fmt, io};

/// Why a thread could not be pinned.
#[derive(Debug)]
#[non_exhaustive]
pub enum PinError {
    /// Pinning is supported only on Linux.
    Unsupported,
    /// The process may not use this CPU, or the machine has no such CPU.
    NotAllowed {
        /// The requested CPU, numbered from 0 as in /proc/cpuinfo.
        cpu: usize,
    },
    /// The system refused, as some sandboxes do.
    System(io::Error),
}

impl fmt::Display for PinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported => f.write_str("pinning a thread to a CPU is not supported on this platform"),
            Self::NotAllowed { cpu } => {
                write!(f, "this process may not run on CPU {cpu}; taskset -cp shows the CPUs it may use")
            }
            Self::System(error) => write!(f, "the system refused to pin the thread: {error}"),
        }
    }
}

impl error::Error for PinError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::System(error) => Some(error),
            Self::Unsupported | Self::NotAllowed { .. } => None,
        }
    }
}

impl From<io::Error> for PinError {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

/// Pins the calling thread to the CPU that it is on, and returns that CPU's number.
///
/// The scheduler has just chosen this CPU as an idle one, so two benchmarks started together do not
/// both end up on a fixed favourite. Threads spawned afterwards inherit the pinning, so do not call
/// this in a thread from which threads are to be measured.
///
/// # Errors
/// If pinning is unsupported or refused. Sampling still works, but with fewer quiet samples.
pub fn pin_to_cpu() -> Result<usize, PinError> {
    let cpu = imp::current_cpu()?;
    pin_to(cpu)?;
    Ok(cpu)
}

/// Pins the calling thread to the CPU that has been the quietest in some milliseconds of probes, of the one that it is on and
/// some others that it may use, and returns that CPU's number. As [`pin_to_cpu`] without probes.
///
/// Neighbours come and go core by core: of two virtual CPUs one may be quiet for minutes while the other never is.
///
/// # Errors
/// As [`pin_to_cpu`].
pub fn pin_to_quietest_cpu() -> Result<usize, PinError> {
    let here = pin_to_cpu()?;
    let mut best = (quiet_share(), here);
    for cpu in ALLOWED.get_or_init(cpus).iter().copied().filter(|cpu| *cpu != here).take(MOST_CPUS) {
        if best.0 >= GOOD_SHARE {
            break;
        }
        if pin_to(cpu).is_ok() {
            let share = quiet_share();
            if share > best.0 {
                best = (share, cpu);
            }
        }
    }
    pin_to(best.1)?;
    Ok(best.1)
}

/// Runs `work` in a new thread that is pinned as by [`pin_to_quietest_cpu`], and returns its result. The calling thread is not affected.
///
/// # Panics
/// If `work` does.
pub fn on_quietest_cpu<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let pinned = || {
        // Refused in some sandboxes: fewer samples are quiet then.
        let _ = pin_to_quietest_cpu();
        work()
    };
    std::thread::scope(|scope| scope.spawn(pinned).join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
}

/// The CPUs that the first thread to ask was allowed to use. A thread that has been pinned since may use no other.
static ALLOWED: std::sync::OnceLock<Vec<usize>> = std::sync::OnceLock::new();
const MOST_CPUS: usize = 7;
const PROBES: usize = 200;
const GOOD_SHARE: f64 = 0.8;

/// The share of probes on this CPU, here and now, that nobody disturbed; all where there are no probes.
fn quiet_share() -> f64 {
    let (Some(full_rate), tolerance) = (crate::full_rate(), crate::Filter::default().rate_tolerance) else {
        return 1.0;
    };
    let quiet = (0..PROBES).filter_map(|_| crate::probe());
    let quiet = quiet.filter(|reading| (reading.adds_per_cycle / full_rate - 1.0).abs() <= tolerance).count();
    quiet as f64 / PROBES as f64
}

/// Pins the calling thread to `cpu`, numbered from 0 as in /proc/cpuinfo.
///
/// # Errors
/// If pinning is unsupported or refused, or if the process may not use that CPU.
pub fn pin_to(cpu: usize) -> Result<(), PinError> {
    imp::pin_to(cpu)
}

/// The CPUs that the calling thread may use, numbered from 0 as in /proc/cpuinfo; none if that is not known. Use it to pin each of several
/// threads to its own CPU.
pub fn cpus() -> Vec<usize> {
    imp::cpus()
}

#[cfg(target_os = "linux")]
mod imp {
    use super::PinError;
    use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};

    #[allow(clippy::unnecessary_wraps)] // its sibling for other systems fails
    pub(super) fn current_cpu() -> Result<usize, PinError> {
        Ok(sched_getcpu())
    }

    pub(super) fn cpus() -> Vec<usize> {
        let allowed = sched_getaffinity(None);
        (0..CpuSet::MAX_CPU).filter(|cpu| allowed.as_ref().is_ok_and(|allowed| allowed.is_set(*cpu))).collect()
    }

    pub(super) fn pin_to(cpu: usize) -> Result<(), PinError> {
        let allowed = sched_getaffinity(None).map_err(std::io::Error::from)?;
        // The kernel would take the intersection of what is asked and what is allowed in silence, and
        // `CpuSet` panics beyond its size.
        if cpu >= CpuSet::MAX_CPU || !allowed.is_set(cpu) {
            return Err(PinError::NotAllowed { cpu });
        }
        let mut one = CpuSet::new();
        one.set(cpu);
        Ok(sched_setaffinity(None, &one).map_err(std::io::Error::from)?)
    }
}

#[cfg(not(target_os = "linux"))]
mod imp {
    use super::PinError;

    pub(super) fn current_cpu() -> Result<usize, PinError> {
        Err(PinError::Unsupported)
    }

    pub(super) fn cpus() -> Vec<usize> {
        Vec::new()
    }

    pub(super) fn pin_to(_cpu: usize) -> Result<(), PinError> {
        Err(PinError::Unsupported)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn pins_and_stays() {
        let all = cpus();
        for pin in [pin_to_quietest_cpu, pin_to_cpu] {
            let cpu = std::thread::spawn(move || (pin().ok(), cpus())).join().expect("no panic");
            assert!(
                matches!(cpu, (Some(cpu), of) if of == [cpu] && all.contains(&cpu)),
                "this sandbox lets a thread be pinned"
            );
        }
        let cpu = pin_to_cpu().expect("this sandbox lets a thread be pinned");
        for _ in 0..100 {
            std::thread::yield_now();
            assert_eq!(rustix::thread::sched_getcpu(), cpu);
        }
        assert!(matches!(pin_to(usize::MAX), Err(PinError::NotAllowed { cpu: usize::MAX })));
    }
}
