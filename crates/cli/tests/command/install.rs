//! The files that are installed with the command: completions and manual pages.

#[cfg(unix)]
use std::process::{Command as System, Stdio};

#[cfg(unix)]
use super::not_run;
#[cfg(target_os = "linux")]
use super::signing::terminal::Session;
use super::{Folder, lanesum, run, stdout_of};

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// The long options in the help of `lanesum` and of each subcommand, without the dashes.
fn options() -> Vec<(String, Vec<String>)> {
    let mut all = Vec::new();
    for name in ["sum", "check", "info", "bench", "completions", "man"] {
        let help = stdout_of(&mut lanesum(&[name, "--help"]));
        let (_, options) = help.split_once("\nOptions:\n").unwrap();
        let words = options.split("\n\n").next().unwrap().lines().flat_map(str::split_whitespace);
        let first_of_line = words.filter_map(|word| word.strip_prefix("--"));
        let names = first_of_line.map(|word| word.trim_end_matches(|c: char| !c.is_alphanumeric()).to_owned());
        let names: Vec<_> = names.filter(|name| !name.is_empty()).collect();
        assert!(names.contains(&"help".to_owned()), "{help}");
        all.push((name.to_owned(), names));
    }
    all
}

#[test]
fn every_shell_gets_every_option() {
    let options = options();
    assert!(options[0].1.iter().any(|name| name == "files-from"), "{options:?}");
    for shell in SHELLS {
        let script = stdout_of(&mut lanesum(&["completions", shell]));
        for (subcommand, names) in &options {
            assert!(script.contains(subcommand), "{shell}: {subcommand}");
            for name in names {
                // fish and zsh write the name in forms of their own.
                let forms = [format!("--{name}"), format!("-l {name}")];
                assert!(forms.iter().any(|form| script.contains(form)), "{shell}: {subcommand} --{name}");
            }
        }
        assert!(script.contains("sha3-256") || shell == "elvish" || shell == "powershell", "{shell}");
    }
}

#[test]
#[cfg(unix)]
fn each_shell_reads_its_script() {
    // The others have no such switch.
    for shell in ["bash", "zsh", "fish"] {
        let folder = Folder::new();
        let script = folder.file("script", stdout_of(&mut lanesum(&["completions", shell])).as_bytes());
        match System::new(shell).arg("-n").arg(script).output() {
            Ok(output) => {
                assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{shell}");
                assert!(output.status.success(), "{shell}");
            }
            Err(_) => not_run(&format!("{shell} is not installed")),
        }
    }
}

#[test]
#[cfg(unix)]
fn bash_completes() {
    let script = r#"
        source <("$0" completions bash) || exit
        COMP_WORDS=(lanesum sum --rec) COMP_CWORD=2 && _lanesum lanesum --rec sum && echo "${COMPREPLY[@]}"
        COMP_WORDS=(lanesum sum -a sha3-2) COMP_CWORD=3 && _lanesum lanesum sha3-2 -a && echo "${COMPREPLY[@]}"
        COMP_WORDS=(lanesum sum -a md5,sha3-2) COMP_CWORD=3 && _lanesum lanesum md5,sha3-2 -a && echo "${COMPREPLY[@]}"
    "#;
    let output = System::new("bash").args(["-c", script, super::BINARY]).output();
    let Ok(output) = output else {
        return not_run("bash is not installed");
    };
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "--recursive\nsha3-224 sha3-256\nmd5,sha3-224 md5,sha3-256\n");
}

#[test]
#[cfg(unix)]
fn fish_completes() {
    let script = r#"
        $argv[1] completions fish | source
        for line in "sum --rec" "sum -a md5,sha3-25" "as sha2" "completions el" "man che"
            complete -C "lanesum $line" | string replace -r '\t.*' ''
        end
    "#;
    let Ok(output) = System::new("fish").args(["-c", script, super::BINARY]).output() else {
        return not_run("fish is not installed");
    };
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let words = "--recursive\nmd5,sha3-256\nsha224sum\nsha256sum\nelvish\ncheck\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), words);
}

#[test]
#[cfg(target_os = "linux")]
fn zsh_completes() {
    if System::new("zsh").args(["-c", "true"]).status().is_err() {
        return not_run("zsh is not installed");
    }
    let folder = Folder::new();
    folder.file("_lanesum", stdout_of(&mut lanesum(&["completions", "zsh"])).as_bytes());
    let Some(mut session) = Session::run(&folder, "zsh", &["-f", "-i"]) else { return };
    // Split, so that the words are seen only once they are done.
    session.types("fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D; echo rea''dy\n");
    session.shows("ready");
    session.types("lanesum sum -a md5,sha3-25\t");
    session.shows("md5,sha3-256");
    session.types("\u{15}lanesum as sha22\t");
    session.shows("sha224sum");
    session.types("\u{15}exit\n");
    session.end();
}

#[test]
fn pages_hold_every_option() {
    for (subcommand, names) in options() {
        let page = stdout_of(&mut lanesum(&["man", &subcommand]));
        assert!(page.starts_with(".ie "), "{page}");
        assert!(page.contains(&format!(".TH lanesum-{subcommand} 1 ")), "{page}");
        for name in names {
            let name = name.replace('-', "\\-");
            assert!(page.contains(&format!("\\fB\\-\\-{name}\\fR")), "{subcommand} --{name}: {page}");
        }
    }
    let main = stdout_of(&mut lanesum(&["man"]));
    for part in [".TH lanesum 1 ", ".SH EXAMPLES\n", "lanesum\\-check(1)"] {
        assert!(main.contains(part), "{part}: {main}");
    }
}

