// SPDX-License-Identifier: AGPL-3.0-or-later

//! Settings from environment variables. Variables are text, and the expected type is known only when the
//! setting is parsed: `99609` is a number for a port and a text for a payee. Each value is first parsed as
//! what it looks like; where a text is expected, the original text is used, including leading zeros.

use std::cmp::Reverse;

use figment::error::{Error, Kind};
use figment::providers::{Format, Toml};
use figment::util::nest;
use figment::value::{Dict, Map, Value};
use figment::{Figment, Metadata, Profile, Provider};
use serde::de::DeserializeOwned;

use super::Settings;

const PREFIX: &str = "SALAL_";

/// What only tests are told begins with this.
const OF_TESTS: &str = "test_";

/// What Kubernetes tells of a service called `salal` begins with these.
const OF_SERVICES: [&str; 2] = ["port_", "service_"];

/// Other variables of the program, its tests and its scripts, in lower case and without the prefix. They are often in
/// the environment in which the program is started.
const NO_SETTINGS: [&str; 14] = [
    "api",
    "bench_catalogue",
    "bin",
    "chromium",
    "crash_at",
    "data",
    "e2e_folder",
    "e2e_keep",
    "fault_folder",
    "fault_word",
    "kill_only",
    "openapi",
    "port",
    "trace",
];

/// Settings of earlier versions, each with what became of it.
const RENAMED: [(&str, &str); 1] = [(
    "secrets.sealing_key",
    "secrets.sealing_key is now called secrets.master_key: give it the new name. The value stays the same; without it \
     nothing that is sealed could be opened",
)];

/// One setting from the environment.
#[derive(Clone)]
struct Variable {
    /// `billing.payee`
    key: String,
    text: String,
    /// A text, whatever it looks like.
    is_text: bool,
}

impl Variable {
    /// `SALAL_<SECTION>__<KEY>`, and `SALAL_DATABASE_URL`, `SALAL_ENVIRONMENT` and `SALAL_MODE`. Of any other name
    /// with the prefix the sentence that refuses it. `None` for what is no setting and means none.
    fn of(name: &str, text: String) -> Option<Result<Self, String>> {
        let (prefix, rest) = name.split_at_checked(PREFIX.len())?;
        if !prefix.eq_ignore_ascii_case(PREFIX) {
            return None;
        }
        let rest = rest.to_lowercase();
        let is_others = rest.starts_with(OF_TESTS)
            || OF_SERVICES.iter().any(|start| rest.starts_with(start))
            || NO_SETTINGS.contains(&rest.as_str());
        if is_others {
            return None;
        }
        let key = match rest.as_str() {
            "database_url" => "database.url".to_owned(),
            "environment" | "mode" => rest,
            _ if rest.contains("__") => rest.replace("__", "."),
            _ => return Some(Err(unknown(name, &rest))),
        };
        Some(Ok(Self {
            key,
            text,
            is_text: false,
        }))
    }

    fn value(&self) -> Value {
        if self.is_text {
            return Value::from(self.text.as_str());
        }
        self.text
            .parse()
            .unwrap_or_else(|_| Value::from(self.text.as_str()))
    }
}

impl Provider for Variable {
    fn metadata(&self) -> Metadata {
        Metadata::named("the environment")
    }

    fn data(&self) -> Result<Map<Profile, Dict>, Error> {
        let dict = nest(&self.key, self.value()).into_dict();
        Ok(Map::from([(Profile::Default, dict.unwrap_or_default())]))
    }
}

/// The refusal of a variable. Its value may be a secret and is not told.
fn unknown(name: &str, rest: &str) -> String {
    let meant = Settings::keys().find(|key| key.replace('.', "_") == rest);
    let instead = meant.map_or_else(String::new, |key| {
        let right = key.to_uppercase().replace('.', "__");
        format!("; {key} is {PREFIX}{right}, with two underscores after each section")
    });
    format!("unknown key `{rest}`: {name} in the environment is no setting{instead}")
}

/// The environment of this process; values that are not valid text are ignored.
pub fn of_process() -> Vec<(String, String)> {
    std::env::vars_os()
        .filter_map(|(name, text)| Some((name.into_string().ok()?, text.into_string().ok()?)))
        .collect()
}

/// A key that was refused, or one entry of its list, by its place in the list as it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Refused {
    key: String,
    entry: Option<usize>,
}

