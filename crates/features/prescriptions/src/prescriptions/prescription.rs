// SPDX-License-Identifier: AGPL-3.0-or-later

//! A prescription as one thing: loaded once with everything that belongs to it, under its scope and, for a
//! change, its lock; asked to change; saved once; shown from memory. A change returns the refusal of the
//! rules, and nothing is written before `save`, which sends all of it together with the audit entry and the
//! stored response.

use chrono::{DateTime, Utc};
use salal_db::{Coded, Connection, StatementBatch, Transaction};
use salal_documents::mail::Mail;
use salal_domain::fax::FaxNumber;
use salal_domain::prescriptions::prescribing::{By, ExceptionReason, Step};
use salal_domain::prescriptions::reasons::Given;
use salal_domain::prescriptions::status::{
    MedicationStatus, PrescriptionStatus, RecordedDecision, Work,
};
use salal_domain::prescriptions::steps;
use sea_orm::DbErr;
use serde::Serialize;
use uuid::Uuid;

use super::dto::{MarkView, PrescriptionView};
use super::entity::{
    decision_mark, encounter, medication, medication_change, prescription, prescription_copy,
    prescription_status, signature,
};
use super::judge::{self, Act};
use super::repo::{self, Line};
use super::view::{self, Bundle, Known};
use super::{KIND, clinic_notes, create, directions, next_action};
use crate::api::{Json, RequestContext, Role, Scope};
use crate::context::Context;
use crate::error::{Error, Result};
use salal_drugs::drugs::DrugFacts;
use salal_exchange::fax::FaxView;
use salal_exchange::messages::{self, MessageGroup, TellsOf};
use salal_exchange::payments::PaymentSummary;
use salal_orders::orders::{self, Changes, Notice, OrderRef};
use salal_people::people::{self, PersonRef};
use salal_reference::pharmacies::{Destination, PharmacyView};

/// A prescription, its parts, and what is to be written.
pub(super) struct Prescription {
    pub(super) row: prescription::Model,
    pub(super) parts: Bundle,
    stored: prescription::Model,
    stored_copies: Vec<prescription_copy::Model>,
    changes: Changes,
}

impl Prescription {
    /// Locks the prescription for the rest of the transaction and loads it, if its version is the one that
    /// the caller saw. Locking counts as a change: the version goes up.
    pub(super) async fn lock(
        request: &RequestContext,
        tx: &Transaction,
        id: Uuid,
        seen: Option<i64>,
    ) -> Result<Self> {
        let row = repo::lock_for_update(tx, &request.scope, id).await?;
        let me = request.me().map(|me| me.person_id).ok();
        let mut this = Self::of_row(tx, &request.ctx, &request.scope, row, me).await?;
        if seen.is_some_and(|seen| seen + 1 != this.row.version) {
            // As everyone sees it: the lock is not kept.
            this.row.version -= 1;
            return Err(Error::stale(&this.show(&request.ctx)?));
        }
        Ok(this)
    }

    /// Loads a prescription within scope.
    pub(super) async fn load(
        db: &Connection,
        ctx: &Context,
        scope: &Scope,
        id: Uuid,
        me: Option<Uuid>,
    ) -> Result<Self> {
        let row = repo::get_prescription(db, scope, id).await?;
        Self::of_row(db, ctx, scope, row, me).await
    }

    /// What belongs to a row that was just read or locked.
    pub(super) async fn of_row(
        db: &Connection,
        ctx: &Context,
        scope: &Scope,
        row: prescription::Model,
        me: Option<Uuid>,
    ) -> Result<Self> {
        let rows = std::slice::from_ref(&row);
        let others: Vec<Uuid> = me.into_iter().collect();
        let parts = Box::pin(view::load(db, ctx, scope, rows, &others)).await?;
        let of = OrderRef {
            kind: KIND,
            id: row.id,
            person: row.person_id,
        };
        Ok(Self {
            stored: row.clone(),
            stored_copies: parts.copies_of(row.id).to_vec(),
            row,
            parts,
            changes: Changes::new(ctx, of),
        })
    }

    /// Its state as the rules see it.
    pub(super) fn known(&self, ctx: &Context) -> Result<Known> {
        view::known_of(ctx, &self.row, &self.parts)
    }

    /// What is to be done with it next.
    pub(super) fn next_action(&self, ctx: &Context) -> Result<Option<Work>> {
        let known = self.known(ctx)?;
        Ok(next_action::next_action(&self.row, &self.parts, &known))
    }

