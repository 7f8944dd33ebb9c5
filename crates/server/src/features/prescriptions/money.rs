//! Paying and refunding a prescription: the amounts are the server's own reckoning, and a page that
//! names another amount is refused.

use salal_documents::{self as documents, ChargeLine, Payment, Receipt, Refund};
use salal_rules::fees::Cents;
use salal_rules::prescriptions::status::PrescriptionStatus;
use salal_rules::prescriptions::steps;
use salal_rules::texts;

use super::signing::{self, ById};
use super::wire::{
    Invoice, InvoiceHeader, MakeOrder, MakeRefund, OfPerson, OrderAnswer, PaymentCompleted,
    PrescriptionView, RefundAnswer, RefundSuccess, SetPay,
};
use super::{KIND, listeners, review, store, view};
use crate::door::{Call, Download, Json, NoBody};
use crate::error::{Error, Kind, Result};
use crate::features::payments::{
    self, ChargeCard, NewOrder, NewRefund, PaymentView, RefundState, Subject,
};
use crate::features::people;

/// Refuses to charge what is not due, or another amount than is due.
async fn due<B>(
    call: &Call<B>,
    id: uuid::Uuid,
    asked: Option<f64>,
) -> Result<(PrescriptionView, Cents)> {
    let view = view::one(call.ctx.db.read(), &call.ctx, &call.reach, id).await?;
    let row = store::get(call.ctx.db.read(), &call.reach, id).await?;
    let known = view::known(call.ctx.db.read(), &call.ctx, &call.reach, &row, None).await?;
    steps::can_pay(&known.facts()).map_err(review::refused)?;
    let amount = Cents::from_dollars(view.fee.amount)
        .ok_or_else(|| Error::broken("a fee that is no amount"))?;
    if asked.is_some_and(|asked| Cents::from_dollars(asked) != Some(amount)) {
        return Err(Error::field(
            "amount",
            "The amount is not the fee of this request. You were not charged.",
        ));
    }
    Ok((view, amount))
}

/// PUT /prescription/set-pay
pub(super) async fn set_pay(call: Call<Json<SetPay>>) -> Result<Json<PrescriptionView>> {
    let (ctx, sent, me) = (&call.ctx, &call.body.0, call.me()?.person_id);
    call.saw(me);
    let state = if let Some(token) = sent
        .stripe_token_id
        .as_deref()
        .filter(|token| !token.is_empty())
    {
        if token.len() > 200 || !token.starts_with("tok_") {
            return Err(Error::field("card", texts::payment::INVALID_CARD));
        }
        let before = payments::standing(ctx.db.read(), KIND, sent.prescription_id).await?;
        if before.is_charged() {
            // A second click after the first went through.
            before.payment
        } else {
            let (_, amount) = due(&call, sent.prescription_id, Some(sent.amount)).await?;
            let charge = ChargeCard {
                subject: Subject::prescription(sent.prescription_id),
                person: me,
                amount_cents: amount.0,
                token: token.to_owned(),
            };
            payments::charge_card(ctx, charge).await?;
            payments::standing(ctx.db.read(), KIND, sent.prescription_id)
                .await?
                .payment
        }
    } else if let Some(order) = sent.order_id.as_deref().filter(|order| !order.is_empty()) {
        store::get(ctx.db.read(), &call.reach, sent.prescription_id).await?;
        payments::capture(ctx, me, order).await?;
        payments::standing(ctx.db.read(), KIND, sent.prescription_id)
            .await?
            .payment
    } else {
        return Err(Error::field("card", texts::payment::INVALID_CARD));
    };
    refuse_declined(state.as_ref())?;
    answer_once(&call, sent.prescription_id).await
}

/// The prescription as it stands, kept under the click's key: the effect itself has its own key, so
/// a click that comes again before this is answered by where the money stands.
async fn answer_once<B>(call: &Call<B>, id: uuid::Uuid) -> Result<Json<PrescriptionView>> {
    let tx = call.begin().await?;
    let answer = view::one(&tx, &call.ctx, &call.reach, id).await?;
    call.commit(tx, answer).await
}

fn refuse_declined(payment: Option<&PaymentView>) -> Result<()> {
    match payment {
        Some(payment) if matches!(payment.state.as_str(), "declined" | "failed") => {
            let message = payment.message.clone().unwrap_or_default();
            let mut error = Error::field("card", message.clone());
            error.kind = Kind::Invalid;
            error.code = "CARD_DECLINED";
            error.message = message;
            Err(error)
        }
        _ => Ok(()),
    }
}