/// What could not be read.
#[derive(Clone, Debug, Default)]
pub(super) struct Unread {
    /// As sentences.
    pub(super) told: Vec<String>,
    /// The keys of which nothing was left to judge.
    keys: Vec<String>,
}

impl Unread {
    /// Whether it holds a key or its section.
    pub(super) fn holds(&self, key: &str) -> bool {
        self.keys.iter().any(|one| {
            let rest = key.strip_prefix(one.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    }

    /// Whether a sentence judges the default that stands in the place of what could not be read. A sentence about
    /// several settings lists them at its beginning; no default is the cause of one.
    pub(super) fn is_judged_by(&self, fault: &str) -> bool {
        self.keys.iter().any(|one| {
            let rest = fault.strip_prefix(one.as_str());
            rest.is_some_and(|rest| rest.starts_with(' ') && !rest.starts_with(" and "))
        })
    }
}

/// A layer without what was refused.
struct Without<'a, P> {
    layer: P,
    /// Of each list, the last entry first.
    refused: &'a [Refused],
}

impl<P: Provider> Provider for Without<'_, P> {
    fn metadata(&self) -> Metadata {
        self.layer.metadata()
    }

    fn data(&self) -> Result<Map<Profile, Dict>, Error> {
        let mut data = self.layer.data()?;
        for dict in data.values_mut() {
            for one in self.refused {
                leave_out(dict, &one.key, one.entry);
            }
        }
        Ok(data)
    }
}

/// Removes a key, or an entry of its list.
fn leave_out(dict: &mut Dict, key: &str, entry: Option<usize>) {
    let (first, rest) = key
        .split_once('.')
        .map_or((key, None), |(a, b)| (a, Some(b)));
    match (dict.get_mut(first), rest, entry) {
        (Some(Value::Dict(_, inner)), Some(rest), _) => leave_out(inner, rest, entry),
        (Some(Value::Array(_, list)), None, Some(entry)) => {
            if entry < list.len() {
                list.remove(entry);
            }
        }
        _ => {
            dict.remove(first);
        }
    }
}

/// Extracts the settings from the defaults, the file and the environment. When a value fails because a text is
/// expected, it is used as text and the extraction is repeated. Whatever else fails (an unknown key, a wrong type,
/// a wrong choice) is noted and left out, of a list the one entry, and the rest is extracted again: the list is of
/// everything, and the settings are what would hold without it. No settings if the file itself cannot be read.
pub(super) fn extract<T: DeserializeOwned>(
    defaults: &str,
    file: Option<&str>,
    environment: Vec<(String, String)>,
) -> Result<(T, Unread), Vec<String>> {
    let (mut variables, mut told) = (Vec::new(), Vec::new());
    for (name, text) in environment {
        match Variable::of(&name, text) {
            Some(Ok(variable)) => variables.push(variable),
            Some(Err(unknown)) => told.push(unknown),
            None => {}
        }
    }
    let mut refused = Vec::<Refused>::new();
    loop {
        let refused_before = refused.len();
        let without = |variable: &Variable| Without {
            layer: variable.clone(),
            refused: &refused,
        };
        let mut figment = Figment::from(Toml::string(defaults));
        if let Some(file) = file {
            figment = figment.merge(Without {
                layer: Toml::file_exact(file),
                refused: &refused,
            });
        }
        let all = variables.iter().map(without);
        let figment = all.fold(figment, Figment::merge);
        let error = match figment.extract() {
            Ok(settings) => {
                let nothing_is_left = |one: &Refused| {
                    let left = figment.find_value(&one.key);
                    one.entry.is_none()
                        || matches!(left, Ok(Value::Array(_, list)) if list.is_empty())
                };
                let gone = refused.iter().filter(|one| nothing_is_left(one));
                let keys = gone.map(|one| one.key.clone()).collect();
                return Ok((settings, Unread { told, keys }));
            }
            Err(error) => error,
        };
        // Each round settles a variable or leaves out a key or an entry, so it ends: the defaults have no faults.
        if let Some(variable) = wanted_as_text(&error, &mut variables) {
            variable.is_text = true;
            continue;
        }
        for mut one in error {
            let culprit = culprit_of(&mut one, &refused);
            let renamed = RENAMED.iter().find(|(key, _)| *key == culprit.key);
            told.push(renamed.map_or_else(
                || without_quotes(&one),
                |(_, sentence)| (*sentence).to_owned(),
            ));
            if !culprit.key.is_empty() && !refused.contains(&culprit) {
                refused.push(culprit);
            }
        }
        if refused.len() == refused_before {
            return Err(told);
        }
        refused.sort_by_key(|one| Reverse(one.entry));
    }
}

/// An error in words. Of a file that is no TOML without the lines that it quotes, which may hold a secret.
fn without_quotes(error: &Error) -> String {
    let told = error.to_string();
    if !error.path.is_empty() {
        return told;
    }
    let is_quote = |line: &&str| {
        let number = line.trim_start();
        number
            .trim_start_matches(|digit: char| digit.is_ascii_digit())
            .trim_start()
            .starts_with('|')
    };
    let kept: Vec<&str> = told.lines().filter(|line| !is_quote(line)).collect();
    kept.join("\n")
}

/// What an error is about; an empty key for an error of a whole file. The place in a list is counted again with
/// the entries that were left out, in the error too.
fn culprit_of(error: &mut Error, refused: &[Refused]) -> Refused {
    let mut path = error.path.clone();
    let mut sections = path.len();
    if let Kind::UnknownField(name, _) = &error.kind {
        if path.last() != Some(name) {
            path.push(name.clone());
        }
        // A name of digits is no place in a list.
        sections = path.len() - 1;
    }
    let numbers = path.iter().take(sections).enumerate();
    let mut places = numbers.filter_map(|(at, part)| Some((at, part.parse::<usize>().ok()?)));
    let Some((at, mut entry)) = places.next() else {
        return Refused {
            key: path.join("."),
            entry: None,
        };
    };
    let key = path[..at].join(".");
    let of_list = refused.iter().filter(|one| one.key == key);
    let mut left_out: Vec<usize> = of_list.filter_map(|one| one.entry).collect();
    left_out.sort_unstable();
    for before in left_out {
        if before <= entry {
            entry += 1;
        }
    }
    error.path[at] = entry.to_string();
    Refused {
        key,
        entry: Some(entry),
    }
}

/// The failing variable, when a text was expected but its value looked like another type.
fn wanted_as_text<'v>(error: &Error, variables: &'v mut [Variable]) -> Option<&'v mut Variable> {
    let keys: Vec<String> = error
        .clone()
        .into_iter()
        .filter(
            |one| matches!(&one.kind, Kind::InvalidType(_, wanted) if wanted.contains("string")),
        )
        .map(|one| one.path.join("."))
        .collect();
    variables
        .iter_mut()
        .find(|one| !one.is_text && keys.contains(&one.key))
}