/// The main page, and those of the subcommands.
const PAGES: [&str; 13] =
    ["", "sum", "check", "audit", "update", "as", "keygen", "sign", "verify", "info", "bench", "completions", "man"];

#[test]
fn all_pages_into_a_directory() {
    let folder = Folder::new();
    assert_eq!(stdout_of(&mut folder.lanesum(&["man", "--dir", "share/man1"])), "");
    let mut names: Vec<_> = std::fs::read_dir(folder.path().join("share/man1")).unwrap().collect();
    names.sort_by_key(|entry| entry.as_ref().unwrap().file_name());
    let names: Vec<_> = names.into_iter().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let mut expected = PAGES.map(|page| if page.is_empty() { "lanesum.1".into() } else { format!("lanesum-{page}.1") });
    expected.sort();
    assert_eq!(names, expected);
    let sum = std::fs::read_to_string(folder.path().join("share/man1/lanesum-sum.1")).unwrap();
    assert_eq!(sum, stdout_of(&mut lanesum(&["man", "sum"])));

    folder.file("file", b"");
    run(&mut folder.lanesum(&["man", "--dir", "file"])).says("lanesum: file: File exists\n", 1);
}

#[test]
fn pages_say_how_to_call() {
    for (page, parts) in [
        ("sum", &[r"[\fB\-a|\-\-algorithm\fR \fINAME\fR]", r"[\fB\-r|\-\-recursive\fR]", r"[\fIFILE\fR]..."][..]),
        ("audit", &[r" \fILIST|DIR\fR..."]),
        ("as", &[r" \fIPROGRAM\fR [\fIARGUMENT\fR]...", "a wrong option; or"]),
    ] {
        let text = stdout_of(&mut lanesum(&["man", page]));
        for part in parts {
            assert!(text.contains(part), "{page} {part}: {text}");
        }
        assert!(text.contains(&format!(".SH SYNOPSIS\n\\fBlanesum {page}\\fR ")), "{text}");
    }
    let check = stdout_of(&mut lanesum(&["check", "--help"]));
    assert!(check.contains("With -r: leave out lists that match GLOB"), "{check}");
}

/// groff is silent about them, with all its warnings on.
#[test]
#[cfg(unix)]
fn pages_are_well_formed() {
    for page in PAGES {
        let text = stdout_of(&mut lanesum(&["man", page][..=usize::from(!page.is_empty())]));
        for section in ["SH EXAMPLES", "SH \"EXIT STATUS\"", "SH \"SEE ALSO\""] {
            assert!(text.contains(section) || (page == "info" && section.ends_with("EXAMPLES")), "{page}: {section}");
        }
        assert_eq!(text.contains(".SH ARGUMENTS"), !["", "info", "bench"].contains(&page), "{page}");
        let folder = Folder::new();
        let file = folder.file("page", text.as_bytes());
        let groff = System::new("groff").args(["-man", "-Tutf8", "-ww", "-z"]).arg(file).stdin(Stdio::null()).output();
        let Ok(groff) = groff else {
            return not_run("groff is not installed");
        };
        assert_eq!(String::from_utf8_lossy(&groff.stderr), "", "{page}");
        assert!(groff.status.success(), "{page}");
    }
}

/// The completions that bash offers for the last word of a command line.
#[cfg(unix)]
fn offered(folder: &Folder, words: &[&str]) -> Option<String> {
    let script = stdout_of(&mut lanesum(&["completions", "bash"]));
    folder.file("script", script.as_bytes());
    let last = words.len() - 1;
    let program = format!(
        "source ./script; COMP_WORDS=({}); COMP_CWORD={last}; _lanesum lanesum \"${{COMP_WORDS[{last}]}}\" \
         \"${{COMP_WORDS[{}]}}\"; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        words.iter().flat_map(|word| ["'", *word, "' "]).collect::<String>(),
        last - 1
    );
    let bash =
        System::new("bash").args(["-c", &program]).current_dir(folder.path()).stdin(Stdio::null()).output().ok()?;
    assert!(bash.status.success() || bash.stderr.is_empty(), "{}", String::from_utf8_lossy(&bash.stderr));
    Some(String::from_utf8(bash.stdout).unwrap())
}

/// Where bash's script offers nothing, bash offers files.
#[test]
#[cfg(unix)]
fn bash_offers_files_where_files_stand() {
    let folder = Folder::new();
    for words in [&["lanesum", "sum", ""][..], &["lanesum", "check", "x"], &["lanesum", "sum", "-r", "d", ""]] {
        let Some(offered) = offered(&folder, words) else { return super::not_run("completions: no bash") };
        assert_eq!(offered.trim(), "", "{words:?}");
    }
    let word = |words: &[&str]| offered(&folder, words).unwrap();
    assert!(word(&["lanesum", "sum", "--rec"]).contains("--recursive"));
    assert!(word(&["lanesum", "sum", "-a", "sha3-"]).contains("sha3-384"));
    assert!(word(&["lanesum", ""]).contains("audit"));
    assert!(word(&["lanesum", "as", "sha2"]).contains("sha256sum"));
    assert_eq!(word(&["lanesum", "as", "sha256sum", ""]).trim(), "");
    assert_eq!(word(&["lanesum", "help", "al"]).trim(), "algorithms");
    assert_eq!(word(&["lanesum", "help", "aud"]).trim(), "audit");
}
