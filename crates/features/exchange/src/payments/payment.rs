// SPDX-License-Identifier: AGPL-3.0-or-later

//! A payment as one thing: loaded once with its refunds, asked to do, saved once, shown from memory. What may
//! be charged and refunded, and what an answer of a provider means, is decided here; calling the provider is
//! not (`card`, `wallet`, `refunds`). It is not locked, because no transaction stays open while a provider is
//! asked: `save` writes only what is still as it was loaded, and says if it is not.

use chrono::{DateTime, Utc};
use salal_db::{Coded, Connection};
use salal_domain::cancelling;
use salal_domain::fees::Cents;
use salal_integrations::ServiceError;
use salal_integrations::cards::{Intent, IntentStatus, Refund as ProviderRefund, RefundStatus};
use salal_integrations::wallet::WalletOrder;
use uuid::Uuid;

use super::entity::{payment, refund};
use super::states::{PaymentMethod, PaymentState, RefundState};
use super::{Job, Subject, refunds, repo, settle};
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::jobs::{self, NewJob};

/// A payment and its refunds.
pub(super) struct Payment {
    row: payment::Model,
    /// Oldest first.
    refunds: Vec<refund::Model>,
    /// As it was loaded; none if it is new.
    stored: Option<payment::Model>,
    stored_refunds: Vec<refund::Model>,
    /// To be queued with the next `save`.
    jobs: Vec<NewJob>,
}

/// A payment to make; the amount is computed by the server.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewPayment {
    pub(super) subject: Subject,
    /// The payer.
    pub(super) person: Uuid,
    pub(super) amount: Cents,
}

/// A refund to make; the amount is computed by the server.
#[derive(Clone, Debug)]
pub(super) struct NewRefund {
    pub(super) amount: Cents,
    /// Who of the staff asked for it; nobody, when it goes back by itself.
    pub(super) by: Option<Uuid>,
    /// Why a cancelled order's fee is returned.
    pub(super) why: Option<String>,
}

impl Payment {
    /// A payment within scope.
    pub(super) async fn load(db: &Connection, scope: &Scope, id: Uuid) -> Result<Self> {
        let found = repo::payments_with_refunds(db, &repo::by_id(scope, id)).await?;
        found.into_iter().next().ok_or_else(Error::not_found)
    }

    /// The payment of a refund within scope.
    pub(super) async fn load_of_refund(
        db: &Connection,
        scope: &Scope,
        refund: Uuid,
    ) -> Result<Self> {
        let found = repo::payments_with_refunds(db, &repo::by_refund(scope, refund)).await?;
        found.into_iter().next().ok_or_else(Error::not_found)
    }

    /// The confirmed charge of a subject.
    pub(super) async fn find_charge(db: &Connection, of: &Subject) -> Result<Option<Self>> {
        let wanted = repo::by_subjects(of.kind, &[of.id]);
        let found = repo::payments_with_refunds(db, &wanted).await?;
        let is_charge = |payment: &Self| payment.state() == PaymentState::Charged;
        Ok(found.into_iter().find(is_charge))
    }

    /// The payment with a provider's reference (an intent, an order), or with a charge or capture.
    pub(super) async fn find_by_reference(
        db: &Connection,
        scope: &Scope,
        reference: &str,
    ) -> Result<Option<Self>> {
        let found = repo::payments_with_refunds(db, &repo::by_reference(scope, reference)).await?;
        Ok(found.into_iter().next())
    }

    /// As it was read.
    pub(super) fn of_rows(row: payment::Model, refunds: Vec<refund::Model>) -> Self {
        Self {
            stored: Some(row.clone()),
            row,
            stored_refunds: refunds.clone(),
            refunds,
            jobs: Vec::new(),
        }
    }

    /// The intent to charge a card, with the job that asks for the outcome whatever becomes of this process.
    pub(super) fn by_card(ctx: &Context, new: NewPayment, token: String) -> Result<Self> {
        let mut payment = Self::new(ctx, new, PaymentMethod::Card, PaymentState::Intended);
        payment.row.token = Some(token);
        payment.ask_later(ctx)?;
        Ok(payment)
    }

