// SPDX-License-Identifier: AGPL-3.0-or-later

//! The span of a proxy in which a call was made, as W3C Trace Context says it (`traceparent`). Who may say it is decided
//! where the call arrives.

use axum::http::HeaderMap;

use super::ids::{SpanId, TraceId};

const HEADER: &str = "traceparent";

/// The span of a proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parent {
    pub(super) trace: TraceId,
    pub(super) span: SpanId,
    /// Whether the proxy keeps its span, so that ours has something to be a part of.
    pub(super) is_sampled: bool,
}

impl Parent {
    /// What the headers say; `None` where they say nothing, or more than one thing.
    pub(crate) fn of_headers(headers: &HeaderMap) -> Option<Self> {
        let mut said = headers.get_all(HEADER).iter();
        let only = said.next()?.to_str().ok()?;
        if said.next().is_some() {
            return None;
        }
        Self::read(only)
    }

    /// `00-<trace>-<span>-<flags>`; a later version may have more behind it.
    fn read(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let version = two(parts.next()?)?;
        let (trace, span) = (parts.next()?, parts.next()?);
        let flags = two(parts.next()?)?;
        let has_more = parts.next().is_some();
        if version == 0xff || (version == 0 && has_more) {
            return None;
        }
        Some(Self {
            trace: TraceId::read(trace)?,
            span: SpanId::read(span)?,
            is_sampled: flags & 1 == 1,
        })
    }
}

/// Two lower-case hexadecimal digits.
fn two(digits: &str) -> Option<u8> {
    let is_lower = |digit: u8| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit);
    (digits.len() == 2 && digits.bytes().all(is_lower))
        .then(|| u8::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
    const SPAN: &str = "b7ad6b7169203331";

    #[test]
    fn a_parent_is_read_as_the_standard_writes_it() {
        let read = |text: &str| {
            let parent = Parent::read(text)?;
            Some((
                parent.trace.digits(),
                parent.span.digits(),
                parent.is_sampled,
            ))
        };
        let parent = |is_sampled| Some((TRACE.to_owned(), SPAN.to_owned(), is_sampled));
        assert_eq!(read(&format!("00-{TRACE}-{SPAN}-01")), parent(true));
        assert_eq!(read(&format!("00-{TRACE}-{SPAN}-00")), parent(false));
        assert_eq!(read(&format!("00-{TRACE}-{SPAN}-03")), parent(true));
        assert_eq!(read(&format!("cc-{TRACE}-{SPAN}-01-more")), parent(true));
        for wrong in [
            String::new(),
            "00".to_owned(),
            format!("00-{TRACE}-{SPAN}"),
            format!("00-{TRACE}-{SPAN}-01-more"),
            format!("ff-{TRACE}-{SPAN}-01"),
            format!("00-{}-{SPAN}-01", TRACE.to_uppercase()),
            format!("00-{TRACE}-{SPAN}-0A"),
            format!("00-{TRACE}-{SPAN}-+1"),
            format!("00-{}-{SPAN}-01", "0".repeat(32)),
            format!("00-{TRACE}-{}-01", "0".repeat(16)),
            format!("00-{}-{SPAN}-01", &TRACE[1..]),
            format!("00-{TRACE}-{SPAN}é-01"),
        ] {
            assert_eq!(read(&wrong), None, "{wrong}");
        }
    }

    #[test]
    fn two_parents_are_none() {
        let mut headers = HeaderMap::new();
        assert_eq!(Parent::of_headers(&headers), None);
        let said = format!("00-{TRACE}-{SPAN}-01");
        headers.append(HEADER, said.parse().expect("a header"));
        assert!(Parent::of_headers(&headers).is_some());
        headers.append(HEADER, said.parse().expect("a header"));
        assert_eq!(Parent::of_headers(&headers), None);
    }
}
