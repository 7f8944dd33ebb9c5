//! Every query on the catalogue.

use std::collections::{HashMap, HashSet};

use salal_rules::drug_database::DrugRecord;
use salal_rules::filters::{FilterRule, FilterStatus};
use salal_rules::search::fold;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};
use uuid::Uuid;

use super::DrugFacts;
use super::rows::{catalogue, drug, medication_filter};
use crate::context::{Context, sha256_hex};
use crate::error::Result;

/// Rows of one INSERT: 20 columns each, under the engines' limits of parameters.
const BATCH: usize = 200;
/// The name space of drug ids: the same drug code gives the same id in every import.
const SPACE: Uuid = Uuid::from_u128(0x5a1a_15a1_a15a_4115_8a15_a15a_15a1_a15a);

/// The id of a drug code.
pub(super) fn id_of(code: i64) -> Uuid {
    Uuid::new_v5(&SPACE, code.to_string().as_bytes())
}

pub(super) fn facts(row: drug::Model) -> Result<DrugFacts> {
    Ok(DrugFacts {
        id: row.id,
        name: row.name,
        administrations: serde_json::from_value(row.administrations)?,
        formulations: serde_json::from_value(row.formulations)?,
        ingredients: serde_json::from_value(row.ingredients)?,
        tc_ahfs_numbers: serde_json::from_value(row.ahfs_numbers)?,
        atc_numbers: serde_json::from_value(row.atc_numbers)?,
        schedules: serde_json::from_value(row.schedules)?,
        class_name: row.class_name,
    })
}

/// Drugs by id.
pub(super) async fn get_many(db: &impl ConnectionTrait, ids: &[Uuid]) -> Result<HashMap<Uuid, DrugFacts>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = drug::Entity::find().filter(drug::Column::Id.is_in(ids.iter().copied())).all(db).await?;
    rows.into_iter().map(|row| Ok((row.id, facts(row)?))).collect()
}

/// Everything a person may take that stands in the newest build.
pub(super) async fn human(db: &impl ConnectionTrait) -> Result<Vec<drug::Model>> {
    Ok(drug::Entity::find()
        .filter(drug::Column::ClassName.eq("Human"))
        .filter(drug::Column::Present.eq(true))
        .order_by_asc(drug::Column::Code)
        .all(db)
        .await?)
}

/// The revision of the catalogue; it moves with every import and every change of a filter.
pub(super) async fn revision(db: &impl ConnectionTrait) -> Result<i64> {
    Ok(catalogue::Entity::find_by_id(1i64).one(db).await?.map_or(0, |row| row.revision))
}

/// The filters in force.
pub(super) async fn filters(db: &impl ConnectionTrait) -> Result<Vec<FilterRule>> {
    let rows = medication_filter::Entity::find().filter(medication_filter::Column::DeletedAt.is_null()).all(db).await?;
    rows.into_iter()
        .map(|row| {
            Ok(FilterRule {
                tc_ahfs_number: row.tc_ahfs_number,
                status: FilterStatus::from_code(&row.status).unwrap_or(FilterStatus::CrossOut),
                exceptions: serde_json::from_value(row.exceptions)?,
            })
        })
        .collect()
}

/// What an import changed.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) added: usize,
    pub(super) changed: usize,
    pub(super) gone: usize,
    pub(super) unchanged: usize,
}

