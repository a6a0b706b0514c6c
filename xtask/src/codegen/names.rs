//! Finds out from a symbol's name which kernel it is, whether it is the library's own, and whether it must have been inlined.

/// The modules of the hand-written functions.
const HAND_WRITTEN: [&str; 4] = [
    "lanesum_keccak::x86_64::rounds::",
    "lanesum_sha2::x86_64::sha256::",
    "lanesum_sha2::x86_64::sha512::",
    "lanesum_blake::x86_64::",
];

/// A kernel's token and its type without the paths, `Avx512 Permute<Avx512, 8, false>` of `<lanes::…::Avx512 as …>::run::enter::<lanesum::….>`;
/// `integer` of `lanesum_keccak::x86_64::rounds::integer`.
pub(super) fn kernel(name: &str) -> Option<String> {
    if let Some(function) = HAND_WRITTEN.iter().find_map(|module| name.strip_prefix(module)) {
        return Some(function.to_owned());
    }
    let of_token = ["<lanes::", "<lanesum_papers::"].iter().find_map(|prefix| name.strip_prefix(prefix));
    let (before, kernel) = of_token?.split_once(">::run::enter")?;
    let token = before.split(" as ").next()?.rsplit("::").next()?;
    let kernel = kernel.trim_start_matches("::<");
    Some(format!("{token} {}", without_paths(kernel.strip_suffix('>').unwrap_or(kernel))))
}

/// Functions of `core_arch` that are not there for kernels of ours: that of the standard library's detection of features, and what
/// dependencies of the command (of the crates `ignore` and `pkcs5`) print and build their tables with.
pub(super) fn is_of_others(name: &str) -> bool {
    name == "core::core_arch::x86::xsave::_xgetbv"
        || is_of_dependency(name)
        || name.contains("debug_simd_finish")
        || prints(name)
}

/// Whether a dependency with vectors of its own has this function.
pub(super) fn is_of_dependency(name: &str) -> bool {
    ["aho_corasick::", "aes::backends::", "memchr::", "sha2::sha256::x86_sha"].iter().any(|part| name.contains(part))
}

fn prints(name: &str) -> bool {
    name.ends_with(" as core::fmt::Debug>::fmt")
}

/// Whether a kernel that calls this function was torn apart: everything that touches lanes is `#[inline(always)]`, but for what is written by hand.
pub(super) fn must_be_inlined(name: &str) -> bool {
    name.contains("core_arch")
        || ((name.contains("lanes::") || name.contains("lanesum_") || name.contains("lanesum::"))
            && !name.contains("::enter")
            && !HAND_WRITTEN.iter().any(|module| name.starts_with(module)))
}

/// Whether a kernel may call this function in a loop: what C has (`memcpy`), panics, erasing, and hand-written rounds. A call of anything
/// else costs more than it does.
pub(super) fn may_be_called_in_a_loop(name: &str) -> bool {
    !name.contains("::")
        || ["panic", "_fail", "zeroize::", "::fill", "::keccak_rounds::", "::later_rounds::"]
            .iter()
            .any(|part| name.contains(part))
        || HAND_WRITTEN.iter().any(|module| name.starts_with(module))
}

fn without_paths(name: &str) -> String {
    let mut short = String::new();
    for (i, part) in name.split("::").enumerate() {
        if i > 0 {
            // The name before the `::` was that of a crate or a module.
            let begin = short.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
            short.truncate(begin);
        }
        short.push_str(part);
    }
    short
}