    /// A charge of which this database knows nothing but what its provider tells, under the id that it had.
    pub(super) fn lost(ctx: &Context, new: NewPayment, id: Uuid) -> Self {
        let mut payment = Self::new(ctx, new, PaymentMethod::Card, PaymentState::Intended);
        payment.row.id = id;
        payment
    }

    /// An order at the wallet, which its payer has still to approve: nothing is charged.
    pub(super) fn by_wallet(ctx: &Context, new: NewPayment) -> Self {
        Self::new(ctx, new, PaymentMethod::Wallet, PaymentState::Ordered)
    }

    fn new(ctx: &Context, new: NewPayment, method: PaymentMethod, state: PaymentState) -> Self {
        let row = payment::Model {
            id: ctx.new_id(),
            subject_kind: Coded(new.subject.kind),
            subject_id: new.subject.id,
            person_id: new.person,
            method: Coded(method),
            state: Coded(state),
            amount_cents: new.amount.0,
            currency: "CAD".into(),
            token: None,
            provider_ref: None,
            capture_ref: None,
            card_brand: None,
            card_last4: None,
            payer_given: None,
            payer_surname: None,
            decline_code: None,
            created_at: ctx.now(),
            charged_at: None,
            version: 1,
        };
        Self {
            row,
            refunds: Vec::new(),
            stored: None,
            stored_refunds: Vec::new(),
            jobs: Vec::new(),
        }
    }

    /// Queues the job that asks for the outcome.
    fn ask_later(&mut self, ctx: &Context) -> Result<()> {
        let payload = settle::Payload {
            payment: self.row.id,
        };
        let job = NewJob::new(Job::Settle, &payload)?
            .once(self.row.id)
            .about(self.row.person_id);
        let later = ctx.now() + settle::first_look(ctx);
        self.jobs.push(job.at(later));
        Ok(())
    }

    pub(super) const fn id(&self) -> Uuid {
        self.row.id
    }

    /// The key under which a provider does a thing once, however often it is asked: the payment's id.
    pub(super) fn key(&self) -> String {
        self.row.id.to_string()
    }

    /// The payer.
    pub(super) const fn person(&self) -> Uuid {
        self.row.person_id
    }

    /// What was bought.
    pub(super) fn subject(&self) -> Subject {
        Subject {
            kind: *self.row.subject_kind,
            id: self.row.subject_id,
        }
    }

    pub(super) fn method(&self) -> PaymentMethod {
        *self.row.method
    }

    pub(super) fn state(&self) -> PaymentState {
        *self.row.state
    }

    pub(super) const fn amount(&self) -> Cents {
        Cents(self.row.amount_cents)
    }

    pub(super) const fn charged_at(&self) -> Option<DateTime<Utc>> {
        self.row.charged_at
    }

    /// The card's token at its provider.
    pub(super) fn token(&self) -> Result<&str> {
        let token = self.row.token.as_deref();
        token.ok_or_else(|| Error::broken("a card payment without a token"))
    }

    /// The provider's payment intent or order.
    pub(super) fn provider_reference(&self) -> Result<&str> {
        let reference = self.row.provider_ref.as_deref();
        reference.ok_or_else(|| match self.method() {
            PaymentMethod::Card => Error::broken("a charged card without an intent"),
            PaymentMethod::Wallet => Error::broken("a wallet payment without an order"),
        })
    }

    /// The provider's charge or capture, once there is one.
    pub(super) fn charge_reference(&self) -> Option<&str> {
        self.row.capture_ref.as_deref()
    }

    pub(super) fn row(&self) -> &payment::Model {
        &self.row
    }

    /// Whether this person made it at the wallet.
    pub(super) fn is_wallet_of(&self, person: Uuid) -> bool {
        self.person() == person && self.method() == PaymentMethod::Wallet
    }

    /// Refuses a page that shows another amount than ours.
    pub(super) fn confirm_amount(&self, shown: f64) -> Result<()> {
        confirm_amount(self.amount(), shown)
    }

