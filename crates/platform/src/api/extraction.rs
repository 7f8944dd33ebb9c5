// SPDX-License-Identifier: AGPL-3.0-or-later

//! Request bodies: JSON, a form with files, raw bytes, or none. Parsing is strict: unknown fields and wrong
//! types are refused with a message that names them, never with a 500.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, Request as HttpRequest, header};
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::authentication::Caller;
use super::client_address::ClientAddress;
use super::misread;
use super::multipart::{self, FormFields};
use super::openapi::Schemas;
use super::responses::{Json, binary};
use super::spool::{Room, Spooled, Spools};
use crate::context::sha256_hex;
use crate::error::{Error, Kind, Result};

/// The limit of a JSON body, bytes.
pub(super) const BODY_LIMIT: usize = 1024 * 1024;
/// The limit of a JSON body that carries a 5 MB picture as text, bytes.
const PICTURE_BODY_LIMIT: usize = 7 * 1024 * 1024;

/// Who sends something: the person, or the address of somebody without a session. For taking turns, never shown.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sender {
    who: Arc<str>,
    is_stranger: bool,
}

impl Sender {
    pub(super) fn of(caller: &Caller, address: ClientAddress) -> Self {
        match caller {
            Caller::Person(person) => Self::known(&person.person_id.to_string()),
            Caller::Nobody => Self::stranger(address),
        }
    }

    /// Somebody without a session, at this address.
    pub fn stranger(address: ClientAddress) -> Self {
        Self {
            who: address.limit_key().into(),
            is_stranger: true,
        }
    }

    /// Salal itself.
    pub fn salal() -> Self {
        Self::known("salal")
    }

    fn known(who: &str) -> Self {
        Self {
            who: who.into(),
            is_stranger: false,
        }
    }

    /// Somebody without a session.
    pub fn is_stranger(&self) -> bool {
        self.is_stranger
    }

    /// Somebody; for tests.
    #[cfg(any(test, debug_assertions))]
    pub fn named(name: &str) -> Self {
        Self::known(name)
    }
}

/// Where a body arrives, and from whom.
#[derive(Clone)]
pub struct Arrival {
    pub(super) spools: Arc<Spools>,
    pub(super) sender: Sender,
}

/// A body that was read.
#[derive(Debug)]
pub struct Arrived<T> {
    pub body: T,
    /// Checks that a repeated `Idempotency-Key` carries the same request.
    pub fingerprint: String,
    /// The memory that the body takes, held until the request is answered.
    pub(super) room: Room,
}

impl<T> Arrived<T> {
    /// A body that takes no memory worth counting.
    pub(super) fn of(body: T, fingerprint: String) -> Self {
        Self {
            body,
            fingerprint,
            room: Room::default(),
        }
    }

    fn map<U>(self, wrap: impl FnOnce(T) -> U) -> Arrived<U> {
        Arrived {
            body: wrap(self.body),
            fingerprint: self.fingerprint,
            room: self.room,
        }
    }
}

/// A body that the API layer can parse and the OpenAPI document can describe.
pub trait FromBody: Sized + Send + 'static {
    fn read(
        request: HttpRequest<Body>,
        arrival: Arrival,
    ) -> BoxFuture<'static, Result<Arrived<Self>>>;
    fn describe(schemas: &mut Schemas) -> Option<(&'static str, Schema)>;
}

/// A whole body of at most `limit` bytes.
async fn bytes_of(body: Body, limit: usize, arrival: &Arrival) -> Result<Spooled> {
    let mut pieces = body.into_data_stream();
    let mut spool = arrival.spools.body();
    while let Some(piece) = pieces.next().await {
        let piece =
            piece.map_err(|_| Error::malformed("The upload was interrupted. Please try again."))?;
        if spool.length() + piece.len() > limit {
            return Err(Error::new(
                Kind::TooLarge,
                "TOO_LARGE",
                "This is too large to send. The limit is 1 MB, and 10 MB for each file.",
            ));
        }
        spool.write(&piece).await?;
    }
    spool.done().await
}

pub(super) fn is_type(headers: &HeaderMap, wanted: &str) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.to_ascii_lowercase().starts_with(wanted))
}

pub(super) fn wrong_type(wanted: &str) -> Error {
    Error::new(
        Kind::WrongType,
        "WRONG_TYPE",
        format!("This call takes {wanted}."),
    )
}

/// Parses a value strictly and explains in plain language what is wrong with it.
pub(super) fn strict<T: DeserializeOwned + JsonSchema>(value: Value) -> Result<T> {
    if holds_nul(&value) {
        return Err(Error::malformed(
            "The request contains an invalid character (NUL).",
        ));
    }
    misread::json(value)
}

/// Whether a value contains NUL, which `PostgreSQL` cannot store in text.
fn holds_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(all) => all.iter().any(holds_nul),
        Value::Object(map) => map.values().any(holds_nul),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

impl<T: DeserializeOwned + JsonSchema + Send + 'static> FromBody for Json<T> {
    fn read(
        request: HttpRequest<Body>,
        arrival: Arrival,
    ) -> BoxFuture<'static, Result<Arrived<Self>>> {
        Box::pin(async move { Ok(read_json(request, BODY_LIMIT, &arrival).await?.map(Self)) })
    }
    fn describe(schemas: &mut Schemas) -> Option<(&'static str, Schema)> {
        Some(("application/json", schemas.request::<T>()))
    }
}

