// SPDX-License-Identifier: AGPL-3.0-or-later

//! Who may use whom: the crates by their Cargo.toml, the server's inner layers and the web's folders
//! by their imports. ARCHITECTURE.md, "Who may use whom", says the same in words.

use salal_tidy::{
    Exceptions, File, crates, file, files, no_faults, places, product_code, server_code,
};

/// Each crate: the crates of ours it may use, and libraries it must never use in the product.
const CRATES: &[(&str, &[&str], &[&str])] = &[
    (
        "domain",
        &["formats"],
        &[
            "tokio", "axum", "sea-orm", "reqwest", "lettre", "rand", "uuid",
        ],
    ),
    (
        "formats",
        &[],
        &[
            "tokio", "axum", "sea-orm", "reqwest", "lettre", "rand", "uuid",
        ],
    ),
    ("db", &[], &["axum", "reqwest", "lettre", "typst"]),
    (
        "documents",
        &["domain"],
        &["tokio", "axum", "sea-orm", "reqwest", "rand", "uuid"],
    ),
    (
        "integrations",
        &["domain", "formats"],
        &["axum", "sea-orm", "typst"],
    ),
    ("sandbox", &["formats"], &["sea-orm", "lettre", "typst"]),
    (
        "platform",
        &["domain", "db", "documents", "integrations"],
        &["reqwest", "lettre", "sqlx", "typst"],
    ),
    (
        "features/reference",
        &["domain", "db", "platform"],
        &["reqwest", "lettre", "sqlx", "typst"],
    ),
    (
        "features/people",
        &[
            "domain",
            "formats",
            "db",
            "integrations",
            "platform",
            "reference",
        ],
        &["reqwest", "lettre", "sqlx", "typst"],
    ),
    (
        "features/drugs",
        &["domain", "formats", "db", "platform", "people"],
        &["reqwest", "lettre", "sqlx", "typst"],
    ),
    (
        "features/accounts",
        &[
            "domain",
            "db",
            "documents",
            "integrations",
            "platform",
            "people",
        ],
        &["reqwest", "lettre", "sqlx", "typst"],
    ),
    (
        "features/exchange",
        &[
            "accounts",
            "domain",
            "db",
            "documents",
            "integrations",
            "platform",
            "reference",
            "people",
        ],
        &["reqwest", "lettre", "sqlx", "typst"],
    ),
    (
        "features/orders",
        &[
            "accounts",
            "db",
            "documents",
            "domain",
            "exchange",
            "people",
            "platform",
        ],
        &["reqwest", "lettre", "sqlx", "typst"],
    ),
    (
        "features/prescriptions",
        &[
            "accounts",
            "db",
            "documents",
            "domain",
            "drugs",
            "exchange",
            "formats",
            "orders",
            "people",
            "platform",
            "reference",
        ],
        &["reqwest", "lettre", "sqlx", "typst"],
    ),
    (
        "features/clinic",
        &[
            "accounts",
            "db",
            "domain",
            "exchange",
            "formats",
            "integrations",
            "people",
            "platform",
            "reference",
        ],
        &["reqwest", "lettre", "sqlx", "typst"],
    ),
    (
        "features/office",
        &[
            "accounts",
            "clinic",
            "db",
            "documents",
            "domain",
            "drugs",
            "exchange",
            "formats",
            "integrations",
            "orders",
            "people",
            "platform",
            "prescriptions",
            "reference",
        ],
        &["reqwest", "lettre", "sqlx", "typst"],
    ),
    (
        "site",
        &["db", "integrations", "platform"],
        &["reqwest", "lettre", "sqlx", "typst"],
    ),
    (
        "demo",
        &[
            "accounts",
            "db",
            "domain",
            "drugs",
            "formats",
            "people",
            "platform",
            "reference",
        ],
        &["reqwest", "lettre", "sqlx", "typst"],
    ),
    (
        "server",
        &[
            "db",
            "demo",
            "platform",
            "site",
            "reference",
            "people",
            "drugs",
            "accounts",
            "exchange",
            "orders",
            "prescriptions",
            "clinic",
            "office",
            "sandbox",
        ],
        &["reqwest", "lettre", "sqlx", "typst"],
    ),
    (
        "harness",
        &[
            "accounts",
            "db",
            "demo",
            "domain",
            "drugs",
            "integrations",
            "people",
            "platform",
            "reference",
            "sandbox",
            "site",
        ],
        &["lettre", "sqlx", "typst"],
    ),
    (
        "bench",
        &["domain", "formats", "db"],
        &["axum", "reqwest", "typst"],
    ),
    ("tidy", &[], &[]),
];

