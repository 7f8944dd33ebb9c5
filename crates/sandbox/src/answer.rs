// SPDX-License-Identifier: AGPL-3.0-or-later

//! One answer of a service: status, headers, bytes, and whether it reaches the caller at all.

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

/// Marks a response that must never be sent; the gate cuts the connection instead.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cut;

/// Marks a response that the gate holds back for a while.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Held;

/// An answer before it is put on the wire.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
    content_type: &'static str,
    headers: Vec<(HeaderName, HeaderValue)>,
    cut: bool,
    held: bool,
}

impl Answer {
    fn new(status: u16, content_type: &'static str, body: Vec<u8>) -> Self {
        Self {
            status,
            body,
            content_type,
            headers: Vec::new(),
            cut: false,
            held: false,
        }
    }

    /// A JSON answer.
    pub(crate) fn json(status: u16, body: &Value) -> Self {
        Self::new(status, "application/json", body.to_string().into_bytes())
    }

    /// JSON bytes kept from an earlier answer.
    pub(crate) fn stored(status: u16, body: String) -> Self {
        Self::new(status, "application/json", body.into_bytes())
    }

    /// A page.
    pub(crate) fn html(status: u16, body: String) -> Self {
        Self::new(status, "text/html; charset=utf-8", body.into_bytes())
    }

    /// A script that pages of other origins may load.
    pub(crate) fn script(body: &str) -> Self {
        Self::new(
            200,
            "text/javascript; charset=utf-8",
            body.as_bytes().to_vec(),
        )
        .with("cross-origin-resource-policy", "cross-origin")
        .with("cache-control", "no-store")
    }

    /// Plain text.
    pub(crate) fn text(status: u16, body: impl Into<String>) -> Self {
        Self::new(
            status,
            "text/plain; charset=utf-8",
            body.into().into_bytes(),
        )
    }

    /// Bytes of a stated type.
    pub(crate) fn bytes(content_type: &str, body: Vec<u8>) -> Self {
        Self::new(200, "application/octet-stream", body).with("content-type", content_type)
    }

    /// Sends the browser on with GET.
    pub(crate) fn see_other(address: &str) -> Self {
        Self::text(303, "").with("location", address)
    }

    /// No answer: the connection is cut.
    pub(crate) fn none() -> Self {
        Self {
            cut: true,
            ..Self::text(500, "")
        }
    }

    /// Whether this answer is never to arrive.
    pub(crate) fn is_cut(&self) -> bool {
        self.cut
    }

    /// The same answer with its connection cut when `lost`.
    pub(crate) fn cut_when(mut self, lost: bool) -> Self {
        self.cut |= lost;
        self
    }

    /// The same answer held back for a while when `slow`.
    pub(crate) fn hold_when(mut self, slow: bool) -> Self {
        self.held |= slow;
        self
    }

    /// The same answer with a header set; a value that is no header value is left out.
    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Self {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.headers.push((HeaderName::from_static(name), value));
        }
        self
    }

    /// The same answer with one more cookie.
    pub(crate) fn with_cookie(mut self, cookie: &str) -> Self {
        if let Ok(value) = HeaderValue::from_str(cookie) {
            self.headers.push((header::SET_COOKIE, value));
        }
        self
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).expect("the sandbox writes real statuses");
        let mut response = (status, self.body).into_response();
        response.headers_mut().insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static(self.content_type),
        );
        for (name, value) in self.headers {
            if name == header::SET_COOKIE {
                response.headers_mut().append(name, value);
            } else {
                response.headers_mut().insert(name, value);
            }
        }
        if self.cut {
            response.extensions_mut().insert(Cut);
        }
        if self.held {
            response.extensions_mut().insert(Held);
        }
        response
    }
}