    /// The wallet's number of the order.
    pub(super) fn ordered_as(&mut self, order: String) {
        self.row.provider_ref = Some(order);
    }

    /// The payer approved the order: it is about to be captured, and its outcome will be asked about. False if
    /// it was captured, is in progress or ended before: its state says which.
    pub(super) fn capture(&mut self, ctx: &Context) -> Result<bool> {
        if self.state() != PaymentState::Ordered {
            return Ok(false);
        }
        self.row.state = Coded(PaymentState::Capturing);
        self.ask_later(ctx)?;
        Ok(true)
    }

    /// What the card provider answered to the charge.
    pub(super) fn card_answered(
        &mut self,
        ctx: &Context,
        answer: Result<Intent, ServiceError>,
    ) -> Result<()> {
        match answer {
            Ok(intent) if intent.is_paid(self.row.amount_cents, &self.key()) => {
                self.charged_to_card(ctx, &intent);
            }
            Ok(intent) => match intent.status {
                IntentStatus::Processing | IntentStatus::RequiresCapture => self.is_unknown(),
                IntentStatus::Succeeded => {
                    return Err(Error::broken("a charge does not agree with its payment"));
                }
                _ => self.declined("authentication_required"),
            },
            Err(error) if error.is_unknown() => self.is_unknown(),
            Err(error) => match error.refusal_code() {
                Some(code) => self.declined(code),
                None if self.state() == PaymentState::Intended => {
                    // Nothing happened at the provider: the intent is withdrawn, and the patient may try again.
                    tracing::debug!(cause = %error, "the card provider couldn't be reached");
                    self.row.state = Coded(PaymentState::Failed);
                    self.row.decline_code = Some("unreachable".into());
                }
                None => self.is_unknown(),
            },
        }
        Ok(())
    }

    fn charged_to_card(&mut self, ctx: &Context, intent: &Intent) {
        let charge = intent.charge.as_ref();
        let card = charge.map(|charge| &charge.card);
        let row = &mut self.row;
        row.provider_ref = Some(intent.id.clone());
        row.capture_ref = charge.map(|charge| charge.id.clone());
        row.card_brand = card.and_then(|card| filled(&card.brand));
        row.card_last4 = card.and_then(|card| filled(&card.last4));
        row.payer_given = card.and_then(|card| filled(&card.given));
        row.payer_surname = card.and_then(|card| filled(&card.surname));
        row.decline_code = None;
        row.token = None;
        self.is_charged_now(ctx);
        // A charge that was lost is of its own time.
        if let (None, Some(at)) = (
            &self.stored,
            DateTime::from_timestamp(intent.created_unix, 0),
        ) {
            self.row.created_at = at;
            self.row.charged_at = Some(at);
        }
    }

    /// What the wallet answered to the capture.
    pub(super) fn wallet_answered(
        &mut self,
        ctx: &Context,
        answer: Result<WalletOrder, ServiceError>,
    ) {
        match answer {
            Ok(order) if order.is_paid(self.row.amount_cents, &self.key()) => {
                let row = &mut self.row;
                row.capture_ref = order.capture.as_ref().map(|capture| capture.id.clone());
                row.payer_given = filled(&order.payer.given);
                row.payer_surname = filled(&order.payer.surname);
                row.card_brand = Some("PayPal".into());
                self.is_charged_now(ctx);
            }
            Ok(_) => self.is_unknown(),
            Err(error) if error.is_unknown() => self.is_unknown(),
            Err(error) => match error.refusal_code() {
                Some(code) => self.declined(code),
                None => self.is_unknown(),
            },
        }
    }

    fn is_charged_now(&mut self, ctx: &Context) {
        self.row.state = Coded(PaymentState::Charged);
        self.row.charged_at = Some(ctx.now());
    }

    fn declined(&mut self, code: &str) {
        self.row.state = Coded(PaymentState::Declined);
        self.row.decline_code = Some(code.to_owned());
    }

