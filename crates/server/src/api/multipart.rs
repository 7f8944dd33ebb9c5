// SPDX-License-Identifier: AGPL-3.0-or-later

//! Reads a multipart form part by part. Oversized input is refused as soon as it is detected, but the refusal
//! is sent only after the browser has finished sending: a browser that is cut off shows a connection error
//! instead of the reason. Not here: what the files contain.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::{Body, Bytes};
use axum::extract::multipart::Field;
use axum::extract::{FromRequest, Multipart};
use axum::http::Request as HttpRequest;
use futures_util::StreamExt;
use salal_domain::faults::Fault;
use serde_json::Value;

use super::extraction::RawFile;
use crate::error::{Error, Kind, Result};

/// The limit of one uploaded file, bytes.
const FILE_LIMIT: usize = 10 * 1024 * 1024;
/// The limit of all text fields together, bytes.
const TEXT_LIMIT: usize = 1024 * 1024;
/// The maximum number of files in a form.
const MOST_FILES: usize = 10;
/// The maximum number of text fields in a form.
const MOST_FIELDS: usize = 100;
/// The limit of the whole form: its files, its texts, and the lines between them.
const FORM_LIMIT: usize = MOST_FILES * FILE_LIMIT + 2 * TEXT_LIMIT;

/// A form's parts.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) texts: BTreeMap<String, Value>,
    pub(super) files: Vec<RawFile>,
}

/// Reads a whole form, within the limits.
pub(super) async fn read(request: HttpRequest<Body>) -> Result<Parts> {
    let left = Arc::new(AtomicUsize::new(FORM_LIMIT));
    let request = request.map(|body| limited(body, Arc::clone(&left)));
    let mut form = Multipart::from_request(request, &())
        .await
        .map_err(|_| Error::malformed("The form cannot be read."))?;
    let read = parts(&mut form).await;
    if let Err(error) = &read
        && matches!(error.kind, Kind::TooLarge | Kind::Invalid)
    {
        drain(&mut form).await;
    }
    if left.load(Ordering::Relaxed) == 0 {
        return Err(too_large("This is more than can be sent at once."));
    }
    read
}

/// The body, ended with an error when it exceeds the limit; `left` is then 0.
fn limited(body: Body, left: Arc<AtomicUsize>) -> Body {
    let chunks = body.into_data_stream().map(move |chunk| {
        let chunk = chunk.map_err(std::io::Error::other)?;
        let rest = left.load(Ordering::Relaxed).saturating_sub(chunk.len());
        left.store(rest, Ordering::Relaxed);
        if rest == 0 {
            Err(std::io::Error::other("the form is too large"))
        } else {
            Ok::<Bytes, std::io::Error>(chunk)
        }
    });
    Body::from_stream(chunks)
}

async fn parts(form: &mut Multipart) -> Result<Parts> {
    let mut parts = Parts::default();
    let mut text_left = TEXT_LIMIT;
    while let Some(part) = form.next_field().await.map_err(|_| not_whole())? {
        let field = part.name().unwrap_or_default().to_owned();
        let Some(name) = part.file_name().map(ToOwned::to_owned) else {
            let bytes = whole(part, text_left)
                .await?
                .ok_or_else(|| too_large("The texts of a form may have 1 MB together."))?;
            text_left -= bytes.len();
            let text = String::from_utf8(bytes)
                .map_err(|_| Error::malformed("The form contains text that is not UTF-8."))?;
            parts.texts.insert(field, Value::String(text));
            if parts.texts.len() > MOST_FIELDS {
                return Err(Error::malformed("The form has too many fields."));
            }
            continue;
        };
        let field = field.trim_end_matches("[]").to_owned();
        let Some(bytes) = whole(part, FILE_LIMIT).await? else {
            let mut error = too_large("Files can be up to 10 MB each.");
            error.faults = vec![Fault::new(field, "Files can be up to 10 MB each.")];
            return Err(error);
        };
        // For a file field left empty, a browser sends an unnamed part without content.
        if name.is_empty() && bytes.is_empty() {
            continue;
        }
        if parts.files.len() == MOST_FILES {
            return Err(Error::field(field, "At most 10 files can be sent at once."));
        }
        parts.files.push(RawFile { field, name, bytes });
    }
    Ok(parts)
}

/// All bytes of a part; `None` when it exceeds `limit`.
async fn whole(mut part: Field<'_>, limit: usize) -> Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    while let Some(chunk) = part.chunk().await.map_err(|_| not_whole())? {
        if bytes.len() + chunk.len() > limit {
            return Ok(None);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(Some(bytes))
}

/// Reads and discards the rest, within the limit of the whole form.
async fn drain(form: &mut Multipart) {
    while let Ok(Some(mut part)) = form.next_field().await {
        while let Ok(Some(_)) = part.chunk().await {}
    }
}

fn not_whole() -> Error {
    Error::malformed("The form did not arrive whole. Please try again.")
}

fn too_large(message: &str) -> Error {
    Error::new(Kind::TooLarge, "TOO_LARGE", message)
}
