// SPDX-License-Identifier: AGPL-3.0-or-later

//! A PDF written anew from its pages alone: what each page draws and the fonts and pictures it draws with. Scripts,
//! actions, links, embedded files, forms and whatever hides between objects have no place in it. A page on which more
//! is seen than it draws itself (filled-in fields, notes, layers) becomes a picture of what is seen. Not here: which
//! files are refused before (`pdfs`), and the process that this runs in (`pdf_worker`).

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::object::{Array, Dict, MaybeRef, Name, Object};
use hayro::hayro_syntax::page::Page;
use hayro::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{RenderCache, RenderSettings, render};
use hayro_write::{ChunkSettings, ExtractionQuery, extract};
use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageEncoder};
use pdf_writer::{Chunk, Content, Filter, Finish, Rect, Ref};

use super::examine::Refused;
use super::pdfs::{ACTIVE, MOST_PAGES};

mod drawings;
mod photos;
mod ticks;
mod tiles;

/// Pixels for each point of a page that becomes a picture: 150 to the inch.
const SCALE: f32 = 150.0 / 72.0;
/// The longest side of such a picture, in pixels.
const LONGEST_SIDE: f32 = 3000.0;
/// Of 100.
const QUALITY: u8 = 82;
/// The longest side of a page, in points: what readers promise to open (ISO 32000-1, annex C, 5.08 m).
const LONGEST_PAGE: f64 = 14_400.0;
/// How deep one object is looked into.
const DEEPEST: usize = 64;

/// Bits of an annotation's `F`: not shown at all, or not on a screen.
const UNSEEN: i32 = 2 | 32;

/// Keys that a page needs none of, and that make a reader act or open something else.
const ACTING: [&[u8]; 14] = [
    b"A",
    b"AA",
    b"AF",
    b"Alternates",
    b"Annots",
    b"EF",
    b"FFilter",
    b"JS",
    b"OpenAction",
    b"OPI",
    b"PieceInfo",
    b"Ref",
    b"URI",
    b"XFA",
];

/// Keys by which a drawing has a program for a printer, whatever it calls itself.
const PRINTERS: [&[u8]; 3] = [b"PS", b"Level1", b"Subtype2"];

/// Keys whose value is judged by what it says.
const SPEAKING: [&[u8]; 4] = [b"F", b"UF", b"S", b"Subtype"];

/// What `S` may say: of groups and of soft masks.
const HARMLESS_KINDS: [&[u8]; 3] = [b"Transparency", b"Luminosity", b"Alpha"];

/// How a page is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    AsItDraws,
    AsPicture,
}

/// The document anew. `draws` is told before a page is drawn as a picture, which takes time.
pub(super) fn redraw(bytes: Vec<u8>, draws: &dyn Fn()) -> Result<Vec<u8>, Refused> {
    let pdf = Pdf::new(bytes).map_err(|error| match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => Refused::Locked,
        LoadPdfError::Decryption(_) | LoadPdfError::Invalid => Refused::BrokenPdf,
    })?;
    let ticked = ticks::shown(&pdf).and_then(|ticked| Pdf::new(ticked).ok());
    let pdf = ticked.unwrap_or(pdf);
    let pages = pdf.pages();
    match pages.len() {
        0 => return Err(Refused::BrokenPdf),
        count if count > MOST_PAGES => return Err(Refused::TooManyPages),
        _ => {}
    }
    pages.iter().try_for_each(has_paper)?;
    if !drawings::are_bounded(&pdf) {
        return Err(Refused::Bomb);
    }
    let layered = has_key(&pdf, b"OCProperties");
    if has_key(&pdf, b"XFA") {
        return Err(Refused::Form);
    }
    let kept: Vec<Kept> = pages
        .iter()
        .map(|page| {
            let seen = is_seen_beside(page)?;
            Ok(if layered || seen {
                Kept::AsPicture
            } else {
                Kept::AsItDraws
            })
        })
        .collect::<Result<_, Refused>>()?;
    let mut anew = write(&pdf, &kept, draws)?;
    if photos::blank(&mut anew) && is_plain(&anew) {
        return Ok(anew);
    }
    write(&pdf, &vec![Kept::AsPicture; kept.len()], draws)
}

