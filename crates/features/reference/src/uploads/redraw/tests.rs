// SPDX-License-Identifier: AGPL-3.0-or-later

//! Documents with more in them than pages, and what is left of them.

use std::cell::Cell;

use super::*;

/// A document with one page; `page` stands in the page, `root` in the catalog, `more` between the objects from 5 on.
fn document(page: &str, root: &str, more: &str) -> Vec<u8> {
    let content = "BT /F1 24 Tf 20 100 Td (Ramipril) Tj ET";
    format!(
        "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R {root} >>\nendobj\n\
         2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n\
         3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R {page} >>\nendobj\n\
         4 0 obj\n<< /Length {} >>\nstream\n{content}\nendstream\nendobj\n{more}\
         trailer\n<< /Root 1 0 R /Size 20 >>\nstartxref\n9\n%%EOF\n",
        content.len()
    )
    .into_bytes()
}

const FONT: &str =
    "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>";

/// What is left, and how many pages were drawn as pictures.
fn made(bytes: Vec<u8>) -> (Result<Vec<u8>, Refused>, u32) {
    let drawn = Cell::new(0);
    let anew = redraw(bytes, &|| drawn.set(drawn.get() + 1));
    (anew, drawn.get())
}

fn holds(bytes: &[u8], words: &str) -> bool {
    bytes
        .windows(words.len())
        .any(|part| part == words.as_bytes())
}

/// How dark a document's first page is, of 255.
fn ink(bytes: &[u8]) -> u32 {
    let pdf = Pdf::new(bytes.to_vec()).unwrap();
    let settings = RenderSettings {
        bg_color: WHITE,
        ..RenderSettings::default()
    };
    let pixels = render(
        &pdf.pages()[0],
        &RenderCache::new(),
        &InterpreterSettings::default(),
        &settings,
    );
    let dark = pixels.data().iter().map(|pixel| u32::from(255 - pixel.r));
    dark.sum()
}

#[test]
fn a_page_stays_text_and_loses_everything_beside_it() {
    let root = "/OpenAction 9 0 R /Names << /EmbeddedFiles << /Names [(x) 8 0 R] >> >> /AA << /WC 9 0 R >>";
    let page = format!(
        "{FONT} /AA << /O 9 0 R >> /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (http://elsewhere.example) >> >>]"
    );
    let more = "9 0 obj\n<< /S /JavaScript /JS (app.alert\\(1\\)) >>\nendobj\n\
                8 0 obj\n<< /Type /Filespec /F (virus.exe) /EF << /F 7 0 R >> >>\nendobj\n";
    let whole = document(&page, root, more);
    let (anew, drawn) = made(whole.clone());
    let anew = anew.unwrap();
    assert_eq!(drawn, 0, "it is still text");
    for gone in [
        "JavaScript",
        "alert",
        "URI",
        "elsewhere",
        "virus",
        "EmbeddedFiles",
        "OpenAction",
        "Annots",
        "/AA",
    ] {
        assert!(!holds(&anew, gone), "{gone} is left");
    }
    assert!(holds(&anew, "/Helvetica"));
    assert_eq!(ink(&anew), ink(&whole));
    assert!(ink(&anew) > 1000);
}

#[test]
fn what_hides_among_fonts_and_pictures_is_left_out_or_the_page_becomes_a_picture() {
    for (hidden, pictures) in [
        ("/XObject << /X 9 0 R >>", 0),
        (
            "/Properties << /P << /Type /Action /S /Launch /F (calc.exe) >> >>",
            1,
        ),
        (
            "/Properties << /P << /Next [[<< /S /URI /URI (http://elsewhere.example) >>]] >> >>",
            1,
        ),
        ("/ExtGState << /G << /OpenAction 9 0 R >> >>", 1),
    ] {
        let page = FONT.replace(">> >> >>", &format!(">> >> {hidden} >>"));
        let more = "9 0 obj\n<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /F (http://elsewhere.example) /Length 1 >>\nstream\nx\nendstream\nendobj\n";
        let (anew, drawn) = made(document(&page, "", more));
        let anew = anew.unwrap();
        assert_eq!(drawn, pictures, "{hidden}");
        for gone in ["elsewhere", "calc", "Launch", "OpenAction"] {
            assert!(!holds(&anew, gone), "{hidden}: {gone} is left");
        }
        assert!(ink(&anew) > 1000, "{hidden}: the page is empty");
    }
}

