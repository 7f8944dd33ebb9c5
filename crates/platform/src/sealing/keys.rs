// SPDX-License-Identifier: AGPL-3.0-or-later

//! The master keys of a process, and the keys that are derived from them by HMAC, one for each use. What a key is
//! called tells nothing of it.

use std::sync::Arc;

use hmac::{Hmac, Mac};
use rand::RngCore;
use sha2::{Digest, Sha256};

use crate::context::Context;
use crate::settings::Settings;

/// The digits of a key's name.
pub(super) const KEY_ID: usize = 16;

/// What a derived key is for. A key never serves two uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyUse {
    /// The payloads of jobs while they wait.
    JobPayload,
    /// The secrets of the staff's authenticators.
    Authenticator,
    /// Files to and from the provincial plan.
    PlanFile,
    /// The clinic's password at the plan.
    PlanPassword,
    /// Somebody's login to the province's drug information, which their page keeps.
    PharmaNet,
    /// The keys by which a job is queued only once, where they name an address.
    JobKey,
    /// Six digits that were sent to somebody: without a key, all of them are tried in a second.
    OneTimeCode,
    /// Links that a password is set with, and the addresses they were asked for.
    Recovery,
    /// The keys by which attempts are counted, which name addresses.
    Guard,
    /// What a request was, beside its answer: it may hold a password.
    Request,
    /// What a read opened, in the audit, where it is no id.
    Opened,
    /// That a line of the audit was written by this installation.
    AuditLine,
    /// The order of the lines of the audit.
    AuditChain,
    /// What the audit needs of a master key that was replaced.
    AuditKey,
    /// What the parts of a backup are called, and that this installation made it.
    Backup,
}

impl KeyUse {
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::JobPayload => "salal job payload",
            Self::Authenticator => "salal authenticator",
            Self::PlanFile => "salal plan file",
            Self::PlanPassword => "salal plan password",
            Self::PharmaNet => "salal pharmanet credentials",
            Self::JobKey => "salal job key",
            Self::OneTimeCode => "salal one-time code",
            Self::Recovery => "salal recovery",
            Self::Guard => "salal guard",
            Self::Request => "salal request",
            Self::Opened => "salal opened",
            Self::AuditLine => "salal audit line",
            Self::AuditChain => "salal audit chain",
            Self::AuditKey => "salal audit key",
            Self::Backup => "salal backup",
        }
    }
}

/// HMAC-SHA-256.
fn mac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let mut mac =
        <Hmac<Sha256> as Mac>::new_from_slice(key).expect("HMAC takes a key of any length");
    mac.update(message);
    mac.finalize().into_bytes().into()
}

/// A master key. It does not print.
pub struct MasterKey {
    /// As it was given: earlier versions derived the audit's signing key from that.
    given: String,
    /// In lower case: hexadecimal digits mean the same in either case.
    folded: String,
    id: String,
}

impl MasterKey {
    fn new(given: &str) -> Self {
        let folded = given.to_ascii_lowercase();
        let mut id = hex::encode(mac(folded.as_bytes(), b"salal master key id"));
        id.truncate(KEY_ID);
        Self {
            given: given.to_owned(),
            folded,
            id,
        }
    }

    /// What it is called: 16 hexadecimal digits, which tell nothing of it.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The key of a use.
    pub(super) fn derived(&self, what: KeyUse) -> [u8; 32] {
        mac(self.folded.as_bytes(), what.label().as_bytes())
    }

    /// The keyed hash of a use.
    pub fn hasher(&self, what: KeyUse) -> KeyedHasher {
        KeyedHasher::from_key(self.derived(what))
    }

    /// The seed of the key that the audit's statements are signed with.
    pub fn signing_seed(&self) -> [u8; 32] {
        // In the words of the first version, or its signatures would not be ours.
        let seed = hex::encode(Sha256::digest(format!(
            "audit head signing key\n{}",
            self.given
        )));
        let mut bytes = [0_u8; 32];
        hex::decode_to_slice(seed, &mut bytes).expect("a digest has 32 bytes");
        bytes
    }

    /// The 32 bytes, which earlier versions encrypted with.
    pub(super) fn bytes(&self) -> Option<[u8; 32]> {
        let mut bytes = [0_u8; 32];
        hex::decode_to_slice(&self.folded, &mut bytes).ok()?;
        Some(bytes)
    }

    /// The fingerprint of a request as earlier versions made it.
    pub(crate) fn earlier_fingerprint(&self, text: &str) -> String {
        hex::encode(Sha256::digest(format!("{} {text}", self.given)))
    }
}

/// A fresh key, as 64 hexadecimal digits.
pub fn new_master_key() -> String {
    let mut bytes = [0_u8; 32];
    rand::rng().fill_bytes(&mut bytes);
    hex::encode(bytes)
}

/// The master keys of a process.
pub struct Keyring(Vec<MasterKey>);

impl Keyring {
    /// The keys of the settings, read once in a process.
    pub fn of(ctx: &Context) -> Arc<Self> {
        ctx.get_or_init(|| Self::new(ctx.settings.secrets.master_keys()))
    }

    /// The master keys of settings, before there is a database.
    pub fn of_settings(settings: &Settings) -> Self {
        Self::new(settings.secrets.master_keys())
    }

    pub(super) fn new<'a>(keys: impl Iterator<Item = &'a str>) -> Self {
        Self(keys.map(MasterKey::new).collect())
    }

    /// All of them, the one that seals first.
    pub fn all(&self) -> &[MasterKey] {
        &self.0
    }

    /// The one that seals.
    ///
    /// # Panics
    ///
    /// Without any; settings that name none are refused.
    pub fn first(&self) -> &MasterKey {
        self.0.first().expect("settings without a key are refused")
    }
}

/// The keyed hash of one use, for many texts: the key is derived once.
#[derive(Clone)]
pub struct KeyedHasher {
    key: [u8; 32],
    hmac: ring::hmac::Key,
}

impl KeyedHasher {
    /// With a key that was derived before.
    pub fn from_key(key: [u8; 32]) -> Self {
        Self {
            key,
            hmac: ring::hmac::Key::new(ring::hmac::HMAC_SHA256, &key),
        }
    }

    /// The derived key, to be sealed.
    pub fn key(&self) -> &[u8; 32] {
        &self.key
    }

    /// As 64 hexadecimal digits.
    pub fn hash(&self, text: &str) -> String {
        hex::encode(ring::hmac::sign(&self.hmac, text.as_bytes()))
    }

    /// As 64 hexadecimal digits, for many texts: nothing is allocated.
    pub fn digits(&self, text: &[u8]) -> [u8; 64] {
        let mut digits = [0; 64];
        let mac = ring::hmac::sign(&self.hmac, text);
        hex::encode_to_slice(mac, &mut digits).expect("twice as many digits as bytes");
        digits
    }

    /// What the key is called beside what was made with it. It tells nothing of the key.
    pub fn key_id(&self) -> String {
        let mut id = self.hash("salal key id");
        id.truncate(KEY_ID);
        id
    }
}