/// Refuses a page whose size, with what is cut off of it, is none that readers open.
fn has_paper(page: &Page<'_>) -> Result<(), Refused> {
    let boxes = [
        page.media_box(),
        page.crop_box(),
        page.intersected_crop_box(),
    ];
    let mut sides = boxes.iter().flat_map(|one| [one.width(), one.height()]);
    if sides.clone().any(|side| side > LONGEST_PAGE) {
        return Err(Refused::LargePage);
    }
    if sides.any(|side| side < 1.0) {
        return Err(Refused::BrokenPdf);
    }
    Ok(())
}

/// Whether something beside its own content is seen on a page; refuses what nothing would draw.
fn is_seen_beside(page: &Page<'_>) -> Result<bool, Refused> {
    let Some(notes) = page.raw().get::<Array<'_>>(b"Annots") else {
        return Ok(false);
    };
    let mut seen = false;
    for note in notes.iter::<Dict<'_>>() {
        if note.get::<i32>(b"F").unwrap_or(0) & UNSEEN != 0 {
            continue;
        }
        let look = note.get::<Dict<'_>>(b"AP");
        let look = look.and_then(|look| look.get::<Object<'_>>(b"N"));
        let kind = note.get::<Name<'_>>(b"Subtype");
        match (look, kind.as_deref()) {
            (Some(Object::Stream(_)), _) => seen = true,
            // A box that is not ticked, and what leads elsewhere.
            (Some(_), _) if ticks::state(&note).is_none() => {}
            (None, Some(b"Link" | b"Popup")) => {}
            (None, Some(b"Widget")) if !has_value(&note) => {}
            _ => return Err(Refused::Form),
        }
    }
    Ok(seen)
}

/// Whether a field, or the field that it is part of, was filled in.
fn has_value(field: &Dict<'_>) -> bool {
    let of = |one: &Dict<'_>| match one.get::<Object<'_>>(b"V") {
        None | Some(Object::Null(_)) => false,
        Some(Object::String(text)) => !text.as_ref().is_empty(),
        Some(Object::Name(name)) => &*name != b"Off",
        Some(_) => true,
    };
    of(field) || field.get::<Dict<'_>>(b"Parent").is_some_and(|one| of(&one))
}

/// Whether any object of the file has the key itself.
fn has_key(pdf: &Pdf, key: &[u8]) -> bool {
    let found = |object: Object<'_>| object.into_dict().is_some_and(|one| one.contains_key(key));
    pdf.objects().into_iter().any(found)
}

/// Writes the pages in their order, in a document with nothing beside them.
fn write(pdf: &Pdf, kept: &[Kept], draws: &dyn Fn()) -> Result<Vec<u8>, Refused> {
    let mut last = Ref::new(1);
    let catalog = last;
    let asked: Vec<ExtractionQuery> = kept
        .iter()
        .enumerate()
        .filter(|(_, kept)| **kept == Kept::AsItDraws)
        .map(|(page, _)| ExtractionQuery::new_page(page))
        .collect();
    let next = Box::new(|| {
        last = last.next();
        last
    });
    let settings = ChunkSettings::default();
    // The last but one argument is for pages inside others.
    let extracted = extract(pdf, next, settings, |_| {}, &asked).map_err(|_| Refused::BrokenPdf)?;
    let tree = extracted.page_tree_parent_ref;
    let mut drawn = extracted.root_refs.iter();
    let mut pictures = Chunk::with_settings(settings);
    let mut kids = Vec::with_capacity(kept.len());
    for (page, kept) in pdf.pages().iter().zip(kept) {
        kids.push(match kept {
            Kept::AsItDraws => match drawn.next() {
                Some(Ok(page)) => *page,
                _ => return Err(Refused::BrokenPdf),
            },
            Kept::AsPicture => {
                draws();
                write_picture(&mut pictures, &mut last, tree, page)?
            }
        });
    }
    let mut anew = pdf_writer::Pdf::new();
    anew.catalog(catalog).pages(tree);
    let count = i32::try_from(kids.len()).map_err(|_| Refused::TooManyPages)?;
    anew.pages(tree).kids(kids).count(count);
    anew.extend(&extracted.chunk);
    anew.extend(&pictures);
    Ok(anew.finish())
}

