// SPDX-License-Identifier: AGPL-3.0-or-later

//! Copies: one signed sheet addressed to one pharmacy, faxed or on paper. One copy is in force at a time,
//! from when it is queued or printed until it is voided (decision 160). All code that issues a copy goes
//! through here, and a database constraint prevents a second one.

use futures_util::future::BoxFuture;
use salal_db::{Coded, Connection, Transaction};
use salal_domain::faults::Refusal;
use salal_domain::prescriptions::copies::{CopyFact, CopyState, CopyWay, FaxFact, Whereabouts};
use sea_orm::Set;
use uuid::Uuid;

use super::entity::{prescription_copy, signature};
use super::prescription::Prescription;
use super::{KIND, repo};
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};
use salal_exchange::fax::{self, TakenBack};
use salal_orders::orders;

/// A copy as the rules see it.
pub(super) fn fact(copy: Option<&prescription_copy::Model>) -> CopyFact {
    copy.map_or(CopyFact::None, |copy| CopyFact::of(*copy.state, *copy.way))
}

/// The copy for a fax or print of this signature: the one in force, sent again, or a new one. The
/// prescription is locked in this transaction.
pub(super) fn issue(
    prescription: &mut Prescription,
    ctx: &Context,
    signature: &signature::Model,
    way: CopyWay,
    by: Uuid,
) -> Result<()> {
    let row = &prescription.row;
    let all = prescription.copies();
    let in_force = all.iter().find(|copy| copy.voided_at.is_none());
    let fact = fact(in_force);
    let allowed = match way {
        CopyWay::Fax => fact.may_fax(),
        CopyWay::Paper => fact.may_print(),
    };
    allowed.map_err(orders::refused)?;
    if let Some(copy) = in_force {
        if copy.document_id == signature.document_id {
            return Ok(());
        }
        // The sheet differs from the one that may already be out.
        let locked = fact.lock().err();
        let locked = locked.unwrap_or_else(|| Refusal::new("LIVE_COPY", "Void the copy first."));
        return Err(orders::refused(locked));
    }
    let copy = prescription_copy::Model {
        id: ctx.new_id(),
        prescription_id: row.id,
        person_id: row.person_id,
        number: all.last().map_or(1, |copy| copy.number + 1),
        document_id: signature.document_id,
        way: Coded(way),
        pharmacy: row.dr_pharmacy.as_ref().unwrap_or(&row.pharmacy).clone(),
        state: Coded(CopyState::Live),
        issued_by: by,
        issued_at: ctx.now(),
        left_at: None,
        delivered_at: None,
        handed_how: None,
        handed_to: None,
        handed_at: None,
        handed_by: None,
        void_reason: None,
        void_words: None,
        void_how: None,
        void_by: None,
        void_asked_at: None,
        void_document_id: None,
        void_fax_id: None,
        told_name: None,
        told_at: None,
        told_by: None,
        voided_at: None,
        version: 1,
    };
    prescription.add_copy(copy);
    Ok(())
}

/// Where a copy may be, based on its transmissions.
pub(super) fn at(copy: &prescription_copy::Model, faxes: &[FaxFact]) -> Whereabouts {
    match (*copy.way, *copy.state) {
        (CopyWay::Paper, CopyState::Delivered) => Whereabouts::HandedOver,
        (
            CopyWay::Paper,
            CopyState::Live | CopyState::Failed | CopyState::Voiding | CopyState::Voided,
        ) => Whereabouts::Paper,
        (CopyWay::Fax, _) => Whereabouts::of_faxes(faxes),
    }
}

/// Where a copy may be now.
pub(super) async fn whereabouts(
    db: &Connection,
    copy: &prescription_copy::Model,
) -> Result<Whereabouts> {
    Ok(at(copy, &faxes(db, copy, None).await?))
}

/// The same, with the transmissions from which it was told: `fax::stop` refuses when they are others by then.
pub(super) async fn whereabouts_with_faxes(
    db: &Connection,
    copy: &prescription_copy::Model,
) -> Result<(Whereabouts, Vec<(Uuid, FaxFact)>)> {
    let all = fax::transmissions(db, KIND, copy.prescription_id, copy.document_id).await?;
    let facts: Vec<FaxFact> = all.iter().map(|(_, fact)| *fact).collect();
    Ok((at(copy, &facts), all))
}

async fn faxes(
    db: &Connection,
    copy: &prescription_copy::Model,
    but: Option<Uuid>,
) -> Result<Vec<FaxFact>> {
    let all = fax::transmissions(db, KIND, copy.prescription_id, copy.document_id).await?;
    Ok(all
        .into_iter()
        .filter(|(fax, _)| Some(*fax) != but)
        .map(|(_, fact)| fact)
        .collect())
}

/// The state of a faxed copy in force, based on its transmissions.
pub(super) fn state(at: Whereabouts) -> CopyState {
    match at {
        Whereabouts::Delivered | Whereabouts::HandedOver => CopyState::Delivered,
        Whereabouts::Failed => CopyState::Failed,
        Whereabouts::NotLeft
        | Whereabouts::OnItsWay
        | Whereabouts::Unknown
        | Whereabouts::Paper => CopyState::Live,
    }
}

/// Changes a copy of a prescription locked in this transaction, so no one else can change it in between.
pub(super) async fn change(
    tx: &Connection,
    seen: &prescription_copy::Model,
    to: prescription_copy::ActiveModel,
) -> Result<()> {
    if repo::change_copy(tx, seen, to).await? {
        return Ok(());
    }
    Err(Error::broken(
        "a copy moved although its prescription was taken",
    ))
}

/// An unsent fax is cancelled: its copy was never issued, or returns to its previous state.
pub(super) fn taken_back<'a>(
    tx: &'a Transaction,
    _ctx: &'a Context,
    scope: &'a Scope,
    back: TakenBack,
) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move {
        let row = repo::lock_for_update(tx, scope, back.subject_id).await?;
        let Some(copy) = repo::copy_of_document(tx, back.document).await? else {
            return Ok(());
        };
        if copy.prescription_id != row.id || copy.state.is_void() {
            return Ok(());
        }
        let left = faxes(tx, &copy, Some(back.fax)).await?;
        if left.is_empty() {
            return repo::forget_copy(tx, &copy).await;
        }
        let to = prescription_copy::ActiveModel {
            state: Set(Coded(state(Whereabouts::of_faxes(&left)))),
            ..Default::default()
        };
        change(tx, &copy, to).await
    })
}
