// SPDX-License-Identifier: AGPL-3.0-or-later

//! The tree itself: names, the paragraph each module begins with, the paths the documents
//! name, and telephone numbers that belong to nobody.

use salal_tidy::{File, file, files, no_faults, root};

/// Names that say nothing about what is inside.
const EMPTY_NAMES: &[&str] = &[
    "util", "utils", "common", "misc", "manager", "service", "base", "core", "helper", "helpers",
];

/// The documents at the root.
const DOCUMENTS: &[&str] = &[
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
];

fn sources() -> Vec<File> {
    let mut all = files("crates", &["rs", "typ", "html", "css", "js"]);
    all.extend(files("proof", &["rs"]));
    all.extend(files("web", &["ts", "tsx", "mjs", "css"]));
    all.extend(files("scripts", &["sh"]));
    all.extend(files("sdk", &["py", "ts"]));
    all
}

#[test]
fn every_module_says_what_it_is_for() {
    let mut faults = Vec::new();
    for file in [files("crates", &["rs"]), files("proof", &["rs"])].concat() {
        let first = match file.text.strip_prefix("// SPDX-License-Identifier: ") {
            Some(after) => after.split_once('\n').map_or("", |(_, rest)| rest),
            None => &file.text,
        };
        let first = first.trim_start();
        if !first.starts_with("//! ") || first.starts_with("//! stub") {
            faults.push(file.path);
        }
    }
    no_faults(
        "a module begins with a paragraph: what it is for, what is deliberately not here",
        &faults,
    );
}

#[test]
fn names_say_something() {
    let mut faults = Vec::new();
    for file in sources() {
        for part in file.path.split('/') {
            let name = part.split('.').next().unwrap_or_default();
            if EMPTY_NAMES.contains(&name.to_lowercase().as_str()) {
                faults.push(file.path.clone());
            }
        }
    }
    no_faults("a name that says nothing", &faults);
}

/// Whether a word in backquotes is meant as a path of this tree.
fn is_path(word: &str) -> bool {
    let plain =
        !word.contains(|letter: char| letter.is_whitespace() || "<>*{}$()…\"'=".contains(letter));
    let tops = [
        "crates/", "proof/", "web/", "scripts/", "docs/", "sdk/", ".ci/",
    ];
    plain
        && (tops.iter().any(|top| word.starts_with(top))
            || DOCUMENTS.contains(&word)
            || word == "openapi.json")
}

/// The targets of a document's links, without addresses.
fn links(text: &str) -> Vec<String> {
    let targets = text
        .match_indices("](")
        .filter_map(|(place, _)| text[place + 2..].split(')').next());
    let inside = targets.filter(|target| {
        !target.contains("://") && !target.starts_with('#') && !target.starts_with("mailto:")
    });
    inside
        .map(|target| target.split('#').next().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn paths_in_the_documents_exist() {
    let mut faults = Vec::new();
    for name in DOCUMENTS {
        let Some(document) = file(name) else {
            faults.push(format!("{name} is missing"));
            continue;
        };
        let quoted = document
            .text
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|word| is_path(word))
            .map(str::to_owned);
        for path in quoted.chain(links(&document.text)) {
            if !root().join(path.trim_end_matches('/')).exists() {
                faults.push(format!("{name} names {path}"));
            }
        }
    }
    no_faults("a document names what is not there", &faults);
}

/// The commands the documents name are those of the Makefile.
#[test]
fn commands_in_the_documents_exist() {
    let makefile = file("Makefile").expect("there is a Makefile").text;
    let mut faults = Vec::new();
    for name in DOCUMENTS {
        let text = file(name).map(|file| file.text).unwrap_or_default();
        for word in text.split('`').skip(1).step_by(2) {
            if let Some(target) = word.strip_prefix("make ")
                && target
                    .chars()
                    .all(|letter| letter.is_ascii_lowercase() || letter == '-')
                && !makefile.contains(&format!("\n{target}:"))
            {
                faults.push(format!("{name} names make {target}"));
            }
        }
    }
    no_faults("a document names a command that is not there", &faults);
}

/// Numbers of the form 604-604-6040 in the product and its demo data ring at nobody's: 555-01xx.
/// (Refusals of wrong numbers are tested with wrong numbers, so tests are not read.)
#[test]
fn telephone_numbers_belong_to_nobody() {
    let mut faults = Vec::new();
    let mut all = files(
        "crates",
        &["rs", "toml", "csv", "json", "typ", "html", "js"],
    );
    all.extend(files("web/src", &["ts", "tsx"]));
    for file in all
        .iter()
        .filter(|file| !file.is_test() && !file.path.starts_with("crates/tidy/"))
    {
        let product = file.text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in telephone_numbers(product) {
            if !number[4..].starts_with("555-01") {
                faults.push(format!("{}:{line} {number}", file.path));
            }
        }
    }
    no_faults("a telephone number that may be somebody's", &faults);
}

/// Every `ddd-ddd-dddd` with its line.
fn telephone_numbers(text: &str) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let letters: Vec<char> = line.chars().collect();
        for (place, window) in letters.windows(12).enumerate() {
            let shape = window.iter().enumerate().all(|(at, letter)| {
                if at == 3 || at == 7 {
                    *letter == '-'
                } else {
                    letter.is_ascii_digit()
                }
            });
            let edge = |letter: Option<&char>| {
                letter.is_none_or(|letter| !letter.is_alphanumeric() && *letter != '-')
            };
            let before = place.checked_sub(1).and_then(|place| letters.get(place));
            if shape && edge(before) && edge(letters.get(place + 12)) {
                found.push((window.iter().collect(), index + 1));
            }
        }
    }
    found
}
