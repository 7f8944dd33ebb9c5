// SPDX-License-Identifier: AGPL-3.0-or-later

//! Habits that are easy to lose: nothing panics by carelessness, no lint is silenced without a
//! reason, nothing is left half done, and tests neither sleep nor are skipped, nor pass because a file
//! is missing.

use salal_tidy::{
    Exceptions, File, code, file, files, line_of, no_faults, places, product_code, server_code,
};

/// Tests that wait by the clock. May only shrink.
const SLEEPERS: &[(&str, &str)] = &[];

/// What reads files beside the checkout where they are there. May only shrink.
const READERS_OUTSIDE: &[(&str, &str)] = &[(
    "scripts/bench.sh",
    "measures and asserts nothing; without the files it measures the demo's catalogue",
)];

/// What reads a fax number. Whatever sends to a pharmacy asks for a destination instead (decision 173). May only
/// shrink.
const NUMBER_READERS: &[(&str, &str)] = &[
    (
        "crates/features/reference/src/pharmacies/repo/destination.rs",
        "the one rule of where something may be sent",
    ),
    (
        "crates/features/exchange/src/fax/",
        "a fax's own number, after its subject said that it may leave",
    ),
    (
        "crates/features/orders/src/sleep_studies/faxing.rs",
        "a sleep clinic's number",
    ),
    (
        "crates/features/prescriptions/src/prescriptions/pharmacy_number.rs",
        "the number that was asked about by telephone",
    ),
    (
        "crates/features/prescriptions/src/prescriptions/view/numbers.rs",
        "the number as it is shown, and whether it is verified",
    ),
    (
        "crates/features/prescriptions/src/prescriptions/resend.rs",
        "the number of the last fax, compared with the destination",
    ),
    (
        "crates/features/prescriptions/src/prescriptions/fax_queue.rs",
        "the number of the last fax, compared with the destination",
    ),
];

/// What encrypts or reads master keys: one envelope, in one place, so that everything sealed names its key and opens
/// nowhere else. May only shrink.
const SEALERS: &[(&str, &str)] = &[
    ("crates/platform/src/sealing", "the one envelope"),
    ("crates/platform/src/settings", "where the keys come from"),
];

/// Words that belong there alone.
const SEALING: &[&str] = &[
    "chacha20poly1305::",
    "aes_gcm::",
    "aead::",
    "master_keys()",
    ".master_key",
];

fn rust() -> Vec<File> {
    files("crates", &["rs"])
}

fn web_tests() -> Vec<File> {
    files("web", &["ts", "tsx"])
        .into_iter()
        .filter(File::is_test)
        .collect()
}

#[test]
fn no_unwrap_outside_tests() {
    let mut faults = Vec::new();
    for file in rust().iter().filter(|file| !file.is_test()) {
        faults.extend(places(file, &product_code(&file.text), ".unwrap()"));
    }
    no_faults(
        "use `?`, or `expect` with the reason it cannot fail",
        &faults,
    );
}

#[test]
fn a_pharmacy_s_number_is_reached_by_the_one_rule() {
    let mut exceptions = Exceptions::new(NUMBER_READERS);
    let mut faults = Vec::new();
    for file in server_code().iter().filter(|file| !file.is_test()) {
        let found = places(file, &product_code(&file.text), "FaxNumber::parse(");
        if !found.is_empty() && !exceptions.cover(&file.path) {
            faults.extend(found);
        }
    }
    faults.extend(exceptions.faults());
    no_faults("ask the list of pharmacies for a destination", &faults);
}

/// A store of files may hang, and a transaction that waits for it holds others up (decision 235).
#[test]
fn a_file_is_put_before_a_transaction_begins() {
    let mut faults = Vec::new();
    let mut seen = 0;
    for file in server_code() {
        let code = product_code(&file.text);
        for way in ["uploads::receive", ".receive(ctx)", "receive_picture("] {
            for (place, _) in code.match_indices(way) {
                seen += 1;
                // What of its function comes before it, with its arguments.
                let before = &code[..place];
                let begun = before.rfind("fn ").map_or(before, |start| &before[start..]);
                let is_inside = [
                    ".begin()",
                    ": &Transaction",
                    ": &Connection",
                    "StatementBatch",
                ]
                .iter()
                .any(|sign| begun.contains(sign));
                if is_inside {
                    faults.push(format!("{}:{}", file.path, line_of(&code, place)));
                }
            }
        }
    }
    assert!(seen > 8, "the ways are called otherwise now");
    no_faults(
        "a file is received in a transaction; receive it before that and take it there",
        &faults,
    );
}

