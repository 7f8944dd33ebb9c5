// SPDX-License-Identifier: AGPL-3.0-or-later

//! Ensures that a drawing signs only once: for anyone and anything, however it was altered (reference
//! prescription-rules 1.4). Its shape identifies a copy that was moved, stretched or turned; its positions identify
//! one with points or strokes removed or added.

use salal_db::Connection;
use salal_domain::prescriptions::drawing::Stroke;
use salal_domain::prescriptions::drawn_places::Places;
use salal_domain::prescriptions::drawn_shape::Shape;

use super::{repo, view};
use crate::error::Result;

/// The fingerprint of a drawing.
pub(super) struct Drawn {
    pub(super) shape: Shape,
    places: Places,
}

/// The fingerprint of the drawing, if it is used for the first time.
pub(super) async fn refuse_a_copy(tx: &Connection, strokes: &[Stroke]) -> Result<Drawn> {
    // Drawings without a shape were refused earlier.
    let shape = Shape::of(strokes).ok_or_else(repo::used_before)?;
    let places = Places::of(strokes);
    let mut near = repo::neighbours(tx, &shape).await?;
    for (id, strokes) in near.unkept {
        // Signed before fingerprints were stored.
        let strokes = view::read::<Vec<Stroke>>(&strokes)?;
        let (shape, sketch) = (Shape::of(&strokes), Places::of(&strokes).sketch());
        repo::keep_drawing(tx, id, shape.as_ref(), sketch).await?;
        near.shapes.extend(shape);
    }
    if near.shapes.iter().any(|kept| kept.is_copy_of(&shape)) {
        return Err(repo::used_before());
    }
    for strokes in repo::drawings_sharing(tx, &places.sketch()).await? {
        if Places::of(&view::read::<Vec<Stroke>>(&strokes)?).is_copy_of(&places) {
            return Err(repo::used_before());
        }
    }
    Ok(Drawn { shape, places })
}

impl Drawn {
    /// Its positions.
    pub(super) fn sketch(&self) -> Vec<i64> {
        self.places.sketch()
    }
}
