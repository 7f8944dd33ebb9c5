// SPDX-License-Identifier: AGPL-3.0-or-later

//! A file of claims as one thing: in which state it may be built, sent, accepted and given back, and what the
//! service's counter says of it, is decided here in memory. `save` writes it if its state is still as it was
//! loaded. Deliberately not here: calling the service, and the lease under which one writer does (`send`).

use chrono::{DateTime, Utc};
use salal_db::{Coded, Connection, StatementBatch};
use salal_domain::fees::Cents;
use salal_formats::teleplan::claims::{Batch, LAST_SEQUENCE};
use salal_integrations::ServiceError;

use uuid::Uuid;

use super::ClaimFileState;
use super::entity::{claim, claim_file};
use super::repo::{self};
use crate::billing::claim::Claim;
use crate::billing::sealed::{self, PlanFile};
use crate::context::{Context, sha256_hex};
use crate::error::{Error, Result};

/// A file of claims.
pub(super) struct ClaimFile {
    row: claim_file::Model,
    /// As it was loaded; none if it is new.
    stored: Option<claim_file::Model>,
}

/// What the service's counter says of a file.
pub(super) enum Arrived {
    Yes,
    No,
    /// The counter has a value that this file never gives it.
    Elsewhere,
}

impl ClaimFile {
    /// A file to be built and sent, of so many bills.
    pub(super) fn queue(ctx: &Context, number: i64, bills: i64, by: Uuid) -> Self {
        let row = claim_file::Model {
            id: ctx.new_id(),
            number,
            data_centre: ctx.settings.billing.data_centre.clone(),
            state: Coded(ClaimFileState::Queued),
            first_sequence: None,
            last_sequence: None,
            records: 0,
            bills,
            amount_cents: 0,
            sealed: None,
            sha256: None,
            tid: None,
            told: None,
            created_at: ctx.now(),
            sent_at: None,
            by_person: by,
        };
        Self { row, stored: None }
    }

    /// As it was read.
    pub(super) fn of_row(row: claim_file::Model) -> Self {
        Self {
            stored: Some(row.clone()),
            row,
        }
    }

    /// A file by its id.
    pub(super) async fn load(db: &Connection, id: Uuid) -> Result<Self> {
        repo::file(db, id).await.map(Self::of_row)
    }

    /// A file by its id, locked until the end of the transaction.
    pub(super) async fn lock(tx: &Connection, id: Uuid) -> Result<Self> {
        repo::lock_file(tx, id).await.map(Self::of_row)
    }

    /// The same file as it is now, locked until the end of the transaction.
    pub(super) async fn lock_again(&self, tx: &Connection) -> Result<Self> {
        Self::lock(tx, self.row.id).await
    }

    /// Whether these are the bytes that `other` had.
    pub(super) fn has_bytes_of(&self, other: &Self) -> bool {
        self.row.sha256 == other.row.sha256
    }

    pub(super) const fn id(&self) -> Uuid {
        self.row.id
    }

    pub(super) fn state(&self) -> ClaimFileState {
        *self.row.state
    }

    pub(super) fn data_centre(&self) -> &str {
        &self.row.data_centre
    }

    pub(super) const fn amount(&self) -> Cents {
        Cents(self.row.amount_cents)
    }

    pub(super) const fn row(&self) -> &claim_file::Model {
        &self.row
    }

    /// The exact bytes.
    pub(super) fn bytes(&self, ctx: &Context) -> Result<Vec<u8>> {
        let sealed = self.row.sealed.as_deref().unwrap_or_default();
        sealed::open(ctx, PlanFile::Claims(self.row.id), sealed)
    }

    /// The last number in it, once it is built.
    pub(super) fn last_number(&self) -> Result<u32> {
        let last = self.row.last_sequence;
        last.and_then(|last| u32::try_from(last).ok())
            .ok_or_else(|| Error::broken("a built file has its numbers"))
    }

