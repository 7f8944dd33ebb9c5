// SPDX-License-Identifier: AGPL-3.0-or-later

//! Replaces the catalogue in one transaction, so that a search sees the old build or the new one and nothing
//! in between. The same drugs again change nothing. Their source is not known here: manage_data parses and
//! joins the register's files, and the demo has its own.

use salal_db::Connection;
use salal_domain::falls::{Fall, Lost};
use salal_domain::filters::{Filters, RuleMatches, default_filters, falls, lost, shrunk};
use salal_formats::drug_database::DrugRecord;
use uuid::Uuid;

use super::repo::ahfs_numbers::Learning;
use super::repo::{self};
use super::{catalogue_cache, overrides};
use crate::context::{Context, sha256_hex};
use crate::error::{Error, Result};

/// Drug ids are derived from the register's key: the same drug has the same id everywhere.
const NAMESPACE: Uuid = Uuid::from_u128(0x5a1a_1d26_0000_5000_8000_d26d_26d2_6000);
/// Codes from here on are the demo's own medications, far above the register's codes.
pub const FIRST_SAMPLE_CODE: i64 = 9_900_001;

/// What an import changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    pub new: usize,
    pub changed: usize,
    pub unchanged: usize,
    pub gone: usize,
    /// Demo medications replaced by the register's.
    pub samples_replaced: usize,
    /// Drugs without AHFS numbers that keep those of an earlier build.
    pub ahfs_carried: usize,
    /// Drugs for people without a known schedule: only their class is checked, and a doctor decides.
    pub without_schedule: usize,
    /// Filters of the default set that were new here.
    pub filters_added: Vec<String>,
    /// Rules that match nothing any more, or far fewer drugs; a person approved this.
    pub fallen: Vec<Fall>,
    /// The drugs that rules no longer match.
    pub lost: Vec<Lost>,
    /// Rules that match fewer drugs, but not so few that approval was needed: rule, drugs before, drugs now.
    pub shrunk: Vec<(String, usize, usize)>,
}

/// How to handle an import or a build that would remove much.
#[derive(Clone, Debug)]
pub enum Falling {
    /// It stops, unless a person approved all of these.
    Stops(Vec<Fall>),
    /// A person approved everything that is removed.
    Accepted,
}

impl Falling {
    /// Whether these losses are approved.
    pub fn lets(&self, falls: &[Fall]) -> bool {
        match self {
            Self::Accepted => true,
            Self::Stops(shown) => falls.iter().all(|one| one.is_among(shown)),
        }
    }
}

/// A build about to become the catalogue.
pub struct NewBuild<'a> {
    pub records: Vec<DrugRecord>,
    pub source: &'a str,
    pub learning: Learning,
    pub falling: Falling,
    /// Unapproved losses of earlier builds, which are counted together with those of this one.
    pub earlier: &'a [Lost],
}

/// The outcome of a build.
#[derive(Clone, Debug)]
pub enum Switched {
    Done(Box<Changes>),
    /// These rules would match nothing any more, or far fewer drugs. The caller must roll back: nothing of
    /// the build may take effect.
    Stopped(Vec<Fall>),
}

impl Changes {
    pub fn is_nothing(&self) -> bool {
        self.new + self.changed + self.gone + self.samples_replaced == 0
    }
}

/// Whether the catalogue was never built.
pub async fn is_empty(ctx: &Context) -> Result<bool> {
    Ok(repo::revision(ctx.db.read()).await? == 0)
}

/// Replaces the catalogue with these drugs, in its own transaction.
pub async fn import_records(
    ctx: &Context,
    records: Vec<DrugRecord>,
    source: &str,
) -> Result<Changes> {
    let tx = ctx.db.begin_alone().await?;
    let build = NewBuild {
        records,
        source,
        learning: Learning::default(),
        falling: Falling::Accepted,
        earlier: &[],
    };
    let Switched::Done(done) = switch(&tx, ctx, build).await? else {
        return Err(Error::broken("a build was stopped that nothing stops"));
    };
    tx.commit().await?;
    look_again(ctx);
    Ok(*done)
}

/// The next search of this process checks for a new build.
pub fn look_again(ctx: &Context) {
    catalogue_cache::look_again(ctx);
}

