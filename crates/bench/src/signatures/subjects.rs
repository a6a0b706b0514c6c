//! The parameter sets and their goals.

use serde::Serialize;
use signatures::{slh_dsa, xmss};

/// A parameter set with its goals, which are for an EPYC of Zen 5 but no less for others, being ratios but for first signatures.
pub(super) struct Subject {
    pub(super) scheme: Scheme,
    goals: &'static [(&'static str, Goal)],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scheme {
    SlhDsa(slh_dsa::ParameterSet),
    Xmss(xmss::ParameterSet),
    /// By its name.
    Lms(&'static str),
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Goal {
    /// At most this many times the limit.
    Times(f64),
    /// The most milliseconds, on Zen 5.
    Milliseconds(f64),
}

impl Scheme {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::SlhDsa(set) => set.name(),
            Self::Xmss(set) => set.name(),
            Self::Lms(name) => name,
        }
    }
}

impl Subject {
    pub(super) fn has_goals(&self) -> bool {
        !self.goals.is_empty()
    }

    pub(super) fn goal(&self, operation: &str) -> Option<Goal> {
        self.goals.iter().find(|(name, _)| *name == operation).map(|(_, goal)| *goal)
    }
}

pub(super) const GENERATE: &str = "generate";
pub(super) const SIGN: &str = "sign";
pub(super) const VERIFY: &str = "verify";
/// Of a key of XMSS or LMS, after loading.
pub(super) const FIRST: &str = "first signature";
/// The number of signatures of XMSS or LMS after which a part of the tree is computed.
pub(super) const PART: u64 = 64;

const ALL: &[(&str, Goal)] = &[(GENERATE, Goal::Times(1.25)), (SIGN, Goal::Times(1.25)), (VERIFY, Goal::Times(1.6))];
const XMSS: &[(&str, Goal)] = &[
    (GENERATE, Goal::Times(1.25)),
    (FIRST, Goal::Milliseconds(50.0)),
    (SIGN, Goal::Times(1.25)),
    (VERIFY, Goal::Times(1.6)),
];

macro_rules! subjects {
    ($($scheme:ident $set:expr, $goals:expr;)*) => {
        pub(super) static SUBJECTS: &[Subject] = &[$( Subject { scheme: Scheme::$scheme($set), goals: $goals } ),*];
    };
}
subjects! {
    SlhDsa slh_dsa::ParameterSet::Shake128f, ALL;
    SlhDsa slh_dsa::ParameterSet::Shake128s, ALL;
    SlhDsa slh_dsa::ParameterSet::Shake192f, &[];
    SlhDsa slh_dsa::ParameterSet::Shake192s, &[];
    SlhDsa slh_dsa::ParameterSet::Shake256f, ALL;
    SlhDsa slh_dsa::ParameterSet::Shake256s, &[];
    SlhDsa slh_dsa::ParameterSet::Sha2_128f, ALL;
    SlhDsa slh_dsa::ParameterSet::Sha2_128s, ALL;
    SlhDsa slh_dsa::ParameterSet::Sha2_192f, &[];
    SlhDsa slh_dsa::ParameterSet::Sha2_192s, &[];
    SlhDsa slh_dsa::ParameterSet::Sha2_256f, ALL;
    SlhDsa slh_dsa::ParameterSet::Sha2_256s, &[];
    Xmss xmss::ParameterSet::Shake_10_256, XMSS;
    Xmss xmss::ParameterSet::Sha2_10_256, XMSS;
    Xmss xmss::ParameterSet::Shake256_10_256, &[];
    Xmss xmss::ParameterSet::Shake256_10_192, &[];
    Xmss xmss::ParameterSet::Sha2_10_192, &[];
    Xmss xmss::ParameterSet::Shake_10_512, &[];
    Xmss xmss::ParameterSet::Sha2_10_512, &[];
    Lms "LMS_SHA256_M32_H10_W4", ALL;
    Lms "LMS_SHA256_M32_H10_W8", ALL;
    Lms "LMS_SHA256_M24_H10_W4", ALL;
    Lms "LMS_SHAKE_M32_H10_W4", ALL;
}
