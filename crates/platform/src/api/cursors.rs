// SPDX-License-Identifier: AGPL-3.0-or-later

//! Cursors belong to one list under one filter and order: a short hash of those precedes the position. A
//! cursor of another list would otherwise name an arbitrary position in this one, and skip records silently.

use schemars::{JsonSchema, SchemaGenerator};

use crate::context::sha256_hex;
use crate::error::{Error, Result};

/// The refusal of a cursor that this list, with these filters, did not issue.
const NOT_OURS: &str = "This page belongs to another list. Start again from the first page.";
/// The query parameters that do not change which rows a list has, nor their order.
const PLACE_ONLY: [&str; 2] = ["cursor", "limit"];
/// How much of the hash a cursor carries: a mix-up is noticed, and addresses stay short.
const MARK_LENGTH: usize = 8;
/// What precedes a cursor in a JSON page. Within a JSON text the quotation marks would be escaped.
const IN_PAGE: &[u8] = br#""nextCursor":""#;

/// One list as asked for: its route, what its path names, its filters and its order.
#[derive(Debug)]
pub struct ListIdentity {
    mark: String,
}

impl ListIdentity {
    /// A list whose filters and order are in the body of the request.
    pub fn of(action: &str, filters: &impl serde::Serialize) -> Result<Self> {
        let filters = serde_json::to_string(filters)?;
        let mut mark = sha256_hex(format!("{action} {filters}"));
        mark.truncate(MARK_LENGTH);
        Ok(Self { mark })
    }

    /// The cursor of a position in this list.
    pub fn seal(&self, position: &str) -> String {
        format!("{}.{position}", self.mark)
    }

    /// The position of a cursor that this list issued.
    pub fn open<'a>(&self, cursor: &'a str) -> Result<&'a str> {
        cursor
            .split_once('.')
            .filter(|(mark, _)| *mark == self.mark)
            .map(|(_, position)| position)
            .ok_or_else(|| {
                let mut error = Error::malformed(NOT_OURS);
                error.faults.push(salal_domain::faults::Fault {
                    field: "cursor".into(),
                    message: NOT_OURS.into(),
                });
                error
            })
    }

    /// Seals the position in a page that has become JSON.
    pub(super) fn seal_page(&self, body: &mut Vec<u8>) {
        // Pages are long: looked through byte by byte, that was an eighth of a list's instructions in a development build.
        if let Some(at) = memchr::memmem::find(body, IN_PAGE) {
            let after = at + IN_PAGE.len();
            body.splice(after..after, format!("{}.", self.mark).into_bytes());
        }
    }
}

/// Whether a query takes a cursor.
pub(super) fn takes_cursor<Q: JsonSchema>() -> bool {
    if std::mem::size_of::<Q>() == 0 {
        return false;
    }
    let schema = SchemaGenerator::default().into_root_schema_for::<Q>();
    schema
        .get("properties")
        .is_some_and(|all| all.get("cursor").is_some())
}

/// The list that a path and a query ask for, and the query with the position in place of the cursor.
pub(super) fn open_query(
    action: &str,
    path: &serde_json::Map<String, serde_json::Value>,
    query: &str,
) -> Result<(ListIdentity, String)> {
    let unreadable = || Error::malformed("The address has a query that cannot be read.");
    let mut pairs: Vec<(String, String)> =
        serde_urlencoded::from_str(query).map_err(|_| unreadable())?;
    let mut filters: Vec<_> = pairs
        .iter()
        .filter(|(name, _)| !PLACE_ONLY.contains(&name.as_str()))
        .collect();
    filters.sort();
    let list = ListIdentity::of(action, &(path, filters))?;
    for (name, value) in &mut pairs {
        if name == "cursor" {
            *value = list.open(value)?.to_owned();
        }
    }
    let query = serde_urlencoded::to_string(pairs).map_err(|_| unreadable())?;
    Ok((list, query))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(query: &str) -> ListIdentity {
        let path = serde_json::Map::new();
        open_query("GET /fax", &path, query).unwrap().0
    }

    #[test]
    fn a_cursor_opens_in_its_own_list_only() {
        let list = of("state=sent&sort=-createdAt");
        let cursor = list.seal("8:12.04");
        assert_eq!(list.open(&cursor).unwrap(), "8:12.04");
        // The order of the parameters and the length of a page do not make another list.
        let same = of("limit=50&sort=-createdAt&state=sent");
        assert_eq!(same.open(&cursor).unwrap(), "8:12.04");
        for query in ["", "state=sent", "state=sent&sort=createdAt"] {
            let refused = of(query).open(&cursor).unwrap_err();
            assert_eq!(
                (refused.kind.status(), refused.message.as_str()),
                (400, NOT_OURS)
            );
        }
        for odd in ["", "x", ".", "8:12.04"] {
            assert!(list.open(odd).is_err(), "{odd}");
        }
    }

    #[test]
    fn a_page_s_position_is_sealed_and_a_text_that_looks_like_it_is_not() {
        let list = of("");
        let text = serde_json::json!({"a": "\"nextCursor\":\"", "nextCursor": "p"});
        let mut body = serde_json::to_vec(&text).unwrap();
        list.seal_page(&mut body);
        let page: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(page["a"], text["a"]);
        assert_eq!(
            list.open(page["nextCursor"].as_str().unwrap()).unwrap(),
            "p"
        );
        let mut last = br#"{"nextCursor":null}"#.to_vec();
        list.seal_page(&mut last);
        assert_eq!(last, br#"{"nextCursor":null}"#);
    }
}
