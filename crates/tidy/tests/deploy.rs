// SPDX-License-Identifier: AGPL-3.0-or-later

//! What is in `deploy/` and `docs/operate.md` fits the program: settings, variables, commands, options, links and the
//! sentences that the package's scripts look for. Deliberately not here: whether the package installs and the samples
//! are accepted, which `deploy/test` shows.

use std::collections::BTreeSet;

use salal_tidy::{code, file, files, no_faults, root};

fn text(path: &str) -> String {
    file(path)
        .unwrap_or_else(|| panic!("{path} is missing"))
        .text
}

/// Every `section.key` that a file of settings gives, with what is commented out at the beginning of a line.
fn keys(toml: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut section = String::new();
    for line in toml.lines().map(str::trim) {
        if let Some(list) = line.strip_prefix("[[") {
            found.insert(list.trim_matches([']']).to_owned());
        } else if let Some(name) = line.strip_prefix('[') {
            section = format!("{}.", name.trim_matches(['[', ']']));
        } else if let Some((key, _)) = line.split_once(" = ")
            && is_key(key)
        {
            found.insert(format!("{section}{key}"));
        }
    }
    found
}

fn is_key(word: &str) -> bool {
    !word.is_empty()
        && word
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// The fields of a settings type: those of the services have no line in the default file.
fn fields(source: &str, name: &str) -> Vec<String> {
    let body = source
        .split(&format!("pub struct {name} {{\n"))
        .nth(1)
        .and_then(|rest| rest.split("\n}").next())
        .unwrap_or_else(|| panic!("{name} is missing"));
    body.lines()
        .filter_map(|line| line.trim().strip_prefix("pub ")?.split_once(": "))
        .map(|(field, _)| field.to_owned())
        .collect()
}

/// Every setting there is.
fn settings() -> BTreeSet<String> {
    let mut all = keys(&text("crates/platform/config.default.toml"));
    let source = text("crates/integrations/src/settings.rs");
    for (service, name) in [
        ("timeouts", "Timeouts"),
        ("cards", "CardSettings"),
        ("wallet", "WalletSettings"),
        ("sms", "SmsSettings"),
        ("email", "EmailSettings"),
        ("fax", "FaxSettings"),
        ("captcha", "CaptchaSettings"),
        ("clinic", "ClinicSettings"),
        ("teleplan", "TeleplanSettings"),
    ] {
        let of = fields(&source, name).into_iter();
        all.extend(of.map(|field| format!("services.{service}.{field}")));
    }
    assert!(all.len() > 120, "the settings cannot be read");
    all
}

/// The variables that a text names, as settings.
fn variables(text: &str) -> Vec<String> {
    text.split("SALAL_")
        .skip(1)
        .filter_map(|rest| {
            let end = rest
                .find(|letter: char| {
                    !letter.is_ascii_uppercase() && !letter.is_ascii_digit() && letter != '_'
                })
                .unwrap_or(rest.len());
            let name = &rest[..end];
            match name {
                "DATABASE_URL" => Some("database.url".to_owned()),
                "ENVIRONMENT" | "MODE" => Some(name.to_lowercase()),
                _ if name.contains("__") => Some(name.to_lowercase().replace("__", ".")),
                _ => None,
            }
        })
        .collect()
}

#[test]
fn every_setting_is_one_of_the_programs() {
    let known = settings();
    let mut faults = Vec::new();
    let mut check = |path: &str, named: Vec<String>| {
        let unknown = named.into_iter().filter(|key| !known.contains(key));
        faults.extend(unknown.map(|key| format!("{path} names {key}")));
    };
    let package = "deploy/debian/salal.toml";
    check(package, keys(&text(package)).into_iter().collect());
    // The map of Kubernetes holds settings below its own keys.
    let map = "deploy/kubernetes/settings.yaml";
    let inside = text(map);
    let inside = inside.split("salal.toml: |\n").nth(1).unwrap_or_default();
    let inside = inside.split("\n---").next().unwrap_or_default();
    check(map, keys(inside).into_iter().collect());
    for file in files("deploy", &["yaml", "env", "sh", "service", "toml"]) {
        check(&file.path, variables(&file.text));
    }
    let operate = text("docs/operate.md");
    check("docs/operate.md", variables(&operate));
    let sections: BTreeSet<&str> = known
        .iter()
        .filter_map(|key| key.split('.').next())
        .collect();
    let quoted = operate.split('`').skip(1).step_by(2).filter_map(|word| {
        let key = word.split(" = ").next()?;
        let (section, name) = key.split_once('.')?;
        let all = name.split('.').all(is_key) && sections.contains(section);
        (all && !matches!(name, "toml" | "md" | "service" | "env")).then(|| key.to_owned())
    });
    check("docs/operate.md", quoted.collect());
    no_faults("a setting that the program does not have", &faults);
}

/// What prod demands and the defaults do not give has its line in the package's settings.
#[test]
fn the_packages_settings_ask_for_what_prod_demands() {
    let given = keys(&text("deploy/debian/salal.toml"));
    let secrets: BTreeSet<String> = variables(&text("deploy/debian/secrets.env"))
        .into_iter()
        .collect();
    let services = text("crates/integrations/src/settings.rs");
    let needed = services
        .split('"')
        .filter(|word| {
            word.starts_with("services.") && !word.contains(' ') && word.split('.').count() == 3
        })
        .filter(|key| !key.contains(".base") && !key.ends_with("url") && !key.ends_with("retries"));
    let prod = text("crates/platform/src/settings/prod.rs");
    let own = prod.split("row(\"").skip(1).filter_map(|rest| {
        let (key, demand) = rest.split_once("\", ")?;
        demand.starts_with("Own").then_some(key)
    });
    let all: Vec<&str> = needed.chain(own).collect();
    assert!(all.len() > 25, "what prod demands cannot be read: {all:?}");
    let faults: Vec<_> = all
        .iter()
        .filter(|key| !given.contains(**key) && !secrets.contains(**key))
        .map(|key| format!("deploy/debian asks for no {key}"))
        .collect();
    no_faults(
        "a setting that prod demands and the package does not mention",
        &faults,
    );
}

/// The commands of the program, and its options.
fn program() -> (BTreeSet<String>, BTreeSet<String>) {
    let readme = text("README.md");
    // `readme.rs` holds the README's table to the program.
    let table = readme
        .split("\n## The program\n")
        .nth(1)
        .unwrap_or_default();
    let table = table.split("\n## ").next().unwrap_or_default();
    let rows = table.lines().filter(|line| line.starts_with("| `salal"));
    let mut commands = BTreeSet::from(["help".to_owned()]);
    for row in rows {
        let first = row.split(" | ").next().unwrap_or_default();
        for line in first
            .split('`')
            .filter_map(|word| word.strip_prefix("salal "))
        {
            commands.extend(line.split(' ').next().map(str::to_owned));
        }
    }
    let source = code(&text("crates/server/src/bin/salal.rs"));
    let mut options = BTreeSet::new();
    let mut is_option = false;
    for line in source.lines().map(str::trim) {
        if line.starts_with("#[arg(long") {
            is_option = true;
        } else if is_option && !line.starts_with('#') {
            let name = line.trim_start_matches("pub ").split(':').next();
            options.extend(name.map(|name| name.replace('_', "-")));
            is_option = false;
        }
    }
    (commands, options)
}

#[test]
fn every_command_is_one_of_the_programs() {
    let (commands, options) = program();
    assert!(
        commands.len() > 10 && options.len() > 10,
        "{commands:?} {options:?}"
    );
    let mut faults = Vec::new();
    let mut looked_at = 0;
    let mut all = files("deploy", &["service", "md", "sh", "yaml"]);
    all.extend(files("deploy/debian", &["toml", "8", "env"]));
    for name in ["postinst", "postrm", "preinst", "prerm", "salalctl"] {
        all.extend(file(&format!("deploy/debian/{name}")));
    }
    all.extend(file("docs/operate.md"));
    for file in all {
        let starts = ["salalctl ", "salal.toml ", "`salal "];
        for line in file
            .text
            .lines()
            .filter(|line| !line.trim_start().starts_with("# "))
        {
            for start in starts {
                for rest in line.split(start).skip(1) {
                    let mut words = rest.split_whitespace();
                    let Some(command) = words.next() else {
                        continue;
                    };
                    let command = command.trim_end_matches(['`', '"', ')', ',', '.', ';', ':']);
                    let is_word = command
                        .bytes()
                        .all(|byte| byte.is_ascii_lowercase() || byte == b'-');
                    if command.is_empty()
                        || !is_word
                        || start == "salal.toml " && !file.path.ends_with(".service")
                    {
                        continue;
                    }
                    looked_at += 1;
                    if !commands.contains(command) {
                        faults.push(format!("{} names salal {command}", file.path));
                    }
                    let ended = rest
                        .split(['`', '|', '>', '(', ';'])
                        .next()
                        .unwrap_or_default();
                    for option in ended
                        .split_whitespace()
                        .filter_map(|word| word.strip_prefix("--"))
                    {
                        let option = option.trim_end_matches(['"', ')', ',', '.', ';']);
                        if !options.contains(option) {
                            faults.push(format!("{} names salal {command} --{option}", file.path));
                        }
                    }
                }
            }
        }
    }
    assert!(looked_at > 30, "hardly a command was found: {looked_at}");
    no_faults("a command that the program does not have", &faults);
}

/// How a heading is addressed.
fn anchor(heading: &str) -> String {
    heading
        .trim()
        .to_lowercase()
        .chars()
        .filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'))
        .map(|letter| if letter == ' ' { '-' } else { letter })
        .collect()
}

#[test]
fn the_links_of_the_operators_document_lead_somewhere() {
    let operate = text("docs/operate.md");
    let anchors: BTreeSet<String> = operate
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| anchor(line.trim_start_matches('#')))
        .collect();
    let mut faults = Vec::new();
    for target in operate.split("](").skip(1) {
        let target = target.split(')').next().unwrap_or_default();
        let is_there = match target.strip_prefix('#') {
            Some(heading) => anchors.contains(heading),
            None => target.contains("://") || root().join("docs").join(target).exists(),
        };
        if !is_there {
            faults.push(format!("docs/operate.md leads to {target}"));
        }
    }
    let samples = operate.split("/usr/share/doc/salal/examples/").skip(1);
    for path in samples {
        let end = path.find(|letter: char| letter.is_whitespace() || "`)".contains(letter));
        let path = path[..end.unwrap_or(path.len())].trim_end_matches('.');
        if !root().join("deploy").join(path).exists() {
            faults.push(format!("docs/operate.md names the sample {path}"));
        }
    }
    no_faults("a link to nothing", &faults);
}

