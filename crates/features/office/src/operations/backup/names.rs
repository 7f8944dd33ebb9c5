// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the parts of a backup are called: keyed hashes of what they hold. Only this installation can compute them, so a
//! name tells nothing of the content, and a part that answers to its name is the one that was written.

use std::fmt;

use ring::hmac;

use crate::recipients::Recipients;
use crate::sealing::{KeyUse, MasterKey};

/// The name of a piece or a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Name([u8; 32]);

impl Name {
    #[cfg(test)]
    pub(super) fn of_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Reads a name as it is written.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).ok()?;
        Some(Self(bytes))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

/// What is named.
#[derive(Clone, Copy, Debug)]
pub(super) enum Of<'a> {
    /// A part of the database or of its log, or the names of uploaded files: by its content.
    Content(&'a [u8]),
    /// A part of an uploaded file: by its path, its size and the number of the part. A stored file never changes.
    Upload(&'a str, u64, u64),
    /// A list, by the names in it.
    List(&'a str),
}

/// Names what is encrypted to the same keys: what is encrypted to others is another thing.
#[derive(Clone)]
pub(super) struct Namer {
    key: hmac::Key,
    sign: hmac::Key,
}

impl Namer {
    /// With a master key, for those whom it is encrypted to.
    pub(super) fn new(key: &MasterKey, recipients: &[String]) -> Self {
        let hasher = key.hasher(KeyUse::Backup);
        let derived = |what: &str| {
            let derived = hasher.hash(&format!("{what}\n{}", recipients.join("\n")));
            hmac::Key::new(hmac::HMAC_SHA256, derived.as_bytes())
        };
        Self {
            key: derived("names"),
            sign: derived("manifest"),
        }
    }

    /// What something is called.
    pub(super) fn name(&self, what: Of<'_>) -> Name {
        let mut hash = hmac::Context::with_key(&self.key);
        match what {
            Of::Content(bytes) => {
                hash.update(b"content\n");
                hash.update(bytes);
            }
            Of::Upload(path, size, part) => {
                hash.update(format!("upload\n{path}\n{size}\n{part}").as_bytes());
            }
            Of::List(text) => {
                hash.update(b"list\n");
                hash.update(text.as_bytes());
            }
        }
        let mut name = [0; 32];
        name.copy_from_slice(hash.sign().as_ref());
        Name(name)
    }

    /// Says that this installation wrote something.
    pub(super) fn sign(&self, bytes: &[u8]) -> String {
        hex::encode(hmac::sign(&self.sign, bytes))
    }

    /// Whether it did.
    pub(super) fn is_signed(&self, bytes: &[u8], signature: &str) -> bool {
        let signature = hex::decode(signature).unwrap_or_default();
        hmac::verify(&self.sign, bytes, &signature).is_ok()
    }
}

/// The public keys in the form that names depend on.
pub(super) fn namer_for(key: &MasterKey, recipients: &Recipients) -> Namer {
    Namer::new(key, &recipients.names())
}
