//! Making drugs the catalogue, in one transaction, so that a search sees the old build or the new one and
//! nothing between. The same drugs again change nothing. Where they come from is not known here: the
//! register's files are read and joined by manage_data, the demo has its own.

use salal_rules::drug_database::DrugRecord;
use salal_rules::filters::default_filters;
use uuid::Uuid;

use super::store::{self, ConnectionTrait};
use super::{hand, shelf};
use crate::context::{Context, sha256_hex};
use crate::error::{Error, Result};

/// Drug ids are made from the register's own key: the same drug has the same id everywhere.
const NAMESPACE: Uuid = Uuid::from_u128(0x5a1a_1d26_0000_5000_8000_d26d_26d2_6000);
/// Codes from here on are the demo's own medications, far above the register's codes.
pub(crate) const FIRST_SAMPLE_CODE: i64 = 9_900_001;

/// What an import changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    pub(crate) new: usize,
    pub(crate) changed: usize,
    pub(crate) unchanged: usize,
    pub(crate) gone: usize,
    /// Medications of the demo that made room for the register's.
    pub(crate) samples_replaced: usize,
}

impl Changes {
    pub(crate) fn is_nothing(self) -> bool {
        self.new + self.changed + self.gone + self.samples_replaced == 0
    }
}

/// Whether the catalogue was never built.
pub(crate) async fn is_empty(ctx: &Context) -> Result<bool> {
    Ok(store::revision(ctx.db.read()).await? == 0)
}

/// Makes these drugs the catalogue, in a transaction of its own.
pub(crate) async fn import_records(
    ctx: &Context,
    records: Vec<DrugRecord>,
    source: &str,
) -> Result<Changes> {
    let tx = ctx.db.begin().await?;
    let done = switch(&tx, ctx, records, source).await?;
    tx.commit().await?;
    look_again(ctx);
    Ok(done)
}

/// The next search of this process asks for the newest build.
pub(crate) fn look_again(ctx: &Context) {
    shelf::look_again(ctx);
}

/// Makes the index of the newest build now, rather than at somebody's next search.
pub(crate) async fn index_anew(ctx: &Context) -> Result<()> {
    shelf::look_again(ctx);
    shelf::loaded(ctx).await.map(|_| ())
}

/// Makes these drugs the catalogue: new ones come in, changed ones are replaced under their ids, and
/// those not among them are marked absent. All of it counts from the caller's commit on.
pub(crate) async fn switch(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    records: Vec<DrugRecord>,
    source: &str,
) -> Result<Changes> {
    let records = hand::lay_over(tx, records).await?;
    let records = blocking(move || fingerprints(records)).await?;
    let mut known = store::prints(tx).await?;
    let mut done = Changes::default();
    let mut batch = Vec::with_capacity(store::BATCH);
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
        if batch.len() == store::BATCH {
            store::upsert(tx, &batch).await?;
            batch.clear();
        }
    }
    if !batch.is_empty() {
        store::upsert(tx, &batch).await?;
    }
    let gone: Vec<i64> = known
        .into_values()
        .filter(|print| print.present)
        .map(|print| print.code)
        .collect();
    store::mark_absent(tx, &gone).await?;
    done.samples_replaced = gone
        .iter()
        .filter(|code| **code >= FIRST_SAMPLE_CODE)
        .count();
    done.gone = gone.len() - done.samples_replaced;
    let seeded = store::seed_filters(tx, ctx, default_filters()).await?;
    if seeded || !done.is_nothing() {
        store::bump(tx, ctx, source).await?;
    }
    Ok(done)
}

/// The id of the drug with this code of the register.
pub(crate) fn id_of(code: i64) -> Uuid {
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
