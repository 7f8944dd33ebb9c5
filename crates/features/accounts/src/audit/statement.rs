// SPDX-License-Identifier: AGPL-3.0-or-later

//! What is signed of the chain, and kept outside the installation: the head of a day, or an anchor in between. Each
//! statement is numbered and holds the signature of the one before. Pure functions: when one is signed is in `sign`,
//! where it goes in `publish` and `folder`.

use chrono::{DateTime, NaiveDate, Utc};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use serde::{Deserialize, Serialize};

use super::entity::{audit_head, audit_statement};

/// What the first statement follows.
pub(super) const FIRST: &str = "first";

/// A signed statement, as it is kept outside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signed {
    /// Absent in the heads of earlier versions, as are the other optional fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
    /// The clinic's day that it closes; absent in an anchor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<NaiveDate>,
    /// The position of the last line.
    pub seq: i64,
    /// The hash at that position.
    pub hash: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed_at: Option<DateTime<Utc>>,
    /// The key of the chain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_id: Option<String>,
    /// The signature of the statement before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follows: Option<String>,
    /// Ed25519 over all of the above, hexadecimal.
    pub signature: String,
    /// Hexadecimal.
    pub public_key: String,
}

impl From<&audit_head::Model> for Signed {
    fn from(row: &audit_head::Model) -> Self {
        Self {
            number: None,
            day: Some(row.day),
            seq: row.seq,
            hash: row.hash.clone(),
            signed_at: None,
            key_id: None,
            follows: None,
            signature: row.signature.clone(),
            public_key: row.public_key.clone(),
        }
    }
}

impl From<&audit_statement::Model> for Signed {
    fn from(row: &audit_statement::Model) -> Self {
        Self {
            number: Some(row.number),
            day: row.day,
            seq: row.seq,
            hash: row.hash.clone(),
            signed_at: Some(row.signed_at),
            key_id: Some(row.key_id.clone()),
            follows: Some(row.follows.clone()),
            signature: row.signature.clone(),
            public_key: row.public_key.clone(),
        }
    }
}

impl Signed {
    /// What it is called in a sentence.
    pub(super) fn name(&self) -> String {
        let kept = self.number.map_or(String::new(), |n| format!(" ({n})"));
        match (self.day, self.signed_at) {
            (Some(day), _) => format!("The head of {day}{kept}"),
            (None, Some(at)) => format!("The anchor of {}{kept}", at.format("%Y-%m-%d %H:%M UTC")),
            (None, None) => format!("An anchor{kept}"),
        }
    }

    /// The words that are signed: of an earlier version if it has no number.
    fn words(&self) -> String {
        let day = self.day.map_or("-".to_owned(), |day| day.to_string());
        let Some(number) = self.number else {
            return format!("salal audit head\n{day}\n{}\n{}", self.seq, self.hash);
        };
        let at = self.signed_at.map_or(0, |at| at.timestamp_micros());
        let text = |part: &Option<String>| part.clone().unwrap_or_default();
        format!(
            "salal audit statement 2\n{number}\n{day}\n{}\n{}\n{at}\n{}\n{}",
            self.seq,
            self.hash,
            text(&self.key_id),
            text(&self.follows),
        )
    }

    /// Whether this installation signed it.
    pub(super) fn is_ours(&self, own_key: &str) -> bool {
        let (Ok(key), Ok(signature)) = (hex::decode(own_key), hex::decode(&self.signature)) else {
            return false;
        };
        self.public_key == own_key
            && UnparsedPublicKey::new(&ED25519, key)
                .verify(self.words().as_bytes(), &signature)
                .is_ok()
    }
}

/// The statements of a file that was kept elsewhere: one, or one a line.
pub fn read_kept(text: &str) -> std::result::Result<Vec<Signed>, String> {
    if let Ok(one) = serde_json::from_str(text) {
        return Ok(vec![one]);
    }
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| serde_json::from_str(line).map_err(|error| error.to_string()))
        .collect()
}

/// The place in the chain that is signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) seq: i64,
    pub(super) hash: String,
}

/// The installation's key for statements, derived from a master key, so that there is only one secret.
pub(super) struct Signer(Ed25519KeyPair);

impl Signer {
    pub(super) fn new(seed: &[u8; 32]) -> Self {
        let pair = Ed25519KeyPair::from_seed_unchecked(seed);
        Self(pair.expect("a seed has 32 bytes"))
    }

    /// Hexadecimal.
    pub(super) fn public_key(&self) -> String {
        hex::encode(self.0.public_key())
    }

    /// The next statement.
    pub(super) fn sign(
        &self,
        key_id: &str,
        number: i64,
        follows: &str,
        day: Option<NaiveDate>,
        place: &Place,
        now: DateTime<Utc>,
    ) -> audit_statement::Model {
        let mut row = audit_statement::Model {
            number,
            day,
            seq: place.seq,
            hash: place.hash.clone(),
            signed_at: now,
            key_id: key_id.to_owned(),
            follows: follows.to_owned(),
            signature: String::new(),
            public_key: self.public_key(),
        };
        let words = Signed::from(&row).words();
        row.signature = hex::encode(self.0.sign(words.as_bytes()));
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made by the first version: its words and its key stay good.
    fn earlier(signer: &Signer) -> Signed {
        let mut head = Signed {
            number: None,
            day: NaiveDate::from_ymd_opt(2026, 11, 20),
            seq: 7,
            hash: "ab".into(),
            signed_at: None,
            key_id: None,
            follows: None,
            signature: String::new(),
            public_key: signer.public_key(),
        };
        let words = "salal audit head\n2026-11-20\n7\nab";
        head.signature = hex::encode(signer.0.sign(words.as_bytes()));
        head
    }

    #[test]
    fn a_head_of_an_earlier_version_is_good_for_its_words_and_its_key_only() {
        let signer = Signer::new(&[1; 32]);
        let (head, own) = (earlier(&signer), signer.public_key());
        assert!(head.is_ours(&own));
        let text = serde_json::to_string(&head).expect("text");
        let read: Signed = serde_json::from_str(&text).expect("a head");
        assert_eq!(read, head);
        let moved = Signed {
            seq: 8,
            ..head.clone()
        };
        assert!(!moved.is_ours(&own));
        let other = Signer::new(&[2; 32]).public_key();
        assert!(!head.is_ours(&other));
        assert!(!head.is_ours("no key"));
    }
}
