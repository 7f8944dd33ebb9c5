//! Reading a multipart form piece by piece: what is too large is refused as soon as that shows, and
//! the refusal waits until the browser has sent the rest, because a browser that is cut off shows a
//! broken connection instead of the reason. Deliberately not here: what the files are.

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
/// How many files a form may bring.
const MOST_FILES: usize = 10;
/// How many text fields a form may have.
const MOST_FIELDS: usize = 100;
/// What is read of a form at all: its files, its texts, and the lines between them.
const FORM_LIMIT: usize = MOST_FILES * FILE_LIMIT + 2 * TEXT_LIMIT;

/// A form's parts.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) texts: BTreeMap<String, Value>,
    pub(super) files: Vec<RawFile>,
}

/// Reads a form whole, within the limits.
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

/// The body, ended with an error once more than the limit came; `left` is then 0.
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
                .map_err(|_| Error::malformed("The form holds text that is not UTF-8."))?;
            parts.texts.insert(field, Value::String(text));
            if parts.texts.len() > MOST_FIELDS {
                return Err(Error::malformed("The form has too many fields."));
            }
            continue;
        };
        let field = field.trim_end_matches("[]").to_owned();
        let Some(bytes) = whole(part, FILE_LIMIT).await? else {
            let mut error = too_large("A file may be at most 10 MB.");
            error.faults = vec![Fault::new(field, "A file may be at most 10 MB.")];
            return Err(error);
        };
        // A browser sends a nameless part without content for a file field that was left empty.
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

/// All bytes of a part; none when there are more than `limit`.
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

/// Reads on without keeping anything, within the limit of the whole form.
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