#[cfg(test)]
mod tests {
    use figment::providers::{Format, Toml};
    use figment::value::{Dict, Value};
    use figment::{Profile, Provider};

    use crate::settings::{DEFAULTS, Faults, Settings};

    fn load(environment: &[(&str, &str)]) -> Result<Settings, Faults> {
        let owned = environment
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        let settings = Settings::load_with(None, owned.collect())?;
        if settings.unread.told.is_empty() {
            Ok(settings)
        } else {
            Err(Faults(settings.unread.told))
        }
    }

    #[test]
    fn a_text_takes_what_looks_like_something_else() {
        let ones = "1".repeat(64);
        let settings = load(&[
            ("SALAL_BILLING__PAYEE", "99609"),
            ("SALAL_BILLING__DATA_CENTRE", "00123"),
            ("SALAL_CLINIC__NAME", "true"),
            ("SALAL_CLINIC__PHONE", "6045550100"),
            ("SALAL_CLINIC__FAX", "[1]"),
            ("SALAL_SECRETS__MASTER_KEY", &ones),
            ("SALAL_SANDBOX__ENABLED", "false"),
            ("SALAL_SERVICES__TIMEOUTS__TOTAL_MS", "900"),
            ("SALAL_SERVICES__TELEPLAN__PASSWORD", "0012345678"),
            ("PATH", "/bin"),
            ("SALAL", "1"),
        ])
        .expect("it can be read");
        assert_eq!(settings.billing.payee, "99609");
        assert_eq!(settings.billing.data_centre, "00123");
        assert_eq!(settings.clinic.name, "true");
        assert_eq!(settings.clinic.phone, "6045550100");
        assert_eq!(settings.clinic.fax, "[1]");
        assert_eq!(settings.secrets.master_key.reveal(), ones);
        assert_eq!(settings.services.timeouts.total_ms, 900);
        assert_eq!(settings.services.teleplan.password.reveal(), "0012345678");
        assert!(!settings.sandbox.enabled);
    }

