//! The options of `lanesum sum`.

use std::ffi::{OsStr, OsString};

use clap::{Args, ValueHint};
use lanesum::Backend;

use crate::args::backend::check_backend;
use crate::args::output::{FilterArgs, OutputArgs};
use crate::args::parameters::{ParameterArgs, Stdin, no_key};
use crate::args::values::{LinkWord, backends, functions, number};
use crate::args::workers::WorkerArgs;
use crate::comments::Comments;
use crate::function::{BLAKE3, Function, Lengths, MAX_BITS, SHORTEST_TAG, USUAL};
use crate::line::{End, LineStyle};
use crate::refusal::{Refusal, list};
use crate::tag::Tag;
use crate::walk::{Directories, Inputs, Links};

// Each switch is an option of its own on the command line.
#[expect(clippy::struct_excessive_bools)]
#[derive(Debug, Args)]
pub(crate) struct SumArgs {
    /// Algorithm, or several separated by commas, for which each file is read once [default: kt128]
    #[arg(short = 'a', long = "algorithm", value_name = "NAME", value_delimiter = ',', value_parser = functions(),
          hide_possible_values = true)]
    algorithms: Vec<Function>,

    /// Length of the digest in bits, 1 to 4294967296, for algorithms of any output length. kmac takes 32 or more. kt, turboshake and
    /// blake3 take multiples of 8, as do blake2b (up to 512) and blake2s (up to 256). "check" reads digests of up to 8 MiB.
    /// [default: 256 for shake128, kt128, kmac128 and the like, for blake3 and blake2s; 512 for shake256, kt256, kmac256 and the
    /// like, and for blake2b]
    #[arg(short = 'l', long = "length", value_name = "BITS", value_parser = number(1..=MAX_BITS),
          allow_negative_numbers = true)]
    length: Option<u64>,

    /// Use this backend instead of the fastest; "lanesum info" shows which ones work here
    #[arg(long, value_name = "NAME", value_parser = backends(), hide_possible_values = true)]
    pub(crate) backend: Option<Backend>,

    /// Hash every file in a directory and below, including hidden ones, sorted by name
    #[arg(short, long)]
    recursive: bool,

    /// With -r: follow symbolic links instead of leaving them out
    #[arg(long, requires = "recursive", conflicts_with = "links")]
    follow: bool,

    /// With -r, "record": also list symbolic links with their targets, in comments that other programs skip
    #[arg(long, requires = "recursive", value_name = "WORD", hide_possible_values = true)]
    links: Option<LinkWord>,

    /// With -r: write no comments with the sizes and times of files, by which "update" and "audit" tell corruption from edits
    #[arg(long, requires = "recursive")]
    no_times: bool,

    /// Also hash the files named in LIST ("-" is standard input), one name per line or each ended by NUL ("find -print0")
    #[arg(long, value_name = "LIST", value_hint = ValueHint::FilePath)]
    files_from: Option<OsString>,

    /// Write "digest  name", without the algorithm
    #[arg(long)]
    untagged: bool,

    /// End lines with NUL instead of newline, and do not escape names
    #[arg(short, long)]
    zero: bool,

    /// Write digests in base64 instead of hexadecimal
    #[arg(long)]
    base64: bool,

    /// Write only the digest of one input, as raw bytes
    #[arg(long, conflicts_with_all = ["untagged", "zero", "base64", "json", "recursive", "files_from"])]
    raw: bool,

    /// Write one JSON object per line
    #[arg(long, conflicts_with_all = ["untagged", "zero"])]
    json: bool,

    /// Write a list that hashdeep reads; -a may name md5, sha1 and sha256 [default: sha256]
    #[arg(long, conflicts_with_all = ["untagged", "zero", "base64", "json", "raw", "length"])]
    hashdeep: bool,

    /// With -o FILE: write names relative to the directory of FILE, for "check --relative"
    #[arg(long, requires = "output")]
    pub(crate) relative: bool,

    /// Write only digest lines and messages about failures
    #[arg(long)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) filter: FilterArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) parameters: ParameterArgs,

    #[command(flatten)]
    pub(crate) workers: WorkerArgs,

    /// Files to hash; without FILE, or with "-", standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) files: Vec<OsString>,
}

/// The output format of a digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Line {
        form: LineStyle,
        end: End,
        digits: Digits,
        mode: u8,
        names: Names,
    },
    Json {
        digits: Digits,
    },
    Raw,
    /// A line of hashdeep: all digests of a file, and its size.
    Deep,
}

/// How names stand in lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Names {
    Written,
    /// As b3sum writes them: what is not UTF-8 is replaced.
    Lossy,
    /// As perl's shasum writes them: `SHA512/256 (name)`.
    Slashed,
    /// The digest alone (b3sum --no-names).
    Omitted,
}

/// How the bytes of a digest are spelt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Digits {
    Hexadecimal,
    Base64,
}

