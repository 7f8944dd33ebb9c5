// SPDX-License-Identifier: AGPL-3.0-or-later

//! What laboratory results have to do with the whole program; their calls are tested beside their crate.

mod import;

use salal_server::features::lab_tests::import_file;

use crate::support::{TestApp, labs};

/// Imports a text as a file.
pub(crate) async fn import(app: &TestApp, text: impl AsRef<[u8]>) -> Result<String, String> {
    let told = labs::as_file(text, async |file| {
        Box::pin(import_file(&app.ctx, file)).await
    });
    told.await.map_err(|error| error.message.clone())
}