/// POST /payment/order
pub(super) async fn order(call: Call<Json<MakeOrder>>) -> Result<Json<OrderAnswer>> {
    let me = call.me()?.person_id;
    if !call.ctx.settings.features.wallet {
        return Err(Error::conflict(
            "NO_WALLET",
            "Paying by wallet is switched off. Please pay by card.",
        ));
    }
    let (view, amount) = due(&call, call.body.0.prescription_id, None).await?;
    let site = call
        .ctx
        .settings
        .server
        .public_url
        .trim_end_matches('/')
        .to_owned();
    let page = format!(
        "{site}/request-prescription/payment/?prescription={}",
        view.id
    );
    call.saw(me);
    let ordered = payments::order(
        &call.ctx,
        NewOrder {
            subject: Subject::prescription(view.id),
            person: me,
            amount_cents: amount.0,
            cancel_url: format!("{page}&wallet=cancelled"),
            return_url: page,
        },
    )
    .await?;
    let tx = call.begin().await?;
    call.commit(
        tx,
        OrderAnswer {
            order_id: ordered.order_id,
            approve_url: ordered.approve_url,
        },
    )
    .await
}

/// PUT /prescription/payment-completed: Pending only when the provider confirmed (decision 43).
pub(super) async fn payment_completed(
    call: Call<Json<PaymentCompleted>>,
) -> Result<Json<PrescriptionView>> {
    let sent = &call.body.0;
    let _ = &sent.payment_id;
    if sent
        .person_id
        .is_some_and(|person| !call.reach.allows(person))
    {
        return Err(Error::not_found());
    }
    let row = store::get(call.ctx.db.read(), &call.reach, sent.id).await?;
    listeners::payment_changed(call.ctx.clone(), Subject::prescription(row.id)).await?;
    call.saw(row.person_id);
    answer_once(&call, row.id).await
}

/// PUT /prescription/cancel (decisions 41 and 42)
pub(super) async fn cancel(call: Call<Json<OfPerson>>) -> Result<Json<PrescriptionView>> {
    let me = call.me()?.person_id;
    let tx = call.begin().await?;
    let row = store::take(&tx, &call.reach, call.body.0.prescription_id).await?;
    let known = view::known(&tx, &call.ctx, &call.reach, &row, None).await?;
    steps::can_cancel(&known.facts()).map_err(review::refused)?;
    let view = view::one(&tx, &call.ctx, &call.reach, row.id).await?;
    if !view.can_cancel {
        return Err(Error::conflict(
            "PAYMENT_OPEN",
            "A payment is under way. Please wait until we know what became of it.",
        ));
    }
    store::add_status(
        &tx,
        &call.ctx,
        row.id,
        PrescriptionStatus::Canceled,
        Some(me),
        None,
    )
    .await?;
    review::finish(&call, tx, &row).await
}

/// PUT /payment/refund
pub(super) async fn refund(call: Call<Json<MakeRefund>>) -> Result<Json<RefundAnswer>> {
    let (ctx, sent, me) = (&call.ctx, &call.body.0, call.me()?.person_id);
    let (payment_id, subject) = payments::subject_of_charge(ctx.db.read(), &sent.charge_id).await?;
    if subject.kind != KIND {
        return Err(Error::not_found());
    }
    let row = store::get(ctx.db.read(), &call.reach, subject.id).await?;
    call.saw(row.person_id);
    let view = view::one(ctx.db.read(), ctx, &call.reach, row.id).await?;
    let standing = payments::standing(ctx.db.read(), KIND, row.id).await?;
    if !view.can_refund {
        return match standing.refund {
            // A second click after the first went through.
            Some(RefundState::Done) => Ok(Json(answer(RefundState::Done, standing.refunded_cents))),
            Some(RefundState::Intended | RefundState::Unknown) => {
                Ok(Json(answer(RefundState::Unknown, 0)))
            }
            _ => Err(Error::conflict(
                "NOT_REFUNDABLE",
                "Nothing of this payment can be refunded now.",
            )),
        };
    }
    let amount = Cents::from_dollars(view.refundable)
        .ok_or_else(|| Error::broken("a refund that is no amount"))?;
    if Cents::from_dollars(sent.amount) != Some(amount) {
        return Err(Error::field(
            "amount",
            "The amount is not what can be refunded. Nothing was refunded.",
        ));
    }
    payments::refund(
        ctx,
        NewRefund {
            payment: payment_id,
            amount_cents: amount.0,
            by: me,
        },
    )
    .await?;
    let after = payments::standing(ctx.db.read(), KIND, row.id).await?;
    match after.refund {
        Some(RefundState::Failed) | None => Err(Error::conflict(
            "REFUND_REFUSED",
            "The payment provider refused the refund. Nothing was refunded; the office was told.",
        )),
        Some(state) => {
            let tx = call.begin().await?;
            call.commit(tx, answer(state, after.refunded_cents)).await
        }
    }
}

fn answer(state: RefundState, cents: i64) -> RefundAnswer {
    let done = state == RefundState::Done;
    RefundAnswer {
        state: if done {
            "done".into()
        } else {
            "unknown".into()
        },
        refund_amount: Cents(cents).dollars(),
        message: if done {
            texts::pending_prescriptions::REFUNDED.into()
        } else {
            "We are asking the payment provider whether the refund went through. Please do not refund again.".into()
        },
    }
}

