// SPDX-License-Identifier: AGPL-3.0-or-later

//! What is known of master keys by their names: since when each seals, which ones the running processes have, and how
//! much each has sealed. A process whose keys open nothing of what is there refuses to start: it would seal with
//! another key beside it, and nobody would notice before a doctor cannot sign in.

use std::collections::HashSet;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::columns::{SealedColumn, SealedColumns};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::lasting::Lasting;
use crate::sealing::entity::{key_holder, master_key};
use crate::sealing::{Keyring, MasterKey};

/// How often a process says which keys it has.
const NOTED_EVERY: Duration = Duration::from_mins(1);
/// A process that said nothing for so long is gone.
const GONE_AFTER: TimeDelta = TimeDelta::minutes(3);
/// How exactly the last use of a key is kept.
const LAST_USE: TimeDelta = TimeDelta::hours(1);

/// What is said of values in the form of an earlier version, which name no key.
const EARLIER: &str = "earlier";

/// A key that sealed something once.
pub type KnownKey = master_key::Model;

/// A running process.
#[derive(Clone, Debug)]
pub struct Holder {
    pub node: Uuid,
    /// The names of its keys, the one that seals first.
    pub ids: Vec<String>,
}

/// Values that none of the keys opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// The name of their key; `earlier` where an earlier version sealed them, which named none.
    pub id: String,
    /// How many there are, in words.
    pub what: String,
}