/// Every alert says what to do, and nothing is written about an alert that is not there.
#[test]
fn every_alert_has_its_part_in_the_operators_document() {
    let rules = text("deploy/prometheus/salal.rules.yml");
    let alerts: BTreeSet<&str> = rules
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- alert: "))
        .collect();
    let operate = text("docs/operate.md");
    let part = operate.split("\n## Alerts\n").nth(1).unwrap_or_default();
    let part = part.split("\n## ").next().unwrap_or_default();
    let described: BTreeSet<&str> = part
        .lines()
        .filter_map(|line| line.strip_prefix("### "))
        .collect();
    assert_eq!(described, alerts, "docs/operate.md, Alerts, and the rules");
    for about in part.split("\n### ").skip(1) {
        for what in ["\n- Cause: ", "\n- Look: ", "\n- Cure: "] {
            assert!(about.contains(what), "{what} is missing of {about}");
        }
    }
}

/// What the package's scripts look for in the program's sentences is said there.
#[test]
fn the_sentences_that_the_package_reads_are_the_programs() {
    let (script, program) = (
        text("deploy/debian/postinst"),
        text("crates/server/src/bin/salal.rs"),
    );
    let sentence = "There is no database yet";
    assert!(script.contains(sentence) && program.contains(sentence));
}

/// The hardening of the units is one text: what one process may, all may.
#[test]
fn all_units_are_hardened_alike() {
    let units = files("deploy/systemd", &["service"]);
    assert!(units.len() >= 4, "units are missing");
    let hardening = |text: &str| -> String {
        let part = text.split("NoNewPrivileges=yes").nth(1).unwrap_or_default();
        part.split("\n[Install]")
            .next()
            .unwrap_or_default()
            .trim()
            .to_owned()
    };
    let first = hardening(&units[0].text);
    assert!(first.contains("SystemCallFilter=~@privileged"), "{first}");
    for unit in &units {
        assert_eq!(hardening(&unit.text), first, "{}", unit.path);
        for needed in [
            "User=salal",
            "/usr/bin/salal --config /etc/salal/salal.toml ",
        ] {
            assert!(unit.text.contains(needed), "{} lacks {needed}", unit.path);
        }
    }
}