/// A JSON body with a picture in it (a data URL); it has a larger size limit.
#[derive(Debug)]
pub struct JsonWithPicture<T>(pub T);

impl<T: DeserializeOwned + JsonSchema + Send + 'static> FromBody for JsonWithPicture<T> {
    fn read(
        request: HttpRequest<Body>,
        arrival: Arrival,
    ) -> BoxFuture<'static, Result<Arrived<Self>>> {
        Box::pin(async move {
            Ok(read_json(request, PICTURE_BODY_LIMIT, &arrival)
                .await?
                .map(Self))
        })
    }
    fn describe(schemas: &mut Schemas) -> Option<(&'static str, Schema)> {
        Some(("application/json", schemas.request::<T>()))
    }
}

async fn read_json<T: DeserializeOwned + JsonSchema>(
    request: HttpRequest<Body>,
    limit: usize,
    arrival: &Arrival,
) -> Result<Arrived<T>> {
    if !is_type(request.headers(), "application/json") {
        return Err(wrong_type("application/json"));
    }
    let arrived = bytes_of(request.into_body(), limit, arrival).await?;
    let fingerprint = arrived.sha256().to_owned();
    let (bytes, room) = arrived.read().await?.into_parts();
    let value: Value = serde_json::from_slice(&bytes)
        .map_err(|_| Error::malformed("The request is not valid JSON."))?;
    // Serde would accept a list as the fields in order.
    if value.is_array() {
        return Err(Error::malformed(
            "The request is a list. It needs to be an object with named fields.",
        ));
    }
    Ok(Arrived {
        body: strict(value)?,
        fingerprint,
        room,
    })
}

/// No body; anything sent is ignored.
#[derive(Debug)]
pub struct NoBody;

impl FromBody for NoBody {
    fn read(_: HttpRequest<Body>, _: Arrival) -> BoxFuture<'static, Result<Arrived<Self>>> {
        Box::pin(async { Ok(Arrived::of(Self, String::new())) })
    }
    fn describe(_: &mut Schemas) -> Option<(&'static str, Schema)> {
        None
    }
}

/// The raw bytes with the headers: for signed webhooks of external services.
#[derive(Debug)]
pub struct RawBody {
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl FromBody for RawBody {
    fn read(
        request: HttpRequest<Body>,
        arrival: Arrival,
    ) -> BoxFuture<'static, Result<Arrived<Self>>> {
        Box::pin(async move {
            let headers = request.headers().clone();
            let arrived = bytes_of(request.into_body(), BODY_LIMIT, &arrival).await?;
            let fingerprint = arrived.sha256().to_owned();
            let (bytes, room) = arrived.read().await?.into_parts();
            Ok(Arrived {
                body: Self { headers, bytes },
                fingerprint,
                room,
            })
        })
    }
    fn describe(_: &mut Schemas) -> Option<(&'static str, Schema)> {
        Some(("application/octet-stream", binary()))
    }
}

/// One file as received, with the client's file name. `uploads` detects its real type.
#[derive(Debug)]
pub struct RawFile {
    /// The form field, without the brackets of a list.
    pub field: String,
    pub name: String,
    pub content: Spooled,
    /// Whose turn it takes when it is looked at.
    pub sender: Sender,
}

/// A multipart form: its text fields as `T` (all of them text), and its files.
#[derive(Debug)]
pub struct Form<T> {
    pub fields: T,
    pub files: Vec<RawFile>,
}

impl<T> Form<T> {
    /// Removes and returns the first file of a field.
    pub fn take_file(&mut self, field: &str) -> Option<RawFile> {
        let at = self.files.iter().position(|file| file.field == field)?;
        Some(self.files.remove(at))
    }

    /// Removes and returns all remaining files, in form order.
    pub fn take_files(&mut self) -> Vec<RawFile> {
        std::mem::take(&mut self.files)
    }
}

impl<T: DeserializeOwned + JsonSchema + Send + 'static> FromBody for Form<T> {
    fn read(
        request: HttpRequest<Body>,
        arrival: Arrival,
    ) -> BoxFuture<'static, Result<Arrived<Self>>> {
        Box::pin(async move {
            if !is_type(request.headers(), "multipart/form-data") {
                return Err(wrong_type("multipart/form-data"));
            }
            let parts = multipart::read(request, &FormFields::of::<T>(), &arrival).await?;
            let mut print = serde_json::to_string(&parts.texts)?;
            for file in &parts.files {
                print.push_str(&file.field);
                print.push_str(file.content.sha256());
            }
            let fields = strict(Value::Object(parts.texts.into_iter().collect()))?;
            Ok(Arrived {
                body: Self {
                    fields,
                    files: parts.files,
                },
                fingerprint: sha256_hex(print),
                room: parts.room,
            })
        })
    }
    fn describe(schemas: &mut Schemas) -> Option<(&'static str, Schema)> {
        Some(("multipart/form-data", schemas.request::<T>()))
    }
}
