//! One drawing signs once: by anybody, for anything, however it was changed (reference prescription-rules
//! 1.4). Its shape tells a copy that was moved, stretched or turned; its places tell one of which points or
//! strokes were taken out or added.

use salal_domain::prescriptions::drawing::Stroke;
use salal_domain::prescriptions::drawn_places::Places;
use salal_domain::prescriptions::drawn_shape::Shape;
use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::{repo, view};
use crate::error::Result;

/// By what a drawing is known again.
pub(super) struct Drawn {
    pub(super) shape: Shape,
    places: Places,
}

/// What the drawing is known by, if it signs for the first time.
pub(super) async fn refuse_a_copy(tx: &impl ConnectionTrait, strokes: &[Stroke]) -> Result<Drawn> {
    for (id, strokes) in repo::drawings_not_kept(tx).await? {
        // Made before this was kept.
        let strokes = view::read::<Vec<Stroke>>(&strokes)?;
        let sketch = Places::of(&strokes).sketch();
        repo::keep_drawing(tx, id, Shape::of(&strokes).as_ref(), sketch).await?;
    }
    // What has no shape was refused already.
    let shape = Shape::of(strokes).ok_or_else(repo::used_before)?;
    let places = Places::of(strokes);
    if repo::shapes_near(tx, &shape)
        .await?
        .iter()
        .any(|kept| kept.is_copy_of(&shape))
    {
        return Err(repo::used_before());
    }
    for strokes in repo::drawings_sharing(tx, &places.sketch()).await? {
        if Places::of(&view::read::<Vec<Stroke>>(&strokes)?).is_copy_of(&places) {
            return Err(repo::used_before());
        }
    }
    Ok(Drawn { shape, places })
}

/// Keeps what the drawing of a new signature is known by; nothing of a sheet that is signed in ink.
pub(super) async fn store_drawing(
    tx: &impl ConnectionTrait,
    signature: Uuid,
    drawn: Option<&Drawn>,
) -> Result<()> {
    let sketch = drawn.map(|drawn| drawn.places.sketch()).unwrap_or_default();
    repo::keep_drawing(tx, signature, drawn.map(|drawn| &drawn.shape), sketch).await
}
