// SPDX-License-Identifier: AGPL-3.0-or-later

//! No package of npm's lock files comes from elsewhere than its registry, and each advisory of
//! docs/security/npm-advisories.tsv that applies to one is answered in docs/security/advisories.md. The advisories are
//! kept in the tree, so that this needs no network; CONTRIBUTING.md says how they are brought up to date.

use std::collections::{BTreeMap, BTreeSet};

use salal_tidy::root;
use semver::{Version, VersionReq};

const LOCKS: [&str; 2] = ["web/package-lock.json", "sdk/typescript/package-lock.json"];

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect(path)
}

/// A package of a lock file.
struct Package {
    name: String,
    version: Version,
    resolved: Option<String>,
}

/// The packages of a lock file, which npm writes with one value a line: a package at four blanks, its facts at six. A link
/// leads to a folder of ours.
fn packages(lock: &str) -> Vec<Package> {
    let text = read(lock);
    let quoted = |line: &str, key: &str| {
        let value = line.strip_prefix(&format!("      \"{key}\": \""))?;
        value.split('"').next().map(ToOwned::to_owned)
    };
    let mut all: Vec<(String, Option<String>, Option<String>)> = Vec::new();
    for line in text.lines() {
        let path = line.strip_prefix("    \"");
        let path = path.and_then(|rest| rest.strip_suffix("\": {"));
        if let Some((_, name)) = path.and_then(|path| path.rsplit_once("node_modules/")) {
            all.push((name.to_owned(), None, None));
        } else if line.starts_with("      \"link\": true") {
            all.pop();
        } else if let Some((_, version, resolved)) = all.last_mut() {
            *version = version.take().or_else(|| quoted(line, "version"));
            *resolved = resolved.take().or_else(|| quoted(line, "resolved"));
        }
    }
    all.into_iter()
        .map(|(name, version, resolved)| {
            let version = version.and_then(|text| Version::parse(&text).ok());
            Package {
                version: version.unwrap_or_else(|| panic!("{lock}: the version of {name}")),
                name,
                resolved,
            }
        })
        .collect()
}

fn all_packages() -> Vec<Package> {
    LOCKS.iter().flat_map(|lock| packages(lock)).collect()
}

/// Whether a version lies in one of the ranges, which stand between semicolons. One before a release counts as that
/// release: it may have the fault as well.
fn is_within(ranges: &str, version: &Version) -> bool {
    let release = Version::new(version.major, version.minor, version.patch);
    ranges.split(';').any(|range| {
        let range = VersionReq::parse(range.trim()).unwrap_or_else(|_| panic!("{ranges}"));
        range.matches(version) || range.matches(&release)
    })
}

#[test]
fn every_package_of_the_lock_files_is_read() {
    let all = all_packages();
    for (lock, least) in LOCKS.iter().zip([300, 40]) {
        assert!(packages(lock).len() > least, "{lock}");
    }
    let names: BTreeSet<&str> = all.iter().map(|one| one.name.as_str()).collect();
    for name in ["preact", "@mantine/core", "pdfjs-dist", "js-yaml"] {
        assert!(names.contains(name), "{name}");
    }
    // A lock file names no address of a package that is from the registry that npm is set up with.
    let elsewhere: Vec<&String> = all.iter().filter_map(|one| one.resolved.as_ref()).collect();
    assert!(elsewhere.is_empty(), "{elsewhere:?}");
}

#[test]
fn ranges_hold_what_they_name() {
    let version = |text: &str| Version::parse(text).expect("a version");
    let ranges = "< 1.1.18; >= 2.0.0, < 2.1.4; = 3.0.7; <= 0.5.0";
    for within in ["0.4.0", "1.1.17", "2.0.0", "2.1.3", "3.0.7", "2.1.3-beta.1"] {
        assert!(is_within(ranges, &version(within)), "{within}");
    }
    for outside in ["1.1.18", "2.1.4", "3.0.6", "3.0.8", "10.0.0"] {
        assert!(!is_within(ranges, &version(outside)), "{outside}");
    }
}

#[test]
fn an_advisory_that_applies_is_answered() {
    let mut installed: BTreeMap<String, BTreeSet<Version>> = BTreeMap::new();
    for one in all_packages() {
        installed.entry(one.name).or_default().insert(one.version);
    }
    let told = read("docs/security/npm-advisories.tsv");
    let mut applies = BTreeMap::new();
    for line in told.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [id, package, ranges, severity, title] = cells[..] else {
            panic!("five columns: {line}");
        };
        for version in installed.get(package).into_iter().flatten() {
            if is_within(ranges, version) {
                let what = format!("{package} {version}");
                applies.insert(format!("{id} {what}"), format!("{severity}: {title}"));
            }
        }
    }
    let answers = read("docs/security/advisories.md");
    let of_npm = answers.split("\n## npm\n").nth(1).expect("a part on npm");
    let answered: BTreeSet<String> = of_npm
        .lines()
        .filter_map(|line| line.strip_prefix("| "))
        .filter(|line| line.starts_with("GHSA-") || line.starts_with("CVE-"))
        .map(|line| line.split(',').next().unwrap_or_default().to_owned())
        .collect();
    let open: Vec<_> = applies
        .iter()
        .filter(|(id, _)| !answered.contains(*id))
        .collect();
    assert!(open.is_empty(), "unanswered: {open:#?}");
    let stale: Vec<_> = answered
        .iter()
        .filter(|id| !applies.contains_key(*id))
        .collect();
    assert!(stale.is_empty(), "answered, and no longer so: {stale:?}");
}
