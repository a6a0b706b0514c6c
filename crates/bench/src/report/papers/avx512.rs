//! Cabral and López, "Implementation of the SHA-3 family using AVX512 instructions": Tables 1, 2 and 3.

use crate::results::{ByPaper, Instruction, Run};

use super::cells::{Place, against, by_method, quoted, with_ratio};
use crate::report::doc::{Block, Cell, Table};
use crate::report::figures::{Found, Subject, Unit, distinct};
use crate::report::number::{digits, ratio};

/// A row of Table 1: mnemonic, instructions, latency (from, to), reciprocal throughput; 512-bit registers.
type Cost = (&'static str, &'static [&'static str], (f64, f64), f64);

const INSTRUCTIONS: [Cost; 8] = [
    ("TERNARY", &["vpternlogq"], (1.0, 1.0), 0.5),
    ("AND/XOR", &["vpandd", "vpxord", "vpandq", "vpxorq"], (1.0, 1.0), 0.5),
    ("ROT", &["vprolq", "vprorq"], (1.0, 1.0), 1.0),
    ("ROTV", &["vprolvq"], (1.0, 1.0), 1.0),
    ("BLEND", &["vpblendmq"], (1.0, 2.0), 0.5),
    ("PRBLEND", &["vpermi2q", "vpermt2q"], (3.0, 3.0), 1.0),
    ("UNPACK", &["vpunpckhqdq", "vpunpcklqdq"], (1.0, 1.0), 1.0),
    ("PERM", &["vpermq"], (3.0, 3.0), 1.0),
];

/// A row of Table 2: "Our work" and the supercop codes for AVX-512, AVX2 and x64; and the output in bytes.
struct Function {
    name: &'static str,
    algorithm: &'static str,
    output: u64,
    paper: [&'static str; 4],
}

const fn function(name: &'static str, algorithm: &'static str, output: u64, paper: [&'static str; 4]) -> Function {
    Function { name, algorithm, output, paper }
}

/// Table 2, cycles per byte at 4096 bytes; SHAKE128 with 1344 and SHAKE256 with 1088 bits of output.
const FUNCTIONS: [Function; 6] = [
    function("SHA3-224", "sha3-224", 28, ["6.02", "6.41", "8.42", "8.28"]),
    function("SHA3-256", "sha3-256", 32, ["6.44", "6.80", "9.00", "8.84"]),
    function("SHA3-384", "sha3-384", 48, ["8.30", "8.86", "11.59", "11.33"]),
    function("SHA3-512", "sha3-512", 64, ["11.84", "12.46", "16.46", "16.00"]),
    function("SHAKE128", "shake128", 168, ["5.21", "5.27", "7.34", "7.28"]),
    function("SHAKE256", "shake256", 136, ["6.43", "6.79", "8.99", "8.8"]),
];

/// The forms of lanesum that are compared with a column of Table 2.
const BESIDE: [(usize, &[&str]); 5] =
    [(0, &["avx512-planes-paper"]), (0, &["avx512-planes"]), (2, &["avx2-planes"]), (3, &["bmi2"]), (3, &["portable"])];

/// A row of Table 3: width, registers, form, SHAKE128 and SHAKE256 in cycles per byte and speed-up over width 1. Our form for one
/// message that is not the paper's is still shown next to the paper's figures.
const WIDTHS: [(u64, &str, &[&str], [&str; 4]); 5] = [
    (1, "512-bit", &["avx512-planes-paper"], ["5.21", "1.00", "6.47", "1.00"]),
    (1, "512-bit", &["avx512-planes"], ["5.21", "1.00", "6.47", "1.00"]),
    (2, "128-bit", &["avx512vl"], ["2.86", "1.82", "3.48", "1.86"]),
    (4, "256-bit", &["avx512vl"], ["1.48", "3.52", "1.82", "3.55"]),
    (8, "512-bit", &["avx512"], ["1.03", "5.06", "1.24", "5.22"]),
];

/// The paper's code among our forms.
const PAPERS_OWN: &str = "The paper's forms: `avx512-planes-paper` is its one message, five 512-bit registers and Algorithm 1 as \
     printed. Its parallel code is `avx512vl` with two messages in 128-bit registers and with four in 256-bit ones, and `avx512` with \
     eight. A register has one lane of each state (Algorithm 2), and a lane takes one rotation and one three-input operation. Lanes are \
     not moved after ρ, π and χ, but are back in their places after two rounds (Algorithm 3). The order of the instructions is ours, found \
     by search; on Zen 5 so is theta, which makes once what it adds. `avx512-planes` and what is chosen are our own designs.";

const SHAKES: [(&str, u64); 2] = [("shake128", 168), ("shake256", 136)];

pub(super) fn blocks(run: &Run) -> Vec<Block> {
    let mut blocks = vec![
        Block::Subheading("SHA-3 with AVX-512 (Cabral and López)".into()),
        Block::Paragraph(
            "Their conditions: messages of 4096 bytes, 1344 bits of output for SHAKE128 and 1088 for SHAKE256, the mean of 10^4 \
             runs, a Skylake-X (Core i7-7820X) at 3.6 GHz without Turbo Boost and Hyper-Threading, clang 5.0.2. Here: the lower \
             quartile of quiet samples, in core cycles."
                .into(),
        ),
        Block::Paragraph(PAPERS_OWN.into()),
        Block::Table(instructions(run)),
        Block::Table(functions(run)),
        Block::Table(widths(run)),
        Block::Table(speed_ups(run)),
    ];
    let caption =
        "By the paper's own method, the mean of 10^4 runs: cycles of the time-stamp counter per byte, 4096 bytes";
    blocks.extend(by_method(run, "avx512-paper", caption, place).map(Block::Table));
    blocks
}

/// Of the forms that the paper has too: functions by forms.
fn place(timed: &ByPaper) -> Option<Place> {
    let backend = timed.backend.as_deref()?;
    let function = FUNCTIONS.iter().find(|f| f.algorithm == timed.algorithm && f.output == timed.output_bytes)?;
    let paper = if timed.messages > 1 {
        let (.., paper) = WIDTHS.iter().find(|w| w.0 == timed.messages && w.2.contains(&backend))?;
        let column = SHAKES.iter().position(|shake| shake.0 == timed.algorithm)?;
        paper[2 * column]
    } else {
        let (column, _) = BESIDE.iter().find(|(_, form)| form.contains(&backend))?;
        function.paper[*column]
    };
    let column = if timed.messages > 1 { format!("`{backend}` ×{}", timed.messages) } else { format!("`{backend}`") };
    Some(Place { row: function.name.into(), column, paper: Some(paper) })
}

/// A number of the tables above.
fn number(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

fn instructions(run: &Run) -> Table {
    let heads = [
        "instruction",
        "assembler",
        "latency, paper",
        "latency, here",
        "recip. throughput, paper",
        "recip. throughput, here",
    ];
    let mut table = Table::new("Table 1: 512-bit instructions, core cycles", heads)
        .left(&[1])
        .note("The paper took its figures from Agner Fog's tables for Skylake-X.");
    for (mnemonic, names, (from, to), throughput) in INSTRUCTIONS {
        let measured: Vec<&Instruction> =
            run.instructions.iter().filter(|i| i.bits == 512 && names.contains(&i.name.as_str())).collect();
        let range = |a: f64, b: f64| if (a - b).abs() < 1e-9 { format!("{a}") } else { format!("{a} to {b}") };
        let shown = |values: Vec<f64>, from: f64, to: f64| {
            let (least, most) =
                (values.iter().copied().fold(f64::INFINITY, f64::min), values.iter().copied().fold(0.0, f64::max));
            if values.is_empty() {
                return Cell::gap(if run.instructions.is_empty() { "not measured in this run" } else { "no figure" });
            }
            let text = if most - least < 0.05 { format!("{least:.2}") } else { format!("{least:.2} to {most:.2}") };
            let quotient = |value: f64| {
                if from < to {
                    format!("{} to {}", ratio(value / to), ratio(value / from))
                } else {
                    ratio(value / from)
                }
            };
            Cell::new(text).aside(quotient(least))
        };
        table.push(vec![
            mnemonic.into(),
            names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ").into(),
            quoted(range(from, to)),
            shown(measured.iter().filter_map(|i| i.latency).collect(), from, to),
            quoted(format!("{throughput}")),
            shown(measured.iter().filter_map(|i| i.reciprocal_throughput).collect(), throughput, throughput),
        ]);
    }
    table
}

fn functions(run: &Run) -> Table {
    let paper = ["paper, AVX-512", "supercop, AVX-512", "supercop, AVX2", "supercop, x64"];
    let mut heads = vec!["4096 bytes".to_string()];
    for (column, head) in paper.iter().enumerate() {
        heads.push((*head).into());
        // The forms that compare with the paper's own stand after both of the AVX-512 codes.
        let own = if column == 1 { 0 } else { column };
        heads.extend(beside(column).map(|form| headed(form[0])).filter(|_| own != 1));
    }
    heads.push("chosen here".into());
    let mut chosen: Vec<&str> = Vec::new();
    let mut table = Table::new("Table 2: core cycles per byte of one message", heads);
    for function in &FUNCTIONS {
        let forced = Subject::messages(function.algorithm, 4096, 1).with_output(function.output);
        let mut row = vec![Cell::new(function.name)];
        for column in 0..paper.len() {
            row.push(quoted(function.paper[column]));
            row.extend(beside(column).map(|form| {
                let reference = BESIDE.iter().find(|b| b.1 == form).map_or(column, |b| b.0);
                against(run, forced.on(form), Unit::CoreCpb, number(function.paper[reference]))
            }));
        }
        // Its output may be shorter than the paper's: no permutation more or less.
        row.push(match Subject::messages(function.algorithm, 4096, 1).ours(run, Unit::CoreCpb) {
            Found::Row(record) => {
                chosen.extend(record.backend.as_deref());
                with_ratio(record.core_cpb, number(function.paper[0]))
            }
            Found::Gap(reason) => Cell::gap(reason),
        });
        table.push(row);
    }
    let chosen: Vec<String> = distinct(chosen).into_iter().map(|name| format!("`{name}`")).collect();
    table.note(format!(
        "Ratios of `avx512-planes-paper`, `avx512-planes` and what is chosen ({}) are to the paper's own code, the others to the \
         supercop code before them.",
        if chosen.is_empty() { "nothing".into() } else { chosen.join(", ") }
    ))
}

/// A form's column, with what it is to the paper.
fn headed(form: &str) -> String {
    format!("`{form}`{}", if form == "avx512-planes-paper" { ", the paper's" } else { "" })
}

/// The forms shown after a column of the paper.
fn beside(column: usize) -> impl Iterator<Item = &'static [&'static str]> {
    // After "supercop, AVX-512" come those that compare with the column before it.
    let shown = move |reference: usize| if column < 2 { column == 1 && reference == 0 } else { column == reference };
    BESIDE.into_iter().filter(move |(reference, _)| shown(*reference)).map(|(_, form)| form)
}

fn widths(run: &Run) -> Table {
    let heads = [
        "width, registers",
        "form here",
        "SHAKE128, paper",
        "SHAKE128, here",
        "speed-up, paper",
        "speed-up, here",
        "SHAKE256, paper",
        "SHAKE256, here",
        "speed-up, paper",
        "speed-up, here",
    ];
    let mut table = Table::new("Table 3: SHAKE of 1, 2, 4 and 8 messages of 4096 bytes, core cycles per byte", heads)
        .left(&[1])
        .note(
            "The form of each row is the paper's, but for `avx512-planes`, which is ours. Speed-ups here are over \
             `avx512-planes-paper`, as the paper's are over its own code for one message.",
        )
        .note("One message of SHAKE256 is 6.43 in the paper's Table 2 and 6.47 in its Table 3; here, each is in its own table.");
    for (width, registers, form, paper) in WIDTHS {
        let whose = if form[0] == "avx512-planes" { "ours" } else { "the paper's" };
        let mut row =
            vec![Cell::new(format!("{width}, {registers}")), Cell::new(format!("`{}`", form[0])).aside(whose)];
        for (i, (algorithm, output)) in SHAKES.into_iter().enumerate() {
            let (cpb, speed_up) = (paper[2 * i], paper[2 * i + 1]);
            row.push(quoted(cpb));
            row.push(against(run, subject(algorithm, output, width, form), Unit::CoreCpb, number(cpb)));
            row.push(quoted(speed_up));
            let own = subject(algorithm, output, width, form).ours(run, Unit::CoreCpb).row().and_then(|r| r.core_cpb);
            row.push(match (figure(run, algorithm, output, 1), own) {
                (Some(one), Some(many)) => Cell::new(digits(one / many)).aside(ratio(one / many / number(speed_up))),
                _ => Cell::empty(),
            });
        }
        table.push(row);
    }
    table
}

fn subject(algorithm: &'static str, output: u64, width: u64, form: &'static [&'static str]) -> Subject {
    Subject::messages(algorithm, 4096, width).with_output(output).on(form)
}

/// The figure of the paper's form for a row of Table 3.
fn figure(run: &Run, algorithm: &'static str, output: u64, width: u64) -> Option<f64> {
    let form = WIDTHS.iter().find(|row| row.0 == width)?.2;
    subject(algorithm, output, width, form).ours(run, Unit::CoreCpb).row()?.core_cpb
}

fn speed_ups(run: &Run) -> Table {
    let mut table = Table::new("Speed-ups between the rows of Table 3, in the paper's text", ["SHAKE256", "paper", "here", "SHAKE128 here"]).note(
        "7.2 is what the paper expects of width 8 if 512-bit registers had a third execution port, as 128-bit and 256-bit registers have.",
    );
    for (name, from, to, paper) in [
        ("from width 2 to 4", 2, 4, "1.90"),
        ("from width 4 to 8", 4, 8, "1.47"),
        ("from width 1 to 8", 1, 8, "5.22"),
        ("from width 1 to 8, with a third port", 1, 8, "7.2"),
    ] {
        let shown = |(algorithm, output): (&'static str, u64)| match (
            figure(run, algorithm, output, from),
            figure(run, algorithm, output, to),
        ) {
            (Some(few), Some(many)) => Cell::new(digits(few / many)).aside(ratio(few / many / number(paper))),
            _ => Cell::empty(),
        };
        // The paper gives these for SHAKE256 alone.
        let Cell { text, tone, .. } = shown(SHAKES[0]);
        let other = Cell { text, aside: None, tone };
        table.push(vec![name.into(), quoted(paper), shown(SHAKES[1]), other]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    /// Sums over the paper's table guard against a slip of the pen.
    #[test]
    fn numbers_of_the_paper() {
        let column = |i: usize| FUNCTIONS.iter().map(|f| number(f.paper[i])).sum::<f64>();
        for (i, sum) in [44.24, 46.59, 61.80, 60.53].into_iter().enumerate() {
            assert!((column(i) - sum).abs() < 1e-9, "column {i}: {}", column(i));
        }
        // The speed-ups are quotients of the paper's own figures, as far as two decimals carry.
        for (width, _, _, paper) in WIDTHS {
            for i in [0, 2] {
                let quotient = number(WIDTHS[0].3[i]) / number(paper[i]);
                assert!((quotient - number(paper[i + 1])).abs() < 0.02, "width {width}: {quotient}");
            }
        }
    }

    #[test]
    fn each_cell_has_its_ratio() {
        let run = fixture::run();
        let table = functions(&run);
        assert_eq!(table.columns.len(), 11);
        let sha3_256 = &table.rows[1];
        let planes = table.columns.iter().position(|c| c.head == "`avx512-planes`").expect("a column");
        let figure: f64 = sha3_256[planes].text.parse().expect("a figure");
        let shown: f64 =
            sha3_256[planes].aside.as_deref().and_then(|r| r.strip_suffix('×')?.parse().ok()).expect("a ratio");
        assert!((figure / 6.44 - shown).abs() < 0.01, "{figure} {shown}");
        assert_eq!((table.columns[2].head.as_str(), sha3_256[2].text.as_str()), ("supercop, AVX-512", "6.80"));
    }

    #[test]
    fn an_xof_needs_the_output_of_the_paper() {
        let mut run = fixture::run();
        run.records.retain(|r| r.algorithm != "shake128" || r.output_bytes != 168);
        let table = functions(&run);
        // A form that every machine has: of others the table may say that they cannot run here.
        let portable = table.columns.iter().position(|c| c.head == "`portable`").expect("a column");
        let row = &table.rows[4];
        assert_eq!(row[0].text, "SHAKE128");
        assert_eq!(row[portable].text, "not in this run");
    }
}
