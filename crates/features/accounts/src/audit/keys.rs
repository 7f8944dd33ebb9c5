// SPDX-License-Identifier: AGPL-3.0-or-later

//! The keys of the audit, of all times. The present ones come from the master keys of the settings. When a later master
//! key first seals, what an earlier one is needed for is kept in `audit_key`, sealed with the later: by which keys its
//! lines are verified, where it ended, and what was signed up to there. So an earlier master key need not be kept, and
//! whoever has it can neither go on with it nor change what it had sealed.

use std::sync::{Arc, PoisonError, RwLock};

use salal_db::Connection;
use sea_orm::{EntityTrait, FromQueryResult, IntoActiveModel, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};

use super::chain::{Keys, Until};
use super::entity::{audit_key, audit_seal, audit_statement};
use super::statement::Signed;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::sealing::{self, Foreign, KeyUse, Keyring, MasterKey, Place};
use salal_platform::lasting::Lasting;

/// What is kept of a replaced key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Kept {
    line: String,
    chain: String,
    public_key: String,
    until: Until,
}

impl Kept {
    fn of(keys: &Keys, until: &Until) -> Self {
        Self {
            line: hex::encode(keys.line.key()),
            chain: hex::encode(keys.chain.key()),
            public_key: keys.public_key.clone(),
            until: until.clone(),
        }
    }

    fn keys(self) -> Option<Keys> {
        let key = |text: &str| {
            let mut bytes = [0_u8; 32];
            hex::decode_to_slice(text, &mut bytes).ok()?;
            Some(bytes)
        };
        let keys = Keys::kept(key(&self.line)?, key(&self.chain)?, self.public_key);
        Some(Keys {
            until: Some(self.until),
            ..keys
        })
    }
}

/// The keys of the settings, the first first, derived once in a process.
struct Own(Vec<Arc<Keys>>);

/// With which of them this process writes lines and seals.
struct InUse(RwLock<Arc<Keys>>);

/// The keys of the settings, the first first.
pub(super) fn own(ctx: &Context) -> Vec<Arc<Keys>> {
    // Before, because a singleton is made while no other can be asked for.
    let ring = Keyring::of(ctx);
    let own = ctx.get_or_init(|| {
        let keys = ring.all().iter().map(Keys::of_master);
        Own(keys.map(Arc::new).collect())
    });
    own.0.clone()
}

/// The key that this process writes lines with: the first of the settings, or the one that the log goes on with.
pub(super) fn in_use(ctx: &Context) -> Arc<Keys> {
    let own = own(ctx);
    let in_use = ctx.get_or_init(|| InUse(RwLock::new(Arc::clone(&own[0]))));
    let keys = in_use.0.read().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(&keys)
}

fn use_from_now(ctx: &Context, keys: &Arc<Keys>) {
    let in_use = ctx.get_or_init(|| InUse(RwLock::new(Arc::clone(keys))));
    let mut present = in_use.0.write().unwrap_or_else(PoisonError::into_inner);
    *present = Arc::clone(keys);
}

/// What the sealer does next.
pub(super) struct Next {
    pub(super) keys: Arc<Keys>,
    /// The key that this one replaces.
    pub(super) replaces: Option<Arc<Keys>>,
    /// Whether to leave the log as it is: another process went on with a key that this one does not have.
    pub(super) waits: bool,
}

/// The key that goes on after this head.
pub(super) async fn next(ctx: &Context, head: Option<&audit_seal::Model>) -> Result<Next> {
    let all = own(ctx);
    let first = &all[0];
    let next = |keys: &Arc<Keys>, replaces, waits| Next {
        keys: Arc::clone(keys),
        replaces,
        waits,
    };
    let found = match head.and_then(|head| head.key_id.as_deref()) {
        None => next(first, None, false),
        Some(id) if id == first.id => next(first, None, false),
        Some(id) => {
            let known = Known::read(ctx, ctx.db.read()).await?;
            let of_head = all.iter().find(|one| one.id == id);
            match of_head.filter(|_| !known.is_replaced(id)) {
                // Another process went on with a later key.
                Some(later) if known.is_replaced(&first.id) => next(later, None, false),
                Some(before) if lacks_first(ctx).await? => next(before, None, false),
                Some(before) => next(first, Some(Arc::clone(before)), false),
                None => next(first, None, known.foreign.contains(&first.id)),
            }
        }
    };
    if found.replaces.is_none() {
        use_from_now(ctx, &found.keys);
    }
    Ok(found)
}

/// Whether a process is running that does not have the first key: it could not go on with the log.
async fn lacks_first(ctx: &Context) -> Result<bool> {
    let first = Keyring::of(ctx).first().id().to_owned();
    let holders = sealing::holders(ctx).await?;
    Ok(holders.iter().any(|holder| !holder.ids.contains(&first)))
}