    /// Every text setting accepts digits and keeps them unchanged.
    #[test]
    fn every_text_of_the_defaults_takes_digits() {
        let data = Toml::string(DEFAULTS)
            .data()
            .expect("the defaults can be read");
        let mut texts = Vec::new();
        walk("", &data[&Profile::Default], &mut texts);
        assert!(texts.len() > 30, "{texts:?}");
        // These have a fixed format that digits do not match.
        let formed = [
            "environment",
            "mode",
            "server.log_access",
            "files.store",
            "fees.rule",
            "billing.installed",
        ];
        for key in texts.iter().filter(|key| !formed.contains(&key.as_str())) {
            let name = format!("SALAL_{}", key.to_uppercase().replace('.', "__"));
            if let Err(faults) = load(&[(name.as_str(), "0099609")]) {
                panic!("{key}: {faults}");
            }
        }
    }

    fn walk(before: &str, dict: &Dict, found: &mut Vec<String>) {
        for (key, value) in dict {
            let key = format!("{before}{key}");
            match value {
                Value::String(..) => found.push(key),
                Value::Dict(_, inner) => walk(&format!("{key}."), inner, found),
                _ => {}
            }
        }
    }

    #[test]
    fn what_is_no_number_and_what_is_no_key_are_refused() {
        let faults = load(&[("SALAL_BACKUP__DUE_HOURS", "many")]).expect_err("it is refused");
        assert!(faults.to_string().contains("due_hours"), "{faults}");
        let faults = load(&[("SALAL_BACKUP__NO_SUCH_KEY", "1")]).expect_err("it is refused");
        assert!(faults.to_string().contains("no_such_key"), "{faults}");
    }

    #[test]
    fn a_key_under_its_earlier_name_is_refused_with_the_new_one() {
        let key = "9f2c47d1ab0e63587cc2104fe9b3d5a86172f4c80b9d3e5a41e7269c8f05d3b1";
        let faults = load(&[("SALAL_SECRETS__SEALING_KEY", key)]).expect_err("it is refused");
        let told = faults.to_string();
        assert!(told.contains("is now called secrets.master_key"), "{told}");
        assert!(!told.contains(&key[..8]), "{told}");
    }

    /// A file that is no TOML is told without its lines, of which one may be a key.
    #[test]
    fn what_cannot_be_read_is_not_quoted() {
        let key = "9f2c47d1ab0e63587cc2104fe9b3d5a86172f4c80b9d3e5a41e7269c8f05d3b1";
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("settings.toml");
        for text in [
            format!("[secrets]\nmaster_key = {key}\n"),
            format!("[secrets]\nmaster_key = \"{key}\n"),
            format!("[secrets]\nmaster_key = [\"{key}\"]\n"),
        ] {
            std::fs::write(&file, &text).expect("a file");
            let faults = match Settings::load_with(file.to_str(), Vec::new()) {
                Ok(settings) => Faults(settings.faults()),
                Err(faults) => faults,
            };
            let told = faults.to_string();
            assert!(
                !told.contains(&key[..8]) && !told.is_empty(),
                "{text}: {told}"
            );
        }
    }

    // cspell:ignore enviroment modd
    #[test]
    fn a_name_that_is_no_setting_is_refused() {
        for (name, part) in [
            ("SALAL_ENVIROMENT", "`enviroment`"),
            ("SALAL_MODD", "`modd`"),
            ("salal_modd", "`modd`"),
            // The value of a section, which could be a secret.
            ("SALAL_SECRETS", "`secrets`"),
            ("SALAL_CONFIG", "`config`"),
            ("SALAL_SANDBOX_ENABLED", "SALAL_SANDBOX__ENABLED"),
            ("SALAL_DATABASE_UPLOADS", "SALAL_DATABASE__UPLOADS"),
            (
                "SALAL_SERVICES_CARDS_SECRET_KEY",
                "SALAL_SERVICES__CARDS__SECRET_KEY",
            ),
        ] {
            let faults = load(&[(name, "marked-value")]).expect_err("it is refused");
            assert_eq!(faults.0.len(), 1, "{faults}");
            let told = faults.to_string();
            for part in ["unknown key", name, part] {
                assert!(told.contains(part), "{part}: {told}");
            }
            assert!(!told.contains("marked-value"), "{told}");
        }
        let others = super::NO_SETTINGS.map(|rest| format!("SALAL_{}", rest.to_uppercase()));
        let names = others.iter().map(String::as_str);
        let mut others: Vec<(&str, &str)> = names.map(|name| (name, "1")).collect();
        others.extend([
            ("SALAL_TEST_POSTGRES", "1"),
            ("SALAL_SERVICE_HOST", "10.0.0.7"),
            ("SALAL_PORT_8080_TCP", "tcp://10.0.0.7:8080"),
        ]);
        load(&others).expect("they are no settings");
    }

