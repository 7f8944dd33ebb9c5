// SPDX-License-Identifier: AGPL-3.0-or-later

//! The drawings that signed prescriptions: a copy of one signs nothing more, however it was altered (reference
//! prescription-rules 1.4). Its shape identifies a copy that was moved, stretched or turned; its positions identify
//! one with points or strokes removed or added.

use salal_db::Connection;
use salal_domain::prescriptions::drawing::Stroke;
use salal_domain::prescriptions::drawn_places::Places;
use salal_domain::prescriptions::drawn_shape::Shape;

use super::{KIND, repo, view};
use crate::error::Result;
use salal_orders::orders::{Drawings, used_before};

/// The fingerprint of a drawing.
pub(super) struct Drawn {
    pub(super) shape: Shape,
    places: Places,
}

/// The drawings of prescriptions.
pub fn drawings() -> Drawings {
    Drawings {
        kind: KIND,
        refuse_a_copy: |tx, strokes| Box::pin(refuse_a_copy(tx, strokes)),
    }
}

async fn refuse_a_copy(tx: &Connection, strokes: &[Stroke]) -> Result<()> {
    let Drawn { shape, places } = Drawn::of(strokes)?;
    let mut near = repo::neighbours(tx, &shape, &places.sketch()).await?;
    let mut at_places = Vec::new();
    for (id, strokes) in near.unkept {
        // Signed before fingerprints were stored.
        let strokes = view::read::<Vec<Stroke>>(&strokes)?;
        let (shape, places) = (Shape::of(&strokes), Places::of(&strokes));
        repo::keep_drawing(tx, id, shape.as_ref(), places.sketch()).await?;
        near.shapes.extend(shape);
        at_places.push(places);
    }
    for strokes in repo::strokes_of(tx, near.sharing).await? {
        at_places.push(Places::of(&view::read::<Vec<Stroke>>(&strokes)?));
    }
    let is_copy = near.shapes.iter().any(|kept| kept.is_copy_of(&shape))
        || at_places.iter().any(|kept| kept.is_copy_of(&places));
    if is_copy { Err(used_before()) } else { Ok(()) }
}

impl Drawn {
    /// Of a drawing that was found to be one: those without a shape were refused earlier.
    pub(super) fn of(strokes: &[Stroke]) -> Result<Self> {
        Ok(Self {
            shape: Shape::of(strokes).ok_or_else(used_before)?,
            places: Places::of(strokes),
        })
    }

    /// Its positions.
    pub(super) fn sketch(&self) -> Vec<i64> {
        self.places.sketch()
    }
}