/// Writes a page that is a picture; `last` is the last number that was given to an object.
fn write_picture(
    into: &mut Chunk,
    last: &mut Ref,
    tree: Ref,
    page: &Page<'_>,
) -> Result<Ref, Refused> {
    let mut next = || {
        *last = last.next();
        *last
    };
    let (sheet, picture, content) = (next(), next(), next());
    let (width, height) = page.render_dimensions();
    if !(width >= 1.0 && height >= 1.0) {
        return Err(Refused::BrokenPdf);
    }
    let scale = SCALE.min(LONGEST_SIDE / width.max(height));
    let settings = RenderSettings {
        x_scale: scale,
        y_scale: scale,
        bg_color: WHITE,
        ..RenderSettings::default()
    };
    let pixels = render(
        page,
        &RenderCache::new(),
        &InterpreterSettings::default(),
        &settings,
    );
    let (columns, rows) = (pixels.width(), pixels.height());
    let colours = pixels.data_as_u8_slice().chunks_exact(4);
    let colours: Vec<u8> = colours
        .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]])
        .collect();
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, QUALITY)
        .write_image(
            &colours,
            u32::from(columns),
            u32::from(rows),
            ExtendedColorType::Rgb8,
        )
        .map_err(|_| Refused::BrokenPdf)?;
    let mut image = into.image_xobject(picture, &jpeg);
    image.filter(Filter::DctDecode);
    image
        .width(i32::from(columns))
        .height(i32::from(rows))
        .bits_per_component(8);
    image.color_space().device_rgb();
    image.finish();
    let mut draws = Content::new();
    draws
        .transform([width, 0.0, 0.0, height, 0.0, 0.0])
        .x_object(pdf_writer::Name(b"Page"));
    into.stream(content, &draws.finish());
    let mut whole = into.page(sheet);
    whole
        .parent(tree)
        .media_box(Rect::new(0.0, 0.0, width, height))
        .contents(content);
    whole
        .resources()
        .x_objects()
        .pair(pdf_writer::Name(b"Page"), picture);
    whole.finish();
    Ok(sheet)
}

/// Whether nothing in a document that was written anew acts or opens something else: a page may have named it among its
/// fonts and pictures.
fn is_plain(bytes: &[u8]) -> bool {
    let Ok(pdf) = Pdf::new(bytes.to_vec()) else {
        return false;
    };
    // A stream whose content is another file is none to this library, and was left out.
    let mut objects = pdf.objects().into_iter();
    objects.all(|object| is_object_plain(&object, DEEPEST))
}

fn is_dict_plain(dict: &Dict<'_>, depth: usize) -> bool {
    dict.entries().all(|(key, value)| {
        // What a reference leads to is looked at by itself, but not for what it says under this key.
        let (value, is_here) = match value {
            MaybeRef::NotRef(value) => (Some(value), true),
            MaybeRef::Ref(_) if SPEAKING.contains(&&*key) => (dict.get(&*key), false),
            MaybeRef::Ref(_) => (None, false),
        };
        let leads_away = match (&*key, &value) {
            // The name of a file, and the kind of an action.
            (b"F" | b"UF", Some(Object::String(_))) => true,
            (b"S", Some(Object::Name(kind))) => !HARMLESS_KINDS.contains(&&**kind),
            // A program for a printer.
            (b"Subtype", Some(Object::Name(kind))) => &**kind == b"PS",
            (key, _) => ACTING.contains(&key),
        };
        let here = value.filter(|_| is_here);
        !leads_away && here.is_none_or(|value| is_object_plain(&value, depth))
    })
}

fn is_object_plain(object: &Object<'_>, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    match object {
        Object::Dict(dict) => is_dict_plain(dict, depth),
        Object::Stream(stream) => {
            let dict = stream.dict();
            let prints = PRINTERS.iter().any(|key| dict.contains_key(key));
            !prints && is_dict_plain(dict, depth)
        }
        Object::Array(list) => list.raw_iter().all(|one| match one {
            MaybeRef::NotRef(one) => is_object_plain(&one, depth),
            MaybeRef::Ref(_) => true,
        }),
        // Without the slash.
        Object::Name(name) => !ACTIVE.iter().any(|acts| acts[1..] == **name),
        Object::Null(_) | Object::Boolean(_) | Object::Number(_) | Object::String(_) => true,
    }
}

#[cfg(test)]
#[path = "../../../../../proof/security/hostile_files.rs"]
mod hostile;
#[cfg(test)]
mod tests;