/// Builds the index of the newest catalogue now instead of at the next search.
pub async fn rebuild_index(ctx: &Context) -> Result<()> {
    catalogue_cache::look_again(ctx);
    catalogue_cache::loaded(ctx).await.map(|_| ())
}

/// Replaces the catalogue with these drugs: new ones are added, changed ones are updated under their ids, and
/// missing ones are marked absent. Everything takes effect with the caller's commit. Missing AHFS numbers are
/// carried forward before overrides are applied; a rule that would match nothing, or lose many of its
/// matches, stops the build (decision 156).
pub async fn switch(tx: &Connection, ctx: &Context, build: NewBuild<'_>) -> Result<Switched> {
    let mut records = build.records;
    let mut done = Changes {
        ahfs_carried: repo::ahfs_numbers::carry_forward(tx, &mut records, build.learning).await?,
        ..Changes::default()
    };
    let records = overrides::lay_over(tx, records).await?;
    done.without_schedule = records
        .iter()
        .filter(|one| one.is_human() && one.schedules.is_empty())
        .count();
    done.filters_added = repo::seed_filters(tx, ctx, default_filters()).await?;
    let (records, before, after) = reaches(tx, records).await?;
    let fallen = falls(&before, &after, build.earlier);
    if !build.falling.lets(&fallen) {
        return Ok(Switched::Stopped(fallen));
    }
    done.fallen = fallen;
    done.lost = lost(&before, &after);
    done.shrunk = shrunk(&before, &after)
        .map(|(rule, was, is)| (rule.to_owned(), was, is))
        .collect();
    let records = blocking(move || fingerprints(records)).await?;
    let mut known = repo::prints(tx).await?;
    let mut batch = Vec::with_capacity(repo::BATCH);
    for (record, print) in &records {
        match known.remove(&record.drug_code) {
            Some(kept) if kept.present && kept.content_hash == *print => {
                done.unchanged += 1;
                continue;
            }
            Some(_) => done.changed += 1,
            None => done.new += 1,
        }
        batch.push((id_of(record.drug_code), record, print.clone()));
        if batch.len() == repo::BATCH {
            repo::upsert(tx, &batch).await?;
            batch.clear();
        }
    }
    if !batch.is_empty() {
        repo::upsert(tx, &batch).await?;
    }
    let gone: Vec<i64> = known
        .into_values()
        .filter(|print| print.present)
        .map(|print| print.code)
        .collect();
    repo::mark_absent(tx, &gone).await?;
    done.samples_replaced = gone
        .iter()
        .filter(|code| **code >= FIRST_SAMPLE_CODE)
        .count();
    done.gone = gone.len() - done.samples_replaced;
    if !done.filters_added.is_empty() || !done.is_nothing() {
        repo::bump(tx, ctx, build.source).await?;
    }
    Ok(Switched::Done(Box::new(done)))
}

/// What each rule in force matches in the current catalogue, and among these drugs. The demo's medications
/// are not part of the register, so losing them does not count.
async fn reaches(
    tx: &Connection,
    records: Vec<DrugRecord>,
) -> Result<(Vec<DrugRecord>, Vec<RuleMatches>, Vec<RuleMatches>)> {
    let filters = Filters::new(&repo::filters(tx).await?);
    let (mut present, mut after) = (Vec::new(), i64::MIN);
    loop {
        let page = repo::list_drugs_after(tx, after).await?;
        let Some(last) = page.last() else { break };
        after = last.code;
        for row in page.iter().filter(|row| row.code < FIRST_SAMPLE_CODE) {
            present.push(overrides::record_of(row)?);
        }
    }
    blocking(move || {
        let before = filters.matches(present.iter());
        let after = filters.matches(records.iter());
        Ok((records, before, after))
    })
    .await
}

/// The id of the drug with this code of the register.
pub fn id_of(code: i64) -> Uuid {
    Uuid::new_v5(&NAMESPACE, code.to_string().as_bytes())
}

fn fingerprints(records: Vec<DrugRecord>) -> Result<Vec<(DrugRecord, String)>> {
    records
        .into_iter()
        .map(|record| {
            let print = sha256_hex(serde_json::to_vec(&record)?);
            Ok((record, print))
        })
        .collect()
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(Error::broken)?
}
