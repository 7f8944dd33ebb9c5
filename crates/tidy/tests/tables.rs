// SPDX-License-Identifier: AGPL-3.0-or-later

//! Whose table it is: no feature names another feature's table, in SQL or through its entity. What a feature needs of
//! another's table is a function, a select or a condition of the owner, or a hook that a later feature fills.

use std::collections::BTreeMap;

use salal_tidy::{
    Exceptions, File, code, features, folders, line_of, no_faults, paths_after, places, server_code,
};

/// A file and the table it names though it is not its owner's. May only shrink.
const EXCEPTIONS: &[(&str, &str)] = &[
    (
        "crates/features/accounts/src/accounts/staff/repo.rs person",
        "the list of staff is searched and paged by name, which needs both tables in one statement",
    ),
    (
        "crates/features/accounts/src/accounts/staff/repo.rs practitioner",
        "the list of staff shows both in one statement",
    ),
    (
        "crates/features/people/src/people/search.rs account",
        "the search by address follows the index of the accounts' own column",
    ),
    (
        "crates/features/people/src/people/search_index.rs account",
        "the index of the search is made of people who have an account, before there is a context",
    ),
    (
        "crates/features/people/src/people/search_plans.rs prescription",
        "a test, which looks at the plan of the whole statement",
    ),
    (
        "crates/demo/src/repo.rs account",
        "the demo finds its own accounts",
    ),
    (
        "crates/demo/src/repo.rs health_document",
        "the demo sets what only the provincial plan can say",
    ),
    (
        "crates/demo/src/repo.rs person",
        "the demo sets what only a first sign-in does",
    ),
    (
        "crates/server/src/demo/repo.rs account",
        "the demo's people joined on earlier days",
    ),
    (
        "crates/server/src/demo/repo.rs message",
        "the demo writes messages of earlier days",
    ),
    (
        "crates/server/src/demo/repo.rs message_reply",
        "the demo writes messages of earlier days",
    ),
    (
        "crates/server/src/demo/repo.rs person",
        "the demo's people joined on earlier days",
    ),
];

/// The words of SQL before the name of a table.
const BEFORE_TABLES: &[&str] = &["FROM", "JOIN", "INTO", "UPDATE"];

/// The calls whose argument is the name of a table, as a text.
const NAMING: &[&str] = &[".from(", ".into_table(", ".table(", "Alias::new("];

/// The feature of a file, or the crate outside the features.
fn owner_of(path: &str, all: &BTreeMap<String, String>) -> String {
    let within = |folder: &String| {
        path.strip_prefix(folder.as_str())
            .is_some_and(|rest| rest.starts_with('/'))
    };
    let feature = all.iter().find(|(_, folder)| within(folder));
    match feature {
        Some((feature, _)) => feature.clone(),
        None => path.split('/').nth(1).unwrap_or_default().to_owned(),
    }
}

/// The text with its comments blanked; strings stay.
fn without_comments(text: &str) -> String {
    let blanked = |line: &str| {
        if line.trim_start().starts_with("//") {
            String::new()
        } else {
            line.to_owned()
        }
    };
    text.lines().map(blanked).collect::<Vec<_>>().join("\n")
}

/// The tables, each with its owner: an entity names it.
fn tables(files: &[File], all: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for file in files.iter().filter(|file| !file.is_test()) {
        for part in file.text.split("table_name = \"").skip(1) {
            let table = part.split('"').next().unwrap_or_default();
            found.insert(table.to_owned(), owner_of(&file.path, all));
        }
    }
    // The one that has no entity, and belongs to no feature.
    found.insert("counter".to_owned(), "db".to_owned());
    found
}

/// The word that begins here, after blanks, quotes and a broken line.
fn next_word(text: &str) -> &str {
    let text =
        text.trim_start_matches(|letter: char| letter.is_whitespace() || "\\\"".contains(letter));
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    &text[..end.unwrap_or(text.len())]
}

/// The places where a text names a table, each with the name.
fn named(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for word in BEFORE_TABLES {
        for (place, _) in text.match_indices(word) {
            let before = text[..place].chars().next_back().unwrap_or(' ');
            let after = &text[place + word.len()..];
            let ends = after.starts_with(|letter: char| letter.is_whitespace() || letter == '\\');
            if !before.is_alphanumeric() && before != '_' && ends {
                found.push((place, next_word(after)));
            }
        }
    }
    for call in NAMING {
        for (place, _) in text.match_indices(call) {
            let after = text[place + call.len()..].trim_start();
            if after.starts_with('"') {
                found.push((place, next_word(after)));
            }
        }
    }
    found
}

#[test]
fn no_feature_names_another_feature_s_table() {
    let all = features();
    let files = server_code();
    let tables = tables(&files, &all);
    assert!(
        tables.len() > 50,
        "the entities name {} tables",
        tables.len()
    );
    // How a feature is named: within its own crate, from a crate above, and by the server's own.
    let mut prefixes = vec!["crate::".to_owned(), "features::".to_owned()];
    let crates = folders("crates/features");
    prefixes.extend(crates.iter().map(|name| format!("salal_{name}::")));
    let mut exceptions = Exceptions::new(EXCEPTIONS);
    let mut faults = Vec::new();
    for file in files.iter().filter(|file| !file.is_test()) {
        let own = owner_of(&file.path, &all);
        let text = without_comments(&file.text);
        for (place, table) in named(&text) {
            let Some(owner) = tables.get(table).filter(|owner| **owner != own) else {
                continue;
            };
            if !exceptions.cover(&format!("{} {table}", file.path)) {
                let line = line_of(&text, place);
                faults.push(format!("{}:{line}: {table} is of {owner}", file.path));
            }
        }
        let code = code(&file.text);
        let paths = prefixes
            .iter()
            .flat_map(|prefix| paths_after(&code, prefix));
        for path in paths {
            let is_other = path
                .first()
                .is_some_and(|first| *first != own && all.contains_key(first));
            if is_other && path.iter().any(|part| part == "entity") {
                faults.push(format!("{}: {}", file.path, path.join("::")));
            }
        }
    }
    faults.extend(exceptions.faults());
    no_faults("a table is named by the feature that owns it", &faults);
}

#[test]
fn an_entity_says_that_it_is_a_table() {
    let files = server_code();
    let entities = files
        .iter()
        .filter(|file| !file.is_test() && !file.path.starts_with("crates/db/"));
    let faults: Vec<String> = entities
        .flat_map(|file| places(file, &code(&file.text), "ActiveModelBehavior for"))
        .collect();
    no_faults("the module of an entity has `salal_db::table!()`", &faults);
}

#[test]
fn tables_are_found_in_sql_and_in_selects() {
    let text =
        "\"SELECT a FROM one x \\\n JOIN two\" .from(\"three\") Alias::new(\"four\") FROMAGE five";
    let mut found: Vec<&str> = named(text).into_iter().map(|(_, table)| table).collect();
    found.sort_unstable();
    assert_eq!(found, ["four", "one", "three", "two"]);
}
