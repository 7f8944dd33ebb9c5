// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on stored import data: files by piece, and rows in chunks.

use salal_db::Connection;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Set};
use uuid::Uuid;

use crate::context::Context;
use crate::error::Result;
use crate::manage_data::entity::{data_chunk, data_import, data_piece};
use crate::manage_data::states::ImportState;

/// Stores a piece of a file.
pub(in crate::manage_data) async fn add_piece(
    ctx: &Context,
    import: Uuid,
    file: i64,
    seq: i64,
    bytes: Vec<u8>,
) -> Result<()> {
    let row = data_piece::ActiveModel {
        id: Set(ctx.new_id()),
        import_id: Set(import),
        file: Set(file),
        seq: Set(seq),
        bytes: Set(bytes),
    };
    data_piece::Entity::insert(row)
        .exec_without_returning(ctx.db.write())
        .await?;
    Ok(())
}

/// One piece of a file; `None` after the last.
pub(in crate::manage_data) async fn piece(
    db: &Connection,
    import: Uuid,
    file: i64,
    seq: i64,
) -> Result<Option<Vec<u8>>> {
    let row = data_piece::Entity::find()
        .filter(data_piece::Column::ImportId.eq(import))
        .filter(data_piece::Column::File.eq(file))
        .filter(data_piece::Column::Seq.eq(seq))
        .one(db)
        .await?;
    Ok(row.map(|row| row.bytes))
}

pub(in crate::manage_data) async fn drop_pieces(db: &Connection, import: Uuid) -> Result<()> {
    data_piece::Entity::delete_many()
        .filter(data_piece::Column::ImportId.eq(import))
        .exec(db)
        .await?;
    Ok(())
}

/// Deletes the files of all finished imports except this one.
pub(in crate::manage_data) async fn drop_ended_pieces(
    db: &Connection,
    but: Option<Uuid>,
) -> Result<()> {
    use data_import::Column as C;
    let mut ended = data_import::Entity::find()
        .select_only()
        .column(C::Id)
        .filter(C::Active.is_null())
        .filter(C::State.ne(ImportState::Receiving.code()));
    if let Some(but) = but {
        ended = ended.filter(C::Id.ne(but));
    }
    data_piece::Entity::delete_many()
        .filter(data_piece::Column::ImportId.in_subquery(ended.into_query()))
        .exec(db)
        .await?;
    Ok(())
}

/// Moves the files of an import to another; returns the number of pieces.
pub(in crate::manage_data) async fn hand_pieces_over(
    tx: &Connection,
    from: Uuid,
    to: Uuid,
) -> Result<u64> {
    let done = data_piece::Entity::update_many()
        .col_expr(data_piece::Column::ImportId, Expr::value(to))
        .filter(data_piece::Column::ImportId.eq(from))
        .exec(tx)
        .await?;
    Ok(done.rows_affected)
}

/// A chunk to be stored.
pub(in crate::manage_data) struct Chunk {
    pub(in crate::manage_data) resource: &'static str,
    pub(in crate::manage_data) part: String,
    pub(in crate::manage_data) first: u64,
    pub(in crate::manage_data) rows: usize,
    pub(in crate::manage_data) bytes: Vec<u8>,
}

pub(in crate::manage_data) async fn add_chunk(
    db: &Connection,
    ctx: &Context,
    import: Uuid,
    chunk: Chunk,
) -> Result<()> {
    let row = data_chunk::ActiveModel {
        id: Set(ctx.new_id()),
        import_id: Set(import),
        resource: Set(chunk.resource.into()),
        part: Set(chunk.part),
        first_row: Set(i64::try_from(chunk.first).unwrap_or(i64::MAX)),
        row_count: Set(i64::try_from(chunk.rows).unwrap_or(i64::MAX)),
        bytes: Set(chunk.bytes),
    };
    data_chunk::Entity::insert(row)
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// The chunk that contains the row `from` of a part, or follows it; `None` after the last.
pub(in crate::manage_data) async fn chunk_at(
    db: &Connection,
    import: Uuid,
    resource: &str,
    part: &str,
    from: i64,
) -> Result<Option<data_chunk::Model>> {
    use data_chunk::Column as C;
    let end = sea_orm::ExprTrait::add(Expr::col(C::FirstRow), Expr::col(C::RowCount));
    Ok(data_chunk::Entity::find()
        .filter(C::ImportId.eq(import))
        .filter(C::Resource.eq(resource))
        .filter(C::Part.eq(part))
        .filter(sea_orm::ExprTrait::gt(end, from))
        .order_by_asc(C::FirstRow)
        .one(db)
        .await?)
}

pub(in crate::manage_data) async fn drop_chunks(db: &Connection, import: Uuid) -> Result<()> {
    data_chunk::Entity::delete_many()
        .filter(data_chunk::Column::ImportId.eq(import))
        .exec(db)
        .await?;
    Ok(())
}
