// SPDX-License-Identifier: AGPL-3.0-or-later

//! Reading in bulk: someone of the staff who opens the records of more patients within an hour than their work
//! explains. The administrators are told by email, once a day for each person; nothing is stopped, because a
//! busy day must not stand still.

use std::time::Duration;

use chrono::TimeDelta;
use salal_documents::mail::Mail;
use salal_domain::days::vancouver_day;
use sea_orm::sea_query::{ExprTrait, Func, SimpleExpr};
use sea_orm::{ColumnTrait, QueryFilter, QuerySelect};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::entity::audit::{self, Column};
use crate::api::Role;
use crate::context::Context;
use crate::error::Result;
use crate::notifications::MailAdministratorsOnce;
use salal_platform::lasting::Lasting;

/// The time in which the records are counted.
const WITHIN: TimeDelta = TimeDelta::hours(1);
/// Pause between two counts.
const PAUSE: Duration = Duration::from_mins(5);

/// Counts until stopped.
pub async fn watch_bulk_reads(ctx: Context, stop: CancellationToken) {
    let mut counting = Lasting::new("who opens many records couldn't be counted");
    while tokio::time::timeout(PAUSE, stop.cancelled()).await.is_err() {
        counting.note(&ctx, &report_bulk_reads(&ctx).await);
    }
}

/// Tells the administrators of everyone who opened more records within the last hour than the setting
/// `audit.bulk_read_records` allows; returns how many people that are.
pub async fn report_bulk_reads(ctx: &Context) -> Result<usize> {
    let most = ctx.settings.audit.bulk_read_records;
    if most == 0 {
        return Ok(0);
    }
    let staff = [
        Role::Doctor,
        Role::Office,
        Role::CustomerService,
        Role::Admin,
    ];
    let opened = SimpleExpr::from(Func::count_distinct(sea_orm::sea_query::Expr::col(
        Column::Patient,
    )));
    let readers: Vec<Option<Uuid>> = audit::Entity::find()
        .select_only()
        .column(Column::Actor)
        .filter(Column::At.gt(ctx.now() - WITHIN))
        .filter(Column::Actor.is_not_null())
        .filter(Column::ActorRole.is_in(staff.map(Role::code)))
        .group_by(Column::Actor)
        .having(opened.gt(most))
        .into_tuple()
        .all(ctx.db.read())
        .await?;
    let day = vancouver_day(ctx.now());
    for reader in readers.iter().flatten() {
        let mail = Mail::ManyRecordsOpened {
            records: most,
            link: ctx.settings.link("/audit"),
        };
        let key = format!("bulk-read:{reader}:{day}");
        (ctx.hooks.get::<MailAdministratorsOnce>().0)(ctx.clone(), mail, key).await?;
    }
    Ok(readers.len())
}
