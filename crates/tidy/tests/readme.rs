// SPDX-License-Identifier: AGPL-3.0-or-later

//! What README.md lists is what there is: the program's commands, the demo accounts, the settings and the
//! commands of the Makefile. Deliberately not here: paths, which `tree.rs` checks in every document, and
//! whether what is said of a command is true.

use std::collections::{BTreeMap, BTreeSet};

use salal_tidy::{code, file, no_faults};

fn text(path: &str) -> String {
    file(path)
        .unwrap_or_else(|| panic!("{path} is missing"))
        .text
}

fn readme() -> String {
    text("README.md")
}

/// The words in backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// A word of a command line: `take-again`.
fn is_plain(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_lowercase())
        && word
            .chars()
            .all(|letter| letter.is_ascii_lowercase() || letter == '-')
}

/// `TakeAgain` as it is typed: `take-again`.
fn typed(variant: &str) -> String {
    let mut out = String::new();
    for letter in variant.chars() {
        if letter.is_ascii_uppercase() && !out.is_empty() {
            out.push('-');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}

/// The variants of an enum, each with the enum of the commands below it.
fn variants(code: &str, name: &str) -> Vec<(String, Option<String>)> {
    let body = code
        .split(&format!("enum {name} {{\n"))
        .nth(1)
        .and_then(|rest| rest.split("\n}").next())
        .unwrap_or_default();
    let mut found: Vec<(String, Option<String>)> = Vec::new();
    for line in body.lines() {
        let inner = line.trim_start();
        let depth = line.len() - inner.len();
        if depth == 4 && inner.starts_with(|letter: char| letter.is_ascii_uppercase()) {
            let end = inner
                .find(|letter: char| !letter.is_ascii_alphanumeric())
                .unwrap_or(inner.len());
            found.push((inner[..end].to_owned(), None));
        } else if let Some(below) = inner.strip_prefix("what: ")
            && let Some(last) = found.last_mut()
        {
            let below = below.trim_start_matches("Option<");
            last.1 = Some(below.trim_end_matches([',', '>']).to_owned());
        }
    }
    found
}

/// Every command of the program with those below it.
fn commands() -> BTreeMap<String, BTreeSet<String>> {
    let code = code(&text("crates/server/src/bin/salal.rs"));
    let all: BTreeMap<_, _> = variants(&code, "Command")
        .into_iter()
        .map(|(name, below)| {
            let below = below
                .map(|below| variants(&code, &below))
                .unwrap_or_default();
            let below = below.iter().map(|(name, _)| typed(name)).collect();
            (typed(&name), below)
        })
        .collect();
    assert!(all.len() > 5, "the commands of salal.rs cannot be read");
    all
}

/// The rows of the tables below a heading, each as its cells.
fn rows(readme: &str, heading: &str) -> Vec<Vec<String>> {
    let section = readme
        .split(&format!("\n## {heading}\n"))
        .nth(1)
        .unwrap_or_else(|| panic!("README.md has no section {heading}"));
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows = section
        .lines()
        .filter(|line| line.starts_with("| `") || line.contains("| `"));
    rows.map(|row| {
        row.trim_matches('|')
            .split('|')
            .map(|cell| cell.trim().to_owned())
            .collect()
    })
    .collect()
}

/// The first cell of a row names the command, with those below it or without; the second may name more of
/// them, each by itself in backquotes.
#[test]
fn its_commands_are_those_of_the_program() {
    let mut listed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in rows(&readme(), "The program") {
        let mut command = None;
        for line in quoted(&row[0]) {
            let mut words = line.split(' ').skip(1);
            let name = words.next().unwrap_or_default().to_owned();
            let below = listed.entry(name.clone()).or_default();
            below.extend(words.filter(|word| is_plain(word)).map(str::to_owned));
            command = Some(name);
        }
        let named = quoted(&row[1]).filter(|word| is_plain(word));
        if let Some(below) = command.and_then(|name| listed.get_mut(&name)) {
            below.extend(named.map(str::to_owned));
        }
    }
    assert_eq!(listed, commands(), "README.md, The program, and salal.rs");
}

/// What is said of a command elsewhere names one that is there.
#[test]
fn every_command_it_names_is_there() {
    let commands = commands();
    let readme = readme();
    let mut faults = Vec::new();
    for line in quoted(&readme) {
        let Some(rest) = line.strip_prefix("salal ") else {
            continue;
        };
        let mut words = rest.split(' ');
        let name = words.next().unwrap_or_default();
        let below = words.next().filter(|word| is_plain(word));
        let is_there = name == "help"
            || commands
                .get(name)
                .is_some_and(|all| below.is_none_or(|word| all.contains(word)));
        if !is_there {
            faults.push(format!("README.md names salal {rest}"));
        }
    }
    no_faults("a command of salal that is not there", &faults);
}

/// What a line says after `label`, up to the next quotation mark.
fn value<'a>(line: &'a str, label: &str) -> Option<&'a str> {
    line.trim_start().strip_prefix(label)?.split('"').next()
}

/// Role and e-mail address of every account that the demo makes.
fn demo_accounts() -> BTreeSet<(String, String)> {
    let patients = text("crates/demo/src/patients.rs");
    let mut found: BTreeSet<_> = patients
        .lines()
        .filter_map(|line| value(line, "email: \""))
        .map(|email| ("patient".to_owned(), email.to_owned()))
        .collect();
    let mut role = "";
    for line in text("crates/demo/src/staff.rs").lines() {
        if let Some(name) = line.trim_start().strip_prefix("role: Role::") {
            role = match name.trim_end_matches(',') {
                "Admin" => "administrator",
                "Doctor" => "doctor",
                "Office" => "office",
                "CustomerService" => "customer service",
                other => panic!("README.md has no name for the role {other}"),
            };
        }
        if let Some(email) = value(line, "email: \"") {
            found.insert((role.to_owned(), email.to_owned()));
        }
    }
    found
}

