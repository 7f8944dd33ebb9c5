// SPDX-License-Identifier: AGPL-3.0-or-later

//! Photos in a document that was written anew: what a camera and its programs say of them (where, when, by what) is
//! blanked where it stands, so that nothing moves. A photo that is not a plain JPEG is not looked into. Not here:
//! pictures that are sent by themselves, which are made anew.

use std::ops::Range;

use hayro::hayro_syntax::object::{Name, Object, Stream};
use hayro::hayro_syntax::{Filter, Pdf};

/// What the marks of a JPEG say (ITU-T T.81, table B.1).
const START: [u8; 2] = [0xFF, 0xD8];
const END: u8 = 0xD9;
const SCAN: u8 = 0xDA;
/// Of the first application's segment: its name and what stands before a small picture.
const JFIF: (&[u8], usize) = (b"JFIF\0", 12);
/// Of the segment that says how colours are stored: its name and its length.
const ADOBE: (&[u8], usize) = (b"Adobe", 12);
/// Of a segment with measured colours: its name, which of how many it is, and where a profile is signed (ICC.1, 7.2).
const COLOURS: &[u8] = b"ICC_PROFILE\0";
const SIGNED: (Range<usize>, &[u8]) = (36..40, b"acsp");

/// Blanks what is said beside the photos of a document; false where that cannot be told of one of them.
pub(super) fn blank(document: &mut [u8]) -> bool {
    let Ok(pdf) = Pdf::new(document.to_vec()) else {
        return false;
    };
    let whole: &[u8] = pdf.data().as_ref();
    let mut said = Vec::new();
    for object in pdf.objects() {
        let Object::Stream(stream) = object else {
            continue;
        };
        match look(&stream) {
            Kind::Other => {}
            Kind::Unclear => return false,
            Kind::Photo => {
                let data = stream.raw_data();
                // The stream is a part of the document.
                let at = data.as_ptr().addr().wrapping_sub(whole.as_ptr().addr());
                if whole.get(at..at.saturating_add(data.len())) != Some(&*data) {
                    return false;
                }
                let Some(parts) = said_beside(&data) else {
                    return false;
                };
                said.extend(parts.into_iter().map(|part| at + part.start..at + part.end));
            }
        }
    }
    for part in said {
        document[part].fill(0);
    }
    true
}

enum Kind {
    /// No photo.
    Other,
    /// A JPEG as it is.
    Photo,
    /// May have a photo within.
    Unclear,
}

fn look(stream: &Stream<'_>) -> Kind {
    let filters = stream.filters();
    let is = |wanted: fn(&Filter) -> bool| filters.iter().any(wanted);
    match filters.as_slice() {
        [Filter::DctDecode] => Kind::Photo,
        _ if is(|one| matches!(one, Filter::DctDecode)) => Kind::Unclear,
        [Filter::JpxDecode] => {
            let data = stream.raw_data();
            let has = |kind: &[u8]| data.windows(kind.len()).any(|part| part == kind);
            if has(b"uuid") || has(b"xml ") {
                Kind::Unclear
            } else {
                Kind::Other
            }
        }
        _ if is(|one| matches!(one, Filter::JpxDecode)) => Kind::Unclear,
        _ if stream.dict().get::<Name<'_>>(b"Subtype").as_deref() == Some(b"Image") => Kind::Other,
        // A photo within what is drawn.
        _ => match stream.decoded() {
            Ok(content) if names_photo(&content) => Kind::Unclear,
            _ => Kind::Other,
        },
    }
}

/// Whether the filter of a photo is named, plainly or with digits (`/D#43T`).
fn names_photo(content: &[u8]) -> bool {
    let digit = |at: usize| {
        content
            .get(at)
            .and_then(|one| char::from(*one).to_digit(16))
    };
    let mut spelled = Vec::with_capacity(content.len());
    let mut at = 0;
    while let Some(one) = content.get(at) {
        let code = match (one, digit(at + 1), digit(at + 2)) {
            (b'#', Some(high), Some(low)) => u8::try_from(high * 16 + low).ok(),
            _ => None,
        };
        spelled.push(code.unwrap_or(*one));
        at += if code.is_some() { 3 } else { 1 };
    }
    spelled.windows(4).any(|part| part == b"/DCT")
}

/// Whether a segment continues a colour profile; `parts` is which of how many came last.
fn is_profile(text: &[u8], parts: &mut Option<(u8, u8)>) -> bool {
    let Some([part, count, profile @ ..]) = text.strip_prefix(COLOURS) else {
        return false;
    };
    let goes_on = match *parts {
        None => *part == 1 && profile.get(SIGNED.0) == Some(SIGNED.1),
        Some((last, of)) => *count == of && part.checked_sub(1) == Some(last) && *part <= of,
    };
    if goes_on {
        *parts = Some((*part, *count));
    }
    goes_on
}

/// The parts of a JPEG that no one sees; `None` for one that is not built as it should be.
fn said_beside(jpeg: &[u8]) -> Option<Vec<Range<usize>>> {
    let mut said = Vec::new();
    let mut profile = None;
    let mut at = jpeg.strip_prefix(&START).map(|_| START.len())?;
    loop {
        while jpeg.get(at) == Some(&0xFF) && jpeg.get(at + 1) == Some(&0xFF) {
            at += 1;
        }
        let [0xFF, mark] = *jpeg.get(at..at + 2)? else {
            return None;
        };
        at += 2;
        if mark == END {
            said.push(at..jpeg.len());
            return Some(said);
        }
        let length = jpeg.get(at..at + 2)?;
        let length = usize::from(u16::from_be_bytes([length[0], length[1]]));
        let end = at + length;
        let content = at.checked_add(2)?..end;
        let text = jpeg.get(content.clone())?;
        match mark {
            0xE0 if text.starts_with(JFIF.0) && text.len() >= JFIF.1 + 2 => {
                said.push(content.start + JFIF.1..end);
            }
            0xE2 if is_profile(text, &mut profile) => {}
            0xEE if text.starts_with(ADOBE.0) && text.len() == ADOBE.1 => {}
            // Frames and their tables, restarts, lines and scans: what a picture is made from.
            0xC0..=0xC7 | 0xC9..=0xCF | 0xDA..=0xDD => {}
            // Marks that stand alone, and none that stands here.
            0x00 | 0x01 | 0xD0..=0xD8 => return None,
            _ => said.push(content),
        }
        at = end;
        if mark == SCAN {
            at += jpeg.get(at..)?.windows(2).position(|pair| {
                pair[0] == 0xFF && !matches!(pair[1], 0x00 | 0xFF | 0xD0..=0xD7)
            })?;
        }
    }
}
