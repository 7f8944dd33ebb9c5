//! Fax numbers that are known to be a recipient's. A number is verified together with the recipient's name:
//! when a list gives the pharmacy another number, or the number another pharmacy, it has to be verified anew.
//! A machine that names the number which was dialled verifies it by itself; a person does by telephone.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use salal_domain::fax::{Answered, FaxNumber, answered};
use salal_domain::search::fold;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter};
use uuid::Uuid;

use super::entity::{fax, verified_number};
use crate::context::Context;
use crate::error::Result;

/// How a number was verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// The machine that answered named the number.
    Machine,
    /// This person asked by telephone.
    Person(Uuid),
}

/// When and by whom a number was verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Verified {
    /// Nobody, when the machine itself named the number.
    pub(crate) by: Option<Uuid>,
    pub(crate) at: DateTime<Utc>,
}

/// What is known of these numbers of these recipients, by number and name as they were given.
pub(crate) async fn verified(
    db: &impl ConnectionTrait,
    asked: &[(FaxNumber, String)],
) -> Result<HashMap<(FaxNumber, String), Verified>> {
    if asked.is_empty() {
        return Ok(HashMap::new());
    }
    let numbers = asked.iter().map(|(number, _)| number.digits());
    let rows = verified_number::Entity::find()
        .filter(verified_number::Column::Number.is_in(numbers))
        .all(db)
        .await?;
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

/// Writes down that a number is this recipient's. What a person found out is not overwritten by a machine.
pub(crate) async fn verify(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    number: &FaxNumber,
    name: &str,
    by: By,
) -> Result<()> {
    let (how, person) = match by {
        By::Machine => ("machine", None),
        By::Person(person) => ("phone", Some(person)),
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
    verified_number::Entity::insert(row.into_active_model())
        .on_conflict(known)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// The number and the name that a fax went to; none when the number can no longer be dialled.
pub(super) fn recipient(fax: &fax::Model) -> Option<(FaxNumber, String)> {
    let number = FaxNumber::parse(&fax.to_number).ok()?;
    Some((number, fax.recipient_name.clone()))
}

/// Looks at what the machine that answered called itself: verifies the number when it named it. When it named
/// another one, and nobody verified the number before, answers why a person has to look at it.
pub(super) async fn identified(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    fax: &fax::Model,
    remote_id: &str,
) -> Result<Option<String>> {
    let Some(to) = recipient(fax) else {
        return Ok(None);
    };
    match answered(remote_id, &to.0) {
        Answered::SameNumber => {
            verify(tx, ctx, &to.0, &to.1, By::Machine).await?;
            Ok(None)
        }
        Answered::OtherNumber if verified(tx, std::slice::from_ref(&to)).await?.is_empty() => {
            Ok(Some(format!(
                "The machine that answered calls itself {}, not {}. Please ask {} by telephone whether it arrived.",
                remote_id.trim(),
                to.0.display(),
                to.1
            )))
        }
        Answered::OtherNumber | Answered::NoNumber => Ok(None),
    }
}

/// What the machine named that answered a fax; none while nobody answered.
pub(super) fn machine(fax: &fax::Model) -> Option<Answered> {
    let said = fax.remote_id.as_deref()?;
    let number = FaxNumber::parse(&fax.to_number).ok()?;
    Some(answered(said, &number))
}
