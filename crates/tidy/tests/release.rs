// SPDX-License-Identifier: AGPL-3.0-or-later

//! What CHANGELOG.md calls a release is one: the version of the program, of the web app and of the clients, a date, and
//! the data of a clinic that every later version must open. Not here: whether it opens, which the server's tests show.

use std::path::Path;

use salal_tidy::{file, no_faults, root};
use semver::Version;

/// Where the data of released versions is, and what was kept of before the first.
const DATA: &str = "crates/server/tests/data/tags";
const BEFORE: &str = "before-0.1.0";

fn text(path: &str) -> String {
    file(path)
        .unwrap_or_else(|| panic!("{path} is missing"))
        .text
}

/// The value of the first line that begins so, without quotes.
fn value(path: &str, start: &str) -> String {
    let text = text(path);
    let line = text
        .lines()
        .find_map(|line| line.trim().strip_prefix(start));
    let rest = line.unwrap_or_else(|| panic!("{path} has no {start}"));
    rest.trim_matches([' ', '"', ',', '=', ':']).to_owned()
}

fn is_date(text: &str) -> bool {
    let mut parts = text
        .split('-')
        .map(|part| (part.len(), part.parse::<u32>()));
    let is = |part: Option<(usize, Result<u32, _>)>, len, most| matches!(part, Some((length, Ok(number))) if length == len && (1..=most).contains(&number));
    is(parts.next(), 4, 9999)
        && is(parts.next(), 2, 12)
        && is(parts.next(), 2, 31)
        && parts.next().is_none()
}

/// The headings of the versions, newest first, and whether something is to come.
fn releases(changes: &str, faults: &mut Vec<String>) -> (Vec<Version>, bool) {
    let mut headings = changes
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .peekable();
    let has_next = headings.next_if_eq(&"Next").is_some();
    let mut all = Vec::new();
    for heading in headings {
        let parts = heading
            .strip_suffix(')')
            .and_then(|rest| rest.split_once(" ("))
            .and_then(|(version, date)| Some((Version::parse(version).ok()?, date)));
        match parts {
            Some((version, date)) if is_date(date) => all.push(version),
            _ => faults.push(format!(
                "CHANGELOG.md: the heading {heading} is neither Next, at the top, nor a version with its date: 0.1.0 (2026-12-01)"
            )),
        }
    }
    if !all.is_sorted_by(|newer, older| newer > older) {
        faults.push("CHANGELOG.md: the newest version comes first, and each once".to_owned());
    }
    (all, has_next)
}

fn has_data(folder: &Path) -> bool {
    ["sqlite", "postgres"].iter().all(|engine| {
        ["database.gz", "accounts.json", "uploads"]
            .iter()
            .all(|part| folder.join(engine).join(part).exists())
    })
}

#[test]
fn a_release_has_a_heading_a_version_and_data_that_later_ones_open() {
    let mut faults = Vec::new();
    let (released, has_next) = releases(&text("CHANGELOG.md"), &mut faults);
    let own = value("Cargo.toml", "version");
    for (path, start) in [
        ("web/package.json", "\"version\""),
        ("sdk/typescript/package.json", "\"version\""),
        ("sdk/python/pyproject.toml", "version"),
    ] {
        let other = value(path, start);
        if other != own {
            faults.push(format!(
                "{path} is of version {other}, and Cargo.toml of {own}"
            ));
        }
    }
    let version = Version::parse(&own).expect("Cargo.toml has a version");
    match released.first() {
        Some(newest) if has_next && version <= *newest => faults.push(format!(
            "CHANGELOG.md has changes after {newest}, and Cargo.toml is still of {own}: name the version that comes"
        )),
        Some(newest) if !has_next && version != *newest => {
            faults.push(format!("CHANGELOG.md ends with {newest}, and Cargo.toml is of {own}"));
        }
        None if !has_next => faults.push("CHANGELOG.md has neither a version nor Next".to_owned()),
        _ => {}
    }
    let data = root().join(DATA);
    for version in &released {
        if !has_data(&data.join(version.to_string())) {
            faults.push(format!(
                "{DATA}/{version} is not whole: scripts/tag-data.sh {version} makes it, by the program of that version"
            ));
        }
    }
    for entry in std::fs::read_dir(&data).expect(DATA) {
        let name = entry
            .expect("an entry")
            .file_name()
            .to_string_lossy()
            .into_owned();
        let is_known = released.iter().any(|version| version.to_string() == name);
        let is_coming = !released.contains(&version) && name == own;
        if name != BEFORE && !is_known && !is_coming {
            faults.push(format!("{DATA}/{name} is of no version in CHANGELOG.md"));
        }
    }
    if !has_data(&data.join(BEFORE)) {
        faults.push(format!("{DATA}/{BEFORE} is not whole"));
    }
    no_faults("what is called a release is one", &faults);
}

#[test]
fn headings_are_read_as_they_are_written() {
    let read = |text: &str| {
        let mut faults = Vec::new();
        let (released, has_next) = releases(text, &mut faults);
        let names: Vec<_> = released.iter().map(Version::to_string).collect();
        (names.join(" "), has_next, faults.len())
    };
    assert_eq!(
        read("## Next\n## 0.2.0 (2027-01-31)\n## 0.1.0 (2026-12-01)\n"),
        ("0.2.0 0.1.0".to_owned(), true, 0)
    );
    assert_eq!(read("## 0.1.0\n"), (String::new(), false, 1));
    assert_eq!(read("## 0.1.0 (2026-13-01)\n"), (String::new(), false, 1));
    assert_eq!(read("## 0.1.0 (2026-12-01)\n## Next\n").2, 1);
    assert_eq!(read("## 0.1.0 (2026-12-01)\n## 0.2.0 (2027-01-31)\n").2, 1);
    assert_eq!(read("## 0.1.0 (2026-12-01)\n## 0.1.0 (2026-12-01)\n").2, 1);
}
