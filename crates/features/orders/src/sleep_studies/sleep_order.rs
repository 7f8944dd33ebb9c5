// SPDX-License-Identifier: AGPL-3.0-or-later

//! The order of a sleep study as one thing: loaded once with everything that belongs to it, under its scope
//! and, for a change, its lock; asked to change; saved once; shown from memory. A change returns the refusal
//! of the rules, and nothing is written before it is saved.

use std::collections::HashMap;
use std::sync::Arc;

use salal_db::{Coded, Connection, ConstraintName, JointRead, Transaction, is_unique_violation};
use salal_documents::mail::Mail;
use salal_domain::destinations::Standing;
use salal_domain::faults::Refusal;
use salal_domain::fees::Cents;
use salal_domain::sleep::FEE;
use salal_domain::sleep::status::{self, SleepStatus};
use salal_domain::texts::sleep as texts;
use uuid::Uuid;

use super::dto::{SleepAssessmentView, SleepClinicView, SleepInfo};
use super::entity::{sleep_assessment, sleep_assessment_status};
use super::repo::requesters::{self, Signing};
use super::repo::{self};
use super::{EVENT, KIND, jobs, view};
use crate::api::{Json, RequestContext, Scope};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::orders::{self, Changes, Notice, OrderRef, Payable, refused};
use salal_exchange::fax::{self, FaxView};
use salal_exchange::messages::MessageGroup;
use salal_exchange::payments::{self, PaymentSummary};
use salal_people::people::{self, PersonFacts, PersonRef};

/// An order, what belongs to it, and what is to be written.
pub(super) struct SleepOrder {
    pub(super) row: sleep_assessment::Model,
    /// The answers it was made with.
    pub(super) info: SleepInfo,
    /// The clinic as it was selected.
    pub(super) clinic: SleepClinicView,
    /// What the list of clinics says of it now.
    pub(super) standing: Standing,
    /// Whether a doctor has agreed to sign requests; a new order is read again before it is faxed.
    pub(super) is_signed_for: bool,
    /// Newest first.
    pub(super) statuses: Vec<sleep_assessment_status::Model>,
    pub(super) money: PaymentSummary,
    /// The newest fax of the request.
    pub(super) fax: Option<FaxView>,
    /// Everyone who is named; shared by the orders of a list.
    pub(super) names: Arc<HashMap<Uuid, PersonRef>>,
    /// The row as it was read; none if the order is new.
    stored: Option<sleep_assessment::Model>,
    /// How many of the statuses are to be written.
    added: usize,
    changes: Changes,
}

impl SleepOrder {
    /// A new order of the person for these answers at this clinic, with the sheet that names nobody. Takes
    /// the next number, and holds the counter until the end of the transaction.
    pub(super) async fn begin(
        tx: &Transaction,
        ctx: &Context,
        person: &PersonFacts,
        info: SleepInfo,
        clinic: SleepClinicView,
        sheet: Vec<u8>,
    ) -> Result<Self> {
        let id = ctx.new_id();
        let mut changes = changes_of(ctx, id, person.id);
        let sheet = document(id, person.id, "sleep_preliminary", sheet);
        let (preliminary_id, _) = fax::keep_document_with(changes.writes(), ctx, sheet);
        let row = sleep_assessment::Model {
            id,
            number: repo::next_number(tx).await?,
            person_id: person.id,
            sleep_info_id: info.id,
            sleep_clinic_id: clinic.id,
            clinic: serde_json::to_value(&clinic)?,
            status: Coded(SleepStatus::Pending),
            free: ctx.settings.features.free,
            preliminary_id,
            request_id: None,
            created_at: ctx.now(),
            version: 1,
        };
        let mut order = Self {
            row,
            info,
            standing: Standing::of(Some(&clinic.fax_number), &clinic.fax_number),
            is_signed_for: true,
            clinic,
            statuses: Vec::new(),
            money: PaymentSummary::default(),
            fax: None,
            names: Arc::new(HashMap::from([(person.id, person.card().person)])),
            stored: None,
            added: 0,
            changes,
        };
        order.set_status(ctx, SleepStatus::Pending, Some(person.id), None);
        Ok(order)
    }

