// SPDX-License-Identifier: AGPL-3.0-or-later

//! Reads a multipart form part by part, none of it into memory before it is whole (`spool`). A field that the form
//! does not have is refused before its content. Oversized input is refused as soon as it is detected, but the
//! refusal is sent only after the browser has finished sending: a browser that is cut off shows a connection error
//! instead of the reason. Not here: what the files contain.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;

use axum::body::{Body, Bytes};
use axum::extract::multipart::Field;
use axum::extract::{FromRequest, Multipart};
use axum::http::Request as HttpRequest;
use futures_util::StreamExt;
use futures_util::stream::poll_fn;
use salal_domain::faults::Fault;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::extraction::{Arrival, RawFile};
use super::leftover::{READ_OUT_BYTES, READ_OUT_TIME};
use super::misread;
use super::openapi::files_of;
use super::spool::{Room, Spool};
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
    /// The memory of the texts.
    pub(super) room: Room,
}

/// What fields a form has.
pub(super) struct FormFields {
    schema: Schema,
    /// Refuses the name of a text that the form does not have.
    is_text: fn(&str) -> Result<()>,
}

impl FormFields {
    /// Those of `T`: its own are texts, and its schema names the files beside them.
    pub(super) fn of<T: DeserializeOwned + JsonSchema>() -> Self {
        Self {
            schema: SchemaGenerator::default().into_root_schema_for::<T>(),
            is_text: misread::is_field::<T>,
        }
    }
}

/// Reads a whole form, within the limits. A field that the form does not have is refused before its content.
pub(super) async fn read(
    request: HttpRequest<Body>,
    fields: &FormFields,
    arrival: &Arrival,
) -> Result<Parts> {
    let left = Arc::new(AtomicUsize::new(FORM_LIMIT));
    let request = request.map(|body| limited(paced(body), Arc::clone(&left)));
    let mut form = Multipart::from_request(request, &())
        .await
        .map_err(|_| Error::malformed("The form cannot be read."))?;
    let read = parts(&mut form, fields, arrival).await;
    if left.load(Ordering::Relaxed) == 0 {
        return Err(too_large("This is too large to send."));
    }
    match &read {
        Err(error) if matches!(error.kind, Kind::TooLarge | Kind::Invalid) => {
            drain(&mut form).await;
            if left.load(Ordering::Relaxed) == 0 {
                return Err(too_large("This is too large to send."));
            }
        }
        // Something that no page of ours sends, or no room: read out like any other refused request.
        Err(_) => {
            left.fetch_min(READ_OUT_BYTES, Ordering::Relaxed);
            let _ = tokio::time::timeout(READ_OUT_TIME, drain(&mut form)).await;
        }
        Ok(_) => {}
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

/// The body, of which one piece is given at a time: the parser takes into memory whatever is there, and a fast
/// sender always has more.
pub(super) fn paced(body: Body) -> Body {
    let mut pieces = body.into_data_stream();
    let mut has_given = false;
    Body::from_stream(poll_fn(move |task| {
        if std::mem::take(&mut has_given) {
            task.waker().wake_by_ref();
            return Poll::Pending;
        }
        let next = pieces.poll_next_unpin(task);
        has_given = next.is_ready();
        next
    }))
}

async fn parts(form: &mut Multipart, fields: &FormFields, arrival: &Arrival) -> Result<Parts> {
    let mut files = Vec::new();
    let mut texts = Texts {
        spool: arrival.spools.body(),
        ends: Vec::new(),
    };
    while let Some(part) = form.next_field().await.map_err(|_| not_whole())? {
        let field = part.name().unwrap_or_default().to_owned();
        if let Some(name) = part.file_name().map(ToOwned::to_owned) {
            let field = field.trim_end_matches("[]").to_owned();
            let file = file(part, field, name, fields, arrival, &files).await?;
            files.extend(file);
        } else {
            (fields.is_text)(&field)?;
            texts.add(field, part).await?;
        }
    }
    let (texts, room) = texts.read().await?;
    Ok(Parts { texts, files, room })
}

/// A file of a form, if the part is one: its field and name, and what came before it.
async fn file(
    mut part: Field<'_>,
    field: String,
    name: String,
    fields: &FormFields,
    arrival: &Arrival,
    before: &[RawFile],
) -> Result<Option<RawFile>> {
    let most = files_of(&fields.schema, &field);
    if most == 0 {
        return Err(misread::no_file_field(&field));
    }
    let mut spool = arrival.spools.file();
    if !name.is_empty() {
        room_for_one(&field, most, before)?;
    }
    while let Some(chunk) = part.chunk().await.map_err(|_| not_whole())? {
        if spool.length() + chunk.len() > FILE_LIMIT {
            let mut error = too_large("Files can be up to 10 MB each.");
            error.faults = vec![Fault::new(field, "Files can be up to 10 MB each.")];
            return Err(error);
        }
        spool.write(&chunk).await?;
    }
    // For a file field left empty, a browser sends an unnamed part without content.
    if name.is_empty() && spool.length() == 0 {
        return Ok(None);
    }
    room_for_one(&field, most, before)?;
    Ok(Some(RawFile {
        field,
        name,
        content: spool.done().await?,
        sender: arrival.sender.clone(),
    }))
}

/// Refuses one file more than the form, or a field of it, takes.
fn room_for_one(field: &str, most: usize, before: &[RawFile]) -> Result<()> {
    if before.len() == MOST_FILES {
        return Err(Error::field(field, "At most 10 files can be sent at once."));
    }
    if before.iter().filter(|file| file.field == field).count() >= most {
        return Err(misread::one_file_only(field));
    }
    Ok(())
}

/// The texts of a form, put aside one behind the other.
struct Texts {
    spool: Spool,
    /// Each field, and where its text ends.
    ends: Vec<(String, usize)>,
}

impl Texts {
    async fn add(&mut self, field: String, mut part: Field<'_>) -> Result<()> {
        if self.ends.len() == MOST_FIELDS {
            return Err(Error::malformed("The form has too many fields."));
        }
        while let Some(chunk) = part.chunk().await.map_err(|_| not_whole())? {
            if self.spool.length() + chunk.len() > TEXT_LIMIT {
                return Err(too_large("The texts of a form can total up to 1 MB."));
            }
            self.spool.write(&chunk).await?;
        }
        self.ends.push((field, self.spool.length()));
        Ok(())
    }

    /// All of them; of a field that was sent twice, the last.
    async fn read(self) -> Result<(BTreeMap<String, Value>, Room)> {
        let (bytes, room) = self.spool.done().await?.read().await?.into_parts();
        let mut texts = BTreeMap::new();
        let mut start = 0;
        for (field, end) in self.ends {
            let text = std::str::from_utf8(&bytes[start..end])
                .map_err(|_| Error::malformed("The form contains text that is not UTF-8."))?;
            texts.insert(field, Value::String(text.to_owned()));
            start = end;
        }
        Ok((texts, room))
    }
}

/// Reads and discards the rest, within the limit of the whole form.
async fn drain(form: &mut Multipart) {
    while let Ok(Some(mut part)) = form.next_field().await {
        while let Ok(Some(_)) = part.chunk().await {}
    }
}

fn not_whole() -> Error {
    Error::malformed("The upload was incomplete. Please try again.")
}

fn too_large(message: &str) -> Error {
    Error::new(Kind::TooLarge, "TOO_LARGE", message)
}