/// Writes a build in the caller's transaction: new drugs, changed drugs, and a mark on those that the
/// build no longer has. A drug is never deleted: prescriptions name it.
pub(super) async fn write(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    records: &[DrugRecord],
    source: &str,
    mut progress: impl FnMut(usize, usize),
) -> Result<Written> {
    let there: Vec<(i64, String, bool)> = drug::Entity::find()
        .select_only()
        .columns([drug::Column::Code, drug::Column::ContentHash, drug::Column::Present])
        .into_tuple()
        .all(tx)
        .await?;
    let there: HashMap<i64, (String, bool)> = there.into_iter().map(|(code, hash, present)| (code, (hash, present))).collect();
    let mut written = Written::default();
    let mut rows = Vec::new();
    let mut named = HashSet::new();
    for record in records {
        named.insert(record.drug_code);
        let hash = sha256_hex(serde_json::to_vec(record)?);
        match there.get(&record.drug_code) {
            Some((old, true)) if *old == hash => {
                written.unchanged += 1;
                continue;
            }
            Some(_) => written.changed += 1,
            None => written.added += 1,
        }
        rows.push(row(record, hash)?);
    }
    let total = rows.len();
    let mut done = 0;
    let mut rows = rows.into_iter().peekable();
    while rows.peek().is_some() {
        let batch: Vec<_> = rows.by_ref().take(BATCH).collect();
        done += batch.len();
        insert(tx, batch).await?;
        progress(done, total);
    }
    let gone: Vec<i64> = there.iter().filter(|(code, (_, present))| *present && !named.contains(*code)).map(|(code, _)| *code).collect();
    written.gone = gone.len();
    for some in gone.chunks(500) {
        drug::Entity::update_many()
            .col_expr(drug::Column::Present, Expr::value(false))
            .filter(drug::Column::Code.is_in(some.iter().copied()))
            .exec(tx)
            .await?;
    }
    if written.added + written.changed + written.gone > 0 {
        bump(tx, ctx, source).await?;
    }
    Ok(written)
}

async fn insert(tx: &impl ConnectionTrait, rows: Vec<drug::ActiveModel>) -> Result<()> {
    use drug::Column as C;
    let changing = [
        C::Din, C::Name, C::NameFolded, C::ClassName, C::Status, C::HistoryDate, C::NumberOfAis, C::AiGroupNo,
        C::CompanyName, C::Descriptor, C::Administrations, C::Formulations, C::AhfsNumbers, C::AtcNumbers,
        C::Schedules, C::Ingredients, C::ContentHash, C::Present,
    ];
    drug::Entity::insert_many(rows)
        .on_conflict(OnConflict::column(C::Code).update_columns(changing).to_owned())
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

fn row(record: &DrugRecord, hash: String) -> Result<drug::ActiveModel> {
    Ok(drug::ActiveModel {
        id: Set(id_of(record.drug_code)),
        code: Set(record.drug_code),
        din: Set(record.drug_identification_number.clone()),
        name: Set(record.name.clone()),
        name_folded: Set(fold(&record.name)),
        class_name: Set(record.class_name.clone()),
        status: Set(record.status.clone()),
        history_date: Set(record.history_date.clone()),
        number_of_ais: Set(record.number_of_ais.clone()),
        ai_group_no: Set(record.ai_group_no.clone()),
        company_name: Set(record.company_name.clone()),
        descriptor: Set(record.descriptor.clone()),
        administrations: Set(serde_json::to_value(&record.administrations)?),
        formulations: Set(serde_json::to_value(&record.formulations)?),
        ahfs_numbers: Set(serde_json::to_value(&record.tc_ahfs_numbers)?),
        atc_numbers: Set(serde_json::to_value(&record.atc_numbers)?),
        schedules: Set(serde_json::to_value(&record.schedules)?),
        ingredients: Set(serde_json::to_value(&record.ingredients)?),
        content_hash: Set(hash),
        present: Set(true),
    })
}

async fn bump(tx: &impl ConnectionTrait, ctx: &Context, source: &str) -> Result<()> {
    let revision = revision(tx).await? + 1;
    let row = catalogue::ActiveModel {
        id: Set(1),
        revision: Set(revision),
        built_at: Set(Some(ctx.now())),
        source: Set(Some(source.to_owned())),
    };
    catalogue::Entity::insert(row)
        .on_conflict(
            OnConflict::column(catalogue::Column::Id)
                .update_columns([catalogue::Column::Revision, catalogue::Column::BuiltAt, catalogue::Column::Source])
                .to_owned(),
        )
        .exec_without_returning(tx)
        .await?;
    Ok(())
}
