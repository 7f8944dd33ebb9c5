// SPDX-License-Identifier: AGPL-3.0-or-later

//! Encrypts to public keys of `age` (<https://age-encryption.org/v1>), so that who makes backups cannot read them, and
//! decrypts with the private keys. Not here: who keeps those, and what is encrypted.

use std::io::{self, Read, Write};
use std::iter;
use std::path::Path;
use std::str::FromStr;

use age::x25519;

/// Those who can read what is encrypted; nobody is meant by an empty list: then nothing is encrypted.
#[derive(Clone)]
pub struct Recipients(Vec<x25519::Recipient>);

/// Why something does not open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecrypted {
    /// It was encrypted to others.
    OtherKey,
    /// It was changed, or is not what it is taken for.
    Strange,
}

impl Recipients {
    /// Reads public keys, `age1…`; for each that is none, its place in the list.
    pub fn read(keys: &[String]) -> Result<Self, Vec<usize>> {
        let read: Vec<_> = keys
            .iter()
            .map(|key| x25519::Recipient::from_str(key.trim()))
            .collect();
        let wrong = read.iter().enumerate().filter(|(_, key)| key.is_err());
        let wrong: Vec<usize> = wrong.map(|(place, _)| place + 1).collect();
        if wrong.is_empty() {
            Ok(Self(read.into_iter().flatten().collect()))
        } else {
            Err(wrong)
        }
    }

    /// Whether nothing is encrypted.
    pub fn is_nobody(&self) -> bool {
        self.0.is_empty()
    }

    /// The public keys, in one order however they were given.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Encrypts bytes to all of them.
    pub fn encrypt(&self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let to = self.0.iter().map(|one| one as &dyn age::Recipient);
        let encryptor = age::Encryptor::with_recipients(to).map_err(io::Error::other)?;
        let mut sealed = Vec::with_capacity(bytes.len() + 512);
        let mut writer = encryptor.wrap_output(&mut sealed)?;
        writer.write_all(bytes)?;
        writer.finish()?;
        Ok(sealed)
    }
}

/// A file of private keys could not be used.
#[derive(Debug, thiserror::Error)]
pub enum NoIdentity {
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(#[from] io::Error),
    /// A line is no key.
    #[error("line {0} is no private key of age (AGE-SECRET-KEY-1…)")]
    NoKey(usize),
    /// It was encrypted itself.
    #[error(
        "the file is encrypted itself: decrypt it first, such as with age --decrypt, into a file that is deleted afterwards"
    )]
    Encrypted,
    /// There is none.
    #[error("there is no private key in it (AGE-SECRET-KEY-1…)")]
    Empty,
}

/// Private keys. They do not print.
#[derive(Clone, Default)]
pub struct Identities(Vec<x25519::Identity>);

impl Identities {
    /// Reads a file as `age-keygen` writes it.
    pub fn read(file: &Path) -> Result<Self, NoIdentity> {
        Self::parse(&String::from_utf8_lossy(&std::fs::read(file)?))
    }

    fn parse(text: &str) -> Result<Self, NoIdentity> {
        if text.starts_with("age-encryption.org/") || text.starts_with("-----BEGIN AGE") {
            return Err(NoIdentity::Encrypted);
        }
        let mut keys = Vec::new();
        for (place, line) in text.lines().map(str::trim).enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let key = x25519::Identity::from_str(line).map_err(|_| NoIdentity::NoKey(place + 1))?;
            keys.push(key);
        }
        if keys.is_empty() {
            return Err(NoIdentity::Empty);
        }
        Ok(Self(keys))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Decrypts what was encrypted to any of them.
    pub fn decrypt(&self, sealed: &[u8]) -> Result<Vec<u8>, Undecrypted> {
        let with = self.0.iter().map(|one| one as &dyn age::Identity);
        let strange = |_| Undecrypted::Strange;
        let opened = age::Decryptor::new_buffered(sealed)
            .map_err(strange)?
            .decrypt(with);
        let mut reader = match opened {
            Ok(reader) => reader,
            Err(age::DecryptError::NoMatchingKeys) => return Err(Undecrypted::OtherKey),
            Err(error) => return Err(strange(error)),
        };
        let mut bytes = Vec::with_capacity(sealed.len());
        reader
            .read_to_end(&mut bytes)
            .map_err(|_| Undecrypted::Strange)?;
        Ok(bytes)
    }
}

/// A new key pair: the public key, and the file of the private one.
pub fn new_pair() -> (String, String) {
    use age::secrecy::ExposeSecret;
    let identity = x25519::Identity::generate();
    let public = identity.to_public().to_string();
    let secret = identity.to_string();
    let lines = [
        format!("# public key: {public}"),
        secret.expose_secret().to_owned(),
    ];
    let file = lines.into_iter().chain(iter::once(String::new()));
    let file: Vec<String> = file.collect();
    (public, file.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_the_private_key_reads_it_and_nobody_else() {
        let (public, private) = new_pair();
        let (_, other) = new_pair();
        let to = Recipients::read(&[public]).expect("a public key");
        let sealed = to.encrypt(b"a name").unwrap();
        assert!(sealed.starts_with(b"age-encryption.org/v1\n"));
        let own = Identities::parse(&private).expect("a private key");
        assert_eq!(own.decrypt(&sealed).as_deref(), Ok(&b"a name"[..]));
        let other = Identities::parse(&other).expect("a private key");
        assert_eq!(other.decrypt(&sealed), Err(Undecrypted::OtherKey));
        let mut changed = sealed;
        *changed.last_mut().unwrap() ^= 1;
        assert_eq!(own.decrypt(&changed), Err(Undecrypted::Strange));
    }

    #[test]
    fn what_is_no_key_is_named_by_its_place() {
        let (public, _) = new_pair();
        let keys = [public, "age1banana".to_owned(), String::new()];
        assert_eq!(Recipients::read(&keys).err(), Some(vec![2, 3]));
        let told = |text: &str| Identities::parse(text).err().unwrap().to_string();
        assert!(told("# a comment\n\nAGE-SECRET-KEY-1BANANA").contains("line 3"));
        assert!(told("# a comment\n").contains("no private key"));
        assert!(told("age-encryption.org/v1\n-> X").contains("encrypted itself"));
    }
}
