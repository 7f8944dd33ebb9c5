// SPDX-License-Identifier: AGPL-3.0-or-later

//! Just enough PDF to refuse what is none and to count pages, those inside compressed object
//! streams included. Not a reader: nothing is drawn or checked further.

use std::io::Read;

/// How much of a compressed stream is looked at.
const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// The number of pages, or nothing when the bytes are no PDF.
pub(super) fn pages(content: &[u8]) -> Option<usize> {
    if !content.starts_with(b"%PDF-") {
        return None;
    }
    let packed: usize = streams(content)
        .map(|stream| inflate(stream).map_or(0, |plain| count(&plain)))
        .sum();
    Some(count(content) + packed)
}

fn find(content: &[u8], wanted: &[u8]) -> Option<usize> {
    content
        .windows(wanted.len())
        .position(|window| window == wanted)
}

/// Counts `/Type /Page`, which `/Type /Pages` is not.
fn count(content: &[u8]) -> usize {
    let mut found = 0;
    let mut rest = content;
    while let Some(at) = find(rest, b"/Type") {
        rest = &rest[at + b"/Type".len()..];
        let blank = rest
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count();
        let ends = |byte: &u8| !byte.is_ascii_alphanumeric();
        if let Some(after) = rest[blank..].strip_prefix(b"/Page")
            && after.first().is_none_or(ends)
        {
            found += 1;
        }
    }
    found
}

/// The contents of object streams.
fn streams(content: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = content;
    std::iter::from_fn(move || {
        let at = find(rest, b"/ObjStm")?;
        let from = at + find(&rest[at..], b"stream")? + b"stream".len();
        let body = &rest[from..];
        let breaks = body
            .iter()
            .take_while(|byte| matches!(byte, b'\r' | b'\n'))
            .count()
            .min(2);
        let length = find(body, b"endstream").unwrap_or(body.len());
        rest = &body[length..];
        Some(&body[breaks.min(length)..length])
    })
}

fn inflate(stream: &[u8]) -> Option<Vec<u8>> {
    let mut plain = Vec::new();
    let read = flate2::read::ZlibDecoder::new(stream)
        .take(MOST_BYTES)
        .read_to_end(&mut plain);
    (read.is_ok() || !plain.is_empty()).then_some(plain)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::pages;

    #[test]
    fn pages_are_counted_and_their_tree_is_not() {
        let pdf = b"%PDF-1.7 <</Type /Pages/Count 2>> <</Type/Page /A 1>> <</Type /Page>>";
        assert_eq!(pages(pdf), Some(2));
        assert_eq!(pages(b"<html>"), None);
    }

    #[test]
    fn pages_inside_compressed_object_streams_are_counted() {
        let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        packed
            .write_all(b"<</Type/Page>><</Type/Page>><</Type/Pages>>")
            .unwrap();
        let mut pdf = b"%PDF-1.7 <</Type/ObjStm/N 3>>stream\n".to_vec();
        pdf.extend(packed.finish().unwrap());
        pdf.extend(b"\nendstream");
        assert_eq!(pages(&pdf), Some(2));
    }
}