/// Looks which key the log goes on with, for what this process writes.
pub async fn follow_key(ctx: &Context) -> Result<()> {
    let head = super::seal::newest(ctx.db.read()).await?;
    let next = next(ctx, head.as_ref()).await?;
    if let Some(before) = next.replaces {
        // The sealer changes it; until then lines are as those before them.
        use_from_now(ctx, &before);
    }
    Ok(())
}

/// Follows it until stopped.
pub async fn keep_following(ctx: Context, stop: tokio_util::sync::CancellationToken) {
    let mut pause = tokio::time::interval(std::time::Duration::from_secs(30));
    let mut following = Lasting::new("the key of the audit couldn't be read");
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = pause.tick() => {}
        }
        following.note(&ctx, &follow_key(&ctx).await);
    }
}

/// All keys that can be verified with, and what is wrong with those that are kept.
#[derive(Default)]
pub(super) struct Known {
    all: Vec<Arc<Keys>>,
    pub(super) faults: Vec<String>,
    /// Keys of which something is kept that none of the master keys opens.
    foreign: Vec<String>,
}

fn row(key_id: &str, sealed_with: &str) -> String {
    format!("{key_id} {sealed_with}")
}

fn place(row: &str) -> Place<'_> {
    Place {
        table: "audit_key",
        column: "sealed",
        row,
    }
}

/// What is kept of a key that was replaced.
#[derive(FromQueryResult)]
struct Stored {
    key_id: String,
    sealed_with: String,
    sealed: String,
}

/// Without their time, which decides nothing, and may be one that cannot be read.
async fn stored(db: &Connection) -> Result<Vec<Stored>> {
    let rows = audit_key::Entity::find()
        .select_only()
        .columns([
            audit_key::Column::KeyId,
            audit_key::Column::SealedWith,
            audit_key::Column::Sealed,
        ])
        .order_by_asc(audit_key::Column::KeyId)
        .order_by_asc(audit_key::Column::SealedWith)
        .into_model()
        .all(db)
        .await?;
    Ok(rows)
}

impl Known {
    pub(super) async fn read(ctx: &Context, db: &Connection) -> Result<Self> {
        let ring = Keyring::of(ctx);
        let rows = stored(db).await?;
        let mut known = Self::default();
        let mut kept: Vec<(String, Kept)> = Vec::new();
        for one in rows {
            if !ring.all().iter().any(|key| key.id() == one.sealed_with) {
                known.foreign.push(one.key_id);
                continue;
            }
            let row = row(&one.key_id, &one.sealed_with);
            let opened = sealing::open(ctx, KeyUse::AuditKey, place(&row), &one.sealed).ok();
            let opened = opened.and_then(|bytes| serde_json::from_slice::<Kept>(&bytes).ok());
            match opened {
                Some(opened) => kept.push((one.key_id, opened)),
                None => known.faults.push(format!(
                    "What is kept of the audit’s earlier key {} does not open: it was changed, or someone put it there.",
                    one.key_id
                )),
            }
        }
        kept.dedup();
        for pair in kept.windows(2) {
            if pair[0].0 == pair[1].0 {
                known.faults.push(format!(
                    "Two different things are kept of the audit’s earlier key {}.",
                    pair[0].0
                ));
            }
        }
        let kept_keys = kept.into_iter().filter_map(|(id, kept)| {
            let keys = kept.keys().filter(|keys| keys.id == id);
            keys.map(Arc::new)
        });
        known.all = kept_keys.collect();
        for one in own(ctx) {
            if known.find(&one.id).is_none() {
                known.all.push(one);
            }
        }
        known.all.sort_by_key(|keys| keys.rank());
        Ok(known)
    }

    pub(super) fn find(&self, id: &str) -> Option<&Arc<Keys>> {
        self.all.iter().find(|keys| keys.id == id)
    }

    fn is_replaced(&self, id: &str) -> bool {
        self.find(id).is_some_and(|keys| keys.until.is_some())
    }

    /// All of them, in the order in which they sealed.
    pub(super) fn all(&self) -> &[Arc<Keys>] {
        &self.all
    }

    /// Who signed a statement.
    fn signer(&self, one: &Signed) -> Option<&Arc<Keys>> {
        match &one.key_id {
            Some(id) => self.find(id),
            None => {
                let mut all = self.all.iter();
                all.find(|keys| keys.public_key == one.public_key)
            }
        }
    }

    /// What is wrong with who signed a statement, as the end of a sentence; otherwise when that key sealed. A key that
    /// was replaced signs nothing of the lines after it.
    pub(super) fn judge(&self, one: &Signed) -> std::result::Result<i64, &'static str> {
        let Some(signer) = self
            .signer(one)
            .filter(|keys| one.is_ours(&keys.public_key))
        else {
            return Err("is not signed by this installation");
        };
        let sealed_by = self.all.iter().find(|keys| keys.rank() >= one.seq);
        if sealed_by.is_some_and(|keys| signer.rank() < keys.rank()) {
            return Err("is signed with a key that had been replaced");
        }
        Ok(signer.rank())
    }
}

