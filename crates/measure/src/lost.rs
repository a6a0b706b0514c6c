//! Asks the system how long the calling thread has waited for others.

use std::time::Duration;

/// The time that the calling thread has been ready without running since it began, because others were on its CPU. Includes the time that
/// the hypervisor has taken from that CPU since the system began, in steps of 10 ms. Only the difference of two readings is meaningful, and
/// the hypervisor's part only in a pinned thread. `None` on systems other than Linux.
///
/// Takes about 50 µs, so it is used only for long samples.
pub fn lost_time() -> Option<Duration> {
    imp::waited().map(|waited| waited + imp::stolen().unwrap_or_default())
}

#[cfg(target_os = "linux")]
mod imp {
    use std::fs;
    use std::time::Duration;

    /// From `proc_schedstat(5)`: time on the CPU and time waiting for it, both in nanoseconds.
    pub(super) fn waited() -> Option<Duration> {
        let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split(' ').nth(1)?.parse().ok().map(Duration::from_nanos)
    }

    /// From `proc_stat(5)`: the eighth number in the line of a CPU is the stolen time in hundredths of a second.
    pub(super) fn stolen() -> Option<Duration> {
        let here = format!("cpu{}", rustix::thread::sched_getcpu());
        stolen_in(&fs::read_to_string("/proc/stat").ok()?, &here)
    }

    fn stolen_in(stat: &str, cpu: &str) -> Option<Duration> {
        let mut fields =
            stat.lines().map(str::split_whitespace).find_map(|mut line| (line.next()? == cpu).then_some(line))?;
        fields.nth(7)?.parse::<u64>().ok().map(|hundredths| Duration::from_millis(10 * hundredths))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_cpu_has_its_own_line() {
            let stat = "cpu  9 9 9 9 9 9 9 9 9 9\ncpu1 1 2 3 4 5 6 7 80 9 10\ncpu12 1 2 3 4 5 6 7 8 9 10\n";
            let of = |cpu| stolen_in(stat, cpu);
            assert_eq!([of("cpu1"), of("cpu12")], [800, 80].map(|ms| Some(Duration::from_millis(ms))));
            assert_eq!([of("cpu2"), stolen_in("cpu0 1 2", "cpu0")], [None; 2]);
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod imp {
    use std::time::Duration;

    pub(super) fn waited() -> Option<Duration> {
        None
    }

    pub(super) fn stolen() -> Option<Duration> {
        None
    }
}