/// Notes that something is sealed with the first key.
pub async fn note_first(ctx: &Context) -> Result<()> {
    let (keys, now, db) = (Keyring::of(ctx), ctx.now(), ctx.db.write());
    let used = master_key::Model {
        id: keys.first().id().to_owned(),
        first_used_at: now,
        last_used_at: now,
        lost_at: None,
    };
    master_key::Entity::insert(used.into_active_model())
        .on_conflict(
            OnConflict::column(master_key::Column::Id)
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(db)
        .await?;
    master_key::Entity::update_many()
        .col_expr(master_key::Column::LastUsedAt, Expr::value(now))
        .filter(master_key::Column::Id.eq(keys.first().id()))
        .filter(master_key::Column::LastUsedAt.lt(now - LAST_USE))
        .exec(db)
        .await?;
    Ok(())
}

/// Notes that this process seals with its first key, and which others it has.
pub async fn note_use(ctx: &Context) -> Result<()> {
    note_first(ctx).await?;
    let (keys, now, db) = (Keyring::of(ctx), ctx.now(), ctx.db.write());
    let ids: Vec<&str> = keys.all().iter().map(MasterKey::id).collect();
    let holder = key_holder::Model {
        node: ctx.node,
        key_ids: ids.join(" "),
        seen_at: now,
    };
    key_holder::Entity::insert(holder.into_active_model())
        .on_conflict(
            OnConflict::column(key_holder::Column::Node)
                .update_columns([key_holder::Column::KeyIds, key_holder::Column::SeenAt])
                .to_owned(),
        )
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// Notes it again and again until stopped, and at last that the process is gone.
pub async fn keep_noted(ctx: Context, stop: CancellationToken) {
    let mut pause = tokio::time::interval(NOTED_EVERY);
    let mut noting = Lasting::new("the keys of this process couldn't be noted");
    let mut forgetting = Lasting::new("the keys of earlier processes couldn't be forgotten");
    loop {
        tokio::select! {
            () = stop.cancelled() => break,
            _ = pause.tick() => {}
        }
        noting.note(&ctx, &note_use(&ctx).await);
        forgetting.note(&ctx, &forget_gone(&ctx).await);
    }
    let gone = key_holder::Entity::delete_by_id(ctx.node).exec(ctx.db.write());
    if let Err(error) = gone.await {
        tracing::warn!(cause = %error, "the keys of this process couldn't be forgotten");
    }
}

async fn forget_gone(ctx: &Context) -> Result<()> {
    key_holder::Entity::delete_many()
        .filter(key_holder::Column::SeenAt.lt(ctx.now() - GONE_AFTER))
        .exec(ctx.db.write())
        .await?;
    Ok(())
}

/// The processes that are running, but for this one.
pub async fn holders(ctx: &Context) -> Result<Vec<Holder>> {
    let rows = key_holder::Entity::find()
        .filter(key_holder::Column::SeenAt.gte(ctx.now() - GONE_AFTER))
        .filter(key_holder::Column::Node.ne(ctx.node))
        .order_by_asc(key_holder::Column::Node)
        .all(ctx.db.read())
        .await?;
    let holder = |row: key_holder::Model| Holder {
        node: row.node,
        ids: row.key_ids.split(' ').map(str::to_owned).collect(),
    };
    Ok(rows.into_iter().map(holder).collect())
}

/// The keys that sealed something once, the oldest first.
pub async fn known_keys(ctx: &Context) -> Result<Vec<KnownKey>> {
    let all = master_key::Entity::find().order_by_asc(master_key::Column::FirstUsedAt);
    Ok(all.all(ctx.db.read()).await?)
}

/// Of each column how many values each key has sealed; an empty name for the forms of earlier versions.
pub async fn count_sealed(ctx: &Context) -> Result<Vec<(SealedColumn, Vec<(String, i64)>)>> {
    let mut all = Vec::new();
    for column in &ctx.hooks.get::<SealedColumns>().0 {
        let counts = column.counts(ctx.db.read()).await?;
        let counts = counts.into_iter().map(|count| (count.id, count.number));
        all.push((*column, counts.collect()));
    }
    Ok(all)
}

impl SealedColumn {
    /// So many of them, in words.
    pub fn so_many(&self, number: i64) -> String {
        let (one, many) = self.called;
        format!("{number} {}", if number == 1 { one } else { many })
    }
}

async fn lost(ctx: &Context) -> Result<HashSet<String>> {
    let known = known_keys(ctx).await?.into_iter();
    Ok(known
        .filter_map(|key| key.lost_at.map(|_| key.id))
        .collect())
}

/// What none of the keys opens, of keys that are not declared lost.
pub async fn foreign(ctx: &Context) -> Result<Vec<Foreign>> {
    let keys = Keyring::of(ctx);
    let lost = lost(ctx).await?;
    let mut all: Vec<Foreign> = Vec::new();
    for (column, counts) in count_sealed(ctx).await? {
        for (id, number) in counts {
            let is_ours = keys.all().iter().any(|key| key.id() == id);
            let id = if id.is_empty() {
                let strange = column.unopened_earlier(ctx.db.read(), &keys).await?;
                if strange.is_none() {
                    continue;
                }
                EARLIER.to_owned()
            } else {
                id
            };
            if is_ours || lost.contains(&id) {
                continue;
            }
            let what = column.so_many(number);
            match all.iter_mut().find(|one| one.id == id) {
                Some(one) => one.what = format!("{}, {what}", one.what),
                None => all.push(Foreign { id, what }),
            }
        }
    }
    Ok(all)
}

/// Refuses where something is sealed that none of the keys opens. `more` is what the caller knows besides.
pub async fn refuse_foreign(ctx: &Context, more: Vec<Foreign>) -> Result<()> {
    let (mut all, lost) = (foreign(ctx).await?, lost(ctx).await?);
    all.extend(more.into_iter().filter(|one| !lost.contains(&one.id)));
    if all.is_empty() {
        return Ok(());
    }
    let told: Vec<String> = all
        .iter()
        .map(|one| match one.id.as_str() {
            EARLIER => format!("one that an earlier version did not name ({})", one.what),
            id => format!("{id} ({})", one.what),
        })
        .collect();
    let keys = Keyring::of(ctx);
    let ours: Vec<&str> = keys.all().iter().map(MasterKey::id).collect();
    Err(Error::broken(format!(
        "this database has what is sealed with other master keys than the settings give ({}): {}. Nothing was \
         started. Put the missing key after the present one; if it is lost for ever, see docs/security/keys.md and salal keys \
         lost",
        ours.join(", "),
        told.join("; ")
    )))
}

/// Declares a key lost for ever: what it sealed is taken away where its owner can do without, and the program starts
/// without the key. Returns what was taken away, in words.
pub async fn declare_lost(ctx: &Context, id: &str) -> Result<Vec<String>> {
    if Keyring::of(ctx).all().iter().any(|key| key.id() == id) {
        return Err(Error::broken(format!(
            "the key {id} is not lost: the settings have it"
        )));
    }
    let (now, tx) = (ctx.now(), ctx.db.begin().await?);
    let row = master_key::Model {
        id: id.to_owned(),
        first_used_at: now,
        last_used_at: now,
        lost_at: Some(now),
    };
    master_key::Entity::insert(row.into_active_model())
        .on_conflict(
            OnConflict::column(master_key::Column::Id)
                .update_column(master_key::Column::LostAt)
                .to_owned(),
        )
        .exec_without_returning(&tx)
        .await?;
    let sealed = if id == EARLIER { "" } else { id };
    let mut told = Vec::new();
    for column in &ctx.hooks.get::<SealedColumns>().0 {
        let gone = column.take_away(&tx, sealed).await?;
        if gone > 0 {
            told.push(column.so_many(i64::try_from(gone).unwrap_or(i64::MAX)));
        }
    }
    tx.commit().await?;
    Ok(told)
}

/// When a key was first used, if that is known.
pub async fn sealing_since(ctx: &Context) -> Result<Option<DateTime<Utc>>> {
    let first = Keyring::of(ctx).first().id().to_owned();
    let found = master_key::Entity::find_by_id(first)
        .one(ctx.db.read())
        .await?;
    Ok(found.map(|key| key.first_used_at))
}