/// Files besides `entity.rs` and `repo` that speak to the database library. May only shrink.
const DATABASE_USERS: &[(&str, &str)] = &[
    (
        "crates/platform/src/error.rs",
        "turns the library's error into the server's, in one From",
    ),
    (
        "crates/platform/src/api/authorization.rs",
        "a scope becomes a WHERE here and nowhere else",
    ),
    (
        "crates/platform/src/api/idempotency.rs",
        "the API layer's own table, in the caller's transaction",
    ),
    (
        "crates/platform/src/jobs/",
        "the queue's own table, in the caller's transaction",
    ),
    (
        "crates/features/accounts/src/accounts/",
        "its steps fill rows of its own tables in one transaction",
    ),
    (
        "crates/features/accounts/src/audit/",
        "the chain over its own table, sealed, published and verified",
    ),
    (
        "crates/features/office/src/operations/",
        "counts what waits in the queue's own table",
    ),
    (
        "crates/features/orders/src/sleep_studies/waiting.rs",
        "one question of its own table",
    ),
    (
        "crates/features/exchange/src/fax/",
        "its steps fill rows of its own tables in one transaction",
    ),
    (
        "crates/features/exchange/src/payments/",
        "its steps fill rows of its own tables in one transaction",
    ),
    (
        "crates/features/people/src/people/",
        "its steps fill rows of its own tables in one transaction",
    ),
    (
        "crates/features/prescriptions/src/prescriptions/",
        "its steps fill rows of its own tables in one transaction",
    ),
];

/// Files outside `crates/db` that ask which engine it is. May only shrink.
const ENGINE_USERS: &[(&str, &str)] = &[];

/// The names under `[dependencies]` of a crate.
fn dependencies(name: &str) -> Vec<String> {
    let manifest =
        file(&format!("crates/{name}/Cargo.toml")).expect("every crate has a Cargo.toml");
    let mut section = "";
    let mut found = Vec::new();
    for line in manifest.text.lines() {
        if line.starts_with('[') {
            section = line;
        } else if section == "[dependencies]"
            && let Some(end) = line.find(['.', ' ', '='])
        {
            found.push(line[..end].to_owned());
        }
    }
    found
}

#[test]
fn crates_use_only_what_their_layer_may() {
    let mut faults = Vec::new();
    let known: Vec<&str> = CRATES.iter().map(|(name, ..)| *name).collect();
    faults.extend(
        crates()
            .iter()
            .filter(|name| !known.contains(&name.as_str()))
            .map(|name| format!("crates/{name} is not on the map")),
    );
    for (name, may, never) in CRATES {
        for dependency in dependencies(name) {
            if let Some(ours) = dependency.strip_prefix("salal-")
                && !may.contains(&ours)
            {
                faults.push(format!("{name} may not use {ours}"));
            }
            if never.contains(&dependency.as_str()) {
                faults.push(format!("{name} may never use {dependency}"));
            }
        }
    }
    no_faults("crates keep to their layer", &faults);
}

/// A crate's unit tests see another copy of the crates below the harness than the harness does.
#[test]
fn the_harness_is_for_test_programs() {
    let mut faults = Vec::new();
    for file in files("crates", &["rs"]) {
        let is_its_own =
            file.path.starts_with("crates/harness/") || file.path.starts_with("crates/tidy/");
        if !is_its_own && !file.path.contains("/tests/") {
            faults.extend(places(&file, &file.text, "salal_harness"));
        }
    }
    no_faults("salal_harness is used under tests/ alone", &faults);
}

