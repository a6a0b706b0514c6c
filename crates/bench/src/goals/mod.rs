//! The figures that lanesum wants to reach, each on the processor that it was set for, and whether a run reached them.
//!
//! A limit comes from counting operations over the ports of that processor, or from the kernel alone. The best rivals' figures
//! are in [`crate::quoted`]. Cycles do not carry over from one processor to another, so a goal is judged on its own alone.

mod goal;
mod skylake_sp;
mod zen5;

use measure::trials::Record;

pub(crate) use self::goal::{Aim, Goal};
use crate::processor::Processor;
use crate::quoted::{self, Quoted};
use crate::report::figures::{Bytes, Found, Unit, What};
use crate::report::number::short_reason;
use crate::results::Run;

/// Does a run reach a goal?
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// The goal is met, and rivals are beaten: of the same run, or quoted from this processor.
    Reached,
    /// The goal is met, and no rival is known that does the same.
    Unrivalled,
    Missed {
        /// The figure is above the goal.
        above_goal: bool,
        /// The rival who is not beaten by more than the joint spread.
        unbeaten: Option<String>,
    },
    /// A figure is missing, ours or a rival's, for this reason.
    Open(String),
    /// The run was made on another processor than the goal was set for.
    Elsewhere,
}

/// A goal compared with a run.
#[derive(Clone, Debug)]
pub(crate) struct Judged<'r> {
    pub(crate) goal: &'static Goal,
    pub(crate) verdict: Verdict,
    pub(crate) ours: Option<&'r Record>,
    /// The fastest of the same run, if any rival did the same.
    pub(crate) rival: Option<&'r Record>,
    /// The best that is quoted from the goal's processor.
    pub(crate) quoted: Option<&'static Quoted>,
}

impl Judged<'_> {
    pub(crate) fn figure(&self) -> Option<f64> {
        self.goal.unit.of(self.ours?)
    }

    /// The figure as a multiple of the goal.
    pub(crate) fn to_goal(&self) -> Option<f64> {
        Some(self.figure()? / self.goal.figure)
    }

    /// The figure as a multiple of the fastest rival's, of the same run or quoted from the same processor.
    pub(crate) fn to_rival(&self) -> Option<f64> {
        let in_run = self.rival.and_then(|rival| self.goal.unit.of(rival));
        let quoted = self.quoted.filter(|_| self.verdict != Verdict::Elsewhere).map(|quoted| quoted.figure);
        let fastest = in_run.into_iter().chain(quoted).min_by(f64::total_cmp)?;
        Some(self.figure()? / fastest)
    }
}

impl Goal {
    fn judge<'r>(&'static self, run: &'r Run, processor: Processor) -> Judged<'r> {
        let quoted = quoted::on(processor, &self.subject).filter(|quoted| quoted.unit == self.unit);
        let judged = Judged { goal: self, verdict: Verdict::Elsewhere, ours: None, rival: None, quoted };
        let ours = match self.subject.ours(run, self.unit) {
            Found::Gap(reason) => return Judged { verdict: Verdict::Open(reason), ..judged },
            Found::Row(ours) => ours,
        };
        let rival = self.subject.rival(run, ours, self.unit);
        let judged = Judged { ours: Some(ours), rival, ..judged };
        if Processor::of(&run.machine) != Some(processor) {
            return judged;
        }
        let above_goal = self.unit.of(ours).is_none_or(|figure| figure > self.figure);
        let unbeaten = self.unbeaten(ours, rival, quoted);
        let verdict = if above_goal || unbeaten.is_some() {
            Verdict::Missed { above_goal, unbeaten }
        } else if let Some(silent) = self.subject.rival_without_figure(run, ours, self.unit) {
            // It could be the fastest of all.
            let reason = silent.reason.as_deref().unwrap_or("no reason was recorded");
            Verdict::Open(format!("no figure of {}: {}", silent.implementation, short_reason(reason)))
        } else if rival.is_some() || quoted.is_some() {
            Verdict::Reached
        } else {
            Verdict::Unrivalled
        };
        Judged { verdict, ..judged }
    }

    /// The rival whose figure keeps the goal from being reached.
    fn unbeaten(&self, ours: &Record, rival: Option<&Record>, quoted: Option<&Quoted>) -> Option<String> {
        let unit = self.unit;
        match self.aim {
            Aim::Lead => {
                let rival = rival.filter(|rival| !is_clearly_faster(ours, rival, unit));
                // A figure that is quoted has no spread of its own.
                let quoted = quoted.filter(|quoted| upper_end(ours, unit).is_none_or(|end| end >= quoted.figure));
                rival.map(|rival| rival.implementation.clone()).or(quoted.map(|quoted| quoted.who.into()))
            }
            // The figure that is quoted is what the goal was made of.
            Aim::Tie => {
                rival.filter(|rival| is_clearly_faster(rival, ours, unit)).map(|rival| rival.implementation.clone())
            }
        }
    }
}