    /// Unknown keys, wrong types and wrong choices of the file and of the environment, and what is wrong with the
    /// rest.
    #[test]
    fn everything_that_is_wrong_is_told_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("settings.toml");
        let text = "mode = \"both\"\nno_such_section = 1\n[backup]\ndue_hours = \"many\"\nfolders = \"x\"\n\
                    [services.fax]\nretries = 900\n[services.cards]\nsecretkey = \"x\"\n[jobs]\nundo_seconds = 61\n";
        std::fs::write(&file, text).expect("a file");
        let variables = [
            ("SALAL_LIMITS__CONNECTIONS", "-1"),
            ("SALAL_LIMITS__NO_LIMIT", "1"),
            ("SALAL_SANDBOX_ADDRESS", "127.0.0.1:9"),
        ];
        let owned = variables.map(|(name, text)| (name.to_owned(), text.to_owned()));
        let settings = Settings::load_with(file.to_str(), owned.into()).expect("it can be read");
        let faults = settings.checked().expect_err("it is refused");
        let told = faults.to_string();
        for part in [
            "both",
            "no_such_section",
            "due_hours",
            "folders",
            "retries",
            "secretkey",
            "undo_seconds",
            "connections",
            "no_limit",
            "SALAL_SANDBOX__ADDRESS",
        ] {
            assert!(told.contains(part), "{part}: {told}");
        }
        assert_eq!(faults.0.len(), 10, "each once: {told}");
    }

    /// Every entry of a list is judged by itself, every value for all that is wrong with it, and what cannot be read
    /// is not told to be missing. The sandbox, which prod refuses, supplies nothing.
    #[test]
    fn no_fault_hides_another() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("settings.toml");
        let faults_of = |text: &str| {
            std::fs::write(&file, format!("environment = \"prod\"\n{text}")).expect("a file");
            let settings = Settings::load_with(file.to_str(), Vec::new()).expect("it can be read");
            settings.faults()
        };
        let faults = faults_of(
            "[server]\npublic_url = \"http://user:pw@clinic.example/\"\n\
             trusted_proxies = [\"10.1.0.0/16\", \"banana\", \"0.0.0.0/0\", \"kiwi\", \"::/0\"]\n\
             [sandbox]\nenabled = true\n[clinic]\nphone = 5\n\
             [services.sms]\nbase = \"http://sandbox.test\"\nauth_token = 5\n[jobs]\nno_such_key = 1\n",
        );
        for part in [
            "server.public_url must begin with https://",
            "server.public_url is in every email",
            "\"banana\" is neither",
            "trusted_proxies.1",
            "\"kiwi\" is neither",
            "trusted_proxies.3",
            "server.trusted_proxies holds 0.0.0.0/0",
            "server.trusted_proxies holds ::/0",
            "sandbox.enabled must be false",
            "services.cards.secret_key is missing",
            "services.fax.access_id is missing",
            "services.sms.base must be https",
            "services.sms.base must not be the service's sandbox",
            "no_such_key",
        ] {
            let about = faults.iter().filter(|fault| fault.contains(part)).count();
            assert_eq!(about, 1, "{part}: {faults:#?}");
        }
        let not_told = [
            "must name the proxy",
            "clinic.phone must",
            "services.sms.auth_token is missing",
        ];
        for part in not_told {
            let is_told = faults.iter().any(|fault| fault.contains(part));
            assert!(!is_told, "{part}: {faults:#?}");
        }
        for (list, is_empty) in [("\"banana\"", false), ("", true)] {
            let faults = faults_of(&format!("server.trusted_proxies = [{list}]\n"));
            let is_told = faults
                .iter()
                .any(|fault| fault.contains("must name the proxy"));
            assert_eq!(is_told, is_empty, "{list}: {faults:#?}");
        }
    }
}