    /// Locks the order for the rest of the transaction and loads it. Locking counts as a change: the version
    /// goes up. `me` may be named by what follows.
    pub(super) async fn lock(
        tx: &Transaction,
        ctx: &Context,
        scope: &Scope,
        id: Uuid,
        me: Option<Uuid>,
    ) -> Result<Self> {
        let row = repo::lock_for_update(tx, scope, id).await?;
        Self::of_row(tx, ctx, row, me).await
    }

    /// Loads an order within scope.
    pub(super) async fn load(
        db: &Connection,
        ctx: &Context,
        scope: &Scope,
        id: Uuid,
    ) -> Result<Self> {
        let row = repo::get_order(db, scope, id).await?;
        Self::of_row(db, ctx, row, None).await
    }

    async fn of_row(
        db: &Connection,
        ctx: &Context,
        row: sleep_assessment::Model,
        me: Option<Uuid>,
    ) -> Result<Self> {
        let found = Self::of_rows(db, ctx, vec![row], me).await?.pop();
        found.ok_or_else(Error::not_found)
    }

    /// Orders from rows that were read within scope, in their order: however many, in two statements.
    pub(super) async fn of_rows(
        db: &Connection,
        ctx: &Context,
        rows: Vec<sleep_assessment::Model>,
        me: Option<Uuid>,
    ) -> Result<Vec<Self>> {
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
        let infos: Vec<Uuid> = rows.iter().map(|row| row.sleep_info_id).collect();
        let mut read = JointRead::for_connection(db);
        let infos = read.add(&repo::select_infos(&infos));
        let statuses = read.add(&repo::select_statuses(&ids));
        let money = payments::SummariesPart::add(&mut read, KIND, &ids);
        let faxes = fax::LatestPart::add(&mut read, KIND, &ids);
        let clinics: Vec<Uuid> = rows.iter().map(|row| row.sleep_clinic_id).collect();
        let clinics = read.add(&repo::select_listed(&clinics));
        let signing = read.add_as::<Signing>(&requesters::select_signing());
        let mut found = read.run(db).await?;
        let listed = found.take(&clinics)?.into_iter();
        let listed: HashMap<Uuid, String> = listed.map(|row| (row.id, row.fax)).collect();
        let is_signed_for = found.take(&signing)?.iter().any(|one| one.doctors > 0);
        let mut persons: Vec<Uuid> = rows.iter().map(|row| row.person_id).chain(me).collect();
        let mut histories: HashMap<Uuid, Vec<sleep_assessment_status::Model>> = HashMap::new();
        for one in found.take(&statuses)? {
            persons.extend(one.by_person);
            let history = histories.entry(one.sleep_assessment_id).or_default();
            history.push(one);
        }
        let infos = repo::infos_by_id(found.take(&infos)?)?;
        let mut money = money.take(&mut found)?;
        let mut faxes = faxes.take(&mut found)?;
        fax::say_held(ctx, faxes.values_mut());
        let names = Arc::new(people::names(db, &persons).await?);
        let order = |row: sleep_assessment::Model| {
            let info = infos.get(&row.sleep_info_id).cloned();
            let clinic: SleepClinicView = serde_json::from_value(row.clinic.clone())?;
            let listed = listed.get(&row.sleep_clinic_id).map(String::as_str);
            Ok(Self {
                info: info.ok_or_else(|| Error::broken("a sleep order without its answers"))?,
                standing: Standing::of(listed, &clinic.fax_number),
                is_signed_for,
                clinic,
                statuses: histories.remove(&row.id).unwrap_or_default(),
                money: money.remove(&row.id).unwrap_or_default(),
                fax: faxes.remove(&row.id),
                names: Arc::clone(&names),
                added: 0,
                changes: changes_of(ctx, row.id, row.person_id),
                stored: Some(row.clone()),
                row,
            })
        };
        rows.into_iter().map(order).collect()
    }

    /// S-30001
    pub(super) fn label(&self) -> String {
        view::label(self.row.number)
    }