/// What is to be stored when a key replaces another: what is kept of that, and again of those before it, sealed with
/// the present master key.
pub(super) async fn kept_rows(
    ctx: &Context,
    replaced: Option<(&Keys, &audit_seal::Model)>,
) -> Result<Vec<audit_key::ActiveModel>> {
    let db = ctx.db.read();
    let known = Known::read(ctx, db).await?;
    let mut all: Vec<(String, Kept)> = known
        .all()
        .iter()
        .filter_map(|keys| Some((keys.id.clone(), Kept::of(keys, keys.until.as_ref()?))))
        .collect();
    if let Some((keys, head)) = replaced {
        let last = audit_statement::Entity::find()
            .order_by_desc(audit_statement::Column::Number)
            .one(db)
            .await?;
        let until = Until {
            seq: head.seq,
            hash: head.hash.clone(),
            signed: last.map(|last| (last.number, last.signature)),
        };
        all.push((keys.id.clone(), Kept::of(keys, &until)));
    }
    let master = Keyring::of(ctx).first().id().to_owned();
    let stored = stored(db).await?;
    all.retain(|(id, _)| {
        let mut stored = stored.iter();
        !stored.any(|row| row.key_id == *id && row.sealed_with == master)
    });
    all.into_iter()
        .map(|(key_id, kept)| {
            let text = serde_json::to_vec(&kept).map_err(Error::broken)?;
            let row = row(&key_id, &master);
            let kept = audit_key::Model {
                sealed: sealing::seal(ctx, KeyUse::AuditKey, place(&row), &text),
                key_id,
                sealed_with: master.clone(),
                replaced_at: ctx.now(),
            };
            Ok(kept.into_active_model())
        })
        .collect()
}

/// Seals what is kept of earlier keys with the present master key too; returns of how many.
pub async fn carry_on_keys(ctx: &Context) -> Result<usize> {
    let rows = kept_rows(ctx, None).await?;
    let count = rows.len();
    for row in rows {
        let insert = audit_key::Entity::insert(row);
        match insert.exec_without_returning(ctx.db.write()).await {
            Err(error) if salal_db::is_unique_violation(&error).is_none() => {
                return Err(error.into());
            }
            _ => {}
        }
    }
    Ok(count)
}

/// What of the audit none of the master keys can go on with: the key of its last line, or what is kept of earlier ones.
pub async fn foreign_keys(ctx: &Context) -> Result<Vec<Foreign>> {
    let db = ctx.db.read();
    let known = Known::read(ctx, db).await?;
    let head = super::seal::newest(db).await?;
    let mut foreign = Vec::new();
    if let Some(head) = head
        && let Some(id) = head.key_id
        && known.find(&id).is_none()
    {
        // The audit has a name of its own for each key.
        foreign.push(Foreign {
            id,
            what: format!("the audit up to line {}", head.seq),
        });
    }
    for row in stored(db).await? {
        if known.find(&row.key_id).is_none() && !foreign.iter().any(|one| one.id == row.sealed_with)
        {
            foreign.push(Foreign {
                id: row.sealed_with,
                what: "what the audit needs of earlier keys".to_owned(),
            });
        }
    }
    Ok(foreign)
}

/// The lines of the log that a master key sealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedLines {
    /// The name of the master key, where the settings have it.
    pub master: Option<String>,
    /// What the audit calls the key.
    pub key_id: String,
    pub from: i64,
    /// `None` for the key that seals.
    pub until: Option<i64>,
}

/// Which lines which key sealed, in order.
pub async fn sealed_lines(ctx: &Context) -> Result<Vec<SealedLines>> {
    let known = Known::read(ctx, ctx.db.read()).await?;
    let head = super::seal::newest(ctx.db.read()).await?;
    let present = head.and_then(|head| head.key_id);
    let ring = Keyring::of(ctx);
    let own = own(ctx);
    let mut from = 1;
    let mut lines = Vec::new();
    for keys in known.all() {
        let until = keys.until.as_ref().map(|until| until.seq);
        if until.is_none() && present.as_ref() != Some(&keys.id) {
            continue;
        }
        let place = own.iter().position(|one| one.id == keys.id);
        lines.push(SealedLines {
            master: place.map(|place| ring.all()[place].id().to_owned()),
            key_id: keys.id.clone(),
            from,
            until,
        });
        from = until.unwrap_or(from) + 1;
    }
    Ok(lines)
}

/// Whether the first key was replaced in this log: it never seals it again.
pub async fn was_replaced(ctx: &Context) -> Result<bool> {
    let known = Known::read(ctx, ctx.db.read()).await?;
    Ok(known.is_replaced(&own(ctx)[0].id))
}

/// Whether the log goes on with this master key.
pub async fn seals_with(ctx: &Context, master: &MasterKey) -> Result<bool> {
    let head = super::seal::newest(ctx.db.read()).await?;
    let id = Keys::of_master(master).id;
    Ok(head.and_then(|head| head.key_id) == Some(id))
}
