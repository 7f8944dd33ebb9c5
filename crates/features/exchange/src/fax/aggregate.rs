// SPDX-License-Identifier: AGPL-3.0-or-later

//! A fax as one thing: loaded once with its attempts, the copies of its subject and the clarifications, under
//! its scope and, for a change, its lock; asked to change; saved once; shown from memory. A change returns the
//! refusal of the rules, and nothing is written before the save.
//!
//! A job holds no lock while the fax service is asked: what it then records is conditional on the version
//! that it saw.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use salal_db::{Connection, StatementBatch, Transaction};
use salal_domain::fax::{AttemptOutcome, ClarificationKind, FaxNumber, FaxState};
use uuid::Uuid;

use super::covers::Cover;
use super::dto::{Clarification, FaxDetail};
use super::entity::{fax, fax_attempt, fax_clarification};
use super::repo::{self, FaxRows};
use super::send::{self, VOID};
use super::{NewFax, Newest, clarifications, copies, documents, list, numbers};
use crate::api::{Json, RequestContext, Scope};
use crate::context::{Context, sha256_hex};
use crate::error::{Error, Result};
use salal_people::people::{self, PersonRef};
use salal_platform::telemetry;

/// A fax, what belongs to it, and what is to be written.
pub(super) struct Fax {
    pub(super) row: fax::Model,
    parts: FaxRows,
    names: HashMap<Uuid, PersonRef>,
    stored: fax::Model,
    writes: StatementBatch,
}

impl Fax {
    /// Loads a fax within scope, with the names of everyone it mentions, and of `me`.
    pub(super) async fn load(
        db: &Connection,
        ctx: &Context,
        scope: &Scope,
        id: Uuid,
        me: Option<Uuid>,
    ) -> Result<Self> {
        let mut fax = Self::load_without_names(db, ctx, scope, id).await?;
        fax.load_names(db, me).await?;
        Ok(fax)
    }

    /// Locks a fax for the rest of the transaction, and loads it.
    pub(super) async fn lock(
        tx: &Transaction,
        ctx: &Context,
        scope: &Scope,
        id: Uuid,
        me: Option<Uuid>,
    ) -> Result<Self> {
        repo::lock(tx, scope, id).await?;
        Self::load(tx, ctx, scope, id, me).await
    }

    /// Loads a fax for a step that shows nobody.
    pub(super) async fn load_without_names(
        db: &Connection,
        ctx: &Context,
        scope: &Scope,
        id: Uuid,
    ) -> Result<Self> {
        let parts = repo::read_fax(db, scope, id).await?;
        let row = parts.row.clone();
        Ok(Self {
            stored: row.clone(),
            row,
            parts,
            names: HashMap::new(),
            writes: ctx.db.batch(),
        })
    }

    /// Loads a fax for a job.
    pub(super) async fn load_in_job(db: &Connection, ctx: &Context, id: Uuid) -> Result<Self> {
        Self::load_without_names(db, ctx, &Scope::for_job(), id).await
    }

    /// Loads it again, under a lock that was taken meanwhile.
    pub(super) async fn reload(&mut self, tx: &Transaction, scope: &Scope) -> Result<()> {
        self.parts = repo::read_fax(tx, scope, self.row.id).await?;
        self.row = self.parts.row.clone();
        self.stored = self.row.clone();
        self.load_names(tx, None).await
    }

    /// Looks again for newer copies and for a stop; the fax itself stays as it was seen.
    pub(super) async fn look_again(&mut self, tx: &Transaction) -> Result<()> {
        self.parts = repo::read_fax(tx, &Scope::for_job(), self.row.id).await?;
        Ok(())
    }

    /// Loads the names that are not known yet.
    async fn load_names(&mut self, db: &Connection, me: Option<Uuid>) -> Result<()> {
        let row = &self.row;
        let mentioned = [Some(row.person_id), row.queued_by, row.confirmed_by, me];
        let authors = self.parts.entries.iter().map(|entry| entry.by_person);
        let asked: BTreeSet<Uuid> = mentioned.into_iter().flatten().chain(authors).collect();
        let unknown = asked.into_iter().filter(|id| !self.names.contains_key(id));
        let unknown: Vec<Uuid> = unknown.collect();
        self.names.extend(people::names(db, &unknown).await?);
        Ok(())
    }

    /// Its attempts, in order.
    pub(super) fn attempts(&self) -> &[fax_attempt::Model] {
        &self.parts.attempts
    }

