// SPDX-License-Identifier: AGPL-3.0-or-later

//! Health documents: the cards and other documents of a person. A changed one is pending until it is checked
//! (decision 33), and the one it replaces is retired, never deleted.

use chrono::{DateTime, Utc};
use salal_db::{Coded, Connection, JointRead};
use salal_domain::eligibility::{DocumentKind, DocumentStatus, Eligibility};
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, QueryFilter, QueryOrder, Select, Set};
use uuid::Uuid;

use super::entity::{health_document, person};
use super::{repo, same_number};
use crate::api::Scope;
use crate::context::Context;
use crate::error::Result;

/// The current documents of many people, in order.
pub(super) async fn living_of(
    db: &Connection,
    scope: &Scope,
    people: &[Uuid],
) -> Result<Vec<health_document::Model>> {
    let living = health_document::Entity::find()
        .filter(health_document::Column::PersonId.is_in(people.iter().copied()))
        .filter(scope.condition(health_document::Column::PersonId))
        .filter(health_document::Column::RetiredAt.is_null())
        .order_by_asc(health_document::Column::Position);
    Ok(JointRead::all(db, &living).await?)
}

/// The current documents of a person, in order.
pub(super) async fn living(
    db: &Connection,
    scope: &Scope,
    id: Uuid,
) -> Result<Vec<health_document::Model>> {
    Ok(select_living(scope, id).all(db).await?)
}

/// The same as a select.
pub(super) fn select_living(scope: &Scope, id: Uuid) -> Select<health_document::Entity> {
    health_document::Entity::find()
        .filter(health_document::Column::PersonId.eq(id))
        .filter(scope.condition(health_document::Column::PersonId))
        .filter(health_document::Column::RetiredAt.is_null())
        .order_by_asc(health_document::Column::Position)
}

/// Status of the effective document: a missing one means valid (decision 33, old records). The status of
/// another province's card is unknown: its plan cannot be queried here (reference health-numbers 3).
pub(super) fn status_of(document: &health_document::Model) -> DocumentStatus {
    match (*document.status, *document.r#type) {
        (DocumentStatus::Valid, _) => DocumentStatus::Valid,
        (
            DocumentStatus::Invalid | DocumentStatus::Pending | DocumentStatus::Unknown,
            DocumentKind::HealthCard,
        ) => DocumentStatus::Unknown,
        (status, DocumentKind::BcCard | DocumentKind::Passport) => status,
    }
}

/// Stores the provincial plan's response for a card.
pub(super) async fn set_checked(
    tx: &Connection,
    scope: &Scope,
    document: &health_document::Model,
    answer: &Eligibility,
    at: DateTime<Utc>,
) -> Result<()> {
    health_document::Entity::update_many()
        .col_expr(
            health_document::Column::Status,
            Expr::value(Coded(answer.status)),
        )
        .col_expr(
            health_document::Column::Other,
            Expr::value(answer.other.map(Coded)),
        )
        .col_expr(health_document::Column::CheckedAt, Expr::value(Some(at)))
        .filter(health_document::Column::Id.eq(document.id))
        .filter(scope.condition(health_document::Column::PersonId))
        .exec(tx)
        .await?;
    repo::set(
        tx,
        scope,
        document.person_id,
        person::Column::EligibilityCheckedAt,
        Expr::value(Some(at)),
    )
    .await
}

/// The number and type of a document to be stored.
#[derive(Clone, Debug)]
pub struct DocumentToBe {
    pub kind: DocumentKind,
    pub number: String,
    pub province: String,
    /// ISO 3166 alpha-2, of a passport.
    pub country: Option<String>,
}

impl DocumentToBe {
    pub(super) fn is(&self, there: &health_document::Model) -> bool {
        self.kind == *there.r#type
            && self.number == there.number
            && self.country == there.country_code
            && (self.kind == DocumentKind::Passport || self.province == there.province)
    }
}

/// The pictures of a document, as stored files.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pictures {
    pub(super) front: Option<Uuid>,
    pub(super) back: Option<Uuid>,
}

impl Pictures {
    fn any(self) -> bool {
        self.front.is_some() || self.back.is_some()
    }
}