/// Faster by more than the joint spread: even the upper end of the one lies below the lower end of the other.
fn is_clearly_faster(one: &Record, other: &Record, unit: Unit) -> bool {
    let lower_end = unit.of(other).map(|figure| unit.spread(other).map_or(figure, |spread| spread.0.min(figure)));
    upper_end(one, unit).zip(lower_end).is_some_and(|(upper, lower)| upper < lower)
}

fn upper_end(record: &Record, unit: Unit) -> Option<f64> {
    unit.of(record).map(|figure| unit.spread(record).map_or(figure, |spread| spread.1.max(figure)))
}

pub(crate) const fn of(processor: Processor) -> &'static [Goal] {
    match processor {
        Processor::SkylakeSp => skylake_sp::GOALS,
        Processor::Zen5 => zen5::GOALS,
    }
}

/// The processor whose goals a report shows: that of the run, or where there are none for it, the one that the newest were set for.
pub(crate) fn shown(run: &Run) -> Processor {
    Processor::of(&run.machine).unwrap_or(Processor::Zen5)
}

pub(crate) fn judge(run: &Run) -> Vec<Judged<'_>> {
    let processor = shown(run);
    of(processor).iter().map(|goal| goal.judge(run, processor)).collect()
}

/// How many goals have a figure, and how many were reached or missed.
#[derive(Clone, Copy)]
pub(crate) struct Tally {
    pub(crate) with_figure: usize,
    pub(crate) reached: usize,
    pub(crate) unrivalled: usize,
    pub(crate) missed: usize,
}