/// PUT /prescription/refund-success: Refunded only when the provider confirmed.
pub(super) async fn refund_success(
    call: Call<Json<RefundSuccess>>,
) -> Result<Json<PrescriptionView>> {
    let sent = &call.body.0;
    call.same_actor(sent.refunded_by)?;
    let row = store::get(call.ctx.db.read(), &call.reach, sent.id).await?;
    listeners::payment_changed(call.ctx.clone(), Subject::prescription(row.id)).await?;
    call.saw(row.person_id);
    answer_once(&call, row.id).await
}

async fn paid_view(
    call: &Call<NoBody, ById>,
) -> Result<(PrescriptionView, payments::Standing, people::PersonFacts)> {
    let db = call.ctx.db.read();
    let view = view::one(db, &call.ctx, &call.reach, call.path.id).await?;
    let standing = payments::standing(db, KIND, view.id).await?;
    if !standing.is_charged() {
        return Err(Error::conflict(
            "NOT_PAID",
            "There is no payment to show a receipt for.",
        ));
    }
    let person = people::facts(db, &call.reach, view.person.person.id).await?;
    call.saw(person.id);
    Ok((view, standing, person))
}

/// The payer's name from the card; without card data the patient's (decision 46).
fn payer(standing: &payments::Standing, person: &people::PersonFacts) -> String {
    let card = standing
        .payment
        .as_ref()
        .and_then(|payment| payment.card.as_ref());
    let name = card.map(|card| {
        format!("{} {}", card.name.given_name, card.name.surname)
            .trim()
            .to_owned()
    });
    name.filter(|name| !name.is_empty())
        .unwrap_or_else(|| person.full_name())
}

/// "Visa ending 4242"
fn payment_type(standing: &payments::Standing) -> Option<String> {
    let card = standing.payment.as_ref()?.card.as_ref()?;
    let mut letters = card.brand.chars();
    let brand: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(letters)
        .collect();
    Some(if card.last4.is_empty() {
        brand
    } else {
        format!("{brand} ending {}", card.last4)
    })
}

fn address(person: &people::PersonFacts) -> Vec<String> {
    vec![
        person.address.clone(),
        format!(
            "{}, {} {}",
            person.city, person.province, person.postal_code
        ),
    ]
}

/// GET /prescription/invoice/{id}
pub(super) async fn invoice(call: Call<NoBody, ById>) -> Result<Json<Invoice>> {
    let (view, standing, person) = paid_view(&call).await?;
    let clinic = &call.ctx.settings.clinic;
    Ok(Json(Invoice {
        label: view.label,
        header: InvoiceHeader {
            clinic: clinic.name.clone(),
            address: clinic.address.clone(),
            phone: clinic.phone.clone(),
        },
        payer: payer(&standing, &person),
        address: address(&person),
        charge: Cents(standing.charged_cents).dollars(),
        charged_at: standing.charged_at,
        payment_type: payment_type(&standing),
        refund: (standing.refunded_cents > 0).then(|| Cents(standing.refunded_cents).dollars()),
        refunded_at: standing.refunded_at,
        balance: 0.0,
    }))
}

/// GET /prescription/receipt/{id}: the same as a PDF.
pub(super) async fn receipt(call: Call<NoBody, ById>) -> Result<Download> {
    let (view, standing, person) = paid_view(&call).await?;
    let charged_at = standing.charged_at.unwrap_or(view.created_at);
    let receipt = Receipt {
        label: view.label.clone(),
        clinic: signing::clinic(&call.ctx),
        payer: payer(&standing, &person),
        address: address(&person),
        charge: Cents(standing.charged_cents),
        charge_lines: view
            .fee
            .lines
            .iter()
            .map(|line| ChargeLine {
                text: line.text.clone(),
                cents: Cents::from_dollars(line.amount).unwrap_or(Cents::ZERO),
            })
            .collect(),
        payment: Some(Payment {
            cents: Cents(standing.charged_cents),
            at: charged_at,
            kind: payment_type(&standing).unwrap_or_else(|| "Card".into()),
        }),
        refund: standing.refunded_at.map(|at| Refund {
            cents: Cents(standing.refunded_cents),
            at,
        }),
        issued_at: standing.refunded_at.unwrap_or(charged_at),
    };
    let pdf = tokio::task::spawn_blocking(move || documents::receipt(&receipt))
        .await
        .map_err(Error::broken)?
        .map_err(|error| Error::broken(format!("receipt: {error}")))?;
    Ok(Download {
        content_type: "application/pdf",
        name: format!("{}-receipt.pdf", view.label),
        bytes: pdf.bytes,
    })
}