    fn is_unknown(&mut self) {
        self.row.state = Coded(PaymentState::Unknown);
        self.row.decline_code = None;
    }

    /// The intent to refund, with its job: never more than was charged, and one that is open or done at a time.
    pub(super) fn refund(&mut self, ctx: &Context, new: NewRefund) -> Result<()> {
        let NewRefund { amount, by, why } = new;
        if self.state() != PaymentState::Charged || amount <= Cents::ZERO || amount > self.amount()
        {
            return Err(Error::conflict(
                "NOT_REFUNDABLE",
                "Nothing of this payment can be refunded.",
            ));
        }
        let mut earlier = self.refunds.iter();
        if earlier.any(|refund| refund.state.is_in_force()) {
            return Err(refund_open());
        }
        let refund = refund::Model {
            id: ctx.new_id(),
            payment_id: self.row.id,
            subject_kind: self.row.subject_kind,
            subject_id: self.row.subject_id,
            amount_cents: amount.0,
            state: Coded(RefundState::Intended),
            provider_ref: None,
            // What goes back by itself is asked for by the payer's own cancellation.
            requested_by: by.unwrap_or(self.row.person_id),
            created_at: ctx.now(),
            refunded_at: None,
            reason: None,
            why,
        };
        let payload = refunds::Payload { refund: refund.id };
        let job = NewJob::new(Job::SettleRefund, &payload)?
            .once(refund.id)
            .about(self.row.person_id);
        let job = match by {
            // Nobody clicked who could undo it, or who waits for the outcome.
            None => job,
            Some(_) if refunds::is_undoable(ctx) => job.undoable(ctx),
            Some(_) => job.at(ctx.now() + settle::first_look(ctx)),
        };
        self.jobs.push(job);
        self.refunds.push(refund);
        Ok(())
    }

    /// Takes a refund back that was not sent to the provider yet: its row and its job are deleted together.
    pub(super) fn undo_refund(&mut self) -> Result<()> {
        let before = self.refunds.len();
        let payer = self.row.person_id;
        // What goes back by itself is not the staff's to undo.
        self.refunds.retain(|refund| {
            *refund.state != RefundState::Intended || refund.requested_by == payer
        });
        if self.refunds.len() == before {
            return Err(too_late());
        }
        Ok(())
    }

    /// The refund whose outcome the provider has yet to tell: its id, and the amount.
    pub(super) fn open_refund(&self) -> Option<(Uuid, Cents)> {
        let mut refunds = self.refunds.iter();
        refunds
            .find(|refund| RefundState::OPEN.contains(&refund.state))
            .map(|refund| (refund.id, Cents(refund.amount_cents)))
    }

    /// What the provider answered to the open refund.
    pub(super) fn refund_answered(
        &mut self,
        ctx: &Context,
        answer: Result<ProviderRefund, ServiceError>,
    ) {
        let mut refunds = self.refunds.iter_mut();
        let open = refunds.find(|refund| RefundState::OPEN.contains(&refund.state));
        let Some(refund) = open else {
            return;
        };
        match answer {
            Ok(done) if matches!(done.status, RefundStatus::Succeeded | RefundStatus::Pending) => {
                refund.state = Coded(RefundState::Done);
                refund.provider_ref = Some(done.id);
                refund.refunded_at = Some(ctx.now());
            }
            Ok(_) => {
                refund.state = Coded(RefundState::Failed);
                refund.reason = Some("refused by the payment provider".into());
            }
            Err(error) => match error.refusal_code() {
                Some(code) => {
                    refund.state = Coded(RefundState::Failed);
                    refund.reason = Some(code.to_owned());
                }
                // Not received, or not sent: the job tries again with the same key.
                None => refund.state = Coded(RefundState::Unknown),
            },
        }
    }

    /// A refund that the provider made and this database does not know: it is recorded as made.
    pub(super) fn refunded_elsewhere(
        &mut self,
        ctx: &Context,
        new: NewRefund,
        made: ProviderRefund,
    ) -> Result<()> {
        if self.open_refund().is_none() {
            self.refund(ctx, new)?;
            // It is done: nothing is left for a job.
            self.jobs.clear();
        }
        self.refund_answered(ctx, Ok(made));
        Ok(())
    }

