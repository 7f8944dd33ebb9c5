// SPDX-License-Identifier: AGPL-3.0-or-later

//! Verified fax numbers of recipients. A number is verified together with the recipient's name: when a list
//! gives the pharmacy another number, or the number another pharmacy, it must be verified again. A machine
//! that identifies itself with the dialled number verifies it automatically; a person can verify it by
//! telephone.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use salal_db::{Connection, JointAnswers, JointRead, Part, StatementBatch};
use salal_domain::fax::{Answered, FaxNumber, answered};
use salal_domain::search::fold;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryTrait};
use uuid::Uuid;

use super::aggregate::Fax;
use super::entity::{fax, verified_number};
use crate::context::Context;
use crate::error::Result;

salal_domain::codes! {
    /// How a number was verified, as stored.
    pub enum VerifiedHow {
        /// The answering machine identified itself with the number.
        Machine = "machine",
        /// Someone asked by telephone.
        Phone = "phone",
    }
}

/// How a number was verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The answering machine identified itself with the number.
    Machine,
    /// This person asked by telephone.
    Person(Uuid),
}

/// When and by whom a number was verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// `None` if the machine identified itself with the number.
    pub by: Option<Uuid>,
    pub at: DateTime<Utc>,
}

/// Verifications in a joint read.
pub struct VerifiedPart(Option<Part<verified_number::Model>>);

impl VerifiedPart {
    pub fn add(read: &mut JointRead, asked: &[(FaxNumber, String)]) -> Self {
        let numbers = asked.iter().map(|(number, _)| number.digits());
        let rows =
            verified_number::Entity::find().filter(verified_number::Column::Number.is_in(numbers));
        Self((!asked.is_empty()).then(|| read.add(&rows)))
    }

    /// Those of these numbers and recipients, by number and name as given.
    pub fn take(
        &self,
        found: &mut JointAnswers,
        asked: &[(FaxNumber, String)],
    ) -> Result<HashMap<(FaxNumber, String), Verified>> {
        let Some(part) = &self.0 else {
            return Ok(HashMap::new());
        };
        let rows = found.take(part)?;
        let of = |(number, name): &(FaxNumber, String)| {
            let folded = fold(name);
            let row = rows
                .iter()
                .find(|row| row.number == number.digits() && row.name_folded == folded)?;
            let known = Verified {
                by: row.verified_by,
                at: row.verified_at,
            };
            Some(((number.clone(), name.clone()), known))
        };
        Ok(asked.iter().filter_map(of).collect())
    }
}

/// Records that a number is this recipient's. A verification by a person is not overwritten by a machine.
pub async fn verify(
    tx: &Connection,
    ctx: &Context,
    number: &FaxNumber,
    name: &str,
    by: By,
) -> Result<()> {
    let mut writes = ctx.db.batch();
    verify_with(&mut writes, ctx, number, name, by);
    Ok(writes.run(tx).await?)
}

/// Like `verify`, added to the transaction's pending writes.
pub(super) fn verify_with(
    writes: &mut StatementBatch,
    ctx: &Context,
    number: &FaxNumber,
    name: &str,
    by: By,
) {
    let (how, person) = match by {
        By::Machine => (VerifiedHow::Machine, None),
        By::Person(person) => (VerifiedHow::Phone, Some(person)),
    };
    let row = verified_number::Model {
        number: number.digits().to_owned(),
        name_folded: fold(name),
        how: how.into(),
        verified_by: person,
        verified_at: ctx.now(),
    };
    let mut known = OnConflict::columns([
        verified_number::Column::Number,
        verified_number::Column::NameFolded,
    ]);
    if person.is_some() {
        known.update_columns([
            verified_number::Column::How,
            verified_number::Column::VerifiedBy,
            verified_number::Column::VerifiedAt,
        ]);
    } else {
        known.do_nothing();
    }
    let insert = verified_number::Entity::insert(row.into_active_model()).on_conflict(known);
    writes.add(&insert.into_query());
}

/// The number and name that a fax was sent to; `None` if the number can no longer be dialled.
pub(super) fn recipient(fax: &fax::Model) -> Option<(FaxNumber, String)> {
    let number = FaxNumber::parse(&fax.to_number).ok()?;
    Some((number, fax.recipient_name.clone()))
}

/// Whether this number is verified as this recipient's.
async fn is_verified(db: &Connection, to: &(FaxNumber, String)) -> Result<bool> {
    let mut read = JointRead::for_connection(db);
    let asked = std::slice::from_ref(to);
    let verified = VerifiedPart::add(&mut read, asked);
    let mut found = read.run(db).await?;
    Ok(!verified.take(&mut found, asked)?.is_empty())
}

/// Checks how the answering machine identified itself, and verifies the number if it matches. If it differs
/// and no one verified the number before, returns why a person must check it.
pub(super) async fn identified(
    tx: &Connection,
    ctx: &Context,
    fax: &mut Fax,
    remote_id: &str,
) -> Result<Option<String>> {
    let Some(to) = recipient(&fax.row) else {
        return Ok(None);
    };
    match answered(remote_id, &to.0) {
        Answered::SameNumber => {
            verify_with(fax.writes(), ctx, &to.0, &to.1, By::Machine);
            Ok(None)
        }
        Answered::OtherNumber if !is_verified(tx, &to).await? => Ok(Some(format!(
            "The machine that answered calls itself {}, not {}. Please ask {} by telephone whether it arrived.",
            remote_id.trim(),
            to.0.display(),
            to.1
        ))),
        Answered::OtherNumber | Answered::NoNumber => Ok(None),
    }
}

/// How the machine that answered a fax identified itself; `None` if none answered.
pub(super) fn machine(fax: &fax::Model) -> Option<Answered> {
    let said = fax.remote_id.as_deref()?;
    let number = FaxNumber::parse(&fax.to_number).ok()?;
    Some(answered(said, &number))
}