pub(crate) fn tally(run: &Run) -> Tally {
    let judged = judge(run);
    let count = |is: fn(&Judged<'_>) -> bool| judged.iter().filter(|j| is(j)).count();
    Tally {
        with_figure: count(|j| j.ours.is_some()),
        reached: count(|j| j.verdict == Verdict::Reached),
        unrivalled: count(|j| j.verdict == Verdict::Unrivalled),
        missed: count(|j| matches!(j.verdict, Verdict::Missed { .. })),
    }
}

/// The lengths of one message for which an algorithm has goals.
pub(crate) fn lengths(algorithm: &str) -> impl Iterator<Item = usize> {
    shapes(algorithm).filter(|(_, messages, _)| *messages == 1).map(|(bytes, ..)| bytes)
}

/// The lengths and numbers of messages of batches for which it has goals, on whatever is best.
pub(crate) fn batches(algorithm: &str) -> impl Iterator<Item = (usize, usize)> {
    shapes(algorithm).filter(|(_, messages, on)| *messages > 1 && on.is_empty()).map(|(bytes, count, _)| (bytes, count))
}

/// Lengths, numbers of messages and backends, of the goals for all processors: rows do not depend on where they are measured.
fn shapes(algorithm: &str) -> impl Iterator<Item = (usize, usize, &'static [&'static str])> {
    let subjects = [Processor::SkylakeSp, Processor::Zen5].into_iter().flat_map(of).map(|goal| goal.subject);
    subjects.filter(move |s| s.what == What::Messages && s.algorithm == algorithm).filter_map(|s| match s.bytes {
        Bytes::Exactly(bytes) => Some((bytes as usize, s.messages as usize, s.backends)),
        Bytes::LongestFrom(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;
    use measure::trials::{Kind, Machine};

    fn skylake() -> Machine {
        Machine { vendor: "GenuineIntel".into(), family: 6, model: 0x55, ..fixture::empty().machine }
    }

    /// A run on Skylake-SP with lanesum's SHA3-256 at 4096 bytes, and a rival's.
    fn run(ours: [f64; 3], rival: Option<[f64; 3]>) -> Run {
        run_of("sha3-256", ours, rival)
    }

    fn run_of(algorithm: &str, ours: [f64; 3], rival: Option<[f64; 3]>) -> Run {
        let row = |implementation: &str, [low, figure, high]: [f64; 3]| Record {
            core_cpb: Some(figure),
            low: Some(low),
            high: Some(high),
            ..fixture::record(implementation, algorithm, Kind::Messages, 4096, 1)
        };
        let mut run = Run { machine: skylake(), ..fixture::empty() };
        run.records.push(row("lanesum", ours));
        run.records.extend(rival.map(|rival| row("keccak-asm", rival)));
        run
    }

    fn judged<'r>(run: &'r Run, name: &str) -> Judged<'r> {
        judge(run).into_iter().find(|judged| judged.goal.name.contains(name)).expect("there is such a goal")
    }

    fn verdict(run: &Run) -> Verdict {
        judged(run, "SHA3-256\u{a0}×1, 4096 B").verdict
    }

    fn missed(above_goal: bool, unbeaten: Option<&str>) -> Verdict {
        Verdict::Missed { above_goal, unbeaten: unbeaten.map(String::from) }
    }

    #[test]
    fn reached_takes_the_figure_and_a_clear_lead() {
        assert_eq!(verdict(&run([4.3, 4.4, 4.5], Some([6.0, 6.1, 6.2]))), Verdict::Reached);
        assert_eq!(
            verdict(&run([4.3, 4.45, 4.5], Some([6.0, 6.1, 6.2]))),
            Verdict::Reached,
            "the goal itself is enough"
        );
        assert_eq!(verdict(&run([4.4, 4.5, 4.6], Some([6.0, 6.1, 6.2]))), missed(true, None));
        let close = missed(false, Some("keccak-asm"));
        assert_eq!(verdict(&run([4.3, 4.4, 4.6], Some([4.5, 4.7, 4.8]))), close, "the spreads overlap");
        assert_eq!(verdict(&run([5.3, 5.4, 5.6], Some([4.5, 4.7, 4.8]))), missed(true, Some("keccak-asm")));
    }

    #[test]
    fn who_takes_no_part_has_to_be_beaten_too() {
        // XKCP has 5.59 on this processor, nobody has a figure for AVX2's BLAKE-512.
        assert_eq!(verdict(&run([4.3, 4.4, 4.5], None)), Verdict::Reached);
        assert_eq!(verdict(&run([4.3, 4.4, 5.6], None)), missed(false, Some("XKCP")));
        assert_eq!(judged(&run([4.3, 4.4, 4.5], Some([6.0, 6.1, 6.2])), "SHA3-256").to_rival(), Some(4.4 / 5.59));
        let mut blake = fixture::record("lanesum", "blake512", Kind::Form, 16 << 10, 1);
        (blake.backend, blake.core_cpb) = (Some("avx2".into()), Some(3.8));
        let mut run = run([4.3, 4.4, 4.5], None);
        run.records.push(blake);
        assert_eq!(judged(&run, "BLAKE-512, 16 KiB, AVX2").verdict, Verdict::Unrivalled);
    }

    #[test]
    fn a_tie_need_not_be_a_lead() {
        let row = |name: &str, cpb: f64| Record {
            core_cpb: Some(cpb),
            low: Some(cpb),
            high: Some(cpb),
            ..fixture::record(name, "sha256", Kind::Messages, 16 << 10, 1)
        };
        let mut run = fixture::empty();
        let of = |run: &Run| judged(run, "SHA-256, 16 KiB").verdict;
        run.records = vec![row("lanesum", 2.05), row("ring", 2.05)];
        assert_eq!(of(&run), Verdict::Reached);
        run.records[1] = row("ring", 2.0);
        assert_eq!(of(&run), missed(false, Some("ring")));
        run.records[0] = row("lanesum", 2.07);
        assert_eq!(of(&run), missed(true, Some("ring")));
    }

    #[test]
    fn a_figure_is_judged_by_the_goals_of_its_own_processor() {
        let mut run = run([4.5, 4.6, 4.7], Some([6.0, 6.1, 6.2]));
        assert_eq!(verdict(&run), missed(true, None), "4.45 on Skylake-SP");
        run.machine = fixture::empty().machine;
        assert_eq!(verdict(&run), Verdict::Reached, "4.75 on Zen 5");
        run.machine.family = 25;
        let elsewhere = judged(&run, "SHA3-256\u{a0}×1, 4096 B");
        assert_eq!((elsewhere.verdict.clone(), elsewhere.goal.figure), (Verdict::Elsewhere, 4.75));
        assert_eq!(elsewhere.to_rival(), Some(4.6 / 6.1), "the one of the run, and none from another processor");
        assert_eq!(elsewhere.quoted.map(|quoted| quoted.figure), Some(5.98));
        for (vendor, family, model) in [("AuthenticAMD", 0x1a, 0x50), ("GenuineIntel", 6, 0x8f)] {
            let other = Machine { vendor: vendor.into(), family, model, ..Machine::default() };
            assert_eq!(Processor::of(&other), None, "{vendor} {family} {model}");
        }
    }

    #[test]
    fn who_is_silent_may_be_the_fastest() {
        let silent = |reason: &str| {
            let mut run = run([4.3, 4.4, 4.5], Some([6.0, 6.1, 6.2]));
            run.records[1].core_cpb = None;
            run.records[1].reason = Some(reason.into());
            run
        };
        let noisy = silent("sha3-256 by keccak-asm, 1 × 4096 bytes: not enough quiet samples: 3 of 400");
        let open = Verdict::Open("no figure of keccak-asm: not enough quiet samples".into());
        assert_eq!(verdict(&noisy), open);
        assert_eq!(verdict(&silent("keccak-asm has no sha3-256")), Verdict::Reached);
        assert_eq!(verdict(&silent("this build lacks it: --features keccak-asm")), Verdict::Reached);
        // Whoever else was beaten.
        let mut two = noisy;
        let other = Record {
            implementation: "sha3".into(),
            core_cpb: Some(7.0),
            low: Some(6.9),
            reason: None,
            ..two.records[1].clone()
        };
        two.records.push(other);
        assert_eq!(verdict(&two), open);
        two.records[0].core_cpb = Some(4.5);
        assert_eq!(verdict(&two), missed(true, None));
    }

    #[test]
    fn no_figure_is_no_verdict_but_its_reason() {
        let mut run = run([4.3, 4.4, 4.5], None);
        run.records[0].core_cpb = None;
        run.records[0].reason = Some("sha3-256 by lanesum: not enough quiet samples: 3 of 400".into());
        assert_eq!(verdict(&run), Verdict::Open("no figure: not enough quiet samples".into()));
        run.records[0].reason = Some("not in lanesum yet".into());
        assert_eq!(verdict(&run), Verdict::Open("not in lanesum yet".into()));
        run.records.clear();
        assert_eq!(verdict(&run), Verdict::Open("not in this run".into()));
        assert_eq!(judged(&run, "KT128, 8 KiB").verdict, Verdict::Open("not in this run".into()));
    }

    #[test]
    fn a_permutation_counts_in_cycles_of_the_whole_call() {
        let mut run = Run { machine: skylake(), ..fixture::empty() };
        let mut record = fixture::record("lanesum", "keccak-f1600", Kind::Permutation, 200, 8);
        record.backend = Some("avx512".into());
        record.core_cpb = Some(1000.0 / (8.0 * 200.0));
        run.records.push(record);
        let judged = judged(&run, "×8, 512-bit");
        assert!((judged.figure().expect("a figure") - 1000.0).abs() < 1e-9);
        assert_eq!(judged.verdict, Verdict::Reached);
    }

    #[test]
    fn the_default_profile_is_judged_by_its_own_rows() {
        let mut run = fixture::empty();
        let row =
            |kind, ns| Record { ns_per_message: Some(ns), ..fixture::record("lanesum", "sha3-256", kind, 32, 1000) };
        run.records = vec![row(Kind::Messages, 30.0), row(Kind::DefaultProfile, 40.0)];
        assert_eq!(judged(&run, "default profile").figure(), Some(40.0));
        // Rivals have one build, which is compared with it.
        let rival =
            |ns| Record { ns_per_message: Some(ns), ..fixture::record("sha3", "sha3-256", Kind::Messages, 32, 1000) };
        run.records.push(rival(35.0));
        assert_eq!(judged(&run, "default profile").rival.map(|rival| rival.implementation.as_str()), Some("sha3"));
    }

    #[test]
    fn a_form_for_older_processors_is_held_against_its_goal_alone() {
        let mut run = Run { machine: skylake(), ..fixture::empty() };
        let row = |implementation: &str, cpb: f64, backend: Option<&str>| Record {
            core_cpb: Some(cpb),
            backend: backend.map(String::from),
            ..fixture::record(implementation, "sha512", Kind::Form, 16 << 10, 1)
        };
        run.records = vec![row("lanesum", 6.5, Some("sse41")), row("openssl", 4.9, None)];
        let verdict = |run: &Run| judged(run, "SSE4.1").verdict;
        assert_eq!(verdict(&run), Verdict::Reached);
        run.records[0].core_cpb = Some(6.65);
        assert_eq!(verdict(&run), missed(true, None));
        // Held to the same, it is a rival.
        run.records[0].core_cpb = Some(6.5);
        run.records.push(row("openssl", 6.55, Some("sse41")));
        assert_eq!(verdict(&run), Verdict::Reached);
        run.records.push(row("openssl", 6.4, Some("sse41")));
        assert_eq!(verdict(&run), missed(false, Some("openssl")));
    }

    #[test]
    fn goals_lie_between_the_floor_and_the_rival() {
        for processor in [Processor::SkylakeSp, Processor::Zen5] {
            for goal in of(processor) {
                assert!(goal.floor.is_none_or(|floor| floor <= goal.figure), "{}", goal.name);
                let rival = quoted::on(processor, &goal.subject);
                // A tie may be a hundredth above.
                let most = |figure: f64| if goal.aim == Aim::Tie { 1.01 * figure } else { figure };
                assert!(rival.is_none_or(|rival| goal.figure < most(rival.figure)), "{}", goal.name);
                assert!(
                    processor != Processor::Zen5 || rival.is_some() || goal.unit == Unit::Nanoseconds,
                    "{}",
                    goal.name
                );
            }
        }
    }
}
