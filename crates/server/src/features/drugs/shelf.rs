//! The catalogue in memory: Human drugs of the newest build with their judgement and the search
//! index, made on the first search and again after an import. A search asks the database for the
//! revision at most once in a few seconds, and for nothing else.

use std::sync::{Arc, PoisonError, RwLock};

use chrono::{DateTime, TimeDelta, Utc};
use salal_rules::filters::{Filters, JudgedDrug, Judgement};
use salal_rules::search::{DrugIndex, IndexEntry};

use super::rows::drug;
use super::{DrugFacts, store};
use crate::context::Context;
use crate::error::{Error, Result};

/// How long a revision is believed.
const BELIEVED_SECONDS: i64 = 3;

/// A drug on the shelf.
pub(super) struct Shelved {
    pub(super) facts: DrugFacts,
    pub(super) din: String,
    pub(super) code: i64,
    pub(super) company: String,
    pub(super) judgement: Judgement,
}

/// The shelf of one revision.
pub(super) struct Loaded {
    revision: i64,
    pub(super) drugs: Vec<Shelved>,
    pub(super) index: DrugIndex,
    pub(super) filters: Filters,
}

impl Loaded {
    /// A drug by the index's key.
    pub(super) fn drug(&self, key: u32) -> Option<&Shelved> {
        self.drugs.get(usize::try_from(key).ok()?)
    }
}

#[derive(Default)]
struct Shelf {
    now: RwLock<Option<(Arc<Loaded>, DateTime<Utc>)>>,
    loading: tokio::sync::Mutex<()>,
}

impl Shelf {
    fn peek(&self) -> Option<(Arc<Loaded>, DateTime<Utc>)> {
        self.now.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn put(&self, loaded: &Arc<Loaded>, at: DateTime<Utc>) {
        *self.now.write().unwrap_or_else(PoisonError::into_inner) = Some((Arc::clone(loaded), at));
    }
}

/// The shelf as it lies there; none before the first search.
pub(super) fn at_hand(ctx: &Context) -> Option<Arc<Loaded>> {
    ctx.kept(Shelf::default).peek().map(|(loaded, _)| loaded)
}

/// The shelf of the newest revision.
pub(super) async fn loaded(ctx: &Context) -> Result<Arc<Loaded>> {
    let shelf = ctx.kept(Shelf::default);
    let now = ctx.now();
    if let Some((loaded, checked)) = shelf.peek()
        && now - checked < TimeDelta::seconds(BELIEVED_SECONDS)
    {
        return Ok(loaded);
    }
    let _one_at_a_time = shelf.loading.lock().await;
    let revision = store::revision(ctx.db.read()).await?;
    if let Some((loaded, _)) = shelf.peek()
        && loaded.revision == revision
    {
        shelf.put(&loaded, now);
        return Ok(loaded);
    }
    let rows = store::human(ctx.db.read()).await?;
    let filters = Filters::new(&store::filters(ctx.db.read()).await?);
    let loaded = tokio::task::spawn_blocking(move || load(revision, rows, filters)).await.map_err(Error::broken)??;
    let loaded = Arc::new(loaded);
    shelf.put(&loaded, now);
    Ok(loaded)
}

fn load(revision: i64, rows: Vec<drug::Model>, filters: Filters) -> Result<Loaded> {
    let mut drugs = Vec::with_capacity(rows.len());
    let mut entries = Vec::with_capacity(rows.len());
    for (key, row) in (0_u32..).zip(rows) {
        let (din, code, company) = (row.din.clone(), row.code, row.company_name.clone());
        let facts = store::facts(row)?;
        let ingredients: Vec<&str> = facts.ingredients.iter().map(|one| one.ingredient_name.as_str()).collect();
        let judgement = filters.judge(&JudgedDrug {
            name: &facts.name,
            ahfs_numbers: &facts.tc_ahfs_numbers,
            atc_numbers: &facts.atc_numbers,
            schedules: &facts.schedules,
            ingredients: &ingredients,
        });
        entries.push(IndexEntry {
            key,
            name: facts.name.clone(),
            ingredients: ingredients.into_iter().map(ToOwned::to_owned).collect(),
            din: din.clone(),
        });
        drugs.push(Shelved { facts, din, code, company, judgement });
    }
    Ok(Loaded { revision, drugs, index: DrugIndex::build(entries), filters })
}
