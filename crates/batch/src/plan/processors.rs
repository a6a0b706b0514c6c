//! A kind of processor that rows are about.

use lanes::Features;
use lanes::features::Model;

/// A family of a vendor's processors, or some models of it.
#[cfg_attr(not(any(test, target_arch = "aarch64", target_arch = "x86_64")), allow(dead_code))]
#[derive(PartialEq, Eq, Debug)]
pub struct Processors {
    pub vendor: &'static [u8; 12],
    pub family: u32,
    /// The first and last number of each range of models; empty for all models of the family.
    pub models: &'static [[u8; 2]],
    /// Those of the family that have these features are of this kind whatever model their machine says that they are, since some virtual
    /// machines say an older one; [`Features::NONE`]: the model alone tells.
    pub marks: Features,
}

impl Processors {
    /// Whether a processor is of this kind.
    pub fn has(&self, have: Features, model: &Model) -> bool {
        let is_of = |[least, greatest]: &[u8; 2]| (u32::from(*least)..=u32::from(*greatest)).contains(&model.model);
        *self.vendor == model.vendor
            && self.family == model.family
            && (self.models.is_empty()
                || self.models.iter().any(is_of)
                || self.marks != Features::NONE && have.contains(self.marks))
    }
}