    /// The state of a refund.
    pub(super) fn refund_state(&self, id: Uuid) -> Option<RefundState> {
        let mut refunds = self.refunds.iter();
        refunds
            .find(|refund| refund.id == id)
            .map(|refund| *refund.state)
    }

    /// The newest refund.
    pub(super) fn last_refund(&self) -> Option<RefundState> {
        self.refunds.last().map(|refund| *refund.state)
    }

    /// Why a fee was returned, if the newest refund is of that kind.
    pub(super) fn refund_reason(&self) -> Option<String> {
        self.refunds.last().and_then(|refund| refund.why.clone())
    }

    /// What went back to the payer, and when.
    pub(super) fn refunded(&self) -> (Cents, Option<DateTime<Utc>>) {
        let done = |refund: &&refund::Model| *refund.state == RefundState::Done;
        let mut done = self.refunds.iter().filter(done);
        let sum = done.clone().map(|refund| Cents(refund.amount_cents)).sum();
        (sum, done.next_back().and_then(|refund| refund.refunded_at))
    }

    /// Writes what changed, if it is still as it was loaded; otherwise false, and the caller's transaction is
    /// to be dropped.
    pub(super) async fn save(&mut self, tx: &Connection, ctx: &Context) -> Result<bool> {
        for before in &self.stored_refunds {
            let now = self.refunds.iter().find(|refund| refund.id == before.id);
            let done = match now {
                Some(now) if now == before => true,
                Some(now) => repo::end_refund(tx, now).await?,
                None => {
                    jobs::cancel(tx, Job::SettleRefund, before.id).await?
                        && repo::take_back(tx, before.id).await?
                }
            };
            if !done {
                return Ok(false);
            }
        }
        let mut writes = ctx.db.batch();
        match &self.stored {
            None => repo::add_payment(&mut writes, self.row.clone()),
            Some(stored) if self.row != *stored => {
                self.row.version = stored.version + 1;
                if !repo::update_payment(tx, stored.version, self.row.clone()).await? {
                    return Ok(false);
                }
            }
            Some(_) => {}
        }
        let is_new = |refund: &&refund::Model| {
            let mut stored = self.stored_refunds.iter();
            stored.all(|before| before.id != refund.id)
        };
        for refund in self.refunds.iter().filter(is_new) {
            repo::add_refund(&mut writes, refund.clone());
        }
        for job in self.jobs.drain(..) {
            jobs::enqueue_with(&mut writes, ctx, job);
        }
        writes.run(tx).await.map_err(repo::in_force)?;
        self.stored = Some(self.row.clone());
        self.stored_refunds.clone_from(&self.refunds);
        Ok(true)
    }
}

/// Refuses a page that shows another amount than ours.
pub(super) fn confirm_amount(amount: Cents, shown: f64) -> Result<()> {
    if read_amount(shown)? == amount {
        return Ok(());
    }
    Err(Error::field(
        "amount",
        "The amount is not the fee of this request. You were not charged.",
    ))
}

/// An amount as a page sends it; fractions of a cent are refused, never rounded away.
pub(super) fn read_amount(sent: f64) -> Result<Cents> {
    Cents::from_dollars(sent).ok_or_else(|| {
        Error::field(
            "amount",
            "Enter the amount in dollars with at most two decimals, such as 19.99.",
        )
    })
}

/// The error for a second refund.
pub(super) fn refund_open() -> Error {
    let refusal = cancelling::refund_open();
    Error::conflict(refusal.code, refusal.message)
}

/// The error for taking a refund back that was sent.
pub(super) fn too_late() -> Error {
    Error::conflict(
        "TOO_LATE",
        "The refund has already been sent and can’t be undone.",
    )
}

fn filled(text: &(impl ToString + ?Sized)) -> Option<String> {
    let text = text.to_string();
    (!text.is_empty()).then_some(text)
}