#[test]
fn one_module_encrypts_and_reads_master_keys() {
    let mut faults = Vec::new();
    for file in server_code().iter().filter(|file| !file.is_test()) {
        if SEALERS.iter().any(|(path, _)| file.path.starts_with(path)) {
            continue;
        }
        for word in SEALING {
            faults.extend(places(file, &product_code(&file.text), word));
        }
    }
    no_faults("seal it with crates/platform/src/sealing.rs", &faults);
}

#[test]
fn every_silenced_lint_has_a_reason() {
    let mut faults = Vec::new();
    for file in rust() {
        let code = code(&file.text);
        faults.extend(places(&file, &code, "#[allow("));
        faults.extend(places(&file, &code, "#![allow("));
        for (place, _) in code.match_indices("#[expect(") {
            let attribute = code[place..].split(")]").next().unwrap_or_default();
            if !attribute.contains("reason") {
                faults.push(format!(
                    "{}:{}",
                    file.path,
                    salal_tidy::line_of(&code, place)
                ));
            }
        }
    }
    for file in files("web/src", &["ts", "tsx"]) {
        for word in [
            "eslint-disable",
            "oxlint-disable",
            "@ts-ignore",
            "@ts-expect-error",
            "biome-ignore",
        ] {
            for (place, _) in file.text.match_indices(word) {
                let line = file.text[place..].lines().next().unwrap_or_default();
                let above = file.text[..place]
                    .lines()
                    .rev()
                    .nth(1)
                    .unwrap_or_default()
                    .trim_start();
                let reason = line.contains(" -- ")
                    || line.contains(": ")
                    || above.starts_with("//")
                    || above.starts_with("{/*")
                    || above.ends_with("*/");
                if !reason {
                    faults.push(format!(
                        "{}:{} {word}",
                        file.path,
                        salal_tidy::line_of(&file.text, place)
                    ));
                }
            }
        }
    }
    no_faults("#[expect(lint, reason = …)] instead", &faults);
}

#[test]
fn nothing_is_left_half_done() {
    let mut faults = Vec::new();
    for file in rust() {
        let code = code(&file.text);
        for word in ["todo!", "unimplemented!", "dbg!"] {
            faults.extend(places(&file, &code, word));
        }
    }
    // Spelled apart, so that this file is not among the finds.
    let marks = [
        concat!("FIX", "ME"),
        concat!("TO", "DO"),
        concat!("XX", "X:"),
    ];
    for file in files(
        "",
        &["rs", "ts", "tsx", "mjs", "css", "sh", "html", "md", "toml"],
    ) {
        for mark in marks {
            faults.extend(places(&file, &file.text, mark));
        }
    }
    no_faults("finished, or not there", &faults);
}

#[test]
fn no_test_is_skipped() {
    let mut faults = Vec::new();
    for file in rust() {
        faults.extend(places(&file, &code(&file.text), "#[ignore"));
    }
    let words = [
        ".skip(",
        ".only(",
        ".todo(",
        ".fixme(",
        "xit(",
        "xdescribe(",
        "skipIf(",
        "runIf(",
    ];
    for file in web_tests() {
        for word in words {
            faults.extend(places(&file, &file.text, word));
        }
    }
    no_faults("a test runs or is deleted", &faults);
}

/// A folder beside the checkout is not there for everyone: a test that looks for it is skipped, whatever it
/// says. Fixtures are in the tree, and what needs the whole files is run by `make proof`, which fails without
/// them.
#[test]
fn no_test_needs_files_from_outside() {
    let mut exceptions = Exceptions::new(READERS_OUTSIDE);
    let mut faults = Vec::new();
    let mut all = rust();
    all.extend(files("web", &["ts", "tsx", "mjs"]));
    all.extend(files("scripts", &["sh"]));
    // Spelled apart, so that this file is not among the finds.
    let folder = concat!("shared", "/");
    for file in &all {
        let found = places(file, &file.text, folder);
        if !found.is_empty() && !exceptions.cover(&file.path) {
            faults.extend(found);
        }
    }
    faults.extend(exceptions.faults());
    no_faults("a fixture in the tree, or `make proof`", &faults);
}