    /// As patients and staff see it.
    pub(super) fn show(&self, ctx: &Context) -> SleepAssessmentView {
        view::view(ctx, &self.row, self)
    }

    /// As everyone saw it before it was locked.
    pub(super) fn show_before_lock(&self, ctx: &Context) -> SleepAssessmentView {
        let before = sleep_assessment::Model {
            version: self.row.version - 1,
            ..self.row.clone()
        };
        view::view(ctx, &before, self)
    }

    /// Whether a payment is in progress, or went through.
    pub(super) fn is_paying_or_paid(&self) -> bool {
        orders::is_paying(true, self.money.payment.as_ref())
    }

    /// Refuses changes while a payment is in progress.
    fn refuse_paying(&self) -> Result<()> {
        if self.is_paying_or_paid() {
            return Err(orders::payment_open());
        }
        Ok(())
    }

    /// Whether nothing is asked for it: ordered in the free mode, or the free mode is on now.
    pub(super) fn is_free(&self, ctx: &Context) -> bool {
        self.row.free || ctx.settings.features.free
    }

    /// Its fee: nothing in the free mode, unless it was charged before.
    pub(super) fn fee(&self, ctx: &Context) -> Cents {
        if self.is_free(ctx) && !self.money.is_charged() {
            Cents::ZERO
        } else {
            FEE
        }
    }

    /// What is to be paid now.
    pub(super) fn due(&self, ctx: &Context) -> Result<Cents> {
        status::can_pay(*self.row.status).map_err(refused)?;
        self.standing.allow_clinic_order().map_err(refused)?;
        if self.is_free(ctx) {
            return Err(Error::conflict("FREE", "There is nothing to pay."));
        }
        Ok(FEE)
    }

    /// What may be returned of its fee after it was cancelled, or why nothing.
    pub(super) fn returnable(&self) -> std::result::Result<Cents, Refusal> {
        orders::returnable(self.stage(), &self.money)
    }

    /// The amount refundable now: the whole charge, unless a refund is in progress.
    pub(super) fn refundable(&self) -> Cents {
        let (status, money) = (*self.row.status, &self.money);
        match status::can_refund(status, money.is_charged(), money.has_refund()) {
            Ok(()) => money.charged,
            Err(_) => Cents::ZERO,
        }
    }

    /// Whether it ever had this status.
    pub(super) fn was(&self, status: SleepStatus) -> bool {
        orders::was(&self.statuses, status)
    }

    /// Its request is to be rendered and sent.
    pub(super) fn waits_for_request(&self) -> bool {
        let is_due = match *self.row.status {
            SleepStatus::Paid | SleepStatus::Free => true,
            SleepStatus::Pending
            | SleepStatus::Submitted
            | SleepStatus::Faxed
            | SleepStatus::Refunded
            | SleepStatus::Canceled => false,
        };
        is_due && self.row.request_id.is_none()
    }

    /// What is written with the rest when it is saved.
    pub(super) fn changes(&mut self) -> &mut Changes {
        &mut self.changes
    }

    /// Refuses a version that is not the one before the lock, with the order as it is.
    pub(super) fn refuse_stale(&self, ctx: &Context, seen: Option<i64>) -> Result<()> {
        let before = self.show_before_lock(ctx);
        if seen.is_some_and(|seen| seen != before.version) {
            return Err(Error::stale(&before));
        }
        Ok(())
    }

    /// The patient withdraws it.
    pub(super) fn cancel(&mut self, ctx: &Context, by: Uuid) -> Result<()> {
        status::can_cancel(*self.row.status).map_err(refused)?;
        self.refuse_paying()?;
        let detail = orders::fee_effect(&self.money).detail();
        self.set_status(ctx, SleepStatus::Canceled, Some(by), detail);
        Ok(())
    }

    /// Unpaid, it gives way to an order with the details that its clinic has now.
    pub(super) fn give_way(&mut self, ctx: &Context, by: Uuid) -> Result<()> {
        status::can_cancel(*self.row.status).map_err(refused)?;
        self.refuse_paying()?;
        let detail = Some(texts::REPLACED.to_owned());
        self.set_status(ctx, SleepStatus::Canceled, Some(by), detail);
        Ok(())
    }

