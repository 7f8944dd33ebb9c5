// SPDX-License-Identifier: AGPL-3.0-or-later

//! The hashes of the audit log: of a line, which says that this installation wrote it, and of its position in the
//! chain. Both need a key that is not in the database. Pure functions: storing is in `seal`, checking in `walk`, and
//! which key is whose in `keys`.

use serde::{Deserialize, Serialize};

use super::entity::{audit, audit_seal};
use super::statement::Signer;
use crate::sealing::{KeyUse, KeyedHasher, MasterKey};

/// The start value of the chain.
pub(super) const BEGINNING: &str = "salal audit";

/// The digits of a line's own hash that are stored with it: 128 bits.
const MAC: usize = 32;

/// Where a key ended that another one replaced, and what was signed up to there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Until {
    /// Its last position, and the hash there.
    pub(super) seq: i64,
    pub(super) hash: String,
    /// The number and the signature of the last statement.
    pub(super) signed: Option<(i64, String)>,
}

/// The keys of the audit that belong to one master key.
pub(super) struct Keys {
    pub(super) line: KeyedHasher,
    pub(super) chain: KeyedHasher,
    /// What the key of the chain is called.
    pub(super) id: String,
    /// Of its statements, hexadecimal.
    pub(super) public_key: String,
    /// `None` for a key of which only what verifies is kept.
    pub(super) signer: Option<Signer>,
    /// Where it ended, if it was replaced.
    pub(super) until: Option<Until>,
}

impl Keys {
    pub(super) fn of_master(master: &MasterKey) -> Self {
        let signer = Signer::new(&master.signing_seed());
        let (line, chain) = (
            master.hasher(KeyUse::AuditLine),
            master.hasher(KeyUse::AuditChain),
        );
        Self {
            id: chain.key_id(),
            line,
            chain,
            public_key: signer.public_key(),
            signer: Some(signer),
            until: None,
        }
    }

    /// A key of which only what verifies is kept.
    pub(super) fn kept(line: [u8; 32], chain: [u8; 32], public_key: String) -> Self {
        let chain = KeyedHasher::from_key(chain);
        Self {
            id: chain.key_id(),
            line: KeyedHasher::from_key(line),
            chain,
            public_key,
            signer: None,
            until: None,
        }
    }

    /// The last position that it can have sealed.
    pub(super) fn rank(&self) -> i64 {
        self.until.as_ref().map_or(i64::MAX, |until| until.seq)
    }

    /// A new line with what says that this installation wrote it.
    pub(super) fn written(&self, mut line: audit::Model) -> audit::Model {
        line.mac = Some(self.mac(&line));
        line
    }

    fn mac(&self, line: &audit::Model) -> String {
        let mut mac = self.line.hash(&content(line));
        mac.truncate(MAC);
        mac
    }

    /// Judges a line, and hashes it at its position in the chain.
    pub(super) fn sealed(&self, before: &str, seq: i64, line: &audit::Model) -> (Writer, String) {
        let own = self.line.hash(&content(line));
        let writer = match line.mac.as_deref() {
            Some(mac) if own.get(..MAC) == Some(mac) => Writer::Us,
            _ => Writer::Other,
        };
        (writer, self.chain.hash(&format!("{before}\n{seq}\n{own}")))
    }

    /// Who wrote a line that has no position yet.
    pub(super) fn writer(&self, line: &audit::Model) -> Writer {
        match line.mac.as_deref() {
            Some(mac) if self.mac(line) == mac => Writer::Us,
            _ => Writer::Other,
        }
    }

    /// A position of the chain.
    pub(super) fn seal(&self, before: &str, seq: i64, line: &audit::Model) -> audit_seal::Model {
        audit_seal::Model {
            seq,
            audit_id: line.id,
            hash: self.sealed(before, seq, line).1,
            key_id: Some(self.id.clone()),
        }
    }
}

/// Who wrote a line, by what it says itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writer {
    Us,
    /// Somebody else, or an earlier version of the program, whose lines say nothing of it.
    Other,
}

/// A line as JSON, so that different lines never give the same text; in microseconds, the precision of both engines.
fn content(line: &audit::Model) -> String {
    let fields = (
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
    );
    serde_json::to_string(&fields).expect("texts, numbers and ids are JSON")
}