/// Stores a document, pending.
pub(super) async fn insert(
    tx: &Connection,
    ctx: &Context,
    person: Uuid,
    position: usize,
    document: DocumentToBe,
    pictures: Pictures,
) -> Result<()> {
    let number_digits = document
        .number
        .chars()
        .filter(char::is_ascii_digit)
        .collect();
    health_document::ActiveModel {
        id: Set(ctx.new_id()),
        person_id: Set(person),
        position: Set(i64::try_from(position).unwrap_or_default()),
        r#type: Set(Coded(document.kind)),
        number: Set(document.number),
        number_digits: Set(number_digits),
        province: Set(document.province),
        country_code: Set(document.country),
        status: Set(Coded(DocumentStatus::Pending)),
        other: Set(None),
        upload_id: Set(pictures.front),
        back_upload_id: Set(pictures.back),
        checked_at: Set(None),
        created_at: Set(ctx.now()),
        retired_at: Set(None),
    }
    .insert(tx)
    .await?;
    Ok(())
}

/// Makes `wanted` the person's documents. Unchanged ones keep their status; those no longer wanted are
/// retired; new ones, or ones with new pictures, are pending. New pictures belong to the first document; a
/// side that was not sent again is kept.
pub(super) async fn replace(
    tx: &Connection,
    ctx: &Context,
    scope: &Scope,
    person: Uuid,
    wanted: Vec<DocumentToBe>,
    pictures: Pictures,
) -> Result<()> {
    let mut new: Vec<(usize, DocumentToBe, Pictures)> = wanted
        .into_iter()
        .enumerate()
        .map(|(position, document)| match position {
            0 => (position, document, pictures),
            _ => (position, document, Pictures::default()),
        })
        .collect();
    for there in living(tx, scope, person).await? {
        let same = new.iter().position(|(_, document, _)| document.is(&there));
        match same {
            Some(at) if !new[at].2.any() => {
                new.remove(at);
            }
            Some(at) => {
                let pictures = &mut new[at].2;
                pictures.front = pictures.front.or(there.upload_id);
                pictures.back = pictures.back.or(there.back_upload_id);
                retire(tx, ctx, there.id).await?;
            }
            None => retire(tx, ctx, there.id).await?,
        }
    }
    let is_new = !new.is_empty();
    for (position, document, pictures) in new {
        insert(tx, ctx, person, position, document, pictures).await?;
    }
    if is_new {
        same_number::watch(tx, ctx, person).await?;
    }
    Ok(())
}

async fn retire(tx: &Connection, ctx: &Context, id: Uuid) -> Result<()> {
    health_document::Entity::update_many()
        .col_expr(
            health_document::Column::RetiredAt,
            Expr::value(Some(ctx.now())),
        )
        .filter(health_document::Column::Id.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}

/// After a change of name or birth date, the plan's earlier response no longer applies.
pub(super) async fn doubt(tx: &Connection, person: Uuid) -> Result<()> {
    health_document::Entity::update_many()
        .col_expr(
            health_document::Column::Status,
            Expr::value(Coded(DocumentStatus::Pending)),
        )
        .col_expr(health_document::Column::Other, Expr::value(None::<String>))
        .col_expr(
            health_document::Column::CheckedAt,
            Expr::value(None::<DateTime<Utc>>),
        )
        .filter(health_document::Column::PersonId.eq(person))
        .filter(health_document::Column::RetiredAt.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

/// Attaches pictures to the first document of a person who has just registered.
pub(super) async fn hang(tx: &Connection, person: Uuid, pictures: Pictures) -> Result<()> {
    let Some(first) = living(tx, &Scope::for_proved_person(person), person)
        .await?
        .into_iter()
        .next()
    else {
        return Ok(());
    };
    health_document::Entity::update_many()
        .col_expr(
            health_document::Column::UploadId,
            Expr::value(pictures.front),
        )
        .col_expr(
            health_document::Column::BackUploadId,
            Expr::value(pictures.back),
        )
        .filter(health_document::Column::Id.eq(first.id))
        .exec(tx)
        .await?;
    Ok(())
}

/// The number for the PharmaNet lookup of a person: that of the provincial card, otherwise that of another
/// Canadian health card (decision 93).
pub async fn look_up_number(db: &Connection, scope: &Scope, id: Uuid) -> Result<Option<String>> {
    repo::get_person(db, scope, id).await?;
    let living = living(db, scope, id).await?;
    let of = |kind: DocumentKind| {
        let mut cards = living.iter().filter(|card| *card.r#type == kind);
        cards.find_map(|card| {
            let number: String = card
                .number
                .chars()
                .filter(|c| c.is_alphanumeric())
                .collect();
            (!number.is_empty()).then_some(number)
        })
    };
    Ok(of(DocumentKind::BcCard).or_else(|| of(DocumentKind::HealthCard)))
}
