// SPDX-License-Identifier: AGPL-3.0-or-later

//! In-memory catalogue index for type-ahead search: the drugs for people and the verdict on each, computed
//! once when it is built. It is built on first use and rebuilt in the background when the catalogue's
//! revision changes; until then the previous build answers.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use chrono::{DateTime, TimeDelta, Utc};
use salal_domain::filters::{FilterHit, Filters, JudgedDrug};
use salal_domain::prescriptions::wording::{container_text, on_label, strengths_text};
use salal_domain::search::{DrugIndex, IndexEntry, Strength, fold, offer};
use salal_formats::drug_database::Ingredient;
use uuid::Uuid;

use super::entity::drug;
use super::repo;
use crate::context::Context;
use crate::error::{Error, Result};

/// How often the revision is checked.
const LOOK_EVERY: TimeDelta = TimeDelta::seconds(3);

/// A drug as a search result.
pub(super) struct LoadedDrug {
    pub(super) id: Uuid,
    /// `10 mg + 5 mg`; empty where none is known.
    pub(super) strengths: Arc<str>,
    pub(super) forms: Arc<str>,
    /// What tells it apart from others of its name, as printed; often empty.
    pub(super) container: Arc<str>,
    /// The strictest first; empty when it can be renewed.
    pub(super) hits: Arc<[FilterHit]>,
    /// False hides it from patients.
    pub(super) is_shown_to_patients: bool,
}

/// One build of the catalogue.
pub(super) struct Loaded {
    revision: i64,
    pub(super) index: DrugIndex,
    /// By the index's keys.
    pub(super) drugs: Vec<LoadedDrug>,
    pub(super) filters: Filters,
}

impl Loaded {
    /// The drug of an index key.
    pub(super) fn drug(&self, key: u32) -> &LoadedDrug {
        &self.drugs[key as usize]
    }
}

/// The state kept between requests.
#[derive(Default)]
struct CatalogueCache {
    loaded: RwLock<Option<Arc<Loaded>>>,
    /// When the revision was last checked.
    looked: Mutex<Option<DateTime<Utc>>>,
    /// One build at a time.
    building: tokio::sync::Mutex<()>,
}

fn cache(ctx: &Context) -> Arc<CatalogueCache> {
    ctx.get_or_init(CatalogueCache::default)
}

/// The available build, without waiting; `None` before the first use.
pub(super) fn at_hand(ctx: &Context) -> Option<Arc<Loaded>> {
    cache(ctx)
        .loaded
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .clone()
}

/// Invalidates the cached revision: an import was just committed by this process.
pub(super) fn look_again(ctx: &Context) {
    let cache = cache(ctx);
    *cache.looked.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// The build in force. Only the first use waits for it; later builds are made in the background.
pub(super) async fn loaded(ctx: &Context) -> Result<Arc<Loaded>> {
    let Some(loaded) = at_hand(ctx) else {
        return build(ctx).await;
    };
    match due(ctx) {
        None => Ok(loaded),
        // An import of this process is visible at once.
        Some(Due::Now) => {
            if repo::revision(ctx.db.read()).await? == loaded.revision {
                Ok(loaded)
            } else {
                build(ctx).await
            }
        }
        Some(Due::Sometime) => {
            let ctx = ctx.clone();
            tokio::spawn(async move {
                if let Err(error) = refresh(&ctx).await {
                    tracing::warn!(cause = %error, "the drug catalogue couldn't be looked at");
                }
            });
            Ok(loaded)
        }
    }
}

enum Due {
    Now,
    Sometime,
}

fn due(ctx: &Context) -> Option<Due> {
    let cache = cache(ctx);
    let now = ctx.now();
    let mut looked = cache.looked.lock().unwrap_or_else(PoisonError::into_inner);
    let due = match *looked {
        None => Some(Due::Now),
        Some(at) if now - at >= LOOK_EVERY || now < at => Some(Due::Sometime),
        Some(_) => None,
    };
    if due.is_some() {
        *looked = Some(now);
    }
    due
}

async fn refresh(ctx: &Context) -> Result<()> {
    let revision = repo::revision(ctx.db.read()).await?;
    if at_hand(ctx).is_none_or(|loaded| loaded.revision != revision) {
        build(ctx).await?;
    }
    Ok(())
}

async fn build(ctx: &Context) -> Result<Arc<Loaded>> {
    let cache = cache(ctx);
    let _one_at_a_time = cache.building.lock().await;
    let db = ctx.db.read();
    let revision = repo::revision(db).await?;
    if let Some(loaded) = at_hand(ctx).filter(|loaded| loaded.revision == revision) {
        return Ok(loaded);
    }
    let filters = Filters::new(&repo::filters(db).await?);
    let mut draft = Draft {
        filters,
        drugs: Vec::new(),
        entries: Vec::new(),
        texts: HashSet::new(),
        hits: Vec::new(),
    };
    let mut after = i64::MIN;
    loop {
        let page = repo::list_drugs_after(db, after).await?;
        let Some(last) = page.last() else { break };
        after = last.code;
        draft = blocking(move || draft.with(page)).await?;
    }
    let loaded = Arc::new(blocking(move || Ok(draft.finish(revision))).await?);
    *cache.loaded.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&loaded));
    *cache.looked.lock().unwrap_or_else(PoisonError::into_inner) = Some(ctx.now());
    Ok(loaded)
}

