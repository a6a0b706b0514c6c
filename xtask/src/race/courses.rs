//! The files that a race hashes: a real tree, many small files, one large file.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// Files that all programs are given.
pub(super) struct Course {
    pub(super) title: String,
    pub(super) directory: PathBuf,
    pub(super) files: Vec<String>,
}

/// Bytes of names on one command line: Linux takes 2 MB of arguments and environment.
const NAMES_BYTES: usize = 1_200_000;

/// Numbers that do not repeat: no file system stores them as holes.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0
    }
}

/// Sources of other people's crates: thousands of real files on every machine that builds this one.
pub(super) fn registry() -> Result<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    home.map(|home| home.join("registry").join("src")).context("neither CARGO_HOME nor HOME is set: name a --tree")
}

/// Every regular file in a directory, up to what fits on a command line.
pub(super) fn tree(directory: PathBuf) -> Result<Course> {
    let mut files = Vec::new();
    let mut left = vec![directory.clone()];
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let entry = entry?;
            let kind = entry.file_type()?;
            if kind.is_dir() {
                left.push(entry.path());
            } else if kind.is_file()
                && let Ok(name) = entry.path().strip_prefix(&directory)?.to_path_buf().into_os_string().into_string()
                && !name.starts_with('-')
                && !name.contains(['\\', '\n'])
            {
                files.push(name);
            }
        }
    }
    files.sort();
    let mut names = 0;
    files.retain(|file| {
        names += file.len() + 9;
        names <= NAMES_BYTES
    });
    let sizes = files.iter().map(|file| fs::metadata(directory.join(file)).map(|metadata| metadata.len()));
    let bytes = sizes.sum::<std::io::Result<u64>>()?;
    ensure!(files.len() >= 1000, "{} has only {} files: name another --tree", directory.display(), files.len());
    let title = format!("{} real files, {:.0} MB together", files.len(), bytes as f64 / 1e6);
    Ok(Course { title, directory, files })
}

/// So many files of 1 to 8191 bytes, in one directory.
pub(super) fn small(count: usize, scratch: &Path) -> Result<Course> {
    ensure!(count <= 100_000, "more than 100000 names do not fit on a command line");
    let directory = scratch.join(format!("small-{count}"));
    let files: Vec<String> = (0..count).map(|number| format!("{number:05}")).collect();
    let mut noise = Noise(0x9e37_79b9_7f4a_7c15);
    if !directory.join("done").exists() {
        fs::create_dir_all(&directory)?;
        for file in &files {
            let bytes = (noise.next() >> 51).max(1) as usize;
            let content: Vec<u8> = std::iter::repeat_with(|| (noise.next() >> 56) as u8).take(bytes).collect();
            fs::write(directory.join(file), content)?;
        }
        File::create(directory.join("done"))?;
    }
    Ok(Course { title: format!("{count} files of 1 to 8191 bytes"), directory, files })
}

/// One file of this many bytes.
pub(super) fn large(bytes: u64, scratch: &Path) -> Result<Course> {
    let path = scratch.join("large");
    let bytes = bytes / 8 * 8;
    if fs::metadata(&path).map_or(0, |metadata| metadata.len()) != bytes {
        let mut out = BufWriter::with_capacity(1 << 20, File::create(&path)?);
        let mut noise = Noise(0x9e37_79b9_7f4a_7c15);
        for _ in 0..bytes / 8 {
            out.write_all(&noise.next().to_le_bytes())?;
        }
        out.flush()?;
    }
    let title = format!("One file of {:.2} GiB", bytes as f64 / f64::from(1 << 30));
    Ok(Course { title, directory: scratch.to_owned(), files: vec!["large".into()] })
}