    /// There was nothing to put into it.
    pub(super) fn refuse(&mut self, why: &str) {
        self.row.state = Coded(ClaimFileState::Refused);
        self.row.told = Some(why.to_owned());
    }

    /// Its bytes are made of these claims. Returns the claims' rows, with their numbers.
    pub(super) fn build(
        &mut self,
        ctx: &Context,
        claims: &[&Claim],
        made: &Batch,
    ) -> Vec<claim::Model> {
        let amount: Cents = claims.iter().map(|claim| claim.amount()).sum();
        let row = &mut self.row;
        row.state = Coded(ClaimFileState::Built);
        row.first_sequence = Some(i64::from(made.first));
        row.last_sequence = Some(i64::from(made.last));
        row.records = i64::try_from(made.records).unwrap_or(i64::MAX);
        row.bills = i64::try_from(claims.len()).unwrap_or(i64::MAX);
        row.amount_cents = amount.0;
        row.sha256 = Some(sha256_hex(&made.bytes));
        row.sealed = Some(sealed::seal(ctx, PlanFile::Claims(row.id), &made.bytes));
        row.told = None;
        let numbered = claims.iter().zip(&made.claims);
        numbered
            .map(|(claim, (folio, sequence))| claim::Model {
                id: ctx.new_id(),
                claim_file_id: self.row.id,
                bill_id: claim.id(),
                person_id: claim.person(),
                data_centre: self.row.data_centre.clone(),
                sequence: i64::from(*sequence),
                folio: i64::from(*folio),
                amount_cents: claim.amount().0,
            })
            .collect()
    }

    /// It is about to leave.
    pub(super) fn send(&mut self) {
        self.row.state = Coded(ClaimFileState::Sending);
    }

    /// The service did not answer: it may have the file, unless nothing was sent. Of a file that was moved on
    /// meanwhile, that it may have left is never forgotten.
    pub(super) fn unanswered(&mut self, error: &ServiceError) {
        let state = if !error.nothing_happened() {
            ClaimFileState::Unknown
        } else if self.state() == ClaimFileState::Sending {
            ClaimFileState::Built
        } else {
            return;
        };
        self.row.state = Coded(state);
        self.row.told = Some("Teleplan did not answer; it will be asked again.".into());
    }

    /// Whether it is what the service committed last.
    pub(super) fn arrived(&self, committed: u32) -> Arrived {
        let first = self.row.first_sequence.unwrap_or(1);
        let before = if first <= 1 {
            i64::from(LAST_SEQUENCE)
        } else {
            first - 1
        };
        match i64::from(committed) {
            number if Some(number) == self.row.last_sequence => Arrived::Yes,
            number if number == before || (first == 1 && number == 0) => Arrived::No,
            _ => Arrived::Elsewhere,
        }
    }

    /// The service took it, under this transaction number.
    pub(super) fn accept(&mut self, at: DateTime<Utc>, transaction: Option<&str>) {
        let row = &mut self.row;
        row.state = Coded(ClaimFileState::Accepted);
        row.sent_at = Some(at);
        row.tid = transaction.map(str::to_owned);
        row.told = None;
    }

    /// Nothing of it was accepted: it is built again (queued), or ends here (refused).
    pub(super) fn give_back(&mut self, state: ClaimFileState, why: &str) {
        self.row.state = Coded(state);
        self.row.told = Some(why.to_owned());
    }

    /// Adds a new file to what is to be written.
    pub(super) fn save_with(&self, writes: &mut StatementBatch) {
        repo::add_file(writes, self.row.clone());
    }

    /// Writes what changed, if its state is still as it was loaded; otherwise false.
    pub(super) async fn save(&mut self, tx: &Connection) -> Result<bool> {
        let Some(stored) = &self.stored else {
            return Err(Error::broken("a new file of claims is added, not changed"));
        };
        if self.row == *stored {
            return Ok(true);
        }
        if !repo::update_file(tx, stored, self.row.clone()).await? {
            return Ok(false);
        }
        self.stored = Some(self.row.clone());
        Ok(true)
    }
}
