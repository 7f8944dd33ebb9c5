// SPDX-License-Identifier: AGPL-3.0-or-later

//! Streams a form whose files are too large for memory: parts arrive one after the other. Anything the
//! handler does not read is drained to the end, so that the browser sees the response.

use std::marker::PhantomData;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Multipart};
use axum::http::{Request as HttpRequest, header};
use futures_util::future::BoxFuture;
use schemars::{JsonSchema, Schema};
use tokio::sync::mpsc;

use super::extraction::{Arrival, Arrived, FromBody, is_type, wrong_type};
use super::multipart::paced;
use super::openapi::Schemas;
use crate::error::{Error, Kind, Result};

/// The limit of all files together, bytes.
const FILES_LIMIT: usize = 512 * 1024 * 1024;
/// The limit of one text, bytes.
const TEXT_LIMIT: usize = 10_000;

/// The next part of a form.
#[derive(Debug)]
pub enum FormPart {
    Text {
        field: String,
        text: String,
    },
    /// A file begins, with the client's file name.
    File {
        name: String,
    },
    /// More bytes of the current file.
    Bytes(Bytes),
}

/// A multipart form read as its parts arrive; `T` describes its fields.
#[derive(Debug)]
pub struct StreamedForm<T> {
    pieces: mpsc::Receiver<Result<FormPart>>,
    fields: PhantomData<fn() -> T>,
}

impl<T> StreamedForm<T> {
    /// The next part; `None` at the end.
    pub async fn next(&mut self) -> Result<Option<FormPart>> {
        self.pieces.recv().await.transpose()
    }
}

impl<T: JsonSchema + 'static> FromBody for StreamedForm<T> {
    fn read(request: HttpRequest<Body>, _: Arrival) -> BoxFuture<'static, Result<Arrived<Self>>> {
        Box::pin(async move {
            if !is_type(request.headers(), "multipart/form-data") {
                return Err(wrong_type("multipart/form-data"));
            }
            // The files' content is not known yet: a repeated click is recognized by the size of its request.
            let print = request.headers().get(header::CONTENT_LENGTH);
            let print = print.map(|size| format!("{size:?}")).unwrap_or_default();
            let form = Multipart::from_request(request.map(paced), &())
                .await
                .map_err(|_| Error::malformed("The form cannot be read."))?;
            let (sender, pieces) = mpsc::channel(4);
            tokio::spawn(hand_on(form, sender));
            let form = Self {
                pieces,
                fields: PhantomData,
            };
            Ok(Arrived::of(form, print))
        })
    }

    fn describe(schemas: &mut Schemas) -> Option<(&'static str, Schema)> {
        Some(("multipart/form-data", schemas.request::<T>()))
    }
}

async fn hand_on(mut form: Multipart, sender: mpsc::Sender<Result<FormPart>>) {
    let mut left = FILES_LIMIT;
    if let Err(error) = pieces(&mut form, &sender, &mut left).await {
        let _ = sender.send(Err(error)).await;
    }
    // The rest is discarded, within the limit.
    drop(sender);
    while let Ok(Some(mut part)) = form.next_field().await {
        while let Ok(Some(chunk)) = part.chunk().await {
            left = left.saturating_sub(chunk.len());
            if left == 0 {
                return;
            }
        }
    }
}

async fn pieces(
    form: &mut Multipart,
    sender: &mpsc::Sender<Result<FormPart>>,
    left: &mut usize,
) -> Result<()> {
    let not_whole = |_| Error::malformed("The upload was incomplete. Please try again.");
    while let Some(mut part) = form.next_field().await.map_err(not_whole)? {
        let field = part.name().unwrap_or_default().to_owned();
        let Some(name) = part.file_name().map(ToOwned::to_owned) else {
            let mut text = Vec::new();
            while let Some(chunk) = part.chunk().await.map_err(not_whole)? {
                text.extend_from_slice(&chunk);
                if text.len() > TEXT_LIMIT {
                    return Err(too_large("A text of the form is too long."));
                }
            }
            let text = String::from_utf8(text)
                .map_err(|_| Error::malformed("The form contains text that is not UTF-8."))?;
            if sender
                .send(Ok(FormPart::Text { field, text }))
                .await
                .is_err()
            {
                return Ok(());
            }
            continue;
        };
        let mut begun = false;
        while let Some(chunk) = part.chunk().await.map_err(not_whole)? {
            *left = left.saturating_sub(chunk.len());
            if *left == 0 {
                return Err(too_large("Files can total up to 512 MB."));
            }
            // For a field left empty, a browser sends an unnamed part without content.
            if !begun && chunk.is_empty() {
                continue;
            }
            let name = name.clone();
            if !begun && sender.send(Ok(FormPart::File { name })).await.is_err() {
                return Ok(());
            }
            begun = true;
            if sender.send(Ok(FormPart::Bytes(chunk))).await.is_err() {
                return Ok(());
            }
        }
    }
    Ok(())
}

fn too_large(message: &str) -> Error {
    Error::new(Kind::TooLarge, "TOO_LARGE", message)
}
