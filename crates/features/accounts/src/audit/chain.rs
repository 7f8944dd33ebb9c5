// SPDX-License-Identifier: AGPL-3.0-or-later

//! The hashes of the audit log: of a line, which says that this installation wrote it, and of its position in the
//! chain. Both need a key that is not in the database. Pure functions: storing is in `seal`, checking in `walk`, and
//! which key is whose in `keys`.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::entity::{audit, audit_seal};
use super::statement::Signer;
use crate::sealing::{KeyUse, KeyedHasher, MasterKey};

/// The start value of the chain.
pub(super) const BEGINNING: &str = "salal audit";

/// The digits of a line's own hash that are stored with it: 128 bits.
pub(super) const MAC: usize = 32;

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

    /// The hash of a position, from that of the one before and of the line itself; the text is only room to write in.
    pub(super) fn position(
        &self,
        before: &[u8],
        seq: i64,
        own: &[u8; 64],
        text: &mut Vec<u8>,
    ) -> [u8; 64] {
        text.clear();
        text.extend_from_slice(before);
        text.push(b'\n');
        text.extend_from_slice(seq.to_string().as_bytes());
        text.push(b'\n');
        text.extend_from_slice(own);
        self.chain.digits(text)
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

/// What of a line is hashed.
pub(super) struct Content<'a> {
    pub(super) id: Uuid,
    pub(super) at: DateTime<Utc>,
    pub(super) actor: Option<Uuid>,
    pub(super) actor_role: &'a str,
    pub(super) patient: Option<Uuid>,
    pub(super) action: &'a str,
    pub(super) object_kind: Option<&'a str>,
    pub(super) object_id: Option<&'a str>,
    pub(super) ip: &'a str,
    pub(super) request_id: &'a str,
}

impl Content<'_> {
    /// As JSON, so that different lines never give the same text; in microseconds, the precision of both engines.
    pub(super) fn write(&self, text: &mut Vec<u8>) {
        let fields = (
            self.id,
            self.at.timestamp_micros(),
            self.actor,
            self.actor_role,
            self.patient,
            self.action,
            self.object_kind,
            self.object_id,
            self.ip,
            self.request_id,
        );
        serde_json::to_writer(text, &fields).expect("texts, numbers and ids are JSON");
    }
}

fn content(line: &audit::Model) -> String {
    let mut text = Vec::new();
    let content = Content {
        id: line.id,
        at: line.at,
        actor: line.actor,
        actor_role: &line.actor_role,
        patient: line.patient,
        action: &line.action,
        object_kind: line.object_kind.as_deref(),
        object_id: line.object_id.as_deref(),
        ip: &line.ip,
        request_id: &line.request_id,
    };
    content.write(&mut text);
    String::from_utf8(text).expect("JSON is a text")
}
