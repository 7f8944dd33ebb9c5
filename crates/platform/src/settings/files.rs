// SPDX-License-Identifier: AGPL-3.0-or-later

//! The settings of uploaded files: in a folder, or in a bucket of an S3-compatible store. The secret key comes from the
//! settings, from a file or from a command, as the master key does. Not here: what `prod` refuses beyond that.

use std::net::IpAddr;

use salal_integrations::{BucketSettings, Secret};
use serde::Deserialize;

use super::{Hidden, secrets};

/// Where uploaded files are.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Files {
    pub store: StoreKind,
    pub s3: S3,
}

/// A kind of place for files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StoreKind {
    /// `database.uploads`.
    Folder,
    /// The bucket of `files.s3`.
    S3,
}

impl StoreKind {
    /// The other one, from which files are moved to this one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Folder => Self::S3,
            Self::S3 => Self::Folder,
        }
    }

    /// The word of the settings.
    pub fn word(self) -> &'static str {
        match self {
            Self::Folder => "folder",
            Self::S3 => "s3",
        }
    }
}

/// A bucket.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct S3 {
    pub endpoint: String,
    pub region: String,
    pub bucket: String,
    /// What the name of every file begins with; empty: nothing.
    pub prefix: String,
    pub access_key: String,
    pub secret_key: Hidden,
    /// A file that has it.
    pub secret_key_file: String,
    /// A program, with its arguments, that prints it.
    pub secret_key_command: Vec<String>,
    /// What the file or the command gave, or why it gave nothing.
    #[serde(skip)]
    fetched: Option<Result<Hidden, String>>,
}

impl S3 {
    /// Whether a bucket is named.
    pub fn is_named(&self) -> bool {
        !self.bucket.is_empty()
    }

    /// Reads the file or runs the command. What goes wrong is among the faults.
    pub(super) fn fetch(&mut self) {
        self.fetched = if !self.is_named() {
            None
        } else if !self.secret_key_file.is_empty() {
            Some(secrets::read_file(&self.secret_key_file))
        } else if !self.secret_key_command.is_empty() {
            Some(secrets::run(&self.secret_key_command))
        } else {
            None
        };
    }

    /// For the client; none where no bucket is named.
    pub(super) fn client(&self) -> Option<BucketSettings> {
        self.is_named().then(|| BucketSettings {
            endpoint: self.endpoint.clone(),
            region: self.region.clone(),
            bucket: self.bucket.clone(),
            prefix: self.prefix.clone(),
            access_key: self.access_key.clone(),
            secret_key: Secret::new(self.secret()),
            lock_days: None,
        })
    }

    fn secret(&self) -> &str {
        match &self.fetched {
            Some(Ok(secret)) => secret.reveal().trim(),
            Some(Err(_)) => "",
            None => self.secret_key.reveal(),
        }
    }

    /// Whether files would cross a network without TLS.
    pub(super) fn is_open(&self) -> bool {
        let Ok(url) = url::Url::parse(&self.endpoint) else {
            return false;
        };
        let is_here = match url.host() {
            Some(url::Host::Domain(name)) => name == "localhost",
            Some(url::Host::Ipv4(ip)) => IpAddr::V4(ip).is_loopback(),
            Some(url::Host::Ipv6(ip)) => IpAddr::V6(ip).is_loopback(),
            None => false,
        };
        url.scheme() != "https" && !is_here
    }
}

impl Files {
    /// What is wrong; nothing is demanded of a bucket that is not named while files are in a folder.
    pub(super) fn faults(&self) -> Vec<String> {
        if !self.s3.is_named() && self.store == StoreKind::S3 {
            return vec![
                "files.s3.bucket is missing: with files.store = \"s3\" it names the bucket"
                    .to_owned(),
            ];
        }
        self.s3.faults("files.s3")
    }
}

impl S3 {
    /// What is wrong with the section of this name; nothing where no bucket is named.
    pub(super) fn faults(&self, section: &str) -> Vec<String> {
        if !self.is_named() {
            return Vec::new();
        }
        let mut faults = Vec::new();
        let is_web = url::Url::parse(&self.endpoint).is_ok_and(|url| {
            matches!(url.scheme(), "http" | "https")
                && url.has_host()
                && url.username().is_empty()
                && url.password().is_none()
                && url.query().is_none()
        });
        if !is_web {
            faults.push(format!(
                "{section}.endpoint must be a whole address without a key, such as https://s3.ca-central-1.amazonaws.com"
            ));
        }
        if self.region.trim().is_empty() {
            faults.push(format!(
                "{section}.region must be the store’s, such as ca-central-1 (many call it us-east-1)"
            ));
        }
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        if !self.bucket.chars().all(is_plain) {
            faults.push(format!(
                "{section}.bucket must be the name of a bucket: letters, digits, - and . alone"
            ));
        }
        let is_path = |letter: char| is_plain(letter) || letter == '/';
        let has_dots = self
            .prefix
            .split('/')
            .any(|part| part == "." || part == "..");
        if !self.prefix.chars().all(is_path) || has_dots || self.prefix.contains("//") {
            faults.push(format!(
                "{section}.prefix must be empty, or letters, digits, -, _, . and / alone, such as clinic/files"
            ));
        }
        if self.access_key.is_empty() {
            faults.push(format!("{section}.access_key is missing"));
        }
        faults.extend(self.secret_fault(section));
        faults
    }