#[test]
fn its_accounts_are_those_of_the_demo() {
    let readme = readme();
    let listed: BTreeSet<(String, String)> = rows(&readme, "Demo accounts")
        .iter()
        .filter_map(|row| Some((row[0].clone(), quoted(&row[1]).next()?.to_owned())))
        .collect();
    let made = demo_accounts();
    assert!(made.len() > 5, "the accounts of the demo cannot be read");
    assert_eq!(listed, made, "README.md, Demo accounts, and the demo");
    let source = text("crates/demo/src/lib.rs");
    let password = source
        .lines()
        .find_map(|line| value(line, "pub const PASSWORD: &str = \""))
        .expect("the demo has a password");
    assert!(
        readme.contains(&format!("`{password}`")),
        "README.md has another password than the demo"
    );
}

/// Every key of the default settings, `section.key`, and every section, `[section]`.
fn settings() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut section = String::new();
    for line in text("crates/platform/config.default.toml").lines() {
        if line.starts_with('[') {
            let name = line.trim_matches(['[', ']']);
            found.insert(format!("[{name}]"));
            section = format!("{name}.");
        } else if let Some((key, _)) = line.split_once(" = ")
            && !line.starts_with('#')
        {
            found.insert(format!("{section}{key}"));
        }
    }
    found
}

/// The setting that a word in backquotes names; files and other words name none.
fn setting_of(word: &str) -> Option<String> {
    let key = word.split(" = ").next().unwrap_or_default();
    let letters = |text: &str| {
        !text.is_empty()
            && text
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'_')
    };
    if let Some(section) = key.strip_prefix('[') {
        return Some(section)
            .and_then(|section| section.strip_suffix(']'))
            .filter(|section| letters(section))
            .map(|_| key.to_owned());
    }
    if key != word {
        return letters(key).then(|| key.to_owned());
    }
    let (section, name) = key.split_once('.')?;
    let is_setting = letters(section) && letters(name) && !matches!(name, "md" | "toml" | "json");
    is_setting.then(|| key.to_owned())
}

/// The setting of a variable of the environment: `SALAL_SERVER__ADDRESS` is `server.address`.
fn setting_of_variable(name: &str) -> String {
    match name {
        "DATABASE_URL" => "database.url".to_owned(),
        other => other.to_ascii_lowercase().replace("__", "."),
    }
}

#[test]
fn every_setting_it_names_is_there() {
    let readme = readme();
    let mut named: Vec<String> = quoted(&readme).filter_map(setting_of).collect();
    for row in rows(&readme, "Settings") {
        // The table of settings also names those without a section.
        named.extend(quoted(&row[0]).map(str::to_owned));
    }
    for rest in readme.split("SALAL_").skip(1) {
        let end = rest
            .find(|letter: char| !letter.is_ascii_uppercase() && letter != '_')
            .unwrap_or(rest.len());
        if end > 0 {
            named.push(setting_of_variable(&rest[..end]));
        }
    }
    assert!(named.len() > 10, "README.md names hardly a setting");
    let known = settings();
    let faults: Vec<_> = named
        .iter()
        .filter(|name| !known.contains(*name))
        .map(|name| format!("README.md names {name}"))
        .collect();
    no_faults("a setting that config.default.toml does not have", &faults);
}

/// In backquotes, and at the beginning of the lines that are shown as typed.
#[test]
fn every_make_command_it_names_is_in_the_makefile() {
    let makefile = text("Makefile");
    let readme = readme();
    let shown = readme.lines().filter_map(|line| line.strip_prefix("    "));
    let mut faults = Vec::new();
    let mut found = 0;
    for line in quoted(&readme).chain(shown) {
        let after = line.split("make ").nth(1);
        let is_command = line.starts_with("make ") || line.starts_with("SALAL_");
        if let Some(target) = after.and_then(|rest| rest.split(' ').next())
            && is_command
        {
            found += 1;
            if !makefile.contains(&format!("\n{target}:")) {
                faults.push(format!("README.md names make {target}"));
            }
        }
    }
    assert!(found > 1, "README.md names no command of the Makefile");
    no_faults("a command that the Makefile does not have", &faults);
}

#[test]
fn settings_are_told_from_other_words() {
    for (word, setting) in [
        ("database.url", Some("database.url")),
        ("environment = \"prod\"", Some("environment")),
        ("[services]", Some("[services]")),
        ("salal.toml", None),
        ("make run", None),
        ("./data", None),
        ("doctor@salal.example", None),
        ("salal config check", None),
    ] {
        assert_eq!(setting_of(word).as_deref(), setting, "{word}");
    }
    assert_eq!(setting_of_variable("FEES__RULE"), "fees.rule");
}

#[test]
fn commands_are_read_from_the_enums() {
    let code = "enum Command {\n    Serve {\n        no_worker: bool,\n    },\n    Work,\n    Backup {\n        what: Option<Backup>,\n    },\n}\n\nenum Backup {\n    TakeAgain,\n}\n";
    let below = Some("Backup".to_owned());
    assert_eq!(
        variants(code, "Command"),
        [
            ("Serve".to_owned(), None),
            ("Work".to_owned(), None),
            ("Backup".to_owned(), below)
        ]
    );
    assert_eq!(typed(&variants(code, "Backup")[0].0), "take-again");
}