    /// Staff set what they know of it.
    pub(super) async fn set_by_staff(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        to: SleepStatus,
        by: Uuid,
    ) -> Result<()> {
        let from = *self.row.status;
        status::can_set(from, to).map_err(refused)?;
        if from.is_open() {
            self.refuse_paying()?;
        }
        if to == SleepStatus::Faxed {
            // It reached the clinic another way: its faxes are nobody's work any more.
            fax::settle_by_hand(self.changes.writes(), KIND, self.row.id);
            if let Some(fax) = &mut self.fax {
                fax.settle();
            }
            return self.received(tx, ctx, Some(by)).await;
        }
        self.set_status(ctx, to, Some(by), None);
        Ok(())
    }

    /// In the free mode, an order that waits for its payment is ordered without one, while its clinic is in its list.
    pub(super) async fn order_for_free(&mut self, tx: &Transaction, ctx: &Context) -> Result<()> {
        self.standing.allow_clinic_order().map_err(refused)?;
        self.refuse_paying()?;
        let detail = "No fee".to_owned();
        self.ordered(tx, ctx, SleepStatus::Free, detail).await
    }

    /// It is paid, or free: staff are notified, the patient gets an email, and the request is sent.
    pub(super) async fn ordered(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        status: SleepStatus,
        detail: String,
    ) -> Result<()> {
        let person = self.row.person_id;
        self.set_status(ctx, status, Some(person), Some(detail));
        let body = format!(
            "A sleep apnea test was ordered. The request is faxed to {} automatically.",
            self.clinic.name
        );
        self.tell_staff(tx, ctx, "Sleep study", &body).await?;
        let link = link(ctx);
        self.mail_patient(tx, ctx, &Mail::OrderReceived { link }, "ordered")
            .await?;
        jobs::queue(self.changes.writes(), ctx, self.row.id)
    }

    /// The sleep clinic received the request.
    pub(super) async fn received(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        by: Option<Uuid>,
    ) -> Result<()> {
        self.faxed(ctx, by);
        self.tell_received(tx, ctx).await
    }

    /// The request was delivered; whether to the sleep clinic may be in doubt.
    pub(super) fn faxed(&mut self, ctx: &Context, by: Option<Uuid>) {
        self.set_status(ctx, SleepStatus::Faxed, by, None);
    }

    /// Tells the patient, once, that the sleep clinic has the request.
    pub(super) async fn tell_received(&mut self, tx: &Transaction, ctx: &Context) -> Result<()> {
        let link = link(ctx);
        self.mail_patient(tx, ctx, &Mail::OrderSent { link }, "faxed")
            .await
    }

    /// The fee was given back.
    pub(super) async fn refund(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        detail: String,
    ) -> Result<()> {
        self.set_status(ctx, SleepStatus::Refunded, None, Some(detail));
        let link = link(ctx);
        self.mail_patient(tx, ctx, &Mail::OrderRefunded { link }, "refunded")
            .await
    }

    /// Stores the request that is faxed, and returns its id.
    pub(super) fn keep_request(&mut self, ctx: &Context, bytes: Vec<u8>) -> Uuid {
        let new = document(self.row.id, self.row.person_id, "sleep_request", bytes);
        let (id, _) = fax::keep_document_with(self.changes.writes(), ctx, new);
        self.row.request_id = Some(id);
        id
    }

    /// Notifies doctors and office once; true if they were notified now.
    pub(super) async fn tell_staff(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        subject: &str,
        body: &str,
    ) -> Result<bool> {
        let notice = Notice {
            subject: format!("{subject} {}", self.label()),
            body,
            to: &[MessageGroup::Doctor, MessageGroup::Office],
            tells_of: None,
        };
        let posted = self.changes.tell_once(tx, ctx, notice).await?;
        for id in &posted {
            self.changes.publish_message(*id);
        }
        Ok(!posted.is_empty())
    }

