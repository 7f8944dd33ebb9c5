// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the signer tells: that it signs nothing because something is wrong with the log, that a place outside cannot
//! be written, and when the newest statement went outside. Each is a row of `audit_watch`, which the state of the
//! installation shows; the first two are told to the staff once, until they are over.

use chrono::{DateTime, Utc};
use salal_db::{Coded, Connection};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter};

use super::entity::audit_watch::{self, Watched};
use super::walk::Faults;
use crate::context::Context;
use crate::error::Result;
use crate::notifications;

/// The faults that are told in one text.
const TOLD: usize = 3;

/// Something is wrong with the log: nothing is signed.
pub(super) async fn refuse(ctx: &Context, faults: &Faults) -> Result<()> {
    let first: Vec<&str> = faults.told.iter().take(TOLD).map(String::as_str).collect();
    let told = first.join(" ");
    tracing::error!(
        faults = faults.count,
        first = %told,
        "the audit log is not intact: nothing is signed until it is; run salal audit verify"
    );
    let text = format!(
        "Something was changed in the audit log that the program did not write. Nothing is signed until this is \
         cleared up; new lines are kept as always. Run salal audit verify for the whole list. The first of it: {told}"
    );
    tell_once(
        ctx,
        Watched::Refused,
        &told,
        "The audit log was changed",
        &text,
    )
    .await
}

/// Places outside cannot be written: each with why, after its name and a colon. One that fails after others is added to
/// them, and told with them.
pub(super) async fn tell_unwritten(ctx: &Context, places: Vec<String>) -> Result<()> {
    let text = |all: &str| {
        format!(
            "Anchors of the audit cannot be kept in {all}. They are in the database, and are brought there as soon as \
             that is possible."
        )
    };
    let subject = "The audit’s anchors are not outside the database";
    let Some(row) = find(ctx.db.read(), Watched::Unwritten).await? else {
        let all = places.join("; ");
        return tell_once(ctx, Watched::Unwritten, &all, subject, &text(&all)).await;
    };
    let is_told = |place: &String| {
        let name = place.split(':').next().unwrap_or_default();
        row.told.contains(name)
    };
    let new: Vec<String> = places.into_iter().filter(|place| !is_told(place)).collect();
    if new.is_empty() {
        return Ok(());
    }
    let all = format!("{}; {}", row.told, new.join("; "));
    audit_watch::Entity::update_many()
        .col_expr(audit_watch::Column::Told, Expr::value(all.as_str()))
        .filter(audit_watch::Column::What.eq(Coded(Watched::Unwritten)))
        .exec(ctx.db.write())
        .await?;
    notifications::notify_staff(ctx, subject, &text(&all)).await
}

async fn tell_once(
    ctx: &Context,
    what: Watched,
    told: &str,
    subject: &str,
    text: &str,
) -> Result<()> {
    let row = audit_watch::Model {
        what: Coded(what),
        at: ctx.now(),
        told: told.to_owned(),
    };
    let insert = audit_watch::Entity::insert(row.into_active_model());
    let tx = ctx.db.begin().await?;
    match insert.exec_without_returning(&tx).await {
        Ok(_) => tx.commit().await?,
        // Told before.
        Err(error) if salal_db::is_unique_violation(&error).is_some() => return Ok(()),
        Err(error) => return Err(error.into()),
    }
    notifications::notify_staff(ctx, subject, text).await
}

/// It is over.
pub(super) async fn clear(ctx: &Context, what: Watched) -> Result<()> {
    if find(ctx.db.read(), what).await?.is_some() {
        audit_watch::Entity::delete_by_id(Coded(what))
            .exec(ctx.db.write())
            .await?;
    }
    Ok(())
}

/// The newest statement that is outside was signed then.
pub(super) async fn outside(db: &Connection, signed_at: DateTime<Utc>) -> Result<()> {
    let row = audit_watch::Model {
        what: Coded(Watched::Outside),
        at: signed_at,
        told: String::new(),
    };
    audit_watch::Entity::insert(row.into_active_model())
        .on_conflict(
            OnConflict::column(audit_watch::Column::What)
                .update_column(audit_watch::Column::At)
                .to_owned(),
        )
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// What is told of a kind.
pub(super) async fn find(db: &Connection, what: Watched) -> Result<Option<audit_watch::Model>> {
    Ok(audit_watch::Entity::find_by_id(Coded(what)).one(db).await?)
}

/// When the newest statement that is outside was signed.
pub(super) async fn outside_at(db: &Connection) -> Result<Option<DateTime<Utc>>> {
    Ok(find(db, Watched::Outside).await?.map(|row| row.at))
}