/// Pure crates: neither files, nor network, nor environment, nor the clock, nor chance.
#[test]
fn pure_crates_touch_nothing_outside() {
    let banned = [
        "std::fs",
        "std::env",
        "std::net",
        "std::process",
        "SystemTime",
        "Instant::now",
        "Utc::now",
        "Local::now",
    ];
    let mut faults = Vec::new();
    for name in ["domain", "formats", "documents"] {
        for file in files(&format!("crates/{name}/src"), &["rs"])
            .iter()
            .filter(|file| !file.is_test())
        {
            let code = product_code(&file.text);
            faults.extend(banned.iter().flat_map(|word| places(file, &code, word)));
        }
    }
    no_faults(
        "domain, formats and documents take data and give data, no more",
        &faults,
    );
}

#[test]
fn queries_stand_in_repositories() {
    let mut exceptions = Exceptions::new(DATABASE_USERS);
    let mut faults = Vec::new();
    for file in server_code() {
        let name = file.path.rsplit('/').next().unwrap_or_default();
        let is_repo =
            name == "repo.rs" || name.ends_with("_store.rs") || file.path.contains("/repo/");
        if name == "entity.rs" || is_repo || name == "store.rs" || file.is_test() {
            continue;
        }
        if product_code(&file.text).contains("sea_orm") && !exceptions.cover(&file.path) {
            faults.push(file.path.clone());
        }
    }
    faults.extend(exceptions.faults());
    no_faults("sea_orm outside entity.rs and repo", &faults);
}

#[test]
fn engines_are_named_in_the_database_crate_alone() {
    let mut exceptions = Exceptions::new(ENGINE_USERS);
    let mut faults = Vec::new();
    for file in files("crates", &["rs"]) {
        if file.path.starts_with("crates/db/")
            || file.path.starts_with("crates/tidy/")
            || file.is_test()
        {
            continue;
        }
        let code = product_code(&file.text);
        for word in [
            "Engine::Sqlite",
            "Engine::Postgres",
            "DbBackend::",
            "DatabaseBackend::",
        ] {
            let found = places(&file, &code, word);
            if !found.is_empty() && !exceptions.cover(&file.path) {
                faults.extend(found);
            }
        }
    }
    faults.extend(exceptions.faults());
    no_faults(
        "a difference of the engines stands behind a function of crates/db",
        &faults,
    );
}

/// Area and feature of a web file: `features/drugs/x.ts` is (`features`, `drugs`).
fn area(path: &str) -> (String, String) {
    let inside = path.strip_prefix("web/src/").unwrap_or(path);
    let mut parts = inside.split('/');
    let area = parts.next().unwrap_or_default().to_owned();
    (area, parts.next().unwrap_or_default().to_owned())
}

/// The relative imports of a web file, as paths from the root.
fn imports(file: &File) -> Vec<String> {
    let mut found = Vec::new();
    for word in ["from '", "import '", "import('"] {
        for (place, _) in file.text.match_indices(word) {
            let rest = &file.text[place + word.len()..];
            if let Some(target) = rest.split('\'').next()
                && target.starts_with('.')
            {
                found.push(joined(&file.path, target));
            }
        }
    }
    found
}

fn joined(from: &str, target: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

#[test]
fn web_imports_flow_one_way() {
    let mut faults = Vec::new();
    for file in files("web/src", &["ts", "tsx"]) {
        let (here, feature) = area(&file.path);
        let may: &[&str] = match here.as_str() {
            "ui" | "api" => &[],
            "features" => &["ui", "api"],
            "testing" => &["ui", "api", "app", "features"],
            _ => continue,
        };
        for target in imports(&file) {
            let (there, other) = area(&target);
            let same = there == here && (here != "features" || other == feature);
            // A table of cases that both sides of the wire are held to.
            let for_test = file.is_test()
                && (matches!(there.as_str(), "testing" | "test-setup")
                    || target.ends_with("_cases.json"));
            if !same && !for_test && !may.contains(&there.as_str()) {
                faults.push(format!("{} imports {target}", file.path));
            }
        }
    }
    no_faults(
        "ui and api know nothing above them, a feature knows no other",
        &faults,
    );
}
