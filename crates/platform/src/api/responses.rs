// SPDX-License-Identifier: AGPL-3.0-or-later

//! Response types of handlers: JSON, created JSON, nothing, or a file.

use schemars::{JsonSchema, Schema};
use serde::Serialize;

use super::csv::Csv;
use super::openapi::Schemas;
use crate::error::Result;

/// A response before it becomes HTTP.
pub struct Parts {
    pub status: u16,
    pub content_type: String,
    pub body: Vec<u8>,
    pub headers: Vec<(&'static str, String)>,
}

/// A response that the API layer can write and the OpenAPI document can describe.
pub trait Answer: Send + 'static {
    fn parts(self) -> Result<Parts>;
    /// Status of the successful response, and the schema of each media type it can have.
    fn describe(schemas: &mut Schemas) -> (u16, Vec<(&'static str, Schema)>);
}

fn json(status: u16, value: &impl Serialize) -> Result<Parts> {
    Ok(Parts {
        status,
        content_type: "application/json".into(),
        body: serde_json::to_vec(value)?,
        headers: Vec::new(),
    })
}

/// 200 with a JSON body; also the JSON body of a request.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<T: Serialize + JsonSchema + Send + 'static> Answer for Json<T> {
    fn parts(self) -> Result<Parts> {
        json(200, &self.0)
    }
    fn describe(schemas: &mut Schemas) -> (u16, Vec<(&'static str, Schema)>) {
        (200, vec![("application/json", schemas.response::<T>())])
    }
}

/// 201 with a JSON body.
#[derive(Debug)]
pub struct Created<T>(pub T);

impl<T: Serialize + JsonSchema + Send + 'static> Answer for Created<T> {
    fn parts(self) -> Result<Parts> {
        json(201, &self.0)
    }
    fn describe(schemas: &mut Schemas) -> (u16, Vec<(&'static str, Schema)>) {
        (201, vec![("application/json", schemas.response::<T>())])
    }
}

/// 204.
#[derive(Debug)]
pub struct NoContent;

impl Answer for NoContent {
    fn parts(self) -> Result<Parts> {
        Ok(Parts {
            status: 204,
            content_type: String::new(),
            body: Vec::new(),
            headers: Vec::new(),
        })
    }
    fn describe(_: &mut Schemas) -> (u16, Vec<(&'static str, Schema)>) {
        (204, Vec::new())
    }
}

/// 200 with a PDF document.
#[derive(Debug)]
pub struct Pdf {
    /// The name a browser offers when saving; ASCII, no quotes.
    pub name: String,
    pub bytes: Vec<u8>,
}

impl Answer for Pdf {
    fn parts(self) -> Result<Parts> {
        Ok(file("application/pdf", &self.name, self.bytes))
    }
    fn describe(_: &mut Schemas) -> (u16, Vec<(&'static str, Schema)>) {
        (200, vec![("application/pdf", binary())])
    }
}

/// 200 with a list as the caller wants it: CSV or JSON.
#[derive(Debug)]
pub enum CsvOrJson {
    Csv(Csv),
    /// The name a browser offers, and the JSON text.
    Json(String, Vec<u8>),
}

impl Answer for CsvOrJson {
    fn parts(self) -> Result<Parts> {
        match self {
            Self::Csv(csv) => csv.parts(),
            Self::Json(name, bytes) => Ok(file("application/json", &name, bytes)),
        }
    }
    fn describe(_: &mut Schemas) -> (u16, Vec<(&'static str, Schema)>) {
        (
            200,
            vec![
                ("text/csv", text()),
                (
                    "application/json",
                    schemars::json_schema!({"type": "array", "items": {}}),
                ),
            ],
        )
    }
}

fn file(content_type: &str, name: &str, bytes: Vec<u8>) -> Parts {
    Parts {
        status: 200,
        content_type: content_type.into(),
        body: bytes,
        headers: vec![(
            "content-disposition",
            format!("inline; filename=\"{name}\""),
        )],
    }
}

/// The schema of a body that is a text file.
pub(super) fn text() -> Schema {
    schemars::json_schema!({"type": "string"})
}

/// The schema of a body that is a file.
pub(super) fn binary() -> Schema {
    schemars::json_schema!({"type": "string", "format": "binary"})
}

/// 200 with the content of an uploaded file. The browser must not render it as a page of this site: scripts,
/// loading and content sniffing are disabled.
#[derive(Debug)]
pub struct UserFile {
    pub content_type: &'static str,
    /// In any script; it is encoded in the header.
    pub name: String,
    pub bytes: Vec<u8>,
    /// Downloaded instead of displayed.
    pub attachment: bool,
}

impl Answer for UserFile {
    fn parts(self) -> Result<Parts> {
        let how = if self.attachment {
            "attachment"
        } else {
            "inline"
        };
        Ok(Parts {
            status: 200,
            content_type: self.content_type.into(),
            body: self.bytes,
            headers: vec![
                (
                    "content-disposition",
                    format!("{how}; filename*=UTF-8''{}", percent(&self.name)),
                ),
                (
                    "content-security-policy",
                    "sandbox; default-src 'none'; frame-ancestors 'none'".into(),
                ),
                ("x-content-type-options", "nosniff".into()),
            ],
        })
    }
    fn describe(_: &mut Schemas) -> (u16, Vec<(&'static str, Schema)>) {
        (200, vec![("application/octet-stream", binary())])
    }
}

/// Percent-encodes as defined in RFC 8187: letters and digits are left as they are.
fn percent(text: &str) -> String {
    let one = |byte: u8| {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_') {
            char::from(byte).to_string()
        } else {
            format!("%{byte:02X}")
        }
    };
    text.bytes().map(one).collect()
}
