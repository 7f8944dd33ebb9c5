// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on drawn signatures and their fingerprints.

use salal_db::{Connection, JointRead, StatementBatch};
use salal_domain::prescriptions::drawn_places::LEAST_SHARED;
use salal_domain::prescriptions::drawn_shape::Shape;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, InsertMany, QueryFilter, QuerySelect, QueryTrait,
    Set,
};
use serde_json::Value;
use uuid::Uuid;

use crate::error::Result;
use crate::prescriptions::entity::{signature, signature_place};

/// Drawings to compare a new one with.
pub(in crate::prescriptions) struct Neighbours {
    /// Those without a stored fingerprint: made before fingerprints were introduced.
    pub(in crate::prescriptions) unkept: Vec<(Uuid, Value)>,
    /// The shapes of those that may be similar.
    pub(in crate::prescriptions) shapes: Vec<Shape>,
    /// Those that share several of the positions.
    pub(in crate::prescriptions) sharing: Vec<Uuid>,
}

/// The drawings that may be similar to this one, and those of which it is not known.
pub(in crate::prescriptions) async fn neighbours(
    tx: &Connection,
    shape: &Shape,
    sketch: &[i64],
) -> Result<Neighbours> {
    let (key, near) = (i64::from(shape.key()), i64::from(Shape::NEAR));
    let mut read = JointRead::for_connection(tx);
    let unkept = read.add(&signature::Entity::find().filter(signature::Column::InkShape.is_null()));
    let shapes = read.add_as::<InkShape>(
        &signature::Entity::find()
            .select_only()
            .column(signature::Column::InkShape)
            .filter(signature::Column::InkKey.between(key - near, key + near)),
    );
    let sharing = read.add_as::<Sharing>(
        &signature_place::Entity::find()
            .select_only()
            .column(signature_place::Column::SignatureId)
            .filter(signature_place::Column::Place.is_in(sketch.iter().copied()))
            .group_by(signature_place::Column::SignatureId)
            .having(
                Expr::col(signature_place::Column::Place)
                    .count()
                    .gte(LEAST_SHARED),
            ),
    );
    let mut found = read.run(tx).await?;
    let sharing = found.take(&sharing)?.into_iter();
    let unkept = found.take(&unkept)?.into_iter();
    let shapes = found.take(&shapes)?.into_iter();
    Ok(Neighbours {
        unkept: unkept.map(|row| (row.id, row.strokes)).collect(),
        shapes: shapes
            .filter_map(|row| Shape::read(row.ink_shape.as_deref()?))
            .collect(),
        sharing: sharing.map(|row| row.signature_id).collect(),
    })
}

#[derive(FromQueryResult, serde::Deserialize)]
struct InkShape {
    ink_shape: Option<String>,
}

#[derive(FromQueryResult, serde::Deserialize)]
struct Sharing {
    signature_id: Uuid,
}

/// These drawings, as they were drawn.
pub(in crate::prescriptions) async fn strokes_of(
    tx: &Connection,
    ids: Vec<Uuid>,
) -> Result<Vec<Value>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(signature::Entity::find()
        .select_only()
        .column(signature::Column::Strokes)
        .filter(signature::Column::Id.is_in(ids))
        .into_tuple()
        .all(tx)
        .await?)
}

/// Stores the fingerprint of a drawing; an empty shape if it has none.
pub(in crate::prescriptions) async fn keep_drawing(
    tx: &Connection,
    id: Uuid,
    shape: Option<&Shape>,
    sketch: Vec<i64>,
) -> Result<()> {
    use signature::Column;
    signature::Entity::update_many()
        .col_expr(
            Column::InkShape,
            Expr::value(shape.map(Shape::text).unwrap_or_default()),
        )
        .col_expr(
            Column::InkKey,
            Expr::value(shape.map(|shape| i64::from(shape.key()))),
        )
        .filter(Column::Id.eq(id))
        .exec(tx)
        .await?;
    if let Some(places) = places(id, sketch) {
        places.exec_without_returning(tx).await?;
    }
    Ok(())
}

/// Stores the positions of a new signature's drawing.
pub(in crate::prescriptions) fn keep_places(
    writes: &mut StatementBatch,
    id: Uuid,
    sketch: Vec<i64>,
) {
    if let Some(places) = places(id, sketch) {
        writes.add(&places.into_query());
    }
}

fn places(id: Uuid, sketch: Vec<i64>) -> Option<InsertMany<signature_place::ActiveModel>> {
    if sketch.is_empty() {
        return None;
    }
    let rows = sketch
        .into_iter()
        .map(|place| signature_place::ActiveModel {
            place: Set(place),
            signature_id: Set(id),
        });
    let kept = [
        signature_place::Column::Place,
        signature_place::Column::SignatureId,
    ];
    let places = signature_place::Entity::insert_many(rows);
    Some(places.on_conflict(OnConflict::columns(kept).do_nothing().to_owned()))
}
