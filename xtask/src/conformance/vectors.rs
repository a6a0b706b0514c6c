//! The directory of vectors: what files are there, and whether they are the published ones.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use sha2::{Digest as _, Sha256};

use super::hex::hex;

/// Every file under `dir`, relative to it and with `/`, sorted.
pub(super) fn files(dir: &Path) -> Result<Vec<String>> {
    fn walk(dir: &Path, prefix: &str, files: &mut Vec<String>) -> Result<()> {
        for entry in dir.read_dir().with_context(|| format!("{}", dir.display()))? {
            let entry = entry?;
            let name =
                entry.file_name().into_string().map_err(|name| anyhow::anyhow!("file name {}", name.display()))?;
            if entry.file_type()?.is_dir() {
                walk(&entry.path(), &format!("{prefix}{name}/"), files)?;
            } else {
                files.push(format!("{prefix}{name}"));
            }
        }
        Ok(())
    }
    let mut files_found = Vec::new();
    walk(dir, "", &mut files_found)?;
    files_found.sort();
    Ok(files_found)
}

/// The name of the list of origins and check sums beside the vectors.
pub(super) const MANIFEST: &str = "MANIFEST.tsv";

/// The SHA-256 of every file that the manifest lists; `None` where there is no manifest.
pub(super) fn manifest(dir: &Path) -> Result<Option<BTreeMap<String, String>>> {
    let path = dir.join(MANIFEST);
    if !path.exists() {
        return Ok(None);
    }
    let text = std::fs::read_to_string(&path).with_context(|| format!("{}", path.display()))?;
    let mut lines = text.lines();
    let heads = lines.next().unwrap_or_default().split('\t').collect::<Vec<_>>();
    let column = |name| heads.iter().position(|head| *head == name).with_context(|| format!("{MANIFEST}: no {name}"));
    let (file, sum) = (column("file")?, column("sha256")?);
    let mut sums = BTreeMap::new();
    for line in lines.filter(|line| !line.is_empty()) {
        let fields = line.split('\t').collect::<Vec<_>>();
        let (Some(file), Some(sum)) = (fields.get(file), fields.get(sum)) else { bail!("{MANIFEST}: {line:?}") };
        ensure!(sums.insert((*file).to_owned(), (*sum).to_owned()).is_none(), "{MANIFEST}: {file} twice");
    }
    Ok(Some(sums))
}

/// The bytes of a file that has the expected SHA-256 (where one is known).
pub(super) fn read(dir: &Path, file: &str, expected: Option<&str>) -> Result<Vec<u8>> {
    let bytes = std::fs::read(dir.join(file))?;
    if let Some(expected) = expected {
        let got = hex(&Sha256::digest(&bytes));
        ensure!(got == expected, "SHA-256 {got} instead of {expected} as in {MANIFEST}");
    }
    Ok(bytes)
}