    async fn mail_patient(
        &mut self,
        tx: &Transaction,
        ctx: &Context,
        mail: &Mail,
        what: &str,
    ) -> Result<()> {
        let key = format!("sleep-{what}:{}", self.row.id);
        self.changes.mail_patient_once(tx, ctx, mail, key).await
    }

    /// Adds a status to the history, and makes it current.
    fn set_status(
        &mut self,
        ctx: &Context,
        status: SleepStatus,
        by: Option<Uuid>,
        detail: Option<String>,
    ) {
        let (id, history) = (self.row.id, &mut self.statuses);
        orders::add_entry(history, ctx, id, status, by, detail);
        self.added += 1;
        self.row.status = Coded(status);
        if status == SleepStatus::Free {
            self.row.free = true;
        }
    }

    /// Its newest fax as it is now, after one was queued.
    pub(super) async fn reload_fax(&mut self, tx: &Transaction) -> Result<()> {
        self.changes.writes().take().run(tx).await?;
        let id = self.row.id;
        self.fax = fax::latest(tx, KIND, &[id]).await?.remove(&id);
        Ok(())
    }

    /// Writes a new order; false when one with the same answers at the same clinic is in force, and then the
    /// transaction is over.
    pub(super) async fn insert(&mut self, tx: &Transaction) -> Result<bool> {
        self.add_rows();
        match self.changes.writes().take().run(tx).await {
            Ok(()) => Ok(true),
            Err(error)
                if is_unique_violation(&error) == Some(ConstraintName::SleepAssessmentInForce) =>
            {
                Ok(false)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The last writes: the row, if it changed, and the new statuses.
    fn add_rows(&mut self) {
        let writes = self.changes.writes();
        if self.stored.as_ref() != Some(&self.row) {
            let row = self.row.clone();
            match self.stored {
                None => repo::insert_order(writes, row.clone()),
                Some(_) => repo::save_order(writes, row.clone()),
            }
            self.stored = Some(row);
        }
        for status in self.statuses[..self.added].iter().rev() {
            repo::insert_status(writes, status.clone());
        }
        self.added = 0;
    }

    /// Saves what changed with the audit entry and the stored response, tells open pages, and returns the
    /// order as it is now.
    pub(super) async fn save(
        self,
        request: &RequestContext,
        tx: Transaction,
    ) -> Result<Json<SleepAssessmentView>> {
        request.publish_after_commit(EVENT, self.row.id, self.row.person_id);
        Ok(Json(self.save_quietly(request, tx, 200).await?))
    }

    /// Like `save`, with this status, and without telling open pages.
    pub(super) async fn save_quietly(
        mut self,
        request: &RequestContext,
        tx: Transaction,
        status: u16,
    ) -> Result<SleepAssessmentView> {
        self.add_rows();
        let shown = self.show(&request.ctx);
        self.changes.commit(request, tx, status, &shown).await?;
        Ok(shown)
    }

    /// Writes what changed in a transaction that the caller commits.
    pub(super) async fn save_within(
        mut self,
        request: &RequestContext,
        tx: &Transaction,
    ) -> Result<()> {
        self.add_rows();
        self.changes.write_all(request, tx).await
    }

    /// Saves what changed in a job or a hook, where nobody waits for an answer.
    pub(super) async fn save_in_job(mut self, ctx: &Context, tx: Transaction) -> Result<()> {
        self.add_rows();
        self.changes.commit_in_job(ctx, tx).await
    }
}

fn changes_of(ctx: &Context, id: Uuid, person: Uuid) -> Changes {
    let of = OrderRef {
        kind: KIND,
        id,
        person,
    };
    Changes::new(ctx, of)
}

fn document(order: Uuid, person: Uuid, kind: &'static str, bytes: Vec<u8>) -> fax::NewDocument {
    fax::NewDocument {
        subject_kind: KIND,
        subject_id: order,
        person,
        kind,
        bytes,
    }
}

/// The link in emails: an address that reveals nothing about health.
fn link(ctx: &Context) -> String {
    let site = ctx.settings.server.public_url.trim_end_matches('/');
    format!("{site}/dashboard")
}