#[test]
fn a_field_that_is_filled_in_is_seen_and_one_that_nothing_draws_is_refused() {
    let look = "9 0 obj\n<< /Type /XObject /Subtype /Form /BBox [0 0 100 50] /Length 33 >>\nstream\n0 g 0 0 100 50 re f               \nendstream\nendobj\n";
    let field = |more: &str| {
        let note = format!(
            "{FONT} /Annots [<< /Type /Annot /Subtype /Widget /FT /Tx /Rect [10 10 110 60] {more} >>]"
        );
        document(&note, "/AcroForm << /Fields [] >>", look)
    };
    let plain = ink(&document(FONT, "", ""));
    let (anew, drawn) = made(field("/V (42) /AP << /N 9 0 R >>"));
    let anew = anew.unwrap();
    assert_eq!(drawn, 1);
    assert!(ink(&anew) > plain + 100_000, "the field is drawn");
    assert!(!holds(&anew, "AcroForm"));

    assert_eq!(made(field("/V (42)")).0, Err(Refused::Form));
    assert_eq!(
        made(field("/V /On /AS /On /AP << /N << /On 9 0 R >> >>")).0,
        Err(Refused::Form)
    );
    assert!(made(field("")).0.is_ok(), "empty");
    assert!(
        made(field("/AS /Off /AP << /N << /On 9 0 R >> >>"))
            .0
            .is_ok()
    );
    assert!(
        made(field("/F 2 /V (42)")).0.is_ok(),
        "not shown by any reader"
    );
    let (_, drawn) = made(document(FONT, "/OCProperties << /OCGs [] /D << >> >>", ""));
    assert_eq!(drawn, 1, "layers are kept as they are seen");
    let dynamic = document(
        FONT,
        "/AcroForm << /XFA (x) >>",
        "8 0 obj\n<< /XFA 7 0 R >>\nendobj\n",
    );
    assert_eq!(made(dynamic).0, Err(Refused::Form));
}

#[test]
fn pages_keep_their_order_their_size_and_their_turn() {
    let page = |id: u32, more: &str| {
        format!("{id} 0 obj\n<< /Type /Page /Parent 2 0 R {FONT} {more} >>\nendobj\n")
    };
    let square = "<< /Type /Annot /Subtype /Square /Rect [1 1 9 9] /AP << /N 20 0 R >> >>";
    let bytes = [
        "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n".to_owned(),
        "2 0 obj\n<< /Type /Pages /Kids [5 0 R 6 0 R 7 0 R] /Count 3 >>\nendobj\n".to_owned(),
        page(5, "/MediaBox [0 0 612 792]"),
        page(
            6,
            &format!("/MediaBox [0 0 400 500] /Rotate 90 /Annots [{square}]"),
        ),
        page(7, "/MediaBox [0 0 300 200] /Rotate 90"),
        "20 0 obj\n<< /Subtype /Form /BBox [0 0 9 9] /Length 0 >>\nstream\n\nendstream\nendobj\n"
            .to_owned(),
        "trailer\n<< /Root 1 0 R /Size 20 >>\nstartxref\n9\n%%EOF\n".to_owned(),
    ]
    .concat()
    .into_bytes();
    let (anew, drawn) = made(bytes);
    assert_eq!(drawn, 1);
    let pdf = Pdf::new(anew.unwrap()).unwrap();
    let sizes: Vec<_> = pdf.pages().iter().map(Page::render_dimensions).collect();
    assert_eq!(sizes, [(612.0, 792.0), (500.0, 400.0), (200.0, 300.0)]);
}

#[test]
fn no_page_and_too_many() {
    let none = document("", "", "");
    let text = String::from_utf8(none)
        .unwrap()
        .replace("/Kids [3 0 R]", "/Kids []");
    let text = text.replace("/Type /Page ", "/Type /Other ");
    assert_eq!(made(text.into_bytes()).0, Err(Refused::BrokenPdf));
    let kids = "3 0 R ".repeat(MOST_PAGES + 1);
    let many = String::from_utf8(document(FONT, "", "")).unwrap();
    let many = many.replace("/Kids [3 0 R]", &format!("/Kids [{kids}]"));
    assert_eq!(made(many.into_bytes()).0, Err(Refused::TooManyPages));
}
