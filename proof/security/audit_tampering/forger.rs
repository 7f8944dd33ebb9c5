// SPDX-License-Identifier: AGPL-3.0-or-later

//! What a forger makes who has read the source: lines, chains and statements in the program's own form, with keys that
//! are not the installation's, or with the key that it had before.

use rand::Rng as _;
use rand::rngs::StdRng;
use ring::hmac;
use ring::signature::{Ed25519KeyPair, KeyPair};
use salal_accounts::audit::entity::{audit, audit_seal, audit_statement};
use salal_platform::context::sha256_hex;

use super::EARLIER;
use super::log::Rows;

fn content(line: &audit::Model) -> String {
    serde_json::to_string(&(
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
    ))
    .expect("text")
}

fn mac(key: &[u8], text: &str) -> String {
    hex::encode(hmac::sign(
        &hmac::Key::new(hmac::HMAC_SHA256, key),
        text.as_bytes(),
    ))
}

/// Random hexadecimal digits.
pub(super) fn digits(number: usize, chance: &mut StdRng) -> String {
    (0..number)
        .map(|_| char::from_digit(chance.random_range(0..16), 16).expect("a digit"))
        .collect()
}

/// How a forger seals.
#[derive(Clone, Debug)]
pub(super) enum Seal {
    /// As the first version did, without a key.
    Plain,
    /// With a key of their own, under a name.
    Guessed(Vec<u8>, String),
    /// With the master key that was replaced.
    Stolen,
}

/// Whether the forger has the key of the first lines.
fn is_stolen(rows: &Rows, chance: &mut StdRng) -> bool {
    let is_rotated = rows
        .seals
        .first()
        .is_some_and(|seal| seal.key_id == Some(stolen_id()));
    is_rotated && chance.random_bool(0.6)
}

fn stolen(what: &str) -> Vec<u8> {
    hex::decode(mac(EARLIER.as_bytes(), what)).expect("digits")
}

fn stolen_id() -> String {
    let mut id = mac(&stolen("salal audit chain"), "salal key id");
    id.truncate(16);
    id
}

impl Seal {
    /// With the name of the real key, which the database says, or another one.
    pub(super) fn some(rows: &Rows, chance: &mut StdRng) -> Self {
        if is_stolen(rows, chance) {
            return Self::Stolen;
        }
        if chance.random_bool(0.3) {
            return Self::Plain;
        }
        let own = rows.seals.iter().find_map(|seal| seal.key_id.clone());
        let own = own.filter(|_| chance.random_bool(0.8));
        Self::Guessed(
            digits(64, chance).into_bytes(),
            own.unwrap_or_else(|| digits(16, chance)),
        )
    }

    pub(super) fn position(
        &self,
        before: &str,
        seq: i64,
        line: &audit::Model,
    ) -> audit_seal::Model {
        let (hash, key_id) = match self {
            Self::Plain => (
                sha256_hex(format!("{before}\n{seq}\n{}", content(line))),
                None,
            ),
            Self::Guessed(key, id) => {
                let own = mac(key, &content(line));
                (
                    mac(key, &format!("{before}\n{seq}\n{own}")),
                    Some(id.clone()),
                )
            }
            Self::Stolen => {
                let own = mac(&stolen("salal audit line"), &content(line));
                let text = format!("{before}\n{seq}\n{own}");
                (mac(&stolen("salal audit chain"), &text), Some(stolen_id()))
            }
        };
        audit_seal::Model {
            seq,
            audit_id: line.id,
            hash,
            key_id,
        }
    }

    /// A line says that the installation wrote it.
    pub(super) fn write(&self, line: &mut audit::Model) {
        line.mac = match self {
            Self::Plain => None,
            Self::Guessed(key, _) => Some(mac(key, &content(line)).chars().take(32).collect()),
            Self::Stolen => {
                let own = mac(&stolen("salal audit line"), &content(line));
                Some(own.chars().take(32).collect())
            }
        };
    }
}

/// Seals everything from a position on anew.
pub(super) fn rewrite(rows: &mut Rows, from: usize, seal: &Seal) {
    let mut before = match from.checked_sub(1).and_then(|last| rows.seals.get(last)) {
        Some(last) => last.hash.clone(),
        None => "salal audit".to_owned(),
    };
    let ids: Vec<_> = rows.seals.iter().map(|seal| seal.audit_id).collect();
    rows.seals.truncate(from);
    let mut seq = i64::try_from(from).expect("small");
    for id in ids.into_iter().skip(from) {
        let Some(line) = rows.lines.iter().find(|line| line.id == id) else {
            continue;
        };
        seq += 1;
        let one = seal.position(&before, seq, line);
        before.clone_from(&one.hash);
        rows.seals.push(one);
    }
}

/// Signs every statement anew over the chain as it is, with a key of the forger's own; those beyond its end go.
pub(super) fn sign(rows: &mut Rows, says_own_key: bool, chance: &mut StdRng) {
    let mut seed = [0_u8; 32];
    chance.fill(&mut seed);
    let is_stolen = is_stolen(rows, chance);
    if is_stolen {
        let words = sha256_hex(format!("audit head signing key\n{EARLIER}"));
        hex::decode_to_slice(words, &mut seed).expect("digits");
    }
    let pair = Ed25519KeyPair::from_seed_unchecked(&seed).expect("a key");
    let seals = rows.seals.clone();
    let mut follows = "first".to_owned();
    let mut number = 0;
    rows.statements.retain_mut(|one| {
        let Some(seal) = seals.iter().find(|seal| seal.seq == one.seq) else {
            return false;
        };
        number += 1;
        *one = audit_statement::Model {
            number,
            hash: seal.hash.clone(),
            follows: follows.clone(),
            ..one.clone()
        };
        if is_stolen && says_own_key {
            one.key_id = stolen_id();
        }
        if says_own_key {
            one.public_key = hex::encode(pair.public_key());
        }
        one.signature = hex::encode(pair.sign(words(one).as_bytes()));
        follows.clone_from(&one.signature);
        true
    });
}

fn words(one: &audit_statement::Model) -> String {
    format!(
        "salal audit statement 2\n{}\n{}\n{}\n{}\n{}\n{}\n{}",
        one.number,
        one.day.map_or("-".to_owned(), |day| day.to_string()),
        one.seq,
        one.hash,
        one.signed_at.timestamp_micros(),
        one.key_id,
        one.follows
    )
}