    /// As patients and staff see it.
    pub(super) fn show(&self, ctx: &Context) -> Result<PrescriptionView> {
        self.parts.show(ctx, &self.row)
    }

    pub(super) fn lines(&self) -> &[Line] {
        self.parts.lines_of(self.row.id)
    }

    /// The approved lines, in order.
    pub(super) fn approved_lines(&self) -> impl Iterator<Item = &Line> {
        self.lines().iter().filter(|(line, _)| line.is_approved())
    }

    /// A line and its changes.
    pub(super) fn line(&self, id: Uuid) -> Result<&Line> {
        let mut lines = self.lines().iter();
        lines
            .find(|(line, _)| line.id == id)
            .ok_or_else(Error::not_found)
    }

    fn line_mut(&mut self, id: Uuid) -> Result<&mut Line> {
        let lines = self.parts.lines.get_mut(&self.row.id);
        let line = lines.and_then(|lines| lines.iter_mut().find(|(line, _)| line.id == id));
        line.ok_or_else(Error::not_found)
    }

    /// The valid signature.
    pub(super) fn signature(&self) -> Option<&signature::Model> {
        self.parts.valid_signature(self.row.id)
    }

    fn name(&self, person: Uuid) -> PersonRef {
        self.parts.names.get(&person).cloned().unwrap_or_default()
    }

    /// What is written with the rest when it is saved.
    pub(super) fn writes(&mut self) -> &mut StatementBatch {
        self.changes.writes()
    }

    /// What is written with the rest, and whom it tells.
    pub(super) fn changes(&mut self) -> &mut Changes {
        &mut self.changes
    }

    /// A doctor begins the review.
    pub(super) fn acknowledge(&mut self, ctx: &Context, doctor: Uuid) -> Result<()> {
        steps::can_acknowledge(&self.known(ctx)?.facts()).map_err(orders::refused)?;
        self.row.acknowledged_by = Some(doctor);
        self.row.acknowledged_at = Some(ctx.now());
        self.set_status(ctx, PrescriptionStatus::Acknowledged, Some(doctor), None);
        Ok(())
    }

    /// What was paid and refunded.
    pub(super) fn money(&self) -> PaymentSummary {
        let money = self.parts.money.get(&self.row.id);
        money.cloned().unwrap_or_default()
    }

