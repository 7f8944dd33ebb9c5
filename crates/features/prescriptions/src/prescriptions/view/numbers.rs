// SPDX-License-Identifier: AGPL-3.0-or-later

//! The fax number of a prescription's pharmacy, and whether it is verified.

use std::collections::HashMap;

use salal_domain::fax::FaxNumber;

use super::{Bundle, read};
use crate::error::Result;
use crate::prescriptions::dto::{NumberVerified, NumberView};
use crate::prescriptions::entity::prescription;
use salal_exchange::fax::Verified;
use salal_reference::pharmacies::PharmacyView;

/// Verified numbers, by number and pharmacy name.
pub(super) type Known = HashMap<(FaxNumber, String), Verified>;

/// The number that a prescription is faxed to, with the pharmacy's name; `None` if there is none.
pub(in crate::prescriptions) fn of(
    row: &prescription::Model,
) -> Result<Option<(FaxNumber, String)>> {
    let pharmacy: PharmacyView = read(row.dr_pharmacy.as_ref().unwrap_or(&row.pharmacy))?;
    let number = FaxNumber::parse(&pharmacy.fax).ok();
    Ok(number.map(|number| (number, pharmacy.name)))
}

/// The numbers of these prescriptions.
pub(super) fn numbers_of(rows: &[prescription::Model]) -> Result<Vec<(FaxNumber, String)>> {
    rows.iter().filter_map(|row| of(row).transpose()).collect()
}

pub(super) fn number_view(row: &prescription::Model, all: &Bundle) -> Result<Option<NumberView>> {
    let Some(to) = of(row)?.filter(|_| all.for_staff) else {
        return Ok(None);
    };
    let verified = all.numbers.get(&to).map(|known| NumberVerified {
        at: known.at,
        by: known
            .by
            .map(|by| all.names.get(&by).cloned().unwrap_or_default()),
    });
    Ok(Some(NumberView {
        number: to.0.display(),
        verified,
    }))
}
