// SPDX-License-Identifier: AGPL-3.0-or-later

//! Manual overrides of catalogue entries, re-applied after every import. The changed fields of a drug are
//! stored apart from Health Canada's data, so they survive an import while all other fields are updated.
//! The drug's own row carries the result, so no other code reads the overrides. Reverting to Health
//! Canada's data deletes the override. What may be typed is `salal_domain::drug_overrides`.

mod dto;
mod list;
mod repo;
mod save;

pub(super) use repo::record_of;

use salal_domain::drug_overrides::laid_over;
use salal_formats::drug_database::DrugRecord;

pub(super) use self::list::{get, search};
pub(super) use self::save::{revert, save};
use super::entity::drug_edit;
use crate::error::Result;
use salal_db::Connection;

/// Applies the overrides to a build of the register, in the transaction that activates it: edited drugs keep
/// their changed fields, manually added drugs are included, and the register's current values are stored with
/// each override. A drug removed from the register is removed, edited or not; its override is kept.
pub(super) async fn lay_over(
    tx: &Connection,
    mut records: Vec<DrugRecord>,
) -> Result<Vec<DrugRecord>> {
    let mut edits = repo::edits(tx).await?;
    if edits.is_empty() {
        return Ok(records);
    }
    for record in &mut records {
        let Some(edit) = edits.remove(&record.drug_code) else {
            continue;
        };
        let says = serde_json::to_value(&*record)?;
        if edit.register.as_ref() != Some(&says) {
            repo::note_register(tx, edit.drug_id, says).await?;
        }
        *record = applied(&edit, record)?;
    }
    for edit in edits.into_values().filter(|edit| edit.register.is_none()) {
        let bare = DrugRecord {
            drug_code: edit.code,
            ..DrugRecord::default()
        };
        records.push(applied(&edit, &bare)?);
    }
    Ok(records)
}

fn applied(edit: &drug_edit::Model, register: &DrugRecord) -> Result<DrugRecord> {
    let fields = edit.fields.as_object().cloned().unwrap_or_default();
    Ok(laid_over(register, &fields)?)
}