    /// Its statuses, newest first.
    fn history(&self) -> &[prescription_status::Model] {
        let history = self.parts.statuses.get(&self.row.id);
        history.map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether it ever had this status.
    pub(super) fn was(&self, status: PrescriptionStatus) -> bool {
        orders::was(self.history(), status)
    }

    /// Created becomes Pending: the request is in the queue, at its original place, and in the doctors'
    /// inbox. The patient gets an email that it was received; before, no doctor sees it.
    pub(super) async fn make_pending(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        detail: String,
    ) -> Result<()> {
        let person = self.row.person_id;
        self.set_status(ctx, PrescriptionStatus::Pending, Some(person), Some(detail));
        self.row.pending_at.get_or_insert(ctx.now());
        let what = match self.lines().len() {
            1 => "1 medication".to_owned(),
            lines => format!("{lines} medications"),
        };
        let subject = format!("Prescription request {}", self.label());
        let body = format!("A renewal request for {what} is ready for review.");
        let (to, of) = (MessageGroup::Doctor, Some(TellsOf::Review));
        let id = self.changes.post(ctx, subject, body, Some(person), to, of);
        self.changes.publish_message(id);
        let received = Mail::RequestCreated {
            link: create::link(ctx, self.row.id),
        };
        self.mail_patient(tx, ctx, &received, "created").await
    }

    /// Notifies the doctors once; true if they were notified now.
    pub(super) async fn tell_doctors_once(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        subject: &str,
        body: &str,
        tells_of: Option<TellsOf>,
    ) -> Result<bool> {
        let notice = Notice {
            subject: format!("{subject}: {}", self.label()),
            body,
            to: &[MessageGroup::Doctor],
            tells_of,
        };
        let posted = self.changes.tell_once(tx, ctx, notice).await?;
        Ok(!posted.is_empty())
    }

    /// Emails the patient, once per prescription and reason.
    pub(super) async fn mail_patient(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        mail: &Mail,
        what: &str,
    ) -> Result<()> {
        let key = format!("{what}:{}", self.row.id);
        self.changes.mail_patient_once(tx, ctx, mail, key).await
    }

    /// P-20418
    pub(super) fn label(&self) -> String {
        view::label(self.row.number)
    }

    /// The one pharmacy for which the sheet is valid: the doctor's choice, otherwise the patient's.
    pub(super) fn pharmacy(&self) -> Result<PharmacyView> {
        view::pharmacy_of(&self.row)
    }

    /// The fax number of that pharmacy, or why nothing is sent there.
    pub(super) fn number(&self) -> Result<FaxNumber> {
        let pharmacy = self.pharmacy()?;
        self.parts
            .places
            .number_of(&pharmacy)
            .map_err(orders::refused)
    }

    /// The newest fax of the copy in force; the fax of a void one is history.
    pub(super) fn fax(&self) -> Option<&FaxView> {
        self.parts.fax_in_force(self.row.id)
    }

    /// Another pharmacy, chosen by the doctor; none for the patient's own, if that is in the list.
    pub(super) async fn choose_pharmacy(
        &mut self,
        tx: &Transaction,
        pharmacy: Option<Destination>,
    ) -> Result<()> {
        self.row.asked_pharmacy = None;
        match pharmacy {
            Some(chosen) => {
                self.row.dr_pharmacy = Some(serde_json::to_value(chosen.view())?);
                self.parts.places.add(chosen);
            }
            None => {
                let own = view::read(&self.row.pharmacy)?;
                let standing = self.parts.places.standing_of(&own);
                standing.allow().map_err(orders::refused)?;
                self.row.dr_pharmacy = None;
            }
        }
        self.reload_number(tx).await
    }

    /// Another pharmacy, named by the patient. It is the request's own from now on, and what was signed for the former
    /// one is no longer valid; while a copy is in force, it waits for a doctor to void that copy.
    pub(super) async fn name_pharmacy(
        &mut self,
        ctx: &Context,
        tx: &Transaction,
        chosen: Destination,
    ) -> Result<()> {
        let stored = serde_json::to_value(chosen.view())?;
        let has_copy = self.copies().iter().any(|copy| copy.voided_at.is_none());
        let what_to_do = if has_copy {
            "Please void the failed copy, confirm this pharmacy and sign again"
        } else {
            "Please look at it before you sign"
        };
        let body = format!(
            "The patient named another pharmacy: {}. {what_to_do}. Nothing was sent.",
            chosen.view().name
        );
        self.parts.places.add(chosen);
        if has_copy {
            self.row.asked_pharmacy = Some(stored);
        } else {
            self.row.pharmacy = stored;
            self.row.dr_pharmacy = None;
            self.row.asked_pharmacy = None;
            self.void_signature(ctx.now());
        }
        if *self.row.status != PrescriptionStatus::Created {
            let subject = format!("Another pharmacy: {}", self.label());
            let (from, to) = (Some(self.row.person_id), MessageGroup::Doctor);
            let of = Some(TellsOf::Review);
            let id = self.changes.post(ctx, subject, body, from, to, of);
            self.changes.publish_message(id);
        }
        self.reload_number(tx).await
    }

    /// Whether its pharmacy's number is verified, as it is now.
    pub(super) async fn reload_number(&mut self, tx: &Transaction) -> Result<()> {
        self.parts.numbers = view::verified_numbers(tx, &self.row).await?;
        let by = self.parts.numbers.values().filter_map(|known| known.by);
        let by: Vec<Uuid> = by.collect();
        self.load_names(tx, &by).await
    }

    /// The names of persons who are named now and were not before.
    async fn load_names(&mut self, tx: &Transaction, persons: &[Uuid]) -> Result<()> {
        let names = &mut self.parts.names;
        let mut unknown = persons.to_vec();
        unknown.retain(|person| !names.contains_key(person));
        names.extend(people::names(tx, &unknown).await?);
        Ok(())
    }

    /// Who reviewed it: who acknowledged it, or decided a line.
    pub(super) fn reviewer(&self) -> Option<Uuid> {
        let mut lines = self.lines().iter();
        let acknowledged = self.row.acknowledged_by;
        acknowledged.or_else(|| lines.find_map(|(line, _)| line.decided_by))
    }

    /// Adds an encounter; oldest first, as they are read.
    pub(super) async fn add_encounter(
        &mut self,
        tx: &Transaction,
        met: encounter::Model,
    ) -> Result<()> {
        repo::add_encounter(self.changes.writes(), met.clone());
        self.load_names(tx, met.seen_by.as_slice()).await?;
        let all = self.parts.encounters.entry(self.row.id).or_default();
        all.push(met);
        all.sort_by_key(|one| (one.started_at, one.id));
        Ok(())
    }

    /// Refuses the step if it is not allowed for one of the approved lines: signing, printing and every way
    /// of sending. The class rules and the drugs are those of this transaction.
    pub(super) async fn allow_approved(&self, tx: &Connection, step: Step, by: By) -> Result<()> {
        let ids = self.parts.drugs();
        let (rules, drugs) = judge::rules_and_drugs(tx, &ids).await?;
        let approved = self.lines().iter().filter(|(line, _)| line.is_approved());
        for (line, changes) in approved {
            let judged = judge::JudgedLine::for_line(line, changes)?;
            judge::verdict(&rules, &drugs, &judged.drug, step, by)
                .with_act(judged.has_act)
                .map_err(orders::refused)?;
        }
        Ok(())
    }

    /// Refuses the approval of a line that cannot be signed, or of a drug that may not be prescribed; with a
    /// doctor's exception, where one is needed, it is written into the line's history. Returns its code.
    pub(super) async fn allow_approval(
        &mut self,
        ctx: &Context,
        tx: &Connection,
        id: Uuid,
        act: Option<Act>,
        by: Uuid,
    ) -> Result<Option<ExceptionReason>> {
        let (rules, drugs) = judge::rules_and_drugs(tx, &self.parts.drugs()).await?;
        let both = self.line(id)?;
        directions::refuse_unsignable(ctx, both)?;
        let (line, changes) = both;
        let judged = judge::JudgedLine::for_line(line, changes)?;
        let verdict = judge::verdict(&rules, &drugs, &judged.drug, Step::Approve, By::Doctor);
        let Some(act) = judge::needed_act(verdict, &judged, act)? else {
            return Ok(None);
        };
        let code = act.0;
        let change = create::act_row(ctx, changes, act, by, ctx.now())?;
        self.add_change(change)?;
        Ok(Some(code))
    }

    /// An edited line, with the entry in its history if it changed, and its drug if that is another one.
    pub(super) fn edit(
        &mut self,
        edited: medication::Model,
        change: Option<medication_change::Model>,
        new_drug: Option<DrugFacts>,
    ) -> Result<()> {
        repo::save_line(self.changes.writes(), edited.clone());
        let (line, _) = self.line_mut(edited.id)?;
        *line = edited;
        if let Some(drug) = new_drug {
            self.parts.looked.drugs.insert(drug.id, drug);
        }
        match change {
            Some(change) => self.add_change(change),
            None => Ok(()),
        }
    }

    /// A doctor's decision on a line, or its withdrawal, with the marks that were shown. Refused if the line
    /// changed since the caller saw it.
    pub(super) fn decide(&mut self, ctx: &Context, id: Uuid, decision: Decision) -> Result<()> {
        let Decision {
            status,
            reason,
            by,
            seen,
            marks_opened,
        } = decision;
        let now = ctx.now();
        let shown = self.show(ctx)?;
        if seen.is_some_and(|seen| self.line(id).is_ok_and(|(line, _)| line.version != seen)) {
            return Err(Error::stale(&shown));
        }
        let marks = shown.medications.iter().find(|one| one.id == id);
        let marks = marks.map(|one| one.marks.as_slice()).unwrap_or_default();
        let version = shown.safety_tables.map(|tables| tables.version);
        self.add_decision(decision_mark::Model {
            id: ctx.new_id(),
            medication_id: id,
            prescription_id: self.row.id,
            decision: Coded(RecordedDecision::of(status)),
            marks: serde_json::to_value::<&[MarkView]>(marks)?,
            opened: marks_opened,
            tables_version: version.unwrap_or_default(),
            decided_by: by,
            decided_at: now,
        });
        let (line, _) = self.line_mut(id)?;
        line.status = status.map(Coded);
        line.decided_by = status.map(|_| by);
        line.decided_at = status.map(|_| now);
        line.reason_code = reason.code.map(Coded);
        line.reason_text = reason.text;
        line.version += 1;
        let changed = line.clone();
        repo::save_line(self.changes.writes(), changed);
        Ok(())
    }

    fn add_decision(&mut self, row: decision_mark::Model) {
        repo::add_decision(self.changes.writes(), row.clone());
        let of_line = self.parts.decisions.entry(row.medication_id).or_default();
        of_line.push(row);
    }

    /// Adds an entry to a line's history.
    pub(super) fn add_change(&mut self, change: medication_change::Model) -> Result<()> {
        repo::add_change(self.changes.writes(), change.clone());
        self.line_mut(change.medication_id)?.1.push(change);
        Ok(())
    }

    /// The signer takes over another doctor's decision; the decision and its time are unchanged.
    pub(super) fn take_over(&mut self, change: medication_change::Model, by: Uuid) -> Result<()> {
        let (line, _) = self.line_mut(change.medication_id)?;
        line.decided_by = Some(by);
        line.version += 1;
        let changed = line.clone();
        repo::save_line(self.changes.writes(), changed);
        self.add_change(change)
    }

    /// Its copies, oldest first.
    pub(super) fn copies(&self) -> &[prescription_copy::Model] {
        self.parts.copies_of(self.row.id)
    }

    /// A copy.
    pub(super) fn copy(&self, id: Uuid) -> Result<&prescription_copy::Model> {
        let mut copies = self.copies().iter();
        copies
            .find(|copy| copy.id == id)
            .ok_or_else(Error::not_found)
    }

    /// The copy of a signed sheet.
    pub(super) fn copy_of_document(&self, document: Uuid) -> Option<&prescription_copy::Model> {
        let mut copies = self.copies().iter();
        copies.find(|copy| copy.document_id == document)
    }

    /// Adds a copy.
    pub(super) fn add_copy(&mut self, copy: prescription_copy::Model) {
        self.row.asked_pharmacy = None;
        repo::add_copy(self.changes.writes(), copy.clone());
        self.stored_copies.push(copy.clone());
        let copies = self.parts.copies.entry(self.row.id).or_default();
        copies.push(copy);
    }

    /// Changes a copy, to be written when the prescription is saved. Returns it as it is then.
    pub(super) fn change_copy(
        &mut self,
        id: Uuid,
        change: impl FnOnce(&mut prescription_copy::Model),
    ) -> Result<prescription_copy::Model> {
        let copies = self.parts.copies.get_mut(&self.row.id);
        let copy = copies.and_then(|copies| copies.iter_mut().find(|copy| copy.id == id));
        let copy = copy.ok_or_else(Error::not_found)?;
        change(copy);
        copy.version += 1;
        Ok(copy.clone())
    }

    /// Its faxes and those that cancel its copies, as they are now, after one was queued or stopped.
    pub(super) async fn reload_faxes(&mut self, tx: &Transaction) -> Result<()> {
        self.write(tx).await?;
        (self.parts.faxes, self.parts.cancellations) =
            view::faxes(tx, self.row.id, self.copies()).await?;
        Ok(())
    }

    /// Any later change voids the signature (decision 138). False if there was none.
    pub(super) fn void_signature(&mut self, now: DateTime<Utc>) -> bool {
        let mut was_signed = false;
        let all = self.parts.signatures.get_mut(&self.row.id);
        for one in all.into_iter().flatten() {
            if one.voided_at.is_none() {
                one.voided_at = Some(now);
                repo::void_signature_with(self.changes.writes(), one.id, now);
                was_signed = true;
            }
        }
        was_signed
    }

    /// Adds the signature of this version.
    pub(super) fn add_signature(&mut self, row: signature::Model) {
        repo::add_signature(self.changes.writes(), row.clone());
        let all = self.parts.signatures.entry(self.row.id).or_default();
        all.push(row);
    }

    /// Adds a note to the clinic's record system about an approval, or about its reversal.
    pub(super) fn note_approval(
        &mut self,
        ctx: &Context,
        line: Uuid,
        approved: bool,
        by: Uuid,
    ) -> Result<()> {
        let text = clinic_notes::approval_text(self.line(line)?, self.row.number, approved)?;
        self.note(ctx, &text, by)
    }

    /// Adds a note to the clinic's record system.
    pub(super) fn note(&mut self, ctx: &Context, text: &str, by: Uuid) -> Result<()> {
        let author = self.name(by).name();
        let person = self.row.person_id;
        clinic_notes::queue_with(self.changes.writes(), ctx, person, text, &author)
    }

    /// The status follows the lines (decision 52). Returns the new one, if there is one.
    pub(super) fn settle_status(&mut self, ctx: &Context, by: Uuid) -> Option<PrescriptionStatus> {
        let before = *self.row.status;
        let decisions: Vec<_> = self
            .lines()
            .iter()
            .map(|(line, _)| line.decision())
            .collect();
        let after = steps::status_after_decisions(self.row.acknowledged_at.is_some(), &decisions);
        if after == before {
            return None;
        }
        self.set_status(ctx, after, Some(by), None);
        Some(after)
    }

    /// Adds a status to the history, and makes it current.
    pub(super) fn set_status(
        &mut self,
        ctx: &Context,
        status: PrescriptionStatus,
        by: Option<Uuid>,
        detail: Option<String>,
    ) {
        let id = self.row.id;
        let history = self.parts.statuses.entry(id).or_default();
        let row = orders::add_entry(history, ctx, id, status, by, detail);
        repo::insert_status(self.changes.writes(), row);
        self.row.status = Coded(status);
    }

    /// Sends the pending writes now: for a step that must tell their failure from others.
    pub(super) async fn write(&mut self, tx: &Transaction) -> Result<(), DbErr> {
        self.changes.writes().take().run(tx).await
    }

    /// Saves what changed with the audit entry and the stored response, and returns the prescription as it is
    /// now.
    pub(super) async fn save(
        self,
        request: &RequestContext,
        tx: Transaction,
    ) -> Result<Json<PrescriptionView>> {
        self.save_as(request, tx, |view| view).await
    }

    /// Like `save`, with another response that contains the prescription.
    pub(super) async fn save_as<T: Serialize + Send + 'static>(
        mut self,
        request: &RequestContext,
        tx: Transaction,
        answer: impl FnOnce(PrescriptionView) -> T,
    ) -> Result<Json<T>> {
        let ctx = &request.ctx;
        let shown = self.finish(ctx)?;
        if let Ok(me) = request.me()
            && me.role == Role::Doctor
        {
            repo::used(
                self.changes.writes(),
                self.row.person_id,
                me.person_id,
                ctx.now(),
            );
        }
        request.audit_access(self.row.person_id);
        request.publish_after_commit("prescription", self.row.id, self.row.person_id);
        let answer = answer(shown);
        self.changes.commit(request, tx, 200, &answer).await?;
        Ok(Json(answer))
    }

