// SPDX-License-Identifier: AGPL-3.0-or-later

//! The view of a prescription's copies.

use salal_db::JointRead;
use salal_domain::prescriptions::copies::VoidWay;
use uuid::Uuid;

use super::{Bundle, read};
use crate::error::Result;
use crate::prescriptions::dto::{CopyView, HandedView, VoidView};
use crate::prescriptions::entity::prescription_copy;
use crate::prescriptions::{cancellation, copies};
use salal_exchange::fax;
use salal_reference::pharmacies::PharmacyView;

/// The cancellation fax of each copy that has one; usually none, so nothing is read.
pub(super) fn cancellations<'a>(
    read: &mut JointRead,
    all: impl Iterator<Item = &'a prescription_copy::Model>,
) -> fax::LatestPart {
    let cancelled: Vec<Uuid> = all
        .filter(|copy| copy.void_fax_id.is_some())
        .map(|copy| copy.id)
        .collect();
    fax::LatestPart::add(read, cancellation::VOID, &cancelled)
}

/// The ways in which a copy may be voided now; only doctors void, so they are shown to staff.
fn void_ways(copy: &prescription_copy::Model, all: &Bundle) -> Result<Vec<VoidWay>> {
    if !all.for_staff || copy.state.is_void() {
        return Ok(Vec::new());
    }
    let fax = all.faxes.get(&copy.prescription_id);
    let fax = fax.filter(|fax| fax.document == copy.document_id);
    let at = copies::at(
        copy,
        fax.map(|fax| fax.facts.as_slice()).unwrap_or_default(),
    );
    let dialable = cancellation::number(copy, &all.places)?.is_ok();
    Ok(at.ways(dialable))
}

/// The copies of one prescription, newest first.
pub(super) fn views(id: Uuid, all: &Bundle) -> Result<Vec<CopyView>> {
    let copies = all.copies.get(&id).map(Vec::as_slice).unwrap_or_default();
    copies.iter().rev().map(|copy| view(copy, all)).collect()
}

fn view(copy: &prescription_copy::Model, all: &Bundle) -> Result<CopyView> {
    let name = |id: Uuid| all.names.get(&id).cloned().unwrap_or_default();
    let pharmacy: PharmacyView = read(&copy.pharmacy)?;
    let handed = copy.handed_how.zip(copy.handed_at);
    Ok(CopyView {
        id: copy.id,
        number: copy.number,
        way: *copy.way,
        state: *copy.state,
        pharmacy_name: pharmacy.name,
        pharmacy_city: pharmacy.city,
        pharmacy_fax: pharmacy.fax,
        issued_at: copy.issued_at,
        issued_by: name(copy.issued_by),
        delivered_at: copy.delivered_at,
        handed: handed.map(|(how, at)| HandedView {
            how: *how,
            to: copy.handed_to.clone().unwrap_or_default(),
            at,
            by: copy.handed_by.map(name).unwrap_or_default(),
        }),
        void: void(copy, all),
        void_ways: void_ways(copy, all)?,
    })
}

fn void(copy: &prescription_copy::Model, all: &Bundle) -> Option<VoidView> {
    let name = |id: Uuid| all.names.get(&id).cloned().unwrap_or_default();
    let reason = copy.void_reason?;
    let fax = all.cancellations.get(&copy.id);
    // The comments for the record are for staff only.
    let staff = |text: &Option<String>| {
        text.clone()
            .filter(|text| all.for_staff && !text.is_empty())
    };
    Some(VoidView {
        reason: *reason,
        text: reason.label().into(),
        for_patient: reason.for_patient().into(),
        words: staff(&copy.void_words),
        how: *copy.void_how?,
        by: name(copy.void_by?),
        asked_at: copy.void_asked_at?,
        at: copy.voided_at,
        told_name: staff(&copy.told_name),
        told_at: copy.told_at,
        told_by: copy.told_by.map(name),
        fax_id: copy.void_fax_id,
        fax_trouble: fax.is_some_and(|fax| fax.trouble),
        fax_state: fax.map(|fax| fax.state),
        fax_reason: fax.and_then(|fax| fax.reason.clone()),
        fax_at: fax.map(|fax| fax.at),
    })
}
