//! Checks that the bench's rivals and their dependencies are compiled for speed: the release profile optimises dependencies for size, which
//! would be unfair to rivals.

use std::collections::HashSet;

use anyhow::Result;
use cargo_metadata::{DependencyKind, Metadata, PackageId};

use super::violation::Violation;

/// The package whose dependencies are small, and stay so.
const COMMAND: &str = "lanesum-cli";

/// Who of `rivals`, and of what these alone are compiled of, has not `opt-level = 3` in the release profile of the manifest.
pub(super) fn check(metadata: &Metadata, manifest: &str, rivals: &[&str]) -> Result<Vec<Violation>> {
    let manifest: toml::Table = toml::from_str(manifest)?;
    let overrides = manifest.get("profile").and_then(|p| p.get("release")).and_then(|r| r.get("package"));
    let is_fast = |name: &str| {
        let level = overrides.and_then(|all| all.get(name)).and_then(|package| package.get("opt-level"));
        level.and_then(toml::Value::as_integer) == Some(3)
    };
    let small = compiled_of(metadata, &[COMMAND]);
    let timed = compiled_of(metadata, rivals);
    let mut names: Vec<&str> = rivals.to_vec();
    for package in &metadata.packages {
        if timed.contains(&package.id)
            && !small.contains(&package.id)
            && !package.targets.iter().all(cargo_metadata::Target::is_proc_macro)
        {
            names.push(&package.name);
        }
    }
    names.sort_unstable();
    names.dedup();
    let slow = names.into_iter().filter(|name| !is_fast(name));
    Ok(slow
        .map(|name| Violation::new("Cargo.toml", 1, format!("{name} is of a rival, and not at opt-level 3")))
        .collect())
}

/// All that packages of these names are compiled of, with themselves; not what their build scripts and macros are compiled of.
fn compiled_of<'m>(metadata: &'m Metadata, names: &[&str]) -> HashSet<&'m PackageId> {
    let is_named = |name: &str| names.contains(&name);
    let is_macro = |id: &PackageId| {
        let package = metadata.packages.iter().find(|package| package.id == *id);
        package.is_some_and(|package| package.targets.iter().any(cargo_metadata::Target::is_proc_macro))
    };
    let mut found: HashSet<_> = metadata.packages.iter().filter(|p| is_named(&p.name)).map(|p| &p.id).collect();
    let mut next: Vec<_> = found.iter().copied().collect();
    let nodes = metadata.resolve.as_ref().map_or(&[][..], |resolve| &resolve.nodes);
    while let Some(id) = next.pop() {
        let Some(node) = nodes.iter().find(|node| node.id == *id) else { continue };
        for dependency in &node.deps {
            let is_normal = dependency.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal);
            if is_normal && !is_macro(&dependency.pkg) && found.insert(&dependency.pkg) {
                next.push(&dependency.pkg);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cargo::whole_metadata;
    use std::path::Path;

    #[test]
    fn a_rival_that_is_compiled_small_is_found_with_what_it_stands_on() {
        let metadata = whole_metadata(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).unwrap();
        let manifest =
            "[profile.release.package.sha3]\nopt-level = 3\n[profile.release.package.keccak]\nopt-level = \"z\"\n";
        let found = check(&metadata, manifest, &["sha3", "sha2"]).unwrap();
        let found: Vec<_> = found.into_iter().map(|violation| violation.what).collect();
        for name in ["keccak", "sha2", "sponge-cursor"] {
            assert!(found.contains(&format!("{name} is of a rival, and not at opt-level 3")), "{name}: {found:?}");
        }
        assert!(!found.iter().any(|what| what.starts_with("sha3 ")), "{found:?}");
    }
}