    /// The attempt whose outcome is not known.
    pub(super) fn open_attempt(&self) -> Option<&fax_attempt::Model> {
        let mut attempts = self.attempts().iter();
        attempts.find(|attempt| attempt.outcome.is_none())
    }

    /// The service's id of the newest attempt that it accepted.
    pub(super) fn provider_id(&self) -> Option<&str> {
        let mut attempts = self.attempts().iter().rev();
        attempts.find_map(|attempt| attempt.provider_id.as_deref())
    }

    /// The newest copy of its subject, with the data for another one.
    pub(super) fn newest(&self) -> Option<Newest> {
        copies::newest_of(&self.parts.copies)
    }

    /// Whether nothing of its document is sent any more.
    pub(super) fn is_stopped(&self) -> bool {
        self.parts.stopped.contains(&self.row.document_id)
    }

    fn is_newest(&self) -> bool {
        let newer = |copy: &fax::Model| copy.copy_number > self.row.copy_number;
        !self.parts.copies.iter().any(newer)
    }

    /// Whether its outcome needs attention: no newer copy is queued, and it was not voided.
    pub(super) fn troubles(&self) -> bool {
        self.is_newest() && !self.is_stopped()
    }

    /// Why staff cannot resend it.
    fn why_not_again(&self) -> Option<&'static str> {
        if self.is_stopped() {
            return Some(VOID);
        }
        if !self.is_newest() {
            return Some("There is a newer copy.");
        }
        (self.row.state.is_waiting() && !self.row.trouble).then_some("The fax is on its way.")
    }

    /// Why its delivery cannot be confirmed by phone.
    fn why_no_confirmation(&self) -> Option<&'static str> {
        if self.is_stopped() {
            return Some("This copy is void. If the pharmacy has it, call them and tell a doctor.");
        }
        if !self.is_newest() {
            return Some("There is a newer copy.");
        }
        match *self.row.state {
            FaxState::Unknown | FaxState::Failed => None,
            FaxState::Delivered if self.row.trouble => None,
            FaxState::Delivered => Some("The fax arrived."),
            FaxState::Queued | FaxState::Sending | FaxState::Sent => {
                Some("The fax service has not finished with it.")
            }
        }
    }

    /// Refuses what was seen in an earlier version.
    pub(super) fn seen(&self, ctx: &Context, version: i64) -> Result<()> {
        if self.row.version == version {
            return Ok(());
        }
        Err(Error::stale(&self.show(ctx)?))
    }

    /// Refuses another copy, or another try.
    pub(super) fn allow_again(&self) -> Result<()> {
        refused(self.why_not_again())
    }

    /// Queues one more copy to the same number; returns the copy, which shares everything but the attempts.
    pub(super) fn send_again(mut self, ctx: &Context, cover: Cover, by: Uuid) -> Result<Self> {
        let to = FaxNumber::parse(&self.row.to_number)
            .map_err(|_| Error::conflict("NO_FAX_NUMBER", "The fax number cannot be dialled."))?;
        let new = NewFax {
            subject_kind: *self.row.subject_kind,
            subject_id: self.row.subject_id,
            person: self.row.person_id,
            document_id: self.row.document_id,
            to,
            recipient_name: self.row.recipient_name.clone(),
            copy_number: self.row.copy_number + 1,
            is_resend: false,
            by: Some(by),
            cover,
        };
        let copy = send::queue_row(&mut self.writes, ctx, new)?;
        for superseded in &mut self.parts.copies {
            superseded.trouble = false;
        }
        self.parts.copies.push(copy.clone());
        self.parts.attempts.clear();
        self.stored = copy.clone();
        self.row = copy;
        Ok(self)
    }

    /// Someone said by telephone that it arrived. A recipient who has the fax has the number, and the
    /// subject's feature is notified like for any other outcome.
    pub(super) fn confirm(&mut self, ctx: &Context, note: String, by: Uuid) -> Result<()> {
        refused(self.why_no_confirmation())?;
        self.row.state = FaxState::Delivered.into();
        self.row.trouble = false;
        self.row.reason = None;
        self.row.delivered_at.get_or_insert(ctx.now());
        self.row.confirmed_by = Some(by);
        self.row.confirmed_at = Some(ctx.now());
        self.add_clarification(ctx, ClarificationKind::Confirmed, note, false, by);
        if let Some((number, name)) = numbers::recipient(&self.row) {
            let by = numbers::By::Person(by);
            numbers::verify_with(&mut self.writes, ctx, &number, &name, by);
        }
        send::tell_later(&mut self.writes, ctx, self.row.id, "confirmed")
    }

    /// Adds an entry to the clarifications of its subject.
    pub(super) fn add_clarification(
        &mut self,
        ctx: &Context,
        kind: ClarificationKind,
        text: String,
        needs_doctor: bool,
        by: Uuid,
    ) {
        let entry = fax_clarification::Model {
            id: ctx.new_id(),
            fax_id: self.row.id,
            subject_kind: self.row.subject_kind,
            subject_id: self.row.subject_id,
            person_id: self.row.person_id,
            kind: kind.into(),
            text,
            needs_doctor,
            by_person: by,
            at: ctx.now(),
        };
        repo::add_clarification(&mut self.writes, entry.clone());
        self.parts.entries.push(entry);
    }

    /// The newest clarification.
    pub(super) fn last_clarification(&self) -> Result<Clarification> {
        let entry = self.parts.entries.last().ok_or_else(Error::not_found)?;
        Ok(clarifications::show(entry, &self.names))
    }

    /// Restores the attention flag of the copy before this one if it failed or was delivered with a doubt, because this
    /// one is cancelled.
    pub(super) fn trouble_the_one_before(&mut self) {
        let others = self.parts.copies.iter();
        let before = others
            .filter(|copy| copy.id != self.row.id)
            .max_by_key(|copy| copy.copy_number);
        let doubtful = before.filter(|copy| match *copy.state {
            FaxState::Failed | FaxState::Unknown => true,
            // Whoever confirmed it cleared the doubt.
            FaxState::Delivered => copy.reason.is_some(),
            FaxState::Queued | FaxState::Sending | FaxState::Sent => false,
        });
        let needs_attention =
            doubtful.filter(|copy| !self.parts.stopped.contains(&copy.document_id));
        if let Some(copy) = needs_attention {
            repo::trouble(&mut self.writes, copy.id);
        }
    }

    /// Records an attempt before it is made, and the cover as it is sent.
    pub(super) fn begin_attempt(
        &mut self,
        ctx: &Context,
        cover: Option<&[u8]>,
        pages: &[u8],
    ) -> fax_attempt::Model {
        let sha256 = sha256_hex([cover.unwrap_or_default(), pages].concat());
        let cover_id = cover.map(|bytes| {
            let kept = documents::NewDocument {
                subject_kind: salal_domain::subjects::SubjectKind::Fax,
                subject_id: self.row.id,
                person: self.row.person_id,
                kind: "cover",
                bytes: bytes.to_vec(),
            };
            documents::store_document_with(&mut self.writes, ctx, kept).0
        });
        let code = self.next_codes(1).pop().unwrap_or_default();
        self.add_attempt(ctx, code, sha256, cover_id)
    }

    /// Records an attempt that the service knows and this database does not: it was made after the copy from which the
    /// database was restored. What was sent is not known any more.
    pub(super) fn add_known_attempt(&mut self, ctx: &Context, code: String) -> fax_attempt::Model {
        self.add_attempt(ctx, code, String::new(), None)
    }

    /// The codes by which the service knows the attempts of this fax from the next one on, so many. They follow from the
    /// fax and the number of the attempt: a database that was restored from a copy can ask about attempts that it
    /// does not know.
    pub(super) fn next_codes(&self, many: usize) -> Vec<String> {
        let (id, made) = (self.row.id, self.attempts().len());
        (made + 1..=made + many)
            .map(|number| {
                let hash = sha256_hex(format!("attempt {number} of fax {id}"));
                hash.chars().take(20).collect()
            })
            .collect()
    }

    fn add_attempt(
        &mut self,
        ctx: &Context,
        account_code: String,
        sha256: String,
        cover_id: Option<Uuid>,
    ) -> fax_attempt::Model {
        let attempt = fax_attempt::Model {
            id: ctx.new_id(),
            fax_id: self.row.id,
            number: i64::try_from(self.attempts().len()).unwrap_or_default() + 1,
            account_code,
            started_at: ctx.now(),
            provider_id: None,
            outcome: None,
            reason: None,
            ended_at: None,
            sha256,
            cover_id,
        };
        repo::add_attempt(&mut self.writes, attempt.clone());
        self.parts.attempts.push(attempt.clone());
        attempt
    }

    /// The service has it: its outcome is polled from now on.
    pub(super) fn accepted(
        &mut self,
        ctx: &Context,
        attempt: Uuid,
        provider_id: String,
    ) -> Result<()> {
        repo::accept_attempt(&mut self.writes, attempt, provider_id);
        self.row.state = FaxState::Sent.into();
        self.row.sent_at = Some(ctx.now());
        self.row.trouble = false;
        self.row.reason = None;
        send::poll_first(&mut self.writes, ctx, self.row.id)
    }

    /// The service has not accepted it for long.
    pub(super) fn is_waiting_long(&mut self, reason: &str) {
        self.row.trouble = true;
        self.row.reason = Some(reason.to_owned());
    }

    /// It was transmitted. With a doubt, a person must check that it arrived.
    pub(super) fn delivered(&mut self, ctx: &Context, receipt: Receipt, doubt: Option<String>) {
        self.row.state = FaxState::Delivered.into();
        self.row.delivered_at = Some(ctx.now());
        self.row.pages = receipt.pages;
        self.row.trouble = doubt.is_some() && self.troubles();
        self.row.reason = doubt;
        self.row.remote_id = receipt.remote_id;
        self.row.transmitted_at = receipt.transmitted_at;
        self.end_attempt(ctx, AttemptOutcome::Delivered, None);
        telemetry::FAXES.count(["delivered"]);
    }

    /// It will not arrive, with a readable reason.
    pub(super) fn failed(&mut self, ctx: &Context, reason: &str, permanent: bool) {
        self.row.state = FaxState::Failed.into();
        self.row.reason = Some(reason.to_owned());
        self.row.reason_permanent = Some(permanent);
        self.row.trouble = self.troubles();
        self.end_attempt(ctx, AttemptOutcome::Failed, Some(reason));
        telemetry::FAXES.count(["failed"]);
    }

    /// The service did not say what became of it.
    pub(super) fn lost(&mut self, ctx: &Context, reason: &str) {
        self.row.state = FaxState::Unknown.into();
        self.row.reason = Some(reason.to_owned());
        self.row.trouble = self.troubles();
        self.end_attempt(ctx, AttemptOutcome::Unknown, Some(reason));
        telemetry::FAXES.count(["unknown"]);
    }

    fn end_attempt(&mut self, ctx: &Context, outcome: AttemptOutcome, reason: Option<&str>) {
        repo::end_attempt(&mut self.writes, self.row.id, outcome, reason, ctx.now());
    }

    /// With all its details.
    pub(super) fn show(&self, ctx: &Context) -> Result<FaxDetail> {
        list::detail(
            ctx,
            &self.row,
            &self.parts,
            &self.names,
            self.why_not_again(),
            self.why_no_confirmation(),
        )
    }

    /// What is written with the rest when it is saved.
    pub(super) fn writes(&mut self) -> &mut StatementBatch {
        &mut self.writes
    }

    /// Saves what changed with the audit entry and the stored response, and returns the fax as it is now. It
    /// is locked, or was queued just now.
    pub(super) async fn save(
        mut self,
        request: &RequestContext,
        tx: Transaction,
    ) -> Result<Json<FaxDetail>> {
        self.finish();
        let detail = self.show(&request.ctx)?;
        request.audit_access(self.row.person_id);
        request.publish_after_commit("fax", self.row.id, self.row.person_id);
        request.commit_with(tx, self.writes, 200, &detail).await?;
        Ok(Json(detail))
    }

    /// Writes the fax itself now; false if it changed since it was seen.
    pub(super) async fn step(&mut self, tx: &Transaction) -> Result<bool> {
        self.row.version = self.stored.version + 1;
        let seen = std::mem::replace(&mut self.stored, self.row.clone());
        repo::step(tx, &seen, &self.row).await
    }

    /// Writes what else is pending, and commits.
    pub(super) async fn write(&mut self, tx: Transaction) -> Result<()> {
        self.writes.take().run(&tx).await?;
        Ok(tx.commit().await?)
    }

    /// Saves what became of it. If the fax changed since it was seen, it stays as it is: the outcome was
    /// recorded before.
    pub(super) async fn save_in_job(&mut self, tx: Transaction) -> Result<()> {
        self.finish();
        self.write(tx).await
    }

    fn finish(&mut self) {
        if self.row != self.stored {
            self.row.version = self.stored.version + 1;
            let seen = std::mem::replace(&mut self.stored, self.row.clone());
            repo::step_with(&mut self.writes, &seen, &self.row);
        }
    }
}

/// What the service reports of a transmission.
pub(super) struct Receipt {
    pub(super) pages: Option<i64>,
    /// How the machine that answered identified itself.
    pub(super) remote_id: Option<String>,
    pub(super) transmitted_at: Option<DateTime<Utc>>,
}

fn refused(why: Option<&'static str>) -> Result<()> {
    match why {
        Some(why) => Err(Error::conflict("NOT_THIS_ONE", why)),
        None => Ok(()),
    }
}