/// A build in progress. Repeated texts and reasons are shared.
struct Draft {
    filters: Filters,
    drugs: Vec<LoadedDrug>,
    entries: Vec<IndexEntry>,
    texts: HashSet<Arc<str>>,
    hits: Vec<Arc<[FilterHit]>>,
}

impl Draft {
    fn with(mut self, page: Vec<drug::Model>) -> Result<Self> {
        for row in page {
            if is_offered(&row) {
                self.add(row)?;
            }
        }
        Ok(self)
    }

    fn add(&mut self, row: drug::Model) -> Result<()> {
        let ingredients: Vec<Ingredient> = repo::parse_list(&row.ingredients)?;
        let names: Vec<&str> = ingredients
            .iter()
            .map(|one| one.ingredient_name.as_str())
            .collect();
        let ahfs_numbers = repo::parse_list::<String>(&row.ahfs_numbers)?;
        let atc_numbers = repo::parse_list::<String>(&row.atc_numbers)?;
        let schedules = repo::parse_list::<String>(&row.schedules)?;
        let judgement = self.filters.judge(&JudgedDrug {
            name: &row.name,
            ahfs_numbers: &ahfs_numbers,
            atc_numbers: &atc_numbers,
            schedules: &schedules,
            ingredients: &names,
        });
        let routes = repo::parse_list::<String>(&row.administrations)?;
        let forms = repo::parse_list::<String>(&row.formulations)?;
        let is_for_hospital = offer::is_for_hospital(&routes, &atc_numbers);
        let key = u32::try_from(self.drugs.len()).map_err(Error::broken)?;
        let loaded = LoadedDrug {
            id: row.id,
            strengths: self.text(strengths_text(&on_label(&row.name, &ingredients))),
            forms: self.text(forms.join(", ")),
            container: self.text(container_text(&row.descriptor).unwrap_or_default()),
            is_shown_to_patients: judgement.is_shown_to_patients()
                && !offer::is_never_renewed(&atc_numbers, &ahfs_numbers, &schedules)
                && !is_for_hospital,
            hits: self.reasons(judgement.hits),
        };
        self.drugs.push(loaded);
        self.entries.push(IndexEntry {
            key,
            strengths: ingredients.iter().filter_map(Strength::of).collect(),
            is_parenteral: offer::is_parenteral(&routes),
            is_for_hospital,
            is_suggestable: offer::is_suggestable(&routes, &schedules),
            routes,
            forms,
            ingredients: ingredients
                .into_iter()
                .map(|one| one.ingredient_name)
                .collect(),
            name: row.name,
            din: row.din,
            descriptor: row.descriptor,
        });
        Ok(())
    }

    fn text(&mut self, text: String) -> Arc<str> {
        if let Some(kept) = self.texts.get(text.as_str()) {
            return Arc::clone(kept);
        }
        let kept: Arc<str> = text.into();
        self.texts.insert(Arc::clone(&kept));
        kept
    }

    fn reasons(&mut self, hits: Vec<FilterHit>) -> Arc<[FilterHit]> {
        if let Some(kept) = self.hits.iter().find(|kept| ***kept == *hits) {
            return Arc::clone(kept);
        }
        let kept: Arc<[FilterHit]> = hits.into();
        self.hits.push(Arc::clone(&kept));
        kept
    }

    fn finish(self, revision: i64) -> Loaded {
        let mut drugs = self.drugs;
        drugs.shrink_to_fit();
        Loaded {
            revision,
            index: DrugIndex::build(self.entries),
            drugs,
            filters: self.filters,
        }
    }
}

/// Medications for people that can be bought: a drug that is only approved, dormant or cancelled cannot be
/// dispensed. A register without states offers everything.
fn is_offered(row: &drug::Model) -> bool {
    let is_sold = match fold(&row.status).as_str() {
        "" => true,
        status => status == "marketed",
    };
    row.class_name.eq_ignore_ascii_case("human") && is_sold
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(Error::broken)?
}