/// The long tests are programs that run only when they are named.
#[test]
fn the_gate_runs_no_proof() {
    let proofs = files("crates", &["rs"]).into_iter().filter_map(|file| {
        let (name, target) = file.path.strip_prefix("crates/")?.split_once('/')?;
        matches!(target, "tests/proof.rs" | "tests/proof/main.rs").then(|| name.to_owned())
    });
    let script = file("scripts/proof.sh").expect("it is there").text;
    let mut faults = Vec::new();
    let mut found = 0;
    for name in proofs {
        found += 1;
        let manifest = file(&format!("crates/{name}/Cargo.toml")).expect("every crate has one");
        if !manifest
            .text
            .contains("[[test]]\nname = \"proof\"\ntest = false\n")
        {
            faults.push(format!("crates/{name}/Cargo.toml: the gate runs the proof"));
        }
        if !script.contains(&format!("salal-{name}")) {
            faults.push(format!("scripts/proof.sh passes over salal-{name}"));
        }
    }
    assert!(found > 2, "the proofs cannot be found");
    no_faults(
        "`make proof` runs each proof, and nothing else does",
        &faults,
    );
}

/// Calls of a function named sleep; one whose name only ends so is about sleep studies.
fn sleeps(code: &str) -> usize {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    code.match_indices("sleep(")
        .filter(|(place, _)| !code[..*place].ends_with(is_part))
        .count()
}

#[test]
fn no_test_sleeps() {
    let mut exceptions = Exceptions::new(SLEEPERS);
    let mut faults = Vec::new();
    for file in rust() {
        let all = code(&file.text);
        let of_tests = if file.is_test() {
            sleeps(&all)
        } else {
            sleeps(&all) - sleeps(&product_code(&file.text))
        };
        if of_tests > 0 && !exceptions.cover(&file.path) {
            faults.push(file.path);
        }
    }
    for file in web_tests() {
        let waits = ["waitForTimeout(", "setTimeout("]
            .iter()
            .any(|word| file.text.contains(word));
        if waits && !exceptions.cover(&file.path) {
            faults.push(file.path);
        }
    }
    faults.extend(exceptions.faults());
    no_faults("wait for what happens, or move the clock", &faults);
}

/// The lints of the workspace hold in every crate.
#[test]
fn every_crate_takes_the_lints_of_the_workspace() {
    let mut faults = Vec::new();
    for name in salal_tidy::crates() {
        let path = format!("crates/{name}/Cargo.toml");
        let takes = file(&path).is_some_and(|file| file.text.contains("[lints]\nworkspace = true"));
        if !takes {
            faults.push(path);
        }
    }
    no_faults("[lints] workspace = true is missing", &faults);
}

/// Every source file names the licence of the workspace on its first line, after a shebang.
#[test]
fn every_source_file_names_its_licence() {
    let manifest = file("Cargo.toml").expect("there is a manifest").text;
    let licence = manifest
        .split("\nlicense = \"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("the manifest names the licence");
    let wanted = format!("SPDX-License-Identifier: {licence}");
    let mut sources = rust();
    for folder in ["web/src", "web/e2e", "web/scripts"] {
        sources.extend(files(folder, &["ts", "tsx", "mjs"]));
    }
    sources.extend(files("proof", &["rs"]));
    sources.extend(files("scripts", &["sh"]));
    sources.extend(files("sdk", &["py", "ts"]));
    sources.extend(file("scripts/hooks/pre-commit"));
    let faults: Vec<String> = sources
        .into_iter()
        .filter(|file| !file.path.ends_with(".gen.ts"))
        .filter(|file| {
            let first = file.text.lines().find(|line| !line.starts_with("#!/"));
            let said =
                first.and_then(|line| line.strip_prefix("// ").or_else(|| line.strip_prefix("# ")));
            said != Some(wanted.as_str())
        })
        .map(|file| file.path)
        .collect();
    no_faults("the first line names the licence (SPDX)", &faults);
}
