// SPDX-License-Identifier: AGPL-3.0-or-later

//! The hash chain of the audit log, and the signature of a day's head. Pure functions: storing and publishing
//! are in `seal`, checking in `verify`.

use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};

use super::entity::audit;
use crate::context::sha256_hex;
use crate::error::{Error, Result};

/// The start value of the chain.
pub(super) const BEGINNING: &str = "salal audit";

/// The hash of an entry at its position: SHA-256 over the previous hash, the position, and the content.
pub(super) fn hash(before: &str, seq: i64, line: &audit::Model) -> Result<String> {
    // JSON, so that different entries never give the same text; in microseconds, the precision of both
    // engines.
    let content = serde_json::to_string(&(
        line.id,
        line.at.timestamp_micros(),
        line.actor,
        &line.actor_role,
        line.patient,
        &line.action,
        &line.object_kind,
        &line.object_id,
        &line.ip,
        &line.request_id,
    ))?;
    Ok(sha256_hex(format!("{before}\n{seq}\n{content}")))
}

/// The statement signed for a day.
pub(super) fn statement(day: chrono::NaiveDate, seq: i64, hash: &str) -> String {
    format!("salal audit head\n{day}\n{seq}\n{hash}")
}

/// The deployment's key for signing heads, derived from the sealing key, so that there is only one secret.
pub(super) struct Signer(Ed25519KeyPair);

impl Signer {
    pub(super) fn new(sealing_key: &str) -> Result<Self> {
        let seed = sha256_hex(format!("audit head signing key\n{sealing_key}"));
        let seed = hex::decode(seed).map_err(Error::broken)?;
        let pair = Ed25519KeyPair::from_seed_unchecked(&seed)
            .map_err(|_| Error::broken("the audit's signing key"))?;
        Ok(Self(pair))
    }

    /// Hexadecimal.
    pub(super) fn public_key(&self) -> String {
        hex::encode(self.0.public_key())
    }

    /// Hexadecimal.
    pub(super) fn sign(&self, statement: &str) -> String {
        hex::encode(self.0.sign(statement.as_bytes()))
    }
}

/// Whether a statement has a valid signature of the key; both hexadecimal.
pub(super) fn signed(public_key: &str, statement: &str, signature: &str) -> bool {
    let (Ok(key), Ok(signature)) = (hex::decode(public_key), hex::decode(signature)) else {
        return false;
    };
    UnparsedPublicKey::new(&ED25519, key)
        .verify(statement.as_bytes(), &signature)
        .is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_good_for_its_words_and_its_key_only() {
        let signer = Signer::new("aa").expect("a key");
        let day = chrono::NaiveDate::from_ymd_opt(2026, 11, 20).expect("a day");
        let words = statement(day, 7, "ab");
        let signature = signer.sign(&words);
        assert!(signed(&signer.public_key(), &words, &signature));
        assert!(!signed(
            &signer.public_key(),
            &statement(day, 8, "ab"),
            &signature
        ));
        let other = Signer::new("ab").expect("a key").public_key();
        assert!(!signed(&other, &words, &signature));
        assert!(!signed("no key", &words, "no signature"));
    }
}