    /// Saves what changed in a job or a hook, where nobody waits for an answer.
    pub(super) async fn save_in_job(mut self, ctx: &Context, tx: Transaction) -> Result<()> {
        self.finish(ctx)?;
        self.changes.commit_in_job(ctx, tx).await
    }

    /// Writes what changed in a transaction that the caller commits, and returns the prescription as it is
    /// now.
    pub(super) async fn write_all(
        mut self,
        request: &RequestContext,
        tx: &Transaction,
    ) -> Result<PrescriptionView> {
        let shown = self.finish(&request.ctx)?;
        self.changes.write_all(request, tx).await?;
        Ok(shown)
    }

    /// Sets the next action, adds the last writes, and returns the prescription as it is now.
    fn finish(&mut self, ctx: &Context) -> Result<PrescriptionView> {
        let shown = self.show(ctx)?;
        let work = shown.work;
        if work != self.row.work.map(|work| work.0) {
            self.row.work = work.map(Coded);
            self.row.work_since = work.map(|_| ctx.now());
            let open = next_action::open_messages(work);
            messages::settle_with(self.changes.writes(), ctx, KIND, self.row.id, open);
        }
        self.row.decided_at = decided_at(self.lines());
        if self.row != self.stored {
            repo::save_row(self.changes.writes(), self.row.clone());
        }
        for copy in self.parts.copies_of(self.row.id) {
            if !self.stored_copies.contains(copy) {
                repo::save_copy(self.changes.writes(), copy.clone());
            }
        }
        Ok(shown)
    }
}

/// When the last of these lines was decided; `None` while one is undecided.
fn decided_at(lines: &[Line]) -> Option<DateTime<Utc>> {
    let decided = lines
        .iter()
        .map(|(line, _)| line.decision().and(line.decided_at));
    decided.collect::<Option<Vec<_>>>()?.into_iter().max()
}

/// A doctor's decision on a line.
pub(super) struct Decision {
    /// None withdraws the decision.
    pub(super) status: Option<MedicationStatus>,
    pub(super) reason: Given,
    pub(super) by: Uuid,
    /// The version of the line that the caller saw.
    pub(super) seen: Option<i64>,
    pub(super) marks_opened: bool,
}
