// SPDX-License-Identifier: AGPL-3.0-or-later

//! Settings from environment variables. Variables are text, and the expected type is known only when the
//! setting is parsed: `99609` is a number for a port and a text for a payee. Each value is first parsed as
//! what it looks like; where a text is expected, the original text is used, including leading zeros.

use figment::error::{Error, Kind};
use figment::providers::{Format, Toml};
use figment::util::nest;
use figment::value::{Dict, Map, Value};
use figment::{Figment, Metadata, Profile, Provider};
use serde::de::DeserializeOwned;

const PREFIX: &str = "SALAL_";

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
    /// `SALAL_<SECTION>__<KEY>`, and `SALAL_DATABASE_URL`, `SALAL_ENVIRONMENT` and `SALAL_MODE`; other
    /// variables are ignored.
    fn of(name: &str, text: String) -> Option<Self> {
        let (prefix, rest) = name.split_at_checked(PREFIX.len())?;
        if !prefix.eq_ignore_ascii_case(PREFIX) {
            return None;
        }
        let rest = rest.to_lowercase();
        let key = match rest.as_str() {
            "database_url" => "database.url".to_owned(),
            "environment" | "mode" => rest,
            _ if rest.contains("__") => rest.replace("__", "."),
            _ => return None,
        };
        Some(Self {
            key,
            text,
            is_text: false,
        })
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

/// The environment of this process; values that are not valid text are ignored.
pub fn of_process() -> Vec<(String, String)> {
    std::env::vars_os()
        .filter_map(|(name, text)| Some((name.into_string().ok()?, text.into_string().ok()?)))
        .collect()
}

/// A layer without the keys that were refused.
struct Without<'a, P> {
    layer: P,
    refused: &'a [String],
}

impl<P: Provider> Provider for Without<'_, P> {
    fn metadata(&self) -> Metadata {
        self.layer.metadata()
    }

    fn data(&self) -> Result<Map<Profile, Dict>, Error> {
        let mut data = self.layer.data()?;
        for dict in data.values_mut() {
            for key in self.refused {
                leave_out(dict, key);
            }
        }
        Ok(data)
    }
}

/// Removes a key, or the list in which it is.
fn leave_out(dict: &mut Dict, key: &str) {
    let (first, rest) = key
        .split_once('.')
        .map_or((key, None), |(a, b)| (a, Some(b)));
    match (dict.get_mut(first), rest) {
        (Some(Value::Dict(_, inner)), Some(rest)) => leave_out(inner, rest),
        _ => {
            dict.remove(first);
        }
    }
}

/// Extracts the settings from the defaults, the file and the environment. When a value fails because a text is
/// expected, it is used as text and the extraction is repeated. Whatever else fails (an unknown key, a wrong type,
/// a wrong choice) is noted and left out, and the rest is extracted again: the list is of everything, and the
/// settings are what would hold without it. No settings if the file itself cannot be read.
pub(super) fn extract<T: DeserializeOwned>(
    defaults: &str,
    file: Option<&str>,
    environment: Vec<(String, String)>,
) -> (Option<T>, Vec<String>) {
    let mut variables: Vec<Variable> = environment
        .into_iter()
        .filter_map(|(name, text)| Variable::of(&name, text))
        .collect();
    let (mut refused, mut told) = (Vec::<String>::new(), Vec::new());
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
        let error = match all.fold(figment, Figment::merge).extract() {
            Ok(settings) => return (Some(settings), told),
            Err(error) => error,
        };
        // Each round settles a variable or leaves out a key, so it ends.
        if let Some(variable) = wanted_as_text(&error, &mut variables) {
            variable.is_text = true;
            continue;
        }
        for one in error {
            let key = key_of(&one);
            told.push(one.to_string());
            if !key.is_empty() && !refused.contains(&key) {
                refused.push(key);
            }
        }
        if refused.len() == refused_before {
            return (None, told);
        }
    }
}

/// The key that an error is about; empty for an error of a whole file.
fn key_of(error: &Error) -> String {
    let mut path = error.path.clone();
    if let Kind::UnknownField(name, _) = &error.kind
        && path.last() != Some(name)
    {
        path.push(name.clone());
    }
    path.join(".")
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
        Settings::load_with(None, owned.collect())
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
            ("SALAL_SECRETS__SEALING_KEY", &ones),
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
        assert_eq!(settings.secrets.sealing_key.reveal(), ones);
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
        let formed = ["environment", "mode", "fees.rule", "billing.installed"];
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
        ];
        let owned = variables.map(|(name, text)| (name.to_owned(), text.to_owned()));
        let faults = Settings::load_with(file.to_str(), owned.into()).expect_err("it is refused");
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
        ] {
            assert!(told.contains(part), "{part}: {told}");
        }
        assert_eq!(faults.0.len(), 9, "each once: {told}");
    }
}
