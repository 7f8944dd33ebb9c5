// SPDX-License-Identifier: AGPL-3.0-or-later

//! No package of Cargo.lock comes from elsewhere than crates.io, and each advisory that applies to one is answered in
//! docs/security/advisories.md. The advisories are kept in the tree, so that this needs no network; CONTRIBUTING.md
//! says how they are brought up to date.

use std::collections::{BTreeMap, BTreeSet};

use salal_tidy::root;
use semver::{Version, VersionReq};

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect(path)
}

/// A package of the lock file.
struct Package {
    name: String,
    version: Version,
    source: Option<String>,
}

fn packages() -> Vec<Package> {
    let lock = read("Cargo.lock");
    let value = |part: &str, key: &str| {
        part.lines()
            .find_map(|line| line.strip_prefix(&format!("{key} = \"")))
            .map(|value| value.trim_end_matches('"').to_owned())
    };
    lock.split("[[package]]\n")
        .skip(1)
        .map(|part| Package {
            name: value(part, "name").expect("a name"),
            version: value(part, "version")
                .and_then(|text| Version::parse(&text).ok())
                .expect("a version"),
            source: value(part, "source"),
        })
        .collect()
}

/// Whether one of the requirements, which stand between semicolons, holds.
fn any_holds(requirements: &str, version: &Version) -> bool {
    requirements
        .split(';')
        .filter(|text| !text.trim().is_empty())
        .any(|text| {
            let requirement = VersionReq::parse(text.trim()).expect(text);
            requirement.matches(version)
        })
}

#[test]
fn every_package_comes_from_the_registry_or_the_tree() {
    let elsewhere: Vec<String> = packages()
        .into_iter()
        .filter(|one| match &one.source {
            Some(source) => source != "registry+https://github.com/rust-lang/crates.io-index",
            None => !one.name.starts_with("salal-"),
        })
        .map(|one| one.name)
        .collect();
    assert_eq!(elsewhere, Vec::<String>::new());
}

#[test]
fn an_advisory_that_applies_is_answered() {
    let mut installed: BTreeMap<String, Vec<Version>> = BTreeMap::new();
    for one in packages() {
        installed.entry(one.name).or_default().push(one.version);
    }
    let told = read("docs/security/advisories.tsv");
    let mut applies = BTreeMap::new();
    let lines = told.lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let cells: Vec<&str> = line.split('\t').collect();
        let [id, package, patched, unaffected, ..] = cells[..] else {
            panic!("{line}");
        };
        let versions = installed.get(package).into_iter().flatten();
        for version in versions {
            if !any_holds(patched, version) && !any_holds(unaffected, version) {
                applies.insert(id.to_owned(), format!("{package} {version}: {}", cells[5]));
            }
        }
    }
    let answers = read("docs/security/advisories.md");
    let answered: BTreeSet<String> = answers
        .lines()
        .filter_map(|line| line.strip_prefix("| RUSTSEC-"))
        .map(|line| format!("RUSTSEC-{}", line.split(' ').next().unwrap_or_default()))
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
