// SPDX-License-Identifier: AGPL-3.0-or-later

//! Fields of a form, a query or a flat JSON body by name, and escaping for the few pages that
//! are written by the server.

use std::collections::BTreeMap;

use axum::http::{HeaderMap, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

/// Fields by their full written name, brackets included.
#[derive(Debug, Clone, Default)]
pub(crate) struct Fields(pub(crate) BTreeMap<String, String>);

impl Fields {
    /// Reads a form-url-encoded body or a query.
    pub(crate) fn form(bytes: &[u8]) -> Self {
        Self(url::form_urlencoded::parse(bytes).into_owned().collect())
    }

    /// Reads a form, or a flat JSON object when the caller says it sends JSON.
    pub(crate) fn body(headers: &HeaderMap, bytes: &[u8]) -> Self {
        if !header_text(headers, "content-type").is_some_and(|kind| kind.contains("json")) {
            return Self::form(bytes);
        }
        let fields = serde_json::from_slice::<BTreeMap<String, Value>>(bytes).unwrap_or_default();
        Self(
            fields
                .into_iter()
                .filter_map(|(name, value)| Some((name, scalar(&value)?)))
                .collect(),
        )
    }

    /// The trimmed value of a field that is there and not empty.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0
            .get(name)
            .map(|value| value.trim())
            .filter(|value| !value.is_empty())
    }

    /// The fields `prefix[name]`, by name.
    pub(crate) fn inside(&self, prefix: &str) -> BTreeMap<String, String> {
        self.0
            .iter()
            .filter_map(|(name, value)| {
                let inner = name
                    .strip_prefix(prefix)?
                    .strip_prefix('[')?
                    .strip_suffix(']')?;
                Some((inner.to_owned(), value.clone()))
            })
            .collect()
    }

    /// All fields in one text, to compare two requests by.
    pub(crate) fn fingerprint(&self) -> String {
        serde_json::to_string(&self.0).expect("texts are JSON")
    }
}

/// A JSON scalar as text.
pub(crate) fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A header as text.
pub(crate) fn header_text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers
        .get(name)
        .and_then(|value| value.to_str().ok())
        .filter(|value| !value.is_empty())
}

/// User and password of HTTP Basic, or the token of Bearer with an empty password.
pub(crate) fn credentials(headers: &HeaderMap) -> Option<(String, String)> {
    let (scheme, rest) = headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .split_once(' ')?;
    if scheme.eq_ignore_ascii_case("bearer") {
        return Some((rest.trim().to_owned(), String::new()))
            .filter(|(token, _)| !token.is_empty());
    }
    let decoded = String::from_utf8(STANDARD.decode(rest.trim()).ok()?).ok()?;
    let (user, password) = decoded.split_once(':')?;
    Some((user.to_owned(), password.to_owned())).filter(|(user, _)| !user.is_empty())
}

/// Only the digits of a text.
pub(crate) fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// A text safe to put between HTML tags or in a quoted attribute.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::{Fields, escape};

    #[test]
    fn bracketed_fields_are_found_by_prefix() {
        let fields = Fields::form(b"amount=2000&metadata%5Border%5D=A-1&metadata[try]=2&name=+J+");
        assert_eq!(fields.get("name"), Some("J"));
        assert_eq!(fields.get("currency"), None);
        let metadata: Vec<_> = fields.inside("metadata").into_iter().collect();
        assert_eq!(
            metadata,
            [("order".into(), "A-1".into()), ("try".into(), "2".into())]
        );
    }

    #[test]
    fn markup_is_escaped() {
        assert_eq!(
            escape("<a href=\"x\">&"),
            "&lt;a href=&quot;x&quot;&gt;&amp;"
        );
    }
}