    fn secret_fault(&self, section: &str) -> Option<String> {
        let set = [
            !self.secret_key.reveal().is_empty(),
            !self.secret_key_file.is_empty(),
            !self.secret_key_command.is_empty(),
        ];
        let number = set.into_iter().filter(|is_set| *is_set).count();
        if number > 1 {
            return Some(format!(
                "{section}.secret_key, secret_key_file and secret_key_command: only one of them can say the key"
            ));
        }
        let setting = match set {
            [_, true, _] => "secret_key_file",
            [_, _, true] => "secret_key_command",
            _ => "secret_key",
        };
        match &self.fetched {
            Some(Err(why)) => Some(format!("{section}.{setting} {why}")),
            _ if self.secret().is_empty() && number == 0 => {
                Some(format!("{section}.{setting} is missing"))
            }
            _ if self.secret().is_empty() => Some(format!("{section}.{setting} gives no key")),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Settings;
    use super::*;

    fn files(change: impl FnOnce(&mut Files)) -> Files {
        let mut files = Settings::read(None).expect("the defaults are good").files;
        files.store = StoreKind::S3;
        files.s3.endpoint = "https://s3.clinic.test".into();
        files.s3.bucket = "salal".into();
        files.s3.access_key = "one".into();
        files.s3.secret_key = "two".into();
        change(&mut files);
        files.s3.fetch();
        files
    }

    #[test]
    fn each_part_of_a_bucket_is_judged_and_no_key_is_told() {
        assert_eq!(files(|_| ()).faults(), Vec::<String>::new());
        let folder = files(|one| {
            one.store = StoreKind::Folder;
            one.s3.bucket = String::new();
            one.s3.access_key = String::new();
        });
        assert_eq!(folder.faults(), Vec::<String>::new(), "nothing is named");
        type Change = fn(&mut Files);
        let wrong: [(&str, Change); 9] = [
            ("files.s3.bucket", |one| one.s3.bucket = String::new()),
            ("files.s3.bucket", |one| one.s3.bucket = "a/b".into()),
            ("files.s3.endpoint", |one| {
                one.s3.endpoint = "s3.clinic.test".into();
            }),
            ("files.s3.endpoint", |one| {
                one.s3.endpoint = "https://me:secret@s3.test".into();
            }),
            ("files.s3.region", |one| one.s3.region = " ".into()),
            ("files.s3.prefix", |one| one.s3.prefix = "../x".into()),
            ("files.s3.access_key", |one| {
                one.s3.access_key = String::new();
            }),
            ("files.s3.secret_key is", |one| {
                one.s3.secret_key = "".into();
            }),
            ("files.s3.secret_key, ", |one| {
                one.s3.secret_key_file = "/no/such".into();
            }),
        ];
        for (key, change) in wrong {
            let faults = files(change).faults();
            assert_eq!(faults.len(), 1, "{key}: {faults:?}");
            assert!(faults[0].starts_with(key), "{key}: {faults:?}");
            assert!(!faults[0].contains("two"), "{faults:?}");
        }
        let told = format!("{:?}", files(|_| ()));
        assert!(!told.contains("two"), "{told}");
    }

    #[test]
    fn the_secret_key_comes_from_a_file_or_a_command() {
        let of_command = files(|one| {
            one.s3.secret_key = "".into();
            one.s3.secret_key_command = vec!["/bin/echo".into(), "printed".into()];
        });
        assert_eq!(of_command.faults(), Vec::<String>::new());
        let client = of_command.s3.client().expect("a bucket");
        assert_eq!(client.secret_key.reveal(), "printed");
        let lost = files(|one| {
            one.s3.secret_key = "".into();
            one.s3.secret_key_file = "/no/such".into();
        });
        assert!(lost.faults()[0].contains("cannot be read from /no/such"));
    }

    #[test]
    fn only_this_machine_may_be_asked_without_tls() {
        for (endpoint, is_open) in [
            ("https://s3.clinic.test", false),
            ("http://127.0.0.1:9000", false),
            ("http://localhost:9000", false),
            ("http://[::1]:9000", false),
            ("http://10.1.2.3:9000", true),
            ("http://minio:9000", true),
        ] {
            let one = files(|one| one.s3.endpoint = endpoint.into());
            assert_eq!(one.s3.is_open(), is_open, "{endpoint}");
        }
    }
}
