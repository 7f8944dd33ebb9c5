// SPDX-License-Identifier: AGPL-3.0-or-later

//! The screenshot as sent by the page: a data URL.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use salal_domain::texts::suggestions as texts;

use crate::api::{RawFile, Sender, Spooled};
use crate::context::Context;
use crate::error::{Error, Kind, Result};
use salal_reference::uploads::{self, Kept, Kinds};

/// Maximum size of a screenshot, bytes.
const LARGEST: usize = 5 * 1024 * 1024;
const FIELD: &str = "dataURL";

/// The screenshot, checked and put into its place; `None` when none was sent.
pub(super) async fn receive_picture(
    ctx: &Context,
    sender: Sender,
    data_url: Option<&str>,
) -> Result<Option<Kept>> {
    let Some(url) = data_url.filter(|url| !url.is_empty()) else {
        return Ok(None);
    };
    let coded = ["data:image/png;base64,", "data:image/jpeg;base64,"]
        .iter()
        .find_map(|head| url.strip_prefix(head))
        .ok_or_else(|| Error::field(FIELD, texts::NO_PICTURE))?;
    if coded.len() / 4 * 3 > LARGEST + 2 {
        return Err(Error::new(
            Kind::TooLarge,
            "TOO_LARGE",
            texts::PICTURE_TOO_LARGE,
        ));
    }
    let bytes = STANDARD
        .decode(coded)
        .map_err(|_| Error::field(FIELD, texts::NO_PICTURE))?;
    let file = RawFile {
        field: FIELD.into(),
        name: "screenshot.png".into(),
        content: Spooled::in_memory(bytes),
        sender,
    };
    uploads::receive(ctx, file, Kinds::IMAGES).await.map(Some)
}