impl SumArgs {
    /// The tags of the digests to compute of each file, or why the options do not fit together.
    pub(crate) fn tags(&self) -> Result<Vec<Tag>, Refusal> {
        let mut functions = Vec::new();
        for function in &self.algorithms {
            // Named twice: one line will do.
            if !functions.contains(function) {
                functions.push(*function);
            }
        }
        if functions.is_empty() {
            functions.push(if self.hashdeep { OF_HASHDEEP } else { USUAL });
        }
        if functions.len() > 1 && (self.untagged || self.raw) {
            return Err(refuse(
                "--untagged and --raw do not name the algorithm, so they take only one: omit them, or run once for each \
                 algorithm",
            ));
        }
        if let (true, Some(other)) = (self.hashdeep, functions.iter().find(|function| !is_of_hashdeep(**function))) {
            return Err(refuse(format!("--hashdeep: hashdeep does not have {other}; it has md5, sha1 and sha256")));
        }
        let tuple = functions.iter().find(|function| function.is_of_a_tuple());
        if let Some(tuple) = tuple {
            if functions.len() > 1 {
                return Err(refuse(format!(
                    "{tuple} makes one digest of all files together and cannot be combined with other algorithms: run \
                     lanesum once for each"
                )));
            }
            if self.untagged {
                return Err(refuse(format!(
                    "{tuple} makes one digest of all files, but an untagged line has room for one name: omit --untagged, or \
                     use --raw"
                )));
            }
        }
        if self.raw && self.files.len() > 1 && tuple.is_none() {
            return Err(refuse("--raw writes a digest without a name: give exactly one FILE, or omit --raw"));
        }
        self.parameters.fit(&functions, self.stdin())?;
        let stated = self.parameters.stated();
        let tags = functions.iter().map(|&function| {
            if let Some(backend) = self.backend {
                check_backend(function, backend)?;
            }
            if function.needs_key() && !self.parameters.has_key() {
                return Err(no_key(function));
            }
            let bits = self.bits(function, &functions)?;
            Ok(Tag { function, bits, stated: stated.of(function) })
        });
        tags.collect()
    }

    /// Whether standard input is taken, and for which input.
    fn stdin(&self) -> Stdin {
        let stdin = OsStr::new("-");
        if self.files_from.as_deref() == Some(stdin) {
            Stdin::Taken("the list of names (--files-from -)")
        } else if self.files.iter().any(|file| file == stdin) || (self.files.is_empty() && self.files_from.is_none()) {
            Stdin::Taken("the message (no FILE, or \"-\")")
        } else {
            Stdin::Free
        }
    }

    fn bits(&self, function: Function, all: &[Function]) -> Result<u64, Refusal> {
        let usual = function.usual_bits();
        let Some(bits) = self.length else { return Ok(usual) };
        if function.gives(bits) {
            return Ok(bits);
        }
        // Among several, -l is meant for those that have a choice.
        if function.lengths() == Lengths::Fixed && all.iter().any(|other| other.lengths() != Lengths::Fixed) {
            return Ok(usual);
        }
        let is_free = |function: &Function| function.is_plain() && function.lengths() == Lengths::Any;
        let free = || list(Function::all().filter(is_free).map(Function::name));
        let why = match function.lengths() {
            Lengths::Fixed => {
                format!("its digest always has {usual} bits; omit -l, or write -l {usual} (for any length: {})", free())
            }
            Lengths::Bytes => format!("its digest has 8 to {usual} bits, a multiple of 8"),
            Lengths::Tag => format!("its tag must have at least {SHORTEST_TAG} bits (SP 800-185, section 8.4.2)"),
            Lengths::Any | Lengths::AnyBytes => {
                format!("its output must be a multiple of 8 bits (for any length: {})", free())
            }
        };
        Err(refuse(format!("-l {bits} does not fit {function}: {why}")))
    }

    /// The inputs to hash, or why the arguments are refused.
    pub(crate) fn inputs(&self) -> Result<Inputs, Refusal> {
        let stdin = OsStr::new("-");
        if self.files_from.as_deref() == Some(stdin) && self.files.iter().any(|file| file == stdin) {
            return Err(refuse(
                "standard input is the list of names (--files-from -), so it cannot be a FILE as well; for a file named -, \
                 write ./-",
            ));
        }
        let mut arguments = self.files.clone();
        if arguments.is_empty() && self.files_from.is_none() {
            if self.recursive {
                return Err(refuse("-r needs a directory; for the current one:\n\n  lanesum sum -r ."));
            }
            arguments.push(stdin.to_owned());
        }
        let directories = match (self.recursive, self.follow) {
            (false, _) => Directories::Refuse,
            (true, false) => Directories::Descend(Links::LeaveOut),
            (true, true) => Directories::Descend(Links::Follow),
        };
        if self.links.is_some() && !self.has_comments() {
            return Err(refuse(
                "--links record writes comments, which lists of this form cannot have (--json, --zero, --hashdeep, and b3sum's)",
            ));
        }
        let filter = self.filter.filter()?;
        if let (false, Some(option)) = (self.recursive, self.filter.any()) {
            return Err(refuse(format!("{option} chooses among the files in a directory: it needs -r")));
        }
        Ok(Inputs { arguments, list: self.files_from.clone(), directories, filter })
    }

    /// Has a list of this form comments?
    fn has_comments(&self) -> bool {
        let reads_none = self.untagged && self.algorithms.contains(&BLAKE3);
        self.recursive && !(self.raw || self.json || self.hashdeep || self.zero || reads_none)
    }

    pub(crate) fn comments(&self) -> Comments {
        let has = self.has_comments();
        Comments { times: has && !self.no_times, links: has && self.links.is_some() }
    }

    pub(crate) fn style(&self) -> Style {
        let digits = if self.base64 { Digits::Base64 } else { Digits::Hexadecimal };
        if self.raw {
            Style::Raw
        } else if self.hashdeep {
            Style::Deep
        } else if self.json {
            Style::Json { digits }
        } else {
            let form = if self.untagged { LineStyle::Untagged } else { LineStyle::Tagged };
            Style::Line {
                form,
                end: if self.zero { End::Nul } else { End::Newline },
                digits,
                mode: b' ',
                names: Names::Written,
            }
        }
    }
}

/// The default function of `--hashdeep`. The defaults of hashdeep itself are MD5 and this one.
const OF_HASHDEEP: Function = Function::Own(lanesum::Algorithm::Sha256);

fn is_of_hashdeep(function: Function) -> bool {
    function == OF_HASHDEEP || function.is_broken()
}

fn refuse(message: impl Into<String>) -> Refusal {
    Refusal(message.into())
}
